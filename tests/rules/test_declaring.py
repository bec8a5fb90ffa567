"""Declarations name axes and topics and nothing else."""

from __future__ import annotations

import pytest

from domino_lab.rules.axes import AXES
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrases
from tests.catalogue.test_sheets import GAMES


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_a_declaration_names_axes_and_topics_and_nothing_else(rules: Ruleset) -> None:
    """A word that is neither would be passed over, and the game would keep the default of the axis that was meant."""
    named = {*rules.clauses, *(key for offer in rules.offers for key in offer.clauses)}
    assert named <= AXES.keys() | phrases("page")["topics"].keys()
