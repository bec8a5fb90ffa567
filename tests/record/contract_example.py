"""A hand file as other people's files are written, with comments: it must be read for ever."""

EXAMPLE = '''\
format = 1
title = "Two tens and a fifteen"
ruleset = "all-fives"              # an id, with or without /variation
players = ["Ana", "Ben"]
source = "made up"                 # optional
[rules]                            # optional house rules, by axis name
target = 61
[deal]                             # optional: holdings + stock + leader, or seed (+ hand)
holdings = [["5-5", "6-6", "6-4"], ["5-0", "3-2", "2-5"]]
stock = ["0-3"]                    # in the order they are drawn; the rest of the set lies below, order unstated
stock_complete = true              # optional: there is nothing below (block tests and chances use it)
leader = 0
note = "Three tiles each, to keep it short."
[[move]]
play = "5-5"
count = 10                         # stated values are checked, never trusted: count, score, open, seat, points
score = 10
note = "A lone double counts both halves."
[[move]]
play = "5-0"
at = "5-5"                         # the laid tile it joins, or "#3" = third tile laid or stacked
ask = "Does Ben score?"            # predict, then reveal; about = "score" by default
[[move]]
draw = "0-3"                       # or  draw = 1
[[move]]
play = "0-3"
[[move]]
play = "3-2"
[[move]]
pass = true                        # every draw and pass is written; nothing is implied
[[move]]
play = "2-5"
at = "3-2"
out = 5                            # value left outward, where there is a choice; joins = value shown where it joins
score = 15
[end]                              # optional, checked
how = "out"                        # out | blocked | target | misdeal; patience: won | lost
winner = 1                         # a side: a seat, or a team (0 = seats 0 and 2); "none" for a tie
award = 4                          # 22 left: 20: divided by 5
scores = [10, 29]                  # the award included
'''

STUDY = '''\
ruleset = "all-fives"
[[move]]
play = "5-5"
[[move]]
play = "5-0"
[[move]]
play = "3-5"
'''
