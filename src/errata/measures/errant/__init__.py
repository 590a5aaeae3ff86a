"""The comparison of edits in ERRANT (Bryant et al. 2017).

    measure     options, and the four verbs; `explain` shows a sentence, `compat` replaces the programs
    annotation  the M2 files that `errant_parallel` and `errant_m2` write

Finding and typing edits in plain text is done by `errata.extract`.
"""
