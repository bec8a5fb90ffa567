"""No dead text: every sentence of every clause is reached by play; no two clauses share one; all can be filled.

The sentences about hand files (REC-...) are reached in tests/play.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product

import pytest

from domino_lab import words
from domino_lab.catalogue import get, rulesets
from domino_lab.rules.axes import AXES
from domino_lab.rules.combinations import PATIENCE
from domino_lab.rules.declaring import derived
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import ClausePart, _fits, parts
from domino_lab.rulings import clause
from domino_lab.words import clause_ids, clause_table, fill
from tests.laws.random_rules import CHANGES, OPTIONS, changed, option_set
from tests.words import custom_rules
from tests.words.everything import decided, reached

CLAUSES = [name for name in clause_ids() if not name.startswith("REC-")]
NOT_SAID = {"sheets", "silent", "mark", "rule", "label", "names"}
SENTENCES = [(name, case) for name in CLAUSES for case in clause_table(name) if case not in NOT_SAID]


def lacking(rules: Ruleset) -> set[tuple[str, str]]:
    """The sentences (clause, case) that a game needs and nobody has written."""
    return {(ruling.clause, ruling.case) for ruling in decided(rules) if ruling.case not in clause_table(ruling.clause)}


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_no_sentence_of_a_game_is_missing(rules: Ruleset) -> None:
    """All that are missing at once, for those who are writing the words of a game."""
    assert lacking(rules) == set()


def test_sentences_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    block = get("block")
    for name, case in (("BL-DEAL-1", "dealt"), ("BL-END-1", "out")):
        monkeypatch.delitem(words._clauses("en")[name], case)
    clause.cache_clear()
    assert lacking(block) == {("BL-DEAL-1", "dealt"), ("BL-END-1", "out")}
    said = re.escape("BL-DEAL-1 has no sentence 'dealt': write it in words/en/clauses; it can name {each} and {stock}")
    with pytest.raises(LookupError, match=said):
        print(*(ruling.text for ruling in decided(block) if ruling.clause == "BL-DEAL-1"))
    clause.cache_clear()


def test_every_sentence_is_reached() -> None:
    assert len(SENTENCES) > 800
    assert set(SENTENCES) - set(reached()) == set()


def test_every_ruling_has_a_sentence_that_can_be_filled() -> None:
    for (name, case), rulings in reached().items():
        assert case in clause_table(name), (name, case)
        for ruling in rulings:
            assert ruling.text.endswith((".", "!")), ruling.text
            assert not re.search(r"[{}]|None|\(\)|  ", ruling.text), ruling.text


def meant(name: str, part: ClausePart) -> Iterator[Ruleset]:
    """Rules with the values for which a part was written, in the games that have the clause, or in some others."""
    games = [rules for rules in rulesets() if name in rules.clauses.values() and rules.game is None][:2]
    bases = games or [get(game) for game in ("block", "all-fives", "block/partners", "draw-osel", "two-box")]
    wanted = {axis: value for axis, value in {**part.says, **part.given}.items() if axis in AXES}
    fitting = [[(axis, value) for value in OPTIONS[axis] if _fits(axis, AXES[axis].read(value), want)][-2:]
               for axis, want in wanted.items()]
    for rules in bases:
        yield from (changed(rules, changes) for changes in product(*fitting))


def test_every_rule_sentence_is_on_a_rule_page() -> None:
    block, fives = get("block"), get("all-fives")
    house = [changed(rules, [change]) for change in CHANGES for rules in (block, fives)]
    house += [*custom_rules.every(), fives.but(first_leader="highest-double", lead_tile="qualifying")]
    house += [fives.but(spinner="none", play_score="none", double_lay="in-line")]
    house += [block.but(end_round="nearest", end_divide=5), block.but(end_round="floor", round_scope="each"),
              fives.but(end_round="floor", round_scope="each", own_deduct="none")]
    boxes = fives.but(copies=2, deal=7, stack="cutthroat")
    house += [boxes, boxes.but(stack_when="any"), boxes.but(steal_credit="twice"), boxes.but(steal_back=True)]
    house += [fives.but(draw_cost=1, draw_cost_in="chips"), get("patience").but(hold_limit=5)]
    house += [get("blind").but(blind_leader_goes_on=False), block.but(draw_when="optional", voluntary_max=1)]
    rows = {"first_leader": "youngest", "lead_tile": "any", "lead_fallback": "none", "visibility": "blind"}
    house += [block.but(**rows, block="row-cycle", extra_turn="while-fits")]
    house += [get("blind").but(visibility="private", block="all-stuck", extra_turn="none")]
    house += [block.but(copies=2, doubles=False, first_leader="lot", lead_tile="any"),
              get("two-box").but(copies=1, seats=4, deal=5),
              get("draw-austrian").but(doubles=True), get("latin-partnership").but(direction="left"),
              get("five-columns").but(max_pip=9)]
    lot = block.but(first_leader="lot", lead_tile="any")
    house += [lot.but(next_leader="rotate"), lot.but(doubles=False, matching={"sum": 12}),
              get("latin-partnership").but(draw_when="unable"),
              block.but(play_score="multiple", spinner="first", arm_order="four-first",
                        double_weights=[1, 1, 1, 1, 1])]
    kinds = lot.but(lead_tile="double")
    house += [kinds.but(lead_fallback=value) for value in ("redeal", "heaviest", "next-player", "leader-draws")]
    house += [kinds.but(lead_fallback=value, first_leader={"holder": "3-3"})
              for value in ("none", "redeal", "next-player")]
    house += [block.but(redeal_doubles=4), block.but(spinner="first-six", arm_order="clockwise")]
    spare = block.but(seats=[3, 4], deal={3: 9, 4: 7})
    house += [rules.but(leader_takes=1)
              for rules in (spare, spare.but(seats=[3]), spare.but(deal={3: 8, 4: 7}), block)]
    house += [spare.but(deal={3: 8, 4: 6}, leader_takes=4), spare.but(deal={3: 8, 4: 7}, leader_takes=4),
              spare.but(deal={3: 8, 4: 7}, leader_takes=2), spare.but(deal={3: 9, 4: 6}, leader_takes=2)]
    pairs = get("block/partners")
    house += [pairs.but(tie_order="bone"), pairs.but(team_block="individual"),
              get("draw/partners").but(tie="lightest-tile")]
    each = {"AF1-SCORE-2:each": {"round_scope": "each"}}
    house += [derived(get("all-fives-leaflet"), id="each", name="Each", changes=each).but(round_scope="sum")]
    house += [get("draw-vietnamese").but(draw_cost=1), block.but(seats=4, deal="even", draw_when="optional")]
    house += [option_set(random.Random(seed)) for seed in range(100)]
    house += [rules for name in CLAUSES for part in parts(name) for rules in meant(name, part)]
    said = {(found.clause.partition(":")[0] if found.clause.startswith("OWN") else found.clause, found.text)
            for rules in (*rulesets(), *house) for found in rules.statements}
    texts = "\n".join(sorted({text for _, text in said}))
    missing = []
    for name in CLAUSES:
        for part in parts(name):
            shape = re.sub(r"\\{[^}]*\\}", ".+", re.escape(part.text.strip()))
            pattern = shape[0] + shape[1:] if shape.startswith(".") else f"(?i:{shape[0]}){shape[1:]}"
            if not part.absent and not re.search(f"(?m)^{pattern}", texts):
                missing.append((name, part.text))
    assert missing == []


def test_every_axis_that_can_be_changed_has_a_house_clause() -> None:
    for axis, value in CHANGES:
        rules = changed(get("patience" if axis == "hold_limit" else "block"), [(axis, value)])
        if axis in PATIENCE and rules[axis] == AXES[axis].default:
            continue
        assert clause(rules.clauses[axis]).id
        assert axis in AXES


def test_no_two_clauses_share_a_template() -> None:
    owners: dict[str, str] = {}
    for name in clause_ids():
        for case, template in clause_table(name).items():
            shape = re.sub(r"{[^}]*}", "{}", str(template))
            if case not in NOT_SAID and shape != "{}.":
                assert owners.setdefault(shape, name) == name, template


def test_no_two_clauses_say_the_same() -> None:
    owners: dict[str, str] = {}
    for (name, _), rulings in reached().items():
        for ruling in rulings:
            assert owners.setdefault(ruling.text, name) == name, ruling.text


def test_one_clause_never_says_one_thing_in_two_ways() -> None:
    """Two cases of one clause with the same words would be one case."""
    for name in clause_ids():
        table = clause_table(name)
        texts = [text for case, text in table.items() if case not in NOT_SAID]
        assert len(set(texts)) == len(texts), name


def test_no_reason_repeats_what_happened() -> None:
    """"Ana starts with 6-6. Ana starts with 6-6." explains nothing."""
    happened = set(words.phrases("explain").values())
    assert "{player} starts with {tile}." in happened
    assert [name for name, case in SENTENCES if clause_table(name)[case] in happened] == []


def test_a_number_has_the_article_that_is_said() -> None:
    """Eight and eleven begin with a vowel, one does not."""
    shown = {value: fill("{value:a}", {"value": value}) for value in (0, 1, 8, 9, 11, 12)}
    assert shown == {0: "a 0", 1: "a 1", 8: "an 8", 9: "a 9", 11: "an 11", 12: "a 12"}
