"""Drawing, passing, stacking, and another turn after a play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.rulings import Facts, Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.axes import PASS_PAYS
from domino_lab.rules.group import Group, need_not_ask
from domino_lab.rules.so_far import HandSoFar
from domino_lab.words import phrase


class Spoils(NamedTuple):
    """The points of the last play that can be stolen, and their seat; `stolen` says that they were stolen before."""

    seat: int
    points: int
    stolen: bool = False


class Loot(NamedTuple):
    """The points of a stack: `credit` for the stacker, `loss` for the player before."""

    credit: int
    loss: int


NOTHING = Loot(0, 0)


class Stacking(Group):
    """The axes stack, stack_when, steal_credit and steal_back."""

    stack: str
    stack_when: str
    steal_credit: str
    steal_back: bool

    @cached_property
    def plays(self) -> bool:
        """True if tiles may be stacked in this game."""
        return self.stack != "none" or "choices" in self.decides

    def loot(self, spoils: Spoils | None, tile: Tile) -> Loot:
        """Return the points for stacking `tile` (TBC-SCORE-1): a double steals double, and may be credited twice."""
        if spoils is None or (spoils.stolen and not self.steal_back):
            return NOTHING
        loss = spoils.points * (2 if tile.is_double else 1)
        return Loot(loss * (2 if self.steal_credit == "twice" else 1), loss)

    def may_now(self, spoils: Spoils | None) -> bool:
        """Return True if stacking is allowed now (TBC-STACK-1): after a score, or always by axis stack_when."""
        if not self.plays:
            return False
        return self.stack_when == "any" or self.loot(spoils, Tile(0, 0)) != NOTHING

    def choices(self, chain: Chain, ends: Sequence[OpenEnd], holding: Sequence[Tile]) -> list[tuple[Tile, int]]:
        """Return the tiles of `holding` that equal a tile at one of the open `ends`, each with the number of that tile.

        A double needs a free long side.
        """
        return sorted({(tile, end.at) for end in ends for tile in holding
                       if chain.laid[end.at].tile[:2] == tile[:2] and not (end.edge > 1 and tile.is_double)})

    def stack_ruling(self, tile: Tile, on: int, chain: Chain, ends: Sequence[OpenEnd], facts: Facts,
                     spoils: Spoils | None) -> Ruling:
        """Return the decision on stacking `tile` on played tile number `on`; facts: player, rival (the last player)."""
        onto = chain.laid[on].tile if 0 <= on < len(chain.laid) else tile
        facts = {**facts, "tile": tile, "onto": onto}
        if not self.plays:
            return Ruling("GEN-END-1", "stack", facts, allowed=False)
        if not self.may_now(spoils):
            if spoils is not None and spoils.stolen:
                return Ruling.of(self.clauses, "steal_back", "refused", facts, allowed=False)
            return Ruling.of(self.clauses, "stack_when", "no_score", facts, allowed=False)
        if (tile, on) in self.choices(chain, ends, [tile]):
            turn = self.clauses.get("stack_turn")
            because = (Ruling(turn, "turn", facts, axis="steal_back"),) if turn else ()
            return Ruling.of(self.clauses, "stack", "yes", facts, because=because)
        case = "side" if tile.is_double and onto[:2] == tile[:2] else "no_match"
        return Ruling.of(self.clauses, "stack", case, facts, allowed=False)

    def steal_ruling(self, player: str, rival: str, tile: Tile, loot: Loot) -> Ruling:
        """Return the ruling for points that a stack moves (axis steal_credit)."""
        facts = {"player": player, "rival": rival, "tile": tile, "points": loot.credit, "taken": loot.loss}
        case = "doubled" if tile.is_double else "steals"
        return Ruling.of(self.clauses, "steal_credit", case, facts, points=loot.credit)


_DRAWS = ("draw", "choice")


class Drawing(Group):
    """The axes draw_when, draw_max, after_draw, voluntary_max, reserve, draw_cost and draw_cost_in.

    The facts are those of the turn: `stock` tiles are in the boneyard, `drawn` were drawn in this turn.
    """

    draw_when: str
    draw_max: int | str
    after_draw: str
    voluntary_max: int | str
    reserve: int
    draw_cost: int
    draw_cost_in: str

    @cached_property
    def by_choice(self) -> bool:
        """True if a player who can play may draw all the same."""
        return self.draw_when == "optional" or "may" in self.decides

    def possible(self, stock: int, so_far: HandSoFar | None = None) -> bool:
        """Return True if a tile can be drawn at all from a boneyard of `stock` tiles; `so_far` is as for `may`."""
        return self.draw_when != "never" and stock > self.reserve

    def may(self, *, able: bool, stock: int, drawn: int, chosen: int = 0, so_far: HandSoFar | None = None) -> bool:
        """Return True if a player may draw; `able` if they can play, `chosen` tiles were drawn although they could.

        The hand `so_far` changes nothing, unless a reader's own rule says otherwise.
        """
        return self._axis_and_case(able=able, stock=stock, drawn=drawn, chosen=chosen)[1] in _DRAWS

    def draw_ruling(self, facts: Facts, so_far: HandSoFar | None = None) -> Ruling:
        """Return the decision on drawing; facts: player, able (a playable tile, or None), stock, drawn, chosen."""
        axis, case = self._draw_case(facts, so_far)
        by = "willing" if (axis, case) == ("draw_when", "able") and "willing" in self.clauses else axis
        return Ruling(self.clauses[by], case, {**facts, "reserve": self.reserve}, case in _DRAWS, axis=axis)

    def _draw_case(self, facts: Facts, so_far: HandSoFar | None) -> tuple[str, str]:
        return self._axis_and_case(able=facts["able"] is not None, stock=facts["stock"], drawn=facts["drawn"],
                                   chosen=facts.get("chosen", 0))

    def _axis_and_case(self, *, able: bool, stock: int, drawn: int, chosen: int) -> tuple[str, str]:
        """Return the axis that decides on drawing, and its case: "draw", "choice", or why not."""
        if self.draw_when == "never" or (able and self.draw_when != "optional"):
            return "draw_when", "never" if self.draw_when == "never" else "able"
        if not stock:
            return "draw_when", "empty"
        if stock <= self.reserve:
            return "reserve", "kept"
        if self.draw_max != "until-playable" and drawn >= int(self.draw_max):
            return "draw_max", "enough"
        if able and self.voluntary_max != "any" and chosen >= int(self.voluntary_max):
            return "voluntary_max", "able"
        return "draw_when", "choice" if able else "draw"

    def pass_ruling(self, facts: Facts, so_far: HandSoFar | None = None) -> Ruling:
        """Return the decision on passing, which is allowed to a player who can neither play nor draw (GEN-PASS-1)."""
        axis, case = self._draw_case(facts, so_far)
        if facts["able"] is not None or case in _DRAWS:
            return Ruling("GEN-PASS-1", "draw" if facts["able"] is None else "able", facts, allowed=False)
        return Ruling.of(self.clauses, axis, f"pass_{case}", {**facts, "reserve": self.reserve})

    def wait_ruling(self, player: str, *, passes: bool) -> Ruling:
        """Return the decision on an action of a player who has drawn, which ends the turn: only passing is allowed."""
        return Ruling.of(self.clauses, "after_draw", "passes" if passes else "waits", {"player": player}, passes)

    def cost_ruling(self, player: str, score: int) -> Ruling | None:
        """Return the price that `player` pays for a drawn tile, with the `score` left; None if it is free."""
        if not self.draw_cost:
            return None
        facts = {"player": player, "cost": self.draw_cost, "score": score}
        return Ruling.of(self.clauses, "draw_cost", self.draw_cost_in, facts, points=-self.draw_cost)

    def pot_ruling(self, player: str | None, chips: int) -> Ruling:
        """Return who takes the `chips` paid in this hand: its winner, or, if nobody won, those who paid them."""
        facts = {"player": player, "chips": chips}
        return Ruling.of(self.clauses, "draw_cost_in", "back" if player is None else "pot", facts)


class PassedTurn(NamedTuple):
    """A turn that was passed: by the player next after the one who played last, or by the last of all the others.

    `first` is the tile that led, if no other is on the table.
    """

    is_next: bool
    is_last: bool
    first: Tile | None

    @classmethod
    def of(cls, seat: int, following: int, blocker: int, *, after: int, passes: int, seats: int,
           chain: Chain) -> PassedTurn:
        """Return the kind of pass by `seat`, with the turn going to `following`; it is number `passes` in a row.

        `blocker` played last and `after` comes after that seat. A blocker who had another turn and passes comes before
        all the others; once everybody has passed, nobody passes for the first time.
        """
        return cls(seat == after and passes <= 2, following == blocker and passes <= seats,
                   chain.laid[0].tile if len(chain.laid) == 1 else None)


class Turns(Group):
    """The axes of another turn, pass_when, cannot_play, and those that pay for passes.

    Those of another turn are extra_turn, extra_turn_at, cannot_go_on and blind_leader_goes_on.
    """

    extra_turn: str
    extra_turn_at: str
    cannot_go_on: str
    blind_leader_goes_on: bool
    pass_when: str
    cannot_play: str
    pass_lead: int
    pass_lead_single: int | str
    pass_next: int
    pass_round: int
    pass_cost: int

    @cached_property
    def discards(self) -> bool:
        """True if a player who cannot play puts a tile face down instead of passing."""
        return self.cannot_play == "discard"

    def discard_ruling(self, tile: Tile, facts: Facts, pass_ruling: Ruling) -> Ruling:
        """Return the decision on discarding `tile`; facts are those of the turn.

        `pass_ruling` is the ruling on a pass: only a player who would otherwise have to pass may discard.
        """
        facts = {**facts, "tile": tile}
        if not self.discards:
            return Ruling("GEN-PASS-1", "no_discard", facts, allowed=False)
        if pass_ruling.allowed:
            return Ruling.of(self.clauses, "cannot_play", "discard", facts)
        case = "discard_draw" if pass_ruling.case == "draw" else "discard_able"
        return Ruling.of(self.clauses, "cannot_play", case, {**facts, **pass_ruling.facts}, allowed=False)

    def no_pass_ruling(self, facts: Facts) -> Ruling:
        """Return the refusal of a pass, because a tile must be discarded."""
        return Ruling.of(self.clauses, "cannot_play", "no_pass", facts, allowed=False)

    def counted_ruling(self, pips: Mapping[str, int]) -> Ruling:
        """Return the ruling that counts discarded tiles at the end of a hand: `pips` for each player.
        """
        piles = [phrase("page.pile", player=player, pips=count) for player, count in pips.items()]
        return Ruling.of(self.clauses, "cannot_play", "counted", {"piles": piles})

    @cached_property
    def pays_for_passes(self) -> bool:
        """True if the player who played last can score when others pass."""
        return any(getattr(self, axis) for axis in PASS_PAYS)

    def pay_for_pass(self, turn: PassedTurn, player: str, rival: str) -> tuple[Ruling, ...]:
        """Return the points of `player`, who played last, because `rival` passes; a ruling for each rule that pays."""
        facts: dict[str, object] = {"player": player, "rival": rival}
        lead, axis = self.pass_lead, "pass_lead"
        if lead and turn.first is not None:
            facts["tile"] = turn.first
            if not turn.first.is_double and self.pass_lead_single != "same":
                lead, axis = int(self.pass_lead_single), "pass_lead_single"
        due = ((axis, lead, turn.is_next and turn.first is not None), ("pass_next", self.pass_next, turn.is_next),
               ("pass_round", self.pass_round, turn.is_last), ("pass_cost", self.pass_cost, True))
        return tuple([Ruling.of(self.clauses, name, name, {**facts, "points": points}, points=points)
                      for name, points, is_due in due if is_due and points])

    def may_stop(self, *, extra: bool, drawn: bool) -> bool:
        """Return True if a player may pass although they can go on.

        `extra`: they have just played (TW-TURN-2); `drawn`: they have drawn in this turn.
        """
        return self.pass_when == "any" or (self.pass_when == "extra-turn" and extra) or (
            self.draws_before_pass and drawn)

    @need_not_ask
    def may_pass(self, able: bool, so_far: HandSoFar | None = None) -> bool:  # noqa: FBT001 - a reader's own signature
        """Return True if a player may pass who is `able` to play, or else to draw, after the moves of `so_far`."""
        moves = so_far.moves if so_far is not None else ()
        mine = next((move for move in reversed(moves) if move.kind != "draw"), None)
        extra = so_far is not None and mine == (so_far.seat, "play")
        drawn = bool(moves) and moves[-1].kind == "draw"
        return (able or not self.draws_before_pass) and self.may_stop(extra=extra, drawn=drawn)

    @cached_property
    def asks_for_pass(self) -> bool:
        """True if a reader's own rule says who may pass although they could play or draw."""
        return "may_pass" in self.decides

    def own_pass_ruling(self, player: str, duty: Ruling, *, passes: bool) -> Ruling:
        """Return the decision of a reader's own rule on a pass that `duty` refuses."""
        because = () if passes else (duty,)
        return Ruling.of(self.clauses, "pass_when", "may_pass" if passes else "no", {"player": player}, passes,
                         because=because)

    @cached_property
    def draws_before_pass(self) -> bool:
        """True if only a player who has drawn may keep a tile that fits."""
        return self.pass_when == "after-draw"

    def stop_ruling(self, player: str, *, able: bool, drawn: bool) -> Ruling:
        """Return the ruling on a pass by choice, or of a player who is not `able` to lay one more double."""
        if self.pass_when == "unable" or (self.draws_before_pass and not drawn):
            return Ruling.of(self.clauses, "extra_turn", "stops" if able else "no_more", {"player": player})
        return Ruling.of(self.clauses, "pass_when", "drew" if self.draws_before_pass else "choice", {"player": player})

    @cached_property
    def repeats(self) -> bool:
        """True if a play can give its player another turn."""
        return self.extra_turn != "none" or "goes_on" in self.decides

    @cached_property
    def binds(self) -> bool:
        """True if a player who has another turn can only join the tile that they have just played."""
        return self.repeats and self.extra_turn_at == "same-end"

    @cached_property
    def lapses(self) -> bool:
        """True if another turn is over without a draw if no tile fits."""
        return self.cannot_go_on == "stop" and (self.repeats or "next_turn" in self.decides)

    def lapse_ruling(self, player: str, *, passes: bool, refused: bool = False) -> Ruling:
        """Return the decision on a pass, or else a draw, of a player who has another turn that lapses.

        `refused` says that a tile fits, but a rule of a reader's own does not allow it.
        """
        case = "refused" if refused else "over" if passes else "no_draw"
        return Ruling.of(self.clauses, "cannot_go_on", case, {"player": player}, passes)

    def same_end_ruling(self, tile: Tile, onto: Tile, last: Tile, player: str, *, joins: bool) -> Ruling:
        """Return the decision on `tile` in another turn of `player`: whether it joins (`joins`) the `last` tile."""
        facts = {"player": player, "tile": tile, "onto": onto, "last": last}
        return Ruling.of(self.clauses, "extra_turn_at", "goes_on" if joins else "elsewhere", facts, joins)

    @need_not_ask
    def next_turn(self, chain: Chain, seat: int, seats: int, so_far: HandSoFar | None = None) -> int | None:
        """Return the seat whose turn comes after a move, if a reader's own rule names one; otherwise None."""
        return None

    @cached_property
    def follows_passes(self) -> bool:
        """True if a reader's own rule also says whose turn comes after a pass."""
        return False

    def turn_ruling(self, player: str, *, again: bool) -> Ruling:
        """Return the ruling on the turn that a reader's own rule gives to `player`."""
        return Ruling.of(self.clauses, "own_turn", "again" if again else "next", {"player": player})

    @cached_property
    def only_for_doubles(self) -> bool:
        """True if in another turn a player may only lay a double, or stop."""
        return self.extra_turn == "more-doubles"

    def no_double_ruling(self) -> Ruling:
        """Return the refusal of a draw, or of a tile that is no double, to a player who may lay one more double."""
        return Ruling.of(self.clauses, "extra_turn", "no_double", {}, allowed=False)

    @cached_property
    def by_first_turn(self) -> bool:
        """True if a player has more than one play in their first turn of a hand."""
        return "first-turn" in self.extra_turn

    def speaks(self, tile: Tile, so_far: HandSoFar | None = None, *, scored: bool = False) -> bool:
        """Return True if a rule gives another turn after `tile`, which `scored` or not (DR2-OSEL, BD-TURN-1).

        `so_far` is the hand before the play, where a rule asks for it.
        """
        if self.extra_turn == "while-fits" or (self.by_first_turn and so_far is not None and so_far.first_turn):
            return True
        return (tile.is_double and "double" in self.extra_turn) or (scored and "score" in self.extra_turn)

    def again(self, tile: Tile, player: str, *, leads_blind: bool) -> tuple[bool, Ruling]:
        """Return whether `player`, who has played `tile`, has another turn, and the ruling.

        `leads_blind` is True for the first tile of a game with face-down rows (BD-LEAD-1).
        """
        facts = {"player": player, "tile": tile}
        if not leads_blind:
            other = "_first" if self.by_first_turn else "_score"
            case = "" if self.extra_turn == "while-fits" else "_double" if tile.is_double else other
            case = {"first-turn": "_first", "on-score": "_score", "more-doubles": "_more"}.get(self.extra_turn, case)
            return True, Ruling.of(self.clauses, "extra_turn", f"again{case}", facts)
        case = "goes_on" if self.blind_leader_goes_on else "stops"
        return self.blind_leader_goes_on, Ruling.of(self.clauses, "blind_leader_goes_on", case, facts)
