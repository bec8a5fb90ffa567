"""Every sentence about hand files is reached, says where the trouble is, and is said by one clause only."""

from __future__ import annotations

from dataclasses import replace

from domino_lab.catalogue import get
from domino_lab.core.rulings import Ruling, clause
from domino_lab.play.match import play_match
from domino_lab.record import read
from domino_lab.record.match_file import Setup, read_match, write_match
from domino_lab.record.rules_table import Instead
from domino_lab.words import clause_ids
from tests.record.contract_example import EXAMPLE, STUDY
from tests.record.test_read_moves_games import STACKED
from tests.record.test_read_moves_patience import BAD as BAD_ALONE
from tests.record.test_reader import BAD, DEAL

EVENING = play_match(get("block"), seed=7)
PLAYED = write_match(replace(EVENING, hands=EVENING.hands[:2]), setup=Setup(("human", "greedy"), 7, whole=False))


def _match(seated, *hands):
    told = "".join(f"[[hand]]\n{hand}" for hand in hands)
    return f'ruleset = "block"\n[match]\nseated = [{seated}]\nseed = 7\nwhole = false\n{told}'


MORE = [
    'ruleset = "draw-classic"\n[rules]\nfirst_tile = "boneyard"\n[deal]\nholdings = [["6-6"], ["5-3"]]\n',
    'ruleset = "draw-classic"\n[rules]\nfirst_tile = "hand-double"\n[deal]\nholdings = [["6-6"], ["5-3"]]\n',
    EXAMPLE,
    EXAMPLE.replace('["5-0", "3-2", "2-5"]', '["5-0", "3-2"]'),
    STUDY + '[[move]]\nplay = "3-0"\n',
    STUDY + '[[move]]\nplay = "3-0"\nout = 6\n',
    STUDY + '[[move]]\nplay = "3-0"\nat = "6-6"\n',
    STUDY.replace('"all-fives"\n', '"all-fives"\nplayers = ["Ana", "Ana"]\n'),
    STUDY + "[[move]]\ndraw = 1\n",
    STUDY + "[[move]]\npass = true\n",
    STUDY + '[[move]]\ndiscard = "5-4"\n',
    STUDY + '[end]\nhow = "out"\n',
    'ruleset = "block"\n[[move]]\nplay = "5-5"\nat = "6-6"\n',
    'ruleset = "all-fives"\n[match]\nscores = [1, 2, 3]\n' + DEAL.partition("\n")[2],
    'ruleset = "all-fives"\n[match]\nhand = 2\nlast_winner = 1\nlast_how = "out"\n' + DEAL.partition("\n")[2]
    + "leader = 0\n",
    STACKED + '[[move]]\nplay = "3-3"\nat = "#3"\n',
    "[[hand]]\n" * 1001,
    'ruleset = "block"\n[match]\nhand = 2\n[[match.past]]\nhow = "out"\nwinner = 0\naward = [1, 0]\npips = [0]\n'
    "passes = [0, 1]\n" + DEAL.partition("\n")[2],
    _match('"human"', "[hand.match]\nlast_leader = 1\n[hand.deal]\nseed = 7\n"),
    _match('"human", "greedy"', "[hand.deal]\nseed = 7\n", "[hand.deal]\nseed = 8\nhand = 1\n"),
    PLAYED.replace("[hand.match]", "[hand.rules]\ntarget = 61\n[hand.match]"),
    "\n".join(f"key{number} = 1" for number in range(200)),
]


def test_every_sentence_about_records_is_reached(monkeypatch):
    reached = set()
    true_text = Ruling.text.fget

    def spied(ruling):
        reached.add((ruling.clause, ruling.case))
        return true_text(ruling)

    monkeypatch.setattr(Ruling, "text", property(spied))
    for text in [*(text for text, _ in (*BAD.values(), *BAD_ALONE.values())), *MORE]:
        for event in read(text, get).steps[0].events:
            assert event.ruling.text
        read_match(text, get)
    read('ruleset = "block"\n[rules]\nreserve = 1\n', Instead(get("draw")))
    ours = [name for name in clause_ids() if name.startswith("REC-")]
    wanted = {(name, case) for name in ours for case in clause(name).sentences if case not in ("rule", "sheets")}
    assert wanted - reached == set()


def test_clauses_of_the_file_say_that_they_come_from_its_form():
    assert {clause(name).origin for name in clause_ids() if name.startswith("REC-")} == {"the form of a hand file"}
