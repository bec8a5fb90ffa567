"""A match that is kept in a file: each move costs the same, each hand is replayed once, and a kill takes nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.io.files import SaveFile
from domino_lab.record import match_file
from domino_lab.record.reader import Reader
from domino_lab.record.source import SourceText
from domino_lab.sessions.play import Keeping, PlaySession

RULES = dl.ruleset("block").but(target=1000)
KILLED = """
import os, signal, sys
import domino_lab as dl
play = dl.Play("block", against="heaviest", seed=1, delay=0, save=sys.argv[1])
usual, left = os.replace, [int(sys.argv[2])]
def replace(*names):
    left[0] -= 1
    if left[0] == 0 and sys.argv[3] == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    usual(*names)
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
os.replace = replace
while True:
    play.here.next_hand() if play.here.is_over else play.here.do(play.here.legal[0])
    print(len(play.here.match.hands), len(play.here.timeline.actions), flush=True)
"""


def kept(file: Path, **how: Any) -> dl.Play:
    return dl.Play(RULES, against="heaviest", seed=1, delay=0, save=file, **how)


def move(play: dl.Play) -> None:
    if play.here.is_over:
        play.here.next_hand()
    else:
        play.here.do(play.here.legal[0])
    assert not play.error


def play_on(play: dl.Play, hands: int) -> None:
    """Play until so many hands are over."""
    while len(play.here.match.hands) + play.here.is_over < hands:
        move(play)


class Work:
    """Hands that were replayed or made into tables, and letters that were read, since it was last asked."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self.replayed = self.tables = self.letters = 0
        patched.setattr(Reader, "read", self.counting("replayed", Reader.read))
        patched.setattr(match_file, "record_of", self.counting("tables", match_file.record_of))
        usual = SourceText.of

        def of(text: str | bytes) -> SourceText:
            self.letters += len(text)
            return usual(text)

        patched.setattr(SourceText, "of", of)

    def counting(self, name: str, usual: Callable[..., Any]) -> Callable[..., Any]:
        def count(*what: Any, **how: Any) -> Any:
            setattr(self, name, getattr(self, name) + 1)
            return usual(*what, **how)

        return count

    def done(self) -> tuple[int, int, int]:
        done = self.replayed, self.tables, self.letters
        self.replayed = self.tables = self.letters = 0
        return done


def test_a_move_costs_the_same_at_any_length_of_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play, work = kept(tmp_path / "match.toml"), Work(monkeypatch)
    most: dict[int, list[int]] = {}
    for hand in range(12):
        while len(play.here.match.hands) == hand:
            move(play)
            most[hand] = [max(pair) for pair in zip(most.get(hand, [0, 0, 0]), work.done(), strict=True)]
    assert {tuple(most[hand][:2]) for hand in range(1, 12)} == {(1, 3)}
    longest = max(map(len, (tmp_path / "match.toml").read_text(encoding="utf-8").split("[[hand]]")))
    assert max(most[hand][2] for hand in range(1, 12)) < 5 * longest


def test_each_hand_is_replayed_once_when_a_match_is_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.toml"
    play_on(kept(file), 6)
    before, work = file.read_bytes(), Work(monkeypatch)
    again = kept(file)
    assert work.done()[0] == 6 + 1  # The last one is read back before it is written.
    assert file.read_bytes() == before
    move(again)
    assert work.done()[0] == 0


def test_what_is_taken_back_at_the_end_of_a_hand_costs_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                               ) -> None:
    play = kept(tmp_path / "match.toml")
    play_on(play, 4)
    work = Work(monkeypatch)
    play.here.undo()
    assert work.done()[0] == 0
    play_on(play, 4)
    assert work.done()[0] == 1
    assert len(dl.load_match(tmp_path / "match.toml").hands) == 4


def test_hands_that_were_never_read_back_are_read_back_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = PlaySession(RULES, against="heaviest", seed=1, match=True)
    while len(game.match.hands) < 2 or not game.is_over:
        game.next_hand() if game.is_over else game.reply() if game.waits == "player" else game.do(game.legal[0])
    work, file = Work(monkeypatch), tmp_path / "match.toml"
    Keeping(game, SaveFile(file, such="x.toml")).keep()
    assert work.done()[0] == 3
    game.pages = game.pages._replace(before=game.pages.before.replace("[[hand]]", "[hand]", 1))
    with pytest.raises(dl.RecordError, match="would then not hold the moves of this match"):
        Keeping(game, SaveFile(tmp_path / "other.toml", such="x.toml")).keep()
    assert [path.name for path in tmp_path.iterdir()] == ["match.toml"]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("save", [1, 12, 30])
def test_a_kill_takes_nothing_that_was_saved(save: int, when: str, tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    done = subprocess.run([sys.executable, "-c", KILLED, file, str(save), when], capture_output=True, text=True,
                          check=False)
    assert done.returncode == -signal.SIGKILL
    told = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    found = dl.load_match(file)
    assert found.problems == ()
    assert (len(found.hands) - 1, len(found.hands[-1].actions)) >= (told[-1] if told else (0, 0))
    assert not dl.Play("block", delay=0, save=file).error
    assert [path.name for path in tmp_path.iterdir()] == ["match.toml"]
