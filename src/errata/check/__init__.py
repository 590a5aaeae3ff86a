"""All checks for suspicious input: those made during scoring, and `errata validate`, the doctor.

Scoring and the doctor both examine texts:
    outputs       an output compared with its sources: tokens, characters; references
    alignment     whether each output belongs to its source
    segmentation  scripts without spaces
    chatter       words about the sentence, markup
    styles        typographic styles, case
    cuts          lines that stop before the end of their source, runs of lines that equal it
    lookalikes    words in other characters that look the same
    surveys       what these checks need of texts read in blocks; screening: the checks made from it

The doctor continues after mistakes, reports what it finds, and repairs:
    examination   validate(): the files by role, and the findings in all of them
    files         one file: its format, its texts, findings about its bytes and from its reader
    contents      bytes, lines and characters of a file
    edits         annotations of sentences, M2 read line by line; documents: the same for documents
    together      whether files belong together
    repair        repaired copies

Codes and remedies are in `errata.codes`.
"""
