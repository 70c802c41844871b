"""The files that a reading is of: found by path, folder or glob, hashed, and put into an order of their own."""

import contextlib
import difflib
import glob
import hashlib
import os
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from audit.errors import Fault, LogError, Place, UsageError
from audit.logs.codes import quote
from audit.schema import LOG_COLUMNS

SUFFIXES = (".csv", ".csv.gz", ".csv.zst", ".parquet")
KINDS = ", ".join("*" + suffix for suffix in SUFFIXES)
_OTHER_KINDS = (
    ((".zip", ".7z", ".rar", ".tar", ".tgz"), "unpack it; "),
    ((".xlsx", ".xls", ".xlsm", ".ods"), "save its sheet as CSV UTF-8; "),
)
_BLOCK = 8 << 20  # bytes; after each the thread waits until Python has a moment for it

_OTHERS, _LOOKED_AT, _LONGEST_NAME = 8, 64, 40  # columns named, looked at, and letters of one

_Step = Callable[[], AbstractContextManager[None]]


class Hashes:
    """The SHA-256 of some files, each made once: in a thread from when it is begun, or asked for, on."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._of: dict[Path, Future[str]] = {path: Future() for path in paths}
        self._lock = threading.Lock()
        self._begun = False
        self._process = os.getpid()
        self._go, self._at_work = threading.Event(), threading.Lock()
        self._go.set()

    def begin(self) -> None:
        """Begin to hash what has not been hashed yet, one file after the other."""
        with self._lock:
            left = [(path, future) for path, future in self._of.items() if not future.done()]
            if left and not self._begun:
                threading.Thread(target=_hash_in_turn, args=(left, self._step), daemon=True).start()
            self._begun = True

    def at_once(self, paths: Iterable[Path]) -> None:
        """Hash some files in this thread, before anything is begun."""
        _hash_in_turn([(path, self._of[path]) for path in paths], contextlib.nullcontext)

    def of(self, path: Path) -> str:
        """The SHA-256 of a file; waits where it is still being made, LogError where the file cannot be read."""
        if not self._of[path].done():
            if os.getpid() != self._process:  # the thread is not in a copy of its process
                return hash_file(path)
            self.begin()
        return self._of[path].result()

    @contextlib.contextmanager
    def _step(self) -> Iterator[None]:
        self._go.wait()
        with self._at_work:
            yield

    @contextlib.contextmanager
    def standing_still(self) -> Iterator[None]:
        """Have the thread wait between two blocks, holding nothing: a copy of the process can be made then."""
        self._go.clear()
        try:
            with self._at_work:
                yield
        finally:
            self._go.set()


@dataclass(frozen=True)
class Source:
    """One input file; ``name`` is its base name, the only one that results bear."""

    path: str
    name: str
    hashes: Hashes
    state: "FileState"
    form: str  # one of SUFFIXES
    repeats: int = -1  # the source that has the same bytes, -1 where none has

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return self.state.size

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file; waits where it is still being made, LogError where the file cannot be read."""
        return self.hashes.of(Path(self.path))

    @property
    def is_parquet(self) -> bool:
        """Whether the file is Parquet, else it is CSV."""
        return self.form == ".parquet"

    def require_unchanged(self) -> None:
        """LogError where the file is not as it was when it was found: what was read may be of both."""
        try:
            state = file_state(Path(self.path))
        except OSError as error:
            raise self._changed(f"it cannot be found any more ({error.strerror})") from error
        if state != self.state:
            raise self._changed("somebody has written to it")

    def _changed(self, how: str) -> LogError:
        found = f"LOG-changed: the file has changed while it was read: {how}"
        return LogError(Fault(Place(self.name), found, "begin again when nobody writes to it, or from a copy"))


class FileState(NamedTuple):
    """What shows that a file has changed: its size, and when it was last written to, by its own word and the disk's."""

    size: int
    written: int
    touched: int  # whoever sets the time of writing back is seen here


def file_state(path: Path) -> FileState:
    """The state of a file now; OSError where there is none."""
    found = path.stat()
    return FileState(found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _form(path: Path) -> str | None:
    name = path.name.lower()
    return next((suffix for suffix in SUFFIXES if name.endswith(suffix)), None)


def _usage(path: str, found: str, mend: str) -> UsageError:
    return UsageError(str(Fault(Place(path), found, mend)))


def find_files(paths: Sequence[str]) -> list[Path]:
    """The log files that paths, folders (with all below them) and globs stand for, each once; UsageError for none.

    What has a log's name and cannot be read as a file is refused, never passed over.
    """
    if not paths:
        raise _usage("LOG", "no log was named", f"name a file, a folder or a pattern of {KINDS}")
    found: dict[str, Path] = {}
    for text in paths:
        try:
            for file in _named(text):
                found.setdefault(str(file.resolve()), file)
        except OSError as error:
            raise _usage(
                text, f"it cannot be looked at ({error.strerror})", "check the name and the permissions"
            ) from error
    return list(found.values())


def passed_over(paths: Sequence[str]) -> list[str]:
    """The files in the named folders that are no logs by their names."""
    folders = (Path(text) for text in paths)
    return sorted({file.name for folder in folders if folder.is_dir() for file in _walk(folder) if _form(file) is None})


def _named(text: str) -> list[Path]:
    """The log files that one word of the command line stands for."""
    path = Path(text)
    if path.is_dir():
        files = _logs_in(path)
        if not files:
            raise _usage(text, "the folder holds no log", f"a log is one of {KINDS}")
    elif path.exists():
        files = [path]
    else:
        matches = sorted(Path(match) for match in glob.glob(text, recursive=True))  # noqa: PTH207
        files = [file for match in matches for file in (_logs_in(match) if match.is_dir() else [match])]
        if not files:
            raise _usage(
                text,
                "nothing has that name",
                "check the spelling; a pattern such as logs/*.csv must fit at least one log",
            )
    for file in files:
        _require_log(text, file)
    return files


def _logs_in(folder: Path) -> list[Path]:
    return [file for file in _walk(folder) if _form(file)]


def _walk(folder: Path) -> list[Path]:
    """All that lies in a folder and below it, but no folders; OSError where one of them cannot be opened."""

    def fail(error: OSError) -> None:
        raise error

    found = []
    for place, folders, files in os.walk(folder, onerror=fail):
        links = [name for name in folders if Path(place, name).is_symlink()]
        if links:
            mend = "name the folder that it leads to, or take the link away"
            raise _usage(str(Path(place, links[0])), "this is a link to another folder, which is not followed", mend)
        found += [Path(place, name) for name in files]
    return sorted(found)


def _require_log(text: str, file: Path) -> None:
    try:
        str(file).encode()
    except UnicodeEncodeError:
        name = os.fsencode(file.name).decode("utf-8", "backslashreplace")
        raise _usage(name, "the file's name or folder is not UTF-8", "rename it") from None
    where = text if Path(text) == file else str(file)
    if not file.exists():
        raise _usage(where, "this is a link to a file that is not there", "take the link away, or put the file there")
    if not file.is_file():  # the log is read twice, and a pipe would be waited for
        raise _usage(where, "this is a pipe or a device", "write the log to a file first")
    if _form(file) is None:
        mend = next((mend for ends, mend in _OTHER_KINDS if file.name.lower().endswith(ends)), "")
        raise _usage(where, "a file of this kind is no log", f"{mend}a log is one of {KINDS}")


def hash_file(path: Path, step: _Step = contextlib.nullcontext) -> str:
    """The SHA-256 of a file, read in blocks, each in a step of its own; LogError where it cannot be read."""
    digest = hashlib.sha256()
    size = -1
    try:
        with path.open("rb") as file:
            while size:
                with step():
                    size = len(block := file.read(_BLOCK))
                    digest.update(block)
    except OSError as error:
        raise _unreadable(path, error) from error
    return digest.hexdigest()


def _unreadable(path: Path, error: OSError) -> LogError:
    found = f"LOG-unreadable: the file cannot be read ({error.strerror})"
    return LogError(Fault(Place(path.name), found, "check its permissions"))


def _hash_in_turn(work: Sequence[tuple[Path, "Future[str]"]], step: _Step) -> None:
    for path, future in work:
        try:
            digest = hash_file(path, step)
        except BaseException as error:  # it is raised where the hash is asked for
            with step():
                future.set_exception(error)
        else:
            with step():
                future.set_result(digest)


def check_names(source: Source, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Notes on the columns that a file has; LogError where a required one is missing or a known one stands twice."""
    known = {column.name for column in LOG_COLUMNS}
    repeated = sorted({name for name in names if name in known and names.count(name) > 1})
    if repeated:
        found = f"LOG-header-repeated: column {', '.join(repeated)} stands more than once"
        raise LogError(Fault(Place(source.name, 1), found, "name every column once"))
    missing = [column.name for column in LOG_COLUMNS if not column.nullable and column.name not in names]
    if missing:
        raise LogError(_without(source, missing, [name for name in names if name not in known]))
    notes = [("LOG-column-unknown", name) for name in names if name not in known]
    filled = ("utc_offset", "source_row")
    notes += [("LOG-column-missing", c.name) for c in LOG_COLUMNS if c.name not in names and c.name not in filled]
    return tuple(notes)


def _without(source: Source, missing: Sequence[str], others: Sequence[str]) -> Fault:
    """The fault of a file without columns that every log has: which, what stands in their place, how they are named."""
    found = f"LOG-header: required columns are missing: {', '.join(missing)}"
    others = [name for name in others if name.strip()]
    if others:
        found += f"; found are {', '.join(map(quote, others[:_OTHERS]))}" + (" ..." if len(others) > _OTHERS else "")
    alike = {}
    for name in others[:_LOOKED_AT]:
        plain = re.sub(r"[\s_-]+", "_", name[:_LONGEST_NAME].strip().lower())
        for near in difflib.get_close_matches(plain, [right for right in missing if right not in alike], 1):
            alike[near] = name
    if alike:
        mend = "write " + ", ".join(f"{right} for {quote(name)}" for right, name in alike.items())
        return Fault(Place(source.name, 1), found, f"{mend}, as docs/log_format.md does")
    return Fault(Place(source.name, 1), found, "have the names of the columns in the first line, as docs/log_format.md")


def open_sources(paths: Sequence[str]) -> list[Source]:
    """All files of a reading in an order that their names and contents alone decide, repeats marked.

    Files are hashed in a thread from now on; only those that share a name or a size are hashed at once.
    """
    files = find_files(paths)
    try:
        states = [file_state(file) for file in files]
    except OSError as error:
        raise _unreadable(Path(str(error.filename)), error) from error
    names, same_size = Counter(file.name for file in files), Counter(state.size for state in states)
    hashes = Hashes(files)
    alike = [
        file for file, (size, *_) in zip(files, states, strict=True) if names[file.name] > 1 or same_size[size] > 1
    ]
    hashes.at_once(alike)
    hashes.begin()
    sources = [
        Source(str(file), file.name, hashes, state, _form(file) or "")
        for file, state in zip(files, states, strict=True)
    ]
    sources.sort(key=lambda s: (s.name, s.sha256 if names[s.name] > 1 else "", s.path))
    first: dict[str, int] = {}
    return [
        replace(s, repeats=first[s.sha256])
        if same_size[s.bytes] > 1 and first.setdefault(s.sha256, place) != place
        else s
        for place, s in enumerate(sources)
    ]
