"""Pages in a real browser, from a file and with nothing behind them: they step, ask, grade and fit."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import domino_lab as dl
from domino_lab.explain.questions import questions
from domino_lab.explain.why import why
from domino_lab.play.state import Step
from domino_lab.play.timeline import Note
from tests.browser.notebook import await_ears, faults, listen_for_errors, resize

LOOKS = [(1280, 720, "light"), (1366, 768, "dark"), (360, 640, "dark"), (360, 740, "light")]
PAGES = {
    "hand": lambda: dl.page("all-fives-whole-hand", step=3),
    "comparison": lambda: dl.page(dl.Shuffle(7), rulesets=["block", "all-fives"], step=4),
    "comparison of four": lambda: dl.page(dl.Shuffle(7), rulesets=["block", "draw", "all-fives", "bergen"], step=4),
    "quiz": lambda: dl.page(dl.quiz("all-fives", "all", n=3, seed=1)),
    "lesson": lambda: dl.page(dl.Lesson("all-fives", seed=7, every=0)),
    "patience": lambda: dl.page("five-columns", seed=1, step=2),
    "rules": lambda: dl.page(dl.ruleset("all-fives")),
    "worksheet": lambda: dl.page(dl.worksheet("all-fives-whole-hand")),
    "simulation": lambda: dl.page(dl.simulate("block", hands=100, seed=1)),
    "tournament": lambda: dl.page(dl.tournament(["greedy", "random"], "block", deals=5)),
    "table": lambda: dl.page(dl.differences("all-fives", "five-up")),
    "words": lambda: dl.page(dl.glossary()),
    "why": lambda: dl.page(dl.why("all-fives-worked-example", 4)),
}
# How many frames after its key each step is drawn.
FRAMES = """async () => {
    const seen = () => [".dlab-drawing", ".dlab-at"].map(part => document.querySelector(part).innerHTML).join();
    const frames = [];
    for (let step = 0; step < 30; step++) {
        const before = seen(), key = step < 15 ? "ArrowRight" : "ArrowLeft";
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        let passed = 0;
        do {
            await new Promise(requestAnimationFrame);
            passed += 1;
        } while (seen() === before && passed < 60);
        frames.push(passed);
        await new Promise(done => setTimeout(done, 250));
    }
    return frames;
}"""


def opened(page: Page, made: object, folder: Path) -> list[str]:
    """Open a page from a file; return the list of what goes wrong in it, or is asked for elsewhere."""
    file = folder / "page.html"
    file.write_text(made.html, encoding="utf-8")
    wrong = listen_for_errors(page)
    page.on("request", lambda one: one.url.startswith(("file:", "blob:", "data:")) or wrong.append(one.url))
    page.goto(file.as_uri())
    for view in page.locator(".dlab-alone").all():
        await_ears(view)
    return wrong


def caption(page: Page) -> Locator:
    return page.locator(".dlab-caption").first


def happened(step: Step) -> str:
    """What happened at a step, without its points, which stand on the line of the count."""
    return why(step).what.partition(" and scores")[0].rstrip(".")


def test_a_hand_is_stepped_by_keys_and_by_buttons(alone: Page, tmp_path: Path) -> None:
    hand = dl.play_out("all-fives", seed=7, names=["Ana", "Ben"])
    wrong = opened(alone, dl.page(hand), tmp_path)
    expect(caption(alone)).to_contain_text(happened(hand[1]))       # the first tile, not an empty table
    for step in (2, 3, 4):
        alone.keyboard.press("ArrowRight")
        expect(caption(alone)).to_contain_text(happened(hand[step]))
        expect(alone.locator("[aria-current=step]")).to_have_count(1)
    alone.get_by_role("button", name="Last").click()
    expect(caption(alone)).to_contain_text(happened(hand[-1]))
    alone.get_by_role("button", name="First").click()
    expect(alone.locator(".dlab-at")).to_have_text(f"Step 0 of {len(hand) - 1}")
    alone.keyboard.press("Space")
    expect(alone.get_by_role("button", name="Pause")).to_be_visible()
    expect(alone.locator(".dlab-at")).to_have_text(f"Step 2 of {len(hand) - 1}", timeout=20_000)
    alone.keyboard.press("Space")
    expect(alone.get_by_role("button", name="Play")).to_be_visible()
    expect(alone.locator("[role=img]").first).to_have_attribute("aria-label", alt_text_at(hand, alone))
    assert wrong == []


@pytest.mark.parametrize("wide", [1024, 360])
def test_the_verdict_stands_on_the_line_of_its_terms(alone: Page, tmp_path: Path, wide: int) -> None:
    hand = dl.load("all-fives-whole-hand")
    counts = (each.state.board_count if each.judged is not None else None for each in hand)
    step = max(number for number, count in enumerate(counts) if count is not None and len(count.terms) == 4)
    alone.set_viewport_size({"width": wide, "height": 740})
    opened(alone, dl.page(hand, step=step), tmp_path)
    total, verdict = (alone.locator(f".dlab-count .dlab-{part}").bounding_box() for part in ("total", "verdict"))
    assert verdict["y"] < total["y"] + total["height"] / 2
    assert verdict["x"] > total["x"]


def alt_text_at(hand: object, page: Page) -> str:
    """What the picture is called at the step that is shown."""
    at = int(page.locator(".dlab-at").inner_text().split()[1])
    return dl.HandStepper(hand, step=at).stage.moment["table"]["alt"]


def test_a_question_waits_takes_an_answer_and_gives_the_reason(alone: Page, tmp_path: Path) -> None:
    hand = dl.play_out("all-fives", seed=7, names=["Ana", "Ben"])
    hand = replace(hand, notes={4: Note(ask="What does the board count now?", about="count", hint="Add the ends.")})
    wrong = opened(alone, dl.page(hand), tmp_path)
    for _ in range(8):          # a key that is held down stops there
        alone.keyboard.down("ArrowRight")
        alone.wait_for_timeout(100)
    alone.keyboard.up("ArrowRight")
    expect(alone.locator(".dlab-at")).to_have_text(f"Step 3 of {len(hand) - 1}")
    question = alone.get_by_role("group", name="Question")
    question.get_by_role("button", name="Hint").click()
    expect(question).to_contain_text("Add the ends.")
    expect(question).not_to_contain_text("Not yet")
    for shown in (2, 3):
        question.get_by_role("button", name="Hint").click()
        expect(question.get_by_text("Hint:")).to_have_count(shown)
    expect(question.get_by_role("button", name="Hint")).to_have_count(0)
    right = hand[4].state.board_count.total
    question.get_by_role("textbox").fill(str(right + 1))
    question.get_by_role("textbox").press("Enter")
    expect(question.locator(".dlab-wrong")).to_contain_text(f"{right + 1} is too high")
    question.get_by_role("textbox").fill("many")
    question.get_by_role("button", name="Check").click()
    expect(question.locator(".dlab-wrong")).to_contain_text("Write a number")
    question.get_by_role("textbox").fill(f" {right} points")
    question.get_by_role("button", name="Check").click()
    expect(alone.locator(".dlab-right")).to_contain_text(str(right))
    expect(caption(alone)).to_contain_text(happened(hand[4]))
    assert wrong == []


def test_on_a_phone_a_question_stays_in_sight_with_the_reply_of_two_lines(alone: Page, tmp_path: Path) -> None:
    alone.set_viewport_size({"width": 360, "height": 740})
    opened(alone, dl.page("all-fives-worked-example", step=2), tmp_path)
    card = alone.get_by_role("group", name="Question")
    card.get_by_role("textbox").fill("12")
    card.get_by_role("textbox").press("Enter")
    reply = card.locator(".dlab-wrong")
    expect(reply).to_contain_text("not a multiple of 5")
    room = alone.locator(".dlab-area-talk").bounding_box()
    for part in (card.locator(".dlab-ask"), card.get_by_role("textbox"), card.get_by_text("points", exact=True), reply):
        box = part.bounding_box()
        assert room["y"] <= box["y"] + 1
        assert box["y"] + box["height"] <= room["y"] + room["height"] + 1
    assert reply.evaluate("node => node.offsetHeight <= 2 * parseFloat(getComputedStyle(node).lineHeight) + 1")


FILLED = """() => [...document.querySelectorAll("button:enabled")].filter(node => node.checkVisibility())
    .filter(node => getComputedStyle(node).backgroundColor === "rgb(0, 89, 140)")
    .map(node => node.textContent.trim())"""


def test_one_button_is_filled_and_autoplay_has_a_sign_of_its_own(alone: Page, tmp_path: Path) -> None:
    opened(alone, dl.page("all-fives", seed=7, step=3), tmp_path)
    assert alone.evaluate(FILLED) == ["Next"]
    signs = [alone.get_by_role("button", name=name, exact=True).locator("path").get_attribute("d")
             for name in ("First", "Previous", "Play", "Next", "Last")]
    assert len(set(signs)) == len(signs)
    boxes = [alone.locator(".dlab-transport > button").nth(number).bounding_box() for number in range(5)]
    assert all(abs(left["x"] + left["width"] - right["x"]) < 1 for left, right in pairwise(boxes))


def test_a_comparison_moves_all_tables_and_goes_to_the_difference(alone: Page, tmp_path: Path) -> None:
    found = dl.compare(dl.Shuffle(7), ["block", "all-fives"])
    wrong = opened(alone, dl.page(found), tmp_path)
    alone.get_by_role("button", name="First difference in points").click()
    mark = found.points_mark(1)
    expect(alone.locator(".dlab-at")).to_have_text(f"Step {mark.step} of {len(found) - 1}")
    expect(alone.locator(".dlab-difference")).to_contain_text("differ for the first time")
    alone.keyboard.press("Home")
    expect(alone.locator(".dlab-at")).to_have_text(f"Step 0 of {len(found) - 1}")
    alone.keyboard.press("p")
    expect(alone.locator(".dlab-at")).to_have_text(f"Step {mark.step} of {len(found) - 1}")
    alone.set_viewport_size({"width": 360, "height": 640})
    alone.get_by_role("button", name="All Fives").click()
    expect(alone.get_by_role("button", name="All Fives")).to_have_attribute("aria-pressed", "true")
    expect(caption(alone)).to_contain_text(happened(found.lines[1].timeline[mark.step]))
    assert wrong == []


def test_a_quiz_grades_and_counts_first_answers(alone: Page, tmp_path: Path) -> None:
    game = dl.quiz("all-fives", "score", n=2, seed=1)
    wrong = opened(alone, dl.page(game), tmp_path)
    first, second = (alone.locator(".dlab-quiz").nth(number) for number in (0, 1))
    for given in ("99", game.items[0].asked.right):
        first.get_by_role("textbox").fill(given)
        first.get_by_role("button", name="Check").click()
    expect(first.locator(".dlab-right")).to_be_visible()
    second.get_by_role("textbox").fill(game.items[1].asked.right)
    second.get_by_role("button", name="Check").click()
    expect(second).to_contain_text(game.items[1].reason.text)
    expect(alone.locator(".dlab-score")).to_contain_text("Answered: 2 of 2. Right first time: 1.")
    assert wrong == []


def test_a_lesson_refuses_a_move_with_its_rule_and_takes_the_right_one(alone: Page, tmp_path: Path) -> None:
    lesson = dl.Lesson("block", seed=7, every=0)
    hand, [stop, *_] = lesson.here.hand, lesson.here.stops
    wrong = opened(alone, dl.page(lesson), tmp_path)
    for _ in range(stop.at):
        alone.keyboard.press("ArrowRight")
    question = alone.get_by_role("group", name="Question")
    state = hand[stop.at].state
    able = {action.tile for action in dl.legal(state)}
    never = next(tile for tile in sorted(state.holdings[0]) if tile not in able)
    question.get_by_role("button", name=str(never), exact=True).click()
    expect(question.locator(".dlab-wrong")).to_contain_text("Not allowed")
    question.get_by_role("button", name=str(hand[stop.step].action.tile), exact=True).click()
    expect(caption(alone)).to_contain_text(why(hand[stop.step]).what.partition(" on ")[0])
    assert wrong == []


@pytest.mark.parametrize("name", PAGES)
def test_it_fits_is_accessible_and_has_no_errors(alone: Page, artefacts: Path, tmp_path: Path, name: str) -> None:
    made = PAGES[name]()
    wrong = opened(alone, made, tmp_path)
    for width, height, theme in LOOKS:
        alone.emulate_media(color_scheme=theme)
        resize(alone, width, height)
        alone.locator("main").wait_for()
        if name in ("hand", "comparison", "lesson", "patience"):
            for part in (".dlab-over", ".dlab-caption", ".dlab-transport"):
                box = alone.locator(part).first.bounding_box()
                assert box["y"] + box["height"] <= height, f"{part} is below the fold at {width}"
        assert faults(alone.locator("html")) == []
        alone.screenshot(path=artefacts / f"page-{name.replace(' ', '-')}-{theme}-{width}.png")
    assert wrong == []


def test_on_paper_it_is_light_and_has_its_words(alone: Page, artefacts: Path, tmp_path: Path) -> None:
    opened(alone, PAGES["comparison"](), tmp_path)
    alone.emulate_media(color_scheme="dark")
    expect(alone.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    alone.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    expect(alone.locator("body")).to_have_attribute("data-jp-theme-light", "true")
    alone.emulate_media(media="print", color_scheme="dark")
    expect(caption(alone)).to_be_visible()
    expect(alone.locator(".dlab-transport")).to_be_hidden()
    alone.screenshot(path=artefacts / "page-print.png")


def print_now(page: Page) -> Locator:
    """Let the page be as it is on paper, and return the list of its moves."""
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    return page.locator(".dlab-listing")


def test_on_paper_a_hand_has_its_last_table_and_all_moves_with_their_comments(
    alone: Page, artefacts: Path, tmp_path: Path
) -> None:
    hand = dl.play_out("all-fives", seed=7, names=["Ana", "Ben"])
    hand = replace(hand, notes={3: Note("A good tile."), 5: Note("What now?")})
    wrong = opened(alone, dl.page(hand), tmp_path)
    moves = print_now(alone).locator("li")
    expect(moves).to_have_count(len(hand) - 1)
    for step, move in enumerate(moves.all(), 1):
        expect(move).to_contain_text(happened(hand[step]).partition(" on ")[0])      # one size has places for it
    expect(moves.nth(2)).to_contain_text("A good tile.")
    expect(alone.locator(".dlab-drawing use")).to_have_count(len(hand.state.chain.laid))
    for part in (".dlab-transport", ".dlab-menu", ".dlab-area-talk", ".dlab-area-more"):
        expect(alone.locator(part)).to_be_hidden()
    assert alone.locator("button:visible").count() == 0
    alone.screenshot(path=artefacts / "page-print-hand.png", full_page=True)
    alone.evaluate("window.dispatchEvent(new Event('afterprint'))")
    alone.emulate_media(media="screen")
    expect(alone.locator(".dlab-listing")).to_have_count(0)
    expect(alone.locator(".dlab-at")).to_have_text(f"Step 1 of {len(hand) - 1}")
    expect(alone.locator(".dlab-drawing use")).to_have_count(1)
    assert wrong == []


def test_on_paper_questions_are_asked_and_what_was_answered_is_told(alone: Page, tmp_path: Path) -> None:
    opened(alone, dl.page("all-fives-worked-example"), tmp_path)
    hand = dl.load("all-fives-worked-example")
    first, second, *_ = sorted(questions(hand).values(), key=lambda one: one.step)
    moves = print_now(alone).locator("li")
    for asked in (first, second):
        expect(moves.nth(asked.step - 1)).to_contain_text(asked.text)
        expect(moves.nth(asked.step - 1)).not_to_contain_text(why(hand[asked.step]).caption)
    alone.evaluate("window.dispatchEvent(new Event('afterprint'))")
    alone.emulate_media(media="screen")
    for _ in range(first.step):         # from a question it goes on, and shows the answer
        alone.keyboard.press("ArrowRight")
    print_now(alone)
    expect(moves.nth(first.step - 1)).to_contain_text(happened(hand[first.step]))
    expect(moves.nth(second.step - 1)).to_contain_text(second.text)


@pytest.mark.parametrize("name", ["all-fives-whole-hand", "two-box-whole-hand"])
def test_the_longest_hands_fit_on_one_sheet_of_paper(
    alone: Page, artefacts: Path, tmp_path: Path, name: str
) -> None:
    opened(alone, dl.page(name), tmp_path)
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    sheet = alone.pdf(path=artefacts / f"page-{name}.pdf", format="A4", margin=margin)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1


def test_strangers_words_are_shown_as_they_are_written(alone: Page, tmp_path: Path) -> None:
    evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    hand = dl.play_out("all-fives", seed=7, names=[evil, "Ben"])
    wrong = opened(alone, dl.page(replace(hand, title=evil, notes={1: Note(evil)}), step=1), tmp_path)
    expect(alone.locator(".dlab-title")).to_have_text(evil)
    expect(alone.locator(".dlab-comment")).to_contain_text(evil)
    assert alone.locator("img, main script").count() == 0
    assert alone.title() == evil
    assert wrong == []


def test_the_next_step_is_drawn_in_the_next_frame(alone: Page, tmp_path: Path) -> None:
    opened(alone, dl.page(dl.play_out("all-fives", seed=3, seats=2)), tmp_path)
    alone.locator(".dlab-drawing").wait_for()
    assert alone.evaluate(FRAMES) == [1] * 30
