"""Findings: their identity, their evidence, and the files of a run: written, read again and verified."""
