"""The command line: `domino-lab`. Exit code 0: all that a file states holds; 1: it is wrong; 2: bad usage."""

from __future__ import annotations

import sys

import click

from domino_lab.cli.chances import simulate
from domino_lab.cli.course import lab
from domino_lab.cli.hand_files import new_hand, picture, replay
from domino_lab.cli.rulings import games, rules, settle


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="domino-lab")
def main() -> None:
    """Domino rules that explain themselves: replay hand files, read rules, open the course."""
    for stream in (sys.stdout, sys.stderr):
        # Names and notes may hold letters that a terminal cannot show: they are escaped, nothing breaks off.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


for command in (replay, games, rules, settle, picture, simulate, lab, new_hand):
    main.add_command(command)
