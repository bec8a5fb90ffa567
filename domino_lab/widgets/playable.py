"""Playable: a game on a page, with every position that a reader can get to, and what is said there."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from itertools import combinations
from typing import NamedTuple

from domino_lab.chance.patience_search import alone
from domino_lab.core.actions import Action, Pass, Remove, Say
from domino_lab.core.errors import RecordError
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import judge, legal
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.board import name_outward_half
from domino_lab.sessions.patience import PatienceSession, Tally
from domino_lab.sessions.play import PlaySession
from domino_lab.sessions.possible_actions import WITHOUT_TILE, action_kinds, is_called, tiles_of
from domino_lab.sessions.seating import Luck, answer
from domino_lab.sessions.spreads import is_covered, is_spread, lying
from domino_lab.widgets.board_view import BoardView
from domino_lab.widgets.hand_view import Tab, pile
from domino_lab.widgets.nodes import Json, Nodes, button, fold, menu, paragraph, row, words
from domino_lab.widgets.page_file import Page
from domino_lab.widgets.pages import Recorded, Rows, Still, page_of, title
from domino_lab.widgets.patience import Patience
from domino_lab.widgets.play import Play

MOST_OF_PATIENCE, MOST_OF_PLAY = 2000, 1500
"""The most positions of a game on one page: so many take up to 450 kB."""

SAID = "\5"
"""Stands in a moment for what is said about the position, about a choice, or about a move that is refused."""

_KEYS: dict[str, tuple[str, str | None]] = {
    "d": ("act", "draw"), "p": ("act", "pass"), "u": ("undo", None), "r": ("redo", None), "h": ("help", None),
    "o": ("say_on", None)}
"""What `playable.js` does for a key, with its value."""

_NOTES = ("undone", "redone", "restarted", "nothing_undone", "nothing_redone")


# --- what can be reached ---------------------------------------------------------------------------------------------

_TOGETHER = 2
"""So many tiles of those that went are shown after a move that removes none."""


class Reached(NamedTuple):
    """A position: the hand as far as it was played, and after each legal move, in order, the place of the next one."""

    line: Timeline
    after: list[int]


def reach_patience(game: PatienceSession, most: int) -> list[Reached]:
    """Return the positions of a patience from now on; more than `most` of them are not looked at.

    Ways that lead to the same tiles by the same last move meet.

    >>> len(reach_patience(PatienceSession("five-columns", seed=0, tally=Tally()), 100))
    5
    """
    return _reach(game.timeline, most, position_of, lambda line: line)


def reach_play(game: PlaySession, most: int) -> list[Reached]:
    """Return the positions in which the person decides, or the hand is over; more than `most` are not looked at.

    The players answer as they would in the game itself: their chances are those of the shuffle.

    >>> len(reach_play(PlaySession("block", against="greedy", seed=4), 100))
    16
    """
    def let_answer(line: Timeline) -> Timeline:
        while not line.is_over and (player := game.seating[line.state.turn]) is not None:
            line = answer(line, player, game.luck)
        return line

    return _reach(game.timeline, most, lambda line: line.actions, let_answer)


def _reach(first: Timeline, most: int, key: Callable[[Timeline], Hashable], go_on: Callable[[Timeline], Timeline]
           ) -> list[Reached]:
    reached = [Reached(go_on(first), [])]
    known = {key(reached[0].line): 0}
    for line, after in reached:
        for move in () if line.is_over else legal(line.state):
            following = go_on(line.play(move))
            at = known.setdefault(key(following), len(reached))
            if at == len(reached):
                reached.append(Reached(following, []))
            after.append(at)
        if len(reached) > most:
            break
    return reached


def position_of(line: Timeline) -> Hashable:
    """Return what a patience shows and what its rest depends on: its tiles, the last move, at the end its choices."""
    state = alone(line.state)
    facts = {**vars(state), "waste": state.waste[-_TOGETHER:], "choices": line.is_over and state.choices}
    return tuple(fact for name, fact in facts.items() if name not in ("table", "lead")), line.actions[-1:]


# --- what is shown ----------------------------------------------------------------------------------------------------

class PageBoard(Still, BoardView):
    """A board on a page: what is said comes in its own place, and its buttons are those that a page can do."""

    def words_below(self) -> Nodes:
        """Return the place of what is said."""
        return [paragraph(SAID)]

    def remark(self) -> Nodes:
        """Return what is said now, with the rule behind it."""
        return super().words_below()

    def heading(self) -> Nodes:
        """Return the title and the menu."""
        going = [button(words(f"board.{name}"), name) for name in ("redo", "restart")] if self.goes_back else []
        keys = fold(words("keys_label"), paragraph(self.key_help(), "note"))
        return [title(self.seen.title), menu(words("menu"), (keys,), *going)]

    @property
    def goes_back(self) -> bool:
        """True if moves can be taken back."""
        return bool(getattr(self.here, "allows_undo", True))


class PagePatience(PageBoard, Patience):
    """A patience on a page, without the parts that need a kernel."""

    key_set = (*(key for key in BoardView.key_set if not key.isdigit()), "o")

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the tiles, the words and the buttons."""
        return {"head": self.heading(), "rack": [self.rack()], "bar": self.action_bar(),
                "talk": [*self._goal(), *self.words_below()]}

    def action_bar(self) -> Nodes:
        """Return the buttons for the moves now; at the end those that go back."""
        return [row(*self._again())] if self.here.is_over else super().action_bar()

    def more_keys(self) -> list[str]:
        """Return the keys for hints, in Bingo the one that counts on, and those that undo."""
        counts = ["patience.key_say_on"] if self.here.timeline.rules.solo.key == "bingo" else []
        return ["patience.key_hint", *counts, "board.key_undo"]

    def remark(self) -> Nodes:
        """Return what is said now; below a hint the button that makes its move."""
        tip = self.here.tip
        does = None if tip is None else button(words(f"board.{tip.action.kind}"), "confirm", css="primary")
        return [*super().remark(), row(does) if does else None]

    def _again(self) -> Nodes:
        is_lost = self.here.live.over == "lost" and bool(self.here.timeline.actions)
        undo, restart = (button(words(f"board.{name}"), name, css="primary" if first else "")
                         for name, first in (("undo", is_lost), ("restart", not is_lost)))
        return [undo, restart] if is_lost else [restart, undo]


class PagePlay(PageBoard, Play):
    """A hand against players on a page."""

    key_set = tuple(key for key in BoardView.key_set if not key.isdigit())

    def areas(self) -> dict[str, Nodes]:
        """Return the areas of a game; the moves are listed where one can go back to them."""
        areas = super().areas()
        title_node, gear = self.heading()
        more = areas["more"] if self.goes_back else []
        return {**areas, "head": [title_node, pile(self.seen.tabletop), gear], "more": more}

    @property
    def status(self) -> str:
        """The sentence that is read aloud: the last events, and whose turn it is."""
        return self._aloud_now()

    @property
    def over_words(self) -> str:
        """The sentence on what to press after the hand."""
        return words("playing.over_page") if self.goes_back else ""

    def tabs(self) -> dict[str, Tab]:
        """Return the moves alone."""
        return {"moves": super().tabs()["moves"]}

    def buttons(self) -> Nodes:
        """Return the button that begins again, after the hand."""
        return self._afterwards() if self.here.is_over else []

    def _afterwards(self) -> Nodes:
        return [button(words("board.restart"), "restart", css="primary")] if self.goes_back else []


class RecordedBoard(Recorded):
    """Everything that a game can show: each position, and what is said about each tile and each move in it."""

    scripts = ("playable",)
    view: PageBoard
    aside: tuple[str, ...] = ("status",)
    """What of a moment is kept elsewhere."""

    def __init__(self, view: PageBoard, reached: list[Reached]) -> None:
        super().__init__(view)
        self.reached = reached
        self._says: list[Json] = []
        self._numbers: dict[str, int] = {}
        self._pairs: dict[str, int] = {}

    def data(self) -> Json:
        """Return all of it as plain JSON, for `playable.js`."""
        rows = Rows()
        for reached in self.reached:
            rows.add(self._position(reached))
        self.view.here.do(None)
        first = self._say()
        return {"positions": rows.columns(), "moments": self._moments.columns(), "parts": self._parts.values,
                "rooms": [least for least, _ in self.rooms], "says": self._says, "first": first,
                "pairs": self.view.confirms(), "no": self._pairs, "undo": self.view.goes_back, "keys": _KEYS,
                "words": {name: words(f"board.{name}") for name in _NOTES}}

    def _position(self, reached: Reached) -> Json:
        """Return the moment of a position, where its moves lead, and what is said there."""
        board = self.view.here
        board.cancel()
        board.opens(reached.line)
        drawn = self._draw(range(len(self.rooms)))
        moment = {name: fact for name, fact in self.view.moment().items() if name not in self.aside}
        facts: Json = {"moment": self._moments.number(self._parts.take_from(moment | drawn)), "says": self._say(),
                       "go": reached.after}
        if board.is_over:
            return facts | {"over": True, "tiles": {}, "acts": {"say": self._number_of(Pass())}}
        tiles = {str(tile): self._tile(tile) for tile in (lying(board.live) if is_spread(board.live) else board.tiles)}
        return {**facts, "tiles": tiles, "acts": self._acts(), **self.more_of(reached)}

    def more_of(self, reached: Reached) -> Json:
        """Return what a position of this game has besides."""
        return {}

    def _tile(self, tile: Tile) -> list[int]:
        """Return what is said when a tile is pressed, then the number of each of its moves and what is said of it."""
        board = self.view.here
        board.cancel()
        self.view.choose(str(tile))
        told, moves = [self._say()], []
        board.choose(tile)
        allowed = [place for place, choice in enumerate(board.choices) if choice.allowed]
        for place in allowed or range(min(len(board.choices), 1)):
            board.place = place
            moves += [self._number_of(board.chosen_action), self._say()]
        return told + moves

    def _acts(self) -> dict[str, int]:
        """Return the number of each action without a tile, or what is said when it is refused."""
        kinds = {*action_kinds(self.view.here.live)}
        return {name: self._number_of(action) for name, action in WITHOUT_TILE.items() if name in kinds}

    def _number_of(self, action: Action | None) -> int:
        """Return the number of a legal move; for one that is refused, a number below 0 for what is said then."""
        board = self.view.here
        meant = None if action is None else name_outward_half(board.live, action)
        same = [number for number, move in enumerate(board.legal) if type(move) is type(meant) and move == meant]
        if same:
            return same[0]
        tile, place = board.tile, board.place
        board.do(action)
        said = self._say()
        board.choose(tile)
        board.place = place
        return -1 - said

    def _say(self) -> int:
        """Return the number of what is said now, and after a refusal what is said to somebody who asks for a move."""
        board = self.view.here
        said: Json = {"told": self._parts.take_from([node for node in self.view.remark() if node]),
                      "status": self.view.status}
        if board.refused is not None and not board.helps and board.legal:
            board.help()
            said["help"] = self._say()
        number = self._numbers.setdefault(json.dumps(said), len(self._says))
        if number == len(self._says):
            self._says.append(said)
        return number


class RecordedPatience(RecordedBoard):
    """Everything that a patience can show, with a hint in each position."""

    rooms = ((0, (344, 400)), (520, (720, 540)))
    aside = (*RecordedBoard.aside, "at")        # ways of different lengths may meet
    view: PagePatience

    def __init__(self, view: PagePatience, reached: list[Reached]) -> None:
        super().__init__(view, reached)
        self._refusals: dict[str, int] = {}
        self._known = {position_of(each.line): at for at, each in enumerate(reached)}

    def more_of(self, reached: Reached) -> Json:
        """Return the hint, the position after counting on, and why pairs are refused where it is not as usual."""
        board, facts = self.view.here, dict[str, object]()
        board.cancel()
        if board.able:
            facts["turns"] = " ".join(map(str, board.able))
        board.ask()
        if board.tip is not None:
            action = board.tip.action
            facts["tip"] = [self._number_of(action), self._say(), *map(str, tiles_of(action)[:1])]
        if Say() in board.legal:
            board.say_on()
            facts["on"] = self._known[position_of(board.timeline)]
            board.opens(reached.line)
        if refused := self._refused_pairs():
            facts["no"] = refused
        return facts

    def _refused_pairs(self) -> dict[str, int]:
        """Return why two tiles do not go together, by their names, where that is not what was said before."""
        board, other = self.view.here, dict[str, int]()
        if not self.view.confirms():
            return other
        board.cancel()
        free = [tile for tile in lying(board.live) if not is_covered(board.live, tile)]
        for pair in combinations(free, 2):
            ruling, name = judge(board.live, Remove(pair)), " ".join(sorted(map(str, pair)))
            if not ruling.allowed and self._pairs.setdefault(name, said := self._refusal(ruling)) != said:
                other[name] = said
        return other

    def _refusal(self, ruling: Ruling) -> int:
        """Return the number of what is said when a move is refused; most refusals are met in many positions."""
        known = repr(ruling)
        if known not in self._refusals:
            self.view.here.refused = ruling
            self._refusals[known] = self._say()
        return self._refusals[known]


# --- what makes the page ----------------------------------------------------------------------------------------------

def game_page(what: Patience | PatienceSession | Play | PlaySession) -> Page:
    """Return the page of a game in which nothing was done yet; raises RecordError if no page can hold it."""
    game = what.here if isinstance(what, Patience | Play) else what
    view = _page_play(game, what) if isinstance(game, PlaySession) else PagePatience(
        PatienceSession(game.timeline, step=0, tally=Tally()))
    try:
        return page_of(view.seen.title, [_recording(view)])
    finally:
        view.close()


def _recording(view: PageBoard) -> RecordedBoard:
    game = view.here
    if isinstance(game, PlaySession):
        return RecordedBoard(view, _few(reach_play(game, MOST_OF_PLAY), MOST_OF_PLAY, "smaller_play"))
    assert isinstance(game, PatienceSession)
    return RecordedPatience(view, _few(reach_patience(game, MOST_OF_PATIENCE), MOST_OF_PATIENCE, "smaller_patience"))


def _few(reached: list[Reached], most: int, smaller: str) -> list[Reached]:
    """Return these positions; raises RecordError if they are too many."""
    if len(reached) > most:
        raise RecordError(words("too_many_positions", most=most, smaller=words(smaller)))
    return reached


def _page_play(game: PlaySession, what: object) -> PageBoard:
    """Return the view of a game on a page, with the settings of the view that shows it in the notebook."""
    hints, reasons = (what.hints, what.gives_reasons) if isinstance(what, Play) else (True, True)
    return PagePlay(_one_hand(game), hints=hints, reasons=reasons)


def _one_hand(game: PlaySession) -> PlaySession:
    """Return a game that is only the hand on the table, from its deal on."""
    if len(game.humans) != 1:
        raise RecordError(words("no_page_for_people"))
    if is_called(game.live, "lay"):
        raise RecordError(words("no_page_for_calls"))
    line, seats = game.timeline.upto(0), len(game.seating)
    assert line.shuffle is not None
    hand = PlaySession(line.rules, against=[*game.seating], names=line.names, match=False, undo=game.allows_undo)
    hand.goes_back_to(game.match, line, Luck(line.shuffle, seats))
    return hand
