"""Write the golden transcripts anew: `make golden`, then review the diff."""

from __future__ import annotations

from tests.golden.transcripts import FOLDER, TRANSCRIPTS, transcript


def main() -> None:
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for golden in TRANSCRIPTS:
        golden.path.write_text(transcript(golden), encoding="utf-8")


if __name__ == "__main__":
    main()
