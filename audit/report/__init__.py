"""A stored run to a report: model, words, HTML, PDF; it reads nothing but what a run has written."""

from audit.report.rendering import CARDS, ReportFiles, render

__all__ = ["CARDS", "ReportFiles", "render"]
