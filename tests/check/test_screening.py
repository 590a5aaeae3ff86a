"""The checks of texts in blocks say what the checks of whole texts say."""

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from errata.check import outputs as checks
from errata.check import segmentation
from errata.check.screening import check_output
from errata.check.styles import FORMS
from errata.check.surveys import ColumnSurvey, PairSurvey
from errata.kernels import screening as kernel
from errata.text.packed import PackedLines
from errata.text.vocabulary import Vocabulary

WORDS = ["He", "go", "goes", "to", "school", "every", "day", ".", "!", "?", ",", "it", "'s", "“", "”", "’", "'", '"']
WORDS += ["-", "–", "—", "…", "...", ".", ".", ".", "``", "''", ",", "，", "。", "．", "é", "e\u0301", "ü"]
ODD = [
    *(
        "",
        " ",
        "\t",
        "a\tb",
        "x\x01 .",
        "&apos; s",
        "\u200b",
        "\u200f",
        "\u202a",
        "\u2060",
        "\u2066",
        "\xad",
        "\u3000",
        "** bold **",
        "@@ x",
        "▁He ▁go",
        "a ##b",
        "1. He",
    ),
    *("Corrected: He goes .", "Here is the corrected text : He goes .", "I'm sorry, but I can't", "“ He goes . ”"),
    *(
        "我昨天去学校了。",
        "ก",
        "- He",
        "HE GOES TO SCHOOL .",
        "he goes to school .",
        "He goes.",
        "He goes .\u00a0",
        "<b>He</b>",
    ),
    *(
        "¿ Qué ?",
        "He go . He goes .",
        "«He»",
        "école e\u0301cole",
        "x" * 300,
        "null",
        "He go -> He goes",
        "[INST] He",
        '"He ""x"" go"',
        "N/A",
        "He ⟶ she",
        "a__b__c",
        "~~x~~",
        "\ufeff",
    ),
]


def pack(lines: Sequence[str]) -> PackedLines:
    return PackedLines.cut("".join(f"{line}\n" for line in lines).encode(), len(lines))


def in_blocks(sources: list[str], outputs: list[str], given: list[list[str]] | None, size: int) -> list[object]:
    references = given or []
    columns: list[ColumnSurvey] = [ColumnSurvey() for _ in range(2 + len(references))]
    pairs = PairSurvey()
    blocks = []
    for first in range(0, len(sources), size):
        texts = [pack(lines[first : first + size]) for lines in (sources, outputs, *references)]
        blocks.append((first, texts[0], texts[1], texts[2:]))
        vocabulary = Vocabulary("word")
        surveys = [ColumnSurvey.of(lines, first) for lines in texts]
        numbered = vocabulary.flatten(texts[0]), vocabulary.flatten(texts[1])
        found = PairSurvey.of(texts[0], texts[1], (surveys[0], surveys[1]), numbered, vocabulary.kinds(), first)
        pairs.join(found)
        for column, survey in zip(columns, surveys, strict=True):
            column.join(survey)

    def again() -> Iterator[tuple[int, PackedLines, PackedLines, list[PackedLines]]]:
        return iter(blocks)

    said = check_output("sys", columns[0], columns[1], pairs, again, None if given is None else columns[2:])
    return [*said, *columns[1].check_segmentation("sys"), columns[1].spacing, *columns[0].check_characters("src")]


def whole(sources: list[str], outputs: list[str], references: list[list[str]] | None) -> list[object]:
    wanted = None if references is None else [text for texts in zip(*references, strict=True) for text in texts]
    found: list[object] = [*checks.check_output("sys", sources, outputs, wanted=wanted)]
    found += segmentation.check_segmentation("sys", outputs)
    return [*found, checks.Spacing.of(outputs), *checks.check_characters("src", sources)]


def some_text(chance: random.Random, odd: float) -> str:
    if chance.random() < odd:
        return chance.choice(ODD)
    words = chance.choices(WORDS[:8], k=chance.randint(0, 12)) + chance.choices(WORDS, k=chance.randint(0, 4))
    return " ".join([*words, "."] if chance.random() < 0.8 else words)


def changed(chance: random.Random, text: str, habits: Sequence[str]) -> str:
    words = text.split(" ")
    for _ in range(chance.randint(0, 2)):
        words[chance.randrange(len(words))] = chance.choice(WORDS)
    text = " ".join(words)
    for habit in habits:
        if habit == "lower":
            text = text.lower()
        elif habit == "style":
            text = text.replace("'", "’").replace('"', "“")
        elif habit == "glue":
            text = text.replace(" .", ".")
        elif habit == "quotes":
            text = f'" {text} "'
        elif habit == "empty":
            text = "" if chance.random() < 0.3 else text
        elif habit == "commas":
            text = text.replace(" ,", ",").replace("goes", "goes, yes")
        elif habit == "numbers":
            text = f"S{next(NUMBERS)}: {text}"
        elif habit == "remarks":
            text = f"{text} . {chance.choice(['One verb was wrong', 'Article missing here', 'Two typos fixed'])} ."
        elif habit == "cut":
            text = text[: chance.randint(15, 40)] if chance.random() < 0.5 else text
        elif habit == "look-alikes":
            text = text.replace("o", "о")
        elif habit == "entity":
            text = text.replace("'", "&apos;")
        else:
            text = f"{habit} {text}" if chance.random() < 0.8 else f"{text} {habit}"
    return text


NUMBERS = itertools.count(1)
HABITS = [
    *((), ("lower",), ("style",), ("glue",), ("quotes",), ("Sure , here is the text :",), ("Corrected:",), ("empty",)),
    *(
        ("entity",),
        ("Thank you so much",),
        ("style", "lower"),
        ("- ",),
        ("12)",),
        ("e\u0301cole",),
        ("shift",),
        ("swap",),
        ("Certainly",),
        ("commas",),
        ("numbers",),
        ("remarks",),
        ("Ã©tÃ© â€™s",),
        ("cut",),
    ),
]


@pytest.mark.parametrize("seed", range(84))
def test_blocks_of_lines_give_the_findings_of_the_whole(seed: int) -> None:
    """Whatever is odd about texts, and wherever they are cut."""
    chance = random.Random(seed)
    habits = HABITS[seed % len(HABITS)]
    n = chance.choice([1, 2, 5, 40, 150])
    odd = chance.choice([0, 0.02, 0.3])
    sources = [some_text(chance, odd) for _ in range(n)]
    if habits == ("shift",):
        outputs = [*sources[1:], sources[0]]
    else:
        outputs = [some_text(chance, 1) if chance.random() < odd / 2 else changed(chance, s, habits) for s in sources]
    if habits == ("swap",) and n > 20:
        sources[3], sources[20] = "we like to swim in summer", "my cat sleeps all day long"
        outputs[3], outputs[20] = sources[20], sources[3]
    references = [[changed(chance, source, ()) for source in sources] for _ in range(chance.randint(1, 2))]
    expected = whole(sources, outputs, references)
    for size in (7, 64, n):
        assert in_blocks(sources, outputs, references, size) == expected
    assert in_blocks(sources, outputs, None, 7) == whole(sources, outputs, None), "as a reference"


TWINS = [
    *(
        ("go", "gо"),
        ("it", "ıt"),
        ("school", "ſchool"),
        ("day", "dаy"),
        ("він", "вiн"),
        ("п'ять", "пʼять"),
        ("’s", "´s"),
    ),
    *(
        ("’s", "´s"),
        ("-", "‑"),
        ("–", "−"),
        ("fine", "ﬁne"),
        ("А", "A"),
        ("Да", "Дa"),
        ("12", "１２"),
        ("пять", "пять"),
        ("é", "e"),
    ),
]


@pytest.mark.parametrize("seed", range(40))
def test_blocks_give_the_look_alikes_of_the_whole(seed: int) -> None:
    """In either direction, with some known to sources and references and some not."""
    chance = random.Random(seed)
    plain = [one for pair in TWINS for one in pair[: 1 + (chance.random() < 0.1)]]
    n = chance.choice([3, 20, 150])
    sources = [" ".join(chance.choices(plain, k=chance.randint(1, 5))) for _ in range(n)]
    twins = dict(chance.sample(TWINS, 4) if seed % 2 else [pair[::-1] for pair in TWINS])
    outputs, reference = (
        [" ".join(twins.get(w, w) if chance.random() < part else w for w in text.split()) for text in sources]
        for part in (0.4, chance.choice([0, 0.1]))
    )
    expected = whole(sources, outputs, [reference])
    for size in (7, 64, n):
        assert in_blocks(sources, outputs, [reference], size) == expected


def test_pairs_that_are_swapped_two_lines_apart_are_all_seen() -> None:
    """Each comparison of a kernel uses a mark of its own; one used twice hid every other pair."""
    sources = [f"alpha{n} beta{n} gamma{n} delta{n} ." for n in range(60)]
    outputs = list(sources)
    for one in (10, 30, 50):
        outputs[one], outputs[one + 2] = sources[one + 2], sources[one]
    expected = whole(sources, outputs, [])
    assert "6 lines fit the source of a neighbouring line" in str(expected)
    for size in (7, 64):
        assert in_blocks(sources, outputs, [], size) == expected


@pytest.mark.parametrize("habits", [(), ("Thank you so much",), ("Sure :",), ("swap",), ("shift",), ("Certainly",)])
def test_large_blocks_forget_what_is_rare(habits: tuple[str, ...]) -> None:
    """Words that few lines begin or end with are not kept; what many do is told of all the same."""
    chance = random.Random(len(habits))
    sources = [some_text(chance, 0) for _ in range(2600)]
    outputs = [changed(chance, source, habits) if chance.random() < 0.4 else source for source in sources]
    if habits == ("shift",):
        outputs = [*sources[:1000], *sources[1001:], "The end ."]
    elif habits == ("swap",):
        sources[1020], sources[1030] = "we like to swim in summer", "my cat sleeps all day long"
        outputs = list(sources)
        outputs[1020], outputs[1030] = sources[1030], sources[1020]
    expected = whole(sources, outputs, [])
    assert not habits or len(expected) > 1
    for size in (1024, 2600):
        assert in_blocks(sources, outputs, [], size) == expected


@pytest.mark.parametrize(
    "output",
    [
        *("null", "“ None . ”", "undefined .", "[ object Object ]", "Error: the request timed out while waiting"),
        *("I'm sorry , but I can not help with this", "I’m sorry , but I can not help", "Lo siento mucho , de verdad"),
        *("The sentence is already correct .", "No\tchanges needed", "Désolé , je ne peux pas"),
        *("抱 歉 , 我 无法", "przepraszam bardzo , nie mogę"),
        *("Better : He goes home .", "Corrected sentence： He goes home .", "http 503 service is not there now"),
        *("He goes to school every day . He goes to school every single day .", "je ne peux pas vous aider ici"),
    ],
)
def test_no_line_is_passed_over_that_speaks_of_sentences(output: str) -> None:
    """The kernel flags every line that is told of one by one."""
    sources = ["She like to swim in the sea on summer days .", "undefi things they are", "He go to school every day ."]
    for source in sources:
        expected = whole([source, "a b"], [output, "a b"], [])
        assert in_blocks([source, "a b"], [output, "a b"], [], 2) == expected


def test_every_kind_of_finding_is_met() -> None:
    """The test above would mean little if nothing were found in it."""
    codes = set()
    for seed in range(60):
        chance = random.Random(seed)
        habits = HABITS[seed % len(HABITS)]
        sources = [some_text(chance, 0.02) for _ in range(150)]
        outputs = [changed(chance, source, habits) for source in sources]
        outputs = [*sources[1:], sources[0]] if habits == ("shift",) else outputs
        codes |= {found.code for found in checks.check_output("sys", sources, outputs)}
    assert codes >= {
        *("shifted", "tokenisation", "many-empty", "chatter", "wrapped", "typography", "control-character", "entity"),
        *("markup", "unicode-forms"),
    }


def test_marks_are_counted_as_str_count_does() -> None:
    """Marks of several characters do not overlap themselves."""
    line = "''' .... . . . . . . . `` ``` ...... “ ” — … ， ．。 «x» ’‘ \" - ,"
    flags, totals = kernel.survey_lines(*pack([line]).buffers)
    for place, forms in enumerate(FORMS):
        assert totals[2 + place] == sum(map(line.count, forms)), forms
        assert flags[0] >> place & 1 == any(form in line for form in forms), forms


def test_lone_commas_are_counted_as_str_count_does() -> None:
    """Those that share a space count once, and a line's edge is no space."""
    lines = [", a , , b , , , c ,", " , ", "", "a ,", ", b", "a, b ,c", " , , "]
    _, totals = kernel.survey_lines(*pack(lines).buffers)
    assert totals[kernel.LONE_COMMAS] == sum(line.count(" , ") for line in lines) == 5


@pytest.mark.parametrize(
    ("text", "is_misread"),
    [
        *(("CafÃ©", True), ("Ã\x80", True), ("donâ€™t", True), ("5Â°", True)),
        *(("Ã", False), ("àéÂl ÃO", False), ("âge", False)),
    ],
)
def test_misread_text_is_flagged(text: str, is_misread: bool) -> None:
    """At the places where the check itself finds it."""
    flags, _ = kernel.survey_lines(*pack(["He goes .", text]).buffers)
    assert [bool(line & kernel.MISREAD) for line in flags] == [False, is_misread]
    assert (checks.find_mojibake(text) is not None) is is_misread


def test_odd_spaces_are_flagged() -> None:
    """Every one that the check finds, and no other character near them."""
    for code in (0xA0, 0xA1, *range(0x2000, 0x2070), 0x3000, 0x3001):
        [flags], _ = kernel.survey_lines(*pack([f"He{chr(code)}goes ."]).buffers)
        line = [f"He{chr(code)}goes ."]
        assert bool(flags & kernel.ODD) == bool(checks.find_spaces(line) or checks.odd_characters(line)), hex(code)


@pytest.mark.parametrize(
    ("habit", "code", "said"),
    [
        ("commas", "tokens-differ", "commas glued to words"),
        ("numbers", "markup", "numbers that rise by one"),
        ("remarks", "chatter", "continue after the sentence"),
        ("â€™s", "encoding-twice", "first line 1 ('â€™')"),
        ("cut", "cut-short", "stop before the end"),
        ("look-alikes", "look-alikes", "U+043E CYRILLIC SMALL LETTER O for U+006F"),
    ],
)
def test_these_habits_are_seen_in_blocks_too(habit: str, code: str, said: str) -> None:
    """Not only alike, but told of."""
    sources = [f"He go to school {word} , Ann , and Bob go home ." for word in WORDS * 2]
    outputs = [changed(random.Random(n), text, (habit,)) for n, text in enumerate(sources)]
    assert any(found.code == code and said in found.message for found in checks.check_output("sys", sources, outputs))
    assert in_blocks(sources, outputs, [], 7) == whole(sources, outputs, [])
