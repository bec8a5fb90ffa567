"""Random hands: rules, seats, shuffle and policies drawn by hypothesis, played out by the engine."""

from __future__ import annotations

from hypothesis import strategies as st

from domino_lab.core.actions import Play
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.play.legal import legal
from domino_lab.play.start import start
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline, play_on
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_rules import any_rules, tables_of

POLICIES = ["random", "greedy", "heaviest", "doubles"]


def seat_counts(rules: Ruleset) -> list[int]:
    """The seat counts for which the set has enough tiles, five at most."""
    return tables_of(rules)[:5]


@st.composite
def hands(draw: st.DrawFn, rules: st.SearchStrategy[Ruleset] | None = None) -> Timeline:
    """A whole hand from the deal to its settlement."""
    chosen = draw(any_rules() if rules is None else rules)
    seats = draw(st.sampled_from(seat_counts(chosen)))
    shuffle = Shuffle(seed=draw(st.integers(0, 10**6)), hand=draw(st.integers(0, 3)))
    policies = draw(st.sampled_from(["random", "whatever", *POLICIES]))
    first = Timeline((start(chosen, shuffle, seats=seats),), shuffle=shuffle)
    return whatever(first, shuffle.choices(0)) if policies == "whatever" else play_on(first, shuffle, policies)


def whatever(line: Timeline, stream: Stream) -> Timeline:
    """Played on by someone who does anything that is legal: draws without need, forgets to call, calls wrongly."""
    while not line.is_over:
        actions = legal(line.state)
        action = actions[stream.pick(len(actions))]
        if isinstance(action, Play) and line.rules["claim"] != "auto":
            chain = line.state.chain
            arms = line.rules.arms
            chain = chain.lay(action.tile, action.end, action.out, spins=arms.spins(action.tile, chain),
                              sides=arms.sides)
            action = action._replace(call=(None, 5, line.rules.scoring.worth(chain))[stream.pick(3)])
        line = line.play(action)
    return line


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[Ruleset] | None = None) -> State:
    """A state somewhere in a random hand."""
    line = draw(hands(rules))
    return line.steps[draw(st.integers(0, len(line.steps) - 1))].state
