"""Positions that every game has and random hands meet too seldom: nobody can lead, nobody can draw, a tie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial

from domino_lab.catalogue import rulesets
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.chain import Chain
from domino_lab.core.errors import IllegalAction, RulesetError
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start, stated_lead
from domino_lab.rules.leading import Deck
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import seat_counts
from tests.words import positions

WITHOUT_DOUBLES = ("2-1", "4-3", "5-4", "5-2", "6-1")
TIED = ("2-1", "3-0", "4-4", "5-3", "6-6", "6-5")
"""The first two tie as players, seats 0 and 2 with seats 1 and 3 as teams."""
UNLIKE = ("2-1", "3-1", "5-4", "5-5")


def rulings() -> Iterator[Ruling]:
    """The rulings of these positions under every game and variation that is played with a chain by rivals."""
    for rules in rulesets():
        if rules.solo is None:
            blind = rules["visibility"] == "blind"
            for make in (_ties,) if blind else (_leads, _wrong_leaders, _undealt, _stuck, _ties, _scorers):
                yield from make(rules)


def _leads(rules: Ruleset) -> Iterator[Ruling]:
    """Nobody holds a tile that may lead; and somebody leads because he is named."""
    seats = seat_counts(rules)[0]
    names = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")[:seats]
    held = tuple(tiles(WITHOUT_DOUBLES[seat % len(WITHOUT_DOUBLES)]) for seat in range(seats))
    if rules["first_leader"] not in ("lot", "youngest", "sum"):
        found = rules.leading.first(Deck(held, names, rules.equipment.weight, None))
        yield from (rules.leading.no_leader_ruling() if found is None else found.ruling).tree()
        if rules["lead_fallback"] in ("none", "draw"):
            yield rules.leading.nobody(0, names[0]).ruling
    if "lots" in rules.clauses and "lot" in (rules["first_leader"], rules["block_leader"]):
        yield from _tied_lots(rules, names)
    if rules.lead_tiles:
        yield from _without_the_kind(rules)
    named = start(rules, Shuffle(seed=1), seats=seats, leader=seats - 1).state
    for state in (named, named._replace(drawn=9)):  # Before and after what a leader takes.
        yield from judge(state, legal(state)[0]).tree()


def _tied_lots(rules: Ruleset, names: tuple[str, ...]) -> Iterator[Ruling]:
    """The two heaviest lots weigh the same, and then one is the heaviest."""
    draws = [(Tile(3, 3), Tile(2, 4)), (Tile(6, 6), Tile(6, 5))]
    small = (Tile(0, 0), Tile(0, 1), Tile(0, 2), Tile(1, 1))[: len(names) - 2]
    deck = Deck(((),) * len(names), names, rules.equipment.weight, lambda draw: (*draws[draw], *small))
    for first in (rules, rules.but(first_leader="lot", lead_tile="any", lead_fallback="none")):
        found = first.leading.first(deck)
        yield from () if found is None else found.ruling.tree()


def _without_the_kind(rules: Ruleset) -> Iterator[Ruling]:
    """The leader, or everybody, holds no tile that may lead, whatever is done then; and somebody tries another.

    Where the first leader is found by a tile, this is a later one.
    """
    if rules["lead_fallback"] == "next-player":  # The first leader may be found by a tile, too.
        yield rules.leading.nobody(0, "Ana").ruling
    if isinstance(rules["first_leader"], Mapping):
        rules = rules.but(first_leader="youngest")
    for fallback in ("none", "redeal", "heaviest", "next-player", "leader-draws"):
        changed = rules.but(lead_fallback=fallback)
        first = start(changed, Shuffle(seed=1), seats=seat_counts(rules)[0]).state
        for lucky, stock in ((0, 7), (1, 7), (9, 7), (9, 0)):
            held = tuple(tiles("5-5 6-5" if seat == lucky else "2-1 6-5") for seat in range(len(first.holdings)))
            deck = Deck(held, first.table.names, rules.equipment.weight, None, among=rules.lead_tiles, boneyard=stock)
            bound = rules.but(lead_fallback=fallback).leading.bind(
                stated_lead(first.table, 0), deck, partial(changed.dealing.next_seat, seats=len(held)))
            if bound is None:
                yield changed.leading.no_leader_ruling()
                continue
            yield from bound.ruling.tree()
            state = first._replace(lead=bound, turn=bound.seat, holdings=held, stock=tiles("0-1 3-3"))
            yield from (judge(state, action) for action in (*map(Play, held[bound.seat]), Draw(), Pass()))
            while state.lead.seeks:
                step = advance(state, Draw())
                yield from (event.ruling for event in step.events)
                state = step.state
            yield from (judge(state, Play(tile)) for tile in state.holdings[state.turn])
            if stock:
                state = first._replace(lead=bound, turn=bound.seat, holdings=held, stock=tiles("0-1"))
                yield from (event.ruling for event in (advance(state, Draw()).events if bound.seeks else ()))


def _wrong_leaders(rules: Ruleset) -> Iterator[Ruling]:
    """A file names a leader while another holds the only double, which is the tile that leads."""
    seats, wanted = seat_counts(rules)[0], rules["first_leader"]
    sought = f"{rules['max_pip']}-{rules['max_pip']}" if wanted == "hand-double" else "6-6"
    sought = wanted["holder"] if isinstance(wanted, Mapping) else sought
    held = ", ".join(f'["{sought}"]' if seat == 1 else f'["{WITHOUT_DOUBLES[seat % 5]}"]' for seat in range(seats))
    yield from positions.spied(f'ruleset = "{rules.id}"\n[deal]\nholdings = [{held}]\nleader = 0\n')


def _undealt(rules: Ruleset) -> Iterator[Ruling]:
    """More players than the deal has tiles for, at a table where any number may sit down."""
    with suppress(RulesetError):
        anybody = rules.but(seats="2+")
        try:
            start(anybody, Shuffle(seed=1), seats=12)
        except IllegalAction as error:
            yield error.ruling


def _stuck(rules: Ruleset) -> Iterator[Ruling]:
    """Nothing fits: the boneyard is empty, or down to what stays, or enough was drawn in this turn."""
    first = start(rules, Shuffle(seed=1), leader=0).state
    held = tuple(tiles("5-5") for _ in first.holdings)
    stuck = first._replace(chain=Chain().lay(Tile(0, 1)), holdings=held, stock=())
    kept = stuck._replace(stock=tiles("3-3 2-2")[: rules["reserve"]])
    most = rules["draw_max"] if isinstance(rules["draw_max"], int) else 0
    enough = stuck._replace(stock=tiles("3-3 2-2 4-4"), drawn=most)
    for state in (stuck, kept, enough):
        yield judge(state, Draw())
        yield judge(state, Pass())


def _ties(rules: Ruleset) -> Iterator[Ruling]:
    """The two lightest weigh the same, whoever laid the last tile and however a tie is broken; and partners, or not."""
    seats = max(count for count in seat_counts(rules) if count <= len(TIED))
    for blocker in (0, seats - 1):
        yield from positions.settled(rules, *TIED[:seats], blocker=blocker)
    for tie in ("lightest-tile", "fewer-tiles", "blocker"):
        yield from positions.settled(rules.but(tie=tie), *TIED[:seats], blocker=seats - 1)
    if rules["teams"] == "pairs":
        other = "individual" if rules["team_block"] == "team-total" else "team-total"
        for partners in (rules, rules.but(team_block=other), rules.but(teams="none")):
            yield from positions.settled(partners, *UNLIKE)


def _scorers(rules: Ruleset) -> Iterator[Ruling]:
    """Another rule says who scores after a block."""
    seats = max(count for count in seat_counts(rules) if count <= len(TIED))
    for who in ("winner", "own-pips", "losers", "losers-pay", "lighter"):
        with suppress(RulesetError):
            yield from positions.settled(rules.but(who_scores=who), *UNLIKE[:seats], *TIED[len(UNLIKE):seats])
