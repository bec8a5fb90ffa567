"""Pictures: pure functions of the table, drawn on a canvas, as SVG or in words."""
