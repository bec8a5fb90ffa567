"""What a notebook calls: the verbs of `dl.*` that return hands, tables and results that display themselves."""

from __future__ import annotations

from domino_lab.catalogue.resolve import hand_of, ruleset
from domino_lab.chance.solver import perfect_play
from domino_lab.notebook.comparing import compare, rejudge, which
from domino_lab.notebook.course_files import course_folder, lessons
from domino_lab.notebook.explaining import code_of, largest, legal, settle, transcript, why, why_not, would_score
from domino_lab.notebook.loading import lay, load, load_match, play_out, what_if
from domino_lab.notebook.rulesets import differences, games, save_rules
from domino_lab.notebook.simulating import simulate, tournament

__all__ = [
    "code_of", "compare", "course_folder", "differences", "games", "hand_of", "largest", "lay", "legal", "lessons",
    "load", "load_match", "perfect_play", "play_out", "rejudge", "ruleset", "save_rules", "settle", "simulate",
    "tournament", "transcript", "what_if", "which", "why", "why_not", "would_score",
]  # fmt: skip
