"""Worksheet: questions with their pictures as one HTML page to print: black on white, the answers on a last page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from domino_lab.io.files import save
from domino_lab.picture.output import image
from domino_lab.picture.svg import plain
from domino_lab.picture.theme import Theme
from domino_lab.words import language, phrase
from domino_lab.words.escaping import NO_MATH

PAPER = Theme(
    panel="#ffffff", card="#ffffff", text="#000000", quiet="#000000", cloth="#ffffff", cloth_text="#000000",
    rim="#8c8c8c", seam="#ffffff", shadow="#d9d9d9", face="#ffffff", edge="#000000", bevel="#ffffff", bar="#000000",
    pip="#000000", seven="#000000", eight="#000000", nine="#000000", back="#d9d9d9", back_mark="#000000",
    last="#000000", mark="#000000", lit="#000000", lit_text="#ffffff", slot="#8c8c8c", pill="#000000",
    pill_text="#ffffff", wild="#000000", drawn="#000000", turn="#000000", gain="#000000", gain_text="#ffffff",
    card_text="#000000", hue_3="#000000", hue_6="#000000",
)  # fmt: skip
"""A theme for any printer: black, white and two greys; every sign is a shape or a word."""


class PrintedTask(NamedTuple):
    """One question: its picture as SVG, its words, the options (none: a line to write on), and the answer.

    `text`, `options`, `hint`, `answer` and `reason` may be a reader's own: they are shown as plain text.
    """

    picture: str
    text: str
    options: tuple[str, ...]
    hint: str
    answer: str
    reason: str
    rule: str


@dataclass(frozen=True)
class Worksheet:
    """A sheet to print; it displays itself, and `save` writes it as a page that any browser prints.

    >>> sheet = Worksheet("Fives", (PrintedTask("<svg/>", "<b>How</b> much?", (), "", "15", "", ""),))
    >>> sheet.html.count("&lt;b&gt;How"), sheet.html.index("How") < sheet.html.index("15.")
    (1, True)
    """

    title: str
    tasks: tuple[PrintedTask, ...]
    recipe: str = ""
    answers: bool = True

    @property
    def html(self) -> str:
        """The whole page."""
        return (f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8">\n'
                f"<title>{plain(self.title)}</title>\n"
                '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
                f"<style>@page {{ size: auto; margin: 16mm; }} body {{ margin: 0 auto; max-width: 190mm; }}</style>\n"
                f"</head><body>\n{self.section}\n</body></html>\n")

    @property
    def section(self) -> str:
        """The body of the page: the questions, and after a page break the answers."""
        return self._section([task.picture for task in self.tasks])

    def _section(self, pictures: Sequence[str]) -> str:
        """The body with these pictures, as HTML."""
        each = zip(self.tasks, pictures, strict=True)
        asked = "\n".join(_task_html(task, picture, number) for number, (task, picture) in enumerate(each, 1))
        parts = [f"<style>{_LOOK}</style>", f'<section class="dlab-paper {NO_MATH}"><h1>{plain(self.title)}</h1>',
                 f'<p class="dlab-paper-name">{_line("quiz.name")} {_line("quiz.date")}</p>', asked]
        if self.answers:
            answers = "\n".join(_answer_html(task) for task in self.tasks)
            made = f"<p>{plain(phrase('quiz.made_by'))} <code>{plain(self.recipe)}</code></p>" if self.recipe else ""
            parts += [f'<div class="dlab-paper-answers"><h1>{plain(phrase("quiz.answers", title=self.title))}</h1>',
                      f"<ol>{answers}</ol>", made, "</div>"]
        return "\n".join([*parts, "</section>"])

    def save(self, path: str | Path) -> Path:
        """Write the page to a file and return its path. Raises RecordError if it cannot be written."""
        return save(self.html, path, such="worksheet.html")

    def __repr__(self) -> str:
        return phrase("quiz.sheet", title=self.title, number=len(self.tasks))

    def _repr_html_(self) -> str:
        return self._section([image(task.picture) for task in self.tasks])


def _line(key: str) -> str:
    return f'<span>{plain(phrase(key))}</span><span class="dlab-paper-line"></span>'


def _task_html(task: PrintedTask, picture: str, number: int) -> str:
    hint = f'<p class="dlab-paper-hint">{plain(phrase("quiz.hint", text=task.hint))}</p>' if task.hint else ""
    return (f'<div class="dlab-paper-task"><h2>{number}. {plain(task.text)}</h2>\n'
            f"<figure>{picture}</figure>\n{hint}{_room(task.options)}</div>")


def _room(options: Sequence[str]) -> str:
    """Boxes to tick, or a line to write on."""
    if not options:
        return f'<p class="dlab-paper-room">{_line("quiz.write")}</p>'
    boxes = "".join(f'<span class="dlab-paper-choice"><i></i>{plain(option)}</span>' for option in options)
    return f'<p class="dlab-paper-room">{boxes}</p>'


def _answer_html(task: PrintedTask) -> str:
    rule = f' <span class="dlab-paper-rule">{plain(task.rule)}</span>' if task.rule else ""
    return f"<li><b>{plain(task.answer)}.</b> {plain(task.reason)}{rule}</li>"


_LOOK = """
.dlab-paper { background: #fff; color: #000; font: 12pt/1.4 system-ui, sans-serif; padding: 4px; }
.dlab-paper h1 { font-size: 16pt; margin: 0 0 8pt; color: #000; }
.dlab-paper h2 { font-size: 12pt; margin: 0 0 4pt; font-weight: 600; color: #000; }
.dlab-paper-task { break-inside: avoid; page-break-inside: avoid; margin: 0 0 14pt; }
.dlab-paper-task:last-child { margin-bottom: 0; }
.dlab-paper figure { margin: 0; padding: 6px; border: 1px solid #000; max-width: 178mm; }
.dlab-paper figure :is(svg, img) { display: block; width: 100%; height: auto; max-height: 78mm; }
.dlab-paper-name { display: flex; flex-wrap: wrap; gap: 8pt; align-items: end; margin: 0 0 12pt; }
.dlab-paper-line { flex: 1; min-width: 30mm; border-bottom: 1px solid #000; display: inline-block; height: 1.2em; }
.dlab-paper-room { display: flex; flex-wrap: wrap; gap: 8pt 18pt; align-items: end; margin: 8pt 0 0; max-width: 178mm; }
.dlab-paper-choice i { display: inline-block; width: 12pt; height: 12pt; border: 1.5px solid #000; margin-right: 5pt;
  vertical-align: -2pt; }
.dlab-paper-hint { margin: 4pt 0 0; font-style: italic; }
.dlab-paper-answers { break-before: page; page-break-before: always; }
.dlab-paper-answers li { margin: 0 0 6pt; break-inside: avoid; }
.dlab-paper-rule { font-size: 10pt; }
.dlab-paper code { font-size: 10pt; overflow-wrap: anywhere; }
"""
