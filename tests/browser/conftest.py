"""A real JupyterLab (and a real Voila) in a real Chromium; screenshots go to artefacts/."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser import chromium as chromium_errand
from tests.browser.notebook import HEIGHT, PATIENCE, WIDTH, Lab, OpenNotebook, write_notebook
from tests.browser.server import LabServer, VoilaServer

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "artefacts"

Open = Callable[..., OpenNotebook]

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(420))


@pytest.fixture(scope="session")
def artefacts() -> Path:
    ARTEFACTS.mkdir(exist_ok=True)
    return ARTEFACTS


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser. One that is missing fails the test, with the command that installs it."""
    try:
        path = chromium_errand.find()
    except chromium_errand.NoChromium as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium_errand.ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the course: what a browser does to a notebook must not reach the checkout."""
    folder = tmp_path_factory.mktemp("course") / "notebooks"
    shutil.copytree(ROOT / "notebooks", folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    return folder


@pytest.fixture(scope="session")
def lab_server(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    with LabServer(course, tmp_path_factory.mktemp("jupyter"), cwd=ROOT) as server:
        yield server


@pytest.fixture(scope="session")
def voila_server(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[VoilaServer]:
    with VoilaServer(course, tmp_path_factory.mktemp("voila"), cwd=ROOT) as server:
        yield server


@pytest.fixture
def alone(chromium: Browser) -> Iterator[Page]:
    """A page of a browser that cannot reach anything."""
    context = chromium.new_context(viewport={"width": 1280, "height": 720}, offline=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=2,
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(2 * PATIENCE)        # Voila runs the notebook before it answers
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """An empty page, for Voila and for files."""
    page = context.new_page()
    yield page
    page.close()


@pytest.fixture(scope="session")
def labs() -> dict[str, Lab]:
    """The JupyterLab page in use, if there is one."""
    return {}


@pytest.fixture
def lab(
    labs: dict[str, Lab], context: BrowserContext, lab_server: LabServer, request: pytest.FixtureRequest
) -> Iterator[Lab]:
    """A JupyterLab page. The next test goes on with it, unless this one failed: a broken page breaks others.

    A test that failed leaves a screenshot in artefacts/.
    """
    if "now" not in labs:
        labs["now"] = Lab(context.new_page(), lab_server)
    lab = labs["now"]
    try:
        lab.make_usual()
        yield lab
    finally:
        if getattr(request.node, "failed", True):
            _give_up(labs.pop("now"), request.node.name)


def _give_up(lab: Lab, name: str) -> None:
    try:
        ARTEFACTS.mkdir(exist_ok=True)
        lab.page.screenshot(path=ARTEFACTS / f"failed-{name}.png")
    finally:
        lab.page.close()
        lab.forget_shared()


@pytest.fixture
def open_notebook(lab: Lab, course: Path, request: pytest.FixtureRequest) -> Iterator[Open]:
    """`open_notebook("00_start_here.ipynb")`, or a list of cells: opens it, runs it all, waits for the end.

    Cells run in a notebook that stays open for the next test, in its kernel, which forgets what it has made. What
    changes modules, counts what a first widget needs, or loads the page again, asks for a `fresh` one. `run=False`
    only opens it. Afterwards a fresh one, or one with a name, is closed and its kernel shut down.
    """
    opened: list[OpenNotebook] = []

    def open_it(what: str | list[str], *, run: bool = True, fresh: bool = False) -> OpenNotebook:
        if fresh or isinstance(what, str):
            lab.empty_shared()
            notebook = OpenNotebook(lab, what if isinstance(what, str) else write_notebook(course, what))
            opened.append(notebook)
            notebook.load()
            lab.clear_table(*opened)
        else:
            notebook = lab.shared(course, what)
        if not isinstance(what, str):
            lab.errors.clear()      # Nothing has run here: they come, late, of the notebook that was closed before.
        if run:
            notebook.run_all()
        return notebook

    yield open_it
    for notebook in reversed(opened):
        if getattr(request.node, "failed", False):
            notebook.server_forgets()
            continue
        try:
            notebook.close()
        except Exception:
            request.node.failed = True      # the page is not what the next test expects
            raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    item.failed = getattr(item, "failed", False) or report.failed
    return report
