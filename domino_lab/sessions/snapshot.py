"""Snapshot: everything to show at one step of a hand, for one viewpoint, worked out once for all views.

A Playhead makes one `Snapshot` for each change; every view reads it and works out nothing for itself. Each part is made
when it is first read, so the parts that only a hidden view would show are never made. The facts of a step that do not
depend on the viewer are its `StepView`, which all snapshots of a hand and its continuations share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, takewhile

from domino_lab.core.actions import Action
from domino_lab.core.chain import OpenEnd
from domino_lab.explain.questions import HandQuestion
from domino_lab.explain.why import Explanation, tell_play, why
from domino_lab.picture.end_places import alike, tile_place
from domino_lab.picture.scene import Scene, scene
from domino_lab.picture.tabletop import Tabletop
from domino_lab.play.legal import legal
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Note, Timeline
from domino_lab.rules.scoring import Count
from domino_lab.sessions.labels import Sentences, entry_of, tell, title
from domino_lab.sessions.viewpoint import looking_seat, tabletop
from domino_lab.words import phrase
from domino_lab.words.escaping import escape

NO_NOTE = Note()

_TOLD = 12
"""So many steps, at most, are told together, as when several players have moved since."""


class StepView:
    """One step of a hand with its consequences, the same for every viewer."""

    def __init__(self, number: int, step: Step) -> None:
        self.number, self.step, self.state = number, step, step.state
        self._explained: dict[int | None, Explanation] = {}
        self._entries: dict[int | None, str] = {}

    @cached_property
    def count(self) -> Count | None:
        """The board count; None in a game that counts nothing."""
        return self.state.board_count

    @cached_property
    def points(self) -> int:
        """The points of the mover."""
        return self.step.points

    @cached_property
    def total(self) -> int:
        """The board count as a number; in a game that counts nothing, the points of the step."""
        return max(self.points, 0) if self.count is None else self.count.total

    @cached_property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends where a tile can be played now, oldest first."""
        return self.state.open_ends

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions now, in the one order used everywhere."""
        return legal(self.state)

    def why(self, viewer: int | None) -> Explanation:
        """Return what happened at the step and why, as far as the seat `viewer` may know it (None: everything)."""
        if viewer not in self._explained:
            self._explained[viewer] = why(self.step, seen_by=viewer)
        return self._explained[viewer]

    def entry(self, viewer: int | None) -> str:
        """The short words of the step in a list of moves, as the seat `viewer` may know it."""
        if viewer not in self._entries:
            self._entries[viewer] = entry_of(self, viewer)
        return self._entries[viewer]

    @cached_property
    def tip(self) -> str:
        """The text at the bar of this step, as HTML."""
        step, tile = self.step, getattr(self.step.action, "tile", "")
        scores = "bar_points" if self.count is None else "bar_scores" if self.points else "bar"
        key = "bar_costs" if self.points < 0 else scores
        return escape(phrase(f"widgets.{key}", step=self.number, player=step.state.table.names[step.seat or 0],
                             tile=tile, total=self.total, points=abs(self.points)))


class StepViews(tuple[StepView, ...]):
    """The steps of a hand with their consequences, in order."""

    __slots__ = ()

    @classmethod
    def of(cls, hand: Timeline, before: StepViews | None = None) -> StepViews:
        """Return the views of the steps of `hand`; those of steps that it shares with the hand `before` are kept."""
        shared = before or ()
        pairs = zip(shared, hand.steps, strict=False)
        kept = len([*takewhile(lambda pair: pair[0].step is pair[1], pairs)])
        return cls((*shared[:kept], *map(StepView, count(kept), hand.steps[kept:])))


@dataclass(frozen=True, eq=False)
class Snapshot:
    """One step of a hand as one viewpoint may see it.

    `step` is the number of the step among `step_views`. `question` is the one that waits here for its answer; it hides
    the steps from `hidden_from` on. `answered` is the question whose answer this step is, and `answers` has all answers
    of the reader, by step.
    """

    timeline: Timeline
    step_views: StepViews
    step: int
    viewpoint: int | str
    question: HandQuestion | None = None
    hidden_from: int | None = None
    answered: HandQuestion | None = None
    answers: Mapping[int, str | None] = field(default_factory=dict)

    # --- the step

    @cached_property
    def step_view(self) -> StepView:
        """The facts of this step that do not depend on the viewer; in a shorter hand, those of its last step."""
        return self.step_views[min(self.step, len(self.step_views) - 1)]

    @cached_property
    def now(self) -> Step:
        """The step."""
        return self.step_view.step

    @cached_property
    def state(self) -> Position:
        """The state after this step."""
        return self.step_view.state

    @cached_property
    def count(self) -> Count | None:
        """The board count; None in a game that counts nothing."""
        return self.step_view.count

    @cached_property
    def note(self) -> Note:
        """The note at this step; an empty one if there is none."""
        return self.timeline.notes.get(self.step, NO_NOTE)

    # --- who looks at it

    @cached_property
    def seen_by(self) -> int | None:
        """The seat that looks, None for all tiles open, -1 for nobody's holding."""
        return looking_seat(self.viewpoint)

    @cached_property
    def is_hidden(self) -> bool:
        """True if this very step waits for an answer, so that nothing may be said about it."""
        return self.question is not None and self.question.step == self.step

    def hides(self, step: int) -> bool:
        """Return True if step `step` comes after a question that nobody has answered yet."""
        return self.hidden_from is not None and step >= self.hidden_from

    # --- what is shown

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The list of moves: a few words for each step that no question hides."""
        hidden, viewer = phrase("widgets.move_hidden"), self.seen_by
        upto = len(self.step_views) if self.hidden_from is None else self.hidden_from
        return tuple([each.entry(viewer) if each.number < upto else hidden for each in self.step_views])

    @cached_property
    def title(self) -> str:
        """The title of this hand for readers."""
        return title(self)

    @cached_property
    def why(self) -> Explanation:
        """The explanation of the step, as far as the viewpoint may know it."""
        return self.step_view.why(self.seen_by)

    @cached_property
    def sentences(self) -> Sentences:
        """The sentences of this step: the verdict on an answer, the caption, the question, the source of the rule."""
        return tell(self)

    @cached_property
    def tabletop(self) -> Tabletop:
        """The things on the table, to be drawn or described."""
        return tabletop(self)

    @cached_property
    def captioned(self) -> Tabletop:
        """The same table with its sentences below, for a picture that stands alone."""
        return replace(self.tabletop, caption=self.say_places(self.sentences.text, scene(self.tabletop)))

    def say_places(self, text: str, scene: Scene) -> str:
        """Return what is told of a step and those before it, with the places of tiles beside a spinner in the picture.

        >>> from domino_lab.picture.scene import table_scene
        >>> from domino_lab.sessions.playhead import Playhead
        >>> seen = Playhead("all-fives-worked-example", step=2).snapshot
        >>> seen.say_places(seen.sentences.caption, table_scene(seen.tabletop, (720, 324)))
        'Ben plays 5-0 right of 5-5 and scores 10. 5+5 + 0 = 10, a multiple of 5: 10 points.'
        """
        last = min(self.step, len(self.step_views) - 1)
        for step_view in self.step_views[max(last - _TOLD, 1):last + 1]:
            step, before = step_view.step, self.step_views[step_view.number - 1]
            end, laid = getattr(step.action, "end", None), step.state.chain.laid
            if end is None or len(laid) > len(scene.tiles):
                continue
            # A side of a spinner may open only with this very tile.
            if len({*alike((*before.open_ends, *step_view.open_ends), end, laid)}) > 1:
                there = tell_play(step, tile_place(scene, len(laid) - 1, end.at))
                text = text.replace(step_view.why(self.seen_by).what, there)
        return text
