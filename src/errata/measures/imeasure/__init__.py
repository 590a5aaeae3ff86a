"""I-measure: how much better or worse than its source an output is, by the reference that suits it best.

How a sentence travels through the package:

    clusters      its annotation → errors, each with the alternatives of its annotators (I-measure XML says them itself)
    combinations  errors → options, their combinations, and the text of each: the plain definition of the references
    groups        errors that influence each other → one group, so that references are combinations of groups
    references    all this, prepared once for every output, and how to speak of the reference that is chosen
    stretches     with an output: cuts of the sentence that change no count, proved by a kernel
    threeway      source, output and reference aligned, and the counts of the columns
    countsets     the counts of all combinations, stretch by stretch, those dropped that cannot win
    candidates    the search that uses these three, and the choice among what it finds
    formulas      what the counts come to, and which counts are preferred
    measure       options, and the four verbs; `explain` shows a sentence, `compat` stands in for `ieval`
"""
