"""The site: built small, it has what it promises, no link leads nowhere, and only what the folder has is needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import domino_lab as dl
from domino_lab.cli import main
from domino_lab.errors import RecordError
from domino_lab.site.build import broken_links, build, gallery
from domino_lab.widgets.view import View

LESSON, GAMES = "22_predict_the_score", ("all-fives", "all-fives/spinner-closed", "block")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    told = CliRunner().invoke(main, ["site", str(folder), "--lesson", LESSON, *(f"--game={game}" for game in GAMES)])
    assert told.exit_code == 0, told.output
    return folder


def text(site: Path, name: str) -> str:
    return (site / name).read_text(encoding="utf-8")


def frames(site: Path, name: str) -> list[Path]:
    """The pages that a page shows in frames."""
    return [(site / name).parent / way for way in re.findall(r'<iframe[^>]* src="([^"]+)"', text(site, name))]


def test_the_front_page_shows_a_hand_a_comparison_and_a_quiz_at_once(site: Path) -> None:
    shown = frames(site, "index.html")
    assert len(shown) == 3
    for file, made in zip(shown, (dl.page("all-fives-worked-example", step=3),
                                  dl.page(dl.Shuffle(7), rulesets=["all-fives", "five-up"], step=4),
                                  dl.page(dl.quiz("all-fives", "score", n=3, seed=1))), strict=True):
        assert file.read_text(encoding="utf-8") == made.html


def test_a_game_has_its_rules_its_hand_its_sheet_and_what_differs(site: Path) -> None:
    for game in GAMES:
        rules, page = dl.ruleset(game), text(site, f"games/{game.replace('/', '--')}.html")
        plain = re.sub(r"<[^>]+>", "", page)
        for line in rules.sheet().splitlines():
            sentence = re.sub(r"[\\*_`]", "", line.removeprefix("- ").removeprefix("## ").removeprefix("# "))[:40]
            assert sentence.replace("'", "’") in plain.replace("'", "’") or not sentence.strip(), (game, sentence)
        assert len(frames(site, f"games/{game.replace('/', '--')}.html")) == 1
    assert "What differs from All Fives" in text(site, "games/all-fives--spinner-closed.html")
    assert "What differs" not in text(site, "games/block.html")


def test_a_lesson_can_be_used_as_it_stands(site: Path) -> None:
    shown = frames(site, f"course/{LESSON}.html")
    assert len(shown) >= 3
    assert all(file.is_file() for file in shown)
    assert "model not found" not in text(site, f"course/{LESSON}.html")


def test_the_gallery_has_every_widget_with_a_line_that_makes_it(site: Path) -> None:
    found = text(site, "gallery.html")
    public = [getattr(dl, name) for name in dl.__all__]
    widgets = {one.__name__ for one in public if isinstance(one, type) and issubclass(one, View)}
    parts = {"Explainer", "MoveList", "OpenEnds", "Table", "Transport"}        # of the stepper, shown there
    made = gallery()
    assert {type(view).__name__ for view in made.values()} == widgets - parts | {"Quiz"}
    for line, view in made.items():
        assert type(eval(line, {"dl": dl})) is type(view)
        assert f"<h2>{type(view).__name__}" in found
    assert len(frames(site, "gallery.html")) == len(made)
    assert all(file.is_file() for file in frames(site, "gallery.html"))


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    found = text(site, "reference.html")
    for name in dl.__all__:
        assert f'id="domino_lab.{name}"' in found, name
    for name in dl.chance.__all__:
        assert f'id="domino_lab.chance.{name}"' in found, name


def test_no_link_leads_nowhere_and_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    assert list(broken_links(site)) == []
    for file in site.rglob("*.html"):
        for address in re.findall(r'<(?:script|link|img|iframe)[^>]* (?:src|href)="([^"]+)"', file.read_text("utf-8")):
            assert not re.match(r"(https?:)?//", address), (file.name, address)


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text('<a href="two.html">x</a><a href="#here">y</a><p id="there"></p>')
    assert sorted(broken_links(tmp_path)) == ["one.html: #here", "one.html: two.html"]


def test_a_folder_that_is_no_site_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("all of it")
    (tmp_path / "objects.inv").write_text("what Sphinx wrote of something else")
    with pytest.raises(RecordError, match="not a site"):
        build(tmp_path, lessons=(), games=())
    assert (tmp_path / "thesis.txt").read_text() == "all of it"
    with pytest.raises(RecordError, match="no lesson"):
        build(tmp_path / "new", lessons=["no_such"], games=["block"], tell=lambda _: None)
