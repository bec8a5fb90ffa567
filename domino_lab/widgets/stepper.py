"""HandStepper: a hand of dominoes, step by step, with everything that explains it."""

from __future__ import annotations

from collections.abc import Mapping

from domino_lab.core.arguments import checked
from domino_lab.sessions.playhead import SPEEDS, HandOrPlayhead
from domino_lab.sessions.viewpoint import ALL, TABLE, Viewpoint
from domino_lab.widgets.asking import QuestionPanel
from domino_lab.widgets.captions import CaptionPanel, CommentPanel, ProblemsPanel, caption
from domino_lab.widgets.hand_view import HandView, players, title_nodes, transport
from domino_lab.widgets.messages import Press, place_in, press, takes
from domino_lab.widgets.nodes import Node, Nodes, button, choice, row, tabs, words
from domino_lab.widgets.open_ends import count_line, moves_left
from domino_lab.widgets.perfect import PerfectPanel, offers
from domino_lab.widgets.score_sheet import score_sheet
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.what_if import WhatIfPanel
from domino_lab.widgets.why_not import WhyNotPanel


class HandStepper(HandView):
    """Step through a hand: the table, the count, what happened and why, the moves.

    `hand` is a Playhead, a hand, a packaged hand's name, a file or a ruleset id; with an id, `seed` and `seats` choose
    the deal. `step` is where it starts (0 is the deal), `viewpoint` "all", a seat or "table"; `large` is for a
    projector. Raises RecordError or RulesetError when there is no such hand.

    Next, Previous and the bars below the table move, and so do Left, Right, Home and End; Space plays the hand by
    itself, N goes to the next note, ? opens the menu with all keys. "Why?" has the whole explanation; the tabs have the
    moves, "Why not?" and "What if?". `do` has the effect of a press by the reader.

    >>> stepper = HandStepper("all-fives", seed=7, step=3)
    >>> stepper.do("next")
    >>> stepper.here.step
    4
    """

    css, label, has_table = "stepper", "stepper", True
    key_set = (*HandView.key_set[:-1], "n", "?", "Escape")

    @checked
    def __init__(
        self, hand: HandOrPlayhead, *, step: int | None = None, seed: int | None = None, seats: int | None = None,
        viewpoint: Viewpoint | None = None, asks: bool | None = None, large: bool = False,
    ) -> None:
        super().__init__(hand, step=step, seed=seed, seats=seats, viewpoint=viewpoint, asks=asks, large=large)

    def prepare(self) -> None:
        """Make the panels."""
        self.caption, self.comment = CaptionPanel(self, counts=True), CommentPanel(self)
        self.question, self.sharing = QuestionPanel(self, asks=False), SharingPanel(self)
        self.problems, self.why_not = ProblemsPanel(self), WhyNotPanel(self)
        self.what_if, self.perfect = WhatIfPanel(self), PerfectPanel(self)
        self.parts = (self.caption, self.comment, self.question, self.sharing, self.problems, self.why_not,
                      self.what_if, self.perfect)
        self.tab = "moves"

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty if no short line does."""
        return self.here.line("HandStepper")

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, the words, the buttons, and the open tab."""
        seen = self.seen
        above, below = players(seen)
        return {
            "head": title_nodes(self, *self._settings()), "top": above, "rack": below, "bar": transport(self.here),
            "talk": [*self.what_if.way_back(), *self.problems.nodes(), count_line(seen), *caption(seen),
                     *self.question.nodes(), *self.caption.why(), *self.comment.nodes()],
            "more": [tabs("tab", self.tab, self._tabs(), *self._shown(), label=words("more"))],
        }

    def _tabs(self) -> list[tuple[str, str]]:
        best = [("perfect", words("perfect.perfect"))] if offers(self.here) else []
        return [("moves", words("moves")), ("why_not", words("why_not")), ("what_if", words("branch.what_if")), *best]

    def tab_names(self) -> list[str]:
        """Return the names of the tabs that can be opened now."""
        return [name for name, _ in self._tabs()]

    def _shown(self) -> Nodes:
        shown = {"moves": self._moves, "why_not": self.why_not.nodes, "what_if": self.what_if.nodes,
                 "perfect": self.perfect.nodes}
        return shown[self.tab]()

    def _moves(self) -> Nodes:
        seen = self.seen
        if seen.is_hidden:
            return [score_sheet(seen)]
        return [score_sheet(seen), *(moves_left(seen) if seen.state.rules.solo is not None else ())]

    def _settings(self) -> Nodes:
        return [*settings(self), *self.sharing.nodes()]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that move through the hand, and those of the menu."""
        return {**super().actions(), **setting_actions(self)}

    def key(self, key: str) -> None:
        """Move, go to the next note, or close what is open."""
        if key == "n":
            self.here.next_note()
        elif key == "Escape":
            self.tab = "moves"
        else:
            super().key(key)


def settings(view: HandView) -> Nodes:
    """Return the settings: whose tiles are shown, the speed of automatic play, and whether questions are asked."""
    playhead = view.here
    names, viewpoints = zip(*_viewpoints(view), strict=True)
    shows = choice(words("see"), "see", names, viewpoints.index(playhead.viewpoint))
    alone = playhead.timeline.is_study or len(playhead.timeline.names) == 1
    speed = choice(words("speed"), "speed", [words(name) for name in SPEEDS], list(SPEEDS).index(playhead.speed))
    asks: tuple[Node, ...] = ()
    if any(note.ask for note in playhead.timeline.notes.values()):
        asks = (button(words("ask_not" if playhead.asks else "ask_them"), "asks"),
                button(words("ask_again"), "ask_again"))
    return [None if alone else shows, speed, row(*asks) if asks else None]


def setting_actions(view: HandView) -> Mapping[str, Press]:
    """Return the actions of `settings`."""
    playhead = view.here

    def see(named: tuple[str, int | str]) -> None:
        playhead.viewpoint = named[1]

    def speed(name: str) -> None:
        playhead.speed = name

    def asks() -> None:
        playhead.asks = not playhead.asks

    return {"see": takes(place_in(lambda: _viewpoints(view)), see),
            "speed": takes(place_in(lambda: list(SPEEDS)), speed),
            "asks": press(asks), "ask_again": press(playhead.ask_again)}


def _viewpoints(view: HandView) -> list[tuple[str, int | str]]:
    seats = [(words("see_seat", player=name), seat) for seat, name in enumerate(view.here.timeline.names)]
    return [(words("see_all"), ALL), *seats, (words("see_table"), TABLE)]
