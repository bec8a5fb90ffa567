"""Tiles, the chain that they form, shuffles, actions, events, rulings, errors. It also checks arguments."""
