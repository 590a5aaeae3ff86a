"""What the original programs read otherwise, fail on or choke on."""

from tests.nonsense.case import GOLD, OUTPUT, Case
from tests.support import NOOP, m2_edit

_ALTERNATIVES = GOLD.replace("|||were|||", "|||were||are|||")
_NONE = GOLD.replace("A 2 3|||R:NOUN:NUM|||apples|||", "A 2 3|||U:NOUN|||-NONE-|||")
_NOOP_WITH_OFFSETS = GOLD.replace("|||R:VERB:TENSE|||", "|||noop|||")
_BARE = "".join(f"{line}\n" for line in GOLD.split("\n") if not line.startswith("A"))
_BACK = "\n".join(["S a b c", m2_edit(2, 3), m2_edit(0, 1), "", ""])
_OVERLAP = "\n".join(["S a b c", m2_edit(0, 2), m2_edit(1, 3), "", ""])
_TWO = "\n".join(["S a b c", m2_edit(0, 1), f"{NOOP}1", "", ""])
_LONG = f"S a b\n{m2_edit(0, 2**32)}\n\n"
_BEFORE = f"S a b\n{m2_edit(-(2**32), 1)}\n\n"
_SOUND = f"S a b\n{m2_edit(0, 1)}\n\n"
_WEIGHTS = '{"format": "errata difficulty weights", "schema": 1, "systems": [], "n": [[0]], "N": %s}'
_DIFFICULTY = ("difficulty", "gold.m2", "one=gold.m2", "two=gold.m2")
_BY_WEIGHTS = (*_DIFFICULTY, "--weights", "w.txt")
_GOTOSCORER = ("compat", "gotoscorer", "-ref", "gold.m2", "-hyp", "hyp.m2")
_GLEU = ("-s", "out.txt", "-r", "out.txt", "out.txt")

CASES = [
    Case(
        name="gold with alternatives, which CLEME takes for one text",
        command=("score", "gold.m2", "out.m2", "--measure", "cleme"),
        files={"gold.m2": _ALTERNATIVES, "out.m2": GOLD},
        status=0,
        says=("gold.m2: 1 edit has alternatives, first in sentence 3: 'were||are'", "cleme:alternatives=first"),
    ),
    Case(
        name="an output with alternatives, which CLEME takes for one text",
        command=("score", "gold.m2", "out.m2", "--measure", "cleme"),
        files={"out.m2": _ALTERNATIVES},
        status=0,
        says=("out.m2: 1 edit has alternatives",),
    ),
    Case(
        name="another alternative than the first for CLEME",
        command=("score", "gold.m2", "gold.m2", "--measure", "cleme:alternatives=last"),
        says=("measure cleme: alternatives takes text or first, not 'last'",),
    ),
    Case(
        name="gold with alternatives, which ERRANT takes for one text",
        command=("score", "gold.m2", "out.m2", "--measure", "errant"),
        files={"gold.m2": _ALTERNATIVES, "out.m2": GOLD},
        status=0,
        says=("gold.m2: 1 edit has alternatives, which errant compares as one text",),
    ),
    Case(
        name="deletions written -NONE-, a word to the converter of the I-measure",
        command=("score", "gold.m2", "out.txt", "--measure", "imeasure"),
        files={"gold.m2": _NONE},
        status=0,
        says=("gold.m2: 1 deletion is written -NONE-, first in sentence 2 (tokens 2 to 3)", "errata compat ieval"),
    ),
    Case(
        name="deletions written -NONE-, a word to ERRANT",
        command=("score", "gold.m2", "out.m2", "--measure", "errant"),
        files={"gold.m2": _NONE, "out.m2": GOLD},
        status=0,
        says=("gold.m2: 1 deletion is written -NONE-",),
    ),
    Case(
        name="noop lines with offsets, edits to ERRANT",
        command=("score", "gold.m2", "out.m2", "--measure", "errant"),
        files={"gold.m2": _NOOP_WITH_OFFSETS, "out.m2": GOLD},
        status=0,
        says=("gold.m2: 1 noop lines with offsets",),
    ),
    Case(
        name="no-break spaces in an output",
        command=("validate", "gold.m2", "out.txt"),
        files={"out.txt": OUTPUT.replace("to school", "to\u00a0school")},
        status=0,
        says=("out.txt", "odd-space", "U+00A0"),
    ),
    Case(
        name="a gold edit of four billion tokens, token by token",
        command=("score", "gold.m2", "out.m2", "--measure", "errant:task=token"),
        files={"gold.m2": _LONG, "out.m2": _SOUND},
        says=("gold.m2, sentence 1: the edit 0 4294967296 covers more tokens than the sentence has (2)",),
        seconds=60,
    ),
    Case(
        name="an output edit that begins four billion tokens before its sentence",
        command=("score", "gold.m2", "out.m2", "--measure", "errant:task=token"),
        files={"gold.m2": _SOUND, "out.m2": _BEFORE},
        says=("out.m2, sentence 1: the edit -4294967296 1 covers more tokens than the sentence has (2)",),
        seconds=60,
    ),
    Case(
        name="an edit of four billion tokens in errant_compare",
        command=("compat", "errant_compare", "-ref", "gold.m2", "-hyp", "out.m2", "-dt"),
        files={"gold.m2": _SOUND, "out.m2": _LONG},
        says=("out.m2, sentence 1: the edit 0 4294967296 covers more tokens than the sentence has (2)",),
        seconds=60,
    ),
    *(
        Case(
            name=f"difficulty without annotators, {name}",
            command=("difficulty", "gold.m2", "one=out.m2", "two=out.m2", *options),
            files={"gold.m2": _BARE, "out.m2": GOLD},
            says=("gold.m2 has neither annotations nor references",),
        )
        for name, options in {
            "all of them asked for": ("--annotator", "all"),
            "all of them asked for as JSON": ("--annotator", "all", "--format", "json"),
            "all of them to write weights for": ("--annotator", "all", "--write-weights", "w.txt"),
            "all of them to draw": ("--annotator", "all", "--html", "w.html"),
            "the first asked for": (),
        }.items()
    ),
    Case(
        name="a score by all annotators where there are none",
        command=("score", "gold.m2", "one=out.m2", "two=out.m2", "--measure", "difficulty:reference=all"),
        files={"gold.m2": _BARE, "out.m2": GOLD},
        says=("gold.m2 has neither annotations nor references",),
    ),
    Case(
        name="weights of ten million systems for other gold",
        command=_BY_WEIGHTS,
        files={"w.txt": "10000000\n1 2 3\n"},
        says=("w.txt, line 2: 3 counts, but sentence 1 of gold.m2 has 13 chunks",),
        seconds=60,
    ),
    Case(
        name="weights of more systems than there can be",
        command=_BY_WEIGHTS,
        files={"w.txt": f"{'9' * 999}\n1 2 3\n"},
        says=("w.txt: weights of 99999999999999999999 systems, but errata takes those of 1000000000 at most",),
        seconds=60,
    ),
    Case(
        name="JSON weights of more systems than there can be",
        command=_BY_WEIGHTS,
        files={"w.txt": _WEIGHTS % ("1" * 400)},
        says=("w.txt: weights of 11111111111111111111 systems, but errata takes those of 1000000000 at most",),
        seconds=60,
    ),
    Case(
        name="gold edits that go back",
        command=("score", "gold.m2", "one=gold.m2", "two=gold.m2", "--measure", "difficulty"),
        files={"gold.m2": _BACK},
        status=0,
        says=("gold.m2: the edits of 1 sentence are not in left-to-right order, first sentence 1; they were sorted",),
    ),
    Case(
        name="overlapping gold edits in gotoscorer",
        command=_GOTOSCORER,
        files={"gold.m2": _OVERLAP, "hyp.m2": _TWO},
        says=("gold.m2, sentence 1: the edits of tokens 0 to 2 and 1 to 3 overlap",),
    ),
    Case(
        name="three names for two systems in gotoscorer",
        command=(*_GOTOSCORER, "-name", "a,b,c"),
        files={"gold.m2": _BACK, "hyp.m2": _TWO},
        says=("-name gives 3 names for 2 systems",),
    ),
    Case(
        name="weights for sorted edits with gold edits that go back",
        command=(*_GOTOSCORER, "-w_file", "w.txt"),
        files={"gold.m2": _BACK, "hyp.m2": _TWO, "w.txt": "2\n0 0 0 0 0 0 0\n"},
        says=("w.txt, line 2: 7 counts, but sentence 1 of gold.m2 has 13 chunks",),
    ),
    Case(
        name="a lone CR that is a line too many for the script of JFLEG",
        command=("compat", "jfleg_gleu", *_GLEU, "--hyp", "cr.txt"),
        files={"cr.txt": OUTPUT.replace("to school", "to\rschool")},
        says=("cr.txt has 4 lines but out.txt has 3",),
    ),
    Case(
        name="no orders at all in the script of 2015",
        command=("compat", "compute_gleu_2015", *_GLEU, "-o", "out.txt", "-n", "0"),
        says=("-n: takes a whole number from 1 to 100, not '0'",),
    ),
    Case(
        name="named annotators in the M2 scorer",
        command=("compat", "m2scorer", "out.txt", "gold.m2"),
        files={"gold.m2": GOLD.replace("|||0\n", "|||ann\n")},
        says=("gold.m2: annotator 'ann' is not a number, which the program needs",),
    ),
    Case(
        name="one file for the M2 scorer",
        command=("compat", "m2scorer", "gold.m2"),
        status=255,
        says=("Usage: m2scorer [OPTIONS] SYSTEM SOURCE_GOLD",),
    ),
]
