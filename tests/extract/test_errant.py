"""The errant package, driven for real by small rule-based spaCy pipelines."""

import builtins
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.extract.pipelines import pipeline, school
from tests.support import needs, run, write_file

import errata
from errata import InputError, MissingExtraError, get_extractor
from errata.extract.english import CLASSES, is_possessive, stem, word_class
from errata.extract.errant import ErrantExtractor
from errata.extract.strings import StringExtractor

try:
    import errant
    import spacy
except ImportError:
    errant = spacy = None

needs_errant = needs("errant", "errata[errant]")


@pytest.fixture(scope="module")
def extractor() -> ErrantExtractor:
    return ErrantExtractor(pipeline("school", school))


@needs_errant
@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("She go to school .", "She goes to school .", [(1, 2, "goes", "R:VERB:SVA")]),
        ("She go in the big school", "She went to the bigger schools .",
         [(1, 2, "went", "R:VERB:TENSE"), (2, 3, "to", "R:PREP"), (4, 5, "bigger", "R:ADJ:FORM"),
          (5, 6, "schools", "R:NOUN:NUM"), (6, 6, ".", "M:PUNCT")]),
        ("They quickly go .", "They go quickly .", [(1, 3, "go quickly", "R:WO")]),
        ("she go", "She go", [(0, 1, "She", "R:ORTH")]),
        ("They go , to school", "They go to school", [(2, 3, "", "U:PUNCT")]),
        ("They  go", "They go", []),
        ("", "They go", [(0, 0, "They go", "M:OTHER")]),
        ("They go", "", [(0, 2, "", "U:OTHER")]),
    ],
)  # fmt: skip
def test_edits_and_types(
    extractor: ErrantExtractor, source: str, output: str, expected: list[tuple[int, int, str, str]]
) -> None:
    """The types that need a tagger and a lemmatiser, too."""
    [edits] = extractor.extract([source], [output])
    assert [(edit.start, edit.end, edit.corrections[0], edit.type) for edit in edits] == expected


@needs_errant
def test_pairs_are_parsed_in_blocks(extractor: ErrantExtractor, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same result; another pipeline in between does no harm."""
    monkeypatch.setattr("errata.extract.errant._BLOCK", 2)
    sources = ["She go .", "a b", "They go", "the school", "x"]
    outputs = ["She goes .", "a b", "They went", "a school", "y"]
    blocks = extractor.extract(sources, outputs)
    ErrantExtractor(pipeline("other", lambda words, at: ("X", "FW", "x"))).extract(["a"], ["b"])
    assert blocks == [extractor.extract([one], [two])[0] for one, two in zip(sources, outputs, strict=True)]


@needs_errant
def test_pipelines_are_found_by_path_and_stand_in_the_signature(tmp_path: Path) -> None:
    """Name and version of package and pipeline; on the command line, too."""
    pipeline("school", school).to_disk(tmp_path / "toy")
    signature = f"extract:errant-{errant.__version__}+en_school-1.2"
    assert f"extract:{get_extractor(f'errant:{tmp_path}/toy').signature}" == signature
    write = write_file(tmp_path)
    source, output = write("s", ["They goes to school"]), write("out", ["They go to school"])
    reference = write("r", ["They go to school"])
    ran = run(
        "score", "--source", source, "--reference", reference, output, "--measure", "errant",
        "--extract", f"errant:{tmp_path}/toy", "--by", "type",
    )  # fmt: skip
    assert (ran.status, ran.err) == (0, "")
    assert signature in ran.out
    assert "R:VERB:SVA" in ran.out


@needs_errant
def test_pipelines_without_a_tagger_are_refused() -> None:
    """ERRANT would type everything wrong without a word."""
    with pytest.raises(
        InputError, match="provides no TAG, POS, LEMMA, which ERRANT's rules need; use one with a tagger"
    ):
        ErrantExtractor(spacy.blank("en")).extract(["a"], ["b"])


@needs_errant
def test_tags_that_errant_does_not_know_are_refused() -> None:
    """It would stumble over them."""
    german = ErrantExtractor(pipeline("german", lambda words, at: ("NOUN", "NE", words[at])))
    with pytest.raises(InputError, match=r"pipeline 'german' gives the tag 'NE' for a word of 'a' or 'b'"):
        german.extract(["a"], ["b"])


@needs_errant
def test_missing_pipelines_are_named_with_the_command_to_run() -> None:
    """As spaCy installs them, or a path."""
    with pytest.raises(
        MissingExtraError, match=r"no spaCy pipeline 'en_none_such'.*python -m spacy download en_none_such"
    ):
        get_extractor("errant:en_none_such")


def test_the_missing_package_is_named_with_the_command_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra of this package."""
    real = builtins.__import__

    def without_errant(name: str, *rest: Any) -> Any:
        if name == "errant":
            raise ImportError("No module named 'errant'", name="errant")
        return real(name, *rest)

    monkeypatch.delitem(sys.modules, "errant", raising=False)
    monkeypatch.setattr(builtins, "__import__", without_errant)
    with pytest.raises(
        MissingExtraError,
        match=r"not installed \(errant\); .* pip install 'errata\[errant\]', or '\.\[errant\]' in a clone",
    ):
        get_extractor("errant")


# What a tagger would say that knows no more than we do. Classes we know nothing of get parts of speech that are no
# content words to ERRANT, so that its costs are ours.
_POS = dict(
    zip(
        CLASSES,
        ("X", "DET", "AUX", "PART", "ADP", "PRON", "CCONJ", "SCONJ", "INTJ", "SYM", "PUNCT", "NUM"),
        strict=True,
    )
)


def strings(words: list[str], at: int) -> tuple[str, str, str]:
    """Tag a word by its string."""
    return _POS[word_class(words[at])], "POS" if is_possessive(words, at) else "NN", stem(words[at])


_CLOSED = "the The a A this is Is was be been to not of Of in with he He him and . , ! ; 's if"
CLOSED = st.sampled_from(_CLOSED.split())


@pytest.fixture
def string_tagger(monkeypatch: pytest.MonkeyPatch) -> ErrantExtractor:
    monkeypatch.setattr("errata.extract.strings._TWO_OPEN", 0.0)
    return ErrantExtractor(pipeline("strings", strings))


@needs_errant
@settings(max_examples=300)
@given(st.lists(CLOSED, max_size=9), st.lists(CLOSED, max_size=9))
def test_closed_classes_align_and_merge_as_in_errant(
    string_tagger: ErrantExtractor, source: list[str], output: list[str]
) -> None:
    """Where strings tell all that a tagger would, the edits of the two extractors are the same."""
    pair = [" ".join(source)], [" ".join(output)]
    [ours], [theirs] = StringExtractor().extract(*pair), string_tagger.extract(*pair)
    assert [(edit.start, edit.end, edit.corrections) for edit in ours] == [
        (edit.start, edit.end, edit.corrections) for edit in theirs
    ]


@needs_errant
def test_errant_without_the_command() -> None:
    """What the package itself cannot do: comparison from Python, with edits it extracted."""
    made = errata.score(
        sources=["She go to school ."],
        references=[["She goes to school ."]],
        outputs=["She goes to schools ."],
        measures=["errant"],
        extract=ErrantExtractor(pipeline("school", school)),
    ).scores[0]
    assert made.counts == {"tp": 1, "fp": 1, "fn": 0}
    assert {group.name for group in made.breakdown("type").groups} == {"R:NOUN:NUM", "R:VERB:SVA"}
