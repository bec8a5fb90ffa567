"""The table of all games: nothing is left out of it, and a reader sees families that open."""

from __future__ import annotations

import pandas as pd

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
    """The names by which Zpag, eHow, domino-play.com and other published rules have them."""
    called = dl.games()["also called"]
    for game, name in [("all-sevens", "Matador"), ("five-columns", "Luzon"), ("knock-out", "Grace's Patience"),
                       ("twelve-to-go", "Polka Dot"), ("twelve-to-go", "Twelves"), ("blind", "Blind Hughie"),
                       ("draw-classic", "Draw Dominoes")]:
        assert name in called[game]


def test_a_program_reads_every_row() -> None:
    table = dl.games()
    assert isinstance(table, pd.DataFrame)
    assert list(table.columns) == ["family", "name", "players", "also called", "sheets", "seen", "variation of"]
    for rules in rulesets():
        assert f"\n{rules.id} " in table.to_string()
        assert f"<th>{rules.id}</th>" in table.to_html()


def test_a_part_of_the_table_is_a_table() -> None:
    table = dl.games()
    blind = table[table["family"] == "blind games"]
    assert "blind/leader-stops</th>" in blind._repr_html_()
    assert "blind/leader-stops" in repr(blind)
    del table["sheets"]
    assert "<details" not in table._repr_html_()
    assert table._repr_markdown_() is None
    assert "all-fives/all-threes " in repr(table)
