"""The command line: `domino-lab`. Exit code 0: all that a file states holds; 1: it is wrong; 2: bad usage."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import Any

import click

from domino_lab.cli.course import lab
from domino_lab.cli.hand_files import new_hand, picture, replay
from domino_lab.cli.rulings import games, rules, settle, simulate
from domino_lab.files import why


class _Commands(click.Group):
    """The commands. Where their output cannot be written they end with one line; a closed pipe needs none."""

    def main(self, *args: Any, **how: Any) -> Any:
        if sys.stdout is None:  # Closed from the beginning: click would drop what is written there, and say nothing.
            sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
        try:
            return super().main(*args, **how)
        except OSError as error:
            with suppress(OSError):
                click.echo(f"{error.filename or 'The output'} cannot be written: {_why(error)}.", err=True)
            sys.exit(1)
        finally:
            for stream in (sys.stdout, sys.stderr):
                _flush(stream)


def _why(error: OSError) -> str:
    return "it is closed" if error.errno == errno.EBADF else why(error)


def _flush(stream: Any) -> None:
    """Write what a stream still holds, or drop it: Python would try again at its end, and say so with a traceback."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except AttributeError:  # A stream that was closed from the beginning is None.
        pass


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="domino-lab")
def main() -> None:
    """Domino rules that explain themselves: replay hand files, read rules, open the course."""
    for stream in (sys.stdout, sys.stderr):
        # Names and notes may hold letters that a terminal cannot show: they are escaped, nothing breaks off.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


for command in (replay, games, rules, settle, picture, simulate, lab, new_hand):
    main.add_command(command)
