"""Files, tables, spreadsheets, saved notebooks, and the progress of a long run."""
