"""What a saved notebook keeps: the picture at the step the cell asked for, and a sentence that says it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from domino_lab.picture.glossary import entries
from domino_lab.play.timeline import Timeline
from domino_lab.widgets import HandStepper, glossary
from tests.widgets.kept import picture, pictures


@pytest.mark.parametrize("step", [0, 4, 22])
def test_the_picture_and_the_sentence_are_of_that_step(hand: Timeline, step: int) -> None:
    bundle = HandStepper(hand, step=step)._repr_mimebundle_()
    assert f"Step {step} of 22." in bundle["text/plain"]
    drawn = ET.fromstring(picture(bundle))
    laid = len(hand[step].state.chain.laid)
    assert drawn.tag.endswith("svg")
    words = "".join(drawn.itertext())
    assert ("There are no tiles on the table" in words) is (laid == 0)


def test_it_is_the_same_every_time_and_has_no_broken_numbers(hand: Timeline) -> None:
    bundles = [HandStepper(hand, step=4)._repr_mimebundle_() for _ in range(2)]
    for kind in ("text/html", "image/png", "text/plain"):
        assert bundles[0][kind] == bundles[1][kind]
    drawn = picture(bundles[0])
    assert not re.search(r'"[^"]*\d\.\d[^"]*"', re.sub(r"<(title|desc)>.*?</\1>", "", drawn))
    assert " id=" not in drawn


def test_the_glossary_draws_what_a_beginner_needs() -> None:
    html = glossary()._repr_html_()
    drawn = {term for term, entry in entries().items() if "lay" in entry}
    assert {"spinner", "open end", "boneyard", "blocked", "double", "count", "arm"} <= drawn
    assert len(pictures(html)) == len(drawn)
    for term, entry in entries().items():
        assert term in html
        assert entry["text"] in str(glossary())


def test_the_blocked_example_is_blocked() -> None:
    """Both ends show a value of which all seven tiles lie on the table."""
    from domino_lab.picture.glossary import example

    chain = example("blocked", entries()["blocked"]).chain
    (value,) = {end.value for end in chain.ends}
    assert sum(value in laid.tile[:2] for laid in chain.laid) == 7
