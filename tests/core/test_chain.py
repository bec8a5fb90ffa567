"""Equal edges are equal: which free side of a double is used changes neither count nor ends nor shape."""

from __future__ import annotations

from hypothesis import given, strategies as st

from domino_lab.core.chain import FIRST_LINE, Chain, Laid, OpenEnd
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import hands
from tests.rules.random_rules import any_rules, changed

FREE = st.builds(changed, any_rules(), st.just([("arm_order", "free"), ("double_lay", "crosswise"),
                                                ("play_score", "multiple")]))


def relaid(line: Timeline, data: st.DataObject) -> Chain:
    """The tiles of a hand laid again, each at any free edge of the same tile that shows the same value.

    Where players have lines, each begins at an edge of its own.
    """
    chain = Chain()
    for laid in line.state.chain.laid:
        end = None
        if laid.parent >= 0:
            alike = [end for end in chain.ends if (end.at, end.value) == (laid.parent, laid.joint)
                     and (end.edge == laid.parent_edge or max(end.edge, laid.parent_edge) < FIRST_LINE)]
            end = data.draw(st.sampled_from(alike))
        chain = chain.lay(laid.tile, end, None if end is None else laid.out, spins=laid.spins, sides=laid.sides)
    return chain


@given(hands(FREE), st.data())
def test_which_side_of_a_double_is_used_makes_no_difference(line: Timeline, data: st.DataObject) -> None:
    mine, other = line.state.chain, relaid(line, data)
    rules: Ruleset = line.rules
    assert other.shape() == mine.shape()
    if rules["play_score"] == "multiple":  # A double with more than four arms goes with no such rule.
        assert rules.scoring.count(other).total == rules.scoring.count(mine).total
    assert sorted(end.value for end in other.ends) == sorted(end.value for end in mine.ends)


@given(hands())
def test_a_chain_is_a_tree_whose_edges_are_used_once(line: Timeline) -> None:
    chain = line.state.chain
    used = [(laid.parent, laid.parent_edge) for laid in chain.laid[1:]]
    used += [(laid.number, laid.edge) for laid in chain.laid[1:]]
    used += [(end.at, end.edge) for end in chain.ends]
    edges = [(laid.number, edge) for laid in chain.laid for edge in edges_of(laid)]
    assert sorted(used) == edges
    assert all(laid.parent < laid.number for laid in chain.laid)
    for laid in chain.laid:
        neighbours = chain.count_neighbours(laid.number)
        assert neighbours + len(chain.free_edges(laid.number)) == len(edges_of(laid))


def edges_of(laid: Laid) -> range:
    """The edges that a tile can have: lines of the players begin beyond the sides of a spinner."""
    return range(FIRST_LINE if laid.sides > FIRST_LINE else 0, laid.sides if laid.spins else 2)


@given(hands(), st.data())
def test_chains_that_differ_in_a_tile_or_a_joint_have_other_shapes(line: Timeline, data: st.DataObject) -> None:
    chain = line.state.chain
    if len(chain.laid) > 1:
        shorter = line.steps[data.draw(st.integers(1, len(line.steps) - 2))].state.chain
        assert (shorter.shape() == chain.shape()) == (len(shorter.laid) == len(chain.laid))


def test_the_two_ends_of_a_single_are_not_alike() -> None:
    from domino_lab.core.tiles import Tile

    chain = Chain().lay(Tile(1, 2))
    low, high = chain.lay(Tile(1, 1), OpenEnd(0, 0, 1)), chain.lay(Tile(2, 2), OpenEnd(0, 1, 2))
    assert low.shape() != high.shape()
