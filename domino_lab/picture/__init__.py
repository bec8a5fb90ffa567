"""The table as shapes, SVG or words."""
