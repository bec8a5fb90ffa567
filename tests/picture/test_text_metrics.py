"""What lettering promises: words fit their room, and a stranger's endless title is cut, not measured for minutes."""

from __future__ import annotations

import pytest

from domino_lab.picture import text_metrics
from domino_lab.picture.text_metrics import fit, width, wrap

ENDLESS = {"one word": "i" * 300_000, "many words": "ab " * 100_000, "wide": "W" * 300_000}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many letters were measured, call by call."""
    seen: list[int] = []

    def counting(text: str, size: int, *, bold: bool = False) -> int:
        seen.append(len(text))
        return width(text, size, bold=bold)

    monkeypatch.setattr(text_metrics, "width", counting)
    return seen


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_text_is_cut_without_measuring_it_over_and_over(name: str, measured: list[int]) -> None:
    text = ENDLESS[name]
    cut = fit(text, 14, 400)
    lines = wrap(text, 14, 400, 3)
    assert sum(measured) < 5 * len(text)
    assert cut.endswith("…")
    assert all(width(line, 14) <= 400 for line in (cut, *lines))
    assert len(lines) <= 3


@pytest.mark.parametrize("text", ["iiii", "Anastasia", "mmmm", "i i i i i i", "i" * 60])
def test_as_many_letters_stay_as_fit(text: str) -> None:
    for room in range(0, 300, 7):
        cut = fit(text, 14, room)
        if cut == text:
            assert width(text, 14) <= room
        else:
            longest = next((n for n in range(len(text), 0, -1) if width(text[:n] + "…", 14) <= room), 0)
            assert cut == (text[:longest].rstrip() + "…" if longest else "")
