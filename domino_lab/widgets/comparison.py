"""VariantComparison: the same deal under two to four rulesets, side by side and in step."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from itertools import takewhile

from domino_lab.core.arguments import Count, checked
from domino_lab.core.errors import DominoError
from domino_lab.explain.contrast import DifferenceMark
from domino_lab.explain.ruleset_comparison import Leader
from domino_lab.explain.spread import DifferenceBar, Measure
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Scene, scene, tables_scene
from domino_lab.picture.svg import side_by_side
from domino_lab.picture.tabletop import Tabletop
from domino_lab.play.players import Policies
from domino_lab.play.start import Names
from domino_lab.record.load import RulesetsLike
from domino_lab.sessions.comparison import ComparisonLike, ComparisonSession, comparison_session, recipe
from domino_lab.sessions.viewpoint import Viewpoint
from domino_lab.widgets.hand_view import HandView, Tab, flight, pile, players, transport
from domino_lab.widgets.messages import Press, one_of, press, sets, takes, whole
from domino_lab.widgets.nodes import (
    Json,
    Node,
    Nodes,
    box,
    bullets,
    button,
    fold,
    heading,
    html,
    paragraph,
    row,
    table_of_results,
    words,
)
from domino_lab.widgets.open_ends import beside_count, count_line
from domino_lab.widgets.page_file import page_by
from domino_lab.widgets.sharing import SAVED, file_name
from domino_lab.widgets.stepper import setting_actions, settings
from domino_lab.widgets.view import Panel, pixels
from domino_lab.words.escaping import printable

LEAST = 240
"""The least width of one table in pixels; where not all have it, one is shown, and a switch for the others."""

_ABREAST = 3
"""More tables stand in two rows."""
_WIDE = 860
"""The least width of a view with two rows of tables: the words stand beside them."""

_WORDY = 2
"""So many tables have room for words beside a player's points and for tiles, and so many players on a phone."""

_SHORTEST = 2
"""So many words in a row that all captions have are dimmed; fewer would be specks."""

STATIC_WIDTH = 460
"""The width of each picture in a saved notebook."""

_SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z0-9])")

SAVES = ("svg", "png", "text", "page")
"""What can be saved, and which form of the view it is made from; the browser draws the PNG from the SVG."""


class VariantComparison(HandView):
    """Compare two to four rulesets on the same tiles; their tables move together.

    The bars below the tables mark where points, play and the winner first differ; buttons and the keys P, D and W go
    there. The tabs show the rules that differ and how each hand ends. Left, Right, Home, End and Space move all tables.

    `what` is a shuffle, a hand or its name, a comparison (`dl.compare`), or the `here` of another comparison. The first
    ruleset leads, as in `dl.compare`, which also takes `seats`, `names`, `policies`, `leader` and `measure`. It starts
    at `step`, or at its end if that is earlier, seen from `viewpoint`. With `hands`, that many deals are compared and
    shown as bars. `large` is for a projector. Raises RulesetError for rulesets that cannot be compared.

    >>> compared = dl.VariantComparison(dl.Shuffle(seed=7), ["all-fives", "five-up"], step=2)
    >>> compared.do("next")
    >>> [head.step for head in compared.here.heads]
    [3, 3]
    """

    public = "save"
    css, label, has_table = "comparison", "comparison.comparison", True
    keys_told = "comparison.keys"
    key_set = (*HandView.key_set, "p", "d", "w", "Escape")
    here: ComparisonSession

    @checked
    def __init__(  # noqa: PLR0913
        self, what: ComparisonLike, rulesets: RulesetsLike = (), *, hands: Count | None = None,
        step: int | None = None, viewpoint: Viewpoint | None = None, seats: int | None = None,
        names: Names | None = None, policies: Policies = None, leader: Leader | None = None,
        measure: Measure | None = None, large: bool = False,
    ) -> None:
        self.large = large
        self._open(comparison_session(
            what, rulesets, hands=hands, step=step, viewpoint=viewpoint, seats=seats, names=names, policies=policies,
            leader=leader, measure=measure))
        self.watch(self.here, "many", self._say_counted)

    def prepare(self) -> None:
        """Make the panel of many deals, and open the tab of the rules."""
        self.many = ManyDealsPanel(self)
        self.parts = (self.many,)
        self.tab, self.front = "", 0
        self._news: tuple[int, str] = (-1, "")

    @property
    def name(self) -> str:
        """The name of this view for screen readers."""
        return words("comparison.name", lines=list(self.here.comparison.names))

    @property
    def status(self) -> str:
        """The captions of all lines, or the result of the many deals once they are counted."""
        at, news = self._news
        if self.here.voice is not self:
            return ""
        return news if at == self.here.changes else announcement(self.here, self._accounts())

    def _accounts(self) -> list[str]:
        """Return the account of each line, with the place of a tile beside a spinner if its table is shown."""
        scene, texts = self.scene, [account(self.here, number) for number in range(len(self.here.heads))]
        for number in self.shown:
            tiles = scene.tiles[self._count_before(number) or 0:]
            texts[number] = self.here.heads[number].snapshot.say_places(texts[number], replace(scene, tiles=tiles))
        return texts

    @property
    def line(self) -> str:
        """The line of Python that recreates this comparison; empty if there is none."""
        return recipe(self.here)

    # --- what is shown

    @property
    def shown(self) -> tuple[int, ...]:
        """The lines whose tables are shown: all if there is room for them, or else the one in front."""
        lines, columns = tuple(range(len(self.here.heads))), self.columns
        has_room = self.stage.room[0] >= LEAST * columns
        if columns < len(lines):
            has_room = has_room and (self.stage.width or _WIDE) >= _WIDE
        return lines if has_room else (self.front,)

    @property
    def columns(self) -> int:
        """The number of tables side by side where all are shown; four stand in two rows."""
        count = len(self.here.heads)
        return count if count <= _ABREAST else -(-count // 2)

    def areas(self) -> dict[str, Nodes]:
        """Return a pane for each table, the counts and captions of all lines, the difference, and the tabs."""
        session = self.here
        panes, told = self._panes(), difference(session, names=not self._is_brief)
        news = told if self.large and _marks_here(session) else None    # at a projector a line of its own is too much
        return {
            "head": [news or paragraph(self.title, "title"), self.gear(*self._settings())],
            "top": [*self._switch(), *panes[:self.columns]], "rack": panes[self.columns:],
            "talk": [row(*self._under(), css="panes"),
                     row(None if self.large else told, jumps(session), css="differing")],
            "bar": self._transport(),
            "more": self.tab_nodes(),
        }

    @property
    def title(self) -> str:
        """The title: the shuffle or the recorded hand that is compared."""
        shuffle = self.here.comparison.shuffle
        source = self.here.comparison.lines[0].timeline.title if shuffle is None else str(shuffle)
        return words("comparison.title", source=source) if source else self.name

    def _switch(self) -> Nodes:
        names = self.here.comparison.names
        if len(self.shown) == len(names):
            return []
        choices = (button(name, "front", number, pressed=number == self.front) for number, name in enumerate(names))
        return [row(*choices, css="switch", label=words("comparison.lines"))]

    def _panes(self) -> Nodes:
        """The name of each line that is shown with its players: their points and their tiles."""
        tables = [self._tabletop(number) for number in range(len(self.here.heads))]
        alike = [_likeness([table.scores[side:side + 1] for table in tables])
                 for side in range(max(len(table.scores) for table in tables))]
        piles = _likeness([table.boneyard for table in tables])
        names: Nodes = [None if self._switch() else {"is": "p", "tag": "h3", "text": name, "css": "line-name"}
                        for name in self.here.comparison.names]
        return [row(row(names[number], _pile(tables[number], number, piles), css="line-head"),
                    box(*self._hands(number, alike), css="line-hands"), css="pane") for number in self.shown]

    def _hands(self, number: int, alike: list[str]) -> Nodes:
        """The players of a line; `alike` says for each side whether its points are the same in all lines."""
        seen = self.here.heads[number].snapshot
        above, below = players(seen)
        hands = [node for node in (*below, *above) if isinstance(node, dict)]
        hands.sort(key=lambda node: int(node["seat"]))
        for hand in (hand for hand in hands if "points" in hand):
            side = seen.tabletop.holdings[int(hand["seat"])].side
            hand["alike"] = alike[side]
            if len(self.shown) != _WORDY:
                hand["points"] = str(seen.tabletop.scores[side])
        counted = {"counted": True} if len(self.shown) > _WORDY or len(hands) > _WORDY else {}
        if counted:         # the number of their tiles says that they have none
            hands = [{name: fact for name, fact in hand.items() if fact != words("no_tiles")} for hand in hands]
        return [{**hand, **counted, "seat": f"{number}-{hand['seat']}"} for hand in hands]

    def _under(self) -> Nodes:
        """The counts of all lines, with the captions of those whose tables are shown."""
        session = self.here
        names = session.comparison.names
        counts = self._counts()
        named = [paragraph(name, "heading") for name in names]
        is_brief = self._is_brief
        accounts = [*map(partial(caption, session), range(len(names)))] if is_brief else self._accounts()
        if len(self.shown) == len(names):
            seen = (head.snapshot for head in session.heads)
            texts = [beside_count(each, text) for each, text in zip(seen, accounts, strict=True)]
            first = _opening(texts) if is_brief and len(texts) > _WORDY else ""
            rests = [text.removeprefix(first).lstrip(" .,") for text in texts]
            if is_brief and self.columns < len(names):      # beside two rows, what happened; the counts say the rest
                rests = [_SENTENCES.split(rest)[0] for rest in rests]
            told = _compare_texts(rests)
            beside = named if self.columns < len(names) else [None] * len(names)
            return [paragraph(first, "same opening"), *(
                box(row(name, counted) if name else counted, box(text, css="caption"), css="pane")
                for name, counted, text in zip(beside, counts, told, strict=True))]
        lines = (row(name, counted) for name, counted in zip(named, counts, strict=True))
        told = _compare_texts(accounts)
        return [box(*lines, *(box(told[number], css="caption") for number in self.shown), css="pane")]

    @property
    def _is_brief(self) -> bool:
        """Several tables for a projector have room for a caption each, and none for rules."""
        return self.large and len(self.shown) >= _WORDY

    def _counts(self) -> list[Node]:
        """The count of each line; what is the same in all of them is marked so, and so is what is not."""
        lines = [count_line(head.snapshot) for head in self.here.heads]
        counts = [node if isinstance(node, dict) else {"terms": ()} for node in lines]
        shared = set.intersection(*({(term["laid"], term["text"]) for term in count["terms"]} for count in counts))
        alike = {f"{what}_alike": _likeness([count.get(what) for count in counts]) for what in ("total", "verdict")}
        return [self._count(number, node, shared) | alike if isinstance(node, dict) else None
                for number, node in enumerate(lines)]

    def _count(self, number: int, count: Json, shared: Set[tuple[int, str]]) -> Json:
        before = self._count_before(number)
        terms = [{**term, "alike": _SAME if (term["laid"], term["text"]) in shared else _OTHER,
                  "laid": None if before is None else before + term["laid"]} for term in count["terms"]]
        return {**count, "terms": terms}

    def _count_before(self, number: int) -> int | None:
        """Count the tiles of other tables before this one's in the picture; None if it is not shown."""
        if number not in self.shown:
            return None
        return sum(len(self.here.heads[other].state.chain.laid) for other in self.shown if other < number)

    def _transport(self) -> Nodes:
        """The buttons and the scrubber, with a flag where points (P), play (D) or the winner (W) first differ."""
        session = self.here
        buttons, scrub = transport(session)
        assert isinstance(scrub, dict)
        heights = [{"height": round(bar["height"], 1)} | ({"css": "scored"} if "css" in bar else {}) if bar else {}
                   for bar in scrub["bars"]]
        bars: list[Json] = [*heights, *({} for _ in range(session.end + 1 - len(heights)))]
        for kind in KINDS:
            for step in first_steps(session, kind):
                flag = bars[step].get("flag", "") + words(f"comparison.flag_{kind}")
                bars[step] = {**bars[step], "flag": flag, "tip": words(f"compare.{kind}_mark", step=step)}
        return [buttons, {**scrub, "bars": bars}]

    def tabs(self) -> dict[str, Tab]:
        """Return the rules that differ, how each hand ends, and many deals if there are any."""
        title = words("comparison.rules_tab", count=len(self.here.comparison.parts))
        there: dict[str, Tab] = {"rules": (title, partial(rules, self.here)),
                                 "ends": (words("compare.endings"), partial(endings, self.here))}
        if self.here.many is not None:
            there["many"] = words("comparison.many"), self.many.nodes
        return there

    def _settings(self) -> Nodes:
        shows, speed, _ = settings(self)        # The questions of a recorded hand do not stop a comparison.
        saves = (button(words(f"branch.save_{what}"), "save", what, css="quiet") for what in SAVES)
        return [shows, speed, fold(words("branch.takeaway"), *saves, key="share")]

    # --- the tables

    @property
    def scene(self) -> Scene:
        """All tables that are shown, on one canvas and drawn alike."""
        tables = [self._tabletop(number) for number in self.shown]
        return tables_scene(tables, self.size, columns=min(self.columns, len(tables)), large=self.large)

    def _tabletop(self, number: int) -> Tabletop:
        return self.here.heads[number].snapshot.tabletop

    def on_table(self, scene: Scene) -> Json:
        """Return the moves that led here, one for each table, and the places of the tiles that count."""
        flights: list[Json] = []
        for number in self.shown:
            head, before = self.here.heads[number], self._count_before(number) or 0
            if self.here.step > head.end:
                continue
            flown = flight(head.snapshot, replace(scene, tiles=scene.tiles[before:]))
            if flown is not None:
                del flown["at"]         # it is this step in all of them
                if "laid" in flown:
                    flown["box"] = pixels(scene.tiles[before + flown.pop("laid")].box)
                flights.append(flown | {end: re.sub(r"^(seat|boneyard)", rf"\1-{number}", flown[end])
                                        for end in ("from", "to") if end in flown})
        counted = {term["laid"] for count in self._counts() if isinstance(count, dict) for term in count["terms"]}
        laid = {number: pixels(scene.tiles[number].box) for number in counted if number is not None}
        return {"fly": flights, "view": None, "laid": laid}

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that move all lines, go to a difference, choose and save."""
        return {**super().actions(), **setting_actions(self),
                "jump": takes(one_of(lambda: KINDS), lambda kind: jump(self.here, kind)),
                "front": sets(self, "front", whole(0, lambda: len(self.here.heads) - 1)),
                "save": takes(one_of(lambda: SAVES), self.save)}

    def turn_to(self, tab: str) -> None:
        """Open that tab below the tables, or close it if it is open."""
        self.tab = "" if tab == self.tab else tab

    def key(self, key: str) -> None:
        """Move, go to a first difference, or close the tab that is open."""
        if key == "Escape":
            self.tab = ""
        elif key in JUMP_KEYS:
            jump(self.here, JUMP_KEYS[key])
        else:
            super().key(key)

    def _say_counted(self) -> None:
        """Say that the last deal is counted, to whoever cannot see the bars grow."""
        session = self.here
        if session.many is not None and len(session.many) == session.hands:
            self._news = session.changes, " ".join(session.many.sentences)
        self.refresh()

    # --- to take away

    def file_text(self, what: str) -> str:
        """Return the contents of the file for "svg", "png" (which the browser draws from the SVG) or "text"."""
        if what not in SAVES:
            raise DominoError(f"a comparison is saved as {', '.join(SAVES)}, not {what!r}")
        if what == "page":
            return page_by("pages.page", self).html
        kept = self.to_keep()
        return kept.text if what == "text" else kept.picture

    def save(self, what: str) -> None:
        """Save the picture as "svg" or "png", or the "text", in the reader's browser."""
        end, mime = SAVED[what]
        names = " ".join(self.here.comparison.names)
        self.stage.download(f"{file_name(names)}-step-{self.here.step}.{end}", self.file_text(what), mime)

    def to_keep(self) -> Kept:
        """Return all tables side by side, the captions and the marks."""
        session = self.here
        scenes = [scene(head.snapshot.tabletop, STATIC_WIDTH) for head in session.heads]
        place = words("at", step=session.step, end=session.end)
        many = session.many.sentences if session.many is not None and len(session.many) == session.hands else ()
        lines = [f"{self.name}. {place}.", announcement(session, self._accounts()), *session.comparison.sentences,
                 *many, recipe(session)]
        return Kept(side_by_side(scenes, self.name), printable("\n".join(filter(None, lines))))


_SAME, _OTHER = "same", "other"
"""How a part of a line looks: dimmed, because it is the same in all lines, or with a ring, because it is not."""


def _likeness(values: Sequence[object]) -> str:
    return _SAME if all(value == values[0] for value in values) else _OTHER


def _pile(table: Tabletop, number: int, alike: str) -> Node:
    """The boneyard of a line, as a number: its words have no room."""
    node = pile(table)
    more = {"from": f"boneyard-{number}", "text": str(table.boneyard), "alike": alike}
    return {**node, **more, "tip": node["text"]} if isinstance(node, dict) else None


def _compare_texts(texts: Sequence[str]) -> Nodes:
    """Return each text as a paragraph that says which of its words are the same in all of them, sentence by sentence.

    >>> [node["same"] for node in _compare_texts(["Ben plays 5-0 and scores 5.", "Ben plays 5-0."])]
    [[[0, 13]], [[0, 14]]]
    """
    same: list[list[list[int]]] = [[] for _ in texts]
    places = [0] * len(texts)
    for sentences in zip(*map(_SENTENCES.split, texts), strict=False):
        words = [list(_WORDS.finditer(sentence)) for sentence in sentences]
        first = [word[0] for word in words[0]]
        matched = [_matches(first, [word[0] for word in each]) for each in words]
        shared = sorted(set.intersection(*map(set, matched)))
        for number, (match, each) in enumerate(zip(matched, words, strict=True)):
            runs = _runs([match[place] for place in shared], each)
            same[number] += [[places[number] + start, places[number] + end] for start, end in runs]
            places[number] += len(sentences[number]) + 1
    return [{**node, "same": runs} if isinstance(node := paragraph(text), dict) else node
            for text, runs in zip(texts, same, strict=True)]


def _opening(texts: Sequence[str]) -> str:
    """Return the words with which all texts begin; empty if they are few.

    >>> _opening(["Ben plays 5-0 on the 0 and scores 5.", "Ben plays 5-0 on the 0."])
    'Ben plays 5-0 on the 0'
    """
    words = [list(_WORDS.finditer(text)) for text in texts]
    same = list(takewhile(lambda each: len({word[0] for word in each}) == 1, zip(*words, strict=False)))
    return texts[0][:same[-1][0].end()] if len(same) > _SHORTEST else ""


_WORDS = re.compile(r"[\w–-]+|[^\w\s]")


def _matches(first: list[str], other: list[str]) -> dict[int, int]:
    """Return the place in the second list of each word of the first one that it has, too, in the same order."""
    blocks = SequenceMatcher(None, first, other, autojunk=False).get_matching_blocks()
    return {block.a + step: block.b + step for block in blocks for step in range(block.size)}


def _runs(places: list[int], words: list[re.Match[str]]) -> list[list[int]]:
    """Return where runs of these words begin and end in their text; short ones are left out, unless there is no more.
    """
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][1] + 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    return [[words[start].start(), words[end].end()] for start, end in runs
            if end - start + 1 >= min(_SHORTEST, len(words))]


def caption(session: ComparisonSession, number: int) -> str:
    """Return the event of this step in line `number`; for a line that has ended, the event of its last step."""
    head = session.heads[number]
    text = head.snapshot.sentences.caption
    return text if session.step <= head.end else f"{words('comparison.ended', step=head.end)} {text}"


def account(session: ComparisonSession, number: int) -> str:
    """Return the caption of line `number`; where lines differ for the first time, with the rules that made them.

    >>> from domino_lab.explain.compare import compare
    >>> here = ComparisonSession(compare("all-fives-worked-example", ["five-up"]), step=1)
    >>> account(here, 1)
    'Ana starts with 5-5 and scores 2. 5+5 = 10, a multiple of 5: 2 points (rule FU-SCORE-2).'
    """
    sentences = _SENTENCES.split(caption(session, number))
    sides = [mark.sides[number > 0] for mark in _marks_here(session) if number in (0, mark.line)]
    for sentence in dict.fromkeys(each for side in sides for each in _SENTENCES.split(side)):
        place = next((place for place, said in enumerate(sentences) if _says(sentence, said)), None)
        if place is None:
            sentences.append(sentence)
        elif len(sentence) > len(sentences[place]):
            sentences[place] = sentence
    return " ".join(sentences)


def _says(sentence: str, other: str) -> bool:
    """Return True if two sentences are the same but for the rule that the first one names."""
    return sentence == other or sentence.startswith(f"{other.rstrip('.')} (")


def announcement(session: ComparisonSession, accounts: Sequence[str]) -> str:
    """Return the announcement: the sentences that all games share, the others after their game's name, the mark."""
    captions = [_SENTENCES.split(text) for text in accounts]
    shared = [same[0] for same in takewhile(lambda each: len(set(each)) == 1, zip(*captions, strict=False))]
    own = [" ".join(each[len(shared):]) for each in captions]
    lines = [f"{name}: {text}" for name, text in zip(session.comparison.names, own, strict=True) if text]
    return " ".join(filter(None, [*shared, *lines, mark_here(session)]))


# --- differences ------------------------------------------------------------------------------------------------------

JUMP_KEYS = {"p": "points", "d": "play", "w": "winner"}
"""The key that goes where the lines first differ, for each kind of difference; the flags show the same letters."""

KINDS = tuple(JUMP_KEYS.values())


def first_steps(session: ComparisonSession, kind: str) -> list[int]:
    """Return the steps at which a line first differs from the first line, in "points" or in "play"."""
    return sorted({mark.step for mark in session.comparison.marks if mark.kind == kind})


def jump(session: ComparisonSession, kind: str) -> None:
    """Go to the next step at which a line first differs; after the last of them, go to the first."""
    steps = first_steps(session, kind)
    later = [step for step in steps if step > session.step] if session.step in steps else []
    if steps:
        session.go((later or steps)[0])


def mark_here(session: ComparisonSession, *, names: bool = True) -> str:
    """Return how lines first differ at this step, and which if they are to have `names`; empty if none do."""
    games = session.comparison.names
    at = {kind: [games[mark.line] for mark in _marks_here(session) if mark.kind == kind] for kind in KINDS}
    key = "first" if names else "here"
    return " ".join(words(f"comparison.{key}_{kind}", lines=lines) for kind, lines in at.items() if lines)


def _marks_here(session: ComparisonSession) -> list[DifferenceMark]:
    return [mark for mark in session.comparison.marks if mark.step == session.step]


def difference(session: ComparisonSession, *, names: bool = True) -> Node:
    """Return what differs for the first time at this step, and in which lines if they are to have `names`.

    At other steps, return since which step the lines have differed.
    """
    marks = _marks_here(session)
    since = [words(f"comparison.since_{kind}", step=steps[0]) for kind in KINDS
             if (steps := first_steps(session, kind)) and steps[0] < session.step]
    text = "" if marks else " ".join(since) or _nothing(session)
    css, sign = ("difference", "≠") if marks else ("difference note", "")
    return paragraph(text, css, strong=mark_here(session, names=names), sign=sign)


def jumps(session: ComparisonSession) -> Node:
    """Return the buttons that go to the first differences; None if there are none."""
    there = [kind for kind in KINDS if first_steps(session, kind)]
    buttons = (button(words(f"comparison.to_{kind}"), "jump", kind, css="quiet") for kind in there)
    return row(*buttons, css="jumps") if there else None


def _nothing(session: ComparisonSession) -> str:
    if session.comparison.marks:
        return words("comparison.not_yet")
    return " ".join(words(f"compare.same_{kind}") for kind in KINDS if kind != "winner")


def rules(session: ComparisonSession) -> Nodes:
    """Return the rules that differ, each with its clauses, and the first differences that follow from them."""
    comparison = session.comparison
    cards = [_card(session, number) for number in range(1, len(session.heads))]
    if not comparison.parts:
        return [paragraph(words("comparison.no_axes"), "note"), *cards]
    rows = [(f"{part.name} ({', '.join(part.axes)})", *part.cells) for part in comparison.parts]
    table = table_of_results(words("compare.parts"), [words("compare.part"), *comparison.names], rows)
    return [html(table, key="rules", is_lasting=True), *cards]


def _card(session: ComparisonSession, number: int) -> Node:
    """Return where a line differs first and why, and what had to be done to compare it at all."""
    comparison = session.comparison
    marks = (comparison.points_mark(number), comparison.play_mark(number), comparison.winner_mark(number))
    texts = [box(row(button(words(f"compare.{mark.kind}_mark", step=mark.step), "go", mark.step, css="quiet")),
                 paragraph(mark.text)) if mark else paragraph(words(f"compare.same_{kind}"))
             for kind, mark in zip(KINDS, marks, strict=True) if mark or kind != "winner"]
    against = words("comparison.against", line=comparison.names[number], first=comparison.names[0])
    return box(heading(against), bullets([*texts, paragraph(comparison.lines[number].remark)]), key=f"line-{number}")


def endings(session: ComparisonSession) -> Nodes:
    """Return how each line ends, one column for each ruleset; before the last step, only a button that goes there."""
    if session.step < session.end:
        return [paragraph(words("comparison.ends_later"), "note"), row(button(words("comparison.to_end"), "last"))]
    comparison = session.comparison
    rows = [(what, *cells) for what, cells in comparison.endings]
    table = table_of_results(words("compare.endings"), [words("compare.ending"), *comparison.names], rows)
    return [html(table, key="endings", is_lasting=True)]


# --- many deals -------------------------------------------------------------------------------------------------------

class ManyDealsPanel(Panel):
    """The differences of many deals for one line against the first, and the deal where it was largest."""

    view: VariantComparison

    def __init__(self, view: VariantComparison) -> None:
        super().__init__(view)
        self.line = 1

    @property
    def here(self) -> ComparisonSession:
        """The place in the comparison."""
        return self.view.here

    def nodes(self) -> Nodes:
        """Return the bars; nothing if only one deal was asked for."""
        session = self.here
        if session.many is None:
            return []
        names, done, hands = session.comparison.names, len(session.many), session.hands
        how = words("comparison.bars_how", line=names[self.line]) if done == hands else words(
            "comparison.so_far", done=done, hands=hands)
        how = f"{how} {session.many.winner_sentence(self.line)}".strip()
        lines = [button(name, "line", number, pressed=number == self.line)
                 for number, name in enumerate(names) if number]
        return [heading(words("comparison.bars", line=names[self.line], first=names[0], deals=hands)),
                {"is": "columns", "bars": self._bars()}, paragraph(how, "note"),
                row(*(lines if len(lines) > 1 else ()),
                    button(words("comparison.open_largest"), "largest", off=not done))]

    def _bars(self) -> list[dict[str, object]]:
        assert self.here.many is not None
        bars, now = self.here.many.bars(self.line), self.here.comparison.shuffle
        most = max((bar.deals for bar in bars), default=1) or 1
        return [_bar(bar, most, is_now=now is not None and now.hand == bar.hand) for bar in bars]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that open a deal and choose the line."""
        return {"deal": takes(whole(0, lambda: self._deal_count - 1), self.open_deal),
                "line": sets(self, "line", whole(1, lambda: len(self.here.comparison.names) - 1)),
                "largest": press(self.open_largest)}

    @property
    def _deal_count(self) -> int:
        """The number of deals that are counted so far."""
        return 0 if self.here.many is None else len(self.here.many)

    def open_largest(self) -> None:
        """Open the deal in which the chosen line differed most from the first."""
        if self.here.many is not None and self._deal_count:
            self.open_deal(self.here.many.largest(self.line).hand)

    def open_deal(self, hand: int) -> None:
        """Open deal number `hand` in place."""
        assert self.here.many is not None
        self.here.open(self.here.many.open(hand))


def _bar(bar: DifferenceBar, most: int, *, is_now: bool) -> dict[str, object]:
    between = words("comparison.between", low=_sign(bar.low), high=_sign(bar.high)) if bar.low != bar.high else (
        _sign(bar.low))
    node: Json = {"label": between, "height": round(bar.deals / most, 2)}
    if not bar.deals:
        return node
    name = words("comparison.bar", between=between, count=bar.deals, hand=bar.hand + 1)
    now = {"css": "scored", "expanded": True} if is_now else {}
    return {**node, **now, "text": str(bar.deals), "do": "deal", "value": bar.hand, "name": name}


def _sign(number: int) -> str:
    """Return a number with a minus that no line is broken after."""
    return str(number).replace("-", "\N{MINUS SIGN}")
