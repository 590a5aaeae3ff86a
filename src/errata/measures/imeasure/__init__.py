"""I-measure: how much better or worse an output is than its source, by the reference that suits it best.

How a sentence travels through the package:

    clusters      its annotation → errors, each with the annotators' alternatives (I-measure XML has them already)
    combinations  errors → options, their combinations, and the text of each: the plain definition of the references
    groups        errors that influence each other → one group, so that references are combinations of groups
    references    all of this, prepared once for every output, and how to describe the chosen reference
    stretches     with an output: cuts of the sentence that change no count, proved by a kernel
    threeway      source, output and reference aligned, and the counts of the columns
    countsets     the counts of all combinations, stretch by stretch, without those that cannot win
    candidates    the search that uses these three, and the choice among its results
    formulas      the values of the counts, and which counts are preferred
    measure       options, and the four verbs; `explain` shows a sentence, `compat` replaces `ieval`
"""
