"""The picture of a rule page: a spinner, and the tiles that join it by the rules, for what words say badly.

The position is played by the rules themselves, so it changes with the axes: which doubles spin, in what order the
sides, tips and corners are used, whether an arm needs a double, and how many tiles a later double takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domino_lab.chain import Chain, OpenEnd
from domino_lab.picture.output import image
from domino_lab.picture.scene import table_scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Highlight, Tabletop
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import matters
from domino_lab.tiles import Tile
from domino_lab.words import phrase

_SIZE = 340, 250
"""The size in pixels, for a telephone of 360."""

_PLACES = 0, 2, 1, 3, 4, 5, 6, 7
"""The edges of a spinner in the order in which they are tried: a long side, a tip, the other ones, the corners."""


def has_spinner_picture(rules: Ruleset) -> bool:
    """Return True if some double is a spinner by the axes, not by a reader's own policy."""
    return (matters(rules, "spinner") and rules["spinner"] != "none" and rules["doubles"]
            and not {"arms", "matching"} & rules.own.keys())


def spinner_picture(rules: Ruleset) -> str:
    """Return the picture as an image in HTML with its alternative text; "" where no tile joins a spinner.

    >>> from domino_lab.catalogue import get
    >>> spinner_picture(get("block")), spinner_picture(get("all-fives"))[:36]
    ('', '<img alt="An example. 6 tiles on the')
    """
    if not has_spinner_picture(rules):
        return ""
    chain = position(rules)
    if len(chain.laid) == 1:
        return ""
    tabletop = Tabletop(chain, final=chain, usable=rules.open_ends(chain),
                        marks=tuple(_marks(rules, chain)), title=phrase("page.example"))
    return image(svg(table_scene(tabletop, _SIZE, whole=True)))


def position(rules: Ruleset) -> Chain:
    """Return a spinner, its arms, and a later double with the tiles that can join it."""
    chain = _laid(rules, Chain(), _first(rules), None)
    while (longer := next(_longer(rules, chain), None)) is not None:
        chain = longer
    return chain


def _first(rules: Ruleset) -> Tile:
    """Return the double that leads by the rules, or one like that of the examples, the 5-5."""
    leads = rules["first_leader"]
    asked = leads["holder"] if isinstance(leads, Mapping) else rules["lead_tile"]
    by_name = {str(tile): tile for tile in rules.doubles}
    if leads in ("highest-double", "fastest-double", "hand-double"):
        return rules.doubles[-1]
    joined = {str(double): double for double in rules.doubles
              if any(len(outs) == 1 and not tile.is_double for tile, outs in rules.fitting[double.high].items())}
    return by_name.get(asked) or joined.get("5-5") or ([*joined.values()] or rules.doubles)[-1]


def _longer(rules: Ruleset, chain: Chain) -> Iterator[Chain]:
    """Yield the chains with one tile more, the one that shows most first; none once there is enough to see."""
    begun = [laid for laid in chain.laid if laid.parent == 0]
    used = {laid.parent_edge for laid in begun}
    free = [OpenEnd(0, edge, chain.laid[0].tile.high) for edge in _PLACES if edge not in used]
    at_spinner = [longer for end in free for longer in _with(rules, chain, end, double=False)]
    is_star = rules.arms.sides > 4
    needed = rules.arms.sides - 1 if is_star or rules.arms.goes_round else 2
    if len(used) < needed or not (used & {0, 1} and used & {2, 3}):
        yield from at_spinner
    arms = [end for end in sorted(chain.ends) if chain.laid[end.at] in begun]
    onward = [longer for end in arms if not _is_grown(chain) for longer in _with(rules, chain, end, double=False)]
    if is_star and rules["arm_doubles"] == "none":
        yield from () if _is_grown(chain) or not free else (*onward, *at_spinner)
        return
    doubles = [laid.number for laid in chain.laid[1:] if laid.tile.is_double]
    grown = [number for number in doubles if any(chain.children(number))]
    ends = [end for end in sorted(chain.ends) if end.at in (grown or doubles)]
    yield from (longer for end in ends for longer in _with(rules, chain, end, double=False))
    if grown:
        yield from onward
        return
    on_arms = [longer for end in arms for longer in _with(rules, chain, end, double=True)]
    yield from (*(() if doubles else on_arms), *at_spinner, *on_arms)


def _is_grown(chain: Chain) -> bool:
    """Return True if a single has joined a single."""
    return any(not (laid.tile.is_double or chain.laid[laid.parent].tile.is_double) for laid in chain.laid[1:])


def _with(rules: Ruleset, chain: Chain, end: OpenEnd, *, double: bool) -> Iterator[Chain]:
    """Yield the chains with a tile more at an end, a new number first; no wild tile, which would need more words."""
    seen = {laid.tile[:2] for laid in chain.laid}
    shown = {value for laid in chain.laid for value in laid.tile[:2]}
    fitting = [tile for tile, outs in rules.fitting[end.value].items()
               if len(outs) == 1 and tile.is_double == double and tile[:2] not in seen and not tile.copy]
    for tile in sorted(fitting, key=lambda tile: (rules.fitting[end.value][tile][0] in shown, -tile.low, -tile.high)):
        if end in rules.places_for(chain, tile):
            yield _laid(rules, chain, tile, end)


def _laid(rules: Ruleset, chain: Chain, tile: Tile, end: OpenEnd | None) -> Chain:
    out = None if end is None else rules.fitting[end.value][tile][0]
    return chain.lay(tile, end, out, spins=rules.arms.spins(tile, chain), sides=rules.arms.sides)


def _marks(rules: Ruleset, chain: Chain) -> Iterator[Highlight]:
    """Yield what each place of the spinner is called, or its number where the rules go round the spinner."""
    begun = [laid for laid in chain.laid if laid.parent == 0]
    for number, laid in enumerate(begun, 1):
        yield Highlight(laid.number, str(number) if rules.arms.goes_round else _name(laid.parent_edge))
    for end in chain.ends:
        if end.at == 0:
            yield Highlight(end, str(len(begun) + 1) if rules.arms.goes_round else _name(end.edge))


def _name(edge: int) -> str:
    return phrase(f"page.{'side' if edge < 2 else 'tip' if edge < 4 else 'corner'}")
