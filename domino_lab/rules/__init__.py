"""What decides: a module for each group of axes, and the ruleset that holds them."""
