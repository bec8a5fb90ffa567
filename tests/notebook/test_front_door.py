"""The front door: whatever is given to a public callable, it does its work or says in plain words what it expects."""

from __future__ import annotations

import gc
import inspect
import operator
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial, reduce
from itertools import chain, count
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import domino_lab as dl
from domino_lab.cli import main
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import ArgumentError, DominoError, NotationError, RulesetError
from domino_lab.core.plain import MOST_LISTED
from domino_lab.play.match import sheet
from domino_lab.widgets import exercise_pages
from tests.calls import BARE, ERRORS, EXAMPLE, GIVEN, METHODS, PUBLIC, alone, call, called, event, function_of, hand

SECONDS = 60
"""Far more than any of these calls should take, on a machine that does other work too."""


def endless() -> Iterator[str]:
    """A list that would fill the memory; whoever lists it is told before that."""
    for number in count():
        assert number <= 2 * MOST_LISTED, "listed without an end"
        yield "6-5"


class Long(Sequence[str]):
    """A list of a million millions."""

    def __len__(self) -> int:
        return 10**12

    def __getitem__(self, place: Any) -> Any:
        assert place <= 2 * MOST_LISTED, "listed without an end"
        return "6-5"


class LongTable(Mapping[str, str]):
    """A table of a million millions."""

    def __len__(self) -> int:
        return 10**12

    def __getitem__(self, key: str) -> str:
        return "6-5"

    def __iter__(self) -> Iterator[str]:
        return (f"{text} {number}" for number, text in enumerate(endless()))


WRONG: list[Any] = [
    None, 1.5, float("nan"), "nope", "", " ", "\0", "x" * 100_000, b"x", object(), [], {}, [None], ["nope"], [1, "x"],
    {"a": 1}, {1, 2}, (5,), -1, 0, 19, 10**30, 10**5000, True, int, dl, Path("nope.toml"), lambda *_given, **_named: 0,
    np.int64(-3), np.array([1.5]), pd.Series(["nope"]), dl.Tile(9, 9), "<b>", "=1+1", "1-2-3",
    Long(), LongTable(), pd.RangeIndex(10**12),
]


LONG_WORK = (("", "engine", None), ("", "compiled", True), ("", "n", 19), ("review", "deals", None))
"""What is right here, or right for one function, and takes long.

A compiler's half a minute where nothing was compiled yet, 19 puzzles, and a review with as many deals as usual.
"""


def is_checked(function: Any) -> bool:
    """Whether its arguments are checked, also where a method waits for its turn first."""
    inner = inspect.unwrap(function, stop=lambda layer: getattr(layer, "__code__", None) is checked(len).__code__)
    return getattr(inner, "__code__", None) is checked(len).__code__


def checked_methods(kind: type) -> set[str]:
    found = {name: inspect.getattr_static(kind, name) for name in dir(kind) if not name.startswith("_")}
    return {name for name, one in found.items() if is_checked(getattr(one, "__func__", one))}


def parameters_of(function: Any) -> set[str]:
    """By name, those too that a typed dictionary adds."""
    found = inspect.signature(function, eval_str=False).parameters
    return {name for name, one in found.items() if one.kind is not one.VAR_KEYWORD}


@contextmanager
def in_time() -> Iterator[None]:
    def late(*_heard: object) -> None:
        raise TimeoutError(f"still at it after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ends_well(act: Callable[[], Any], name: str = "") -> str:
    """What is wrong with the way a call ends; empty where it does its work or says what it expects.

    The answer names what was called, and nothing that this calls in turn.
    """
    try:
        with in_time():
            act()
    except DominoError as error:
        said = str(error)
        spoken = re.match(r"(?:dl\.)?([\w.]+)\(.*: ", said) if isinstance(error, ArgumentError) else None
        if name and spoken and spoken[1].split(".")[-1] != name.split(".")[-1]:
            return f"speaks of {spoken[1]}: {said[:200]!r}"
        return "" if said and len(said) < 400 else f"says {said[:500]!r}"
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    return ""


def told(value: Any) -> str:
    try:
        return repr(value)[:40]
    except ValueError:
        return "10**5000"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of these calls would leave a file."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _each_topic_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page to practise takes its time for four draws of each topic, which differ in their figures."""
    monkeypatch.setattr(exercise_pages, "DRAWS", 1)


def test_every_public_callable_is_checked_and_tried() -> None:
    tried = {name for name in GIVEN if "." not in name.removeprefix("chance.")}
    assert tried == set(PUBLIC) - ERRORS - BARE
    for name in tried - {"Shuffle"}:  # which checks its numbers itself, for the engine makes it too
        one = PUBLIC[name]
        assert is_checked(one.__init__ if inspect.isclass(one) else one), name
    for name, one in PUBLIC.items():
        if inspect.isclass(one) and name not in ERRORS:
            known = {*METHODS.get(name.removeprefix("chance."), (None, {}))[1]}
            known |= {other.split(".")[1] for other in GIVEN if other.startswith(f"{name}.")}
            assert checked_methods(one) <= known, name


@pytest.mark.parametrize("name", GIVEN)
def test_every_parameter_is_tried(name: str) -> None:
    function = PUBLIC[name] if name in PUBLIC else getattr(PUBLIC[name.split(".")[0]], name.split(".")[1])
    left = parameters_of(function) - set(GIVEN[name]())
    assert not left - {"path"}  # of what writes a file, its own tests tell


@pytest.mark.parametrize("name", GIVEN)
def test_the_right_arguments_are_taken(name: str) -> None:
    call(name)


def tried_with(function: Callable[..., Any], given: dict[str, Any], parameter: str, name: str) -> list[str]:
    """How the calls went wrong in which one argument is wrong."""
    found = []
    for value in WRONG:
        if any(of in ("", name) and parameter == long and value is right for of, long, right in LONG_WORK):
            continue
        now = given | {parameter: value}
        if said := ends_well(partial(called, function, now), name):
            found.append(f"{parameter}={told(value)}: {said}")
    return found


@pytest.mark.parametrize("name", [name for name, given in GIVEN.items() if given()])
def test_a_wrong_argument_is_answered_in_our_words(name: str) -> None:
    found = [tried_with(function_of(name), GIVEN[name](), parameter, name)
             for parameter in set(GIVEN[name]())]
    assert not [*chain(*found)], f"{name}:\n" + "\n".join([*chain(*found)])


@pytest.mark.parametrize(("kind", "method"), [(kind, name) for kind, (_, known) in METHODS.items() for name in known])
def test_a_wrong_argument_of_a_method_is_answered_in_our_words(kind: str, method: str) -> None:
    make, given = METHODS[kind][0], METHODS[kind][1][method]
    owner = make()
    found = [tried_with(getattr(owner, method), given, parameter, method) for parameter in given]
    assert not [*chain(*found)], f"{kind}.{method}:\n" + "\n".join([*chain(*found)])


# --- what is refused, and how


SLIPS: list[tuple[Callable[[], Any], str]] = [
    (lambda: dl.simulate(None),
     r'dl\.simulate\(rules=None\): give the name of a game such as "block", a file, or a ruleset'),
    (lambda: dl.play_out("block", shuffle=7), r"dl\.play_out\(shuffle=7\): give a shuffle such as dl\.Shuffle"),
    (lambda: dl.legal(hand()), r"dl\.legal\(state=.*give a position of a hand, such as hand\.state"),
    (lambda: dl.settle("block", holdings=[["1-2"], ["5-5"]], out="Ben"),
     r"settle\(out='Ben'\): give the number of the seat"),
    (lambda: dl.lay("block", None), r"dl\.lay\(tiles=None\): give .* a list of tiles"),
    (lambda: dl.play_out("block", names="Ana"), r'names=\'Ana\'\): give a list of names such as \["Ana", "Ben"\]'),
    (lambda: dl.play_out("block", names=[1, 2]), r"names=\[1, 2\]\): give a list of names"),
    (lambda: dl.simulate("block", hands=1.5), r"hands=1\.5\): give a whole number from 1"),
    (lambda: dl.simulate("block", hands=True), r"hands=True\): give a whole number from 1"),
    (lambda: dl.chance.exact(event(), samples=None), r"exact\(samples=None\): there is no argument samples="),
    (lambda: dl.HandStepper("block", sead=7),
     r"HandStepper\(sead=7\): there is no argument sead=; did you mean seed=\?"),
    (lambda: dl.ChanceLab("block", side="x"), r"^ChanceLab\(side='x'\): give a whole number"),
    (lambda: dl.ChanceLab("block", seeds=1), r"^ChanceLab\(seeds=1\): there is no .* did you mean seed=\?"),
    (lambda: dl.ScoringSandbox(5, position="1-2"), r"^ScoringSandbox\(what=.*give the name of a game"),
    (lambda: dl.ChanceLab("block", 7), r"^ChanceLab\(asked=7\): give text in quotes"),
    (lambda: dl.ChanceLab("block", "wins", 1),
     r"^ChanceLab\(\): too many values without a name; it takes rules, what, side=, "),
    (lambda: dl.ChanceLab(5), r"^ChanceLab\(what=5\): give a measure compared with a number"),
    (lambda: dl.MoveList(), r"MoveList\(\): what= is missing; give"),
    (lambda: dl.ChanceLab(), r"ChanceLab\(\): what= is missing; give a game such as"),
    (lambda: dl.MoveList(5), r"MoveList\(what=5\): give the name of a game"),
    (lambda: dl.simulate("block", 100),
     r"^dl\.simulate\(\): too many values without a name; it takes rules, hands=, "),
    (lambda: dl.settle("block", rules="draw", holdings=[]), r"rules is given twice"),
    (lambda: dl.chance.last_chance(alone(), budget=-3), r"budget=-3\): give a whole number from 1"),
    (lambda: dl.chance.hint(alone(), budget=0), r"budget=0\): give a whole number from 1"),
    (lambda: dl.chance.solvable("five-columns", budget=2**200), r"give a whole number from 1"),
]


@pytest.mark.parametrize(("slip", "said"), SLIPS, ids=[said for _, said in SLIPS])
def test_a_slip_is_answered_with_what_came_and_what_is_expected(slip: Callable[[], Any], said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        slip()


@pytest.mark.parametrize("name", [name for name, given in GIVEN.items() if given()])
def test_a_refusal_says_in_words_what_a_parameter_takes(name: str) -> None:
    """Not by the name of a class that no reader knows, and not just "a list"."""
    for parameter in GIVEN[name]():
        try:
            called(function_of(name), GIVEN[name]() | {parameter: object()})
        except ArgumentError as error:
            words = str(error).partition("): ")[2]
            assert not re.search(r"(?<!such as )\ban? [A-Z]|\ba list(?:$|,)", words), f"{parameter}: {words}"
        except DominoError:
            pass  # what takes anything says itself what is wrong


def test_numbers_and_lists_of_numpy_and_pandas_are_numbers_and_lists() -> None:
    seven = dl.play_out("block", seed=np.int64(7), seats=np.uint8(3), names=np.array(["Ana", "Ben"]))
    assert seven.names[:2] == ("Ana", "Ben")
    assert seven.actions == dl.play_out("block", seed=7, seats=3).actions
    assert "seed=7, seats=3" in seven.recipe
    assert dl.simulate("block", hands=np.int32(5), seed=np.int64(1), engine="plain").hands == 5
    assert dl.Shuffle(seed=np.int64(7)) == dl.Shuffle(seed=7)
    assert dl.DominoSet.of(np.int64(9)).max_pip == 9
    assert len(dl.which("all-fives-worked-example", 4, points=15, every=np.True_)) > 1
    assert len(dl.lay("block", pd.Series(["5-5", "5-0"]))) == 3


def test_a_list_that_never_ends_is_refused() -> None:
    # A range is the last: without a bound it would fill the memory, which the others do not.
    for names in (Long(), endless(), iter(lambda: "Ana", "Ben"), range(10**12), range(10**30)):
        with pytest.raises(ArgumentError, match=r"a list of names .*, with at most 100,000 items"):
            dl.play_out("block", names=names)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"a list of tiles .*, with at most 100,000 items"):
        dl.lay("block", range(10**9))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [Long(), LongTable(), endless(), range(10**12), pd.RangeIndex(10**12),
                                   np.lib.stride_tricks.as_strided(np.zeros(1), (10**12,), (0,))])
@pytest.mark.parametrize("axis", ["target", "multiple", "seats", "deal", "out_tile", "hand_bonus", "double_weights"])
def test_an_axis_is_not_listed_without_an_end(axis: str, value: Any) -> None:
    with in_time(), pytest.raises(RulesetError, match=axis):
        dl.ruleset("all-fives").but(**{axis: value})


def test_a_set_is_not_listed_without_an_end() -> None:
    for make in (lambda: dl.DominoSet.of(left_out=Long()), lambda: dl.DominoSet(6, 1, True, endless())):
        with pytest.raises(NotationError, match="at most 380 tiles"):
            make()


def test_a_class_is_not_taken_for_the_function_that_it_could_make() -> None:
    with pytest.raises(ArgumentError, match="policies="):
        dl.play_out("block", policies=dict)


def test_a_ruleset_is_named_wherever_one_may_be_given() -> None:
    assert dl.load(EXAMPLE, rules="block").rules.id == "block"
    assert dl.load_match(GIVEN["load_match"]()["what"], rules="draw").match.rules.id == "draw"


def test_a_match_is_played_to_its_end_by_the_rules_given() -> None:
    class TwoForTheFirst(dl.rules.Settling):
        def award(self, final: dl.rules.Final, seat: int) -> Mapping[int, int]:
            return {0: 2}

    match = dl.play_match(dl.ruleset("block").but(settling=TwoForTheFirst(), target=5), seed=1, names=["Ann", "Bob"])
    assert [row.total for row in sheet(match.match.hands)] == [(2, 0), (4, 0), (6, 0)]
    assert (match.winner, [hand.names for hand in match.hands]) == (0, [("Ann", "Bob")] * 3)
    assert list(match.sheet["Ann"]) == [2, 4, 6]
    assert [hand.shuffle for hand in match.hands] == [dl.Shuffle(seed=1, hand=number) for number in range(3)]
    assert len(dl.play_match("five-columns", seed=1).hands) == 1


def test_what_is_refused_leaves_nothing_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python prints what goes wrong while a thing that nobody holds is thrown away."""
    ignored: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    gc.freeze()     # what other tests hold takes seconds to look through
    for name in (name for name in GIVEN if inspect.isclass(PUBLIC.get(name))):
        for wrong in (object(), "nope"):
            with pytest.raises(DominoError):
                PUBLIC[name](wrong)
    gc.collect()
    gc.unfreeze()
    assert not ignored


def test_thousands_of_events_are_joined_and_counted() -> None:
    few, six = event(), dl.chance.has("6-6")
    assert dl.chance.exact(reduce(operator.and_, [few] * 3000), tiles=3).value == dl.chance.exact(few, tiles=3).value
    assert dl.chance.exact(reduce(operator.or_, [six] * 3000), tiles=7).value == Fraction(7, 28)
    with pytest.raises(DominoError, match="nested at most 100 brackets deep"):
        reduce(lambda found, _number: (found & six) | few, range(3000), few)
    assert str((few & six) | few) == f"({few}, and {six}) or {few}"


def test_a_range_says_which_numbers_it_means() -> None:
    assert [number for number in range(4) if Whole(0, 2).fits(number)] == [0, 1, 2]


def test_where_numba_may_not_compile_the_kernel_is_played_in_plain_python() -> None:
    code = "import domino_lab as dl\nfound = dl.simulate('block', hands=3000, seed=1)\n"
    code += "print(found.engine, dl.chance.solvable('five-columns', hands=2, seed=1).hands)\n"
    code += "try: dl.simulate('block', hands=5, engine='compiled')\nexcept dl.DominoError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True,
                          timeout=100, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "plain 2"
    assert "NUMBA_DISABLE_JIT" in done.stdout.splitlines()[1]


@pytest.mark.parametrize("asked", [("--hands", "9" * 23), ("--hands", "-1"), ("--seed", "x"), ("--seats", "99")])
def test_a_wrong_option_of_the_command_line_is_no_traceback(asked: tuple[str, str]) -> None:
    found = CliRunner().invoke(main, ["simulate", "block", *asked])
    assert found.exit_code in (1, 2)
    assert found.exception is None or isinstance(found.exception, SystemExit)


WAYS_OUT = [
    (lambda: dl.puzzles("all-fives", 0), "dl.puzzles.n=0.: ask for 1 to"),
    (lambda: dl.load(""), "a hand file needs a name"),
    (lambda: dl.play_out("block", policies=["x"]), "no player is called 'x'"),
    (lambda: dl.VariantComparison(dl.Shuffle(7), ["block"]), "2 or more rulesets, not 1"),
    (lambda: dl.Recorder("all-fives", seed=7).move("6-0", at="9-9"), "leave at= out"),
    (lambda: dl.why_not("all-fives-worked-example", 4, "6-6", at="0-1"), "the open ends are on"),
    (lambda: dl.HandStepper("block", seed=7, step=99), "there is no step 99: the steps are 0 to"),
    (lambda: dl.HandStepper("block", seed=7, step=-1), "there is no step -1: the steps are 0 to"),
    (lambda: dl.HiddenTiles("block", seed=7, step=99), "there is no step 99"),
    (lambda: dl.PerfectPlay("block", seed=7, step=99), "there is no step 99"),
    (lambda: dl.page("block", seed=7, step=99), "there is no step 99"),
]


@pytest.mark.parametrize(("slip", "said"), WAYS_OUT, ids=[said for _, said in WAYS_OUT])
def test_what_is_not_there_is_answered_with_what_is(slip: Callable[[], Any], said: str) -> None:
    with pytest.raises(DominoError, match=said):
        slip()


def test_what_could_be_played_instead_is_said_of_a_move_that_is_tried() -> None:
    with pytest.raises(dl.IllegalAction) as refused:
        dl.what_if("all-fives-worked-example", 4, "6-6")
    assert refused.value.__notes__ == [dl.why_not("all-fives-worked-example", 4, "6-6").hint]
    assert "instead" in refused.value.__notes__[0]


def test_holdings_can_be_given_by_position() -> None:
    """Seat 1 is out, and seat 0 holds three pips."""
    settled = dl.settle("block", [["1-2"], []])
    assert (settled.winner, settled.award) == (1, 3)


def test_a_hand_is_told_from_a_match() -> None:
    [problem] = dl.load_match('ruleset = "block"\n[deal]\nseed = 7\n').problems
    assert "dl.load reads a file of one hand" in problem.message


def test_players_without_a_name_get_one() -> None:
    recorder, game = dl.Recorder("all-fives", names=["A"]), dl.Play("all-fives", names=["A"])
    assert recorder.here.timeline.names == game.here.timeline.names == ("A", "Ben")


def test_a_sheet_of_several_matches_has_their_number() -> None:
    """Hands are counted anew in each match, and only a score that wins one is followed by another."""
    match = dl.play_match(dl.ruleset("block").but(matches_to_win=2, target=30), seed=2)
    told = match.sheet
    assert list(told.index).count(1) == max(told["match"]) == 3
    assert list(told["match"]) == sorted(told["match"])
    assert next(row.Index for row in told.itertuples() if row.match == 2) == 1
    assert "match" not in dl.play_match("block", seed=2).sheet
