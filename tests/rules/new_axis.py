"""A new axis, tried on everything that plays, writes or shows: `python -m tests.rules.new_axis fee`.

It is declared before the games are, as a newcomer would declare it: the axis, a field of its group that goes by it, and
its words. Nothing says how an engine goes by it. Prints for each engine and view "obeys", the refusal, or "IGNORES".
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import NamedTuple

from domino_lab.core.errors import RulesetError
from domino_lab.core.tiles import Tile
from domino_lab.rules.axes import AXES, Axis
from domino_lab.rules.hooks import BASES
from domino_lab.rules.matching import Matching
from domino_lab.rules.rulebook import GROUPS
from domino_lab.rules.scoring import Scoring
from domino_lab.rules.settling import Final, Settlement, Settling
from domino_lab.rules.so_far import HandSoFar

HANDS = 12
VALUES = {"fee": 27, "ban": 3, "gift": 3}
GAMES = {"fee": "block", "ban": "block", "gift": "all-fives"}


class Paying(Settling):
    """The winner of a hand is paid a fee on top: the axis changes an award."""

    axis_names = (*Settling.axis_names, "fee")
    fee: int

    def settle(self, final: Final) -> Settlement:
        found = super().settle(final)
        if found.winner is None:
            return found
        award = found.award + self.fee
        return found._replace(award=award, ruling=found.ruling._replace(points=award))


class Banning(Matching):
    """Nothing may touch one value: the axis changes what is legal."""

    axis_names = (*Matching.axis_names, "ban")
    ban: int

    def fits(self, tile: Tile, value: int) -> bool:
        return super().fits(tile, value) and not (self.ban and value == self.ban)


class Giving(Scoring):
    """Every score in play is some points more: the axis changes a score."""

    axis_names = (*Scoring.axis_names, "gift")
    gift: int

    def points(self, total: int, so_far: HandSoFar | None = None) -> int:
        found = super().points(total, so_far)
        return found + self.gift if found else 0


GROUP = {"fee": "settling", "ban": "matching", "gift": "scoring"}
CLASSES = {"fee": Paying, "ban": Banning, "gift": Giving}


def whole(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError
    return value


def declare(name: str) -> None:
    """All that a newcomer writes, but for what they say of the engines."""
    from domino_lab import words

    AXES[name] = Axis(name, GROUP[name], 0, whole, "a whole number", usual=(VALUES[name],))
    GROUPS[GROUP[name]] = CLASSES[name]
    clause = {"label": f"The {name}", "rule": [{"says": {name: "*"}, "text": f"The {name} is {{{name}}}."}],
              "yes": "{tile} fits.", "no": "{tile} does not fit."}
    words._clauses("en")[f"HOUSE-{name.upper()}"] = clause


class Tried(NamedTuple):
    """What is tried: by name a function that tells whether the axis is obeyed, or raises."""

    name: str
    obeys: Callable[[], bool]


def trials(name: str) -> list[Tried]:  # noqa: C901
    """Everything that plays by the rules, writes them or shows them."""
    import domino_lab as dl
    from domino_lab.catalogue import get
    from domino_lab.chance import solver
    from domino_lab.chance.knowledge import know
    from domino_lab.chance.tournament import play_tournament
    from domino_lab.chance.trials import GameTrials
    from domino_lab.core.shuffle import Shuffle
    from domino_lab.explain.axis_choices import choices_of, sections_of
    from domino_lab.explain.rejudging import rejudge
    from domino_lab.explain.ruleset_comparison import follow
    from domino_lab.explain.spread import spread
    from domino_lab.notebook import simulate
    from domino_lab.play.settlement import final
    from domino_lab.play.start import start
    from domino_lab.play.timeline import Timeline, play_out
    from domino_lab.record import read, write
    from domino_lab.rules.ruleset import Ruleset, differences

    value, plain = VALUES[name], get(GAMES[name])
    rules = plain.but(**{name: value})
    lines = [play_out(rules, Shuffle(seed=1, hand=hand)) for hand in range(HANDS)]
    usual = [play_out(plain, Shuffle(seed=1, hand=hand)) for hand in range(HANDS)]

    def fee(line: Timeline) -> bool:
        last = line.steps[-1].settled
        without = get(GAMES[name]).settling.settle(final(line.steps[-2].state))
        return last is not None and last.winner is not None and last.award == without.award + value

    def ban(line: Timeline) -> bool:
        return all(laid.parent < 0 or value not in tiles_touched(line, laid.number) for laid in line.state.chain.laid)

    def tiles_touched(line: Timeline, number: int) -> tuple[int, ...]:
        laid = line.state.chain.laid[number]
        return (laid.tile.other(laid.out),)

    def gift(line: Timeline) -> bool:
        scored = [event.points for step in line.steps for event in step.events if type(event).__name__ == "Scored"]
        return bool(scored) and all(points % 5 == value for points in scored)

    shown = {"fee": fee, "ban": ban, "gift": gift}[name]

    def played(found: list[Timeline]) -> bool:
        return all(map(shown, found))

    def points(made: Ruleset) -> object:
        return simulate(made, hands=HANDS, seed=1, engine="readable").sums

    class OwnSettling(BASES["settling"]):
        """A reader's own: what is the same as ours, by a method of the group."""

        def settle(self, final: Final) -> Settlement:
            return super().settle(final)  # type: ignore[misc, no-any-return]

    class OwnMatching(BASES["matching"]):
        def fits(self, tile: Tile, value: int) -> bool:
            return value in tile[:2]

    class OwnScoring(BASES["scoring"]):
        def points(self, total: int) -> int:
            return total if total % 5 == 0 else 0

    def own_instead() -> bool:
        """A policy that decides the whole group is refused beside a value of the axis, by name."""
        own = {"settling": OwnSettling, "matching": OwnMatching, "scoring": OwnScoring}[GROUP[name]]
        try:
            rules.but(**{GROUP[name]: own()})
        except RulesetError as error:
            return str(error).startswith(f"{name} = {value} and {GROUP[name]} = own: {own.__name__} do not go together")
        return False

    def compared() -> bool:
        pairs = [follow(Shuffle(seed=1, hand=hand), [plain, rules]).lines for hand in range(HANDS)]
        return played([other.timeline for _, other in pairs]) and not played([one.timeline for one, _ in pairs])

    def rejudged() -> bool:
        found = [rejudge(line, rules) for line in usual]
        if name == "ban":
            return all((one.illegal is None) == shown(line) for one, line in zip(found, usual, strict=True))
        return all(shown(one.line) for one in found)

    def spreads() -> bool:
        return len({spread(Shuffle(seed=1), [plain, made], hands=HANDS).values for made in (plain, rules)}) == 2

    def recorded() -> bool:
        backs = [read(write(line), get) for line in lines]
        return all(back.problems == () and back.rules == rules and back.steps == line.steps
                   for back, line in zip(backs, lines, strict=True))

    first, hand = start(rules, Shuffle(seed=1)).state, lines[0]
    return [
        Tried("play", lambda: played(lines) and not played(usual)),
        Tried("a record", recorded),
        Tried("the rule page", lambda: f"The {name} is" in rules.sheet() and rules.sheet() != plain.sheet()),
        Tried("differences", lambda: [found.axis for found in differences(plain, rules)] == [name]),
        Tried("the form's sections", lambda: any(name in axes for axes in sections_of(rules).values())),
        Tried("the form's choices", lambda: [choice.rules == (rules if choice.value else plain)
                                             for choice in choices_of(plain, name)] == [True, True]),
        Tried("the form", lambda: f"The {name}: {value}" in dl.RuleForm(rules)._repr_mimebundle_()["text/plain"]),
        Tried("a comparison", compared),
        Tried("rejudging", rejudged),
        Tried("a spread", spreads),
        Tried("own rules", own_instead),
        Tried("simulate, readable", lambda: points(rules) != points(plain)),
        Tried("simulate", lambda: simulate(rules, hands=HANDS).engine == "readable"),
        Tried("simulate, plain", lambda: bool(simulate(rules, hands=HANDS, engine="plain")) and False),
        Tried("chance lab", lambda: bool(GameTrials(rules, "wins")) and False),
        Tried("a tournament", lambda: bool(play_tournament(["greedy", "random"], rules, deals=2)) and False),
        Tried("solve", lambda: bool(solver.solve(first)) and False),
        Tried("the value of a hand", lambda: bool(solver.value_of(first)) and False),
        Tried("perfect play", lambda: bool(dl.perfect_play(hand)) and False),
        Tried("hidden tiles", lambda: bool(know(hand, 0)) and False),
        Tried("the thinker", lambda: bool(play_out(rules, Shuffle(seed=1), policies="thinking")) and False),
        Tried("exercises", lambda: bool(dl.chance.exercise("heaviest_wins").simulate(20)) and False),
        Tried("solve, the game itself", lambda: bool(dl.chance.solve(start(plain, Shuffle(seed=1)).state)) and False),
        Tried("simulate, the game itself", lambda: bool(simulate(plain, hands=HANDS)) and False),
    ]


def tried(asked: Callable[[], bool]) -> str:
    """What came of one of them."""
    try:
        return "obeys" if asked() else "IGNORES"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    declare(sys.argv[1])
    print(json.dumps({one.name: tried(one.obeys) for one in trials(sys.argv[1])}, indent=1))
