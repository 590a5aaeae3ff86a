"""Small spaCy pipelines that tag by rule, for tests that drive the errant package."""

from collections.abc import Callable
from typing import Any

TAGS = {
    "she": ("PRON", "PRP", "she"),
    "they": ("PRON", "PRP", "they"),
    "go": ("VERB", "VBP", "go"),
    "goes": ("VERB", "VBZ", "go"),
    "went": ("VERB", "VBD", "go"),
    "to": ("ADP", "IN", "to"),
    "in": ("ADP", "IN", "in"),
    "a": ("DET", "DT", "a"),
    "the": ("DET", "DT", "the"),
    "school": ("NOUN", "NN", "school"),
    "schools": ("NOUN", "NNS", "school"),
    "big": ("ADJ", "JJ", "big"),
    "bigger": ("ADJ", "JJR", "big"),
    "quickly": ("ADV", "RB", "quickly"),
    ".": ("PUNCT", ".", "."),
    ",": ("PUNCT", ",", ","),
}


def pipeline(name: str, tag: Callable[[list[str], int], tuple[str, str, str]]) -> Any:
    """Return a spaCy pipeline that tags and lemmatises by rule."""
    import spacy

    def component(doc: Any) -> Any:
        words = [token.text for token in doc]
        for at, token in enumerate(doc):
            token.pos_, token.tag_, token.lemma_ = tag(words, at)
        return doc

    spacy.Language.component(name, func=component)
    nlp = spacy.blank("en")
    nlp.add_pipe(name)
    nlp.meta["name"], nlp.meta["version"] = name, "1.2"
    return nlp


def school(words: list[str], at: int) -> tuple[str, str, str]:
    """Tag the words of the sentences below."""
    return TAGS.get(words[at].lower(), ("X", "FW", words[at].lower()))
