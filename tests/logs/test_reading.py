"""Logs from files to batches and the account: any cut, order and form gives the same hands."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.errors import UsageError
from audit.logs import OutOfOrder, open_logs
from tests.logs.canonical_hands import canonical_hands, hand, log, read, row_words, table_of, write

QUIET = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
FORMS = (".csv", ".csv.gz", ".csv.zst", ".parquet")


@pytest.mark.parametrize("suffix", FORMS)
def test_a_written_log_reads_as_whole_hands_in_order(tmp_path: Path, suffix: str) -> None:
    batches, logs = read([write(log(5), tmp_path / f"log{suffix}")], batch_rows=10)
    assert [name for batch in batches for name in batch.hand_id.to_pylist()] == [f"H{n:04d}" for n in range(5)]
    assert all(np.array_equal(batch.gap, batch.start[1:]) for batch in batches)
    assert logs.account().files[0].replayed == logs.account().files[0].rows_in == 40
    assert logs.rejects().num_rows == 0
    assert logs.data_findings() == []


def test_a_row_reads_as_the_codes_that_the_batch_promises(tmp_path: Path) -> None:
    (batch,), _ = read([write(hand(0), tmp_path / "log.csv")])
    assert row_words(batch, 5)[3:] == (
        ("set", 5, "", 0, "P17", '#1, "front" | 天', None, None, None, None, None, (0, 1, 2, 3), 2)
    )
    assert row_words(batch, 6)[11:14] == (100050, -100050, 0)
    assert batch.seat[7] == 0
    assert batch.source_row.tolist() == list(range(2, 10))


def test_the_rows_of_a_batch_are_the_canonical_log(tmp_path: Path) -> None:
    (batch,), _ = read([write(hand(0), tmp_path / "log.parquet")])
    wanted = table_of(hand(0)).drop(["utc_offset", "source_row"]).to_pylist()
    assert batch.rows.drop(["utc_offset", "source_row"]).to_pylist() == wanted


@QUIET
@given(st.data())
def test_any_split_order_form_and_chunk_gives_the_same_hands(tmp_path: Path, data: st.DataObject) -> None:
    rows = log(6, tables=3) + [row | {"casino": "C02"} for row in log(2)]
    whole = canonical_hands(read([write(rows, tmp_path / "whole.csv")])[0])
    order = data.draw(st.permutations(rows)) if data.draw(st.booleans()) else rows
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=4)))
    paths = []
    for number, (start, end) in enumerate(itertools.pairwise([0, *cuts, len(rows)])):
        suffix = data.draw(st.sampled_from(FORMS))
        paths.append(write(order[start:end], tmp_path / f"{data.draw(st.integers(0, 99)):02d}-{number}{suffix}"))
    batches, logs = read(data.draw(st.permutations(paths)), batch_rows=data.draw(st.sampled_from([1, 7, 30, 1000])))
    assert canonical_hands(batches) == whole
    account = logs.account()
    kept = {account.files[source].name for batch in batches for source in batch.source.tolist()}
    assert account.total("replayed") == len(rows) - account.total("duplicate")
    assert kept <= {Path(path).name for path in paths}
    for path in paths:
        Path(path).unlink()


def test_rows_of_different_tables_may_interleave_in_one_pass(tmp_path: Path) -> None:
    one, two, three = hand(1, 1), hand(2, 2), hand(3, 1)
    mixed = [row for pair in zip(one, two, strict=True) for row in pair] + three
    logs = open_logs([write(mixed, tmp_path / "log.csv")], batch_rows=5)
    assert len(canonical_hands(logs.batches())) == 3
    assert not logs.account().sorted_out_of_core


@pytest.mark.parametrize(
    "rows",
    [
        hand(2) + hand(1),
        hand(1)[::-1],
        hand(1)[:4] + hand(2) + hand(1)[4:],
        hand(2, minutes=5) + hand(1, minutes=5),
        hand(1) + hand(2) + hand(1, table=2),
    ],
    ids=["hands by time", "rows by seq", "hands apart", "equal times by id", "id used twice"],
)
def test_what_is_out_of_order_says_so_and_is_sorted(tmp_path: Path, rows: list[dict[str, object]]) -> None:
    logs = open_logs([write(rows, tmp_path / "log.csv")])
    with pytest.raises(OutOfOrder):
        list(logs.batches())
    assert canonical_hands(logs.sorted_batches()).keys() <= {("C01", "H0001"), ("C01", "H0002")}
    assert logs.account().sorted_out_of_core


def test_files_may_be_named_against_their_time(tmp_path: Path) -> None:
    late = write(hand(2), tmp_path / "a.csv")
    early = write(hand(1), tmp_path / "b.parquet")
    logs = open_logs([late, early])
    assert len(canonical_hands(logs.batches())) == 2


def test_a_file_sent_again_adds_nothing(tmp_path: Path) -> None:
    first = write(log(2), tmp_path / "a.csv")
    again = tmp_path / "b.csv"
    again.write_bytes(Path(first).read_bytes())
    batches, logs = read([first, str(again)])
    assert len(canonical_hands(batches)) == 2
    repeated = logs.account().files[1]
    assert (repeated.rows_in, repeated.duplicate, repeated.replayed) == (16, 16, 0)
    assert repeated.notes == (("LOG-file-repeated", "a.csv"),)


def test_hands_sent_again_in_another_file_are_duplicates(tmp_path: Path) -> None:
    batches, logs = read([write(log(2), tmp_path / "a.csv"), write(log(3), tmp_path / "b.parquet")])
    assert len(canonical_hands(batches)) == 3
    assert logs.account().total("duplicate") == 16
    assert logs.account().files[1].reasons == {"LOG-row-repeated": 16}
    assert logs.rejects().num_rows == 0
    assert logs.data_findings() == []


@pytest.mark.parametrize("turned", [False, True])
def test_an_id_given_to_two_hands_stays_with_the_earlier(tmp_path: Path, turned: bool) -> None:
    early, late = hand(1, 2, minutes=1), hand(1, 1, minutes=9)
    batches, logs = read([write(late + early if turned else early + late, tmp_path / "log.csv")])
    assert [key[1] for key in canonical_hands(batches).values()] == ["PG02"]
    (finding,) = logs.data_findings()
    assert (finding.code, finding.table_id, finding.hand_id) == ("LOG-hand-reused", "PG01", "H0001")
    assert logs.account().files[0].reasons == {"LOG-hand-reused": 8}
    text = (tmp_path / "log.csv").read_bytes()
    for reject in logs.rejects().to_pylist():
        assert text[reject["byte_offset"] :].startswith(reject["raw"].encode())
        assert reject["raw"].startswith("C01,PG01")


@pytest.mark.parametrize("turned", [False, True])
def test_rows_that_contradict_each_other_are_both_rejected(tmp_path: Path, turned: bool) -> None:
    rows = hand(1)
    other = rows[2] | {"amount": "9.00"}
    rows[2:3] = [other, rows[2]] if turned else [rows[2], other]
    batches, logs = read([write(rows, tmp_path / "log.csv")])
    ((_, _, _, _, gap, kept),) = canonical_hands(batches).values()
    assert gap == 2
    assert [row[0] for row in kept] == [1, 2, 4, 5, 6, 7, 8]
    assert logs.rejects()["code"].to_pylist() == ["LOG-seq-reused", "LOG-seq-reused"]
    assert logs.rejects()["source_row"].to_pylist() == [4, 5]
    assert logs.data_findings() == []


def test_rows_of_other_games_are_counted_by_their_word(tmp_path: Path) -> None:
    batches, logs = read([write(hand(1, game="stud_poker") + hand(2), tmp_path / "log.csv")])
    assert len(canonical_hands(batches)) == 1
    file = logs.account().files[0]
    assert (file.out_of_scope, file.reasons) == (8, {"LOG-game:stud_poker": 8})
    assert "Stud Poker" in dict(file.notes)["LOG-game"]


def test_games_come_in_batches_of_their_own(tmp_path: Path) -> None:
    poker = [
        {k: v for k, v in row.items() if k not in ("pieces", "label")} | {"event": event, "game": "five_card_poker"}
        for row, event in zip(hand(9, 9), ("hand_start", *["check"] * 6, "hand_end"), strict=True)
    ]
    batches, _ = read([write(hand(1) + poker + hand(2), tmp_path / "log.parquet")])
    assert sorted(batch.game for batch in batches) == ["five_card_poker", "pai_gow"]


def test_folders_globs_and_what_is_not_there(tmp_path: Path) -> None:
    inner = tmp_path / "2026" / "10"
    inner.mkdir(parents=True)
    write(hand(1), inner / "a.csv")
    write(hand(2), tmp_path / "b.parquet")
    (tmp_path / "notes.txt").write_text("no log")
    for paths in ([str(tmp_path)], [str(tmp_path / "**" / "*.[cp]*")], [str(tmp_path), str(inner / "a.csv")]):
        assert len(canonical_hands(read(paths)[0])) == 2
    empty = tmp_path / "empty"
    empty.mkdir()
    for wrong in (str(tmp_path / "*.cvs"), str(tmp_path / "c.csv"), str(empty), str(tmp_path / "notes.txt")):
        with pytest.raises(UsageError) as error:
            open_logs([wrong])
        assert wrong in str(error.value)
    with pytest.raises(UsageError):
        open_logs([])


def test_results_name_no_folder(tmp_path: Path) -> None:
    _, logs = read([write(hand(1), tmp_path / "log.csv")])
    assert str(tmp_path) not in json.dumps([repr(logs.account()), logs.rejects().to_pylist()], default=str)
