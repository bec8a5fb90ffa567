"""The rule sheet of a ruleset: statements, each true for the values it has now.

A clause holds its rule as parts. A part names the axes whose values it `says`, and the conditions under which it makes
sense (`given`); it is on the page only while all of them hold. If no part says the value of an axis, the general
sentence of its HOUSE clause does, which fits every value. So a page contains everything that decides a hand, and
nothing left over from other rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from domino_lab.core.rulings import OwnClause, Ruling, clause
from domino_lab.core.tiles import Tile, name_left_out
from domino_lab.rules.axes import AXES, LAST_TILE, PASSING, Value, Values
from domino_lab.rules.combinations import PATIENCE, other_doubles_fit
from domino_lab.rules.custom import axes_amended, axes_replaced, clause_of, label, methods, words_of
from domino_lab.rules.rulebook import Rulebook
from domino_lab.rules.statement import Statement
from domino_lab.rules.values import show_value
from domino_lab.words import clause_ids, clause_table, fill, house_clause, join_words, language, phrase, phrases

SECTIONS = {
    "about": ("about",),
    "setting": ("equipment", "dealing"),
    "lead": ("leading",),
    "playing": ("patience",),
    "laying": ("matching", "turns", "arms"),
    "drawing": ("drawing",),
    "scoring": ("scoring", "stacking"),
    "ending": ("ending", "settling"),
    "winning": ("winning",),
    "hints": ("hints",),
}
"""The sections of the page in reading order, each with its groups of axes."""

_STARTS = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")
"""The first letters of sentences, which become capitals even if a fact comes first."""

OPEN = ("silent", "unclear", "lab")
"""Marks of statements that the sheet leaves open."""

_ELSEWHERE = {"direction": "turns", "team_block": "ending", "cannot_play": "drawing",
              "leader_takes": "leading", "first_tile": "leading",
              **dict.fromkeys(PASSING, "scoring")}
"""Axes that stand beside another group than the one that decides them, because readers look for them there."""

_SECTION_OF_GROUP = {group: section for section, groups in SECTIONS.items() for group in groups}
_SECTION_OF_AXIS = {name: _SECTION_OF_GROUP[_ELSEWHERE.get(name, axis.group)] for name, axis in AXES.items()}
_SECTION_PLACES = {section: place for place, section in enumerate(SECTIONS)}
_AXIS_PLACES = {axis: place for place, axis in enumerate(AXES)}


class ClausePart(NamedTuple):
    """A part of a clause's rule: its text, the values of axes that it states, and the conditions under which it holds.

    `mark` says how far the sheet supports it: "" (the sheet says so), "silent", "unclear", "lab" (the computer does it
    differently), "another" (another reading) or "departs". An `absent` part says that there is no such rule; it is left
    out unless somebody took the rule away.
    """

    text: str
    says: Values
    given: Values
    mark: str
    absent: bool


def parts(clause_id: str, key: str = "rule") -> tuple[ClausePart, ...]:
    """Return the parts of a clause's rule from words/en/clauses; a single sentence is one part without conditions.

    With the `key` "card", the parts are those of its short form for the card.
    """
    return _read_parts(language(), clause_id, key)


@lru_cache(maxsize=4096)
def _read_parts(_language: str, clause_id: str, key: str) -> tuple[ClausePart, ...]:
    # A page looks up some hundred clauses, and a comparison makes many pages.
    return _parts(clause_table(clause_id).get(key, ()), clause_id)


def _parts(rule: Any, clause_id: str) -> tuple[ClausePart, ...]:
    usual = "" if clause_id.startswith("HOUSE-") else _mark_of(clause_id)
    parts: Sequence[Any] = ({"text": rule},) if isinstance(rule, str) else rule
    return tuple(ClausePart(str(part.get("text", "")), part.get("says", {}), part.get("given", {}),
                            str(part.get("mark", usual)), bool(part.get("absent"))) for part in parts)


def _common_parts(clause_id: str, keys: Sequence[str]) -> tuple[ClausePart, ...]:
    """Return what a clause says of its topics without words of its own."""
    shared = phrases("page")["shared"]
    return tuple(part for key in dict.fromkeys(keys) if key in shared for part in _parts(shared[key], clause_id))


def statements(rules: Rulebook) -> tuple[Statement, ...]:
    """Return all statements of the page of `rules`, in reading order.

    Together their values determine every axis that matters under these rules.
    """
    return _Writer(rules).write()


def comes_first(rules: Rulebook, keys: Sequence[str]) -> bool:
    """Return True if a reader's own rule on these axes and topics stands beside rules of the game that differ from it.

    The direction of play stays on the page where the rule says whose turn is next, and so do the spinners where it says
    which ends are open.
    """
    limits = "arm_order" in keys and rules.arms.has_spinners and "spinner" not in rules.replaced
    return "own_turn" in keys or limits or not any(key in rules.replaced for key in keys)


def matters(rules: Rulebook, axis: str) -> bool:
    """Return True if changing an axis would change anything under these rules."""
    if rules.solo is not None:
        return axis in rules.solo.axes and (axis in PATIENCE or AXES[axis].matters(rules.values))
    # The reader's next_turn may give another turn, too.
    if axis in ("pass_when", "cannot_go_on") and "own_turn" in rules.clauses:
        return AXES[axis].matters({**rules.values, "extra_turn": "on-double"})
    return AXES[axis].matters(rules.values) and not (axis == "double_weights" and _only_plays_score(rules))


def _only_plays_score(rules: Rulebook) -> bool:
    """Return True if a rule of the reader's own gives points for plays in a game that adds up no open ends."""
    own, home = rules.own.get("scoring"), rules.home or rules
    return methods("scoring", own) == ("worth",) and home["play_score"] == getattr(own, "play_score", "none") == "none"


class Conditions:
    """The conditions under some rules: which parts fit them, and which facts fill their texts."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.facts = rules.facts
        self.own = {axis for axis in rules.replaced if axis in AXES}
        self.added = {"extra_turn"} if "own_turn" in rules.clauses else set()
        """Axes to which a rule of the reader's own adds something that the conditions of sentences do not know."""
        self.amended = {axis for group, policy in rules.own.items() for axis in axes_amended(group, policy)} - self.own
        """Axes whose rule still holds, but not all that a sheet says beside it, such as an example."""
        self._mattering: dict[str, bool] = {}

    def hold(self, part: ClausePart) -> bool:
        """Return True if a part says the values that the rules have, and all its conditions are met."""
        unknown = self.added if part.says else self.added | self.amended
        return unknown.isdisjoint(part.given) and all(
            self._is(name, value) for wanted in (part.says, part.given) for name, value in wanted.items())

    def matter(self, axis: str) -> bool:
        """Return True if the axis decides anything, rather than a policy of the reader's own."""
        if axis not in self._mattering:
            self._mattering[axis] = not self.is_own(axis) and matters(self.rules, axis)
        return self._mattering[axis]

    def is_own(self, axis: str) -> bool:
        """Return True if a policy of the reader's own decides in place of the axis, and does not just add to it."""
        return axis in self.own

    def fill(self, text: str) -> str:
        """Return a text with its facts, in which each sentence begins with a capital."""
        return _STARTS.sub(lambda match: match[0].upper(), " ".join(fill(text, self.facts).split()))

    def _is(self, name: str, wanted: Value) -> bool:
        if name not in AXES:
            return self.facts[name] in (wanted if isinstance(wanted, list) else [wanted])
        value = self.rules.values[name]
        if name in self.own:
            return False
        if name == "spinner" and not self.rules.values["doubles"]:
            value = "none"
        return _fits(name, value, wanted)


class _Writer(Conditions):
    def __init__(self, rules: Rulebook) -> None:
        super().__init__(rules)
        home = rules.home or rules
        self.clauses = rules.usual_clauses
        sheets = [sheet.clauses for sheet in (home.game, home) if sheet is not None] + [self.clauses]
        self.order = list(dict.fromkeys(key for clauses in sheets for key in clauses))
        self.cited: dict[str, list[str]] = {}
        for key in self.order:
            for clauses in sheets:
                if key in clauses:
                    self.cited.setdefault(clauses[key], []).append(key)
        self.statements: list[tuple[tuple[int, ...], Statement]] = []
        self.said: dict[str, list[str]] = {}
        """The clauses of the statements, by the axes whose values they say."""

    def write(self) -> tuple[Statement, ...]:
        for clause_id, keys in self.cited.items():
            self._by_clause(clause_id, keys)
        self._by_policies()
        always = tuple(self._always()) if self.rules.solo is None else ()
        self.shared = {axis for statement in always for axis in statement.says}
        for axis in [*(key for key in self.order if key in AXES), *(axis for axis in AXES if axis not in self.order)]:
            if (self.matter(axis) or self._is_house(axis)) and not self._is_said(axis):
                self._in_general(axis)
        ordered = [statement for _, statement in sorted(self.statements, key=lambda pair: pair[0])]
        first = (self._statement("setting", name, part) for name in phrases("page")["first"] for part in parts(name)
                 if self.hold(part))
        return (*(first if self.rules.solo is None else ()), *ordered, *always)

    def _by_clause(self, clause_id: str, keys: Sequence[str]) -> None:
        """Add the parts of a clause that hold; a clause that lost all its axes keeps its parts about no axis."""
        if clause_id.startswith("HOUSE-"):
            return
        owned = [key for key in keys if self.clauses.get(key) == clause_id]
        if not owned and not any(key in AXES for key in keys):
            return
        if any(self._policy_says(key, clause_id) for key in owned):
            return
        for number, part in enumerate(parts(clause_id) or _common_parts(clause_id, keys)):
            taken = any(axis in keys and axis not in owned for axis in part.says)
            idle = self.rules.solo is None and part.says and not any(map(self.matter, part.says))
            if not taken and self.hold(part) and not idle:
                self._add(next(iter(part.says), _last(owned or keys)), clause_id, part,
                          number if part.says else 200 + number)

    def _policy_says(self, key: str, clause_id: str) -> bool:
        group = AXES[key].group if key in AXES else group_of(key)
        policy = self.rules.own.get(group)
        return policy is not None and clause_of(group, policy) == clause_id

    def _by_policies(self) -> None:
        """Add the rules of the policies; what one says of several groups stands with the first of them on the page."""
        said: dict[tuple[str, str], list[tuple[tuple[int, ...], Statement]]] = {}
        first = set()
        for group, policy in self.rules.own.items():
            text = _rule_of_own(group, policy)
            keys = self._keys_of(group, policy)
            said.setdefault((label(policy), text), []).append(self._by_policy(group, policy, keys, text))
            if comes_first(self.rules, keys):
                first.add(text)
        for (_, text), placed in said.items():
            place, statement = min(placed, key=lambda pair: pair[0])
            says = {axis: value for _, each in placed for axis, value in each.says.items()}
            told = f"{text} {phrase('page.own_first')}" if text in first else text
            self._find(place, statement._replace(text=told, says=says))

    def _keys_of(self, group: str, policy: object) -> list[str]:
        """Return the axes and topics of a group that a policy decides."""
        return [key for key in axes_replaced(group, policy) if self.rules.clauses.get(key) == clause_of(group, policy)]

    def _by_policy(self, group: str, policy: object, keys: list[str], text: str) -> tuple[tuple[int, ...], Statement]:
        """Return the rule of a policy with its place: after the rules of the game to which it adds."""
        replaced = [key for key in keys if key not in AXES or self.is_own(key)]
        place = self._place(replaced[0], 0) if replaced else self._place(_last(keys), _LAST)
        says: Values = {axis: label(policy) for axis in replaced if axis in AXES}
        section = section_of((replaced or keys)[0])
        return place, Statement(section, clause_of(group, policy), text, says, {}, "house")

    def _is_house(self, axis: str) -> bool:
        return self.clauses.get(axis, "").startswith("HOUSE-")

    def _is_said(self, axis: str) -> bool:
        """Return True if a statement gives the value of the axis; of a house rule, one that is a house rule itself."""
        clauses = self.said.get(axis, ())
        if self._is_house(axis):
            return any(name.startswith("HOUSE-") for name in clauses)
        return axis in self.shared or bool(clauses)

    def _in_general(self, axis: str) -> None:
        clause_id = self.clauses.get(axis, "")
        if house_clause(axis) not in clause_ids():
            text = f"{axis} = {show_value(self.rules[axis])}".replace("{", "{{").replace("}", "}}")
            self._add(axis, "", ClausePart(text, {axis: "*"}, {}, "", absent=False), 100)
            return
        for number, part in enumerate(parts(house_clause(axis))):
            if axis in part.says and self.hold(part):
                if not part.absent or self._is_house(axis):
                    by = next((self.clauses[topic] for topic in part.says if self._is_house(topic)), clause_id)
                    text = part.text if self.matter(axis) else f"{part.text} {phrase('page.idle')}"
                    self._add_general(axis, by, part._replace(text=text), number)
                    if self.matter(axis):
                        self._add_beyond(axis, by)
                return

    def _add_beyond(self, axis: str, by: str) -> None:
        """Add what has to be decided besides the value of the axis."""
        for number, part in enumerate(parts(house_clause(axis))):
            if not part.says and self.hold(part):
                self._add_general(axis, by, part, number)

    def _add_general(self, axis: str, by: str, part: ClausePart, number: int) -> None:
        # A sheet cannot have decided what could not happen under its own rules.
        usual = part.mark or ("silent" if by and not matters(self.rules.home or self.rules, axis) else "")
        self._add(axis, by, part._replace(mark=_mark_of(by) or usual), 100 + number)

    def _always(self) -> Iterator[Statement]:
        """Yield the rules that all games share, except those for which this game or the reader has their own."""
        seen = {statement.clause for _, statement in self.statements}
        known = self.said.keys() | set(filter(self._is_house, AXES))
        for section, clauses in phrases("page")["general"].items():
            for clause_id in (name for name in clauses if name not in seen):
                kept = [part for part in parts(clause_id) if self.hold(part) and not set(part.says) & known]
                yield from (self._statement(section, clause_id, part) for part in kept)

    def _add(self, key: str, clause_id: str, part: ClausePart, number: int) -> None:
        self._find(self._place(key, number), self._statement(section_of(key), clause_id, part))

    def _find(self, place: tuple[int, ...], statement: Statement) -> None:
        self.statements.append((place, statement))
        for axis in statement.says:
            self.said.setdefault(axis, []).append(statement.clause)

    def _statement(self, section: str, clause_id: str, part: ClausePart) -> Statement:
        return Statement(section, clause_id, self.fill(part.text),
                         {axis: stated_value(self.rules, axis) for axis in part.says}, part.given, part.mark)

    def _place(self, key: str, number: int) -> tuple[int, ...]:
        """Return the sorting key: axes by the order of their groups, each topic after the axis that it adds to."""
        section, axis = section_of(key), _axis_of(key)
        rank = SECTIONS[section].index(_ELSEWHERE.get(axis, group_of(key)))
        after = -1 if key in AXES else self.order.index(key)
        return (_SECTION_PLACES[section], rank, _AXIS_PLACES.get(axis, -1), after, number)


_LAST = 1_000
"""The place of what adds to a rule: behind all that a clause says of it."""


def _last(keys: Sequence[str]) -> str:
    """Return the last of the axes and topics of a clause that stand in the same section as the first."""
    return max((key for key in keys if section_of(key) == section_of(keys[0])),
               key=lambda key: _AXIS_PLACES.get(key, -1))


def _axis_of(key: str) -> str:
    """Return the axis that a topic adds to, such as who draws lots again; "" if there is none."""
    return key if key in AXES else str(phrases("page")["topics"].get(key, ""))


def _fits(axis: str, value: Value, wanted: Value) -> bool:
    """Return True if a value is as wanted: the same, in a list, "not" another, or of a form such as <number>."""
    if isinstance(wanted, str):
        if wanted in _FORMS:
            return _FORMS[wanted](value)
        if wanted.startswith("not "):
            return not _fits(axis, value, wanted.removeprefix("not "))
        return bool(value == _word(axis, wanted))
    if isinstance(wanted, list) and (axis not in _LISTED or any(isinstance(item, list) for item in wanted)):
        return any(_fits(axis, value, choice) for choice in wanted)
    return bool(value == AXES[axis].read(wanted))


@lru_cache(maxsize=1024)
def _word(axis: str, wanted: str) -> Value:
    return AXES[axis].read(wanted)


_FORMS: dict[str, Callable[[object], bool]] = {
    "*": lambda value: True,
    "<number>": lambda value: type(value) is int,
    "<table>": lambda value: isinstance(value, Mapping),
    "<tile>": lambda value: isinstance(value, str) and value[:1].isdigit(),
}
"""Forms of values; a part that says an axis by its form has the value in its text."""

_LISTED = ("seats", "left_out", "hand_bonus", "multiple", "double_weights")
"""Axes whose values are lists."""


def _mark_of(clause_id: str) -> str:
    """Return the mark of a clause's parts that have none of their own."""
    if not clause_id or clause_id.startswith("HOUSE-"):
        return "house" if clause_id else ""
    table = clause_table(clause_id)
    return str(table.get("mark", "silent" if table.get("silent") else ""))


def group_of(key: str) -> str:
    """Return the group of an axis, or of a topic such as who draws lots again."""
    axis = _axis_of(key)
    return AXES[axis].group if axis in AXES else axis


def section_of(key: str) -> str:
    """Return the section of the page for an axis or a topic."""
    return _SECTION_OF_AXIS.get(key) or _SECTION_OF_GROUP[group_of(key)]


def rule_of_axis(rules: Rulebook, axis: str) -> str:
    """Return the rule that decides an axis, in the words of the page; "" if the axis changes nothing.

    The clause beside it names the source, so the text does not repeat that the sheet leaves it open.
    """
    by, usual = (cited and _said_under(rules, cited)
                 for cited in (rules.clauses.get(axis), rules.usual_clauses.get(axis)))
    about = [statement for statement in rules.statements
             if axis in statement.says or (statement.clause == by != usual)]
    chosen = [statement for statement in about if statement.clause in (by, usual)] or about
    return _texts_with_marks([each._replace(mark="") if each.mark in OPEN else each for each in chosen])


def rule_of_clause(rules: Rulebook, clause_id: str) -> str:
    """Return the text of one clause on the page of `rules`, without its examples; "" if there is none."""
    wanted = _said_under(rules, clause_id)
    chosen = [statement for statement in rules.statements if statement.clause == wanted]
    return _texts_with_marks([statement for statement in chosen if statement.says] or chosen)


def _rule_of_own(group: str, policy: object) -> str:
    return fill(words_of(group, policy)["rule"], {"value": label(policy)})


def _said_under(rules: Rulebook, clause_id: str) -> str:
    """Return the clause under which the page says a clause; a reader's own rule for several groups stands there once.
    """
    texts = [_rule_of_own(group, policy) for group, policy in rules.own.items()
             if clause_of(group, policy) == clause_id]
    return next((statement.clause for text in texts for statement in rules.statements
                 if statement.mark == "house" and statement.text.startswith(text)), clause_id)


def rule_ruling(rules: Rulebook, axis: str) -> Ruling:
    """Return the rule of an axis that no move decides, such as the direction of play, as a ruling."""
    text = rule_of_axis(rules, axis).replace("{", "{{").replace("}", "}}")
    return Ruling(OwnClause(rules.clauses[axis], {"rule": text}), "rule")


def mark(statement: Statement, text: str) -> str:
    """Return a text with the phrase that says how far the sheet supports its statement."""
    if not statement.mark:
        return text
    beyond = statement.mark == "silent" and clause(statement.clause).is_beyond
    return phrase(f"page.{statement.mark}_beyond" if beyond else f"page.{statement.mark}", text=text)


def _texts_with_marks(statements: Sequence[Statement]) -> str:
    return " ".join(mark(each, each.text) for each in statements)


# --- the facts that the sentences of a page may use


def facts(rules: Rulebook) -> dict[str, object]:
    """Return the facts that the sentences of a page may use, from one axis or from several.

    Numbers stay numbers, so that a sentence can add the noun; tables and names are words. Axes that a custom policy
    decides may be among them; no sentence uses those.
    """
    named = {axis: value for axis, value in rules.values.items() if isinstance(value, (int, str))}
    return {**named, **_tiles(rules), **_players(rules), **_leaders(rules), **_sums(rules), **_points(rules)}


def _tiles(rules: Rulebook) -> dict[str, object]:
    tiles, deals = rules.equipment.set, _deals(rules)
    left = {count: rules.dealing.left_over(count, each, len(tiles.tiles)) for count, each in deals.items()}
    blanks = any(tile.low == 0 for tile in tiles.tiles)
    own = rules.dealing.each_of(1, len(tiles.tiles)) if rules.solo is not None and rules.dealing.seat_counts else 0
    return {
        "set": tiles._replace(copies=1, doubles=True, left_out=()).name,
        "tiles": len(tiles._replace(left_out=()).tiles),
        "usual": len(tiles.tiles) == 28,
        "example": max((double for double in rules.doubles if double.high <= 5), default=Tile(5, 5)),
        "blanks": blanks,
        "blank_fits": phrase("page.blank_fits") if blanks else "",
        "all_used": not rules["left_out"],
        "taken_out": _without(tiles.left_out),
        "two_of_each": not any(tile.copy for tile in tiles.left_out),
        "used": len(tiles.tiles),
        "top": 2 * rules["max_pip"],
        "deal": _table(deals, "deal", name_all=rules["seats"] == "2+" and rules["teams"] == "none"),
        "deals_alike": len(set(deals.values())) == 1,
        "deals_apart": len(set(deals.values())) > 5,
        "fewest_dealt": min(deals.values(), default=0),
        "most_dealt": max(deals.values(), default=0),
        "left_over": "all" if all(left.values()) else "some" if any(left.values()) else "none",
        "takes": _leader_takes(rules, [number for number in left.values() if number]),
        "left": _table({count: tiles for count, tiles in left.items() if tiles}, "left",
                       name_all=not all(left.values())),
        "each": own,
        "rest": len(tiles.tiles) - own,
        "weights": join_words([phrase("page.weighs", tile=tile, pips=pips) for tile, pips in rules["weights"].items()]),
        "weighted": bool(rules["weights"]),
        "doubles_touch": other_doubles_fit(rules.values),
        "full_rank": rules["max_pip"] >= 6 and rules["doubles"],
    }


def _without(left_out: Sequence[Tile]) -> str:
    """Return the tiles that are left out in words, last those of which one stays."""
    wholly, once = [tile for tile in left_out if not tile.copy], [name_left_out(tile) for tile in left_out if tile.copy]
    first = [phrase("page.the_tile", tile=wholly[0])] if wholly else []
    return join_words([*first, *map(str, wholly[1:]), *once])


def _leader_takes(rules: Rulebook, left: Sequence[int]) -> str:
    """Return how much the leader takes, for the numbers of tiles that are left over: "more" if that depends on them."""
    most = rules.dealing.taken
    if not left or not most:
        return "none"
    if max(left) <= most:
        return "last" if max(left) == 1 else "all"
    return "some" if most <= min(left) else "more"


def _players(rules: Rulebook) -> dict[str, object]:
    counts, pairs = _counts(rules), rules["teams"] == "pairs"
    asked = not pairs and rules["block_between"] == "all"
    must = str(rules["pass_when"] != "any" and not rules.turns.asks_for_pass).lower()
    own_winner, end_is_own = "tie" in rules.replaced, _ends_by_own_rule(rules)
    give_up = phrases("page")["give_up"][rules["cannot_play"]]
    turned = "direction" in rules.replaced or _by_house(rules, "direction")
    return {
        "players": _numbers(counts),
        "alone": rules.solo is not None,
        "partners": 4 in counts and not pairs,
        "two": 2 in counts,
        "more": len(counts) > 1,
        "side": phrase("page.next_player") if turned else rules["direction"],
        "winner": phrase("page.pair" if pairs else "page.player"),
        "first_out_wins": phrase("page.own_rule_says_the_winner" if own_winner else
                                 "page.first_out_wins_pair" if pairs else "page.first_out_wins"),
        "own_winner": own_winner,
        "end_is_own": end_is_own,
        "out_wins": rules["cannot_play"] == "pass" and not end_is_own,
        "they_win": phrase("page.own_rule_says_who_wins" if own_winner else
                           "page.pair_wins" if pairs else "page.they_win"),
        "lightest": phrase("page.lightest") if asked and "tie" not in rules.replaced else "",
        "team_total": pairs and rules["team_block"] == "team-total" and rules["block_between"] == "all",
        "give_up": give_up,
        # A sheet does not say what a house rule says.
        "no_play": "" if _by_house(rules, "cannot_play") else phrase("page.no_play", what=give_up),
        "able_has_a_clause": "willing" in rules.usual_clauses,
        "blocked": phrases("page")["card"]["blocked"][rules["block"]],
        "must": phrases("page")["has_to"][must],
        "goes_on": phrases("page")["goes_on"][must],
        "stuck": phrase("page.stuck" if rules["draw_when"] == "never" else "page.stuck_drawing"),
    }


def _by_house(rules: Rulebook, axis: str) -> bool:
    return rules.clauses.get(axis, "").startswith("HOUSE-")


def _leaders(rules: Rulebook) -> dict[str, object]:
    holder, alone = _holder(rules["first_leader"]), rules.solo is not None or "leading" in rules.own
    lots = not alone and "lot" in (rules["first_leader"], rules["block_leader"])
    return {
        "holder": holder,
        "own_leads": "leading" in rules.own,
        "block_holder": _holder(rules["block_leader"]),
        "ties_have_a_clause": "lots" in rules.usual_clauses,
        "qualifier": phrase("page.the_tile", tile=holder) if holder else phrase("page.that_double"),
        "sought": _lead_sought(rules) or phrase("page.such_a_tile"),
        "lots": lots,
        "level_partners": phrase("page.level_partners"),
        "after_no_winner": phrase("page.after_no_winner"),
        "draws_cost": rules["draw_cost"] != 0,
        "weighed_to_lead": lots or (rules["lead_fallback"] == "heaviest" and bool(_lead_sought(rules))),
        "later": (rules["next_leader"] != "same"
                  or rules["block_leader"] not in ("as-next", "same", rules["first_leader"])),
    }


def _points(rules: Rulebook) -> dict[str, object]:
    goals, weights = _goals(rules), rules["double_weights"]
    pays = f"page.pays_{rules['out_pays']}"
    worth = {f"{axis}_worth": phrase(pays, number=rules[axis]) for axis in LAST_TILE if isinstance(rules[axis], int)}
    return {
        **worth,
        "out_tile_worth": join_words([phrase("page.pays", tile=tile, points=phrase(pays, number=number))
                                      for tile, number in rules["out_tile"].items()]),
        "by_hand": join_words([phrase("page.by_hand", points=points, hand=hand)
                               for hand, points in enumerate(rules["hand_bonus"], 1)]),
        "pays_passes": rules.turns.pays_for_passes,
        "scorer": phrases("page")["scorer"][str(rules["who_scores"] != "lighter").lower()],
        "own_match_winner": "best_score" in rules.replaced,
        "lowest_wins": rules["best_score"] == "fewest",
        "always_a_winner": not _may_have_no_winner(rules),
        "tie_leads_alike": rules["tie_leader"] == (rules["next_leader"] if rules["block_leader"] == "as-next"
                                                   else rules["block_leader"]),
        "lone_both": isinstance(weights, str) or weights[0] == 2 or rules["spinner"] == "none",
        "multiples": join_words(rules["multiple"], "or"),
        "examples": phrase("page.and_so_on", numbers=", ".join(str(rules["multiple"][0] * n) for n in (1, 2, 3))),
        "one_multiple": len(rules["multiple"]) == 1,
        "doubled": _spinner_words(rules["double_weights"]),
        "goals": _table(goals, "goals"),
        "full_counts": rules["spinner"] != "none" and not isinstance(weights, str) and weights[4] > 0,
        "one_goal": len(set(goals.values())) == 1,
        "out_of_reach": min(goals.values(), default=0) >= _OUT_OF_REACH,
        "bonus_costs": rules["end_bonus"] > 0 and rules["best_score"] == "fewest" and "winning" not in rules.own,
        "one_side_scores": _one_side_scores(rules),
        "goal": min(goals.values(), default=0),
        "halves": rules["end_multiple"] % 2 == 0,
    }


_OUT_OF_REACH = 10_000
"""A match of a few hands never comes to so many points."""

_OPEN_TIES = ("none", "lightest-tile", "fewer-tiles")
"""The values of the axis tie by which a tie may be left without a winner."""


def _may_have_no_winner(rules: Rulebook) -> bool:
    """Return True if a hand may end without a winner: by a tie, or by any block."""
    return _ends_by_own_rule(rules) or rules["tie"] in _OPEN_TIES or rules["block_between"] == "nobody"


def _ends_by_own_rule(rules: Rulebook) -> bool:
    """Return True if a rule of the reader's own says who wins a hand."""
    return not {"winner", "settle"}.isdisjoint(rules.settling.decides)


def _one_side_scores(rules: Rulebook) -> bool:
    """Return True if no more than one side can win points in a hand."""
    own = {"turns", "scoring", "stacking", "settling", "winning"} & rules.own.keys()
    return not own and not rules.scores_in_play and rules["who_scores"] in ("winner", "losers-pay")


def stated_value(rules: Rulebook, axis: str) -> Value:
    """Return the value of an axis, reduced to the part that matters under these rules.

    A table keeps the possible numbers of players, and becomes one number if it is the same for all.
    """
    if axis == "deal" and isinstance(rules["deal"], Mapping):
        return _alike(_deals(rules) or rules["deal"])
    if axis == "target" and rules["target"] != "one-hand":
        return _alike(_goals(rules))
    if axis == "double_weights" and rules["spinner"] == "none" and rules[axis] != "covered-once":
        return "both halves"
    if axis == "spinner" and not rules["doubles"]:
        return "none"
    if axis == "own_deduct":
        # Partners who add up their pips have one opponent.
        pair = rules["teams"] == "pairs" and {rules["team_block"], rules["block_between"]} == {"team-total", "all"}
        once = rules[axis] == "once-blocked" or (rules[axis] == "per-opponent" and pair)
        return "once" if once else rules[axis]
    value = "winner" if rules[axis] == "winning-pair" and rules["teams"] == "none" else rules[axis]
    return _counts(rules) if axis == "seats" else value


def _alike(table: Mapping[int, int]) -> int | Mapping[int, int]:
    return next(iter(table.values())) if len(set(table.values())) == 1 else table


def _deals(rules: Rulebook) -> dict[int, int]:
    size = len(rules.equipment.set.tiles)
    counts = rules.dealing.seat_counts
    sizes = {count: rules.dealing.each_of(count, size) for count in counts} if rules.solo is None else {}
    return {count: each for count, each in sizes.items() if rules.dealing.left_over(count, each, size) >= 0}


def _counts(rules: Rulebook) -> tuple[int, ...]:
    """Return the numbers of players for whom there are enough tiles."""
    return tuple(_deals(rules)) or rules.dealing.seat_counts


def _goals(rules: Rulebook) -> dict[int, int]:
    pairs = rules["teams"] == "pairs"
    goals = {count: rules.winning.goal(count, teams=pairs) for count in _counts(rules)}
    return {count: goal for count, goal in goals.items() if goal is not None}


def _numbers(counts: Sequence[int], word: str = "or") -> str:
    """Return numbers of players in words: "two, three or four", "two to seven"."""
    names = [str(phrases("general")["numbers"][count]) for count in counts]
    if len(counts) > 3 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return phrase("general.range", first=names[0], last=names[-1])
    return join_words(names, word)


def _table(by_players: Mapping[int, int], key: str, *, name_all: bool = False) -> str:
    """Return a table by the number of players as a sentence, in which numbers with the same value stand together.

    `name_all` names the numbers even if all have the same value, because more players may sit down than the table has.
    """
    groups: dict[int, list[int]] = {}
    for count, value in by_players.items():
        groups.setdefault(value, []).append(count)
    if len(groups) == 1 and not name_all:
        return phrase(f"page.{key}_same", value=next(iter(groups)))
    first, *others = [phrase(f"page.{key}_{'more' if number else 'first'}", players=_numbers(counts), value=value)
                      for number, (value, counts) in enumerate(groups.items())] or [""]
    return ", ".join([first, *others])


def _holder(leader: object) -> str:
    return str(leader["holder"]) if isinstance(leader, Mapping) else ""


def _lead_sought(rules: Rulebook) -> str:
    """Return what a leader must hold; if two rules ask for different tiles, that depends on the hand."""
    holders = [_holder(rules[axis]) or ("hand" if rules[axis] == "hand-double" else
                                        "double" if "double" in str(rules[axis]) else "")
               for axis in ("first_leader", "block_leader")]
    words = {"double": phrase("page.a_double"), "hand": phrase("page.hand_double")}
    named = {words.get(holder) or phrase("page.the_tile", tile=holder) for holder in holders if holder}
    return named.pop() if len(named) == 1 else phrase("page.such_a_tile") if named else ""


def _spinner_words(weights: Sequence[int] | str) -> str:
    """Return in words what a spinner counts, by the number of tiles that touch it."""
    if isinstance(weights, str):
        return ""
    runs: list[tuple[int, int]] = []
    for touching, times in enumerate(weights):
        if not runs or runs[-1][0] != times:
            runs.append((times, touching))
    names, numbers = phrases("page")["spinner_counts"], phrases("general")["numbers"]
    if len(runs) == 1:
        return phrase("page.spinner_always", what=names[runs[0][0]])
    until = [phrase("page.spinner_until", what=names[times], count=numbers[after], number=after)
             for (times, _), (_, after) in pairwise(runs)]
    return phrase("page.spinner_then", parts=phrase("page.then").join(until), what=names[runs[-1][0]])


def _sums(rules: Rulebook) -> dict[str, object]:
    """Return the facts of a sum that touching halves must make: the wild tiles, and the values that only they fit."""
    total, top = rules.matching.sum, rules["max_pip"]
    if total is None:
        return {"has_shut": False, "has_pairs": False, "wild_tiles": "none"}
    wild = [tile for tile in rules.equipment.set.tiles if rules.matching.is_wild(tile) and not tile.copy]
    shut = [value for value in range(top + 1) if not 0 <= total - value <= top]
    pairs = [(value, total - value) for value in range(top + 1) if 0 <= total - value <= top and value < total - value]
    named = [phrase("page.fits_on", half=small, other=large) for small, large in pairs[-1:-3:-1]]
    shown = [phrases("general")["blank"] if value == 0 else phrase("page.a_value", value=value) for value in shut]
    return {
        "sum": total,
        "wild_tiles": "some" if wild else "none",
        "wild": join_words([str(tile) for tile in sorted(wild, key=lambda tile: -tile.weight)]),
        "shut": join_words(shown, "or"),
        "has_shut": bool(shut),
        "pairs": join_words(named),
        "has_pairs": bool(named),
    }
