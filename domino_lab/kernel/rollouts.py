"""Rollouts: a position played on to its end by quick players, for each of several moves on each of several deals.

One text runs twice, as the kernel's does: imported as it stands it is plain Python, and `engines.py` loads the same
file under another name, where numba compiles it. It stands on the kernel and decides nothing itself.

`begun` is the kernel's array of the hand as one seat sees it, which `rolling.py` makes; `deals` has for each deal the
tiles held by each seat and those of the boneyard, as the kernel will shuffle them; `moves` has for each move its kind,
tile, end and the half that faces outward. `found` gets, deal after deal, what each move was worth to that seat's side.
"""

from importlib import import_module

k = import_module(__name__.replace("rollouts", "chain_games"))
entry, jit, bare = k.entry, k.jit, k.bare

KIND, TILE, END, OUT = range(4)
MOVE = 4


@jit
def lay_out(rules, now, words, deals, start):
    """The tiles that nobody but their holders saw, as one deal has them; whatever is drawn, by the same word."""
    seats, size, held = rules[k.SEATS], rules[k.SIZE], 0
    for seat in range(seats):
        now[k.HELD + seat] = deals[start + seat]
        held |= deals[start + seat]
    now[k.HELD_BY_ALL] = held
    left = 0
    for place in range(size - now[k.STOCK], size):
        tile = deals[start + seats + place]
        now[k.ORDER + place] = tile
        left |= 1 << tile
    now[k.BONEYARD] = left
    now[k.PLACE] = size - now[k.STOCK]
    words[k.DEAL_KEY] = words[k.DEAL_WORD] = k.LOTS


@jit
def make(rules, now, words, moves, move):
    """One move of the seat to move, and what follows at once."""
    seat, kind = now[k.TURN], moves[move + KIND]
    if kind == k.PLAY:
        k.lay(rules, now, seat, moves[move + TILE], moves[move + END], moves[move + OUT])
    elif kind == k.STACK:
        k.stack(rules, now, seat, moves[move + TILE])
    elif kind == k.DRAW:
        k.draw(rules, now, words, seat)
    else:
        k.give_way(rules, now, seat)
    k.blocked(rules, now)


@jit
def worth_to(rules, now, begun, own):
    """What the rest of the hand brings a side over the mean of the others, times their number; a win counts one."""
    sides, total, mine = rules[k.SIDES], 0, 0
    for side in range(sides):
        gained = now[k.SCORE + side] - begun[k.SCORE + side] + now[k.CHIPS + side] - begun[k.CHIPS + side]
        gained += 1 if now[k.WINNER] == side else 0
        if side == own:
            mine = gained
        else:
            total += gained
    return mine * (sides - 1) - total


@entry
def roll_out(rules, policies, begun, deals, moves, found):
    """Each move on each deal, played on to the end; `found` has one place for each."""
    now, words = k.new_numbers(k.NOW_SIZE), k.new_words(k.WORDS_SIZE)
    count, own = len(moves) // MOVE, rules[k.SIDE_OF + begun[k.TURN]]
    each = rules[k.SEATS] + rules[k.SIZE]
    for deal in range(len(found) // count):
        for move in range(count):
            k.copy(bare(begun), 0, bare(now), 0, k.ROW)
            lay_out(bare(rules), bare(now), bare(words), bare(deals), deal * each)
            make(bare(rules), bare(now), bare(words), bare(moves), move * MOVE)
            while now[k.OVER] == 0:
                k.take_turn(bare(rules), bare(now), bare(words), bare(policies), 0)
            k.settle(bare(rules), bare(now))
            found[deal * count + move] = worth_to(bare(rules), bare(now), bare(begun), own)
    k.keep(now, words)
