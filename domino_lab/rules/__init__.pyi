"""The public names for type checkers and editors, from the table in __init__.py (`make stub`)."""

from domino_lab.core.chain import Chain as Chain, OpenEnd as OpenEnd
from domino_lab.core.rulings import Ruling as Ruling
from domino_lab.rules.hooks import (
    Arms as Arms,
    Dealing as Dealing,
    Drawing as Drawing,
    Ending as Ending,
    Equipment as Equipment,
    Leading as Leading,
    Matching as Matching,
    Scoring as Scoring,
    Settling as Settling,
    Stacking as Stacking,
    Turns as Turns,
    Winning as Winning,
    guide as guide,
)
from domino_lab.rules.leading import Deck as Deck, Lead as Lead, PastHand as PastHand, Standing as Standing
from domino_lab.rules.scoring import Count as Count, Term as Term
from domino_lab.rules.settling import Final as Final, LastTile as LastTile, Settlement as Settlement
from domino_lab.rules.so_far import HandSoFar as HandSoFar, Move as Move
from domino_lab.rules.turns import Loot as Loot, Spoils as Spoils

__all__: list[str]
