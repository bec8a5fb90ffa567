"""The table of all games as a reader sees it: families that open, and every ruleset in one of them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.core.errors import MissingPackageError
from domino_lab.explain.games_by_family import GamesToRead


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


def test_a_column_of_games_that_can_only_be_read_names_the_package_that_it_needs() -> None:
    with pytest.raises(MissingPackageError, match="pip install pandas"):
        GamesToRead()["seen"]
