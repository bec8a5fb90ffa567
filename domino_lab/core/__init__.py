"""The core: tiles, the chain, a shuffle, what players do, what happens, rulings, errors, and checked arguments."""
