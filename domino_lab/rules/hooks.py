"""Hooks: the methods of a reader's own rule, with their arguments and results.

A rule of your own is a subclass of one of these classes, with the methods that it needs. The game's own rules do the
rest; call them as in `super().points(total)`. A method that returns what `super()` answers changes nothing, even where
the game has no such rule: its points for a count are then 0.

The `hooks` are these methods; the other methods put the words of your own rule into its rulings. `rules.answers` checks
the results, and `rules.hook_trials` tries the methods when the ruleset is declared.

A method with `so_far` sees more than the table: whose play it is, the scores, the standing of the match, all moves of
the hand. It can be left out, as in `def points(self, total)`; so can `hand` of `each`.

One rule can inherit from several classes, as in `class Tens(dl.rules.Arms, dl.rules.Scoring)`: `but(Tens())` gives it
to the game for all of them. The docstring of each method stands with its part of the rules, on the page and on the
card. That of the class stands before them in a rule from one class; in a rule from several it is for methods without
one, and stands on the page once.

Whole numbers go from 0 to 1,000,000, and 27.0 counts as 27; 27.5, None and a text are refused. Yes or no is True or
False; None, the result of a method without a `return`, means no.

>>> import domino_lab as dl
>>> class Steps(dl.rules.Scoring):
...     def points(self, total):
...         return super().points(total) + 1
>>> rules = dl.ruleset("all-fives").but(scoring=Steps())
>>> rules.scoring.points(20), rules.scoring.points(3)
(21, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from inspect import signature

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import IllegalAction
from domino_lab.core.rulings import Facts, Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules import arms, dealing, leading, matching, scoring, settling, turns
from domino_lab.rules.group import Group, need_not_ask
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.scoring import Count, Term
from domino_lab.rules.settling import Final, Settlement
from domino_lab.rules.so_far import HandSoFar
from domino_lab.rules.turns import Loot, Spoils


def _by_the_game(own: Group, ruling: Ruling, told: tuple[Ruling, ...] = ()) -> Ruling:
    """Return a ruling of the game with which a reader's own rule agrees, by the game's clauses where these still hold.

    A sentence that the rule itself has for the case stays, and so do the rulings behind it that are `told` already.
    """
    because = tuple([reason if reason in told else _by_the_game(own, reason, told) for reason in ruling.because])
    kept = not ruling.axis or isinstance(getattr(own, ruling.case, None), str)
    return ruling._replace(because=because, clause=ruling.clause if kept else own.usual[ruling.axis])


class Equipment(dealing.Equipment):
    """Your own rule on the pips of a tile."""

    hooks = ("weight",)

    def weight(self, tile: Tile) -> int:
        """Return the weight of `tile` in sums of pips: in a holding, and when lots are drawn."""
        return super().weight(tile)


class Dealing(dealing.Dealing):
    """Your own rule on the size of a holding, on points for it, or on the order of turns."""

    hooks = ("each", "next_seat", "bonus")
    _set_size: int

    @need_not_ask
    def each(self, seats: int, set_size: int, hand: int = 1) -> int:
        """Return how many of the `set_size` tiles each of `seats` players gets in hand number `hand`, 1 or more."""
        if "each" not in self.decides:
            return super().each(seats, set_size, hand)
        if not super()._deals(seats):
            raise IllegalAction(self.no_deal_ruling(seats))
        return super().each_of(seats, set_size, hand)

    def next_seat(self, seat: int, seats: int) -> int:
        """Return the seat whose turn comes after `seat`; every seat must get a turn."""
        return super().next_seat(seat, seats)

    def bonus(self, holding: Sequence[Tile]) -> int:
        """Return the points that a player gets at once for being dealt `holding`; none if the tiles are dealt again."""
        return super().bonus(holding)

    def each_of(self, seats: int, set_size: int, hand: int = 1) -> int:
        """Return the size of a holding, even if the set has too few tiles."""
        return self.each(seats, set_size, hand) if "each" in self.decides else super().each_of(seats, set_size, hand)

    def take(self, values: Mapping[str, object], clauses: Mapping[str, str]) -> None:
        """Take the values of the axes, and the number of tiles in the set."""
        super().take(values, clauses)
        vars(self).update(_set_size=len(dealing.Equipment.of(values, clauses).set.tiles))

    def _deals(self, seats: int) -> bool:
        if "each" not in self.decides:
            return super()._deals(seats)
        try:
            self.each(seats, self._set_size, 1)
        except IllegalAction:  # The rule has asked that of the game, which has no deal for so many.
            return False
        return True


class Leading(leading.Leading):
    """Your own rule on who leads a hand."""

    hooks = ("leader", "find")

    def leader(self, deck: Deck) -> int | Tile | None:
        """Return who leads every hand: a seat, or a tile that its holder must lead with, or None for a new deal.

        The game answers as for the first hand of a match. A seat leads with any tile, and nobody draws for the lead:
        for a game in which they do, or in which the next leader depends on the last hand, write `find`.
        """
        lead = super().first(deck)
        return None if lead is None else lead.must or lead.seat

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        """Return who leads by the `standing` of the match: a Lead(seat, must, ruling), or None for a new deal."""
        if "leader" not in self.decides:
            lead = super().find(deck, standing, next_seat)
            return self.bind(lead, deck, next_seat) if lead is not None and deck.among else lead
        chosen = self.leader(deck)
        must = chosen if isinstance(chosen, Tile) else None
        seat = next((seat for seat, held in enumerate(deck.holdings) if must in held), None) if must else chosen
        if not isinstance(seat, int):
            return None
        return Lead(seat, must, Ruling.of(self.clauses, "first_leader", "leads", {"player": deck.names[seat]}))

    def cite(self, lead: Lead, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead:
        """Return a lead that `find` answered; by the clauses of the game if it is what the game says."""
        if "find" not in self.builds_on or "leader" in self.decides:
            return lead
        usual = Leading.find(self, deck, standing, next_seat)
        return lead._replace(ruling=_by_the_game(self, lead.ruling)) if lead == usual else lead

    def set_ruling(self, tile: Tile, lead: Lead, player: str, holding: Sequence[Tile], kind: Sequence[Tile]) -> Ruling:
        """Return the decision on leading `tile`: by the game if that has named the tiles that may lead."""
        if "find" in self.builds_on and lead.ruling.clause not in self.clauses.values():
            return _by_the_game(self, super().set_ruling(tile, lead, player, holding, kind))
        if lead.must is not None or not lead.among:
            return super().set_ruling(tile, lead, player, holding, kind)
        if {*lead.among} == {*kind}:
            return _by_the_game(self, super().set_ruling(tile, lead, player, holding, kind))
        right = tile in lead.among
        facts = {"player": player, "tile": tile, "among": tuple(lead.choices(holding))}
        return Ruling.of(self.clauses, "first_leader", "may" if right else "may_not", facts, right)


class Arms(arms.Arms):
    """Your own rule on which doubles are spinners, or at which ends tiles can be played."""

    hooks = ("spins", "open_ends", "allows")

    def spins(self, tile: Tile, chain: Chain) -> bool:
        """Return True if the double `tile` is a spinner when it is played on `chain`."""
        return super().spins(tile, chain)

    def open_ends(self, chain: Chain) -> Iterable[OpenEnd]:  # type: ignore[override]
        """Return those of `chain.ends` that are open."""
        return super().open_ends(chain)

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        """Return True if the player may play `tile` at `end`, which is open to it.

        `so_far` says who plays (`seat`), with which tiles (`holding`) and after which moves. The game answers by the
        owner of a line (axis lines); `chain.line_of(end)` is the line.
        """
        return super().allows(tile, end, chain, so_far)


class Matching(matching.Matching):
    """Your own rule on what can touch: halves, tiles, or how they lie."""

    hooks = ("meets", "fits", "outs")

    def meets(self, half: int, value: int) -> bool:
        """Return True if a half that shows `half` can touch an open end that shows `value`."""
        if "fits" not in self.decides or "meets" in self.decides:
            return super().meets(half, value)
        wild = self._game.is_wild(Tile(half, half)) and not super().meets(half, value)
        return not wild and self.fits(Tile(half, half), value)

    def fits(self, tile: Tile, value: int) -> bool:
        """Return True if `tile` can be played on an open end that shows `value`."""
        if "fits" in self.decides:
            return self._game.fits(tile, value)
        return super().fits(tile, value) if "meets" in self.decides else bool(self.outs(tile, value))

    def outs(self, tile: Tile, value: int) -> Iterable[int]:  # type: ignore[override]
        """Return the values that can face outward if `tile` is played on a `value`; none if it does not fit."""
        if not {"meets", "fits"} & {*self.decides}:
            return self._game.outs(tile, value)
        if "meets" in self.decides or not self.fits(tile, value):
            return super().outs(tile, value)
        # A tile that fits by the game, too, lies as in the game, unless the rule itself refuses the half that touches.
        game, by_halves = self._game.outs(tile, value), super().outs(tile, value)
        if "fits" in self.builds_on or not by_halves or {*game} <= {*by_halves}:
            return game or by_halves or sorted({*tile[:2]})
        return by_halves

    @cached_property
    def _game(self) -> matching.Matching:
        """The game's rules without the rule of a reader's own."""
        return matching.Matching.of(vars(self), self.clauses)

    def _decide(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        fits = self.fits(tile, value)
        facts = {"tile": tile, "value": value, "onto": onto}
        return Ruling.of(self.clauses, "matching", "yes" if fits else "no", facts, fits)


class Drawing(turns.Drawing):
    """Your own rule on who may draw."""

    hooks = ("may",)

    @need_not_ask
    def may(self, able: bool, stock: int, drawn: int, chosen: int = 0,  # noqa: FBT001 - a reader's own signature
            so_far: HandSoFar | None = None) -> bool:
        """Return True if a player may draw; `able` says if they can play, and the boneyard has `stock` tiles.

        In this turn they have drawn `drawn` tiles, `chosen` of them by choice. `so_far` has their `seat` and all
        moves of the hand: `so_far.moves.count((so_far.seat, "draw"))` is how many tiles they have drawn in it.
        """
        return super().may(able=able, stock=stock, drawn=drawn, chosen=chosen, so_far=so_far)

    def possible(self, stock: int, so_far: HandSoFar | None = None) -> bool:
        """Return True if a player who cannot play may draw."""
        return self.may(able=False, stock=stock, drawn=0, chosen=0, so_far=so_far)

    def _draw_case(self, facts: Facts, so_far: HandSoFar | None) -> tuple[str, str]:
        may = self.may(able=facts["able"] is not None, stock=facts["stock"], drawn=facts["drawn"],
                       chosen=facts.get("chosen", 0), so_far=so_far)
        return "draw_when", "draw" if may else "no"


class Scoring(scoring.Scoring):
    """Your own rule on how the board is counted, or on the points for a count or a play."""

    hooks = ("points", "counts", "count", "worth")
    _winning: settling.Winning
    _teams: bool

    @need_not_ask
    def points(self, total: int, so_far: HandSoFar | None = None) -> int:
        """Return the points for open ends that add up to `total`; `so_far` is the hand before the play."""
        return super().points(total, so_far)

    def counts(self, term: Term) -> int:
        """Return what the tile of `term` adds to the count."""
        return term.value

    def count(self, chain: Chain) -> Count | int | None:  # type: ignore[override]
        """Return the count of `chain`, as a whole number or a Count; None if there is nothing to count."""
        count = super().count(chain)
        if count is None or "counts" not in self.decides:
            return count
        terms, silent = ([term._replace(value=value, case="counts", times=1 if value else 0)
                          for term in these for value in [self.counts(term)]] for these in (count.terms, count.silent))
        spoken = (*terms, *(term for term in silent if term.value))
        ruling = Ruling.of(self.clauses, "double_weights", "count", {"terms": spoken})
        return Count(spoken, sum(term.value for term in spoken), ruling,
                     tuple(term for term in silent if not term.value))

    @need_not_ask
    def worth(self, chain: Chain, so_far: HandSoFar | None = None) -> int:
        """Return the points for the play that leaves `chain`, or below 0 those that it costs.

        `so_far` is the hand before the play.
        """
        return super().worth(chain, so_far)

    def outlook(self, chain: Chain) -> None:
        """Return None: only `worth` knows what a play scores."""

    def judge(self, chain: Chain, player: str, so_far: HandSoFar | None = None) -> Ruling | None:
        """Return the decision on the score of a play; None if plays do not score."""
        if "worth" not in self.decides:
            return super().judge(chain, player, so_far)
        points = self.worth(chain, so_far)
        if "worth" in self.builds_on and points == super().worth(chain, so_far):
            judged = super().judge(chain, player, so_far)
            return judged and _by_the_game(self, judged)
        if not points and self.claim == "auto" and not hasattr(self, "nothing") and not super().worth(chain, so_far):
            return None
        count = None if points or hasattr(self, "nothing") else self.count(chain)
        case = "costs" if points < 0 else "worth" if points else "nothing" if count is None else "zero"
        facts = {"player": player, "points": points, "lost": -points, "sum": count}
        game = super().judge(chain, player, so_far) if "worth" in self.builds_on else None
        because = () if game is None else (
            Ruling.of(self.clauses, "play_score", "usual", {"points": game.points}), _by_the_game(self, game))
        return Ruling.of(self.clauses, "play_score", case, facts, points=points, because=because)

    def score_ruling(self, count: Count, player: str, so_far: HandSoFar | None = None) -> Ruling:
        """Return the decision on the score of a count, with the next count that scores, if that is near."""
        if "points" not in self.decides:
            return super().score_ruling(count, player, so_far)
        points = self.points(count.total, so_far)
        if "points" in self.builds_on and points == super().points(count.total, so_far):
            return _by_the_game(self, super().score_ruling(count, player, so_far))
        facts: dict[str, object] = {"player": player, "total": count.total, "points": points, "sum": count}
        if points:
            return Ruling.of(self.clauses, "multiple", "hit", facts, points=points, because=(count.ruling,))
        near = ((more, self.points(count.total + more, so_far)) for more in range(1, _NEAR + 1))
        under, worth = next(((more, worth) for more, worth in near if worth and self._may_add(worth, so_far)), (0, 0))
        facts |= {"under": under, "next": count.total + under, "worth": worth}
        return Ruling.of(self.clauses, "multiple", "miss" if under else "never", facts, because=(count.ruling,))

    def take(self, values: Mapping[str, object], clauses: Mapping[str, str]) -> None:
        """Take the values of the axes, and those that say which points count."""
        super().take(values, clauses)
        vars(self).update(_winning=settling.Winning.of(values, clauses), _teams=values["teams"] == "pairs")

    def _may_add(self, points: int, so_far: HandSoFar | None) -> bool:
        """Return True if these points would be added to the score: not past an exact target, and enough to begin."""
        return so_far is None or self._winning.takes(points, so_far.score, seats=len(so_far.sides), teams=self._teams)


_NEAR = 5
"""How far above a count that scores nothing its explanation looks for one that scores."""


class Ending(settling.Ending):
    """Your own rule on when a hand ends: before anybody goes out, or when nobody can play."""

    hooks = ("over", "goes_on")

    def over(self, chain: Chain) -> bool:
        """Return True if the hand ends with the play that leaves `chain`; it is settled like a blocked one."""
        return False

    def goes_on(self, drawable: bool) -> bool:  # noqa: FBT001 - a reader's own signature
        """Return True if the hand goes on although nobody can play; `drawable` is True if tiles can be drawn.

        If nothing can be drawn, the hand is over all the same. It is not asked after somebody has gone out.
        """
        return super().goes_on(drawable=drawable)

    def over_ruling(self, chain: Chain) -> Ruling | None:
        """Return why the hand ends after a play; None if it goes on."""
        if not self.over(chain):
            return None
        return Ruling.of(self.clauses, "own_end", "over", {"count": len(chain.laid)})

    def block_ruling(self, *, drawable: bool) -> Ruling:
        """Return the decision on a blocked hand."""
        if "goes_on" not in self.decides:
            return super().block_ruling(drawable=drawable)
        return Ruling.of(self.clauses, "block", "blocked", {})


class Settling(settling.Settling):
    """Your own rule on who wins a hand, or on the points for it."""

    hooks = ("award", "winner", "settle")

    def award(self, final: Final, seat: int) -> int | Mapping[int, int]:
        """Return the points of a hand that `seat` has won.

        A whole number is for the side of `seat`; {0: 10, 2: 5} gives points to several sides.
        """
        settled = super()._award(final, seat, ())
        return dict(enumerate(settled.shares)) or settled.award

    def winner(self, final: Final) -> int | None:
        """Return the seat that wins the hand, however it ended; None for nobody."""
        if final.out is not None:
            return final.out
        seat, _ = super()._winner_of_block(final)
        return None if seat is None else self._lighter_partner(final, seat)

    def settle(self, final: Final) -> Settlement:
        """Return a Settlement(winner, seat, award, ruling); its `shares` give points to several sides."""
        if "winner" not in self.decides:
            return super().settle(final)
        seat, why = self._winner_of_block(final)
        settled = self._tie(final, why[0]) if seat is None else self._award(final, seat, why)
        return self._after_level(final, settled)

    def told_anew(self, final: Final, settled: Settlement, ruling: Ruling) -> Settlement:
        """Return a settlement with sentences that tell it, if it came with the game's for another one."""
        usual = Settling.settle(self, final) if "settle" in self.builds_on else settled
        if ruling != usual.ruling or settled._replace(ruling=ruling) == usual:
            return settled
        award = dict(enumerate(settled.shares)) or settled.award
        if settled.winner is not None:
            seat = final.sides.index(settled.winner) if settled.seat is None else settled.seat
            return settled._replace(ruling=self._pay(final, seat, (), award).ruling)
        nobody = Ruling.of(self.clauses, "tie", "none", {"players": final.names})
        return settled._replace(ruling=nobody.with_reason(*self._gets(final, settled.shares)))

    def _winner_of_block(self, final: Final) -> tuple[int | None, tuple[Ruling, ...]]:
        if "winner" not in self.decides:
            return super()._winner_of_block(final)
        seat = self.winner(final)
        asks_the_game = final.out is not None or "winner" in self.builds_on
        if asks_the_game and seat == Settling.winner(self, final):
            why = () if final.out is not None else super()._winner_of_block(final)[1]
            return seat, tuple([_by_the_game(self, ruling) for ruling in why])
        if seat is None:
            held = () if final.out is not None else tuple([
                Ruling.of(self.clauses, "tie", "holds", {"player": player, "pips": pips})
                for player, pips in zip(final.names, final.weights, strict=True)])
            return None, (Ruling.of(self.clauses, "tie", "none", {"players": final.names}, because=held),)
        return seat, (Ruling.of(self.clauses, "tie", "wins", {"player": final.names[seat], "players": final.names}),)

    def _award(self, final: Final, seat: int, why: tuple[Ruling, ...]) -> Settlement:
        usual = super()._award(final, seat, why)
        by_the_game = usual._replace(ruling=_by_the_game(self, usual.ruling, why if "winner" in self.decides else ()))
        if "award" not in self.decides:
            return usual if "settle" in self.decides else by_the_game
        award = self.award(final, seat)
        if award == (dict(enumerate(usual.shares)) or usual.award):
            return by_the_game
        if "award" in self.builds_on:
            case, game = "usual_shares" if usual.shares else "usual", _by_the_game(self, usual.ruling)
            told = Ruling.of(self.clauses, "end_base", case, {"award": usual.award}), game
            paid = self._pay(final, seat, () if usual.shares else told, award)
            return paid._replace(ruling=paid.ruling.with_reason(*told)) if usual.shares else paid
        return self._pay(final, seat, () if "winner" in self.decides else why, award)

    def _pay(self, final: Final, seat: int, why: tuple[Ruling, ...], award: int | Mapping[int, int]) -> Settlement:
        if isinstance(award, Mapping):
            return self._share(final, seat, why, award)
        facts = {"winner": self._name_of(final, seat), "award": award, "parts": (award,), "base": award, "lost": -award}
        went_out = final.out is not None and final.sides[final.out] == final.sides[seat]
        case = "costs" if award < 0 else "out" if went_out else "blocked"
        ruling = Ruling.of(self.clauses, "end_base", case, facts, points=award, because=why)
        return Settlement(final.sides[seat], seat, award, ruling)

    def _share(self, final: Final, seat: int, why: tuple[Ruling, ...], award: Mapping[int, int]) -> Settlement:
        shares = tuple([award.get(side, 0) for side in range(max(final.sides) + 1)])
        names = {final.side_name(side): points for side, points in enumerate(shares) if points}
        paid = [name for name, points in names.items() if points > 0]
        facts = {"players": paid or list(names), "winner": self._name_of(final, seat)}
        case = "shared" if paid else "charged" if names else "unpaid"
        ruling = Ruling.of(self.clauses, "end_base", case, facts, points=sum(shares),
                           because=why + self._gets(final, shares))
        return Settlement(final.sides[seat], seat, shares[final.sides[seat]], ruling, shares)

    def _gets(self, final: Final, shares: Sequence[int]) -> tuple[Ruling, ...]:
        """Return what each side gets or loses, but for those with nothing."""
        return tuple([Ruling.of(self.clauses, "end_base", "gets" if points > 0 else "loses",
                                {"player": final.side_name(side), "points": abs(points)})
                      for side, points in enumerate(shares) if points])


class Winning(settling.Winning):
    """Your own rule on who wins a match, or on the score that wins it."""

    hooks = ("reached", "winner")

    def reached(self, score: int, seats: int, teams: bool) -> bool:  # noqa: FBT001 - a reader's own signature
        """Return True if a side with `score` points has won the match, provided that no other side has more."""
        return super().reached(score, seats=seats, teams=teams)

    @need_not_ask
    def winner(self, scores: Sequence[int], seats: int, teams: bool,  # noqa: FBT001 - a reader's own
               final: Final | None = None) -> int | None:
        """Return the side that has won the match with these scores; None if it goes on.

        `final` is the end of the hand, as for `dl.rules.Settling`; it is None while the hand goes on, in games in which
        a match can end there (axis target_when).
        """
        return super().winner(scores, seats=seats, teams=teams)


class Stacking(turns.Stacking):
    """Your own rule on what stacking brings, when it is possible, and which tiles can be stacked."""

    hooks = ("loot", "may_now", "choices")

    def loot(self, spoils: Spoils | None, tile: Tile) -> Loot:
        """Return Loot(credit, loss): what stacking `tile` brings, and what it costs the player robbed."""
        return super().loot(spoils, tile)

    def may_now(self, spoils: Spoils | None) -> bool:
        """Return True if a tile can be stacked now; `spoils` is the last score, None if the last play had none."""
        return super().may_now(spoils)

    def choices(self, chain: Chain, ends: Sequence[OpenEnd],  # type: ignore[override]
                holding: Sequence[Tile]) -> Iterable[tuple[Tile, int]]:
        """Return pairs: a tile of `holding`, and the number of the tile it can be put on."""
        return super().choices(chain, ends, holding) if self.stack != "none" else ()

    def stack_ruling(self, tile: Tile, on: int, chain: Chain, ends: Sequence[OpenEnd], facts: Facts,
                     spoils: Spoils | None) -> Ruling:
        """Return the decision on stacking."""
        return self._in_own_words(super().stack_ruling(tile, on, chain, ends, facts, spoils))

    def steal_ruling(self, player: str, rival: str, tile: Tile, loot: Loot) -> Ruling:
        """Return the ruling for points that a stack moves."""
        return self._in_own_words(super().steal_ruling(player, rival, tile, loot))

    def _in_own_words(self, ruling: Ruling) -> Ruling:
        """Replace the case by one of the few that an own rule has words for: when, where, and what it brings."""
        plain = {"no_score": "not_now", "refused": "not_now", "no_match": "no", "side": "no", "doubled": "steals"}
        return ruling._replace(case=plain.get(ruling.case, ruling.case)) if ruling.id.startswith("OWN-") else ruling


class Turns(turns.Turns):
    """Your own rule on another turn after a play, on whose turn comes next, or on who may pass."""

    hooks = ("goes_on", "next_turn", "may_pass")

    @need_not_ask
    def goes_on(self, tile: Tile, so_far: HandSoFar | None = None) -> bool:
        """Return True if `tile` gives another turn, besides one for a score; `so_far` is the hand before the play."""
        return super().speaks(tile, so_far)

    @need_not_ask
    def next_turn(self, chain: Chain, seat: int, seats: int, so_far: HandSoFar | None = None) -> int | None:
        """Return whose turn comes after `seat` has played the last tile of `chain`; None for the next player as usual.

        If it is `seat` itself, that player has another turn. `so_far` is the hand after the move, and a method with it
        is also asked after a pass, for games in which the direction changes: `so_far.moves[-1].kind` is "play" or
        "pass". If as many passes as there are players have followed each other and some player was left out, the next
        player follows as usual.
        """
        return super().next_turn(chain, seat, seats, so_far)

    @need_not_ask
    def may_pass(self, able: bool, so_far: HandSoFar | None = None) -> bool:  # noqa: FBT001 - a reader's own signature
        """Return True if a player may pass who is `able` to play, or who could draw if not.

        Whoever can do neither passes unasked, and nobody passes before the first tile. `so_far` has their `seat` and
        all moves of the hand: `so_far.moves.count((so_far.seat, "pass"))` is how often they have passed in it.
        """
        return super().may_pass(able, so_far)

    @cached_property
    def follows_passes(self) -> bool:
        """True if `next_turn` also says whose turn comes after a pass."""
        return "next_turn" in self.decides and "so_far" in signature(type(self).next_turn).parameters

    def speaks(self, tile: Tile, so_far: HandSoFar | None = None, *, scored: bool = False) -> bool:
        """Return True if there is another turn after `tile`."""
        game = super().speaks
        if "goes_on" not in self.decides:
            return game(tile, so_far, scored=scored)
        return self.goes_on(tile, so_far) or (scored and game(tile, so_far, scored=True) and not game(tile, so_far))


BASES: Mapping[str, type[Group]] = {
    "equipment": Equipment, "dealing": Dealing, "leading": Leading, "arms": Arms, "matching": Matching,
    "drawing": Drawing, "scoring": Scoring, "ending": Ending, "settling": Settling, "winning": Winning,
    "stacking": Stacking, "turns": Turns,
}
"""The base of a reader's own rule, by the group of axes for which it decides."""


def hooks_of(base: type[Group]) -> dict[str, Callable[..., object]]:
    """Return the methods with which a subclass of one of the bases can decide, by name."""
    return {name: vars(base)[name] for name in base.hooks}


def _signature(method: Callable[..., object]) -> str:
    code = method.__code__
    return f"{method.__name__}({', '.join(code.co_varnames[1:code.co_argcount])})"


HOOKS: dict[str, dict[str, str]] = {
    group: {name: _signature(method) for name, method in hooks_of(base).items()} for group, base in BASES.items()
}
"""The methods of a reader's own rule, by group and name, each as it is written. A rule needs one of them."""


def arguments_of(group: str, hook: str) -> list[str]:
    """Return the names of the arguments of a method."""
    return HOOKS[group][hook].partition("(")[2].rstrip(")").split(", ")


def guide(*groups: str) -> str:
    """Return all methods, or those of some groups, one per line: the call, and the value that it must return.

    Of several groups, it also says what a class for several of them needs.

    >>> print(dl.rules.guide("arms"))
    arms, a subclass of dl.rules.Arms
      spins(tile, chain) -> bool: Return True if the double `tile` is a spinner when it is played on `chain`.
      open_ends(chain) -> Iterable[OpenEnd]: Return those of `chain.ends` that are open.
      allows(tile, end, chain, so_far) -> bool: Return True if the player may play `tile` at `end`, which is open to it.
    """
    lines = []
    for group in groups or BASES:
        lines.append(f"{group}, a subclass of dl.rules.{BASES[group].__name__}")
        for method in hooks_of(BASES[group]).values():
            gives, docstring = method.__annotations__["return"], (method.__doc__ or "").partition("\n")[0]
            lines.append(f"  {_signature(method)} -> {gives}: {docstring}")
    return "\n".join(lines if len(groups) == 1 else (*lines, _SEVERAL))


_SEVERAL = ("One class can inherit from several of these. Give each of its methods a docstring: it stands with its "
            "part of the rules, on the page and on the card.")
