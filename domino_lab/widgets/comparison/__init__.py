"""The same deal under several rulesets, side by side and in step."""
