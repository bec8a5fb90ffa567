"""Hands up to their end, for rules of a reader's own that are asked who leads, who wins, or what a hand is worth.

Plain or compiled, like chain_games.py, which plays them. `book` gets one end of SIZE numbers for each hand: how many of
them are in use, the hand as far as CLEARED, the tiles of each seat in the order of its holding, the open ends, the
tiles as they were laid, those that were stacked, and those that were discarded. `chance.jobs.AskedHands` reads it,
writes the settlement into it, and has it added up.

`leads` has a lead for each hand if a reader's own rule says who leads, else it is empty: the number of the deal, the
seat, the tiles of which one must be led, and how the hand begins.
"""

from importlib import import_module

k = import_module(__name__.replace("hand_ends", "chain_games"))
entry, jit, pointer = k.entry, k.jit, k.pointer

HAND = 1  # in an end: the numbers of the hand, after how many are in use
TILES = HAND + k.CLEARED
SIZE = TILES + 64 + k.MOST_SEATS + 3 * k.MOST_ENDS + 8 * 64 + 4
DEAL, SEAT, ALLOWED, BEGINS = range(4)
LEAD = 4
LEADS, SEEKS, NOBODY_LEADS = range(3)  # BEGINS


@jit
def give_lead(rules, now, words, key, leads, at):
    """Deal as often as the rule wanted, and give the lead to its seat."""
    if rules[k.TURNED_UP]:
        k.clear(rules, now)
    now[k.OVER] = k.MISDEAL if leads[at + BEGINS] == NOBODY_LEADS else 0
    now[k.SEEKS] = 1 if leads[at + BEGINS] == SEEKS else 0
    k.deal(rules, now, words, key, leads[at + DEAL])
    now[k.TURN] = now[k.LEADING] = leads[at + SEAT]
    now[k.FITTING] = leads[at + ALLOWED]
    k.begin_taking(rules, now)
    if rules[k.TURNED_UP]:
        k.turn_up(rules, now, words)
    if rules[k.BLIND]:
        k.fill_rows(rules, now)


@jit
def play_to_end(rules, now, words, policies):
    """Play on to the end of the hand; what was drawn, and who passed, does not stay in the trace."""
    while now[k.OVER] == 0:
        seat = now[k.TURN]
        others = now[k.DRAWS + seat] + now[k.PASSES + seat]
        k.take_turn(rules, now, words, policies, 1)
        if now[k.DRAWS + seat] + now[k.PASSES + seat] > others:
            now[k.TRACED] -= 1


@jit
def write_holding(rules, now, seat, book, used):
    """Write how many tiles a seat holds, and which, in their order; return where they end."""
    count, after, held = used, used + 1, now[k.HELD + seat]
    if rules[k.BLIND]:
        for place in range(now[k.ROW_LENGTH + seat]):
            book[after] = now[k.ROW + 64 * seat + ((now[k.ROW_HEAD + seat] + place) & 63)]
            after += 1
    else:
        for place in range(now[k.PLACE]):
            tile = now[k.ORDER + place]
            if (held >> tile) & 1:
                book[after] = tile
                after += 1
    book[count] = after - used - 1
    return after


@jit
def write_laid(rules, now, number, code, book, used):
    """Write a laid tile as the fields of `Laid`, from the number that `trace` made of it."""
    tile, at, edge, out = ((code >> 14) & 63) - 1, ((code >> 8) & 63) - 1, (code >> 5) & 7, (code & 31) - 1
    low, high, own, joint = rules[k.LOW + tile], rules[k.HIGH + tile], -1, -1
    if at < 0:
        edge = -1
    else:
        joined = now[k.L_TILE + at]
        joint = rules[k.LOW + joined] if edge == k.LOW_EDGE else rules[k.HIGH + joined]
        own = 1 if low != high and out == low else 0
    book[used] = number
    book[used + 1] = tile
    book[used + 2] = at
    book[used + 3] = edge
    book[used + 4] = own
    book[used + 5] = joint
    book[used + 6] = out
    book[used + 7] = now[k.L_SPINS + number]


@jit
def turned_up(rules, now):
    """Return True if no player has played the first tile, so that it is not in the trace."""
    plays = 0
    if rules[k.TURNED_UP]:
        for number in range(now[k.TRACED]):
            plays += (now[k.TRACE + number] >> 20) & 7 == k.PLAY
    return rules[k.TURNED_UP] and now[k.PLAYED] > plays


@jit
def write_chain(rules, now, book, start):
    """Write how many tiles were laid, and each of them, then the same of those stacked; return where they end."""
    laid, stacked, played, used = 0, 0, 0, start + 1
    if turned_up(rules, now):
        write_laid(rules, now, 0, (now[k.L_TILE] + 1) << 14, book, used)
        laid, played, used = 1, 1, used + 8
    for number in range(now[k.TRACED]):
        code = now[k.TRACE + number]
        if (code >> 20) & 7 == k.PLAY:
            write_laid(rules, now, laid, code, book, used)
            laid += 1
            used += 8
    book[start] = laid
    count = used
    used += 1
    for number in range(now[k.TRACED]):
        code = now[k.TRACE + number]
        if (code >> 20) & 7 == k.STACK:
            book[used] = ((code >> 14) & 63) - 1
            book[used + 1] = ((code >> 8) & 63) - 1
            book[used + 2] = played
            stacked += 1
            used += 3
        if (code >> 20) & 7 != k.DISCARD:
            played += 1
    book[count] = stacked
    return used


@jit
def write_discards(now, book, start):
    """Write how many tiles were discarded, and the seat and the tile of each; return where they end."""
    used = start + 1
    for number in range(now[k.TRACED]):
        code = now[k.TRACE + number]
        if (code >> 20) & 7 == k.DISCARD:
            book[used] = code >> 23
            book[used + 1] = ((code >> 14) & 63) - 1
            used += 2
    book[start] = (used - start) // 2
    return used


@jit
def write_end(rules, now, book, start):
    """Write the end of a hand into the book."""
    k.copy(now, k.TURN, book, start + HAND, k.CLEARED)
    used = start + TILES
    for seat in range(rules[k.SEATS]):
        used = write_holding(rules, now, seat, book, used)
    book[used] = now[k.ENDS]
    used += 1
    for end in range(now[k.ENDS]):
        book[used] = now[k.E_AT + end]
        book[used + 1] = now[k.E_EDGE + end]
        book[used + 2] = now[k.E_VALUE + end]
        used += 3
    book[start] = write_discards(now, book, write_chain(rules, now, book, used)) - start


@entry
def run(rules, policies, seed_key, first, hands, leads, book):
    """Play `hands` hands from number `first` on to their end, and write the ends into the book."""
    now, words = k.new_numbers(k.NOW_SIZE), k.new_words(k.WORDS_SIZE)
    for number in range(hands):
        key = k.hand_key(seed_key, first + number)
        k.begin_hand(pointer(rules), pointer(now), pointer(words), pointer(policies), key)
        if len(leads):
            give_lead(pointer(rules), pointer(now), pointer(words), key, pointer(leads), number * LEAD)
        play_to_end(pointer(rules), pointer(now), pointer(words), pointer(policies))
        write_end(pointer(rules), pointer(now), pointer(book), number * SIZE)
    k.keep_alive(now, words)


@entry
def add(rules, first, hands, book, sums, firsts):
    """Add up the ends in the book, after somebody has settled them."""
    now = k.new_numbers(k.NOW_SIZE)
    for number in range(hands):
        k.copy(pointer(book), number * SIZE + HAND, pointer(now), 0, k.CLEARED)
        k.add_up(pointer(rules), pointer(now), pointer(sums), pointer(firsts), first + number)
    now[k.TURN] = 0
