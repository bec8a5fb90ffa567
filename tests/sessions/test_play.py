"""A game: who may act, whose tiles are seen, what players reply, and what is taken back; against the engine itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.errors import IllegalAction, NotationError
from domino_lab.core.events import Scored
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.play.hand import advance
from domino_lab.play.match import play_match, sheet
from domino_lab.play.settlement import settle
from domino_lab.play.timeline import play_out
from domino_lab.sessions.play import PlaySession
from domino_lab.widgets.play import match_sheet

CHAINS = [rules for rules in rulesets() if rules.solo is None]
SITTERS = [None, None, "random", "greedy", "heaviest", "doubles"]


@st.composite
def games(draw):
    """A game of any chain ruleset, with people and players on its seats as chance will have it."""
    rules = draw(st.sampled_from(CHAINS))
    seats = draw(st.sampled_from([n for n in rules.dealing.seat_counts if n <= 6]))
    sitters = draw(st.lists(st.sampled_from(SITTERS), min_size=seats, max_size=seats))
    return PlaySession(rules, against=sitters, seed=draw(st.integers(0, 10**6)), hand=draw(st.integers(0, 2)))


def a_choice(game, stream):
    """What a person does who tries anything: a tile at any place that shows, or anything that is legal."""
    if game.tiles and stream.pick(2):
        game.choose(game.tiles[stream.pick(len(game.tiles))])
        game.turn_place(stream.pick(3))
        game.call = stream.pick(4) * 5
        return game.chosen_action
    return game.legal[stream.pick(len(game.legal))]


def go_on(game, stream):
    """One thing that the game waits for: the curtain, a reply, or a person's try, which may be refused."""
    if game.waits == "curtain":
        game.lift()
    elif game.waits == "player":
        game.reply()
    else:
        game.do(a_choice(game, stream))


def play_through(game, stream):
    while not game.is_over:
        go_on(game, stream)


def retold(line):
    """The hand as the engine makes it from the deal and the actions alone."""
    steps = [line[0]]
    for action in line.actions:
        steps.append(advance(steps[-1].state, action))
    return (*steps, settle(steps[-1].state)) if steps[-1].state.over else tuple(steps)


@settings(max_examples=40, deadline=None)
@given(games(), st.integers(0, 10**6))
def test_a_game_is_what_the_engine_says_of_its_actions(game, key):
    play_through(game, Stream(key))
    assert game.timeline.steps == retold(game.timeline)
    assert game.step == game.end
    assert set(game.reasons) == {n for n, step in enumerate(game.timeline.steps)
                                 if step.action is not None and game.seating[step.seat] is not None}


@settings(max_examples=40, deadline=None)
@given(games(), st.integers(0, 10**6))
def test_everything_is_taken_back_and_done_again(game, key):
    play_through(game, Stream(key))
    whole, decided = game.timeline, sum(step.seat in game.humans for step in game.timeline.steps if step.action)
    undone = 0
    while game.may_undo:
        game.undo()
        undone += 1
        assert game.at_turn is not None
        assert game.timeline.steps == whole.steps[: len(game.timeline)]
    assert undone == decided
    while game.may_redo:
        game.redo()
    assert game.timeline.steps == whole.steps


@settings(max_examples=40, deadline=None)
@given(games(), st.integers(0, 10**6))
def test_players_choose_the_same_again_after_a_move_was_taken_back(game, key):
    """Random players, too: what they picked from their streams is taken back with the move."""
    play_through(game, Stream(key))
    whole, said = game.timeline, game.reasons
    while game.may_undo:
        game.undo()
    while not game.is_over:
        if game.waits == "player":
            game.reply()
            continue
        game.lift()
        done = whole.actions[len(game.timeline) - 1]
        game.call = (done.call or 0) if isinstance(done, Play) else 0
        game.do(done)
    assert game.timeline.steps == whole.steps
    assert game.reasons == said


@settings(max_examples=40, deadline=None)
@given(games(), st.integers(0, 10**6))
def test_nobody_sees_the_tiles_of_another_person(game, key):
    """At every change the viewpoint is that of the person who said that they sit there, or nobody's."""
    lifted, stream = [None], Stream(key)

    def watch(_change):
        if len(game.humans) > 1 and not game.is_over:
            assert game.viewpoint in ("table", lifted[0])
        if game.at_turn is not None and not game.rules_are_blind:
            assert game.viewpoint in ("table", game.at_turn)

    game.rules_are_blind = game.timeline.rules.dealing.is_blind
    game.observe(watch, "changes")
    while not game.is_over:
        if game.waits == "curtain":
            assert (game.viewpoint, game.tiles, game.legal, game.choices) == ("table", (), (), ())
            lifted[0] = game.at_turn
        back = stream.pick(6) == 0 and game.may_undo
        game.undo() if back else go_on(game, stream)
        if stream.pick(40) == 0:
            break


def test_with_one_person_the_tiles_shown_are_always_his():
    game = PlaySession("all-fives", against=["greedy", None, "random"], seed=5)
    stream = Stream(5)
    while not game.is_over:
        assert (game.viewpoint, game.curtain) == (1, False)
        go_on(game, stream)


def test_rows_that_nobody_sees_need_no_curtain():
    game = PlaySession("blind", seed=1)
    assert (game.viewpoint, game.curtain, game.waits) == ("table", False, "human")
    assert game.tiles == game.live.holdings[game.live.turn][:1]


def test_the_curtain_falls_for_the_other_person_after_a_move_and_after_it_is_taken_back():
    game = PlaySession("block", seed=1)
    first = game.live.turn
    game.lift()
    assert (game.viewpoint, game.waits) == (first, "human")
    game.do(game.legal[0])
    assert (game.viewpoint, game.waits) == ("table", "curtain")
    game.undo()
    assert (game.live.turn, game.viewpoint, game.waits) == (first, "table", "curtain")


@pytest.mark.parametrize("follows", [PlaySession.next_hand, PlaySession.new_deal])
def test_the_curtain_falls_before_every_hand_whoever_leads_it(follows):
    """Also where the one who moved last leads: somebody else may sit before the screen by then."""
    leaders = set()
    for seed in range(6):
        game = PlaySession("draw", seed=seed)
        while not game.is_over:
            game.lift()
            mover = game.live.turn
            game.do(game.legal[0])
        follows(game)
        leaders.add(game.live.turn == mover)
        assert (game.waits, game.viewpoint, game.tiles) == ("curtain", "table", ())
    assert leaders == {True, False}


def test_behind_the_curtain_nothing_is_done():
    game = PlaySession("block", seed=1)
    game.do(Play(game.live.holdings[game.live.turn][0]))
    assert (game.step, game.notice) == (0, "behind_curtain")


@pytest.mark.parametrize("policy", ["random", "greedy", "heaviest", "doubles", "keep-suits"])
@pytest.mark.parametrize("name", ["all-fives", "draw-vietnamese", "two-box-cutthroat", "blind", "latin-partnership"])
def test_players_alone_play_what_play_out_plays(name, policy):
    seats = get(name).dealing.seat_counts[0]
    game = PlaySession(name, against=[policy] * seats, seed=11, hand=2)
    while game.reply():
        pass
    assert game.timeline.steps == play_out(get(name), Shuffle(seed=11, hand=2), policies=policy).steps


@pytest.mark.parametrize("name", ["all-fives", "block/partners", "draw/pay-chips", "bergen"])
def test_a_match_of_players_is_the_match_of_the_engine(name):
    seats = get(name).dealing.seat_counts[0]
    game = PlaySession(name, against=["random"] * seats, seed=4)
    while game.waits != "match over":
        if not game.reply():
            game.next_hand()
    whole = play_match(get(name), seed=4, policies="random")
    assert game.played.standing == whole.standing
    assert [hand.steps for hand in game.played.hands] == [hand.steps for hand in whole.hands]
    assert [row.total for row in game.sheet] == [hand.state.scores for hand in whole.hands]


def test_the_score_sheet_says_what_was_got_in_play_and_at_the_end():
    game = PlaySession("all-fives", against=["greedy", "greedy"], seed=3)
    while game.reply():
        pass
    in_play = [sum(event.points for step in game.timeline.steps for event in step.events
                   if isinstance(event, Scored) and event.seat == seat) for seat in (0, 1)]
    settled = game.timeline[-1].settled
    row = game.sheet[-1]
    assert list(row.played) == in_play
    assert sum(in_play) > 0
    assert row.award == tuple(settled.award * (settled.winner == side) for side in (0, 1))
    assert (row.hand, row.how, row.winner) == (1, game.live.over, settled.winner)
    game.next_hand()
    assert (game.sheet[-1].hand, game.sheet[-1].how, game.sheet[-1].total) == (2, None, row.total)


@pytest.mark.parametrize(("name", "changes"), [
    ("jamaican", {}), ("all-fives", {"fall_back": "losers", "draw_cost": 1})])
def test_the_score_sheet_adds_up_also_where_scores_fall_back(name, changes):
    """The award is what settling gave; what fell back is a number of its own."""
    fell = 0
    hands = play_match(get(name).but(**changes), seed=1).hands
    for hand, row in zip(hands, sheet(hands), strict=True):
        before, settled = hand.state.table.standing.scores, hand[-1].settled
        assert row.award == tuple(settled.points_of(side) for side in range(len(before)))
        columns = zip(before, row.played, row.award, row.fell, strict=True)
        assert row.total == tuple(score + played + award - fallen for score, played, award, fallen in columns)
        assert all(row.total[side] == 0 for side, points in enumerate(row.fell) if points)
        fell += any(row.fell)
    assert fell


def test_a_score_that_fell_back_is_said_in_the_score_sheet():
    """Each pair had won a hand after the second one: this said +0 and +-1."""
    game = PlaySession("jamaican", against=["heaviest"] * 4, seed=1)
    for _ in range(2):
        while game.reply():
            pass
        game.next_hand()
    cells = [[cell["text"] for cell in row[1:]] for row in match_sheet(game)[0]["rows"]]
    assert cells[:2] == [["+0", "+1"], ["+1, back to 0", "+0, back to 0"]]


def test_partners_have_one_line_on_the_sheet():
    assert PlaySession("latin-partnership", against="greedy", seed=1).sheet[0].total == (0, 0)


def test_a_single_hand_is_not_followed_by_another():
    game = PlaySession("block", against=["greedy", "greedy"], seed=1, match=False)
    while game.reply():
        pass
    assert game.waits == "match over"
    game.next_hand()
    assert len(game.played.hands) == 1


def test_a_move_that_the_rules_refuse_changes_nothing_and_names_its_clause():
    game = PlaySession("all-fives", against="greedy", seed=1)
    before = game.timeline
    game.do(Pass())
    assert game.timeline is before
    assert game.refused.clause == "GEN-PASS-1"
    game.do(Draw())
    assert not game.refused.allowed
    assert game.timeline is before


def test_out_of_turn_one_is_refused_by_name():
    game = PlaySession("block", against="heaviest", seed=1, names=["Ana", "Ben"])
    game.do(game.legal[0])
    before = game.timeline
    game.do(Play(game.live.holdings[0][0]))
    assert game.timeline is before
    assert (game.refused.clause, game.refused.facts["player"], game.refused.facts["turn"]) == (
        "GEN-TURN-1", "Ana", "Ben")


def test_a_reply_out_of_turn_is_nothing():
    game = PlaySession("block", against="heaviest", seed=1)
    assert not game.reply()
    assert game.step == 0


def test_the_tile_that_leads_is_drawn_for_by_each_in_turn():
    game = PlaySession("draw-vietnamese", against="random", seats=3, seed=2)
    while game.live.lead.seeks:
        if game.waits == "human":
            assert game.legal == (Draw(),)
            game.do(game.legal[0])
        else:
            game.reply()
    assert not game.live.chain.laid
    assert game.end >= 1


def test_where_nothing_is_taken_back_it_says_so():
    game = PlaySession("block", against="heaviest", seed=1, undo=False)
    game.do(game.legal[0])
    for act in (game.undo, game.redo, game.restart):
        before = game.timeline
        act()
        assert game.timeline is before
        assert game.notice == "no_undo"
    assert not game.may_undo
    assert not game.may_redo


def test_restart_is_taken_back_like_a_move():
    game = PlaySession("block", against="heaviest", seed=1)
    game.do(game.legal[0])
    game.reply()
    before = game.timeline
    game.restart()
    assert (game.step, game.waits) == (0, "human")
    game.undo()
    assert game.timeline.steps == before.steps


def test_a_new_deal_is_another_seed_and_the_match_begins_again():
    game = PlaySession("block", against=["greedy", "greedy"], seed=1)
    while game.reply():
        pass
    game.next_hand()
    game.new_deal()
    assert (game.seed, game.step, game.match.hands, game.match.standing.scores) == (2, 0, (), (0, 0))
    assert game.timeline.steps == PlaySession("block", seed=2).timeline.steps
    game.new_deal(9)
    assert game.timeline[0] == PlaySession("block", seed=9).timeline[0]
    other = PlaySession("block", against=["greedy", "greedy"], seed=1, hand=3)
    other.new_deal(9)
    assert other.timeline[0] == game.timeline[0]
    assert len(PlaySession.resume(game.to_toml()).played.hands) == 1


def test_a_function_plays_and_is_asked_with_a_view_alone():
    asked = []

    def mine(view, stream):
        asked.append(view)
        return view.legal[-1]

    game = PlaySession("all-fives", against=mine, seed=2)
    while not game.is_over:
        game.reply() if game.waits == "player" else game.do(game.legal[0])
    assert asked
    assert {view.seat for view in asked} == {1}
    assert not any(hasattr(view, "holdings") or hasattr(view, "stock") for view in asked)


def test_the_reason_of_a_player_of_ones_own_is_told():
    def mine(view, stream):
        return view.legal[0]

    mine.reason = lambda view, action: f"I saw {len(view.legal)} moves."
    game = PlaySession("block/free-lead", against=[mine, mine], seed=2)
    game.reply()
    assert game.reasons == {1: "I saw 7 moves."}  # seven tiles each, and any of them may lead


@pytest.mark.parametrize(("gives", "error"), [(None, NotationError), ("5-5", NotationError), (Draw(), IllegalAction)])
def test_a_player_that_gives_what_cannot_be_done_changes_nothing(gives, error):
    game = PlaySession("block", against=[lambda view, stream: gives] * 2, seed=1)
    with pytest.raises(error):
        game.reply()
    assert (game.step, game.end, game.reasons) == (0, 0, {})


@pytest.mark.parametrize("wrong", [
    {"against": "genius"}, {"against": ["greedy"] * 3, "seats": 2}, {"against": 5}, {"against": [None, 5]},
    {"delay": -1}, {"delay": "soon"}, {"seats": 9}, {"seed": -1},
])
def test_what_cannot_be_asked_for_is_refused_when_the_game_is_made(wrong):
    with pytest.raises((NotationError, IllegalAction)):
        PlaySession("block", **wrong)


def test_a_patience_is_played_alone_and_elsewhere():
    with pytest.raises(NotationError, match=r"dl\.Patience"):
        PlaySession("five-columns")
