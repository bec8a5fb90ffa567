"""A run far too long to wait for, to be stopped by a signal: `python -m tests.chance.interrupted processes`.

It says when the first chunk is counted, and after the signal what it has.
"""

from __future__ import annotations

import json
import signal
import sys

from domino_lab.io.progress import Progress
from domino_lab.notebook import simulate
from tests.chance.executors import KINDS

CHUNK = 100


def main(kind: str) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)    # what runs in the background is born deaf to it
    with KINDS[kind]() as executor:
        found = simulate("block", hands=100_000_000, seed=5, policies="random", engine="plain", executor=executor,
                         chunk=CHUNK, progress=Said())
    sums = found.sums
    print(json.dumps({"interrupted": found.interrupted, "hands": found.hands,
                      "won": [sums.wins(side) for side in (0, 1, None)],
                      "ended": sums.ends("out") + sums.ends("blocked"),
                      "plays": sum(sums.bins("plays").values())}))


class Said:
    """Says once that something is counted."""

    is_said = False

    def __call__(self, progress: Progress) -> None:
        if progress.done and not self.is_said:
            self.is_said = True
            print("counted", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
