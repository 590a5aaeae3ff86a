"""The HOO framework (Dale and Narroway 2012): edits of documents by character offset, detected, recognised, corrected.

How a document travels through the package:

    types    which edits are looked at: the option `types`, and the blocks of a control file
    spans    which of two lists of spans meet
    rules    how edits are aligned and counted by the paper; `tools` by the programs of 2011 and 2012
    tally    what is counted, the fate of every edit, and the rates that counts come to
    notes    what is remembered of a document beside its counts, and told of a corpus
    measure  options, and the four verbs; `tables` shows scores, `explain` a document; `arguments` are the command's
"""
