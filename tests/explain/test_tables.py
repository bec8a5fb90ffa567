"""The table of all games: nothing is left out of it, and a reader sees families that open."""

from __future__ import annotations

import re
from html.parser import HTMLParser

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


class Opening(HTMLParser):
    """The elements that open: what each one's line says, how deep it is, whether it is open; and where each id stands.

    An id is kept with the number of closed elements around it.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.around: list[bool] = []
        self.inside: list[str] = []
        self.lines: list[tuple[int, bool, str]] = []
        self.ids: dict[str, int] = {}
        self.feed(page)
        self.close()
        assert self.inside == [], "an element is left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        if tag == "details":
            self.around.append("open" in dict(attrs))
        elif tag == "summary":
            self.lines.append((len(self.around), self.around[-1], ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.inside.pop() == tag
        if tag == "details":
            self.around.pop()

    def handle_data(self, text: str) -> None:
        if "summary" in self.inside:
            depth, is_open, before = self.lines[-1]
            self.lines[-1] = (depth, is_open, before + text)
        elif self.inside[-1:] == ["code"]:
            self.ids[text] = self.around.count(False)


def test_a_notebook_shows_families_of_which_the_first_is_open() -> None:
    page = Opening(dl.games()._repr_html_())
    families = [(text, is_open) for depth, is_open, text in page.lines if depth == 1]
    assert [is_open for _, is_open in families] == [True] + [False] * (len(families) - 1)
    counted = dl.games().groupby("family", sort=False).size()
    for (text, _), (family, count) in zip(families, counted.items(), strict=True):
        assert text.casefold().startswith(family)
        assert sum(map(int, re.findall(r"(\d+) (?:game|variation)s?\b", text))) == count


def test_every_ruleset_is_in_a_family_and_variations_are_folded_in() -> None:
    page = Opening(dl.games()._repr_html_())
    assert set(page.ids) == {rules.id for rules in rulesets()}
    opened = {rules.id for rules in rulesets() if rules.family == rulesets()[0].family}
    for game, closed in page.ids.items():
        assert closed == (game not in opened) + ("/" in game), game


def test_a_notebook_shows_players_sheets_and_other_names() -> None:
    page = dl.games()._repr_html_()
    assert "<code>all-sevens</code>: 2, 3, 4 players; Domino set leaflet" in page
    assert "also Blind Hughie, " in page
    assert "<code>all-fives/double-nine</code>: 2 to 6 players" in page, "other numbers than its game has"


def test_plain_text_and_markdown_are_short_and_name_every_game() -> None:
    games = [rules.id for rules in rulesets() if "/" not in rules.id]
    for text in (repr(dl.games()), dl.games()._repr_markdown_()):
        assert set(re.findall(r"[a-z0-9-]+", text)) >= set(games)
        assert "/" not in text
        assert len(text.splitlines()) <= 24
    assert max(map(len, repr(dl.games()).splitlines())) <= 100


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
