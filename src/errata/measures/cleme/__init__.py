"""CLEME (Ye et al. 2023) and CLEME2.0: source, output and references cut into the same chunks, which are then compared.

chunks   where all of them are cut
cleme2   hits, errors, under- and over-corrections of CLEME2.0
measure  options, weights, and the four verbs; `explain` shows a sentence
"""
