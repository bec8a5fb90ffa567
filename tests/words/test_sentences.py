"""The words of rulings: one sentence for one fact, said for all games alike; no dead text; all can be filled.

A sentence belongs to an axis and a case (the HOUSE clause of the axis). A clause of a game has one of its own only
where its sheet has a word or a rule that the axis does not know; `why` says which. The sentences about hand files
(REC-...) are reached in tests/play.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab import words
from domino_lab.catalogue import get, rulesets
from domino_lab.core.rulings import OwnClause, Ruling, _clause, clause
from domino_lab.rules.axes import AXES
from domino_lab.rules.combinations import PATIENCE
from domino_lab.rules.declaring import derive, game
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import ClausePart, _fits, parts
from domino_lab.words import Side, clause_ids, clause_table, fill, house_clause
from tests.rules.random_rules import CHANGES, OPTIONS, changed, option_set
from tests.words import custom_rules
from tests.words.everything import hands_of, of_all_rulings, reached

CLAUSES = [name for name in clause_ids() if not name.startswith("REC-")]
NOT_SAID = {"sheets", "silent", "mark", "rule", "card", "label", "names", "why"}
SENTENCES = [(name, case) for name in clause_ids() for case in clause_table(name) if case not in NOT_SAID]
OF_ALL = ("HOUSE-", "GEN-", "REC-", "OWN-")
ALONE = ("BI-", "DP-", "FC-", "KO-", "TT-", "FL-")
"""The clauses of the patience games, which share no axis with the others."""
OWN = [(name, case) for name, case in SENTENCES if not name.startswith((*OF_ALL, *ALONE))]
REASONS = {
    "word": "the sheet has a word of its own, such as capicua or Muggins!",
    "rule": "the sheet asks for something that the axis does not know",
    "weight": "a tile counts otherwise than it shows",
}
GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"
MOST_SENTENCES, MOST_LINES = 491, 5_572
NO_WORDS = re.compile(r'"[A-Z0-9]+-[^"]+" = \{ sheets = [^{}]*\}')
"""The line of a clause that has a source and no words of its own."""


def said_by(ruling: Ruling) -> str:
    """The clause whose sentence a ruling uses: its own, or the general one of the axis."""
    return ruling.clause if ruling.case in clause_table(ruling.clause) else house_clause(ruling.axis)


@of_all_rulings
def test_every_axis_has_a_sentence_for_each_of_its_cases() -> None:
    """With that of the axis alone, a game needs none, whatever rules of a reader it is played by."""
    cases = {(ruling.axis, ruling.case) for rulings in reached().values() for ruling in rulings
             if ruling.axis and not ruling.clause.startswith(("OWN-", *ALONE))}
    assert len(cases) > 180
    assert {(axis, case) for axis, case in cases if case not in clause_table(house_clause(axis))} == set()


def test_a_sentence_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(words._clauses("en")["HOUSE-DEAL"], "dealt")
    _clause.cache_clear()
    said = re.escape("the axis 'deal', which BL-DEAL-1 decides, has no sentence 'dealt': write one under HOUSE-DEAL in "
                     "words/en/clauses/house.toml; it can name {each} and {stock}")
    with pytest.raises(LookupError, match=said):
        print(*(ruling.text for ruling in hands_of(get("block")) if ruling.clause == "BL-DEAL-1"))
    _clause.cache_clear()


@of_all_rulings
def test_rules_that_agree_say_the_same() -> None:
    """Two clauses that decide a case of an axis by the same facts use the same words, unless one says `why` not."""
    texts: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for rulings in reached().values():
        for ruling in rulings:
            own = said_by(ruling) == ruling.clause and not ruling.clause.startswith("HOUSE-")
            if ruling.axis and not isinstance(ruling.clause, OwnClause) and not own:
                texts[ruling.axis, ruling.case, str(ruling.facts)].add(ruling.text)
    assert len(texts) > 1_000
    assert [found for found in texts.values() if len(found) > 1] == []


def test_a_sentence_of_a_game_says_why_it_is_not_that_of_the_axis() -> None:
    assert {name for name, _ in OWN if clause_table(name).get("why") not in REASONS} == set()
    assert {name for name in clause_ids() if "why" in clause_table(name)} == {name for name, _ in OWN}
    general = {clause_table(name)[case] for name, case in SENTENCES if name.startswith("HOUSE-")}
    assert [(name, case) for name, case in OWN if clause_table(name)[case] in general] == []


@of_all_rulings
def test_every_sentence_is_reached() -> None:
    used = {(said_by(ruling), ruling.case) for rulings in reached().values() for ruling in rulings
            if not ruling.clause.startswith("OWN-")}
    used |= {(ruling.clause, ruling.case) for rulings in reached().values() for ruling in rulings}
    # A rule of the reader's own says one sentence for all cases of a kind: "shut" for "shut_spinner".
    used |= {(name, case.partition("_")[0]) for name, case in used if name.startswith("OWN-")}
    assert len(SENTENCES) > 300
    assert {(name, case) for name, case in SENTENCES if not name.startswith("REC-")} - used == set()


def test_the_words_stay_few() -> None:
    """Most games need no sentence in play at all: their axes have them."""
    lines = sum(NO_WORDS.fullmatch(line) is None for path in Path(words.__file__).parent.glob("en/**/*.toml")
                for line in path.read_text(encoding="utf-8").splitlines())
    print(f"{len(SENTENCES)} sentences in play, {len(OWN)} of them of one game; {lines} lines in words/en")
    assert len(SENTENCES) <= MOST_SENTENCES, "use a sentence that is there, or raise MOST_SENTENCES in the same commit"
    assert lines <= MOST_LINES, "say it with words that are there, or raise MOST_LINES in the same commit"


ORDINARY = {"Draw", "Block", "Blind", "Fours", "Cross", "Patience", "Bingo", "Hungarian"}
"""Names of games that are words of their own; after "in" or "game" they are names again."""
REGIONS = {"the Latin game": "latin-partnership", "the Dutch game": "draw-dutch", "Brazil": "brazilian",
           "Venezuela": "venezuelan", "Haiti": "haitian", "Austria": "draw-austrian", "Vietnam": "draw-vietnamese"}
"""What sentences called games whose names they did not use."""


@cache
def names_of_games() -> dict[str, str]:
    """The id of the game that has a name, or is called so in another."""
    return {name: rules.id for rules in rulesets() if rules.game is None
            for name in (rules.name, *rules.aliases) if "_" not in name} | REGIONS


def named(text: str, rules: Ruleset) -> list[str]:
    """The other games that a sentence said under `rules` names."""
    game = rules.game or rules
    ours = " ".join([rules.name, game.name, *game.aliases]).casefold()
    return [name for name, other in names_of_games().items()
            if name in text and other != game.id and name.casefold() not in ours
            and re.search(rf"{'(?:[Ii]n|of|at|game of) ' if name in ORDINARY else ''}(?<!\w){re.escape(name)}(?!\w)",
                          text)]


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_no_sentence_names_another_game(rules: Ruleset) -> None:
    """What a sheet tells of the history of a game may name its relatives; a rule, or what is said in play, may not."""
    assert [text for text in {ruling.text for ruling in hands_of(rules, 1, match=False)} if named(text, rules)] == []
    assert [said.text for said in rules.statements if said.says and named(said.text, rules)] == []


def test_a_name_of_another_game_is_found() -> None:
    muggins, venezuelan, dutch = get("muggins"), get("venezuelan"), get("draw-dutch")
    assert named("In All Fives, each player takes 7 tiles.", muggins) == ["All Fives"]
    assert named("In Muggins, each player takes 7 tiles.", muggins) == []
    assert named("You may not draw: in the Latin game there is nothing to draw.", venezuelan) == ["the Latin game"]
    assert named("Draw a tile of Block Game.", dutch) == ["Block Game"]


@of_all_rulings
def test_a_sentence_names_partners_as_one_says_it_aloud() -> None:
    """A side is "Ana + Cleo" in a table; a reading voice would say "Ana plus Cleo"."""
    assert [ruling.text for rulings in reached().values() for ruling in rulings
            if re.search(r"(?:\d|Ana|Ben|Cleo|Dan) \+ [A-Z]|, and [A-Z]\w+ and [A-Z]\w+ tie", ruling.text)] == []
    side, rivals = Side.of(["Ana", "Cleo"]), Side.of(["Ben", "Dan"])
    assert f"{side}" == "Ana + Cleo"
    assert fill("{side} {side:win|wins}.", {"side": side}) == "Ana and Cleo win."
    assert fill("{side} {side:win|wins}.", {"side": Side.of(["Ana"])}) == "Ana wins."
    assert fill("{side} {side:win|wins}.", {"side": Side.of(["A + B"])}) == "A + B wins."
    assert fill("{sides:and} won before.", {"sides": [side, rivals]}) == "Ana and Cleo, and Ben and Dan won before."
    assert fill("{sides:and Both pairs} tie.", {"sides": [side, rivals]}) == "Both pairs tie."
    assert fill("{players:and Both pairs} tie.", {"players": ["Ana", Side.of(["Ben"])]}) == "Ana and Ben tie."
    assert fill("Back to 0: {sides}.", {"sides": (side, rivals)}) == "Back to 0: Ana and Cleo, Ben and Dan."


@of_all_rulings
def test_a_sum_has_its_noun_and_a_single_end_is_no_sum() -> None:
    assert [fill("{free:sides are|side is|0: no sides are} free", {"free": free}) for free in (2, 1, 0)] == [
        "2 sides are free", "1 side is free", "no sides are free"]
    assert fill("{pips:total pips|pip}", {"pips": (4, 3)}) == "4 + 3 = 7 pips"
    assert [fill("{pips:total pips|pip}", {"pips": pips}) for pips in ((1,), (0,), (1, 0))] == [
        "1 pip", "0 pips", "1 + 0 = 1 pip"]
    assert fill("{sum:count}.", {"sum": "4 + 1+1 = 6"}) == "4 + 1+1 = 6."
    assert fill("{sum:count}.", {"sum": "6"}) == "The count is 6."
    told = {ruling.text for (_, axis, _), rulings in reached().items() if axis == "multiple" for ruling in rulings}
    assert "The count is 1: not a multiple of 5." in told
    assert not [text for text in told if re.match(r"(\d+) = \1\b", text)]


@of_all_rulings
def test_every_ruling_has_a_sentence_that_can_be_filled() -> None:
    for rulings in reached().values():
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


class AsUsual(dl.rules.Leading):
    """The leader is found as usual."""

    def find(self, *asked):
        return super().find(*asked)


class PreviousAsUsual(AsUsual):
    """The leader of a hand leads again."""

    next_leader = "previous"


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
    house += [block.but(lead_fallback="boneyard"), block.but(block="all-pass", pass_when="any"),
              block.but(block="all-pass", pass_when="any", play_on="stuck")]
    house += [kinds.but(lead_fallback=value, first_leader={"holder": "3-3"})
              for value in ("none", "redeal", "next-player")]
    house += [get("chickenfoot").but(match_hands=3), get("cyprus").but(draw_cost=1)]
    house += [get("dominican").but(pass_next=5)]
    house += [block.but(spinner="first-six", arm_order="clockwise")]
    house += [block.but(seats=[2], deal=3, redeal_doubles=1)]
    house += [rules.but(draw_max=1, after_draw="wait")
              for rules in (get("draw"), block.but(draw_when="unable"), block.but(draw_when="optional"))]
    house += [rules.but(cannot_go_on="stop", extra_turn=turn)
              for rules in (block, get("draw")) for turn in ("on-double", "while-fits")]
    house += [get("draw").but(extra_turn="while-fits", draw_max=1),
              block.but(seats=[4], deal=7, draw_when="unable", extra_turn="on-double")]
    spare = block.but(seats=[3, 4], deal={3: 9, 4: 7})
    house += [rules.but(leader_takes=1)
              for rules in (spare, spare.but(seats=[3]), spare.but(deal={3: 8, 4: 7}), block)]
    house += [spare.but(deal={3: 8, 4: 6}, leader_takes=4), spare.but(deal={3: 8, 4: 7}, leader_takes=4),
              spare.but(deal={3: 8, 4: 7}, leader_takes=2), spare.but(deal={3: 9, 4: 6}, leader_takes=2)]
    pairs = get("block/partners")
    house += [pairs.but(custom_rules.MostPips(), **{"block_leader": "as-next", axis: leads})
              for axis in ("next_leader", "block_leader") for leads in ("winner", "partner", "winning-pair")]
    house += [pairs.but(next_leader="winning-pair", block_leader="same"),
              pairs.but(tie_order="bone"), pairs.but(team_block="individual"),
              get("draw/partners").but(tie="lightest-tile"), get("chickenfoot").but(wild_half=9),
              block.but(target=99_999, match_hands=10),
              block.but(end_bonus=5, best_score="fewest")]
    blanks = [f"{half}-0" for half in range(1, 7)]
    some = block.but(left_out=[*blanks, "0-0"], deal=3, lead_tile="any")
    house += [some, some.but(copies=2, left_out=["one 1-0"]),
              *(lot.but(lead_tile="any", doubles=False, copies=copies, left_out=blanks, deal=3) for copies in (1, 2))]
    house += [get(name).but(cannot_play="discard") for name in ("latin-partnership", "fortress", "block")]
    house += [block.but(lead_fallback="next-player", lead_tile="double", next_leader="rotate"),
              block.but(extra_turn="first-turn-or-double", draw_when="unable", draw_max=1),
              lot.but(first_tile="hand-double", lead_tile="any", lead_fallback="none", seats=[3], deal="even")]
    house += [block.but(leading=AsUsual()), block.but(leading=PreviousAsUsual())]
    house += [get("mexican-train").but(pass_when="after-draw")]
    each = {"AF1-SCORE-2:each": {"round_scope": "each"}}
    house += [derive(get("all-fives-leaflet"), id="each", name="Each", changes=each).but(round_scope="sum")]
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


def test_a_game_declared_as_the_guide_shows_needs_no_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """CONTRIBUTING, "a game": its two blocks are run as they stand there."""
    guide = GUIDE.read_text(encoding="utf-8").partition("### a game")[2].partition("### an axis")[0]
    blocks = re.findall(r"\n\n((?: {7}.*\n)+)", guide)
    rules, sentences = (re.sub(r"(?m)^ {7}", "", block) for block in blocks)
    assert len((rules + sentences).splitlines()) < 40
    made: dict[str, Ruleset] = {}
    exec(rules, {"game": game}, made)
    for name, table in tomllib.loads(sentences).items():
        monkeypatch.setitem(words._clauses("en"), name, table)
    (ours,) = made.values()
    assert set(tomllib.loads(sentences)) == {name for name in ours.clauses.values() if name.startswith("FX-")}
    assert all(case in NOT_SAID for table in tomllib.loads(sentences).values() for case in table)
    kinds = {(ruling.axis, ruling.case) for ruling in hands_of(ours, 20) if ruling.text}
    assert len(kinds) > 25
    page = ours.sheet()
    assert "the well" in page
    assert not {ruling.id for ruling in hands_of(ours, 20) if f"; {ruling.id})" not in page}
