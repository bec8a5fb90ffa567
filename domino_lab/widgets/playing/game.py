"""Game: a hand or a match that is played by people and players. No widgets here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domino_lab.catalogue.resolve import ruleset
from domino_lab.play.match import MOST_HANDS, Match, SheetRow, new_match, sheet
from domino_lab.play.policies import Player
from domino_lab.play.timeline import Timeline, dealt
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle
from domino_lab.widgets.playing.luck import Luck
from domino_lab.widgets.playing.replying import answer
from domino_lab.widgets.playing.saving import Pages, pages_of, resumed
from domino_lab.widgets.playing.seating import Sitter, checked_delay, checked_names, seat_count, seated
from domino_lab.widgets.playing.sitting import Sitting


class Game(Sitting):
    """A hand, or a match of hands, between people and players; a player is asked with what its seat may know.

    `against` is who sits there: None for people only, a player's name or function for all seats but the first, or a
    list with one for each seat (None: a person). `waits` says for whom: then `do`, `reply`, `lift` or `next_hand` goes
    on. With several people a `curtain` falls before each other person's turn; nobody's tiles are seen until `lift`.
    `delay` is the time in seconds before a reply, from 0 to 60. Raises IllegalAction, with the clause, for a number of
    seats that the game is not for, and NotationError for players and names that cannot be.

    >>> game = Game("block", against="heaviest", seed=1)
    >>> game.do(game.legal[0])
    >>> game.waits, game.reply(), game.waits
    ('player', False, 'human')
    """

    def __init__(  # noqa: PLR0913
        self, rules: str | Ruleset, *, against: Sitter | Sequence[Sitter] = None, seats: int | None = None,
        names: Sequence[str] | None = None, seed: int = 0, hand: int = 0, match: bool = True, undo: bool = True,
        delay: float = 0.0,
    ) -> None:
        chosen = ruleset(rules)
        count = seat_count(chosen, against, seats, checked_names(names))
        self.match = new_match(chosen, seats=count)
        self.seating = seated(against, count)
        self.seed, self.first_hand, self.whole, self.allows_undo = seed, hand, match, undo
        self.delay, self._names = checked_delay(delay), checked_names(names, count)
        self.luck, self.title, self.pages = Luck(Shuffle(seed=seed, hand=hand), count), "", Pages()
        super().__init__(self._dealt())
        self._look()

    # --- the players

    def reply(self) -> bool:
        """One action of the player whose turn it is, with its reason; whether a player is to move again after it.

        Nothing happens when it is no player's turn. Raises NotationError for a player that gives no action, and
        IllegalAction for one the rules refuse; nothing has changed then.

        >>> game = Game("all-fives", against=["greedy", "greedy"], seed=3)
        >>> game.reply(), game.step
        (True, 1)
        """
        if self.waits == "player":
            self.history.go_on(answer(self.timeline, self.seating[self.live.turn], self.luck))
            self._went()
        return self.waits == "player"

    @property
    def reasons(self) -> dict[int, str]:
        """The reasons that the players gave, by the number of the step.

        >>> Game("block", seed=1).reasons
        {}
        """
        return self.luck.reasons(self.timeline)

    # --- taking back

    @property
    def may_undo(self) -> bool:
        """Whether there is a person's decision to take back, and it may be.

        >>> Game("block", against="greedy", seed=1).may_undo
        False
        """
        return self.allows_undo and any(map(self._decides, self.history.before))

    @property
    def may_redo(self) -> bool:
        """Whether there is something that was taken back to do again.

        >>> Game("block", against="greedy", seed=1).may_redo
        False
        """
        return self.allows_undo and self.history.can_redo

    def _decides(self, line: Timeline) -> bool:
        return not line.is_over and line.state.turn in self.humans

    def undo(self) -> None:
        """Back to the last decision of a person, past what the players did since.

        >>> game = Game("block", against="heaviest", seed=1)
        >>> game.do(game.legal[0])
        >>> game.undo()
        >>> game.step, game.notice
        (0, 'undone')
        """
        if not self.may_undo:
            self._say("nothing_undone" if self.allows_undo else "no_undo")
            return
        while self.history.undo() and not self._decides(self.history.now):
            pass
        self._went("undone")

    def redo(self) -> None:
        """Do again what was taken back, up to the next decision of a person.

        >>> game = Game("block", against="heaviest", seed=1)
        >>> game.redo()
        >>> game.notice
        'nothing_redone'
        """
        if not self.may_redo:
            self._say("nothing_redone" if self.allows_undo else "no_undo")
            return
        while self.history.redo() and not self._decides(self.history.now):
            pass
        self._went("redone")

    def restart(self) -> None:
        """The same deal from its beginning, where taking back is allowed at all.

        >>> game = Game("block", against="heaviest", seed=1, undo=False)
        >>> game.restart()
        >>> game.notice
        'no_undo'
        """
        if self.allows_undo:
            super().restart()
        else:
            self._say("no_undo")

    # --- hand after hand

    @property
    def played(self) -> Match:
        """The match with the hand on the table, as far as it has been played.

        >>> len(Game("block", seed=1).played.hands)
        1
        """
        return self.match.with_hand(self.timeline)

    @property
    def goes_on(self) -> bool:
        """Whether another hand follows the one that is over: not in a single hand, nor when the match is won.

        >>> Game("block", seed=1).goes_on
        False
        """
        return self.whole and self.is_over and not self.played.is_over and len(self.match.hands) < MOST_HANDS

    @property
    def sheet(self) -> tuple[SheetRow, ...]:
        """The score sheet: one row for each hand, the one on the table last.

        >>> Game("block", seed=1).sheet[0].total
        (0, 0)
        """
        return sheet(self.played.hands)

    def next_hand(self) -> None:
        """Deal the next hand of the match, once this one is over; nothing of this one can be taken back then.

        >>> game = Game("block", against="greedy", seed=1)
        >>> game.next_hand()
        >>> game.match.standing.hand
        1
        """
        if self.goes_on:
            self.pages, self.match = pages_of(self).turned, self.played
            self._begin("dealt_next")

    def new_deal(self, seed: int | None = None) -> None:
        """Another deal for the same players, the match from its beginning; the next seed where none is given.

        >>> game = Game("block", against="greedy", seed=1)
        >>> game.new_deal()
        >>> game.seed, game.step
        (2, 0)
        """
        self.seed, self.first_hand = self.seed + 1 if seed is None else seed, 0
        self.match, self.pages = new_match(self.match.rules, seats=len(self.seating)), Pages()
        self._begin("dealt_new")

    # --- kept in a file

    def saved(self, title: str = "") -> str:
        """The match as the text of a match file: who sits where, its seed, and all hands, the last as far as played.

        >>> Game("block", against="greedy", seed=1).saved("An evening").splitlines()[1]
        'title = "An evening"'
        """
        self.title = title or self.title
        self.pages = pages_of(self)
        return "".join(self.pages)

    @classmethod
    def resumed(cls, text: str | bytes, *, rules: Ruleset | None = None, players: Mapping[str, Player] | None = None,
                undo: bool = True, delay: float = 0.0) -> Game:
        """The game that `saved` wrote, at the same point; what was played in the last hand can be taken back again.

        `rules` is a ruleset of the reader's own and `players` are functions of his own by their names, where the match
        has such. Raises RecordError, with line and clause, for a text that is no such match or has a mistake in it.

        >>> game = Game("all-fives", against="greedy", seed=3)
        >>> game.reply(), Game.resumed(game.saved()).step
        (False, 1)
        """
        return resumed(cls, text, rules=rules, own=players or {}, undo=undo, delay=delay)

    def goes_back_to(self, match: Match, line: Timeline, luck: Luck) -> None:
        """Take up a match where it was left: the hands before, the hand on the table, and what its players picked.

        >>> game = Game("block", against="greedy", seed=1)
        >>> game.goes_back_to(game.match, game.timeline, game.luck)
        >>> game.step
        0
        """
        self.match, self.luck, self._viewer = match, luck, None
        self.opens(line.upto(0))
        for number in range(1, len(line.actions) + 1):
            self.history.go_on(line if number == len(line.actions) else line.upto(number))
        self._went("resumed")

    def _begin(self, notice: str) -> None:
        self._viewer = None
        line = self._dealt()
        self.luck = Luck(line.shuffle, len(self.seating))
        self.opens(line, notice)

    def _dealt(self) -> Timeline:
        shuffle = Shuffle(seed=self.seed, hand=self.first_hand + len(self.match.hands))
        return dealt(self.match.rules, shuffle, seats=len(self.seating), names=self._names,
                     standing=self.match.standing)
