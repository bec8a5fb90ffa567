"""Best play: the value of each of several moves, on each of several deals, if both sides play their best to the end.

Plain or compiled, like chain_games.py, which decides everything here; `rollouts.py` says what the arrays are. It is an
alpha-beta search with a table of positions. It knows every game of two sides in which a turn is a play, a draw or a
pass, with all its points in play.

`frames` is the stack, with the whole hand in each frame, because numba cannot keep the machine code of a function that
calls itself; after it comes the table.
"""

from importlib import import_module

k = import_module(__name__.replace("best_play", "chain_games"))
rollouts = import_module(__name__.replace("best_play", "rollouts"))
entry, jit, jit_apart, pointer, U64, I64 = k.entry, k.jit, k.jit_apart, k.pointer, k.U64, k.I64

# --- frames of the stack: the hand, then what the search needs ----------------------------------------------------

(WORD, OURS, MOVES, NEXT, BEST, BEST_MOVE, LEAST, MOST, FROM, UPTO, KEY, LIST, *_) = range(k.ROW, k.ROW + 64)
# WORD: where the shuffle is. OURS: 1 if the own side is to move. LEAST, MOST: the values that still matter; FROM, UPTO:
# those that did at first. KEY: the position. LIST: its moves.
MOST_MOVES = 96
FRAME = LIST + MOST_MOVES
MOST_FRAMES = 160
TABLE = FRAME * MOST_FRAMES
DRAW, PASS = -1, -2  # moves; a play is its points, its tile and its end, in one number

WIN, TRIES, ENTRIES, DEAL = range(4)
# limits: what it is worth to win the hand, beside its points; the most moves for a value; the size of the table, which
# is a power of two; the number of the deal

# --- the table: a position as its key and the hand of the seat to move, bounds of its value, the move to try first ---

(KEPT, KEPT_HAND, KEPT_LEAST, KEPT_MOST, KEPT_MOVE, ENTRY, *_) = range(64)

ENDLESS = 1 << 40
OPEN = 1 << 41
"""The value of a hand that takes too many moves to solve."""

if k.COMPILED:
    # As in chain_games.py.
    globals().update({name: I64(value) for name, value in globals().items() if name.isupper() and type(value) is int})


@jit
def is_twin(rules, now, end):
    """Return True if another side of the same double is open, where it makes no difference which one is used."""
    if rules[k.ARMS_WAIT]:
        return False
    for other in range(end):
        if now[k.E_AT + other] == now[k.E_AT + end] and now[k.E_VALUE + other] == now[k.E_VALUE + end]:
            return True
    return False


@jit_apart
def add_move(frames, at, move):
    """Add a move to the list of a frame, the one with the most points first."""
    place = at + LIST + frames[at + MOVES]
    while place > at + LIST and frames[place - 1] < move:
        frames[place] = frames[place - 1]
        place -= 1
    frames[place] = move
    frames[at + MOVES] += 1


@jit_apart
def add_play(rules, now, frames, at, tile, end):
    """Add a play, for which there may be no room."""
    if frames[at + MOVES] == MOST_MOVES:
        return
    out = k.outward(rules, now[k.E_VALUE + end], tile, k.FIRST) if end >= 0 else k.NOBODY
    points = k.worth(rules, now, tile, end, out) if rules[k.SCORING] else 0
    add_move(frames, at, (points * 64 + tile) * 128 + end + 1)


@jit_apart
def add_frame(rules, now, words, frames, at, own):
    """Begin a frame with the hand as it is: its moves in the order in which they are tried."""
    k.copy(now, 0, frames, at, k.ROW)
    frames[at + WORD] = I64(words[k.DEAL_WORD])
    frames[at + OURS] = 1 if rules[k.SIDE_OF + now[k.TURN]] == own else 0
    frames[at + BEST] = -ENDLESS if frames[at + OURS] else ENDLESS
    frames[at + MOVES] = frames[at + NEXT] = frames[at + BEST_MOVE] = 0
    able = now[k.HELD + now[k.TURN]] & now[k.FITTING]
    if k.must_wait(rules, now):
        able = 0
    rest = able
    while rest:
        tile = k.lowest(rest)
        rest &= rest - 1
        if now[k.PLAYED] == 0:
            add_play(rules, now, frames, at, tile, k.NOBODY)
        for end in range(now[k.ENDS]):
            if (now[k.E_FITS + end] >> tile) & 1 and not is_twin(rules, now, end):
                add_play(rules, now, frames, at, tile, end)
    if k.drawable(rules, now) and now[k.DRAWN] < rules[k.DRAW_MAX] and (rules[k.DRAWING] == k.OPTIONAL or able == 0):
        add_move(frames, at, DRAW)
    elif able == 0:
        add_move(frames, at, PASS)


@jit
def stir(key, number):
    """Return a key that also depends on a number."""
    return k.mix((key + U64(number + (1 << 30)) * k.G) & k.ALL_64)


@jit_apart
def key_of(rules, now, key):
    """Return the key of a position: all that decides how the hand can go on; positions that are alike have the same."""
    for seat in range(rules[k.SEATS]):
        key = stir(key, now[k.HELD + seat])
    for side in range(rules[k.SIDES]):
        key = stir(stir(key, now[k.SCORE + side]), now[k.CHIPS + side])
    turn = ((now[k.PLACE] * 64 + now[k.DRAWN]) * 16 + now[k.TURN]) * 16 + now[k.BLOCKER] + 1
    first = now[k.L_TILE + now[k.ARMS_FROM] - 1] + 1 if now[k.ARMS_FROM] else 0
    laid = (min(now[k.PLAYED], 2) * 64 + first) * 2 + min(now[k.DOUBLES], 1)
    key = stir(stir(key, turn), laid * 64 + (now[k.PASSED] if rules[k.PASS_PAYS] else 0))
    key = stir(key, now[k.COUNT])   # not only by the open ends, if a spinner counts that is covered on all sides
    ends, is_plain = U64(0), rules[k.SCORING] == k.NO_SCORE and rules[k.SPINNER] == k.NO_SPINNER
    for end in range(now[k.ENDS]):
        number, at = now[k.E_VALUE + end], now[k.E_AT + end]
        tile = now[k.L_TILE + at]
        if not is_plain and rules[k.LOW + tile] == rules[k.HIGH + tile]:
            number += 16 * (tile + 1) + 1024 * (now[k.L_FREE + at] * 8 + now[k.L_SIDES + at])
        if rules[k.ARMS_WAIT]:
            number += (now[k.E_EDGE + end] * 2 + now[k.L_ARM + at]) * (1 << 20)
        end_key = stir(k.G, number)
        if rules[k.ARMS_WAIT]:
            end_key = stir(end_key, now[k.E_TAKES + end])   # Mostly only the double that must be covered is open.
        ends = (ends + end_key) & k.ALL_64
    return k.mix(key ^ ends)


@jit
def place_in(frames, at, limits):
    """Return the place in the table for the position of a frame."""
    return TABLE + (frames[at + KEY] & (limits[ENTRIES] - 1)) * ENTRY


@jit
def is_kept(frames, at, kept):
    """Return True if a place in the table has the position of a frame."""
    hand = frames[at + k.HELD + frames[at + k.TURN]]
    return frames[kept + KEPT] == frames[at + KEY] and frames[kept + KEPT_HAND] == hand


@jit_apart
def look_up(rules, now, frames, at, limits):
    """Use what the table knows of the position of a new frame: bounds of its value, and the move to try first."""
    frames[at + KEY] = I64(key_of(rules, now, U64(limits[DEAL])))
    kept = place_in(frames, at, limits)
    if is_kept(frames, at, kept):
        least, most = frames[kept + KEPT_LEAST], frames[kept + KEPT_MOST]
        frames[at + LEAST], frames[at + MOST] = max(frames[at + LEAST], least), min(frames[at + MOST], most)
        if frames[at + LEAST] >= frames[at + MOST]:
            frames[at + BEST], frames[at + MOVES] = least if least >= frames[at + MOST] else most, 0
        try_first(frames, at, frames[kept + KEPT_MOVE])
    frames[at + FROM], frames[at + UPTO] = frames[at + LEAST], frames[at + MOST]


@jit
def try_first(frames, at, move):
    """Put a move before the others of a frame."""
    place, end = at + LIST, at + LIST + frames[at + MOVES]
    while place < end and frames[place] != move:
        place += 1
    if place < end:
        while place > at + LIST:
            frames[place] = frames[place - 1]
            place -= 1
        frames[place] = move


@jit_apart
def store(frames, at, limits):
    """Store what a finished frame shows of the value of its position."""
    kept, best = place_in(frames, at, limits), frames[at + BEST]
    if not is_kept(frames, at, kept):
        frames[kept + KEPT], frames[kept + KEPT_HAND] = frames[at + KEY], frames[at + k.HELD + frames[at + k.TURN]]
        frames[kept + KEPT_LEAST], frames[kept + KEPT_MOST] = -ENDLESS, ENDLESS
    if best > frames[at + FROM]:
        frames[kept + KEPT_LEAST] = max(frames[kept + KEPT_LEAST], best)
    if best < frames[at + UPTO]:
        frames[kept + KEPT_MOST] = min(frames[kept + KEPT_MOST], best)
    frames[kept + KEPT_MOVE] = frames[at + BEST_MOVE]


@jit_apart
def make_move(rules, now, words, move):
    """Make a move of a list."""
    seat = now[k.TURN]
    if move >= 0:
        tile, end = (move // 128) % 64, move % 128 - 1
        out = k.outward(rules, now[k.E_VALUE + end], tile, k.FIRST) if end >= 0 else k.NOBODY
        k.play(rules, now, seat, tile, end, out)
    elif move == DRAW:
        k.draw(rules, now, words, seat)
    else:
        k.pass_turn(rules, now, seat)
    k.check_block(rules, now)


@jit
def first_move(rules, now, words, moves, move):
    """Make one of the moves whose value is asked."""
    kind = moves[move + rollouts.KIND]
    if kind == rollouts.LEAVE:
        now[k.TURN] = now[k.LEADING] = (now[k.TURN] + 2) % 4
    elif kind == k.PLAY:
        make_move(rules, now, words, moves[move + rollouts.TILE] * 128 + moves[move + rollouts.END] + 1)
    else:
        make_move(rules, now, words, DRAW if kind == k.DRAW else PASS)


@jit_apart
def value_when_over(rules, now, begun, own, win):
    """Settle a hand that is over, and return what it gained the own side."""
    k.settle(rules, now)
    return rollouts.gain_of(rules, now, begun, own, win)


@jit_apart
def update(frames, at, value):
    """Use the value of the move that was tried last."""
    if frames[at + OURS]:
        if value > frames[at + BEST]:
            frames[at + BEST], frames[at + BEST_MOVE] = value, frames[at + LIST + frames[at + NEXT] - 1]
        frames[at + LEAST] = max(frames[at + LEAST], value)
    else:
        if value < frames[at + BEST]:
            frames[at + BEST], frames[at + BEST_MOVE] = value, frames[at + LIST + frames[at + NEXT] - 1]
        frames[at + MOST] = min(frames[at + MOST], value)


@jit_apart
def best_value(rules, now, words, begun, frames, limits):
    """Return what the hand gains the own side from here if both sides play their best, or OPEN if it takes too long."""
    own, at, tries = rules[k.SIDE_OF + begun[k.TURN]], 0, limits[TRIES]
    if now[k.OVER]:
        return value_when_over(rules, now, begun, own, limits[WIN])
    add_frame(rules, now, words, frames, at, own)
    frames[LEAST], frames[MOST] = -ENDLESS, ENDLESS
    look_up(rules, now, frames, at, limits)
    while True:
        if frames[at + NEXT] < frames[at + MOVES] and frames[at + LEAST] < frames[at + MOST]:
            if tries == 0 or at == (MOST_FRAMES - 1) * FRAME or frames[at + MOVES] == MOST_MOVES:
                return OPEN
            tries -= 1
            k.copy(frames, at, now, 0, k.ROW)
            words[k.DEAL_WORD] = U64(frames[at + WORD])
            move = frames[at + LIST + frames[at + NEXT]]
            frames[at + NEXT] += 1
            make_move(rules, now, words, move)
            if now[k.OVER]:
                update(frames, at, value_when_over(rules, now, begun, own, limits[WIN]))
            else:
                add_frame(rules, now, words, frames, at + FRAME, own)
                frames[at + FRAME + LEAST], frames[at + FRAME + MOST] = frames[at + LEAST], frames[at + MOST]
                at += FRAME
                look_up(rules, now, frames, at, limits)
            continue
        if frames[at + NEXT]:
            store(frames, at, limits)
        if at == 0:
            return frames[BEST]
        at -= FRAME
        update(frames, at, frames[at + FRAME + BEST])


@entry
def play_best(rules, begun, deals, moves, limits, frames, values):
    """Find the value of each move on each deal; stop at the first that takes too long, which is OPEN."""
    now, words = k.new_numbers(k.NOW_SIZE), k.new_words(k.WORDS_SIZE)
    count, each = len(moves) // rollouts.MOVE, rollouts.deal_size(rules)
    for place in range(len(values)):
        k.copy(pointer(begun), 0, pointer(now), 0, k.ROW)
        rollouts.set_deal(pointer(rules), pointer(now), pointer(words), pointer(deals), place // count * each)
        first_move(pointer(rules), pointer(now), pointer(words), pointer(moves), place % count * rollouts.MOVE)
        if place % count == 0:
            limits[DEAL] += 1       # further calls have further deals: nothing that is known of one holds for another
        values[place] = best_value(pointer(rules), pointer(now), pointer(words), pointer(begun), pointer(frames),
                                   pointer(limits))
        if values[place] == OPEN:
            break
    k.keep_alive(now, words)
