"""Legal actions, and the ruling on any action that is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Stack
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.events import LineOpened
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.state import Position, Solo, Step, so_far
from domino_lab.rules.leading import Lead
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.so_far import HandSoFar, Move
from domino_lab.rules.turns import Spoils
from domino_lab.words import phrase

_DRAW, _PASS = (Draw(),), (Pass(),)


def legal(state: Position) -> tuple[Action, ...]:
    """Return every legal action of the seat to move, in the one order used everywhere.

    Plays come by tile (low, high, copy), then open end by age, then outward half; then tiles that may be stacked; then
    a draw, or else a pass, or the tiles that may be discarded instead. If the next tile of the boneyard is not known,
    there is a draw for each possible one.
    """
    solo: Solo | None = state.rules.solo
    return solo.legal(state) if solo is not None else legal_in_hand(state)


def legal_in_hand(state: Position) -> tuple[Action, ...]:
    """Return the legal actions by the rules of playing and drawing, which also hold in a patience with a chain."""
    if state.over is not None:
        return ()
    if state.table.study:
        left = unlaid(state)
        return plays_now(state, left) + _stacks(state.rules, state.chain, left, spoils_for(state))
    moves = known_moves(state)
    if state.stock or not any(isinstance(move, Draw) for move in moves[-2:]):
        return moves
    drawn = tuple([Draw(tile) for tile in sorted(state.below)])
    return tuple([each for move in moves for each in (drawn if isinstance(move, Draw) else (move,))])


def known_moves(state: Position) -> tuple[Action, ...]:
    """Return the moves as the seat to move knows them: plays, stacks, a draw of an unknown tile, or else a pass.

    If nobody passes, there is a discard for each tile in hand instead of a pass.
    """
    rules, chain = state.table.rules, state.chain
    holding = usable(state) if rules.dealing.is_blind else state.holdings[state.turn]
    if not chain.laid and _waits_for_lead(state):
        return _DRAW + _PASS if may_leave(state) else _DRAW
    if state.drawn and must_wait(state):
        return _PASS
    lead, ends = state.lead, None if rules.has_common_ends else state.open_ends
    moves: tuple[Action, ...] = allowed_plays(state, plays(rules, chain, holding, lead, ends))
    if rules.turns.only_for_doubles and state.only_doubles:
        return (*_with_doubles(moves), *_PASS)
    if moves and rules.playing_is_duty and not lead.may_leave:
        return moves
    draws = (not moves or rules.drawing.by_choice) and not state.lapses and _may_draw(state, holding, able=bool(moves))
    if rules.stacking.plays:
        moves += _stacks(rules, chain, holding, spoils_for(state))
    if draws:
        moves += _DRAW
    elif rules.turns.discards and not moves:
        return tuple(map(Discard, sorted(holding)))
    return moves if moves and not _may_pass(state, able=moves != _DRAW) else moves + _PASS


def _may_pass(state: Position, *, able: bool) -> bool:
    """Return True if the seat to move may pass, which is `able` to play, or else to draw."""
    turns = state.table.rules.turns
    if turns.asks_for_pass and state.chain.laid and not state.only_doubles:
        return turns.may_pass(able, so_far(state))
    return may_stop(state) and (able or not turns.draws_before_pass)


def _with_doubles(moves: tuple[Action, ...]) -> tuple[Play, ...]:
    """Return the plays that lay a double."""
    return tuple([move for move in moves if isinstance(move, Play) and move.tile.is_double])


def _waits_for_lead(state: Position) -> bool:
    """Return True if no tile may be played yet: the tile that leads is sought, or the leader takes those left over."""
    return not state.chain.laid and (state.lead.seeks or must_take(state))


def _may_draw(state: Position, holding: Sequence[Tile], *, able: bool) -> bool:
    """Return True if the seat to move may draw now; `able` if it can lay a tile of its `holding`."""
    rules, drawn = state.table.rules, draws_by_rule(state)
    chosen = chosen_draws(state, holding, drawn) if able and drawn else 0
    return rules.drawing.may(able=able, stock=state.boneyard, drawn=drawn, chosen=chosen, so_far=_before_draw(state))


def _before_draw(state: Position) -> HandSoFar | None:
    """Return the hand so far, if a rule of a reader's own on drawing may ask for it."""
    return so_far(state) if state.rules.drawing.decides else None


def passes_in_a_row(state: Position) -> list[int]:
    """Return the seats that passed since somebody last did anything else, such as draw; the last two rounds of them."""
    last = state.moves[-2 * state.table.seats:]
    return [move.seat for move in takewhile(lambda move: move.kind == "pass", reversed(last))]


def turns_to_come(state: Position) -> Iterator[Position]:
    """Yield this turn, then the turns of a round in which everybody passes; none after two rounds of passes in a row.

    After those nothing changes any more.
    """
    seats, dealing = state.table.seats, state.rules.dealing
    if len(passes_in_a_row(state)) >= 2 * seats:
        return
    yield state
    for _ in range(seats):
        passed = (Move(state.turn, "pass"),) if state.holdings[state.turn] else ()
        state = state.but(turn=dealing.next_seat(state.turn, seats), moves=(*state.moves, *passed))
        yield state


def some_may_draw(state: Position) -> bool:
    """Return True if a player who cannot play could still draw."""
    drawing = state.rules.drawing
    if not drawing.decides:
        return drawing.possible(state.boneyard)
    return any(drawing.possible(state.boneyard, so_far(turn)) for turn in turns_to_come(state))


def must_take(state: Position) -> bool:
    """Return True if the leader has to take a left-over tile before the first play (axis leader_takes)."""
    return (not state.chain.laid and state.drawn < state.rules.dealing.taken and state.boneyard > 0
            and not state.lead.seeks and not state.table.study)


def must_wait(state: Position) -> bool:
    """Return True if the seat to move has drawn, and that ends its turn (axis after_draw).

    A leader who has drawn still plays the first tile.
    """
    return bool(state.drawn and state.table.rules.drawing.after_draw == "wait" and state.chain.laid)


def draws_by_rule(state: Position) -> int:
    """Return the tiles drawn in this turn, without those that a leader takes before the first tile."""
    return state.drawn if state.chain.laid else max(0, state.drawn - state.rules.dealing.taken)


def may_stop(state: Position) -> bool:
    """Return True if the seat to move may pass although it can play or draw, so that a pass reveals nothing.

    Another turn comes right after the seat's own play. Before the first tile, the only such pass leaves the lead. Where
    a drawn tile ends the turn, or may be kept, it may fit.
    """
    if must_wait(state):
        return True
    turns = state.table.rules.turns
    if turns.only_for_doubles and state.only_doubles:
        return True
    if not state.chain.laid:
        return may_leave(state)
    if turns.asks_for_pass:
        return True  # The rule may go by tiles that nobody else sees.
    return turns.pass_when != "unable" and turns.may_stop(
        extra=state.blocker == state.turn and not state.passes, drawn=state.drawn > 0)


def could_not_play(state: Position) -> bool:
    """Return True if a pass of the seat to move is not by choice; in another turn that is over without a draw, it is.
    """
    if must_wait(state):
        return True
    if state.lapses or state.only_doubles:
        return False
    return not may_stop(state) or legal(state) == _PASS


def shows_that_nothing_fitted(before: Position, step: Step) -> bool:
    """Return True if `step` is a pass after which everybody knows that its player had no tile that fits.

    Where passing was free, only a line that is opened shows it (axis line_opens).
    """
    if not isinstance(step.action, Pass) or must_wait(before):
        return False
    return not may_stop(before) or any(isinstance(event, LineOpened) for event in step.events)


def may_leave(state: Position) -> bool:
    """Return True if the seat to move may leave the lead to its partner, before it has drawn or led a tile."""
    lead = state.lead
    return lead.may_leave and not state.chain.laid and not state.drawn and state.turn == lead.seat


def _stacks(rules: Ruleset, chain: Chain, holding: Sequence[Tile], spoils: Spoils | None) -> tuple[Stack, ...]:
    if not rules.stacking.may_now(spoils):
        return ()
    return tuple([Stack(*pair) for pair in rules.stacking.choices(chain, rules.arms.open_ends(chain), holding)])


def chosen_draws(state: Position, holding: Sequence[Tile], drawn: int) -> int:
    """Return how many of the last `drawn` tiles of a holding were drawn although a tile could be played."""
    before = len(holding) - drawn
    return sum(1 for count in range(before, len(holding)) if plays_now(state, holding[:count]))


def usable(state: Position) -> tuple[Tile, ...]:
    """Return the tiles that the seat to move can use: its holding, or the front of its face-down row (BD-TURN-1)."""
    holding = state.holdings[state.turn]
    return holding[:1] if state.table.rules.dealing.is_blind else holding


def spoils_for(state: Position) -> Spoils | None:
    """Return the points that the seat to move can steal: the last score, if it is another side's."""
    spoils, side = state.spoils, state.table.side
    return spoils if spoils is not None and side(spoils.seat) != side(state.turn) else None


def plays(rules: Ruleset, chain: Chain, holding: Sequence[Tile], lead: Lead | None = None,
          ends: Sequence[OpenEnd] | None = None) -> tuple[Play, ...]:
    """Return the plays of the tiles of `holding` at `ends` (None: at every open one).

    `lead` restricts the first tile of a hand.
    """
    if not chain.laid:
        return tuple(map(Play, sorted(holding if lead is None else lead.choices(holding))))
    arms, plays_at = rules.arms, rules.plays_at
    open_now = arms.open_ends(chain) if ends is None else ends
    moves = [play for end in open_now for by_tile in (plays_at[end],) for tile in holding if tile in by_tile
             for play in by_tile[tile]]
    if arms.keeps_for_doubles:
        waiting = arms.for_doubles(chain)
        moves = [play for play in moves if play.tile.is_double or play.end not in waiting]
    moves.sort()
    return tuple(moves)


def allowed_plays(state: Position, moves: tuple[Play, ...]) -> tuple[Play, ...]:
    """Return those plays that a rule of a reader's own on each play allows to the seat to move; all without one."""
    arms = state.table.rules.arms
    if not arms.judges_plays or not state.chain.laid or state.table.study:
        return moves
    before = so_far(state)
    return tuple([play for play in moves if play.end and arms.allows(play.tile, play.end, state.chain, before)])


def plays_now(state: Position, tiles: Sequence[Tile]) -> tuple[Play, ...]:
    """Return the plays of `tiles` in this state, whoever holds them."""
    moves = allowed_plays(state, plays(state.table.rules, state.chain, tiles, None, state.open_ends))
    return _with_doubles(moves) if state.only_doubles else moves


def judge(state: Position, action: Action, seat: int | None = None) -> Ruling:
    """Return the ruling on an action, allowed or refused, by `seat` (by default, the seat to move)."""
    solo: Solo | None = state.table.rules.solo
    if solo is not None:
        return solo.judge(state, action)
    if seat is not None and seat != state.turn and not state.table.study and state.over is None:
        names = state.table.names
        return Ruling("GEN-TURN-1", "no", {"turn": names[state.turn], "player": names[seat]}, allowed=False)
    return judge_mover(state, action)


_KINDS = ("play", "stack", "draw", "discard", "pass")


def judge_mover(state: Position, action: Action) -> Ruling:
    """Return the ruling on an action of the seat to move, allowed or refused."""
    if state.over is not None:
        return Ruling("GEN-OVER-1", "no", {}, allowed=False)
    if state.drawn and must_wait(state) and action.kind in _KINDS:
        player = state.table.names[state.turn]
        return state.rules.drawing.wait_ruling(player, passes=isinstance(action, Pass))
    return _judge_play(state, action) if isinstance(action, Play) else _judge_turn(state, action)


def _judge_turn(state: Position, action: Action) -> Ruling:
    if action.kind not in _KINDS:
        return Ruling("GEN-TURN-1", "foreign", {}, allowed=False)
    waits = _waits_for_lead(state)
    if isinstance(action, Stack) and not waits:
        return _judge_stack(state, action)
    if state.table.study:
        return Ruling("REC-STUDY", action.kind, {}, allowed=False)
    if isinstance(action, Draw):
        return _judge_draw(state, action)
    if waits and not (isinstance(action, Pass) and may_leave(state)):
        return _waits(state, draws=False)
    return _judge_discard(state, action.tile) if isinstance(action, Discard) else _judge_pass(state)


def _judge_draw(state: Position, action: Draw) -> Ruling:
    """Return the ruling on a draw, which must name its tile if the order of the boneyard is unknown."""
    rules = state.rules
    if state.only_doubles:
        return rules.turns.no_double_ruling()
    if state.lapses:
        return rules.turns.lapse_ruling(state.table.names[state.turn], passes=False)
    if state.lead.seeks or must_take(state):
        ruling = _waits(state, draws=True)
    else:
        ruling = rules.drawing.draw_ruling(turn_facts(state), _before_draw(state))
    possible = state.stock[:1] or state.below
    if not ruling.allowed or action.tile in possible or (action.tile is None and state.stock):
        return ruling
    facts = {} if action.tile is None else {"tile": action.tile}
    return Ruling("GEN-HOLD-1", "not_next" if facts else "unknown", facts, allowed=False)


def _waits(state: Position, *, draws: bool) -> Ruling:
    """Return the ruling on an action before the lead is ready: the tile that leads is sought, or the leader takes."""
    player, rules = state.table.names[state.turn], state.rules
    if state.lead.seeks:
        return rules.leading.seek_ruling(player, draws=draws)
    return rules.dealing.taking_ruling(player, draws=draws)


def _judge_pass(state: Position) -> Ruling:
    if may_leave(state):
        return leave_to_partner(state).ruling
    ruling = _judge_duty(state)
    if ruling.allowed and state.rules.turns.discards:
        return state.rules.turns.no_pass_ruling(turn_facts(state))
    turns = state.rules.turns
    if ruling.allowed:
        return ruling
    passes = _may_pass(state, able=ruling.case != "draw")
    if turns.asks_for_pass and state.chain.laid and not state.only_doubles:
        return turns.own_pass_ruling(state.table.names[state.turn], ruling, passes=passes)
    if not passes:
        return ruling
    able = not state.only_doubles or bool(plays_now(state, state.holdings[state.turn]))
    return turns.stop_ruling(state.table.names[state.turn], able=able, drawn=state.drawn > 0)


def leave_to_partner(state: Position) -> Lead:
    """Return the lead of the partner of the seat to move, which leaves the lead."""
    return state.rules.leading.leave_to(state.lead, state.table.names)


def _judge_discard(state: Position, tile: Tile) -> Ruling:
    if tile not in state.holdings[state.turn]:
        return _not_held(state, tile)
    return state.rules.turns.discard_ruling(tile, turn_facts(state), _judge_duty(state))


def _judge_duty(state: Position) -> Ruling:
    """Return the ruling on a pass by a player who plays or draws if possible."""
    facts, rules, holding = turn_facts(state), state.rules, usable(state)
    stackable = _stacks(rules, state.chain, holding, spoils_for(state)) if rules.stacking.plays else ()
    if stackable and facts["able"] is None:
        return Ruling("GEN-PASS-1", "able", {**facts, "able": stackable[0].tile}, allowed=False)
    if state.lapses and facts["able"] is None:
        refused = bool(plays(rules, state.chain, holding, state.lead, state.open_ends))
        return rules.turns.lapse_ruling(facts["player"], passes=True, refused=refused)
    if not rules.dealing.is_blind:
        return rules.drawing.pass_ruling(facts, _before_draw(state))
    able = facts["able"] is not None
    return rules.dealing.turned_ruling(holding[0], facts["player"], "fits" if able else "turned", allowed=not able)


def _judge_stack(state: Position, action: Stack) -> Ruling:
    tile = action.tile
    held = unlaid(state) if state.table.study else state.holdings[state.turn]
    if tile not in held and state.rules.stacking.plays:
        return _not_held(state, tile)
    names, spoils = state.table.names, spoils_for(state)
    rival = names[spoils.seat] if spoils else names[state.blocker or 0]
    facts = {"player": names[state.turn], "rival": rival}
    ends = state.rules.arms.open_ends(state.chain)
    return state.rules.stacking.stack_ruling(tile, action.on, state.chain, ends, facts, spoils)


def turn_facts(state: Position) -> dict[str, Any]:
    """Return the facts of the turn that decide drawing and passing.

    `able` is the first playable tile (or None), `shown` the values at the open ends.
    """
    table, chain, holding, drawn = state.table, state.chain, usable(state), state.drawn
    rules = table.rules
    ends = state.open_ends
    if not chain.laid:
        drawn = draws_by_rule(state)
    fitting = plays(rules, chain, holding, state.lead, ends)
    able = allowed_plays(state, fitting)
    return {
        "player": table.names[state.turn],
        "able": able[0].tile if able else None,
        "stock": len(state.stock) + len(state.below),
        "drawn": drawn,
        "chosen": chosen_draws(state, holding, drawn) if able and drawn else 0,
        "shown": _values_shown(rules, chain, ends, state.bound_to, refused=bool(fitting) and not able),
    }


def _values_shown(rules: Ruleset, chain: Chain, ends: Sequence[OpenEnd], last: int | None, *, refused: bool
                  ) -> tuple[object, ...]:
    """Return the values at the open `ends` (of laid tile `last`), in words where only a double may be laid, or nothing.

    `refused` says that tiles fit there, but a rule of a reader's own allows none of them.
    A tile to which the next one has to be joined may be in an arm that cannot be continued yet (axis arm_order).
    """
    if not ends and last is not None:
        return (phrase("explain.not_yet", values=sorted({end[2] for end in chain.ends if end[0] == last})),)
    if not ends and chain.laid:
        return (phrase("explain.no_end"),)
    if refused:
        return (phrase("explain.by_own_rule", values=sorted({end[2] for end in ends})),)
    if not rules.arms.keeps_for_doubles:
        return tuple(sorted({end[2] for end in ends}))
    waiting = rules.arms.for_doubles(chain)
    shown = {end[2] for end in ends if end not in waiting}
    wanted = sorted({end[2] for end in ends if end in waiting} - shown)
    if wanted and not shown:
        return (phrase("explain.with_double", values=wanted),)
    return (*sorted(shown), *[phrase("explain.wants_double", value=value) for value in wanted])


def _judge_play(state: Position, action: Play) -> Ruling:
    tile, end, _, _ = action
    table, chain = state.table, state.chain
    if not chain.laid and _waits_for_lead(state):
        return _waits(state, draws=False)
    held = unlaid(state) if table.study else state.holdings[state.turn]
    if tile not in held:
        return _not_held(state, tile)
    if table.rules.dealing.is_blind and not table.study and tile != held[0]:
        return table.rules.dealing.turned_ruling(tile, table.names[state.turn], "front", allowed=False)
    if end is not None and end not in chain.ends:
        onto = chain.laid[end.at].tile if end.at < len(chain.laid) else tile
        return Ruling("GEN-END-1", "no" if chain.laid else "set", {"onto": onto}, allowed=False)
    return judge_place(state, action)


def judge_place(state: Position, play: Play) -> Ruling:
    """Return the ruling on where the seat to move puts a tile that it holds: as the first one, or at a free edge."""
    tile, end, out, _ = play
    rules, chain = state.table.rules, state.chain
    if end is None:
        return _judge_set(state, tile)
    ruling = _judge_join(state, tile, end, out)
    if rules.turns.only_for_doubles and ruling.allowed and not tile.is_double and state.only_doubles:
        return rules.turns.no_double_ruling()
    if rules.has_common_ends or not ruling.allowed:
        return ruling
    if rules.arms.judges_plays and not state.table.study:
        ruling = _with_ruling(ruling, rules.arms.play_ruling(tile, end, chain, so_far(state), state.table.names))
    elif chain.lines and not state.table.study:
        ruling = _on_line(state, tile, end, ruling)
    if not ruling.allowed:
        return ruling
    return _at_same_end(state, tile, end, ruling) if rules.turns.binds else ruling


def _on_line(state: Position, tile: Tile, end: OpenEnd, ruling: Ruling) -> Ruling:
    """Refuse what `ruling` allows if the line there is another player's and closed; anybody may cover a double."""
    arms, chain = state.rules.arms, state.chain
    if end.at == arms.waiting_double(chain):
        return ruling
    return _with_ruling(ruling, arms.line_ruling(state.turn, tile, end, chain, state.opened, state.table.names))


def _with_ruling(ruling: Ruling, other: Ruling | None) -> Ruling:
    """Return `ruling`, which allows a play, with another one that allows it, too, if there is one; else that refusal.
    """
    if other is None:
        return ruling
    return ruling.with_reason(other) if other.allowed else other


def _at_same_end(state: Position, tile: Tile, end: OpenEnd, ruling: Ruling) -> Ruling:
    """Refuse what `ruling` allows if the player goes on after a tile of their own, and this one joins another."""
    last = state.bound_to
    if last is None:
        return ruling
    laid = state.chain.laid
    player = state.table.names[state.turn]
    return _with_ruling(ruling, state.rules.turns.same_end_ruling(tile, laid[end.at].tile, laid[last].tile, player,
                                                                  joins=end.at == last))


def _not_held(state: Position, tile: Tile) -> Ruling:
    if not state.table.study and tile in state.rules.equipment.set.tiles:
        facts = {"player": state.table.names[state.turn], "tile": tile}
        return Ruling("GEN-HOLD-1", "no", facts, allowed=False)
    laid = tile in _on_table(state)
    return Ruling("GEN-DEAL-1", "laid" if laid else "foreign", {"tile": tile, "set": state.rules.equipment.set.name},
                  allowed=False)


def _judge_set(state: Position, tile: Tile) -> Ruling:
    if state.chain.laid:
        return Ruling("GEN-END-1", "join", {"tile": tile}, allowed=False)
    rules, player = state.rules, state.table.names[state.turn]
    ruling = rules.leading.set_ruling(tile, state.lead, player, usable(state), rules.lead_tiles)
    return _with_spin(rules, state.chain, tile, ruling) if ruling.allowed else ruling


def _judge_join(state: Position, tile: Tile, end: OpenEnd, out: int | None) -> Ruling:
    rules, chain, (at, _, value) = state.table.rules, state.chain, end
    onto = chain.laid[at]
    ruling, arms = rules.matching.fit_ruling(tile, value, onto.tile), rules.arms
    if not ruling.allowed:
        # That only a wild tile goes there would be wrong at an end that is closed to every tile.
        closed = arms.order_ruling(tile, end, chain) if ruling.case == "shut" and arms.asks_where else None
        return ruling if closed is None or closed.allowed else closed
    if out is not None and out not in rules.fitting[value][tile]:
        return Ruling("GEN-FIT-1", "out", {"tile": tile, "value": value, "out": out}, allowed=False)
    order = arms.order_ruling(tile, end, chain, adds=state.adds_doubles) if arms.asks_where else None
    if order is not None and not order.allowed:
        return order
    if order is not None:
        ruling = ruling.with_reason(order)
    if arms.arm_doubles != "none":
        wanted = arms.double_ruling(tile, end, chain)
        if wanted is not None and not wanted.allowed:
            return wanted
        if wanted is not None:
            ruling = ruling.with_reason(wanted)
    return ruling if tile[0] != tile[1] else _with_spin(rules, chain, tile, ruling)


def _with_spin(rules: Ruleset, chain: Chain, tile: Tile, ruling: Ruling) -> Ruling:
    """Add to the ruling on a double whether it spins."""
    if tile[0] != tile[1]:
        return ruling
    spin = rules.arms.spin_ruling(tile, chain)
    return ruling.with_reason(spin)


def unlaid(state: Position) -> tuple[Tile, ...]:
    """Return the tiles of the set that are not on the table, any of which can be played in a layout study."""
    laid = _on_table(state)
    return tuple(tile for tile in state.rules.equipment.set.tiles if tile not in laid)


def _on_table(state: Position) -> frozenset[Tile]:
    return frozenset([laid.tile for laid in state.chain.laid] + [top.tile for top in state.stacks])


def with_call(state: Position, play: Play) -> Play:
    """Return `play` with its score called, if the rules require a call and there is a score."""
    rules = state.rules
    if rules["claim"] == "auto" or rules["play_score"] == "none":
        return play
    after = chain_after(rules, state.chain, play, state.table.seats)
    return play._replace(call=rules.scoring.worth(after, so_far(state)) or None)


def chain_after(rules: Ruleset, chain: Chain, play: Play, seats: int) -> Chain:
    """Return the chain after a legal play at a table of `seats` players."""
    (tile, end, out, _), arms = play, rules.arms
    if out is None and end is not None:
        out = rules.fitting[end.value][tile][0]
    if tile.low != tile.high:
        return chain.lay(tile, end, out)
    return chain.lay(tile, end, out, spins=arms.spins(tile, chain), sides=arms.sides_next(chain, seats))
