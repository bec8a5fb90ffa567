"""What the packages that we are compared with do, each in its own words; runs where they are installed.

    python rival_hands.py open_spiel      prints how many random hands it plays in a second, the best of five runs
    python rival_hands.py search          the same for hands that OpenSpiel's IS-MCTS plays out to choose a first move
"""

import importlib
import random
import sys
import time
from collections.abc import Callable
from typing import Any

RUNS, SECONDS = 5, 2.0
SIMULATIONS = 100


def open_spiel() -> Callable[[], None]:
    """Block for two, as OpenSpiel's example of a random player does it."""
    spiel: Any = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games.block_dominoes")
    game = spiel.load_game("python_block_dominoes")

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))

    return play


def search() -> float:
    """Hands of Block for two that OpenSpiel's IS-MCTS plays out in a second, at random, to choose the first tile.

    The game in Python deals no hidden tiles anew, so it is done here: nothing is known of them before the first tile.
    """
    spiel: Any = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games.block_dominoes")
    searching: Any = importlib.import_module("open_spiel.python.algorithms.ismcts")
    rollouts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
    game = spiel.load_game("python_block_dominoes")

    def dealt(own: list[int]) -> Any:
        state = game.new_initial_state()
        for tile in own:
            state.apply_action(tile)
        while state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        return state

    hand = random.sample(range(28), 7)
    bot = searching.ISMCTSBot(game, rollouts.RandomRolloutEvaluator(), uct_c=70.0, max_simulations=SIMULATIONS)
    bot.set_resampler(lambda state, player: dealt(hand))
    return SIMULATIONS * rate(lambda: bot.get_policy(dealt(hand)))


def dominoes() -> Callable[[], None]:
    """Four players in pairs, seven tiles each."""
    package: Any = importlib.import_module("dominoes")

    def play() -> None:
        game = package.Game.new()
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))

    return play


def all_fives_domino() -> Callable[[], None]:
    """All Fives for two, one round at a time; the package keeps its modules under the name `src`."""
    names = ("Game", "DominoRound", "Player", "Brain")
    games, rounds, players, brains = (importlib.import_module(f"src.main.game.{name}") for name in names)

    def play() -> None:
        first, second = (players.Player(brains.RandomBrain()) for _ in range(2))
        rounds.DominoRound(first, second, games.Game(first, second)).run()

    return play


def rate(play: Callable[[], None]) -> float:
    """Hands in a second of one core, the best of some runs."""
    found = []
    for _ in range(RUNS):
        hands, began = 0, time.process_time()
        while time.process_time() - began < SECONDS / RUNS or not hands:
            play()
            hands += 1
        found.append(hands / (time.process_time() - began))
    return max(found)


if __name__ == "__main__":
    name = sys.argv[1]
    packages = {"open_spiel": open_spiel, "dominoes": dominoes, "all_fives_domino": all_fives_domino}
    print(search() if name == "search" else rate(packages[name]()))
