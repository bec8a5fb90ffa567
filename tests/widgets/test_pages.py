"""Pages: all that a reader can get to is in the file and says what the live view says, and nothing else runs in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from html import escape, unescape
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

import domino_lab as dl
from domino_lab import hands
from domino_lab.core.errors import ArgumentError, DominoError, RecordError
from domino_lab.explain.hints import hints
from domino_lab.explain.patience_review import review_patience
from domino_lab.explain.questions import questions
from domino_lab.explain.review import review_hand
from domino_lab.explain.why import why
from domino_lab.play.move_text import describe_move
from domino_lab.play.timeline import Note
from domino_lab.widgets import pages, reviews
from domino_lab.widgets.page_file import Page
from domino_lab.widgets.pages import HINTS
from tests.widgets.pressing import downloads
from tests.widgets.reading import beside_count, placeless

EVIL = '<img src=x onerror=alert(1)></script><script>alert("2")</script>'
KILOBYTES = 60
SCRIPTS = re.compile(r"<script([^>]*)>(.*?)</script>", re.DOTALL)


def carried(page: Page) -> list[str]:
    """The script that the page unpacks, its look, and its data."""
    [packed] = [text for put, text in SCRIPTS.findall(page.html) if "recorded" in put]
    return zlib.decompress(base64.b85decode(packed.replace(",", "<"))).decode().split("\0")


def script_of(page: Page) -> str:
    return carried(page)[0]


def kinds(part: object) -> set[str]:
    """The kinds of all nodes in the data of a page."""
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    own = {part["is"]} if isinstance(part, dict) and "is" in part else set()
    return own.union(*map(kinds, inside))


def unpacked(page: Page) -> dict[str, Any]:
    """What the page's own script finds in it."""
    script, look, data = carried(page)
    assert "class RecordedHand" in script
    assert ".dlab-root" in look
    found: dict[str, Any] = json.loads(data)
    return found


def moments(recorded: dict[str, Any]) -> list[dict[str, Any]]:
    columns = {name: (values, list(accumulate(steps))) for name, (values, steps) in recorded["moments"].items()}
    rows = range(len(next(iter(columns.values()))[1]))
    return [{name: values[at[row] - 1] for name, (values, at) in columns.items() if at[row]} for row in rows]


def texts(found: object) -> list[str]:
    """Every text in a moment, however deep."""
    if isinstance(found, str):
        return [found]
    inside = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    return [text for one in inside for text in texts(one)]


def replies_of(ask: dict[str, Any]) -> dict[str, str]:
    """The reply to each answer, as `pages.js` finds it."""
    if not ask["number"]:
        return dict(ask["answers"])
    numbers = map(str, range(ask["least"], ask["least"] + len(ask["answers"])))
    return {number: ask["replies"][at].replace("{given}", number)
            for number, at in zip(numbers, ask["answers"], strict=True)}


def ways(places: int | dict[str, int]) -> dict[str, int]:
    """The moments of a step by how it is shown."""
    return places if isinstance(places, dict) else {"": places}


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return unpacked(dl.page("all-fives-whole-hand"))


def test_every_step_is_there_with_the_caption_of_the_ruling(whole: dict[str, Any]) -> None:
    hand = dl.load("all-fives-whole-hand")
    [recorded] = whole["hands"]
    found = moments(recorded)
    last = recorded["places"][-1]           # where every question is answered
    assert len(last) == len(hand)
    for step, places in enumerate(last):
        for moment in (found[number] for number in ways(places).values()):
            told = why(hand[step])
            shown = texts(moment["talk"])
            said = {placeless(beside_count(text, moment)) for text in (told.caption, told.why)}
            assert said & {*map(placeless, shown)}
            assert moment["at"] == step


def test_a_question_hides_what_comes_after_it(whole: dict[str, Any]) -> None:
    hand = dl.load("all-fives-whole-hand")
    [recorded] = whole["hands"]
    found, asked = moments(recorded), sorted(questions(hand).values(), key=lambda one: one.step)
    assert len(asked) > 3
    for number, question in enumerate(asked):
        steps = recorded["places"][number]
        assert len(steps) == question.asked_at + 1, "no moment behind the question is reached before it is answered"
        for places in steps:
            for at in ways(places).values():
                assert why(hand[question.step]).caption not in texts(found[at]["talk"])


def test_each_question_has_its_hints_and_a_moment_with_room_for_them(whole: dict[str, Any]) -> None:
    [recorded] = whole["hands"]
    hand, found = dl.load("all-fives-whole-hand"), moments(recorded)
    for ask, asked in zip(recorded["asks"], sorted(questions(hand).values(), key=lambda one: one.step), strict=True):
        assert tuple(ask["hints"]) == hints(hand, asked)
    for steps in recorded["places"]:
        for places in steps:
            for how, at in ways(places).items():
                shown = {*HINTS} & set(texts(found[at]["talk"]))
                assert bool(shown) is ("reply" in how), how


def test_a_right_answer_has_no_reply_and_a_wrong_one_has_its_reason(whole: dict[str, Any]) -> None:
    hand = dl.load("all-fives-whole-hand")
    [recorded] = whole["hands"]
    for ask, question in zip(recorded["asks"], sorted(questions(hand).values(), key=lambda one: one.step), strict=True):
        right = {given for given, reply in replies_of(ask).items() if reply == ""}
        assert right == {given for given in replies_of(ask) if question.accepts(given)}
        assert len(right) >= 1
        assert all(given in reply for given, reply in replies_of(ask).items() if reply)


def test_scripts_that_share_a_page_have_no_name_twice() -> None:
    """They are joined into one module, in which a second `const` of a name stops everything."""
    folder = Path(pages.__file__).parent
    bundles = ("stage", "codes", "qr", "pages", "playable", "triangle"), ("stage", "live"), ("codes", "class_board")
    for together in bundles:
        names = [name for script in together for name in re.findall(
            r"^(?:async )?(?:const|let|function\*?|class) +(\w+)", (folder / f"{script}.js").read_text("utf-8"), re.M)]
        assert len(names) > 20
        assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("make", [
    lambda: "all-fives-worked-example", lambda: dl.quiz("all-fives", "all", n=2, seed=1),
    lambda: dl.compare(dl.Shuffle(7), ["block", "draw"]), lambda: dl.Patience("five-columns", seed=1),
    dl.TileTriangle, lambda: dl.ExerciseCard("after_a_pass")])
def test_a_page_carries_the_builders_of_its_nodes_and_no_others(make: Callable[[], Any]) -> None:
    page = dl.page(make())
    used = kinds(unpacked(page)["hands"]) | {"p"}
    builders = script_of(page).partition("const NODES")[2].partition("\n};")[0]
    assert set(re.findall(r"^(\w+): (?:it|\(it, words\))=>", builders, re.MULTILINE)) == used


def test_a_page_can_tell_what_each_move_was_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "review_hand", lambda line: review_hand(line, deals=256))
    line = dl.play_out("all-fives", seed=7, names=["Ana", EVIL], policies="random")
    made = dl.page(line, review=True)
    review = review_hand(line, deals=256)
    assert len(review.marked) > 1
    [markup] = {text for text in texts(unpacked(made)) if "dlab-results" in text}
    assert EVIL not in markup
    shown = unescape(re.sub(r"<[^>]+>", " ", markup.replace(escape(EVIL), "Evil"))).replace("Evil", EVIL)
    for turn in review.marked:
        assert review.turn_text(turn) in shown
    for text in review.summary:
        assert text in shown
    plain = len(dl.page(line).html.encode())
    assert plain < len(made.html.encode()) < plain + 4000


def test_the_page_of_a_patience_tells_which_moves_made_it_worse() -> None:
    line = dl.play_out("five-columns", seed=19, policies="random")
    review = review_patience(line)
    assert review.marked
    [markup] = {text for text in texts(unpacked(dl.page(line, review=True))) if "dlab-results" in text}
    shown = unescape(re.sub(r"<[^>]+>", " ", markup))
    for said in (review.deal_text, *map(review.turn_text, review.marked), *review.columns):
        assert said in shown
    with pytest.raises(DominoError, match="layout study"):
        dl.page("all-fives-worked-example", review=True)


@pytest.mark.parametrize("name", sorted(hands.names()))
def test_no_hand_takes_more_than_sixty_kilobytes(name: str) -> None:
    made = dl.page(name)
    assert len(made.html.encode()) <= KILOBYTES * 1000
    assert unpacked(made)["hands"][0]["end"] == len(dl.load(name)) - 1


@pytest.mark.parametrize("game", ["all-fives", "draw", "bergen", "two-box", "blind", "five-columns"])
def test_hands_that_were_played_are_no_larger(game: str) -> None:
    assert max(len(dl.page(game, seed=seed).html.encode()) for seed in range(3)) <= KILOBYTES * 1000


@pytest.mark.parametrize(("make", "most"), [
    (lambda seed: dl.page(dl.quiz("all-fives", "all", n=10, seed=seed)), 60.5),
    (lambda seed: dl.page(dl.quiz("all-fives", "all", n=20, seed=seed)), 75),
    (lambda seed: dl.page(dl.Lesson("all-fives", seed=seed, every=0)), KILOBYTES),
    (lambda seed: dl.page(dl.Shuffle(seed), rulesets=["block", "all-fives"]), 66),
    (lambda seed: dl.page(dl.Shuffle(seed), rulesets=["block", "draw", "all-fives"]), 84),
    (lambda seed: dl.page(dl.Shuffle(seed), rulesets=["block", "draw", "all-fives", "bergen"]), 106),
], ids=["quiz of 10", "quiz of 20", "lesson", "two hands", "three hands", "four hands"])
def test_what_takes_more_takes_what_the_docstring_says(make: Callable[[int], Page], most: float) -> None:
    assert max(len(make(seed).html.encode()) for seed in (1, 7)) <= most * 1000


def test_a_patience_of_hundreds_of_steps_takes_little_more() -> None:
    made = dl.page("bingo", seed=1)
    assert len(made.html.encode()) <= 80_000
    assert unpacked(made)["hands"][0]["end"] > 300


RESULTS: dict[str, tuple[Callable[[], Any], str, str]] = {
    "simulation": (lambda: dl.simulate("block", hands=100, seed=1), "Simulation of Block Game: 100 hands, seed 1",
                   "wins Ana"),
    "tournament": (lambda: dl.tournament(["greedy", "random"], "block", deals=5),
                   "Tournament of greedy, random: 10 hands, seed 0", "Share of hands won"),
    "chance": (lambda: dl.chance.exact(dl.chance.doubles() == 0, tiles=7), "Chance of no doubles: 323/3289",
               "C(28,7) = 1,184,040"),
    "distribution": (lambda: dl.chance.distribution(dl.chance.doubles(), tiles=2), "Doubles", "0.055556"),
    "tree": (lambda: dl.chance.tree("a double"), "Drawing tiles: a double?", "1/18"),
    "why": (lambda: dl.why("all-fives-worked-example", 4), "Ben plays 2-0 on the 0 of 5-0 and scores 15.",
            "5+5 + 3 + 2 = 15"),
    "words": (dl.glossary, "Domino words", "One domino."),
    "differences": (lambda: dl.differences("all-fives", "five-up"), "Rules that differ: All Fives, Five Up",
                    "FU-SCORE-3"),
    "lessons": (dl.lessons, "Lessons", "11_all_fives"),
    "table": (lambda: dl.quiz("block", "award", n=1, seed=1).results, "Table: number, about, question, given, right …",
              "seed 1, hand 1"),
    "games": (dl.games, "Games", "seven-toed-pete"),
    "form": (lambda: dl.RuleForm("bergen"), "Bergen", "BG-SCORE-1"),
}
"""Results, with the title of their page, and something that the page says."""


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_has_a_page_with_what_a_cell_shows(name: str) -> None:
    make, title, said = RESULTS[name]
    page = dl.page(make())
    assert page.title == title
    assert page.html.count("<h1") == 1
    assert said in unescape(page.html)
    assert "script-src" not in policy(page)
    assert "<script" not in page.html


def test_the_page_of_a_result_takes_its_text_as_a_text() -> None:
    name = '<b onload="x()">"\'&amp;</b><script>x()</script>'
    page = dl.page(dl.simulate(dl.ruleset("block").but(name=name, target=61), hands=5, seed=1))
    assert re.findall(r"<(?:script|b)\b", page.html) == []
    assert name in page.title


def test_the_page_of_a_result_draws_no_picture_for_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr("domino_lab.io.paper._png", lambda picture: drawn.append(picture) or b"PNG")
    tree = dl.chance.tree("a double")
    assert "data:image/svg+xml;base64," in dl.page(tree).html
    assert drawn == []
    assert tree._repr_mimebundle_()["image/png"]
    assert len(drawn) == 1


@pytest.mark.parametrize("how", [{"step": 3}, {"seed": 1}, {"review": True}])
def test_the_page_of_a_result_is_as_the_result_is(how: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=f"{next(iter(how))}="):
        dl.page(dl.glossary(), **how)


def test_what_shows_nothing_has_no_page() -> None:
    class Empty:
        def _repr_html_(self) -> None:
            return None

    with pytest.raises(ArgumentError, match="shows nothing"):
        dl.page(Empty())


def policy(page: Page) -> str:
    [found] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page.html)
    return str(found)


def everything() -> list[Page]:
    return [dl.page("block", seed=7), dl.page(dl.Shuffle(7), rulesets=["block", "all-fives"]),
            dl.page(dl.quiz("all-fives", n=2, seed=1)), dl.page(dl.Lesson("block", seed=7, every=0)),
            dl.page(dl.ruleset("bergen")), dl.page(dl.worksheet("all-fives-whole-hand"))]


def test_nothing_is_fetched_and_no_other_script_can_run() -> None:
    for made in everything():
        assert policy(made).startswith("default-src 'none';")
        assert "unsafe-eval" not in policy(made)
        assert not re.search(r"\son\w+\s*=", re.sub(r"<script.*?</script>", "", made.html, flags=re.DOTALL))
        assert not re.search(r'(src|href)="(?!#)', made.html)
        running = [text for put, text in SCRIPTS.findall(made.html) if "text/plain" not in put]
        for text in running:
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert f"script-src 'sha256-{digest}' blob:;" in policy(made)
        assert running or "script-src" not in policy(made)


def test_strangers_words_are_text() -> None:
    evil = dl.play_out("all-fives", seed=7, names=[EVIL, f"{EVIL} 2"])
    made = dl.page(replace(evil, title=EVIL, notes={4: Note(EVIL, ask=EVIL, about="count", hint=EVIL)}))
    outside = re.sub(r'<script type="text/plain".*?</script>', "", made.html, flags=re.DOTALL)
    assert "<img" not in outside
    assert outside.count("<script") == 1
    for moment in moments(unpacked(made)["hands"][0]):
        for name, value in moment.items():
            if name.startswith("table.svg"):
                assert not re.search(r"<(script|img|iframe|foreignObject)|\son\w+=", value)
    compared = dl.compare(dl.Shuffle(7), ["block", dl.ruleset("all-fives").but(name=EVIL)])
    markup = [part for part in unpacked(dl.page(compared))["hands"][0]["parts"] if str(part).startswith("<div")]
    assert len(markup) >= 1, "the rules that differ are a table"
    for table in markup:
        assert not re.search(r"<(script|img|iframe)|<[^>]*\son\w+=", table)
    assert any("&lt;img" in table for table in markup)


def told_of_tiles(moment: dict[str, Any]) -> list[str]:
    """What a moment shows and says of the players and their tiles."""
    return [word.strip(".,") for name in ("top", "rack", "table.alt.") for text in texts(moment[name])
            for word in text.split()]


def test_a_seat_is_not_told_what_others_hold() -> None:
    hand = dl.play_out("block", seed=7)
    [recorded] = unpacked(dl.page(hand, viewpoint=0))["hands"]
    hidden = [str(tile) for tile in hand[0].state.holdings[1]]
    deal = moments(recorded)[ways(recorded["places"][0][0])[""]]
    assert not set(hidden) & set(told_of_tiles(deal))
    assert {str(tile) for tile in hand[0].state.holdings[0]} <= set(told_of_tiles(deal))


def test_a_comparison_has_all_tables_where_there_is_room_and_one_by_one_where_not() -> None:
    two = dl.compare(dl.Shuffle(7), ["block", "all-fives"])
    [recorded] = unpacked(dl.page(two))["hands"]
    assert recorded["end"] == len(two) - 1
    assert all(set(steps) == {"", "front0", "front1"} for steps in recorded["places"][0])
    for kind in ("points", "play"):
        assert recorded["jumps"][kind] == sorted({mark.step for mark in two.marks if mark.kind == kind})


def test_a_recorded_hand_stands_once_beside_the_same_deal_under_other_rules() -> None:
    hand = dl.play_out("block", seed=7)
    made = dl.page(hand, rulesets=["block", "five-up", "draw", "sniff"])
    assert made.title == dl.page(hand, rulesets=["five-up", "draw", "sniff"]).title
    assert "Block Game, Five Up, " in made.title
    assert len(dl.compare(hand, ["block", "five-up"]).lines) == 2


@pytest.mark.parametrize("rulesets", [(), ("five-up",)])
def test_a_page_of_a_broken_file_has_the_reason_and_the_call_says_it_too(rulesets: tuple[str, ...]) -> None:
    deal = 'format = 1\nruleset = "block"\nplayers = ["Ana", "Ben"]\n[deal]\nseed = 7\n'
    made = dl.page(deal + '[[move]]\nplay = "6-6"\n[[move]]\nplay = "5-4"\n', rulesets=rulesets)
    [problem] = made.problems
    assert "5-4 does not fit" in problem.text
    assert repr(made).splitlines()[1:] == [problem.text]
    assert all(problem.text in texts(moment) for moment in moments(unpacked(made)["hands"][0]))


def test_a_quiz_asks_every_question_and_grades_as_the_quiz_does() -> None:
    game = dl.quiz("all-fives", "all", n=6, seed=1)
    found = unpacked(dl.page(game))
    assert len(found["hands"]) == 6
    for number, (recorded, item) in enumerate(zip(found["hands"], game.items, strict=True), 1):
        [ask] = recorded["asks"]
        for given, reply in list(replies_of(ask).items())[:12]:
            assert (reply == "") is game.grade(number, given).right
        right, shown = (moments(recorded)[recorded["places"][1][0][how]] for how in ("right", "shown"))
        assert beside_count(item.reason.text, right) in texts(right["talk"])
        assert item.asked.right in " ".join(texts(shown["talk"]))


def test_a_lesson_asks_for_the_move_and_says_why_not() -> None:
    hand = dl.play_out("block", seed=7)
    found = unpacked(dl.page(dl.Lesson(hand, every=0)))["hands"][0]
    state = hand[found["asks"][0]["at"]].state
    assert [ask["step"] for ask in found["asks"]] == [
        step for step in range(1, len(hand)) if hand[step].seat == 0 and hand[step].action is not None]
    able = {str(action.tile) for action in dl.legal(state) if getattr(action, "tile", None)}
    replies = replies_of(found["asks"][0])
    assert set(replies) == {*map(str, state.holdings[0]), "Pass"}
    for given, reply in replies.items():
        assert (reply == "") is (given == str(getattr(hand[found["asks"][0]["step"]].action, "tile", "Pass")))
        if reply and given not in able:
            assert reply.startswith("Not allowed"), reply


def test_what_is_given_to_it_is_never_passed_over() -> None:
    stepper = dl.HandStepper("block", seed=7)
    [recorded] = unpacked(dl.page(stepper, viewpoint=0, step=5))["hands"]
    assert recorded["start"] == 5
    other = [str(tile) for tile in stepper.here.timeline[0].state.holdings[1]]
    deal = moments(recorded)[ways(recorded["places"][0][0])[""]]
    assert not set(other) & set(told_of_tiles(deal))
    for what, how in ((stepper, {"seed": 3}), (dl.quiz("block", "award", n=1, seed=1), {"step": 1}),
                      (dl.Lesson("block", seed=7, every=0), {"viewpoint": 1})):
        with pytest.raises(DominoError, match="what is shown has its own"):
            dl.page(what, **how)
    assert unpacked(dl.page(dl.HandStepper("all-fives-whole-hand", asks=False)))["hands"][0]["asks"] == []


def test_a_question_about_the_deal_is_asked_and_a_score_below_nought_is_an_answer() -> None:
    hand = dl.play_out("draw/pay-points", seed=0)
    lost = next(step for step in range(len(hand)) if hand[step].points < 0)
    hand = replace(hand, notes={0: Note(ask="Who leads?", about="who"), lost: Note(ask="How many?", about="score")})
    [recorded] = unpacked(dl.page(hand))["hands"]
    assert recorded["said"] == 0
    assert replies_of(recorded["asks"][1])[str(hand[lost].points)] == ""
    assert recorded["asks"][1]["low"].count("{given}") == 1


def test_a_lesson_of_a_patience_asks_which_tiles_to_remove() -> None:
    """In Five Columns two uncovered tiles go that have twelve pips together, or one moves to an empty column."""
    hand = dl.play_out("five-columns", seed=7)
    asks = unpacked(dl.page(dl.Lesson(hand, every=0)))["hands"][0]["asks"]
    assert asks
    for ask in asks:
        removed = [given.split()[1::2] for given in replies_of(ask) if given.startswith("remove")]
        assert all(sum(map(int, "-".join(tiles).split("-"))) == 12 for tiles in removed)
        assert [given for given, reply in replies_of(ask).items() if not reply] == [
            describe_move(hand[ask["at"]].state, hand[ask["step"]].action)]


def test_names_that_no_file_can_hold_do_no_harm() -> None:
    assert "<!DOCTYPE" in dl.page(dl.play_out("block", seed=7, names=["\ud800", "1.0"])).html


def test_a_comparison_shows_one_table_wherever_not_all_have_room() -> None:
    for count, narrow in ((2, [True, False, False]), (3, [True, False, False]), (4, [True, False, False])):
        games = ["block", "draw", "all-fives", "bergen"][:count]
        [recorded] = unpacked(dl.page(dl.Shuffle(7), rulesets=games))["hands"]
        assert recorded["narrow"] == narrow
        found = moments(recorded)[recorded["places"][0][5][""]]
        assert {name[-1] for name in found if name.startswith("table.svg")} == {
            str(room) for room, alone in enumerate(narrow) if not alone}


def test_it_is_written_to_a_file_and_says_what_it_is(tmp_path: Path) -> None:
    made = dl.page("block", tmp_path / "hand.html", seed=7)
    assert (tmp_path / "hand.html").read_text(encoding="utf-8") == made.html
    assert repr(made).startswith("Block Game, seed 7")
    with pytest.raises(RecordError, match="folder"):
        dl.page("block", tmp_path, seed=7)
    with pytest.raises(DominoError, match="no ruleset"):
        dl.page("no-such-game", seed=7)


def played_through(game: dl.Play) -> dl.Play:
    while not game.here.is_over:
        game.here.do(dl.legal(game.here.live)[0])
    return game


VIEWS: dict[str, Callable[[], Any]] = {
    "stepper": lambda: dl.HandStepper("block", seed=7, step=4),
    "comparison": lambda: dl.VariantComparison(dl.Shuffle(7), ["block", "all-fives"], step=2),
    "hidden": lambda: dl.HiddenTiles("block", seed=7, step=4),
    "perfect": lambda: dl.PerfectPlay("block", seed=7, step=10),
    "lesson": lambda: dl.Lesson("block", seed=7, every=0),
    "recorder": lambda: dl.Recorder("all-fives-worked-example"),
    "sandbox": lambda: dl.ScoringSandbox("all-fives", position="5-5 5-0 3-5"),
    "patience": lambda: dl.Patience("five-columns", seed=3, step=2),
    "play": lambda: played_through(dl.Play("block", against="greedy", seed=1, delay=0)),
}


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_of_a_hand_saves_its_page(name: str) -> None:
    view = VIEWS[name]()
    shown = view.moment()
    saved = downloads(view)
    view.do("save", "page")
    [(file, text, mime)] = saved
    assert (file.endswith(".html"), mime) == (True, "text/html")
    assert text == dl.page(view).html
    assert view.moment() == shown, "the view has not moved"


def test_a_quiz_saves_its_questions() -> None:
    game = dl.quiz("all-fives", n=2, seed=1)
    game.grade(1, 999)
    saved = downloads(game)
    game.do("save_page")
    assert saved == [("quiz.html", dl.page(dl.quiz("all-fives", n=2, seed=1)).html, "text/html")]
    assert list(game.here.given) == [0]


def test_the_page_of_hidden_tiles_hides_them() -> None:
    hidden = dl.HiddenTiles("block", seed=7, step=4)
    [recorded] = unpacked(dl.page(hidden))["hands"]
    other = [str(tile) for tile in hidden.here.timeline[0].state.holdings[1]]
    deal = moments(recorded)[ways(recorded["places"][0][0])[""]]
    assert not set(other) & set(told_of_tiles(deal))


@pytest.mark.parametrize("game", ["five-columns", "bingo", "knock-out", "all-fives"])
def test_a_lesson_that_begins_with_a_question_asks_it_at_once_and_gives_nothing_away(game: str) -> None:
    hand = dl.play_out(game, seed=39 if game == "all-fives" else 7)
    [recorded] = unpacked(dl.page(dl.Lesson(hand, every=1 if game == "all-fives" else 0)))["hands"]
    first = moments(recorded)[ways(recorded["places"][0][0])[""]]
    waits = recorded["asks"][0]["at"] == 0
    assert ("Question" in {node.get("label") for node in first["talk"] if isinstance(node, dict)}) is waits
    told = " ".join(texts(first))
    assert not waits or not re.search(r"\b(removes|says|plays|starts) ", told), "moves to come"


def test_a_recorder_in_which_nobody_has_moved_has_no_page() -> None:
    """It would be a page on which no button does anything."""
    with pytest.raises(dl.RecordError, match="Nobody has moved yet"):
        dl.page(dl.Recorder("all-fives", seed=1))


def test_what_was_played_has_a_page_to_step_through() -> None:
    played = dl.ScoringSandbox("all-fives", position="5-5 5-0 3-5")
    assert dl.page(played).html == dl.page(played.here.timeline, step=3).html
