"""Random hands of the packages that we are compared with, each in its own words; runs where they are installed.

    python rival_hands.py open_spiel      prints how many hands it plays in a second, the best of five runs
"""

import importlib
import random
import sys
import time
from collections.abc import Callable
from typing import Any

RUNS, SECONDS = 5, 2.0


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
    print(rate({"open_spiel": open_spiel, "dominoes": dominoes, "all_fives_domino": all_fives_domino}[sys.argv[1]]()))
