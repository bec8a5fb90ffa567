"""Pictures: pure functions of the table, as shapes, SVG or words."""
