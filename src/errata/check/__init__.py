"""Everything that looks for something odd: beside a score, and in `errata validate`, the doctor.

Scoring and the doctor both look at texts:
    outputs       an output beside its sources, references, scripts without spaces: what is odd about texts
    chatter       words about the sentence, markup
    styles        styles of marks, case

The doctor reads past mistakes, says what it finds, repairs:
    examination   validate(): the files by their roles, what is found in all of them
    files         one file: its format, its texts, what its bytes and its reader tell
    contents      bytes, lines and characters of a file
    edits         annotations of sentences, M2 read line by line; documents: those of documents
    together      whether files belong together
    repair        copies without what can be mended

Codes and remedies are in `errata.codes`.
"""
