"""Pictures: pure functions of what is on the table, drawn on a canvas, as SVG or in words."""
