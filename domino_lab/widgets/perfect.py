"""PerfectPlay: what the best play would make of a hand from the step that is shown, and where points were lost."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.chance.solver import Judged, Perfect, is_plain, perfect_play, refusal
from domino_lab.escaping import escape, without_math
from domino_lab.play.timeline import Timeline
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.standing import Standing
from domino_lab.widgets.telling import line
from domino_lab.widgets.terms import plain
from domino_lab.words import phrase

OPENER = "dlab-perfect-opener"
"""The class of the button that opens it, in a view that has one."""


class PerfectPlay(Standing):
    """Beside a hand of Block or Draw for two: who wins from here if both play their best, and the best tile.

    Below that, every step of the hand at which points were given away; each is a button that goes there. It looks at
    all tiles, so it keeps silent where a viewpoint or a question hides some. Of a hand that it cannot solve it says
    why. `open` shows it; in a HandStepper a button does.

    >>> PerfectPlay("block", seed=4).page.value.count("wins 40 points")
    1
    """

    css = "dlab-perfect"
    label = "perfect.perfect"

    _line: Timeline | None = None
    _found: Perfect | None = None

    def _inside(self) -> tuple[ipywidgets.Widget, ...]:
        self.open = self.alone
        self.heading, self.page = ipywidgets.HTML(), ipywidgets.HTML()
        self.heading.value = f'<div class="dlab-heading">{escape(phrase("perfect.perfect"))}</div>'
        return self.heading, self.page

    def toggle(self) -> None:
        """Show it, or put it away.

        >>> view = PerfectPlay("block", seed=4)
        >>> view.toggle()
        >>> view.layout.display
        'none'
        """
        self.open = not self.open
        self.show()

    def _show(self) -> None:
        self.layout.display = "" if self.open else "none"
        if not self.open:
            return
        why = self._silent()
        if not why and self._line is not self.here.timeline:
            self.page.value = _notes((phrase("perfect.looking"),))
        self.page.value = _notes((why,)) if why else _page(self.here, self.found)

    def _silent(self) -> str:
        """Why nothing is shown; empty where something is."""
        here = self.here
        said = refusal(here.timeline.steps[0].state)
        if said:
            return said
        if here.question is not None:
            return phrase("perfect.question")
        return phrase("perfect.secret") if here.seen_by is not None and here.now.settled is None else ""

    @property
    def found(self) -> Perfect:
        """The hand beside perfect play; made when it is first asked for.

        >>> PerfectPlay("block", seed=4).found.value
        -40
        """
        if self._found is None or self._line is not self.here.timeline:
            self._line, self._found = self.here.timeline, perfect_play(self.here.timeline)
        return self._found

    def _key(self, key: str) -> None:
        if key == "Escape":
            self._put_away()
        else:
            super()._key(key)

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty where no short one does."""
        return line(self.here, "PerfectPlay")

    def _put_away(self) -> None:
        """Esc puts it away where a button brings it back; alone, there is none."""
        if self.open and not self.alone:
            self.frame.focus(OPENER)
            self.toggle()

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook the picture, and all that is said, as text too."""
        bundle = super()._repr_mimebundle_(**which)
        here, why = self.here, self._silent()
        head = phrase("perfect.saved", title=here.snapshot.title, step=here.step, end=here.end)
        lines = (why,) if why else _lines(here, self.found)
        return {**bundle, "text/html": without_math(bundle["image/svg+xml"], self.page.value),
                "text/plain": "\n".join([head, *lines])}


def offers(here: Playhead) -> bool:
    """Whether a hand is of a kind that can be solved at all, so that it is worth a button.

    >>> offers(Playhead("block", seed=1)), offers(Playhead("all-fives", seed=1))
    (True, False)
    """
    line = here.timeline
    return not line.is_study and len(line.names) == 2 and is_plain(line.rules)


def _shown(here: Playhead, found: Perfect) -> tuple[Judged, ...]:
    """The moves that gave points away, as far as no question hides them."""
    return tuple(move for move in found.moves if move.lost and not here.hides(move.step))


def _summary(here: Playhead, found: Perfect) -> tuple[str, ...]:
    """What the whole hand comes to; of a hand whose end a question hides, only the deal."""
    said = (found.deal_text,) if here.step else ()
    return said if here.hides(here.end) else (*said, found.result_text, *found.loss_texts)


def _may(here: Playhead) -> str:
    return phrase("perfect.may", player=here.timeline.names[here.state.turn])


def _page(here: Playhead, found: Perfect) -> str:
    choices = tuple(f"<b>{plain(words)}</b>" if is_best else plain(words)
                    for words, is_best in found.choice_texts(here.step))
    now = f'<p class="dlab-caption">{plain(found.value_text(here.step))}</p>'
    lost = tuple(_lost(found, move) for move in _shown(here, found))
    return "".join((now, _listed(_may(here), choices), _listed(phrase("perfect.given_away"), lost),
                    _notes((*_summary(here, found), phrase("perfect.open_tiles")))))


def _lost(found: Perfect, move: Judged) -> str:
    words, instead = found.move_texts(move)
    button = f'<button class="dlab-pick" data-dlab-press="go:{move.step - 1}">{escape(words)}</button>'
    return f"{button} <p>{plain(instead)}</p>"


def _lines(here: Playhead, found: Perfect) -> list[str]:
    choices = found.choice_texts(here.step)
    heads = [_may(here) + ":"] if choices else []
    lost = [" ".join((words + ".", instead)) for words, instead in
            (found.move_texts(move) for move in _shown(here, found))]
    moves = [f"  {words}" for words, _ in choices]
    return [line for line in (found.value_text(here.step), *heads, *moves, *lost, *_summary(here, found)) if line]


def _listed(heading: str, items: tuple[str, ...]) -> str:
    """A heading over a list; nothing for an empty one. `items` are HTML already."""
    if not items:
        return ""
    inside = "".join(f"<li>{item}</li>" for item in items)
    return f'<div class="dlab-heading">{escape(heading)}</div><ul class="dlab-ahead" tabindex="0">{inside}</ul>'


def _notes(lines: tuple[str, ...]) -> str:
    return "".join(f'<p class="dlab-note">{plain(line)}</p>' for line in lines if line)
