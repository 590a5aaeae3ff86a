"""Raw text to the tokens of a corpus.

Wherever an output's characters are those of the source, the source's own token boundaries are taken; elsewhere rules
cut, steered by conventions that the corpus itself shows. No tokeniser has to be known. `project_lines` does it for the
lines of a system, `Projector` for several systems on the same sources, `Raw` has the options. `tokenise_corpus` is for
corpora that are not tokenised themselves.
"""

from errata.text.raw.corpus import TokenisedCorpus, tokenise_corpus
from errata.text.raw.options import Raw
from errata.text.raw.projection import Projection, Projector, project_lines
from errata.text.raw.report import Report

__all__ = ["Projection", "Projector", "Raw", "Report", "TokenisedCorpus", "project_lines", "tokenise_corpus"]
