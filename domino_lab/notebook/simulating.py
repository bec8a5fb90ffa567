"""Simulating: count many hands of a game, and let players meet in a tournament, with a bar of progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import Annotated

from domino_lab.arguments import Count, Whole, checked
from domino_lab.catalogue.resolve import Named, as_list, ruleset
from domino_lab.chance import simulation
from domino_lab.chance.long_runs import Teller
from domino_lab.chance.simulation import Simulation
from domino_lab.chance.tournament import MOST_DEALS, Entry, Tournament, entrants, play_tournament
from domino_lab.notebook.progress_bar import telling
from domino_lab.play.players import Policies


@checked
def simulate(  # noqa: PLR0913
    rules: Named,
    *,
    hands: Count = 100_000,
    seats: int | None = None,
    policies: Policies = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Teller | bool = True,
    chunk: Count | None = None,
    engine: str | None = None,
) -> Simulation:
    """Play `hands` hands of a game and count them: who wins, what is scored, how long hands are, with their errors.

    Hand i is `Shuffle(seed=seed, hand=i)`, whatever plays it: threads here, or any `executor`. The defaults are the
    fewest seats the game allows, and greedy players if play scores, or else the heaviest tile first. In a notebook a
    bar shows the progress; `progress` is a function that is called with it instead, or False. `chunk` is how many hands
    a worker gets at once; `engine` is "compiled", "plain" or "readable". If it is interrupted, it returns what was
    counted so far.

    Raises RulesetError if there is no such game, IllegalAction for a number of seats it does not allow, and ValueError
    for an unknown policy or for fewer than one hand.

    >>> simulate("block", hands=200, seed=1, policies="random", engine="plain").chance("wins", 0).covers(0.5)
    True
    """
    found = ruleset(rules)
    with telling(progress, hands, "chancelab.simulating", hands=hands, game=found.name, seed=seed) as tell:
        return simulation.simulate(found, hands=hands, seats=seats, policies=policies, seed=seed, executor=executor,
                                   chunk=chunk, progress=tell, engine=engine)


@checked
def tournament(  # noqa: PLR0913
    players: Sequence[Entry] | Mapping[str, Entry],
    rulesets: Sequence[Named] | Named,
    *,
    deals: Annotated[int, Whole(1, MOST_DEALS)] = 100,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Teller | bool = True,
    seats: int | None = None,
    chunk: Count | None = None,
    engine: str | None = None,
) -> Tournament:
    """Let every two players meet in `deals` deals of each ruleset, both ways round, and rate them with their errors.

    Players are names such as "greedy" and "thinking", or functions of yours that take what a player may know (a View)
    and a stream of random numbers and return one of `view.legal`; a mapping gives them names. Both play each deal in
    both places, so that neither the lead nor the luck of the deal helps one of them. In a notebook a bar shows the
    progress; `progress` is a function that is called with it instead, or False. An `executor` shares the work out,
    `chunk` meetings at a time; `engine` is as for `simulate`. If it is interrupted, it returns what was played so far.

    Raises RulesetError if there is no such game, and DominoError or ValueError for an unknown player, two of one name,
    a patience, or seats that the game does not allow.

    >>> tournament(["heaviest", "random"], "block", deals=20, seed=1, engine="plain").players
    ('heaviest', 'random')
    """
    games, number = [ruleset(one) for one in as_list(rulesets)], len(entrants(players))
    hands = 2 * deals * len(games) * (number * (number - 1) // 2)
    names = [rules.name for rules in games]
    with telling(progress, hands, "tournament.playing", games=names, hands=hands, seed=seed) as tell:
        return play_tournament(players, games, deals=deals, seats=seats, seed=seed, executor=executor, chunk=chunk,
                               progress=tell, engine=engine)
