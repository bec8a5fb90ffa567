"""Sessions: what somebody is doing with a hand, and what there is to show of it; nothing here knows a page."""
