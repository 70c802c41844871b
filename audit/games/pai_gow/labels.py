"""The words of the ``label`` column as codes: each unique text of a batch is read once, rows then index the codes."""

import threading
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from audit.dated import Dated

WORDS = tuple(
    (
        "one_hand two_hands valid cocked stacked out own piggyback by_word win lose push void "
        "banker house unanimous exposed down up"
    ).split()
)
(
    ONE_HAND, TWO_HANDS, VALID, COCKED, STACKED, OUT, OWN, PIGGYBACK, BY_WORD, WIN, LOSE, PUSH, VOID,
    BANKER, HOUSE, UNANIMOUS, EXPOSED, DOWN, UP,
) = range(1, len(WORDS) + 1)  # fmt: skip
OTHER_WORD = len(WORDS) + 1

_CODE = {word: code for code, word in enumerate(WORDS, 1)}
_SIDES = {"player": 1, "banker": 2}
_RESULTS = {"win": 1, "push": 0, "lose": -1}
_NO_RESULT = -2

# What a text says in every way that an event may read it, by column of the codes. ``WORD`` is 1 + the index into
# ``WORDS``, 0 for an empty label, ``OTHER_WORD`` for any other text. Of a ``compare``: ``FRONT_WINNER`` and
# ``REAR_WINNER`` are 1 player, 2 banker, 0 unread, ``RESULT`` is 1 win, 0 push, -1 lose, -2 unread. Of a ``set``, front
# pair and rear side by side: ``ROW`` is the row of Table 2 that was logged (0 none, -1 a text that is neither row nor
# points nor name), ``OTHER_ROW`` the second row that the name may mean (0 none), ``PAIR_POINTS`` the points that were
# logged, -1 for none.
WORD, FRONT_WINNER, REAR_WINNER, RESULT, ROW, OTHER_ROW, PAIR_POINTS = 0, 1, 2, 3, 4, 6, 8
_NOTHING = (0, 0, 0, _NO_RESULT, 0, 0, 0, 0, -1, -1)

# Characters that Table 2 writes in two ways; a logged name may mix them.
_ONE_SPELLING = str.maketrans("双鹅杂红头长脚凳", "雙鵝雜紅頭長腳櫈")

NO_NAME, UNREADABLE = 0, -1


Names = Mapping[str, tuple[int, int]]


def _spelled(name: str) -> str:
    return name.translate(_ONE_SPELLING)


def row_names(table_2: Dated) -> Names:
    """The rows that each name of Table 2 may mean, over all steps of the law (two where names repeat, else row and 0).

    A name that two dates give to different rows means both: a name is never held against another day's table.
    """
    rows: dict[str, list[int]] = {}
    for step in table_2.steps:
        if not isinstance(step.value, list | tuple):
            continue
        for entry in step.value:
            if isinstance(entry, Mapping) and isinstance(names := entry.get("names"), list | tuple):
                for name in names:
                    known = rows.setdefault(_spelled(str(name)), [])
                    row = entry.get("row")
                    if isinstance(row, int) and row not in known:
                        known.append(row)
    return {name: (known[0], known[1] if len(known) > 1 else 0) for name, known in rows.items() if known}


def _name(text: str, names: Names) -> tuple[int, int, int]:
    """Row, other row and points of one logged name."""
    text = text.strip()
    if not text:
        return NO_NAME, 0, -1
    if len(text) == 1 and text in "0123456789":
        return NO_NAME, 0, int(text)
    if text.startswith("#"):
        digits = text[1:]
        row = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 3 else 0
        return (row, 0, -1) if 1 <= row <= 106 else (UNREADABLE, 0, -1)
    row, other = names.get(_spelled(text), (UNREADABLE, 0))
    return row, other, -1


def _set_names(text: str, names: Names) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Front and rear name of a setting; without a bar, or with more than one, neither can be told."""
    front, bar, rear = text.partition("|")
    if not bar or "|" in rear:
        unread = (UNREADABLE if text.strip() else NO_NAME, 0, -1)
        return unread, unread
    return _name(front, names), _name(rear, names)


def _compared(text: str) -> tuple[int, int, int]:
    words = text.split()
    if len(words) != 3:
        return 0, 0, _NO_RESULT
    return _SIDES.get(words[0], 0), _SIDES.get(words[1], 0), _RESULTS.get(words[2], _NO_RESULT)


def _read_label(label: str, names: Names) -> tuple[int, ...]:
    text = label.strip()
    word = _CODE.get(text, OTHER_WORD if text else 0)
    front, rear = _set_names(label, names)
    return (word, *_compared(label), front[0], rear[0], front[1], rear[1], front[2], rear[2])


_MOST_REMEMBERED = 100_000
_READING = threading.Lock()  # lanes of one run share a reader


class LabelReader:
    """Reads labels by the names of one Table 2, each text once, and remembers it for the batches to come."""

    def __init__(self, table_2: Dated) -> None:
        self.table_2 = table_2
        self._names = row_names(table_2)
        self._forget()

    def _forget(self) -> None:
        self._place: dict[str, int] = {}
        self._codes = np.array([_NOTHING], np.int16)

    def codes(self, labels: Sequence[str]) -> NDArray[np.int16]:
        """The codes of N labels, shape (N + 1, 10); the last row stands for none."""
        with _READING:
            if len(self._place) > _MOST_REMEMBERED:
                self._forget()
            known = len(self._codes)
            fresh = [label for label in labels if label not in self._place]
            if fresh:
                self._place.update((label, known + at) for at, label in enumerate(fresh))
                read = np.array([_read_label(label, self._names) for label in fresh], np.int16)
                self._codes = np.concatenate([self._codes, read])
            return self._codes[[*map(self._place.__getitem__, labels), 0]]
