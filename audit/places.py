"""Where the rules and the templates stand: beside the package in a checkout, inside it in an installed wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _shipped(name: str, in_checkout: Path) -> Path:
    inside = _PACKAGE / "shipped" / name
    return inside if inside.is_dir() else in_checkout


def rules_folder() -> Path:
    """The folder of the built-in rule packs."""
    return _shipped("rules", _PACKAGE.parent / "rules")


def templates_folder() -> Path:
    """The folder of the built-in report templates."""
    return _shipped("templates", _PACKAGE.parent / "reports" / "templates")
