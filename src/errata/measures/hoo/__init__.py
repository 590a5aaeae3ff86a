"""The HOO framework (Dale and Narroway 2012): edits of documents by character offset, detected, recognised, corrected.

How a document travels through the package:

    types    which edits are considered: the option `types`, and the blocks of a control file
    spans    which spans of two lists are aligned
    rules    how edits are aligned and counted according to the paper; `tools` as in the programs of 2011 and 2012
    tally    what is counted, the fate of every edit, and the rates computed from counts
    notes    what is remembered about a document besides its counts, and reported about a corpus
    measure  options, and the four verbs; `tables` shows scores, `explain` a document; `arguments` are the command's
"""
