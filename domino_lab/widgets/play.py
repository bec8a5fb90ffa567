"""Play: a game of dominoes in a notebook, against players or with several people at one screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Annotated
from weakref import WeakValueDictionary

from domino_lab.chance.answer_codes import AnswerSheet
from domino_lab.chance.monte_carlo_player import without_twins
from domino_lab.core.actions import Discard, Draw, Pass
from domino_lab.core.arguments import File, checked
from domino_lab.core.errors import DominoError
from domino_lab.core.events import MatchWon, Missed, Paid, Stacked
from domino_lab.core.tiles import Tile
from domino_lab.explain.review import (
    Hint,
    Limits,
    MatchReview,
    Review,
    ReviewedTurn,
    find_cost,
    find_hint,
    quick_limits,
    review_hand,
    usual_limits,
    why_not_reviewed,
)
from domino_lab.explain.why import CAPTION_WORDS
from domino_lab.io.files import SaveFile
from domino_lab.kernel import engines
from domino_lab.picture.scene import Scene
from domino_lab.play.legal import leave_to_partner
from domino_lab.play.match import SheetRow
from domino_lab.play.move_text import pass_word
from domino_lab.play.policies import Player
from domino_lab.play.start import Names
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, view_of
from domino_lab.record.load import HandOrRuleset, RulesetLike, ruleset
from domino_lab.sessions.answer_sheets import play_numbers, play_sheet
from domino_lab.sessions.lock import Locked, lend_lock
from domino_lab.sessions.play import (
    SUCH,
    Keeping,
    PlaySession,
    file_for,
    is_file,
    play_session,
    recipe,
)
from domino_lab.sessions.playhead import Clock, Worker
from domino_lab.sessions.seating import Opponents
from domino_lab.sessions.snapshot import StepView
from domino_lab.sessions.viewpoint import is_blind
from domino_lab.widgets.board_view import BoardView
from domino_lab.widgets.hand_view import Tab, flight
from domino_lab.widgets.messages import Press, place_in, press, sets, takes, yes_or_no
from domino_lab.widgets.nodes import (
    Node,
    Nodes,
    box,
    bullets,
    button,
    checkbox,
    choice,
    paragraph,
    row,
    words,
)
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.stepper import HandStepper
from domino_lab.widgets.view import Panel, WorkingPanel
from domino_lab.words import join_words

USUAL = 1.0
"""The time in seconds before a reply, where nobody asks for another."""

SOON = 1.0
"""A reply that comes within so many seconds is announced together with what it answers."""

PAUSES = (0.0, 1.0, 2.0, 3.0)
"""The times before a reply to choose from, in seconds."""


PlayersByName = Annotated[Mapping[str, Player], "functions that play, by their names"]
PlayLike = Annotated[
    HandOrRuleset | PlaySession,
    'the name of a game such as "block" or of a packaged hand, a file, a hand from dl.load, a ruleset, '
    "or the .here of another view"]
"""What a game can begin with."""


class Play(BoardView):
    """Play dominoes against computer players, or with several people at one screen.

    Press a tile to play it. If it fits in several places, they light up: press one of them, or drag the tile there.
    With the keys, Up and Down choose a tile, Left and Right a place, Enter plays it; D draws, P passes, U undoes. If
    the rules refuse a move, the answer names the clause.

    ========  ======================================================================  ==============================
    argument  what it says                                                            without it
    ========  ======================================================================  ==============================
    what      a ruleset or its id; a match file to go on with (a path that ends with  "all-fives"
              ".toml", or its text); or the game of another view
    against   who plays against you: a player's name ("greedy"), a function of a      all seats are people
              view and a stream, or a list with one for each seat (None: a person)
    seats     the number of players                                                   as `against` or `names` list,
                                                                                      or the fewest of the game
    names     the names of the players                                                Ana, Ben and so on
    seed      the seed of the deals                                                   0
    hand      which deal of the seed comes first                                      0
    match     False for one hand, True for a match                                    True
    delay     the time in seconds before a reply                                      1.0
    undo      whether moves can be taken back                                         True
    hints     whether the tiles that fit stand out                                    True
    reasons   whether players give their reasons                                      True
    coach     whether a person who plays alone is told what each move cost, as far    False
              as that person could know, and can ask for help before it
    save      a file that keeps the match after every move; if it exists already,     nothing is kept
              its match goes on
    large     whether it is shown for a projector                                     False
    rules     a ruleset of your own that a match file names                           what the file names
    players   functions of your own that a match file names, by their names           none
    ========  ======================================================================  ==============================

    Raises RulesetError or RecordError if there is no such game, IllegalAction for a wrong number of seats, and
    NotationError for impossible players, names or delays.

    >>> play = dl.Play("block", against="heaviest", seed=1, delay=0)
    >>> play.do("play", [str(play.here.legal[0].tile), 0])
    >>> play.here.waits, play.here.step
    ('human', 2)
    """

    public = "look_through look_at answer_sheet answer_code"
    css, label = "playing", "playing.playing"
    key_set = (*BoardView.key_set, "n")
    here: PlaySession

    @checked
    def __init__(  # noqa: PLR0913
        self, what: PlayLike = "all-fives", *,
        against: Opponents = None, seats: int | None = None, names: Names | None = None,
        seed: int = 0, hand: int = 0, match: bool = True, delay: float = USUAL, undo: bool = True, hints: bool = True,
        reasons: bool = True, coach: bool = False, save: File | None = None, large: bool = False,
        rules: RulesetLike | None = None, players: PlayersByName | None = None,
    ) -> None:
        file = SaveFile(file_for(save), such=SUCH)
        game = play_session(
            what, kept_in=file.path, against=against, seats=seats, names=names, seed=seed, hand=hand, match=match,
            delay=delay, undo=undo, rules=None if rules is None else ruleset(rules), players=players or {})
        self.gives_reasons, self._file = reasons, str(what) if is_file(what) and "\n" not in str(what) else None
        self.keeping = Keeping(game, file)
        if coach and (why := why_no_coach(game)):
            raise DominoError(why)
        self.wants_coach = coach
        super().__init__(game, large=large, hints=hints)
        self._go_on()

    def prepare(self) -> None:
        """Set up the replies of the players, and the panel that saves a finished hand."""
        self.replies, self.sharing = Replies(self.here, self._guard, self), SharingPanel(self)
        self.coach, self.dearest = CoachPanel(self, is_on=self.wants_coach), DearestPanel(self)
        self.parts = self.coach, self.sharing, self.dearest
        self.review = None
        self._spoken, self._opened = "", None
        self.watch(self.here, "changes", self._go_on)

    # --- what is shown

    review: HandStepper | None
    """The finished hand in a stepper, while somebody looks through it."""
    _opened: Timeline | None
    """The finished hand whose table has been asked for, without the notice over it."""

    def tabs(self) -> dict[str, Tab]:
        """Return the moves, the score sheet if scores are kept, and the moves that cost most after a hand."""
        there = super().tabs()
        if self.here.live.rules.keeps_score:
            there["sheet"] = words("playing.sheet"), lambda: match_sheet(self.here)
        if self.dearest.can_open:
            there["review"] = words("review.tab"), self.dearest.nodes
        return there

    def settings(self) -> Nodes:
        """Return the settings, the buttons that deal again, and those that save the match, or a finished hand."""
        game = self.here
        pauses = self._pauses()
        pause = choice(words("playing.delay"), "delay", [_seconds(delay) for delay in pauses], pauses.index(game.delay))
        return [
            pause if len(game.humans) < len(game.seating) else None,
            checkbox(words("playing.hints"), "hints", value=self.hints),
            None if why_no_coach(game) else checkbox(words("review.coach_on"), "coach", value=self.coach.is_on),
            *super().settings(),
            button(words("playing.save_match"), "save_match") if game.whole else None,
            *([*self.sharing.nodes(), *self._code()] if game.is_over else []),
        ]

    def _code(self) -> Nodes:
        """The points of the first hand as a code, where one person played it to its end."""
        try:
            return [paragraph(words("playing.code", code=self.answer_code), "note")]
        except DominoError:
            return []

    def more_keys(self) -> list[str]:
        """Return the keys that undo, if there is something to undo, and the one that deals the next hand."""
        return [*super().more_keys(), *(["playing.key_next_hand"] if self.here.whole else [])]

    def _pauses(self) -> list[float]:
        return sorted({*PAUSES, self.here.delay})

    def panels(self) -> tuple[Panel, ...]:
        """Return the coach, and the panels that save and review the hand, once there is nothing to hide in it."""
        return self.parts if self.here.is_over else (self.coach,)

    def rack_tiles(self) -> tuple[Tile | None, ...]:
        """Return the tiles of the person at the screen, also while the players move; of a row, one is face up."""
        game, seat = self.here, self.own_seat()
        if seat is None:
            return ()
        holding = tuple(game.live.holdings[seat])
        if is_blind(game.timeline):
            return (*game.tiles, *[None] * (len(holding) - len(game.tiles)))
        return game.tiles or tuple(sorted(holding))

    def own_seat(self) -> int | None:
        """Return the seat of the person at the screen; None behind the curtain and at the end of a hand."""
        game = self.here
        if game.is_over or game.waits == "curtain" or not game.humans:
            return None
        looks = game.humans[0] if is_blind(game.timeline) else game.seen_by
        return game.at_turn if game.at_turn is not None else looks if looks in game.humans else None

    def seat_below(self) -> int | None:
        """Return the seat shown below the table; behind the curtain, that of the person who is to lift it."""
        return self.here.at_turn if self.here.waits == "curtain" else self.own_seat()

    def turn_text(self) -> str:
        """Return whose turn it is, and the action to take if there is only one."""
        game = self.here
        state = game.live
        if game.waits == "player":
            return words("playing.thinks", player=state.table.names[state.turn])
        if game.waits != "human":
            return ""
        only = game.legal[0] if len(game.legal) == 1 else None
        alone = len(game.humans) == 1
        begins = alone and not any(step.seat in game.humans for step in game.timeline.steps)
        key = "draw" if isinstance(only, Draw) else "pass" if isinstance(only, Pass) else "first" if begins else "turn"
        if game.legal and all(isinstance(move, Discard) for move in game.legal):
            key = "discard"
        if key == "first" and self.confirms():
            key = "first_call"
        facts = {"player": state.table.names[state.turn]}
        if pass_word(state) == "leave":
            key, facts = "leave", dict(leave_to_partner(state).ruling.facts)
        return words(f"playing.{'your' if alone else 'their'}_{key}", **facts)

    def turn_line(self) -> Node:
        """Return whose turn it is; or the way back to the game, for somebody who looks back at a move."""
        game = self.here
        if game.step != game.end:
            back = button(words("playing.to_game"), "last", css="primary")
            return row(paragraph(words("playing.looks_back", step=game.step, end=game.end), "your-turn"), back)
        return paragraph(self.turn_text(), "your-turn", key="turn")

    def message(self) -> str:
        """Return what has happened since the last decision of the person at the screen."""
        return self.say_places(news(self.here, self.over_words))

    @property
    def over_words(self) -> str:
        """The sentence on what to press after a single hand."""
        return words("playing.over_one")

    def extras(self) -> Nodes:
        """Return what the coach says, and the reasons of the players."""
        given = bullets([paragraph(reason) for reason in reasons(self.here)], "replies")
        return [*self.coach.nodes(), given if self.gives_reasons else None]

    def buttons(self) -> Nodes:
        """Return the buttons that are shown after a hand."""
        return self._afterwards() if self.here.is_over and not self._is_summed_up() else []

    # --- over the table

    def on_table(self, scene: Scene) -> dict[str, object]:
        """Return the legal places, the notice over the table, and all moves since your own."""
        game = self.here
        facts = super().on_table(scene)
        notice = self._curtain() if game.waits == "curtain" else self._summary() if self._is_summed_up() else []
        if notice:
            facts["notice"] = notice
        if game.step == game.end and game.end:
            recent = _since(game)
            flights = [flight(self.seen, scene, step_view) for step_view in recent]
            facts |= {"fly": [flown for flown in flights if flown], "since": recent[0].number - 1}
        return facts

    def _curtain(self) -> Nodes:
        return [paragraph(curtain_text(self.here), "caption"),
                row(button(words("playing.curtain_lift"), "lift", css="primary"))]

    def _is_summed_up(self) -> bool:
        game = self.here
        is_seen = self._opened is game.timeline or self.review is not None
        return bool(game.is_over and game.step == game.end and not is_seen)

    def _summary(self) -> Nodes:
        """Show who won, by what sum, and what to do next."""
        game = self.here
        told = self.seen.why
        table, scores = game.live.table, game.live.scores
        totals = " · ".join(f"{join_words([table.side_name(side)])} {points}" for side, points in enumerate(scores))
        won = _match_won(game, told.caption)
        return [paragraph(told.what, "headline"), paragraph(told.why), paragraph(won, "headline") if won else None,
                paragraph(words("playing.totals", totals=totals), "note") if game.live.rules.keeps_score else None,
                row(*self._afterwards(), button(words("playing.see_table"), "see_table", css="quiet"))]

    def _afterwards(self) -> Nodes:
        onward = button(words("playing.next_hand"), "next_hand", css="primary")
        again = button(words("playing.new_match" if self.here.whole else "board.new_deal"), "new_deal", css="primary")
        return [onward if self.here.goes_on else again, button(words("playing.look"), "look")]

    # --- what is read aloud

    @property
    def status(self) -> str:
        """Your own move and the replies in one announcement, unless the replies take long."""
        return self._spoken

    def refresh(self) -> None:
        """Update the view, and have the news read aloud."""
        if not self._pausing:
            self._spoken = self._aloud_now()
        super().refresh()

    def _aloud_now(self) -> str:
        game, before = self.here, self._spoken
        if game.voice is not self:
            return ""
        soon = game.waits == "player" and bool(game.humans) and game.delay <= SOON
        if soon and game.refused is None and not game.notice and before:
            return before
        return " ".join(filter(None, (self.announcement(), self._turn_aloud(), curtain_text(game))))

    def _turn_aloud(self) -> str:
        game = self.here
        return "" if game.tile is not None or game.refused is not None or game.step != game.end else self.turn_text()

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that go on, those of the menu, and those after a hand."""
        game = self.here
        looks = {"look": press(self.look_through)} if game.is_over or self.review is not None else {}
        return {**super().actions(), "lift": press(game.lift), "next_hand": press(game.next_hand), **looks,
                "see_table": press(self._see_table), "delay": sets(game, "delay", place_in(self._pauses)),
                "hints": sets(self, "hints", yes_or_no),
                "save_match": press(lambda: self.stage.download(SUCH, game.to_toml(), "application/toml"))}

    def key(self, key: str) -> None:
        """Handle the keys of a board; Enter also lifts the curtain, and N deals the next hand."""
        if self.review is not None and key != "n":
            self.review.press_key(key)
        elif key == "n":
            self.here.next_hand()
        elif key == "Enter" and self.here.waits == "curtain":
            self.here.lift()
        elif key == "Escape" and self._is_summed_up():
            self._see_table()
        else:
            super().key(key)

    def deal(self) -> None:
        """Deal again for the same players, and start the match from the beginning."""
        self._file = None
        self.here.new_deal()

    def look_through(self) -> None:
        """Open the finished hand in a stepper in place of the table, or close it again."""
        before = self.review
        self._show(_Review(self.here.timeline, self.look_through) if before is None else None)

    def look_at(self, review: Review, step: int) -> None:
        """Open a reviewed hand of the match in a stepper, before the move to `step`."""
        stepper = _Review(review.line, self.look_through)
        stepper.review.give(review)
        stepper.here.go(step - 1)
        self._show(stepper)

    def _show(self, stepper: HandStepper | None) -> None:
        before, self.review = self.review, stepper
        self.children = tuple(child for child in (self.canvas, self.stage, self.review) if child is not None)
        self.refresh()
        if before is not None:
            before.close()
            self.stage.focus()      # the pressed button has gone, and the keys would go nowhere

    def _see_table(self) -> None:
        self._opened = self.here.timeline

    # --- going on

    def _go_on(self) -> None:
        """Keep the match, let the players move, and close a hand that is not on the table any more."""
        if self.review is not None and not self.here.is_over:
            self.look_through()
        self.replies.go_on()
        if self.replies.leads:
            self.keeping.keep()
        self.coach.follow()

    @property
    def line(self) -> str:
        """The line of Python that begins this match again, or goes on with its file; empty if there is none."""
        game, path = self.here, self.keeping.path
        delay = int(game.delay) if game.delay.is_integer() else game.delay
        how = {"delay": None if delay == USUAL else delay, "hints": None if self.hints else False,
               "reasons": None if self.gives_reasons else False, "coach": True if self.coach.is_on else None}
        return recipe(game, None if path else self._file, **how, save=str(path) if path else None)

    @property
    def answer_sheet(self) -> AnswerSheet:
        """The points of the first hand, as answer codes tell them; raises RulesetError unless one person plays."""
        return play_sheet(self.here)

    @property
    def answer_code(self) -> str:
        """The points that were made in the first hand, as a code for `dl.chance.class_board`.

        Raises RecordError while that hand goes on, and RulesetError unless one person plays.

        >>> dl.Play("block", against="heaviest", seed=1).answer_sheet.title
        'Block Game, seed 1, against heaviest'
        """
        sheet = self.answer_sheet
        return sheet.code(play_numbers(sheet, self.here))

    def close(self) -> None:
        """Take this view off the page; no player moves for it any more."""
        self.replies.stop()
        if self.review is not None:
            self.look_through()
        super().close()


class _Review(HandStepper):
    """The finished hand, step by step, with the way back to the game."""

    def __init__(self, hand: Timeline, done: Callable[[], object]) -> None:
        self._done = done
        super().__init__(hand)

    def areas(self) -> dict[str, Nodes]:
        """Return the areas of a stepper, with one more button beside the title."""
        areas = super().areas()
        *before, gear = areas["head"]
        return areas | {"head": [*before, button(words("playing.look_away"), "done"), gear]}

    def actions(self) -> Mapping[str, Press]:
        """Return what a stepper does, and the way back."""
        return {**super().actions(), "done": press(self._done)}


def _seconds(pause: float) -> str:
    return words("playing.delay_seconds", seconds=f"{pause:g}") if pause else words("playing.delay_none")


# --- replies ----------------------------------------------------------------------------------------------------------

_LEADING: WeakValueDictionary[int, Replies] = WeakValueDictionary()
"""Which of several lets the players of a game move, by its id: with two views each move would be made twice."""


class Replies:
    """Lets the players of a game move when it is their turn: after the game's delay, or at once if there is none.

    If no event loop runs, as in a script, they move at once, too. Each move runs inside `guard`, so that the errors of
    a player are shown. A press in one of the `views` waits until a player has moved, so that it applies to the table
    after the move.

    >>> game = PlaySession("block", against=["heaviest", "doubles"], seed=1)
    >>> Replies(game, lambda act: act).go_on()
    >>> game.is_over
    True
    """

    def __init__(self, game: PlaySession, guard: Callable[[Callable[[], None]], Callable[..., object]],
                 *views: Locked) -> None:
        self._game, self._guard, self._views = game, guard, views
        self._clock = Clock(self._tick)
        self.at_work = self._stopped = self._goes_on = False

    @property
    def leads(self) -> bool:
        """True if this one lets the players move: it is the first of its game that has not stopped."""
        return not self._stopped and _LEADING.setdefault(id(self._game), self) is self

    def go_on(self) -> None:
        """Let the players move if it is the turn of one of them."""
        if self.at_work or not self.leads or self._game.waits != "player":
            return
        self.at_work = True
        if not self._waits():
            self._guard(self._all)()
            self.at_work = False

    def stop(self) -> None:
        """Make no more moves, not even one that has been started."""
        self._stopped = True
        if _LEADING.get(id(self._game)) is self:
            del _LEADING[id(self._game)]

    def _waits(self) -> bool:
        if not self._game.delay:
            return False
        try:
            self._clock.start(lambda: self._game.delay)
        except RuntimeError:
            return False
        return True

    def _all(self) -> None:
        """All of them as one change, so that they are shown and announced as one."""
        with self._game._as_one():
            while self._reply():
                pass

    def _tick(self) -> bool:
        """One move; another follows if a player is to move again. What went wrong ends it."""
        self._goes_on = False
        if not self._stopped:
            self._guard(self._one)()
        self.at_work = self._goes_on
        return self._goes_on

    def _one(self) -> None:
        self._goes_on = self._reply()

    def _reply(self) -> bool:
        with lend_lock(self._game, *self._views):
            return self._game.reply()


# --- the coach --------------------------------------------------------------------------------------------------------

HELP = ("ask_coach", "ask_pair", "ask_worths")
"""The steps of help before a move."""

COACH_SECONDS = 3.0
"""The longest time for the moves of one turn, where no kernel can be compiled."""


def why_no_coach(game: PlaySession) -> str:
    """Return why nobody can be coached in a game; empty if somebody can.

    >>> why_no_coach(PlaySession("block", against="greedy", seed=1))
    ''
    """
    if len(game.humans) != 1:
        return words("review.coach_one_person")
    return why_not_reviewed(game.timeline)


class CoachPanel(Panel):
    """Says what the last move of the one person cost, and helps before a move in three steps, when asked.

    It looks only at what that person knows. First figures come from few deals, better ones from many.
    """

    view: Play

    def __init__(self, view: Play, *, is_on: bool) -> None:
        super().__init__(view)
        self.is_on = is_on
        self._costs, self._hints = Worker(), Worker()
        self._moved: Step | None = None     # the move that is spoken about
        self._cost, self._is_busy = "", False
        self._about: Step | None = None     # the step after which there is help
        self._hint: Hint | None = None
        self._level = 0

    def nodes(self) -> Nodes:
        """Return what the last move cost, the help so far, and the button for more."""
        game = self.view.here
        if not self.is_on or game.step != game.end or why_no_coach(game):
            return []
        inside = [paragraph(self._cost, role="status", key="coach-cost"), *self._help()]
        return [box(*inside, css="coach", key="coach")] if any(inside) else []

    def _help(self) -> Nodes:
        game = self.view.here
        if game.waits != "human" or len(without_twins(view_of(game.timeline, game.humans[0]))) < 2:
            return []
        is_here = self._about is game.timeline.steps[-1]
        level, hint, say = self._level if is_here else 0, self._hint if is_here else None, self.view.say_places
        if level and hint is None:
            return [paragraph(words("review.coach_thinks"), role="status")]
        steps: Nodes = [] if hint is None else [
            paragraph(say(hint.look_text)), paragraph(say(hint.pair_text)),
            bullets([paragraph(say(text)) for text in hint.worth_texts])]
        more = [row(button(words(f"review.{name}"), "coach_help", css="quiet")) for name in HELP[level:level + 1]]
        return [*steps[:level], *more]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that switch the coach on or off, and ask for help."""
        return {"coach": takes(yes_or_no, self.switch), "coach_help": press(self.ask)}

    def switch(self, wanted: bool) -> None:  # noqa: FBT001
        """Switch the coach on or off."""
        self.is_on = wanted and not why_no_coach(self.view.here)
        self.follow()

    def follow(self) -> None:
        """Work out what the last move of the person cost, if it is another than before, and then help for the next."""
        line, people = self.view.here.timeline, self.view.here.humans
        if not self.is_on:
            return
        number = next((number for number in range(len(line) - 1, 0, -1) if line[number].seat in people), 0)
        if line[number] is not self._moved:
            self._moved, self._cost, self._is_busy = line[number], "", bool(number)
            self._costs.stop()
            if number:
                line = line.upto(number)
                self._costs.start([partial(find_cost, line, seed=0, limits=limits) for limits in _two_limits(line)],
                                  self._say, self.view.show_error)
        if not self._is_busy:
            self._prepare()

    def _say(self, cost: str, left: int) -> None:
        self._cost, self._is_busy = cost, bool(left)
        if not left:
            self._prepare()
        self.view.refresh()

    def _prepare(self) -> None:
        """Work out help for the turn of the person, whether it is asked for or not: then it is there at once."""
        game, line = self.view.here, self.view.here.timeline
        if game.waits == "human" and self._about is not line.steps[-1]:
            self._about, self._hint, self._level = line.steps[-1], None, 0
            self._hints.start([partial(find_hint, line, seed=0, limits=limits) for limits in _two_limits(line)],
                              self._give, self.view.show_error)

    def ask(self) -> None:
        """Ask for the next step of help: what to look at, which two moves to compare, what the moves are worth."""
        if self.is_on and self.view.here.waits == "human":
            self._prepare()
            self._level = min(self._level + 1, len(HELP))

    def close(self) -> None:
        """Work nothing out any more."""
        self._costs.stop()
        self._hints.stop()

    def _give(self, hint: Hint | None, _left: int) -> None:
        self._hint = hint
        self.view.refresh()


def _two_limits(line: Timeline) -> tuple[Limits, Limits]:
    return quick_limits(line), usual_limits(line, None if engines.can_compile() else COACH_SECONDS)


# --- after a hand -----------------------------------------------------------------------------------------------------

class DearestPanel(WorkingPanel):
    """The moves of all finished hands of a match that cost most; a press opens the hand there."""

    view: Play

    def __init__(self, view: Play) -> None:
        super().__init__(view)
        self._reviewed = tuple[Timeline, ...]()
        self._review: MatchReview | None = None

    @property
    def can_open(self) -> bool:
        """True if there is a finished hand that can be reviewed."""
        return bool(self.view.here.is_over and not why_not_reviewed(self.view.here.timeline))

    @property
    def review(self) -> MatchReview | None:
        """The review of the hands so far; None before it was asked for."""
        return self._review if self._reviewed == self.view.here.played.hands else None

    def nodes(self) -> Nodes:
        """Return the offer to review the hands, or the moves that cost most and what each player lost."""
        if self.is_working:
            return [paragraph(words("review.working"), "note", role="status")]
        if self.review is None:
            return [paragraph(words("review.offer"), "note"), button(words("review.start_match"), "review_match")]
        moves = [box(button(text, "review_open", number, css="quiet"))
                 for number, text in enumerate(self.review.dearest_texts)]
        hands = [paragraph(words("review.of_hand", number=number, text=text), "note")
                 for number, review in enumerate(self.review.reviews, 1) for text in review.summary]
        return [paragraph(words("review.dearest" if moves else "review.none_marked")), bullets(moves), *hands,
                paragraph(self.review.reviews[-1].method_text, "note")]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that review the hands, and open one of them."""
        return {"review_match": press(self.make),
                "review_open": takes(place_in(lambda: () if self.review is None else self.review.dearest), self._open)}

    def make(self) -> None:
        """Review all hands so far."""
        hands = self.view.here.played.hands
        if self.can_open and not self.is_working and self.review is None:
            self._reviewed = hands
            self.work([lambda: MatchReview(tuple(map(review_hand, hands)))], self._take)

    def _take(self, review: MatchReview, _left: int) -> None:
        self._review = review

    def _open(self, place: tuple[int, ReviewedTurn]) -> None:
        if self.review is not None:
            number, turn = place
            self.view.look_at(self.review.reviews[number], turn.step)


# --- what is told -----------------------------------------------------------------------------------------------------

COSTS = (Missed, Paid, Stacked)
"""Where somebody loses points by a move, it is told also when others have moved since."""


def curtain_text(game: PlaySession) -> str:
    """Return the text on the curtain; empty if there is none."""
    if game.waits != "curtain":
        return ""
    return words("playing.curtain_told", player=game.live.table.names[game.live.turn])


def news(game: PlaySession, over: str = "") -> str:
    """Return the reader's move and the others' moves after it, with the reason for the last, in at most 40 words.

    At the end of a hand its sums come first, then as many of the moves before it as there is room for. A reader who
    looks back at an earlier step reads about that step.

    >>> game = PlaySession("all-fives", against="greedy", seed=1)
    >>> game.do(game.legal[0])
    >>> while game.waits == "player":
    ...     more = game.reply()
    >>> [sentence.split()[:2] for sentence in news(game).split(". ")][:2]
    [['Ana', 'starts'], ['Ben', 'plays']]
    """
    whole = game.snapshot.sentences.caption
    if game.step != game.end:
        return whole
    before = [_what(game, group) for group in _group(_since(game)[:-1])]
    last = whole if game.is_over or _fits(*before, whole) else game.snapshot.why.what or whole
    while before and not _fits(*before, last) and game.is_over:
        before.pop(0)
    return " ".join(filter(None, (*before, last, _after(game, last, over))))


def _fits(*sentences: str) -> bool:
    return len(" ".join(sentences).split()) <= CAPTION_WORDS


def reasons(game: PlaySession) -> tuple[str, ...]:
    """Return the reasons that the players gave since then; the last reason of each, in the order of play."""
    if not game.end:
        return ()
    first, upto = game.end + 1 - len(_since(game)), game.step + 1
    numbers = range(first, upto) if game.step == game.end else range(game.step, upto)
    given = game.reasons
    reason_by_seat = {game.timeline[number].seat: given[number] for number in numbers if number in given}
    names = game.timeline.names
    return tuple(words("playing.said_by", player=names[seat], reason=reason) for seat, reason in reason_by_seat.items()
                 if seat is not None)


def _since(game: PlaySession) -> Sequence[StepView]:
    """The steps from the last decision of the one who looks; in between, of whoever it was that decided last."""
    people = {game.seen_by} & set(game.humans) or set(game.humans)
    steps = game.timeline.steps
    last = next((at for at in range(len(steps) - 1, 0, -1) if steps[at].seat in people), 0)
    return game.step_views[last or min(1, len(steps) - 1) :]


def _group(step_views: Sequence[StepView]) -> Iterator[list[StepView]]:
    """Yield the steps in groups: tiles that one player draws in a row are told together."""
    def drawer(view: StepView) -> tuple[int | None, bool | str]:
        return view.step.seat, isinstance(view.step.action, Draw) or str(view.number)

    for _, group in groupby(step_views, drawer):
        yield list(group)


def _what(game: PlaySession, step_views: list[StepView]) -> str:
    first = step_views[0]
    if len(step_views) > 1 and first.step.seat is not None:
        return words("playing.draws_some", player=game.timeline.names[first.step.seat], count=len(step_views))
    told = first.why(game.seen_by)
    return told.caption if any(isinstance(event, COSTS) for event in first.step.events) else told.what


def _after(game: PlaySession, told: str, over: str) -> str:
    """Say how the match goes on after a hand."""
    if game.waits == "hand over":
        return f"{_match_won(game, told)} {words('playing.over_next')}".strip()
    over = words("playing.over_match") if game.whole else over
    return f"{_match_won(game, told)} {over}".strip() if game.waits == "match over" else ""


def _match_won(game: PlaySession, told: str) -> str:
    """Say who has won the match, unless the rule that ends it says so; or why it was given up."""
    won = next((event for event in game.timeline[-1].events if isinstance(event, MatchWon)), None)
    if won is None:
        return game.played.note if game.whole else ""
    return "" if won.ruling.text in told else words("playing.over_won", player=game.live.table.side_name(won.side))


# --- the score sheet of a match ---------------------------------------------------------------------------------------

def match_sheet(game: PlaySession) -> Nodes:
    """Return the points of each side in each hand, in play and at the end, and its total; one row for each hand."""
    table, rules = game.live.table, game.live.rules
    in_play = rules.scores_in_play
    goal = rules.winning.goal(len(game.timeline.names), teams=rules.dealing.teams == "pairs") if game.whole else None
    heads = [words("playing.sheet_hand"), *(table.side_name(side) for side in range(len(game.live.scores)))]
    rows = [[row.hand, *_cells(row, in_play=in_play)] for row in game.sheet]
    label = words("playing.sheet_goal", goal=goal) if goal else ""
    matches = [f"{name}: {won}" for name, won in zip(heads[1:], game.played.standing.won, strict=False)]
    return [{"is": "sheet", "heads": heads, "rows": rows, "label": label},
            paragraph(words("playing.sheet_matches", sides=matches), "note") if matches else None,
            paragraph(words("playing.sheet_note"), "note") if in_play else None]


def _cells(row: SheetRow, *, in_play: bool) -> Iterable[dict[str, object]]:
    for played, award, total, fell in zip(row.played, row.award, row.total, row.fell, strict=True):
        key = "sheet_paid" if played < 0 else "sheet_row" if in_play else "sheet_award"
        facts = {"played": played, "paid": -played, "award": award, "less": -award}
        text = words(f"playing.{key}_less" if award < 0 else f"playing.{key}", **facts)
        yield {"text": words("playing.sheet_fell", points=text) if fell else text, "total": total}
