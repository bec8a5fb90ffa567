"""PerfectPlay: the best play of a hand from the step that is shown, and the steps at which points were lost."""

from __future__ import annotations

from typing import Any

from domino_lab.chance.solver import Choice, Perfect, is_plain, perfect_play, refusal
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Scene
from domino_lab.play.move_text import describe_move
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.lock import lend_lock
from domino_lab.sessions.playhead import Playhead
from domino_lab.widgets.captions import caption
from domino_lab.widgets.hand_view import HandView, players, title_nodes, transport
from domino_lab.widgets.nodes import Node, Nodes, box, bullets, button, heading, paragraph, words
from domino_lab.widgets.places import place_of
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.view import Panel
from domino_lab.words import phrase
from domino_lab.words.escaping import escape


class PerfectPanel(Panel):
    """The winner from here if both play their best, the best move, and every step at which points were given away.

    It looks at all tiles, so it shows nothing if a viewpoint or a question hides some. If it cannot solve a hand, it
    says why.
    """

    view: HandView
    _line: Timeline | None = None
    _found: Perfect | None = None

    def nodes(self) -> Nodes:
        """Return the value of the step that is shown, and the moves that gave points away."""
        why = self.silence()
        return [paragraph(why, "note")] if why else self._page()

    def silence(self) -> str:
        """Return why nothing is shown; empty if something is."""
        playhead = self.view.here
        refused = refusal(playhead.timeline.steps[0].state)
        if refused:
            return refused
        if playhead.question is not None:
            return words("perfect.question")
        return words("perfect.secret") if playhead.seen_by is not None and playhead.now.settled is None else ""

    @property
    def found(self) -> Perfect:
        """The comparison of the hand with perfect play, made when it is first needed."""
        line = self.view.here.timeline
        if self._found is None or self._line is not line:
            with lend_lock(self.view, self.view.here):
                perfect = perfect_play(line)
            self._line, self._found = line, perfect
        return self._found

    def _page(self) -> Nodes:
        playhead, perfect = self.view.here, self.found
        choices = [paragraph(text, "best" if is_best else "", sign="★" if is_best else "")
                   for text, is_best in perfect.choice_texts(playhead.step)]
        lost = [box(button(move, "go", step, css="quiet"), paragraph(instead)) for step, move, instead in self._lost()]
        return [paragraph(perfect.value_text(playhead.step), "caption-text"),
                *([heading(_may(playhead)), bullets(choices)] if choices else []),
                *([heading(words("perfect.given_away")), bullets(lost)] if lost else []),
                *(paragraph(text, "note") for text in (*_summary(playhead, perfect), words("perfect.open_tiles")))]

    def _lost(self) -> list[tuple[int, str, str]]:
        """The moves that gave points away and are not hidden: the step before, the move, the better one."""
        playhead, perfect = self.view.here, self.found
        return [(move.step - 1, *perfect.move_texts(move)) for move in perfect.moves
                if move.lost and not playhead.hides(move.step)]

    def lines(self) -> list[str]:
        """Return everything that is shown, as lines of text."""
        playhead, why = self.view.here, self.silence()
        if why:
            return [why]
        perfect = self.found
        choices = perfect.choice_texts(playhead.step)
        heads = [_may(playhead) + ":"] if choices else []
        lost = [f"{move}. {instead}" for _, move, instead in self._lost()]
        return [text for text in (perfect.value_text(playhead.step), *heads, *(f"  {text}" for text, _ in choices),
                                  *lost, *_summary(playhead, perfect)) if text]


class PerfectPlay(HandView):
    """Show the best play beside a hand of Block or Draw for two, all tiles face up.

    It says who wins if both play their best, what each move is worth, and where points were given away; press one of
    these moves to go to its step. The buttons, the keys, and the arguments `hand`, `seed` and `step` are those of
    `dl.HandStepper`. `large` is for a projector.

    >>> perfect = PerfectPlay("block", seed=4)
    >>> perfect.perfect.lines()[0].count("40 points")
    1
    """

    css, label, has_table = "perfect", "perfect.perfect", True

    def prepare(self) -> None:
        """Make the panels."""
        self.perfect, self.sharing = PerfectPanel(self), SharingPanel(self)
        self.parts = self.perfect, self.sharing

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty if no short line does."""
        return self.here.line("PerfectPlay")

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, the caption, the buttons, and the results of perfect play."""
        above, below = players(self.seen)
        above, below = [*map(self._with_values, above)], [*map(self._with_values, below)]
        return {"head": title_nodes(self, *self.sharing.nodes()), "top": above, "rack": below,
                "bar": transport(self.here), "talk": caption(self.seen), "more": self.perfect.nodes()}

    def on_table(self, scene: Scene) -> dict[str, Any]:
        """Return the move that led here, and what each next move is worth, at its place."""
        return {**super().on_table(scene), "spots": self._values(scene)}

    def _values(self, scene: Scene) -> list[dict[str, Any]]:
        """The ends where a tile can be played, each with the most that a tile is worth there."""
        spots: dict[str, dict[str, Any]] = {}
        for choice in self._choices():
            place, at = place_of(self.seen, scene, choice.action), str(getattr(choice.action, "end", None))
            if place is not None and at not in spots:       # The best choice comes first.
                worth = words("perfect.worth_points", value=choice.value)
                spots[at] = {**place, "css": "worth" if spots else "worth best", "gain": _signed(choice.value),
                             "do": "none", "off": True, "value": at,
                             "name": f"{describe_move(self.here.state, choice.action)}: {worth}"}
        return list(spots.values())

    def _choices(self) -> tuple[Choice, ...]:
        """List what can be done at this step, the best first; nothing where it is not known or not to be told."""
        if self.perfect.silence():
            return ()
        solution = self.perfect.found.solutions.get(self.here.step)
        return () if solution is None else solution.choices

    def _with_values(self, hand: Node) -> Node:
        """The hand of the player to move, with the most that each of its tiles is worth."""
        choices = self._choices()
        if not choices or not isinstance(hand, dict) or hand.get("seat") != self.here.state.turn:
            return hand
        worth: dict[str, int] = {}
        for choice in choices:
            worth.setdefault(str(getattr(choice.action, "tile", None)), choice.value)
        most = choices[0].value
        return {**hand, "values": [{"text": _signed(worth[tile]), "css": "best" if worth[tile] == most else ""}
                                   if tile in worth else None for tile in hand.get("tiles", ())]}

    def kept(self) -> Kept:
        """Return the picture, with all the text below it."""
        head = words("perfect.saved", title=self.seen.title, step=self.here.step, end=self.here.end)
        lines = self.perfect.lines()
        markup = "".join(f"<p>{escape(text)}</p>" for text in lines)
        return Kept(super().kept().picture, "\n".join([head, *lines]), below=markup)


def offers(playhead: Playhead) -> bool:
    """Return True if a hand is of a kind that can be solved, so that it is worth a button."""
    line = playhead.timeline
    return not line.is_study and len(line.names) == 2 and is_plain(line.rules)


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}")


def _summary(playhead: Playhead, perfect: Perfect) -> tuple[str, ...]:
    """Say what the whole hand comes to; of a hand whose end a question hides, only the deal."""
    said = (perfect.deal_text,) if playhead.step else ()
    return said if playhead.hides(playhead.end) else (*said, perfect.result_text, *perfect.loss_texts)


def _may(playhead: Playhead) -> str:
    return phrase("perfect.may", player=playhead.timeline.names[playhead.state.turn])
