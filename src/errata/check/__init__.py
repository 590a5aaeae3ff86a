"""The doctor, `errata validate`: reads past mistakes, says what it finds, repairs.

    examination   validate(): the files by their roles, what is found in all of them
    files         one file: its format, its texts, what its bytes and its reader tell
    contents      lines and characters of a file
    edits         annotations of sentences, M2 read line by line; documents: those of documents
    together      whether files belong together
    repair        copies without what can be mended

What both scoring and the doctor look for in an output beside its source is in `errata.text`: `checks` calls `chatter`
(words about the sentence, markup) and `typography` (styles of marks, case). Codes and remedies are in `errata.codes`.
"""
