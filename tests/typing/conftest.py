"""What a type checker reads is not run."""

collect_ignore = ["calls.py", "misuse.py"]
