"""The dated figures that the replay itself needs, as arrays of one row a set of figures in force."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from audit.dated import Dated, Law, Step
from audit.games.mahjong.fan import CERTAINTIES, NAMES
from audit.games.mahjong.layout import FIGURES

# Parameters in the order of the places F_TILES .. F_DICE.
FIGURE_NAMES = (
    "tiles_in_set",
    "stacks_per_wall",
    "portion_tiles",
    "portion_rounds",
    "dealer_last_tiles",
    "other_last_tiles",
    "melds_to_win",
    "two_fan_shares",
    "false_win_fan_of_dealer",
    "false_win_fan_to_dealer",
    "false_win_fan_to_others",
    "fan_cap",
    "dice_thrown",
)
ONE_FAN_HANDS = "one_fan_hands"


class DayLaw:
    """The figures of the law for the days of a batch: matrices of figures, fan and certainty, and each hand's row."""

    def __init__(
        self, law: Law, days: NDArray[np.int32], *, simplified: bool, read: dict[int, tuple[int, ...]] | None = None
    ) -> None:
        """``read`` holds what was read of this law before, by day, and takes what is read now."""
        self._law = law
        self._simplified = simplified
        # Days come in runs: the hands of a table stand in order.
        read = {} if read is None else read
        first = np.flatnonzero(np.diff(days, prepend=days[:1] - 1))
        rows: dict[tuple[int, ...], int] = {}
        of_day: dict[int, int] = {}
        for day in days[first].tolist():
            if day not in of_day:
                if day not in read:
                    read[day] = tuple(self._row(day))
                of_day[day] = rows.setdefault(read[day], len(rows))
        matrix = np.array(list(rows) or [(-1,) * (FIGURES + 2 * len(NAMES))], np.int64)
        self.figures = np.ascontiguousarray(matrix[:, :FIGURES])
        self.fan = np.ascontiguousarray(matrix[:, FIGURES : FIGURES + len(NAMES)])
        self.certainty = np.ascontiguousarray(matrix[:, FIGURES + len(NAMES) :])
        of_run = np.array([of_day[day] for day in days[first].tolist()], np.int64)
        self.of_hand = np.repeat(of_run, np.diff(first, append=len(days)))

    @property
    def known(self) -> NDArray[np.bool_]:
        """For each row, whether the law of that day tells every figure that the play rests on."""
        return np.array([bool((row[: len(FIGURE_NAMES)] >= 0).all()) for row in self.figures], np.bool_)

    def _row(self, day: int) -> Iterator[int]:
        for name in FIGURE_NAMES:
            yield _whole(self._step(name, day))
        yield _certainty(self._step("fan_cap", day))
        yield _certainty(self._step("fan_adding", day))
        yield _certainty(self._step("fan_chicken_without_pungs", day))
        if self._simplified:
            step = self._step(ONE_FAN_HANDS, day)
            listed = step.value if step is not None and isinstance(step.value, tuple) else None
            for name in NAMES:
                yield -1 if listed is None else int(name in listed)
            for _ in NAMES:
                yield _certainty(step)
        else:
            steps = [self._step(f"fan_{name}", day) for name in NAMES]
            yield from map(_whole, steps)
            yield from map(_certainty, steps)

    def _step(self, name: str, day: int) -> Step | None:
        try:
            dated: Dated = self._law.parameter(name)
        except KeyError:
            return None
        return dated.at(day)


def _whole(step: Step | None) -> int:
    return step.value if step is not None and isinstance(step.value, int) else -1


def _certainty(step: Step | None) -> int:
    """Place of a step's certainty; what is not known is the least sure."""
    return CERTAINTIES.index(step.certainty) if step is not None and step.certainty in CERTAINTIES else 3
