"""Hands up to their end, for rules of a reader's own that are asked who leads, who wins, or what a hand is worth.

Plain or compiled, like chain_games.py, which plays them. `book` gets the numbers of `now` at the end of each hand, as
far as the trace goes. `chance.jobs.AskedHands` reads them, writes the settlement into them, and has it added up.

`leads` has a lead for each hand if a reader's own rule says who leads, else it is empty: the number of the deal, the
seat, the tiles of which one must be led, and how the hand begins.
"""

from importlib import import_module

k = import_module(__name__.replace("hand_ends", "chain_games"))
entry, jit, pointer = k.entry, k.jit, k.pointer

SIZE = k.NOW_SIZE
DEAL, SEAT, ALLOWED, BEGINS = range(4)
LEAD = 4
LEADS, SEEKS, NOBODY_LEADS, TURNS_UP = range(4)  # BEGINS


@jit
def give_lead(rules, now, words, key, leads, at):
    """Deal as often as the rule wanted, and give the lead to its seat."""
    if rules[k.TURNED_UP] or rules[k.FALLBACK] == k.BONEYARD_LEADS:
        k.clear(rules, now)
    now[k.OVER] = k.MISDEAL if leads[at + BEGINS] == NOBODY_LEADS else 0
    now[k.SEEKS] = 1 if leads[at + BEGINS] == SEEKS else 0
    k.deal(rules, now, words, key, leads[at + DEAL])
    now[k.TURN] = now[k.LEADING] = leads[at + SEAT]
    now[k.FITTING] = leads[at + ALLOWED]
    k.begin_taking(rules, now)
    if rules[k.TURNED_UP] or leads[at + BEGINS] == TURNS_UP:
        k.turn_up(rules, now, words)
    if rules[k.BLIND]:
        k.fill_rows(rules, now)


@jit
def play_to_end(rules, now, words, policies):
    """Play on to the end of the hand."""
    while now[k.OVER] == 0:
        k.take_turn(rules, now, words, policies, 1)


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
        k.copy(pointer(now), 0, pointer(book), number * SIZE, k.TRACE + min(now[k.TRACED], k.MOST_TRACED))
    k.keep_alive(now, words)


@entry
def add(rules, first, hands, book, sums, firsts):
    """Add up the ends in the book, after somebody has settled them."""
    now = k.new_numbers(k.NOW_SIZE)
    for number in range(hands):
        k.copy(pointer(book), number * SIZE, pointer(now), 0, k.CLEARED)
        k.add_up(pointer(rules), pointer(now), pointer(sums), pointer(firsts), first + number)
    now[k.TURN] = 0
