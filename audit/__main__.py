"""``python -m audit`` is the command ``audit``."""

from audit.cli import main

if __name__ == "__main__":
    main()
