"""The patience solver: it finds out if a deal of a patience can be won by a player who sees all tiles.

Plain or compiled, like chain_games.py; the patience kernel deals the tiles. Each position is expanded once, and there
are never more of them than the budget: a deal that needs more is unknown, neither won nor lost. Knock-Out by pairs is
solved by intervals instead, and is always known.

A position is one number, its key. `book` has for each position its key and its place in the hash table; then the stack
of positions to expand, and the table.
"""

from importlib import import_module

p = import_module(__name__.replace("patience_solver", "patience_games"))
k = p.k
jit, entry, pointer, lowest, tile_count = k.jit_apart, k.entry, k.pointer, k.lowest, k.tile_count

UNKNOWN, LOST, WON = range(3)
MOST_TILES = 43
"""With more tiles, a key has no room for the heights of five columns, or for two ends and a place."""

MET, PENDING, BUDGET, FULL = range(4)  # single numbers at the start of the book
HEAD = 8
KEY, SLOT, STACK, TABLE = range(4)  # blocks of the book, as long as the budget, the last twice that
BLOCKS = 5
RESULT = 3  # for each deal: its result, the number of positions, and the fewest tiles that can be left (-1: unknown)


@jit
def open_book(book, budget):
    """Begin a book without positions."""
    book[MET] = book[PENDING] = book[FULL] = 0
    book[BUDGET] = budget


@jit
def close_book(book):
    """Forget the positions that were found."""
    budget = book[BUDGET]
    for node in range(book[MET]):
        book[HEAD + TABLE * budget + book[HEAD + SLOT * budget + node]] = 0


@jit
def add_position(book, key):
    """Put a new position on the stack, if there is room for it."""
    budget = book[BUDGET]
    table, size = HEAD + TABLE * budget, 2 * budget
    word = ((k.U64(key) * k.MIX_1) & k.ALL_64) >> k.BY_31
    slot = k.I64(word) & (size - 1)
    while book[table + slot]:
        if book[HEAD + book[table + slot] - 1] == key:
            return
        slot = (slot + 1) & (size - 1)
    node = book[MET]
    if node == budget:
        book[FULL] = 1
        return
    book[table + slot] = node + 1
    book[HEAD + node] = key
    book[HEAD + SLOT * budget + node] = slot
    book[HEAD + STACK * budget + book[PENDING]] = node
    book[MET] = node + 1
    book[PENDING] += 1


# --- Five Columns ---------------------------------------------------------------------------------------------------


@jit
def first_columns(rules):
    """Return the first key: the tiles that are left, and the height of each column without shifted tiles."""
    heights = 0
    for column in range(p.FIVE):
        heights |= rules[k.SIZE] // p.FIVE << (4 * column)
    return rules[k.EVERY_TILE] | heights << rules[k.SIZE]


@jit
def expand_columns(rules, now, book, key):
    """Add the positions after each shift and each pair, pairs on top of the stack; return the tiles left."""
    size, covered, filled, last = rules[k.SIZE], 0, 0, 0
    mask, heights = key & rules[k.EVERY_TILE], key >> size
    for column in range(p.FIVE):
        height = (heights >> (4 * column)) & 15
        if height:
            filled += 1
            last |= 1 << now[p.COLUMN + 16 * column + height - 1]
        for place in range(height - 1):
            covered |= 1 << now[p.COLUMN + 16 * column + place]
    free = mask & ~covered
    if filled + tile_count(free & ~last & ~now[p.RESERVE]) < p.FIVE:
        for column in range(p.FIVE):
            height = (heights >> (4 * column)) & 15
            if height > 1:
                add_position(book, mask | (heights - (1 << (4 * column))) << size)
    while free:
        tile = lowest(free)
        free &= free - 1
        rest, missing = free, rules[p.GOAL] - rules[k.WEIGHT + tile]
        while rest:
            other = lowest(rest)
            rest &= rest - 1
            if rules[k.WEIGHT + other] == missing:
                gone = (1 << tile) | (1 << other)
                add_position(book, (mask ^ gone) | lowered(now, heights, gone & last) << size)
    return tile_count(mask)


@jit
def lowered(now, heights, gone):
    """Return the heights of the columns after these last tiles are gone."""
    for column in range(p.FIVE):
        height = (heights >> (4 * column)) & 15
        if height and (gone >> now[p.COLUMN + 16 * column + height - 1]) & 1:
            heights -= 1 << (4 * column)
    return heights


# --- Knock-Out ------------------------------------------------------------------------------------------------------


@jit
def right_half(rules, now, place):
    """Return the half that lies on the right."""
    tile = now[k.ORDER + place]
    return rules[k.LOW + tile] + rules[k.HIGH + tile] - now[p.HALF + place]


@jit
def clear_intervals(rules, now, book):
    """Return the fewest tiles that pairs can leave; `book` gets, for each place, the ends of stretches that can go.

    A stretch that can go is a pair with nothing, or such a stretch, between its tiles, and perhaps another one after.
    """
    size = rules[k.SIZE]
    for first in range(size - 1, -1, -1):
        ends = 0
        for other in range(first + 1, size, 2):
            between = other == first + 1 or (book[HEAD + first + 1] >> (other - 1)) & 1
            if between and right_half(rules, now, first) == now[p.HALF + other]:
                ends |= 1 << other
                if other + 1 < size:
                    ends |= book[HEAD + other + 1]
        book[HEAD + first] = ends
    return fewest_left(book, size)


@jit
def fewest_left(book, size):
    """Return the fewest tiles left: from the right, a tile stays, or goes with all up to one of its ends."""
    least = HEAD + size
    book[least + size] = 0
    for first in range(size - 1, -1, -1):
        best, ends = 1 + book[least + first + 1], book[HEAD + first]
        while ends:
            best = min(best, book[least + lowest(ends) + 1])
            ends &= ends - 1
        book[least + first] = best
    return book[least]


@jit
def expand_runs(rules, now, book, mask):
    """Add the positions after each run is removed; a key has the places that are left."""
    rest, run = mask, 0
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        run |= 1 << place
        if rest and right_half(rules, now, place) == now[p.HALF + lowest(rest)]:
            continue
        if run & (run - 1):
            add_position(book, mask ^ run)
        run = 0
    return tile_count(mask)


# --- Bingo ----------------------------------------------------------------------------------------------------------


@jit
def expand_bingo(rules, now, book, key):
    """Count to the next tile that may go, and add what can follow; a key has places, place and number."""
    size, numbers = rules[k.SIZE], rules[p.GOAL] + 1
    mask, place, number = key & rules[k.EVERY_TILE], (key >> size) & 63, key >> (size + 6)
    if mask == 0:
        return 0
    for _ in range(numbers * tile_count(mask)):
        while (mask >> place) & 1 == 0:
            place = place + 1 if place + 1 < size else 0
        following = (place + 1 if place + 1 < size else 0) << size | (number + 1) % numbers << (size + 6)
        if rules[k.WEIGHT + now[k.ORDER + place]] == number:
            if rules[p.WAY] == p.OTHERWISE:
                add_position(book, mask | following)
            add_position(book, mask ^ (1 << place) | following)
            break
        place = place + 1 if place + 1 < size else 0
        number = number + 1 if number + 1 < numbers else 0
    return tile_count(mask)


# --- Domino Patience and Five's the Limit ---------------------------------------------------------------------------


@jit
def expand_line(rules, now, book, key):
    """Add the positions after each play, or after a draw; a key has the tiles played, the tiles dealt, and the ends.

    Return the number of tiles in the hand if the game is over, and more than all tiles if it goes on.
    """
    size, laid = rules[k.SIZE], key & rules[k.EVERY_TILE]
    place, ends = (key >> size) & 63, key >> (size + 6)
    held = p.tiles_dealt(now, place) & ~laid
    if held == 0:
        return 0
    if laid == 0:
        rest = held
        while rest:
            tile = lowest(rest)
            rest &= rest - 1
            ends = packed_ends(rules[k.LOW + tile], rules[k.HIGH + tile])
            add_position(book, laid | 1 << tile | place << size | ends << (size + 6))
        return size + 1
    met = play_at(rules, book, key, held, ends & 15, ends >> 4)
    if ends & 15 != ends >> 4:
        met += play_at(rules, book, key, held, ends >> 4, ends & 15)
    if met:
        return size + 1
    if place < size and tile_count(held) < rules[p.LIMIT]:
        add_position(book, laid | (place + 1) << size | ends << (size + 6))
        return size + 1
    return tile_count(held)


@jit
def play_at(rules, book, key, held, value, other):
    """Add the positions after each tile played at the end with this value; return how many tiles fit there."""
    size = rules[k.SIZE]
    laid, place, rest = key & rules[k.EVERY_TILE], (key >> size) & 63, held & rules[k.FITS + value]
    found = tile_count(rest)
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        for second in range(2 if (rules[k.FITS_TWICE + value] >> tile) & 1 else 1):
            out = k.outward(rules, value, tile, second)
            ends = packed_ends(out, other) << (size + 6)
            add_position(book, laid | 1 << tile | place << size | ends)
    return found


@jit
def packed_ends(one, other):
    """Return two ends as one number, the smaller value first, because a line reads the same from either side."""
    return one | other << 4 if one < other else other | one << 4


# --- many deals -----------------------------------------------------------------------------------------------------


@jit
def first_key(rules):
    """Return the key of the position after the deal."""
    game = rules[p.GAME]
    if game == p.COLUMNS:
        return first_columns(rules)
    return rules[k.EACH] << rules[k.SIZE] if game == p.LINE else rules[k.EVERY_TILE]


@jit
def expand(rules, now, book, key):
    """Add all positions that can follow one; return the number of tiles left in it."""
    game = rules[p.GAME]
    if game == p.COLUMNS:
        return expand_columns(rules, now, book, key)
    if game == p.LINE:
        return expand_line(rules, now, book, key)
    if game == p.BINGO:
        return expand_bingo(rules, now, book, key)
    return expand_runs(rules, now, book, key)


@jit
def search(rules, now, book, first):
    """Expand positions from the first one on until one is won; return the fewest tiles that were left."""
    least = 2 * rules[k.SIZE]
    add_position(book, first)
    while book[PENDING] and least:
        book[PENDING] -= 1
        node = book[HEAD + STACK * book[BUDGET] + book[PENDING]]
        least = min(least, expand(rules, now, book, book[HEAD + node]))
    return least


@jit
def solve_deal(rules, now, words, book, key, found, place):
    """Solve one deal: its result, the number of positions, and the fewest tiles that can be left."""
    game = rules[p.GAME]
    p.begin_game(rules, now, words, found, key)
    if game == p.COLUMNS:
        p.deal_columns(rules, now)
    elif game == p.KNOCK_OUT:
        p.turn_tiles(rules, now, words, key)
    if game == p.KNOCK_OUT and rules[p.WAY] == p.AS_THE_SHEET:
        least = clear_intervals(rules, now, book)
    elif game == p.TWELVE:
        p.play_twelve(rules, now, words, found, 0)
        least = now[p.LEFT]
    else:
        least = search(rules, now, book, first_key(rules))
    unknown = book[FULL] and least
    found[place] = UNKNOWN if unknown else LOST if least else WON
    found[place + 1] = book[MET]
    found[place + 2] = -1 if unknown else least


@entry
def solve(rules, seed_key, first, hands, budget, found):
    """Solve `hands` deals from number `first` on, with so many positions each, a power of two."""
    now, words = k.new_numbers(p.NOW_SIZE), k.new_words(k.WORDS_SIZE)
    book = k.new_numbers(HEAD + BLOCKS * budget)
    for deal in range(hands):
        open_book(pointer(book), budget)
        key = k.hand_key(seed_key, first + deal)
        solve_deal(pointer(rules), pointer(now), pointer(words), pointer(book), key, pointer(found), RESULT * deal)
        close_book(pointer(book))
    k.keep_alive(now, words)
    return book[BUDGET]  # Used once more, so that the array outlives its address.
