"""PerfectPlay: what the best play would make of a hand from the step that is shown, and where points were lost."""

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
    """Who wins from here if both play their best, the best tile, and every step at which points were given away.

    It looks at all tiles, so it keeps silent where a viewpoint or a question hides some. Of a hand that it cannot solve
    it says why.
    """

    view: HandView
    _line: Timeline | None = None
    _found: Perfect | None = None

    def nodes(self) -> Nodes:
        """Return what is known of the step that is shown, and the moves that gave points away."""
        why = self.silence()
        return [paragraph(why, "note")] if why else self._page()

    def silence(self) -> str:
        """Return why nothing is shown; empty where something is."""
        here = self.view.here
        refused = refusal(here.timeline.steps[0].state)
        if refused:
            return refused
        if here.question is not None:
            return words("perfect.question")
        return words("perfect.secret") if here.seen_by is not None and here.now.settled is None else ""

    @property
    def found(self) -> Perfect:
        """The hand beside perfect play; made when it is first asked for."""
        line = self.view.here.timeline
        if self._found is None or self._line is not line:
            with lend_lock(self.view, self.view.here):
                found = perfect_play(line)
            self._line, self._found = line, found
        return self._found

    def _page(self) -> Nodes:
        here, found = self.view.here, self.found
        choices = [paragraph(text, "best" if is_best else "", sign="★" if is_best else "")
                   for text, is_best in found.choice_texts(here.step)]
        lost = [box(button(move, "go", step, css="quiet"), paragraph(instead)) for step, move, instead in self._lost()]
        return [paragraph(found.value_text(here.step), "caption-text"),
                *([heading(_may(here)), bullets(choices)] if choices else []),
                *([heading(words("perfect.given_away")), bullets(lost)] if lost else []),
                *(paragraph(text, "note") for text in (*_summary(here, found), words("perfect.open_tiles")))]

    def _lost(self) -> list[tuple[int, str, str]]:
        """The moves that gave points away and are not hidden: the step before, the move, the better one."""
        here, found = self.view.here, self.found
        return [(move.step - 1, *found.move_texts(move)) for move in found.moves
                if move.lost and not here.hides(move.step)]

    def lines(self) -> list[str]:
        """Return all that is shown, as lines of text."""
        here, why = self.view.here, self.silence()
        if why:
            return [why]
        found = self.found
        choices = found.choice_texts(here.step)
        heads = [_may(here) + ":"] if choices else []
        lost = [f"{move}. {instead}" for _, move, instead in self._lost()]
        return [text for text in (found.value_text(here.step), *heads, *(f"  {text}" for text, _ in choices), *lost,
                                  *_summary(here, found)) if text]


class PerfectPlay(HandView):
    """Show the best play beside a hand of Block or Draw for two, all tiles face up.

    It says who wins if both play their best, what each move is worth, and who gave points away; a press on one of
    those goes to its step. The steps move by buttons and keys as in `dl.HandStepper`, which also says what hand can be
    given, with its `seed` and `step`. `large` is for a projector.

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
        """Return the title, the players, the caption, the buttons, and what perfect play comes to."""
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
        """What can be done at this step, the best first; nothing where it is not known or not to be told."""
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
        """Return the picture and below it all that is said."""
        head = words("perfect.saved", title=self.seen.title, step=self.here.step, end=self.here.end)
        lines = self.perfect.lines()
        markup = "".join(f"<p>{escape(text)}</p>" for text in lines)
        return Kept(super().kept().picture, "\n".join([head, *lines]), below=markup)


def offers(here: Playhead) -> bool:
    """Whether a hand is of a kind that can be solved at all, so that it is worth a button."""
    line = here.timeline
    return not line.is_study and len(line.names) == 2 and is_plain(line.rules)


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}")


def _summary(here: Playhead, found: Perfect) -> tuple[str, ...]:
    """What the whole hand comes to; of a hand whose end a question hides, only the deal."""
    said = (found.deal_text,) if here.step else ()
    return said if here.hides(here.end) else (*said, found.result_text, *found.loss_texts)


def _may(here: Playhead) -> str:
    return phrase("perfect.may", player=here.timeline.names[here.state.turn])
