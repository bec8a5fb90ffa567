"""The rule page of a ruleset in Markdown and HTML: the card, every statement with its sheet, and the variations.

The page of a game with spinners has a picture of one, because words explain it badly. The rules themselves play its
position, so it changes with the axes: which doubles spin, in what order the sides, tips and corners are used, whether
an arm needs a double, and how many tiles a later double takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.rulings import clause
from domino_lab.core.tiles import Tile
from domino_lab.picture.output import image
from domino_lab.picture.scene import table_scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Highlight, Tabletop
from domino_lab.rules.card import Card, card, title
from domino_lab.rules.rulebook import Rulebook
from domino_lab.rules.sheet import OPEN, SECTIONS, mark, matters
from domino_lab.rules.statement import Statement
from domino_lab.words import join_words, phrase, phrases
from domino_lab.words.escaping import as_markdown

_SIZE = 340, 250
"""The size of the picture in pixels, for a telephone of 360."""

_PLACES = 0, 2, 1, 3, 4, 5, 6, 7
"""The edges of a spinner in the order in which they are tried: a long side, a tip, the other ones, the corners."""


def rule_page(rules: Rulebook, *, illustrated: bool = False) -> str:
    """Return the page: the card, the names, every statement in reading order with its sheet, and the variations.

    An `illustrated` page has the picture of a spinner after the rules for playing tiles, as an image in HTML.
    """
    out = [f"# {as_markdown(title(rules))}", f"## {phrase('page.card.title')}", str(card(rules)),
           phrase("page.card.below"), *_names(rules)]
    for section in (*SECTIONS, "always"):
        kept = [statement for statement in rules.statements if statement.section == section]
        if kept:
            out += [f"## {_heading(rules, section)}", "\n".join(_bullets(kept))]
            picture = spinner_picture(rules) if illustrated and section == "laying" else ""
            out += [picture] if picture else []
    if rules.offers and rules.game is None:
        out += [f"## {phrase('page.variations')}", "\n".join(_offers(rules))]
    signs = {sign for statement in rules.statements if (sign := _sign(statement))}
    out += [phrase(f"page.notes.{key}", sign=sign) for key, sign in phrases("page")["signs"].items() if sign in signs]
    return "\n\n".join(out) + "\n"


def _heading(rules: Rulebook, section: str) -> str:
    alone = phrases("page")["alone"] if rules.solo is not None else {}
    return alone[section] if section in alone else phrase(f"page.{section}")


def _names(rules: Rulebook) -> list[str]:
    # An alias that contains the name, or is contained in it, is not another name: "The Block Game" and "Block Game".
    # Rules with a name of their own are not called what their game is.
    name = rules.name.casefold()
    names = [alias for alias in (() if rules.is_named else rules.aliases)
             if "_" not in alias and alias.casefold() not in name and name not in alias.casefold()]
    sheets = dict.fromkeys(phrase(f"sheets.{key}") for key in rules.sheets)
    key = "several" if len(sheets) > 1 else "collected" if rules.sheets == ("beyond",) else "one"
    origins = [phrase(f"page.from.{key}", sheets=join_words(sheets))] if sheets else []
    return ([phrase("page.also", names=as_markdown(join_words(names)))] if names else []) + origins


def _bullets(kept: Sequence[Statement]) -> Iterator[str]:
    """Yield a line for each clause; what the sheet says and what this package adds to it get lines of their own."""
    for _, group in groupby(kept, _citation):
        statements = list(group)
        text, sign = " ".join(each.text for each in statements), _sign(statements[-1])
        shown = as_markdown(text) + sign if sign else as_markdown(mark(statements[-1], text))
        clause_id, _, origin = _citation(statements[-1])
        yield (phrase("page.line", text=shown, clause=clause_id, origin=origin) if clause_id
               else phrase("page.line_plain", text=shown))


def _citation(statement: Statement) -> tuple[str, str, str]:
    """Return the clause, the mark, and where a reader may look it up: the sheet, even if it is silent."""
    if not statement.clause:
        return "", statement.mark, ""
    decided_here = statement.mark in (*OPEN, "departs")
    origin = phrase("page.this_lab") if decided_here else clause(statement.clause)._replace(silent=False).origin
    return _id(statement.clause), statement.mark, origin


def _sign(statement: Statement) -> str:
    """Return the sign of a statement that the sheet leaves open, which stands for a note at the foot of the page."""
    beyond = statement.mark == "silent" and clause(statement.clause).is_beyond
    return str(phrases("page")["signs"].get(f"{statement.mark}_beyond" if beyond else statement.mark, ""))


def _id(clause_id: str) -> str:
    return clause_id.partition(":")[0]


def _offers(rules: Rulebook) -> list[str]:
    lines = []
    home = rules.home or rules
    for offer in rules.offers:
        made = home.but(**offer.changes)
        own = set(offer.clauses.values())
        about = [statement for statement in made.statements if statement.clause in own]
        ids = dict.fromkeys(_id(name) for name in offer.clauses.values())
        beyond = all(clause(name).is_beyond for name in own) and rules.sheets != ("beyond",)
        key = "page.offer_beyond" if beyond else "page.offer"
        texts = [phrase("page.offer_ours", text=each.text) if each.mark in OPEN else mark(each, each.text)
                 for each in about]
        text, variation = as_markdown(" ".join(texts)), f"{rules.id}/{offer.key}"
        lines.append(phrase(key, id=variation, text=text, clause=join_words(ids)))
    return lines


# --- the picture of a spinner -----------------------------------------------------------------------------------------

def spinner_picture(rules: Rulebook) -> str:
    """Return the picture as an image in HTML with its alternative text; "" if no tile joins a spinner.

    >>> from domino_lab.catalogue import get
    >>> spinner_picture(get("block")), spinner_picture(get("all-fives"))[:36]
    ('', '<img alt="An example. 6 tiles on the')
    """
    if not _has_spinner(rules):
        return ""
    chain = spinner_position(rules)
    if len(chain.laid) == 1:
        return ""
    tabletop = Tabletop(chain, final=chain, usable=rules.open_ends(chain),
                        marks=tuple(_marks(rules, chain)), title=phrase("page.example"))
    return image(svg(table_scene(tabletop, _SIZE)))


def _has_spinner(rules: Rulebook) -> bool:
    """Return True if some double is a spinner by the axes, not by a reader's own policy."""
    return (matters(rules, "spinner") and rules["spinner"] != "none" and rules["doubles"]
            and not {"arms", "matching"} & rules.own.keys())


def spinner_position(rules: Rulebook) -> Chain:
    """Return a spinner, its arms, and a later double with the tiles that can join it.

    >>> from domino_lab.catalogue import get
    >>> len(spinner_position(get("all-fives")).laid)
    6
    """
    chain = _lay(rules, Chain(), _first(rules), None)
    while (longer := next(_longer(rules, chain), None)) is not None:
        chain = longer
    return chain


def _first(rules: Rulebook) -> Tile:
    """Return the double that leads by the rules, or one like that of the examples, the 5-5."""
    leads = rules["first_leader"]
    asked = leads["holder"] if isinstance(leads, Mapping) else rules["lead_tile"]
    asked = rules["first_tile"] if rules.dealing.set_out else asked
    by_name = {str(tile): tile for tile in rules.doubles}
    if leads in ("highest-double", "fastest-double", "hand-double") or asked == "hand-double":
        return rules.doubles[-1]
    joined = {str(double): double for double in rules.doubles
              if any(len(outs) == 1 and not tile.is_double for tile, outs in rules.fitting[double.high].items())}
    return by_name.get(asked) or joined.get("5-5") or ([*joined.values()] or rules.doubles)[-1]


def _longer(rules: Rulebook, chain: Chain) -> Iterator[Chain]:
    """Yield the chains with one tile more, the one that shows most first; none once there is enough to see."""
    begun = [laid for laid in chain.laid if laid.parent == 0]
    used = {laid.parent_edge for laid in begun}
    free = [OpenEnd(0, edge, chain.laid[0].tile.high) for edge in _PLACES if edge not in used]
    at_spinner = [longer for end in free for longer in _with(rules, chain, end, double=False)]
    is_star = rules.arms.sides > 4
    # A long side and a tip show what they are called; an order and corners show only when one arm alone is missing.
    needed = rules.arms.sides - 1 if is_star or rules.arms.goes_round else 2
    if len(used) < needed or not (used & {0, 1} and used & {2, 3}):
        yield from at_spinner
    arms = [end for end in sorted(chain.ends) if chain.laid[end.at] in begun]
    onward = [longer for end in arms if not _is_grown(chain) for longer in _with(rules, chain, end, double=False)]
    # A star is crowded: one arm that goes on, or as many arms as must come first, are enough.
    if is_star and rules["arm_doubles"] == "none":
        yield from () if _is_grown(chain) or not free else (*onward, *at_spinner)
        return
    # Elsewhere a double on an arm, then all the tiles that it takes (toes, or one), then one arm that goes on.
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


def _with(rules: Rulebook, chain: Chain, end: OpenEnd, *, double: bool) -> Iterator[Chain]:
    """Yield the chains with a tile more at an end, a new number first; no wild tile, which would need more words."""
    seen = {laid.tile[:2] for laid in chain.laid}
    shown = {value for laid in chain.laid for value in laid.tile[:2]}
    fitting = [tile for tile, outs in rules.fitting[end.value].items()
               if len(outs) == 1 and tile.is_double == double and tile[:2] not in seen and not tile.copy]
    for tile in sorted(fitting, key=lambda tile: (rules.fitting[end.value][tile][0] in shown, -tile.low, -tile.high)):
        if end in rules.places_for(chain, tile):
            yield _lay(rules, chain, tile, end)


def _lay(rules: Rulebook, chain: Chain, tile: Tile, end: OpenEnd | None) -> Chain:
    out = None if end is None else rules.fitting[end.value][tile][0]
    sides = rules.arms.sides_next(chain, rules.dealing.seat_counts[0])
    return chain.lay(tile, end, out, spins=rules.arms.spins(tile, chain), sides=sides)


def _marks(rules: Rulebook, chain: Chain) -> Iterator[Highlight]:
    """Yield what each place of the spinner is called, or its number where the rules go round the spinner."""
    begun = [laid for laid in chain.laid if laid.parent == 0]
    for number, laid in enumerate(begun, 1):
        yield Highlight(laid.number, str(number) if rules.arms.goes_round else _name(laid.parent_edge))
    for end in chain.ends:
        if end.at == 0:
            yield Highlight(end, str(len(begun) + 1) if rules.arms.goes_round else _name(end.edge))


def _name(edge: int) -> str:
    return phrase(f"page.{'side' if edge < 2 else 'tip' if edge < 4 else 'corner'}")


def page_html(rules: Rulebook, level: int = 3) -> str:
    """The rule page as HTML, whose title is a heading of that level.

    Text that other people wrote has already been made harmless in the page itself.

    >>> from domino_lab.catalogue import get
    >>> page_html(get("block"))[:24]
    '<h3>Block Game</h3><h4>P'
    """
    return _html(rule_page(rules, illustrated=True), level)


def card_html(card: Card, level: int = 1) -> str:
    """The card "Play now" alone as HTML, whose title is a heading of that level.

    >>> from domino_lab.catalogue import get
    >>> card_html(get("twelve-to-go").card())[:20]
    '<h1>Twelve To Go: Pl'
    """
    return _html(f"# {as_markdown(card.name)}\n\n{card}\n\n{phrase('page.card.note')}", level)


def _html(page: str, level: int) -> str:
    parts = [_block(block, level) for block in page.strip().split("\n\n")]
    return re.sub(r"\\([^\w\s])", r"\1", "".join(parts))


def _block(block: str, level: int) -> str:
    if block.startswith("# "):
        return f"<h{level}>{block[2:]}</h{level}>"
    if block.startswith("## "):
        return f"<h{level + 1}>{block[3:]}</h{level + 1}>"
    if block.startswith("- "):
        lines = (re.sub(r"^\*\*(.+?)\*\*", r"<b>\1</b>", item[2:]) for item in block.split("\n"))
        return "<ul>" + "".join(f"<li>{item}</li>" for item in lines) + "</ul>"
    return f"<p>{block}</p>"
