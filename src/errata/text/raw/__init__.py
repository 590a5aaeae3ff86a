"""Raw text to the tokens of a corpus.

Wherever an output has the same characters as the source, the source's token boundaries are used; elsewhere, rules
split the text, guided by conventions that the corpus itself shows. No tokeniser needs to be known. `project_lines` does
this for the lines of a system, `Projector` for several systems on the same sources, `Raw` has the options.
`tokenise_corpus` is for corpora that are not tokenised themselves.
"""

from errata.text.raw.corpus import TokenisedCorpus, tokenise_corpus
from errata.text.raw.options import Raw
from errata.text.raw.projection import Projection, Projector, project_lines
from errata.text.raw.report import Report

__all__ = ["Projection", "Projector", "Raw", "Report", "TokenisedCorpus", "project_lines", "tokenise_corpus"]
