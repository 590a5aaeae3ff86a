"""The few hot loops, compiled; the same source runs uncompiled.

A kernel module is ordinary Python with C types as annotations (Cython's pure-Python mode). It works on flat
integer buffers (`buffers`; `structures` for those of MaxMatch) and knows nothing of files or measures. Two read
text, where numbers are made of it: `words` gives words their numbers, `m2blocks` takes blocks of M2 apart.
"""
