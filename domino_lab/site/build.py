"""Build: writes the site with Sphinx, which makes its pages, its search and its reference from what is written here.

Sphinx, because it reads the docstrings, takes any warning for an error, and its search works from a folder on a disk;
what MkDocs searches has to come from a web server.
"""

from __future__ import annotations

import ast
import asyncio
import hashlib
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib.util import find_spec
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args, get_origin

import domino_lab as dl
from domino_lab import hands
from domino_lab.catalogue import ListedGame, entry, get, listing
from domino_lab.core.arguments import Listed
from domino_lab.core.errors import RecordError, quote
from domino_lab.explain.axis_choices import rules_in_full
from domino_lab.io.files import content, put
from domino_lab.io.notebook_files import forget_widgets
from domino_lab.notebook import course_folder
from domino_lab.picture.scene import table_scene
from domino_lab.picture.svg import svg
from domino_lab.play.timeline import Timeline
from domino_lab.record.compact import pack
from domino_lab.record.load import load, names_file, ruleset
from domino_lab.rules.rule_page import rule_page
from domino_lab.rules.ruleset import Ruleset
from domino_lab.site import live as live_lessons
from domino_lab.widgets.comparison import VariantComparison
from domino_lab.widgets.lesson import Lesson
from domino_lab.widgets.page_file import Page, PageMaker
from domino_lab.widgets.pages import page, still
from domino_lab.widgets.patience import Patience
from domino_lab.widgets.play import Play
from domino_lab.widgets.quizzes import Quiz
from domino_lab.widgets.stepper import HandStepper
from domino_lab.widgets.view import View
from domino_lab.words import join_words, phrase
from domino_lab.words.escaping import as_markdown, as_python, code_span, escape

if TYPE_CHECKING:
    from nbclient import NotebookClient
    from nbformat import NotebookNode

Teller = Callable[[str], object]
_HERE = Path(__file__).parent
_NEEDS = ("sphinx", "myst_nb", "furo", "nbclient")
_MOST = 10_000_000
KIT = "offline.zip"
"""The name of the zip file with all pages, for places without a network."""
_CARDS = "cards"
"""The name of the folder of the pictures on cards."""
_MARK = ".domino-lab-site"
"""The file by which a site of ours is known: only such a folder is replaced."""

_CONF = '''
import re
project = "domino_lab"
extensions = ["myst_nb"]
html_theme = "furo"
html_title = "domino_lab"
html_extra_path = ["extra"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_favicon = "static/favicon.svg"
html_search_scorer = "static/search.js"
html_copy_source = False
html_show_copyright = False
html_show_search_summary = False        # from a disk, a browser may not read other pages for it
html_show_sourcelink = False
nb_execution_mode = "off"
nb_render_markdown_format = "myst"
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
default_role = "code"
suppress_warnings = ["docutils", "myst.header", "mystnb.unknown_mime_type"]
exclude_patterns = ["extra", "static"]
html_theme_options = {"top_of_page_buttons": []}


def say_what_it_is(app, page, template, context, tree):
    """A search engine and a preview of a link show the title and the first paragraph of a page."""
    from html import escape
    from docutils import nodes

    first = next((each.astext() for each in tree.findall(nodes.paragraph)), "") if tree else ""
    first = " ".join(first.split())[:200] or "Understand domino games: rules, hands, chances."
    for name, text in (("description", first), ("og:description", first), ("og:title", context.get("title", "")),
                       ("og:type", "article"), ("og:site_name", "domino_lab")):
        kind, text = "property" if ":" in name else "name", escape(re.sub("<[^>]+>", "", text))
        context["metatags"] = context.get("metatags", "") + f'<meta {kind}="{name}" content="{text}">'


def setup(app):
    app.connect("html-page-context", say_what_it_is)
'''


def build(out: Path, *, lessons: Sequence[str] | None = None, games: Sequence[str] | None = None, live: bool = True,
          tell: Teller = print) -> None:
    """Write the site to the folder `out`, replacing an earlier site.

    `lessons` and `games` are the notebooks and the rulesets to include; by default, all. A file of rules among the
    games has a page of its own, named after the file. With `live`, each lesson also opens in JupyterLite, if that is
    installed. Raises RecordError if `out` exists and is not a site, if a lesson does not run, and if Sphinx warns of
    anything; RulesetError for a file of rules that cannot be read.
    """
    out = out.resolve()
    _check(out)
    live = live and _can_be_live(tell)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        pages = source / "extra" / "pages"
        for folder_of_files in (pages, pages.with_name(_CARDS)):
            folder_of_files.mkdir(parents=True)
        chosen, course = list(game_pages(games)), _Course(lessons, is_live=live)
        tell("the games, while the course is run ...")
        with _running(source, pages, course, tell):
            _write_games(source, pages, chosen, live=live)
            _write_reference(source)
            _write_gallery(source, pages)
            _write_front(source, pages, course)
            _write_play(source, pages, course)
        _write_lists(source, pages, course)
        _write_guide(source, pages, course)
        tell("the pages ...")
        html = source / "html"
        _sphinx(source, html)
        _write_kit(html)
        if live:
            packed = live_lessons.write(html / live_lessons.FOLDER, course.lessons, course.answers, source / "live")
            tell(f"live lessons take from the site: {', '.join(packed)}")
            tell(f"and from the servers of Pyodide, with Python itself: {', '.join(sorted(live_lessons.PYODIDE_HAS))}")
            live_lessons.write_hand_page(html)
        _put_in_place(html, out)
    tell(f"{out / 'index.html'}")


def _can_be_live(tell: Teller) -> bool:
    absent = live_lessons.missing()
    if absent:
        tell(f"the lessons will not open live, because {', '.join(absent)} is not installed; install with: "
             'python -m pip install "domino-lab[lab,site]"')
    return not absent


def _put_in_place(html: Path, out: Path) -> None:
    wrong = list(broken_links(html))
    if wrong:
        raise RecordError(f"the site has links that lead nowhere: {'; '.join(wrong[:5])}")
    put("", html / _MARK)
    if out.exists():
        shutil.rmtree(out)
    shutil.move(html, out)


def _check(out: Path) -> None:
    absent = [name for name in _NEEDS if find_spec(name) is None]
    if absent:
        raise RecordError(f"building the site needs {', '.join(absent)}; install with: "
                          'python -m pip install "domino-lab[lab,site]"')
    if out.exists() and not (out.is_dir() and ((out / _MARK).exists() or not any(out.iterdir()))):
        raise RecordError(f"{out} already exists and is not a site: choose another folder")


def _check_names(kind: str, wanted: Sequence[str] | None, existing: Sequence[str]) -> None:
    unknown = [name for name in wanted or () if name not in existing]
    if unknown:
        raise RecordError(f"there is no {kind} {quote(unknown[0])}")


# --- the games --------------------------------------------------------------------------------------------------------

class _GamePage(NamedTuple):
    """The page of a game, a variation or a file of rules: its entry in the list, its rules, and the page's file."""

    entry: ListedGame
    rules: Ruleset
    file: str

    @property
    def name(self) -> str:
        """The name as Markdown: that of a file of rules may contain anything."""
        return as_markdown(self.entry["name"])

    def parent(self, others: Collection[str]) -> str:
        """Return the id of the game that it varies, if that is among `others`; else ""."""
        parent = self.entry["variation_of"]
        return parent if parent and parent in others else ""


def _write_games(source: Path, pages: Path, chosen: Sequence[_GamePage], *, live: bool) -> None:
    """A page for each game, variation and file of rules, and one that lists them by family.

    The sidebar of each page has the games only: with all variations it takes longer to write than the rest of the site.
    """
    folder = source / "games"
    folder.mkdir()
    annotated = _annotated_hands()
    names = {game.entry["id"]: game.name for game in chosen}
    families: dict[str, list[_GamePage]] = {}
    pictures: dict[str, str] = {}
    for game in chosen:
        families.setdefault(game.entry["family"], []).append(game)
        hand = _hand_of(game, annotated)
        pictures[game.file] = _picture(hand, pages)
        shown = _raw(frame(page(hand), pages, 560, "../pages") + (_share(hand) if live else ""))
        put(_game(game, shown, names), folder / f"{game.file}.md")
    parts = ["# Games", "", "Each game with its rules, the sheet of each rule, and a hand to step through.", ""]
    for family, members in families.items():
        parts += [f"## {family[0].upper()}{family[1:]}", "", _raw(_cards(_cards_of_games(members, pictures))), ""]
    parts += how_sure(chosen)
    parts += ["```{toctree}", ":hidden:", "", *(game.file for game in chosen if not game.parent(names)), "```", ""]
    put("\n".join(parts), folder / "index.md")


def how_sure(games: Sequence[_GamePage]) -> list[str]:
    """Return the part of the page that says how much was seen of the published texts from which games come."""
    rows = [f"| [{game.name}]({game.file}.md) | {phrase('games.seen.' + game.entry['seen'])} | "
            f"{as_markdown(', '.join(game.entry['sheets']))} |"
            for game in games if game.rules.game is None and game.rules.sheets and game.rules.sheets[0][0] != "0"]
    return ["## How sure the rules are", "",
            "This lab has the whole text of its own rule sheets. The games below come from other published pages. "
            "Where it has only part of a page, or two pages disagree, the rule page says what this lab decided.", "",
            "| Game | Seen | From |", "| --- | --- | --- |", *rows, ""] if rows else []


def _cards_of_games(members: Sequence[_GamePage], pictures: Mapping[str, str]) -> Iterator[str]:
    """Yield a card for each game with its variations; a variation whose game is not here has one of its own."""
    there = {game.entry["id"] for game in members}
    for game in members:
        if not game.parent(there):
            yield _card(escape(game.entry["name"]), f"{game.file}.html", pictures[game.file],
                        _players(game.entry["seats"]), _list_of_links(_variations(game, members)))


def _players(seats: Sequence[int]) -> str:
    """Return the numbers of players in words.

    >>> _players([2, 3, 4]), _players([2, 4]), _players([1])
    ('2 to 4 players', '2 or 4 players', '1 player')
    """
    if len(seats) > 2 and [*seats] == [*range(seats[0], seats[-1] + 1)]:
        counts = phrase("games.range", first=seats[0], last=seats[-1])
    else:
        counts = join_words(seats, "or")
    return phrase("games.players", counts=counts, last=seats[-1])


def _variations(game: _GamePage, members: Sequence[_GamePage]) -> list[_GamePage]:
    """Return the variations of a game, and theirs."""
    own = [other for other in members if other.entry["variation_of"] == game.entry["id"] != other.entry["id"]]
    return [each for variation in own for each in (variation, *_variations(variation, members))]


def _list_of_links(games: Sequence[_GamePage]) -> str:
    """Return a list of games that can be opened, as HTML; "" for none."""
    rows = (f'<li><a href="{game.file}.html">{escape(game.entry["name"])}</a></li>' for game in games)
    number = phrase("games.variations", count=len(games))
    return f"<details><summary>{number}</summary><ul>{''.join(rows)}</ul></details>" if games else ""


def game_pages(games: Sequence[str] | None) -> Iterator[_GamePage]:
    """Yield the pages of the games in the catalogue, and then those of files, whose names nobody has chosen for it."""
    files = [name for name in games or () if names_file(name)]
    known = None if games is None else [name for name in games if name not in files]
    listed = [game for game in listing() if known is None or game["id"] in known]
    _check_names("game", known, [game["id"] for game in listed])
    yield from (_GamePage(game, get(game["id"]), _slug(game["id"])) for game in listed)
    taken = {_slug(game["id"]) for game in listing()} | {"index"}
    for name in files:
        rules, file = ruleset(name), re.sub("[^a-z0-9]+", "-", Path(name).name.lower()).strip("-") or "rules"
        if file in taken:
            raise RecordError(f"{quote(name)} would get the page games/{file}.html, which another game has: rename the "
                              "file")
        taken.add(file)
        made: ListedGame = {**entry(rules), "id": Path(name).name, "aliases": [], "variation_of": rules.id}
        yield _GamePage(made, rules, file)


def _annotated_hands() -> dict[str, str]:
    """The packaged hand of each ruleset that has one, by its id."""
    names: dict[str, str] = {}
    for name in sorted(hands.names(), key=lambda name: ("whole" not in name, name)):
        hand = load(name)
        if not hand.is_study:
            names.setdefault(hand.rules.id, name)
    return names


def _hand_of(game: _GamePage, annotated: dict[str, str]) -> Timeline:
    """Return the hand on the page of a game: a packaged one, or one that the computer plays."""
    name = None if game.entry["id"] != game.rules.id else annotated.get(game.rules.id)
    return load(name) if name else dl.play_out(game.rules, seed=1)


def _game(game: _GamePage, shown: str, names: dict[str, str]) -> str:
    def link(row: re.Match[str]) -> str:
        return f"- [{row[1]}]({_slug(row[1])}.md):" if row[1] in names else row[0]

    title, _, text = rule_page(game.rules, illustrated=True).partition("\n")
    text = re.sub("^- `([a-z0-9/-]+)`:", link, text.strip(), flags=re.MULTILINE)
    head = ["---", "orphan: true", "---", ""] if game.parent(names) else []
    return "\n".join([*head, title, "", _facts(game, names), "", shown, "", text, "", _differs(game, names)])


def _share(hand: Timeline) -> str:
    """Return the link to a hand, and the line that puts it on another page; site.js completes their addresses."""
    address = f"../hand.html?h={pack(hand)}"
    return ('<details class="domino-online"><summary>Link to this hand, or put it on a page of yours</summary>'
            f'<p><a href="{address}">The hand by itself</a>; add <code>&amp;step=5</code> to begin at step 5. Python '
            "shows it in the browser, and is fetched from the internet for that.</p>"
            f'<p>To embed it: <code class="domino-embed" data-address="{address}"></code></p></details>')


def _facts(game: _GamePage, names: dict[str, str]) -> str:
    listed, parent = game.entry, game.parent(names)
    facts = [("Family", listed["family"]), ("Players", ", ".join(map(str, listed["seats"]))),
             ("From", ", ".join(listed["sheets"])),
             ("Also called", ", ".join(name for name in listed["aliases"] if "_" not in name)),
             ("In a notebook", code_span(f"dl.ruleset({as_python(listed['id'])})"))]
    if parent:
        facts.insert(0, ("A variation of", f"[{names[parent]}]({_slug(parent)}.md)"))
    return "\n".join(f"- {name}: {text}" for name, text in facts if text)


def _differs(page: _GamePage, names: dict[str, str]) -> str:
    parent = page.parent(names)
    if not parent:
        return ""
    table: Any = dl.differences(parent, page.rules)
    html = re.sub(r"<style.*?</style>", "", table._repr_html_(), flags=re.DOTALL)
    return f"## What differs from {names[parent]}\n\n{_raw(_without_empty_heads(html))}\n"


def _without_empty_heads(html: str) -> str:
    """Return a table of pandas with its empty heads made ordinary cells, because screen readers announce heads."""
    return html.replace("<th></th>", "<td></td>")


def _slug(name: str) -> str:
    return name.replace("/", "--")


def _raw(html: str) -> str:
    return f"```{{raw}} html\n{html}\n```"


# --- cards ------------------------------------------------------------------------------------------------------------

def _cards(cards: Iterable[str]) -> str:
    return f'<ul class="domino-cards">{"".join(cards)}</ul>'


def _card(name: str, address: str, picture: str, facts: str, below: str = "") -> str:
    """Return a card as HTML: a picture, a name that leads somewhere, and some facts."""
    return (f'<li class="domino-card"><img src="../{_CARDS}/{picture}" alt="" width="320" height="200" loading="lazy">'
            f'<a href="{address}">{name}</a><p>{facts}</p>{below}</li>')


def _picture(hand: Timeline, pages: Path) -> str:
    """Draw the table in the middle of a hand, once, and return the name of the file."""
    playhead = dl.Playhead(hand, step=(len(hand.steps) + 1) // 2, asks=False)
    drawing = svg(table_scene(playhead.snapshot.tabletop, (320, 200)))
    name = f"{_short_hash(drawing)}.svg"
    put(drawing, pages.with_name(_CARDS) / name)
    return name


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# --- the course -------------------------------------------------------------------------------------------------------

class _Course:
    """The notebooks of a site: lessons, and the answers that belong to them."""

    def __init__(self, wanted: Sequence[str] | None, *, is_live: bool) -> None:
        every = sorted(course_folder().glob("[0-9]*.ipynb"))
        self.lessons = [path for path in every if wanted is None or path.stem in wanted]
        _check_names("lesson", wanted, [path.stem for path in self.lessons])
        candidates = (course_folder() / "answers" / f"{path.stem}_answers.ipynb" for path in self.lessons)
        self.answers = [path for path in candidates if path.exists()]
        self._folders = {path.stem: folder for folder, paths in (("course", self.lessons), ("answers", self.answers))
                         for path in paths}
        self.is_live = is_live
        self.shown: dict[str, list[tuple[str, str]]] = {}
        """The pages that each notebook shows when it is run: their files and titles, as HTML."""

    def with_links(self, text: str, folder: str) -> str:
        """Return Markdown of a notebook whose page is in `folder`, with links to the notebooks that it names."""
        def link(match: re.Match[str]) -> str:
            its = self._folders.get(match[1])
            way = "" if its == folder else f"{'../' if folder else ''}{its}/"
            return f"[{match[0]}]({way}{match[1]}.ipynb)" if its else match[0]

        only_in_checkout = r"\[([^\]]+)\]\((?:\.\./|README\.md)[^)]*\)"
        return re.sub(r"`(?:answers/)?(\w+)\.ipynb`", link, re.sub(only_in_checkout, r"\1", text))

    def with_pages(self, text: str) -> str:
        """Return the guide with the pages to show in each lesson of a numbered list."""
        def add(row: re.Match[str]) -> str:
            pages = dict.fromkeys(self.shown.get(row[1], ()))
            links = [f'<a href="pages/{file}">{title}</a>' for file, title in [*pages][:3]]
            return f"{row[0]} To show: {', '.join(links)}." if links else row[0]

        return re.sub(r"^\d+\. `(\w+)\.ipynb`: .*$", add, text, flags=re.MULTILINE)

    def pages(self, html: str, folder: str) -> str:
        """Return HTML that a notebook whose page is in `folder` shows, with links to pages instead of notebooks."""
        def link(match: re.Match[str]) -> str:
            its = self._folders.get(match[1])
            way = "" if its == folder else f"../{its}/"
            return f'<a href="{way}{match[1]}.html">{match[2]}</a>' if its else match[2]

        return re.sub(r'<a href="(\w+)\.ipynb">(.*?)</a>', link, html)

    def with_live_link(self, text: str, name: str) -> str:
        """Return the first cell of a notebook with the link that opens it live below its title."""
        title, _, rest = text.partition("\n")
        inside = f"answers/{name}" if self._folders[name] == "answers" else name
        return f"{title}\n\n{_online(_LIVE_LINK.format(f'../{live_lessons.address(inside)}'))}\n{rest}" \
            if self.is_live else text


_LIVE_LINK = ('<a class="domino-live" href="{}">Open it live</a> in JupyterLab, in this browser, to change the code '
              "and run it. The first start fetches Python from the internet.")


def _online(html: str) -> str:
    """Return a paragraph for a site on a web server: the kit leaves it out, and a page from a disk hides it."""
    return f'<p class="domino-online">{html}</p>\n'


@contextmanager
def _running(source: Path, pages: Path, course: _Course, tell: Teller) -> Iterator[None]:
    """Run the notebooks meanwhile, so that what they show can be used afterwards.

    Each thread has one kernel for all its notebooks: to start one and to import everything takes longer than most
    notebooks take to run.
    """
    for folder in ("course", "answers"):
        (source / folder).mkdir()
    books = iter([*((path, source / "course") for path in course.lessons),
                  *((path, source / "answers") for path in course.answers)])
    count = min(os.cpu_count() or 1, 4)
    with ThreadPoolExecutor(count) as pool:
        try:
            threads = [pool.submit(asyncio.run, _run_some(books, pages, course, tell)) for _ in range(count)]
            yield
            for thread in as_completed(threads):
                thread.result()
        finally:
            deque(books, maxlen=0)  # After an error nothing more is begun.


def _write_lists(source: Path, pages: Path, course: _Course) -> None:
    """The lists of the lessons and of the answers, and the pictures in them."""
    (source / "course" / "pictures").mkdir()
    for picture in (course_folder() / "pictures").iterdir():
        put(content(picture, _MOST), source / "course" / "pictures" / picture.name)
    put("\n".join(_lessons(course, pages)), source / "course" / "index.md")
    answers = ["# Answers", "", "The answers to the exercises of each lesson. Try the exercises first.", "",
               "```{toctree}", ":maxdepth: 1", "", *(path.stem for path in course.answers), "```", ""]
    put("\n".join(answers), source / "answers" / "index.md")


def _lessons(course: _Course, pages: Path) -> Iterator[str]:
    """Yield the lines of the list of lessons: a card for each, by the parts of the course."""
    yield from ("# Course", "", "Each lesson is a notebook. Its hands, comparisons, lessons, quizzes and many games "
                "work on the page. To change a line of code and run it, open "
                f"{'the lesson live, or ' if course.is_live else ''}the notebook in JupyterLab.", "")
    ages = ages_of_lessons()
    by_name = {path.stem: path for path in course.lessons}
    listed = [lesson for lesson in dl.lessons().reset_index().to_dict("records") if lesson["lesson"] in by_name]
    for part, lessons in groupby(listed, lambda lesson: str(lesson["part"])):
        cards = []
        for lesson in lessons:
            name = str(lesson["lesson"])
            facts = [f"{lesson['minutes']} minutes"] if lesson["minutes"] else []
            if name in ages:
                youngest, oldest = ages[name]
                facts.append(f"ages {youngest} to {oldest}")
            cards.append(_card(escape(str(lesson["title"])), f"{name}.html", _picture(_hand_in(by_name[name]), pages),
                               ", ".join(facts)))
        yield from (f"## {phrase(f'general.part_{part}')}", "", _raw(_cards(cards)), "")
    yield from ("```{toctree}", ":hidden:", "", *by_name, "```", "")


def ages_of_lessons() -> dict[str, tuple[int, int]]:
    """Return the ages for which each lesson has a topic, the youngest and the oldest.

    >>> ages_of_lessons()["06_two_tiles"]
    (12, 18)
    """
    ages: dict[str, tuple[int, int]] = {}
    topics = (_HERE / "topics.md").read_text(encoding="utf-8")
    for youngest, oldest, names in re.findall(r"\(ages (\d+) to (\d+)\): (.*)", topics):
        for name in re.findall(r"`(\w+)\.ipynb`", names):
            low, high = ages.get(name, (99, 0))
            ages[name] = min(low, int(youngest)), max(high, int(oldest))
    return ages


def _hand_in(book: Path) -> Timeline:
    """Return the first hand or game that a notebook names."""
    known, ids = set(hands.names()), {game["id"] for game in listing()}
    for name in re.findall(r'\\"([a-z0-9/-]+)\\"', book.read_text(encoding="utf-8")):
        if name in known:
            return load(name)
        if name in ids:
            return dl.play_out(name, seed=1)
    return load("all-fives-worked-example")


async def _run_some(books: Iterator[tuple[Path, Path]], pages: Path, course: _Course, tell: Teller) -> None:
    """Run notebooks, one after another, as long as there are any, and write each to its folder."""
    from nbclient import NotebookClient
    from nbformat.v4 import new_notebook
    from traitlets.config import Config

    with tempfile.TemporaryDirectory(prefix="lab-") as folder_of_sockets:      # whose names must be short
        files = {"transport": "ipc", "ip": f"{folder_of_sockets}/kernel"} if os.name == "posix" else {}
        client = NotebookClient(new_notebook(), timeout=300, kernel_name="python3", store_widget_state=False,
                                config=Config({"KernelManager": files}))
        async with client.async_setup_kernel(env={**os.environ, FOLDER: str(pages), "TQDM_DISABLE": "1"}):
            for path, folder in books:
                await _run(path, folder, client, course)
                tell(f"  {path.stem}")


async def _run(path: Path, folder: Path, client: NotebookClient, course: _Course) -> None:
    """Run one notebook with its widgets as pages, and keep what it shows.

    Notebooks without a picture have no widget: they keep what they showed when they were saved.
    """
    import nbformat

    book = nbformat.reads(content(path, _MOST).decode(), as_version=4)
    if any("image/png" in data for data in _data_of(book)):
        await _execute(book, path, client)
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = course.with_links(cell.source, folder.name)
    for data in _data_of(book):
        if "text/html" in data:
            data["text/html"] = course.pages(_without_empty_heads(data["text/html"]), folder.name)
            shown = re.findall(r'src="../pages/([^"]+)" title="([^"]+)"', data["text/html"])
            course.shown[path.stem] = [*course.shown.get(path.stem, ()), *shown]
    book.cells[0].source = course.with_live_link(book.cells[0].source, path.stem)
    book.metadata = nbformat.from_dict({"kernelspec": {"name": "python3", "display_name": "Python 3"}})
    forget_widgets(book)
    put(nbformat.writes(book), folder / path.name)


def _data_of(book: NotebookNode) -> Iterator[dict[str, str]]:
    """Yield what each output of a notebook has, by kind."""
    return (output.get("data", {}) for cell in book.cells for output in cell.get("outputs", ()))


_BEGIN = """
%load_ext domino_lab.site.build
%reset -f
import os
os.chdir({folder!r})
del os
__spec__ = None
"""
"""What makes a kernel as good as new for the next notebook; `multiprocessing` asks for `__spec__`."""


async def _execute(book: NotebookNode, path: Path, client: NotebookClient) -> None:
    """Run a notebook with its widgets as pages; raises RecordError, with the error, if it does not run."""
    from nbclient.exceptions import CellExecutionError
    from nbformat.v4 import new_code_cell

    book.cells.insert(0, new_code_cell(_BEGIN.format(folder=str(path.parent))))
    client.nb = book
    try:
        await client.async_execute(cleanup_kc=False)
    except CellExecutionError as error:
        raise RecordError(f"{path.name} does not run: {error.ename}: {error.evalue}") from error
    del book.cells[0]


# --- the reference ----------------------------------------------------------------------------------------------------

class Task(NamedTuple):
    """Something that a reader wants to do: the names for it, each with its room, and which of two alike to take."""

    file: str
    title: str
    about: str
    names: str
    alike: tuple[str, ...] = ()


TASKS = (
    Task("step-through", "Step through a hand", "A hand move by move: the table, the count, and the rule.",
         "load load_match play_out play_match lay HandStepper Playhead Table OpenEnds Explainer MoveList Transport "
         "transcript why why_not code_of what_if legal review Recorder page", (
             "`dl.HandStepper` is a whole view. `dl.Table`, `dl.OpenEnds`, `dl.Explainer`, `dl.MoveList` and "
             "`dl.Transport` are its parts: give them the same `dl.Playhead`, and they move together.",
             "`dl.why` explains a move that was made, `dl.why_not` one that is not allowed, and `dl.code_of` shows the "
             "Python that decided. `dl.what_if` makes the other move and goes on from there.",
             "`dl.load` reads a hand that somebody played, `dl.play_out` lets the computer play one, `dl.play_match` "
             "a whole match, and `dl.lay` puts tiles on the table without a deal.")),
    Task("play", "Play", "A hand against the computer, with friends, or alone.",
         "Play Patience PerfectPlay perfect_play HiddenTiles puzzles puzzle_of_the_day chance.know chance.solve "
         "chance.value_of chance.perfect_play chance.all_orders chance.best_from chance.best_line chance.hint "
         "chance.last_chance", (
             "`dl.perfect_play` returns a table of what each move of a hand gave away, and `dl.PerfectPlay` is the "
             "view of it. `dl.chance.solve` has the best move in one position, and `dl.chance.value_of` its value.",
             "Perfect play sees all tiles; `dl.review` and the puzzles only use what the player could know.",
             "`dl.puzzles` makes as many as you like, and `dl.puzzle_of_the_day` one that is the same for everybody.")),
    Task("ask", "Ask and answer", "Questions about hands and chances, on the screen and on paper.",
         "quiz questions answers Lesson worksheet practice practice_page ExerciseCard chance.exercise "
         "chance.all_exercises chance.worked_answer", (
             "`dl.quiz` makes new questions about a game, `dl.questions` asks the ones that somebody wrote into a "
             "hand, and `dl.answers` is the table of what was answered.",
             "A `dl.Lesson` goes through a hand and asks on the way; a quiz shows one position after the other.",
             "`dl.practice` is a card for one learner in a notebook, and `dl.practice_page` a file that remembers in "
             "the browser what is to be repeated.")),
    Task("count", "Count chances", "Exact chances as fractions, with how they are counted.",
         "ChanceLab TileTriangle chance.exact chance.distribution chance.estimate chance.tree chance.two_way "
         "chance.lines chance.doubles chance.pips chance.suit chance.suits chance.longest_suit chance.has "
         "chance.HoldingTrials chance.GameTrials chance.TooManyError", (
             "`dl.chance.exact` counts all hands. Where these are too many, `dl.chance.estimate` draws some, with an "
             "error. `dl.ChanceLab` is the view of both, and asks for a guess first.",
             "`dl.chance.doubles`, `pips`, `suit`, `suits` and `longest_suit` are measures; compare one with a number, "
             "as in `dl.chance.doubles() == 0`, and it is an event.")),
    Task("simulate", "Simulate and compare", "Many hands, many players, and the same deal under other rules.",
         "simulate tournament compare VariantComparison differences rejudge which would_score largest settle "
         "ScoringSandbox chance.solvable chance.processes chance.LostHandsError", (
             "`dl.differences` compares two sets of rules in words. `dl.compare` plays a deal under each of them, or "
             "many deals with `hands=`, and `dl.VariantComparison` shows their tables side by side.",
             "`dl.rejudge` keeps the moves of a hand and changes the rules; `dl.which` looks for the rules under which "
             "a score is right.",
             "`dl.would_score` lists every play that scores next, `dl.largest` looks further ahead, and "
             "`dl.ScoringSandbox` lets you try positions by hand.")),
    Task("make-rules", "Find and make rules", "The games of the catalogue, and rules of your own.",
         "games ruleset RuleForm save_rules Shuffle DominoSet Tile Chain rules.guide rules.Equipment rules.Dealing "
         "rules.Leading rules.Arms rules.Matching rules.Drawing rules.Scoring rules.Ending rules.Settling "
         "rules.Winning rules.Stacking rules.Turns rules.Deck rules.Standing rules.Lead rules.Ruling rules.HandSoFar "
         "rules.OpenEnd rules.PastHand rules.Move rules.Term rules.Count rules.Final rules.LastTile rules.Settlement "
         "rules.Spoils rules.Loot DominoError IllegalAction NotationError RecordError RulesetError", (
             "`dl.ruleset` finds rules, its method `but` changes them, and `dl.save_rules` writes them to a file. "
             "`dl.RuleForm` does all three on the screen.",
             "What no axis offers is a subclass of a class of `dl.rules`; `dl.rules.guide` lists their methods.",
             "`dl.rules.Final`, `HandSoFar`, `Deck`, `Standing`, `Term` and `Spoils` are what these methods are told; "
             "`Settlement`, `Lead`, `Count` and `Loot` are what they may return.")),
    Task("teach", "Teach a class", "Lessons, assignments, and what a class answered.",
         "lessons glossary language chance.assignment chance.answer_key chance.class_book chance.class_board "
         "chance.class_game", (
             "`dl.chance.class_board` counts the short codes that learners read out. `dl.chance.class_book` reads the "
             "files that exercise cards saved.",)),
)
"""Every public name once."""

_REFERENCE = """# Reference

Everything that `import domino_lab as dl` gives, by what you want to do. Each example begins after that line.

Every view, such as a `dl.HandStepper`, has these:

- `view.do("next")`: does what a press on that button does; `view.do("key", "End")` what a key does
- `view.line`: the line of Python that makes the view again
- `view.close()`: takes the view off the page
- `view.layout`: its place and its size, as of every widget of ipywidgets

Most views also have `view.here`, the object that they show, such as a `dl.Playhead`, a game or a card: another view
that is given it goes along.
"""


def _write_reference(source: Path) -> None:
    """Write the reference to the folder of a site that is being built: a list of all names, and a page of each task."""
    folder = source / "reference"
    folder.mkdir()
    kinds = _ArgumentKinds()
    parts = [_REFERENCE]
    for task in TASKS:
        parts += [f"## [{task.title}](reference/{task.file}.md)", "", task.about, ""]
        parts += [f"- {{py:obj}}`dl.{name}`: {_first_sentence(public(name))}" for name in task.names.split()]
        parts.append("")
        every = _every_rule() if task.file == "make-rules" else ()
        put("\n".join([*_task_page(task, kinds), *every]), folder / f"{task.file}.md")
    parts += ["## What an argument may be", "", "Signatures name these kinds of arguments:", "", *kinds.rows(), "",
              "```{toctree}", ":hidden:", "", *(f"reference/{task.file}" for task in TASKS), "```", ""]
    put("\n".join(parts), source / "reference.md")


def _every_rule() -> Iterator[str]:
    """Yield the part of a page that lists all axes with their values, as a file of rules has them."""
    yield from ("## Every rule and what it can be", "",
                'Give a rule to `but` by its name, as in `dl.ruleset("block").but(max_pip=9)`, or write it into a file '
                "of rules. Here each has the value of the Block Game.", "",
                "```toml", rules_in_full(get("block"), idle=True), "```", "")


def public(name: str) -> Callable[..., object]:
    """Return the function or class with a public name such as `load` or `chance.exact`.

    >>> public("chance.exact").__name__
    'exact'
    """
    value: Callable[..., object] = attrgetter(name)(dl)
    return value


def readable_members(kind: type) -> list[str]:
    """Return the members of a class that a reader uses, in their order in the code.

    What a base of another package has, such as `observe` of traitlets, is explained there, also if ours overrides it.

    >>> readable_members(dl.Recorder)[:3]
    ['hand', 'move', 'note']
    """
    if issubclass(kind, View):
        return str(vars(kind).get("public", "")).split()
    foreign = [base for base in kind.__mro__ if not base.__module__.startswith("domino_lab.") and base is not object]
    return [name for name, value in vars(kind).items()
            if not name.startswith("_") and inspect.getdoc(_function(value)) and _is_member(value)
            and not any(hasattr(base, name) for base in foreign)]


def _is_member(value: object) -> bool:
    return callable(value) or isinstance(value, property | cached_property | classmethod | staticmethod)


def _function(value: object) -> object:
    """Return the function of a method or a property."""
    if isinstance(value, property):
        return value.fget
    if isinstance(value, cached_property):
        return value.func
    function = getattr(value, "__func__", value)
    return inspect.unwrap(function) if callable(function) else function


def _first_sentence(what: object) -> str:
    first = (inspect.getdoc(what) or "").partition("\n")[0]
    return first.replace("<", "&lt;")


def _task_page(task: Task, kinds: _ArgumentKinds) -> Iterator[str]:
    yield from (f"# {task.title}", "", task.about, "")
    if task.alike:
        yield from ("## Which one?", "", *(f"- {sentence}" for sentence in task.alike), "")
    yield from ("## Names", "", "```{eval-rst}")
    for name in task.names.split():
        yield from _entry(name, kinds)
    yield from ("```", "")


def _entry(name: str, kinds: _ArgumentKinds) -> Iterator[str]:
    """Yield reStructuredText for one name: signature, docstring, members."""
    what = public(name)
    if not isinstance(what, type):
        yield from _directive("function", f"dl.{name}{kinds.signature(what)}", what)
        return
    is_error = issubclass(what, Exception)
    yield from _directive("exception" if is_error else "class",
                          f"dl.{name}" if is_error else f"dl.{name}{kinds.signature(what)}", what)
    for member in readable_members(what):
        value = inspect.getattr_static(what, member, None)
        if value is None or not inspect.getdoc(_function(value)):
            continue
        is_method = callable(value) or isinstance(value, classmethod | staticmethod)
        told = f"{member}{kinds.signature(getattr(what, member), of=what)}" if is_method else member
        yield indent("\n".join(_directive("method" if is_method else "attribute", told, _function(value))), "   ")


def _directive(kind: str, told: str, what: object) -> Iterator[str]:
    yield f".. py:{kind}:: {told}"
    yield ""
    yield indent(inspect.getdoc(what) or "", "   ")
    yield ""


class _ArgumentKinds:
    """The kinds of arguments that signatures name, with their words."""

    def __init__(self) -> None:
        self._words: dict[str, str] = {}

    def signature(self, what: Callable[..., object], of: type | None = None) -> str:
        """Return a signature as a reader writes it: every parameter with its type and its default."""
        try:
            signature = inspect.signature(what)
        except ValueError:
            return "()"
        room = inspect.getmodule(inspect.unwrap(what if of is None else of))
        parts, stars = [], False
        for parameter in signature.parameters.values():
            if parameter.name == "self":
                continue
            if parameter.kind is parameter.KEYWORD_ONLY and not stars:
                parts.append("*")
            stars = stars or parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
            parts.append(self._parameter(parameter, room))
        back = signature.return_annotation
        told = f" -> {self._plain(back, room)}"
        if isinstance(what, type) or back in (signature.empty, None, "None"):
            told = ""
        return f"({', '.join(parts)}){told}"

    def _parameter(self, parameter: inspect.Parameter, room: ModuleType | None) -> str:
        told = str(parameter.replace(annotation=parameter.empty, default=parameter.empty))
        if parameter.annotation is not parameter.empty:
            told += f": {self._plain(parameter.annotation, room)}"
        return told if parameter.default is parameter.empty else f"{told} = {parameter.default!r}"

    def _plain(self, annotation: object, room: ModuleType | None) -> str:
        """Return a type without the words for refusals; remember the words of a kind that has some."""
        text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
        return ast.unparse(_WithoutWords(room, self._words).visit(ast.parse(text, mode="eval")))

    def rows(self) -> Sequence[str]:
        """Return a line for each kind: its name and what it may be."""
        return [f"- `{name}`: {words.replace('<', '&lt;')}" for name, words in sorted(self._words.items())]


class _WithoutWords(ast.NodeTransformer):
    """Leaves of each `Annotated` the type alone, and of each name for one either that or the name, with its words."""

    def __init__(self, room: ModuleType | None, words: dict[str, str]) -> None:
        self._room, self._words = room, words

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Return the name of a kind that has words, or the type that it stands for; a list of words is written out."""
        kind = getattr(self._room, node.id, None)
        if kind is Listed:      # what tells a list from a text is of use to checkers alone
            return ast.Name("Sequence")
        if get_origin(kind) is Literal:
            return ast.parse(f"Literal{list(get_args(kind))}", mode="eval").body
        if get_origin(kind) is not Annotated:
            return node
        told = [each for each in get_args(kind) if isinstance(each, str)]
        if told:
            self._words[node.id] = told[0]
        return node if told else ast.Name(get_args(kind)[0].__name__)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Return the type alone."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "Annotated" and isinstance(node.slice, ast.Tuple):
            return node.slice.elts[0]
        return node


# --- the rest ---------------------------------------------------------------------------------------------------------

def gallery() -> dict[str, View]:
    """Return one of each widget, by the line of Python that makes it."""
    none = dl.chance.doubles() == 0
    views = [
        dl.HandStepper("all-fives-worked-example", step=3),
        dl.VariantComparison(dl.Shuffle(7), ["all-fives", "five-up"], step=4),
        dl.Lesson("all-fives-worked-example"), dl.quiz("all-fives", "score", n=3, seed=1),
        dl.TileTriangle("a double", "a tile with a 5"), dl.ExerciseCard("a_double", learner="Ana"),
        dl.ChanceLab(none, tiles=7, seed=1),
        dl.Play("all-fives", against="greedy", names=["Ana", "Greta"], seed=1, delay=0),
        dl.Recorder("all-fives", names=["Ana", "Ben"], seed=7), dl.ScoringSandbox("all-fives", versus="five-up"),
        dl.Patience("five-columns", seed=3), dl.HiddenTiles("block", seed=7, step=6),
        dl.PerfectPlay("block", seed=9, step=3), dl.RuleForm("all-fives"),
    ]
    lines = (*(view.line for view in views[:-1]), 'dl.RuleForm("all-fives")')      # whose line is that of its rules
    return dict(zip(lines, views, strict=True))


def _write_gallery(source: Path, pages: Path) -> None:
    """Each widget: those that pages can show are used, the others are pictures."""
    parts = ["# Gallery", "", "Every widget, with the line that makes it. The first seven work on this page. The "
             "others are shown as pictures: use them in JupyterLab.", ""]
    for code, view in gallery().items():
        lives = dict(SHOWN).get(PageMaker if isinstance(view, PageMaker) else type(view))
        made = still(view) if lives is None else page(view)
        first = (type(view).__doc__ or "").partition("\n")[0]
        parts += [f"## {type(view).__name__}", "", first, "", f"    {code}", "",
                  _raw(frame(made, pages, lives or (560 if view.has_table else 380), "pages")), ""]
        view.close()
    put("\n".join(parts), source / "gallery.md")


def _write_front(source: Path, pages: Path, course: _Course) -> None:
    """The front page: who it is for, and something of each kind to use at once."""
    asked = '<a href="hand.html">A hand from a link</a>: paste the line of a hand, and step through it.'
    parts = {
        "FIRST_HAND": frame(page("all-fives-worked-example", step=2), pages, 600, "pages"),
        "DEAL_TO_PLAY": frame(page(dl.chance.class_game("all-fives", seed=1)), pages, 620, "pages"),
        "TWO_GAMES": frame(page(dl.Shuffle(7), rulesets=["all-fives", "five-up"], step=4), pages, 690, "pages"),
        "QUIZ": frame(page(dl.quiz("all-fives", "score", n=3, seed=1)), pages, 620, "pages"),
        "HAND_FROM_A_LINK": _online(asked) if course.is_live else "",
    }
    put(course.with_links(_page_with_parts("front.md", parts), ""), source / "index.md")


def _write_play(source: Path, pages: Path, course: _Course) -> None:
    """The page of games that are played on the site, with the way to play any other."""
    views = {"FOUR_PLAYERS": dl.Play("all-fives", against="greedy", seats=4, seed=7, delay=0),
             "TWO_PLAYERS": dl.Play("block", against="greedy", seed=0, delay=0),
             "ONE_PLAYER": dl.Patience("five-columns", seed=5)}
    parts = {name: frame(page(view), pages, 640, "pages") for name, view in views.items()}
    link = f'<a class="domino-live" href="{live_lessons.address(live_lessons.PLAY)}">Play live</a>'
    told = (f"{link} in JupyterLab, in this browser: any deal of any game, a whole match, or a position of your own. "
            "The first start fetches Python from the internet.")
    parts["LIVE"] = _online(told) if course.is_live else ""
    for view in views.values():
        view.close()
    put(_page_with_parts("play.md", parts), source / "play.md")


def _page_with_parts(name: str, parts: Mapping[str, str]) -> str:
    """Return a page of this folder with HTML in the places of its parts."""
    text = (_HERE / name).read_text(encoding="utf-8")
    for place, html in parts.items():
        text = text.replace(place, _raw(html))
    return text


def _write_guide(source: Path, pages: Path, course: _Course) -> None:
    """The guide for teachers with worksheets to print, the topics, the lines to copy, and where widgets are live."""
    sheets = {
        "All Fives: the worked example of the sheet": dl.worksheet("all-fives-worked-example"),
        "All Fives: a whole hand": dl.worksheet("all-fives-whole-hand"),
        "All Fives: six counts": dl.quiz("all-fives", "score", n=6, seed=1).worksheet(),
        "Block Game: six questions of all kinds": dl.quiz("block", "all", n=6, seed=1).worksheet(),
    }
    links = [f'- <a href="pages/{write_page(page(sheet), pages)}">{name}</a>' for name, sheet in sheets.items()]
    for name in ("teachers.md", "topics.md", "lines.md", "readers.md"):
        text = (_HERE / name).read_text(encoding="utf-8").replace("WORKSHEETS", "\n".join(links))
        put(course.with_links(course.with_pages(text), ""), source / name)
    (source / "readers").mkdir()
    for picture in (_HERE / "readers").iterdir():
        put(content(picture, _MOST), source / "readers" / picture.name)


def _sphinx(source: Path, out: Path) -> None:
    (source / "static").mkdir()
    for name in ("site.css", "site.js", "search.js", "favicon.svg"):
        put(content(_HERE / name, _MOST), source / "static" / name)
    put(_CONF, source / "conf.py")
    done = subprocess.run([sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-j", "auto",
                           str(source), str(out)], cwd=source, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RecordError(f"Sphinx warns: {done.stderr.strip()[-2000:]}")
    shutil.rmtree(out / ".doctrees", ignore_errors=True)


def _write_kit(html: Path) -> None:
    """Zip all the pages, without what only a web server can give, as `offline.zip` beside them."""
    with zipfile.ZipFile(html.parent / KIT, "w", zipfile.ZIP_DEFLATED) as kit:
        for path in sorted(html.rglob("*")):
            inside = f"domino_lab/{path.relative_to(html).as_posix()}"
            if path.suffix == ".html":
                kit.writestr(inside, re.sub(r'<(p|details) class="domino-online">.*?</\1>', "",
                                            path.read_text(encoding="utf-8"), flags=re.DOTALL))
            elif path.is_file():
                kit.write(path, inside)
    shutil.move(html.parent / KIT, html / KIT)


def broken_links(folder: Path) -> Iterator[str]:
    """Yield each link of a site's pages to a file or a place in one that is not there.

    >>> list(broken_links(Path(__file__).parents[1] / "words"))
    []
    """
    anchors: dict[Path, set[str]] = {}
    for file in sorted(folder.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        for address in set(re.findall(r'(?:href|src)="([^"]+)"', text)):
            path, _, anchor = address.partition("#")
            if re.match(r"[a-z]+:", address) or (not path and not anchor):
                continue
            target = (file.parent / path.partition("?")[0]).resolve() if path else file
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{file.relative_to(folder)}: {address}"
            elif anchor and target.suffix == ".html":
                if target not in anchors:
                    anchors[target] = set(re.findall(r'\sid="([^"]+)"', target.read_text(encoding="utf-8")))
                if anchor not in anchors[target]:
                    yield f"{file.relative_to(folder)}: {address}"


# --- views as pages: the course runs under this extension, and the output of a cell is a frame with its page

FOLDER = "DOMINO_LAB_PAGES"
"""The name in the environment of the folder that the pages are written to."""

SHOWN: tuple[tuple[type[View | PageMaker], int], ...] = (
    (HandStepper, 560), (VariantComparison, 690), (Lesson, 560), (Quiz, 620), (PageMaker, 640))
"""What shows itself as a page, and how high its frame is in pixels."""


def load_ipython_extension(shell: Any) -> None:
    """Let the views of `SHOWN` be shown as frames in this shell."""
    folder = Path(os.environ[FOLDER])
    formatter = shell.display_formatter.mimebundle_formatter
    formatter.for_type(View, lambda view, **_which: _bundle(view, still(view), 560 if view.has_table else 380, folder))
    for game in (Play, Patience):
        formatter.for_type(game, lambda view, **_which: _bundle(view, page_to_play(view), 640, folder))
    for kind, high in SHOWN:
        formatter.for_type(kind, lambda view, high=high, **_which: _bundle(view, page(view), high, folder))


def page_to_play(view: Play | Patience) -> Page:
    """Return the page of a game that can be played on it, or else its picture."""
    if view.here.is_fresh:
        with suppress(RecordError):
            return page(view)
    return still(view)


def _bundle(view: View, made: Page, high: int, folder: Path) -> dict[str, str]:
    return {"text/html": frame(made, folder, high, "../pages"), "text/plain": repr(view)}


def write_page(made: Page, folder: Path) -> str:
    """Write a page to `folder`, once, and return the name of its file."""
    name = f"{_short_hash(made.html)}.html"
    if not (folder / name).exists():
        made.save(folder / name)
    return name


def frame(made: Page, folder: Path, high: int, way: str) -> str:
    """Write a page to `folder`, and return the frame that shows it where `way` leads to that folder."""
    name = write_page(made, folder)
    return (f'<iframe class="domino-page" src="{way}/{name}" title="{escape(made.title)}" loading="lazy" '
            f'style="width:100%;height:{high}px;border:0"></iframe>')
