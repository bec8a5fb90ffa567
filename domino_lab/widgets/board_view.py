"""BoardView: a hand to be played: tiles to press or to drag to their places, Draw, Pass, Undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Say
from domino_lab.core.chain import OpenEnd
from domino_lab.core.tiles import Tile
from domino_lab.explain.why import tell_play, why
from domino_lab.explain.why_not import nearest, refusal, suggest
from domino_lab.picture.end_places import end_places
from domino_lab.picture.scene import Scene
from domino_lab.picture.tabletop import Tabletop
from domino_lab.play.hand import advance
from domino_lab.play.move_text import describe_move, pass_word
from domino_lab.play.state import Step
from domino_lab.sessions.board import Board, lit, name_outward_half
from domino_lab.sessions.possible_actions import WITHOUT_TILE, action_kinds, draws, is_called, tiles_of
from domino_lab.sessions.spreads import is_covered, is_spread
from domino_lab.widgets.hand_view import HandView, Tab, clause_link, players, title_nodes
from domino_lab.widgets.messages import Press, maybe, one_of, pair, place_in, press, takes, typed_number, typed_text
from domino_lab.widgets.nodes import (
    Json,
    Node,
    Nodes,
    box,
    button,
    field,
    form,
    paragraph,
    row,
    rule_link,
    submit,
    words,
)
from domino_lab.widgets.open_ends import beside_count, count_line
from domino_lab.widgets.places import legal_places
from domino_lab.widgets.score_sheet import score_sheet
from domino_lab.widgets.view import pixels
from domino_lab.widgets.why_not import MOST_CALLED

DIGITS = tuple("0123456789")


class BoardView(HandView):
    """A hand to be played. `hints` makes the playable tiles stand out, with the points that they score.

    A subclass adds to `areas`, gives in `message` the text to show while nothing is chosen, and in `deal` a function
    that opens another deal (None: there is no button for that).
    """

    css, label, has_table = "board", "board.board", True
    tab = "moves"
    key_set = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "d", "p", "h", "u", "r", "?",
               *DIGITS)
    keys_told = "board.keys"
    here: Board
    deal: Callable[[], object] | None = None

    def __init__(self, board: Board, *, large: bool = False, hints: bool = True) -> None:
        self.large, self.hints = large, hints
        self._outcomes: tuple[object, dict[Action, Step]] = (None, {})
        self._open(board)

    # --- what is shown

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, the tiles to choose from, the words, and the buttons."""
        alone = self.here.live.rules.solo is not None
        seats = {"own": self.own_seat(), "below": self.seat_below()}
        above, below = ([], []) if alone else players(self.seen, **seats)
        return {"head": title_nodes(self, *self.settings()), "top": above, "rack": [*below, self.rack()],
                "talk": [self.turn_line(), count_line(self.seen), *self.words_below(), *self.extras()],
                "bar": self.action_bar(), "more": self.tab_nodes()}

    def tabs(self) -> dict[str, Tab]:
        """Return the moves; a subclass may add more."""
        return {"moves": (words("moves"), lambda: [score_sheet(self.seen, large=self.large)])}

    def key_help(self) -> str:
        """Return the explanation of the keys, as far as this game uses them."""
        phrases = (self.keys_told, *self.game_keys(), *self.more_keys(), "key_question")
        return " ".join(map(words, phrases))

    def game_keys(self) -> list[str]:
        """Return the phrases for the keys that draw and pass, and for the score that is called."""
        board = self.here
        rules, kinds = board.live.rules, action_kinds(board.live)
        able = {"draw": "draw" in kinds and draws(rules), "pass": "pass" in kinds,
                "call": DIGITS[0] in self.key_set and is_called(board.live, "lay")}
        return [f"board.key_{name}" for name, can in able.items() if can]

    def more_keys(self) -> list[str]:
        """Return the phrases for all other keys; a subclass adds its own."""
        return ["board.key_show", *(["board.key_undo"] if getattr(self.here, "allows_undo", True) else [])]

    def settings(self) -> Nodes:
        """Return the settings in the menu with the gear."""
        board = self.here
        able = getattr(board, "allows_undo", True)
        return [button(words("board.redo"), "redo", off=not self._can("redo")) if able else None,
                button(words("board.restart"), "restart") if able else None,
                button(words("board.new_deal"), "new_deal") if self.deal is not None else None]

    def extras(self) -> Nodes:
        """Return more nodes below the words; a subclass may add some."""
        return []

    def turn_line(self) -> Node:
        """Return "Your turn" if it is; a subclass with players says whose turn it is."""
        return None

    def message(self) -> str:
        """Return the text to show while nothing is chosen and nothing was refused."""
        return self.say_places(self.seen.sentences.caption)

    @property
    def status(self) -> str:
        """The announcement, if this view is the one that announces for its board; empty otherwise."""
        return self.announcement() if self.here.voice is self else ""

    def announcement(self) -> str:
        """Return the last event, the choice, or the reason for a refusal, with an allowed move if it was asked for."""
        board = self.here
        if board.refused is not None:
            offer = instead(board, self.where()) if board.helps else ""
            return " ".join(filter(None, (refusal(board.live, board.refused), offer, call_words(board))))
        text = choice_words(board, self.where) or self.message()
        if board.notice:
            fresh = self.message() if board.notice in FRESH else ""
            text = " ".join(filter(None, (self.notice_words(), choice_words(board, self.where), fresh)))
        return " ".join(filter(None, (text, call_words(board))))

    def where(self) -> Mapping[OpenEnd, str]:
        """Return the places of a spinner's ends in the picture."""
        scene = self.scene
        return {} if scene is None else end_places(scene)

    def notice_words(self) -> str:
        """Return the last action in words, if it was not a move."""
        board, state = self.here, self.here.live
        player = state.table.names[state.turn]
        if board.notice == "undone" and board.undone is not None:
            end = getattr(board.undone.action, "end", None)
            place = None if end is None else self.where().get(end)
            what = tell_play(board.undone, place) if place else why(board.undone, seen_by=board.seen_by).what
            return words("board.undone_move", what=what)
        return words(f"board.{board.notice}", step=board.end, game=state.rules.name, player=player)

    def words_below(self) -> Nodes:
        """Return the announcement, with the rule behind it; after a refusal also a button that shows a move."""
        wrong = self.here.refused is not None
        helps = wrong and not self.here.helps and bool(self.here.legal) and "h" in self.key_set
        show = button(words("board.show_me"), "help", css="quiet") if helps else None
        text = beside_count(self.seen, self.announcement())
        caption = paragraph(text, "wrong" if wrong else "", sign="✗" if wrong else "")
        return [box(caption, css="caption"), row(show, self.rule()) if show else self.rule()]

    def rule(self) -> Node:
        """Return the rule that decided, with the sheet it comes from; None if no rule did."""
        board, told = self.here, self.seen.sentences
        if board.refused is not None:
            return clause_link(board.refused, board.live.rules)
        return None if board.tile is not None or board.notice else rule_link(told.rule, told.sentence)

    def rack(self) -> Node:
        """Return the tiles to choose from as drawn buttons, in the order in which they are held."""
        board, held = self.here, self.rack_tiles()
        if is_spread(board.live) or board.is_over or not held:
            return None
        node = {"is": "rack", "label": words("board.tiles"), "seat": self.own_seat(),
                "tiles": [self._tile_button(tile) for tile in held]}
        return node if board.legal or board.tiles else {**node, "off": True}

    def rack_tiles(self) -> tuple[Tile | None, ...]:
        """Return the tiles of the rack, None for a face-down one; the rack may also be full while others move."""
        return self.here.tiles

    def _tile_button(self, tile: Tile | None) -> dict[str, object]:
        board = self.here
        if tile is None:
            return {"tile": ""}
        moves = [action for action in board.legal if tile in tiles_of(action)]
        told = {"tile": str(tile), "on": tile == board.tile, "name": str(tile)}
        if tile.copy:
            told["key"] = f"{tile}#{tile.copy}"
        if self.hints and board.legal:
            told["name"] = self._aloud(tile, moves)
            told["css"] = "can" if moves else "cannot"
        return {name: value for name, value in told.items() if value is not False}

    def _aloud(self, tile: Tile, moves: list[Action]) -> str:
        """The name of a tile that can be played: "6-2, fits the 6, no score"."""
        if not moves:
            return words("board.goes_not", tile=tile)
        ends = sorted({action.end.value for action in moves if isinstance(action, Play) and action.end is not None})
        points = [self.outcome(action).points for action in moves]
        fits = words("board.fits", tile=tile, values=ends) if ends else words("board.goes", tile=tile)
        if not self._counts():
            return fits
        best = max(points)
        key = "board.scores" if best > 0 else "board.loses" if best else "board.scores_not"
        return f"{fits}, {words(key, points=abs(best))}"

    def _counts(self) -> bool:
        return bool(self.here.live.rules["play_score"] != "none") and self.here.live.rules.solo is None

    def own_seat(self) -> int | None:
        """Return the seat that holds the tiles of the rack."""
        board = self.here
        has_seat = board.live.rules.solo is None and not board.live.table.study and bool(board.tiles)
        return board.live.turn if has_seat else None

    def seat_below(self) -> int | None:
        """Return the seat shown below the table; None for the seat whose view this is."""
        return self.own_seat()

    def outcome(self, action: Action) -> Step:
        """Return the step that a legal action would lead to."""
        now = self.here.timeline
        if self._outcomes[0] is not now:
            self._outcomes = now, {}
        outcomes = self._outcomes[1]
        if action not in outcomes:
            outcomes[action] = advance(self.here.live, action)
        return outcomes[action]

    def action_bar(self) -> Nodes:
        """Return Draw and Pass if they are legal, the score to be called, and Undo; a subclass may add more."""
        board = self.here
        called_by, only = {"pass": pass_word(board.live)}, "primary" if len(board.legal) == 1 else ""
        bare = [button(words(f"board.{called_by.get(name, name)}"), "act", name, css=only)
                for name, action in WITHOUT_TILE.items() if any(isinstance(move, type(action)) for move in board.legal)]
        if any(isinstance(move, Discard) for move in board.legal):
            bare.append(button(words("board.discard"), "discard", css="primary", off=board.tile is None))
        calls = is_called(board.live, "lay") and not board.is_over and bool(board.legal)
        undo = button(words("board.undo"), "undo", off=not self._can("undo"))
        able = getattr(board, "allows_undo", True)
        call = field("", "call", value=board.call or None, kind="number", within=(0, MOST_CALLED), step=5,
                     hint=words("board.call"), aloud=words("board.call"))
        play = submit(words("board.play"), css="" if bare and only else "primary", off=board.tile is None)
        confirm = form("confirm", call, play) if calls else None
        return [row(confirm, *bare, undo if able else None, *self.buttons())]

    def buttons(self) -> Nodes:
        """Return more buttons for the row; a subclass may add some."""
        return []

    def _can(self, what: str) -> bool:
        """A board may have a word in what can be taken back, by a property of its own."""
        return bool(getattr(self.here, f"may_{what}", getattr(self.here.history, f"can_{what}")))

    # --- the table

    def tabletop(self) -> Tabletop | None:
        """Return the table; in a game of rows and columns, the choice is lit."""
        return lit(self.here)

    def on_table(self, scene: Scene) -> Json:
        """Return the legal places of every tile, and the open tiles that can be pressed."""
        board = self.here
        facts = super().on_table(scene)
        if board.step != board.end or board.is_over or not board.legal:
            return facts
        moves = [(number, action, self.gain(action)) for number, action in enumerate(board.legal)]
        places = legal_places(self.seen, scene, moves)
        more: Json = {"places": places}
        if self.confirms():
            more["confirms"] = True
        if board.tile is not None:
            more["chosen"] = str(board.tile)
            aim = name_outward_half(board.live, board.chosen_action) if board.chosen_action is not None else None
            number = board.legal.index(aim) if aim in board.legal else None
            listed = [place["value"] for place in places.get(str(board.tile), ())]
            more["at"] = listed.index(number) if number in listed else None
        if is_spread(board.live):
            more |= {"spots": self._lying(scene), "lying": words("board.tiles")}
        return {**facts, **more}

    def confirms(self) -> bool:
        """Return True if the first press never plays a tile, because its score has to be called first."""
        return is_called(self.here.live, "lay")

    def gain(self, action: Action) -> str:
        """Return the short label at the place of a move: the points that it scores."""
        if not self.hints or not self._counts():
            return ""
        points = self.outcome(action).points
        return words("label_score", points=points) if points > 0 else ""

    def _lying(self, scene: Scene) -> list[dict[str, object]]:
        """The tiles that lie open, as buttons over the picture."""
        board = self.here
        able = {tile for action in board.legal for tile in tiles_of(action)}
        there = [shape for shape in scene.loose if shape.lying.tile in board.tiles]
        lying = [shape.lying.tile for shape in there]
        stop = next((tile for tile in (board.tile, *filter(able.__contains__, lying), *lying) if tile in lying), None)
        spots: list[dict[str, object]] = []
        for tile, shape in zip(lying, there, strict=True):
            name = words("board.goes" if tile in able else "board.goes_not", tile=tile) if self.hints else str(tile)
            spots.append({"box": pixels(shape.box), "do": "choose", "value": str(tile), "tile": str(tile), "name": name,
                          "pressed": tile == board.tile, "stop": tile == stop})
        return spots

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that choose, play, draw, pass and undo."""
        board = self.here
        return {
            **super().actions(), "choose": takes(one_of(lambda: map(str, board.tiles)), self.choose),
            "play": takes(self._move_of, self._play),
            "act": takes(one_of(lambda: WITHOUT_TILE), lambda name: board.do(WITHOUT_TILE[name])),
            "discard": press(lambda: board.do(None if board.tile is None else Discard(board.tile))),
            "confirm": takes(maybe(typed_number(0, MOST_CALLED)), self._confirm),
            "call": takes(typed_number(0, MOST_CALLED), partial(setattr, board, "call")),
            "help": press(board.help), "undo": press(board.undo), "redo": press(board.redo),
            "restart": press(board.restart),
            "new_deal": press(lambda: self.deal and self.deal()),
        }

    def choose(self, name: object) -> None:
        """Choose a tile by its name, or no tile if it was chosen already; if it cannot be played, show the rule."""
        board = self.here
        tile = next((tile for tile in board.tiles if str(tile) == str(name)), None)
        if tile is None:
            return
        if tile == board.tile:
            board.choose(None)
            return
        if is_spread(board.live) and board.tile is not None and self._goes_with(tile):
            return
        board.choose(tile)
        stuck = board.choices and not any(choice.allowed for choice in board.choices)
        if stuck and (not is_spread(board.live) or is_covered(board.live, tile)):
            board.do(board.chosen_action)

    def _goes_with(self, tile: Tile) -> bool:
        """Do what the chosen tile does with this one; if they do not go together, say why, and choose this one."""
        board = self.here
        actions = [choice.action for choice in board.choices]
        both = [action for action in actions if tile in tiles_of(action) and len(tiles_of(action)) > 1]
        if not both:
            return False
        board.do(both[0])
        if board.refused is not None and not is_covered(board.live, tile):
            board.tile, board.place = tile, 0
        return True

    def _move_of(self, value: object) -> Action:
        """The legal move that is meant by the name of its tile and its number, as a place in the picture sends them."""
        name, move = pair(typed_text(), place_in(lambda: self.here.legal))(value)
        one_of(lambda: map(str, tiles_of(move)))(name)      # the page may be a moment behind
        legal_move: Action = move
        return legal_move

    def _play(self, move: Action) -> None:
        self.here.do(move)

    def _confirm(self, points: int | None) -> None:
        """Play the chosen tile, with the score that stands in the field."""
        if points is not None:
            self.here.call = points
        self.here.do(self.here.chosen_action)

    def key(self, key: str) -> None:
        """Choose, play, draw, pass, undo; digits make up the score to be called."""
        board = self.here
        if key in ("ArrowUp", "ArrowDown"):
            board.turn_tile(1 if key == "ArrowDown" else -1)
            self.stage.focus("choose")
        elif key in ("ArrowLeft", "ArrowRight"):
            board.turn_place(1 if key == "ArrowRight" else -1)
        elif key in DIGITS:
            if is_called(board.live, "lay"):
                board.call = int(key) if board.call > MOST_CALLED // 10 else 10 * board.call + int(key)
        else:
            acts: dict[str, Callable[[], object]] = {
                "Enter": self._enter, "Escape": board.cancel, "d": partial(board.do, Draw()),
                "p": partial(board.do, Pass()), "h": board.help, "u": board.undo, "r": board.redo}
            acts[key]()

    def _enter(self) -> None:
        """Do what is chosen; with nothing chosen say the next number where there is one to be said."""
        board = self.here
        counts = any(isinstance(move, Say) for move in board.legal)        # Say() == Pass(): both are empty
        bare = Say() if counts and board.tile is None else Pass() if board.is_over else None
        board.do(board.chosen_action or bare)


FRESH = ("dealt_next", "dealt_new", "resumed")
"""Notices after which it is also told what lies on the table."""


def choice_words(board: Board, where: Callable[[], Mapping[OpenEnd, str]] = dict) -> str:
    """Return how many places there are for the chosen tile, and the effect of Enter; empty if none is chosen.

    `where` has the places of a spinner's ends in the picture.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import deal_hand
    >>> from domino_lab.core.shuffle import Shuffle
    >>> board = Board(deal_hand(get("block"), Shuffle(seed=7)))
    >>> board.choose(board.legal[0].tile)
    >>> choice_words(board)
    '6-6 selected. It can be the first tile.'
    """
    action, tile = board.chosen_action, board.tile
    if action is None or tile is None:
        return ""
    choices = board.choices
    count = sum(choice.allowed for choice in choices)
    if is_spread(board.live):
        names = "goes"
    elif isinstance(action, Discard):
        return words("board.chosen_discard", tile=tile)
    elif isinstance(action, Play) and action.end is None:
        first = "chosen_fits_call" if is_called(board.live, "lay") else "chosen_first"
        return words(f"board.{first}" if count else "board.chosen_first_not", tile=tile)
    else:
        count, names = len({choice.action[:2] for choice in choices if choice.allowed}), "fits"
    if not count:
        return words(f"board.chosen_{names}_none", tile=tile)
    fits = choices[min(board.place, len(choices) - 1)].allowed
    move = describe_move(board.live, action, where() if isinstance(action, Play) else {})
    out = action.out if isinstance(action, Play) else None
    calls = "" if not is_called(board.live, "lay") else "_call" if count == 1 else "_calls"
    return words(f"board.chosen_{names}{calls if fits else '_not'}", tile=tile, count=count,
                 aim=move if out is None else words("board.outward", aim=move, out=out))


def call_words(board: Board) -> str:
    """Return the score to be called with the next tile, as a sentence; empty if there is none."""
    return words("board.called", points=board.call) if board.call else ""


def instead(board: Board, where: Mapping[OpenEnd, str] = MappingProxyType({})) -> str:
    """Return the actions that are allowed instead of a refused one; nothing if it is another player's turn.

    `where` has the places of a spinner's ends in the picture.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import deal_hand
    >>> from domino_lab.core.shuffle import Shuffle
    >>> instead(Board(deal_hand(get("block"), Shuffle(seed=7))))
    'You have to start with 6-6.'
    """
    if not board.legal:
        return ""
    action = nearest(board.live, board.chosen_action or Draw())
    return suggest(board.live, action, where) if action is not None else ""
