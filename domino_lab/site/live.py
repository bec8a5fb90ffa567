"""Live: the course in JupyterLite, a JupyterLab whose Python runs in the browser.

Everything comes with the site except Pyodide, the Python of JupyterLite with its compiled packages: a browser fetches
that from a public network of servers when somebody opens a lesson. What is pure Python is packed here from what is
installed, so that no registry is asked, either when the site is built or when a lesson is opened.
"""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, distribution
from importlib.util import find_spec
from pathlib import Path

import domino_lab
from domino_lab.core.errors import RecordError
from domino_lab.io.files import put
from domino_lab.notebook import course_folder, not_run

FOLDER = "lite"
"""The name of the folder of a site that JupyterLite is in."""

EXTENSIONS = ("@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager", "anywidget", "ipycanvas")
"""The extensions of JupyterLab that lessons need. Any others that are installed here stay out."""

PYODIDE_HAS = frozenset({"ipython", "jedi", "micropip", "numpy", "pandas", "pillow", "traitlets"})
"""What Pyodide has in a build of its own. It is fetched at the start because a function cannot wait for it later."""

_NEEDS = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "packaging")
_PAGE_NEEDS, _ONLY_LIVE = ("ipython", "traitlets"), ("ipycanvas", "click")
"""What the page of a hand takes from Pyodide, and which wheels it can do without."""
_PAGE_HALVES = frozenset({"jupyterlab-widgets", "widgetsnbextension"})
_THERE = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix"}
_KERNEL = f"{EXTENSIONS[0]}:kernel"
_KERNEL_HERE = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
"""How a notebook names the kernel of JupyterLite."""
_WHEELS = "../../../../pypi"
"""The wheels, seen from the script that runs Python: Pyodide takes relative addresses from there."""


PLAY = "play_in_your_browser"
"""The name of the notebook in which any game can be played."""

_TO_PLAY = (
    "# Play in your browser\n\nChoose **Run > Run All Cells** to begin; the first start takes a while. Change a line "
    "and run it again for another game: `dl.games()` lists them, and another `seed` is another deal.",
    "import domino_lab as dl",
    "## Against the computer", 'dl.Play("draw", against="greedy", seed=1)',
    "## Alone", 'dl.Patience("patience", seed=1)',
    "## Build a position, and count it", 'dl.ScoringSandbox("all-fives", versus="five-up")',
)
"""The cells of that notebook: text and code by turns."""


def missing() -> list[str]:
    """Return the packages and extensions that live lessons need and that are not installed here."""
    absent = [name for name in _NEEDS if find_spec(name) is None]
    return absent or [name for name in EXTENSIONS if _extension(name) is None]


def address(notebook: str) -> str:
    """Return where a site opens a notebook live: a lesson by its name, answers as `answers/NAME`."""
    return f"{FOLDER}/lab/index.html?path={notebook}.ipynb"


def write(out: Path, lessons: Sequence[Path], answers: Sequence[Path], work: Path) -> list[str]:
    """Write JupyterLite with these notebooks to `out`, by way of the empty folder `work`.

    Lessons have no outputs, because an output answers the question above its cell; answers keep theirs. Returns the
    names of the wheels that come with the site; PYODIDE_HAS, and what these need in turn, come from Pyodide's servers.
    Raises RecordError if JupyterLite's own command fails.
    """
    files = work / "files"
    for folder in (files / "answers", files / "pictures", work / "wheels"):
        folder.mkdir(parents=True)
    put(_notebook_to_play(), files / f"{PLAY}.ipynb")
    for path in lessons:
        put(_for_a_browser(not_run(path.read_bytes())), files / path.name)
    for path in answers:
        put(_for_a_browser(path.read_bytes()), files / "answers" / path.name)
    for path in (course_folder() / "pictures").iterdir():
        put(path.read_bytes(), files / "pictures" / path.name)
    packed = [path.name for path in wheels(work / "wheels")]
    _put_settings(out, work, packed)
    done = subprocess.run([sys.executable, "-m", "jupyterlite_core", "build"], cwd=work, capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise RecordError(f"JupyterLite cannot be built: {(done.stderr or done.stdout).strip()[-2000:]}")
    return packed


def _notebook_to_play() -> str:
    code: dict[str, object] = {"cell_type": "code", "execution_count": None, "outputs": []}
    cells = [{**(code if at % 2 else {"cell_type": "markdown"}), "id": str(at), "metadata": {}, "source": source}
             for at, source in enumerate(_TO_PLAY)]
    return json.dumps({"cells": cells, "metadata": {"kernelspec": _KERNEL_HERE}, "nbformat": 4, "nbformat_minor": 5})


def _for_a_browser(text: bytes) -> bytes:
    """Return a notebook that names the kernel of JupyterLite: looking for one like it delays the first cell."""
    notebook = json.loads(text)
    notebook["metadata"]["kernelspec"] = _KERNEL_HERE
    return json.dumps(notebook, ensure_ascii=False).encode()


def write_hand_page(site: Path) -> None:
    """Write the page that shows any hand from a link, by this package in the browser, to a site with JupyterLite."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL

    wheels = [path.relative_to(site).as_posix() for path in sorted((site / FOLDER / "pypi").glob("*.whl"))
              if not path.name.startswith(_ONLY_LIVE)]
    text = Path(__file__).with_name("hand.html").read_text(encoding="utf-8")
    for name, value in (("PYODIDE", PYODIDE_CDN_URL), ("PACKAGES", json.dumps([*_PAGE_NEEDS, *wheels]))):
        text = text.replace(name, value)
    put(text, site / "hand.html")
    put(Path(__file__).with_name("favicon.svg").read_bytes(), site / "favicon.svg")


def _put_settings(out: Path, work: Path, packed: Sequence[str]) -> None:
    """Write what a browser reads, `jupyter-lite.json`, and what the command reads.

    Without its fallback, `%pip install` finds what Pyodide has, and tells no registry what a pupil asks for.
    """
    kernel = {"loadPyodideOptions": {"packages": [*sorted(PYODIDE_HAS), *(f"{_WHEELS}/{name}" for name in packed)]},
              "disablePyPIFallback": True}
    page = {"jupyter-lite-schema-version": 0,
            "jupyter-config-data": {"appName": "domino_lab", "litePluginSettings": {_KERNEL: kernel}}}
    command = {
        "LiteBuildConfig": {
            "lite_dir": str(work), "output_dir": str(out), "contents": ["files"], "apps": ["lab"],
            "no_sourcemaps": True, "no_unused_shared_packages": True, "ignore_sys_prefix": ["federated_extensions"],
            "federated_extensions": [str(_extension(name)) for name in EXTENSIONS]},
        "PipliteAddon": {"piplite_urls": ["wheels"]}}
    put(json.dumps(page), work / "jupyter-lite.json")
    put(json.dumps(command), work / "jupyter_lite_config.json")


def _extension(name: str) -> Path | None:
    from jupyter_core.paths import jupyter_path

    folders = (Path(folder, name) for folder in jupyter_path("labextensions"))
    return next((path for path in folders if path.is_dir()), None)


# --- wheels -----------------------------------------------------------------------------------------------------------

def wheels(folder: Path) -> list[Path]:
    """Write a wheel of this package, and of each package that it requires in a browser and Pyodide does not have."""
    return [_own_wheel(folder), *(_wheel(package, folder) for package in _pure())]


def _pure() -> Iterator[Distribution]:
    """Yield what the package requires in a browser, with canvas and tables, and Pyodide does not have."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    there = {**_THERE, "python_version": PYODIDE_PYTHON_VERSION, "python_full_version": f"{PYODIDE_PYTHON_VERSION}.0"}
    waits, done = [Requirement("domino-lab[canvas,tables]")], {*PYODIDE_HAS, *_PAGE_HALVES}
    while waits:
        wanted = waits.pop()
        name = canonicalize_name(wanted.name)
        if name in done:
            continue
        done.add(name)
        package = distribution(name)
        if name != "domino-lab":
            yield package
        for requirement in map(Requirement, package.requires or ()):
            marker = requirement.marker
            if marker is None or any(marker.evaluate({**there, "extra": extra}) for extra in ("", *wanted.extras)):
                waits.append(requirement)


def _wheel(package: Distribution, folder: Path) -> Path:
    """Write a wheel of an installed package, without what is compiled."""
    files = {str(file): Path(str(file.locate())) for file in package.files or ()
             if ".." not in file.parts and file.suffix not in (".so", ".pyd", ".pyc")
             and (".dist-info" not in file.parts[0] or file.name == "METADATA")}
    return _zip(package, files, folder)


def _own_wheel(folder: Path) -> Path:
    """Write a wheel of this package, also of a checkout; `dl.lessons()` reads the lessons in it."""
    mine, package = distribution("domino-lab"), Path(domino_lab.__file__).parent
    files = {str(path.relative_to(package.parent)): path for path in sorted(package.rglob("*"))
             if path.is_file() and "__pycache__" not in path.parts and package / "course" not in path.parents}
    files |= {f"domino_lab/course/{path.name}": path for path in sorted(course_folder().glob("[0-9]*.ipynb"))}
    files |= {str(file): Path(str(file.locate())) for file in mine.files or () if file.name == "METADATA"}
    return _zip(mine, files, folder)


def _zip(package: Distribution, files: dict[str, Path], folder: Path) -> Path:
    stem = f"{package.name.replace('-', '_')}-{package.version}"
    made = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, path in files.items():
            is_lesson = path.suffix == ".ipynb"
            archive.writestr(Path(inside).as_posix(), not_run(path.read_bytes()) if is_lesson else path.read_bytes())
        archive.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{stem}.dist-info/RECORD", "")
    return made
