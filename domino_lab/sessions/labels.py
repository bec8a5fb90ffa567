"""Labels: the words and sentences that the views show about a step, from "+10" to its caption. No widgets here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.core.actions import Action, Discard, Draw, Play, Stack
from domino_lab.core.events import LaidTile, Leads, Paid, Removed, Said, Scored, Shifted, Turned
from domino_lab.core.rulings import Ruling
from domino_lab.explain.why import CAPTION_WORDS, Explanation, why
from domino_lab.play.state import Step
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.sessions.snapshot import Snapshot, StepView


_UNPAID = {"uncalled": "uncalled", "wrong": "wrong", "muggins": "uncalled"}
"""What became of a score that had to be called, by the case of the ruling on it."""


def entry_of(seen: StepView, viewer: int | None) -> str:
    """Return the entry of a step in the list of moves, as the seat `viewer` sees it."""
    step = seen.step
    if step.action is None:
        return phrase("widgets.deal" if seen.number == 0 else "widgets.end")
    words, cost = phrase(f"widgets.move_{_kind(step, viewer)}", **_facts(step)), _cost(step)
    return words if cost is None else phrase(f"widgets.move_pays_{cost.kind}", words=words, cost=cost.cost)


def label(snapshot: Snapshot) -> str:
    """Return a few letters beside the mover's name: "+10", "draws 3-0", "passes"; empty if there is nothing to say."""
    step = snapshot.now
    if step.action is None:
        return ""
    kind = _kind(step, snapshot.seen_by)
    words = "" if kind == "play" else phrase(f"widgets.label_{kind}", **_facts(step))
    cost = _cost(step)
    return words if cost is None else phrase("widgets.label_pays", words=words, cost=cost.cost)


def short_entry(step: Step, viewer: int | None) -> tuple[str, str]:
    """Return the short words of a move in its player's column, and its score: "5-5" and "+10"; "draws 3-0" and ""."""
    kind = _kind(step, viewer)
    tile = getattr(step.action, "tile", None) if isinstance(step.action, Play) else None
    words = phrase(f"widgets.label_{kind}", **_facts(step)) if kind != "play" else ""
    gain = _with_sign(step.points) if step.points else ""
    cost = _cost(step)
    if tile is not None:
        return str(tile) if words in ("", gain) else f"{tile} ({words})", gain
    return words if cost is None else phrase("widgets.label_pays", words=words, cost=cost.cost), gain


def side_label(step: Step, seat: int) -> str:
    """Return the effect of the step on another seat: "+10" for a score it took, "−10" for one it lost."""
    points = sum(event.points for event in step.events if isinstance(event, Scored) and event.seat == seat)
    return _with_sign(points) if points else ""


def table_label(snapshot: Snapshot) -> str:
    """Return the label beside the tile on the table: the mover's points, and those that another player lost or took."""
    step = snapshot.now
    others = (side_label(step, seat) for seat in range(step.state.table.seats) if seat != step.seat)
    said = (_with_sign(step.points) if step.points else _unpaid(step), *others)
    return " / ".join(filter(None, said))


def _unpaid(step: Step) -> str:
    kind = _UNPAID.get(step.judged.case) if step.judged is not None else None
    return phrase(f"widgets.label_{kind}", **_facts(step)) if kind else ""


def _with_sign(points: int) -> str:
    return phrase("widgets.label_score" if points > 0 else "widgets.label_loss", points=abs(points))


def _cost(step: Step) -> Paid | None:
    return next((event for event in step.events if isinstance(event, Paid)), None)


def _kind(step: Step, viewer: int | None) -> str:
    action = step.action
    if isinstance(action, Play):
        unpaid = _UNPAID.get(step.judged.case) if step.judged is not None else None
        return unpaid or ("score" if step.points > 0 else "loss" if step.points else "play")
    if isinstance(action, Stack):
        return "stack_score" if step.points else "stack"
    if isinstance(action, (Draw, Discard)):
        return action.kind if viewer in (None, step.seat) else f"{action.kind}_hidden"
    return _other_kind(action, step)


def _other_kind(action: Action | None, step: Step) -> str:
    kinds = {type(event) for event in step.events}
    if Said in kinds:
        return "say_remove" if Removed in kinds else "say"
    for event, kind in ((Removed, "remove"), (Shifted, "shift"), (Turned, "turn")):
        if event in kinds:
            return kind
    return "leave" if Leads in kinds else "pass"


def _facts(step: Step) -> dict[str, object]:
    event = step.events[0]
    tile = event.laid.tile if isinstance(event, LaidTile) else getattr(event, "tile", None)
    judged = step.judged.facts if step.judged is not None else {}
    points = abs(step.points) or judged.get("points", 0)
    return {
        "player": step.state.table.names[step.seat or 0], "tile": tile, "points": points, "call": judged.get("call"),
        "number": getattr(event, "number", None), "column": getattr(event, "to", 0) + 1,
        "tiles": [str(tile) for tile in getattr(event, "tiles", ())],
    }


# --- sentences --------------------------------------------------------------------------------------------------------

class Sentences(NamedTuple):
    """The text at one step: the verdict on an answer, the caption, the question, and the rule with its source.
    """

    verdict: str
    caption: str
    ask: str
    clause: str
    origin: str
    sentence: str
    more: tuple[str, ...]

    @property
    def text(self) -> str:
        """All the text, as it is announced."""
        return " ".join(filter(None, (self.verdict, self.caption, self.ask)))

    @property
    def rule(self) -> str:
        """The source of the rule that decided the step; empty if no rule did."""
        return phrase("widgets.rule", clause=self.clause, origin=self.origin) if self.clause else ""


def tell(snapshot: Snapshot) -> Sentences:
    """Return the sentences for the step that the snapshot shows."""
    asked = snapshot.question
    if asked is not None and asked.step == snapshot.step:
        return Sentences("", "", _ask(snapshot), "", "", "", ())
    told = why(snapshot.now, seen_by=snapshot.seen_by)
    verdict = _verdict(snapshot)
    caption, more = _within_words(verdict, told)
    return Sentences(verdict, caption, _ask(snapshot), told.clause, told.origin, told.rule, more)


def _within_words(verdict: str, told: Explanation) -> tuple[str, tuple[str, ...]]:
    if len(f"{verdict} {told.caption}".split()) <= CAPTION_WORDS:
        return told.caption, told.more
    return told.why, (told.what, *told.more)


def _ask(snapshot: Snapshot) -> str:
    if snapshot.question is None:
        return ""
    return phrase("widgets.ask", text=snapshot.question.text)


def _verdict(snapshot: Snapshot) -> str:
    asked = snapshot.answered
    if asked is None:
        return ""
    given = snapshot.answers[asked.step]
    if given == "":
        return ""
    if given is None:
        return phrase("widgets.shown", right=asked.right)
    return phrase("widgets.right" if asked.accepts(given) else "widgets.wrong", given=given, right=asked.right)


def title(snapshot: Snapshot) -> str:
    """Return a title of this hand for readers: the record's title, or the game and its seed."""
    hand = snapshot.timeline
    if hand.title:
        return hand.title
    if hand.shuffle is None:
        return hand.rules.name
    return phrase("widgets.title_seed", rules=hand.rules.name, shuffle=hand.shuffle)


def rule_line(ruling: Ruling) -> str:
    """Return the source of the rule that decided: the clause, and the sheet it comes from."""
    return phrase("widgets.rule", clause=ruling.id, origin=ruling.origin)


MANY_SEATS, HUES = 5, 7
"""From so many seats on, a player is a coloured disc with a sign and a few words; how many colours there are."""


def signs(names: Sequence[str]) -> list[str]:
    """Return a sign for each name, no two alike: its first letters, or the number at its end; or else seat numbers.

    >>> signs(["Ana", "Ben", "Bo", "Player 10"])
    ['A', 'Be', 'Bo', '10']
    """
    made = [_sign(name, 1) for name in names]
    made = [_sign(name, 2) if made.count(sign) > 1 else sign for name, sign in zip(names, made, strict=True)]
    return made if all(made) and len({*made}) == len(made) else [str(seat) for seat in range(1, len(made) + 1)]


def _sign(name: str, letters: int) -> str:
    last = name.split(" ")[-1]
    return last if last.isdecimal() and len(last) <= 2 else name[:letters].capitalize()
