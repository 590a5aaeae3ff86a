"""The few hot loops, compiled; the same source runs uncompiled.

A kernel module is ordinary Python with C types as annotations (Cython's pure-Python mode). It works on flat
integer buffers (`buffers`; `structures` for those of MaxMatch) and knows nothing of files or measures. Two read
text, where numbers are made of it: `words` gives words their numbers, `m2blocks` takes blocks of M2 apart.

Whose they are:

    M2               maxmatch (exact), origins (bounded), overlap (the paper's), with lattices, marks, matches, survey,
                     structures, views
    I-measure        threeway (bestfirst, cube), certificate
    GREEN and GLEU   ngrams, sums, fscores
    GAIN             ngrams, sums, gains
    extraction       wordalign, worddiff
    raw text         unitcuts
    reading          words, m2blocks, lines, buffers
    checks           screening

How they are written:

* Variables have a C type where they are first assigned, loop variables in `@cython.locals`; public functions declare
  these in their body, because the type checker does not see through the decorator.
* What travels together is an object (`cython.cclass`) with its buffers as attributes. Its attributes are used in place:
  a memoryview bound to a local name is counted, which tells in functions called for every token. Numbers that a loop
  tests while it writes to a buffer are bound to local names, or C would read them again after each write.
* Classes that several kernels share are declared in a `.pxd` (`views`, `bestfirst`). Calls into another module are
  not inlined, so small hot functions are written where they are used.
* Sizes are 64 bits wide. Floating-point sums are taken in the order of the program that a measure reproduces.
"""
