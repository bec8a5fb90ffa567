"""No player peeks: its choice is the same however the tiles lie that it has not seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from domino_lab.catalogue import rulesets
from domino_lab.chance.monte_carlo_player import Thinker
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.play.players import ask
from domino_lab.play.policies import POLICIES
from domino_lab.play.timeline import Timeline, play_out, view_of
from tests.kernel.redealt import moments, redeals
from tests.rules.random_hands import seat_counts

POSITIONS, PERMUTATIONS = 250, 8
GAMES = [rules for rules in rulesets() if rules.solo is None]
"""The games that the thinking player knows: a deal that counts tells something of the doubles in each hand."""

OF_A_GAME, OF_A_VARIATION = 5, 1
PLAYERS = {name: player for name, player in POLICIES.items() if name != "thinking"}
"""The thinking player is asked with a budget of one deal, and anew each time: it remembers what it has thought."""


def wanted(rules) -> int:
    return OF_A_GAME if rules.variation_of is None else OF_A_VARIATION


def positions(rules) -> Iterator[tuple[Timeline, list[Timeline]]]:
    """Moments of random hands at tables of every size in turn, each with eight that look alike to the mover."""
    counts = seat_counts(rules)
    for number in range(1000):
        shuffle, seats = Shuffle(seed=606, hand=number), counts[number % len(counts)]
        line = play_out(rules, shuffle, seats=seats, policies="random")
        for moment in moments(line, shuffle.choices(9)):
            found = list(islice(redeals(moment, moment.state.turn, shuffle.choices(10)), PERMUTATIONS))
            if len(found) == PERMUTATIONS:
                yield moment, found
                break


def choices(line: Timeline) -> dict[str, object]:
    players = {**PLAYERS, "thinking": Thinker(deals=1)}
    return {name: ask(player, line.steps, Stream(7)) for name, player in players.items()}


def hidden(line: Timeline) -> object:
    seat, state = line.state.turn, line.state
    return [held for other, held in enumerate(state.holdings) if other != seat], state.stock


def test_there_are_some_hundreds_of_positions() -> None:
    assert sum(map(wanted, GAMES)) >= POSITIONS


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_no_choice_changes_when_hidden_tiles_change_places(rules, monkeypatch) -> None:
    if rules.variation_of is not None:
        # The other way to imagine deals, and the quicker one with many tiles: no table of all ways is made.
        monkeypatch.setattr("domino_lab.chance.monte_carlo_player.MOST_WAYS", 100)
    found = list(islice(positions(rules), wanted(rules)))
    assert len(found) == wanted(rules)
    moved = 0
    for line, others in found:
        chosen = choices(line)
        for other in others:
            assert view_of(other, line.state.turn) == view_of(line, line.state.turn)
            assert choices(other) == chosen
            moved += hidden(other) != hidden(line)
    assert moved >= wanted(rules) * PERMUTATIONS // 4, "the tiles hardly ever lay elsewhere now: little was tested"
