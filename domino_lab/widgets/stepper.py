"""HandStepper: a hand of dominoes, step by step, with everything that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from domino_lab.chance.solver import Choice, Perfect, is_solvable, perfect_play, refusal
from domino_lab.core.actions import Action, Draw, Play
from domino_lab.core.arguments import checked
from domino_lab.core.chain import OpenEnd
from domino_lab.explain.review import why_not_reviewed
from domino_lab.picture.end_places import end_places
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Scene
from domino_lab.play.legal import legal, with_call
from domino_lab.play.move_text import describe_move
from domino_lab.play.players import PlayerName
from domino_lab.play.policies import POLICIES
from domino_lab.play.references import distinct
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.lock import lend_lock
from domino_lab.sessions.playhead import SPEEDS, HandOrPlayhead, Playhead
from domino_lab.sessions.viewpoint import ALL, TABLE, Viewpoint, open_to
from domino_lab.widgets.asking import QuestionPanel
from domino_lab.widgets.captions import CaptionPanel, CommentPanel, ProblemsPanel, caption
from domino_lab.widgets.hand_view import HandView, Tab, players, title_nodes, transport
from domino_lab.widgets.messages import Press, place_in, press, sets, takes, turns, whole
from domino_lab.widgets.nodes import (
    Json,
    Node,
    Nodes,
    box,
    bullets,
    button,
    choice,
    heading,
    paragraph,
    row,
    words,
)
from domino_lab.widgets.open_ends import count_line, moves_left
from domino_lab.widgets.places import place_of
from domino_lab.widgets.reviews import PatienceReviewPanel, ReviewPanel
from domino_lab.widgets.score_sheet import score_sheet
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.view import Panel, WorkingPanel
from domino_lab.widgets.why_not import WhyNotPanel
from domino_lab.words import phrase
from domino_lab.words.escaping import escape


class HandStepper(HandView):
    """Step through a hand: the table, the count, what happened and why, the moves.

    `hand` is a Playhead, a hand, a packaged hand's name, a file or a ruleset id; with an id, `seed` and `seats` choose
    the deal. `step` is where it starts (0 is the deal), `viewpoint` "all", a seat or "table"; `large` is for a
    projector. Raises RecordError or RulesetError when there is no such hand.

    Next, Previous and the bars below the table move, and so do Left, Right, Home and End; Space plays the hand by
    itself, N goes to the next note, ? opens the menu with all keys. "Why?" has the whole explanation; the tabs have the
    moves, "Why not?", "What if?" and a review of the hand. `do("next")` acts as if the reader pressed Next.

    >>> stepper = dl.HandStepper("all-fives", seed=7, step=3)
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
        self.question, self.sharing = QuestionPanel(self), SharingPanel(self)
        self.problems, self.why_not = ProblemsPanel(self), WhyNotPanel(self)
        self.what_if, self.perfect, self.review = WhatIfPanel(self), PerfectPanel(self), ReviewPanel(self)
        self.patience_review = PatienceReviewPanel(self, lambda _, step: self.here.go(step))
        self.parts = (self.caption, self.comment, self.question, self.sharing, self.problems, self.why_not,
                      self.what_if, self.perfect, self.review, self.patience_review)
        self.tab = "moves"

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty if no short line does."""
        return self.here.line("HandStepper")

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, the words, the buttons, and the open tab."""
        seen = self.seen
        seat = self.review.seat_below
        above, below = players(seen, seat if self.review.task is not None else None, seat)
        return {
            "head": title_nodes(self, *settings(self), *self.sharing.nodes()),
            "top": above, "rack": [*below, self.review.rack()],
            "bar": transport(self.here, {**self.review.marks(), **self.patience_review.marks()}),
            "talk": [*self.what_if.way_back(), *self.problems.nodes(), count_line(seen), *self.question.nodes(),
                     *self.review.question(),
                     *caption(self, counted=True, asks=False), *self.caption.why(), *self.comment.nodes()],
            "more": self.tab_nodes(),
        }

    def tabs(self) -> dict[str, Tab]:
        """Return the moves, the questions, perfect play if it can be worked out, and a review if there can be one."""
        line = self.here.timeline
        review = self.review if line.rules.solo is None else self.patience_review
        there = {"moves": (words("moves"), self._moves), "why_not": (words("why_not"), self.why_not.nodes),
                 "what_if": (words("branch.what_if"), self.what_if.nodes)}
        if offers(self.here):
            there["perfect"] = words("perfect.perfect"), self.perfect.nodes
        if review is self.patience_review or not why_not_reviewed(line):
            there["review"] = words("review.tab"), review.nodes
        return there

    def _moves(self) -> Nodes:
        seen = self.seen
        if seen.is_hidden:
            return [score_sheet(seen, large=self.large)]
        return [score_sheet(seen, large=self.large), *(moves_left(seen) if seen.state.rules.solo is not None else ())]

    def on_table(self, scene: Scene) -> Json:
        """Return the move that led here, and, at a marked move of the review, the places of the others."""
        return {**super().on_table(scene), **self.review.on_table(scene)}

    def key_help(self) -> str:
        """Return the explanation of the keys; in a review, Left and Right do something else."""
        return f"{super().key_help()} {words('review.keys')}" if self.review.leads else super().key_help()

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that move through the hand, and those of the menu."""
        return {**super().actions(), **setting_actions(self), "play": self.review.answer_or(self.here.toggle)}

    def turn_to(self, tab: str) -> None:
        """Open a tab; the best play is worked out when its tab is opened."""
        super().turn_to(tab)
        if tab == "perfect":
            self.perfect.open()

    def key(self, key: str) -> None:
        """Move, go to the next note, or close what is open."""
        if key == "n":
            self.here.next_note()
        elif key == "Escape":
            self.tab = "moves"
        elif key in ("ArrowLeft", "ArrowRight") and self.review.leads:
            self.review.go_on(1 if key == "ArrowRight" else -1)
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
    return {"see": sets(playhead, "viewpoint", place_in(lambda: [seen for _, seen in _viewpoints(view)])),
            "speed": sets(playhead, "speed", place_in(lambda: list(SPEEDS))),
            "asks": turns(playhead, "asks"), "ask_again": press(playhead.ask_again)}


def _viewpoints(view: HandView) -> list[tuple[str, int | str]]:
    seats = [(words("see_seat", player=name), seat) for seat, name in enumerate(view.here.timeline.names)]
    return [(words("see_all"), ALL), *seats, (words("see_table"), TABLE)]


# --- perfect play: the best play from the step that is shown, and the steps at which points were lost


class PerfectPanel(WorkingPanel):
    """The winner from here if both play their best, the best move, and every step at which points were given away.

    It looks at all tiles, so it shows nothing if a viewpoint or a question hides some. If it cannot solve a hand, it
    says why. The hand is solved when the panel is opened.
    """

    view: HandView
    _line: Timeline | None = None
    _result: Perfect | None = None

    def open(self) -> None:
        """Solve the hand that is shown, unless that is done or something is hidden."""
        line = self.view.here.timeline
        if not (self.silence() or self.is_solved or self.is_working):
            self.work([partial(perfect_play, line)], partial(self._take, line))

    @property
    def is_solved(self) -> bool:
        """True if the hand that is shown has been compared with perfect play."""
        return self._result is not None and self._line is self.view.here.timeline

    def _take(self, line: Timeline, perfect: Perfect, _left: int) -> None:
        self._line, self._result = line, perfect

    def nodes(self) -> Nodes:
        """Return the value of the step that is shown, and the moves that gave points away."""
        why = self.silence()
        if not why and self.is_working:
            return [paragraph(words("perfect.working"), "note", role="status")]
        return [paragraph(why, "note")] if why else self._page()

    def silence(self) -> str:
        """Return why nothing is shown; empty if something is."""
        playhead = self.view.here
        refused = refusal(playhead.timeline.steps[0].state)
        if refused:
            return refused
        if playhead.question is not None:
            return words("perfect.question")
        return words("perfect.secret") if playhead.seen_by is not None and playhead.now.settled is None else ""

    @property
    def result(self) -> Perfect:
        """The comparison of the hand with perfect play, made when it is first needed."""
        line = self.view.here.timeline
        if self._result is None or self._line is not line:
            with lend_lock(self.view, self.view.here):
                perfect = perfect_play(line)
            self._line, self._result = line, perfect
        return self._result

    def _page(self) -> Nodes:
        playhead, perfect = self.view.here, self.result
        choices = [paragraph(text, "best" if is_best else "", sign="★" if is_best else "")
                   for text, is_best in perfect.choice_texts(playhead.step)]
        lost = [box(button(move, "go", step, css="quiet"), paragraph(instead)) for step, move, instead in self._slips()]
        return [paragraph(perfect.value_text(playhead.step), "caption-text"),
                *([heading(_may(playhead)), bullets(choices)] if choices else []),
                *([heading(words("perfect.given_away")), bullets(lost)] if lost else []),
                *(paragraph(text, "note") for text in (*_summary(playhead, perfect), words("perfect.open_tiles")))]

    def _slips(self) -> list[tuple[int, str, str]]:
        """The moves that gave points away and are not hidden: the step before, the move, the better one."""
        playhead, perfect = self.view.here, self.result
        return [(move.step - 1, *perfect.move_texts(move)) for move in perfect.moves
                if move.lost and not playhead.hides(move.step)]

    def lines(self) -> list[str]:
        """Return everything that is shown, as lines of text."""
        playhead, why = self.view.here, self.silence()
        if why:
            return [why]
        perfect = self.result
        choices = perfect.choice_texts(playhead.step)
        heads = [_may(playhead) + ":"] if choices else []
        lost = [f"{move}. {instead}" for _, move, instead in self._slips()]
        return [text for text in (perfect.value_text(playhead.step), *heads, *(f"  {text}" for text, _ in choices),
                                  *lost, *_summary(playhead, perfect)) if text]


class PerfectPlay(HandView):
    """Show the best play beside a hand of two players or two pairs, all tiles face up.

    It says who wins if both play their best, what each move is worth, and which moves gave points away; press one of
    these to go to its step. The buttons, the keys, and the arguments `hand`, `seed` and `step` are those of
    `dl.HandStepper`. `large` is for a projector.

    >>> perfect = dl.PerfectPlay("block", seed=4)
    >>> perfect.perfect.lines()[0].count("40 points")
    1
    """

    css, label, has_table = "perfect", "perfect.perfect", True

    def prepare(self) -> None:
        """Make the panels."""
        self.perfect, self.sharing = PerfectPanel(self), SharingPanel(self)
        self.parts = self.perfect, self.sharing

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty if no short line does."""
        return self.here.line("PerfectPlay")

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, the caption, the buttons, and the results of perfect play."""
        above, below = players(self.seen)
        above, below = [*map(self._with_values, above)], [*map(self._with_values, below)]
        return {"head": title_nodes(self, *self.sharing.nodes()), "top": above, "rack": below,
                "bar": transport(self.here), "talk": caption(self), "more": self.perfect.nodes()}

    def on_table(self, scene: Scene) -> dict[str, object]:
        """Return the move that led here, and what each next move is worth, at its place."""
        return {**super().on_table(scene), "spots": self._values(scene)}

    def _values(self, scene: Scene) -> list[dict[str, object]]:
        """The ends where a tile can be played, each with the most that a tile is worth there."""
        spots: dict[str, dict[str, object]] = {}
        for best in self._choices():
            place, at = place_of(self.seen, scene, best.action), str(getattr(best.action, "end", None))
            if place is not None and at not in spots:       # The best choice comes first.
                worth = words("perfect.worth_points", value=best.value)
                spots[at] = {**place, "css": "worth" if spots else "worth best", "gain": _with_sign(best.value),
                             "do": "none", "off": True, "value": at,
                             "name": f"{describe_move(self.here.state, best.action, end_places(scene))}: {worth}"}
        return list(spots.values())

    def _choices(self) -> tuple[Choice, ...]:
        """List what can be done at this step, the best first; nothing where it is not known or not to be told."""
        if self.perfect.silence():
            return ()
        solution = self.perfect.result.solutions.get(self.here.step)
        return () if solution is None else solution.choices

    def _with_values(self, hand: Node) -> Node:
        """The hand of the player to move, with the most that each of its tiles is worth."""
        choices = self._choices()
        if not choices or not isinstance(hand, dict) or hand.get("seat") != self.here.state.turn:
            return hand
        worth: dict[str, int] = {}
        for best in choices:
            worth.setdefault(str(getattr(best.action, "tile", None)), best.value)
        most = choices[0].value
        return {**hand, "values": [{"text": _with_sign(worth[tile]), "css": "best" if worth[tile] == most else ""}
                                   if tile in worth else None for tile in hand.get("tiles", ())]}

    def to_keep(self) -> Kept:
        """Return the picture, with all the text below it."""
        head = words("perfect.saved", title=self.seen.title, step=self.here.step, end=self.here.end)
        lines = self.perfect.lines()
        markup = "".join(f"<p>{escape(text)}</p>" for text in lines)
        return Kept(super().to_keep().picture, "\n".join([head, *lines]), below=markup)


def offers(playhead: Playhead) -> bool:
    """Return True if a hand is of a kind that can be solved, so that it is worth a button."""
    line = playhead.timeline
    return not line.is_study and line.rules.side_count(len(line.names)) == 2 and is_solvable(line.rules)


def _with_sign(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}")


def _summary(playhead: Playhead, perfect: Perfect) -> tuple[str, ...]:
    """Say what the whole hand comes to; of a hand whose end a question hides, only the deal."""
    said = (perfect.deal_text,) if playhead.step else ()
    return said if playhead.hides(playhead.end) else (*said, perfect.result_text, *perfect.loss_texts)


def _may(playhead: Playhead) -> str:
    return phrase("perfect.may", player=playhead.timeline.names[playhead.state.turn])


# --- what if: another move from this step, further moves by hand or by the players, and a way back to the hand


class Try(NamedTuple):
    """A move that can be tried, in words; `played` says that it is the move of the hand."""

    action: Action
    words: str
    played: bool = False


def tries(playhead: Playhead, where: Mapping[OpenEnd, str] = MappingProxyType({})) -> tuple[Try, ...]:
    """Return every different legal move of the player to move; none if the viewpoint may not see them.

    `where` has the places of a spinner's ends in the picture, by which they are named.

    >>> tries(Playhead("block", seed=7))[0].words
    'start with 6-6 (as in the hand)'
    >>> tries(Playhead("block", seed=7, viewpoint="table"))
    ()
    """
    if not playhead.may_branch or not _is_seen(playhead):
        return ()
    state = playhead.state
    played = playhead.timeline[playhead.step + 1].action if playhead.step < playhead.end else None
    return tuple(_try(state, action, played, where) for action in _different(playhead, legal(state)))


def why_none(playhead: Playhead, offered: tuple[Try, ...]) -> str:
    """Say why there is nothing to try, or whose move it is.

    >>> why_none(Playhead("block", seed=7, step=99), ())
    'The hand is over, so nothing else can be tried here.'
    """
    if playhead.state.over is not None:
        return phrase("branch.over")
    if playhead.question is not None:
        return phrase("widgets.why_not_question")
    if not _is_seen(playhead):
        return phrase("widgets.why_not_blind" if playhead.timeline.rules.dealing.is_blind else "widgets.why_not_secret")
    if not offered:
        return phrase("branch.draw_unknown")
    return "" if playhead.timeline.is_study or len(playhead.timeline.names) == 1 else phrase(
        "branch.turn", player=playhead.timeline.names[playhead.state.turn])


def _is_seen(playhead: Playhead) -> bool:
    return playhead.timeline.is_study or open_to(playhead.snapshot, playhead.state.turn)


def _different(playhead: Playhead, actions: Iterable[Action]) -> Iterator[Action]:
    """Yield moves to equal positions once; draws of named tiles only where the viewpoint shows all tiles."""
    state, seen = playhead.state, playhead.seen_by
    listed = list(actions)
    plays = distinct([action for action in listed if isinstance(action, Play)], state)
    for action in listed:
        if isinstance(action, Play) and not any(action is play for play in plays):
            continue
        if isinstance(action, Draw) and action.tile is not None and seen is not None:
            continue
        yield action


def _try(state: Any, action: Action, played: Action | None, where: Mapping[OpenEnd, str]) -> Try:
    tile = action.tile if isinstance(action, Draw) else None
    words = phrase("branch.draw", tile=tile) if tile else describe_move(state, action, where)
    same = _bare(action) == _bare(played)
    asked = with_call(state, action) if isinstance(action, Play) else action
    return Try(asked, phrase("branch.played", move=words) if same else words, same)


def _bare(action: Action | None) -> Action | None:
    return action._replace(call=None) if isinstance(action, Play) else action


class PolicyPanel(Panel):
    """A panel with a list of players to choose from; the first is the usual one of each game."""

    policy = 0

    def policies(self, label: str, *, off: bool) -> Node:
        """Return the list."""
        names = [words("branch.policy_usual"), *(words(f"branch.policy_{name}") for name in POLICIES)]
        return choice(words(label), "policy", names, self.policy, off=off)

    def actions(self) -> Mapping[str, Press]:
        """Return the action that chooses a player."""
        return {"policy": sets(self, "policy", whole(0, len(POLICIES)))}

    @property
    def player(self) -> PlayerName | None:
        """The name of the player who was chosen; None for the usual one."""
        return cast("PlayerName", [*POLICIES][self.policy - 1]) if self.policy else None


class WhatIfPanel(PolicyPanel):
    """The legal moves of the player to move, each with a button to try it."""

    view: HandView

    def nodes(self) -> Nodes:
        """Return the moves as buttons, the choice of players, or the reason why there is nothing to try."""
        playhead = self.view.here
        offered = self._find()
        stopped = playhead.timeline.remarks if playhead.is_branch and playhead.step == playhead.end else ()
        notes = [remark.text for remark in stopped] or [why_none(playhead, offered)]
        off = not (playhead.may_branch and not playhead.timeline.is_study)
        moves = [button(move.words, "try", place, pressed=move.played or None) for place, move in enumerate(offered)]
        return [heading(words("branch.here")), *(paragraph(note, "note") for note in notes), row(*moves, css="moves"),
                row(self.policies("branch.players", off=off), button(words("branch.play_on"), "play_on", off=off))]

    def way_back(self) -> Nodes:
        """Return the way back to the hand, while a branch of it is shown."""
        left = self.view.here.left
        if left is None:
            return []
        playhead = self.view.here
        is_main = playhead.step == playhead.end     # before that, Next is
        return [row(paragraph(words("branch.left", step=left.step), "note"),
                    button(words("branch.back"), "back", css="primary" if is_main else ""), css="way-back")]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that try a move, let the players play on, and go back."""
        playhead = self.view.here
        return {**super().actions(), "try": takes(place_in(self._find), lambda move: playhead.branch(move.action)),
                "back": press(playhead.back), "play_on": press(lambda: playhead.play_on(self.player))}

    def _find(self) -> tuple[Try, ...]:
        scene = self.view.scene
        return tries(self.view.here, {} if scene is None else end_places(scene))
