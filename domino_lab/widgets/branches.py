"""Branches: another line of a hand, tried from any of its steps, and the one way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from domino_lab.actions import Action
from domino_lab.arguments import checked
from domino_lab.explain.move_text import format_move
from domino_lab.play.policies import usual_policy
from domino_lab.play.timeline import Timeline
from domino_lab.widgets.old_names import OldNames


class Left(NamedTuple):
    """What a branch has left behind: the hand, the step, the answers given, and how to make the hand again.

    >>> Left(None, 3, {}, "").step
    3
    """

    timeline: Any
    step: int
    answers: dict[int, str | None]
    recipe: str


class Branches(OldNames):
    """The part of a Playhead that leaves a hand for another line of it; it needs `timeline`, `step` and `answers`.

    >>> Branches().is_branch
    False
    """

    left: Left | None = None
    _spelled, _then, _switching = 0, None, False

    @property
    def is_branch(self) -> bool:
        """Whether the hand was left for another line of it.

        >>> from domino_lab.widgets.playhead import Playhead
        >>> Playhead("block", seed=7).is_branch
        False
        """
        return self.left is not None

    @property
    def original(self) -> Timeline:
        """The hand as it was, whatever is tried.

        >>> from domino_lab.widgets.playhead import Playhead
        >>> here = Playhead("block", seed=7)
        >>> here.play_on("random")
        >>> here.original is here.timeline
        False
        """
        return self.timeline if self.left is None else self.left.timeline

    @property
    def may_branch(self) -> bool:
        """Whether something else may be tried here: not at the end, and not before a question that waits for an answer.

        >>> from domino_lab.widgets.playhead import Playhead
        >>> Playhead("block", seed=7, step=99).may_branch
        False
        """
        return self.state.over is None and self.question is None

    def branch(self, action: Action) -> None:
        """Go on with `action` instead; the hand itself is kept, and `back` returns to it.

        Raises IllegalAction for an action the rules refuse, and nothing has changed then.

        >>> from domino_lab.play.legal import legal
        >>> from domino_lab.widgets.playhead import Playhead
        >>> here = Playhead("block", seed=7)
        >>> here.branch(legal(here.state)[-1])
        >>> here.step, here.end
        (1, 1)
        """
        line = self.timeline.upto(self.step).play(action)
        self._go_over(line, spelled=self.step + 1, then=None)

    @checked
    def play_on(self, policies: str | Sequence[str] | None = None) -> None:
        """Let the players go on from here to the end of the hand, by their usual policies or by others.

        >>> from domino_lab.widgets.playhead import Playhead
        >>> here = Playhead("block", seed=7, step=3)
        >>> here.play_on("random")
        >>> here.step, here.timeline.is_over
        (4, True)
        """
        from domino_lab.notebook import played_on

        self._go_over(played_on(self.timeline.upto(self.step), policies), spelled=self.step, then=policies or "")

    def back(self) -> None:
        """Back to the hand as it was, at the step where it was left.

        >>> from domino_lab.widgets.playhead import Playhead
        >>> here = Playhead("block", seed=7, step=3)
        >>> here.play_on("random")
        >>> here.back()
        >>> here.step, here.is_branch
        (3, False)
        """
        left, self.left = self.left, None
        if left is not None:
            with self._as_one():
                self._show_line(left.timeline, left.step)
                self.answers, self.recipe = left.answers, left.recipe

    def _go_over(self, line: Timeline, *, spelled: int, then: Any) -> None:
        """No question of the hand is asked in another line of it: its answer would be that of the hand."""
        from domino_lab.notebook import branch_title

        if self.left is None:
            self.left = Left(self.timeline, self.step, dict(self.answers), self.recipe)
        notes = {step: note._replace(ask=None, hint=None) for step, note in line.notes.items()}
        with self._as_one():
            self._spelled, self._then = spelled, then
            made = self._made(line)
            titled = replace(line, notes=notes, title=branch_title(self.left.timeline, self.left.step), line=made)
            self._show_line(titled, min(self.step + 1, len(line) - 1))
            self.recipe = made

    def _made(self, line: Timeline) -> str:
        """The line of Python that makes this one: moves by hand are spelled out, the rest is left to the players."""
        from domino_lab.notebook import branch_recipe

        whole, first = self.left.timeline.recipe, self.left.step
        steps = line.steps[first : self._spelled + 1]
        moves = [format_move(before.state, after.action) for before, after in pairwise(steps)]
        then = self._then if self._then != "" else usual_policy(line.rules)
        return branch_recipe(whole, first, moves, None, then)

    def _show_line(self, line: Timeline, step: int) -> None:
        viewpoint, self.playing, self._switching = self.viewpoint, False, True
        try:
            self.timeline = line
        finally:
            self._switching = False
        self.viewpoint, self.step = viewpoint, step

    def _forget(self, *, is_new: bool) -> None:
        """A hand that was put here from outside is no branch of the one before."""
        if is_new and not self._switching:
            self.left, self.recipe = None, self.timeline.recipe
