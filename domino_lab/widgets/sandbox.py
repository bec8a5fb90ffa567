"""ScoringSandbox: build any position and see its count, under one ruleset or several."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from domino_lab import catalogue, hands
from domino_lab.core.actions import Action, Pass, Play
from domino_lab.core.arguments import checked
from domino_lab.core.errors import IllegalAction, NotationError
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.explain.scenarios import PlaceProspects, Prospect, Side, largest, place_text, prospects_by_place
from domino_lab.picture.scene import Scene
from domino_lab.picture.tabletop import Tabletop
from domino_lab.play.settlement import Verdict, settle_holdings
from domino_lab.play.start import names_for
from domino_lab.play.timeline import Timeline
from domino_lab.record import write
from domino_lab.record.compact import pack_text
from domino_lab.record.load import HandOrRuleset, RulesetsLike, load
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.rules.values import python_literal
from domino_lab.sessions.board import History, lit
from domino_lab.sessions.possible_actions import tiles_of
from domino_lab.sessions.sandbox import Kind, SandboxSession, recipe, sandbox_session
from domino_lab.widgets.board_view import BoardView
from domino_lab.widgets.captions import CaptionPanel
from domino_lab.widgets.hand_view import Tab, clause_link
from domino_lab.widgets.messages import Press, one_of, pair, place_in, press, sets, takes, turns, typed_number, whole
from domino_lab.widgets.nodes import (
    Json,
    Node,
    Nodes,
    box,
    bullets,
    button,
    choice,
    field,
    form,
    heading,
    paragraph,
    row,
    submit,
    tile,
    words,
)
from domino_lab.widgets.open_ends import beside_count, chip, sum_line, sum_text
from domino_lab.widgets.score_sheet import score_sheet
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.view import Panel
from domino_lab.widgets.why_not import WhyNotPanel
from domino_lab.words import Side as SideName

SETTLE = "settle"
"""The tab in which the tray gives tiles to the players at the end of a hand."""


SandboxLike = Annotated[
    HandOrRuleset | SandboxSession,
    'the name of a game such as "block" or of a packaged hand, a file, a hand from dl.load, a ruleset, '
    "or the .here of another view"]
"""What a sandbox can begin with."""

LaidTiles = Annotated[
    str | Sequence[str | Tile] | Timeline,
    'tiles such as "5-5 5-0" or ["5-5", "5-0"], the name of a packaged hand, or a hand from dl.load']
"""The tiles that lie on the table at first."""


class ScoringSandbox(BoardView):
    """Build any position tile by tile, and see its count under one ruleset or several.

    Every tile of the set is shown below the table. Press one to play it; if it fits in several places, press one of the
    ends that light up, or drag the tile there. With the keys, Up and Down choose a tile, Left and Right an end, Enter
    plays it; U undoes. The tabs say which tiles would score and how high the count can go, and settle the end of a
    hand.

    `what` is a ruleset or its id, a hand or its name (then `step` says where in it), or the board of another sandbox.
    `versus` is one ruleset or several that count the same position; `position` is a list of tiles, as for `dl.lay`, or
    a hand. `seats` is the number of players, `large` is for a projector. Raises RulesetError, RecordError or
    IllegalAction if there is no such ruleset, hand or position.

    >>> sandbox = dl.ScoringSandbox("all-fives", position="5-5 5-0 3-5")
    >>> for what, value in (("choose", "2-0"), ("key", "Enter")):
    ...     sandbox.do(what, value)
    >>> sandbox.board.state.board_count.total
    15
    """

    css, label, tabs_label = "sandbox", "sandbox.sandbox", "sandbox.tabs"
    key_set = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "d", "p", "s", "u", "r", "?")
    keys_told = "sandbox.keys"

    @checked
    def __init__(self, what: SandboxLike = "all-fives", versus: RulesetsLike = (), *, position: LaidTiles | None = None,
                 step: int | None = None, seats: int | None = None, large: bool = False) -> None:
        self.board = sandbox_session(what, versus, position, step, seats)
        super().__init__(self.board, large=large)

    def prepare(self) -> None:
        """Make the panels."""
        self.scorers, self.reach, self.settling = ScorersPanel(self), ReachPanel(self), SettlingPanel(self)
        self.caption, self.why_not, self.sharing = CaptionPanel(self), WhyNotPanel(self), PositionSharing(self)
        self.parts = self.caption, self.sharing, self.scorers, self.reach, self.settling, self.why_not
        self.tab, self.collects, self.shelf = "scorers", False, False
        self._focus: str | None = None
        self._shelved, self._last = 0, (0, 0)

    @property
    def settles(self) -> bool:
        """True while tiles are given to players, not played."""
        return self.tab == SETTLE

    @property
    def line(self) -> str:
        """The line of Python that recreates this view; empty if there is none."""
        return (self.settling.line if self.settles else "") or recipe(self.board)

    # --- what is shown

    def areas(self) -> dict[str, Nodes]:
        """Return the rulesets, the tray, the counts with their explanations, the buttons, and the open tab."""
        head = [paragraph(words(self.label), "title"), self._rulesets(), self.gear(*self.settings())]
        chosen = self.scorers.of(self.board.chosen_action)
        cards = self.settling.cards() if self.settles else count_cards(self.board, chosen)
        return {"head": head, "rack": [self.tray()], "talk": [cards, *self._words()], "bar": self.action_bar(),
                "more": self.tab_nodes()}

    def _words(self) -> Nodes:
        if self.settles:
            return [box(paragraph(self.settling.notice), css="caption")]
        board = self.board
        busy = board.refused is not None or board.tile is not None or board.notice
        if busy:
            return self.words_below()
        return [box(paragraph(beside_count(self.seen, self.announcement())), css="caption"), *self.caption.why()]

    def _rulesets(self) -> Node:
        """The ruleset, and the one beside it, as lists."""
        rules, versus = self.board.rulesets[0], self.board.versus
        games, others = _games(rules), self._others()
        alone = words("sandbox.nothing_beside")
        names = [words("sandbox.and", names=[game.name for game in several]) if several else alone
                 for several in others]
        return row(choice("", "rules", [game.name for game in games], games.index(rules), aloud=words("sandbox.rules")),
                   choice(words("sandbox.versus"), "versus", names, others.index(versus)), css="rulesets")

    def _others(self) -> list[tuple[Ruleset, ...]]:
        """List what can stand beside the ruleset: nothing, what stands there now, or one of the games."""
        others: list[tuple[Ruleset, ...]] = [(), *((rules,) for rules in _games() if rules != self.board.rulesets[0])]
        return others if self.board.versus in others else [self.board.versus, *others]

    def settings(self) -> Nodes:
        """Return the settings in the menu with the gear."""
        lays = [button(words("sandbox.pass"), "pass"), button(words("sandbox.restart"), "restart"),
                button(words("sandbox.clear"), "clear", css="cramped")]
        return [*([] if self.settles else lays), button(words("sandbox.load_hand"), "shelf", expanded=self.shelf),
                *self._shelf(), *self.sharing.nodes()]

    def _shelf(self) -> Nodes:
        """The packaged hands, from which a position can be taken at any step."""
        if not self.shelf:
            return []
        titles = [title for title, _ in _hands()]
        end = len(self._on_shelf().actions)
        step = field(words("sandbox.load_step"), name="step", value=end, kind="number", within=(0, end))
        return [choice("", "hand", titles, self._shelved, aloud=words("sandbox.load_hand")),
                form("load", step, submit(words("sandbox.load"), css=""), key=f"load-{self._shelved}")]

    def message(self) -> str:
        """Return the reasons for the count."""
        return super().message() if self.board.state.chain.laid else words("sandbox.empty")

    def announcement(self) -> str:
        """Return the last action or choice, or why it was refused; in the other tab, the settlement of the hand."""
        if self.settles:
            return self.settling.announced
        if self.board.refused is not None and self.board.notice:
            return f"{words('scenarios.cannot_lie')} {self.board.refused.text}"
        return super().announcement()

    def notice_words(self) -> str:
        """Return the last action in words."""
        state = self.board.state
        return words(f"sandbox.{self.board.notice}", player=state.table.names[state.turn], tiles=len(state.chain.laid),
                     held=len(self.board.holding), game=state.rules.name)

    def key_help(self) -> str:
        """Return the explanation of the keys."""
        return words("scenarios.settle_keys" if self.settles else self.keys_told)

    def action_bar(self) -> Nodes:
        """Return the buttons that undo and clear, and the tiles in the hand."""
        history = self.settling.history if self.settles else self.board.history
        undo = button(words("sandbox.undo"), "undo", off=not history.can_undo)
        redo = button(words("sandbox.redo"), "redo", off=not history.can_redo)
        clear = button(words("sandbox.clear"), "clear", css="" if self.settles else "roomy")
        if self.settles:
            return [row(undo, redo, clear)]
        collect = button(words("sandbox.draw"), "collect", pressed=self.collects, tip=words("sandbox.draw_tip"))
        held = [tile(str(mine), "choose", str(mine), lies=True, label=self._speak(mine), key=f"held-{mine}#{mine.copy}")
                for mine in sorted(self.board.holding)]
        name = words("sandbox.hand")
        return [row(undo, redo, collect, clear),
                paragraph(words("sandbox.draw_tip"), "note") if self.collects else None,
                row(paragraph(name, "note"), *held, css="in-hand", label=name) if held else None]

    # --- the tray

    @property
    def kinds(self) -> list[Kind]:
        """Every tile of the set, once, in the order of the tray."""
        kinds = {tile[:2] for tile in self.board.rulesets[0].equipment.set.tiles}
        return sorted(kinds, key=lambda kind: (kind[1], kind[0]))

    def tray(self) -> Node:
        """Return the whole set as a triangle of drawn tiles that are buttons."""
        dressed = self.settling.tray_tile if self.settles else self._tray_tile
        rows: dict[int, list[Json]] = {}
        free: list[tuple[Kind, str]] = []
        for kind in self.kinds:
            node = dressed(kind)
            rows.setdefault(kind[1], []).append(node)
            free += [] if node.get("off") else [(kind, node["tile"])]
        stop = next((name for kind, name in free if kind[::-1] >= self._last[::-1]), free[0][1] if free else "")
        label = words("sandbox.tiles_to_give" if self.settles else "sandbox.tiles")
        return {"is": "tray", "label": label, "rows": list(rows.values()), "stop": stop}

    def _tray_tile(self, kind: Kind) -> Json:
        board, name = self.board, Tile(*kind[:2])
        left = sum(1 for tile in board.position.unseen if tile[:2] == kind)
        if not left:
            return {"tile": str(name), "name": words("sandbox.on_table", tile=name), "off": True, "css": "used"}
        prospects = self.scorers.of_tile(kind)
        css = ["mine"] if kind in {held[:2] for held in board.holding} else []
        css += ["scores"] if any(place.best for place in prospects) else []
        css += [] if any(place.prospects[0] is not None for place in prospects) else ["cannot"]
        facts: Json = {"tile": str(name), "name": self._speak(name), "css": " ".join(css)}
        facts |= {"mark": f"×{left}" if left > 1 else "", "on": board.tile is not None and board.tile[:2] == kind}
        return {key: value for key, value in facts.items() if value}

    def _speak(self, name: Tile) -> str:
        """A tile as it is read aloud: "5-2, fits the 5, scores 10"."""
        board, prospects = self.board, self.scorers.of_tile(name)
        allowed = [place for place in prospects if place.prospects[0] is not None]
        values = sorted({place.value for place in allowed if place.value is not None})
        fits = words("board.fits", tile=name, values=values)
        parts = [fits if values else words("board.goes" if allowed else "board.goes_not", tile=name)]
        for number, rules in enumerate(board.rulesets):
            most = max((each.points for place in prospects if (each := place.prospects[number]) is not None), default=0)
            scores = words("board.scores", points=most)
            if most:
                parts.append(words("sandbox.scores_by", game=rules.name, scores=scores) if board.versus else scores)
        held = [words("sandbox.held")] if name[:2] in {tile[:2] for tile in board.holding} else []
        return ", ".join((*parts, *held))

    # --- the table

    def tabletop(self) -> Tabletop:
        """Return the table, as large as the loaded position allows, because most positions are small."""
        return lit(self.board, final=self.board.loaded)

    def on_table(self, scene: Scene) -> Json:
        """Return the legal places of every tile while tiles are played; a tile comes from the tray."""
        facts = super().on_table(scene)
        if facts.get("fly"):
            facts["fly"] = {**facts["fly"], "from": "tray"}
        if self.settles or self.collects:
            for name in ("places", "chosen", "at"):
                facts.pop(name, None)
        return facts

    def confirms(self) -> bool:
        """Return False: a score that has to be called is called automatically."""
        return False

    def gain(self, action: Action) -> str:
        """Return the points of a place by the first ruleset; the counts beside it give the others."""
        prospects = self.scorers.of(action)
        if prospects is None or prospects.prospects[0] is None:
            return "" if isinstance(action, Play) else super().gain(action)
        points = prospects.prospects[0].points
        return words("label_score", points=points) if points else ""

    # --- what is done

    def refresh(self) -> None:
        """Update the view, then move the focus to the tile that was chosen or played."""
        super().refresh()
        if not self._pausing and self._focus is not None:
            what, self._focus = self._focus, None
            self.stage.focus(what)

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that choose, play, undo and load."""
        board = self.board
        return {
            **super().actions(), "undo": press(self._model.undo), "redo": press(self._model.redo),
            "choose": takes(one_of(lambda: [str(Tile(*kind[:2])) for kind in self.kinds]), self.choose),
            "clear": press(self._model.clear), "pass": press(lambda: board.do(Pass())), "collect": press(self._collect),
            "rules": takes(place_in(lambda: _games(board.rulesets[0])), board.play_by),
            "versus": takes(place_in(self._others), board.compare), "shelf": turns(self, "shelf"),
            "hand": sets(self, "_shelved", whole(0, len(_hands()) - 1)),
            "load": takes(typed_number(0, lambda: len(self._on_shelf().actions)),
                          lambda step: board.load(self._on_shelf(), step)),
        }

    def tabs(self) -> dict[str, Tab]:
        """Return which tiles score, how high the count can go, the end of a hand, the moves, and "Why not?"."""
        return {"scorers": (words("scenarios.tab_scorers"), self.scorers.nodes),
                "reach": (words("scenarios.reach"), self.reach.nodes),
                SETTLE: (words("scenarios.tab_settle"), self.settling.nodes),
                "moves": (words("moves"), lambda: [score_sheet(self.seen, large=self.large)]),
                "why_not": (words("why_not"), self.why_not.nodes)}

    @property
    def _model(self) -> SandboxSession | SettlingPanel:
        return self.settling if self.settles else self.board

    def choose(self, name: object) -> None:
        """Choose a tile by its name; in the other tab give it to a player, or put it into the hand."""
        self._last = Tile.of(str(name))[:2]
        if self.settles:
            self.settling.give(self._last)
        elif self.collects:
            self.board.take(Tile.of(str(name)))
        else:
            super().choose(name)
            self._focus_place()

    def _play(self, move: Action) -> None:
        self._last = tiles_of(move)[0][:2]
        super()._play(move)
        self._focus = "choose"

    def _focus_place(self) -> None:
        """The focus goes to the place where Enter plays the tile."""
        choices, at = self.board.choices, self.board.place
        self._focus = "play" if at < len(choices) and choices[at].allowed else ""

    def _collect(self) -> None:
        self.board.choose(None)
        self.collects = not self.collects

    def turn_to(self, tab: str) -> None:
        """Open a tab by its name; in the tab that settles a hand, no tile is chosen to be played."""
        super().turn_to(tab)
        if self.settles:
            self.board.choose(None)

    def _on_shelf(self) -> Timeline:
        return load(_hands()[self._shelved][1])

    def key(self, key: str) -> None:
        """Choose a tile or a place, play, pass, undo; in the other tab, give tiles to players."""
        if self.settles:
            self.settling.key(key)
            self._focus = "" if key.startswith("Arrow") else None
            return
        board = self.board
        keys: dict[str, Callable[[], object]] = {
            "ArrowUp": lambda: board.turn_tile(-1), "ArrowDown": lambda: board.turn_tile(1),
            "ArrowLeft": lambda: board.turn_place(-1), "ArrowRight": lambda: board.turn_place(1), "Enter": board.lay,
            "Escape": board.cancel, "d": board.take, "p": lambda: board.do(Pass()), "s": board.stack, "u": board.undo,
            "r": board.redo,
        }
        keys[key]()
        if key.startswith("Arrow") and board.tile is not None:
            self._focus_place()

    def _repr_mimebundle_(self, **which: Any) -> Json:
        """In a saved notebook also the counts side by side, or how the hand is settled."""
        bundle = super()._repr_mimebundle_(**which)
        more = self.settling.announced if self.settles else sides_text(self.board)
        return {**bundle, "text/plain": " ".join(filter(None, (bundle["text/plain"], more)))}


class PositionSharing(SharingPanel):
    """Ways to take a position away: one short line, its record, its picture, its text."""

    view: ScoringSandbox

    def record(self) -> str:
        """Return the position as a record."""
        return record(self.view.board.position)

    def share_code(self) -> str:
        """Return the position as one line for `dl.load`."""
        return pack_text(self.record())


def record(position: LayoutStudy) -> str:
    """Return the position as a record that `dl.load` reads: a layout study.

    A record of a study cannot hold stacked tiles or a holding; they are named in a comment.
    """
    state, line = position.state, position.line
    steps = tuple(step for step in line.steps if step.action is None or isinstance(step.action, Play))
    asides = {"stacked": [top.tile for top in state.stacks], "holding": list(position.holding)}
    notes = [f"# {words(f'scenarios.{key}', tiles=tiles)}\n" for key, tiles in asides.items() if tiles]
    return write(replace(line, steps=steps, text="", line="", asked=None)) + "".join(notes)


def _games(now: Ruleset | None = None) -> list[Ruleset]:
    """The games that can be chosen: those that lay a line of play, without variations, and the one that is used now."""
    games = [rules for rules in catalogue.rulesets() if rules.solo is None and not rules.variation_of]
    return games if now is None or now in games else [now, *games]


@lru_cache(maxsize=1)
def _hands() -> tuple[tuple[str, str], ...]:
    """The title and the name of each packaged hand that lays a line of play, by title."""
    records = {name: tomllib.loads(hands.text(name)) for name in hands.names()}
    chains = [name for name, record in records.items() if catalogue.get(record["ruleset"]).solo is None]
    return tuple(sorted((f"{records[name].get('title', name)} ({name})", name) for name in chains))


DEEPEST = 3
"""So many unseen tiles, at the most, are laid in a search."""


# --- side by side -----------------------------------------------------------------------------------------------------

def count_cards(board: SandboxSession, chosen: PlaceProspects | None) -> Node:
    """Return the count of the position under each ruleset, now and with the chosen tile."""
    after: Sequence[Prospect | None] = (None,) * len(board.sides) if chosen is None else chosen.prospects
    names = len(board.sides) > 1
    cards = [box(heading(side.rules.name) if names else None, *_count_nodes(side, then), css="card")
             for side, then in zip(board.sides, after, strict=True)]
    return box(*cards, css="cards", label=words("scenarios.sides"))


def _count_nodes(side: Side, then: Prospect | None) -> Nodes:
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
        node: Node = {"is": "count", "label": words("ends"), "terms": ends, "plus": "·"}
    else:
        terms = [chip(term.number, str(term), "term", term.tile, term.value) for term in count.terms]
        node = sum_line(terms, count.total, judged if judged is not None and judged.points else None)
    return [node, paragraph(_wanting(judged), "note") if judged is not None else None, _preview(then)]


def _wanting(judged: Ruling) -> str:
    """Say what a sum is worth, or how much is missing to the next one that scores."""
    facts = judged.facts
    if judged.points or not facts.get("multiple") or not facts.get("total"):
        return sum_text(judged)
    return words("scenarios.wanting", more=facts["next"] - facts["total"], next=facts["next"])


def _preview(then: Prospect | None) -> Node:
    """Show what the chosen tile would bring."""
    if then is None:
        return None
    brings = " ".join(filter(None, (then.sum or "0", _points(then))))
    return paragraph(brings, "then", strong=words("scenarios.with", tile=then.tile))


def refusal(ruling: Ruling, rules: Ruleset) -> Nodes:
    """Return why a tile cannot go there under other rules, with the clause."""
    return [paragraph(ruling.text, "wrong", sign="✗", strong=words("scenarios.cannot_lie")),
            clause_link(ruling, rules)]


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
        drawn = tile(str(place.tile), "point", _value_of(place), label=name, lies=True)
        cells = [paragraph(words("scenarios.not_there"), "note") if each is None else
                 paragraph(each.sum or "0", strong=_points(each)) for each in place.prospects]
        return row(drawn, paragraph(where, "note where"), *cells, css="scorer")

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that choose a tile at its end, and those that choose the list."""
        return {"point": takes(one_of(lambda: self.everything, _value_of), self._point), "rest": turns(self, "whole"),
                "ask_held": sets(self, "held", place_in(lambda: (False, True)))}

    def _point(self, place: PlaceProspects) -> None:
        """Choose that tile at that end; if it is chosen there already, play it."""
        board = self.view.board
        if self.of(board.chosen_action) is place:
            board.lay()
            return
        board.choose(place.tile)
        numbers = (n for n, choice in enumerate(board.choices) if self.of(choice.action) is place)
        board.place = next(numbers, board.place)


def _value_of(place: PlaceProspects) -> list[object]:
    """Return what the page sends for a tile at an end."""
    return [str(place.tile), None if place.onto is None else place.onto.number, place.value, place.out]


def _place(place: PlaceProspects) -> object:
    return place.tile[:2], None if place.onto is None else place.onto.number, place.value, place.out


def _points(prospect: Prospect) -> str:
    return f"+{prospect.points}" if prospect.points else ""


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


# --- the end of a hand: tiles put in the holdings, and the winner and the points under each ruleset


class Leftover(NamedTuple):
    """The tiles that each seat still holds, and the seat that played last (None: not known).

    A seat without tiles has gone out.
    """

    holdings: tuple[tuple[Tile, ...], ...]
    blocker: int | None = None

    @classmethod
    def empty(cls, seats: int) -> Leftover:
        """Return holdings without tiles."""
        return cls(((),) * seats)

    def put(self, seat: int, tile: Tile) -> Leftover:
        """Return the same with one more tile in the holding of `seat`."""
        return self._with(seat, (*self.holdings[seat], tile))

    def drop(self, seat: int, tile: Tile) -> Leftover:
        """Return the same without that tile in the holding of `seat`."""
        return self._with(seat, tuple(held for held in self.holdings[seat] if held != tile))

    def with_seats(self, seats: int) -> Leftover:
        """Return the same for that many seats; the tiles of a removed seat go back."""
        kept = (*self.holdings, *((),) * seats)[:seats]
        return Leftover(kept, None if self.blocker is not None and self.blocker >= seats else self.blocker)

    def spare(self, rules: Ruleset, kind: Kind) -> Tile | None:
        """Return the tile with these halves that nobody holds yet; None if there is none."""
        taken = {tile for held in self.holdings for tile in held}
        return next((tile for tile in rules.equipment.set.tiles if tile[:2] == kind[:2] and tile not in taken), None)

    def tile_of(self, seat: int, kind: Kind) -> Tile | None:
        """Return the tile with these halves that `seat` holds; None if it holds none."""
        return next((tile for tile in self.holdings[seat] if tile[:2] == kind[:2]), None)

    def _with(self, seat: int, holding: tuple[Tile, ...]) -> Leftover:
        return self._replace(holdings=(*self.holdings[:seat], holding, *self.holdings[seat + 1 :]))


class Outcome(NamedTuple):
    """One ruleset's settlement: the verdict, or the ruling or the sentence that says why there is none."""

    rules: Ruleset
    verdict: Verdict | None = None
    refused: Ruling | None = None
    problem: str = ""


def outcome(rules: Ruleset, left: Leftover) -> Outcome:
    """Return the winner and the points of a hand that ends like this, by `rules`."""
    try:
        return Outcome(rules, settle_holdings(rules, left.holdings, blocker=left.blocker))
    except IllegalAction as error:
        return Outcome(rules, refused=error.ruling)
    except NotationError as error:
        return Outcome(rules, problem=str(error))


def _sides(rules: Ruleset, seats: int) -> list[str]:
    """The names of the sides, by number: a player's, or those of partners."""
    names, sides = names_for(seats), [rules.dealing.side(seat) for seat in range(seats)]
    return [SideName.of(name for name, own in zip(names, sides, strict=True) if own == side)
            for side in sorted(set(sides))]


class SettlingPanel(Panel):
    """The holdings at the end of a hand, and under each ruleset the winner, the award and its sum.

    A press on a tile gives it to the chosen player, or takes it back; a player without tiles has gone out.
    """

    view: ScoringSandbox

    def __init__(self, view: ScoringSandbox) -> None:
        super().__init__(view)
        self.history = History(Leftover.empty(view.board.state.table.seats))
        self._seat, self.notice = 0, words("scenarios.settle_start")
        self.tile: Kind | None = None
        self._outcomes: tuple[object, list[Outcome]] = (None, [])

    @property
    def left(self) -> Leftover:
        """The tiles that the players hold."""
        return self.history.now

    @property
    def seat(self) -> int:
        """The player who gets the tiles; players may have left since the choice."""
        return min(self._seat, len(self.left.holdings) - 1)

    @property
    def outcomes(self) -> list[Outcome]:
        """The settlement by each ruleset."""
        now = (self.left, self.view.board.rulesets)
        if self._outcomes[0] != now:
            self._outcomes = now, [outcome(rules, self.left) for rules in self.view.board.rulesets]
        return self._outcomes[1]

    @property
    def announced(self) -> str:
        """The text to be read aloud: the last action, and the result by each ruleset."""
        results = [words("scenarios.by_game", game=outcome.rules.name, result=self._result(outcome))
                   for outcome in self.outcomes if outcome.verdict is not None]
        return " ".join(filter(None, (self.notice, *results)))

    @property
    def line(self) -> str:
        """The line of Python that settles this under the first ruleset; empty while tiles are missing."""
        named = python_source(self.view.board.rulesets[0])
        if not named or self.outcomes[0].verdict is None:
            return ""
        last = "" if self.left.blocker is None else f", blocker={self.left.blocker}"
        holdings = [[str(tile) for tile in holding] for holding in self.left.holdings]
        return f"dl.settle({named}, holdings={python_literal(holdings)}{last})"

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that choose a player, take a tile back, and change the number of players."""
        last = len(self.left.holdings) - 1
        return {"seat": takes(whole(0, last), self.choose_seat),
                "drop": takes(pair(whole(0, last), one_of(lambda: self.view.board.rulesets[0].equipment.set.tiles)),
                              lambda dropped: self.drop(*dropped)),
                "seats": takes(place_in(self._seat_counts), lambda seats: self._go(
                    self.left.with_seats(seats), words("scenarios.seated", count=seats))),
                "blocker": takes(whole(0, last + 1), lambda place: self._go(
                    self.left._replace(blocker=place - 1 if place else None), ""))}

    def give(self, kind: Kind) -> None:
        """Give that tile to the chosen player, or take it back if the player holds it already."""
        mine, spare = self.left.tile_of(self.seat, kind), self.left.spare(self.view.board.rulesets[0], kind)
        name = self.names[self.seat]
        if mine is not None and spare is None:
            self._go(self.left.drop(self.seat, mine), words("scenarios.dropped", player=name, tile=mine))
        elif spare is not None:
            self._go(self.left.put(self.seat, spare), words("scenarios.given", player=name, tile=spare))
        else:
            self.notice = words("scenarios.elsewhere", tile=Tile(*kind[:2]))

    def drop(self, seat: int, kind: Kind) -> None:
        """Take that tile back from `seat`."""
        held = self.left.tile_of(seat, kind)
        if held is not None:
            self._go(self.left.drop(seat, held), words("scenarios.dropped", player=self.names[seat], tile=held))

    def clear(self) -> None:
        """Take all tiles back."""
        self._go(Leftover.empty(len(self.left.holdings)), words("scenarios.settle_start"))

    def undo(self) -> None:
        """Undo the last action."""
        self.notice = words("scenarios.undone" if self.history.undo() else "sandbox.nothing_undone")

    def redo(self) -> None:
        """Do again what was undone."""
        self.notice = words("scenarios.redone" if self.history.redo() else "sandbox.nothing_redone")

    def choose_seat(self, seat: int) -> None:
        """Give tiles to `seat` from now on."""
        self._seat = seat % len(self.left.holdings)
        self.notice = words("scenarios.chosen_player", player=self.names[self.seat])

    def key(self, key: str) -> None:
        """Choose a tile or a player, give the tile, take it back."""
        keys: dict[str, Callable[[], object]] = {
            "ArrowUp": lambda: self._turn(-1), "ArrowDown": lambda: self._turn(1),
            "ArrowLeft": lambda: self.choose_seat(self.seat - 1), "ArrowRight": lambda: self.choose_seat(self.seat + 1),
            "Enter": self._enter, "u": self.undo, "r": self.redo, "Escape": self._escape,
        }
        keys.get(key, lambda: None)()

    def _turn(self, by: int) -> None:
        kinds = self.view.kinds
        self.tile = kinds[(kinds.index(self.tile) + by if self.tile in kinds else min(by, 0)) % len(kinds)]
        self.notice = words("scenarios.chosen_tile", tile=Tile(*self.tile[:2]), player=self.names[self.seat])

    def _enter(self) -> None:
        if self.tile is None:
            self.notice = words("sandbox.choose_first")
        else:
            self.give(self.tile)

    def _escape(self) -> None:
        self.tile, self.notice = None, ""

    def _go(self, left: Leftover, notice: str) -> None:
        if left != self.left:
            self.history.go_on(left)
            self.notice = notice

    # --- what is shown

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return names_for(len(self.left.holdings), self.view.board.state.table.names)

    def _seat_counts(self) -> list[int]:
        return sorted({count for rules in self.view.board.rulesets for count in rules.dealing.seat_counts})

    def tray_tile(self, kind: Kind) -> Json:
        """Return the look of a tile in the tray: free, held by the chosen player, or held by another."""
        spare = self.left.spare(self.view.board.rulesets[0], kind) is not None
        mine = self.left.tile_of(self.seat, kind) is not None
        name = Tile(*kind[:2])
        facts: Json = {"tile": str(name), "name": words("scenarios.holds", tile=name) if mine else str(name)}
        if mine:
            facts["css"] = "mine"
        elif not spare:
            facts |= {"off": True, "css": "used", "name": words("scenarios.elsewhere", tile=name)}
        return facts | ({"on": True} if kind == self.tile else {})

    def cards(self) -> Node:
        """Return the result by each ruleset, in a few words."""
        cards = (box(heading(outcome.rules.name), *self._short(outcome), css="card") for outcome in self.outcomes)
        return box(*cards, css="cards")

    def _short(self, outcome: Outcome) -> Nodes:
        if outcome.refused is not None:
            return [paragraph(outcome.refused.text, "wrong", sign="✗"),
                    clause_link(outcome.refused, outcome.rules)]
        if outcome.verdict is None:
            missing = sum(1 for holding in self.left.holdings if not holding) > 1
            return [paragraph(words("scenarios.settle_start") if missing else outcome.problem, "note")]
        return [paragraph(self._result(outcome), "result")]

    def _result(self, outcome: Outcome) -> str:
        assert outcome.verdict is not None
        winner, names = outcome.verdict.winner, _sides(outcome.rules, len(self.left.holdings))
        if winner is None:
            result = words("scenarios.nobody_wins")
        elif outcome.verdict.shares:
            result = words("scenarios.wins_plain", player=names[winner])
        else:
            result = words("scenarios.wins", player=names[winner], award=outcome.verdict.award)
        shares = zip(names, outcome.verdict.shares, strict=False)
        return " ".join([result, *(words("scenarios.loses" if points < 0 else "scenarios.gets", player=name,
                                         points=abs(points)) for name, points in shares if points)])

    def nodes(self) -> Nodes:
        """Return the players with their tiles, and the calculation of each ruleset."""
        names, counts, seats = self.names, self._seat_counts(), len(self.left.holdings)
        at, last = counts.index(seats) if seats in counts else None, self.left.blocker
        who = [words("scenarios.nobody_says"), *names]
        options = row(choice(words("scenarios.players"), "seats", map(str, counts), at),
                      choice(words("scenarios.laid_last"), "blocker", who, 0 if last is None else last + 1))
        return [options, *(self._player(seat, name) for seat, name in enumerate(names)),
                *(self._sum(outcome) for outcome in self.outcomes if outcome.verdict is not None)]

    def _player(self, seat: int, name: str) -> Node:
        holding = self.left.holdings[seat]
        who = button(name, "seat", seat, css="player", pressed=seat == self.seat)
        back = [words("scenarios.take_back", tile=held, player=name) for held in holding]
        tiles = [tile(str(held), "drop", [seat, str(held)], label=label, lies=True, key=f"{held}#{held.copy}")
                 for held, label in zip(holding, back, strict=True)]
        if holding:
            note = words("scenarios.pips", count=self.view.board.rulesets[0].equipment.total(holding))
        else:
            others = [held for other, held in enumerate(self.left.holdings) if other != seat]
            note = words("scenarios.no_tiles" if all(others) else "scenarios.no_tiles_yet")
        return row(who, *tiles, paragraph(note, "note"), css="player-row", label=name, key=f"player-{seat}")

    def _sum(self, outcome: Outcome) -> Node:
        assert outcome.verdict is not None
        return box(heading(outcome.rules.name), bullets(map(paragraph, outcome.verdict.lines), "reasons"),
                   paragraph(words("scenarios.rules", clauses=outcome.verdict.clauses), "rule"), css="card")
