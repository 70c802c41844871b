"""Faults from the deal to the comparison: tiles, settings, comparisons, acts at the tiles (96/85/M arts. 2-9)."""

from collections.abc import Callable
from random import Random

from audit.pieces.notation import DOMINOES
from audit.simulate.pai_gow.plants import (
    Apply,
    Plant,
    bank_holds,
    other_person,
    plain_pairs,
    quiet,
    some,
    with_result,
)
from audit.simulate.pai_gow.play import recount, set_label
from audit.simulate.pai_gow.table import RESULTS, Hand, Setting, TableOfPlay, notation

_Wanted = Callable[[TableOfPlay, Hand], bool]


def _both(*wanted: _Wanted) -> _Wanted:
    return lambda table, hand: all(one(table, hand) for one in wanted)


def _void_for_one(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = hand.log.one("expose")
    row["pieces"] = row["pieces"].split()[0]
    return "a seat voided for one single tile"


def _plays_on(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    turned = " ".join(DOMINOES[kind] for kind in hand.tiles[seat][:2])
    hand.log.put_after(hand.log.one("deal", seat=seat), "expose", seat=seat, actor="dealer", pieces=turned)
    return "a seat with two exposed tiles played on"


def _deal_stands(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    turned = " ".join(DOMINOES[kind] for kind in hand.tiles[hand.banker][:2])
    row = hand.log.one("deal", seat=hand.banker)
    hand.log.put_after(row, "expose", seat=hand.banker, actor="dealer", pieces=turned)
    return "two of the banker's tiles were exposed and the deal stood"


def _void_for_nothing(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("expose"))
    return "voided though no tile was exposed"


def _wrong_tile(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    own = hand.tiles[seat]
    tile = next(kind for kind in range(11) if kind not in own)
    front_first, *rest = hand.settings[seat]
    strange: Setting = (tile, rest[0], rest[1], rest[2])
    swapped = hand.log.one("set", seat=seat)
    swapped["pieces"] = notation(strange)
    swapped["label"] = None
    return f"a tile {DOMINOES[tile]} set in the place of {DOMINOES[front_first]}"


def _laid_out_turned(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = next(seat for seat in hand.bets if _unlike(table, hand.settings[seat]))
    a, b, c, d = hand.settings[seat]
    hand.log.one("arrange", seat=seat)["pieces"] = notation((c, d, a, b))
    hand.winners[seat] = table.compared((c, d, a, b), hand.settings[hand.banker])
    hand.results[seat] = table.result(hand.winners[seat])
    recount(table, hand)
    return "the dealer laid the higher pair in front"


def _other_pairs_laid_out(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    set_so = _groups(hand.settings[seat])
    other = next(way for way in table.splits(hand.tiles[seat]) if set(way[:2]) not in set_so)
    hand.log.one("arrange", seat=seat)["pieces"] = notation(other)
    return "the dealer laid out other pairs than were set"


def _tiles_exchanged(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    one, other = rng.sample(sorted(hand.bets), 2)
    first, second = hand.log.one("set", seat=one), hand.log.one("set", seat=other)
    for column in ("pieces", "label"):
        first[column], second[column] = second[column], first[column]
    return "two seats set each the other's tiles"


def _unlike(table: TableOfPlay, setting: Setting) -> bool:
    return plain_pairs(table, setting) and table.strength(*setting[:2]) < table.strength(*setting[2:])


def _wrong_row(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = hand.log.one("set", seat=some(hand, rng))
    front, rear = row["label"].split(" | ")
    row["label"] = f"{front} | #{int(rear[1:]) % 106 + 1}"
    return "the rear pair was called by the next row of Table 2"


def _wrong_points(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = next(row for row in hand.log.find("set", actor="player") if row["label"][0].isdigit())
    front, rear = row["label"].split(" | ")
    points = next(points for points in range(1, 10) if str(points) not in _countings(table, hand, row["seat"]))
    row["label"] = f"{points} | {rear}"
    return f"the front pair was counted as {points} instead of {front}"


def _countings(table: TableOfPlay, hand: Hand, seat: int) -> set[str]:
    at = (table.page, *hand.settings[seat][:2])
    ranking = table.ranking
    return {str(int(count[at])) for count in (ranking.points, ranking.points_plain, ranking.points_switched)}


def _digit_in_front(table: TableOfPlay, hand: Hand) -> bool:
    return any((set_label(table, hand.settings[seat]) or " ")[0].isdigit() for seat in hand.bets)


def _gee_joon_front(table: TableOfPlay, hand: Hand, better_switched: bool) -> int:
    """A seat whose front pair holds a Gee Joon tile that counts better switched, or better as itself; 0 for none."""
    ranking, page = table.ranking, table.page
    for seat in hand.bets:
        a, b = hand.settings[seat][:2]
        plain, switched = int(ranking.plain[page, a, b]), int(ranking.switched[page, a, b])
        told_apart = ranking.points_plain[page, a, b] != ranking.points_switched[page, a, b]
        unnamed = int(ranking.kind_class[page, a, b]) == 0
        if unnamed and told_apart and switched and plain != switched and (switched > plain) == better_switched:
            return seat
    return 0


def _counted_lower(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    return _count_front(table, hand, False, "switched though that made the pair lower")


def _counted_plain(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    return _count_front(table, hand, True, "not switched though that makes the pair higher")


def _count_front(table: TableOfPlay, hand: Hand, plain: bool, note: str) -> str:
    seat = _gee_joon_front(table, hand, plain)
    ranking = table.ranking
    points = (ranking.points_plain if plain else ranking.points_switched)[(table.page, *hand.settings[seat][:2])]
    row = hand.log.one("set", seat=seat)
    row["label"] = f"{int(points)} | {row['label'].split(' | ')[1]}"
    return note


def _front_decides_nothing(table: TableOfPlay, hand: Hand, better_switched: bool) -> bool:
    """A Gee Joon front pair that loses to a banker's named pair whichever way it counts."""
    seat = _gee_joon_front(table, hand, better_switched)
    banker = hand.settings[hand.banker]
    return bool(seat) and int(table.ranking.kind_class[(table.page, *banker[:2])]) != 0


def _compared_wrongly(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = next(seat for seat in hand.bets if plain_pairs(table, hand.settings[seat]))
    front, rear = hand.winners[seat]
    hand.winners[seat] = (front, 3 - rear)
    hand.results[seat] = table.result(hand.winners[seat])
    recount(table, hand)
    return "the rear pair was given to the wrong side"


def _zero_given_away(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = _zero_fronts(table, hand)
    hand.winners[seat] = (1, hand.winners[seat][1])
    hand.results[seat] = table.result(hand.winners[seat])
    recount(table, hand)
    return "two front pairs of zero and the player was given the front"


def _zero_fronts(table: TableOfPlay, hand: Hand) -> int:
    zero, banker = table.ranking.zero, hand.settings[hand.banker]
    if not zero[table.page, banker[0], banker[1]]:
        return 0
    seats = (s for s in hand.bets if zero[table.page, hand.settings[s][0], hand.settings[s][1]])
    return next(seats, 0)


def _wrong_result(wanted: int, result: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        seat = some(hand, rng, wanted)
        hand.results[seat] = result
        recount(table, hand)
        return f"a {RESULTS[wanted]} was called {RESULTS[result]}"

    return apply


def _set_by_other(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = next(seat for seat, bets in hand.bets.items() if len(bets) > 1)
    person = other_person(table, hand, seat)
    for event in ("set", "touch", "take_back"):
        for row in hand.log.find(event, seat=seat):
            row["person"] = person
    return "the seat was set by someone with a lower bet"


def _badly_set(table: TableOfPlay, hand: Hand) -> bool:
    """The seat with a piggyback bet lost and another split would have done better."""
    seat = next(seat for seat, bets in hand.bets.items() if len(bets) > 1)
    if hand.results[seat] != -1 or not bank_holds(table, hand):
        return False
    banker = hand.settings[hand.banker]
    return any(table.result(table.compared(way, banker)) > -1 for way in table.splits(hand.tiles[seat]))


def _house_compensates(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = next(seat for seat, bets in hand.bets.items() if len(bets) > 1)
    person = other_person(table, hand, seat)
    end = hand.log.one("hand_end")
    setter = {"seat": seat, "actor": "player", "person": hand.setter(seat), "amount": 5_000}
    hand.log.put_before(end, "compensate", **setter)
    hand.log.put_before(end, "compensate", seat=seat, actor="house", person=person, amount=5_000)
    return "the house paid a compensation"


def _tile_removed(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    row = hand.log.one("set", seat=seat)
    columns = {"seat": seat, "actor": "player", "person": hand.setter(seat), "pieces": DOMINOES[hand.tiles[seat][0]]}
    hand.log.put_before(row, "remove_tile", **columns)
    return "a tile left the table"


def _two_handle(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    row = hand.log.one("set", seat=seat)
    person = f"P{table.table_id}77"
    hand.log.put_before(row, "touch", seat=seat, other_seat=seat, actor="player", person=person)
    return "a second person handled the tiles of a seat"


def _one_sets_two(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    one, other = rng.sample(sorted(hand.bets), 2)
    hand.log.one("set", seat=other)["person"] = hand.setter(one)
    return "one person set two seats"


def _meddles(event: str) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        one, other = rng.sample(sorted(hand.bets), 2)
        row = hand.log.one("set", seat=one)
        columns = {"seat": one, "other_seat": other, "actor": "player", "person": hand.setter(other)}
        hand.log.put_before(row, event, **columns)
        return f"the player of another seat: {event}"

    return apply


def _opened_early(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    last = hand.log.find("set", actor="player")[-1]
    row = hand.log.one("open", actor="banker")
    hand.log.drop([row])
    hand.log.put_before(last, "open", **{name: row[name] for name in ("seat", "actor", "person")})
    return "the banker turned his tiles before all had set"


def _taken_back(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    row = hand.log.one("open", actor="banker")
    hand.log.put_after(row, "take_back", seat=seat, actor="player", person=hand.setter(seat))
    return "a seat took its tiles back after the banker had turned his"


def _set_again(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    other = next(way for way in table.splits(hand.tiles[seat]) if set(way[:2]) not in _groups(hand.settings[seat]))
    hand.settings[seat] = other
    row = hand.log.one("open", actor="banker")
    columns = {"actor": "player", "person": hand.setter(seat), "pieces": notation(other)}
    hand.log.put_after(row, "set", seat=seat, label=set_label(table, other), **columns)
    hand.log.one("arrange", seat=seat)["pieces"] = notation(other)
    hand.winners[seat] = table.compared(other, hand.settings[hand.banker])
    hand.results[seat] = table.result(hand.winners[seat])
    recount(table, hand)
    return "a seat set anew after the banker had turned his tiles"


def _groups(setting: Setting) -> list[set[int]]:
    return [set(setting[:2]), set(setting[2:])]


def _player_opens(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    row = hand.log.one("open", seat=seat)
    row["actor"], row["person"] = "player", hand.setter(seat)
    return "a player turned his own tiles"


def _set_replaced(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.put_after(hand.log.find("deal")[3], "replace_set", ref=f"S{table.set_number + 50}", actor="house")
    return "the set was replaced in mid-deal"


def _other_set(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("replace_set"))
    hand.log.one("hand_start")["ref"] = f"S{table.set_number + 50}"
    return "another set without a word of its being replaced"


def _names_swapped(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    for seat in hand.bets:
        row = hand.log.one("set", seat=seat)
        front, rear = row["label"].split(" | ")
        if front != rear and plain_pairs(table, hand.settings[seat]):
            row["label"] = f"{rear} | {front}"
            return "the names of the two pairs changed places"
    raise LookupError("no setting of two different names")


def _set_at_another(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    one, other = rng.sample(sorted(hand.bets), 2)
    hand.log.one("set", seat=one)["seat"] = other
    return "the tiles of one seat were logged as set at another"


def _compared_at_another(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seats = sorted(hand.bets)
    one, other = next(
        (one, other)
        for one in seats
        for other in seats
        if all(mine != theirs for mine, theirs in zip(hand.winners[one], hand.winners[other], strict=True))
    )
    hand.log.one("compare", seat=one)["seat"] = other
    return "the comparison of one seat was logged at another"


_DIGITS = {"names": "points"}
_HOLDS = quiet(deal=bank_holds, piggyback=False)
_SHOWN = (quiet(exposed="one"),)
_PLAIN = quiet(
    piggyback=False,
    deal=_both(bank_holds, lambda t, h: all(plain_pairs(t, setting) for setting in h.settings.values())),
)

PLANTS: dict[str, tuple[Plant, ...]] = {
    "PG-2.2": (Plant("voided for one tile", _void_for_one, quiet(exposed="seat", deal=bank_holds)),),
    "PG-2.3a": (Plant("plays on with two tiles exposed", _plays_on, _HOLDS),),
    "PG-2.3b": (Plant("the deal stands with two banker's tiles exposed", _deal_stands, _HOLDS),),
    "PG-2.3c": (
        Plant("a seat voided for nothing", _void_for_nothing, quiet(exposed="seat", deal=bank_holds), warm=_SHOWN),
        Plant("a deal voided for nothing", _void_for_nothing, quiet(exposed="banker", deal=bank_holds), warm=_SHOWN),
    ),
    "PG-5.1": (
        Plant("a tile of another seat in the setting", _wrong_tile, _HOLDS),
        Plant("set at another seat", _set_at_another, _HOLDS, {"touch": False}),
        Plant("the tiles of two seats exchanged", _tiles_exchanged, _HOLDS, {"touch": False}),
    ),
    "PG-5.2": (
        Plant(
            "the higher pair laid in front",
            _laid_out_turned,
            quiet(deal=_both(bank_holds, lambda t, h: any(_unlike(t, h.settings[s]) for s in h.bets))),
        ),
        Plant("other pairs laid out than were set", _other_pairs_laid_out, _HOLDS, {"touch": False}),
    ),
    "PG-5.3": (
        Plant("the wrong row of Table 2", _wrong_row, _HOLDS, {"names": "row"}),
        Plant("the rows of the pairs swapped", _names_swapped, _HOLDS, {"names": "row"}),
    ),
    "PG-5.4": (Plant("the wrong points", _wrong_points, quiet(deal=_both(bank_holds, _digit_in_front)), _DIGITS),),
    "PG-5.5a": (
        Plant(
            "a Gee Joon tile counted lower",
            _counted_lower,
            quiet(deal=_both(bank_holds, lambda t, h: _front_decides_nothing(t, h, False))),
            _DIGITS,
        ),
    ),
    "PG-5.5b": (
        Plant(
            "a Gee Joon tile not counted higher",
            _counted_plain,
            quiet(deal=_both(bank_holds, lambda t, h: _front_decides_nothing(t, h, True))),
            _DIGITS,
            kind="note",
        ),
    ),
    "PG-6.1": (
        Plant("a rear pair compared wrongly", _compared_wrongly, _PLAIN),
        Plant("compared at another seat", _compared_at_another, _PLAIN),
    ),
    "PG-6.2": (
        Plant(
            "two zero fronts to the player",
            _zero_given_away,
            quiet(piggyback=False, deal=_both(bank_holds, lambda t, h: bool(_zero_fronts(t, h)))),
        ),
    ),
    "PG-6.3": (
        Plant("a win called push", _wrong_result(1, 0), quiet(piggyback=False, deal=with_result(1))),
        Plant("a loss called push", _wrong_result(-1, 0), quiet(piggyback=False, deal=with_result(-1))),
    ),
    "PG-6.4": (
        Plant("a push called win", _wrong_result(0, 1), quiet(piggyback=False, deal=with_result(0))),
        Plant("a push called lose", _wrong_result(0, -1), quiet(piggyback=False, deal=with_result(0))),
    ),
    "PG-7.1": (
        Plant("set by a lower bettor", _set_by_other, quiet(piggyback=True, deal=bank_holds), kind="note"),
    ),
    "PG-7.2a": (
        Plant("a better split was at hand", lambda t, h, r: "a better split", quiet(piggyback=True, deal=_badly_set),
              kind="note"),
    ),
    "PG-7.2b": (
        Plant("the house compensates", _house_compensates, quiet(piggyback=True, deal=_badly_set), kind="note"),
    ),
    "PG-7.3": (Plant("a tile leaves the table", _tile_removed, _HOLDS),),
    "PG-7.4": (Plant("two persons handle a seat", _two_handle, _HOLDS),),
    "PG-7.5a": (Plant("one person sets two seats", _one_sets_two, _HOLDS, {"touch": False}),),
    "PG-7.5b": (
        Plant("touches another's tiles", _meddles("touch"), _HOLDS),
        Plant("speaks on another's setting", _meddles("speak"), _HOLDS),
    ),
    "PG-8.1": (Plant("the banker turns too early", _opened_early, _HOLDS),),
    "PG-8.2a": (Plant("tiles taken back too late", _taken_back, _HOLDS),),
    "PG-8.2b": (Plant("set anew too late", _set_again, _HOLDS),),
    "PG-8.3": (Plant("a player turns his tiles", _player_opens, _HOLDS),),
    "PG-9": (
        Plant("the set replaced in mid-deal", _set_replaced, _HOLDS),
        Plant("the set replaced without a word", _other_set, _HOLDS, kind="note", warm=(quiet(replace=True),)),
    ),
}  # fmt: skip
