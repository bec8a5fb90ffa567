"""Mistakes that a type checker finds; each line says by which mark, or "missed" if it does not."""

import domino_lab as dl

# Those that were missed on 24 November 2026.
dl.settle("block", holdings="1-2 1-1")  # arg-type
dl.quiz("all-fives", kind="scor")  # arg-type
dl.Tile(3)  # call-arg
dl.ruleset("all-fives").but(multipl=3)  # missed
dl.ruleset("all-fives").but(multiple="three")  # missed
dl.Recorder("all-fives", names="Ana")  # arg-type
dl.tournament("greedy", "block")  # arg-type

# Names and numbers of arguments.
dl.no_such_name("x")  # attr-defined
dl.HandStepper("block", sed=7)  # call-arg
dl.HandStepper()  # call-arg
dl.VariantComparison(dl.Shuffle(7), ["block"], lines=2)  # call-arg
dl.ChanceLab("block", "leader wins", sides=1)  # call-arg

# Their kinds.
dl.HandStepper("block", seed="seven")  # arg-type
dl.page("block", step="first")  # arg-type
dl.Table(7)  # arg-type
dl.HiddenTiles("block", seat="Ana")  # arg-type
dl.quiz("all-fives", n="five")  # arg-type
dl.play_out("block", seats="two")  # arg-type
dl.lay("all-fives", 55)  # arg-type

# Words of a fixed list.
dl.simulate("block", engine="fast")  # arg-type
dl.simulate("block", policies="greedi")  # arg-type
dl.Play("block", against="gready")  # arg-type
dl.puzzles("all-fives", about="block")  # arg-type
dl.HandStepper("block", viewpoint="everything")  # arg-type

# What a call gives.
dl.why("block", 4).says()  # attr-defined
dl.load("block") + 1  # operator
dl.compare(dl.Shuffle(7), ["block", "draw"], hands=100).points_mark(1)  # attr-defined
dl.compare(dl.Shuffle(7), ["block", "draw"], measure="lead")  # call-overload
