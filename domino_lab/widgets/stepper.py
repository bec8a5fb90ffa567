"""HandStepper: a hand of dominoes, step by step, with everything that explains it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from domino_lab.chance.solver import Choice, Perfect, is_solvable, perfect_play, refusal
from domino_lab.core.actions import Action, Draw, Play
from domino_lab.core.arguments import checked
from domino_lab.core.chain import OpenEnd
from domino_lab.core.tiles import Tile
from domino_lab.explain.review import (
    MoveWorth,
    Review,
    ReviewedTurn,
    ahead_text,
    quick_limits,
    review_hand,
    why_not_reviewed,
)
from domino_lab.picture.end_places import end_places
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Scene
from domino_lab.play.legal import legal, with_call
from domino_lab.play.move_text import describe_move
from domino_lab.play.policies import POLICIES
from domino_lab.play.references import distinct
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.lock import lend_lock
from domino_lab.sessions.playhead import SPEEDS, HandOrPlayhead, Playhead, Worker
from domino_lab.sessions.viewpoint import ALL, TABLE, Viewpoint, open_to
from domino_lab.widgets.asking import QuestionPanel
from domino_lab.widgets.captions import CaptionPanel, CommentPanel, ProblemsPanel, caption, problem_text
from domino_lab.widgets.hand_view import HandView, Mark, players, title_nodes, transport
from domino_lab.widgets.messages import Press, maybe, one_of, pair, place_in, press, takes, whole
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
    tabs,
    words,
)
from domino_lab.widgets.open_ends import count_line, moves_left
from domino_lab.widgets.places import legal_places, place_of
from domino_lab.widgets.score_sheet import score_sheet
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.view import Panel
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
        self.question, self.sharing = QuestionPanel(self), SharingPanel(self)
        self.problems, self.why_not = ProblemsPanel(self), WhyNotPanel(self)
        self.what_if, self.perfect, self.review = WhatIfPanel(self), PerfectPanel(self), ReviewPanel(self)
        self.parts = (self.caption, self.comment, self.question, self.sharing, self.problems, self.why_not,
                      self.what_if, self.perfect, self.review)
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
            "head": title_nodes(self, *self._settings()), "top": above, "rack": [*below, self.review.rack()],
            "bar": transport(self.here, self.review.marks()),
            "talk": [*self.what_if.way_back(), *self.problems.nodes(), count_line(seen), *self.question.nodes(),
                     *self.review.question(),
                     *caption(self, counted=True, asks=False), *self.caption.why(), *self.comment.nodes()],
            "more": [tabs("tab", self.tab, self._tabs(), *self._tab_body(), label=words("more"))],
        }

    def _tabs(self) -> list[tuple[str, str]]:
        best = [("perfect", words("perfect.perfect"))] if offers(self.here) else []
        reviewed = [] if why_not_reviewed(self.here.timeline) else [("review", words("review.tab"))]
        return [("moves", words("moves")), ("why_not", words("why_not")), ("what_if", words("branch.what_if")), *best,
                *reviewed]

    def tab_names(self) -> list[str]:
        """Return the names of the tabs that can be opened now."""
        return [name for name, _ in self._tabs()]

    def _tab_body(self) -> Nodes:
        shown = {"moves": self._moves, "why_not": self.why_not.nodes, "what_if": self.what_if.nodes,
                 "perfect": self.perfect.nodes, "review": self.review.nodes}
        return shown[self.tab]()

    def _moves(self) -> Nodes:
        seen = self.seen
        if seen.is_hidden:
            return [score_sheet(seen, large=self.large)]
        return [score_sheet(seen, large=self.large), *(moves_left(seen) if seen.state.rules.solo is not None else ())]

    def _settings(self) -> Nodes:
        return [*settings(self), *self.sharing.nodes()]

    def on_table(self, scene: Scene) -> Json:
        """Return the move that led here, and, at a marked move of the review, the places of the others."""
        return {**super().on_table(scene), **self.review.on_table(scene)}

    def key_help(self) -> str:
        """Return the explanation of the keys; in a review, Left and Right do something else."""
        return f"{super().key_help()} {words('review.keys')}" if self.review.leads else super().key_help()

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that move through the hand, and those of the menu."""
        return {**super().actions(), **setting_actions(self), "play": self.review.answer_or(self.here.toggle)}

    def close(self) -> None:
        """Take this view off the page; a review that is being made is dropped."""
        self.review.stop()
        super().close()

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


# --- perfect play: the best play from the step that is shown, and the steps at which points were lost


class PerfectPanel(Panel):
    """The winner from here if both play their best, the best move, and every step at which points were given away.

    It looks at all tiles, so it shows nothing if a viewpoint or a question hides some. If it cannot solve a hand, it
    says why.
    """

    view: HandView
    _line: Timeline | None = None
    _found: Perfect | None = None

    def nodes(self) -> Nodes:
        """Return the value of the step that is shown, and the moves that gave points away."""
        why = self.silence()
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
    def found(self) -> Perfect:
        """The comparison of the hand with perfect play, made when it is first needed."""
        line = self.view.here.timeline
        if self._found is None or self._line is not line:
            with lend_lock(self.view, self.view.here):
                perfect = perfect_play(line)
            self._line, self._found = line, perfect
        return self._found

    def _page(self) -> Nodes:
        playhead, perfect = self.view.here, self.found
        choices = [paragraph(text, "best" if is_best else "", sign="★" if is_best else "")
                   for text, is_best in perfect.choice_texts(playhead.step)]
        lost = [box(button(move, "go", step, css="quiet"), paragraph(instead)) for step, move, instead in self._slips()]
        return [paragraph(perfect.value_text(playhead.step), "caption-text"),
                *([heading(_may(playhead)), bullets(choices)] if choices else []),
                *([heading(words("perfect.given_away")), bullets(lost)] if lost else []),
                *(paragraph(text, "note") for text in (*_summary(playhead, perfect), words("perfect.open_tiles")))]

    def _slips(self) -> list[tuple[int, str, str]]:
        """The moves that gave points away and are not hidden: the step before, the move, the better one."""
        playhead, perfect = self.view.here, self.found
        return [(move.step - 1, *perfect.move_texts(move)) for move in perfect.moves
                if move.lost and not playhead.hides(move.step)]

    def lines(self) -> list[str]:
        """Return everything that is shown, as lines of text."""
        playhead, why = self.view.here, self.silence()
        if why:
            return [why]
        perfect = self.found
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

    >>> perfect = PerfectPlay("block", seed=4)
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
        solution = self.perfect.found.solutions.get(self.here.step)
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


# --- review: what each move was worth to its player, and which one was better


class ReviewPanel(Panel):
    """What each move of the hand was worth to its player; at a marked move the reader looks for a better one first.

    The hand is reviewed when the reader wants it. A better move is found by pressing a tile, as in a lesson; then the
    hand can be stepped as it was played, and as it goes on after the better move. Nothing is shown while a viewpoint or
    a question hides something.
    """

    view: HandView
    _line: Timeline | None = None
    _review: Review | None = None
    _is_final = True
    _is_reviewing = False
    _attempt: tuple[int, MoveWorth] | None = None
    """The step before a marked move, and the last move that the reader tried there."""
    _tile: Tile | None = None
    _stepped: ReviewedTurn | None = None
    """The marked turn whose two continuations are stepped."""

    def __init__(self, view: HandView) -> None:
        super().__init__(view)
        self._worker = Worker()
        self._answered: set[int] = set()

    def nodes(self) -> Nodes:
        """Return the offer to review the hand, or what its moves were worth."""
        why = self.silence()
        if why or self._is_reviewing:
            return [paragraph(why or words("review.working"), "note", role="" if why else "status")]
        if self._is_other_way:
            return [self._onward()]
        if self.review is None:
            return [paragraph(words("review.offer"), "note"), button(words("review.start"), "review")]
        early = paragraph(words("review.first_figures"), "note", role="status") if not self._is_final else None
        return [early, *self._here(self.review), *self._list(self.review)]

    def silence(self) -> str:
        """Return why nothing is shown; empty if something is."""
        playhead = self.view.here
        if playhead.question is not None:
            return words("perfect.question")
        if playhead.seen_by is not None and playhead.now.settled is None:
            return words("review.secret")
        return why_not_reviewed(playhead.timeline)

    @property
    def review(self) -> Review | None:
        """The review of the hand that is shown; None before it was asked for."""
        return self._review if self._line is self.view.here.timeline else None

    @property
    def _is_other_way(self) -> bool:
        """Whether the hand is shown as it goes on after the better move of a reviewed turn."""
        left = self.view.here.left
        return self._stepped is not None and left is not None and left.timeline is self._line

    @property
    def leads(self) -> bool:
        """Whether Left and Right go from one marked move to another."""
        is_open = self.view.tab == "review" and self._stepped is None
        return is_open and bool(self._open_turns())

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that review the hand, answer at a marked move, and show its continuations."""
        return {"review": press(self.make), "review_show": press(self.show), "review_next": press(self.go_on),
                "review_go": takes(place_in(self._open_turns), self._go_to),
                "review_way": takes(place_in(lambda: (False, True)), self.step_after),
                "review_answer": takes(place_in(self._moves), self.answer),
                "choose": takes(one_of(lambda: map(str, self._tiles())), self._choose)}

    def answer_or(self, act: Callable[[], object]) -> Press:
        """Return what "play" does: with a tile and its place it answers, alone it does `act`."""
        tried = pair(one_of(lambda: map(str, self._tiles())), place_in(self._moves))
        return takes(maybe(tried), lambda value: act() if value is None else self.answer(value[1]))

    # --- making it

    def make(self) -> None:
        """Review the hand: on few deals for first figures, and then on as many as it takes."""
        line = self.view.here.timeline
        if self.silence() or self.review is not None or self._is_reviewing:
            return
        self._is_reviewing, self._stepped, self._attempt, self._answered = True, None, None, set()
        self.view.show_now()
        few = quick_limits(line)
        try:
            with lend_lock(self.view, self.view.here):
                self._worker.start([partial(review_hand, line, deals=few.deals, engine=few.engine),
                                    partial(review_hand, line)], self._take, self._fail)
        except BaseException:
            self._is_reviewing = False
            raise

    def give(self, review: Review) -> None:
        """Show a review that was made elsewhere, in its tab."""
        self.view.tab, self._answered = "review", set()
        self._take(review, 0)

    def _take(self, review: Review, left: int) -> None:
        self._line, self._review, self._is_final, self._is_reviewing = review.line, review, not left, False
        self.view.refresh()

    def _fail(self, error: Exception) -> None:
        self._is_reviewing, self._is_final = False, True
        self.view.show_error(error)

    def stop(self) -> None:
        """Drop a review that is being made."""
        self._worker.stop()

    # --- at a marked move

    @property
    def turn(self) -> ReviewedTurn | None:
        """The turn that comes next, if it was reviewed and nothing hides it."""
        review, step = self.review, self.view.here.step + 1
        if review is None or self.silence() or (step <= self.view.here.end and self.view.here.hides(step)):
            return None
        return next((turn for turn in review.turns if turn.step == step), None)

    @property
    def task(self) -> ReviewedTurn | None:
        """The marked turn that comes next, while its better move is still to be found."""
        turn, review = self.turn, self.review
        if turn is None or review is None or not review.is_marked(turn) or self.view.tab != "review":
            return None
        return None if turn.step in self._answered or self._stepped is not None else turn

    def question(self) -> Nodes:
        """Return the task at a marked move, or the reply and the two ways on; nothing elsewhere."""
        turn, review = self.task, self.review
        if turn is not None and review is not None:
            bare = [button(describe_move(self.view.here.state, move.action), "review_answer", number)
                    for number, move in enumerate(self._moves()) if number not in self._on_table()]
            return [box(paragraph(self.view.say_places(review.task_text(turn)), "ask"), *self._reply(review, turn),
                        paragraph(words("review.press_tile"), "note"), row(*bare) if bare else None,
                        row(button(words("review.show"), "review_show", css="quiet")), css="question",
                        label=words("question"), key=f"review-{turn.step}")]
        turn = self._answered_turn
        return [] if self._review is None or turn is None else [self._ways(self._review, turn)]

    @property
    def _answered_turn(self) -> ReviewedTurn | None:
        """The marked turn whose better move was found or shown, while its two ways on are offered."""
        turn = self._stepped or (self.turn if self.view.tab == "review" else None)
        return turn if turn is not None and turn.step in self._answered else None

    @property
    def seat_below(self) -> int | None:
        """The player of the marked turn that is spoken about, whose tiles are shown below the table."""
        turn = self.task or self._answered_turn
        return None if turn is None else turn.seat

    def _reply(self, review: Review, turn: ReviewedTurn) -> Nodes:
        """The reply to the last move that was tried, with what it is worth."""
        if self._attempt is None or self._attempt[0] != turn.step:
            return []
        move, is_right = self._attempt[1], self._is_right(turn)
        key = "right" if move == turn.best else "better" if is_right else "same" if move == turn.played else "wrong"
        state = review.line.steps[turn.step - 1].state
        told = words(f"review.reply_{key}", player=review.line.names[turn.seat], tried=ahead_text(move),
                     played=ahead_text(turn.played), best=describe_move(state, turn.best.action))
        sign, css = ("✓", "right") if is_right else ("✗", "wrong")
        return [paragraph(self.view.say_places(told), css, sign=sign, role="status")]

    def _is_right(self, turn: ReviewedTurn) -> bool:
        """Return True if the move that was tried is clearly better than the one that was played."""
        assert self._attempt is not None
        move = self._attempt[1]
        return move == turn.best or move.ahead - turn.played.ahead > turn.loss / 2

    def _ways(self, review: Review, turn: ReviewedTurn) -> Node:
        """The two ways on from a marked turn, each to be stepped."""
        is_here = self._stepped is None
        state = review.line.steps[turn.step - 1].state
        best = words("review.way_best", move=describe_move(state, turn.best.action))
        ways = row(button(words("review.way_played"), "review_way", 0,
                          pressed=None if is_here else not self._is_other_way),
                   button(best, "review_way", 1, pressed=None if is_here else self._is_other_way))
        reply = self._reply(review, turn) if is_here else []
        note = paragraph(words("review.one_way"), "note") if self._is_other_way else None
        return box(*reply, paragraph(words("review.ways", step=turn.step)), ways, note, css="question",
                   label=words("question"), key=f"review-{turn.step}")

    def _moves(self) -> tuple[MoveWorth, ...]:
        """The moves of the task, in the order of the rules: the best is not known by its place."""
        turn = self.task
        return () if turn is None else tuple(sorted(turn.moves, key=lambda move: repr(move.action)))

    def _on_table(self) -> set[int]:
        """The numbers of the moves that have a place in the picture."""
        return {number for number, move in enumerate(self._moves()) if isinstance(move.action, Play)}

    def _tiles(self) -> tuple[Tile, ...]:
        state = self.view.here.state
        return () if self.task is None else tuple(sorted(state.holdings[state.turn]))

    def rack(self) -> Node:
        """Return the tiles of the player to move as buttons, while a better move is to be found."""
        if self.task is None:
            return None
        tiles = [{"tile": str(tile), "on": tile == self._tile, "name": str(tile), "key": f"{tile}#{tile.copy}"}
                 for tile in self._tiles()]
        return {"is": "rack", "label": words("board.tiles"), "seat": self.view.here.state.turn, "tiles": tiles}

    def on_table(self, scene: Scene) -> Json:
        """Return the places of the moves, while a better one is to be found."""
        if self.task is None:
            return {}
        moves = [(number, self._moves()[number].action, "") for number in sorted(self._on_table())]
        facts: Json = {"places": legal_places(self.view.seen, scene, moves)}
        return facts if self._tile is None else {**facts, "chosen": str(self._tile)}

    def _choose(self, name: str) -> None:
        tile = next(tile for tile in self._tiles() if str(tile) == name)
        self._tile = None if tile == self._tile else tile

    def answer(self, move: MoveWorth) -> None:
        """Try a move: one that is clearly better ends the task, after another there is a further try."""
        turn = self.task
        if turn is None:
            return
        self._attempt, self._tile = (turn.step, move), None
        if self._is_right(turn):
            self._answered.add(turn.step)
            self.view.stage.focus("review_way")

    def show(self) -> None:
        """Show the moves of the turn that comes next, with what they are worth."""
        self._attempt = None
        self._answered.add(self.view.here.step + 1)

    # --- from one to the next

    def step_after(self, better: bool) -> None:  # noqa: FBT001
        """Step the hand as it was played, or as it goes on after the better move."""
        turn, playhead = self._stepped or self.turn, self.view.here
        if turn is None or turn.step not in self._answered:
            return
        self._go_back()
        self._stepped = turn
        playhead.go(turn.step - better)
        if better:
            action = turn.best.action
            playhead.branch(with_call(playhead.state, action) if isinstance(action, Play) else action)
            if playhead.may_branch:
                playhead.play_on()
            playhead.go(turn.step)

    def _go_back(self) -> None:
        if self._is_other_way:
            self.view.here.back()
        self._stepped = None

    def go_on(self, by: int = 1) -> None:
        """Go to the next marked move, or the one before; after the last one comes the first."""
        at = self._stepped.step - 1 if self._stepped is not None else self.view.here.step
        self._go_back()
        turns = self._open_turns()
        beyond = [turn for turn in turns if (turn.step - 1 > at if by > 0 else turn.step - 1 < at)]
        if turns:
            self._go_to((beyond or turns)[0 if by > 0 else -1])

    def _go_to(self, turn: ReviewedTurn) -> None:
        self._go_back()
        self._tile = None
        self.view.here.go(turn.step - 1)

    def _open_turns(self) -> list[ReviewedTurn]:
        """Return the marked turns that no viewpoint and no question hides."""
        if self.review is None or self.silence():
            return []
        return [turn for turn in self.review.marked if not self.view.here.hides(turn.step)]

    def marks(self) -> dict[int, Mark]:
        """Return what stands over the steps of slips and mistakes: their losses, compared with the largest."""
        review, room = self.review, 2 + self.view.here.end // 30      # so many bars are as wide as a number
        if review is None:
            return {}
        turns = sorted(self._open_turns(), key=lambda turn: -turn.loss)
        marks: dict[int, Mark] = {}
        for turn in turns:
            is_free = all(not mark.text or abs(step - turn.step) >= room for step, mark in marks.items())
            text = words("review.lost_points", loss=f"{turn.loss:.0f}") if is_free else ""
            marks[turn.step] = Mark(review.kind(turn), text, turn.loss / turns[0].loss, _way_text(review, turn))
        return marks

    def _here(self, review: Review) -> Nodes:
        """Return the moves of the turn that comes next, unless a better one is still to be found."""
        turn = self.turn
        if turn is None or self.task is not None or (review.is_marked(turn) and turn.step not in self._answered):
            return []
        say = self.view.say_places
        moves = [paragraph(say(text), "best" if move == turn.best else "", sign="★" if move == turn.best else "")
                 for move, text in review.move_texts(turn)]
        why = review.reason_text(turn) if review.is_marked(turn) else ""
        return [heading(words("review.moves", player=review.line.names[turn.seat])), bullets(moves), paragraph(why)]

    def _list(self, review: Review) -> Nodes:
        """Return the marked moves as buttons that go there, and what each player and each side lost and gained."""
        marked = [box(button(_way_text(review, turn), "review_go", number, css="quiet"))
                  for number, turn in enumerate(self._open_turns())]
        summary = review.summary if self.view.here.seen_by is None or self.view.here.now.settled else ()
        return [heading(words("review.marked")), bullets(marked) or paragraph(words("review.none_marked")),
                self._onward() if marked else None, *map(paragraph, summary), paragraph(review.method_text, "note")]

    def _onward(self) -> Node:
        return button(words("review.next"), "review_next", tip=words("review.keys"))


def _way_text(review: Review, turn: ReviewedTurn) -> str:
    return words(f"review.way_{review.kind(turn)}", step=turn.step, player=review.line.names[turn.seat],
                 loss=f"{turn.loss:.1f}")


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


class WhatIfPanel(Panel):
    """The legal moves of the player to move, each with a button to try it."""

    view: HandView

    def __init__(self, view: HandView) -> None:
        super().__init__(view)
        self.policy = 0

    def nodes(self) -> Nodes:
        """Return the moves as buttons, the choice of players, or the reason why there is nothing to try."""
        playhead = self.view.here
        offered = self._find()
        stopped = playhead.timeline.remarks if playhead.is_branch and playhead.step == playhead.end else ()
        notes = [problem_text(remark) for remark in stopped] or [why_none(playhead, offered)]
        off = not (playhead.may_branch and not playhead.timeline.is_study)
        moves = [button(move.words, "try", place, pressed=move.played or None) for place, move in enumerate(offered)]
        policies = [words("branch.policy_usual"), *(words(f"branch.policy_{name}") for name in POLICIES)]
        return [heading(words("branch.here")), *(paragraph(note, "note") for note in notes), row(*moves, css="moves"),
                row(choice(words("branch.players"), "policy", policies, self.policy, off=off),
                    button(words("branch.play_on"), "play_on", off=off))]

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
        return {"try": takes(place_in(self._find), lambda move: playhead.branch(move.action)),
                "policy": takes(whole(0, len(POLICIES)), self._choose), "back": press(playhead.back),
                "play_on": press(lambda: playhead.play_on([*POLICIES][self.policy - 1] if self.policy else None))}

    def _find(self) -> tuple[Try, ...]:
        scene = self.view.scene
        return tries(self.view.here, {} if scene is None else end_places(scene))

    def _choose(self, place: int) -> None:
        self.policy = place
