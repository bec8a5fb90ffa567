"""Settling: the end of a hand. Put tiles in the holdings, and see the winner and the points under each ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.core.errors import IllegalAction, NotationError
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.settlement import Verdict, settle_holdings
from domino_lab.play.start import names_for
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal
from domino_lab.sessions.board import History
from domino_lab.sessions.sandbox import Kind, typed
from domino_lab.widgets.hand_view import cited
from domino_lab.widgets.messages import Press, one_of, pair, place_in, takes, whole
from domino_lab.widgets.nodes import Node, Nodes, box, bullets, button, choice, heading, paragraph, row, tile, words
from domino_lab.widgets.view import Panel
from domino_lab.words import Side

if TYPE_CHECKING:
    from domino_lab.widgets.sandbox import ScoringSandbox


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

    def seated(self, seats: int) -> Leftover:
        """Return the same for that many seats; the tiles of a removed seat go back."""
        kept = (*self.holdings, *((),) * seats)[:seats]
        return Leftover(kept, None if self.blocker is not None and self.blocker >= seats else self.blocker)

    def spare(self, rules: Ruleset, kind: Kind) -> Tile | None:
        """Return the tile with these halves that nobody holds yet; None if there is none."""
        taken = {tile for held in self.holdings for tile in held}
        return next((tile for tile in rules.equipment.set.tiles if tile[:2] == kind[:2] and tile not in taken), None)

    def held(self, seat: int, kind: Kind) -> Tile | None:
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
    return [Side.of(name for name, own in zip(names, sides, strict=True) if own == side)
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
        named = typed(self.view.board.rulesets[0])
        if named is None or self.outcomes[0].verdict is None:
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
                "seats": takes(place_in(self._seat_counts), self._set_seats),
                "blocker": takes(whole(0, last + 1), self._set_blocker)}

    def give(self, kind: Kind) -> None:
        """Give that tile to the chosen player, or take it back if the player holds it already."""
        mine, spare = self.left.held(self.seat, kind), self.left.spare(self.view.board.rulesets[0], kind)
        name = self.names[self.seat]
        if mine is not None and spare is None:
            self._go(self.left.drop(self.seat, mine), words("scenarios.dropped", player=name, tile=mine))
        elif spare is not None:
            self._go(self.left.put(self.seat, spare), words("scenarios.given", player=name, tile=spare))
        else:
            self.notice = words("scenarios.elsewhere", tile=Tile(*kind[:2]))

    def drop(self, seat: int, kind: Kind) -> None:
        """Take that tile back from `seat`."""
        held = self.left.held(seat, kind)
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

    def _set_seats(self, seats: int) -> None:
        self._go(self.left.seated(seats), words("scenarios.seated", count=seats))

    def _set_blocker(self, place: int) -> None:
        self._go(self.left._replace(blocker=place - 1 if place else None), "")

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

    def tray_tile(self, kind: Kind) -> dict[str, Any]:
        """Return the look of a tile in the tray: free, held by the chosen player, or held by another."""
        spare = self.left.spare(self.view.board.rulesets[0], kind) is not None
        mine = self.left.held(self.seat, kind) is not None
        name = Tile(*kind[:2])
        facts: dict[str, Any] = {"tile": str(name), "name": words("scenarios.holds", tile=name) if mine else str(name)}
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
                    cited(outcome.refused, outcome.rules)]
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
