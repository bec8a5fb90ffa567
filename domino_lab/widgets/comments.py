"""Comments: what the writer of the hand noted at this step."""

from __future__ import annotations

import ipywidgets

from domino_lab.chain import OpenEnd
from domino_lab.escaping import escape
from domino_lab.widgets.onlooker import marked
from domino_lab.widgets.part import Part, html
from domino_lab.widgets.spreads import is_spread, lying, marked_tiles
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase


class Comments(Part):
    """The note of this step as plain text with its terms linked, and a button to the next note.

    >>> Comments("block", seed=7).onward.disabled
    True
    """

    css = "dlab-comments"
    label = "comments"
    keys_taken = ("n",)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.text = ipywidgets.HTML()
        self.onward = self.button("next_comment", self.here.next_note, "dlab-quiet")
        return self.text, self.onward

    def _show(self) -> None:
        notes = [step for step, note in self.here.timeline.notes.items() if note.text]
        self.layout.display = "" if notes else "none"
        self.onward.disabled = not notes or notes == [self.here.step]
        note, asked = self.here.note, self.here.question
        if note.text and not (asked is not None and asked.step == self.here.step):
            body = "".join(f"<p>{linked(part)}</p>" for part in note.text.split("\n") if part.strip()) + self._marks()
        else:
            body = html(phrase("widgets.no_comment"), "dlab-note")
        heading = f'<div class="dlab-heading">{escape(phrase("widgets.comments"))}</div>'
        self.text.value = f'{heading}<div class="dlab-comment">{body}</div>'

    def _marks(self) -> str:
        """The marks of the picture in words: nothing is only in a picture."""
        state = self.here.state
        if is_spread(state):
            return self._listed([str(tile) for tile in sorted(marked_tiles(self.here) & set(lying(state)))])
        there = [at[0] for mark in self.here.note.marks if (at := marked(state, mark))]
        said = [phrase("widgets.mark_end", value=at.value) if isinstance(at, OpenEnd)
                else str(state.chain.laid[at].tile) for at in there]
        return self._listed(said)

    def _listed(self, said: list[str]) -> str:
        return html(phrase("widgets.marked", marks=said), "dlab-note") if said else ""

    def _key(self, key: str) -> None:
        self.here.next_note()
