"""CLEME (Ye et al. 2023) and CLEME2.0: source, output and references split into shared chunks, which are compared.

chunks   where all of them are split
cleme2   hits, errors, under- and over-corrections of CLEME2.0
measure  options, weights, and the four verbs; `explain` shows a sentence
"""
