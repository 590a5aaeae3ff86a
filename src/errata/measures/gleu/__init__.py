"""GLEU (Napoles et al. 2015, 2016).

    draws    which reference each line is compared with in each of the draws
    measure  options (the variants by name), and the four verbs; `explain` shows a sentence, `compat` the scripts

N-grams are counted in `errata.kernels.ngrams`.
"""
