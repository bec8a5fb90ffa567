"""The packages that we are compared with, in an environment of their own: made once, in the user's cache folder.

Where one cannot be installed (no network, no wheel for this machine), the table says so and goes on without it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zlib
from pathlib import Path

HERE = Path(__file__).parent
PINNED = HERE / "rivals.txt"
INSTALLING, PLAYING = 600, 300
"""Seconds that pip, and a package that plays, are waited for."""


class NotInstalledError(Exception):
    """The environment could not be made, or a package does not run in it; the text says why."""


def folder() -> Path:
    """Where the environment lies: another one for other pins, and for another Python."""
    made_from = PINNED.read_bytes() + sys.version.encode() + sys.platform.encode()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "domino-lab" / f"rivals-{zlib.crc32(made_from):08x}"


def python() -> Path:
    """The interpreter of the environment, which is made where there is none; raises NotInstalledError."""
    home = folder()
    found = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (home / "ready").exists():
        print(f"installing open_spiel, dominoes and all-fives-domino, once, in an environment of their own: {home}",
              file=sys.stderr)
        try:
            venv.create(home, clear=True, with_pip=True)
        except (OSError, subprocess.CalledProcessError) as problem:
            raise NotInstalledError(f"no environment: {problem}") from problem
        _run([str(found), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input",
              "--only-binary", ":all:", "--no-deps", "--requirement", str(PINNED)], INSTALLING)
        (home / "ready").touch()
    return found


def hands_a_second(name: str) -> float:
    """Hands that one package plays in a second, named as in rival_hands.py; raises NotInstalledError."""
    return float(_run([str(python()), "-I", str(HERE / "rival_hands.py"), name], PLAYING))


def _run(command: list[str], wait: int) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=wait)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NotInstalledError(f"{problem}") from problem
    if done.returncode:
        last = done.stderr.strip().splitlines() or [f"{command[0]} failed"]
        raise NotInstalledError(last[-1])
    return done.stdout.strip()
