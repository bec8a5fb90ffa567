"""Rollouts: each of several moves, on each of several deals, played on to the end of the hand by quick players.

Plain or compiled, like chain_games.py, which decides everything here.

`begun` is the kernel's array of the hand as one seat sees it, made by `chance/rollouts.py`; `deals` has for each deal
the hand of each seat, its discards, and the boneyard, in the order in which the kernel's shuffle wants it; `moves` has
for each move its kind, its tile, its end and the half that faces outward. `found` gets, deal after deal, the value of
each move to the side of that seat.
"""

from importlib import import_module

k = import_module(__name__.replace("rollouts", "chain_games"))
entry, jit, pointer = k.entry, k.jit, k.pointer

KIND, TILE, END, OUT = range(4)
MOVE = 4
LEAVE = k.ACTIONS + 1
"""The kind of a move that leaves the lead to the partner; in the hands that the kernel begins nobody may do so."""


@jit
def deal_size(rules):
    """Return how many numbers each deal has."""
    return 2 * rules[k.SEATS] + rules[k.SIZE]


@jit
def set_deal(rules, now, words, deals, start):
    """Put the hidden tiles where one deal has them; draws shuffle by a fixed word."""
    seats, size, held = rules[k.SEATS], rules[k.SIZE], 0
    for seat in range(seats):
        now[k.HELD + seat] = deals[start + seat]
        now[k.GONE + seat] = deals[start + seats + seat]
        held |= deals[start + seat]
    now[k.HELD_BY_ALL] = held
    left = 0
    for place in range(size - now[k.STOCK], size):
        tile = deals[start + 2 * seats + place]
        now[k.ORDER + place] = tile
        left |= 1 << tile
    now[k.BONEYARD] = left
    now[k.PLACE] = size - now[k.STOCK]
    words[k.DEAL_KEY] = words[k.DEAL_WORD] = k.LOTS


@jit
def make_move(rules, now, words, moves, move):
    """Make one move of the seat to move."""
    seat, kind = now[k.TURN], moves[move + KIND]
    if kind == k.PLAY:
        k.play(rules, now, seat, moves[move + TILE], moves[move + END], moves[move + OUT])
    elif kind == k.STACK:
        k.stack(rules, now, seat, moves[move + TILE])
    elif kind == k.DRAW:
        k.draw(rules, now, words, seat)
    elif kind == k.DISCARD:
        k.put_face_down(rules, now, seat, moves[move + TILE])
    elif kind == LEAVE:
        now[k.TURN] = now[k.LEADING] = (seat + 2) % 4
    else:
        k.pass_turn(rules, now, seat)
    if rules[k.RARE_TURNS]:
        k.to_seat_with_tiles(rules, now)
    k.check_block(rules, now)


@jit
def gain_of(rules, now, begun, own, win):
    """Return a side's gain over the mean of the others, times their number; `win` is added for winning the hand."""
    sides, total, mine = rules[k.SIDES], 0, 0
    for side in range(sides):
        gained = k.worth_of(rules, now[k.SCORE + side] - begun[k.SCORE + side])
        gained += now[k.CHIPS + side] - begun[k.CHIPS + side]
        gained += win if now[k.WINNER] == side else 0
        if side == own:
            mine = gained
        else:
            total += gained
    return mine * (sides - 1) - total


@entry
def roll_out(rules, policies, begun, deals, moves, gains):
    """Play each move on each deal to the end of the hand; `gains` has one place for each."""
    now, words = k.new_numbers(k.NOW_SIZE), k.new_words(k.WORDS_SIZE)
    count, own = len(moves) // MOVE, rules[k.SIDE_OF + begun[k.TURN]]
    each = deal_size(rules)
    for deal in range(len(gains) // count):
        for move in range(count):
            k.copy(pointer(begun), 0, pointer(now), 0, k.ROW)
            set_deal(pointer(rules), pointer(now), pointer(words), pointer(deals), deal * each)
            make_move(pointer(rules), pointer(now), pointer(words), pointer(moves), move * MOVE)
            while now[k.OVER] == 0:
                k.take_turn(pointer(rules), pointer(now), pointer(words), pointer(policies), 0)
            k.settle(pointer(rules), pointer(now))
            gains[deal * count + move] = gain_of(pointer(rules), pointer(now), pointer(begun), own, 1)
    k.keep_alive(now, words)
