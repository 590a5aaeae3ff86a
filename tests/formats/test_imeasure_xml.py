"""I-measure XML: errors with alternatives, read, written, refused."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import WORDS
from tests.support import shared, write_file

import errata
from errata import Corpus, Edit, ErrataWarning, FormatError, IMeasure, Layer, Text
from errata.formats import guess_format
from errata.formats.imeasure_xml import read_identified
from errata.measures.imeasure.clusters import find_errors

MACHINES = """<?xml version="1.0" encoding="UTF-8"?>
<scripts>
  <script id="A7">
    <sentence id="3" numann="3">
      <text>
        This machines is designed for help people .
      </text>
      <error-list>
        <error id="1" req="yes" type="SVA">
          <alt ann="0"><c start="0" end="1">These</c><c start="2" end="3">are</c></alt>
          <alt ann="2"><c start="1" end="2">machine</c></alt>
        </error>
        <error id="2" req="no" type="Prep">
          <alt ann="0"><c start="4" end="4">in order to</c><c start="4" end="5"/></alt>
        </error>
      </error-list>
    </sentence>
    <sentence id="4" numann="0"><text>All is well .</text><error-list/></sentence>
  </script>
</scripts>
"""


def one(body: str, n_annotators: int = 1, text: str = "a b c") -> str:
    return (
        f'<scripts><script id="1"><sentence id="1" numann="{n_annotators}"><text>{text}</text>'
        f"<error-list>{body}</error-list></sentence></script></scripts>\n"
    )


def read(folder: Path, text: str) -> Corpus:
    return errata.read(write_file(folder)("gold.xml", text), "imeasure-xml")


def test_corrections_become_edits(tmp_path: Path) -> None:
    """With type, need and number of the error; an annotator known by number only found nothing to change."""
    machines, well = read(tmp_path, MACHINES.replace('"A7"', '"1"').replace('id="3"', 'id="1"').replace('id="4"', ""))
    assert machines.source == "This machines is designed for help people ."
    assert machines.layers == (
        Layer(
            0,
            (
                Edit(0, 1, ("These",), "SVA", True, "error=1"),
                Edit(2, 3, ("are",), "SVA", True, "error=1"),
                Edit(4, 4, ("in order to",), "Prep", False, "error=2"),
                Edit(4, 5, ("",), "Prep", False, "error=2"),
            ),
        ),
        Layer(1),
        Layer(2, (Edit(1, 2, ("machine",), "SVA", True, "error=1"),)),
    )
    assert well == Text("All is well .")


NAMES = """<?xml version='1.0' encoding='UTF-8'?>
<scripts><script id="1">
<sentence id="1" numann="0"><text>All is well .</text><error-list></error-list></sentence>
</script><script id="A7">
<sentence id="12" numann="1"><text>a b c</text><error-list>\
<error id="5" req="yes" type="X"><alt ann="0"><c start="0" end="1">x</c></alt></error>\
<error id="9" req="no" type="Y"><alt ann="0"><c start="2" end="3"></c></alt></error>\
</error-list></sentence>
<sentence id="3" numann="0"><text>b</text><error-list></error-list></sentence>
</script></scripts>
"""


def test_names_survive(tmp_path: Path) -> None:
    """Of scripts, sentences and errors; M2 keeps only those of errors, and says so."""
    gold = read(tmp_path, NAMES)
    assert [edit.comment for edit in gold[1].layers[0].edits] == ["error=5", "error=9"]
    assert gold[1] == Text.of("a b c", gold[1].layers, id="12", meta={"script": "A7"})
    assert gold[2] == Text.of("b", meta={"script": "A7"})
    for name in ("gold.jsonl", "back.xml"):
        assert errata.write(gold, tmp_path / name, loss="error") == []
        assert errata.read(tmp_path / name).texts == gold.texts
    assert (tmp_path / "back.xml").read_text().split() == NAMES.split()
    assert errata.write(gold, tmp_path / "gold.m2", loss="ignore") == [
        errata.Loss("ids of documents or sentences", "sentence 2", 1),
        errata.Loss("metadata", "sentence 2", 2),
    ]
    assert [edit.comment for edit in errata.read(tmp_path / "gold.m2")[1].layers[0].edits] == [
        "error=5",
        "error=9",
    ]


@pytest.mark.parametrize("ids", ["2 1", "1 1", "a b", "1 02", "-1 1"])
def test_errors_with_other_ids_are_numbered_anew_and_it_is_said(tmp_path: Path, ids: str) -> None:
    body = "".join(f'<error id="{id}" req="no"><alt ann="0"><c start="0" end="1"/></alt></error>' for id in ids.split())
    with pytest.warns(ErrataWarning, match=rf"1 sentences with errors whose ids are not ascending .*: {ids[:1]}"):
        (sentence,) = read(tmp_path, one(body))
    assert [edit.comment for edit in sentence.layers[0].edits] == ["error=1", "error=2"]


def test_metadata_other_than_the_script_are_lost(tmp_path: Path) -> None:
    """Also a script that is no name."""
    sentences = [Text.of("a", meta={"script": "A7", "level": "B1"}), Text.of("b", meta={"script": 7})]
    lost = errata.write(sentences, tmp_path / "gold.xml", loss="ignore")
    assert lost == [errata.Loss("metadata", "sentence 1", 2)]
    found = read_identified(tmp_path / "gold.xml")
    assert [(item.script, item.name) for item in found] == [("A7", "1"), ("1", "2")]


def test_the_format_is_known_by_suffix_and_by_content(tmp_path: Path) -> None:
    file = write_file(tmp_path)
    for name in ("gold.xml", "gold", "gold.txt"):
        assert guess_format(file(name, MACHINES)).name == "imeasure-xml"
    assert guess_format(file("other", "<scriptsX>\n")).name == "text"
    assert guess_format(file("less", "a < b <scripts>\n")).name == "text"


def test_references_are_the_annotators_texts(tmp_path: Path) -> None:
    gold = read(tmp_path, MACHINES)
    assert [reference.text for reference in gold.references(0)] == [
        "These machines are designed in order to help people .",
        "This machines is designed for help people .",
        "This machine is designed for help people .",
    ]


@pytest.mark.filterwarnings("ignore:.*overlapping edits of one annotator:errata.ErrataWarning")
def test_alternatives_in_another_order_keep_it(tmp_path: Path) -> None:
    """Two of one annotator, or annotators not ascending: the comment holds the place of each."""
    text = one(
        '<error id="1" req="yes" type="X"><alt ann="1"><c start="0" end="1">x</c></alt>'
        '<alt ann="0"><c start="0" end="1">y</c></alt><alt ann="1"><c start="0" end="1">z</c></alt></error>',
        2,
    )
    gold = read(tmp_path, text)
    assert [edit.comment for edit in gold[0].layers[1].edits] == ["error=1;alt=1", "error=1;alt=3"]
    (error,) = find_errors(gold[0])
    assert [(item.annotator, item.corrections[0][2]) for item in error.alternatives] == [(1, "x"), (0, "y"), (1, "z")]
    for name in ("back.xml", "back.m2"):
        errata.write(gold, tmp_path / name)
        assert errata.read(tmp_path / name).texts == gold.texts


def test_an_alternative_without_corrections_leaves_the_error_alone(tmp_path: Path) -> None:
    """As if the error were not required; its annotator has seen the sentence."""
    body = '<error req="yes" type="X"><alt ann="0"/><alt ann="3"><c start="0" end="1">x</c></alt></error>'
    nothing = '<error req="yes" type="X"><alt ann="0"/></error>'
    (sentence,) = read(tmp_path, one(nothing + body, 2))
    assert sentence.layers == (
        Layer(0),
        Layer(3, (Edit(0, 1, ("x",), "X", False, "error=1"),)),
    )


def test_an_optional_error_without_alternatives_is_none(tmp_path: Path) -> None:
    (sentence,) = read(tmp_path, one('<error id="1" req="no" type="X"/>', 1))
    assert sentence == Text("a b c", (Layer(0),))


def test_missing_attributes_and_sentences_without_script(tmp_path: Path) -> None:
    """Without `numann` there are the annotators that the errors name; any need but no is yes."""
    text = (
        '<scripts><sentence><text>a</text><error-list><error req="maybe"><alt ann=" zoë ">'
        '<c start="0" end="1">b c</c></alt></error></error-list></sentence></scripts>'
    )
    (sentence,) = read(tmp_path, text)
    assert sentence.layers == (Layer("zoë", (Edit(0, 1, ("b c",), "", True, "error=1"),)),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"gold\.xml, line 1, column 1: no element found"),
        ("<scripts><script>", r"gold\.xml, line 2, column 1: no element found"),
        ("<scripts>\n</script>\n", r"gold\.xml, line 2, column 3: mismatched tag"),
        ("<html></html>", r"line 1: <html> as the root element is not I-measure XML"),
        ("<sentence></sentence>", r"line 1: <sentence> as the root element is not"),
        ("<scripts><script><p/></script></scripts>", r"<p> inside <script> is not I-measure XML"),
        ("<scripts>word</scripts>", r"text 'word' directly inside <scripts>"),
        ("<scripts><script><sentence/></script></scripts>", r"line 1, sentence 1: a sentence without <text>"),
        (one("").replace("</text>", "</text><text/>"), r"sentence 1: a second <text>"),
        (one("", -1).replace('"-1"', '"two"'), r"numann='two' of <sentence> is not a whole number"),
        (one("", 10_001), r"numann=10001 is more than 10000 annotators"),
        (
            one('<error id="1" req="yes" type="X"></error>'),
            r"sentence 1: error 1 is required but has no <alt>, .* write req=\"no\"",
        ),
        (one('<error req="yes"><alt><c start="0" end="1"/></alt></error>'), r"<alt> without an annotator"),
        (one('<error req="yes"><alt ann="0"><c end="1"/></alt></error>'), r"start='' of <c> is not a whole number"),
        (one('<error req="yes"><alt ann="0"><c start="0" end="1.5"/></alt></error>'), r"end='1\.5' of <c>"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><scripts>&b;</scripts>', r"line 1: entities are refused"),
        ('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><scripts>&b;</scripts>', r"line 1: entities are"),
        ("<scripts>&nbsp;</scripts>", r"undefined entity"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(tmp_path, text)


def test_a_document_type_without_entities_is_harmless(tmp_path: Path) -> None:
    assert len(read(tmp_path, f'<!DOCTYPE scripts SYSTEM "imeasure.dtd">{one("")}')) == 1


def test_odd_files_are_read_with_a_warning(tmp_path: Path) -> None:
    outside = one('<error req="yes" type="X"><alt ann="0"><c start="2" end="7">x</c></alt></error>')
    with pytest.warns(ErrataWarning, match=r"1 corrections reach outside .* 2 7 in a sentence of 3 tokens"):
        read(tmp_path, outside)
    several = one(
        '<error req="yes"><alt ann="0"><c start="0" end="1"/></alt><alt ann="1"><c start="0" end="1"/></alt></error>'
    )
    with pytest.warns(ErrataWarning, match="1 sentences with more annotators than numann says .* 2 but numann=1"):
        read(tmp_path, several)


@pytest.mark.parametrize("n_annotators", [0, -1])
def test_no_annotators_at_all_leave_the_source_as_a_reference(tmp_path: Path, n_annotators: int) -> None:
    """Where annotators are not mixed the original adds the source if `numann` is 0 or less."""
    error = '<error req="yes" type="X"><alt ann="0"><c start="0" end="1">x</c></alt></error>'
    with pytest.warns(ErrataWarning, match=f"more annotators than numann says .* 1 but numann={n_annotators}"):
        gold = read(tmp_path, one(error, n_annotators))
    unchanged = errata.score(gold, ["a b c"], measures=["imeasure:mix=no", "imeasure"])
    assert [(each.counts["tn"], each.counts["fn"]) for each in unchanged] == [(3, 0), (2, 1)]


def test_special_characters_survive(tmp_path: Path) -> None:
    gold = Corpus(
        (
            Text(
                'a < b & "c" > 𝒳\té',
                (Layer("<zoë>", (Edit(0, 1, ("x & y",), 'A"<', True, "error=1"),)),),
            ),
        )
    )
    errata.write(gold, tmp_path / "gold.xml")
    assert errata.read(tmp_path / "gold.xml").texts == gold.texts


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        (Text("a\x0bb"), r"the source 'a\\x0bb' holds U\+000B at position 1, which XML cannot"),
        (Text("a", (), ("b",)), "holds edits, not reference texts"),
        (Text("a", (Layer(0, (Edit(0, 1, ()),)),)), r"sentence 1 cannot be written: the edit 0 1"),
        (Text("a", (Layer("1", (Edit(0, 1, ("b",)),)),)), "the annotator '1' cannot be written"),
        (Text("a", (Layer("", (Edit(0, 1, ("b",)),)),)), "the annotator '' cannot be written"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path: Path, sentence: Text, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        errata.write([sentence], tmp_path / "gold.xml")
    assert list(tmp_path.iterdir()) == []


def test_losses_are_said(tmp_path: Path) -> None:
    edits = (Edit(0, 1, ("known,the", "known"), "X", True, "unsure"),)
    with pytest.warns(ErrataWarning) as caught:
        lost = errata.write([Text("a b", (Layer(0, edits),))], tmp_path / "gold.xml")
    assert [str(item.message).partition(": ")[2] for item in caught] == [
        "1 edits with several corrections (the first was written, as by the original converter); "
        "first at sentence 1: 'known,the||known'",
        "1 corrections split into words as the original converter does; "
        "first at sentence 1: 'known,the' became 'known , the'; retokenise=False keeps them",
        "the format imeasure-xml cannot hold 1 comments (first: sentence 1: unsure)",
    ]
    assert lost == [errata.Loss("comments", "sentence 1: unsure", 1)]
    assert errata.read(tmp_path / "gold.xml")[0].layers[0].edits[0].corrections == ("known , the",)


def test_an_error_with_an_optional_edit_may_be_left_alone(tmp_path: Path) -> None:
    """Whoever made the edit, and whether or not it says which error it belongs to."""
    go, rest = Edit(0, 1, ("c",), "X"), Edit(1, 2, ("d",), "X")
    placed = replace(go, required=False, comment="error=1")
    layers = [
        (Layer(0, (go, rest)), Layer(1, (go, rest))),
        (Layer(0, (replace(go, required=False), rest)), Layer(1, (go, rest))),
        (Layer(0, (placed, replace(rest, comment="error=2"))),),
    ]
    path = tmp_path / "gold.xml"
    with pytest.warns(ErrataWarning, match=r"1 OPTIONAL edits \(their errors got req=\"no\", .* at sentence 2: 0 1"):
        assert errata.write([Text("a b", own) for own in layers], path, loss="error") == []
    needs = [[error.is_required for error in find_errors(sentence)] for sentence in errata.read(path)]
    assert needs == [[True, True], [False, True], [False, True]]


def test_words_may_be_left_as_they_are(tmp_path: Path) -> None:
    sentence = Text("a b", (Layer(0, (Edit(0, 1, ("known,the",), "X"),)),))
    errata.write([sentence], tmp_path / "gold.xml", retokenise=False)
    assert errata.read(tmp_path / "gold.xml")[0].layers[0].edits[0].corrections == ("known,the",)
    with pytest.raises(errata.OptionError, match="format m2 has no setting 'retokenise'"):
        errata.write([sentence], tmp_path / "gold.m2", retokenise=False)


@st.composite
def errors(draw: st.DrawFn) -> str:
    """Draw an error in XML, with whatever annotators and spans."""
    alternatives = []
    for _ in range(draw(st.integers(1, 3))):
        corrections = "".join(
            f'<c start="{start}" end="{end}">{" ".join(words)}</c>'
            for start, end, words in draw(
                st.lists(st.tuples(st.integers(0, 3), st.integers(3, 4), st.lists(WORDS)), min_size=1, max_size=2)
            )
        )
        alternatives.append(f'<alt ann="{draw(st.integers(0, 2))}">{corrections}</alt>')
    need = draw(st.sampled_from(["yes", "no"]))
    return f'<error req="{need}" type="X/Y">{"".join(alternatives)}</error>'


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")  # edits of one annotator may overlap
@given(st.lists(errors(), max_size=3), st.integers(3, 5))
def test_there_and_back_is_the_same(tmp_path: Path, bodies: list[str], n_annotators: int) -> None:
    """XML to edits to XML, and by way of M2, which keeps the errors in comments."""
    gold = read(tmp_path, one("".join(bodies), n_annotators, "a b c d"))
    errata.write(gold, tmp_path / "again.xml")
    assert errata.read(tmp_path / "again.xml").texts == gold.texts
    errata.write(gold, tmp_path / "again.m2")
    assert errata.read(tmp_path / "again.m2").texts == gold.texts


def test_the_original_s_conversion_of_conll14(tmp_path: Path) -> None:
    """1,312 sentences: texts, errors, needs, alternatives, corrections; types in any order."""
    gold = errata.read(shared("data/conll14/gold.m2"))
    with pytest.warns(ErrataWarning, match=r"10 corrections split .* first at sentence \d+: '.*' became '.*'"):
        errata.write(gold, tmp_path / "gold.xml")
    ours = errata.read(tmp_path / "gold.xml")
    theirs = errata.read(shared("golden/imeasure/conll14_combined.converted.xml"))
    assert len(ours) == len(theirs) == 1312
    n_required = 0
    for one_sentence, other in zip(ours, theirs, strict=True):
        assert one_sentence.source == other.source
        assert one_sentence.annotators == other.annotators
        mine, original = find_errors(one_sentence), find_errors(other)
        assert [error[:2] for error in mine] == [error[:2] for error in original]
        kinds = [[sorted("/".join(error.types).split("/")) for error in found] for found in (mine, original)]
        assert kinds[0] == kinds[1]
        n_required += sum(error.is_required for error in mine)
    assert n_required == 1443


def test_a_file_of_the_measure_scores_like_its_m2(tmp_path: Path) -> None:
    """The errors of the file are taken as they are."""
    outputs = ["These machines are designed for help people .", "All is well ."]
    gold = read(tmp_path, MACHINES)
    errata.write(gold, tmp_path / "gold.m2", loss="ignore")
    one_score, two_score = (
        errata.score(corpus, outputs, measures=[IMeasure()]).scores[0]
        for corpus in (gold, errata.read(tmp_path / "gold.m2"))
    )
    assert one_score.counts == two_score.counts
    assert one_score.sentences[0].details["alternatives"] == [
        {"error": 1, "annotator": 0, "corrections": [[0, 1, "These"], [2, 3, "are"]]},
        {"error": 2, "annotator": None, "corrections": []},
    ]
