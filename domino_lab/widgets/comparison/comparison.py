"""VariantComparison: the same deal under two to four rulesets, side by side and in step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.catalogue.resolve import Named
from domino_lab.escaping import printable
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import side_by_side
from domino_lab.widgets.comparison.carried import Carried
from domino_lab.widgets.comparison.column import Column
from domino_lab.widgets.comparison.differing import Jumps, differing
from domino_lab.widgets.comparison.lockstep import Lockstep
from domino_lab.widgets.comparison.manydeals import ManyDeals
from domino_lab.widgets.comparison.onlooking import Onlooking
from domino_lab.widgets.comparison.opening import Asked, Compared, lockstep_of, recipe
from domino_lab.widgets.comparison.tables import axes, results
from domino_lab.widgets.comparison.tally import APART, told
from domino_lab.widgets.footed import Footed
from domino_lab.widgets.transport import MOVES, Transport
from domino_lab.words import phrase

GAP, LEAST, LEAST_LARGE = 12, 300, 560
"""Pixels between two columns, and the least width of one; on a projector it has to be wider."""

STATIC_WIDTH = 460
"""The width of each picture in a saved notebook."""


class VariantComparison(Footed):
    """One shuffle, or one recorded hand, under two to four rulesets: all tables move together.

    `what` is a shuffle, a hand or its name, a comparison (`dl.compare`), or the `here` of another comparison. The first
    ruleset leads, as in `dl.compare`, which also takes `seats`, `names`, `policies`, `leader` and `measure`. `step` and
    `viewpoint` are where it starts. With `hands`, so many deals are compared and shown as bars. `large` is for a
    projector. Raises RulesetError for rulesets that cannot be compared.

    >>> from domino_lab.shuffle import Shuffle
    >>> compared = VariantComparison(Shuffle(seed=7), ["all-fives", "five-up"], step=2)
    >>> [head.step for head in compared.here.heads]
    [2, 2]
    """

    css = "dlab-comparison"
    label = "comparison.comparison"
    keys_taken = (*MOVES, "?", "Escape")
    here: Lockstep

    @checked
    def __init__(self, what: Any, rulesets: Sequence[Named] | Named = (), *, large: bool = False,
                 **how: Any) -> None:
        self.large = large
        super().__init__(what, rulesets=rulesets, **how)

    @checked
    def _opened(self, what: Compared, **how: Unpack[Asked]) -> Lockstep:
        return lockstep_of(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        inside: dict[str, Any] = {"within": self.frame}
        self.transport, self.jumps = Transport(self.here, **inside), Jumps(self.here, **inside)
        self.tools, self.many = Onlooking(self.here, **inside), ManyDeals(self.here, **inside)
        self.carried = Carried(self.here, saved=self._repr_mimebundle_, **inside)
        self.columns = [Column(self.here, number=number, large=self.large, **inside)
                        for number in range(len(self.here.heads))]
        self.body = ipywidgets.Box(self.columns)
        self.body.add_class("dlab-lines")
        self._tabled: object = None
        self.marks, self.axes, self.results = (self._facts(css) for css in ("marks", "axes", "results"))
        self.tools.children = (*self.tools.children, self.carried)
        self.tools.layout.display = "none"
        self.more = self.button("more", self._more, "dlab-quiet")
        row = self.transport.children[0]
        row.children = (*row.children, self.more)
        facts = ipywidgets.Box([self.marks, self.results, self.axes])
        facts.add_class("dlab-facts-of-lines")
        facts.add_class("dlab-two-lines" if len(self.columns) == 2 else "dlab-more-lines")
        self.watch("marked", self._light)
        self.watch("many", self._counted)
        self.watch("root_width", self._fit, of=self.frame)
        return self.transport, self.jumps, self.tools, self.body, facts, self.many, self._foot()

    def _facts(self, css: str) -> ipywidgets.HTML:
        made = ipywidgets.HTML()
        made.add_class(f"dlab-{css}-of-lines")
        return made

    @property
    def line(self) -> str:
        """The line of Python that makes this comparison again; empty where there is none."""
        return recipe(self.here)

    def _show(self) -> None:
        found = self.here.comparison
        self.marks.value = differing(self.here)
        if found is not self._tabled:
            self._tabled, self.axes.value, self.results.value = found, axes(found), results(found)
        self._show_foot()

    # --- size

    def _resize(self) -> None:
        for column in self.columns:
            column.table.large = self.large
        self._fit()

    def _fit(self) -> None:
        """As many columns as there is room for; four lines stand two by two."""
        width = self.frame.root_width
        if not width:
            return
        least, lines = LEAST_LARGE if self.large else LEAST, len(self.columns)
        room = max(1, (width + GAP) // (least + GAP))
        across = min(room, 2 if lines == 4 else lines)
        for number in range(1, 4):
            (self.body.add_class if number == across else self.body.remove_class)(f"dlab-across-{number}")
        for column in self.columns:
            column.table.fit((width - 4 - GAP * (across - 1)) // across)
            column.table.show()

    # --- what the reader does

    def press(self, what: str) -> None:
        """A button of the marks goes to a step; a bar opens its deal."""
        verb, _, rest = what.partition(":")
        if verb == "deal" and rest.isdecimal():
            self.many.show_deal(int(rest))
        else:
            super().press(what)

    def _mark(self, tile: int | None) -> None:
        """A term of one column points at a tile of that column alone."""
        column, number = divmod(tile, APART) if tile is not None else (-1, None)
        for place, head in enumerate(self.here.heads):
            head.marked = number if place == column else None
        self.frame.marked = tile

    def _light(self) -> None:
        self.frame.marked = self.here.marked

    def _more(self) -> None:
        hidden = self.tools.layout.display == "none"
        self.tools.layout.display = "" if hidden else "none"
        self.more.description = phrase("widgets.less" if hidden else "widgets.more")

    def _key(self, key: str) -> None:
        if key in MOVES:
            self.transport.key(key)
        elif key == "?" or self.tools.layout.display != "none":
            self._more()

    def _counted(self) -> None:
        """Who cannot see the bars grow hears of it when the last deal is counted."""
        if self.here.voice is self and len(self.here.many) == self.here.hands:
            self.frame.status = " ".join(self.here.many.sentences)

    def _speak(self) -> None:
        self.frame.name = phrase("comparison.name", lines=list(self.here.comparison.names))
        self.frame.status = told(self.here) if self.here.voice is self else ""

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook all tables side by side, the captions and the marks."""
        bundle = super()._repr_mimebundle_(**which)
        title = phrase("comparison.name", lines=list(self.here.comparison.names))
        scenes = [scene(head.snapshot.tabletop, STATIC_WIDTH) for head in self.here.heads]
        place = phrase("widgets.at", step=self.here.step, end=self.here.end)
        counted = self.here.many is not None and len(self.here.many) == self.here.hands
        many = self.here.many.sentences if counted else ()
        words = [f"{title}. {place}.", told(self.here), *self.here.comparison.sentences, *many, recipe(self.here)]
        plain = printable("\n".join(filter(None, words)))
        return {**bundle, "image/svg+xml": side_by_side(scenes, title), "text/plain": plain}
