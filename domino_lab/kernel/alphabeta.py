"""Alpha-beta search: the best play of a line with all tiles known, with a table of positions.

It asks again and again if a hand is worth so much or more (MTD(f), Plaat and others, 1996): such a question has a fast
answer, and the table keeps what each answer has found.

Plain or compiled, like chain_games.py. It has a stack of its own because numba cannot keep the machine code of a
function that calls itself.

Tiles are numbered by weight, the heaviest first, so that heavy tiles are tried first. `rules` is the array that
`solver.py` makes of a ruleset and a deal; `stack` has a frame for each move; `table` has bounds of known positions.
Values are the worth of the hand to seat 0.
"""

from importlib import import_module

from domino_lab.kernel.places import Places
from domino_lab.rules.axes import NO_LIMIT

k = import_module(__name__.replace("alphabeta", "chain_games"))
jit, entry, lowest = k.jit_apart, k.entry, k.lowest

# --- rules: single numbers, a place for each axis and the numbers of its values, then tables -----------------------

SIZE, STOCK_SIZE, WIDTH, *_ = range(64)
axis = Places(WIDTH + 1)
DRAWING, NEVER, _, OPTIONAL = axis("draw_when", "never", "unable", "optional")
RESERVE = axis.of_number("reserve")
DRAW_MAX = axis.of_number("draw_max", until_playable=NO_LIMIT)
BLOCK, _, DEAD_LAYOUT = axis("block", "all-stuck", "dead-layout")
TIE, _, LIGHTEST, BLOCKER_WINS = axis("tie", "none", "lightest-tile", "blocker")
HALVES, WEIGHT, STOCK, LIGHT, LOW, LEFT, *_ = range(axis.end, 10_000, 64)
# HALVES by tile: the sum of its halves. STOCK: its tiles. LIGHT: masks of equally light tiles, the lightest first.
FITS = LEFT + 65  # LEFT by tiles drawn: the weight of those that can still be drawn. FITS by value
OUT_AWARD = FITS + k.MOST_VALUES  # by the other's weight; then, by both weights, the award of a block
# After both, by the weight that the other holds or can draw: the most that the hand can be worth.

# --- frames of the stack ------------------------------------------------------------------------------------------

(HELD, HELD_1, END, END_1, TURN, PLACE, DRAWN, BLOCKER, BEST, MOVE, CURRENT, HINT, REST, REST_1, STAGE, FRAME,
 *_) = range(64)
MOST_FRAMES = 256
AT_HINT, AT_FIRST_END, AT_SECOND_END, DRAW_OR_PASS, DONE = range(-1, 4)  # STAGE
PASS, DRAW = -1, -2  # MOVE, beside 2 * tile + end

# --- the table: a position in three words, its least and its most worth, and the move to try first ------------------

ENTRY = 6
ENDLESS = 1 << 40
OPEN = 1 << 41
"""The value of a hand that goes on."""


@jit
def weight_of(rules, mask):
    """Return the total weight of the tiles of a mask."""
    total = 0
    while mask:
        total += rules[WEIGHT + lowest(mask)]
        mask &= mask - 1
    return total


@jit
def lighter(rules, mask, other):
    """Return 1 if `mask`, compared tile by tile from the lightest, is lighter than `other`, -1 if heavier, else 0."""
    for place in range(rules[SIZE]):
        alike = rules[LIGHT + place]
        mine, theirs = mask & alike, other & alike
        while mine and theirs:
            mine, theirs = mine & (mine - 1), theirs & (theirs - 1)
        mask, other = mask & ~alike, other & ~alike
        if mine:
            return 1 if theirs or other else 0
        if theirs:
            return -1 if mask else 0
    return 0


@jit
def blocked_value(rules, mask, other, blocker):
    """Return the worth of a blocked hand to seat 0, which holds `mask`."""
    mine, theirs, sign = weight_of(rules, mask), weight_of(rules, other), 0
    if mine != theirs:
        sign = 1 if mine < theirs else -1
    elif rules[TIE] == LIGHTEST:
        sign = lighter(rules, mask, other)
    elif rules[TIE] == BLOCKER_WINS:
        sign = 1 - 2 * blocker
    least, most = min(mine, theirs), max(mine, theirs)
    return sign * rules[OUT_AWARD + rules[WIDTH] * (1 + least) + most]


@jit
def drawable(rules, place):
    """Return True if a tile can be drawn at all."""
    return rules[DRAWING] != NEVER and rules[STOCK_SIZE] - place > rules[RESERVE]


@jit
def value_at(rules, stack, at):
    """Return the worth of the hand if it is over, else OPEN."""
    held, other = stack[at + HELD], stack[at + HELD_1]
    if held == 0 or other == 0:
        weight = weight_of(rules, held | other)
        return rules[OUT_AWARD + weight] * (1 if held == 0 else -1)
    may = drawable(rules, stack[at + PLACE])
    if stack[at + END] < 0 or (may and rules[BLOCK] != DEAD_LAYOUT):
        return OPEN
    usable = held | other
    if may:
        for place in range(stack[at + PLACE], rules[STOCK_SIZE]):
            usable |= 1 << rules[STOCK + place]
    if usable & (rules[FITS + stack[at + END]] | rules[FITS + stack[at + END_1]]):
        return OPEN
    return blocked_value(rules, held, other, stack[at + BLOCKER])


@jit
def upper_bound(rules, stack, at, seat):
    """Return the most the hand can bring `seat`: as if the other drew everything and played no more."""
    weight = weight_of(rules, stack[at + HELD + 1 - seat]) + rules[LEFT + stack[at + PLACE]]
    return rules[OUT_AWARD + rules[WIDTH] * (1 + rules[WIDTH]) + weight]


@jit
def begin_frame(rules, stack, at, hint):
    """Prepare a frame: the tiles the seat can play, with move `hint` before the others."""
    held = stack[at + HELD + stack[at + TURN]]
    first, second = stack[at + END], stack[at + END_1]
    stack[at + REST] = held & rules[FITS + first] if first >= 0 else held
    stack[at + REST_1] = held & rules[FITS + second] if second != first else 0
    stack[at + BEST] = ENDLESS if stack[at + TURN] else -ENDLESS
    stack[at + MOVE], stack[at + STAGE], stack[at + HINT] = PASS, AT_FIRST_END, hint
    if hint >= 0 and (stack[at + REST + (hint & 1)] >> (hint >> 1)) & 1:
        stack[at + REST + (hint & 1)] ^= 1 << (hint >> 1)
        stack[at + STAGE] = AT_HINT


@jit
def next_move(rules, stack, at):
    """Make the next frame from this one by the next move; return False if there is none."""
    if stack[at + STAGE] == AT_HINT:
        stack[at + STAGE], stack[at + CURRENT] = AT_FIRST_END, stack[at + HINT]
        play(rules, stack, at, stack[at + HINT] >> 1, stack[at + HINT] & 1)
        return True
    for end in range(2):
        rest = stack[at + REST + end]
        if stack[at + STAGE] == end:
            if rest:
                stack[at + REST + end] = rest & (rest - 1)
                stack[at + CURRENT] = 2 * lowest(rest) + end
                play(rules, stack, at, lowest(rest), end)
                return True
            stack[at + STAGE] = end + 1
    if stack[at + STAGE] == DONE:
        return False
    stack[at + STAGE] = DONE
    return draw_or_pass(rules, stack, at)


@jit
def play(rules, stack, at, tile, end):
    """Make the next frame by playing a tile."""
    after, turn, value = at + FRAME, stack[at + TURN], stack[at + END + end]
    for field in range(TURN):
        stack[after + field] = stack[at + field]
    stack[after + HELD + turn] &= ~(1 << tile)
    if value < 0:
        stack[after + END] = rules[LOW + tile]
        stack[after + END_1] = rules[HALVES + tile] - rules[LOW + tile]
    else:
        stack[after + END + end] = rules[HALVES + tile] - value
        if stack[after + END] > stack[after + END_1]:
            stack[after + END], stack[after + END_1] = stack[after + END_1], stack[after + END]
    stack[after + TURN], stack[after + PLACE], stack[after + DRAWN] = 1 - turn, stack[at + PLACE], 0
    stack[after + BLOCKER] = turn


@jit
def draw_or_pass(rules, stack, at):
    """Make the next frame by a draw or a pass; return False if neither is allowed."""
    after, turn, place, drawn = at + FRAME, stack[at + TURN], stack[at + PLACE], stack[at + DRAWN]
    first = stack[at + END]
    fits = rules[FITS + first] | rules[FITS + stack[at + END_1]] if first >= 0 else -1
    able = stack[at + HELD + turn] & fits != 0
    draws = drawable(rules, place) and drawn < rules[DRAW_MAX] and (rules[DRAWING] == OPTIONAL or not able)
    if able and not draws:
        return False
    for field in range(TURN):
        stack[after + field] = stack[at + field]
    stack[after + TURN], stack[after + PLACE], stack[after + BLOCKER] = turn, place, stack[at + BLOCKER]
    stack[after + DRAWN] = 0
    if draws:
        stack[after + HELD + turn] |= 1 << rules[STOCK + place]
        stack[after + PLACE] = place + 1
        if rules[DRAW_MAX] < rules[SIZE]:
            stack[after + DRAWN] = drawn + 1
    else:
        stack[after + TURN] = 1 - turn
    stack[at + CURRENT] = DRAW if draws else PASS
    return True


@jit
def update_best(stack, at, value, asked):
    """Use the value of a move, which may answer the question asked of this frame."""
    if stack[at + TURN] == 0:
        if value > stack[at + BEST]:
            stack[at + BEST], stack[at + MOVE] = value, stack[at + CURRENT]
        if value >= asked:
            stack[at + STAGE] = DONE
    else:
        if value < stack[at + BEST]:
            stack[at + BEST], stack[at + MOVE] = value, stack[at + CURRENT]
        if value < asked:
            stack[at + STAGE] = DONE


@jit
def word_of(rules, stack, at):
    """Return all of a position but the two hands as one word."""
    word = (stack[at + END] + 1) * 32 + stack[at + END_1] + 1
    word = (word * 2 + stack[at + TURN]) * 64 + stack[at + PLACE]
    blocker = stack[at + BLOCKER] if rules[TIE] == BLOCKER_WINS else 0
    return (word * 64 + stack[at + DRAWN]) * 2 + blocker


@jit
def entry_of(stack, at, word, entries):
    """Return the place of a position in the table, which may hold another one."""
    mixed = (stack[at + HELD] * 40503 + stack[at + HELD_1] * 30011 + word * 7919) & ((1 << 62) - 1)
    mixed ^= mixed >> 17
    mixed ^= mixed >> 31
    return (mixed & (entries - 1)) * ENTRY


@jit
def find_entry(rules, stack, at, table):
    """Return the place of a position in the table, or -1 if it is not there."""
    word = word_of(rules, stack, at)
    entry = entry_of(stack, at, word, len(table) // ENTRY)
    if table[entry] != stack[at + HELD] or table[entry + 1] != stack[at + HELD_1] or table[entry + 2] != word:
        return -1
    return entry


@jit
def known_bound(rules, stack, at, table, entry, asked):
    """Return a bound that shows if a position is worth `asked` to seat 0, or OPEN if none is known."""
    least, most = -upper_bound(rules, stack, at, 1), upper_bound(rules, stack, at, 0)
    if entry >= 0:
        least, most = max(least, table[entry + 3]), min(most, table[entry + 4])
    if least >= asked:
        return least
    return most if most < asked else OPEN


@jit
def store(rules, stack, at, table, asked):
    """Store the result of a finished frame in the table."""
    word, best = word_of(rules, stack, at), stack[at + BEST]
    entry = entry_of(stack, at, word, len(table) // ENTRY)
    if find_entry(rules, stack, at, table) < 0:
        table[entry], table[entry + 1], table[entry + 2] = stack[at + HELD], stack[at + HELD_1], word
        table[entry + 3], table[entry + 4] = -ENDLESS, ENDLESS
    table[entry + 3 + (best < asked)] = best
    table[entry + 5] = stack[at + MOVE]


@entry
def search(rules, stack, table, most):
    """Return the worth of the first frame to seat 0, or OPEN if `most` moves are not enough."""
    least, top, guess = -ENDLESS, ENDLESS, 0
    while least < top and most > 0:
        asked = guess + 1 if guess == least else guess
        most = find_bound(rules, stack, table, asked, most)
        guess = stack[BEST]
        if guess < asked:
            top = guess
        else:
            least = guess
    return guess if most > 0 else OPEN


@jit
def find_bound(rules, stack, table, asked, most):
    """Find a bound, BEST of the first frame, that shows if it is worth `asked`; return the moves left to try."""
    at = 0
    begin_frame(rules, stack, 0, PASS)
    while most > 0:
        most -= 1
        if next_move(rules, stack, at):
            value, entry = value_at(rules, stack, at + FRAME), -1
            if value == OPEN:
                entry = find_entry(rules, stack, at + FRAME, table)
                value = known_bound(rules, stack, at + FRAME, table, entry, asked)
            if value == OPEN:
                at += FRAME
                begin_frame(rules, stack, at, table[entry + 5] if entry >= 0 else PASS)
            else:
                update_best(stack, at, value, asked)
            continue
        store(rules, stack, at, table, asked)
        if at == 0:
            return most
        at -= FRAME
        update_best(stack, at, stack[at + FRAME + BEST], asked)
    return 0
