"""The bank: exercises on chance by name; their words are in words/en/exercises.toml, their worked answers apart."""

from __future__ import annotations

from domino_lab.chance.bank import given, hidden_tiles, on_holdings, sampling, strategy
from domino_lab.chance.bank.task import Entry

_ROOMS = (on_holdings, given, sampling, hidden_tiles, strategy)

BANK: dict[str, Entry] = {entry.name: entry for room in _ROOMS for entry in room.ENTRIES}
"""Every exercise by name."""
