"""Escaping: a text in HTML is the same text when a page has read it, in an element and in an attribute."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from domino_lab.words.escaping import escape

TEXTS = ['6" x 9"', "Ana's", '" onmouseover="alert(1)', "' onmouseover='alert(1)", "a < b & b > c", "&quot;", "</i><b>"]


class Page(HTMLParser):
    """What a page makes of a text: the attributes of its elements, and the text in them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("quote", ['"', "'"])
def test_a_text_stays_within_its_element_and_its_attribute(text: str, quote: str) -> None:
    page = Page(f"<i title={quote}{escape(text)}{quote}>{escape(text)}</i>")
    assert page.elements == [("i", [("title", text)])]
    assert page.text == text
