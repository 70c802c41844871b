"""The games: one folder each with its ranking and its replay; no game imports another."""
