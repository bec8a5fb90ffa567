"""`python -m domino_lab.cli` is the command `domino-lab`."""

from domino_lab.cli import main

main()
