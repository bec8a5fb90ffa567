"""Rulebooks: all that decides in a game, which is a value for every axis, its clause, and the groups of axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Self

from domino_lab.core.actions import Play
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import RulesetError, quote
from domino_lab.core.lazy import old_name
from domino_lab.core.plain import plain_items
from domino_lab.core.tiles import Tile
from domino_lab.rules import combinations, custom
from domino_lab.rules.arms import Arms
from domino_lab.rules.axes import AXES, LEAD_KINDS, Clauses, Offer, Value, Values, can_score, read_axis
from domino_lab.rules.custom import combine
from domino_lab.rules.dealing import Dealing, Equipment
from domino_lab.rules.group import Group
from domino_lab.rules.hooks import HOOKS
from domino_lab.rules.leading import Leading, Standing
from domino_lab.rules.matching import Matching
from domino_lab.rules.scoring import Scoring
from domino_lab.rules.settling import Ending, Settling, Winning
from domino_lab.rules.so_far import HandSoFar
from domino_lab.rules.statement import Statement
from domino_lab.rules.turns import Drawing, Stacking, Turns
from domino_lab.rules.unasked import check_called
from domino_lab.rules.values import in_python, nearest_axis, python_literal, show_value
from domino_lab.words import house_clause
from domino_lab.words.escaping import printable


class _PlaysAt(dict[OpenEnd, Mapping[Tile, tuple[Play, ...]]]):
    """The plays at each end, listed when it first comes up, because the same few hundred do so in every hand."""

    def __init__(self, fitting: Mapping[int, Mapping[Tile, tuple[int, ...]]]) -> None:
        super().__init__()
        self._fitting = fitting

    def __missing__(self, end: OpenEnd) -> Mapping[Tile, tuple[Play, ...]]:
        fits = self._fitting[end.value]
        self[end] = {tile: tuple([Play(tile, end, out) for out in outs]) for tile, outs in fits.items()}
        return self[end]


class Patience(Group):
    """The axes bingo_remove, knock and hold_limit, which only the games for one player use."""

    bingo_remove: str
    knock: str
    hold_limit: int | str


GROUPS: dict[str, type[Group]] = {
    "equipment": Equipment, "dealing": Dealing, "leading": Leading, "arms": Arms, "matching": Matching,
    "drawing": Drawing, "scoring": Scoring, "ending": Ending, "settling": Settling, "winning": Winning,
    "stacking": Stacking, "turns": Turns, "patience": Patience,
}
"""The class of each group of axes."""

TELLS_OF = {"wild": "matching", "willing": "draw_when"}
"""Topics that add to an axis: they come with the clause that sets the axis, and a house rule has none."""


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A value for every axis, its clause, and the groups that decide: a ruleset without its page and card."""

    id: str
    name: str
    values: Values
    clauses: Mapping[str, str]
    family: str = ""
    sheets: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    notes: tuple[str, ...] = ()
    variation_of: str | None = None
    home: Self | None = field(default=None, repr=False)
    game: Self | None = field(default=None, repr=False)
    own: Mapping[str, object] = field(default_factory=dict)
    solo: Any = field(default=None, repr=False)
    text: str = field(default="", repr=False)

    equipment: Equipment = field(init=False, repr=False)
    dealing: Dealing = field(init=False, repr=False)
    leading: Leading = field(init=False, repr=False)
    arms: Arms = field(init=False, repr=False)
    matching: Matching = field(init=False, repr=False)
    drawing: Drawing = field(init=False, repr=False)
    scoring: Scoring = field(init=False, repr=False)
    ending: Ending = field(init=False, repr=False)
    settling: Settling = field(init=False, repr=False)
    winning: Winning = field(init=False, repr=False)
    stacking: Stacking = field(init=False, repr=False)
    turns: Turns = field(init=False, repr=False)
    patience: Patience = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for axis in self.values.keys() - {name for made in GROUPS.values() for name in made.axis_names}:
            raise RulesetError(f"no group of rules holds the axis {axis}: it would be ignored; give its group a field "
                               f"{axis}")
        combinations.check(self.values, alone=self.solo is not None)
        for name, made in GROUPS.items():
            policy = self.own.get(name)
            if policy is None:
                group = made.of(self.values, self.clauses)
            else:
                check_called(name, policy, self.values)
                home = (self.home or self).values
                values = custom.values_without(name, policy, self.values, home)
                group = combine(name, policy, values, home, self.clauses, self.usual_clauses)
            object.__setattr__(self, name, group)

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is made of the rest."""
        return {axis.name: getattr(self, axis.name) for axis in fields(self) if axis.init}

    def __setstate__(self, state: Mapping[str, object]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)
        self.__post_init__()

    def __getitem__(self, axis: str) -> Value:
        if axis not in self.values:
            raise RulesetError(nearest_axis(str(axis)))
        return self.values[axis]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Rulebook) or (self.id, self.values) != (other.id, other.values):
            return False
        if self.own.keys() != other.own.keys():
            return False
        return all(custom.is_same(policy, other.own[group]) for group, policy in self.own.items())

    def __hash__(self) -> int:
        return hash(self.id)

    def __str__(self) -> str:
        return printable(self.name)

    def __repr__(self) -> str:
        return f"<Ruleset {self.id}: {self}>"

    def but(self, *own: object, name: str | None = None, **changes: object) -> Self:
        """Return these rules with some axes changed, by name; `name` gives the result a name of its own.

        A value that the game's sheets offer has that sheet's clause; any other is a house rule (clause HOUSE-...). A
        rule of your own, as in `scoring=Steps()`, is an object of a subclass of a class in `dl.rules`, such as
        dl.rules.Scoring (`dl.rules.guide()` lists their methods); `scoring=None` removes it. Without a name, as in
        `but(Steps())`, it decides for all classes of `dl.rules` from which it inherits. Raises RulesetError for an
        unknown axis, an impossible value or rule, or two axes that do not go together.

        >>> from domino_lab.catalogue import get
        >>> get("all-fives").but(multiple=3).clauses["multiple"], get("block").but(reserve=1).clauses["reserve"]
        ('AF0-SCORE-4', 'HOUSE-RESERVE')
        """
        if name is not None and not isinstance(name, str):
            raise RulesetError(f'name = {quote(name)}: give the rules a text as their name, such as "Our club"')
        read, given, gone = self._sort_changes(custom.by_group(own, changes))
        self._check_alone(read, given)
        kept = {group: policy for group, policy in self.own.items() if group not in {*gone, *read}}
        policies = {**kept, **given}
        values = self._values_with(read, policies)
        home = self.home or self
        listed = self._new_name(read, given) if self.is_named else _changes_as_name(home, values, policies)
        made = replace(self, name=name or listed, values=values, own=policies, home=home,
                       clauses=self._clauses_with(values, policies))
        if "seats" in read or values["seats"] != home.values["seats"]:
            _check_seats(made)
        for group, policy in given.items():
            custom.warn_of_plain(group, policy)
            self._try_out(group, made)
        return made

    def _try_out(self, group: str, made: Self) -> None:
        """Try the rule of a reader's own that decides for a group of `made`."""

    def _sort_changes(self, changes: Mapping[str, object]) -> tuple[Values, dict[str, object], set[str]]:
        """Return the axes that are changed, the policies that are given, and the groups whose policy is removed."""
        changes = {key: plain_items(value) for key, value in changes.items()}
        gone = {key for key, value in changes.items() if value is None and key in self.own}
        given = {key: value for key, value in changes.items() if key not in gone and custom.is_policy(key, value)}
        return {key: _read(key, value) for key, value in changes.items() if key not in {*given, *gone}}, given, gone

    @cached_property
    def replaced(self) -> Mapping[str, str]:
        """The axes, and the topics, by which policies decide without asking the game, each with the policy's clause."""
        home = (self.home or self).values
        return {axis: custom.clause_of(group, policy) for group, policy in self.own.items()
                for axis in custom.axes_replaced_outright(group, policy, home)}

    @cached_property
    def usual_clauses(self) -> Clauses:
        """The clauses by which the game decides, where a policy only adds to them; those of policies elsewhere."""
        return self._clauses_as_decided(self.values, self.replaced)

    def _clauses_with(self, values: Values, policies: Mapping[str, object]) -> Clauses:
        """Return the clauses of these values: what a policy decides has its clause, and topics follow the axes."""
        decided = {axis: custom.clause_of(group, policy) for group, policy in policies.items()
                   for axis in custom.axes_replaced(group, policy)}
        return self._clauses_as_decided(values, decided)

    def _clauses_as_decided(self, values: Values, decided: Mapping[str, str]) -> Clauses:
        clauses = {**self.clauses, **{axis: self._clause_for(axis, values) for axis in AXES}}
        clauses |= {**self._topics({**clauses, **decided}), **decided}
        return Clauses({axis: clause for axis, clause in clauses.items() if clause})

    def _values_with(self, read: Values, policies: Mapping[str, object]) -> dict[str, Value]:
        """Return the values of all axes: changed ones, those that policies turn on, and the others as in the game.

        Raises RulesetError for a change, now or before, of an axis that a policy decides: a file of rules only names
        the policy, and would lose it.
        """
        home = (self.home or self).values
        freed = [axis for group, policy in self.own.items() if policies.get(group) is not policy
                 for axis in custom.axes_replaced(group, policy) if axis in AXES]
        values = {**self.values, **{axis: home[axis] for axis in freed}, **read}
        for group, policy in policies.items():
            wanted = custom.values_with(group, policy, values)
            before = self.values if policy is self.own.get(group) else home
            lost = [axis for axis in custom.axes_replaced(group, policy)
                    if axis in AXES and values[axis] not in (before[axis], wanted.get(axis))]
            if lost:
                stated, name = [f"{axis} = {show_value(values[axis])}" for axis in lost], custom.name_of(policy)
                that, rule = ("that", "that rule") if len(lost) == 1 else ("these", "these rules")
                lines = "; ".join(f"{axis} = {python_literal(values[axis])}" for axis in lost)
                raise RulesetError(f"{', '.join(stated)} and {group} = {custom.label(policy)} do not go together: "
                                   f"{name} decides {that} by itself. If it builds on {rule}, write {lines} in the "
                                   f"body of class {name}")
            values |= {axis: read_axis(axis, value) for axis, value in wanted.items()}
        return values

    def value_or_policy(self, axis: str) -> Value:
        """Return the value of an axis, or "own: " and a name if a custom policy decides it."""
        policy = self.own.get(AXES[axis].group)
        return custom.label(policy) if policy is not None and self._is_own(axis) else self[axis]

    def as_assignment(self, axis: str) -> str:
        """Return an axis with its value as in a file, such as `target = 100`, for a sentence that names a rule."""
        return f"{axis} = {show_value(self.value_or_policy(axis))}"

    def clause_of(self, axis: str) -> str:
        """Return the clause of an axis, or of the custom policy that decides it; "" if there is none."""
        topics = [topic for topic, to in custom.ADDED_TO.items() if to == axis and topic in self.clauses]
        return self.clauses.get(topics[0] if topics else axis, "")

    def _is_own(self, axis: str) -> bool:
        """Return True if a custom policy decides the axis, or adds to it."""
        policy = self.own.get(AXES[axis].group)
        decided = () if policy is None else custom.axes_replaced(AXES[axis].group, policy)
        return axis in [custom.ADDED_TO.get(each, each) for each in decided]

    def _check_alone(self, read: Values, given: Mapping[str, object]) -> None:
        heeded = None if self.solo is None else self.solo.axes
        for axis, value in read.items():
            if value != self.values[axis]:
                combinations.check_alone(axis, value, self.values["seats"], heeded)
        for group, policy in given.items():
            if heeded is not None and not set(custom.axes_replaced(group, policy)) & set(heeded):
                raise RulesetError(f"{group} = {custom.label(policy)} changes nothing: {self.name} has no such rule")

    @property
    def listed_name(self) -> str:
        """The name that lists the changes to the catalogue's ruleset, as in "Block Game but target = 61"."""
        return _changes_as_name(self.home or self, self.values, self.own)

    @property
    def is_named(self) -> bool:
        """True if the reader gave these rules a name, rather than the one that lists their changes."""
        return self.name != self.listed_name

    def _new_name(self, read: Values, given: Mapping[str, object]) -> str:
        return _but(self.name, {axis: value for axis, value in read.items() if value != self.values[axis]}, given)

    def _clause_for(self, axis: str, values: Values) -> str:
        """Return the clause by the values alone, so that equal rules have equal clauses however they were made.

        Matching equal halves is the general rule, never a house rule.
        """
        home, value = self.home or self, values[axis]
        offers = [offer for offer in home.offers if axis in offer.changes and offer.changes[axis] == value]
        game = home.game or home
        whole = [offer for offer in offers if all(values[k] == v for k, v in offer.changes.items())
                 and any(game.values[k] != v for k, v in offer.changes.items())]
        if whole:
            return max(whole, key=lambda offer: len(offer.changes)).clauses[axis]
        for sheet in (home, home.game):
            if sheet is not None and value == sheet.values[axis]:
                return sheet.clauses.get(axis, "")
        beside = [name for name in AXES if AXES[name].group == AXES[axis].group]
        part = [offer for offer in offers if all(values[k] == offer.changes.get(k, game.values[k]) for k in beside)]
        if part:
            return part[0].clauses[axis]
        return "GEN-FIT-1" if value == "equal" else house_clause(axis)

    def _topics(self, now: Mapping[str, str]) -> dict[str, str]:
        """Return the clauses of the topics: those of the home rules, unless an offer that now holds has others."""
        home = self.home or self
        cited = {clause for axis, clause in now.items() if axis in AXES}
        offers = [{topic: clause for topic, clause in offer.clauses.items() if clause in cited}
                  for offer in home.offers]
        by_topic = {topic: clause for clauses in (home.clauses, *offers) for topic, clause in clauses.items()}
        sheets = [sheet.clauses for sheet in (home, home.game) if sheet is not None]
        for topic, axis in TELLS_OF.items():
            fitting = [clauses for clauses in (*sheets, *(offer.clauses for offer in home.offers))
                       if topic in clauses and clauses.get(axis) == now.get(axis)]
            by_topic[topic] = fitting[0][topic] if fitting else ""
        return {topic: clause for topic, clause in by_topic.items() if topic not in AXES}

    @cached_property
    def fitting(self) -> Mapping[int, Mapping[Tile, tuple[int, ...]]]:
        """For each value, the tiles that fit it, each with the values that can then face outward.

        >>> from domino_lab.catalogue import get
        >>> get("block").fitting[5][Tile(2, 5)]
        (2,)
        """
        tiles, outs = self.equipment.set.tiles, self.matching.outs
        values = range(self.values["max_pip"] + 1)
        return {value: {tile: outward for tile in tiles if (outward := tuple(outs(tile, value)))} for value in values}

    @cached_property
    def plays_at(self) -> Mapping[OpenEnd, Mapping[Tile, tuple[Play, ...]]]:
        """For each open end, the tiles that fit it, each with its plays: one for each half that can face outward.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.core.chain import OpenEnd
        >>> [str(play) for play in get("block").plays_at[OpenEnd(0, 1, 5)][Tile(2, 5)]]
        ['play 5-2 on the 5']
        """
        return _PlaysAt(self.fitting)

    @cached_property
    def doubles(self) -> tuple[Tile, ...]:
        """The doubles of the set, the lowest first; in a set with two copies, each once."""
        return tuple([tile for tile in self.equipment.set.tiles if tile.is_double and not tile.copy])

    @cached_property
    def lead_tiles(self) -> tuple[Tile, ...]:
        """The tiles from which every leader must choose (axis lead_tile); none if any tile will do.

        >>> from domino_lab.catalogue import get
        >>> rules = get("five-up").but(lead_tile="double-or-score")
        >>> [str(tile) for tile in rules.lead_tiles if not tile.is_double]
        ['5-0', '4-1', '3-2', '6-4']
        """
        if self.values["lead_tile"] not in LEAD_KINDS:
            return ()
        scores, seats = self.values["lead_tile"] == "double-or-score", self.dealing.seat_counts[0]
        nothing = (0,) * self.side_count(seats)
        before = HandSoFar(0, tuple(map(self.dealing.side, range(seats))), nothing, Standing(nothing))
        return tuple([tile for tile in self.equipment.set.tiles
                      if tile.is_double or (scores and self.scoring.worth(Chain().lay(tile), before))])

    @cached_property
    def has_common_ends(self) -> bool:
        """True if whoever is to move can play at every open end, and at no other, in all turns.

        >>> from domino_lab.catalogue import get
        >>> get("block").has_common_ends, get("mexican-train").has_common_ends
        (True, False)
        """
        arms = self.arms
        return not (self.turns.binds or arms.has_lines or arms.adds_doubles or arms.judges_plays)

    @cached_property
    def plays_do_more(self) -> bool:
        """True if a play can do more than end the hand with a last tile, which is all that it does in the Block Game.

        It can score, give another turn, close a line, let others play on, or end the hand by a rule of a reader's own.
        """
        return bool(self.scoring.scores or self.turns.repeats or self.turns.decides
                    or self.arms.has_lines or self.ending.watches or self.ending.play_on != "never")

    @cached_property
    def playing_is_duty(self) -> bool:
        """True if a player who can lay a tile can do nothing else: neither draw, stack nor pass."""
        return (not self.drawing.by_choice and not self.stacking.plays
                and self.turns.pass_when == "unable" and not self.turns.asks_for_pass)

    def open_ends(self, chain: Chain, joined: int | None = None, seat: int | None = None,
                  opened: tuple[int, ...] = (), *, adds: bool = False) -> tuple[OpenEnd, ...]:
        """Return the ends of a chain where a tile can be played, the oldest first.

        If `joined` is the number of a played tile, only the ends of that tile (axis extra_turn_at). If `seat` is given,
        only the ends where this seat may play: `opened` has the seats whose own lines are open to everybody. If a
        player `adds` doubles to one that must be covered, also the ends for those (axis cover_doubles).

        >>> from domino_lab.catalogue import get
        >>> chain = Chain().lay(Tile(2, 5))
        >>> [end.value for end in get("block").open_ends(chain.lay(Tile(0, 5), chain.ends[1]), 1)]
        [0]
        """
        ends = self.arms.by_order(chain) if adds else self.arms.open_ends(chain)
        if seat is not None and self.arms.has_lines and not self.arms.judges_plays:
            ends = self.arms.open_to(seat, chain, ends, opened)
        return ends if joined is None else tuple([end for end in ends if end.at == joined])

    def more_doubles(self, chain: Chain, ends: tuple[OpenEnd, ...]) -> tuple[Tile, ...]:
        """Return the doubles that fit one of the open `ends` and are not on the table yet."""
        laid = {laid.tile for laid in chain.laid}
        return tuple({tile for end in ends for tile in self.fitting[end.value] if tile.is_double} - laid)

    def places_for(self, chain: Chain, tile: Tile) -> tuple[OpenEnd, ...]:
        """Return the open ends of a chain where `tile` can be played, the oldest first.

        >>> from domino_lab.catalogue import get
        >>> [end.value for end in get("block").places_for(Chain().lay(Tile(2, 5)), Tile(0, 5))]
        [5]
        """
        waiting = () if tile.is_double else self.arms.for_doubles(chain)
        return tuple([end for end in self.arms.open_ends(chain)
                      if tile in self.fitting[end.value] and end not in waiting])

    @property
    def facts(self) -> Mapping[str, object]:
        """The facts that the sentences of the rule page and of the card may use, by name."""
        raise NotImplementedError

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements of the rule page, each with the values of axes that it gives."""
        raise NotImplementedError

    def changes(self) -> dict[str, Value]:
        """Return the axes in which this ruleset differs from the catalogue's ruleset of the same id.

        >>> from domino_lab.catalogue import get
        >>> get("block").but(target=61).changes()
        {'target': 61}
        """
        base = self.home or self
        return {axis: value for axis, value in self.values.items() if value != base.values[axis]}

    changed = old_name("changes")

    @property
    def keeps_score(self) -> bool:
        """True if points can be won in play or at the end of a hand, unlike in Blind Dominoes."""
        return can_score(self.values) or not {"award", "settle"}.isdisjoint(self.settling.decides)

    @property
    def scores_in_play(self) -> bool:
        """True if points can be won before a hand ends, by a play or because another player passes."""
        return can_score(self.values, "scoring") or can_score(self.values, "turns")

    @property
    def costs_in_play(self) -> bool:
        """True if a move can cost points that nobody gets; chips are no points."""
        return bool(self.values["draw_cost"]) and self.values["draw_cost_in"] == "points"

    def side_count(self, seats: int) -> int:
        """Return the number of sides of `seats` players: two for partners."""
        return 2 if self.values["teams"] == "pairs" else seats


def _changes_as_name(home: Rulebook, values: Values, policies: Mapping[str, object]) -> str:
    decided = {axis for group, policy in policies.items() for axis in custom.axes_replaced(group, policy)}
    changed = {axis: value for axis, value in values.items() if value != home.values[axis] and axis not in decided}
    return _but(home.name, changed, policies)


def _but(name: str, changed: Values, given: Mapping[str, object]) -> str:
    said = [f"{axis} = {_shortly(value)}" for axis, value in changed.items()]
    labels = {key: custom.label(value) for key, value in given.items()}
    said += [f"{' and '.join(key for key in labels if labels[key] == label)} = {label}"
             for label in dict.fromkeys(labels.values())]
    return f"{name} but {', '.join(said)}" if said else name


def _read(axis: str, value: object) -> Value:
    if axis not in AXES:
        raise RulesetError(nearest_axis(axis, HOOKS))
    return read_axis(axis, value, in_python)


def _check_seats(rules: Rulebook) -> None:
    """Raise RulesetError for a number of players that the axis seats names and the deal has no tiles for.

    Partners are always four: what else seats says is not played then.
    """
    seats, dealing, size = rules["seats"], rules.dealing, len(rules.equipment.set.tiles)
    if isinstance(seats, str) or rules.solo is not None or dealing.teams == "pairs":
        return
    for count in seats:
        absent = count not in dealing.seat_counts
        each = 0 if absent else dealing.each_of(count, size)
        if each <= 0 or dealing.left_over(count, each, size) < 0:
            why = (f"the deal does not cover {count} players" if absent else
                   f"the set has too few tiles for {count} players")
            raise RulesetError(f"seats = {show_value(seats)} and {rules.as_assignment('deal')} do not go together: "
                               f"{why}; change one of them")


def _shortly(value: object) -> str:
    """Return a value for a name, shortened if a table has the same for every number of players."""
    same = set(value.values()) if isinstance(value, Mapping) and len(value) > 4 else ()
    return show_value(next(iter(same)) if len(same) == 1 else value)
