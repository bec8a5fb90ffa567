"""The patience kernel: hands of the six games for one player, only counted, in the manner of chain_games.py.

Like that one it is one text that runs twice (`engines.py` loads both), and it stands on it: the same random numbers,
the same places for what is counted. It has no rules of a chain with rivals; `solitaire/` is its specification, and the
digest tests compare the two hand by hand.

A tile is its place in the set, in ascending order, and its bit in every mask. Actions come in the order of
`Alone.legal`; the random player picks one of them, all others take the first, but for a tile to be laid in a line.
"""

from importlib import import_module

k = import_module(__name__.replace("patience_games", "chain_games"))
jit, entry, bare, lowest, many = k.apart, k.entry, k.bare, k.lowest, k.many

# --- rules: those of chain_games.py that a patience has, and in the places of the points that it has not ---

GAME, GOAL, WAY, LIMIT = (k.POINTS + place for place in range(4))
RULES_SIZE = k.POINTS + 4

BINGO, LINE, COLUMNS, KNOCK_OUT, TWELVE = range(5)  # GAME
AS_THE_SHEET, OTHERWISE = range(2)  # WAY: Bingo with a choice, Knock-Out by whole runs
FIVE = 5  # columns

# --- now: the hand as it stands -------------------------------------------------------------------------------------

LEFT, CHOICES, RESERVE, HEIGHT = k.NOW_SIZE, k.NOW_SIZE + 1, k.NOW_SIZE + 2, k.NOW_SIZE + 8
HALF = k.NOW_SIZE + 16  # of each tile in a row the half that lies left
COLUMN = HALF + 64  # 16 places for each column, top first
NOW_SIZE = COLUMN + 16 * FIVE

SAY, REMOVE, SHIFT = range(4, 7)  # actions, beside those of chain_games.py


@jit
def begin(rules, now, words, policies, key):
    """Shuffle all tiles."""
    k.copy(rules, k.ZEROS, now, k.TURN, k.CLEARED)
    now[k.WINNER] = -1
    now[CHOICES] = 0
    if policies[0] == k.RANDOM:
        words[k.CHOICE_KEY] = k.stream_key(key, k.CHOICES)
    k.begin_order(rules, now, words, key, k.DEALS)
    k.shuffle_on(rules, now, words, rules[k.SIZE])


@jit
def finish(now, left):
    """Won where no tile is left, else lost."""
    now[LEFT] = left
    now[k.OVER] = k.LOST if left else k.SOLVED
    if left == 0:
        now[k.WINNER] = 0


@jit
def chosen(now, words, policies, among):
    """Which of so many actions is done."""
    if among < 2:
        return 0
    now[CHOICES] += 1
    return k.pick(now, words, 0, among) if policies[0] == k.RANDOM else 0


@jit
def note(now, tracing, action, tile, at, out):
    """One action more that is no draw."""
    now[k.PLAYS] += 1
    if tracing:
        k.trace(now, 0, action, tile, at, 0, out)


@jit
def tiles_dealt(now, size):
    """The first tiles of the order, as a mask."""
    found = 0
    for place in range(size):
        found |= 1 << now[k.ORDER + place]
    return found


# --- Bingo ----------------------------------------------------------------------------------------------------------


@jit
def play_bingo(rules, now, words, policies, tracing):
    """Numbers are said over the row, round and round; `began` are those with which passes over these tiles began."""
    left, number, began = rules[k.SIZE], 0, 1
    while left:
        kept = say_over(rules, now, words, policies, left, number, tracing)
        number = (number + left) % (rules[GOAL] + 1)
        if kept < left:
            began = 1 << number
        elif (began >> number) & 1:
            break
        else:
            began |= 1 << number
        left = kept
    finish(now, left)


@jit
def say_over(rules, now, words, policies, left, number, tracing):
    """One pass over the row; gives how many tiles stay."""
    kept, highest = 0, rules[GOAL]
    for place in range(left):
        tile, action = now[k.ORDER + place], SAY
        goes = 1 if rules[k.WEIGHT + tile] == number else 0
        if goes and rules[WAY] == OTHERWISE:
            goes = 1 - chosen(now, words, policies, 2)
            action = REMOVE if goes else SAY
        note(now, tracing, action, tile, number, goes)
        number = 0 if number == highest else number + 1
        if goes == 0:
            now[k.ORDER + kept] = tile
            kept += 1
    return kept


# --- Domino Patience and Five's the Limit ---------------------------------------------------------------------------


@jit
def play_line(rules, now, words, policies, tracing):
    """One line is laid from a holding; where nothing fits a tile is drawn, if one more may be held."""
    size, place = rules[k.SIZE], rules[k.EACH]
    held, fitting = tiles_dealt(now, place), rules[k.EVERY_TILE]
    now[k.ENDS] = 2
    now[k.E_SHUT] = now[k.E_SHUT + 1] = 0
    while held:
        able = held & fitting
        if able:
            tile = lay_one(rules, now, words, policies[0], held, able, tracing)
            held ^= 1 << tile
            fitting = rules[k.FITS + now[k.E_VALUE]] | rules[k.FITS + now[k.E_VALUE + 1]]
        elif place < size and many(held) < rules[LIMIT]:
            tile = now[k.ORDER + place]
            place += 1
            held |= 1 << tile
            now[k.DRAWS] += 1
            if tracing:
                k.trace(now, 0, k.DRAW, tile, -1, 0, -1)
        else:
            break
    finish(now, many(held))


@jit
def lay_one(rules, now, words, policy, held, able, tracing):
    """Lay the tile that the policy wants, where it wants it."""
    if ways_to_lay(rules, now, able) > 1:
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
    lay_tile(rules, now, tile, end, out)
    return tile


@jit
def ways_to_lay(rules, now, able):
    """How many plays there are of the tiles that fit."""
    if now[k.LAID] == 0:
        return many(able)
    ways = 0
    for end in range(2):
        value = now[k.E_VALUE + end]
        ways += many(able & rules[k.FITS + value]) + many(able & rules[k.FITS_TWICE + value])
    return ways


@jit
def first_play(rules, now, able):
    """The first play: nothing scores here."""
    tile = lowest(able)
    if now[k.LAID] == 0:
        return tile, -1, -1
    end = 0 if (rules[k.FITS + now[k.E_VALUE]] >> tile) & 1 else 1
    return tile, end, k.outward(rules, now[k.E_VALUE + end], tile, 0)


@jit
def lay_tile(rules, now, tile, end, out):
    """The two ends of the line after a tile was laid, the older one first."""
    number, low = now[k.LAID], rules[k.LOW + tile]
    now[k.LAID] += 1
    now[k.PLAYS] += 1
    if number == 0:
        set_end(now, 0, 0, 0, low)
        set_end(now, 1, 0, 1, rules[k.HIGH + tile])
        return
    if end == 0:
        set_end(now, 0, now[k.E_AT + 1], now[k.E_EDGE + 1], now[k.E_VALUE + 1])
    set_end(now, 1, number, 0 if out == low and low != rules[k.HIGH + tile] else 1, out)


@jit
def set_end(now, end, at, edge, value):
    """An end of the line."""
    now[k.E_AT + end] = at
    now[k.E_EDGE + end] = edge
    now[k.E_VALUE + end] = value


# --- Twelve To Go and Five Columns ----------------------------------------------------------------------------------


@jit
def pairs(rules, free, nth):
    """Pair number `nth` of the free tiles that may go, tiles ascending, and how many pairs there are."""
    one, other, found = -1, -1, 0
    while free:
        tile = lowest(free)
        free &= free - 1
        rest, missing = free, rules[GOAL] - rules[k.WEIGHT + tile]
        while rest:
            second = lowest(rest)
            rest &= rest - 1
            if rules[k.WEIGHT + second] == missing:
                if found == nth:
                    one, other = tile, second
                found += 1
    return one, other, found


@jit
def play_twelve(rules, now, words, policies, tracing):
    """Pairs go from the tiles face up, and others take their places."""
    size, place = rules[k.SIZE], rules[k.EACH]
    row = tiles_dealt(now, place)
    while row:
        one, other, found = pairs(rules, row, 0)
        if found == 0:
            break
        nth = chosen(now, words, policies, found)
        if nth:
            one, other, found = pairs(rules, row, nth)
        note(now, tracing, REMOVE, one, other, -1)
        row ^= (1 << one) | (1 << other)
        for _ in range(2):
            if place < size:
                row |= 1 << now[k.ORDER + place]
                place += 1
    finish(now, many(row) + size - place)


@jit
def deal_columns(rules, now):
    """The reserve first, then column after column."""
    size = rules[k.SIZE]
    deep, spare = size // FIVE, size % FIVE
    now[RESERVE] = tiles_dealt(now, spare)
    for column in range(FIVE):
        now[HEIGHT + column] = deep
        k.copy(now, k.ORDER + spare + column * deep, now, COLUMN + 16 * column, deep)


@jit
def tops(now, least):
    """The last tiles of the columns that have so many tiles at least, as a mask."""
    found = 0
    for column in range(FIVE):
        height = now[HEIGHT + column]
        if height >= least:
            found |= 1 << now[COLUMN + 16 * column + height - 1]
    return found


@jit
def play_columns(rules, now, words, policies, tracing):
    """Pairs go from the ends of columns and the reserve; a last tile may move to an empty column."""
    deal_columns(rules, now)
    left = rules[k.SIZE]
    while left:
        free = now[RESERVE] | tops(now, 1)
        one, other, found = pairs(rules, free, 0)
        if found == 0 and hopeless(rules, now):
            break
        movable, empty = tops(now, 2), 0
        for column in range(FIVE):
            empty += now[HEIGHT + column] == 0
        nth = chosen(now, words, policies, found + many(movable) * empty)
        if nth >= found:
            nth -= found
            shift(now, tracing, k.nth_tile(movable, nth // empty), nth % empty)
            continue
        if nth:
            one, other, found = pairs(rules, free, nth)
        note(now, tracing, REMOVE, one, other, -1)
        take_away(now, (1 << one) | (1 << other))
        left -= 2
    finish(now, left)


@jit
def take_away(now, gone):
    """Two free tiles go."""
    now[RESERVE] &= ~gone
    for column in range(FIVE):
        height = now[HEIGHT + column]
        if height and (gone >> now[COLUMN + 16 * column + height - 1]) & 1:
            now[HEIGHT + column] = height - 1


@jit
def shift(now, tracing, tile, nth):
    """The last tile of a column goes to the empty column number `nth` of those."""
    to, seen = -1, 0
    for column in range(FIVE):
        if now[HEIGHT + column] == 0:
            if seen == nth:
                to = column
            seen += 1
    note(now, tracing, SHIFT, tile, to, -1)
    take_away(now, 1 << tile)
    now[COLUMN + 16 * to] = tile
    now[HEIGHT + to] = 1


@jit
def hopeless(rules, now):
    """Whether no pair can go, now or after any shifts: each shift fills an empty column, so there are only so many.

    A tile with d others before it in its column takes d shifts; of two in the same column the farther one counts.
    """
    shifts = 0
    for column in range(FIVE):
        shifts += now[HEIGHT + column] == 0
    for column in range(FIVE):
        height = now[HEIGHT + column]
        for depth in range(min(height, shifts + 1)):
            missing = rules[GOAL] - rules[k.WEIGHT + now[COLUMN + 16 * column + height - 1 - depth]]
            if in_mask(rules, now[RESERVE], missing) or in_column(rules, now, column, depth + 1, shifts, missing):
                return 0
            for other in range(column):
                if in_column(rules, now, other, 0, shifts - depth, missing):
                    return 0
    return 1 if pairs(rules, now[RESERVE], 0)[2] == 0 else 0


@jit
def in_mask(rules, mask, weight):
    """Whether a tile of this weight is there."""
    while mask:
        if rules[k.WEIGHT + lowest(mask)] == weight:
            return 1
        mask &= mask - 1
    return 0


@jit
def in_column(rules, now, column, least, most, weight):
    """Whether a tile of this weight lies in the column, from `least` to `most` tiles deep."""
    height = now[HEIGHT + column]
    for depth in range(least, min(height, most + 1)):
        if rules[k.WEIGHT + now[COLUMN + 16 * column + height - 1 - depth]] == weight:
            return 1
    return 0


# --- Knock-Out ------------------------------------------------------------------------------------------------------


@jit
def turn_tiles(rules, now, words, key):
    """A shuffled tile may lie either way round: of each the half that lies left."""
    words[k.CHOICE_KEY + 1] = k.stream_key(key, k.LOTS)
    for place in range(rules[k.SIZE]):
        side = k.LOW if k.pick(now, words, 1, 2) == 0 else k.HIGH
        now[HALF + place] = rules[side + now[k.ORDER + place]]


@jit
def touches(rules, now, place):
    """Whether the tile there touches the next one with an equal half."""
    tile = now[k.ORDER + place]
    return rules[k.LOW + tile] + rules[k.HIGH + tile] - now[HALF + place] == now[HALF + place + 1]


@jit
def stretches(rules, now, left, nth):
    """Stretch number `nth` that may go (first place, place after the last), and how many there are."""
    first, after, found, begun = -1, -1, 0, 0
    for place in range(left - 1):
        if not touches(rules, now, place):
            begun = place + 1
        elif rules[WAY] == AS_THE_SHEET or place == left - 2 or not touches(rules, now, place + 1):
            if found == nth:
                first, after = place if rules[WAY] == AS_THE_SHEET else begun, place + 2
            found += 1
    return first, after, found


@jit
def play_knock_out(rules, now, words, policies, tracing):
    """Neighbours that touch with equal halves go, and the others close up."""
    left = rules[k.SIZE]
    while left:
        first, after, found = stretches(rules, now, left, 0)
        if found == 0:
            break
        nth = chosen(now, words, policies, found)
        if nth:
            first, after, found = stretches(rules, now, left, nth)
        note(now, tracing, REMOVE, now[k.ORDER + first], now[k.ORDER + after - 1], after - first)
        for place in range(after, left):
            now[k.ORDER + place + first - after] = now[k.ORDER + place]
            now[HALF + place + first - after] = now[HALF + place]
        left -= after - first
    finish(now, left)


# --- many hands -----------------------------------------------------------------------------------------------------


@jit
def play_hand(rules, now, words, policies, key, tracing):
    """One whole game, from the deal to its end."""
    begin(rules, now, words, policies, key)
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
    """Write one hand into the book from `used` on; gives where it ends."""
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
    """Play `hands` hands from number `first` on and add them up."""
    now, words = k.new_numbers(NOW_SIZE), k.new_words(k.WORDS_SIZE)
    for hand in range(first, first + hands):
        play_hand(bare(rules), bare(now), bare(words), bare(policies), k.hand_key(seed_key, hand), 0)
        k.add_up(bare(rules), bare(now), bare(sums), bare(firsts), hand)
        k.add_to_bin(bare(sums), bare(firsts), k.TILES_LEFT, now[LEFT], hand)
    k.keep(now, words)


@entry
def write_down(rules, policies, seed_key, first, hands, book):
    """Write into `book` what the digest compares, hand after hand; gives how far it is filled.

    For each hand: how many actions, winner, how it ended, tiles left, choices, plays, draws, and every action as
    one number. A hand that no longer fits is left out.
    """
    now, words, used, size = k.new_numbers(NOW_SIZE), k.new_words(k.WORDS_SIZE), 0, len(book)
    for hand in range(first, first + hands):
        play_hand(bare(rules), bare(now), bare(words), bare(policies), k.hand_key(seed_key, hand), 1)
        if used + now[k.TRACED] + WRITTEN > size:
            break
        used = write_hand(bare(now), bare(book), used)
    k.keep(now, words)
    return used
