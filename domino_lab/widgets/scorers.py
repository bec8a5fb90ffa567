"""Scorers: the count of a position under each ruleset, the tiles that would score next, and the largest count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.core.actions import Action, Play
from domino_lab.core.rulings import Ruling
from domino_lab.explain.scenarios import PlaceProspects, Prospect, Side, largest, place_text, prospects_by_place
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.sandbox import Kind, SandboxSession
from domino_lab.widgets.hand_view import cited
from domino_lab.widgets.messages import Press, one_of, place_in, press, takes, whole
from domino_lab.widgets.nodes import Node, Nodes, box, button, choice, heading, paragraph, row, tile, words
from domino_lab.widgets.open_ends import chip, sum_line, sum_text
from domino_lab.widgets.view import Panel

if TYPE_CHECKING:
    from domino_lab.widgets.sandbox import ScoringSandbox

DEEPEST = 3
"""So many unseen tiles, at the most, are laid in a search."""


# --- side by side -----------------------------------------------------------------------------------------------------

def count_cards(board: SandboxSession, chosen: PlaceProspects | None) -> Node:
    """Return the count of the position under each ruleset, now and with the chosen tile."""
    after: Sequence[Prospect | None] = (None,) * len(board.sides) if chosen is None else chosen.prospects
    names = len(board.sides) > 1
    cards = [box(heading(side.rules.name) if names else None, *_counted(side, then), css="card")
             for side, then in zip(board.sides, after, strict=True)]
    return box(*cards, css="cards", label=words("scenarios.sides"))


def _counted(side: Side, then: Prospect | None) -> Nodes:
    if side.refused is not None:
        return refusal(side.refused, side.rules)
    if side.rules["play_score"] == "none":
        return [paragraph(words("scenarios.no_score", game=side.rules.name), "note")]
    if not side.state.chain.laid:
        return [paragraph(words("count_empty"), "note"), _preview(then)]
    count, judged = side.judged
    laid = side.state.chain.laid
    if count is None:
        ends = [chip(end.at, str(end.value), "end_of", laid[end.at].tile, end.value) for end in side.state.open_ends]
        line: Node = {"is": "count", "label": words("ends"), "terms": ends, "plus": "·"}
    else:
        terms = [chip(term.number, str(term), "term", term.tile, term.value) for term in count.terms]
        line = sum_line(terms, count.total, judged if judged is not None and judged.points else None)
    return [line, paragraph(_wanting(judged), "note") if judged is not None else None, _preview(then)]


def _wanting(judged: Ruling) -> str:
    """Say what a sum is worth, or how much is missing to the next one that scores."""
    facts = judged.facts
    if judged.points or not facts.get("multiple") or not facts.get("total"):
        return sum_text(judged)
    return words("scenarios.wanting", more=facts["next"] - facts["total"], next=facts["next"])


def _preview(then: Prospect | None) -> Node:
    """Show what the chosen tile would bring."""
    return None if then is None else paragraph(_brings(then), "then", strong=words("scenarios.with", tile=then.tile))


def refusal(ruling: Ruling, rules: Ruleset) -> Nodes:
    """Return why a tile cannot go there under other rules, with the clause."""
    return [paragraph(ruling.text, "wrong", sign="✗", strong=words("scenarios.cannot_lie")),
            cited(ruling, rules)]


def sides_text(board: SandboxSession) -> str:
    """Return the counts side by side in one line, for a saved notebook; empty for a single ruleset."""
    shown_sides = board.sides if board.versus else ()
    return " ".join(words("scenarios.by_game", game=side.rules.name, result=_result(side)) for side in shown_sides)


def _result(side: Side) -> str:
    if side.refused is not None:
        return words("scenarios.cannot_lie")
    if side.rules["play_score"] == "none":
        return words("scenarios.no_points")
    count, _ = side.judged
    if count is None:
        return words("scenarios.scored", points=side.points)
    return words("scenarios.one_sum", sum=count)


# --- which tile would score -------------------------------------------------------------------------------------------

class ScorersPanel(Panel):
    """The tiles that would score next, out of the tiles held or of all that are not on the table.

    One press on a tile chooses it at that end, a second press plays it. The plays that score nothing are shown on
    request.
    """

    view: ScoringSandbox

    def __init__(self, view: ScoringSandbox) -> None:
        super().__init__(view)
        self.held, self.whole = False, False
        self._found: tuple[Any, tuple[PlaceProspects, ...], dict[object, PlaceProspects]] = (None, (), {})

    @property
    def everything(self) -> tuple[PlaceProspects, ...]:
        """The points of each tile that is left at each place; worked out once for a position."""
        self._look()
        return self._found[1]

    @property
    def rows(self) -> list[PlaceProspects]:
        """The rows of the list: those of the chosen tiles that score, or all of them."""
        holding = {tile[:2] for tile in self.view.board.holding}
        asked = [place for place in self.everything if not (self.held and holding) or place.tile[:2] in holding]
        return asked if self.whole else [place for place in asked if place.best]

    def of_tile(self, kind: Kind) -> list[PlaceProspects]:
        """Return the points of a tile, place by place."""
        return [place for place in self.everything if place.tile[:2] == kind[:2]]

    def of(self, action: Action | None) -> PlaceProspects | None:
        """Return the points of a play; None for anything else, or if it is not allowed."""
        if not isinstance(action, Play):
            return None
        self._look()
        at, value = (None, None) if action.end is None else (action.end.at, action.end.value)
        prospects = self._found[2]
        kind = action.tile[:2]
        return prospects.get((kind, at, value, action.out)) or prospects.get((kind, at, value, None))

    def _look(self) -> None:
        board = self.view.board
        now = (board.position, board.versus)
        before = self._found[0]
        if before is None or before[0] is not now[0] or before[1] != now[1]:
            rows = prospects_by_place(board.sides, board.tiles)
            self._found = now, rows, {_place(place): place for place in rows}

    def nodes(self) -> Nodes:
        """Return the list, and the choice of tiles."""
        board, rows = self.view.board, self.rows
        if all(rules["play_score"] == "none" for rules in board.rulesets):
            return [paragraph(words("scenarios.no_score", game=board.rulesets[0].name), "note")]
        options = [words("scenarios.all"), words("scenarios.held")]
        which = choice(words("scenarios.of"), "ask_held", options, int(self.held)) if board.holding else None
        rest = button(words("scenarios.hide_rest" if self.whole else "scenarios.show_rest"), "rest", css="quiet")
        none = None if rows else paragraph(words("scenarios.none_scores"), "note")
        names = [rules.name for rules in board.rulesets] if board.versus else []
        heads = [paragraph(name, "heading") for name in names]
        head = row(*heads, css="scorer scorer-head") if rows and names else None
        listed = [self._line(place) for place in rows]
        return [which, none, box(head, *listed, css="scorers scroll", label=words("scenarios.scorers"), key="scorers"),
                row(rest)]

    def _line(self, place: PlaceProspects) -> Node:
        where = place_text(place) or words("scenarios.first")
        name = words("scenarios.choose", tile=place.tile, where=where)
        drawn = tile(str(place.tile), "point", _sent(place), label=name, lies=True)
        cells = [paragraph(words("scenarios.not_there"), "note") if each is None else
                 paragraph(each.sum or "0", strong=_points(each)) for each in place.prospects]
        return row(drawn, paragraph(where, "note where"), *cells, css="scorer")

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that choose a tile at its end, and those that choose the list."""
        return {"point": takes(one_of(lambda: self.everything, _sent), self._point), "rest": press(self._turn_rest),
                "ask_held": takes(place_in(lambda: (False, True)), self._ask_held)}

    def _turn_rest(self) -> None:
        self.whole = not self.whole

    def _ask_held(self, held: bool) -> None:  # noqa: FBT001
        self.held = held

    def _point(self, place: PlaceProspects) -> None:
        """Choose that tile at that end; if it is chosen there already, play it."""
        board = self.view.board
        if self.of(board.chosen_action) is place:
            board.lay()
            return
        board.choose(place.tile)
        numbers = (n for n, choice in enumerate(board.choices) if self.of(choice.action) is place)
        board.place = next(numbers, board.place)


def _sent(place: PlaceProspects) -> list[object]:
    """Return what the page sends for a tile at an end."""
    return [str(place.tile), None if place.onto is None else place.onto.number, place.value, place.out]


def _place(place: PlaceProspects) -> object:
    return place.tile[:2], None if place.onto is None else place.onto.number, place.value, place.out


def _points(prospect: Prospect) -> str:
    return f"+{prospect.points}" if prospect.points else ""


def _brings(prospect: Prospect) -> str:
    return " ".join(filter(None, (prospect.sum or "0", _points(prospect))))


# --- how far the count can go -----------------------------------------------------------------------------------------

class TileSearch(NamedTuple):
    """The tiles of a search: up to `most`, `more` of them unseen; `held` says that it begins with the holding."""

    held: bool
    most: int
    more: int


class ReachPanel(Panel):
    """The largest count, or the most points for one tile: with the next tile, all tiles held, or some more.

    The search is exact and says what it has covered; it runs when its button is pressed.
    """

    view: ScoringSandbox

    def __init__(self, view: ScoringSandbox) -> None:
        super().__init__(view)
        self.measure, self.search = 0, 0
        self._answers: tuple[object, list[Node]] = (None, [])

    @property
    def searches(self) -> list[TileSearch]:
        """The possible searches now."""
        return list(_searches(len(self.view.board.holding)))

    def nodes(self) -> Nodes:
        """Return the question, and its answer as long as the position is the same."""
        board, searches = self.view.board, self.searches
        if all(rules["play_score"] == "none" for rules in board.rulesets):
            return [paragraph(words("scenarios.no_score", game=board.rulesets[0].name), "note")]
        self.search = min(self.search, len(searches) - 1)
        measures = [words("scenarios.measure_count"), words("scenarios.measure_points")]
        asked, answers = self._answers
        return [row(choice(words("scenarios.largest"), "measure", measures, self.measure),
                    choice(words("scenarios.by"), "search", map(_search_text, searches), self.search),
                    button(words("scenarios.find"), "find")),
                *(answers if asked is board.position else [])]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that choose the search and run it."""
        return {"measure": takes(whole(0, 1), lambda place: self._set(measure=place)),
                "search": takes(whole(0, lambda: len(self.searches) - 1), lambda place: self._set(search=place)),
                "find": press(self._find)}

    def _set(self, **chosen: int) -> None:
        for name, place in chosen.items():
            setattr(self, name, place)
        self._answers = None, []

    def _find(self) -> None:
        board = self.view.board
        names = [heading(side.rules.name) if board.versus else None for side in board.sides]
        answers = [box(name, *self._answer(side), css="card") for name, side in zip(names, board.sides, strict=True)]
        self._answers = board.position, answers

    def _answer(self, side: Side) -> Nodes:
        if side.refused is not None:
            return refusal(side.refused, side.rules)
        if side.rules["play_score"] == "none":
            return [paragraph(words("scenarios.no_score", game=side.rules.name), "note")]
        search, position = self.searches[self.search], self.view.board.position
        known = side.rules.equipment.set.tiles
        tiles = [tile for tile in (position.holding if search.held else position.unseen) if tile in known]
        measure = ("count", "points")[self.measure]
        largest_score = largest(side.state, tiles, most=search.most, more=search.more, measure=measure)
        return [paragraph(largest_score.text)]


def _searches(held: int) -> Iterator[TileSearch]:
    for most in range(1, DEEPEST + 1):
        yield TileSearch(held=False, most=most, more=0)
    if held:
        for more in range(DEEPEST + 1):
            yield TileSearch(held=True, most=held + more, more=more)


def _search_text(search: TileSearch) -> str:
    if not search.held:
        return words("scenarios.by_unseen", count=search.most)
    return words("scenarios.by_held_and" if search.more else "scenarios.by_held", count=search.more)
