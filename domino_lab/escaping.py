"""Escaping: a stranger's text as a terminal, HTML, Markdown, Python and TOML show it, and nothing in it takes effect.

Names, titles, answers and notes may hold anything. They are kept as they were written, and escaped where they are
shown.
"""

from __future__ import annotations

import html
import re

STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
                       "\ufff9-\ufffb\ud800-\udfff\U000e0001]")
"""What moves a cursor, turns the direction of writing, hides, or cannot be encoded. Joiners stay: names need them."""


def printable(text: str) -> str:
    """The text without the signs that steer a terminal or the direction of writing; line breaks stay."""
    return text if text.isprintable() else STEERING.sub(" ", text)


def one_line(text: str) -> str:
    """A printable text in one line."""
    return " ".join(printable(text).split())


def escape(text: str) -> str:
    """A text as HTML shows it, in an element or in a quoted attribute."""
    return html.escape(printable(text))


def paragraphs(text: str) -> str:
    """The lines of a text as paragraphs of HTML."""
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())


NO_MATH = "tex2jax_ignore mathjax_ignore"
"""Classes of an element in which MathJax, version 2 or later, looks for no formula; a notebook has it read every output
of HTML, and entities do not stop it."""


def without_math(*parts: str) -> str:
    """Parts of a page below one another, which a notebook shows without typesetting a dollar in them."""
    inside = "\n".join(filter(None, parts))
    return f'<div class="{NO_MATH}">{inside}</div>'


_MARKS = re.compile(r"[\\$`*_\[\]|~<>&@]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_REFERENCES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;", ":": "&#58;", ".": "&#46;",
               "\\": "<span>&#92;</span>", "$": "<span>&#36;</span>"}
"""Every other mark has a backslash before it. MathJax reads the finished page, where only an element of its own keeps a
dollar or a backslash from beginning a formula."""
_FIRST = re.compile(r"^(\d+(?=[.)](?:\s|$))|(?=#|[-+=:](?:[-=\s]|$)))")
"""Where a list, a heading or a rule would begin: a backslash stands there."""


def as_markdown(text: str) -> str:
    """A text in one line as Markdown and HTML show it as it is: no markup, link, formula or table begins in it."""
    safe = _MARKS.sub(lambda found: _REFERENCES.get(found[0], "\\" + found[0]), one_line(text))
    return _FIRST.sub(r"\1\\", safe)


def code_span(line: str) -> str:
    """A line of code as Markdown shows it, whatever marks stand in it."""
    longest = max(map(len, re.findall("`+", line)), default=0)
    fence, space = "`" * (longest + 1), " " * bool(longest)
    return f"{fence}{space}{one_line(line)}{space}{fence}"


def code_block(code: str) -> str:
    """Lines of Python as Markdown shows them; a fence in them does not end the block."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", code)), 0)
    return f"{fence}python\n{printable(code)}\n{fence}"


def as_python(text: str) -> str:
    """A text as a literal of Python, in the double quotes that this project uses, and in signs that can be printed."""
    inside = repr('"' + text)[2:-1]     # A double quote in it makes repr choose single quotes around it.
    return '"' + inside.replace("\\'", "'").replace('"', '\\"') + '"'


_NOT_TOML = re.compile(r'[\x00-\x1f"\\\x7f]')


def as_toml(text: str) -> str:
    """A text as a string of TOML, which has no lone halves of a sign: a replacement sign stands for them."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return '"' + _NOT_TOML.sub(lambda found: f"\\u{ord(found[0]):04x}", whole) + '"'
