"""Layout study: tiles on a table without a deal, played in a line or one by one, and taken back again."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from domino_lab.core.actions import Pass, Play, Stack
from domino_lab.core.arguments import checked
from domino_lab.core.errors import IllegalAction, RecordError, RulesetError, bare
from domino_lab.core.tiles import Tile, TilesLike
from domino_lab.explain.scenarios import unseen
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, with_call
from domino_lab.play.start import names_for, turned_up
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline
from domino_lab.record import read
from domino_lab.record.load import RulesetLike, ruleset
from domino_lab.record.read_deal import blank
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words.escaping import as_toml

_DEALT = "has no layout to build tile by tile, because its tiles are dealt: use dl.play_out or dl.load"


@checked
def lay(rules: RulesetLike, tiles: TilesLike) -> Timeline:
    """Play tiles one after the other without a deal: a layout study, to see the count of the board.

    Each tile joins where it fits; if that could be in several places, write "2-5@2-2": 2-5 joins the 2-2 (or "@#6", the
    sixth tile played), "6-1@3-1:3" where it fits both halves of the 3-1, and "5-2>2" if the 2 is to face outward. Where
    players have lines of their own, "12-3@line2" begins line 2, that of seat 2; the common line comes last. Raises
    RecordError, with the clause, for a tile that does not fit, and for a patience, whose tiles have to be dealt. Scores
    that must be called are called.

    >>> dl.lay("all-fives", "5-5 5-0 3-5").state.board_count.total
    13
    """
    wanted = tiles.split() if isinstance(tiles, str) else [str(tile) for tile in tiles]
    game = ruleset(rules)
    if game.solo is not None:
        raise RecordError(f"{game.name} {_DEALT}")
    head, moves = ["format = 1", f"ruleset = {as_toml(game.id)}"], [_move_table(tile) for tile in wanted]
    if game["claim"] != "auto":
        aloud = game.but(claim="auto")
        scores = [step.points for step in read("\n".join(head + moves), lambda _id: aloud).steps[1:]]
        moves = [f"{move}\ncall = {score}" if score else move for move, score in zip_longest(moves, scores)]
    study = read("\n".join(head + moves), lambda _id: game)
    if study.problems:
        first = study.problems[0]
        tile = bare(wanted[(first.move or 1) - 1])
        raise RecordError(f"tile {first.move}, {tile}: {_in_short(first.message, tile)} ({first.clause})")
    return study


_PLACE = re.compile(r'at = "([^"]+)"(?:, line = (\d+))?, joins = (\d+), out = (\d+)')


def _in_short(message: str, tile: str) -> str:
    """Return a message in which places are written as `lay` takes them, not as a file has them: 2-5@2-2:2."""
    places, name = [each[:3] for each in _PLACE.findall(message)], re.split("[@>]", tile)[0]

    def short(place: re.Match[str]) -> str:
        at, line, joins, out = place.groups(default="")
        either = places.count((at, line, joins)) > 1
        return f"{name}@{f'line{line}' if line else f'{at}:{joins}'}{f'>{out}' if either else ''}"

    return _PLACE.sub(short, message)


def _move_table(tile: str) -> str:
    place, _, outward = tile.partition(">")
    name, _, onto = place.partition("@")
    onto, _, value = onto.partition(":")
    line = onto.removeprefix("line")
    at = f"\nline = {line}" if line != onto and line.isdecimal() else f"\nat = {as_toml(onto)}" if onto else ""
    joins = f"\njoins = {value if value.isdecimal() else as_toml(value)}" if value else ""
    out = f"\nout = {outward if outward.isdecimal() else as_toml(outward)}" if outward else ""
    return f"[[move]]\nplay = {as_toml(name)}{at}{joins}{out}"


class LayoutStudy(NamedTuple):
    """A layout study as an immutable value, with the tiles that a player holds in it.

    `line` has every tile played and stacked so far. `holding` has tiles put aside; they can be played like any other
    tile that is not on the table.
    """

    line: Timeline
    holding: tuple[Tile, ...] = ()

    @classmethod
    def empty(cls, rules: Ruleset, seats: int | None = None, names: tuple[str, ...] = ()) -> LayoutStudy:
        """Return an empty table for `seats` players (by default, the fewest that the game allows).

        Raises RulesetError for a patience, whose tiles have to be dealt, and IllegalAction for a number of seats that
        the game does not allow.
        """
        if rules.solo is not None:
            raise RulesetError(f"{rules.name} {_DEALT}")
        seats = rules.dealing.seat_counts[0] if seats is None else seats
        ruling = rules.dealing.seats_ruling(seats)
        if not ruling.allowed:
            raise IllegalAction(ruling)
        first = blank(rules)
        standing = Standing((0,) * rules.side_count(seats))
        table = first.state.table._replace(names=names_for(seats, names), standing=standing)
        state = first.state.but(table=table, holdings=((),) * seats, scores=standing.scores)
        return cls(Timeline((first._replace(state=state),)))

    @classmethod
    def of(cls, hand: Timeline, step: int | None = None) -> LayoutStudy:
        """Return the table at step `step` of a hand (its end by default), with the holding of the player to move.

        Raises RulesetError for a patience.
        """
        last = len(hand) - 1 if step is None else min(max(step, 0), len(hand) - 1)
        study = cls.empty(hand.rules, len(hand.names), hand.names)
        study = study._with(scores=hand[0].state.scores, turn=hand[0].state.turn)
        for tile in turned_up(hand[0]):
            study = study.do(Play(tile))
        for made in hand.steps[1 : last + 1]:
            if made.seat is None:
                continue
            if isinstance(made.action, Pass):
                study = study._with(turn=made.seat).hand_on()
            elif isinstance(made.action, (Play, Stack)):
                study = study._with(turn=made.seat).do(made.action)
        after = hand[last].state
        hidden = hand.is_study or hand.rules.dealing.is_blind or after.over is not None
        return study._with(turn=after.turn)._replace(holding=() if hidden else after.holdings[after.turn])

    @property
    def state(self) -> Position:
        """The position on the table."""
        return self.line.state

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """Every tile of the set that is not on the table, ascending."""
        return unseen(self.state)

    def lay(self, play: Play) -> LayoutStudy:
        """Play one more tile; if scores must be called, the score is called in time.

        Raises IllegalAction, with the ruling, if the rules refuse it.
        """
        silent = play.call is None and judge(self.state, play).allowed
        return self.do(with_call(self.state, play) if silent else play)

    def do(self, action: Play | Stack) -> LayoutStudy:
        """Play or stack a tile, with no call except that of `action`; raises IllegalAction, with the ruling."""
        line = self.line.play(action)
        return LayoutStudy(line, tuple(tile for tile in self.holding if tile != action.tile))

    def take(self, tile: Tile) -> LayoutStudy:
        """Put `tile` into the holding, or back if it was there. Raises IllegalAction for a tile on the table."""
        if tile in self.holding:
            return self._replace(holding=tuple(held for held in self.holding if held != tile))
        if tile not in self.unseen:
            advance(self.state, Play(tile))  # it is refused: the ruling says why
        return self._replace(holding=(*self.holding, tile))

    def upto(self, count: int) -> LayoutStudy:
        """Keep only the first `count` tiles that were played or stacked."""
        back = LayoutStudy(self.line.upto(count))
        return back._replace(holding=tuple(tile for tile in self.holding if tile in back.unseen))

    def hand_on(self) -> LayoutStudy:
        """Pass the turn to the next player; points that could have been stolen are lost."""
        state = self.state
        return self._with(turn=state.rules.dealing.next_seat(state.turn, state.table.seats), spoils=None)

    def _with(self, **changed: object) -> LayoutStudy:
        last = self.line.steps[-1]
        after = last._replace(state=last.state.but(**changed))
        return self._replace(line=replace(self.line, steps=(*self.line.steps[:-1], after)))
