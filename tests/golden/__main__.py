"""Write the golden transcripts anew: `make golden`, then review the diff."""

from __future__ import annotations

from domino_lab.catalogue import rulesets
from tests.golden.transcripts import FOLDER, HANDS, TRANSCRIPTS, in_short, path_of, transcript


def main() -> None:
    HANDS.mkdir(exist_ok=True)
    for old in (*FOLDER.glob("*.txt"), *HANDS.glob("*.txt")):
        old.unlink()
    for golden in TRANSCRIPTS:
        golden.path.write_text(transcript(golden), encoding="utf-8")
    for rules in rulesets():
        path_of(rules).write_text(in_short(rules), encoding="utf-8")


if __name__ == "__main__":
    main()
