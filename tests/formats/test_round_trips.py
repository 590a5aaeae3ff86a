"""By way of any other format that can carry it, everything comes back."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.strategies import LINES, NAMED, WORDS, apart, full_documents, segments
from tests.support import needs, shared

import errata
from errata import Corpus, Edit, ErrataWarning, Format, Layer, Text, to_corpus, to_document
from errata.formats import available_formats, get_format, guess_format
from errata.testing import check_format

RECORDS = ("jsonl", "tsv", "csv", "parquet")
FEW = settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@st.composite
def m2_sentences(draw: st.DrawFn) -> Text:
    """Draw a sentence that M2 can hold."""
    source = draw(LINES)
    clean = st.sampled_from(["T", "R:VERB", "UNK", ""])
    corrections = st.lists(st.lists(WORDS, max_size=2).map(" ".join), min_size=1, max_size=3).map(tuple)
    comments = st.sampled_from(["", "see p. 3", "cset=7;index=1", "null=1", "optional=yes"])
    edits = st.builds(Edit, st.integers(-1, 9), st.integers(-1, 9), corrections, clean, st.booleans(), comments)
    annotators = draw(st.lists(NAMED.filter(lambda who: who != "007"), unique=True, max_size=3))
    return Text(source, tuple(Layer(who, tuple(draw(st.lists(edits, max_size=3)))) for who in annotators))


@st.composite
def xml_sentences(draw: st.DrawFn) -> Text:
    """Draw a sentence that I-measure XML can hold, every edit an error of its own."""
    words = draw(st.lists(WORDS, min_size=1, max_size=5))
    layers = []
    for who in range(draw(st.integers(0, 2))):
        made = [
            Edit(place, place + 1, (f"{words[place]}{draw(WORDS)}",), "T", True, f"error={number}")
            for number, place in enumerate(range(0, len(words), 2), 1)
        ]
        layers.append(Layer(who, tuple(made)))
    return Text(" ".join(words), tuple(layers))


@st.composite
def hoo_documents(draw: st.DrawFn) -> Text:
    """Draw a document that HOO XML can hold, its text with it."""
    text = draw(st.text(st.sampled_from("ab é,.  \n<&😀"), min_size=1, max_size=14))
    return Text.document("1", text, draw(apart(text)))


def narrowest(one: str, two: str) -> st.SearchStrategy[list[Any]]:
    """Return what both formats can hold."""
    pair = {one, two}
    if "hoo-inline" in pair:
        return st.lists(hoo_documents(), min_size=1, max_size=1)
    if "hoo" in pair:
        return st.lists(hoo_documents().map(lambda made: Text.document("1", edits=made.edits)), min_size=1, max_size=1)
    if "imeasure-xml" in pair:
        return st.lists(xml_sentences(), min_size=1, max_size=3)
    if "m2" in pair:
        return st.lists(m2_sentences(), min_size=1, max_size=3)
    return st.lists(segments() | full_documents(), min_size=1, max_size=3)


def settings_of(form: Format) -> dict[str, object]:
    """Return what it takes for a format to carry all: a table, a row for each edit."""
    return {"table": "edits"} if "table" in form.settings else {}


def through(items: Sequence[Any], form: str, folder: Path) -> list[Any]:
    """Return items written to a file and read again; nothing may be lost."""
    path = folder / f"1.{form}"
    target = get_format(form)
    assert target.write(path, items, loss="error", **settings_of(target)) == []
    return list(target.read_items(path))


def pairs() -> list[Any]:
    """Return every two formats that hold the same kind of thing."""
    sentences, documents = ("m2", "imeasure-xml", *RECORDS), ("hoo", "hoo-inline", *RECORDS)
    chosen = {(one, two) for forms in (sentences, documents) for one, two in product(forms, forms) if one != two}
    chosen -= {("hoo", "hoo-inline"), ("hoo-inline", "hoo")}  # the text is elsewhere or must be there
    parquet = needs("pyarrow", "errata[parquet]")
    return [pytest.param(*pair, marks=[parquet] if "parquet" in pair else []) for pair in sorted(chosen)]


@pytest.mark.parametrize(("one", "two"), pairs())
@FEW
@given(data=st.data())
def test_two_formats_in_turn(one: str, two: str, data: st.DataObject, tmp_path: Path) -> None:
    """What the first holds comes back through the second, and through the first again."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        items = through(data.draw(narrowest(one, two)), one, tmp_path)
        assert through(items, two, tmp_path) == items
        assert through(through(items, two, tmp_path), one, tmp_path) == items


@pytest.mark.parametrize("name", sorted({name for pair in pairs() for name in pair.values} - {"parquet"}))
@FEW
@given(data=st.data())
def test_files_come_back_or_are_refused(name: str, data: st.DataObject, tmp_path: Path) -> None:
    """By the check that plug-ins use too."""
    form = get_format(name)
    items = data.draw(narrowest(name, name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        check_format(form, through(items, name, tmp_path), tmp_path, **settings_of(form))


@st.composite
def word_edits(draw: st.DrawFn) -> Text:
    """Draw a sentence whose edits change single words, apart from one another."""
    words = draw(st.lists(WORDS, min_size=1, max_size=6))
    layers = []
    for who in range(draw(st.integers(1, 2))):
        places = draw(st.lists(st.integers(0, len(words) - 1), unique=True, max_size=2).map(sorted))
        edits = [Edit(at, at + 1, (draw(WORDS),), draw(st.sampled_from(["T", "R:VERB"]))) for at in places]
        layers.append(Layer(who, tuple(edits)))
    return Text(" ".join(words), tuple(layers))


@pytest.mark.parametrize("form", [*RECORDS[:3], pytest.param("parquet", marks=needs("pyarrow", "errata[parquet]"))])
@FEW
@given(items=st.lists(word_edits(), min_size=1, max_size=3))
def test_from_tokens_to_characters_and_back(form: str, items: list[Text], tmp_path: Path) -> None:
    """Sentences made a document come back from its file as the same sentences, edit by edit."""
    corpus = Corpus(tuple(items))
    everyone = corpus.map(lambda text: replace(text, layers=tuple(text.layer(who) or Layer(who) for who in (0, 1))))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)  # a cell may look like a formula
        (document,) = through([to_document(everyone, "1")], form, tmp_path)
    assert document.unit == "characters"
    assert to_corpus(document).texts == everyone.texts
    assert to_corpus(document).fingerprint == everyone.fingerprint


def test_every_format_with_edits_is_tried() -> None:
    """One that is added must be added here, or have a test of its own."""
    tried = {name for pair in pairs() for name in pair.values}
    elsewhere = {"nucle", "bea", "ua-gec", "brat", "languagetool", "fce"}
    assert {name for name, form in available_formats().items() if "edits" in form.carries} - tried <= elsewhere


NO_CORPUS = {
    "*.md": "a description",
    "*LICENSE*": "a licence",
    "README*": "a description",
    "*.json": "figures",
    "human/*.xml": "human judgements",
    "human/*.tsv": "human judgements",
    "weights/*": "difficulty weights",
}


@pytest.mark.slow
def test_every_file_at_hand_comes_back(tmp_path: Path) -> None:
    """From JSON Lines, and from its own format by way of them, edit by edit, as written."""
    root = shared("data")
    n_read = 0
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        relative = path.relative_to(root)
        if any(relative.match(pattern) for pattern in NO_CORPUS):
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ErrataWarning)
            form = guess_format(path)
            corpus = errata.read(path)
            between, again = tmp_path / "x.jsonl", tmp_path / "x"
            assert errata.write(corpus, between, loss="error") == []
            found = errata.read(between)
            assert found.texts == corpus.texts, relative
            assert found.fingerprint == corpus.fingerprint, relative
            assert errata.write(found, again, form.name, loss="error") == []
            assert errata.read(again, form.name).texts == corpus.texts, relative
        n_read += 1
    assert n_read > 60
