"""The site: built small, it has what it promises, no link leads nowhere, and only what the folder has is needed."""

from __future__ import annotations

import inspect
import json
import re
import zipfile
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

import domino_lab as dl
from domino_lab.cli import main
from domino_lab.core.errors import RecordError
from domino_lab.notebook import course_folder
from domino_lab.rules.axes import AXES
from domino_lab.site import build as builder, live
from domino_lab.site.build import (
    KIT,
    TASKS,
    _Course,
    ages_of_lessons,
    broken_links,
    build,
    gallery,
    game_pages,
    how_sure,
    page_to_play,
    public,
)
from domino_lab.widgets.pages import still
from domino_lab.widgets.view import View
from tests.browser import readers

LESSON, COMPARED, GAMES = "22_predict_the_score", "10_block", ("all-fives", "all-fives/spinner-closed", "block")


pytestmark = [pytest.mark.together("a site"), pytest.mark.timeout(600)]   # the build takes a minute or two
of_strangers = pytest.mark.together("a stranger's site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    club = folder.with_name("club.toml")
    dl.save_rules(dl.ruleset("all-fives").but(name="Our club", reserve=2), club)
    games = [f"--game={game}" for game in (*GAMES, club)]
    told = CliRunner().invoke(main, ["site", str(folder), "--lesson", LESSON, "--lesson", COMPARED, *games])
    assert told.exit_code == 0, told.output
    return folder


def text(site: Path, name: str) -> str:
    return (site / name).read_text(encoding="utf-8")


def frames(site: Path, name: str) -> list[Path]:
    """The pages that a page shows in frames."""
    return [(site / name).parent / way for way in re.findall(r'<iframe[^>]* src="([^"]+)"', text(site, name))]


def test_the_front_page_shows_a_hand_a_comparison_and_a_quiz_at_once(site: Path) -> None:
    shown = frames(site, "index.html")
    for file, made in zip(shown, (dl.page("all-fives-worked-example", step=2),
                                  dl.page(dl.chance.class_game("all-fives", seed=1)),
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
    assert "<th></th>" not in text(site, "games/all-fives--spinner-closed.html")


def test_games_and_lessons_are_cards_with_a_picture_and_what_a_teacher_asks(site: Path) -> None:
    games, course = text(site, "games/index.html"), text(site, "course/index.html")
    assert [page.count('<li class="domino-card">') for page in (games, course)] == [2, 2]    # variations are on a card
    cards = [card for page in (games, course) for card in page.split('<li class="domino-card">')[1:]]
    for card in cards:
        picture = (site / "games" / re.search(r'src="([^"]+)"', card)[1]).read_text(encoding="utf-8")
        assert 'width="320" height="200"' in picture
    assert "2 to 4 players" in games
    assert 'href="all-fives--spinner-closed.html">All Fives: ' in games
    assert "45 minutes, ages 8 to 11" in course
    assert "15 minutes" in course


def test_the_page_of_games_says_how_much_of_each_published_text_was_seen() -> None:
    lines = how_sure([*game_pages(["block", "cuban", "gaple", "gaple/passing", "kozel"])])
    assert [line for line in lines if line.startswith("| [")] == [
        "| [Cuban Dominoes](cuban.md) | the whole text | OnlineDominoGames.com (Cuban Dominoes) |",
        "| [Kozel](kozel.md) | two texts that disagree | Infonick.net (the Goat game), other published rules |",
        "| [Gaple](gaple.md) | part of the text | Pagat (Gaple), other published rules |"]


def test_the_sidebar_has_the_games_without_their_variations(site: Path) -> None:
    sidebar = text(site, "index.html").partition('class="sidebar-tree"')[2].partition("</aside>")[0]
    assert 'href="games/all-fives.html"' in sidebar
    assert "all-fives--spinner-closed" not in sidebar


def test_answers_that_are_not_run_show_no_widget() -> None:
    widgets = tuple(f"dl.{type(view).__name__}(" for view in gallery().values())
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (course_folder() / "answers").glob("*.ipynb")}
    ends = {name: ["".join(cell["source"][-1:]) for cell in json.loads(text)["cells"]] for name, text in texts.items()}
    shows = {name for name, lines in ends.items() if any(line.startswith(widgets) for line in lines)}
    without = {name for name, text in texts.items() if '"image/png"' not in text}
    assert len(without) > 10
    assert shows
    assert not shows & without


def test_a_game_and_its_variations_lead_to_each_other(site: Path) -> None:
    assert re.search('href="all-fives--spinner-closed.html"[^>]*><span[^>]*>all-fives/spinner-closed<',
                     text(site, "games/all-fives.html"))
    assert 'href="all-fives.html"' in text(site, "games/all-fives--spinner-closed.html").partition("A variation of")[2]


def test_ages_are_those_of_the_topics() -> None:
    """By hand: 05 has sample space (10 to 14), complement (12 to 15) and relative frequency (11 to 15)."""
    assert ages_of_lessons()["05_one_tile"] == (10, 15)
    assert "40_patience" not in ages_of_lessons()


def test_the_guide_leads_to_the_pages_of_a_lesson(site: Path) -> None:
    build_of_one = text(site, "teachers.html")
    assert "To show: " not in build_of_one      # neither lesson of this site is in a numbered list of the guide
    lesson = _Course([LESSON], is_live=False)
    lesson.shown = {"05_one_tile": [("a.html", "A"), ("a.html", "A"), ("b.html", "B")]}
    assert lesson.with_pages("5. `05_one_tile.ipynb`: count.\nOther") == (
        '5. `05_one_tile.ipynb`: count. To show: <a href="pages/a.html">A</a>, <a href="pages/b.html">B</a>.\nOther')


def test_a_hand_has_a_link_that_holds_it_and_a_line_to_embed(site: Path) -> None:
    page = text(site, "games/block.html")
    code = re.search(r'href="../hand.html\?h=([^"]+)"', page)[1]
    assert f'data-address="../hand.html?h={code}"' in page
    assert dl.load(code).rules.id == "block"
    shell = text(site, "hand.html")
    packages = json.loads(re.search(r"packages: (\[.*?\])", shell)[1])
    assert all((site / name).is_file() for name in packages if name.endswith(".whl"))
    assert any("domino_lab" in name for name in packages)


def test_the_page_of_readers_shows_all_that_the_program_tries(site: Path) -> None:
    page = text(site, "readers.html")
    assert [view for view in readers.VIEWS if f"a {view}" not in page] == []
    assert [name for name in readers.READERS if f"/{readers.file_name(name)}.webp" not in page] == []


def test_search_engines_and_previews_are_told_what_a_page_is(site: Path) -> None:
    page = text(site, "games/block.html")
    assert '<meta property="og:title" content="Block Game">' in page
    assert re.search('<meta name="description" content="[^"]{20,}">', page)
    assert 'rel="shortcut icon"' in page or 'rel="icon"' in page


def test_a_file_of_rules_has_a_page_like_a_game(site: Path) -> None:
    page = text(site, "games/club-toml.html")
    assert "Our club" in page
    assert "What differs from All Fives" in page
    assert "HOUSE-RESERVE" in page
    assert len(frames(site, "games/club-toml.html")) == 1
    assert 'href="club-toml.html"' in text(site, "games/index.html")


@pytest.mark.parametrize("names", [("a/club.toml", "b/club.toml"), ("a.b.toml", "a-b.toml")])
def test_two_files_of_rules_for_one_page_are_refused(tmp_path: Path, names: tuple[str, str]) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        dl.save_rules(dl.ruleset("block").but(target=61), tmp_path / name)
    with pytest.raises(RecordError, match="rename the file"):
        build(tmp_path / "site", lessons=[], games=[str(tmp_path / name) for name in names])


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A site with a name that would be a script, a file name that would end a link and code, and no JupyterLite."""
    folder = tmp_path_factory.mktemp("strangers")
    name, file = "<script>alert(1)</script> [x](y) `z`", folder / "my `rules` (old) <b>.toml"
    dl.save_rules(dl.ruleset("block").but(name=name, target=61), file)
    told: list[str] = []
    with (patch.object(live, "_NEEDS", ("no_such_package",)),
          patch.object(builder, "gallery", lambda: {'dl.RuleForm("block")': dl.RuleForm("block")})):
        build(folder / "site", lessons=(), games=["block", str(file)], tell=told.append)
    return folder / "site", told


@of_strangers
def test_names_in_a_strangers_file_of_rules_are_text(strangers: tuple[Path, list[str]]) -> None:
    site, _ = strangers
    for page in ("games/index.html", "games/my-rules-old-b-toml.html"):
        shown = text(site, page)
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert(1)&lt;/script&gt; [x](y) `z`" in shown
    assert "<b>.toml" not in shown
    assert "Also called" not in shown
    assert "Domino-Games.com" in shown
    assert len(list((site / "games").glob("*.html"))) == 3


def test_a_lesson_can_be_used_as_it_stands(site: Path) -> None:
    shown = frames(site, f"course/{LESSON}.html")
    assert len(shown) >= 3
    assert all(file.is_file() for file in shown)
    assert "model not found" not in text(site, f"course/{LESSON}.html")


def test_what_a_cell_answers_in_markdown_is_shown_as_a_table(site: Path) -> None:
    """A comparison is several tables; as text they would be rows of strokes."""
    shown = text(site, f"course/{COMPARED}.html")
    assert len(re.findall("<table", shown)) >= 2
    assert not re.search(r"\| *:?---", shown)


def test_a_lesson_and_its_answers_lead_to_each_other(site: Path) -> None:
    assert f'href="../answers/{LESSON}_answers.html"' in text(site, f"course/{LESSON}.html")
    assert f'href="../course/{LESSON}.html"' in text(site, f"answers/{LESSON}_answers.html")
    assert frames(site, f"answers/{LESSON}_answers.html")


def test_a_lesson_opens_live_as_nobody_has_run_it(site: Path) -> None:
    for page, inside in ((f"course/{LESSON}.html", LESSON),
                         (f"answers/{LESSON}_answers.html", f"answers/{LESSON}_answers")):
        link = re.search(r'class="domino-live" href="([^"?]+)\?path=([^"]+)"', text(site, page))
        assert link
        assert ((site / page).parent / link[1]).is_file()
        assert link[2] == f"{inside}.ipynb"
        cells = json.loads(text(site, f"lite/files/{link[2]}"))["cells"]
        shows = any(cell.get("outputs") for cell in cells)
        assert shows == inside.startswith("answers/")
    assert "domino-live" not in text(site, "index.html")


def test_a_lesson_has_its_game_to_play_where_a_page_holds_it(site: Path) -> None:
    game = dl.Play("block", against="heaviest", names=["Ana", "Ben"], seed=5)
    shown = [file.read_text(encoding="utf-8") for file in frames(site, f"course/{COMPARED}.html")]
    assert dl.page(game).html in shown
    large = dl.Play("draw", against="greedy", seed=1, delay=0)
    assert page_to_play(large).html == still(large).html
    begun = dl.Patience("five-columns", seed=5)
    begun.here.do(begun.here.legal[0])
    assert page_to_play(begun).html == still(begun).html


def test_games_are_played_on_a_page_and_any_other_live(site: Path) -> None:
    shown = frames(site, "play.html")
    views = (dl.Play("all-fives", against="greedy", seats=4, seed=7), dl.Play("block", against="greedy", seed=0),
             dl.Patience("five-columns", seed=5))
    assert [file.read_text(encoding="utf-8") for file in shown] == [dl.page(view).html for view in views]
    link = re.search(r'class="domino-live" href="([^"?]+)\?path=([^"]+)"', text(site, "play.html"))
    assert link
    assert (site / link[1]).is_file()
    cells = json.loads(text(site, f"lite/files/{link[2]}"))["cells"]
    names: dict[str, object] = {}
    first, *lines = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    exec(first, names)
    assert [type(eval(line, names)) for line in lines] == [dl.Play, dl.Patience, dl.ScoringSandbox]
    assert 'href="play.html"' in text(site, "index.html")


def test_what_a_live_lesson_needs_is_there(site: Path) -> None:
    """Numpy, pandas and Python itself are Pyodide's own; tests/browser/test_live.py opens a lesson."""
    page = json.loads(text(site, "lite/jupyter-lite.json"))["jupyter-config-data"]
    assert {one["name"] for one in page["federated_extensions"]} == {
        "anywidget", "ipycanvas", "@jupyter-widgets/jupyterlab-manager", "@jupyterlite/pyodide-kernel-extension"}
    kernel = page["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["disablePyPIFallback"]
    scripts = site / "lite" / "extensions" / "@jupyterlite" / "pyodide-kernel-extension" / "static"
    packages = kernel["loadPyodideOptions"]["packages"]
    wheels = [scripts / name for name in packages if name.endswith(".whl")]
    needed = "domino_lab anywidget click comm ipycanvas ipywidgets psygnal tomlkit tqdm typing_extensions".split()
    assert {wheel.name.partition("-")[0] for wheel in wheels} >= {*needed}
    for wheel in wheels:
        names = zipfile.ZipFile(wheel).namelist()
        assert not [name for name in names if name.endswith((".so", ".pyd"))]
        assert [name for name in names if name.endswith(".dist-info/METADATA")]
    assert {"numpy", "pandas", "pillow"} <= {*packages}
    mine = zipfile.ZipFile(next(wheel for wheel in wheels if wheel.name.startswith("domino_lab")))
    assert not any(cell.get("outputs") for cell in json.loads(mine.read(f"domino_lab/course/{LESSON}.ipynb"))["cells"])
    assert sum(file.stat().st_size for file in (site / "lite").rglob("*") if file.is_file()) < 30_000_000
    assert not list((site / "lite").rglob("*.map"))


def test_the_guide_has_worksheets_to_print(site: Path) -> None:
    sheets = [site / way for way in re.findall(r'href="(pages/[^"]+)"', text(site, "teachers.html"))]
    assert len(sheets) == 4
    assert sheets[0].read_text(encoding="utf-8") == dl.page(dl.worksheet("all-fives-worked-example")).html


def test_the_kit_is_whole_without_what_needs_a_web_server(site: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(site / KIT).extractall(tmp_path)
    kit = tmp_path / "domino_lab"
    assert list(broken_links(kit)) == []
    here = {path.relative_to(site) for path in site.rglob("*.html")
            if path.relative_to(site).parts[0] not in ("lite", "hand.html")}
    assert {path.relative_to(kit) for path in kit.rglob("*.html")} == here
    assert not (kit / "lite").exists()
    assert "Open it live" not in (kit / "course" / f"{LESSON}.html").read_text(encoding="utf-8")


@of_strangers
def test_without_jupyterlite_the_site_is_built_and_says_what_is_missing(strangers: tuple[Path, list[str]]) -> None:
    site, told = strangers
    assert [line for line in told if "no_such_package" in line] == [
        "the lessons will not open live, because no_such_package is not installed; install with: "
        'python -m pip install "domino-lab[lab,site]"']
    assert not (site / "lite").exists()
    assert (site / KIT).exists()


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


def test_every_public_name_is_in_the_reference_once_and_every_example_says_dl(site: Path) -> None:
    other_rules = [name for name in dl.rules.__all__ if name not in dl.__all__]    # A Chain is in both.
    rooms = {"chance.": dl.chance.__all__, "rules.": other_rules}
    names = [*dl.__all__, *(f"{room}{name}" for room, names in rooms.items() for name in names)]
    assert sorted(name for task in TASKS for name in task.names.split()) == sorted(names)
    listed = text(site, "reference.html")
    for task in TASKS:
        page = text(site, f"reference/{task.file}.html")
        for name in task.names.split():
            assert f'href="reference/{task.file}.html#dl.{name}"' in listed, name
            assert f'id="dl.{name}"' in page, name
            example = "".join(re.findall(">>> .*", inspect.getdoc(public(name)) or ""))
            assert "dl." in example or not example, name


def test_every_axis_is_in_the_reference_with_what_it_can_be(site: Path) -> None:
    page = re.sub("<[^>]+>", "", text(site, "reference/make-rules.html"))
    listed = {*re.findall(r"^(\w+) = ", page, flags=re.MULTILINE)}
    assert {name for name, axis in AXES.items() if axis.group != "patience"} <= listed


def test_a_signature_has_the_parameters_and_their_kinds(site: Path) -> None:
    plain = " ".join(re.sub(r"<[^>]+>", "", text(site, "reference/simulate.html")).split())
    for part in ("rulesets: RulesetsLike", "hands: int = 100000", ") &#x2192; Simulation"):
        assert part in plain, part
    assert "Annotated" not in plain
    assert re.search(r"RulesetLike</.*?: the name of a game such as .{1,20}block.{1,20}, a file, or a ruleset", text(
        site, "reference.html"))


@pytest.mark.parametrize("name", ["Playhead", "Recorder", "chance.GameTrials"])
def test_the_reference_leaves_what_traitlets_and_jupyter_have_to_them(name: str) -> None:
    kind = builder.public(name)
    listed = set(builder.readable_members(kind))
    others = {one for base in kind.__mro__ if not base.__module__.startswith("domino_lab.") for one in dir(base)}
    assert listed
    assert not listed & others


def test_what_a_view_offers_a_reader_is_there_and_little(site: Path) -> None:
    """HandStepper had 104 attributes in the completion of a cell."""
    stepper = dl.HandStepper("block", seed=1)
    assert dir(stepper) == ["close", "do", "here", "layout", "line"]
    stepper.close()
    for view in gallery().values():
        assert [name for name in dir(view) if inspect.getattr_static(view, name, None) is None] == []
        assert len(dir(view)) <= 16
        view.close()


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
