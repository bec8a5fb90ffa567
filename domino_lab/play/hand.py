"""The reducer of a hand: advance(state, action) -> Step. Pure functions."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Stack
from domino_lab.core.chain import Chain, OpenEnd, made
from domino_lab.core.errors import IllegalAction
from domino_lab.core.events import (
    Discarded,
    Drew,
    Ended,
    Event,
    GoesOn,
    LaidTile,
    Leads,
    LineClosed,
    LineOpened,
    Missed,
    Paid,
    Passed,
    Scored,
    Stacked,
    Turned,
    WentOut,
)
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import (
    allowed_plays,
    chain_after,
    could_not_play,
    judge_mover,
    judge_place,
    known_moves,
    leave_to_partner,
    may_leave,
    must_take,
    passes_in_a_row,
    plays,
    plays_now,
    some_may_draw,
    spoils_for,
    turns_to_come,
)
from domino_lab.play.state import OnTop, Position, Solo, Step, Table, so_far
from domino_lab.rules.so_far import Move
from domino_lab.rules.turns import PassedTurn, Spoils

Holdings = tuple[tuple[Tile, ...], ...]


def advance(state: Position, action: Action, ruling: Ruling | None = None) -> Step:
    """Return the step that `action` makes; raises IllegalAction, with the ruling, and leaves `state` unchanged.

    `ruling` is the one on the action, if it has been judged already.
    """
    solo: Solo | None = state.table.rules.solo
    if solo is not None:
        return solo.advance(state, action)
    return _end_if_blocked(act(state, action, ruling))


def advance_known(state: Position, action: Action, legal: tuple[Action, ...] | None = None
                  ) -> tuple[Step, tuple[Action, ...] | None]:
    """Return the step of `advance`, and the next player's legal actions; None if those were not worked out.

    `legal` has the legal actions now, if they are known: a play among them need not be searched for a mistake.
    """
    solo: Solo | None = state.table.rules.solo
    if solo is not None:
        return solo.advance(state, action), None
    ruling = judge_place(state, action) if legal and isinstance(action, Play) and action in legal else None
    step = act(state, action, ruling)
    after = step.state
    if after.over is not None:
        return step, None
    moves = known_moves(after)
    if moves and isinstance(moves[0], Play):  # Plays come first: the next player can lay a tile.
        return step, moves
    return _end_if_blocked(step), moves


def act(state: Position, action: Action, judged: Ruling | None = None) -> Step:
    """Return the step that `action` makes by the rules of a hand, before the check for a block."""
    ruling = judged or judge_mover(state, action)
    if not ruling.allowed:
        raise IllegalAction(ruling)
    if isinstance(action, Pass) and state.lead.may_leave and may_leave(state):
        return _leave(state, action)    # This is not a pass, nor any other move.
    if isinstance(action, Play):
        return _lay(state, action, ruling)
    if isinstance(action, Draw):
        return _draw(state, action, ruling)
    if isinstance(action, Stack):
        return _stack(state, action, ruling)
    if isinstance(action, Discard):
        return _discard(state, action, ruling)
    return _pass(state, action, ruling)


@cache
def _last_move(seat: int, kind: str) -> tuple[Move]:
    """Return a move as the end of the moves of a hand: the same few are added at every action."""
    return (Move(seat, kind),)


def _lay(state: Position, action: Play, ruling: Ruling) -> Step:
    """Lay a tile, and end the hand if it was the player's last one."""
    table, seat = state.table, state.turn
    rules, study = table.rules, table.study
    chain = chain_after(rules, state.chain, action, len(table.names))
    holdings = state.holdings if study else _without(state.holdings, seat, action.tile)
    turn = _next_turn(table, holdings, state.discards, seat)
    after = state.but(chain=chain, holdings=holdings, turn=turn, drawn=0, blocker=seat, spoils=None, passes=0,
                      moves=state.moves + _last_move(seat, "play"))
    laid = made(LaidTile, (seat, chain.laid[-1], ruling))
    if rules.plays_do_more:
        return _follow_up(state, after, action, laid)
    if holdings[seat] or study:
        return made(Step, (action, seat, (laid,), after, None))
    return _step(action, seat, (laid,), after, _end_by_play(after, seat, None))


def _follow_up(before: Position, after: Position, action: Play, laid: LaidTile) -> Step:
    """Return the step of a play that may also score, close a line, end the hand, or give its player another turn."""
    table, seat, judged, scored = before.table, before.turn, None, None
    scoring, turns = table.rules.scoring, table.rules.turns
    events: tuple[Event, ...] = (laid,)
    if scoring.scores:
        judged, scored = _score_of_play(before, after.chain, action.call)
    if scored is not None:
        events, after = (*events, scored), _with_score(after, seat, scored)
    if seat in before.opened and action.end is not None and after.chain.line_of(action.end) == seat:
        after, closed = _close_line(after, seat)
        events = (*events, closed)
    ended = _end_by_play(after, seat, scored)
    if ended is not None and ended.how == "out" and table.rules.ending.play_on != "never":
        after, gone, ended = _go_out(after, seat)
        events = (*events, gone)
    if ended is None and not table.study and (turns.repeats or turns.decides):
        after, more = _turn_after(before, after, action.tile, scored)
        events += more
    return _step(action, seat, events, after, ended, judged)


def _close_line(after: Position, seat: int) -> tuple[Position, LineClosed]:
    """Close the own line of a player who has played on it."""
    ruling = after.rules.arms.opening_ruling(after.table.names[seat], opens=False)
    return after.but(opened=tuple([other for other in after.opened if other != seat])), LineClosed(seat, ruling)


def _open_line(after: Position, seat: int) -> tuple[Position, tuple[LineOpened, ...]]:
    """Open the own line of a player who could not play, if the rules say so and it is closed."""
    arms = after.table.rules.arms
    if arms.line_opens == "never" or seat in after.opened or not after.chain.laid:
        return after, ()
    ruling = arms.opening_ruling(after.table.names[seat], opens=True)
    return after.but(opened=(*after.opened, seat)), (LineOpened(seat, ruling),)


def _score_of_play(state: Position, chain: Chain, call: int | None) -> tuple[Ruling | None, Scored | Missed | None]:
    """Return the ruling on the score of a play that leaves `chain`, and who scores it, or that it is missed."""
    scoring = state.table.rules.scoring
    # The game's own rules score alike whatever the hand was so far.
    judged = scoring.judge(chain, state.table.names[state.turn], so_far(state) if scoring.decides else None)
    if judged is None or not (judged.points or call is not None):
        return judged, None
    worth = judged.points
    judged, scored = _claim(state.table, state.turn, judged, call, state.scores)
    return judged, Missed(state.turn, worth, judged) if scored is None and worth else scored


def _with_score(after: Position, seat: int, scored: Scored | Missed) -> Position:
    """Return the position after a play of `seat` with its score, which may perhaps be stolen; as it is if missed."""
    if isinstance(scored, Missed):
        return after
    steals = after.table.rules.stacking.plays and scored.seat == seat and scored.points > 0
    return after.but(scores=_credit(after.table, after.scores, scored.seat, scored.points),
                     spoils=Spoils(seat, scored.points) if steals else None)


def _end_by_play(after: Position, seat: int, scored: Scored | Missed | None) -> Ended | None:
    """Return the end of the hand by a play of `seat`: the target is reached, the last tile gone, or an own rule met."""
    table, rules = after.table, after.table.rules
    if table.study:
        return None
    ended = _at_once(table, scored.seat, after.scores) if isinstance(scored, Scored) else None
    if ended is not None:
        return ended
    if not after.holdings[seat] and not _has_discarded(after.discards, seat):
        return Ended("out", rules.ending.out_ruling(table.names[seat]))
    over = rules.ending.over_ruling(after.chain) if rules.ending.watches else None
    # A reader's own rule, by which a hand is settled like a blocked one.
    return None if over is None else Ended("blocked", over)


def _go_out(after: Position, seat: int) -> tuple[Position, WentOut, Ended | None]:
    """Note that a player has gone out, with the place; the hand goes on if the others play on (axis play_on)."""
    table, ending, out = after.table, after.table.rules.ending, (*after.out, seat)
    gone = WentOut(seat, len(out), ending.place_ruling(table.names[seat], len(out)))
    partners = [other for other in range(table.seats) if table.side(other) == table.side(seat)]
    left, ended = [other for other in range(table.seats) if after.holdings[other]], None
    if ending.is_last(left, partners):
        names = [[table.names[other] for other in some] for some in (partners, left)]
        ended = Ended("out", ending.all_out_ruling(*names))
    return after.but(out=out), gone, ended


def _turn_after(before: Position, after: Position, tile: Tile, scored: Scored | Missed | None
                ) -> tuple[Position, tuple[GoesOn, ...]]:
    """Return the position after a play, with the turn that an axis or a reader's own rule gives, and what they say."""
    turns = before.table.rules.turns
    if turns.repeats:
        after, more = _another_turn(before, after, tile, scored)
        if more:
            return after, more
    return _turn_by_own_rule(after, before.turn) if turns.decides else (after, ())


def _turn_by_own_rule(after: Position, seat: int) -> tuple[Position, tuple[GoesOn, ...]]:
    """Return the position after a move of `seat`, with the turn that a reader's own rule gives, and what it says."""
    table, turns = after.table, after.table.rules.turns
    turn = turns.next_turn(after.chain, seat, table.seats, so_far(after.but(turn=seat)))
    if turn is None or turn == after.turn or not after.holdings[turn]:
        return after, ()
    ruling = turns.turn_ruling(table.names[turn], again=turn == seat)
    return after.but(turn=turn), (GoesOn(turn, ruling),)


def _another_turn(before: Position, after: Position, tile: Tile, scored: Scored | Missed | None
                  ) -> tuple[Position, tuple[GoesOn, ...]]:
    """Return the position after a play, with another turn if a rule gives one (axis extra_turn), and what it says."""
    table, seat, turns = before.table, before.turn, before.table.rules.turns
    own_score = isinstance(scored, Scored) and scored.seat == seat and scored.points > 0
    asked = so_far(before) if turns.by_first_turn or turns.decides else None
    if not after.holdings[seat] or not turns.speaks(tile, asked, scored=own_score):
        return after, ()
    if turns.only_for_doubles and not after.but(turn=seat).only_doubles:
        return after, ()
    leads_blind = not before.chain.laid and table.rules.dealing.is_blind
    goes_on, said = turns.again(tile, table.names[seat], leads_blind=leads_blind)
    return after.but(turn=seat) if goes_on else after, (GoesOn(seat, said),)


def _has_discarded(discards: Holdings, seat: int) -> bool:
    """Return True if a seat has discarded a tile: then it does not go out with its last one (axis cannot_play)."""
    return bool(discards) and bool(discards[seat])


def _next_turn(table: Table, holdings: Holdings, discards: Holdings, seat: int) -> int:
    """Return the seat whose turn comes after that of `seat`: where players can be out of tiles, one that has any."""
    next_seat, seats = table.rules.dealing.next_seat, len(table.names)
    turn = next_seat(seat, seats)
    if not holdings[turn] and (discards or table.rules.ending.play_on != "never"):
        for _ in holdings:
            if holdings[turn]:
                break
            turn = next_seat(turn, seats)
    return turn


def _discard(state: Position, action: Discard, ruling: Ruling) -> Step:
    """Put a tile face down: it is out of play, and counts against its player at the end."""
    table, seat, tile = state.table, state.turn, action.tile
    holdings, piles = _without(state.holdings, seat, tile), state.discards or ((),) * table.seats
    discards = (*piles[:seat], (*piles[seat], tile), *piles[seat + 1 :])
    after = state.but(holdings=holdings, turn=_next_turn(table, holdings, discards, seat), drawn=0, spoils=None,
                      passes=state.passes + 1, discards=discards, moves=state.moves + _last_move(seat, "discard"))
    return _step(action, seat, (Discarded(seat, tile, ruling),), after, None)


def _step(action: Action, seat: int, events: tuple[Event, ...], after: Position, ended: Ended | None,
          judged: Ruling | None = None) -> Step:
    """Return the step to `after`, with which the hand may be over."""
    if ended is not None:
        events, after = (*events, ended), after.but(over=ended.how)
    return Step(action, seat, events, after, judged)


def _claim(table: Table, seat: int, judged: Ruling, call: int | None, scores: tuple[int, ...]
           ) -> tuple[Ruling, Scored | None]:
    """Return the ruling on a score after what was called, and who gets how much of it."""
    rules, names, taker = table.rules, table.names, seat
    if rules.scoring.claim != "auto" and judged.points >= 0:    # Nobody has to call what a play costs.
        rival = _rival(table, seat)
        judged = rules.scoring.judge_claim(judged, call, names[seat], names[rival])
        taker = rival if judged.case == "muggins" else seat
    return (judged, None) if not judged.points else _take_points(table, taker, judged, scores)


def _take_points(table: Table, taker: int, judged: Ruling, scores: tuple[int, ...]) -> tuple[Ruling, Scored | None]:
    """Return the points of `judged`, or none of them if they do not count (axes reach and first_score)."""
    winning, side, teams = table.rules.winning, table.side(taker), table.rules.dealing.teams == "pairs"
    if winning.takes(judged.points, scores[side], seats=table.seats, teams=teams):
        return judged, Scored(taker, judged.points, judged)
    goal = winning.goal(table.seats, teams=teams)
    return winning.lost_ruling(judged.points, scores[side], table.side_name(side), goal=goal, because=judged), None


def pay_for_deal(state: Position) -> tuple[tuple[Event, ...], Position]:
    """Give the players what a reader's own rule pays for the tiles that they were dealt; the hand may end with it."""
    table, dealing, events = state.table, state.table.rules.dealing, list[Event]()
    for seat, held in enumerate(state.holdings) if dealing.pays else ():
        points = dealing.bonus(held) if state.over is None else 0
        if points:
            due = dealing.bonus_ruling(table.names[seat], points, first=not events)
            judged, scored = _take_points(table, seat, due, state.scores)
            events.append(Missed(seat, points, judged) if scored is None else scored)
        if points and scored is not None:
            state = state.but(scores=_credit(table, state.scores, seat, points))
            ended = _at_once(table, seat, state.scores)
            if ended is not None:
                events.append(ended)
                state = state.but(over=ended.how)
    return tuple(events), state


def _rival(table: Table, seat: int) -> int:
    """Return the next player of another side, who takes what `seat` overlooks."""
    other = table.rules.dealing.next_seat(seat, table.seats)
    while table.side(other) == table.side(seat) and other != seat:
        other = table.rules.dealing.next_seat(other, table.seats)
    return other


def _credit(table: Table, scores: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    side = table.side(seat)
    return tuple([score + points * (other == side) for other, score in enumerate(scores)])


def _without(holdings: Holdings, seat: int, tile: Tile) -> Holdings:
    after, held = list(holdings), holdings[seat]
    place = held.index(tile)
    after[seat] = held[:place] + held[place + 1 :]
    return tuple(after)


def _stack(state: Position, action: Stack, ruling: Ruling) -> Step:
    """TBC-STACK-1: the tile leaves the holding, the chain stays as it is, and the last score changes hands."""
    table, seat, tile = state.table, state.turn, action.tile
    rules, names, spoils = table.rules, table.names, spoils_for(state)
    loot = rules.stacking.loot(spoils, tile)
    events: tuple[Event, ...] = (Stacked(seat, tile, action.on, ruling),)
    judged, scores, ended = None, state.scores, None
    if spoils is not None and loot.credit:
        judged = rules.stacking.steal_ruling(names[seat], names[spoils.seat], tile, loot)
        judged, scored = _take_points(table, seat, judged, scores)
        if scored is None:
            events = (*events, Missed(seat, loot.credit, judged))
        else:
            scores = _credit(table, _credit(table, scores, spoils.seat, -loot.loss), seat, loot.credit)
            events = (*events, Scored(spoils.seat, -loot.loss, judged), scored)
            ended = _at_once(table, seat, scores)
    holdings = state.holdings if table.study else _without(state.holdings, seat, tile)
    if ended is None and not table.study and not holdings[seat] and not _has_discarded(state.discards, seat):
        # TBC-END-1: stacking one's last tile is going out.
        said, facts = rules.clauses.get("stack_out"), {"player": names[seat], "tile": tile}
        ended = Ended("out", Ruling(said, "out", facts, axis="block") if said else rules.ending.out_ruling(names[seat]))
    on_top = OnTop(tile, action.on, len(state.chain.laid) + len(state.stacks))
    after = state.but(
        holdings=holdings, turn=_next_turn(table, holdings, state.discards, seat), scores=scores, drawn=0, blocker=seat,
        stacks=(*state.stacks, on_top), passes=0, moves=state.moves + _last_move(seat, "stack"),
        spoils=Spoils(seat, loot.credit, stolen=True) if judged is not None and judged.points else None,
    )
    return _step(action, seat, events, after, ended, judged)


def _draw(state: Position, action: Draw, ruling: Ruling) -> Step:
    holdings, stock, seat = state.holdings, state.stock, state.turn
    tile = stock[0] if stock else action.tile
    if tile is None:
        raise IllegalAction(ruling)
    holdings = (*holdings[:seat], (*holdings[seat], tile), *holdings[seat + 1 :])
    after = state.but(holdings=holdings, stock=stock[1:], drawn=state.drawn + 1, below=state.below - {tile},
                      moves=state.moves + _last_move(seat, "draw"))
    events: tuple[Event, ...] = (Drew(seat, tile, ruling),)
    if state.lead.seeks:
        return _seek(after, action, tile, events)
    if state.rules.drawing.draw_cost and not must_take(state):
        paid, after = _pay(after, seat)
        events = (*events, paid)
    return _step(action, seat, events, after, None)


def _seek(after: Position, action: Draw, tile: Tile, events: tuple[Event, ...]) -> Step:
    """DR2-VN: the drawer leads if this is a tile that leads; else the next player draws."""
    table, seat, leading = after.table, after.turn, after.rules.leading
    turn = leading.draws_next(seat, table.rules.dealing.next_seat(seat, table.seats))
    lead = leading.drew(seat, tile, table.names[seat], after.lead.among or table.rules.lead_tiles)
    if lead is None and not after.boneyard:
        lead = leading.nobody(turn, table.names[turn])
    if lead is None:
        return Step(action, seat, events, after.but(turn=turn, drawn=0))
    events = (*events, Leads(lead.seat, lead.ruling))
    return Step(action, seat, events, after.but(turn=lead.seat, lead=lead, drawn=0))


def _pay(state: Position, seat: int) -> tuple[Paid, Position]:
    """DR2-BONEOPT-3: points leave the score at once, chips lie in the pot until the hand is won."""
    table, drawing = state.table, state.rules.drawing
    side = table.side(seat)
    if drawing.draw_cost_in == "points":
        state = state.but(scores=_credit(table, state.scores, seat, -drawing.draw_cost))
    else:
        state = state.but(chips=_credit(table, state.chips, seat, -drawing.draw_cost))
    ruling = drawing.cost_ruling(table.names[seat], state.scores[side])
    assert ruling is not None
    return Paid(seat, drawing.draw_cost, drawing.draw_cost_in, ruling), state


def _leave(state: Position, action: Action) -> Step:
    """Leave the lead to the partner, who must take it."""
    lead = leave_to_partner(state)
    return _step(action, state.turn, (Leads(lead.seat, lead.ruling),), state.but(turn=lead.seat, lead=lead), None)


def _pass(state: Position, action: Action, ruling: Ruling) -> Step:
    table, holdings, seat = state.table, state.holdings, state.turn
    dealing, ending = table.rules.dealing, table.rules.ending
    event: Event = Passed(seat, ruling)
    if dealing.is_blind:
        front, *rest = holdings[seat]
        event = Turned(seat, front, ruling)
        holdings = (*holdings[:seat], (*rest, front), *holdings[seat + 1 :])
    turn = _next_turn(table, holdings, state.discards, seat)
    after = state.but(holdings=holdings, turn=turn, drawn=0, spoils=None, passes=state.passes + 1,
                      moves=state.moves + _last_move(seat, "pass"))
    after, opened = _open_line(after, seat) if table.rules.arms.has_lines and could_not_play(state) else (after, ())
    scored, after, ended = _pay_for_pass(after, seat)
    if ended is not None:
        return _step(action, seat, (event, *opened, *scored), after, ended)
    # BD-END-1: every row was turned over since a tile was last laid.
    cycled = ending.block == "row-cycle" and dealing.is_cycled([len(row) for row in holdings], after.passes, seat)
    all_passed = ending.block == "all-pass" and len(passes_in_a_row(after)) >= sum(map(bool, holdings))
    ended = Ended("blocked", ending.passed_ruling()) if cycled or all_passed else None
    own_turn = table.rules.turns.follows_passes and ended is None and _reaches_all(after)
    after, next_turn = _turn_by_own_rule(after, seat) if own_turn else (after, ())
    return _step(action, seat, (event, *opened, *scored, *next_turn), after, ended)


def _reaches_all(after: Position) -> bool:
    """Return True unless many passes in a row have left out a player, so that the hand might never go on."""
    seats = after.table.seats
    passed = passes_in_a_row(after)
    return len(passed) < seats or len(set(passed)) == sum(map(bool, after.holdings))


def _pay_for_pass(after: Position, seat: int) -> tuple[tuple[Event, ...], Position, Ended | None]:
    """Give the player who played last what a pass of `seat` is worth; the hand may end with it.

    What `seat` pays leaves its score if the other side may score it; partners pay each other nothing.
    """
    table, blocker, events, ended = after.table, after.blocker, list[Event](), None
    if blocker is None or not table.rules.turns.pays_for_passes:
        return (), after, None
    dealing = table.rules.dealing
    turn = PassedTurn.of(seat, after.turn, blocker, after=dealing.next_seat(blocker, table.seats),
                         passes=after.passes, seats=table.seats, chain=after.chain)
    for ruling in table.rules.turns.pay_for_pass(turn, table.names[blocker], table.names[seat]):
        pays = ruling.axis == "pass_cost"
        if ended is None and not (pays and table.side(seat) == table.side(blocker)):
            judged, scored = _take_points(table, blocker, ruling, after.scores)
            events.append(Missed(blocker, ruling.points, judged) if scored is None else scored)
            if scored is not None:
                after = after.but(scores=_credit(table, after.scores, blocker, scored.points))
                if pays:
                    events.append(Scored(seat, -scored.points, judged))
                    after = after.but(scores=_credit(table, after.scores, seat, -scored.points))
                ended = _at_once(table, blocker, after.scores)
    return tuple(events), after, ended


def _at_once(table: Table, seat: int, scores: tuple[int, ...]) -> Ended | None:
    winning = table.rules.winning
    if table.study or winning.target_when != "at-once":
        return None
    side = table.side(seat)
    teams = table.rules.dealing.teams == "pairs"
    if winning.winner(scores, seats=table.seats, teams=teams, final=None) != side:
        return None
    return Ended("target", winning.at_once_ruling(table.side_name(side), scores[side], seats=table.seats, teams=teams))


def _end_if_blocked(step: Step) -> Step:
    """Return the step, with the end of the hand if it blocks the hand."""
    state = step.state
    ended = _block(state) if state.over is None and not state.table.study else None
    return step if ended is None else step._replace(events=(*step.events, ended), state=state.but(over=ended.how))


def _block(state: Position) -> Ended | None:
    """Return the end of a hand in which nobody can lay, stack or draw any more."""
    rules, chain, holdings = state.table.rules, state.chain, state.holdings
    arms, fitting = rules.arms, rules.fitting
    ends = arms.open_ends(chain)
    waiting = arms.for_doubles(chain) if arms.arm_doubles != "none" else ()
    # Mostly somebody can lay: that is found out first, because it is asked after every action. A closed line counts if
    # it will open once its owner cannot play.
    shut = arms.has_lines and arms.line_opens == "never"
    if arms.judges_plays and chain.laid:
        ends = ends if _some_may_play(state) else ()
    for end in ends:
        fits = fitting[end.value].keys()
        able = holdings
        if shut:
            able = tuple([held for seat, held in enumerate(holdings) if arms.open_to(seat, chain, (end,), ())])
        if not all(map(fits.isdisjoint, able)) and (end not in waiting or _holds_double(fits, able)):
            return None
    drawable = some_may_draw(state)
    if state.discards and not any(holdings):
        return Ended("blocked", rules.ending.block_ruling(drawable=False))
    adds = state.adds_doubles and plays_now(state, holdings[state.turn])
    if adds or not chain.laid or rules.ending.goes_on(drawable=drawable):
        return None
    if drawable and any(rules.places_for(chain, tile) for tile in (*state.stock, *state.below)):
        return None
    if rules.stacking.plays and _can_stack(state, ends):
        return None
    return Ended("blocked", rules.ending.block_ruling(drawable=drawable))


def _some_may_play(state: Position) -> bool:
    """Return True if a rule of a reader's own on each play allows one to some player, once the closed lines open."""
    rules, ends = state.rules, state.rules.arms.open_ends(state.chain)
    opened = state.opened if rules.arms.line_opens == "never" else tuple(range(state.table.seats))
    return any(allowed_plays(turn, plays(rules, state.chain, turn.holdings[turn.turn], None, ends))
               for turn in turns_to_come(state.but(opened=opened)))


def _holds_double(fits: Collection[Tile], holdings: Holdings) -> bool:
    """Return True if a double of those tiles is held."""
    return any(tile.is_double and tile in fits for held in holdings for tile in held)


def _can_stack(state: Position, ends: tuple[OpenEnd, ...]) -> bool:
    """Return True if a tile may still be stacked: by the next player, or at any time by any holder."""
    stacking = state.rules.stacking
    if not stacking.may_now(spoils_for(state)):
        return False
    holders = range(state.table.seats) if stacking.stack_when == "any" else (state.turn,)
    return any(stacking.choices(state.chain, ends, state.holdings[seat]) for seat in holders)
