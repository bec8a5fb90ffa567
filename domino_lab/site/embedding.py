"""Embedding: an IPython extension under which hands, comparisons, quizzes and lessons show themselves as pages.

All other views show themselves as pictures of what they are.

The site runs the course under it: `%load_ext domino_lab.site.embedding`. Each page is written to the folder that the
environment names, once, and the output of the cell is a frame with it.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from domino_lab.widgets.comparison import VariantComparison
from domino_lab.widgets.hand_view import HandView
from domino_lab.widgets.lesson import Lesson
from domino_lab.widgets.pages import Page, page, still
from domino_lab.widgets.quizzes import Quiz
from domino_lab.widgets.stepper import HandStepper
from domino_lab.widgets.view import View
from domino_lab.words.escaping import escape

FOLDER = "DOMINO_LAB_PAGES"
"""The name in the environment of the folder that the pages are written to."""

SHOWN: tuple[tuple[type[HandView], int], ...] = (
    (HandStepper, 560), (VariantComparison, 690), (Lesson, 560), (Quiz, 620))
"""What shows itself as a page, and how high its frame is in pixels."""


def load_ipython_extension(shell: Any) -> None:
    """Let the views of `SHOWN` be shown as frames in this shell."""
    folder = Path(os.environ[FOLDER])
    formatter = shell.display_formatter.mimebundle_formatter
    formatter.for_type(View, lambda view, **_which: _bundle(view, still(view), 560 if view.has_table else 380, folder))
    for kind, high in SHOWN:
        formatter.for_type(kind, lambda view, high=high, **_which: _bundle(view, page(view), high, folder))


def _bundle(view: View, made: Page, high: int, folder: Path) -> dict[str, str]:
    return {"text/html": frame(made, folder, high, "../pages"), "text/plain": repr(view)}


def kept(made: Page, folder: Path) -> str:
    """Write a page to `folder`, once, and return the name of its file."""
    name = f"{hashlib.sha256(made.html.encode()).hexdigest()[:16]}.html"
    if not (folder / name).exists():
        made.save(folder / name)
    return name


def frame(made: Page, folder: Path, high: int, way: str) -> str:
    """Write a page to `folder`, and return the frame that shows it where `way` leads to that folder."""
    return (f'<iframe class="domino-page" src="{way}/{kept(made, folder)}" title="{escape(made.title)}" loading="lazy" '
            f'style="width:100%;height:{high}px;border:0"></iframe>')
