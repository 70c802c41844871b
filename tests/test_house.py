"""The house keeps its order: layers, lengths, names, dependencies, money without floats, tests beside modules."""

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(path for path in (ROOT / "audit").rglob("*.py") if "shipped" not in path.parts)

# Lower rooms first; a room may import from its own and from lower ones.
LAYERS = (
    {"errors", "schema", "kernel", "dated", "places"},
    {"pieces"},
    {"logs"},
    {"games"},
    {"rulebook"},
    {"engine", "apart", "tally"},
    {"findings", "results"},
    {"explain"},
    {"report", "simulate"},
    {"cli", "__main__"},
)
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}


def room(path: Path) -> str:
    inside = path.relative_to(ROOT / "audit")
    return inside.parts[0].removesuffix(".py")


def imported(path: Path) -> set[tuple[str, ...]]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            assert node.level == 0, f"{path}: relative import"
        found |= {tuple(name.split(".")) for name in names if name.split(".")[0] == "audit"}
    return found


def layer(name: str) -> int:
    for number, rooms in enumerate(LAYERS):
        if name in rooms:
            return number
    raise AssertionError(f"audit/{name} has no layer")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_layers_go_one_way(path: Path) -> None:
    here = room(path)
    if here == "__init__":
        return
    for name in imported(path):
        if len(name) < 2 or name[1] in ("__version__", here):
            continue
        assert layer(name[1]) <= layer(here), f"{path} reaches up to {'.'.join(name)}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_games_never_import_each_other(path: Path) -> None:
    parts = path.relative_to(ROOT / "audit").parts
    if parts[0] != "games" or len(parts) < 3:
        return
    for name in imported(path):
        if name[1:2] == ("games",) and len(name) > 2:
            assert name[2] in (parts[1], "game"), f"{path} imports the game {name[2]}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_lengths(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 500, f"{path} is longer than 500 lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            assert length <= 80, f"{path}:{node.lineno}: {node.name} is {length} lines"


def test_names() -> None:
    for path in MODULES:
        assert path.stem not in FORBIDDEN_NAMES, path
        assert path.parent.name not in FORBIDDEN_NAMES, path


# Floats that are no money: seconds to wait, likeness of words, a bound on the size of products.
FLOATS = {"logs/ahead.py", "rulebook/section.py", "rulebook/threeway.py", "rulebook/parameters.py"}


@pytest.mark.parametrize("folder", ["games", "rulebook", "logs", "findings"])
def test_money_never_meets_a_float(folder: str) -> None:
    for path in (ROOT / "audit" / folder).rglob("*.py"):
        if path.relative_to(ROOT / "audit").as_posix() in FLOATS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.expr):
                continue
            literal = isinstance(node, ast.Constant) and isinstance(node.value, float)
            call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
            true_division = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
            path_join = true_division and not isinstance(getattr(node, "left", None), ast.Constant)
            assert not literal, f"{path}:{node.lineno}: a float literal"
            assert not call, f"{path}:{node.lineno}: float()"
            assert not true_division or path_join, f"{path}:{node.lineno}: true division"


def test_every_dependency_says_what_for() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    wanted = list(data["project"]["dependencies"])
    for group in data["dependency-groups"].values():
        wanted += group
    for dependency in wanted:
        assert re.search(rf'"{re.escape(dependency)}",?\s+# \w+', text), f"{dependency} has no comment"


def test_only_the_command_line_prints_or_exits() -> None:
    for path in MODULES:
        if room(path) in ("cli", "__main__"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                assert name not in ("print", "sys.exit", "exit", "quit", "os._exit"), f"{path}:{node.lineno}: {name}"


def test_no_unfinished_work() -> None:
    words = re.compile(r"\b(TO" + "DO|FIX" + "ME|XX" + "X|NotImplemented" + r"Error)\b")
    for folder in ("audit", "tests", "rules", "reports", "docs"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".toml", ".html", ".css", ".md"}:
                assert not words.search(path.read_text(encoding="utf-8")), path


def test_every_module_is_tested() -> None:
    """Every room has tests that mirror it; a module without its own test file is named in its room's tests."""
    for path in MODULES:
        inside = path.relative_to(ROOT / "audit")
        if inside.name == "__init__.py" or len(inside.parts) < 2:
            continue
        folder = ROOT / "tests" / inside.parent
        assert any(folder.glob("test_*.py")), f"no tests in {folder.relative_to(ROOT)} for audit/{inside}"


def test_git_knows_no_generated_files() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    assert not [name for name in listed if name.endswith((".pyc", ".nbi", ".nbc"))]
