"""Raw text where tokens are wanted, and options about it that make no sense."""

import json

from tests.nonsense.case import GOLD, OUTPUT, Case

_RAW = OUTPUT.replace(" .", ".")
_SCORE = ("score", "gold.m2", "out.txt", "--measure", "m2")
_FILES = {"out.txt": _RAW}


def _options(name: str, text: str, *says: str) -> Case:
    return Case(name=name, command=(*_SCORE, "--raw-options", text), files=_FILES, says=says)


CASES = [
    Case(
        name="an untokenised output",
        command=_SCORE,
        files=_FILES,
        says=("out.txt: 3 lines end in punctuation glued", "score it as raw text (--raw)", "score it anyway (--as-is)"),
    ),
    Case(
        name="an untokenised output that is to be compared",
        command=("compare", "gold.m2", "out.txt", "other=out.txt"),
        files=_FILES,
        says=("score it as raw text (--raw)",),
    ),
    Case(
        name="an untokenised output insisted on",
        command=(*_SCORE, "--as-is"),
        files=_FILES,
        status=0,
        says=("warning: out.txt: 3 lines end in punctuation glued",),
    ),
    Case(
        name="raw text as it is",
        command=(*_SCORE, "--as-is", "--raw"),
        says=("--raw gives outputs the gold's tokens, --as-is leaves them unchanged; choose one",),
    ),
    Case(
        name="cleaning shown where nothing is cleaned",
        command=(*_SCORE, "--show-cleaning"),
        says=("--show-cleaning shows what --raw removes; add --raw",),
    ),
    _options("a raw option without a value", "refused", "takes key=value,…", "not 'refused'"),
    _options("no raw option at all", "", "takes key=value,…", "not ''"),
    _options("a raw option that is none", "refuse=source", "no option 'refuse'", "did you mean 'refused'?"),
    _options("a raw option given twice", "clean=no,clean=no", "clean is given twice"),
    _options("a raw option that is no switch", "clean=maybe", "clean takes yes or no, not 'maybe'"),
    _options("a raw option that is no number", "limit=1e3", "limit takes a whole number, not '1e3'"),
    _options("a raw option out of bounds", "limit=0", "limit=0", "from 1 to 5000"),
    _options("a raw option with an unknown value", "refused=skip", "refused='skip' is none of: stop, source, empty"),
    _options("annotated gold tokenised anew", "tokenise=rules", "gold.m2 has edits", "as sources and references"),
    Case(
        name="raw text with a line missing",
        command=(*_SCORE, "--raw"),
        files={"out.txt": _RAW.split("\n", 1)[1]},
        says=("out.txt: 2 lines for 3 sources; from line 1 on they do not fit: no line for source 1",),
    ),
    Case(
        name="an empty file of raw text",
        command=(*_SCORE, "--raw"),
        files={"out.txt": ""},
        says=("out.txt is empty: it holds no output at all",),
    ),
    Case(
        name="raw text that is a refusal",
        command=(*_SCORE, "--raw"),
        files={"out.jsonl": "", "out.txt": _RAW.replace("I like apple.", "I'm sorry, but I cannot help with that.")},
        says=(
            "out.txt: 1 of 3 lines cannot be understood as corrections of their sources (refusal: line 2)",
            "--raw-options refused=source",
        ),
    ),
    Case(
        name="a completion of two candidates",
        command=("score", "gold.m2", "out.jsonl", "--measure", "m2", "--raw"),
        files={
            "out.jsonl": "".join(
                json.dumps({"completion": text}) + "\n"
                for text in ("He went to school yesterday.\nHe goes to school yesterday.", "I like it.", "They were.")
            )
        },
        says=("out.jsonl: 1 of 3 lines cannot be understood", "(several lines: line 1)"),
    ),
    Case(
        name="documents as raw text",
        command=("score", "gold.xml", "sys.xml", "--raw"),
        files=dict.fromkeys(("gold.xml", "sys.xml"), "<edits></edits>"),
        says=("raw text is tokenised like sentences", "documents"),
    ),
    Case(
        name="tokens of nothing",
        command=("convert", "out.txt", "t.txt", "--raw"),
        says=("--raw needs --source as well",),
    ),
    Case(
        name="tokens of two files",
        command=("convert", "out.txt", "out.txt", "t.txt", "--raw", "--source", "gold.m2"),
        says=("--raw takes one file IN at a time, but there are 2",),
    ),
    Case(
        name="tokens of what has edits",
        command=("convert", "gold.m2", "t.txt", "--raw", "--source", "gold.m2"),
        says=("gold.m2 has edits and is therefore tokenised; --raw is for plain text",),
    ),
    Case(
        name="tokens as edits",
        command=("convert", "out.txt", "t.m2", "--raw", "--source", "gold.m2"),
        says=("t.m2 holds edits; add --extract errata",),
    ),
    Case(
        name="tokens cut in two ways",
        command=("convert", "out.txt", "t.txt", "--raw", "--source", "gold.m2", "--tokens", "treebank"),
        says=("--tokens cannot be combined with --raw",),
    ),
    Case(
        name="references beside annotated gold",
        command=("convert", "out.txt", "t.txt", "--raw", "--source", "gold.m2", "--reference", "out.txt"),
        says=("--reference cannot be combined with gold.m2, which is annotated",),
    ),
    Case(
        name="references to convert without raw text",
        command=("convert", "gold.m2", "t.jsonl", "--reference", "out.txt"),
        says=("--reference is what --raw learns conventions from",),
    ),
    Case(
        name="gold that cannot be read as raw text",
        command=("score", "--source", "out.txt", "--reference", "gold.m2", "out.txt", "--raw"),
        files={"gold.m2": GOLD},
        says=("gold.m2 is an M2 file, but plain text",),
    ),
]
