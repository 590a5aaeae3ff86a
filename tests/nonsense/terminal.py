"""Names, types and texts that play tricks on a terminal, a spreadsheet or a page."""

from tests.nonsense.case import GOLD, OUTPUT, Case

_CLEAR = "\x1b[2J"
_TITLE = "\x1b]0;owned\x07"
_TURNED = "\u202e"
_GOLD = GOLD.replace("R:VERB:TENSE", f"R{_CLEAR}{_TURNED}").replace("-NONE-|||0", f"-NONE-|||ann{_TITLE}")
_OUTPUT = OUTPUT.replace("school", f"school{_CLEAR}")
_FILES = {"gold.m2": _GOLD, "out.txt": _OUTPUT}

CASES = [
    Case(
        name="a control sequence in a file name that is not there",
        command=("score", "gold.m2", f"a{_CLEAR}.txt"),
        says=(r"a\x1b[2J",),
    ),
    Case(
        name="a control sequence in the name of gold",
        command=("score", f"a{_TITLE}.m2", "out.txt"),
        files={f"a{_TITLE}.m2": OUTPUT},
        says=(r"a\x1b]0;owned\x07.m2, line 1: neither 'S', 'A' nor an empty line",),
    ),
    Case(
        name="a mark of direction in a file name",
        command=("score", f"a{_TURNED}.m2", "out.txt"),
        says=(r"a\u202e.m2",),
    ),
    Case(
        name="a line end in a file name, with a false message after it",
        command=("score", "a\nerrata: done.m2", "out.txt"),
        says=(r"a\nerrata: done.m2 does not exist",),
    ),
    Case(
        name="a control sequence in an option",
        command=("score", "gold.m2", "out.txt", f"--{_CLEAR}"),
        says=(r"--\x1b[2J",),
    ),
    Case(
        name="a control sequence in the name of a command",
        command=(f"score{_CLEAR}",),
        says=(r"\x1b[2J",),
    ),
    Case(
        name="control sequences in the text, scored",
        command=("score", "gold.m2", "out.txt", "--measure", "m2"),
        files=_FILES,
        status=0,
        says=("out.txt: 1 line contains control or invisible characters, first line 1 (U+001B)",),
    ),
    Case(
        name="control sequences everywhere, validated",
        command=("validate", "gold.m2", "out.txt"),
        files=_FILES,
        status=0,
        says=(r"annotator ann\x1b]0;owned\x07", "control-character", "U+001B"),
    ),
    Case(
        name="control sequences everywhere, explained",
        command=("explain", "gold.m2", "out.txt", "--sentence", "1", "--extract", "errata"),
        files=_FILES,
        status=0,
        says=("control or invisible characters",),
    ),
    Case(
        name="control sequences everywhere, in tables of difficulty and a map",
        command=(
            *("difficulty", "gold.m2", "a=out.txt", "b=out.txt", "--extract", "errata"),
            *("--annotator", f"ann{_TITLE}", "--map", "all"),
        ),
        files=_FILES,
        status=0,
        says=("control or invisible characters",),
    ),
    Case(
        name="a false message in the id of an annotator nobody has",
        command=("difficulty", "gold.m2", "out.txt", "--extract", "errata", "--annotator", f"x{_CLEAR}"),
        says=(r"x\x1b[2J",),
    ),
    Case(
        name="a system whose name is a formula, as CSV",
        command=("score", "gold.m2", "+SUM(1).txt", "--measure", "m2", "--format", "csv"),
        files={"+SUM(1).txt": OUTPUT},
        status=0,
        says=("1 cell begins with =, +, - or @, which a spreadsheet reads as a formula",),
    ),
    Case(
        name="sentences that are formulas, converted to CSV",
        command=("convert", "src.txt", "new.csv"),
        files={"src.txt": "@SUM ( 1 )\n- He go .\n=1\n-1\n"},
        status=0,
        says=("new.csv: 3 cells begin with =, +, - or @",),
    ),
]
