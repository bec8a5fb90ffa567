"""Settlement: the winner and the points of a hand that is over, or of holdings that a reader gives."""

from __future__ import annotations

import operator
from dataclasses import dataclass

from domino_lab.core.arguments import Listed
from domino_lab.core.errors import IllegalAction, NotationError
from domino_lab.core.events import Event, MatchWon, Pot, Settled
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile, TilesLike, tiles
from domino_lab.play.start import names_for
from domino_lab.play.state import Position, Solo, Step, Table
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final, Settlement
from domino_lab.words.escaping import as_markdown


def final(state: Position) -> Final:
    """Return the end of a hand as the settling rules see it."""
    table = state.table
    total, side = table.rules.equipment.total, table.rules.dealing.side
    holdings, blocker, stacks = state.holdings, state.blocker, state.stacks
    if blocker is None and state.chain.laid:    # Nobody has played on the tile that was turned up.
        blocker = state.lead.seat
    if state.discards:      # They count against their players like tiles in hand.
        holdings = tuple(map(operator.add, holdings, state.discards))
    on_top = stacks and stacks[-1].order == len(state.chain.laid) + len(stacks) - 1
    return Final(
        holdings,
        tuple(map(total, holdings)),
        tuple(map(side, range(len(table.names)))),
        table.names,
        state.went_out,
        blocker,
        table.rules.equipment.weight,
        state.chain,
        state.lead.seat,
        state.passes,
        table.standing,
        state.scores,
        stacks[-1].tile if on_top else None,
        table.rules.places_for,
        table.rules.arms.open_ends,
        lambda seat: table.rules.dealing.next_seat(seat, table.seats),
        state.out,
        state.moves,
        (*state.stock, *state.below),
    )


def settle(state: Position) -> Step:
    """Return the last step of a finished hand: its winner, its points, and whether the match is won."""
    solo: Solo | None = state.rules.solo
    if solo is not None:
        return solo.settle(state)
    table, scores, over = state.table, state.scores, state.over
    teams = table.rules.dealing.teams == "pairs"
    events: tuple[Event, ...] = ()
    winning, end = table.rules.winning, final(state) if over in ("out", "blocked") else None
    if end is not None:
        verdict = table.rules.settling.settle(end)
        settled = _with_discards(state, _award(table, scores, verdict))
        before, scores = scores, tuple([score + settled.points_of(side) for side, score in enumerate(scores)])
        fallen = winning.fallen(scores, settled.winner, before)
        if fallen != scores:
            lost = [table.side_name(side) for side, score in enumerate(scores) if score != fallen[side]]
            why = (*settled.ruling.because, winning.fall_ruling(lost, everybody=not any(fallen)))
            scores, settled = fallen, settled._replace(ruling=settled.ruling._replace(because=why))
        events = (settled,)
    side_won = winning.winner(scores, seats=table.seats, teams=teams, final=end)
    if side_won is None:
        side_won = winning.best_after(scores, table.standing.hand)
    if over == "target" and side_won is not None:
        said = winning.at_once_ruling(table.side_name(side_won), scores[side_won], seats=table.seats, teams=teams)
        events = (Settled(side_won, 0, said),)
    chips = state.chips
    if chips and over in ("out", "blocked", "target"):
        pot, chips = _empty_pot(state, next(iter(events), None))
        events = (*events, *pot)
    if side_won is not None:
        events = (*events, _match_won(table, scores, side_won, end))
    return Step(None, None, events, state.but(scores=scores, chips=chips))


def _with_discards(state: Position, settled: Settled) -> Settled:
    """Add to the award that discarded tiles were counted, and for how much (axis cannot_play)."""
    if not state.discards:
        return settled
    rules, piles = state.rules, zip(state.table.names, state.discards, strict=True)
    counted = rules.turns.counted_ruling({name: rules.equipment.total(pile) for name, pile in piles if pile})
    return settled._replace(ruling=settled.ruling.with_reason(counted))


def _match_won(table: Table, scores: tuple[int, ...], side: int, end: Final | None) -> MatchWon:
    """Return the win of the match: by the target, or by the best score after its last hand; and how often it counts."""
    winning, name, teams = table.rules.winning, table.side_name(side), table.rules.dealing.teams == "pairs"
    if winning.winner(scores, seats=table.seats, teams=teams, final=end) == side:
        won = winning.win_ruling(name, scores[side], seats=table.seats, teams=teams)
    else:
        won = winning.hands_ruling(name, scores[side], table.standing.hand)
    counts = winning.counts_as(scores, side)
    if counts > 1:
        others = [name for seat, name in enumerate(table.names) if table.side(seat) != side]
        won = won.with_reason(winning.shut_out_ruling(name, others))
    if winning.matches_to_win == 1:
        return MatchWon(side, won, counts)
    total = counts + (table.standing.won[side] if table.standing.won else 0)
    said = won.with_reason(winning.matches_ruling(name, total))
    return MatchWon(side, said, counts, overall=total >= winning.matches_to_win)


def _award(table: Table, scores: tuple[int, ...], settlement: Settlement) -> Settled:
    """Return the award, or none of it if it does not count (axes reach and first_score)."""
    winning, teams, side = table.rules.winning, table.rules.dealing.teams == "pairs", settlement.winner
    if settlement.shares:
        return _share(table, scores, settlement)
    if side is None or winning.takes(settlement.award, scores[side], seats=table.seats, teams=teams):
        return Settled(side, settlement.award, settlement.ruling, seat=settlement.seat)
    over = winning.lost_ruling(settlement.award, scores[side], table.side_name(side),
                               goal=winning.goal(table.seats, teams=teams), because=settlement.ruling)
    return Settled(side, 0, over, seat=settlement.seat)


def _share(table: Table, scores: tuple[int, ...], settlement: Settlement) -> Settled:
    """Return the shares of all sides, without those that do not count; the ruling names the first."""
    winning, teams, shares = table.rules.winning, table.rules.dealing.teams == "pairs", list(settlement.shares)
    ruling, goal = settlement.ruling, winning.goal(table.seats, teams=teams)
    for side, points in enumerate(settlement.shares):
        if points and not winning.takes(points, scores[side], seats=table.seats, teams=teams):
            ruling = winning.lost_ruling(points, scores[side], table.side_name(side), goal=goal, because=ruling)
            shares[side] = 0
    award = 0 if settlement.winner is None else shares[settlement.winner]
    return Settled(settlement.winner, award, ruling, tuple(shares), settlement.seat)


def _empty_pot(state: Position, settled: Event | None) -> tuple[tuple[Pot, ...], tuple[int, ...]]:
    """Give the chips paid in this hand to its winner, or back to those who paid them."""
    table = state.table
    before = table.standing.chips or (0,) * len(state.chips)
    paid = sum(before) - sum(state.chips)
    winner = settled.winner if isinstance(settled, Settled) else None
    if not paid:
        return (), state.chips
    ruling = state.rules.drawing.pot_ruling(None if winner is None else table.side_name(winner), paid)
    if winner is None:
        return (Pot(None, paid, ruling),), before
    return (Pot(winner, paid, ruling),), tuple([own + paid * (side == winner) for side, own in enumerate(state.chips)])


@dataclass(frozen=True)
class Verdict:
    """The settlement of a hand: the winning side (None for nobody), the award, and the ruling with its lines.

    `shares` has the points of every side, if not only the winner's score changes.
    """

    winner: int | None
    award: int
    ruling: Ruling
    shares: tuple[int, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences of the calculation, in reading order: why this side wins, then each line of the award."""
        ruling = self.ruling
        deciding = [part for part in ruling.because if "players" in part.facts]
        rest = [part for part in ruling.because if part not in deciding]
        return tuple(part.text for part in (*deciding, ruling, *rest))

    @property
    def text(self) -> str:
        """All the lines as one text."""
        return " ".join(self.lines)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses that decided."""
        return tuple(dict.fromkeys(part.id for part in self.ruling.tree()))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Verdict: winner {self.winner}, award {self.award}>"

    def _repr_markdown_(self) -> str:
        return "\n".join(f"- {as_markdown(sentence)}" for sentence in self.lines)


def settle_holdings(
    rules: Ruleset, holdings: Listed[TilesLike], *, out: int | None = None,
    blocker: int | None = None,
) -> Verdict:
    """Settle a hand that ends with `holdings`, one for each seat, in seat order.

    `out` is the seat that went out (by default, the one with an empty holding), `blocker` the one that played last.
    Raises IllegalAction for a number of players that the game does not allow, and NotationError for impossible tiles or
    seats and for a patience, which has no holdings to compare.
    """
    if rules.solo is not None:
        raise NotationError(f"{rules.name} is won or lost, so there are no pips to settle")
    held = tuple(_tiles(holding) for holding in holdings)
    ruling = rules.dealing.seats_ruling(len(held))
    if not ruling.allowed:
        raise IllegalAction(ruling)
    _check_tiles(rules, held)
    for name, seat in (("out", out), ("blocker", blocker)):
        if seat is not None and not 0 <= seat < len(held):
            raise NotationError(f"{name} = {seat} is not a seat: the seats are 0 to {len(held) - 1}")
    settled = rules.settling.settle(_final(rules, held, _out(rules, held, out), blocker))
    return Verdict(settled.winner, settled.award, settled.ruling, settled.shares)


def _final(rules: Ruleset, held: tuple[tuple[Tile, ...], ...], out: int | None, blocker: int | None) -> Final:
    weights = tuple(rules.equipment.total(holding) for holding in held)
    sides = tuple(rules.dealing.side(seat) for seat in range(len(held)))
    nothing = Standing((0,) * (max(sides) + 1))
    return Final(held, weights, sides, names_for(len(held)), out, blocker, rules.equipment.weight, standing=nothing,
                 scores=nothing.scores, next_seat=lambda seat: rules.dealing.next_seat(seat, len(held)))


def _tiles(holding: TilesLike) -> tuple[Tile, ...]:
    return tiles(holding) if isinstance(holding, str) else tuple(Tile.of(tile) for tile in holding)


def _check_tiles(rules: Ruleset, held: tuple[tuple[Tile, ...], ...]) -> None:
    """GEN-DEAL-1: each tile of the set once, or twice with two sets."""
    known, seen = rules.equipment.set, [tile[:2] for holding in held for tile in holding]
    for holding in held:
        for tile in holding:
            if tile not in known.tiles:
                raise NotationError(f"there is no {tile} in this set ({known.name}; GEN-DEAL-1)")
            if seen.count(tile[:2]) > known.how_often(tile):
                raise NotationError(f"{tile} is listed more often than this set contains it ({known.name}; GEN-DEAL-1)")


def _out(rules: Ruleset, held: tuple[tuple[Tile, ...], ...], out: int | None) -> int | None:
    empty = [seat for seat, holding in enumerate(held) if not holding]
    if out is not None and held[out]:
        raise NotationError(f"seat {out} cannot have gone out: it still holds {held[out][0]}")
    if len(empty) > 1 and rules.ending.play_on != "never":
        if out is None:
            raise NotationError(f"seats {empty[0]} and {empty[1]} have both gone out: say with out = {empty[0]} or "
                                f"out = {empty[1]} who wins by it")
    elif len(empty) > 1:
        raise NotationError(f"only one seat can have gone out, not seats {empty[0]} and {empty[1]}")
    return out if out is not None else next(iter(empty), None)
