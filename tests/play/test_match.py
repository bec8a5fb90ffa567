"""Matches told a second time: the scores, who wins, and how often the win counts, from what was said in each hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from domino_lab.catalogue import get
from domino_lab.core.events import MatchWon
from domino_lab.play.match import Match, play_match
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from tests.rules.resettle import fallen
from tests.rules.retold import in_play

GAMES = ("block", "all-fives", "block/partners", "kozel", "quinientos", "draw/pay-points", "five-up")
PLAIN = {"first_score": 0, "fall_back": "never", "shut_out": 1}

WAYS: tuple[dict[str, Any], ...] = (
    {}, {"match_hands": 1}, {"match_hands": 4}, {"shut_out": 2}, {"match_hands": 3, "shut_out": 3},
    {"fall_back": "losers"}, {"fall_back": "losers", "match_hands": 5}, {"fall_back": "all-scored", "match_hands": 6},
    {"first_score": 3}, {"first_score": 4, "shut_out": 2, "match_hands": 2}, {"reach": "exact", "match_hands": 6},
    {"reach": "more-than", "shut_out": 2}, {"target_when": "at-once", "match_hands": 4},
    {"target_when": "hand-end", "who_scores": "own-pips", "best_score": "fewest", **PLAIN},
    {"target_when": "hand-end", "who_scores": "own-pips", "best_score": "fewest", **PLAIN, "match_hands": 3},
    {"who_scores": "losers-pay", "end_base": "opponents", "match_hands": 2},
    {"who_scores": "losers-pay", "end_base": "opponents", "match_hands": 5, "shut_out": 2},
    {"matches_to_win": 2}, {"matches_to_win": 3, "shut_out": 2, "match_hands": 3},
)


class Told(NamedTuple):
    """The scores after a hand; the side that has won the match, or None; how many matches the win counts for."""

    scores: list[int]
    winner: int | None
    counts: int


def goal(rules: Ruleset, seats: int) -> int:
    """The points that the match is played for."""
    target = rules["target"]
    if isinstance(target, int):
        return target
    key = "pairs" if rules["teams"] == "pairs" and "pairs" in target else seats
    return int(target.get(key, max(target.values())))


def told(rules: Ruleset, scores: list[int], number: int, hand: Timeline) -> Told:
    """What becomes of the scores in hand `number`."""
    scores = [score + points for score, points in zip(scores, in_play(hand), strict=True)]
    settled, sides = hand.steps[-1].settled, range(len(scores))
    if settled is not None and hand.state.over in ("out", "blocked"):
        scores = [scores[side] + settled.points_of(side) for side in sides]
    if settled is not None and settled.winner is not None and hand.state.over in ("out", "blocked"):
        before = [scores[side] - settled.points_of(side) for side in sides]
        scores = fallen(rules, scores, settled.winner, before)
    first = max(scores) if rules["best_score"] == "most" else min(scores)
    best = [side for side in sides if scores[side] == first]
    seats = hand.state.table.seats
    over = {"at-least": max(scores) >= goal(rules, seats), "more-than": max(scores) > goal(rules, seats),
            "exact": max(scores) == goal(rules, seats)}[rules["reach"]]
    last = rules["match_hands"] != "any" and number >= rules["match_hands"]
    winner = best[0] if (over or last) and len(best) == 1 else None
    nobody_else = winner is not None and all(scores[side] <= 0 for side in sides if side != winner)
    return Told(scores, winner, rules["shut_out"] if nobody_else else 1)


def agrees(match: Match) -> int:
    """Hold every hand of a match against what is told of it, and return how many hands there are.

    Where one match is not enough, the next one begins at 0 with hand 1.
    """
    scores, number = [0] * len(match.standing.scores), 1
    matches = [0] * len(scores)
    for place, hand in enumerate(match.hands, 1):
        assert hand.state.table.standing.hand == number, place
        assert list(hand.state.table.standing.won) == (matches if any(matches) else []), place
        found = told(match.rules, scores, number, hand)
        won = [(event.side, event.matches) for event in hand.steps[-1].events if isinstance(event, MatchWon)]
        assert list(hand.state.scores) == found.scores, place
        assert won == ([] if found.winner is None else [(found.winner, found.counts)]), place
        scores, number = found.scores, number + 1
        if found.winner is not None:
            needed = match.rules["matches_to_win"]
            matches[found.winner] += found.counts if needed > 1 else 0
            is_last = needed == 1 or matches[found.winner] >= needed
            assert is_last == (place == len(match.hands)), place
            scores, number = [0] * len(scores), 1
    assert match.winner == found.winner is not None
    return len(match.hands)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_match_goes_as_it_is_told_a_second_time(game: str, way: dict[str, Any]) -> None:
    rules = get(game).but(**{"target": 60, **way})
    for seats in rules.dealing.seat_counts[:3]:
        assert agrees(play_match(rules, seed=len(str(way)) + seats, seats=seats, policies="greedy"))


def test_the_second_telling_finds_a_wrong_score() -> None:
    """Else it would prove nothing: one point more in the middle of a match is one point too many."""
    match = play_match(get("block").but(match_hands=3), seed=1)
    middle = match.hands[1]
    last, after = middle.steps[-1], middle.state
    assert isinstance(after, State)
    wrong = last._replace(state=after._replace(scores=(after.scores[0] + 1, *after.scores[1:])))
    hands = (match.hands[0], Timeline((*middle.steps[:-1], wrong)), *match.hands[2:])
    with pytest.raises(AssertionError):
        agrees(Match(match.rules, match.standing, hands))
