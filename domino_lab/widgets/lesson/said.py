"""Said: every sentence of a lesson: where it is, what is asked, and what became of a try. No widgets here."""

from __future__ import annotations

from domino_lab.actions import Play
from domino_lab.explain.move_text import describe_move
from domino_lab.play.timeline import Timeline
from domino_lab.widgets.lesson.pupil import Pupil
from domino_lab.words import phrase


def place(pupil: Pupil) -> str:
    """Which question it is, and how many were right so far.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> place(Pupil(hand, stops(hand, every=0)))
    'Question 1 of 6. Right so far: 0 of 0.'
    """
    ahead, number, done = pupil.ahead, len(pupil.stops), len(pupil.over)
    if ahead is None:
        return phrase("lesson.place_done", number=number, right=pupil.right)
    key = "place" if pupil.stop is not None else "place_between"
    return phrase(f"lesson.{key}", at=done + 1, number=number, right=pupil.right, done=done, step=pupil.end)


def faulty(hand: Timeline) -> str:
    """That something is wrong in the file of a hand, and where; not what, for that may give an answer away.

    >>> from domino_lab.notebook import load
    >>> faulty(load("ruleset = 'block'\\ntitel = 'x'\\n"))
    'There is a mistake in this file, in line 2. dl.HandStepper shows it.'
    """
    if not hand.problems:
        return ""
    line = next((problem.line for problem in hand.problems if problem.line is not None), None)
    return phrase("lesson.faulty") if line is None else phrase("lesson.faulty_at", line=line)


def asked(pupil: Pupil) -> str:
    """The question that waits here; empty where none does, or where the learner looks back.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> asked(Pupil(hand, stops(hand, every=0)))
    'Question: You are Player 1. What would you play?'
    """
    stop = pupil.stop
    return phrase("lesson.asked", text=stop.text) if stop is not None and pupil.step == pupil.end else ""


def caption(pupil: Pupil) -> str:
    """What became of the last try, or what is chosen, or what happened at this step; then the hint, where it is asked.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> caption(Pupil(hand, stops(hand, every=0))).startswith("Player 2 starts with 6-6.")
    True
    """
    if pupil.said is not None:
        return str(pupil.said.text)
    if pupil.notice:
        return phrase(f"lesson.{pupil.notice}")
    if pupil.hinted and pupil.stop is not None and pupil.stop.asked is not None:
        return str(pupil.stop.asked.hint)
    return _chosen(pupil) or pupil.snapshot.told.caption


def _chosen(pupil: Pupil) -> str:
    """What Enter would try; not how many places there are, for that is the learner's to find."""
    action = pupil.chosen_action
    if action is None:
        return ""
    words = describe_move(pupil.live, action)
    out = action.out if isinstance(action, Play) else None
    return phrase("lesson.chosen", tile=pupil.tile, aim=words if out is None else
                  phrase("board.outward", aim=words, out=out))


def rule(pupil: Pupil) -> str:
    """Where the rule stands that decided; empty where none did.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> rule(Pupil(hand, stops(hand, every=0)))[:15]
    'Rule BL-LEAD-1,'
    """
    if pupil.said is not None:
        return str(pupil.said.rule)
    told = pupil.snapshot.told
    if pupil.notice or pupil.hinted or pupil.tile is not None or not told.clause:
        return ""
    return phrase("widgets.rule", clause=told.clause, origin=told.origin)


def told(pupil: Pupil) -> str:
    """All that is shown below the table and announced: the caption, then the question.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> told(Pupil(hand, stops(hand, every=0))).endswith("You are Player 1. What would you play?")
    True
    """
    return " ".join(filter(None, (caption(pupil), asked(pupil))))
