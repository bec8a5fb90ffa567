"""The Review tab: what each move was worth, and at a move that cost something the task to find a better one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from domino_lab.core.actions import Play
from domino_lab.core.tiles import Tile
from domino_lab.explain.patience_review import PatienceReview, PatienceTurn, review_patience
from domino_lab.explain.review import (
    MoveWorth,
    Review,
    ReviewedTurn,
    ahead_text,
    nothing_to_review,
    quick_limits,
    review_hand,
)
from domino_lab.picture.scene import Scene
from domino_lab.play.legal import with_call
from domino_lab.play.move_text import describe_move
from domino_lab.play.timeline import Timeline
from domino_lab.widgets.hand_view import HandView, Mark
from domino_lab.widgets.messages import Press, maybe, one_of, pair, place_in, press, takes
from domino_lab.widgets.nodes import (
    Json,
    Node,
    Nodes,
    box,
    bullets,
    button,
    heading,
    paragraph,
    row,
    table_of_results,
    words,
)
from domino_lab.widgets.places import legal_places
from domino_lab.widgets.view import WorkingPanel
from domino_lab.words.escaping import paragraphs


class ReviewPanel(WorkingPanel):
    """What each move of the hand was worth to its player; at a marked move the reader looks for a better one first.

    The hand is reviewed when the reader wants it. A better move is found by pressing a tile, as in a lesson; then the
    hand can be stepped as it was played, and as it goes on after the better move. Nothing is shown while a viewpoint or
    a question hides something.
    """

    view: HandView
    _line: Timeline | None = None
    _review: Review | None = None
    _is_final = True
    _attempt: tuple[int, MoveWorth] | None = None
    """The step before a marked move, and the last move that the reader tried there."""
    _tile: Tile | None = None
    _stepped: ReviewedTurn | None = None
    """The marked turn whose two continuations are stepped."""

    def __init__(self, view: HandView) -> None:
        super().__init__(view)
        self._answered: set[int] = set()

    def nodes(self) -> Nodes:
        """Return the offer to review the hand, or what its moves were worth."""
        why = self.silence()
        if why or self.is_working:
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
        return nothing_to_review(playhead.timeline)

    @property
    def review(self) -> Review | None:
        """The review of the hand that is shown; None before it was asked for."""
        return self._review if self._line is self.view.here.timeline else None

    @property
    def _is_other_way(self) -> bool:
        """True if the hand is shown as it goes on after the better move of a reviewed turn."""
        left = self.view.here.left
        return self._stepped is not None and left is not None and left.timeline is self._line

    @property
    def leads(self) -> bool:
        """True if Left and Right go from one marked move to another."""
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
        if self.silence() or self.review is not None or self.is_working:
            return
        self._stepped, self._attempt, self._answered = None, None, set()
        few = quick_limits(line)
        self.work([partial(review_hand, line, deals=few.deals, engine=few.engine), partial(review_hand, line)],
                  self._take)

    def give(self, review: Review) -> None:
        """Show a review that was made elsewhere, in its tab."""
        self.view.tab, self._answered = "review", set()
        self._take(review, 0)
        self.view.refresh()

    def _take(self, review: Review, left: int) -> None:
        self._line, self._review, self._is_final = review.line, review, not left

    def fail(self, error: Exception) -> None:
        """Show an error; no better figures follow."""
        self._is_final = True
        super().fail(error)

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


# --- a game for one player


class PatienceReviewPanel(WorkingPanel):
    """Until when a game for one player could be won, and the moves that made it worse, each to be tried anew.

    `go_to` goes to a step of the game that was reviewed.
    """

    view: HandView
    _review: PatienceReview | None = None

    def __init__(self, view: HandView, go_to: Callable[[Timeline, int], None]) -> None:
        super().__init__(view)
        self._go_to = go_to
        self._shown: set[int] = set()

    @property
    def review(self) -> PatienceReview | None:
        """The review of a game with this deal; None before it was asked for."""
        review, first = self._review, self.view.here.timeline.steps[0]
        return None if review is None or review.line.steps[0] != first else review

    @property
    def turn(self) -> PatienceTurn | None:
        """The turn that comes next, if its move made the game worse."""
        review, step = self.review, self.view.here.step
        if review is None or self.view.here.timeline.actions[:step] != review.line.actions[:step]:
            return None
        return next((turn for turn in review.marked if turn.step == step + 1), None)

    def nodes(self) -> Nodes:
        """Return the offer to review the game, or until when it could be won and what made it worse."""
        review = self.review
        if self.view.here.question is not None:
            return [paragraph(words("perfect.question"), "note")]
        if self.is_working:
            return [paragraph(words("review.working"), "note", role="status")]
        if review is None and not self.view.here.timeline.is_over:
            return [paragraph(words("review.patience_later"), "note")]
        if review is None:
            return [paragraph(words("review.patience_offer"), "note"), button(words("review.start"), "review_alone")]
        marked = [box(button(_worse_text(turn), "review_turn", number, css="quiet"))
                  for number, turn in enumerate(review.marked)]
        return [paragraph(review.deal_text), *self._task(review),
                bullets(marked) or paragraph(words("review.patience_none")),
                *(paragraph(text, "note") for text in review.open_text)]

    def _task(self, review: PatienceReview) -> Nodes:
        """Return the task at a marked move, or what would have been better once that was asked for."""
        turn = self.turn
        if turn is None:
            return []
        if turn.step in self._shown:
            return [paragraph(review.turn_text(turn), "ask", role="status")]
        return [paragraph(review.task_text(turn), "ask"), row(button(words("review.patience_show"), "review_better"))]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that review the game, go to a marked move, and show a better one."""
        return {"review_alone": press(self.make), "review_better": press(self.show),
                "review_turn": takes(place_in(lambda: () if self.review is None else self.review.marked), self._go)}

    def make(self) -> None:
        """Look for the best way on from every step of a game that is over."""
        line = self.view.here.timeline
        if self.review is None and line.is_over and not self.is_working:
            self.work([partial(review_patience, line)], self._take)

    def _take(self, review: PatienceReview, _left: int) -> None:
        self._review, self._shown = review, set()

    def show(self) -> None:
        """Show the better move of the turn that comes next."""
        if self.turn is not None:
            self._shown.add(self.turn.step)

    def _go(self, turn: PatienceTurn) -> None:
        if self.review is not None:
            self._go_to(self.review.line, turn.step - 1)

    def marks(self) -> dict[int, Mark]:
        """Return what stands over the steps of marked moves: what they cost, compared with the dearest."""
        marked = () if self.review is None or self.view.here.question is not None else self.review.marked
        most = max((turn.lost for turn in marked), default=1)
        return {turn.step: Mark("slip" if turn.least else "mistake", "", turn.lost / most, _worse_text(turn))
                for turn in marked}


def _worse_text(turn: PatienceTurn) -> str:
    return words("review.patience_way", step=turn.step, lost=turn.lost)


# --- on a page


def review_markup(line: Timeline) -> str:
    """Review a hand, and return the marked moves with their reasons, what each player lost, and a table of all turns.

    Raises DominoError for a hand that cannot be reviewed.
    """
    if line.rules.solo is not None:
        alone = review_patience(line)
        return paragraphs(alone.text) + table_of_results(words("review.tab"), alone.columns, alone.rows)
    review, rows = review_hand(line), []
    for turn in review.turns:
        state = line.steps[turn.step - 1].state
        best = "" if turn.best == turn.played else describe_move(state, turn.best.action)
        rows.append((turn.step, line.names[turn.seat], describe_move(state, turn.played.action), best,
                     f"{turn.loss:.1f}", words(f"review.kind_{review.kind(turn)}")))
    columns = [words(f"review.column_{name}") for name in ("step", "player", "move", "best", "lost", "kind")]
    return paragraphs(review.text) + table_of_results(words("review.tab"), columns, rows)
