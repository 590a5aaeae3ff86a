"""GREEN (Koyama et al. 2024).

    measure  options, and the four verbs; `explain` shows a sentence, `compat` stands in for `green` and its kin

N-grams are counted in `errata.kernels.ngrams`.
"""
