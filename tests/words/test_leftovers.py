"""Nothing is left over on a rule page from other rules: one axis is changed after the other, in every game.

What a page may not say under a value is written here by that value, from what the value means, not from the words that
the pages have. A number of the old value may not be there either, unless another axis has it too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from domino_lab.catalogue import rulesets
from domino_lab.core.errors import RulesetError
from domino_lab.core.tiles import Tile
from domino_lab.rules.axes import LAST_TILE, PASS_PAYS, can_score
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import matters, parts
from domino_lab.words import clause_ids, phrases
from tests.rules.random_rules import OPTIONS
from tests.rules.test_rule_page import check_follows

WINNERS = ("winner", "partner", "winning-pair")
DRAWS = ("draw", "leader-draws")


class Untrue(NamedTuple):
    """Words that are untrue, or mean nothing, under some values of axes."""

    words: str
    under: Callable[[Mapping[str, Any]], bool]


UNTRUE = (
    # Who plays.
    Untrue(r"\b(pairs?|partner|partners|teams?)\b(?<!has a partner)", lambda v: v["teams"] == "none"),
    Untrue(r"for themselves|has a partner|player with the fewest pips|other players still hold|their own hand",
           lambda v: v["teams"] == "pairs"),
    Untrue(r"(on your|to the|on the) left|\(clockwise|left, clockwise", lambda v: v["direction"] == "right"),
    Untrue(r"(on your|to the|on the) right|anticlockwise", lambda v: v["direction"] == "left"),
    Untrue(r"their own tiles|keep them secret", lambda v: v["visibility"] == "blind"),
    Untrue(r"turned? up|in a row|of (their|your|every) row", lambda v: v["visibility"] == "private"),
    # The set and the deal.
    Untrue(r"two of (each|every)|two sets|mix two", lambda v: v["copies"] == 1),
    Untrue(r"one of every tile|use one", lambda v: v["copies"] == 2),
    Untrue(r"\bdoubles?\b(?!-)(?<!out its doubles)(?<!out their doubles)(?<!the doubles)(?<!need their doubles)",
           lambda v: not v["doubles"]),
    Untrue(r"out of the set", lambda v: v["doubles"] and not v["left_out"]),
    Untrue(r"counts (as )?\d+ pips|but it counts", lambda v: not v["weights"]),
    Untrue(r"or more doubles|dealt a double|doubles? or more: deal again", lambda v: v["redeal_doubles"] == 0),
    Untrue(r"or more tiles (with the same|of one) number", lambda v: v["redeal_suit"] == 0),
    Untrue(r"leader takes (?!none)", lambda v: v["leader_takes"] == 0),
    Untrue(r"set out|all the other tiles", lambda v: v["first_tile"] in ("leader", "boneyard")),
    # Who leads.
    Untrue(r"must (start|begin|pose)|first tile must", lambda v: v["lead_tile"] == "any"),
    Untrue(r"^the leader can start with any|can be played first", lambda v: v["lead_tile"] != "any"),
    Untrue(r"lead passes to the (left|right|next player)( for|\.)",
           lambda v: "rotate" not in (v["next_leader"], v["block_leader"], v["tie_leader"])),
    Untrue(r"winner (of (each|a|the) hand )?(leads|poses)|won the last hand|goes out leads|nobody won",
           lambda v: v["next_leader"] not in WINNERS and v["block_leader"] not in WINNERS),
    Untrue(r"nobody wins, the (lead|same)", lambda v: v["tie_leader"] == "as-next"),
    Untrue(r"scores are level", lambda v: v["level_leader"] == "as-next"),
    Untrue(r"nobody won|after a tie,", lambda v: v["tie"] not in ("none", "lightest-tile", "fewer-tiles")
           and v["block_between"] != "nobody"),
    # Where tiles go.
    Untrue(r"both ends|two (open )?ends|no double is a spinner",
           lambda v: v["doubles"] and v["spinner"] != "none" and v["play_score"] != "alike"),
    Untrue(r"(?<!no double is a )\bspinner|four sides|\barms?\b|\btoes\b|both (its )?long sides",
           lambda v: v["spinner"] == "none" or not v["doubles"]),
    Untrue(r"later doubles take|first double is the spinner", lambda v: v["spinner"] == "all"),
    Untrue(r"every double is a spinner", lambda v: v["spinner"] != "all"),
    Untrue(r"both its long sides|must be played on a spinner|play anywhere else|has four tiles around it",
           lambda v: v["arm_order"] == "free"),
    Untrue(r"(?<!no arm )needs? (a double|their doubles)", lambda v: v["arm_doubles"] == "none"),
    Untrue(r"add up to \d+[:.]", lambda v: v["matching"] == "equal"),
    Untrue(r"must show the same|same number of pips\. a blank", lambda v: v["matching"] != "equal"),
    Untrue(r"one for each double", lambda v: "hand-double" not in (v["first_leader"], v["first_tile"])),
    # A turn.
    Untrue(r"drawn tile ends the turn|has drawn passes|waits for a later turn|leader who draws before",
           lambda v: v["after_draw"] == "play" or v["draw_when"] == "never"),
    Untrue(r"if (the drawn tile|it) fits, the player plays it|neither play nor draw passes",
           lambda v: v["after_draw"] == "wait" and v["draw_when"] != "never"),
    Untrue(r"one tile in a turn\. then", lambda v: v["extra_turn"] != "none"),
    Untrue(r"(?<!nobody )(gets|has|takes) another turn", lambda v: v["extra_turn"] == "none"),
    Untrue(r"passes without drawing|opens no line|cannot go on, stop", lambda v: v["cannot_go_on"] != "stop"),
    Untrue(r"no longer fit draws", lambda v: v["cannot_go_on"] == "stop" or v["draw_when"] == "never"),
    Untrue(r"who can play must|must draw|draw(s|ing) goes on|passes only|must still play|always ends with a played",
           lambda v: v["pass_when"] == "any"),
    Untrue(r"(must play|if (the drawn tile|it) fits, the player plays it|must still play|nobody else may pass)",
           lambda v: v["pass_when"] == "after-draw"),
    Untrue(r"once you have drawn|has drawn in this turn may pass", lambda v: v["pass_when"] != "after-draw"),
    Untrue(r"any player may pass|you may always pass", lambda v: v["pass_when"] != "any"),
    Untrue(r"must pass|passes only|[^,] passes if", lambda v: v["cannot_play"] == "discard"),
    Untrue(r"discard|dead tile", lambda v: v["cannot_play"] == "pass"),
    Untrue(r"draw from|drawing|(?<!no )\bboneyard", lambda v: v["draw_when"] == "never"
           and v["lead_fallback"] not in DRAWS and not v["leader_takes"]),
    Untrue(r"neither play nor draw", lambda v: v["draw_when"] == "never"),
    Untrue(r"\bon a spinner\b|first spinner", lambda v: v["spinner"] == "first"),
    Untrue(r"the lead costs nothing", lambda v: v["draw_cost"] == 0 or v["lead_fallback"] not in DRAWS),
    Untrue(r"by choice|may draw first", lambda v: v["draw_when"] != "optional"),
    Untrue(r"who can play may not draw", lambda v: v["draw_when"] == "optional"),
    Untrue(r"until a tile fits(?!, \d)", lambda v: v["draw_max"] != "until-playable" or v["draw_when"] == "never"),
    Untrue(r"only one tile is drawn", lambda v: v["draw_max"] != 1),
    Untrue(r"last two tiles", lambda v: v["reserve"] != 2),
    Untrue(r"last tile of the boneyard", lambda v: v["reserve"] == 2),
    Untrue(r"(?<!no tile is )\bstack|steal|stolen", lambda v: v["stack"] == "none"),
    # Points.
    Untrue(r"must call|(?<!to )call it|\"muggins\"", lambda v: v["claim"] == "auto"),
    Untrue(r"nobody has to call|counts by itself", lambda v: v["claim"] != "auto"),
    Untrue(r"count the open ends|a count of|both (its|their) halves", lambda v: v["play_score"] != "multiple"),
    Untrue(r"only the winner", lambda v: v["who_scores"] != "winner"),
    Untrue(r"winners? (also )?scores? (the|all|for|one point for every)|taken off|never win your",
           lambda v: v["who_scores"] in ("own-pips", "losers")),
    Untrue(r"the winner scores (the|all the|one point for every)",
           lambda v: v["who_scores"] == "lighter"),
    Untrue(r"(?<!nobody )scores? (all )?the pips that (the )?(other|players)",
           lambda v: v["end_base"] == "none" and v["who_scores"] == "winner"),
    Untrue(r"pips (left at the end )?score nothing", lambda v: v["end_base"] != "none"),
    Untrue(r"own pips are taken off", lambda v: v["own_deduct"] == "none"),
    Untrue(r"(?<!not )(?<!nothing is )\brounded\b|to the nearest", lambda v: v["end_round"] == "none"),
    Untrue(r"result is divided|(for )?every five (pips|is)", lambda v: v["end_divide"] == 1),
    Untrue(r"extra points too|of a blocked hand gets", lambda v: v["end_bonus_when"] == "out"),
    Untrue(r"capicua|cruzada|lá-e-lô|dekabès|carroça|chuchazo|capicú",
           lambda v: v["capicua_double"] == "none" and not any(v[axis] for axis in LAST_TILE[1:])),
    Untrue(r"next player passes|others pass\b|knock costs|who passes pays|pass(es)? on (the|a) first",
           lambda v: not any(v[axis] for axis in PASS_PAYS)),
    Untrue(r"nothing is scored in play", lambda v: can_score(v, "scoring") or can_score(v, "turns")),
    # The end of a hand, and of a match.
    Untrue(r"lightest tile", lambda v: v["tie"] != "lightest-tile"),
    Untrue(r"fewe(r|st) tiles", lambda v: v["tie"] != "fewer-tiles"),
    Untrue(r"(tie for the fewest pips|the same number of pips), nobody wins", lambda v: v["tie"] != "none"),
    Untrue(r"goes to the player with the fewest|partners add up", lambda v: v["block_between"] != "all"),
    Untrue(r"tie for the fewest|after a tie|same number of pips, (nobody|the pair)|next lightest|lighter than the|"
           r"compares? (their )?pips|lightest hand|add up the pips|when the hand was blocked",
           lambda v: v["block_between"] == "nobody"),
    Untrue(r"a block(ed hand)? has no winner", lambda v: v["block_between"] != "nobody"),
    Untrue(r"as soon as no tile that is left", lambda v: v["block"] != "dead-layout"),
    Untrue(r"partners add up|pair with fewer pips", lambda v: v["team_block"] == "individual"),
    Untrue(r"single hand with the fewest", lambda v: v["team_block"] == "team-total"),
    Untrue(r"\d (points? )?or more( points)? (wins?|ends)|has \d+ points? or more|enough to reach ",
           lambda v: v["reach"] != "at-least"),
    Untrue(r"more than \d+ points?|reaching the target", lambda v: v["reach"] != "more-than"),
    Untrue(r"exactly \d+ points", lambda v: v["reach"] != "exact"),
    Untrue(r"highest score wins|first (player|pair) with", lambda v: v["best_score"] == "fewest"),
    Untrue(r"lowest score|fewest points", lambda v: v["best_score"] == "most"),
    Untrue(r"wins the match|all hands|next hand", lambda v: v["target"] == "one-hand"),
    Untrue(r"whole game", lambda v: v["target"] != "one-hand"),
    Untrue(r"compared when a hand is over|ends after the hand", lambda v: v["target_when"] == "at-once"),
    Untrue(r"even in the middle of a hand|can end during", lambda v: v["target_when"] == "hand-end"),
    Untrue(r"\bgo back to 0|(?<!never )\bgoes back to 0|back to love", lambda v: v["fall_back"] == "never"),
    Untrue(r"first score", lambda v: v["first_score"] == 0),
    Untrue(r"match counts as", lambda v: v["shut_out"] == 1),
    Untrue(r"overall", lambda v: v["matches_to_win"] == 1),
)


SPEAKS = {
    r"\b(pairs?|partners?)\b": {"teams"},
    r"\b(both|the two) ends\b": {"spinner"},
    r"\d points? or more": {"target", "reach"},
    r"ten hands": {"match_hands"},
    r"\b(must|still) (draw|play)\b": {"pass_when"},
    r"others pay|others hold, and|other players still hold|winner (of the hand )?(also )?scores|only the winner":
        {"who_scores"},
    r"that \d+ are left|\d tiles are left over|no tiles are left over|leave none": {"used"},
    r"instead of|points more": {"out_pays"},
    r"(?<!tiles of the )boneyard": {"draw_when"},
    r"last two tiles": {"reserve"},
    r"after a tie,|the same number of pips,": {"tie"},
    r"nobody won": {"next_leader", "tie"},
    r"wins the match": {"target", "reach"},
    r"\bgo(es)? back to 0|back to love": {"fall_back"},
}
"""Words of a sentence of a game, and the axes of which they speak: they must be among those that it says or needs."""

ASIDES = re.compile(r"by other published rules|other published rules count|the sheet|in some places")
"""What is told of other rules than those of the page, or of the game as such."""


def changes(rules: Ruleset) -> Iterator[tuple[str, Any, Ruleset]]:
    """Yield each axis with each other value that it can have, and the rules with it.

    Of a variation only an eighth, another one for each: in the rest it is like its game.
    """
    for axis, values in OPTIONS.items():
        for value in values:
            if rules.game is not None and crc32(f"{rules.id} {axis} {value}".encode()) % 8:
                continue
            try:
                made = rules.but(**{axis: value})
            except RulesetError:
                continue
            if made.values != rules.values:
                yield axis, value, made


def sentences(rules: Ruleset) -> list[str]:
    """Return the sentences of the page, without those that say that a change is idle."""
    return [sentence for one in rules.statements if phrases("page")["idle"] not in one.text
            for sentence in re.split(r"(?<=[.!?]) ", one.text)]


def lines(rules: Ruleset) -> list[str]:
    return [*(one.text for one in rules.statements if phrases("page")["idle"] not in one.text),
            *rules.card().lines.values()]


def untrue(rules: Ruleset, page: list[str]) -> list[tuple[str, str]]:
    """Return the words of a page and its card that are untrue under the rules, each with its line."""
    values = {**rules.values, "spinner": rules["spinner"] if rules["doubles"] else "none"}
    return [(one.words, line) for line in page for one in doubtful(line) if one.under(values)]


@cache
def doubtful(line: str) -> list[Untrue]:
    """Return what may be untrue in a line; most lines stand on many pages."""
    return [one for one in UNTRUE if re.search(one.words, line.lower())]


def impossible_tiles(rules: Ruleset, page: list[str]) -> list[tuple[str, str]]:
    """Return the tiles that a page names and the set does not have, each with its line."""
    inside = {str(tile) for tile in rules.equipment.set._replace(left_out=()).tiles} | {*rules["left_out"]}
    named = {str(rules[axis]) for axis in ("first_leader", "block_leader", "lead_tile", "weights", "out_tile")}
    return [(name, line) for line in page for name in re.findall(r"\b\d+-\d+\b", line)
            if str(Tile.of(name)) not in inside and name not in "".join(named)]


def figures(text: str) -> set[int]:
    """Return the numbers from five on in a text, in figures or words; smaller words also count sides and ends."""
    aside = r"in some places,[^.]*|the sheet lets[^.]*|in the sheet it scores \d+"
    examples = r"an? \d+ goes on an? \d+|\d+-\d+ counts \d+|\d+ to \d+( (pips )?give \d+)?|\d+ pips give \d+"
    plain = re.sub(rf"{aside}|{examples}|\d+-\d+|double-\w+", "", text.lower())
    words = {str(word): number for number, word in enumerate(phrases("general")["numbers"]) if number > 4}
    return ({int(figure) for figure in re.findall(r"\d+", plain)}
            | {number for word, number in words.items() if re.search(rf"\b{word}\b", plain)})


def numbers(value: object) -> set[int]:
    """Return the numbers in a value of an axis."""
    if isinstance(value, Mapping):
        return {number for item in (*value.keys(), *value.values()) for number in numbers(item)}
    if isinstance(value, (tuple, list)):
        return {number for item in value for number in numbers(item)}
    return {value} if isinstance(value, int) and not isinstance(value, bool) else set()


def known(rules: Ruleset) -> set[int]:
    size = len(rules.equipment.set.tiles)
    deals = {count: rules.dealing.each_of(count, size) for count in rules.dealing.seat_counts}
    left = [size - count * each for count, each in deals.items()]
    counts = {times * multiple for multiple in rules["multiple"] for times in (1, 2, 3)}
    stated = {number for value in rules.values.values() for number in numbers(value)}
    return {size, *deals.values(), *left, *counts, *stated, *(range(9) if rules["deal"] == "8-n" else ())}


def twice(rules: Ruleset) -> list[str]:
    return [text for text, times in Counter(sentences(rules)).items() if times > 1]


def undeclared(name: str) -> list[tuple[str, str]]:
    """Return the texts of a clause that speak of an axis which they do not declare, each with what they speak of."""
    return [(part.text, str(axes)) for part in parts(name) for words, axes in SPEAKS.items()
            if re.search(words, part.text.lower()) and not ASIDES.search(part.text.lower())
            and not axes <= {*part.says, *part.given}]


RIVALS = [rules for rules in rulesets() if rules.solo is None]


def test_a_sentence_of_a_game_declares_the_axes_of_which_it_speaks() -> None:
    alone = {name for rules in rulesets() if rules.solo is not None for name in rules.clauses.values()}
    own = [name for name in clause_ids() - alone if not name.startswith(("HOUSE-", "OWN-", "GEN-"))]
    assert [(name, *found) for name in own for found in undeclared(name)] == []


def old_numbers(rules: Ruleset, axis: str, made: Ruleset, page: list[str]) -> list[tuple[str, str]]:
    """Return the numbers of the old value of an axis that no axis has now, each with the line that still names it."""
    gone = numbers(rules[axis]) - known(made) if matters(made, axis) else set()
    return [(str(figures(line) & gone), line) for line in page if gone and figures(line) & gone]


@pytest.mark.parametrize("rules", RIVALS, ids=lambda rules: rules.id)
def test_a_page_says_nothing_of_other_rules_nothing_twice_and_follows_each_axis(rules: Ruleset) -> None:
    assert [*untrue(rules, lines(rules)), *twice(rules)] == []
    for axis, value, made in changes(rules):
        page = lines(made)
        wrong = [*untrue(made, page), *impossible_tiles(made, page), *old_numbers(rules, axis, made, page),
                 *twice(made)]
        assert wrong == [], (axis, value)
        check_follows(rules, axis, made)


@pytest.mark.parametrize("rules", [rules for rules in rulesets() if rules.solo is not None], ids=lambda rules: rules.id)
def test_a_page_of_a_patience_follows_each_axis(rules: Ruleset) -> None:
    for axis, _, made in changes(rules):
        check_follows(rules, axis, made)
