"""A page as a file: its whole text, which fetches nothing and runs only its own script."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from domino_lab.chance.answer_codes import AnswerSheet
from domino_lab.io.files import save
from domino_lab.widgets.nodes import words
from domino_lab.words import language
from domino_lab.words.escaping import escape, printable


@dataclass(frozen=True)
class Page:
    """A file to open in any browser, or to send: it needs no kernel, no network and no installation.

    `save` writes it; `html` is the whole text. The page of a quiz has the `answer_sheet` of its codes.
    """

    title: str
    html: str
    answer_sheet: AnswerSheet | None = None

    def save(self, path: str | Path) -> Path:
        """Write the page to a file and return its path. Raises RecordError if it cannot be written."""
        return save(self.html, path, such="hand.html")

    def __repr__(self) -> str:
        return words("a_page", title=self.title, size=-(-len(self.html.encode()) // 1000))


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


def whole(title: str, body: str, script: str = "", look: str = "") -> str:
    """Return a whole page: it fetches nothing, and runs only this script."""
    hashed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    scripts = f"script-src 'sha256-{hashed}' blob:; " if script else ""
    policy = (f"default-src 'none'; {scripts}style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
              "form-action 'none'")
    return (f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(printable(title))}</title>\n"
            f"<style>body {{ margin: 0; overflow-x: clip; }}{look}</style></head>\n<body>{body}"
            + (f'<script type="module">{script}</script>' if script else "") + "</body></html>\n")
