"""ScoringSandbox: build any position and see its count, under one ruleset or several."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any

from domino_lab import catalogue, hands
from domino_lab.core.actions import Action, Pass, Play
from domino_lab.core.arguments import checked
from domino_lab.core.tiles import Tile
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.picture.scene import Scene
from domino_lab.picture.tabletop import Tabletop
from domino_lab.play.timeline import Timeline
from domino_lab.record import write
from domino_lab.record.compact import pack_text
from domino_lab.record.load import HandOrRuleset, RulesetsLike, load
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.board import lit
from domino_lab.sessions.possible_actions import tiles_of
from domino_lab.sessions.sandbox import Kind, SandboxSession, recipe, sandbox_session
from domino_lab.widgets.board_view import BoardView
from domino_lab.widgets.captions import CaptionPanel
from domino_lab.widgets.messages import Press, one_of, place_in, press, takes, typed_number, whole
from domino_lab.widgets.nodes import (
    Node,
    Nodes,
    box,
    button,
    choice,
    field,
    form,
    paragraph,
    row,
    submit,
    tabs,
    tile,
    words,
)
from domino_lab.widgets.score_sheet import MovesPanel
from domino_lab.widgets.scorers import ReachPanel, ScorersPanel, count_cards, sides_text
from domino_lab.widgets.settling import SettlingPanel
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.view import Panel
from domino_lab.widgets.why_not import WhyNotPanel

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

    >>> sandbox = ScoringSandbox("all-fives", position="5-5 5-0 3-5")
    >>> for what, value in (("choose", "2-0"), ("key", "Enter")):
    ...     sandbox.do(what, value)
    >>> sandbox.board.state.board_count.total
    15
    """

    css, label = "sandbox", "sandbox.sandbox"
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
        self._tabs: dict[str, tuple[str, Panel]] = {
            "scorers": ("scenarios.tab_scorers", self.scorers), "reach": ("scenarios.reach", self.reach),
            SETTLE: ("scenarios.tab_settle", self.settling), "moves": ("moves", MovesPanel(self)),
            "why_not": ("why_not", self.why_not),
        }
        self.parts = (self.caption, self.sharing, *(panel for _, panel in self._tabs.values()))
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
        names = [(name, words(label)) for name, (label, _) in self._tabs.items()]
        panel = tabs("tab", self.tab, names, *self._tabs[self.tab][1].nodes(), label=words("sandbox.tabs"))
        return {"head": head, "rack": [self.tray()], "talk": [cards, *self._words()], "bar": self.action_bar(),
                "more": [panel]}

    def _words(self) -> Nodes:
        if self.settles:
            return [box(paragraph(self.settling.notice), css="caption")]
        board = self.board
        busy = board.refused is not None or board.tile is not None or board.notice
        return self.words_below() if busy else [box(paragraph(self.told()), css="caption"), *self.caption.why()]

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
        return self.seen.told.caption if self.board.state.chain.laid else words("sandbox.empty")

    def told(self) -> str:
        """Return the last action or choice, or why it was refused; in the other tab, the settlement of the hand."""
        if self.settles:
            return self.settling.announced
        if self.board.refused is not None and self.board.notice:
            return f"{words('scenarios.cannot_lie')} {self.board.refused.text}"
        return super().told()

    def noticed(self) -> str:
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
        held = [tile(str(mine), "choose", str(mine), lies=True, label=self._named(mine), key=f"held-{mine}#{mine.copy}")
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
        rows: dict[int, list[dict[str, Any]]] = {}
        free: list[tuple[Kind, str]] = []
        for kind in self.kinds:
            node = dressed(kind)
            rows.setdefault(kind[1], []).append(node)
            free += [] if node.get("off") else [(kind, node["tile"])]
        stop = next((name for kind, name in free if kind[::-1] >= self._last[::-1]), free[0][1] if free else "")
        label = words("sandbox.tiles_to_give" if self.settles else "sandbox.tiles")
        return {"is": "tray", "label": label, "rows": list(rows.values()), "stop": stop}

    def _tray_tile(self, kind: Kind) -> dict[str, Any]:
        board, name = self.board, Tile(*kind[:2])
        left = sum(1 for tile in board.position.unseen if tile[:2] == kind)
        if not left:
            return {"tile": str(name), "name": words("sandbox.on_table", tile=name), "off": True, "css": "used"}
        prospects = self.scorers.of_tile(kind)
        css = ["mine"] if kind in {held[:2] for held in board.holding} else []
        css += ["scores"] if any(place.best for place in prospects) else []
        css += [] if any(place.prospects[0] is not None for place in prospects) else ["cannot"]
        facts: dict[str, Any] = {"tile": str(name), "name": self._named(name), "css": " ".join(css)}
        facts |= {"mark": f"×{left}" if left > 1 else "", "on": board.tile is not None and board.tile[:2] == kind}
        return {key: value for key, value in facts.items() if value}

    def _named(self, name: Tile) -> str:
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

    def on_table(self, scene: Scene) -> dict[str, Any]:
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
            "versus": takes(place_in(self._others), board.compare), "shelf": press(self._turn_shelf),
            "hand": takes(whole(0, len(_hands()) - 1), self._take_down),
            "load": takes(typed_number(0, lambda: len(self._on_shelf().actions)), self._load),
        }

    def tab_names(self) -> Iterable[str]:
        """Return the names of the tabs."""
        return self._tabs

    @property
    def _model(self) -> SandboxSession | SettlingPanel:
        return self.settling if self.settles else self.board

    def choose(self, name: Any) -> None:
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

    def _turn_shelf(self) -> None:
        self.shelf = not self.shelf

    def _take_down(self, place: int) -> None:
        self._shelved = place

    def _on_shelf(self) -> Timeline:
        return load(_hands()[self._shelved][1])

    def _load(self, step: int) -> None:
        self.board.load(self._on_shelf(), step)

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

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
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
