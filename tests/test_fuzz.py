"""Some mutants of our own texts, others at each commit; `make fuzz` tries 100,000."""

from __future__ import annotations

import pytest

from tests.fuzzing.checks import compile_all, failures
from tests.fuzzing.wounds import mutant
from tests.sampling import ROOT, History

MUTANTS, AT_ONCE = 120, 10
SEED = History(ROOT).number
"""The number of the commit: it stays the same when the commit is amended."""


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compile_all()


@pytest.mark.parametrize("first", range(0, MUTANTS, AT_ONCE))
def test_a_wounded_text_is_an_object_or_a_plain_refusal(first):
    found = [one for number in range(first, first + AT_ONCE) for one in failures(mutant(number, SEED))]
    told = [f"python -m tests.fuzzing --only {one.number} --seed {SEED}: {one.doing}: {one.error}" for one in found]
    assert found == [], "\n".join(told)


@pytest.mark.parametrize("number", [3, 57, 4711])
def test_a_mutant_is_the_same_whenever_it_is_made(number):
    assert mutant(number)[:3] == mutant(number)[:3]
    assert mutant(number, seed=1).text != mutant(number).text
