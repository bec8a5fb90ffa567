"""Panels: what stands behind "more" in a patience: whether choices matter, the results, and the best way on."""

from __future__ import annotations

import ipywidgets

from domino_lab.chance.patience_search import all_orders
from domino_lab.escaping import escape
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.patience.solo import Solo
from domino_lab.widgets.patience.tally import Result, Tally
from domino_lab.widgets.stepper import HandStepper
from domino_lab.widgets.tabled import tabled
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase

FEW, MANY = 300, 3000
"""So many positions are looked at to find out whether choices matter: more where the first ones end alike."""


class Matter(Part):
    """A button that tries all orders of what is left to do, and says whether they end alike.

    >>> matter = Matter(Solo("bingo", seed=3))
    >>> matter.ask.click()
    >>> "no choices at all" in matter.answer.value
    True
    """

    css = "dlab-matter"
    label = "patience.matter"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.ask = self.button("patience.matter", self._answer, "dlab-quiet")
        self.answer = ipywidgets.HTML()
        self._asked: object = None
        return in_row(self.ask), self.answer

    def _show(self) -> None:
        if self._asked is not self.here.timeline:
            self.answer.value = ""
        self.ask.disabled = self.here.is_over

    def _answer(self) -> None:
        self._asked = self.here.timeline
        self.answer.value = f'<p class="dlab-said">{linked(matters(self.here))}</p>'


def matters(solo: Solo) -> str:
    """Whether the choices from here on matter: found out by trying, never by what is said of the game.

    >>> matters(Solo("twelve-to-go", seed=1)).split(".")[1]
    ' All were tried, and all end the same way'
    """
    found = all_orders(solo.live, FEW)
    if len(found.left) < 2 and not found.is_whole:
        found = all_orders(solo.live, MANY)
    facts = {"ways": found.ways, "positions": found.positions, "choices": found.choices}
    if len(found.left) > 1:
        return phrase("patience.matter_differ" if solo.lies_open else "patience.matter_hidden",
                      least=min(found.left), most=max(found.left))
    if not found.is_whole:
        return phrase("patience.matter_many", positions=MANY)
    if not found.choices:
        return phrase("patience.matter_none", **facts)
    equal = phrase("patience.matter_equal") if solo.timeline.rules.solo.key == "twelve" else ""
    return " ".join(filter(None, (phrase("patience.matter_alike", **facts), equal)))


class Results(Part):
    """Every deal of the session with what became of it, and buttons that save the table and clear it.

    >>> results = Results(Solo("five-columns", seed=1, hand=0, tally=Tally()))
    >>> results.layout.display
    'none'
    """

    css = "dlab-record"
    label = "patience.results"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.save = self.button("patience.save_csv", self._save, "dlab-quiet")
        self.clear = self.button("patience.clear", self._clear, "dlab-quiet")
        self.rows = ipywidgets.HTML()
        return self.rows, in_row(self.save, self.clear)

    def _show(self) -> None:
        rows = self.here.tally.rows
        self.layout.display = "" if rows else "none"
        self.rows.value = table_html(rows) if rows else ""

    def _save(self) -> None:
        self.frame.download("patience.csv", self.here.tally.to_csv(), "text/csv")

    def _clear(self) -> None:
        """The button goes with the rows: the focus goes before."""
        self.frame.focus()
        self.here.forget()


def summary(tally: Tally) -> str:
    """How many deals were won, and how many in a row; empty before the first.

    >>> summary(Tally())
    ''
    """
    deals = len(tally.rows)
    return phrase("patience.summary", won=tally.won, deals=deals, streak=tally.streak, best=tally.best) if deals else ""


def table_html(rows: tuple[Result, ...]) -> str:
    """The results as an HTML table.

    >>> table_html((Result("bingo", "seed 1, hand 0", "won", 0),)).count("<tr>")
    2
    """
    told = (row._replace(result=phrase(f"patience.{row.result}")) for row in rows)
    return tabled(phrase("patience.results"), (phrase(f"patience.column_{name}") for name in Result._fields), told)


class BestLine(Part):
    """The best way on, as a hand to step through below the game, and a button that puts it away again.

    The stepper in it has keys and a voice of its own; the game stays as it is.

    >>> best = BestLine(Solo("five-columns", seed=1, hand=1))
    >>> best.here.show_best()
    >>> best.stepper.here.timeline.state.over
    'won'
    """

    css = "dlab-opened"
    label = "patience.best_heading"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.stepper: HandStepper | None = None
        self._held: object = None
        self.heading, self.room = ipywidgets.HTML(), ipywidgets.VBox()
        self.shut = self.button("patience.best_close", self.put_away, "dlab-quiet")
        return in_row(self.heading, self.shut), self.room

    def put_away(self) -> None:
        """Back to the game.

        >>> best = BestLine(Solo("five-columns", seed=1, hand=1))
        >>> best.here.show_best()
        >>> best.put_away()
        >>> best.layout.display
        'none'
        """
        self.here.best = None
        self.frame.focus()

    def _show(self) -> None:
        found = self.here.best
        self.layout.display = "none" if found is None else ""
        if found == self._held:
            return
        self._held, old = found, self.stepper
        line = found.line if found is not None else None
        self.stepper = HandStepper(line, step=found.step) if line is not None else None
        self.room.children = () if self.stepper is None else (self.stepper,)
        if old is not None:
            old.close()
        self.heading.value = f"<p><b>{escape(found.words)}</b></p>" if found is not None else ""
