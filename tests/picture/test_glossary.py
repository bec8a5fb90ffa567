"""The glossary: it draws what a beginner needs, and each picture shows what its term says."""

from __future__ import annotations

from domino_lab.picture.glossary import entries
from domino_lab.widgets import glossary
from tests.widgets.kept import pictures


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
