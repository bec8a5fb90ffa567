"""What Pyodide runs is not collected."""

collect_ignore = ["calls.py", "__main__.py"]
