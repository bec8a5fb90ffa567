"""Calls: the arguments that each public function, class and method takes, by name; all of them are right.

Nothing here needs numpy or pandas.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.play.timeline import deal_hand

EXAMPLE = "all-fives-worked-example"


def hand() -> Any:
    return dl.play_out("block", seed=7)


def alone() -> Any:
    return deal_hand(get("five-columns"), dl.Shuffle(seed=1, hand=1))


def recorder() -> Any:
    return dl.Recorder("block", seed=7)


def event() -> Any:
    return dl.chance.doubles() == 0


BLOCK = {"what": "block", "seed": 7}
VIEW = {**BLOCK, "seats": 2, "step": 1, "viewpoint": "all", "asks": True}
SAVED: dict[str, Any] = {"path": None}
TRIALS: dict[str, dict[str, Any]] = {
    "play": {"first": 0, "count": 10}, "timeline": {"number": 1}, "deal": {"number": 1}, "with_seed": {"seed": 1},
}

GIVEN: dict[str, Callable[[], dict[str, Any]]] = {
    "games": dict, "language": lambda: {"name": "en"}, "lessons": dict, "glossary": dict,
    "ruleset": lambda: {"name": "block", "own": None},
    "load": lambda: {"what": EXAMPLE, "rules": "all-fives"},
    "settle": lambda: {"rules": "block", "holdings": [["1-2"], ["5-5"]], "out": None, "blocker": 0},
    "play_out": lambda: {"rules": "block", "seed": 1, "hand": 0, "seats": 2, "names": ["Ana"], "policies": "greedy",
                         "shuffle": None},
    "play_match": lambda: {"rules": "block", "seed": 1, "seats": 2, "names": ["Ana"], "policies": "greedy"},
    "save_rules": lambda: {"rules": "block", "path": None},
    "load_match": lambda: {"what": "[[hand]]\nruleset = 'block'\n[hand.deal]\nseed = 1\n", "rules": None},
    "differences": lambda: {"one": "block", "other": "draw"},
    "lay": lambda: {"rules": "block", "tiles": "5-5 5-0"},
    "transcript": lambda: {"hand": EXAMPLE},
    "why": lambda: {"hand": EXAMPLE, "step": 1},
    "why_not": lambda: {"hand": EXAMPLE, "step": 1, "action": "6-6", "at": "5-5"},
    "what_if": lambda: {"hand": EXAMPLE, "step": 2, "action": "5-3", "at": "5-5", "then": None},
    "code_of": lambda: {"hand": EXAMPLE, "step": 1, "action": None, "at": None},
    "legal": lambda: {"state": hand()[0].state},
    "would_score": lambda: {"hand": EXAMPLE, "step": 3, "tiles": "6-5", "versus": "five-up"},
    "largest": lambda: {"hand": EXAMPLE, "step": 3, "tiles": "6-5 4-2", "most": 1, "more": 0, "measure": "count"},
    "perfect_play": lambda: {"hand": "block", "seed": 4, "seats": 2, "compiled": False},
    "compare": lambda: {"shuffle": dl.Shuffle(seed=7), "rulesets": ["all-fives", "five-up"], "hands": 2, "seats": 2,
                        "names": None, "policies": "random", "leader": "same", "measure": "points",
                        "progress": False},
    "rejudge": lambda: {"hand": EXAMPLE, "rules": "five-up"},
    "review": lambda: {"hand": "block", "seed": 1, "seats": 2, "deals": 4, "seconds": 0.5, "executor": None,
                       "progress": False, "engine": "plain", "exact": True},
    "which": lambda: {"hand": EXAMPLE, "step": 1, "points": 10, "every": False},
    "tournament": lambda: {"players": ["heaviest", "random"], "rulesets": "block", "deals": 2, "seed": 1,
                           "executor": None, "progress": False, "engine": "plain", "seats": None, "chunk": 2},
    "simulate": lambda: {"rules": "block", "first": 0, "hands": 5, "seats": 2, "policies": "random", "seed": 1,
                         "executor": None, "processes": None, "progress": False, "engine": "plain", "chunk": 2},
    "puzzles": lambda: {"rules": "block", "n": 1, "seed": 2, "seats": 2, "level": 1, "about": "all", "names": None,
                        "large": False},
    "practice": lambda: {"learner": "Ana", "path": "ana.json", "games": ["block"], "n": 2, "day": "2026-11-24",
                         "large": False},
    "practice_page": lambda: {"games": ["block"], "n": 2, "seed": 1},
    "puzzle_of_the_day": lambda: {"day": "2026-11-24", "large": False},
    "quiz": lambda: {"rules": "block", "kind": "award", "n": 1, "seed": 1, "seats": 2, "names": None, "large": False},
    "questions": lambda: {"hand": EXAMPLE, "large": False},
    "answers": lambda: {"here": dl.Playhead(EXAMPLE)},
    "worksheet": lambda: {"hand": EXAMPLE, "answers": True},
    "page": lambda: {"what": "block", "rulesets": (), "step": 1, "seed": 7, "seats": 2, "viewpoint": "all",
                     "review": False},
    # --- views
    "Playhead": lambda: {"hand": "block", "seed": 7, "seats": 2, "step": 1, "viewpoint": "all", "asks": True},
    "HandStepper": lambda: {"hand": "block", **{key: VIEW[key] for key in VIEW if key != "what"}, "large": False},
    **dict.fromkeys(("Table", "Transport", "MoveList", "OpenEnds", "Explainer", "PerfectPlay"),
                    lambda: {**VIEW, "large": False}),
    "HiddenTiles": lambda: {**VIEW, "seat": 0, "large": False},
    "ScoringSandbox": lambda: {"what": "block", "versus": "draw", "position": "1-2", "step": 1, "seats": 2,
                               "large": False},
    "RuleForm": lambda: {"rules": "block", "large": False},
    "VariantComparison": lambda: {"what": dl.Shuffle(seed=7), "rulesets": ["all-fives", "five-up"], "large": False,
                                  "hands": None, "step": 1, "viewpoint": "all", "seats": 2, "names": None,
                                  "policies": "random", "leader": "same", "measure": None},
    "Lesson": lambda: {"hand": "block", "every": 0, "seed": 7, "seats": 2, "viewpoint": "all", "large": False},
    "Recorder": lambda: {"what": "block", "names": ["Ana", "Ben"], "seats": 2, "seed": None, "hand": 0,
                         "holdings": [["1-2"], ["3-3"]], "stock": ["6-6"], "leader": 1, "study": False,
                         "against": None, "title": "", "source": "", "large": False},
    "ChanceLab": lambda: {"what": "block", "asked": "wins", "seed": 1, "estimate": 0.5, "n": 5, "reveal": False,
                          "side": 0, "seats": 2, "policies": None, "prompt": "", "answers": True, "large": False,
                          "tiles": None, "set": None, "given": None},
    "ExerciseCard": lambda: {"what": "own_tile", "learner": None, "seed": None, "answers": True, "estimate": "30 %",
                             "large": False},
    "TileTriangle": lambda: {"event": "a double", "other": ["6-5"], "max_pip": 6, "show": "two", "asks": True,
                             "large": False},
    "Patience": lambda: {"what": "five-columns", "seed": 3, "hand": 0, "step": None, "large": False, "tally": None},
    "Play": lambda: {"what": "block", "against": "heaviest", "seats": 2, "names": None, "seed": 1, "hand": 0,
                     "match": True, "delay": 0, "undo": True, "hints": True, "reasons": True, "coach": False,
                     "save": None, "large": False, "rules": None, "players": None},
    # --- chance
    **dict.fromkeys(("chance.doubles", "chance.pips", "chance.suits", "chance.longest_suit"), dict),
    "chance.exact": lambda: {"event": event(), "tiles": 2, "set": 6, "given": None, "progress": None},
    "chance.distribution": lambda: {"measure": dl.chance.doubles(), "tiles": 2, "set": 6, "given": None,
                                    "progress": None},
    "chance.estimate": lambda: {"event": event(), "tiles": 2, "set": 6, "given": None, "samples": 10, "seed": 1},
    "chance.tree": lambda: {"event": "a double", "draws": 2, "put_back": False, "set": 6},
    "chance.two_way": lambda: {"event": event(), "put_back": True, "set": 6},
    "chance.suit": lambda: {"value": 6},
    "chance.has": lambda: {"names": "6-6"},
    "chance.lines": lambda: {"set": 4},
    "chance.know": lambda: {"hand": hand(), "seat": 0, "step": 1, "samples": 10, "seed": 1},
    "chance.solve": lambda: {"state": hand()[-3].state, "compiled": False},
    "chance.value_of": lambda: {"state": hand()[-3].state, "compiled": False},
    "chance.perfect_play": lambda: {"hand": hand(), "seed": 4, "seats": 2, "compiled": False},
    "chance.solvable": lambda: {"rules": "five-columns", "hands": 2, "seed": 1, "budget": 64, "progress": None},
    "chance.best_line": lambda: {"rules": "five-columns", "seed": 1, "hand": 1, "budget": 1 << 12},
    "chance.best_from": lambda: {"line": alone(), "budget": 1 << 12},
    "chance.hint": lambda: {"line": alone(), "budget": 1 << 12},
    "chance.last_chance": lambda: {"line": alone(), "budget": 1 << 12},
    "chance.all_orders": lambda: {"state": alone().state, "budget": 16},
    "chance.HoldingTrials": lambda: {"event": event(), "tiles": 2, "set": 6, "given": None, "seed": 1, "prompt": ""},
    "chance.GameTrials": lambda: {"rules": "block", "what": "wins", "side": 0, "seats": 2, "policies": None, "seed": 1,
                                  "prompt": ""},
    "chance.processes": lambda: {"count": 1},
    "chance.exercise": lambda: {"name": "own_tile", "learner": "Ana", "seed": None},
    "chance.all_exercises": lambda: {"kind": "conditional", "learner": "Ana"},
    "chance.worked_answer": lambda: {"which": "own_tile", "learner": "Ana", "seed": None},
    "chance.answer_key": lambda: {"learners": ["Ana"], "which": dl.chance.all_exercises("conditional")},
    "chance.assignment": lambda: {"names": ["own_tile"], "title": "", "points": 1, "answers": False},
    "chance.class_board": lambda: {"asked": "own_tile", "codes": "", "large": False},
    "chance.class_game": lambda: {"rules": "all-fives", "seed": 1, "against": "greedy", "seat": 0, "seats": 2,
                                  "names": ["Ana", "Ben"], "large": False},
    "chance.class_book": lambda: {"sources": {"Ana": {"own_tile": "1/4"}}, "seed": 0},
    # --- what only holds numbers
    "Tile.of": lambda: {"text": "6-5"},
    "DominoSet.of": lambda: {"max_pip": 6, "copies": 1, "doubles": True, "left_out": ["0-0"]},
    "Shuffle": lambda: {"seed": 1, "hand": 0, "given": None},
    "Shuffle.of": lambda: {"order": ["6-5", "4-4"]},
}
"""Arguments that each public callable takes, by name; one after the other is put wrong."""

METHODS: dict[str, tuple[Callable[[], Any], dict[str, dict[str, Any]]]] = {
    "Playhead": (lambda: dl.Playhead(EXAMPLE), {
        "of": VIEW, "go": {"step": 1}, "answer": {"given": "5"}, "play_on": {"policies": "random"}}),
    "Lesson": (lambda: dl.Lesson("block", seed=7, every=0), {"attempt": {"text": "6-6", "at": None}, "to_csv": SAVED}),
    "Recorder": (recorder, {
        "move": {"text": "6-6", "at": None},
        "note": {"text": "A note", "marks": None, "step": 0},
        "ask": {"question": "Who leads?", "about": "who", "hint": None, "step": 0}}),
    "RuleForm": (lambda: dl.RuleForm("block"), {"read": {"text": 'ruleset = "block"'}}),
    "ChanceLab": (lambda: dl.ChanceLab("block", seed=1, estimate=0.5, n=5), {
        "after": {"n": 5, "seed": 1}, "hand": {"label": "the leader"}, "to_csv": SAVED}),
    "ExerciseCard": (lambda: dl.ExerciseCard("own_tile", estimate="30 %"), {
        "check": {"given": "1/4", "who": "Ana"}, "to_csv": SAVED}),
    "Patience": (lambda: dl.Patience("five-columns", seed=3), {"to_csv": SAVED}),
    "HoldingTrials": (lambda: dl.chance.HoldingTrials(event(), tiles=2, seed=1), TRIALS),
    "GameTrials": (lambda: dl.chance.GameTrials("block", seed=1), TRIALS),
}

BARE = {"Tile", "DominoSet", "Chain"}
"""Tuples as the engine makes them by the million: `Tile.of` and `DominoSet.of` read what a person writes."""

ROOMS = {"": dl, "chance.": dl.chance}
PUBLIC = {f"{room}{name}": getattr(module, name) for room, module in ROOMS.items() for name in module.__all__}
ERRORS = {name for name, one in PUBLIC.items() if inspect.isclass(one) and issubclass(one, Exception)}


def function_of(name: str) -> Any:
    room, _, last = name.rpartition(".")
    return PUBLIC[name] if name in PUBLIC else getattr(PUBLIC[room], last)


def called(function: Any, given: dict[str, Any]) -> Any:
    """With those that have no name given by their place."""
    starred = [one.name for one in inspect.signature(function).parameters.values() if one.kind is one.VAR_POSITIONAL]
    if starred and starred[0] in given:
        before = [one.name for one in inspect.signature(function).parameters.values()
                  if one.kind is one.POSITIONAL_OR_KEYWORD]
        rest = {name: value for name, value in given.items() if name not in (*before, *starred)}
        return function(*(given[name] for name in before), given[starred[0]], **rest)
    return function(**given)


def call(name: str) -> Any:
    """Call a public name with the right arguments."""
    return called(function_of(name), GIVEN[name]())
