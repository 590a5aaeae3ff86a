"""M2 (MaxMatch, Dahlmeier and Ng 2012): the edits of an output, cut so that they meet most gold edits.

How a block of sentences travels through the package:

    proposals  gold edits and changes of an output over integer tokens, when the two agree, and packed for the kernels
    search     the paths through the lattices that meet most gold edits, and the counts; kernels do the work
    lattice    the plain definition of one lattice, which says what kernels must find
    searched   the edits behind the counts: in words, for other tasks, by error type
    measure    options, and the four verbs; `explain` shows a sentence, `compat` stands in for `m2scorer`

`extract` finds edits of whole documents in the same way.
"""
