"""Fitted: a reader's own policy checked, and put in the place of a group so that the engine sees no difference."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from itertools import product
from types import CodeType
from typing import Any

from domino_lab.chain import Chain, OpenEnd
from domino_lab.errors import RulesetError
from domino_lab.rules import own
from domino_lab.rules.arms import Arms
from domino_lab.rules.dealing import Dealing
from domino_lab.rules.drawing import Drawing
from domino_lab.rules.ending import Ending
from domino_lab.rules.leading import Deck, Lead, Leading, Standing
from domino_lab.rules.matching import Matching
from domino_lab.rules.own import broken, guarded
from domino_lab.rules.scoring import Count, Outlook, Scoring, Term
from domino_lab.rules.settling import Final, Settlement, Settling
from domino_lab.rules.stacking import Loot, Spoils, Stacking
from domino_lab.rules.turns import Turns
from domino_lab.rules.winning import Winning
from domino_lab.rulings import Ruling
from domino_lab.tiles import DominoSet, Tile

_LONG_WAY = 60
"""So far ahead the next count that scores is sought, to say how much was missing."""


class _OwnScoring(Scoring):
    """What the board counts, and what that is worth, by a rule of a reader's own."""

    counts: Callable[[Term], int]
    has: tuple[str, ...]

    def count(self, chain: Chain) -> Count | None:
        found: Any = super().count(chain)
        if isinstance(found, int):
            self._refuse_terms()
            facts = {"terms": ()}
            return Count((), found, Ruling(self.clauses["double_weights"], "count", facts), ())
        if found is None:
            return None
        return self._recounted(found) if hasattr(self, "counts") else self._reworded(found)

    def _refuse_terms(self) -> None:
        """A count that is a number has no terms of which `counts` could be asked."""
        if {"count", "counts"} <= {*self.has} and not asks(self, "count", "counts"):
            name = type(self).__name__
            raise RulesetError(f"scoring = own: {name}: {name}.counts(term) would never be asked, because "
                               f"{name}.count(chain) gives a number; leave one of them out, or let count give back "
                               "super().count(chain)")

    def _reworded(self, found: Count) -> Count:
        """Terms that a policy has counted are told as its own."""
        if "count" not in self.has:
            return found
        terms, silent = (tuple(term._replace(case="counts") for term in these) for these in (found.terms, found.silent))
        return found._replace(terms=terms, silent=silent)

    def _recounted(self, found: Count) -> Count:
        terms, silent = (tuple(self._own_term(term) for term in these) for these in (found.terms, found.silent))
        spoken = (*terms, *(term for term in silent if term.value))
        ruling = Ruling(self.clauses["double_weights"], "count", {"terms": spoken})
        return Count(spoken, sum(term.value for term in spoken), ruling,
                     tuple(term for term in silent if not term.value))

    def _own_term(self, term: Term) -> Term:
        value = self.counts(term)
        return term._replace(value=value, case="counts", times=1 if value else 0)

    def outlook(self, chain: Chain) -> Outlook | None:
        return None


class _ByPoints(Scoring):
    """The verdict for a policy that says what a count is worth."""

    def ruling(self, count: Count, player: str) -> Ruling:
        points = self.points(count.total)
        facts: dict[str, object] = {"player": player, "total": count.total, "points": points, "sum": count}
        if points:
            return Ruling(self.clauses["multiple"], "hit", facts, points=points, because=(count.ruling,))
        more = next((more for more in range(1, _LONG_WAY) if self.points(count.total + more)), 0)
        case = "miss" if more else "never"
        return Ruling(self.clauses["multiple"], case, {**facts, "under": more}, because=(count.ruling,))


class _ByWorth(Scoring):
    """The verdict for a policy that says what a whole board is worth."""

    def judge(self, chain: Chain, player: str) -> Ruling | None:
        points = self.worth(chain)
        facts = {"player": player, "points": points}
        return Ruling(self.clauses["play_score"], "worth" if points else "nothing", facts, points=points)


class _OwnEnding(Ending):
    """When a hand is over, by a rule of a reader's own: `over(chain)` ends it at once, to be settled as a block is."""

    over: Callable[[Chain], bool]

    @property
    def watches(self) -> bool:  # type: ignore[override]
        return hasattr(self, "over")

    def over_ruling(self, chain: Chain) -> Ruling | None:
        if not self.over(chain):
            return None
        return Ruling(self.clauses["own_end"], "over", {"count": len(chain.laid)})

    def goes_on(self, *, drawable: bool) -> bool:
        """Where nobody can draw any more, a hand in which nobody can lay would never end."""
        found = super().goes_on(drawable=drawable)
        return self.block == "row-cycle" or (found and drawable)


class _ByGoesOn(Ending):
    """The words for a policy that says whether a hand goes on."""

    def block_ruling(self, *, drawable: bool) -> Ruling:
        return Ruling(self.clauses["block"], "blocked", {})


class _OwnSettling(Settling):
    """Who wins a hand and what it is worth, by a rule of a reader's own: `winner(final)`, `award(final, seat)`."""

    winner: Callable[[Final], int | None]
    award: Callable[[Final, int], int]

    def _winner_of_block(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        return self._chosen(final) if hasattr(self, "winner") else super()._winner_of_block(final)

    def _chosen(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        seat = self.winner(final)
        if seat is None:
            return None, (Ruling(self.clauses["tie"], "none", {"players": final.names}),)
        return seat, (Ruling(self.clauses["tie"], "wins", {"player": final.names[seat], "players": final.names}),)

    def _award(self, final: Final, seat: int, why: tuple[Ruling, ...]) -> Settlement:
        if not hasattr(self, "award"):
            return super()._award(final, seat, why)
        award = self.award(final, seat)
        facts = {"winner": self._called(final, seat), "award": award, "parts": (award,), "base": award}
        case = "out" if final.out is not None else "blocked"
        ruling = Ruling(self.clauses["end_base"], case, facts, points=award, because=why)
        return Settlement(final.sides[seat], seat, award, ruling)


class _ByWinner(Settling):
    """The rest for a policy that says who wins: it is asked after every hand, however it ended."""

    _chosen: Callable[[Final], tuple[int | None, tuple[Ruling, ...]]]

    def settle(self, final: Final) -> Settlement:
        seat, why = self._chosen(final)
        return Settlement(None, None, 0, why[0]) if seat is None else self._award(final, seat, why)


class _OwnWinning(Winning):
    """When a match is won, by a rule of a reader's own."""

    def reached(self, score: int, seats: int, teams: bool) -> bool:  # noqa: FBT001 - a policy's own winner calls it so
        return super().reached(score, seats=seats, teams=teams)


class _OwnStacking(Stacking):
    """What stacking brings, and when, by a rule of a reader's own."""

    def ruling(self, tile: Tile, on: int, chain: Chain, ends: Sequence[OpenEnd], facts: Mapping[str, Any],
               spoils: Spoils | None) -> Ruling:
        return self._said(super().ruling(tile, on, chain, ends, facts, spoils))

    def steal_ruling(self, player: str, rival: str, tile: Tile, loot: Loot) -> Ruling:
        return self._said(super().steal_ruling(player, rival, tile, loot))

    def _said(self, found: Ruling) -> Ruling:
        """The fewer words that a policy has: whether now or not, whether there or not, and what it brings."""
        plain = {"no_score": "not_now", "refused": "not_now", "no_match": "no", "side": "no", "doubled": "steals"}
        return found._replace(case=plain.get(found.case, found.case)) if found.id.startswith("OWN-") else found


class _OwnTurns(Turns):
    """Who has another turn, by a rule of a reader's own."""

    goes_on: Callable[[Tile], bool]

    def speaks(self, tile: Tile) -> bool:
        return self.goes_on(tile)


SCORES: dict[str, type[Any]] = {
    "scoring": _OwnScoring, "ending": _OwnEnding, "settling": _OwnSettling, "winning": _OwnWinning,
    "stacking": _OwnStacking, "turns": _OwnTurns,
}
"""What stands above a policy, by group."""

VERDICTS: dict[tuple[str, str], type[Any]] = {
    ("scoring", "points"): _ByPoints, ("scoring", "worth"): _ByWorth, ("ending", "goes_on"): _ByGoesOn,
    ("settling", "winner"): _ByWinner,
}
"""What stands below a policy, by group and by a method that it has."""


# The classes stand above the policy and ask it through `super()`. What a policy lacks comes from below it: for matching
# from one of the classes named after the method it has, for all else from the group itself.

class _ByEach(Dealing):
    """The way in for a policy that says how many tiles each."""

    def each_of(self, seats: int, set_size: int) -> int:
        return self.each(seats, set_size)


class _ByLeader(Leading):
    """The rest for a policy with `leader(deck)`: it gives a seat, a tile whose holder must set it, or None.

    With None, or a tile that nobody holds, the tiles are dealt again.
    """

    leader: Callable[[Deck], int | Tile | None]

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        found = self.leader(deck)
        must = found if isinstance(found, Tile) else None
        if must is not None:
            found = next((seat for seat, held in enumerate(deck.holdings) if must in held), None)
        if found is None or isinstance(found, Tile):
            return None
        seat = found
        return Lead(seat, must, Ruling(self.clauses["first_leader"], "leads", {"player": deck.names[seat]}))


class _OwnArms(Arms):
    """Spinners or open ends of a reader's own; only a double can spin, and only a free edge can be open."""

    asks_of_ends = True

    def spins(self, tile: Tile, chain: Chain) -> bool:
        return tile.is_double and super().spins(tile, chain)

    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        chosen = set(super().open_ends(chain))
        return tuple(end for end in chain.ends if end in chosen)


class _OwnMatching(Matching):
    """Which halves meet by a rule of a reader's own; what may then lie outward is the rest of the tile."""

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        return tuple(sorted(set(super().outs(tile, value))))


class _SaysMatching(Matching):
    """The words for a policy that has none of its own."""

    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        fits = self.fits(tile, value)
        facts = {"tile": tile, "value": value, "onto": onto}
        return Ruling(self.clauses["matching"], "yes" if fits else "no", facts, fits)


class _ByHalves(_SaysMatching):
    """The rest for a policy that says which half meets a value, or which tile fits."""

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        if not self.fits(tile, value):
            return ()
        meeting = [half for half in tile[:2] if self.meets(half, value)]
        return tuple({tile.other(half) for half in meeting}) if meeting else tile[:2]


class _ByMeets(_ByHalves):
    """The rest for a policy that has only `meets`."""

    def fits(self, tile: Tile, value: int) -> bool:
        return self.meets(tile[0], value) or self.meets(tile[1], value)


class _ByFits(_ByHalves):
    """The rest for a policy that has `fits`: a half meets what its double would fit."""

    def meets(self, half: int, value: int) -> bool:
        return self.fits(Tile(half, half), value)


class _ByOuts(_SaysMatching):
    """The rest for a policy that has `outs`."""

    def fits(self, tile: Tile, value: int) -> bool:
        return bool(self.outs(tile, value))

    def meets(self, half: int, value: int) -> bool:
        return True


class _OwnDrawing(Drawing):
    """When a tile may be drawn, by a rule of a reader's own."""

    def _now(self, facts: Mapping[str, Any]) -> bool:
        return self.may(able=facts["able"] is not None, stock=facts["stock"], drawn=facts["drawn"],
                        chosen=facts.get("chosen", 0))

    def possible(self, stock: int) -> bool:
        return self.may(able=False, stock=stock, drawn=0)

    def may(self, *, able: bool, stock: int, drawn: int, chosen: int = 0) -> bool:
        return stock > 0 and super().may(able=able, stock=stock, drawn=drawn, chosen=chosen)

    def ruling(self, facts: Mapping[str, Any]) -> Ruling:
        case = "draw" if self._now(facts) else "no"
        return Ruling(self.clauses["draw_when"], case, facts, case == "draw")

    def pass_ruling(self, facts: Mapping[str, Any]) -> Ruling:
        if facts["able"] is not None or self._now(facts):
            return super().pass_ruling(facts)
        return Ruling(self.clauses["draw_when"], "pass", facts)

    def _draw_case(self, facts: Mapping[str, Any]) -> tuple[str, str]:
        return "draw_when", "draw" if self._now(facts) else "no"


CHECKED: dict[str, type[Any]] = {
    "arms": _OwnArms, "matching": _OwnMatching, "drawing": _OwnDrawing, **SCORES,
}
"""What stands above a policy, by group, where anything does."""


def below(group: str, hooks: tuple[str, ...]) -> tuple[type[Any], ...]:
    """What stands below a policy that has these methods, to do what it leaves out."""
    if group == "matching":
        return (_ByFits if "fits" in hooks else _ByMeets if "meets" in hooks else _ByOuts,)
    found = {**VERDICTS, ("dealing", "each"): _ByEach, ("leading", "leader"): _ByLeader}
    return tuple(made for (of, hook), made in found.items() if of == group and hook in hooks)


_ALONE = (
    ("leading", "leader", ("find",)),
    ("matching", "meets", ("fits", "outs")),
    ("scoring", "points", ("worth",)),
    ("scoring", "counts", ("worth",)),
    ("scoring", "count", ("worth",)),
    ("settling", "award", ("settle",)),
    ("settling", "winner", ("settle",)),
    ("winning", "reached", ("winner",)),
)
"""By group a method, and those that together decide all that it would be asked for."""


def check_asked(group: str, policy: object, values: Mapping[str, Any]) -> None:
    """Raises RulesetError for a policy with a method that nobody asks, because others of it decide without it.

    A method that the deciding one calls is asked after all, by its name or through `super()`.
    """
    hooks = own.methods(group, policy)
    for of, hook, deciding in _ALONE:
        if of == group and {hook, *deciding} <= {*hooks} and not any(asks(policy, one, hook) for one in deciding):
            raise RulesetError(_unasked(group, policy, hook, deciding))
    if group == "stacking" and values["stack"] == "none":
        raise RulesetError(f'{group} = {own.told(policy)}: {own.name_of(policy)}.{hooks[0]} would never be asked, '
                           'because nothing is stacked with stack = "none"; write stack="cutthroat" beside it')


def _unasked(group: str, policy: object, hook: str, deciding: tuple[str, ...]) -> str:
    name, hooks = own.name_of(policy), own.HOOKS[group]
    alone = " and ".join(f"{name}.{hooks[one].written}" for one in deciding)
    decide = "decides" if len(deciding) == 1 else "decide"
    return (f"{group} = {own.told(policy)}: {name}.{hooks[hook].written} would never be asked, because {alone} "
            f"{decide} without it; leave one of them out, or call self.{hook} in {deciding[-1]}")


def asks(policy: object, deciding: str, hook: str) -> bool:
    """Whether a method calls another by its name, itself or in a method that it calls, or asks the group's own method.

    That of the group, which `super()` reaches, asks all the methods that stand behind it; but matching compares halves
    at once, and asks no `meets`.
    """
    to_read, seen = [deciding], set[str]()
    while to_read:
        name = to_read.pop()
        if name in seen:
            continue
        seen.add(name)
        called = set(_names(_code(policy, name)))
        if hook in called or (deciding in called and hook != "meets"):
            return True
        to_read += [other for other in called if _code(policy, other) is not None]
    return False


def _code(policy: object, name: str) -> CodeType | None:
    """The code of a method that the policy itself defines; None for one that comes with the package."""
    held = [getattr(policy, "__dict__", {}).get(name), *(vars(base).get(name) for base in type(policy).__mro__)]
    for method in held:
        function = getattr(method, "__func__", method)
        if not str(getattr(function, "__module__", "")).startswith("domino_lab.rules."):
            code = getattr(function, "__code__", None)
            if isinstance(code, CodeType):
                return code
    return None


def _names(code: CodeType | None) -> Iterator[str]:
    """The names that a piece of code speaks of, those of the functions within it too."""
    if code is not None:
        yield from code.co_names
        for part in code.co_consts:
            if isinstance(part, CodeType):
                yield from _names(part)


_SPEAKS = ("Ruling", "Lead", "Settlement", "Count")
"""What holds a ruling: the answers into which the words of a policy are put."""


def fitted(made: type[Any], group: str, policy: Any, wanted: Mapping[str, Any], clauses: Mapping[str, str]) -> Any:
    """A `made` (the class of the group) with the values `wanted` in which `policy` decides what it has methods for.

    Raises RulesetError for an object of which no such class can be made, or with a method that nobody would ask.
    """
    check_asked(group, policy, wanted)
    hooks, held = own.methods(group, policy), _kept(policy)
    free = {name: value for name in hooks if (value := held.pop(name, None)) is not None}
    space = {**held, "__init__": made.__init__, "__dataclass_fields__": made.__dataclass_fields__,
             "has": hooks, "__eq__": object.__eq__, "__hash__": object.__hash__,
             "__module__": type(policy).__module__}
    space |= _voices(made, own.clause_of(group, policy), own.words_of(group, policy))
    try:
        mine = guarded(group, type(policy), hooks, free)
        bases = (*filter(None, [CHECKED.get(group)]), mine, type(policy), *below(group, hooks), made)
        whole = types.new_class(own.name_of(policy), tuple(dict.fromkeys(bases)), {}, lambda name: name.update(space))
    except TypeError as error:
        said = f"{group} = {own.told(policy)} is not possible: write it as a plain class ({error})"
        raise RulesetError(said) from None
    return whole(**wanted, clauses=clauses)


def _kept(policy: Any) -> dict[str, Any]:
    """What the policy has been told, such as a limit; a function it holds must not become a method."""
    slots = [name for base in type(policy).__mro__ for name in getattr(base, "__slots__", ())]
    held = {name: getattr(policy, name) for name in slots if hasattr(policy, name)} | getattr(policy, "__dict__", {})
    return {name: staticmethod(value) if isinstance(value, types.FunctionType) else value
            for name, value in held.items()}


def _voices(made: type[Any], clause_id: str, words: Mapping[str, str]) -> dict[str, Any]:
    """The methods of the group whose answers hold a ruling, each giving it the words of the policy."""

    def speaking(name: str) -> Callable[..., Any]:
        @wraps(getattr(made, name))
        def method(self: Any, *given: Any, **named: Any) -> Any:
            return _voiced(getattr(super(type(self), self), name)(*given, **named), clause_id, words)

        return method

    returns = {name: getattr(method, "__annotations__", {}).get("return", "") for name, method in vars(made).items()}
    return {name: speaking(name) for name, kind in returns.items() if any(word in str(kind) for word in _SPEAKS)}


def _voiced(answer: Any, clause_id: str, words: Mapping[str, str]) -> Any:
    if isinstance(answer, Ruling):
        because = tuple(_voiced(part, clause_id, words) for part in answer.because)
        facts = {"words": words, **answer.facts} if answer.id == clause_id else answer.facts
        return answer._replace(facts=facts, because=because)
    if isinstance(answer, (Lead, Count, Settlement)):
        return answer._replace(ruling=_voiced(answer.ruling, clause_id, words))
    if type(answer) is tuple:
        return tuple(_voiced(part, clause_id, words) for part in answer)
    return answer


def tried(group: str, rules: Any, tiles: DominoSet) -> None:
    """Ask a fitted group what it will be asked in play, so that a slip shows when the rules are made.

    Raises RulesetError that names the policy and the question.
    """
    own.check_words(group, rules)
    for asked, ask in _questions(group, rules, tiles).items():
        try:
            ask()
        except RulesetError:
            raise
        except Exception as error:
            raise broken(f"{type(rules).__name__}.{asked}", error) from error


def _questions(group: str, rules: Any, tiles: DominoSet) -> dict[str, Callable[[], object]]:
    from domino_lab.chain import Chain

    tile = tiles.tiles[-1]
    lone = Chain().lay(tile)
    asks: dict[str, dict[str, Callable[[], object]]] = {
        "matching": {"fits(tile, value)": lambda: _agree(rules, tiles)},
        "arms": {"spins(tile, chain)": lambda: rules.spins(Tile(0, 0), Chain()),
                 "open_ends(chain)": lambda: rules.open_ends(lone)},
        "scoring": {"points(total)": lambda: [rules.points(total) for total in range(61)],
                    "count(chain)": lambda: rules.count(lone), "worth(chain)": lambda: rules.worth(lone)},
        "equipment": {"weight(tile)": lambda: rules.total(tiles.tiles)},
        "turns": {"goes_on(tile)": lambda: [rules.speaks(one) for one in tiles.tiles]},
        "ending": {"goes_on(drawable)": lambda: [rules.goes_on(drawable=one) for one in (True, False)]},
        "drawing": {"may(able, stock, drawn, chosen)": lambda: [
            rules.may(able=one, stock=7, drawn=0, chosen=0) for one in (True, False)]},
        "dealing": {"next_seat(seat, seats)": lambda: [_all_round(rules, seats) for seats in rules.seat_counts]},
        "winning": {"reached(score, seats, teams)": lambda: rules.reached(61, seats=2, teams=False)},
    }
    return asks.get(group, {})


def _agree(matching: Any, tiles: DominoSet) -> None:
    """Which tile may be laid is asked of `outs`, and why of `fits`: they must not contradict each other."""
    for tile, value in product(tiles.tiles, range(tiles.max_pip + 1)):
        fits, outs = matching.fits(tile, value), matching.outs(tile, value)
        if fits != bool(outs):
            name, asked = type(matching).__name__, "fits" if "fits" in getattr(matching, "has", ()) else "meets"
            raise RulesetError(f"{name}.{asked} {'lets' if fits else 'does not let'} {tile} touch a {value}, and "
                               f"{name}.outs({tile}, {value}) gives {outs}: the two must agree")


def _all_round(dealing: Any, seats: int) -> set[int]:
    """Nobody may be left out, or a hand in which only he can lay would never end."""
    seen: set[int] = set()
    seat = 0
    for _ in range(seats):
        seat = dealing.next_seat(seat, seats)
        seen.add(seat)
    if len(seen) < seats:
        left = next(number for number in range(seats) if number not in seen)
        raise RulesetError(f"{type(dealing).__name__}.next_seat(seat, {seats}) never comes to seat {left}: everybody "
                           "must have a turn")
    return seen


def values_of(made: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a group is made of."""
    return {field.name: values[field.name] for field in fields(made) if field.name != "clauses"}
