"""Why not? Ask about any tile at any open end, a draw, a pass or another action of the game; the rule answers."""

from __future__ import annotations

from collections.abc import Mapping

from domino_lab.core.actions import Action, Play
from domino_lab.explain.why_not import refusal, why_not
from domino_lab.picture.end_places import end_places
from domino_lab.picture.scene import scene
from domino_lab.play.move_text import ScoreCall
from domino_lab.sessions.possible_actions import Places, action, action_kinds, is_called, places, tiles
from domino_lab.sessions.viewpoint import is_blind
from domino_lab.widgets.hand_view import HandView, clause_link
from domino_lab.widgets.messages import Press, place_in, takes, typed_number, whole
from domino_lab.widgets.nodes import Nodes, choice, field, paragraph, row, words
from domino_lab.widgets.view import Panel

MOST_CALLED = 999
"""No score that is called has more than three digits."""

_SECOND = {"lay": "place", "stack": "place", "remove": "with", "shift": "place", "call": "place"}
"""What is asked for beside the tile, by the kind of action."""


class WhyNotPanel(Panel):
    """A tile, a place, and the ruling on playing it there now; the same for all other actions that can be tried."""

    view: HandView

    def __init__(self, view: HandView) -> None:
        super().__init__(view)
        self.kind, self.tile, self.place, self.call = "lay", 0, 0, 5
        self._asked = False

    def nodes(self) -> Nodes:
        """Return the choices and the answer."""
        playhead = self.view.here
        kinds, held = self._kinds(), tiles(playhead)
        where = self._places()
        self.tile, self.place = min(self.tile, max(len(held) - 1, 0)), min(self.place, max(len(where) - 1, 0))
        second = _SECOND.get(self.kind)
        asks = [choice(words("what"), "try_kind", [words(f"do_{kind}") for kind in kinds], kinds.index(self.kind))]
        if (second is not None or self.kind == "discard") and self.kind != "call":
            asks.append(choice(words("tile"), "try_tile", map(str, held), self.tile if held else None))
        if second is not None:
            asks.append(choice(words(second), "try_place", [text for text, _ in where], self.place if where else None))
        if is_called(playhead.state, self.kind):
            within = (0, MOST_CALLED)
            asks.append(field(words("branch.call"), "try_call", value=self.call, kind="number", within=within, step=5))
        return [row(*asks), *self._answer()]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that choose the kind, the tile, the place and the called score."""
        playhead = self.view.here
        return {
            "try_kind": takes(place_in(self._kinds), lambda kind: self._set(kind=kind, place=0)),
            "try_tile": takes(whole(0, lambda: len(tiles(playhead)) - 1), lambda at: self._set(tile=at)),
            "try_place": takes(whole(0, lambda: len(self._places()) - 1), lambda at: self._set(place=at)),
            "try_call": takes(typed_number(0, MOST_CALLED), lambda points: self._set(call=points)),
        }

    def _places(self) -> Places:
        """The places, named as in the picture of this view, or in one of the whole table."""
        picture = (self.view.scene or scene(self.view.seen.tabletop)) if self.kind == "lay" else None
        return places(self.view.here, self.kind, {} if picture is None else end_places(picture))

    def _set(self, **chosen: object) -> None:
        self._asked = True
        for name, value in chosen.items():
            setattr(self, name, value)

    def _kinds(self) -> list[str]:
        kinds = list(action_kinds(self.view.here.state))
        if self.kind not in kinds:
            self.kind = kinds[0]
        return kinds

    def _answer(self) -> Nodes:
        playhead, attempt = self.view.here, self._attempt()
        hidden = self._hides(attempt)
        if attempt is None or hidden:
            return [paragraph(words(hidden or "why_not_secret"), "note")]
        if not self._asked:
            return [paragraph(words("why_not_choose"), "note")]
        answer = why_not(playhead.state, attempt, playhead.seen_by)
        text = answer.text if answer.allowed else refusal(playhead.state, answer.ruling)
        css, sign = ("right", "✓") if answer.allowed else ("wrong", "✗")
        return [paragraph(text, css, sign=sign, role="status"),
                clause_link(answer.ruling, playhead.timeline.rules)]

    def _hides(self, attempt: Action | ScoreCall | None) -> str:
        """Say why the ruling would tell too much; a call is about what lies on the table for all to see."""
        playhead, asked = self.view.here, self.view.here.question
        if asked is not None and (
                asked.about in ("legal", "tile", "who") or asked.step == playhead.step or _calls(attempt)):
            return "why_not_question"
        if isinstance(attempt, ScoreCall):
            return ""
        if playhead.seen_by is not None and is_blind(playhead.timeline) and playhead.now.settled is None:
            return "why_not_blind"
        return "why_not_secret" if playhead.seen_by == -1 else ""

    def _attempt(self) -> Action | ScoreCall | None:
        playhead = self.view.here
        held, where = tiles(playhead), self._places()
        tile = held[self.tile] if held else None
        place = where[self.place][1] if where else None
        return action(playhead.state, self.kind, tile, place, self.call)


def _calls(attempt: Action | ScoreCall | None) -> bool:
    """A call is answered by what the ends come to."""
    return isinstance(attempt, ScoreCall) or (isinstance(attempt, Play) and attempt.call is not None)
