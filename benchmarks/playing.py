"""What playing costs: how long a reader waits for the player that thinks, and for one's own move to be seen."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import best_busy
from domino_lab.catalogue import get, rulesets
from domino_lab.chance.monte_carlo_player import Thinker
from domino_lab.core.actions import Action
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.play.match import Match, new_match
from domino_lab.play.timeline import play_out
from domino_lab.play.view import View
from domino_lab.record.match_file import Setup, read_match, write_match
from domino_lab.rules.ruleset import Ruleset
from domino_lab.widgets import Play

Row = tuple[str, str, str]


class Timed(Thinker):
    """The thinking player, with the seconds that each move kept a core busy."""

    def __init__(self) -> None:
        super().__init__(engine="plain")
        self.spent: list[float] = []

    def __call__(self, view: View, stream: Stream) -> Action:
        """One move."""
        began = time.process_time()
        action = super().__call__(view, stream)
        self.spent.append(time.process_time() - began)
        return action


def rows() -> list[Row]:
    """Thinking and playing."""
    games = [rules for rules in rulesets() if rules.solo is None and rules.variation_of is None]
    slowest, name = max((thought(rules), rules.id) for rules in games)
    told = f"the thinking player's slowest move, {len(games)} games, most seats, no numba"
    return [
        (told, f"{slowest:.2f} s ({name})", "< 1 s"),
        ("Play: one's own move and the reply, words and picture", f"{slowest_move() * 1000:.0f} ms", "< 100 ms"),
        *kept(),
    ]


def kept() -> list[Row]:
    """A long match as a file, and what Play(save=) takes for a move at several places of it."""
    match = long_match(500)
    setup = Setup(("human", "greedy"), 1)
    text = write_match(match, setup=setup)
    return [
        ("a match of 500 hands, written", f"{best_busy(lambda: write_match(match, setup=setup), 3):.2f} s", "< 1 s"),
        ("a match of 500 hands, read", f"{best_busy(lambda: read_match(text, get), 3):.2f} s", "< 1 s"),
        *((f"Play(save=): one's own move is saved, in hand {number}", f"{saved_move(text, number) * 1000:.1f} ms",
           "< 20 ms") for number in (1, 20, 160, 500)),
    ]


def long_match(hands: int) -> Match:
    """A match of All Fives that does not end."""
    match = new_match(get("all-fives").but(target=100_000))
    while len(match.hands) < hands:
        shuffle = Shuffle(seed=1, hand=len(match.hands))
        match = match.after(play_out(match.rules, shuffle, standing=match.standing))
    return match


def saved_move(text: str, number: int) -> float:
    """The slowest save of the moves of hand `number` of a match, to its last, which is played again to be checked."""
    before = "[[hand]]".join(text.split("[[hand]]")[:number])
    spent = []
    with TemporaryDirectory() as folder:
        file = Path(folder) / "match.toml"
        if number > 1:
            file.write_text(before, encoding="utf-8")
        play = Play(get("all-fives").but(target=100_000), against="greedy", seed=1, delay=0, save=file)
        game = play.here
        if game.is_over:
            game.next_hand()
        game.unobserve_all()
        while not game.is_over:
            game.do(game.legal[0])
            while game.reply():
                pass
            began = time.process_time()
            play.keeping.keep()
            spent.append(time.process_time() - began)
    return max(spent)


def thought(rules: Ruleset) -> float:
    """The slowest move of the thinking player in one hand at the largest table, against greedy ones."""
    size = len(rules.equipment.set.tiles)
    seats = max(count for count in rules.dealing.seat_counts if count * rules.dealing.each_of(count, size) <= size)
    player = Timed()
    play_out(rules, Shuffle(seed=9), seats=seats, policies=[player, *["greedy"] * (seats - 1)])
    return max(player.spent, default=0.0)


def slowest_move() -> float:
    """Of a hand of All Fives against the greedy player: the move that took longest, until all views show it."""
    game = Play("all-fives", against="greedy", seed=1, delay=0).here
    spent = []
    while not game.is_over:
        began = time.process_time()
        game.do(game.legal[0])
        spent.append(time.process_time() - began)
    return max(spent)
