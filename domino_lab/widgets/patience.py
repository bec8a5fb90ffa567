"""Patience: a game for one player in a notebook, by pointer or by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from domino_lab.core.arguments import File, checked
from domino_lab.picture.scene import Scene
from domino_lab.picture.tabletop import LooseTile, Tabletop
from domino_lab.play.timeline import Timeline
from domino_lab.record.load import HandOrRuleset
from domino_lab.rules.ruleset import python_source
from domino_lab.rules.values import python_literal
from domino_lab.sessions.lock import lend_lock
from domino_lab.sessions.patience import PatienceSession, Result, Tally, matters
from domino_lab.sessions.playhead import Playhead
from domino_lab.sessions.snapshot import Snapshot
from domino_lab.solitaire.patience_state import goal
from domino_lab.widgets.board_view import BoardView
from domino_lab.widgets.captions import ProblemsPanel, caption
from domino_lab.widgets.hand_view import HandView, Tab, clause_link, moving, title_nodes, transport
from domino_lab.widgets.messages import Press, press
from domino_lab.widgets.nodes import Json, Node, Nodes, box, button, html, paragraph, row, table_of_results, words
from domino_lab.widgets.reviews import PatienceReviewPanel
from domino_lab.widgets.score_sheet import score_sheet
from domino_lab.widgets.sharing import SharingPanel

if TYPE_CHECKING:
    import pandas as pd

_KEYS: dict[str, Callable[[Patience], object]] = {
    "h": lambda game: game.hint(), "b": lambda game: game.here.show_best(), "o": lambda game: game.here.say_on(),
    "n": lambda game: game.here.new_deal(),
}
"""What each key does beside those of every board."""

_LOOKS: dict[str, Callable[[Playhead], None]] = {"ArrowLeft": Playhead.previous, "ArrowRight": Playhead.next}


PatienceLike = Annotated[
    HandOrRuleset | PatienceSession,
    'the name of a game such as "block" or of a packaged hand, a file, a hand from dl.load, a ruleset, '
    "or the .here of another view"]
"""What a patience can begin with."""


class Patience(BoardView):
    """Play one of the six games for one player, with hints and the best way to go on.

    Each move is judged by the rules, and a hint names its clause. Press a tile, and its partner or its place if there
    is a choice. With the keys, Up and Down choose a tile, Left and Right a move, Enter makes it; H gives a hint, B
    shows the best way to go on, D draws, U undoes, N deals again.

    `what` is a ruleset or its id, with `seed` and `hand` for the deal; or a hand of such a game by its name, its file
    or its line, continued from step `step`; or the board of another view. `large` is for a projector. `here` is the
    board, `results` has the result of each deal of the session; running its cell again adds to them, and a `tally` of
    your own keeps the results of two players apart. Raises RulesetError for a game against others, and RecordError if
    there is no such hand.

    >>> patience = dl.Patience("five-columns", seed=3)
    >>> for key in ("h", "Enter"):
    ...     patience.do("key", key)
    >>> patience.here.live.left
    26
    """

    public = "results to_csv clear_results hint"
    css, label, keys_told = "patience", "patience.patience", "patience.keys"
    key_set = tuple(dict.fromkeys((*(key for key in BoardView.key_set if not key.isdigit()), *_KEYS)))
    here: PatienceSession
    replay: Playhead | None = None
    """The best way on, while it is shown in the place of the game."""

    @checked
    def __init__(
        self, what: PatienceLike = "five-columns", *,
        seed: int = 0, hand: int = 0, step: int | None = None, large: bool = False,
        tally: Annotated[Tally, "the results of another view, as in tally=patience.here.tally"] | None = None,
    ) -> None:
        solo = (what if isinstance(what, PatienceSession)
                else PatienceSession(what, seed=seed, hand=hand, step=step, tally=tally))
        super().__init__(solo, large=large)
        self.watch(solo, "best", self._show_best)
        self._show_best()

    def prepare(self) -> None:
        """Make the panels."""
        self.sharing, self.problems = SharingPanel(self), ProblemsPanel(self)
        self.review = PatienceReviewPanel(self, lambda line, step: self.here.play_from(line.upto(step)))
        self.parts = self.sharing, self.problems, self.review
        self._answer: tuple[str, Timeline | None] = "", None
        self._looking: Timeline | None = None

    # --- what a notebook asks for

    @property
    def results(self) -> pd.DataFrame:
        """The result of each deal of this session: a row with tiles left, moves, choices and hints."""
        return self.here.tally.table()

    @checked
    def to_csv(self, path: File | None = None) -> str:
        """Return the results as CSV text; write it to the file `path` if one is named."""
        return self.here.tally.to_csv(path)

    def clear_results(self) -> None:
        """Clear the results of this session."""
        self.here.forget()

    @property
    def line(self) -> str:
        """The line of Python that deals this game again; empty for a hand without a name.

        >>> dl.Patience("five-columns", seed=3).line
        'dl.Patience("five-columns", seed=3)'
        """
        solo, line = self.here, self.here.timeline
        if line.shuffle is None or line.shuffle.given is not None:
            given = solo.given
            is_short = isinstance(given, str | Path) and "\n" not in str(given)
            return f"dl.Patience({python_literal(str(given))})" if is_short else ""
        source = python_source(line.rules)
        if not source:
            return ""
        hand = f", hand={line.shuffle.hand}" if line.shuffle.hand else ""
        return f"dl.Patience({source}, seed={line.shuffle.seed}{hand})"

    # --- what is shown

    @property
    def seen(self) -> Snapshot:
        """The game, or the best way on while that is shown."""
        return self.here.snapshot if self.replay is None else self.replay.snapshot

    @property
    def position(self) -> tuple[str, int]:
        """Which of the two views is shown, and the step."""
        shown = self.replay or self.here
        return f"{id(shown):x}", shown.step

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the tiles, the words, the buttons, and the open tab."""
        replay = self.replay
        if replay is not None and self.here.best is not None:
            back = row(button(words("patience.back"), "back"))
            return {"head": title_nodes(self), "bar": transport(replay), "more": [score_sheet(self.seen)],
                    "talk": [back, paragraph(self.here.best.words, "ask"), *caption(self)]}
        return {
            "head": title_nodes(self, *self.settings()), "rack": [self.rack()], "bar": self.action_bar(),
            "talk": [*self.problems.nodes(), *self._goal(), *self.words_below(),
                     *self._best_words()],
            "more": self.tab_nodes()}

    def _goal(self) -> Nodes:
        """Say what the game is about and what to press first, before anything was done; then how it stands."""
        session = self.here
        standing, rules = session.standing, session.timeline.rules
        if session.end or session.is_over or rules.solo.key not in _GOALS:
            return [paragraph(standing, "ask")]
        return [paragraph(words(f"patience.goal_{_GOALS[rules.solo.key]}", pips=goal(rules)), "ask"),
                paragraph(standing, "standing")]

    def settings(self) -> Nodes:
        """Return the settings in the menu with the gear; at the end of a game new deals are offered elsewhere."""
        offered = super().settings()
        return [*(offered[:1] if self.here.is_over else offered), *self.sharing.nodes()]

    def announcement(self) -> str:
        """Return the last event, a hint, the choice, the reason for a refusal, or the reason why a lost game ended."""
        session = self.here
        if session.tip is not None:
            return str(session.tip.text)
        text = super().announcement()
        end = self._dead_end
        return text if end is None else " ".join((words("patience.dead_end", why=end.text), text))

    @property
    def _dead_end(self) -> Any:
        session = self.here
        is_lost_now = session.step == session.end and session.live.over == "lost"
        quiet = session.refused is not None or session.notice or not is_lost_now
        return None if quiet else session.ended

    @property
    def status(self) -> str:
        """The announcement; while the best way is shown, the caption of its step."""
        if self.replay is not None:
            return self.replay.snapshot.sentences.text
        return super().status

    def words_below(self) -> Nodes:
        """Return the announcement with its rule, without repeating the notice."""
        session = self.here
        tip, end = session.tip, self._dead_end
        ruling = tip.ruling if tip is not None else end
        if ruling is None:
            return super().words_below()
        sign = "" if tip is None else "→"
        text = self.announcement() if tip is not None or not self._has_notice else super().announcement()
        return [box(paragraph(text, sign=sign), css="caption"),
                clause_link(ruling, session.live.rules)]

    def _best_words(self) -> Nodes:
        """That no best way is known: one that is known is shown in the place of the game."""
        best = self.here.best
        if best is None:
            return []
        return [row(paragraph(best.words, "note"), button(words("patience.best_close"), "back", css="quiet"))]

    def action_bar(self) -> Nodes:
        """Return the buttons for the moves now; once the notice at the end is closed, those for a new game."""
        if not self.here.is_over:
            return super().action_bar()
        again = [] if self._has_notice else self._again()
        return [row(*again, button(words("patience.best"), "best"))]

    def more_keys(self) -> list[str]:
        """Return the keys for hints, in Bingo the one that counts on, and those that deal and undo."""
        counts = ["patience.key_say_on"] if self.here.timeline.rules.solo.key == "bingo" else []
        return ["patience.key_hint", "patience.key_best", *counts, "patience.key_new_deal", *super().more_keys()]

    def buttons(self) -> Nodes:
        """Return the buttons for the move of a hint, for a hint, and in Bingo for counting to the next tile."""
        session = self.here
        tip = "" if session.tip is None else session.tip.action.kind
        goes = button(words(f"board.{tip}"), "confirm", css="primary") if tip in ("play", "remove", "shift") else None
        on = button(words("patience.say_on"), "say_on") if session.timeline.rules.solo.key == "bingo" else None
        return [goes, on, button(words("patience.hint"), "hint_move")]

    def _again(self) -> Nodes:
        session = self.here
        first = "undo" if session.live.over == "lost" and session.history.can_undo else "new_deal"
        able = {"undo": session.history.can_undo, "restart": bool(session.timeline.actions), "new_deal": True}
        return [button(words(f"board.{name}"), name, css="primary" if name == first else "")
                for name, can in able.items() if can]

    # --- the table

    def tabletop(self) -> Tabletop | None:
        """Return the table of the game or of the best way on; in columns, only the tiles that can go now are marked."""
        if self.replay is not None:
            return self.replay.snapshot.tabletop
        table, session = super().tabletop(), self.here
        is_columns = session.live.rules.solo.key == "columns"
        if table is None or table.tableau is None or not is_columns or session.step != session.end:
            return table
        able = set(session.able)
        return replace(table, tableau=table.tableau.with_places(
            lambda _, place: place._replace(free=place.tile in able) if isinstance(place, LooseTile) else place))

    def on_table(self, scene: Scene) -> dict[str, object]:
        """Return the places that can be pressed in the picture, and the notice at the end of a game."""
        if self.replay is not None:
            return HandView.on_table(self, scene)
        facts = super().on_table(scene)
        return {**facts, "notice": self._notice()} if self._has_notice else facts

    def confirms(self) -> bool:
        """Return True if tiles go in pairs: the first press chooses one, the second its partner."""
        return self.here.timeline.rules.solo.key not in ("line", "bingo")

    @property
    def _has_notice(self) -> bool:
        session = self.here
        return session.is_over and session.step == session.end and self._looking is not session.timeline

    def _notice(self) -> Nodes:
        session = self.here
        is_won = session.live.over == "won"
        why = session.ended.text if session.ended is not None else ""
        return [paragraph(words("patience.won_title" if is_won else "patience.lost_title"), "ask"),
                paragraph(why, "right" if is_won else "wrong", sign="✓" if is_won else "✗"),
                row(*self._again(), button(words("patience.look"), "look", css="quiet"))]

    # --- what can be opened

    def tabs(self) -> dict[str, Tab]:
        """Return the moves, whether choices matter, the results, and a review."""
        return {"moves": (words("moves"), lambda: [score_sheet(self.seen)]),
                "choices": (words("patience.choices"), self._choices),
                "results": (words("patience.results"), self._results),
                "review": (words("review.tab"), self.review.nodes)}

    def _choices(self) -> Nodes:
        """Offer to say whether choices matter, and while the game goes on the best way."""
        session = self.here
        answer, about = self._answer
        hidden = "" if session.lies_open else words("patience.best_hidden")
        best = None if session.is_over else button(words("patience.best"), "best", off=not session.lies_open)
        return [row(button(words("patience.matter"), "matter", off=session.is_over), best),
                paragraph(answer if about is session.timeline else "", role="status"), paragraph(hidden, "note")]

    def _results(self) -> Nodes:
        tally = self.here.tally
        if not tally.rows:
            return [paragraph(words("patience.no_results"), "note")]
        return [paragraph(tally.of(self.here.game).summary(), "note"), results_table(tally.rows),
                row(button(words("patience.save_csv"), "save_csv", css="quiet"),
                    button(words("patience.clear"), "clear", css="quiet"))]

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that choose, move, give hints and open, or those that move through the best way."""
        session = self.here
        mine: dict[str, Press] = {
            "hint_move": press(self.hint), "help": press(self.hint), "say_on": press(session.say_on),
            "best": press(session.show_best),
            "back": press(self.put_away), "matter": press(self._ask_whether), "new_deal": press(session.new_deal),
            "clear": press(self.clear_results), "look": press(self._look),
            "save_csv": press(lambda: self.stage.download("patience.csv", self.to_csv(), "text/csv")),
        }
        return {**super().actions(), **mine, **({} if self.replay is None else moving(self.replay))}

    def deal(self) -> None:
        """Open another deal."""
        self.here.new_deal()

    def hint(self) -> None:
        """Ask for a hint, and move the focus to the button that makes the move, so that Enter is enough."""
        self.here.ask()
        self.stage.focus("confirm")

    def put_away(self) -> None:
        """Go back from the best way to the game."""
        self.here.best = None
        self.stage.focus()

    def _show_best(self) -> None:
        best = self.here.best
        line = None if best is None else best.line
        if self.replay is not None:
            self.unwatch(self.replay)
        self.replay = None if best is None or line is None else Playhead(line, step=best.step, asks=False)
        if self.replay is not None:
            self.watch(self.replay, "changes")
        self.refresh()

    def _ask_whether(self) -> None:
        with lend_lock(self.here):
            told = matters(self.here)
        self._answer = told, self.here.timeline

    def _look(self) -> None:
        """Take the notice away, so that the whole table can be seen."""
        self._looking = self.here.timeline

    def key(self, key: str) -> None:
        """Choose, move, hint, deal; while the best way is shown, step through it or go back."""
        if self.here.best is not None and key == "Escape":
            self.put_away()
        elif self.replay is not None:
            if key in _LOOKS:
                _LOOKS[key](self.replay)
        elif key in _KEYS:
            _KEYS[key](self)
        else:
            super().key(key)

    def _repr_mimebundle_(self, **which: object) -> Json:
        """In a saved notebook also how many moves there are and how many tiles are left."""
        bundle = super()._repr_mimebundle_(**which)
        return {**bundle, "text/plain": f"{bundle['text/plain']} {self.here.standing}"}


_GOALS = {"line": "line", "bingo": "bingo", "columns": "columns", "knock-out": "knock_out", "twelve": "twelve"}
"""The games for one player, by the ends of the phrases that say what they are about."""
_SHOWN = ("game", "deal", "result", "left", "moves", "hints")


def results_table(rows: tuple[Result, ...]) -> Node:
    """Return the results as a table."""
    shown = (row._replace(result=words(f"patience.{row.result}")) for row in rows)
    return html(table_of_results(words("patience.results"), (words(f"patience.column_{name}") for name in _SHOWN),
                                 ([getattr(row, name) for name in _SHOWN] for row in shown)))
