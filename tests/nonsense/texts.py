"""Texts that are not what they should be: not cut into words, with talk around them, in another form."""

import unicodedata

from tests.nonsense.case import GOLD, OUTPUT, Case

_SCORE = ("score", "gold.m2", "out.txt", "--measure", "m2")
_TEXTS = ("score", "--source", "src.txt", "--reference", "ref.txt", "out.txt")
_LINES = OUTPUT.splitlines()
_SOURCE = "".join(f"{line[2:]}\n" for line in GOLD.split("\n") if line.startswith("S "))
_CHINESE = "冬阴功是泰国最著名的菜之一。\n他喜欢吃苹果。\n这部电影在国外也很有名。\n"
_JAPANESE = "私は昨日学校に行きましたがとても楽しかったです\n彼はりんごを食べることが好きではありません\n"
_THAI = "ฉันไปโรงเรียนเมื่อวานนี้กับเพื่อนของฉัน\n"


def _each(before: str = "", after: str = "") -> str:
    return "".join(f"{before}{line}{after}\n" for line in _LINES)


def _beside(between: str) -> str:
    return "".join(f"{source}{between}{line}\n" for source, line in zip(_SOURCE.splitlines(), _LINES, strict=True))


def _spaced(text: str) -> str:
    return "\n".join(" ".join(line) for line in text.split("\n"))


def _three(source: str, reference: str, output: str) -> dict[str, str]:
    return {"src.txt": source, "ref.txt": reference, "out.txt": output}


def _talk(name: str, output: str, *says: str, command: tuple[str, ...] = _SCORE) -> Case:
    return Case(name=name, command=command, files={"out.txt": output}, status=0, says=says)


_NFD_GOLD = GOLD.replace("|||went|||", f"|||{unicodedata.normalize('NFD', 'allé')}|||")
_QUOTED = "S It 's fine .\nA 3 4|||R|||!|||REQUIRED|||-NONE-|||0\n\n" * 3

CASES = [
    Case(
        name="Chinese without spaces, everywhere",
        command=_TEXTS,
        files=_three(_CHINESE, _CHINESE, _CHINESE),
        says=("src.txt: 3 of 3 lines are in a script without spaces", "--tokens cjk", "--measure green:unit=char"),
    ),
    Case(
        name="gold by word, cut into characters",
        command=("score", "gold.m2", "out.txt", "--tokens", "cjk"),
        files={"gold.m2": "S 他 喜欢 茶\nA 1 2|||R|||爱|||REQUIRED|||-NONE-|||0\n\n", "out.txt": "他爱茶\n"},
        says=("gold.m2, sentence 1: the edits count tokens such as '喜欢', where cjk begins with '喜'", "--reference"),
    ),
    Case(
        name="a way to cut texts that there is not",
        command=(*_SCORE, "--tokens", "words"),
        says=("argument --tokens: invalid choice: 'words'", "cjk"),
    ),
    Case(
        name="characters cut for a measure that counts them",
        command=(*_TEXTS, "--tokens", "cjk", "--measure", "green:unit=char"),
        files=_three(_CHINESE, _CHINESE, _CHINESE),
        says=("green:unit=char counts characters", "without --tokens cjk"),
    ),
    Case(
        name="Chinese without spaces in the reference alone",
        command=_TEXTS,
        files=_three(_spaced(_CHINESE), _CHINESE, _spaced(_CHINESE)),
        says=("reference 0: 3 of 3 lines", "not tokenised"),
    ),
    Case(
        name="Chinese without spaces in the output alone",
        command=_TEXTS,
        files=_three(_spaced(_CHINESE), _spaced(_CHINESE), _CHINESE),
        says=("out.txt: 3 of 3 lines", "not tokenised"),
    ),
    Case(
        name="Japanese without spaces",
        command=(*_TEXTS, "--measure", "gleu"),
        files=_three(_JAPANESE, _JAPANESE, _JAPANESE),
        says=("src.txt: 2 of 2 lines", "gleu compares words"),
    ),
    Case(
        name="Thai without spaces, beside a measure of characters",
        command=(*_TEXTS, "--measure", "green:unit=char", "--measure", "green"),
        files=_three(_THAI, _THAI, _THAI),
        says=("src.txt: 1 of 1 line is", "green compares words"),
    ),
    Case(
        name="annotated Chinese whose sentences are one token",
        command=("score", "gold.m2", "gold.m2", "--measure", "errant"),
        files={"gold.m2": "S 他喜欢吃苹果。\nA 0 1|||R|||他喜欢苹果。|||REQUIRED|||-NONE-|||0\n\n"},
        says=("gold.m2: 1 of 1 sentence is in a script without spaces",),
    ),
    Case(
        name="Chinese without spaces, validated",
        command=("validate", "src.txt", "out.txt"),
        files=_three(_CHINESE, "", _CHINESE),
        status=1,
        says=("error   unsegmented × 3", "score them with --tokens cjk"),
    ),
    Case(
        name="Chinese without spaces, compared",
        command=("compare", "--source", "src.txt", "--reference", "ref.txt", "a=out.txt", "b=ref.txt"),
        files=_three(_CHINESE, _CHINESE, _CHINESE),
        says=("src.txt: 3 of 3 lines",),
    ),
    _talk(
        "a label on every line",
        _each("Here is the corrected sentence: "),
        *("3 of 3 lines begin with 'Here is the corrected sentence:'", "each counts as 5 wrong words"),
    ),
    _talk(
        "a label on one line",
        OUTPUT.replace("I like", "Corrected: I like"),
        *("1 of 3 lines begins with a comment on the sentence, first line 2 ('Corrected: I like apple .')",),
    ),
    _talk(
        "a remark after every line", _each("", " I hope this helps !"), "3 of 3 lines end with 'I hope this helps !'"
    ),
    _talk(
        "a refusal in place of a sentence",
        f"{_LINES[0]}\nI'm sorry, but I can't help with that.\n{_LINES[2]}\n",
        *("comment on the sentence, first line 2 (\"I'm sorry",),
    ),
    _talk(
        "an answer that nothing is wrong",
        f"{_LINES[0]}\nNo changes needed.\n{_LINES[2]}\n",
        *("comment on the sentence, first line 2 ('No changes needed.')",),
    ),
    _talk("straight quotes around every line", _each('"', '"'), "3 of 3 lines are in quotation marks (lines 1, 2, 3)"),
    _talk("typographic quotes around every line", _each("“ ", " ”"), "3 of 3 lines are in quotation marks"),
    _talk(
        "Markdown in one line", OUTPUT.replace("went", "**went**"), "1 of 3 lines contains Markdown or HTML", "**went**"
    ),
    _talk("code fences around a line", OUTPUT.replace("I like apple .", "```I like apple .```"), "Markdown or HTML"),
    _talk("tags of HTML in a line", OUTPUT.replace("went", "<b>went</b>"), "Markdown or HTML", "<b>"),
    _talk("a bullet before every line", _each("- "), "3 of 3 lines begin with a list marker"),
    _talk("tags of the system's own around every line", _each("<corrected>", "</corrected>"), "3 of 3 lines contain"),
    _talk("numbers set apart before every line", _each("1 . "), "3 of 3 lines begin with a list marker"),
    *(
        _talk(f"source{mark}output", _beside(mark), "3 of 3 lines begin with the whole source", "remove the source")
        for mark in (" → ", " => ", " ||| ")
    ),
    _talk("an output in lower case", OUTPUT.lower(), "3 of 3 lines are in lower case throughout"),
    _talk("full-width full stops", OUTPUT.replace(".", "。"), "differ from the source in full stops, 。 for ."),
    _talk("pieces of words joined by @@", _each("Ye@@ s , "), "3 of 3 lines contain subwords, marked by '@@'"),
    _talk("pieces of words begun by ▁", OUTPUT.replace(" ", " ▁"), "3 of 3 lines contain subwords, marked by '▁'"),
    _talk(
        "a label on every line, validated", _each("Fixed: "), "warning chatter × 3", command=("validate", *_SCORE[1:3])
    ),
    _talk(
        "quotes around every line, validated", _each("«", "»"), "warning wrapped", command=("validate", *_SCORE[1:3])
    ),
    Case(
        name="typographic apostrophes where the source has straight ones",
        command=_SCORE,
        files={"gold.m2": _QUOTED, "out.txt": "It ’s fine .\n" * 3},
        status=0,
        says=("3 of 3 lines differ from the source in apostrophes, ’ for '", "counts as an error"),
    ),
    Case(
        name="corrections in NFD, output in NFC, source in ASCII",
        command=_SCORE,
        files={"gold.m2": _NFD_GOLD, "out.txt": OUTPUT.replace("went", "allé")},
        status=0,
        says=("out.txt: 1 of 3 lines have words of the gold in another Unicode form", "--normalise nfc"),
    ),
    Case(
        name="corrections in NFD, output in NFC, validated",
        command=("validate", "gold.m2", "out.txt"),
        files={"gold.m2": _NFD_GOLD, "out.txt": OUTPUT.replace("went", "allé")},
        status=0,
        says=("warning unicode-forms", "--normalise nfc"),
    ),
    Case(
        name="a reference in NFD, output in NFC, source in ASCII",
        command=_TEXTS,
        files=_three("Il est alle .\n", unicodedata.normalize("NFD", "Il est allé .\n"), "Il est allé .\n"),
        status=0,
        says=("out.txt: 1 of 1 lines have words of the gold in another Unicode form",),
    ),
    Case(
        name="source in NFC, reference and output in NFD",
        command=_TEXTS,
        files=_three("Il a allé .\n", *[unicodedata.normalize("NFD", "Il est allé .\n")] * 2),
        status=0,
        says=("reference 0 has decomposed characters", "out.txt has decomposed characters", "--normalise nfc"),
    ),
    Case(
        name="a Unicode form that nobody knows",
        command=(*_SCORE, "--normalise", "nfx"),
        says=("invalid choice: 'nfx'",),
    ),
    Case(
        name="the source for the reference",
        command=("score", "--source", "src.txt", "--reference", "src.txt", "out.txt", "--measure", "green"),
        files={"src.txt": _SOURCE},
        status=0,
        says=("src.txt: every reference equals its source", "any change counts as wrong", "the source twice?"),
    ),
    Case(
        name="the source for the reference, validated",
        command=("validate", "--source", "src.txt", "--reference", "ref.txt", "out.txt"),
        files=_three(_SOURCE, _SOURCE, OUTPUT),
        status=0,
        says=("warning reference-is-source", "every reference equals its source"),
    ),
    Case(
        name="a table whose references are its sources",
        command=("score", "gold.tsv", "out.txt", "--measure", "green"),
        files={"gold.tsv": "source\treference\n" + "".join(f"{s}\t{s}\n" for s in _SOURCE.splitlines())},
        status=0,
        says=("gold.tsv: every reference equals its source",),
    ),
    Case(
        name="an empty last line in every file",
        command=_TEXTS,
        files=_three("He go .\n\n", "He goes .\n\n", "He goes .\n\n"),
        status=0,
        says=("every file ends with an empty line; ignoring line 2, 1 sentence remains", "--keep-last-line"),
    ),
]
