"""M2 (MaxMatch, Dahlmeier and Ng 2012): the edits of an output, segmented so that they match most gold edits.

How a block of sentences travels through the package:

    proposals  gold edits and changes of an output over integer tokens, when they match, and how kernels get them
    search     the paths through the lattices that match most gold edits, and the counts; kernels do the work
    lattice    the plain definition of one lattice, which specifies what kernels must find
    searched   the edits that were counted: in words, for other tasks, by error type
    measure    options, and the four verbs; `explain` shows a sentence, `compat` replaces `m2scorer`

`extract` finds edits of whole documents in the same way.
"""
