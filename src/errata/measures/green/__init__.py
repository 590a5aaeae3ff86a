"""GREEN (Koyama et al. 2024).

    measure  options, and the four verbs; `explain` shows a sentence, `compat` replaces `green` and its relatives

N-grams are counted in `errata.kernels.ngrams`.
"""
