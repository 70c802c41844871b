"""Speed as ratios in one run: the whole way from a log to findings, set against a bare reading of the same file."""
