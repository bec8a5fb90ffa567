"""The patience kernel: it only counts hands of the six games for one player, in the manner of chain_games.py.

It uses the random numbers of that kernel, and its places for the counts; `engines.py` loads both, plain and compiled.
`solitaire/` is its specification, and the digest tests compare the two hand by hand.

Actions have the order of `Alone.legal`. The random player picks one of them; all others do the first, except when they
play a tile in a line.
"""

from importlib import import_module

k = import_module(__name__.replace("patience_games", "chain_games"))
jit, entry, pointer, lowest, tile_count = k.jit_apart, k.entry, k.pointer, k.lowest, k.tile_count

# --- rules: those of chain_games.py, and these in place of its points ------------------------------------------------

GAME, GOAL, WAY, LIMIT = (k.POINTS + place for place in range(4))
RULES_SIZE = k.POINTS + 4

BINGO, LINE, COLUMNS, KNOCK_OUT, TWELVE = range(5)  # GAME
AS_THE_SHEET, OTHERWISE = range(2)  # WAY: Bingo with a choice, Knock-Out by whole runs
FIVE, PILES = 5, 9  # columns; a tile of the reserve is a pile of its own after them

# --- now: the current hand ------------------------------------------------------------------------------------------

LEFT, CHOICES, HEIGHT = k.NOW_SIZE, k.NOW_SIZE + 1, k.NOW_SIZE + 2
HALF = k.NOW_SIZE + 16  # the left half of each tile in a row
COLUMN = HALF + 64  # 16 places for each pile, top first
NOW_SIZE = COLUMN + 16 * PILES

SAY, REMOVE, SHIFT = range(5, 8)  # actions, beside those of chain_games.py


@jit
def begin_game(rules, now, words, policies, key):
    """Clear the last game, and shuffle all tiles."""
    k.copy(rules, k.ZEROS, now, k.TURN, k.CLEARED)
    now[k.WINNER] = -1
    now[CHOICES] = 0
    if policies[0] == k.RANDOM:
        words[k.CHOICE_KEY] = k.stream_key(key, k.CHOICES)
    k.reset_order(rules, now, words, key, k.DEALS)
    k.shuffle_to(rules, now, words, rules[k.SIZE])


@jit
def end_game(now, left):
    """End the game, won if no tile is left."""
    now[LEFT] = left
    now[k.OVER] = k.LOST if left else k.SOLVED
    if left == 0:
        now[k.WINNER] = 0


@jit
def pick_action(now, words, policies, among):
    """Return the number of the action to do, of so many."""
    if among < 2:
        return 0
    now[CHOICES] += 1
    return k.pick(now, words, 0, among) if policies[0] == k.RANDOM else 0


@jit
def record(now, tracing, action, tile, at, out):
    """Count an action that is not a draw, and add it to the trace."""
    now[k.PLAYS] += 1
    if tracing:
        k.trace(now, 0, action, tile, at, 0, out)


@jit
def tiles_dealt(now, size):
    """Return the first tiles of the order as a mask."""
    tiles = 0
    for place in range(size):
        tiles |= 1 << now[k.ORDER + place]
    return tiles


# --- Bingo ----------------------------------------------------------------------------------------------------------


@jit
def play_bingo(rules, now, words, policies, tracing):
    """Count over the row, again and again, until a pass begins as an earlier one over the same tiles did."""
    left, number, began = rules[k.SIZE], 0, 1
    while left:
        kept = pass_over_row(rules, now, words, policies, left, number, tracing)
        number = (number + left) % (rules[GOAL] + 1)
        if kept < left:
            began = 1 << number
        elif (began >> number) & 1:
            break
        else:
            began |= 1 << number
        left = kept
    end_game(now, left)


@jit
def pass_over_row(rules, now, words, policies, left, number, tracing):
    """Count once over the row; return the number of tiles that stay."""
    kept, highest = 0, rules[GOAL]
    for place in range(left):
        tile, action = now[k.ORDER + place], SAY
        goes = 1 if rules[k.WEIGHT + tile] == number else 0
        if goes and rules[WAY] == OTHERWISE:
            goes = 1 - pick_action(now, words, policies, 2)
            action = REMOVE if goes else SAY
        record(now, tracing, action, tile, number, goes)
        number = 0 if number == highest else number + 1
        if goes == 0:
            now[k.ORDER + kept] = tile
            kept += 1
    return kept


# --- Domino Patience and Five's the Limit ---------------------------------------------------------------------------


@jit
def play_line(rules, now, words, policies, tracing):
    """Play one line from a hand, and draw if nothing fits and the hand is not full."""
    size, place = rules[k.SIZE], rules[k.EACH]
    held, fitting = tiles_dealt(now, place), rules[k.EVERY_TILE]
    now[k.ENDS] = 2
    while held:
        able = held & fitting
        if able:
            tile = play_one(rules, now, words, policies[0], held, able, tracing)
            held ^= 1 << tile
            fitting = now[k.E_FITS] | now[k.E_FITS + 1]
        elif place < size and tile_count(held) < rules[LIMIT]:
            tile = now[k.ORDER + place]
            place += 1
            held |= 1 << tile
            now[k.DRAWS] += 1
            if tracing:
                k.trace(now, 0, k.DRAW, tile, -1, 0, -1)
        else:
            break
    end_game(now, tile_count(held))


@jit
def play_one(rules, now, words, policy, held, able, tracing):
    """Play the tile that the policy chooses."""
    if ways_to_play(rules, now, able) > 1:
        now[CHOICES] += 1
    if policy == k.RANDOM:
        tile, end, out = k.at_random(rules, now, words, 0, able, 0)
    elif policy == k.GREEDY:
        tile, end, out = first_play(rules, now, able)
    else:
        tile, end, out = k.by_tile(rules, now, held, policy, able, 0)
    if tracing:
        at, edge = (now[k.E_AT + end], now[k.E_EDGE + end]) if end >= 0 else (-1, 0)
        k.trace(now, 0, k.PLAY, tile, at, edge, out)
    add_tile(rules, now, tile, end, out)
    return tile


@jit
def ways_to_play(rules, now, able):
    """Return the number of ways to play the tiles that fit."""
    if now[k.PLAYED] == 0:
        return tile_count(able)
    ways = 0
    for end in range(2):
        ways += tile_count(able & now[k.E_FITS + end]) + tile_count(k.turnable(rules, now, able, end))
    return ways


@jit
def first_play(rules, now, able):
    """Return the first play, because none of them scores."""
    tile = lowest(able)
    if now[k.PLAYED] == 0:
        return tile, -1, -1
    end = 0 if (now[k.E_FITS] >> tile) & 1 else 1
    return tile, end, k.outward(rules, now[k.E_VALUE + end], tile, 0)


@jit
def add_tile(rules, now, tile, end, out):
    """Add a tile to the line; keep its two ends, the older one first."""
    number, low = now[k.PLAYED], rules[k.LOW + tile]
    now[k.PLAYED] += 1
    now[k.PLAYS] += 1
    if number == 0:
        set_end(rules, now, 0, 0, 0, low)
        set_end(rules, now, 1, 0, 1, rules[k.HIGH + tile])
        return
    if end == 0:
        set_end(rules, now, 0, now[k.E_AT + 1], now[k.E_EDGE + 1], now[k.E_VALUE + 1])
    set_end(rules, now, 1, number, 0 if out == low and low != rules[k.HIGH + tile] else 1, out)


@jit
def set_end(rules, now, end, at, edge, value):
    """Set one end of the line, and what fits it."""
    now[k.E_AT + end] = at
    now[k.E_EDGE + end] = edge
    now[k.E_VALUE + end] = value
    now[k.E_FITS + end] = rules[k.FITS + value]


# --- Twelve To Go and Five Columns ----------------------------------------------------------------------------------


@jit
def pairs(rules, free, nth):
    """Return pair number `nth` of the free tiles, in ascending order, and the number of pairs."""
    first, other, count = -1, -1, 0
    while free:
        tile = lowest(free)
        free &= free - 1
        rest, missing = free, rules[GOAL] - rules[k.WEIGHT + tile]
        while rest:
            second = lowest(rest)
            rest &= rest - 1
            if rules[k.WEIGHT + second] == missing:
                if count == nth:
                    first, other = tile, second
                count += 1
    return first, other, count


@jit
def play_twelve(rules, now, words, policies, tracing):
    """Remove pairs of the tiles that lie face up, and replace them."""
    size, place = rules[k.SIZE], rules[k.EACH]
    row = tiles_dealt(now, place)
    while row:
        first, other, count = pairs(rules, row, 0)
        if count == 0:
            break
        nth = pick_action(now, words, policies, count)
        if nth:
            first, other, count = pairs(rules, row, nth)
        record(now, tracing, REMOVE, first, other, -1)
        row ^= (1 << first) | (1 << other)
        for _ in range(2):
            if place < size:
                row |= 1 << now[k.ORDER + place]
                place += 1
    end_game(now, tile_count(row) + size - place)


@jit
def deal_columns(rules, now):
    """Deal the reserve first, then column after column."""
    size = rules[k.SIZE]
    deep, spare = size // FIVE, size % FIVE
    for pile in range(FIVE):
        now[HEIGHT + pile] = deep
        k.copy(now, k.ORDER + spare + pile * deep, now, COLUMN + 16 * pile, deep)
    for place in range(PILES - FIVE):
        now[HEIGHT + FIVE + place] = 1 if place < spare else 0
        now[COLUMN + 16 * (FIVE + place)] = now[k.ORDER + place]


@jit
def tile_at(now, pile, depth):
    """Return the tile that lies `depth` tiles deep in a pile: 0 is the free one."""
    return now[COLUMN + 16 * pile + now[HEIGHT + pile] - 1 - depth]


@jit
def tops(now, least):
    """Return the free tiles of the piles with at least so many tiles, as a mask."""
    tiles = 0
    for pile in range(PILES):
        if now[HEIGHT + pile] >= least:
            tiles |= 1 << tile_at(now, pile, 0)
    return tiles


@jit
def play_columns(rules, now, words, policies, tracing):
    """Remove pairs from the columns and the reserve, or move a last tile to an empty column."""
    deal_columns(rules, now)
    left = rules[k.SIZE]
    while left:
        empty = 0
        for column in range(FIVE):
            empty += now[HEIGHT + column] == 0
        free, movable = tops(now, 1), tops(now, 2)
        first, other, count = pairs(rules, free, 0)
        if count == 0 and hopeless(rules, now, empty):
            break
        nth = pick_action(now, words, policies, count + tile_count(movable) * empty)
        if nth >= count:
            nth -= count
            shift(now, tracing, k.nth_tile(movable, nth // empty), nth % empty)
            continue
        if nth:
            first, other, count = pairs(rules, free, nth)
        record(now, tracing, REMOVE, first, other, -1)
        take_away(now, (1 << first) | (1 << other))
        left -= 2
    end_game(now, left)


@jit
def take_away(now, gone):
    """Remove free tiles."""
    for pile in range(PILES):
        if now[HEIGHT + pile] and (gone >> tile_at(now, pile, 0)) & 1:
            now[HEIGHT + pile] -= 1


@jit
def shift(now, tracing, tile, nth):
    """Move the last tile of a column to empty column number `nth`."""
    to, seen = -1, 0
    for column in range(FIVE):
        if now[HEIGHT + column] == 0:
            if seen == nth:
                to = column
            seen += 1
    record(now, tracing, SHIFT, tile, to, -1)
    take_away(now, 1 << tile)
    now[COLUMN + 16 * to] = tile
    now[HEIGHT + to] = 1


@jit
def hopeless(rules, now, shifts):
    """Return 1 if no pair can be removed, now or after this many shifts, else 0.

    Each shift fills an empty column. A tile under d others needs d shifts; of two in one column the deeper one counts.
    """
    for pile in range(PILES):
        for depth in range(min(now[HEIGHT + pile], shifts + 1)):
            missing = rules[GOAL] - rules[k.WEIGHT + tile_at(now, pile, depth)]
            for other in range(pile):
                if lies_in(rules, now, other, 0, shifts - depth, missing):
                    return 0
            if lies_in(rules, now, pile, depth + 1, shifts, missing):
                return 0
    return 1


@jit
def lies_in(rules, now, pile, least, most, weight):
    """Return 1 if a tile of this weight lies in the pile, from `least` to `most` tiles deep, else 0."""
    for depth in range(least, min(now[HEIGHT + pile], most + 1)):
        if rules[k.WEIGHT + tile_at(now, pile, depth)] == weight:
            return 1
    return 0


# --- Knock-Out ------------------------------------------------------------------------------------------------------


@jit
def turn_tiles(rules, now, words, key):
    """Turn each tile at random: the half that lies on the left."""
    words[k.CHOICE_KEY + 1] = k.stream_key(key, k.LOTS)
    for place in range(rules[k.SIZE]):
        side = k.LOW if k.pick(now, words, 1, 2) == 0 else k.HIGH
        now[HALF + place] = rules[side + now[k.ORDER + place]]


@jit
def touches(rules, now, place):
    """Return True if a tile touches the next one with an equal half."""
    tile = now[k.ORDER + place]
    return rules[k.LOW + tile] + rules[k.HIGH + tile] - now[HALF + place] == now[HALF + place + 1]


@jit
def find_run(rules, now, left, nth):
    """Return run number `nth` that can be removed (first place, place after the last), and the number of runs."""
    first, after, count, begun = -1, -1, 0, 0
    for place in range(left - 1):
        if not touches(rules, now, place):
            begun = place + 1
        elif rules[WAY] == AS_THE_SHEET or place == left - 2 or not touches(rules, now, place + 1):
            if count == nth:
                first, after = place if rules[WAY] == AS_THE_SHEET else begun, place + 2
            count += 1
    return first, after, count


@jit
def play_knock_out(rules, now, words, policies, tracing):
    """Remove neighbours that touch with equal halves, and close the gaps."""
    left = rules[k.SIZE]
    while left:
        first, after, count = find_run(rules, now, left, 0)
        if count == 0:
            break
        nth = pick_action(now, words, policies, count)
        if nth:
            first, after, count = find_run(rules, now, left, nth)
        record(now, tracing, REMOVE, now[k.ORDER + first], now[k.ORDER + after - 1], after - first)
        for place in range(after, left):
            now[k.ORDER + place + first - after] = now[k.ORDER + place]
            now[HALF + place + first - after] = now[HALF + place]
        left -= after - first
    end_game(now, left)


# --- many hands -----------------------------------------------------------------------------------------------------


@jit
def play_hand(rules, now, words, policies, key, tracing):
    """Play a whole game."""
    begin_game(rules, now, words, policies, key)
    game = rules[GAME]
    if game == BINGO:
        play_bingo(rules, now, words, policies, tracing)
    elif game == LINE:
        play_line(rules, now, words, policies, tracing)
    elif game == COLUMNS:
        play_columns(rules, now, words, policies, tracing)
    elif game == TWELVE:
        play_twelve(rules, now, words, policies, tracing)
    else:
        turn_tiles(rules, now, words, key)
        play_knock_out(rules, now, words, policies, tracing)


@jit
def write_hand(now, book, used):
    """Write a game into the book from `used` on; return where it ends."""
    traced = min(now[k.TRACED], k.MOST_TRACED)
    book[used] = traced
    book[used + 1] = now[k.WINNER]
    book[used + 2] = now[k.OVER]
    book[used + 3] = now[LEFT]
    book[used + 4] = now[CHOICES]
    book[used + 5] = now[k.PLAYS]
    book[used + 6] = now[k.DRAWS]
    k.copy(now, k.TRACE, book, used + WRITTEN, traced)
    return used + WRITTEN + traced


WRITTEN = 7


@entry
def run(rules, policies, seed_key, first, hands, sums, firsts):
    """Play `hands` games from number `first` on, and add them up."""
    now, words = k.new_numbers(NOW_SIZE), k.new_words(k.WORDS_SIZE)
    for hand in range(first, first + hands):
        play_hand(pointer(rules), pointer(now), pointer(words), pointer(policies), k.hand_key(seed_key, hand), 0)
        k.add_up(pointer(rules), pointer(now), pointer(sums), pointer(firsts), hand)
        k.add_to_bin(pointer(sums), pointer(firsts), k.TILES_LEFT, now[LEFT], hand)
    k.keep_alive(now, words)


@entry
def write_down(rules, policies, seed_key, first, hands, book):
    """Write games into `book`, as the digest compares them; return how far it is filled.

    Each game is the number of actions, the winner, how it ended, the tiles left, the choices, the plays, the draws, and
    each action as one number. A game that does not fit is left out.
    """
    now, words, used, size = k.new_numbers(NOW_SIZE), k.new_words(k.WORDS_SIZE), 0, len(book)
    for hand in range(first, first + hands):
        play_hand(pointer(rules), pointer(now), pointer(words), pointer(policies), k.hand_key(seed_key, hand), 1)
        if used + now[k.TRACED] + WRITTEN > size:
            break
        used = write_hand(pointer(now), pointer(book), used)
    k.keep_alive(now, words)
    return used
