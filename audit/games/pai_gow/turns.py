"""Facts of the hand as a whole, and of the table's hands before it: turns at the bank, passing it on, its growth."""

import numpy as np
from numpy.typing import NDArray

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.betting import bets_borne_out
from audit.games.pai_gow.play import Matrix, Pieces, U, Vector, add, by_banker_or_player, right_of
from audit.games.pai_gow.scan import exposed
from audit.games.pai_gow.settling import adds_up, bank_short, in_part, orders_of_settling, share
from audit.kernel import inlined_kernel, inner_kernel

_VALID = labels.VALID

# What a table remembers, in ``TableState.values``: kinds of event seen; whether there was a hand; its day, banker and
# bets (a mask, -1 unknown); the turn's hands surely and exactly (-1 unknown), its consents (-1 unknown); bank, share of
# the win and fee of the turn's last hand that counted; the tile set (an index into the batch's refs, -1 unknown);
# whether others staked in that hand; the set before that one, where it changed without a word, else -1.
(
    S_KINDS, S_PLAYED, S_DAY, S_BANKER, S_BETS, S_LEAST, S_EXACT, S_CONSENTS, S_BANK, S_SHARE, S_FEE, S_SET,
    S_CO_BANKED, S_SET_BEFORE,
) = range(14)  # fmt: skip
STATE_SIZE = 14

# Places of ``Turn``.
_NEW, _SAME_DAY, _LEAST, _EXACT, _CONSENTS, _BANK_BEFORE, _SHARE_BEFORE, _FEE_BEFORE, _CO_BANKED = range(9)

Turn = tuple[int, int, int, int, int, int, int, int, int]


@inlined_kernel
def _may_be_void_deal(now: Vector) -> bool:
    """Whether nothing was played on a deal, at a table whose log shows play, but neither voids nor exposed tiles."""
    dealt = now[p.FIRST_DEAL] >= 0 or not now[p.CARRIED] & (1 << p.DEAL)
    if now[p.PLAYED] == 1 or not dealt or not now[p.CARRIED] & p.PLAY:
        return False
    return not now[p.CARRIED] & (1 << p.VOID | 1 << p.EXPOSE)


@inlined_kernel
def counts(now: Vector) -> bool:
    """Whether a hand is one of its banker's turn: not a void deal, nor one broken off before any tile was dealt."""
    if now[p.VOID_DEAL] == 1:
        return False
    return bool(now[p.PLAYED] == 1 or now[p.FIRST_DEAL] >= 0 or not now[p.CARRIED] & (p.PLAY | 1 << p.DEAL))


@inlined_kernel
def turn_of(now: Vector, state: NDArray[np.int64], day: int) -> Turn:
    """A hand's turn, this hand counted in: new, same day, least, exact, consents, bank, share, fee, others."""
    banker, before = now[p.BANKING], state[S_BANKER]
    same_day = 1 if state[S_PLAYED] == 1 and state[S_DAY] == day else 0
    least = exact = consents = bank = won = fee = others = 0
    new = state[S_PLAYED] == 0 or (before > 0 and banker > 0 and before != banker)
    if not new:
        least, exact, consents = state[S_LEAST], state[S_EXACT], state[S_CONSENTS]
        bank, won, fee, others = state[S_BANK], state[S_SHARE], state[S_FEE], state[S_CO_BANKED]
        if before == 0 or banker == 0:
            least, exact, consents, bank, won = 0, -1, -1, U, U
        elif same_day == 0:
            least, exact = 0, -1
    if now[p.WHOLE] == 0:
        exact, consents = -1, -1
    elif _may_be_void_deal(now):
        exact = -1
    elif counts(now):
        least += 1
        exact += 1 if exact >= 0 else 0
    consents = -1 if now[p.CONSENT_DOUBT] == 1 else consents
    consents += now[p.CONSENTS] if consents >= 0 else 0
    return 1 if new else 0, same_day, int(least), int(exact), int(consents), int(bank), int(won), int(fee), int(others)


@inlined_kernel
def forget(state: NDArray[np.int64], day: int) -> None:
    """Forget what hands before a lost one told of it: who banks, who bets, and by which set they play.

    The hand that is lost may have been of this gaming day, and in the banker's turn or not.
    """
    state[S_PLAYED], state[S_DAY], state[S_BANKER], state[S_BETS] = 1, day, 0, -1
    state[S_LEAST], state[S_EXACT], state[S_CONSENTS] = 0, -1, -1
    state[S_BANK] = state[S_SHARE] = state[S_FEE] = U
    state[S_CO_BANKED], state[S_SET], state[S_SET_BEFORE] = U, -1, -1


@inlined_kernel
def _passing(now: Vector, state: NDArray[np.int64], same_day: int) -> tuple[int, int, int, int, int, int]:
    """Bank moved, adjacent seat, next bettor, next willing, declines between, whether the banker bet before."""
    if same_day == 0:
        return 0, 0, 0, 0, 0, 0
    banker, before, mask = now[p.BANKING], state[S_BANKER], state[S_BETS]
    if before == 0:
        return U, U, U, U, U, U
    moved = U if banker == 0 else (1 if banker != before else 0)
    torn = now[p.WHOLE] == 0 or now[p.DECLINE_LOST] == 1
    bettor = willing = declines = 0
    passed = False
    for step in range(1, 8):
        seat = right_of(before, step)
        bet, declined = mask & (1 << seat) != 0, now[p.DECLINED] & (1 << seat) != 0
        bettor = seat if bettor == 0 and bet else bettor
        willing = seat if willing == 0 and bet and not declined else willing
        passed = passed or seat == banker
        declines += 1 if declined and not passed else 0
    bet_before = U if mask < 0 or banker == 0 else (1 if mask & (1 << banker) else 0)
    if mask < 0:
        bettor = willing = U
    if moved == 0:
        declines = 0
    return moved, right_of(before, 1), bettor, U if torn else willing, U if torn or moved == U else declines, bet_before


@inlined_kernel
def _declared(now: Vector, log: Matrix) -> int:
    """Whether the banker declared the way of dealing before the valid shake."""
    if now[p.THE_SHAKE] < 0 or now[p.DOUBT] >= 0:
        return U
    lost = False
    for row in range(now[p.THE_SHAKE]):
        if log[row, p.EVENT] == p.DECLARE:
            by = by_banker_or_player(now, log, row)
            if by == p.BANKER:
                return 1
            lost = lost or by == U
    return U if lost or now[p.THE_SHAKE] >= now[p.GAP] else 0


@inner_kernel
def _sure(value: int, whole: int) -> int:
    """A truth that is certain once seen, and otherwise only where the hand is whole."""
    return 1 if value != 0 else (0 if whole == 1 else U)


@inlined_kernel
def _number_of_seats(mask: int) -> int:
    count = 0
    for seat in range(1, 9):
        count += 1 if mask & (1 << seat) else 0
    return count


@inlined_kernel
def _set_changed(now: Vector, log: Matrix, state: NDArray[np.int64]) -> int:
    if state[S_PLAYED] == 0:
        return 0
    start = log[0, p.REF] if log[0, p.EVENT] == p.HAND_START else -1
    if start == -1 or state[S_SET] == -1:
        return U
    # One hand alone under another set's id: found there, and not again where the table comes back to its own.
    return 1 if start not in (state[S_SET], state[S_SET_BEFORE]) else 0


@inlined_kernel
def hand(
    now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, out: Vector, state: NDArray[np.int64], turn: Turn
) -> None:
    """The row of ``hands``."""
    n = add(now, out, p.T_HANDS, -1, 0)
    whole = int(now[p.WHOLE])
    out[n + 3] = now[p.BANKING] if now[p.BANKING] > 0 else U
    out[n + 4] = now[p.PILES] if whole == 1 else U
    out[n + 5] = _number_of_seats(now[p.DEALT]) if whole == 1 and now[p.PILE_COUNT] == 0 else U
    out[n + 6] = _sure(now[p.PLAYED], whole)
    # A pile out of order before the shuffle is art. 1(3)'s matter; the shuffle before all others is not late.
    shuffled = now[p.SHUFFLED] == 1 or (now[p.SHUFFLED] == 2 and now[p.FIRST_OFF] == 2)
    out[n + 7] = 1 if shuffled else (0 if whole == 1 or 0 <= now[p.FIRST_DEAL] < now[p.GAP] else U)
    out[n + 8], out[n + 9] = now[p.FIRST_SEAT], now[p.SEAT_DUE]
    out[n + 10], out[n + 11] = now[p.SEAT_DUE_LAST], now[p.SEAT_BY_TOTAL]
    out[n + 12] = _declared(now, log)
    out[n + 13] = turn[_LEAST] if now[p.BANKING] > 0 else 0
    out[n + 14] = turn[_EXACT] if turn[_EXACT] >= 0 and now[p.BANKING] > 0 else U
    out[n + 15] = turn[_CONSENTS] if turn[_CONSENTS] >= 0 else U
    out[n + 16], out[n + 17], out[n + 18], out[n + 19], out[n + 20], out[n + 21] = _passing(now, state, turn[_SAME_DAY])
    out[n + 22] = now[p.BANK_PUT] if whole == 1 else U
    out[n + 23], out[n + 24], out[n + 25] = turn[_BANK_BEFORE], now[p.SHARE], turn[_FEE_BEFORE]
    out[n + 26] = turn[_CO_BANKED]
    out[n + 27], out[n + 28], out[n + 29] = now[p.BANK_TOTAL], now[p.NET], bank_short(now, lists)
    out[n + 30], out[n + 31] = orders_of_settling(now, lists, log)
    own = now[p.OWN_ROW]
    out[n + 32] = _sure(1 if own >= 0 else 0, whole)
    out[n + 33] = now[p.OWN_PAYOUT] if own >= 0 else (0 if whole == 1 else U)
    out[n + 34] = in_part(now) if whole == 1 else U
    out[n + 35] = adds_up(now) if whole == 1 else U
    out[n + 36] = now[p.HOUSE_NOW] if whole == 1 else U
    out[n + 37] = exposed(now, now[p.BANKING]) if now[p.BANKING] > 0 else U
    settled = now[p.SETTLED]
    if settled == 2:
        settled = 0 if now[p.VOID_DEAL] == 1 else U
    out[n + 38] = settled if settled in (1, U) else _sure(0, whole)
    out[n + 39] = now[p.REPLACEMENTS] if whole == 1 or now[p.REPLACEMENTS] > 0 else U
    out[n + 40] = _sure(now[p.REPLACED_LATE], whole)
    out[n + 41] = _set_changed(now, log, state)


@inlined_kernel
def remember(now: Vector, lists: Matrix, log: Matrix, state: NDArray[np.int64], day: int, turn: Turn) -> None:
    """Keep of a hand what the table's next one must know."""
    whole = now[p.WHOLE] == 1
    same_day = state[S_PLAYED] == 1 and state[S_DAY] == day
    state[S_DAY], state[S_BANKER] = day, now[p.BANKING]
    mask = 0
    for at in range(now[p.WAGERS]):
        if lists[p.W_BET, at] == U and now[p.BET_ROWS + lists[p.W_SEAT, at]] == 0:
            mask |= 1  # a change of a bet that nobody put down
        elif lists[p.W_BET, at] != 0:
            mask |= 1 << lists[p.W_SEAT, at]
        elif lists[p.W_SETTLE_ROW, at] >= 0 and lists[p.W_AT_SHAKE, at] == 0:
            mask |= 1  # a settlement without a bet: who bet in this hand cannot be told
    if not bets_borne_out(now, mask):
        mask |= 1
    mask = mask if whole and not mask & 1 else -1
    if same_day and not counts(now) and mask != state[S_BETS]:
        mask = -1  # which hand is "the hand before", this one or the one before it, is not said
    state[S_BETS] = mask
    state[S_LEAST], state[S_EXACT], state[S_CONSENTS] = turn[_LEAST], turn[_EXACT], turn[_CONSENTS]
    state[S_BANK], state[S_SHARE], state[S_FEE] = turn[_BANK_BEFORE], turn[_SHARE_BEFORE], turn[_FEE_BEFORE]
    state[S_CO_BANKED] = turn[_CO_BANKED]
    if not whole:
        state[S_BANK] = state[S_SHARE] = U
    elif counts(now):
        state[S_BANK] = now[p.BANK_AT_SHAKE]
        state[S_SHARE] = U if now[p.UNCLEAN] == 1 else _won(now)
        state[S_CO_BANKED] = 1 if now[p.BANK_OWN] != now[p.BANK_TOTAL] else 0
        state[S_FEE] = now[p.OWN_FEE]
    changed = _set_changed(now, log, state) == 1 and now[p.REPLACEMENTS] == 0
    state[S_SET_BEFORE] = state[S_SET] if changed and whole else -1
    state[S_SET], state[S_PLAYED] = now[p.LAST_SET_ID] if whole else -1, 1


@inlined_kernel
def _won(now: Vector) -> int:
    """The banker's share of the banking side's win."""
    net = now[p.NET]
    if net != U and net <= 0:
        return 0
    won = (
        net
        if now[p.BANK_OWN] == now[p.BANK_TOTAL] and U not in (net, now[p.BANK_OWN])
        else share(net, now[p.BANK_OWN], now[p.BANK_TOTAL], False)
    )
    if now[p.OWN_ROW] >= 0 and won != U:
        won = U if now[p.OWN_PAYOUT] == U else max(0, min(won, now[p.OWN_PAYOUT]))
    return won
