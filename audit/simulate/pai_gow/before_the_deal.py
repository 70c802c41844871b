"""Faults up to the shake: shuffle, cuts, bank, co-banks, bets (arts. 1 to 4 of 96/85/M)."""

from random import Random

from audit.simulate.pai_gow.plants import (
    CALM,
    DECLINED,
    Apply,
    Plant,
    bank_holds,
    empty_seat,
    full,
    quiet,
    reorder_deal,
    settle_row,
    some,
    valid_shake,
)
from audit.simulate.pai_gow.play import payouts, recount
from audit.simulate.pai_gow.table import SEATS, Hand, TableOfPlay, right_of


def _foreign_tile(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.one("deal", seat=empty_seat(hand))["pieces"] = "? ? ? 0-5"
    return "a tile 0-5 lies in an unseen pile"


def _third_copy(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.one("deal", seat=empty_seat(hand))["pieces"] = "6-6 6-6 6-6 ?"
    return "three tiles 6-6 lie in one pile"


def _no_shuffle(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("shuffle"))
    return "the tiles were not shuffled"


def _face_up(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.one("shuffle")["label"] = "up"
    return "the tiles were shuffled face up"


def _banker_shuffles(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = hand.log.one("shuffle")
    row["actor"], row["seat"] = "banker", hand.banker
    return "the banker shuffled"


def _five_dice(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = valid_shake(hand)
    dice = [int(die) for die in row["pieces"].split()]
    high = dice.index(max(dice))
    dice[high : high + 1] = [1, dice[high] - 1] if dice[high] > 1 else [1, 1]
    row["pieces"] = " ".join(map(str, dice))
    row["number"] = sum(dice)
    return "five dice were shaken"


def _wrong_first_seat(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    reorder_deal(hand, right_of(hand.first, rng.randrange(1, SEATS)))
    return "the deal began at a seat that the dice do not point to"


def _point_added(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    valid_shake(hand)["number"] += 1
    reorder_deal(hand, right_of(hand.first))
    return "a point was added to the dice, and the deal followed"


def _piles_swapped(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    third, fourth = (hand.log.one("deal", seat=right_of(hand.first, pile)) for pile in (3, 4))
    hand.log.move_after(third, fourth)
    return "the fourth and the fifth pile changed places in the deal"


def _seven_piles(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("deal", seat=empty_seat(hand)))
    return "seven piles were dealt"


def _three_tiles(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.one("deal", seat=empty_seat(hand))["pieces"] = "? ? ?"
    return "a pile of three tiles"


def _cocked_and_on(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    valid_shake(hand)["label"] = rng.choice(("cocked", "stacked", "out"))
    return "the deal followed a shake that was not valid"


def _cut_after_shake(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.move_after(hand.log.one("cut", actor="banker"), valid_shake(hand))
    return "the banker cut after the shake"


def _two_hands(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    rng.choice(hand.log.find("cut"))["label"] = "two_hands"
    return "a cut with two hands"


def _three_cutters(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    cut = {row["seat"] for row in hand.log.find("cut")}
    seat = next(seat for seat in hand.bets if seat not in cut)
    banker = hand.log.one("cut", actor="banker")
    hand.log.put_before(banker, "cut", seat=seat, actor="player", person=table.person(seat), label="one_hand")
    return "three player seats cut"


def _player_recuts(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    banker = hand.log.one("cut", actor="banker")
    hand.log.put_after(banker, "cut", seat=seat, actor="player", person=table.person(seat), label="one_hand")
    return "a player cut after the banker"


def _banker_recuts(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = hand.log.one("cut", actor="banker")
    hand.log.put_after(row, "cut", **{name: row[name] for name in ("seat", "actor", "person", "label")})
    return "the banker cut a second time"


def _dealer_cuts(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.put_before(hand.log.one("cut", actor="banker"), "cut", actor="dealer", label="one_hand")
    return "the dealer cut"


def _cobank_late(actor: str) -> Plant:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        hand.log.move_after(hand.log.one("cobank", actor=actor), valid_shake(hand))
        return f"the {actor}'s co-bank came after the shake"

    house = actor == "house"
    return Plant(
        f"the co-bank of the {actor} comes after the shake",
        apply,
        quiet(house_cobank=house, player_cobank=not house, deal=bank_holds),
    )


def _piggyback_on_cobanker(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = next(seat for actor, seat, _ in hand.cobanks if actor == "player")
    other = next(other for other in hand.bets if other != seat)
    person, amount = table.person(other), 1_000
    bet = hand.log.find("bet")[-1]
    columns = {"seat": seat, "actor": "player", "person": person, "amount": amount, "label": "piggyback"}
    hand.log.put_after(bet, "bet", **columns)
    hand.bets[seat].append((person, amount, "piggyback"))
    recount(table, hand)
    return "a player of another seat bet on the seat of a co-banker"


def _dispute_turned(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = hand.log.one("dispute")
    row["label"] = {"house": "banker", "banker": "house"}[row["label"]]
    return "the dispute was decided by the smaller stake"


def _no_consent(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("consent"))
    return "a third hand in one turn without the others' consent"


def _stranger_shakes(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row, seat = valid_shake(hand), some(hand, rng)
    row["seat"], row["actor"], row["person"] = seat, "player", table.person(seat)
    return "a player shook the dice"


def _nothing(note: str) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        return note

    return apply


def _bank_late(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.move_after(hand.log.one("bank"), valid_shake(hand))
    return "the bank came after the shake"


def _no_declaration(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("declare"))
    return "the banker did not declare the way of dealing"


def _bet_late(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.move_after(hand.log.one("bet", seat=some(hand, rng)), valid_shake(hand))
    return "a bet after the shake"


def _by_word(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.one("bet", seat=some(hand, rng))["label"] = "by_word"
    return "a bet by word"


def _bet_changed(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    person, amount, label = hand.bets[seat][0]
    changed = amount + 2_500
    row = {"seat": seat, "actor": "player", "person": person, "amount": changed}
    hand.log.put_after(valid_shake(hand), "bet_change", **row)
    hand.bets[seat][0] = (person, changed, label)
    recount(table, hand)
    return "a bet raised after the shake"


def _bank_changed(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.bank += 100_000
    row = {"seat": hand.banker, "actor": "banker", "person": table.person(hand.banker), "amount": hand.bank}
    hand.log.put_after(valid_shake(hand), "bank", **row)
    recount(table, hand)
    return "the bank raised after the shake"


def _bet_moved(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = next(seat for seat, bets in hand.bets.items() if len(bets) > 1)
    other = next(other for other in hand.bets if other != seat)
    bet = hand.log.one("bet", seat=seat, label="piggyback")
    amount = min(hand.bets[seat][0][1], hand.bets[other][0][1]) - 5_000
    moved = (bet["person"], amount, "piggyback")
    for event in ("set", "touch", "take_back"):
        for row in hand.log.find(event, seat=seat):
            row["person"] = hand.bets[seat][0][0]
    bet["amount"] = amount
    hand.bets[seat].pop()
    hand.bets[other].append(moved)
    columns = {"seat": seat, "other_seat": other, "actor": "player", "person": moved[0]}
    hand.log.put_after(valid_shake(hand), "bet_move", **columns)
    recount(table, hand)
    return "a bet moved to another seat after the shake"


def _settled_elsewhere(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = some(hand, rng)
    settle_row(hand, seat)["seat"] = empty_seat(hand)
    return "a bet settled at a seat where it does not lie"


def _left_out(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = empty_seat(hand)
    bet = hand.log.find("bet")[-1]
    columns = {"seat": seat, "actor": "player", "person": table.person(seat), "amount": 20_000, "label": "own"}
    hand.log.put_after(bet, "bet", **columns)
    return "a bet on a seat whose tiles were neither set nor settled"


def _not_settled(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop([settle_row(hand, some(hand, rng, 0))])
    return "a bet was not settled"


def _bank_wins(table: TableOfPlay, hand: Hand) -> bool:
    return bank_holds(table, hand) and sum(paid for _, paid in payouts(table, hand)) < -1_000


# A turn of four hands by consent, then two hands of the next turn.
_STAY = quiet(stay=True, consent=False)
_TURNS = (CALM, _STAY, quiet(stay=True, consent=True), _STAY, quiet(stay=False, decline=False), _STAY)
_EMPTY = quiet(seats=4, deal=bank_holds)
_HOLDS = quiet(deal=bank_holds)

PLANTS: dict[str, tuple[Plant, ...]] = {
    "PG-1.1": (
        Plant("a tile that is not of the set", _foreign_tile, _EMPTY),
        Plant("more copies of a tile than the set holds", _third_copy, _EMPTY),
    ),
    "PG-1.1b": (
        Plant("no shuffle", _no_shuffle),
        Plant("shuffled face up", _face_up),
        Plant("shuffled by the banker", _banker_shuffles),
    ),
    "PG-1.2a": (Plant("a valid shake of five dice", _five_dice, _HOLDS),),
    "PG-1.2b": (Plant("the deal begins at the wrong seat", _wrong_first_seat, _HOLDS),),
    "PG-1.3a": (Plant("a point is added to the dice", _point_added, _HOLDS),),
    "PG-1.3b": (Plant("two piles are dealt out of order", _piles_swapped, _HOLDS),),
    "PG-1.4a": (
        Plant("seven piles", _seven_piles, _EMPTY),
        Plant("a pile of three tiles", _three_tiles, _EMPTY),
    ),
    "PG-1.5": (Plant("play goes on after an invalid shake", _cocked_and_on, _HOLDS),),
    "PG-2.1a": (Plant("a cut after the shake", _cut_after_shake),),
    "PG-2.1b": (Plant("a cut with two hands", _two_hands),),
    "PG-2.1c": (Plant("three player seats cut", _three_cutters, quiet(cutters=2, seats=5)),),
    "PG-2.1d": (Plant("a player cuts after the banker", _player_recuts, quiet(cutters=0), also=("PG-2.1e",)),),
    "PG-2.1e": (Plant("the banker cuts twice", _banker_recuts),),
    "PG-2.1f": (Plant("the dealer cuts", _dealer_cuts, kind="note"),),
    "PG-3.1b": (_cobank_late("house"),),
    "PG-3.3a": (_cobank_late("player"),),
    "PG-3.3b": (
        Plant(
            "a bettor of another seat bets on a co-banker's seat",
            _piggyback_on_cobanker,
            quiet(player_cobank=True, piggyback=False, deal=bank_holds),
        ),
    ),
    "PG-3.4": (
        Plant(
            "a dispute decided by the smaller stake",
            _dispute_turned,
            quiet(house_cobank=True, dispute=True, deal=lambda table, hand: _unequal(hand)),
        ),
    ),
    "PG-4.1a": (Plant("a third hand without consent", _no_consent, quiet(stay=True, consent=True), warm=_TURNS),),
    "PG-4.1b": (Plant("a player shakes", _stranger_shakes),),
    "PG-4.1c": (
        Plant(
            "the bank skips two seats", _nothing("the bank passed two bettors"),
            quiet(stay=False, decline=False, fault="bank-skips"),
            warm=(CALM, DECLINED),
        ),
    ),
    "PG-4.3a": (
        Plant(
            "a declined bank skips a bettor", _nothing("the declined bank passed over a nearer bettor"),
            quiet(stay=False, decline=True, fault="decline-skips"),
        ),
    ),
    "PG-4.3b": (
        Plant(
            "a declined bank goes to a seat that did not bet", _nothing("the declined bank went to a non-bettor"),
            quiet(stay=False, decline=True, fault="decline-to-stranger"),
        ),
    ),
    "PG-4.4a": (Plant("the bank comes after the shake", _bank_late),),
    "PG-4.4b": (Plant("no declaration of the dealing", _no_declaration),),
    "PG-4.6": (Plant("a bet after the shake", _bet_late, quiet(piggyback=False, player_cobank=False)),),
    "PG-4.6b": (Plant("a bet by word", _by_word, quiet(piggyback=False)),),
    "PG-4.7a": (
        Plant("a bet changed after the shake", _bet_changed, quiet(piggyback=False, deal=bank_holds)),
        Plant("the bank changed after the shake", _bank_changed, quiet(house_cobank=False, deal=bank_holds)),
    ),
    "PG-4.7b": (Plant("a bet moved after the shake", _bet_moved, quiet(piggyback=True, deal=bank_holds)),),
    "PG-4.8": (
        Plant(
            "settled at the wrong seat", _settled_elsewhere, quiet(seats=4, piggyback=False, deal=bank_holds),
            warm=(full(),),
        ),
        Plant(
            "a bet not settled", _not_settled,
            quiet(piggyback=False, deal=lambda table, hand: bank_holds(table, hand) and 0 in hand.results.values()),
        ),
        Plant(
            "a bet on a seat that is left out", _left_out, quiet(seats=4, piggyback=False, deal=bank_holds),
            warm=(full(exposed="one"),),
        ),
    ),
    "PG-4.9": (
        Plant(
            "the second bank is a whole unit too low", _nothing("the second bank was lowered by one whole unit"),
            quiet(stay=True, fault="bank-lowered"),
            warm=(full(), quiet(stay=False, house_cobank=False, player_cobank=False, deal=_bank_wins)),
        ),
    ),
}  # fmt: skip


def _unequal(hand: Hand) -> bool:
    return hand.bank != sum(amount for actor, _, amount in hand.cobanks if actor == "house")
