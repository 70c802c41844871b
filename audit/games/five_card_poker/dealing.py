"""The dealing of cards: whose turn it is to get one, which card it is, what was seen before (art. 1, 2, 10, 11(e))."""

from audit.games.five_card_poker.columns import (
    CARD_BURNED,
    CARD_FOREIGN,
    CARD_REPEATED,
    DEAL_CARD,
    DEAL_CORRECTED,
    DEAL_COUNT,
    DEAL_EXPECTED_FACE,
    DEAL_EXPECTED_SEAT,
    DEAL_FACE,
    DEAL_IN_ORDER,
    DEAL_SEAT_IN,
    DEAL_SEATS_LEFT,
    STREET_PART,
    STREET_SEATS_WITHOUT_CARD,
)
from audit.games.five_card_poker.labels import DOWN as DOWN_WORD
from audit.games.five_card_poker.labels import UP as UP_WORD
from audit.games.five_card_poker.layout import (
    ADOPT,
    AT_CARDS,
    AT_DEALS,
    AT_STREETS,
    AWARD,
    BET,
    BLOCK_BASE,
    BLOCK_CORRECTED,
    BLOCK_GOT,
    BLOCK_OPEN,
    BLOCK_STREETS,
    BLOCK_TOTAL,
    BURNED_CARDS,
    CARDS_KNOWN,
    COMPLETE,
    CORRECT,
    DEAL,
    DEALT_CARDS,
    ENDED_EARLY,
    FACE_FAULT,
    FIRST_CARD,
    FOLD,
    GOT_CARD,
    HAND_END,
    HOLE,
    IN_BRACKET,
    KEY_STREETS,
    LAST_START,
    MISDEAL,
    MUDDLED,
    OPENER,
    ORDER_KNOWN,
    ORDER_LAST,
    ORDER_STREET,
    OUT,
    PLAYS,
    POT,
    ROUND,
    ROUND_ACTS,
    ROUND_DUE,
    SEATS,
    SHORT,
    SHOW,
    START_MASK,
    STREET,
    TURN_TIME,
    UNCORRECTED,
    UNKNOWN,
    UP_1,
    WHOLE,
    Filled,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.opening import first_word
from audit.games.five_card_poker.ranking import DECK
from audit.games.five_card_poker.seating import count_of, effective, next_of, seats_in, start_play
from audit.kernel import kernel

MOST_CARDS = 5


@kernel
def note_cards(log: Log, row: int, hand: Hand, filled: Filled, own: int, mark: bool) -> None:
    """Fill the facts of the cards of a row; ``own``: the seat whose known cards may be shown again, 0 for none."""
    at = filled.at[AT_CARDS]
    filled.at[AT_CARDS] += 1
    foreign, repeated, burned = 0, 0, 0
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        code = log.pieces[piece]
        if code >= DECK:
            foreign += 1
            continue
        if code < 0 or (own > 0 and _holds(hand, own, code)):
            continue
        if hand.seen[code] == 2:
            burned += 1
        elif hand.seen[code] == 1:
            repeated += 1
        elif mark:
            hand.seen[code] = 1
    filled.cards[CARD_FOREIGN, at] = foreign
    known = hand.has[WHOLE] and mark
    filled.cards[CARD_REPEATED, at] = repeated if known or repeated > 0 else UNKNOWN
    filled.cards[CARD_BURNED, at] = burned if known or burned > 0 else UNKNOWN
    if not mark:
        filled.cards[CARD_REPEATED, at] = 0
        filled.cards[CARD_BURNED, at] = 0


@kernel
def _holds(hand: Hand, seat: int, code: int) -> bool:
    held = 0
    for field in range(UP_1, HOLE + 1):
        held += hand.seat[field, seat] == code
    return held > 0


@kernel
def on_burn(log: Log, row: int, hand: Hand, filled: Filled) -> None:
    """A card laid away unseen."""
    note_cards(log, row, hand, filled, 0, True)
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        code = log.pieces[piece]
        if 0 <= code < DECK:
            hand.seen[code] = 2
    hand.has[BURNED_CARDS] += 1


@kernel
def _count_block(log: Log, row: int, end: int, hand: Hand, bracketed: bool) -> None:
    """Count the cards of each seat until the next act; of those in a corrected misdeal only the last row is noted."""
    bracket = hand.has[IN_BRACKET] != 0
    for later in range(row, end):
        event = log.event[later]
        if BET <= event <= FOLD or event in (SHOW, POT, AWARD, HAND_END):
            return
        if event == MISDEAL:
            bracket = not hand.has[UNCORRECTED]
        elif event == CORRECT:
            bracket = False
            hand.has[BLOCK_CORRECTED] = 1
        elif event == DEAL and bracket == bracketed:
            seat = effective(hand, log.seat[later])
            if bracketed:
                hand.seat[ADOPT, seat] = later
            else:
                hand.seat[BLOCK_TOTAL, seat] += max(1, log.pieces_start[later + 1] - log.pieces_start[later])


@kernel
def _seats_with(hand: Hand, cards: int) -> int:
    count = 0
    for seat in range(1, SEATS):
        count += hand.seat[BLOCK_TOTAL, seat] >= cards
    return count


@kernel
def open_block(log: Log, row: int, end: int, hand: Hand) -> None:
    """A run of deals begins: how many cards it gives to everybody, and to whom."""
    has = hand.has
    has[BLOCK_OPEN], has[BLOCK_BASE], has[BLOCK_CORRECTED] = 1, has[STREET], 0
    hand.seat[BLOCK_GOT, :] = 0
    hand.seat[BLOCK_TOTAL, :] = 0
    hand.seat[ADOPT, :] = -1
    _count_block(log, row, end, hand, False)
    left = MOST_CARDS - has[STREET]
    streets = 1
    while streets < left and _seats_with(hand, streets + 1) >= 2:
        streets += 1
    if has[STREET] == 0 and streets == 1 and _seats_with(hand, 2) > 0:
        streets = 2
    has[BLOCK_STREETS] = min(streets, left)
    if has[BLOCK_CORRECTED]:
        _count_block(log, row, end, hand, True)
        for seat in range(1, SEATS):
            lacks = hand.seat[BLOCK_TOTAL, seat] < has[BLOCK_STREETS]
            if lacks and hand.seat[ADOPT, seat] >= 0:
                hand.seat[BLOCK_TOTAL, seat] += 1
            else:
                hand.seat[ADOPT, seat] = -1
    has[ORDER_KNOWN] = has[WHOLE] and not has[UNCORRECTED]
    has[ORDER_STREET], has[ORDER_LAST] = has[STREET] + 1, 0


@kernel
def _start_seats(hand: Hand, street: int, worth: Worth, page: int) -> int:
    """Bits of the seats from which a street may start: who had the first word, else the next highest; -1 unknown."""
    if street <= 2:
        return 1 << (SEATS - 1)
    inside = seats_in(hand)
    if not hand.has[CARDS_KNOWN]:
        return -1
    best = first_word(hand, inside, street - 2, worth, page)
    played = hand.has[ROUND] == street - 2 and hand.has[ROUND_ACTS] > 0
    if not played:
        return -1 if best < 0 or hand.has[LAST_START] < 0 else best | hand.has[LAST_START]
    opener = hand.has[OPENER]
    if opener < 0:
        return -1
    if not opener & inside:
        return best
    for seat in range(1, SEATS):
        if inside & (1 << seat) and hand.seat[SHORT, seat]:
            return -1 if best < 0 else opener | best
    return int(opener)


@kernel
def _pool(hand: Hand, street: int) -> int:
    """Bits of the seats that are still to get a street's card."""
    mask, wanted = 0, street - hand.has[BLOCK_BASE]
    for seat in range(1, SEATS):
        if hand.seat[OUT, seat] or (hand.has[BLOCK_BASE] > 0 and not hand.seat[PLAYS, seat]):
            continue
        if hand.seat[BLOCK_GOT, seat] < wanted <= hand.seat[BLOCK_TOTAL, seat]:
            mask |= 1 << seat
    return mask


@kernel
def _expected(hand: Hand, worth: Worth, page: int) -> int:
    """Bits of the seats that may get the next card; -1 unknown, 0 where nobody may."""
    has = hand.has
    pool = _pool(hand, has[ORDER_STREET])
    while pool == 0 and has[ORDER_STREET] < has[BLOCK_BASE] + has[BLOCK_STREETS]:
        has[ORDER_STREET] += 1
        has[ORDER_LAST] = 0
        pool = _pool(hand, has[ORDER_STREET])
    if pool == 0:
        return 0
    if has[ORDER_LAST]:
        return 1 << next_of(pool, has[ORDER_LAST])
    has[START_MASK] = _start_seats(hand, has[ORDER_STREET], worth, page)
    if has[START_MASK] < 0:
        return -1
    if has[ORDER_STREET] <= 2:
        return 1 << next_of(pool, SEATS - 1)
    mask = 0
    for seat in range(1, SEATS):
        if has[START_MASK] & (1 << seat):
            mask |= 1 << (seat if pool & (1 << seat) else next_of(pool, seat))
    return mask


@kernel
def _lowest(mask: int) -> int:
    for seat in range(1, SEATS):
        if mask & (1 << seat):
            return seat
    return 0


@kernel
def _judge_order(hand: Hand, filled: Filled, at: int, seat: int, street: int, worth: Worth, page: int) -> None:
    """Fill whether it was the seat's turn; after one fault the rest of the dealing is not judged."""
    has = hand.has
    if not has[ORDER_KNOWN]:
        return
    expected = _expected(hand, worth, page)
    first = has[ORDER_LAST] == 0
    if expected >= 0:
        in_order = (expected >> seat) & 1 and street == has[ORDER_STREET]
        filled.deals[DEAL_IN_ORDER, at] = in_order
        filled.deals[DEAL_EXPECTED_SEAT, at] = _lowest(expected)
        if not in_order:
            has[ORDER_KNOWN] = 0
    if first and street > 2:
        has[LAST_START] = 1 << seat if has[ORDER_KNOWN] and expected >= 0 else -1
    has[ORDER_LAST] = seat


@kernel
def _judge_deal(log: Log, row: int, hand: Hand, filled: Filled, at: int, seat: int, worth: Worth, page: int) -> None:
    """Fill the facts of a deal that no corrected misdeal brackets."""
    has, deals = hand.has, filled.deals
    street = has[BLOCK_BASE] + hand.seat[BLOCK_GOT, seat] + 1
    extra = street > has[BLOCK_BASE] + has[BLOCK_STREETS]
    single = log.pieces_start[row + 1] - log.pieces_start[row] <= 1
    judged = not has[UNCORRECTED] and not has[ENDED_EARLY]
    if not extra:
        deals[DEAL_CARD, at] = street
        if judged and not hand.seat[FACE_FAULT, seat]:
            deals[DEAL_EXPECTED_FACE, at] = street == 2
    later = has[BLOCK_BASE] > 0
    inside = hand.seat[PLAYS, seat] or not later
    if judged and has[WHOLE]:
        deals[DEAL_SEAT_IN, at] = inside and not hand.seat[OUT, seat]
        deals[DEAL_SEATS_LEFT, at] = count_of(seats_in(hand)) if later else SEATS - 1
    if not inside or hand.seat[OUT, seat]:
        return
    if later and judged and has[WHOLE] and count_of(seats_in(hand)) < 2:
        has[ENDED_EARLY] = 1
        return
    if single and judged:
        if extra and has[ORDER_KNOWN] and has[COMPLETE]:
            deals[DEAL_IN_ORDER, at] = 0
            deals[DEAL_EXPECTED_SEAT, at] = _lowest(max(0, _expected(hand, worth, page)))
            has[ORDER_KNOWN] = 0
        else:
            _judge_order(hand, filled, at, seat, street, worth, page)
    else:
        has[ORDER_LAST] = seat


@kernel
def _take_card(hand: Hand, seat: int, code: int) -> None:
    """Put a card into the seat's next place."""
    has = hand.has
    street = has[BLOCK_BASE] + hand.seat[BLOCK_GOT, seat] + 1
    hand.seat[BLOCK_GOT, seat] += 1
    has[DEALT_CARDS] += 1
    if street > has[BLOCK_BASE] + has[BLOCK_STREETS] or street > MOST_CARDS:
        hand.seat[MUDDLED, seat] = 1
        return
    field = UP_1 if street == 1 else (HOLE if street == 2 else UP_1 + street - 2)
    hand.seat[field, seat] = code if 0 <= code < DECK else -1


@kernel
def on_deal(log: Log, row: int, end: int, hand: Hand, filled: Filled, worth: Worth, page: int) -> None:
    """Cards dealt to a seat."""
    has, deals = hand.has, filled.deals
    at = filled.at[AT_DEALS]
    filled.at[AT_DEALS] += 1
    has[FIRST_CARD] = 1
    has[TURN_TIME] = log.time[row]
    if not has[BLOCK_OPEN]:
        open_block(log, row, end, hand)
    first, last = log.pieces_start[row], log.pieces_start[row + 1]
    seat = effective(hand, log.seat[row])
    set_aside = has[IN_BRACKET] and hand.seat[ADOPT, seat] != row
    deals[DEAL_CORRECTED, at] = has[BLOCK_CORRECTED] or set_aside
    if last > first and not has[UNCORRECTED]:
        deals[DEAL_COUNT, at] = last - first
    word = log.word[row]
    if word in (UP_WORD, DOWN_WORD):
        deals[DEAL_FACE, at] = word == DOWN_WORD
    note_cards(log, row, hand, filled, 0, not set_aside)
    if set_aside:
        return
    if seat == 0:
        has[ORDER_KNOWN] = 0
        return
    _judge_deal(log, row, hand, filled, at, seat, worth, page)
    if has[BLOCK_BASE] == 0 and not hand.seat[PLAYS, seat]:
        hand.seat[PLAYS, seat] = 1
    start_play(hand, seat, row)
    hand.seat[GOT_CARD, seat] = 1
    wrong = deals[DEAL_FACE, at] != deals[DEAL_EXPECTED_FACE, at]
    if wrong and deals[DEAL_FACE, at] != UNKNOWN and deals[DEAL_EXPECTED_FACE, at] != UNKNOWN:
        hand.seat[FACE_FAULT, seat] = 1
        has[CARDS_KNOWN] = 0
    if last == first:
        _take_card(hand, seat, -1)
    for piece in range(first, last):
        _take_card(hand, seat, log.pieces[piece])


@kernel
def close_block(h: int, hand: Hand, filled: Filled) -> None:
    """A run of deals is over: note who got no card (art. 10)."""
    has = hand.has
    has[BLOCK_OPEN] = 0
    inside = seats_in(hand)
    for card in range(1, has[BLOCK_STREETS] + 1):
        at = filled.at[AT_STREETS]
        filled.at[AT_STREETS] += 1
        missed, first = 0, 0
        for seat in range(1, SEATS):
            if inside & (1 << seat) and hand.seat[BLOCK_TOTAL, seat] < card:
                missed += 1
                hand.seat[MUDDLED, seat] = 1
                if first == 0:
                    first = seat
        # With eight seats the deck runs out: thirty-nine cards beside the burned one.
        ran_out = missed > 0 and has[DEALT_CARDS] + has[BURNED_CARDS] >= DECK - 1
        unsure = has[UNCORRECTED] or has[ENDED_EARLY] or not has[WHOLE] or ran_out
        filled.streets[STREET_PART, at] = has[BLOCK_BASE] + card - 1
        filled.streets[STREET_SEATS_WITHOUT_CARD, at] = UNKNOWN if unsure else missed
        filled.keys[KEY_STREETS, 0, at] = h
        filled.keys[KEY_STREETS, 1, at] = -1
        filled.keys[KEY_STREETS, 2, at] = 0 if unsure else first
    has[STREET] = has[BLOCK_BASE] + has[BLOCK_STREETS]
    if has[BLOCK_STREETS] > 0:
        has[ROUND_DUE] = has[STREET] >= 2
