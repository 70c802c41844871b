"""Names out of a log in the report's tables: however long, they take the room that a table has."""

import json

from audit.report.assembling import select
from audit.report.figures import input_files, played, population
from audit.report.stored import open_runs


def test_endless_names_and_notes_are_cut_and_counted(new_run, tmp_path):
    writer = new_run(("pai_gow",), 3, findings=0)
    for cells in (writer.population, writer.rows):
        for casino, *rest in list(cells):
            cells["C" * 70_000, *rest] = cells.pop((casino, *rest))
    run = writer.write(tmp_path / "run")
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    manifest["inputs"][0]["notes"] = [["LOG-column-unknown", f"{number}" * 9_000] for number in range(500)]
    (run / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    runs = open_runs([run])
    assert {len(line.casino) for line in population(played(runs, select(None, None)))} == {48 + len("… (+69952)")}
    for lang in ("en", "zh-Hant", "pt"):
        (file,) = input_files(runs, lang)
        assert len(file.notes) == 21
        assert file.notes[-1] == "… (+480)"
        assert all(len(note) < 300 for note in file.notes)
