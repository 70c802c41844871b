"""handaudit: replays a casino's hand logs and holds every hand against the regulation, article by article."""

__version__ = "0.1.0"
