"""A page as a file: its whole text, which fetches nothing and runs only its own script."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from domino_lab.chance.answer_codes import AnswerSheet
from domino_lab.io.files import save
from domino_lab.io.packages import MANIFEST, add, xml_file, xml_root, zip_of
from domino_lab.play.timeline import Problem
from domino_lab.widgets.nodes import words
from domino_lab.widgets.stage import bundle
from domino_lab.words import language
from domino_lab.words.escaping import escape, printable


@dataclass(frozen=True)
class Page:
    """A file to open in any browser, or to send: it needs no kernel, no network and no installation.

    `save` writes it, `scorm` writes it for a learning platform; `html` is the whole text, with `body`, the one `script`
    that it runs, and its `look`. The page of a quiz has the `answer_sheet` of its codes; `problems` has those of the
    hand file.
    """

    title: str
    body: str
    script: str = ""
    look: str = ""
    answer_sheet: AnswerSheet | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def html(self) -> str:
        """The whole text of the page."""
        return _whole(self)

    def save(self, path: str | Path) -> Path:
        """Write the page to a file and return its path. Raises RecordError if it cannot be written."""
        return save(self.html, path, such="hand.html")

    def scorm(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the page as a SCORM 1.2 package, a zip that learning platforms import; return its path.

        The page tells the platform how many percent of its questions were right at the first try, the time, and that it
        is completed: all questions are answered or, if there are none, the last step was seen. Raises RecordError for
        a file that is there already, unless `overwrite` is True, and for one that cannot be written.
        """
        return save(_scorm_package(self), path, such="page.zip", new=not overwrite,
                    instead="save with overwrite=True")

    def __repr__(self) -> str:
        told = words("a_page", title=self.title, size=-(-len(self.html.encode()) // 1000))
        return printable("\n".join((told, *(problem.text for problem in self.problems))))


def page_by(maker: str, view: object) -> Page:
    """Return the page of a view that `maker` makes, the name of a function such as "pages.page".

    The modules that make pages import the views, so a view finds its page maker by name.
    """
    module, _, name = maker.partition(".")
    made = getattr(import_module(f"domino_lab.widgets.{module}"), name)(view)
    assert isinstance(made, Page)
    return made


class PageMaker:
    """A view that has a page without a kernel though it shows no hand."""

    def make_page(self) -> Page:
        """Return the view as a page for any browser."""
        raise NotImplementedError


def _whole(page: Page, reports: str = "") -> str:
    """Return the text of a page: it fetches nothing, and runs only its script, after `reports` if there is such one."""
    scripts = [script for script in (reports, page.script) if script]
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}' " for script in scripts]
    allowed = f"script-src {''.join(hashes)}blob:; " if scripts else ""
    policy = (f"default-src 'none'; {allowed}style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
              "form-action 'none'")
    return (f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(printable(page.title))}</title>\n"
            f"<style>body {{ margin: 0 8px; overflow-x: clip; }}{page.look}</style></head>\n<body>{page.body}"
            + "".join(f'<script type="module">{script}</script>' for script in scripts) + "</body></html>\n")


# --- for learning platforms

_SCORM = "http://www.imsproject.org/xsd/imscp_rootv1p1p2"
_ADL = "http://www.adlnet.org/xsd/adlcp_rootv1p2"


def _scorm_package(page: Page) -> bytes:
    """Return a page as a SCORM 1.2 package: a manifest with one activity, the page with a script that reports.

    >>> _scorm_package(Page("Block", "<main></main>"))[:2]
    b'PK'
    """
    script, _ = bundle("scorm")
    content = _whole(page, script).encode()
    title = " ".join(printable(page.title).split())
    # Some platforms take packages with one identifier for versions of one course.
    identifier = f"domino_lab-{hashlib.sha256(content).hexdigest()[:16]}"
    root = xml_root("manifest", _SCORM, f"imscp_rootv1p1p2.xsd {_ADL} adlcp_rootv1p2.xsd", identifier=identifier,
                    version="1.0", **{"xmlns:adlcp": _ADL})
    about = add(root, "metadata")
    add(about, "schema", "ADL SCORM")
    add(about, "schemaversion", "1.2")
    course = add(add(root, "organizations", default="course"), "organization", identifier="course")
    add(course, "title", title)
    add(add(course, "item", identifier="activity", identifierref="page"), "title", title)
    resource = add(add(root, "resources"), "resource", identifier="page", type="webcontent", href="index.html",
                   adlcp__scormtype="sco")
    add(resource, "file", href="index.html")
    return zip_of({MANIFEST: xml_file(root), "index.html": content})
