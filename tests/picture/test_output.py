"""What a saved notebook keeps: the picture at the step the cell asked for, and a sentence that says it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import domino_lab as dl
from domino_lab.widgets import HandStepper
from tests.widgets.kept import picture

HAND = dl.play_out("all-fives", seed=7)


@pytest.mark.parametrize("step", [0, 4, 22])
def test_the_picture_and_the_sentence_are_of_that_step(step: int) -> None:
    bundle = HandStepper(HAND, step=step)._repr_mimebundle_()
    assert f"Step {step} of 22." in bundle["text/plain"]
    drawn = ET.fromstring(picture(bundle))
    laid = len(HAND[step].state.chain.laid)
    assert drawn.tag.endswith("svg")
    words = "".join(drawn.itertext())
    assert ("There are no tiles on the table" in words) is (laid == 0)


def test_it_is_the_same_every_time_and_has_no_broken_numbers() -> None:
    bundles = [HandStepper(HAND, step=4)._repr_mimebundle_() for _ in range(2)]
    for kind in ("text/html", "image/png", "text/plain"):
        assert bundles[0][kind] == bundles[1][kind]
    drawn = picture(bundles[0])
    assert not re.search(r'"[^"]*\d\.\d[^"]*"', re.sub(r"<(title|desc)>.*?</\1>", "", drawn))
    assert " id=" not in drawn
