"""The form that edits a ruleset."""
