"""The sandbox: build any position, see what it counts under several rulesets, and how a hand would end."""
