"""Open ends: the count as a line of terms, each linked to its tile, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterator

from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.explain.why import with_total
from domino_lab.play.move_text import describe_move
from domino_lab.play.state import Position
from domino_lab.rules.scoring import Count, Term
from domino_lab.sessions.snapshot import Snapshot
from domino_lab.widgets.hand_view import HandView
from domino_lab.widgets.nodes import Json, Node, Nodes, bullets, heading, paragraph, words

_MOST_NAMED = 6
_MOST_ENDS = 4
"""Where more ends are open and nothing is counted, each number is listed once."""


def count_line(seen: Snapshot) -> Node:
    """Return the count of a step as one line, `5+5 + 3 + 2 = 15 → 15 points`; in other games the open ends.

    None if there is nothing to count, or if a question hides it.
    """
    if seen.is_hidden or seen.state.rules.solo is not None or not seen.state.chain.laid:
        return None
    if seen.count is None:
        return _ends_line(seen)
    before = {(term.number, str(term)) for term in _terms_before(seen)}
    terms = [chip(term.number, str(term), "term", term.tile, term.value, fresh=(term.number, str(term)) not in before)
             for term in seen.count.terms]
    judged = seen.now.judged
    return sum_line(terms, seen.count.total, judged)


def beside_count(seen: Snapshot, text: str) -> str:
    """Return what is said of a step without the sum and its points, which `count_line` shows beside it.

    Alone, as when it is read aloud or saved as a picture, the text has both.

    >>> from domino_lab.sessions.playhead import Playhead
    >>> seen = Playhead("all-fives-worked-example", step=3).snapshot
    >>> seen.sentences.caption
    'Ana plays 5-3 on the 5 of 5-5. 5+5 + 0 + 3 = 13: not a multiple of 5.'
    >>> beside_count(seen, seen.sentences.caption)
    'Ana plays 5-3 on the 5 of 5-5. 13 is not a multiple of 5.'
    """
    node, judged = count_line(seen), seen.now.judged
    if judged is None or not isinstance(node, dict) or "verdict" not in node:
        return text
    before, scores, after = text.rpartition(words("explain.scores", told="", points=judged.points))
    if scores and seen.now.points == judged.points:     # those of a move before this one are told nowhere else
        text = f"{before}.{after}"
    rulings = [judged] if seen.count is None else [judged, with_total(judged, seen.count)]
    reason = _reason(judged).removesuffix(".")
    for ruling in rulings:
        text = text.replace(ruling.text.removesuffix("."), reason)
    return text


def _reason(judged: Ruling) -> str:
    """Return why a play scores or does not, without the sum and the points; a rule of a reader's own says it whole."""
    if judged.facts.get("multiple"):
        per = "_per" if any(ruling.axis == "unit" for ruling in judged.because) else ""
        return words(f"beside_{judged.case}{per}", **judged.facts, times=_times(judged))
    if judged.axis == "play_score" and judged.case == "miss":
        return words("beside_unlike")
    return judged.text.replace(words("beside_points", points=judged.points), "")


def sum_line(terms: list[dict[str, object]], total: int, judged: Ruling | None) -> Node:
    """Return terms with their sum, and the points for it if a move was judged."""
    verdict = {} if judged is None else _verdict(judged)
    return {"is": "count", "label": words("count"), "terms": terms, "total": total, **verdict}


def _verdict(judged: Ruling) -> dict[str, object]:
    if judged.points:
        return {"verdict": words("count_scores", points=judged.points), "good": True}
    return {"verdict": words("count_scores_not")}


def _terms_before(seen: Snapshot) -> tuple[Term, ...]:
    if seen.step == 0:
        return ()
    count = seen.step_views[min(seen.step, len(seen.step_views) - 1) - 1].count
    return () if count is None else count.terms


def chip(number: int, text: str, key: str, tile: object, value: int, *, fresh: bool = False) -> dict[str, object]:
    """Return one term of a count, which points at played tile `number`."""
    made: Json = {"laid": number, "text": text, "name": words(key, tile=tile, value=value)}
    return {**made, "fresh": True} if fresh else made


def _ends_line(seen: Snapshot) -> Node:
    ends, laid = seen.step_view.open_ends, seen.state.chain.laid
    if not ends:
        return None
    once = {end.value: end for end in reversed(ends)}
    listed = ends if len(ends) <= _MOST_ENDS else [once[value] for value in sorted(once)]
    terms = [chip(end.at, str(end.value), "end_of", laid[end.at].tile, end.value) for end in listed]
    judged = seen.now.judged
    verdict = {} if judged is None else _verdict(judged)
    return {"is": "count", "label": words("ends"), "terms": terms, "plus": "·", **verdict}


def count_reasons(seen: Snapshot, count: Count, given: tuple[str, ...] = ()) -> Node:
    """Return why each term counts as it does, leaving out the reasons `given` already; None if none are left."""
    scoring = seen.state.rules.scoring
    terms: tuple[Term, ...] = (*count.terms, *count.silent)
    reasons = [scoring.term_ruling(term).text for term in terms]
    return bullets([paragraph(reason) for reason in reasons if reason not in given], "reasons")


def sum_text(judged: Ruling) -> str:
    """Return the points for a sum as a sentence, `15 = 3 × 5: +15`, or the multiples that it lies between."""
    facts = judged.facts
    if not facts.get("multiple"):
        return judged.text
    if not judged.points:
        return words("miss" if facts["total"] else "zero", **facts)
    return words("hit", total=facts["total"], times=" = ".join(_times(judged)), points=judged.points)


def _times(judged: Ruling) -> list[str]:
    """Return how often each multiple goes into a count that scores."""
    total = judged.facts["total"]
    return [f"{total // unit} × {unit}" for unit in judged.facts["multiple"] if total % unit == 0]


def fitting(seen: Snapshot) -> Node:
    """Return the tiles that fit each open end and are not on the table yet, as everybody could work them out."""
    state = seen.state
    waiting = state.rules.arms.for_doubles(state.chain)
    values = sorted({(end.value, end in waiting) for end in seen.step_view.open_ends})
    if state.over is not None or not values:
        return None
    return bullets([paragraph(_fits(state, value, double=double)) for value, double in values], "reasons")


def _fits(state: Position, value: int, *, double: bool) -> str:
    fits = state.rules.fitting[value]
    left = [tile for tile in _off_table(state) if tile in fits and (tile.is_double or not double)]
    if double:
        return words("fits_double" if left else "fits_no_double", value=value, tiles=[str(tile) for tile in left])
    if not left:
        return words("fits_none", value=value)
    named = [str(tile) for tile in left] if len(left) <= _MOST_NAMED else []
    return words("fits" if named else "fits_many", value=value, count=len(left), tiles=named)


def _off_table(state: Position) -> Iterator[Tile]:
    gone = {laid.tile for laid in state.chain.laid} | {top.tile for top in state.stacks}
    return (tile for tile in state.rules.equipment.set.tiles if tile not in gone)


def moves_left(seen: Snapshot) -> Nodes:
    """Return the number of moves in a game for one player, and the moves; once it is over, why there are none."""
    if seen.question is not None:
        return [paragraph(words("why_not_question"), "note")]
    state, moves = seen.state, seen.step_view.legal
    key = "moves_left" if moves else f"no_moves_{state.over or 'undealt'}"
    named = [paragraph(describe_move(state, move)) for move in moves[:_MOST_NAMED]]
    if len(moves) > len(named):
        named.append(paragraph(words("moves_more", count=len(moves) - len(named))))
    return [paragraph(words(key, count=len(moves))), bullets(named, "reasons"),
            paragraph(words("choices_so_far", count=getattr(state, "choices", 0)), "note")]


def count_nodes(seen: Snapshot) -> Nodes:
    """Return the count with everything that explains it."""
    if seen.is_hidden:
        return []
    if seen.state.rules.solo is not None:
        return [heading(words("choices")), *moves_left(seen)]
    if not seen.state.chain.laid:
        return [heading(words("count" if seen.count is not None else "ends")), paragraph(words("count_empty"))]
    judged = seen.now.judged
    if seen.count is None:
        said = [] if judged is None else [paragraph(ruling.text) for ruling in judged.because]
        shown = sorted({end.value for end in seen.step_view.open_ends})
        none = words("count_none", values=tuple(shown)) if seen.state.rules["play_score"] == "none" else ""
        return [heading(words("ends")), count_line(seen), paragraph(none), *said, fitting(seen)]
    return [heading(words("count")), count_line(seen), None if judged is None else paragraph(sum_text(judged)),
            count_reasons(seen, seen.count)]


class OpenEnds(HandView):
    """The count after this step, such as `4 + 6 + 5+5 = 20`.

    Each term is linked to its tile, with the reason for its count. In a game that counts nothing, it shows the values
    of the open ends instead; in a game for one player, the possible moves.

    >>> dl.OpenEnds("all-fives", seed=7, step=2).areas()["talk"][1]["total"]
    10
    """

    css, label = "count-view", "count"

    def areas(self) -> dict[str, Nodes]:
        """Return the count of the step that is shown."""
        return {"talk": count_nodes(self.seen)}
