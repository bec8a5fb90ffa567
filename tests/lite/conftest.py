"""What `make lite` runs is not collected."""

collect_ignore = ["calls.py", "__main__.py", "browser.py", "pyodide.py"]
