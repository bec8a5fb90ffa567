"""A module for each group of axes, and the ruleset that holds them.

`dl.rules` has the classes from which a rule of your own inherits, and those of the objects that its methods get and
return; `print(dl.rules.guide())` lists the methods. Each name is loaded when it is first used.

>>> import domino_lab as dl
>>> class Primes(dl.rules.Scoring):
...     def points(self, total):
...         return total if total in (2, 3, 5, 7, 11, 13, 17, 19, 23) else 0
>>> dl.lay(dl.ruleset("all-fives").but(scoring=Primes()), "6-1")[-1].points
7

`dl.ruleset("block").values` has the value of every axis, and `dl.RuleForm("block")` offers those that it can have; in a
terminal, `domino-lab rules block --file --all` lists them, and `domino-lab rules block` shows the rule page. A
class can set axes of its group in its body; here the ends are added up in a game that counts none:

>>> class Nines(dl.rules.Scoring):
...     play_score, multiple = "multiple", 9
>>> class Elevens(Nines):
...     def points(self, total):
...         return super().points(total) + (1 if total == 11 else 0)
>>> rules = dl.ruleset("block").but(scoring=Elevens())
>>> rules.scoring.points(18), rules.scoring.points(11), rules["multiple"]
(18, 1, (9,))

`chain.laid` has the tiles on the table in the order in which they were played: `chain.laid[-1].tile` is the last one. A
`find` of your own can return what the game would say of its leader, with another leader in it:
`Lead(seat, None, Ruling.of(self.clauses, "first_leader", "leads", {"player": deck.names[seat]}))`.

`allows` of `dl.rules.Arms` says which plays a player may make, by the tile, the end and the hand so far. Where each
player has a line, this lets a double go on any of them:

>>> class AnyLine(dl.rules.Arms):
...     lines = "own"
...     def allows(self, tile, end, chain, so_far):
...         return tile.is_double or super().allows(tile, end, chain, so_far)

One class can inherit from several of these, as in `class Tens(dl.rules.Arms, dl.rules.Scoring)`. The docstring of each
method then stands with its part of the rules, on the page and on the card.

`bonus` of `dl.rules.Dealing` gives points for the deal, and `redeals` of a standing says how often the tiles were dealt
again: a hand can count more for it.

>>> class ManyDoubles(dl.rules.Dealing):
...     redeal_suit = 6
...     def bonus(self, holding):
...         return 50 if sum(tile.is_double for tile in holding) >= 5 else 0
>>> class AgainTwice(dl.rules.Settling):
...     def award(self, final, seat):
...         return super().award(final, seat) * (2 if final.standing.redeals else 1)
>>> rules = dl.ruleset("latin-partnership").but(ManyDoubles(), AgainTwice())
>>> rules.dealing.bonus([dl.Tile(pips, pips) for pips in range(5)])
50

A match goes on until a score reaches the axis `target`. If that is "one-hand", it is over after one hand, whatever the
scores: points of plays are still counted, but whoever goes out wins the hand. `dl.play_match(rules)` plays one to its
end.
"""

from __future__ import annotations

from domino_lab.core.lazy import import_name, modules_of

_WHERE = modules_of({
    "hooks": "Equipment Dealing Leading Arms Matching Drawing Scoring Ending Settling Winning Stacking Turns guide",
    ".core.chain": "Chain OpenEnd",
    ".core.rulings": "Ruling",
    "leading": "Deck Lead PastHand Standing",
    "scoring": "Count Term",
    "settling": "Final LastTile Settlement",
    "so_far": "HandSoFar Move",
    "turns": "Loot Spoils",
})

__all__ = [*_WHERE]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    return import_name(__name__, _WHERE, name)


def __dir__() -> list[str]:
    return sorted(_WHERE)
