"""The kernel of the chain games: it only counts hands, with flat integers and bit masks.

It decides by the rules without asking `play/`, which is the specification; the digest tests compare the two hand by
hand. Imported as it stands, this file is plain Python; `engines.py` loads it under another name, where numba compiles
it. Hence its style: functions of flat arrays, no objects, and `U64` and `I64` if a number must have 64 bits.

Functions get the addresses of arrays (`pointer`): with numba's own arrays, which allow negative places, the kernel is
half as fast. Nothing checks a place: the bounds below and those of `encoding.py` keep each one inside its block.

`rules` is the array that `encoding.py` makes of a ruleset, `now` the current hand, `words` the random words. A tile is
its place in the set, in ascending order, and its bit in every mask; -1 is no tile and nobody. The names in capitals
are places in these arrays.
"""

from domino_lab.rules.axes import NO_LIMIT as ANY_NUMBER

COMPILED = __name__.endswith("_compiled")

if COMPILED:
    import warnings

    import numpy as np
    from numba import NumbaWarning, njit, types
    from numba.extending import intrinsic

    from domino_lab.kernel.machine_code import compile_once

    # The outputs of notebooks are compared, and this warning would be one.
    warnings.filterwarnings("ignore", "Cannot cache compiled function", NumbaWarning)

    U64, I64 = np.uint64, np.int64
    HOW = {"nogil": True, "error_model": "numpy"}

    def jit(function):
        """Compile a function and inline it into its callers: without inlining, calls cost a third of the speed."""
        return njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True, **HOW)(function)

    def jit_apart(function):
        """Compile a function without inlining it: each is compiled once, in a third of the time."""
        return njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **HOW)(function)

    def entry(function):
        """Compile a function when it is first called, and keep the machine code if a folder can be written."""
        return compile_once(function, globals(), function.__globals__, **HOW)

    @jit
    def copy(source, start, target, place, size):
        """Copy `size` numbers of `source`, from `start` on, to `place` in `target`."""
        for number in range(size):
            target[place + number] = source[start + number]

    @intrinsic
    def lowest(typing, mask):
        """Return the lowest tile of a mask that is not empty."""

        def build(context, builder, signature, arguments):
            return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

        return types.int64(types.int64), build

    @intrinsic
    def tile_count(typing, mask):
        """Return the number of tiles in a mask."""

        def build(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), build

    @intrinsic
    def pointer(typing, array):
        """Return the address of an array: no bounds, no negative places, and nothing that keeps the array alive."""

        def build(context, builder, signature, arguments):
            return context.make_array(signature.args[0])(context, builder, arguments[0]).data

        return types.CPointer(array.dtype)(array), build

    @jit
    def new_numbers(size):
        """Return an array of `size` zeros."""
        return np.zeros(size, np.int64)

    @jit
    def new_words(size):
        """Return an array of `size` unsigned zeros."""
        return np.zeros(size, np.uint64)

else:
    U64 = I64 = int

    def jit(function):
        """Return the function as it is: plain Python needs no compiler."""
        return function

    entry = jit_apart = jit

    def copy(source, start, target, place, size):
        """Copy `size` numbers of `source`, from `start` on, to `place` in `target`."""
        target[place : place + size] = source[start : start + size]

    def pointer(array):
        """Return the list as it is."""
        return array

    def lowest(mask):
        """Return the lowest tile of a mask that is not empty."""
        return (mask & -mask).bit_length() - 1

    def tile_count(mask):
        """Return the number of tiles in a mask."""
        return mask.bit_count()

    def new_numbers(size):
        """Return an array of `size` zeros."""
        return [0] * size

    new_words = new_numbers

# --- random numbers: those of domino_lab.core.shuffle -----------------------------------------------------------------

G, MIX_1, MIX_2 = U64(0x9E3779B97F4A7C15), U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)
ALL_64, LOW_56 = U64((1 << 64) - 1), U64((1 << 56) - 1)
BY_27, BY_30, BY_31, BY_56 = U64(27), U64(30), U64(31), U64(56)
LOTS, DEALS, CHOICES = U64(0), U64(1 << 20), U64(1 << 21)

# --- the largest sizes -------------------------------------------------------------------------------------------

MOST_TILES, MOST_SEATS, MOST_ENDS, MOST_VALUES = 62, 12, 64, 16
MOST_DEALS, MOST_LOTS, MOST_WEIGHT = 1000, 100, 100_000

# --- rules: single numbers, then a place for each axis, and the numbers of its values ------------------------------


class Places:
    """Give the axes of an engine a place each, one after the other from `end` on.

    `of` has the places given so far, `values` the values of each axis that have a number in its place, and `numbers`
    those of its words.
    """

    def __init__(self, end):
        self.end, self.of, self.values, self.numbers = end, {}, {}, {}

    def __call__(self, axis, *words):
        """Return the place of an axis whose values are these words, then their numbers: 0, 1, 2 ..."""
        numbers = {word: number for number, word in enumerate(words)}
        self.values[axis] = words
        return (self._place(axis, numbers), *numbers.values())

    def of_number(self, axis, **words):
        """Return the place of an axis whose values are numbers, or true and false; a word of it has the number given.

        In the names of words underscores stand for hyphens.
        """
        numbers = {word.replace("_", "-"): number for word, number in words.items()}
        self.values[axis] = (int, bool, *numbers)
        return self._place(axis, numbers)

    def _place(self, axis, numbers):
        self.numbers[axis], self.of[axis] = numbers, self.end
        self.end += 1
        return self.of[axis]


(SEATS, SIDES, EACH, SIZE, EVERY_TILE, EVERY_DOUBLE, ARMS_OF_SPINNER, LEADER, COVERED_ONCE, AMONG,
 DUTY, FIRST_HAND,  # 1 if a leader must play a certain tile, and the bonus of the first hand
 TWO_WAYS, RARE_TURNS, ARMS_WAIT, OUT_COUNTS, PASS_PAYS, REDEALS,  # 1 if any axis is in use that they stand for, else 0
 GOAL, *_) = range(64)
BY_TILE, BY_LOT, BY_SUM, BY_SEAT = range(4)  # LEADER

axis = Places(GOAL + 1)
TEAMS, *_ = axis("teams", "none", "pairs")
REDEAL_DOUBLES = axis.of_number("redeal_doubles")
REDEAL_SUIT = axis.of_number("redeal_suit")
BLIND, *_ = axis("visibility", "private", "blind")
FALLBACK, _, REDEAL, HEAVIEST_LEADS, DRAW_LEADS, NEXT_LEADS, LEADER_DRAWS, BONEYARD_LEADS = axis(
    "lead_fallback", "none", "redeal", "heaviest", "draw", "next-player", "leader-draws", "boneyard")
LEADER_TAKES = axis.of_number("leader_takes", all=ANY_NUMBER)
TURNED_UP, *_ = axis("first_tile", "leader", "boneyard")
SPINNER, NO_SPINNER, _, _, _, ALL_SPIN = axis("spinner", "none", "first", "first-six", "first-eight", "all")
ARM_ORDER, FREE, SIDES_FIRST, FOUR_FIRST, CLOCKWISE, _ = axis(
    "arm_order", "free", "sides-first", "four-first", "clockwise", "four-first-clockwise")
ARM_DOUBLES, _, _, ALL_ARMS = axis("arm_doubles", "none", "own", "all")
COVER_DOUBLES, *_ = axis("cover_doubles", "free", "first")
ONE_END, *_ = axis("line_grows", "both-ends", "one-end")
STACKING, *_ = axis("stack", "none", "cutthroat")
STACK_ANY, *_ = axis("stack_when", "after-score", "any")
STEAL_TWICE, *_ = axis("steal_credit", "once", "twice")
STEAL_BACK = axis.of_number("steal_back")
EXTRA_TURN, _, _, MORE_DOUBLES, WHILE_FITS, FIRST_TURN, FIRST_OR_DOUBLE, ON_SCORE, _ = axis(
    "extra_turn", "none", "on-double", "more-doubles", "while-fits", "first-turn", "first-turn-or-double", "on-score",
    "on-score-or-double")
LEADER_GOES_ON = axis.of_number("blind_leader_goes_on")
SAME_END, *_ = axis("extra_turn_at", "any-end", "same-end")
LAPSES, *_ = axis("cannot_go_on", "as-usual", "stop")
PASS_LEAD = axis.of_number("pass_lead")
PASS_LEAD_SINGLE = axis.of_number("pass_lead_single", same=-1)
PASS_NEXT = axis.of_number("pass_next")
PASS_ROUND = axis.of_number("pass_round")
PASS_COST = axis.of_number("pass_cost")
CANNOT_PLAY, *_ = axis("cannot_play", "pass", "discard")
DRAWING, _, _, OPTIONAL = axis("draw_when", "never", "unable", "optional")
DRAW_MAX = axis.of_number("draw_max", until_playable=ANY_NUMBER)
AFTER_DRAW, *_ = axis("after_draw", "play", "wait")
RESERVE = axis.of_number("reserve")
COST = axis.of_number("draw_cost")
COST_IN_CHIPS, *_ = axis("draw_cost_in", "points", "chips")
SCORING, NO_SCORE, MULTIPLE, _ = axis("play_score", "none", "multiple", "alike")
BLOCK, _, DEAD_LAYOUT, ROW_CYCLE = axis("block", "all-stuck", "dead-layout", "row-cycle")
PLAY_ON, _, ONE_LEFT, SIDE_OUT, _ = axis("play_on", "never", "one-left", "side-out", "stuck")
TIE, _, LIGHTEST_TILE, BLOCKER_WINS, LEADER_WINS_TIE, NEAREST_LEADER, AFTER_BLOCKER, FEWER_TILES = axis(
    "tie", "none", "lightest-tile", "blocker", "leader", "nearest-leader", "after-blocker", "fewer-tiles")
TEAM_BLOCK, TEAM_TOTAL, _ = axis("team_block", "team-total", "individual")
BLOCK_BETWEEN, BETWEEN_ALL, BETWEEN_TWO, BETWEEN_NONE = axis("block_between", "all", "blocker-next", "nobody")
WHO_SCORES, _, OWN_PIPS, LOSERS_SCORE, LOSERS_PAY, LIGHTER = axis(
    "who_scores", "winner", "own-pips", "losers", "losers-pay", "lighter")
END_BASE, NO_BASE, _, EVERYBODY = axis("end_base", "none", "opponents", "all")
OWN_DEDUCT, NO_DEDUCT, _, _, PER_OPPONENT = axis("own_deduct", "none", "once", "once-blocked", "per-opponent")
END_ROUND, NO_ROUND, _, FLOOR = axis("end_round", "none", "nearest", "floor")
END_MULTIPLE = axis.of_number("end_multiple")
ROUND_EACH, *_ = axis("round_scope", "sum", "each")
END_DIVIDE = axis.of_number("end_divide")
END_BONUS = axis.of_number("end_bonus")
BONUS_WHEN, FOR_GOING_OUT, _ = axis("end_bonus_when", "out", "won")
CAPICUA = axis.of_number("capicua")
CAPICUA_ENDS, _, ENDS_DIFFER, NO_BLANK = axis("capicua_ends", "any", "differ", "no-blank")
CAPICUA_DOUBLE = axis.of_number("capicua_double", none=-1)
OUT_DOUBLE = axis.of_number("out_double")
OUT_PAYS, EXTRA_POINTS, INSTEAD, _ = axis("out_pays", "add", "instead", "times")
REACH, _, MORE_THAN, EXACT = axis("reach", "at-least", "more-than", "exact")
FALL_BACK, _, LOSERS_FALL, _, ONE_ALL = axis("fall_back", "never", "losers", "all-scored", "one-all")
FIRST_SCORE = axis.of_number("first_score")
FEWEST_WIN, *_ = axis("best_score", "most", "fewest")
TARGET_WHEN, AT_ONCE, _ = axis("target_when", "at-once", "hand-end")

# --- rules: tables ------------------------------------------------------------------------------------------------

DOUBLE_WEIGHTS = axis.end  # by the number of covered edges, 0 to 4
SIDE_OF = DOUBLE_WEIGHTS + 5  # by seat
NEXT_SEAT = SIDE_OF + MOST_SEATS
EDGE_BEFORE = NEXT_SEAT + MOST_SEATS  # clockwise: by edge of a spinner that is the first tile, then of one that joined
LOW = EDGE_BEFORE + 16  # by tile, like all others up to OUT_TILE
(HIGH, WEIGHT, QUALIFIES, LIGHT_KEY, BY_LIGHT, IN_ORDER, DOUBLES_KEY, LEAD_KEY, OUT_TILE, FITS,
 *_) = range(LOW + 64, 10_000, 64)
FITS_TWICE = FITS + MOST_VALUES  # by value: the tiles that may touch it, and those that may face either way
SUIT = FITS_TWICE + MOST_VALUES  # by value: the tiles that show it
OUTWARD = SUIT + MOST_VALUES  # by value and tile: the half that faces outward, the first of two
ZEROS = OUTWARD + 64 * MOST_VALUES  # enough to clear a hand with

# --- now: the current hand ----------------------------------------------------------------------------------------

(TURN, LEADING, MUST, SEEKS, OVER, PLAYED, ENDS, DOUBLES, FITTING, HELD_BY_ALL, BONEYARD, PLACE, STOCK, DRAWN, BLOCKER,
 PASSED, COUNT, SPOILS, SPOILS_SEAT, SPOILS_STOLEN, WINNER, AWARD, DEAL, TRACED, EXTRA, ARMS_FROM,
 HAD_TURN,  # the seats whose first turn is over
 HELD, *_) = range(64)
(SCORE, CHIPS, PLAYS, DRAWS, PASSES, STACKS, DISCARDS, IN_PLAY, SHARE, PICKS_LEFT, WORDS_USED, ROW_HEAD, ROW_LENGTH,
 GONE, OUT_AS, CLEARED, *_) = range(HELD + MOST_SEATS, 1000, MOST_SEATS)  # by seat or side, like HELD
# SHARE is 0 for a winner, OUT_AS 1 for the first player out, 2 for the second, and 0 for one who is not out.
ORDER = CLEARED  # the tiles in the order of the deal, shuffled up to PLACE
(L_TILE, L_SPINS, L_FREE, L_SIDES, L_TERM, L_ARM, PLAYED_AS, E_AT,  # PLAYED_AS by tile
 *_) = range(ORDER + 64, 10_000, 64)
E_EDGE, E_VALUE, E_TAKES, E_FITS, ROW, *_ = range(E_AT + MOST_ENDS, 10_000, MOST_ENDS)  # open ends, oldest first
TRACE = ROW + 64 * MOST_SEATS  # ROW by seat: a ring of 64 tiles
MOST_TRACED = 4096
NOW_SIZE = TRACE + MOST_TRACED
POINTS = ZEROS + CLEARED  # in the rules, by board count

DEAL_KEY, DEAL_WORD, CHOICE_KEY, *_ = range(64)
CHOICE_WORD = CHOICE_KEY + MOST_SEATS
WORDS_SIZE = CHOICE_WORD + MOST_SEATS

OUT, BLOCKED, TARGET, MISDEAL, SOLVED, LOST = range(1, 7)  # OVER; 0 while the hand goes on; the last two: patience
PLAY, DRAW, PASS, STACK, DISCARD, ACTIONS, *_ = range(64)  # in the order of PLAYS, DRAWS, PASSES, STACKS, DISCARDS
RANDOM, GREEDY, HEAVIEST, DOUBLES_FIRST, KEEP_SUITS = range(5)  # policies

# --- the sums of a run --------------------------------------------------------------------------------------------

HANDS, LEADER_WINS, WON, *_ = range(64)  # WON by side, the last for nobody
ENDED = WON + MOST_SEATS + 1  # by OVER
LED = ENDED + LOST + 1  # by seat
LED_WON = LED + MOST_SEATS
BY_SIDE = LED_WON + MOST_SEATS  # for each side: total and squares of score, points in play and award; chips
PER_SIDE = 8
BY_SEAT = BY_SIDE + MOST_SEATS * PER_SIDE  # for each seat: plays, draws, passes, stacks, discards
SQUARES = BY_SEAT + MOST_SEATS * ACTIONS  # of a hand's plays, draws, passes, stacks, discards
OF_AWARDS = SQUARES + ACTIONS  # total and squares of the award
HISTOGRAMS = OF_AWARDS + 2  # of a hand's plays, draws, passes, award, points in play; tiles left of a patience
OF_PLAYS, OF_DRAWS, OF_PASSES, OF_AWARD, OF_POINTS, TILES_LEFT, COUNTED, *_ = range(64)  # the histograms
BINS = 256  # the last bin also has everything above it
FIRSTS_SIZE = COUNTED * BINS  # the first hand in each bin, -1 for none
SUMS_SIZE = HISTOGRAMS + FIRSTS_SIZE

# --- arguments of functions --------------------------------------------------------------------------------------

LOW_EDGE, HIGH_EDGE, ARM = range(3)  # edges of a laid tile; a spinner has more, from ARM on
ALIKE, DIFFER = 1, 2  # the open ends that a last tile fits, if it fits them all
NOTHING, FIRST, NOBODY, ANYTHING, NO_LIMIT = 0, 0, -1, -1, 1 << 60

if COMPILED:
    # Numba would compile a function again for each Python constant it is called with.
    globals().update({name: I64(value) for name, value in globals().items() if name.isupper() and type(value) is int})


@jit
def mix(word):
    """Scramble 64 bits."""
    word = ((word ^ (word >> BY_30)) * MIX_1) & ALL_64
    word = ((word ^ (word >> BY_27)) * MIX_2) & ALL_64
    return word ^ (word >> BY_31)


@jit
def hand_key(seed_key, hand):
    """Return the key of a hand; `seed_key` is the mixed seed."""
    return mix((seed_key + U64(hand) * G) & ALL_64)


@jit
def stream_key(key, stream):
    """Return the key of a stream of a hand, never 0, because `mix` makes 0 of 0."""
    mixed = mix((key + stream * G) & ALL_64)
    return mixed if mixed != U64(0) else G


@jit
def reset_order(rules, now, words, key, stream):
    """Put the tiles in ascending order, to be shuffled by a stream."""
    size = rules[SIZE]
    copy(rules, IN_ORDER, now, ORDER, size)
    now[PLACE] = 0
    words[DEAL_KEY] = stream_key(key, stream)


@jit
def shuffle_to(rules, now, words, upto):
    """Continue the shuffle (Fisher and Yates) until the first `upto` tiles are fixed."""
    size, place, key, word = rules[SIZE], now[PLACE], words[DEAL_KEY], words[DEAL_WORD]
    now[PLACE] = upto
    if upto >= size:
        upto = size - 1
    while place < upto:
        if place & 3 == 0:
            word = mix((key + U64(place >> 2) * G) & ALL_64) & LOW_56
        spread = word * U64(size - place)
        word = spread & LOW_56
        to, other = ORDER + place, ORDER + place + I64(spread >> BY_56)
        tile = now[to]
        now[to] = now[other]
        now[other] = tile
        place += 1
    words[DEAL_WORD] = word


@jit
def pick(now, words, seat, among):
    """Return a random number from 0 to `among` - 1, from the stream of choices of `seat`."""
    if now[PICKS_LEFT + seat] == 0:
        used = now[WORDS_USED + seat]
        words[CHOICE_WORD + seat] = mix((words[CHOICE_KEY + seat] + U64(used) * G) & ALL_64) & LOW_56
        now[WORDS_USED + seat] = used + 1
        now[PICKS_LEFT + seat] = 4
    now[PICKS_LEFT + seat] -= 1
    spread = words[CHOICE_WORD + seat] * U64(among)
    words[CHOICE_WORD + seat] = spread & LOW_56
    return I64(spread >> BY_56)


# --- the deal and the lead ----------------------------------------------------------------------------------------


@jit
def deal(rules, now, words, key, number):
    """Deal the tiles; return the seat and the tile that qualify for the lead, both -1 if nobody holds one."""
    seats = rules[SEATS]
    dealt = seats * rules[EACH]
    reset_order(rules, now, words, key, DEALS + U64(number))
    shuffle_to(rules, now, words, dealt)
    now[DEAL] = number
    for seat in range(seats):
        now[HELD + seat] = 0
    seat, best, leader, leads = 0, 0, -1, -1
    for place in range(dealt):
        tile = now[ORDER + place]
        now[HELD + seat] |= 1 << tile
        rank = rules[QUALIFIES + tile]
        if rank > best:
            best, leader, leads = rank, seat, tile
        seat += 1
        if seat == seats:
            seat = 0
    held = 0
    for seat in range(seats):
        held |= now[HELD + seat]
    now[HELD_BY_ALL] = held
    now[BONEYARD] = rules[EVERY_TILE] ^ held
    now[STOCK] = rules[SIZE] - dealt
    return leader, leads


@jit
def fill_rows(rules, now):
    """Arrange the hands as rows of face-down tiles, front first."""
    seats = rules[SEATS]
    for seat in range(seats):
        now[ROW_HEAD + seat] = 0
        now[ROW_LENGTH + seat] = rules[EACH]
    for place in range(seats * rules[EACH]):
        now[ROW + 64 * (place % seats) + place // seats] = now[ORDER + place]


@jit
def leader_by_lot(rules, now, words, key):
    """Return the seat that draws the heaviest lot; after a tie, everyone draws again."""
    seats = rules[SEATS]
    for draw in range(MOST_LOTS):
        reset_order(rules, now, words, key, LOTS + U64(draw))
        shuffle_to(rules, now, words, seats)
        best, leader, alike = -1, 0, 0
        for seat in range(seats):
            weight = rules[WEIGHT + now[ORDER + seat]]
            if weight > best:
                best, leader, alike = weight, seat, 0
            elif weight == best:
                alike = 1
        if alike == 0:
            return leader
    return 0


@jit
def leader_by_sum(rules, now, words, key):
    """Return the leader by the pips of one tile per seat: their sum modulo the number of seats."""
    seats, total = rules[SEATS], 0
    reset_order(rules, now, words, key, LOTS)
    shuffle_to(rules, now, words, seats)
    for seat in range(seats):
        tile = now[ORDER + seat]
        total += rules[LOW + tile] + rules[HIGH + tile]
    return total % seats


@jit
def heaviest_holder(rules, now):
    """Return the seat with the heaviest tile, and that tile; the higher half breaks a tie, then the first seat."""
    best, leader, leads = -1, 0, -1
    for seat in range(rules[SEATS]):
        held = now[HELD + seat]
        while held:
            tile = lowest(held)
            held &= held - 1
            key = rules[LEAD_KEY + tile]
            if key > best or (key == best and leader == seat):
                best, leader, leads = key, seat, tile
    return leader, leads


@jit
def leader_by_chance(rules, now, words, key):
    """Return the leader by the tiles that everybody draws before the deal, or else the first seat."""
    if rules[LEADER] == BY_LOT:
        return leader_by_lot(rules, now, words, key)
    return leader_by_sum(rules, now, words, key) if rules[LEADER] == BY_SUM else 0


@jit_apart
def counts_not(rules, now):
    """Return True if a player was dealt so many doubles, or tiles of one number, that the deal does not count."""
    doubles, suit = rules[REDEAL_DOUBLES], rules[REDEAL_SUIT]
    for seat in range(rules[SEATS]):
        held = now[HELD + seat]
        if doubles and tile_count(held & rules[EVERY_DOUBLE]) >= doubles:
            return True
        if suit:
            for value in range(MOST_VALUES):
                if tile_count(held & rules[SUIT + value]) >= suit:
                    return True
    return False


@jit
def deal_for(rules, now, words, key, leader):
    """Deal, again if the rules require it; return the seat and the tile that qualify for the lead, or -1."""
    seat, tile, again, number = NOBODY, NOBODY, True, FIRST
    until_found = rules[FALLBACK] == REDEAL and (rules[LEADER] == BY_TILE or rules[AMONG] != 0)
    while again and number < MOST_DEALS:
        seat, tile = deal(rules, now, words, key, number)
        number += 1
        if rules[AMONG] and rules[LEADER] != BY_TILE:
            seat = leader if now[HELD + leader] & rules[AMONG] else -1
        again = seat < 0 and until_found
        if rules[REDEALS]:
            now[OVER] = MISDEAL if counts_not(rules, now) else 0
            again = again or now[OVER] != 0
    return seat, tile


@jit
def find_leader(rules, now, words, key):
    """Deal, and find the leader; return True if a tile of the boneyard leads, because nobody holds the right one."""
    how, fallback, leads = rules[LEADER], rules[FALLBACK], -1
    leader = leader_by_chance(rules, now, words, key)
    seat, tile = deal_for(rules, now, words, key, leader)
    if now[OVER]:
        set_leader(rules, now, FIRST, NOBODY)
        return False
    if how == BY_TILE:
        if seat < 0 and fallback == HEAVIEST_LEADS:
            seat, tile = heaviest_holder(rules, now)
        if seat >= 0:
            leader, leads = seat, tile
        elif fallback == REDEAL:
            now[OVER] = MISDEAL
        elif fallback == DRAW_LEADS:
            now[SEEKS] = 1
    if rules[AMONG] and leads < 0:
        lead_one_of(rules, now, leader)
    else:
        set_leader(rules, now, leader, leads)
    return how == BY_TILE and seat < 0 and fallback == BONEYARD_LEADS


@jit_apart
def next_who_may_lead(rules, now, leader):
    """Return the first seat from `leader` on that holds a tile that may lead; the leader if nobody does."""
    seat = leader
    for _ in range(rules[SEATS]):
        if now[HELD + seat] & rules[AMONG]:
            return seat
        seat = rules[NEXT_SEAT + seat]
    return leader


@jit_apart
def heaviest_held(rules, held):
    """Return the heaviest of these tiles; the higher half breaks a tie."""
    leads = lowest(held)
    while held:
        tile = lowest(held)
        held &= held - 1
        if rules[LEAD_KEY + tile] >= rules[LEAD_KEY + leads]:
            leads = tile
    return leads


@jit_apart
def lead_one_of(rules, now, leader):
    """Give the lead to a seat that has to play one of several tiles, or do what follows if it holds none."""
    fallback, among, seat, leads = rules[FALLBACK], rules[AMONG], leader, NOBODY
    if fallback == NEXT_LEADS:
        seat = next_who_may_lead(rules, now, leader)
    if now[HELD + seat] & among:
        set_leader(rules, now, seat, leads)
        now[FITTING] = among
        return
    if fallback == HEAVIEST_LEADS:
        leads = heaviest_held(rules, now[HELD + seat])
    elif fallback == REDEAL:
        now[OVER], seat = MISDEAL, 0
    elif fallback == LEADER_DRAWS and now[STOCK]:
        now[SEEKS] = 1
    set_leader(rules, now, seat, leads)


@jit
def set_leader(rules, now, leader, leads):
    """Give the lead to a seat; it has to play tile `leads` (-1: any tile) if the rules say so."""
    now[TURN] = now[LEADING] = leader
    now[FITTING] = rules[EVERY_TILE]
    if leads >= 0 and rules[DUTY]:
        duty = 0
        for tile in range(rules[SIZE]):
            if rules[LOW + tile] == rules[LOW + leads] and rules[HIGH + tile] == rules[HIGH + leads]:
                duty |= 1 << tile
        now[FITTING] = duty


@jit
def begin_taking(rules, now):
    """Let the leader take tiles that are left over before the first one; SEEKS is then one more than their number."""
    if rules[LEADER_TAKES] and now[STOCK] and now[OVER] == 0 and now[SEEKS] == 0:
        now[SEEKS] = 1 + (rules[LEADER_TAKES] if rules[LEADER_TAKES] < now[STOCK] else now[STOCK])


# --- the board count ----------------------------------------------------------------------------------------------


@jit
def spins(rules, now, tile):
    """Return 1 if the tile, played next, becomes a spinner, else 0."""
    if rules[SPINNER] == NO_SPINNER or rules[LOW + tile] != rules[HIGH + tile]:
        return 0
    return 1 if rules[SPINNER] == ALL_SPIN or now[DOUBLES] == 0 else 0


@jit
def own_term(rules, now, tile, end, out):
    """Return what a tile counts if it is played at open end `end` (-1: as the first tile) with `out` outward."""
    high = rules[HIGH + tile]
    if rules[LOW + tile] != high:
        return out if end >= 0 else rules[LOW + tile] + high
    if rules[COVERED_ONCE] or not spins(rules, now, tile):
        return 2 * high
    return rules[DOUBLE_WEIGHTS + (1 if end >= 0 else 0)] * high


@jit
def covered_term(rules, now, at, value):
    """Return what tile `at` of the layout counts once its end that shows `value` is covered."""
    tile = now[L_TILE + at]
    if rules[LOW + tile] != rules[HIGH + tile]:
        return now[L_TERM + at] - value
    if rules[COVERED_ONCE]:
        return 0
    free = now[L_FREE + at] - 1
    if now[L_SPINS + at]:
        return rules[DOUBLE_WEIGHTS + 4 - free] * value
    return 2 * value if free else 0


@jit
def worth(rules, now, tile, end, out):
    """Return the points of a play; `end` is -1 for the first tile."""
    if rules[SCORING] == MULTIPLE:
        count = now[COUNT] + own_term(rules, now, tile, end, out)
        if end >= 0:
            at = now[E_AT + end]
            count += covered_term(rules, now, at, now[E_VALUE + end]) - now[L_TERM + at]
        return rules[POINTS + count]
    if rules[SCORING] == NO_SCORE:
        return 0
    double = 1 if rules[LOW + tile] == rules[HIGH + tile] else 0
    if end < 0:
        return 2 * double
    if now[E_VALUE + 1 - end] != out:
        return 0
    other = now[L_TILE + now[E_AT + 1 - end]]
    return 3 if double or rules[LOW + other] == rules[HIGH + other] else 2


# --- the chain ----------------------------------------------------------------------------------------------------


@jit
def add_end(now, at, edge, value):
    """Add an open end, the youngest."""
    end = now[ENDS]
    now[E_AT + end] = at
    now[E_EDGE + end] = edge
    now[E_VALUE + end] = value
    now[E_TAKES + end] = ANYTHING
    now[ENDS] = end + 1


@jit_apart
def add_corners(rules, now, number, value):
    """Add the open ends of a spinner that has more than its four sides."""
    for edge in range(ARM + 2, rules[ARMS_OF_SPINNER]):
        add_end(now, number, edge, value)
        now[L_FREE + number] += 1


@jit
def drop_end(now, end):
    """Remove an open end that is covered."""
    last = now[ENDS] - 1
    for place in range(last):
        after = place + 1 if place >= end else place
        now[E_AT + place] = now[E_AT + after]
        now[E_EDGE + place] = now[E_EDGE + after]
        now[E_VALUE + place] = now[E_VALUE + after]
    now[ENDS] = last


@jit
def close_ends(rules, now):
    """Mark the open ends that may not be used yet because of the order of arms."""
    ends = now[ENDS]
    if rules[ARM_ORDER] == SIDES_FIRST:
        for end in range(ends):
            now[E_TAKES + end] = NOTHING if now[E_EDGE + end] >= 2 and now[L_SIDES + now[E_AT + end]] else ANYTHING
        return
    newest = NOBODY
    if rules[ARM_ORDER] != CLOCKWISE:
        for end in range(ends):
            if now[L_SPINS + now[E_AT + end]]:
                newest = max(newest, now[E_AT + end])
    for end in range(ends):
        now[E_TAKES + end] = NOTHING if newest >= 0 and now[E_AT + end] != newest else ANYTHING
    if rules[ARM_ORDER] != FOUR_FIRST and now[PLAYED] > 1:
        close_sides(rules, now)


@jit_apart
def close_sides(rules, now):
    """Mark the sides of spinners that may not be used yet because they are used clockwise, one after another."""
    ends = now[ENDS]
    for end in range(ends):
        at = now[E_AT + end]
        if now[L_SPINS + at]:
            before = rules[EDGE_BEFORE + (8 if at else 0) + now[E_EDGE + end]]
            for other in range(ends):
                if now[E_AT + other] == at and now[E_EDGE + other] == before:
                    now[E_TAKES + end] = NOTHING


@jit_apart
def note_arm(rules, now, number, at, single):
    """Note if tile `number`, which joined tile `at` (-1: none), is the first spinner, or a single that joined it."""
    if rules[ARM_DOUBLES] == 0:
        return
    now[L_ARM + number] = 0
    if now[L_SPINS + number] and now[ARMS_FROM] == 0:
        now[ARMS_FROM] = number + 1
    elif single and at >= 0 and now[ARMS_FROM] == at + 1:
        now[L_ARM + number] = 1


@jit_apart
def keep_for_doubles(rules, now):
    """Keep for doubles the open ends that wait for one."""
    ends, first, waiting, every = now[ENDS], now[ARMS_FROM] - 1, 0, rules[ARM_DOUBLES] == ALL_ARMS
    for end in range(ends):
        at = now[E_AT + end]
        if now[L_ARM + at] or (every and at == first):
            waiting = 1
        if rules[ARM_ORDER] == FREE:
            now[E_TAKES + end] = ANYTHING
    for end in range(ends):
        at = now[E_AT + end]
        if now[L_ARM + at] or (every and waiting and at != first):
            now[E_TAKES + end] &= rules[EVERY_DOUBLE]


@jit_apart
def cover_first(rules, now):
    """Close all open ends but those of the oldest double that no tile has joined, if there is one."""
    ends, waiting = now[ENDS], NOBODY
    for end in range(ends):
        at = now[E_AT + end]
        tile = now[L_TILE + at]
        alone = rules[ARMS_OF_SPINNER] - 1 if now[L_SPINS + at] else 1
        if waiting < 0 and at and rules[LOW + tile] == rules[HIGH + tile] and now[L_FREE + at] == alone:
            waiting = at
        if rules[ARM_ORDER] == FREE and rules[ARM_DOUBLES] == 0:
            now[E_TAKES + end] = ANYTHING
    for end in range(ends):
        if waiting >= 0 and now[E_AT + end] != waiting:
            now[E_TAKES + end] = NOTHING


@jit
def cover(rules, now, end):
    """Cover an open end, and count its tile again."""
    at = now[E_AT + end]
    if rules[SCORING] == MULTIPLE:
        term = covered_term(rules, now, at, now[E_VALUE + end]) if now[L_FREE + at] > 1 else 0
        now[COUNT] += term - now[L_TERM + at]
        now[L_TERM + at] = term
    now[L_FREE + at] -= 1
    if rules[ARMS_WAIT] and now[E_EDGE + end] < 2:
        now[L_SIDES + at] -= 1
    drop_end(now, end)


@jit
def join(rules, now, tile, end, out):
    """Add the tile to the layout, its open ends and its count."""
    number, low, high, spinning = now[PLAYED], rules[LOW + tile], rules[HIGH + tile], spins(rules, now, tile)
    joined = 0 if end < 0 else 1
    if rules[SCORING] == MULTIPLE:
        now[L_TERM + number] = own_term(rules, now, tile, end, out)
        now[COUNT] += now[L_TERM + number]
    now[L_TILE + number] = tile
    now[L_SPINS + number] = spinning
    now[L_FREE + number] = 2 - joined + 2 * spinning
    now[L_SIDES + number] = 2 - joined
    now[PLAYED_AS + tile] = number
    now[PLAYED] = number + 1
    if rules[ARMS_WAIT]:
        note_arm(rules, now, number, now[E_AT + end] if joined else NOBODY, low != high)
    if joined:
        cover(rules, now, end)
        add_end(now, number, LOW_EDGE if low != high and out == low else HIGH_EDGE, out)
    else:
        add_end(now, number, LOW_EDGE, low)
        add_end(now, number, HIGH_EDGE, high)
    if spinning:
        add_end(now, number, ARM, high)
        add_end(now, number, ARM + 1, high)
        if rules[ARMS_OF_SPINNER] > 4:
            add_corners(rules, now, number, high)
    if low == high:
        now[DOUBLES] += 1
    update_fitting(rules, now)


@jit_apart
def arrange_arms(rules, now):
    """Mark the open ends that may not be used yet, and those that wait for a double."""
    if rules[ARM_ORDER] != FREE:
        close_ends(rules, now)
    if rules[ARM_DOUBLES]:
        keep_for_doubles(rules, now)
    if rules[COVER_DOUBLES]:
        cover_first(rules, now)
    if rules[ONE_END] and now[PLAYED] > 1:
        for end in range(now[ENDS]):
            now[E_TAKES + end] = ANYTHING if now[E_AT + end] == now[PLAYED] - 1 else NOTHING


@jit
def update_fitting(rules, now):
    """Find the tiles that fit the open ends."""
    if rules[ARMS_WAIT]:
        arrange_arms(rules, now)
    fitting = 0
    for end in range(now[ENDS]):
        fits = rules[FITS + now[E_VALUE + end]] & now[E_TAKES + end]
        now[E_FITS + end] = fits
        fitting |= fits
    now[FITTING] = fitting


@jit
def has_another_turn(rules, now):
    """Return True if the seat to move has just played, and goes on."""
    return rules[EXTRA_TURN] != 0 and now[BLOCKER] == now[TURN] and now[PASSED] == 0


@jit
def lapses(rules, now):
    """Return True if the seat to move has another turn that is over without a draw if no tile fits."""
    return rules[LAPSES] != 0 and rules[BLIND] == 0 and has_another_turn(rules, now)


@jit
def bound_to(rules, now):
    """Return the number of the laid tile that the seat to move has to join, because it goes on after it, or -1."""
    if rules[SAME_END] == 0 or not has_another_turn(rules, now):
        return NOBODY
    return now[PLAYED] - 1


@jit_apart
def fitting_at(rules, now, last):
    """Return the tiles that fit the open ends of laid tile number `last` (-1: all ends); nothing fits the others."""
    fitting = 0
    for end in range(now[ENDS]):
        fits = rules[FITS + now[E_VALUE + end]] & now[E_TAKES + end]
        now[E_FITS + end] = fits if last < 0 or now[E_AT + end] == last else NOTHING
        fitting |= now[E_FITS + end]
    return fitting


# --- stacking -----------------------------------------------------------------------------------------------------


@jit
def loot(rules, now, seat, tile):
    """Return the points that `seat` would take from another side by stacking the tile, credited once."""
    if now[SPOILS] == 0 or rules[SIDE_OF + now[SPOILS_SEAT]] == rules[SIDE_OF + seat]:
        return 0
    if now[SPOILS_STOLEN] and not rules[STEAL_BACK]:
        return 0
    return now[SPOILS] * (2 if rules[LOW + tile] == rules[HIGH + tile] else 1)


@jit
def stackable(rules, now, seat):
    """Return the tiles that may be stacked on an equal one if it is the turn of `seat`."""
    if rules[STACKING] == 0 or (rules[STACK_ANY] == 0 and loot(rules, now, seat, FIRST) == 0):
        return 0
    tiles = 0
    for end in range(now[ENDS]):
        if now[E_TAKES + end] and now[E_EDGE + end] < 2:
            tiles |= 1 << (now[L_TILE + now[E_AT + end]] ^ 1)
    return tiles


@jit
def stack(rules, now, seat, tile):
    """Stack a tile, which may take the last score from another side."""
    side, loss = rules[SIDE_OF + seat], loot(rules, now, seat, tile)
    credit = loss * 2 if rules[STEAL_TWICE] else loss
    robbed = rules[SIDE_OF + now[SPOILS_SEAT]]
    now[SPOILS] = 0
    if rules[OUT_COUNTS] and now[HELD + seat] == 1 << tile:
        now[EXTRA] = way_out(rules, tile, NOTHING)
    remove_tile(now, seat, tile)
    now[STACKS + seat] += 1
    now[HAD_TURN] |= 1 << seat
    if credit and may_score(rules, now, side, credit):
        now[SCORE + robbed] -= loss
        now[IN_PLAY + robbed] -= loss
        add_points(rules, now, side, credit)
        now[SPOILS] = credit
        now[SPOILS_SEAT] = seat
        now[SPOILS_STOLEN] = 1
    if now[HELD + seat] == 0 and now[OVER] == 0 and now[GONE + seat] == 0:
        now[OVER] = OUT
    now[TURN] = rules[NEXT_SEAT + seat]
    now[PASSED] = 0


# --- the way of going out -----------------------------------------------------------------------------------------


@jit_apart
def fits_every_end(rules, now, tile):
    """Return ALIKE if the tile fits all of several open ends, DIFFER if these differ; 0 if it does not fit them all."""
    ends, first, kind = 0, NOBODY, ALIKE
    for end in range(now[ENDS]):
        if now[E_TAKES + end]:
            if ((rules[FITS + now[E_VALUE + end]] & now[E_TAKES + end]) >> tile) & 1 == 0:
                return NOTHING
            if ends and now[E_VALUE + end] != first:
                kind = DIFFER
            first = now[E_VALUE + end]
            ends += 1
    return kind if ends > 1 else NOTHING


@jit
def is_capicua(rules, tile, both_ends):
    """Return True if a tile that fits every open end is as the axis capicua_ends asks."""
    if rules[CAPICUA_ENDS] == ENDS_DIFFER:
        return both_ends == DIFFER
    return rules[CAPICUA_ENDS] != NO_BLANK or rules[LOW + tile] > 0


@jit_apart
def way_out(rules, tile, both_ends):
    """Return what it is worth to go out with the tile, 0 for nothing special."""
    double = rules[LOW + tile] == rules[HIGH + tile]
    if both_ends and double and rules[CAPICUA_DOUBLE] >= 0:
        return rules[CAPICUA_DOUBLE]
    if both_ends and not double and rules[CAPICUA] and is_capicua(rules, tile, both_ends):
        return rules[CAPICUA]
    if rules[OUT_TILE + tile] >= 0:
        return rules[OUT_TILE + tile]
    return rules[OUT_DOUBLE] if double else 0


# --- turns --------------------------------------------------------------------------------------------------------


@jit
def remove_tile(now, seat, tile):
    """Take a tile out of the hand of `seat`, which is now the last to have played."""
    now[HELD + seat] ^= 1 << tile
    now[HELD_BY_ALL] ^= 1 << tile
    now[DRAWN] = 0
    now[BLOCKER] = seat


@jit_apart
def counts_for(rules, now, side, points):
    """Return True unless the points are too few to begin with, or overshoot a target that must be met exactly."""
    if points < rules[FIRST_SCORE] and now[SCORE + side] <= 0:
        return False
    return rules[REACH] != EXACT or rules[GOAL] < 0 or now[SCORE + side] + points <= rules[GOAL]


@jit
def may_score(rules, now, side, points):
    """Return True if the side may add the points to its score; most rules let any points count."""
    return (rules[FIRST_SCORE] == 0 and rules[REACH] != EXACT) or counts_for(rules, now, side, points)


@jit
def add_points(rules, now, side, points):
    """Add points in play, which may end the hand."""
    now[IN_PLAY + side] += points
    score = now[SCORE + side] + points
    now[SCORE + side] = score
    if rules[TARGET_WHEN] != AT_ONCE or rules[GOAL] < 0:
        return
    reach, goal = rules[REACH], rules[GOAL]
    if score < goal or (reach == MORE_THAN and score == goal) or (reach == EXACT and score != goal):
        return
    for other in range(rules[SIDES]):
        if other != side and now[SCORE + other] >= score:
            return
    now[OVER] = TARGET


@jit_apart
def more_doubles(rules, now):
    """Return the doubles that fit an open end and are not on the table yet."""
    doubles = now[FITTING] & rules[EVERY_DOUBLE]
    for number in range(now[PLAYED]):
        doubles &= ~(1 << now[L_TILE + number])
    return doubles


@jit_apart
def only_doubles(rules, now):
    """Return True if the seat to move has just played a double, and may only lay another or stop."""
    if rules[EXTRA_TURN] != MORE_DOUBLES or not has_another_turn(rules, now):
        return False
    last = now[L_TILE + now[PLAYED] - 1]
    return rules[LOW + last] == rules[HIGH + last] and more_doubles(rules, now) != 0


@jit_apart
def goes_on(rules, now, seat, tile):
    """Return True if the tile that `seat` played gives another turn: it scored if there is something to steal."""
    extra = rules[EXTRA_TURN]
    if extra == WHILE_FITS:
        return True
    if FIRST_TURN <= extra <= FIRST_OR_DOUBLE:
        double = extra == FIRST_OR_DOUBLE and rules[LOW + tile] == rules[HIGH + tile]
        return double or (now[HAD_TURN] >> seat) & 1 == 0
    if extra != ON_SCORE and rules[LOW + tile] == rules[HIGH + tile]:
        return extra != MORE_DOUBLES or more_doubles(rules, now) != 0
    return extra >= ON_SCORE and now[SPOILS] > 0


@jit_apart
def go_out(rules, now, seat):
    """Note the place of a player who has gone out, and let the hand go on if the others play on."""
    place, holding, own = 1, 0, 0
    for other in range(rules[SEATS]):
        place += now[OUT_AS + other] > 0
        if now[HELD + other]:
            holding += 1
            own += rules[SIDE_OF + other] == rules[SIDE_OF + seat]
    now[OUT_AS + seat] = place
    left = own if rules[PLAY_ON] == SIDE_OUT else holding
    if left > 1 or (left == 1 and rules[PLAY_ON] != ONE_LEFT):
        now[OVER] = 0


@jit_apart
def first_out(rules, now):
    """Return the seat that wins by having gone out first, whatever has ended the hand; NOBODY if there is none."""
    for seat in range(rules[SEATS]):
        if now[OUT_AS + seat] == 1 and rules[PLAY_ON] != SIDE_OUT:
            return seat
    return NOBODY


@jit_apart
def end_rare_play(rules, now, seat, tile, first):
    """Give another turn after a play if the rules say so, and take the tile out of a face-down row.

    Where the others play on after a player is out, the hand may go on.
    """
    if rules[PLAY_ON] and now[OVER] == OUT:
        go_out(rules, now, seat)
    if rules[EXTRA_TURN] and goes_on(rules, now, seat, tile) and (
            rules[LEADER_GOES_ON] or not (first and rules[BLIND])):
        now[TURN] = seat
    else:
        now[HAD_TURN] |= 1 << seat
    if rules[BLIND]:
        now[ROW_HEAD + seat] = (now[ROW_HEAD + seat] + 1) & 63
        now[ROW_LENGTH + seat] -= 1


@jit
def play(rules, now, seat, tile, end, out):
    """Play a tile, with all that follows."""
    points = worth(rules, now, tile, end, out) if rules[SCORING] else 0
    first = now[PLAYED] == 0
    if rules[OUT_COUNTS] and now[HELD + seat] == 1 << tile:
        now[EXTRA] = way_out(rules, tile, fits_every_end(rules, now, tile))
    join(rules, now, tile, end, out)
    remove_tile(now, seat, tile)
    now[PLAYS + seat] += 1
    now[SPOILS] = 0
    if points and may_score(rules, now, rules[SIDE_OF + seat], points):
        add_points(rules, now, rules[SIDE_OF + seat], points)
        now[SPOILS] = points
        now[SPOILS_SEAT] = seat
        now[SPOILS_STOLEN] = 0
    if now[HELD + seat] == 0 and now[OVER] == 0 and now[GONE + seat] == 0:
        now[OVER] = OUT
    now[PASSED] = 0
    now[TURN] = rules[NEXT_SEAT + seat]
    if rules[RARE_TURNS]:
        end_rare_play(rules, now, seat, tile, first)


@jit
def drawable(rules, now):
    """Return True if a tile can be drawn at all."""
    return rules[DRAWING] != 0 and now[STOCK] > rules[RESERVE]


@jit
def check_block(rules, now):
    """End the hand if nobody can play, stack or draw any more."""
    if now[OVER] or now[PLAYED] == 0 or rules[BLOCK] == ROW_CYCLE:
        return
    usable = now[HELD_BY_ALL]
    if usable and drawable(rules, now):
        if rules[BLOCK] != DEAD_LAYOUT:
            return
        usable |= now[BONEYARD]
    if usable & now[FITTING]:
        return
    if rules[STACKING]:
        holder = now[HELD_BY_ALL] if rules[STACK_ANY] else now[HELD + now[TURN]]
        if stackable(rules, now, now[TURN]) & holder:
            return
    now[OVER] = BLOCKED
    if now[BLOCKER] < 0:  # Nobody has played on the tile that was turned up.
        now[BLOCKER] = now[LEADING]


@jit
def draw(rules, now, words, seat):
    """Draw a tile from the boneyard and return it."""
    place = now[PLACE]
    shuffle_to(rules, now, words, place + 1)
    tile = now[ORDER + place]
    now[HELD + seat] |= 1 << tile
    now[HELD_BY_ALL] |= 1 << tile
    now[BONEYARD] ^= 1 << tile
    now[STOCK] -= 1
    now[DRAWS + seat] += 1
    if now[SEEKS]:
        seek_lead(rules, now, seat, tile)
        return tile
    now[DRAWN] += 1
    side, cost = rules[SIDE_OF + seat], rules[COST]
    if cost and rules[COST_IN_CHIPS]:
        now[CHIPS + side] -= cost
    elif cost:
        now[SCORE + side] -= cost
        now[IN_PLAY + side] -= cost
    return tile


@jit
def seek_lead(rules, now, seat, tile):
    """Give the lead to a seat that drew a qualifying tile; otherwise it draws again, or the next seat draws.

    A leader who takes what is left over has the lead already.
    """
    if now[SEEKS] > 1:
        now[SEEKS] = now[SEEKS] - 1 if now[SEEKS] > 2 else 0
        return
    after = seat if rules[AMONG] else rules[NEXT_SEAT + seat]
    now[TURN] = after
    if (rules[AMONG] >> tile) & 1 or (rules[AMONG] == 0 and rules[QUALIFIES + tile]):
        now[SEEKS] = 0
        set_leader(rules, now, seat, tile)
        begin_taking(rules, now)
    elif now[STOCK] == 0:
        now[SEEKS] = 0
        set_leader(rules, now, after, ANYTHING)


@jit
def pass_turn(rules, now, seat):
    """Pass; in a face-down row, move the front tile to the back."""
    now[PASSES + seat] += 1
    now[HAD_TURN] |= 1 << seat
    now[PASSED] += 1
    now[SPOILS] = 0
    now[DRAWN] = 0
    if rules[BLIND]:
        head, row = now[ROW_HEAD + seat], ROW + 64 * seat
        now[row + ((head + now[ROW_LENGTH + seat]) & 63)] = now[row + head]
        now[ROW_HEAD + seat] = (head + 1) & 63
    now[TURN] = rules[NEXT_SEAT + seat]
    if rules[PASS_PAYS]:
        pay_for_pass(rules, now, seat)
    if now[OVER] == 0 and rules[BLOCK] == ROW_CYCLE and rows_cycled(rules, now, seat):
        now[OVER] = BLOCKED


@jit_apart
def discard(rules, now, words, policy, seat):
    """Put a tile of the hand face down, and return it: by chance, or the lightest."""
    held, tile = now[HELD + seat], NOBODY
    if policy == RANDOM:
        count = tile_count(held)
        tile = nth_tile(held, pick(now, words, seat, count) if count > 1 else 0)
    else:
        least, left = NO_LIMIT, held
        while left:
            each = lowest(left)
            left &= left - 1
            if rules[WEIGHT + each] < least:
                least, tile = rules[WEIGHT + each], each
    put_face_down(rules, now, seat, tile)
    return tile


@jit_apart
def put_face_down(rules, now, seat, tile):
    """Put a tile face down: it is out of play."""
    now[HELD + seat] ^= 1 << tile
    now[HELD_BY_ALL] ^= 1 << tile
    now[GONE + seat] |= 1 << tile
    now[DISCARDS + seat] += 1
    now[HAD_TURN] |= 1 << seat
    now[PASSED] += 1
    now[SPOILS] = 0
    now[DRAWN] = 0
    now[TURN] = rules[NEXT_SEAT + seat]


@jit_apart
def to_seat_with_tiles(rules, now):
    """Give the turn to the next seat that still has tiles: in some games a hand goes on without some players."""
    seat, left = now[TURN], rules[SEATS] if rules[CANNOT_PLAY] or rules[PLAY_ON] else 0
    while left and now[HELD + seat] == 0:
        seat = rules[NEXT_SEAT + seat]
        left -= 1
    now[TURN] = seat


@jit_apart
def pay_for_pass(rules, now, seat):
    """Give the seat that played last what a pass of `seat` is worth."""
    last = now[BLOCKER]
    if last < 0:
        return
    is_next = seat == rules[NEXT_SEAT + last] and now[PASSED] <= 2
    if rules[PASS_LEAD] and now[PLAYED] == 1 and is_next:
        tile, points = now[L_TILE], rules[PASS_LEAD]
        if rules[LOW + tile] != rules[HIGH + tile] and rules[PASS_LEAD_SINGLE] >= 0:
            points = rules[PASS_LEAD_SINGLE]
        pay(rules, now, last, points)
    if is_next:
        pay(rules, now, last, rules[PASS_NEXT])
    if now[TURN] == last and now[PASSED] <= rules[SEATS]:
        pay(rules, now, last, rules[PASS_ROUND])
    if rules[PASS_COST] and rules[SIDE_OF + seat] != rules[SIDE_OF + last]:
        take(rules, now, seat, last, rules[PASS_COST])


@jit_apart
def take(rules, now, seat, last, points):
    """Let `seat` pay points to the seat that played last, unless the hand is over or they may not be scored."""
    side = rules[SIDE_OF + seat]
    if now[OVER] == 0 and may_score(rules, now, rules[SIDE_OF + last], points):
        now[SCORE + side] -= points
        now[IN_PLAY + side] -= points
        add_points(rules, now, rules[SIDE_OF + last], points)


@jit
def pay(rules, now, seat, points):
    """Give points in play to the side of `seat`, unless the hand is over or they would overshoot the target."""
    if points and now[OVER] == 0 and may_score(rules, now, rules[SIDE_OF + seat], points):
        add_points(rules, now, rules[SIDE_OF + seat], points)


@jit
def rows_cycled(rules, now, last):
    """Return True if every row has been turned over since the last play."""
    seats, passed, seat, back = rules[SEATS], now[PASSED], rules[NEXT_SEAT + last], rules[SEATS] - 1
    while back >= 0:
        if (passed - back + seats - 1) // seats < now[ROW_LENGTH + seat]:
            return False
        seat = rules[NEXT_SEAT + seat]
        back -= 1
    return True


# --- policies: those of play/players.py ---------------------------------------------------------------------------


@jit
def nth_tile(mask, number):
    """Return the tile of a mask that has `number` lower ones."""
    while number:
        mask &= mask - 1
        number -= 1
    return lowest(mask)


@jit
def outward(rules, value, tile, second):
    """Return the half that faces outward: by the first choice, or by the second."""
    return rules[HIGH + tile] if second else rules[OUTWARD + 64 * value + tile]


@jit
def turnable(rules, now, able, end):
    """Return those of some tiles that may face either way at an open end."""
    return able & now[E_FITS + end] & rules[FITS_TWICE + now[E_VALUE + end]]


@jit
def at_random(rules, now, words, seat, able, stacking):
    """Choose a pair of tile and open end, or a stack, each equally likely."""
    plays, ends = 0, now[ENDS]
    if now[PLAYED] == 0:
        plays = tile_count(able)
        return nth_tile(able, pick(now, words, seat, plays) if plays > 1 else 0), -1, -1
    for end in range(ends):
        plays += tile_count(able & now[E_FITS + end])
        if rules[TWO_WAYS]:
            plays += tile_count(turnable(rules, now, able, end))
    options = plays
    if stacking:
        options += tile_count(stacking)
    left = pick(now, words, seat, options) if options > 1 else 0
    if left >= plays:
        return nth_tile(stacking, left - plays), -2, -1
    while able:
        bit = able & -able
        for end in range(ends):
            ways = 1 if now[E_FITS + end] & bit else 0  # A sum, because a branch here could not be foreseen.
            if rules[TWO_WAYS] and turnable(rules, now, bit, end):
                ways += 1
            if left < ways:
                tile = lowest(bit)
                return tile, end, outward(rules, now[E_VALUE + end], tile, left)
            left -= ways
        able ^= bit
    return -1, -1, -1


@jit
def by_points(rules, now, seat, able, stacking):
    """Choose the first of the plays and stacks that score most."""
    most, best, at, facing, ends, first = -1, -1, -1, -1, now[ENDS], now[PLAYED] == 0
    while able:
        bit = able & -able
        tile = lowest(bit)
        able ^= bit
        if first:
            points = worth(rules, now, tile, NOBODY, NOTHING)
            if points > most:
                most, best = points, tile
        for end in range(ends):
            if now[E_FITS + end] & bit:
                value = now[E_VALUE + end]
                for second in range(2 if rules[FITS_TWICE + value] & bit else 1):
                    out = outward(rules, value, tile, second)
                    points = worth(rules, now, tile, end, out)
                    if points > most:
                        most, best, at, facing = points, tile, end, out
    while stacking:
        tile = lowest(stacking)
        stacking &= stacking - 1
        points = loot(rules, now, seat, tile) * (2 if rules[STEAL_TWICE] else 1)
        if points > most:
            most, best, at, facing = points, tile, -2, -1
    return best, at, facing


@jit
def key_of(rules, held, policy, tile):
    """Return the rank that a policy gives to a tile of a hand."""
    if policy == HEAVIEST:
        return rules[WEIGHT + tile]
    if policy == DOUBLES_FIRST:
        return rules[DOUBLES_KEY + tile]
    values, rest = 0, held & ~(1 << tile)
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        values |= (1 << rules[LOW + other]) | (1 << rules[HIGH + other])
    return MOST_WEIGHT * tile_count(values) + rules[WEIGHT + tile]


@jit
def by_tile(rules, now, held, policy, able, stacking):
    """Choose the first of the tiles that the policy ranks highest, at the first end where it fits.

    Plays come before stacks of the same rank. All of that is one number, because a branch here could not be foreseen.
    """
    most = -1
    while able:
        tile = lowest(able)
        able &= able - 1
        most = max(most, 128 * key_of(rules, held, policy, tile) + 127 - tile)
    while stacking:
        tile = lowest(stacking)
        stacking &= stacking - 1
        most = max(most, 128 * key_of(rules, held, policy, tile) + 63 - tile)
    best, is_play = 63 - (most & 63), (most & 64) > 0
    if is_play and now[PLAYED]:
        for end in range(now[ENDS]):
            if (now[E_FITS + end] >> best) & 1:
                return best, end, outward(rules, now[E_VALUE + end], best, FIRST)
    return best, -1 if is_play else -2, -1


@jit
def choose(rules, now, words, policy, held, able, stacking):
    """Return the tile to play, its end (-1: the first tile, -2: a stack) and the half that faces outward."""
    if policy == RANDOM:
        return at_random(rules, now, words, now[TURN], able, stacking)
    if policy == GREEDY:
        first = able & -able  # where nothing scores all plays are worth the same
        return by_points(rules, now, now[TURN], able if rules[SCORING] else first, stacking)
    return by_tile(rules, now, held, policy, able, stacking)


# --- a hand -------------------------------------------------------------------------------------------------------


@jit
def trace(now, seat, action, tile, at, edge, out):
    """Add an action to the trace, as one number."""
    used = now[TRACED]
    if used < MOST_TRACED:
        now[TRACE + used] = ((((seat * 8 + action) * 64 + tile + 1) * 64 + at + 1) * 8 + edge) * 32 + out + 1
    now[TRACED] = used + 1


@jit
def must_wait(rules, now):
    """Return True if the seat to move has drawn, and that ends its turn."""
    return rules[AFTER_DRAW] != 0 and now[DRAWN] > 0 and now[PLAYED] > 0


@jit_apart
def rare_choices(rules, now, seat):
    """Return the front tile of a face-down row (-1: none), the tiles held, those that fit, and those to be stacked."""
    held, tile, fitting = now[HELD + seat], NOBODY, now[FITTING]
    if must_wait(rules, now):
        return tile, held, 0, 0
    if rules[BLIND]:
        tile = now[ROW + 64 * seat + now[ROW_HEAD + seat]]
        held = 1 << tile
    if rules[SAME_END] and now[PLAYED]:
        fitting = fitting_at(rules, now, bound_to(rules, now))
    if only_doubles(rules, now):
        fitting &= rules[EVERY_DOUBLE]
    return tile, held, held & fitting, held & stackable(rules, now, seat)


@jit
def take_turn(rules, now, words, policies, tracing):
    """Do one action of the seat to move."""
    seat = now[TURN]
    held, tile, at, edge, out, stacking = now[HELD + seat], NOBODY, NOBODY, NOTHING, NOBODY, NOTHING
    able, stops = held & now[FITTING], False
    if rules[RARE_TURNS]:
        tile, held, able, stacking = rare_choices(rules, now, seat)
        stops = lapses(rules, now) or only_doubles(rules, now)
    if now[SEEKS] == 0 and able | stacking:
        tile, end, out = choose(rules, now, words, policies[seat], held, able, stacking)
        if end == -2:
            action, at = STACK, now[PLAYED_AS + (tile ^ 1)]
            stack(rules, now, seat, tile)
        else:
            action = PLAY
            if end >= 0:
                at, edge = now[E_AT + end], now[E_EDGE + end]
            play(rules, now, seat, tile, end, out)
    elif now[SEEKS] or (drawable(rules, now) and now[DRAWN] < rules[DRAW_MAX] and not stops):
        action, tile = DRAW, draw(rules, now, words, seat)
    elif rules[CANNOT_PLAY]:
        action, tile = DISCARD, discard(rules, now, words, policies[seat], seat)
    else:
        action = PASS
        pass_turn(rules, now, seat)
    if rules[RARE_TURNS]:
        to_seat_with_tiles(rules, now)
    if tracing:
        trace(now, seat, action, tile, at, edge, out)
    check_block(rules, now)


@jit_apart
def turn_up(rules, now, words):
    """Turn up a tile of the boneyard as the first of the hand, if there is one."""
    if now[STOCK] == 0 or now[OVER]:
        return
    place = now[PLACE]
    shuffle_to(rules, now, words, place + 1)
    now[STOCK] -= 1
    now[BONEYARD] ^= 1 << now[ORDER + place]
    join(rules, now, now[ORDER + place], NOBODY, 0)


@jit
def clear(rules, now):
    """Clear the last hand."""
    copy(rules, ZEROS, now, TURN, CLEARED)
    now[WINNER] = -1
    now[BLOCKER] = -1


@jit
def begin_hand(rules, now, words, policies, key):
    """Clear the last hand, deal, and find the leader."""
    clear(rules, now)
    for seat in range(rules[SEATS]):
        if policies[seat] == RANDOM:
            words[CHOICE_KEY + seat] = stream_key(key, CHOICES + U64(seat))
    begins = find_leader(rules, now, words, key)
    begin_taking(rules, now)
    if begins or rules[TURNED_UP]:
        turn_up(rules, now, words)
    if rules[BLIND]:
        fill_rows(rules, now)


# --- the settlement -----------------------------------------------------------------------------------------------


@jit
def weight_of(rules, mask):
    """Return the total weight of the tiles of a mask."""
    total = 0
    while mask:
        total += rules[WEIGHT + lowest(mask)]
        mask &= mask - 1
    return total


@jit
def adds_up(rules):
    """Return True if partners add up their pips in a blocked hand."""
    return rules[TEAMS] and rules[TEAM_BLOCK] == TEAM_TOTAL and rules[BLOCK_BETWEEN] == BETWEEN_ALL


@jit
def weighed_tiles(rules, now, seat):
    """Return the tiles that count for `seat` in a blocked hand: its own, or its team's."""
    if adds_up(rules):
        return now[HELD + seat % 2] | now[HELD + seat % 2 + 2]
    return now[HELD + seat]


@jit
def lighter(rules, mask, other):
    """Return -1 if `mask`, compared tile by tile from the lightest, is lighter than `other`, 1 if heavier, else 0."""
    place, beside, size = 0, 0, rules[SIZE]
    while True:
        while place < size and (mask >> rules[BY_LIGHT + place]) & 1 == 0:
            place += 1
        while beside < size and (other >> rules[BY_LIGHT + beside]) & 1 == 0:
            beside += 1
        if place == size or beside == size:
            return 0
        mine, theirs = rules[LIGHT_KEY + rules[BY_LIGHT + place]], rules[LIGHT_KEY + rules[BY_LIGHT + beside]]
        if mine != theirs:
            return -1 if mine < theirs else 1
        place += 1
        beside += 1


@jit
def comes_first(rules, mask, other):
    """Return True if `mask` is lighter than `other`, or as light with fewer tiles."""
    order = lighter(rules, mask, other)
    return order < 0 or (order == 0 and tile_count(mask) < tile_count(other))


@jit
def lighter_of_two(rules, now, last, after):
    """Return who wins a block between the seat that played last and the next one, or -1 for nobody."""
    mine, theirs = now[HELD + last], now[HELD + after]
    difference = weight_of(rules, mine) - weight_of(rules, theirs)
    if difference == 0 and rules[TIE] == LIGHTEST_TILE:
        difference = lighter(rules, mine, theirs)
    elif difference == 0 and rules[TIE] == FEWER_TILES:
        difference = tile_count(mine) - tile_count(theirs)
    elif difference == 0:
        return first_of_two(rules, now, last, after)
    return last if difference < 0 else after if difference > 0 else -1


@jit
def first_of_two(rules, now, last, after):
    """Return who of two seats wins a tie by the order of play, or -1 for nobody."""
    tie, seat = rules[TIE], now[LEADING]
    if tie == BLOCKER_WINS:
        return last
    if tie == AFTER_BLOCKER:
        return after
    while tie == NEAREST_LEADER and seat != last and seat != after:
        seat = rules[NEXT_SEAT + seat]
    return seat if tie in (LEADER_WINS_TIE, NEAREST_LEADER) else -1


@jit
def lightest_seat(rules, now):
    """Return the seat that wins a blocked hand, or -1 for nobody."""
    if rules[BLOCK_BETWEEN] == BETWEEN_NONE:
        return -1
    if rules[BLOCK_BETWEEN] == BETWEEN_TWO:
        return lighter_of_two(rules, now, now[BLOCKER], rules[NEXT_SEAT + now[BLOCKER]])
    seats, least, lightest, sides = rules[SEATS], NO_LIMIT, NOBODY, 0
    for seat in range(seats):
        weight = weight_of(rules, weighed_tiles(rules, now, seat))
        if weight < least:
            least, lightest, sides = weight, seat, 1
        elif weight == least and rules[SIDE_OF + seat] != rules[SIDE_OF + lightest]:
            sides += 1
    if sides == 1:
        return lightest
    return break_tie(rules, now, least)


@jit
def first_in_turn(rules, now, least):
    """Return who wins a tie at weight `least` by what they did or by the order of play, or -1 for nobody."""
    tie, seat = rules[TIE], now[LEADING]
    if tie == BLOCKER_WINS:
        return now[BLOCKER]
    if tie == LEADER_WINS_TIE:
        return seat
    if tie == AFTER_BLOCKER:
        seat = rules[NEXT_SEAT + now[BLOCKER]]
    elif tie != NEAREST_LEADER:
        return -1
    while weight_of(rules, weighed_tiles(rules, now, seat)) != least:
        seat = rules[NEXT_SEAT + seat]
    return seat


@jit_apart
def with_fewer_tiles(rules, now, least):
    """Return who of those that tie at weight `least` holds the fewest tiles, or -1 if two sides hold as few."""
    fewest, winner = NO_LIMIT, -1
    for seat in range(rules[SEATS]):
        mine = weighed_tiles(rules, now, seat)
        if weight_of(rules, mine) != least:
            continue
        tiles = tile_count(mine)
        if tiles < fewest:
            fewest, winner = tiles, seat
        elif tiles == fewest and (winner < 0 or rules[SIDE_OF + seat] != rules[SIDE_OF + winner]):
            winner = -1
    return winner


@jit
def break_tie(rules, now, least):
    """Return the seat that wins a tie at weight `least` (axis tie), or -1 for nobody."""
    seats, first, rival = rules[SEATS], NOBODY, NOBODY
    if rules[TIE] == FEWER_TILES:
        return with_fewer_tiles(rules, now, least)
    if rules[TIE] != LIGHTEST_TILE:
        return first_in_turn(rules, now, least)
    for seat in range(seats):
        mine = weighed_tiles(rules, now, seat)
        if weight_of(rules, mine) != least:
            continue
        if first < 0 or comes_first(rules, mine, weighed_tiles(rules, now, first)):
            first = seat
    for seat in range(seats):
        mine = weighed_tiles(rules, now, seat)
        if weight_of(rules, mine) != least or rules[SIDE_OF + seat] == rules[SIDE_OF + first]:
            continue
        if rival < 0 or comes_first(rules, mine, weighed_tiles(rules, now, rival)):
            rival = seat
    return first if lighter(rules, weighed_tiles(rules, now, first), weighed_tiles(rules, now, rival)) else -1


@jit
def round_pips(rules, pips):
    """Return pips rounded by the axes end_round and end_multiple."""
    m = rules[END_MULTIPLE]
    if rules[END_ROUND] == NO_ROUND:
        return pips
    return pips // m * m if rules[END_ROUND] == FLOOR else m * ((pips + m // 2) // m)


@jit
def deduct(rules, now, seat):
    """Return what the winner's own tiles take off the award of a blocked hand."""
    if rules[OWN_DEDUCT] == NO_DEDUCT or rules[END_BASE] == NO_BASE or now[OVER] == OUT:
        return 0
    own, rivals = weight_of(rules, weighed_tiles(rules, now, seat)), 0
    if rules[OWN_DEDUCT] != PER_OPPONENT:
        return own
    for other in range(rules[SEATS]):
        if rules[SIDE_OF + other] != rules[SIDE_OF + seat]:
            rivals += 1
    return own if adds_up(rules) else own * rivals


@jit
def side_weight(rules, now, side):
    """Return the total weight of the tiles that a side still holds."""
    total = 0
    for seat in range(rules[SEATS]):
        if rules[SIDE_OF + seat] == side:
            total += weight_of(rules, now[HELD + seat])
    return total


@jit_apart
def due(rules, now, seat, side):
    """Return what a losing side pays for its pips where `seat` has won."""
    if rules[END_BASE] == NO_BASE or rules[SIDE_OF + seat] == side:
        return 0
    own = 0
    if rules[OWN_DEDUCT] != NO_DEDUCT and now[OVER] != OUT:
        own = weight_of(rules, weighed_tiles(rules, now, seat))
        if rules[OWN_DEDUCT] == PER_OPPONENT and rules[SIDES] < rules[SEATS] and not adds_up(rules):
            own *= 2
    pips = side_weight(rules, now, side) - own
    return round_pips(rules, pips if pips > 0 else 0) // rules[END_DIVIDE]


@jit_apart
def all_due(rules, now, seat):
    """Return what all sides together pay for their pips where `seat` has won."""
    total = 0
    for side in range(rules[SIDES]):
        total += due(rules, now, seat, side)
    return total


@jit_apart
def gain(rules, now, seat):
    """Return what a seat scores after a block, against each that holds more pips than it does."""
    own, total = weight_of(rules, now[HELD + seat]), 0
    for other in range(rules[SEATS]):
        pips = weight_of(rules, now[HELD + other])
        if pips > own:
            total += pips - own
    return round_pips(rules, total) // rules[END_DIVIDE]


@jit_apart
def share_out(rules, now, seat):
    """Add what each side but the winner's scores or pays at the end of a hand; `seat` has won, or is -1."""
    for side in range(rules[SIDES]):
        points = 0
        if seat >= 0 and side == rules[SIDE_OF + seat]:
            continue
        if rules[WHO_SCORES] == OWN_PIPS or (rules[WHO_SCORES] == LOSERS_SCORE and seat >= 0):
            points = side_weight(rules, now, side)
        elif rules[WHO_SCORES] == LOSERS_SCORE:
            points = 0
        elif rules[WHO_SCORES] == LIGHTER:
            points = 0 if now[OVER] == OUT else gain(rules, now, side)
        elif seat >= 0:
            points = -due(rules, now, seat, side)
        if points < 0 or may_score(rules, now, side, points):
            now[SHARE + side] = points
            now[SCORE + side] += points


@jit_apart
def award_among_others(rules, now, seat):
    """Return the award of a hand that `seat` has won where other sides score or pay as well."""
    if rules[WHO_SCORES] == OWN_PIPS:
        return side_weight(rules, now, rules[SIDE_OF + seat]) + with_way_out(rules, now, with_bonus(rules, now, 0))
    if rules[WHO_SCORES] == LOSERS_SCORE:
        return with_way_out(rules, now, with_bonus(rules, now, 0))
    if rules[WHO_SCORES] == LIGHTER:
        return with_bonus(rules, now, gain(rules, now, seat))
    return with_way_out(rules, now, with_bonus(rules, now, all_due(rules, now, seat)))


@jit
def award(rules, now, seat):
    """Return the award of a hand that `seat` has won."""
    if rules[WHO_SCORES] and (rules[WHO_SCORES] != LIGHTER or now[OVER] != OUT):
        return award_among_others(rules, now, seat)
    total, each, own = 0, 0, 0
    if rules[END_BASE] != NO_BASE:
        own = deduct(rules, now, seat)
        for other in range(rules[SEATS]):
            if rules[END_BASE] == EVERYBODY or rules[SIDE_OF + other] != rules[SIDE_OF + seat]:
                weight = weight_of(rules, now[HELD + other])
                total += weight
                each += round_pips(rules, weight)
    if rules[ROUND_EACH]:
        pips = each - round_pips(rules, own)
        pips = pips if pips > 0 else 0
    else:
        pips = round_pips(rules, total - own if total > own else 0)
    return with_way_out(rules, now, with_bonus(rules, now, pips // rules[END_DIVIDE]))


@jit
def with_bonus(rules, now, points):
    """Return the points of an award with those for winning the hand."""
    bonus = 0 if now[OVER] != OUT and rules[BONUS_WHEN] == FOR_GOING_OUT else rules[END_BONUS]
    return points + bonus + rules[FIRST_HAND]


@jit
def with_way_out(rules, now, usual):
    """Return what the way of going out makes of an award."""
    extra = now[EXTRA]
    if now[OVER] != OUT or extra == 0:
        return usual
    if rules[OUT_PAYS] == EXTRA_POINTS:
        return usual + extra
    return extra if rules[OUT_PAYS] == INSTEAD else usual * extra


@jit
def settle(rules, now):
    """Find the winner of a finished hand, and add the award."""
    if rules[PLAY_ON] and first_out(rules, now) >= 0:
        settle_for_first(rules, now)
    else:
        settle_as_ended(rules, now)


@jit_apart
def settle_for_first(rules, now):
    """Settle a hand in which others played on: the first player out wins as if that had ended it."""
    over, blocker = now[OVER], now[BLOCKER]
    if over != TARGET:
        now[OVER], now[BLOCKER] = OUT, first_out(rules, now)
    settle_as_ended(rules, now)
    now[OVER], now[BLOCKER] = over, blocker


@jit
def settle_as_ended(rules, now):
    """Find the winner by how the hand ended, and add the award."""
    over = now[OVER]
    if rules[CANNOT_PLAY]:
        for seat in range(rules[SEATS]):
            now[HELD + seat] |= now[GONE + seat]
    if over == TARGET:
        now[WINNER] = rules[SIDE_OF + now[BLOCKER]]
    elif over != MISDEAL:
        seat = now[BLOCKER] if over == OUT else lightest_seat(rules, now)
        if rules[WHO_SCORES] and (over == OUT or rules[BLOCK_BETWEEN] != BETWEEN_NONE):
            share_out(rules, now, seat)
        if seat >= 0:
            side, points = rules[SIDE_OF + seat], award(rules, now, seat)
            now[WINNER] = side
            if may_score(rules, now, side, points):
                now[AWARD] = points
                now[SCORE + side] += points
            if rules[FALL_BACK]:
                fall_back(rules, now, side)
    if rules[COST_IN_CHIPS]:
        pay_out_pot(rules, now)


@jit
def worth_of(rules, points):
    """Return what points are worth to a side: less than nothing where the fewest points win the match."""
    return -points if rules[FEWEST_WIN] else points


@jit
def fall_back(rules, now, winner):
    """Let the scores of the losers go back to 0, or all of them if every side has points.

    With ONE_ALL a score of 1 each stays, and the losers of the next hand go back to 0.
    """
    least, losers_fall, stay = now[SCORE + winner], rules[FALL_BACK] == LOSERS_FALL, rules[FALL_BACK] == ONE_ALL
    if stay:
        losers_fall = True
    for side in range(rules[SIDES]):
        score = now[SCORE + side]
        if score < least:
            least = score
        if rules[FALL_BACK] == ONE_ALL:
            stay &= score == 1
            losers_fall &= score - (now[AWARD] if side == winner else now[SHARE + side]) == 1
    for side in range(rules[SIDES]):
        if (side != winner) if losers_fall else least > 0 and not stay:
            now[SCORE + side] = 0


@jit
def pay_out_pot(rules, now):
    """Give the chips paid in this hand to its winner, or back if nobody wins."""
    paid, sides = 0, rules[SIDES]
    for side in range(sides):
        paid -= now[CHIPS + side]
        if now[WINNER] < 0:
            now[CHIPS + side] = 0
    if now[WINNER] >= 0:
        now[CHIPS + now[WINNER]] += paid


# --- many hands ---------------------------------------------------------------------------------------------------


@jit
def add_to_bin(sums, firsts, number, value, hand):
    """Count a hand in a bin of a histogram, which keeps the number of its first hand."""
    place = number * BINS + (0 if value < 0 else value if value < BINS else BINS - 1)
    sums[HISTOGRAMS + place] += 1
    if firsts[place] < 0 or hand < firsts[place]:
        firsts[place] = hand


@jit
def add_square(sums, place, number):
    """Add a number and its square to the sums."""
    sums[place] += number
    sums[place + 1] += number * number


@jit
def add_winner(rules, now, sums):
    """Add the winner, the way the hand ended, and the leader to the sums."""
    winner, leader = now[WINNER], now[LEADING]
    sums[HANDS] += 1
    sums[ENDED + now[OVER]] += 1
    sums[LED + leader] += 1
    if winner < 0:
        sums[WON + MOST_SEATS] += 1
        return
    sums[WON + winner] += 1
    add_square(sums, BY_SIDE + PER_SIDE * winner + 4, now[AWARD])
    if winner == rules[SIDE_OF + leader]:
        sums[LEADER_WINS] += 1
        sums[LED_WON + leader] += 1


@jit
def add_up(rules, now, sums, firsts, hand):
    """Add a finished hand to the sums."""
    scored = NOTHING
    add_winner(rules, now, sums)
    for side in range(rules[SIDES]):
        base, points = BY_SIDE + PER_SIDE * side, now[IN_PLAY + side]
        add_square(sums, base, now[SCORE + side])
        add_square(sums, base + 2, points)
        sums[base + 6] += now[CHIPS + side]
        scored += points
        if now[SHARE + side]:
            add_square(sums, base + 4, now[SHARE + side])
    for action in range(ACTIONS if rules[STACKING] | rules[CANNOT_PLAY] else STACK):
        total = NOTHING
        for seat in range(rules[SEATS]):
            done = now[PLAYS + MOST_SEATS * action + seat]
            sums[BY_SEAT + ACTIONS * seat + action] += done
            total += done
        sums[SQUARES + action] += total * total
        if action < STACK:
            add_to_bin(sums, firsts, OF_PLAYS + action, total, hand)
    add_square(sums, OF_AWARDS, now[AWARD])
    add_to_bin(sums, firsts, OF_AWARD, now[AWARD], hand)
    add_to_bin(sums, firsts, OF_POINTS, scored, hand)


@jit
def keep_alive(now, words):
    """Use the arrays once more, so that they outlive their addresses."""
    now[TURN] = 0
    words[DEAL_KEY] = words[DEAL_WORD]


@jit
def write_hand(rules, now, book, used):
    """Write a hand into the book from `used` on; return where it ends."""
    book[used] = now[TRACED]
    book[used + 1] = now[WINNER]
    book[used + 2] = now[AWARD]
    book[used + 3] = now[OVER]
    used += 4
    for side in range(rules[SIDES]):
        book[used] = now[SCORE + side]
        book[used + 1] = now[CHIPS + side]
        used += 2
    for seat in range(rules[SEATS]):
        for action in range(ACTIONS):
            book[used] = now[PLAYS + MOST_SEATS * action + seat]
            used += 1
    copy(now, TRACE, book, used, now[TRACED])
    return used + now[TRACED]


@entry
def run(rules, policies, seed_key, first, hands, sums, firsts):
    """Play `hands` hands from number `first` on, and add them up."""
    now, words = new_numbers(NOW_SIZE), new_words(WORDS_SIZE)
    for hand in range(first, first + hands):
        begin_hand(pointer(rules), pointer(now), pointer(words), pointer(policies), hand_key(seed_key, hand))
        while now[OVER] == 0:
            take_turn(pointer(rules), pointer(now), pointer(words), pointer(policies), 0)
        settle(pointer(rules), pointer(now))
        add_up(pointer(rules), pointer(now), pointer(sums), pointer(firsts), hand)
    keep_alive(now, words)


@entry
def write_down(rules, policies, seed_key, first, hands, book):
    """Write hands into `book`, as the digest compares them; return how far it is filled.

    Each hand is the number of actions, the winner, the award, how it ended, for each side the score and the chips, for
    each seat the plays, draws, passes, stacks and discards, and each action as one number. A hand that does not fit is
    left out.
    """
    now, words, used, size = new_numbers(NOW_SIZE), new_words(WORDS_SIZE), 0, len(book)
    for hand in range(first, first + hands):
        begin_hand(pointer(rules), pointer(now), pointer(words), pointer(policies), hand_key(seed_key, hand))
        while now[OVER] == 0:
            take_turn(pointer(rules), pointer(now), pointer(words), pointer(policies), 1)
        settle(pointer(rules), pointer(now))
        if used + now[TRACED] + 4 + (2 + ACTIONS) * MOST_SEATS > size:
            return used
        used = write_hand(pointer(rules), pointer(now), pointer(book), used)
    keep_alive(now, words)
    return used
