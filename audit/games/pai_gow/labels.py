"""The words of the ``label`` column as codes: each unique text of a batch is read once, rows then index the codes."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.dated import Dated, Law

WORDS = tuple(
    (
        "one_hand two_hands valid cocked stacked out own piggyback by_word win lose push void "
        "banker house unanimous exposed down up"
    ).split()
)
(
    ONE_HAND, TWO_HANDS, VALID, COCKED, STACKED, OUT, OWN, PIGGYBACK, BY_WORD, WIN, LOSE, PUSH, VOID,
    BANKER, HOUSE, UNANIMOUS, EXPOSED, DOWN, UP,
) = range(1, len(WORDS) + 1)  # fmt: skip
OTHER_WORD = len(WORDS) + 1

_CODE = {word: code for code, word in enumerate(WORDS, 1)}
_SIDES = {"player": 1, "banker": 2}
_RESULTS = {"win": 1, "push": 0, "lose": -1}
_NO_RESULT = -2

# Characters that Table 2 writes in two ways; a logged name may mix them.
_ONE_SPELLING = str.maketrans("双鹅杂红头长脚凳", "雙鵝雜紅頭長腳櫈")

NO_NAME, UNREADABLE = 0, -1


class Labels(NamedTuple):
    """The labels of a batch, by index into ``Batch.labels`` with one more entry at the end, which stands for none (-1).

    ``word`` is 1 + the index into ``WORDS``, 0 for an empty label, ``OTHER_WORD`` for any other text. Of a ``compare``,
    ``front`` and ``rear`` are 1 player, 2 banker, 0 unread; ``result`` is 1 win, 0 push, -1 lose, -2 unread. Of a
    ``set``, side 0 is the front pair, 1 the rear: ``row[., side]`` is the row of Table 2 that was logged (0 none, -1 a
    text that is neither row nor points nor name), ``other_row`` the second row that the name may mean (0 none),
    ``points`` the points that were logged, -1 for none.
    """

    word: NDArray[np.int8]
    front: NDArray[np.int8]
    rear: NDArray[np.int8]
    result: NDArray[np.int8]
    row: NDArray[np.int16]
    other_row: NDArray[np.int16]
    points: NDArray[np.int8]


Names = Mapping[str, tuple[int, int]]


def _spelled(name: str) -> str:
    return name.translate(_ONE_SPELLING)


def row_names(table_2: Dated) -> Names:
    """The rows that each name of Table 2 may mean, over all steps of the law (two where names repeat, else row and 0).

    A name that two dates give to different rows means both: a name is never held against another day's table.
    """
    rows: dict[str, list[int]] = {}
    for step in table_2.steps:
        if not isinstance(step.value, list | tuple):
            continue
        for entry in step.value:
            if isinstance(entry, Mapping) and isinstance(names := entry.get("names"), list | tuple):
                for name in names:
                    known = rows.setdefault(_spelled(str(name)), [])
                    row = entry.get("row")
                    if isinstance(row, int) and row not in known:
                        known.append(row)
    return {name: (known[0], known[1] if len(known) > 1 else 0) for name, known in rows.items() if known}


def _name(text: str, names: Names) -> tuple[int, int, int]:
    """Row, other row and points of one logged name."""
    text = text.strip()
    if not text:
        return NO_NAME, 0, -1
    if len(text) == 1 and text in "0123456789":
        return NO_NAME, 0, int(text)
    if text.startswith("#"):
        digits = text[1:]
        row = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 3 else 0
        return (row, 0, -1) if 1 <= row <= 106 else (UNREADABLE, 0, -1)
    row, other = names.get(_spelled(text), (UNREADABLE, 0))
    return row, other, -1


def _set_names(text: str, names: Names) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Front and rear name of a setting; without a bar, or with more than one, neither can be told."""
    front, bar, rear = text.partition("|")
    if not bar or "|" in rear:
        unread = (UNREADABLE if text.strip() else NO_NAME, 0, -1)
        return unread, unread
    return _name(front, names), _name(rear, names)


def _compared(text: str) -> tuple[int, int, int]:
    words = text.split()
    if len(words) != 3:
        return 0, 0, _NO_RESULT
    return _SIDES.get(words[0], 0), _SIDES.get(words[1], 0), _RESULTS.get(words[2], _NO_RESULT)


Memory = dict[str, tuple[int, ...]]
_MOST_REMEMBERED = 100_000


def _read_label(label: str, names: Names) -> tuple[int, ...]:
    """One text in every way that an event may read it, in the order of ``Labels``, front and rear side by side."""
    text = label.strip()
    word = _CODE.get(text, OTHER_WORD if text else 0)
    front, rear = _set_names(label, names)
    return (word, *_compared(label), front[0], rear[0], front[1], rear[1], front[2], rear[2])


def read_labels(labels: Sequence[str], law: Law, memory: Memory | None = None) -> Labels:
    """Codes of a batch's labels, each text read once in every way that an event may read it.

    ``memory`` keeps what was read for the next batch under the same law.
    """
    memory = {} if memory is None else memory
    if len(memory) > _MOST_REMEMBERED:
        memory.clear()
    names = row_names(law.parameter("table_2"))
    nothing = (0, 0, 0, _NO_RESULT, 0, 0, 0, 0, -1, -1)
    rows = []
    for label in labels:
        read = memory.get(label)
        if read is None:
            read = memory[label] = _read_label(label, names)
        rows.append(read)
    codes = np.array([*rows, nothing], np.int16)
    return Labels(
        word=codes[:, 0].astype(np.int8),
        front=codes[:, 1].astype(np.int8),
        rear=codes[:, 2].astype(np.int8),
        result=codes[:, 3].astype(np.int8),
        row=codes[:, 4:6].copy(),
        other_row=codes[:, 6:8].copy(),
        points=codes[:, 8:10].astype(np.int8),
    )
