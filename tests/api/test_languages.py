"""Texts in other languages and scripts: types of extracted edits, and every command from end to end."""

import warnings
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support import run, shared

import errata
from errata import Corpus, Edit, ErrataWarning, Text, apply_edits
from errata.extract import get_extractor
from errata.extract.english import are_english

CZECH = ("Ona chodit do škola , že ano", "Ona chodí do školy , že ano .")
ENGLISH = ("She go to the school", "She goes to the school .")
SCRIPTS = {
    "Hebrew": ("הוא הולכת אל בית הספר .", "הוא הולך אל בית הספר ."),
    "Hebrew with points": ("שָׁלוֹם לָךְ אדון", "שָׁלוֹם לְךָ אדון !"),
    "Arabic": ("هو ذهبت الى المدرسة", "هو ذهب إلى المدرسة ."),
    "Hindi": ("वह स्कूल जाते है ।", "वह स्कूल जाता है ।"),
    "emoji": ("I 👩‍👩‍👧 loves 🇨🇿 ❤️ so", "I 👩‍👩‍👧 love 🇨🇿 ❤️ 😀 so"),
    "Gothic": ("𐌰𐍄𐍄𐌰 𐌿𐌽𐍃𐌰𐍂 𐌸𐌿", "𐌰𐍄𐍄𐌰 𐌿𐌽𐍃𐌰𐍂𐌰 𐌸𐌿 𐌹𐌽"),
    "decomposed": ("cafe\u0301 e\u0301tait fermer", "cafe\u0301 e\u0301tait ferme\u0301 ."),
}


def quietly(pair: tuple[str, str], n: int) -> tuple[Corpus, list[str]]:
    """Return so many equal sentences with extracted edits, and what was said."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ErrataWarning)
        corpus = errata.annotate([pair[0]] * n, [[pair[1]] * n])
    return corpus, [item.message.finding.code for item in caught if isinstance(item.message, ErrataWarning)]


def types(corpus: Corpus) -> list[str]:
    return [edit.type for edit in corpus[-1].seen[0].edits]


def test_types_outside_english_are_operations() -> None:
    czech, said = quietly(CZECH, 100)
    assert (types(czech), said) == (["R", "R", "M"], ["operation-types"])
    english, said = quietly(ENGLISH, 100)
    assert (types(english), said) == (["R:OTHER", "M:PUNCT"], [])


def test_few_words_count_as_english() -> None:
    """A hundred words decide, punctuation and numbers aside."""
    words = " , ".join(["škola"] * 99)
    assert are_english([words, "1990 ..."])
    assert not are_english([words, "školy"])
    assert types(quietly(CZECH, 1)[0]) == ["R:OTHER", "R:OTHER", "M:PUNCT"]


def test_a_fifth_of_function_words_is_english() -> None:
    assert are_english(["The škola"] * 20 + ["škola škola škola"] * 20)
    assert not are_english(["the škola"] * 19 + ["škola škola škola"] * 20 + ["škola škola"])


def test_edits_do_not_depend_on_the_language() -> None:
    extractor = get_extractor("errata")
    suited = extractor.suited([CZECH[0]] * 100)
    [before], [after] = (each.extract([CZECH[0]], [CZECH[1]]) for each in (extractor, suited))
    assert [(edit.start, edit.end, edit.corrections) for edit in before] == [
        (edit.start, edit.end, edit.corrections) for edit in after
    ]
    assert (extractor.signature, suited.signature) == ("errata", "errata+types:operation")
    assert suited.suited([ENGLISH[0]] * 100) is suited, "decided once for all texts of a run"


def test_a_word_list_still_tells_misspellings(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("škola\nano\n", "utf-8")
    extractor = get_extractor(f"errata:{tmp_path / 'words'}").suited(["škola ano"] * 60)
    assert [edit.type for edit in extractor.extract(["skola ano"], ["škola , ano"])[0]] == ["R:SPELL", "M"]
    assert extractor.signature.endswith("+types:operation")
    assert "R:SPELL" in extractor.remarks[0].message


def test_sources_decide_for_gold_and_outputs_alike() -> None:
    """Even an output in English gets the types of its sources; the signature says so, and a finding, once."""
    sources, right = [CZECH[0]] * 50, [CZECH[1]] * 50
    outputs = {"right": right, "english": [ENGLISH[1]] * 50}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        result = errata.score(
            sources=sources, references=[right], outputs=outputs, measures=["errant", "green"], extract="errata"
        )
    assert [found.code for found in result.findings].count("operation-types") == 1
    assert result["right", "errant"].score == 1
    assert "|extract:errata+types:operation|" in result["english", "errant"].signature
    assert "extract" not in result["right", "green"].signature
    for name in outputs:
        groups = {group.name for group in result[name, "errant"].breakdown("operation").groups}
        assert groups == {group.name for group in result[name, "errant"].breakdown("type").groups} <= {"M", "R", "U"}


def test_gold_given_beside_operations_is_told_of() -> None:
    """Types of ERRANT in the gold do not compare with bare operations."""
    edit = Edit(1, 2, ("chodí",), "R:VERB")
    gold = Corpus(tuple(Text(CZECH[0]).with_edits([edit]) for _ in range(50)), "gold")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        result = errata.score(gold, {"mine": [CZECH[1]] * 50}, measures=["errant"], extract="errata")
    [found] = [found for found in result.findings if found.code == "two-origins"]
    assert "scores by type are hardly meaningful" in found.message


def test_sentences_alone_keep_their_scores() -> None:
    scores = errata.sentence_scores([CZECH[0]] * 50, [CZECH[1]] * 50, [[CZECH[1]]] * 50, "errant", extract="errata")
    assert list(scores) == [1.0] * 50


def write(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def end_to_end(folder: Path, gold: Path, sources: Sequence[str], right: Sequence[str]) -> None:
    """Run every command on the gold, with the source and one reference as outputs."""
    source, best = write(folder / "source.txt", sources), write(folder / "right.txt", right)
    extracted = folder / "extracted.m2"
    assert run("validate", gold, source, best).status in (0, 1), "findings, no failure"
    ran = run("convert", "--source", source, "--extract", "errata", best, extracted)
    assert ran.status == 0, ran.err
    made = errata.read(extracted)
    assert [text.source.split() for text in made] == [line.split() for line in sources]
    assert [apply_edits(text.source, text.seen[0].edits).split() for text in made] == [line.split() for line in right]
    assert run("convert", gold, folder / "again.m2", "--extract", "errata").status == 0
    assert run("convert", gold, folder / "copy.json", "--lossy").status == 0
    # The I-measure takes its time; large corpora go without it.
    some = [] if len(sources) < 100 else ["--measure", "gleu", "--measure", "difficulty"]
    ran = run("score", gold, best, source, "--extract", "errata", "--extract-gold", *some)
    assert ran.status == 0, ran.err
    result = errata.score(
        errata.read(gold),
        {"right": right, "source": sources},
        measures=["errant", "cleme", "green", "m2"],
        extract="errata",
        extract_gold=True,
    )
    for name in ("errant", "cleme", "green"):
        assert result["right", name].score == pytest.approx(1), name
    assert result["right", "m2"].score > 0.9 > result["source", "m2"].score == 0
    ran = run("explain", gold, best, "--sentence", "1", "--measure", "errant", "--extract", "errata", "--extract-gold")
    assert ran.status == 0, ran.err


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_from_end_to_end(tmp_path: Path, script: str) -> None:
    """Right to left, combining marks, joiners, and characters beyond the basic plane."""
    source, right = SCRIPTS[script]
    gold = tmp_path / "gold.m2"
    files = write(tmp_path / "a.txt", [source]), write(tmp_path / "b.txt", [right])
    assert run("convert", "--source", files[0], "--extract", "errata", files[1], gold).status == 0
    end_to_end(tmp_path, gold, [source], [right])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize(
    "name",
    [
        "cs_errant/out.m2",
        "cs_geccc/test.sentence.m2",
        "ru_relco/errors_tagged.m2",
        "uk_ua-gec/gec-fluency.test.m2",
        "uk_ua-gec/gec-only.test.m2",
        "zh_mucgec/demo.ref.m2.char",
        "zh_mucgec/demo.ref.m2.word",
    ],
)
def test_corpora_from_end_to_end(tmp_path: Path, name: str) -> None:
    path = shared(f"data/more/{name}")
    gold = tmp_path / "gold.m2"
    gold.write_bytes(path.read_bytes())
    corpus = errata.read(gold)
    right = [apply_edits(text.source, text.seen[0].edits if text.seen else ()) for text in corpus]
    assert are_english(corpus.sources) == (len(corpus) < 10), "four sentences are too few to tell"
    end_to_end(tmp_path, gold, corpus.sources, right)


@pytest.mark.slow
def test_greek_pairs_and_english_corpora() -> None:
    folder = shared("data/more/el_gnc")
    texts = [(folder / name).read_text("utf-8").splitlines() for name in ("orig.txt", "corr.txt")]
    with pytest.warns(ErrataWarning, match="not English"):
        corpus = errata.annotate(texts[0], [texts[1]])
    assert {edit.type for text in corpus for edit in text.seen[0].edits} <= {"M", "R", "U", "UNK"}
    lines = shared("data/conll14/src.txt").read_text("utf-8").splitlines()
    assert all(are_english(lines[at : at + 10]) for at in range(len(lines) - 9)), "any ten sentences"
