"""Sentences count tokens and documents characters: where one is wanted, the other is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

import errata
from errata import Corpus, Edit, InputError, Layer, LengthError, Output, Text

SENTENCES = Corpus((Text("He go home .", (Layer(0, (Edit(1, 2, ("goes",)),)),)),), "sentences")
DOCUMENTS = Corpus((Text.document("1", "He go home.", [Edit.of(3, 5, "go", ("goes",))]),), "documents")
MIXED = Corpus((*SENTENCES.texts, *DOCUMENTS.texts), "mixed")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda path: errata.write_documents(SENTENCES, path), "sentences, text 1: a sentence where documents"),
        (lambda _: errata.to_document(DOCUMENTS, "1"), "documents, text 1: a document where sentences"),
        (lambda _: errata.extract_documents(DOCUMENTS, SENTENCES), "sentences, text 1: a sentence where documents"),
        (lambda _: errata.extract_documents(SENTENCES, DOCUMENTS), "sentences, text 1: a sentence where documents"),
        (lambda _: Output.from_corpus("x", DOCUMENTS), "documents, text 1: a document where sentences"),
        (lambda _: DOCUMENTS.references(0), "documents, text 1: a document where sentences"),
        (lambda _: errata.score(MIXED, ["a", "b"], measures=["green"]), "mixed, text 2: a document where sentences"),
        (lambda _: errata.score(SENTENCES, {"x": MIXED}, measures=["m2"]), "mixed, text 2: a document where"),
        (lambda _: errata.score(SENTENCES, {"x": DOCUMENTS}, measures=["m2"]), "is a Corpus of documents; give"),
        (lambda _: errata.score(DOCUMENTS, {"x": SENTENCES}, measures=["hoo"]), "is a Corpus of sentences; give"),
        (lambda _: errata.validate(SENTENCES[0]), "a sentence where the path of a file or a document"),
        (lambda _: errata.validate(["gold.m2"]), "a list where the path of a file or a document"),  # type: ignore[arg-type]
        (lambda _: errata.score(SENTENCES, Output("x", "a"), measures=["green"]), "is a single string"),
        (lambda _: Corpus.from_texts("ab", [["a", "b"]]), "the sources: a single string"),
        (lambda _: Corpus.from_texts(["a", "b"], ["ab"]), "reference set 0: a single string"),
    ],
)
def test_the_other_unit_is_refused(call: Callable[[Path], object], message: str, tmp_path: Path) -> None:
    """Taken as they are, offsets would be applied in the wrong places, and nobody would notice."""
    with pytest.raises(InputError, match=message):
        call(tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_edits_that_do_not_pair_with_texts_are_refused() -> None:
    """As many tuples of edits as texts."""
    with pytest.raises(LengthError, match="x has the edits of 0 sentences but 1 text"):
        errata.score(SENTENCES, Output("x", ["He goes home ."], edits=[]), measures=["errant"])
