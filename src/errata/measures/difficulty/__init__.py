"""Measures weighted by difficulty (Gotou et al. 2020): a chunk weighs more the fewer systems get it right.

    chunks    a corrected sentence split into chunks, and how a system's chunks compare with the gold ones
    judging   all systems judged against the gold chunks, and the resulting sums
    weights   how many systems got each chunk right: learned, read and written
    measure   options, and the four verbs; `explain` shows a sentence, `compat` stands in for `gotoscorer`

`analysis` says what is hard, `tables` shows it, `heatmap` draws it (`heatmap_page` has style and script).
"""
