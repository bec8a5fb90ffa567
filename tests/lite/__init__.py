"""The package in Pyodide, the Python of JupyterLite: what works there with nothing but its own small requirements."""
