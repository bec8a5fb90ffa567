"""The start of a hand: seats, deal, redeals, and who leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from typing import Annotated
from unicodedata import normalize

from domino_lab.core.actions import Play
from domino_lab.core.arguments import Listed
from domino_lab.core.chain import Chain
from domino_lab.core.errors import NotationError, quote
from domino_lab.core.events import Dealt, Ended, Event, Leads, TurnedUp
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import pay_for_deal
from domino_lab.play.legal import chain_after
from domino_lab.play.state import State, Step, Table
from domino_lab.rules.dealing import MOST_DEALS
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase
from domino_lab.words.escaping import STEERING

Names = Annotated[Listed[str], 'a list of names such as ["Ana", "Ben"]']
"""The names of players, one for each seat."""

NAMED = 4
"""So many seats have a name of their own, in words/en/general.toml; the others are numbered."""

NOTHING_LAID = Chain()

HOPELESS = 10
"""A run ends if nobody could lead in so many of its first hands, because no later hand would begin either."""


def names_for(seats: int, names: Names | None = None) -> tuple[str, ...]:
    """Return the players' names: those given, and for the rest Ana, Ben, Cleo, Dan, "Player 5" and so on.

    A seat without a name has that of its number, or else the first that nobody has.

    Raises NotationError for two players with the same name, because no sentence and no answer could tell them apart.
    """
    given = tuple(names or ())[:seats]
    made = given + _other_names(seats, given)
    double = _double_name(made)
    if double is not None:
        raise NotationError(f"two players are called {quote(double)}: give each a name of their own, as in "
                            'names=["Ana", "Ben"]')
    return made


def names_apart(seats: int, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names as `names_for` does, but with numbers added to equal ones, which a hand file can have.

    >>> names_apart(3, ["Ana", "ana"])
    ('Ana', 'ana (2)', 'Cleo')
    """
    made: list[str] = []
    for name in (*names[:seats], *_other_names(seats, tuple(names[:seats]))):
        numbered = (f"{name} ({number})" if number > 1 else name for number in count(1))
        made.append(next(free for free in numbered if _sound(free) not in map(_sound, made)))
    return tuple(made)


@lru_cache(maxsize=64)
def _double_name(names: tuple[str, ...]) -> str | None:
    """The first name that an earlier player has, too, in small or capital letters and however accents are written."""
    sounds = [_sound(name) for name in names]
    return next((name for seat, name in enumerate(names) if sounds[seat] in sounds[:seat]), None)


def _sound(name: str) -> str:
    return " ".join(normalize("NFKC", STEERING.sub("", name)).split()).casefold()


@lru_cache(maxsize=64)
def _other_names(seats: int, given: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the seats after those given: that of the seat, or else the first that is free."""
    taken, names = {*map(_sound, given)}, list[str]()
    usual = [_usual_name(seat) for seat in range(seats)]
    for name in usual[len(given) :]:
        free = (other for other in (name, *usual) if _sound(other) not in taken)
        names.append(next(free))
        taken.add(_sound(names[-1]))
    return tuple(names)


def _usual_name(seat: int) -> str:
    return phrase(f"general.player_{seat + 1}") if seat < NAMED else phrase("general.player", number=seat + 1)


def start(
    rules: Ruleset,
    shuffle: Shuffle,
    *,
    seats: int | None = None,
    names: Names | None = None,
    standing: Standing | None = None,
    leader: int | None = None,
    deal: int | None = None,
) -> Step:
    """Return step 0: the tiles of `shuffle` dealt under `rules`, and the leader found.

    `seats` is by default the fewest the game allows. For comparisons `leader` overrides the lead rule, its lead tile
    and the rules by which the tiles are dealt again, and `deal` names the one deal to take: 0, then 1 for the first
    redeal. Raises IllegalAction, with the clause, for a number of seats that the game does not allow.
    """
    if rules.solo is not None:
        rules.dealing.checked_each(1 if seats is None else seats, len(rules.equipment.set.tiles))
        return rules.solo.start(rules, shuffle, names_for(1, names)[0])  # type: ignore[no-any-return]
    seats = seats if seats is not None else rules.dealing.seat_counts[0]
    each = rules.dealing.checked_each(seats, len(rules.equipment.set.tiles), standing.hand if standing else 1)
    table = Table(rules, names_for(seats, names), standing or Standing((0,) * rules.side_count(seats)))
    events: list[Event] = []
    for number in _deals(shuffle, deal):
        if rules.own:
            table = table._replace(standing=table.standing._replace(redeals=number))
        order = rules.dealing.order_of_deal(shuffle.order(rules.equipment.set, number), seats * each,
                                            table.standing.hand)
        holdings, stock = rules.dealing.holdings(order, seats, each), order[seats * each :]
        left = len(stock) - rules.dealing.set_out
        events.append(Dealt(number, each, left, rules.dealing.dealt_ruling(each, left)))
        lead = stated_lead(table, leader) if leader is not None else None
        again = None if lead is not None else rules.dealing.redeal_ruling(holdings, table.names)
        if lead is None and again is None:
            lead = find_lead(table, holdings, shuffle, order)
        if lead is not None:
            events.append(Leads(lead.seat, lead.ruling))
            return begin(Step(None, None, tuple(events), _state(table, holdings, stock, lead)))
        because = again or rules.leading.no_leader_ruling()
        events.append(Ended("misdeal", because))
    nobody = Lead(0, None, because)
    return Step(None, None, tuple(events), _state(table, holdings, stock, nobody)._replace(over="misdeal"))


def begin(step: Step) -> Step:
    """Return the first step with what follows the deal: points for it, and perhaps a tile that nobody plays."""
    paid, state = pay_for_deal(step.state)
    step = step._replace(events=(*step.events, *paid), state=state)
    return step if state.over else _turn_up(step)


def _turn_up(step: Step) -> Step:
    """Return the first step with the tile that nobody plays on the table, if the rules say so (axis first_tile)."""
    state, rules = step.state, step.state.rules
    if not (state.lead.turns_up or rules.dealing.first_tile != "leader") or not state.stock:
        return step
    tile, *rest = state.stock
    chain = chain_after(rules, state.chain, Play(tile), state.table.seats)
    rule = rules.leading.from_boneyard_ruling if state.lead.turns_up else rules.dealing.turned_up_ruling
    ruling = rule(tile, state.table.names[state.turn])
    return step._replace(events=(*step.events, TurnedUp(tile, ruling)), state=state.but(chain=chain, stock=tuple(rest)))


def with_set_out(
    rules: Ruleset, hand: int, stock: Sequence[Tile], below: frozenset[Tile],
) -> tuple[tuple[Tile, ...], frozenset[Tile]] | None:
    """Return the boneyard of a stated deal with the tile that is set out in front; None if a player holds it.

    `stock` has the tiles whose order is known, `below` the others. Rules that set out no tile leave both as they are.
    """
    if not rules.dealing.set_out:
        return tuple(stock), below
    known, unknown = (rules.dealing.set_out_of(tiles, rules.doubles, hand) for tiles in (stock, below))
    tile = known or unknown
    if tile is None:
        return None
    return (tile, *(other for other in stock if other != tile)), below - {tile}


def turned_up(step: Step) -> tuple[Tile, ...]:
    """Return the tile that was laid on the table in the first step, if there is one."""
    return tuple([event.tile for event in step.events if isinstance(event, TurnedUp)])


def _deals(shuffle: Shuffle, deal: int | None) -> range:
    if deal is not None:
        return range(deal, deal + 1)
    return range(1 if shuffle.given is not None else MOST_DEALS)


def _state(table: Table, holdings: tuple[tuple[Tile, ...], ...], stock: tuple[Tile, ...], lead: Lead) -> State:
    return State(table=table, chain=NOTHING_LAID, holdings=holdings, stock=stock, turn=lead.seat, lead=lead,
                 scores=table.standing.scores, chips=chips_at(table))


def chips_at(table: Table) -> tuple[int, ...]:
    """Return the chips of each side before a hand; none if drawn tiles do not cost chips (DR2-BONEOPT-3)."""
    drawing = table.rules.drawing
    if not drawing.draw_cost or drawing.draw_cost_in != "chips":
        return ()
    return table.standing.chips or (0,) * len(table.standing.scores)


def stated_lead(table: Table, leader: int) -> Lead:
    """Return the lead of a seat that the reader named, which may start with any tile."""
    if not 0 <= leader < table.seats:
        raise NotationError(f"leader = {leader} is not a seat: the seats are 0 to {table.seats - 1}")
    return Lead(leader, None, Ruling("GEN-TURN-1", "given", {"player": table.names[leader]}))


def find_lead(
    table: Table,
    holdings: tuple[tuple[Tile, ...], ...],
    shuffle: Shuffle | None,
    order: Sequence[Tile] = (),
) -> Lead | None:
    """Return the lead by the rules; None means another deal. Without a shuffle there are no lots."""
    lead = unbound_lead(table, holdings, shuffle, order)
    return None if lead is None else bind_lead(table, lead, holdings)


def unbound_lead(
    table: Table, holdings: tuple[tuple[Tile, ...], ...], shuffle: Shuffle | None, order: Sequence[Tile] = (),
) -> Lead | None:
    """Return the lead by the rules, before the check that the leader holds a tile of the right kind."""
    return table.rules.leading.find(_deck(table, holdings, shuffle, order), table.standing, _after(table))


def bind_lead(table: Table, lead: Lead, holdings: tuple[tuple[Tile, ...], ...]) -> Lead | None:
    """Return the lead if every leader has to play a tile of one kind (axis lead_tile); None means another deal."""
    if not table.rules.lead_tiles or table.rules.leading.decides:
        return lead  # A reader's own rule names the tile itself, or asks the game for it.
    return table.rules.leading.bind(lead, _deck(table, holdings, None), _after(table))


def _after(table: Table) -> Callable[[int], int]:
    return lambda seat: table.rules.dealing.next_seat(seat, table.seats)


def _deck(
    table: Table, holdings: tuple[tuple[Tile, ...], ...], shuffle: Shuffle | None, order: Sequence[Tile] = (),
) -> Deck:
    rules, tiles = table.rules, table.rules.equipment.set
    lots = None
    if shuffle is not None and shuffle.given is None:
        drawn = shuffle

        def lots(draw: int) -> tuple[Tile, ...]:
            return drawn.lots(tiles, table.seats, draw)

    place = {tile: number for number, tile in enumerate(order)} if tiles.copies > 1 or rules.leading.decides else {}
    boneyard = len(tiles.tiles) - sum(map(len, holdings))
    return Deck(holdings, table.names, rules.equipment.weight, lots, place, rules.lead_tiles, boneyard, rules.doubles,
                pairs=rules.dealing.teams == "pairs")


def never_began(rules: Ruleset) -> str:
    """Return the sentence that no hand could begin, with the rules by which the tiles were dealt again and again."""
    facts = {"rules": rules.name, "deals": MOST_DEALS}
    axes = rules.dealing.redeals
    if axes:
        return phrase("compare.none_counted", **facts, axes=tuple(map(rules.as_assignment, axes)))
    return phrase("compare.none_began", **facts, rule=rules.as_assignment("first_leader"))
