"""The table of all games: nothing is left out of it, and nothing out of its middle."""

from __future__ import annotations

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.words import phrase


def test_every_ruleset_has_a_row_with_its_other_names_and_its_sheets() -> None:
    table = dl.games()
    assert set(table.index) == {rules.id for rules in rulesets()}
    for rules in rulesets():
        row = table.loc[rules.id]
        assert row["name"] == rules.name
        assert all(name in row["also called"] for name in rules.aliases if "_" not in name)
        assert all(phrase(f"sheets.{key}") in row["sheets"] for key in rules.sheets)
        assert row["variation of"] == (rules.variation_of or "")


def test_the_games_of_a_family_stand_together() -> None:
    families = list(dl.games()["family"])
    assert families == sorted(families, key=families.index)
    assert len(set(families)) > 5


def test_the_games_that_have_other_names_elsewhere_say_so() -> None:
    """RULES.md, section 7."""
    called = dl.games()["also called"]
    for game, name in [("all-sevens", "Matador"), ("five-columns", "Luzon"), ("knock-out", "Grace's Patience"),
                       ("twelve-to-go", "Polka Dot"), ("twelve-to-go", "Twelves"), ("blind", "Blind Hughie"),
                       ("draw-classic", "Draw Dominoes")]:
        assert name in called[game]


def test_a_reader_sees_every_row() -> None:
    table = dl.games()
    for rules in rulesets():
        assert f">{rules.id}</th>" in table._repr_html_()
        assert f"\n{rules.id} " in repr(table)
