"""What a reader of JupyterLite types first; run by Pyodide, which prints what each call gives."""

import json
import warnings
from collections.abc import Callable

import domino_lab as dl

EXAMPLE = "all-fives-worked-example"


def stepped() -> str:
    stepper = dl.HandStepper(EXAMPLE, step=2)
    stepper.do("next")
    return f"{stepper.here.step}: {stepper.status}"


def shared() -> str:
    """Whether chunks that are handed to processes are counted right, and what is said if there are none."""
    with warnings.catch_warnings(record=True) as told, dl.chance.processes(2) as pool:
        run = dl.simulate("draw", hands=20, seed=1, engine="readable", executor=pool, progress=False)
    whole = dl.simulate("draw", hands=20, seed=1, engine="readable", progress=False)
    return f"{run.sums == whole.sums} {[str(one.message) for one in told]}"


CALLS: dict[str, Callable[[], object]] = {
    "step": stepped,
    "why": lambda: dl.why(EXAMPLE, 4).text,
    "why not": lambda: dl.why_not(EXAMPLE, 1, "6-6", at="5-5").text,
    "rules": lambda: dl.ruleset("all-fives").sheet(),
    "settle": lambda: dl.settle("block", holdings=[["1-2", "2-4", "3-5"], ["5-5", "3-4"]]).text,
    "play": lambda: dl.Play("block", against="greedy", seed=1, delay=0).status,
    "quiz": lambda: [dl.quiz("all-fives", n=2, seed=1).grade(number, 0).text for number in (1, 2)],
    "lesson": lambda: dl.Lesson("block", seed=7, every=0).attempt("3-3").text,
    "compare": lambda: dl.VariantComparison(dl.Shuffle(7), ["block", "all-fives"], step=4).status,
    "sandbox": lambda: dl.ScoringSandbox("all-fives").status,
    "patience": lambda: dl.Patience("five-columns", seed=3).status,
    "hidden": lambda: dl.HiddenTiles("block", seed=7, step=4).status,
    "print": lambda: dl.worksheet(EXAMPLE).html,
    "page": lambda: dl.page(EXAMPLE).html,
    "chance": lambda: dl.ChanceLab("block", "leader wins", seed=1, estimate="50 %", n=20).here.estimate.hands,
    # A browser starts no processes: there it warns.
    "processes": shared,
    "exercise": lambda: dl.chance.exercise("a_double", learner="Ana").check("3/4").reason,
    "games": lambda: "all-fives" in str(dl.games()),
    # These ask for a package, with the line that fetches it there.
    "table": dl.lessons,
    "count": lambda: dl.chance.exact(dl.chance.doubles() == 0, tiles=7),
}


def tried(call: Callable[[], object]) -> str:
    try:
        return str(call())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


print(json.dumps({name: tried(call) for name, call in CALLS.items()}))
