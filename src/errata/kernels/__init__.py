"""The few hot loops, compiled; the same source runs uncompiled.

A kernel module is ordinary Python with C types as annotations (Cython's pure-Python mode). It takes flat
integer buffers, fills buffers the caller gives it, and knows nothing of words, files or measures.
"""
