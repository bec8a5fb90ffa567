"""Lesson table: the table of a lesson, where nothing is lit before the first attempt of the learner."""

from __future__ import annotations

from dataclasses import replace

from domino_lab.picture.tabletop import Tabletop
from domino_lab.widgets.board.play_table import PlayTable, lit
from domino_lab.widgets.lesson.pupil import Pupil


class LessonTable(PlayTable):
    """The hand as far as it is shown; legal places light up after the first try that was not right.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> [end.lit for end in LessonTable(Pupil(hand, stops(hand, every=0))).scene.ends]
    [False, False]
    """

    @property
    def tabletop(self) -> Tabletop:
        """What is drawn."""
        return before(self.here)


def before(pupil: Pupil) -> Tabletop:
    """The tabletop as the learner may see it: in a chain, what is chosen is marked, and what fits is not told.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> pupil = Pupil(hand, stops(hand, every=0))
    >>> pupil.choose(pupil.tiles[0])
    >>> before(pupil).lit
    ()
    """
    seen = lit(pupil)
    waits = pupil.stop is not None and not pupil.tries and pupil.step == pupil.end
    return replace(seen, lit=()) if waits else seen
