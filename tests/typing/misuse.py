"""Mistakes that a type checker finds; each line says by which mark."""

import domino_lab as dl

dl.no_such_name("x")  # attr-defined
dl.HandStepper("block", seed="seven")  # arg-type
dl.HandStepper("block", sed=7)  # call-arg
dl.HandStepper()  # call-arg
dl.page("block", step="first")  # arg-type
dl.Table(7)  # arg-type
dl.VariantComparison(dl.Shuffle(7), ["block"], lines=2)  # call-arg
dl.HiddenTiles("block", seat="Ana")  # arg-type
dl.ChanceLab("block", "leader wins", sides=1)  # call-arg
dl.quiz("all-fives", n="five")  # arg-type
dl.play_out("block", seats="two")  # arg-type
dl.why("block", 4).says()  # attr-defined
dl.load("block") + 1  # operator
