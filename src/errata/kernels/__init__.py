"""The few hot loops, compiled; the same source runs uncompiled.

A kernel module is ordinary Python with C types as annotations (Cython's pure-Python mode). It works on flat
integer buffers (`buffers`; `structures` for those of MaxMatch) and knows nothing of files or measures. Two read
text and turn it into numbers: `words` numbers words, `m2blocks` parses blocks of M2.

Which measures use them:

    M2               maxmatch (exact), origins (bounded), overlap (the paper's), with lattices, marks, matches, survey,
                     structures, views
    I-measure        threeway (bestfirst, cube), certificate
    GREEN and GLEU   ngrams, sums, fscores
    GAIN             ngrams, sums, gains
    extraction       wordalign, worddiff
    raw text         unitcuts
    reading          words, m2blocks, lines, buffers
    checks           screening

Conventions:

* Variables have a C type where they are first assigned, loop variables in `@cython.locals`; public functions declare
  these in their body, because the type checker does not see through the decorator.
* Buffers that belong together are attributes of an object (`cython.cclass`). Attributes are used in place:
  binding a memoryview to a local name changes a reference count, which matters in functions called per token. Numbers
  that a loop tests while it writes to a buffer are bound to local names, or C would read them again after each write.
* Classes that several kernels share are declared in a `.pxd` (`views`, `bestfirst`). Calls into another module are
  not inlined, so small hot functions are written where they are used.
* Sizes are 64 bits wide. Floating-point sums are computed in the order of the program that a measure reproduces.
"""
