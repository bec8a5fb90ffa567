"""`python -m domino_lab` does what the command `domino-lab` does."""

from domino_lab.cli import main

if __name__ == "__main__":
    main(prog_name="domino-lab")
