"""One widget on a page of a notebook, for the tests of each kind of widget."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

from tests.browser.notebook import await_drawing, await_ears, await_quiet, pixels

AFTER = "after = 'a cell below'"
"""A cell below a widget, in which Tab ends."""


class Widget:
    """A widget with this class of CSS that is seen on the page, by default the first, once it hears and is drawn."""

    css = ".dlab-root"

    def __init__(self, page: Page, number: int = 0) -> None:
        self.page = page
        self.root = page.locator(f"{self.css}:visible").nth(number)     # not one in a tab behind
        self.root.wait_for()
        self.root.scroll_into_view_if_needed()
        self.canvas = self.root.locator("canvas").first
        self.caption = self.root.locator(".dlab-caption").first
        self.live = self.root.locator(".dlab-live").first
        await_ears(self.root)
        await_drawing(page, self.canvas)
        await_quiet(page)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def fitted(self) -> str:
        """The picture once it has the size that this page gives it."""
        self.page.wait_for_function(
            "([root, canvas]) => canvas.clientWidth <= root.clientWidth && canvas.clientWidth >= 200",
            arg=[self.root.element_handle(), self.canvas.element_handle()],
        )
        await_drawing(self.page, self.canvas)
        await_quiet(self.page)
        return pixels(self.canvas)

    def leave_by_tab(self, css: str) -> int:
        """Press Tab until the focus leaves the widget, and count the stops in what has this class of CSS."""
        stops: list[bool] = []
        while self.root.evaluate("root => root.contains(document.activeElement)"):
            stops.append(self.page.evaluate("css => !!document.activeElement.closest(css)", css))
            self.page.keyboard.press("Tab")
            assert len(stops) < 60, "Tab does not leave"
        return sum(stops)
