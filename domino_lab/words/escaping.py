"""Escaping of any text for a terminal, HTML, Markdown, Python and TOML, so that nothing in it takes effect.

Names, titles, answers and notes may contain anything. They are stored as written, and escaped when they are shown.
"""

from __future__ import annotations

import html
import json
import re

STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
                      "\ufff9-\ufffb\ud800-\udfff\U000e0001]")
"""Characters that move a cursor, change the direction of writing, hide, or cannot be encoded. Joiners stay: names need
them."""


def printable(text: str) -> str:
    """Return the text without control characters and direction marks; line breaks stay."""
    return text if text.isprintable() else STEERING.sub(" ", text)


def one_line(text: str) -> str:
    """Return a text as one printable line."""
    return " ".join(printable(text).split())


def escape(text: str) -> str:
    """Return a text escaped for HTML, in an element or a quoted attribute."""
    return html.escape(printable(text))


def paragraphs(text: str) -> str:
    """Return the lines of a text as paragraphs of HTML."""
    return "".join(f"<p>{escape(row)}</p>" for row in text.splitlines())


NO_MATH = "tex2jax_ignore mathjax_ignore"
"""Classes of an element that MathJax 2 and later leave alone; notebooks let it read all HTML output, in spite of
entities."""


def without_math(*parts: str) -> str:
    """Return HTML parts below one another, in which notebooks do not typeset dollars as formulas."""
    inside = "\n".join(filter(None, parts))
    return f'<div class="{NO_MATH}">{inside}</div>'


_MARKS = re.compile(r"[\\$`*_\[\]|~<>&@]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_REFERENCES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;", ":": "&#58;", ".": "&#46;",
               "\\": "<span>&#92;</span>", "$": "<span>&#36;</span>"}
"""All other marks get a backslash. MathJax reads the finished page, where only an element of its own stops a dollar or
a backslash from starting a formula."""
_FIRST = re.compile(r"^(\d+(?=[.)](?:\s|$))|(?=#|[-+=:](?:[-=\s]|$)))")
"""Places where a list, a heading or a rule would begin; they get a backslash."""


def as_markdown(text: str) -> str:
    """Return a text as one line of Markdown that is shown as it is, without markup, links, formulas or tables."""
    safe = _MARKS.sub(lambda match: _REFERENCES.get(match[0], "\\" + match[0]), one_line(text))
    return _FIRST.sub(r"\1\\", safe)


def code_span(code: str) -> str:
    """Return a line of code as Markdown code, whatever characters are in it."""
    longest = max(map(len, re.findall("`+", code)), default=0)
    fence, space = "`" * (longest + 1), " " * bool(longest)
    return f"{fence}{space}{one_line(code)}{space}{fence}"


def code_block(code: str) -> str:
    """Return lines of Python as a Markdown code block, even if they contain a fence."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", code)), 0)
    return f"{fence}python\n{printable(code)}\n{fence}"


def as_python(text: str) -> str:
    """Return a text as a printable Python literal in double quotes."""
    inside = repr('"' + text)[2:-1]     # A double quote in it makes repr choose single quotes around it.
    return '"' + inside.replace("\\'", "'").replace('"', '\\"') + '"'


def as_toml(text: str) -> str:
    """Return a text as a TOML string; lone surrogates, which TOML does not have, are replaced."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", r"\u007f")
