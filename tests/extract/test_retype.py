"""Types told anew: nothing else of the edits changes."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.extract.pipelines import pipeline, school
from tests.support import EXAMPLES, needs, run, write_file

import errata
from errata import Corpus, Edit, InputError, Layer, Text, retype
from errata.extract.errant import ErrantExtractor

M2 = """S He go hous , alot
A 1 2|||Vform|||goes|||REQUIRED|||why|||0
A 3 4|||Mec||||||REQUIRED|||-NONE-|||0
A 4 5|||Wci|||a lot||much|||REQUIRED|||-NONE-|||0
A 2 3|||UNK|||hous|||REQUIRED|||-NONE-|||1
A 3 4|||Um|||x|||REQUIRED|||-NONE-|||1

S It rains
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""


def test_spans_corrections_and_comments_stay(tmp_path: Path) -> None:
    """Only types change; what has no correction, and who found nothing, stay as they were."""
    path = write_file(tmp_path)("gold.m2", M2)
    out = tmp_path / "out.m2"
    assert run("convert", path, out, "--retype", "errata").status == 0
    expected = M2.replace("Vform", "R:OTHER").replace("|Mec|", "|U:PUNCT|").replace("Wci", "R:ORTH")
    assert out.read_text(encoding="utf-8") == expected


def test_typing_extracted_edits_anew_changes_nothing() -> None:
    """The extractor gives its own edits the types they have."""
    gold = errata.read(EXAMPLES / "gold.m2")
    extracted = errata.annotate(gold.sources, [errata.read_lines(EXAMPLES / "good.txt")], "errata")
    assert retype(extracted, "errata") == extracted


@needs("errant", "errata[errant]")
def test_errant_types_its_own_edits_as_it_did() -> None:
    """And edits that it would have cut otherwise in the text that all of them make."""
    extractor = ErrantExtractor(pipeline("school", school))
    texts = ["She go in the big school", "It rain ."], ["She went to the bigger schools .", "It rains ."]
    extracted = errata.annotate(texts[0], [texts[1]], extractor)
    blank = extracted.map(
        lambda text: text.map_edits(lambda edits: [replace(edit, type="") for edit in edits])  # spans alone
    )
    assert retype(blank, extractor) == extracted
    joined = Corpus((Text("She go in school .", (Layer(0, (Edit(1, 3, ("goes to",), "X"),)),)),))
    assert retype(joined, extractor)[0].layers[0].edits[0].type.startswith("R:")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--retype", "wdiff"], "wdiff assigns no edit types"),
        (["--retype", "errata", "--extract", "errata"], "use one or the other"),
        (["--retype", "none"], "no extractor is called 'none'"),
    ],
)
def test_what_cannot_type_is_refused(tmp_path: Path, arguments: list[str], message: str) -> None:
    """And nothing is written."""
    ran = run("convert", write_file(tmp_path)("gold.m2", M2), tmp_path / "out.m2", *arguments)
    assert ran.status == 2
    assert message in ran.err
    assert not (tmp_path / "out.m2").exists()


def test_only_sentences_with_edits_are_typed() -> None:
    """Texts without annotators, and documents, are refused."""
    with pytest.raises(InputError, match="has no edits to type"):
        retype(Corpus.from_texts(["He go ."], [["He goes ."]]))
    with pytest.raises(InputError, match="where sentences are expected"):
        retype(Corpus((Text.document("1", "He go.", [Edit.of(3, 5, "go", ("goes",))]),)))
    outside = Corpus((Text("a", (Layer(0, (Edit(0, 5, ("b",), "X"),)),)),))
    assert retype(outside) == outside
