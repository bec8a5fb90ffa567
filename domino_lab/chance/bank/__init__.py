"""The bank: exercises on chance by name; their words are in words/en/exercises.toml, their worked answers apart."""

from __future__ import annotations

from domino_lab.chance.bank import hidden_tiles, holdings, strategy
from domino_lab.chance.bank.task import BankEntry

BANK: dict[str, BankEntry] = {
    entry.name: entry for module in (holdings, hidden_tiles, strategy) for entry in module.ENTRIES}
"""Every exercise by name."""
