"""The comparison of edits in ERRANT (Bryant et al. 2017).

    measure  options, and the four verbs; `explain` shows a sentence, `compat` stands in for `errant_compare`

Finding and typing edits in plain text is `errata.extract`.
"""
