"""The hands of the widgets' tests: a session has no page, but shows the same."""

from tests.widgets.conftest import alive, asking, blocked, hand, noted, wire

__all__ = ["alive", "asking", "blocked", "hand", "noted", "wire"]
