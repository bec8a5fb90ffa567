"""A notebook that names an attribute as the last release did still runs, and hears the new name."""

from __future__ import annotations

import warnings

import pytest

import domino_lab as dl


def test_the_old_names_of_a_view_give_what_the_new_ones_give() -> None:
    play, sandbox = dl.Play("block", against="heaviest", seed=1, delay=0), dl.ScoringSandbox("all-fives")
    for holder, old, new in ((play, "felt", "table"), (play, "deeds", "action_bar"), (play.here, "beat", "changes"),
                             (play.here, "aim", "chosen_action"), (sandbox, "bench", "board"),
                             (sandbox.board, "aim", "chosen_action")):
        with pytest.warns(DeprecationWarning, match=f"^{old} is now called {new}") as heard:
            assert getattr(holder, old) is getattr(holder, new)
        assert heard[0].filename == __file__


@pytest.mark.parametrize("names", ["beat", ["beat"]])
def test_a_change_is_heard_by_its_old_name(names: str | list[str]) -> None:
    here, counted = dl.Playhead("block", seed=7), []

    def count(change: dict[str, int]) -> None:
        counted.append(change["new"])

    with pytest.warns(DeprecationWarning, match="^beat is now called changes"):
        here.observe(count, names)
    here.next()
    assert counted == [here.changes]
    here.unobserve(count, names)
    here.next()
    assert len(counted) == 1


def test_the_new_names_warn_of_nothing_and_other_names_are_refused_as_ever() -> None:
    here = dl.Playhead("block", seed=7)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        here.observe(print, "changes")
        here.unobserve(print, "changes")
        assert not hasattr(here, "felt")
    with pytest.raises(AttributeError, match="'Playhead' object has no attribute 'heat'"):
        here.heat  # noqa: B018
