"""Edits of different origin, types of two inventories, tokens that are passed over, originals that contradict."""

from tests.nonsense.case import Case

CONLL = """\
S He go to school yesterday .
A 1 2|||Vt|||went|||REQUIRED|||-NONE-|||0

S I likes apple .
A 1 2|||SVA|||like|||REQUIRED|||-NONE-|||0
A 2 3|||Nn|||apples|||REQUIRED|||-NONE-|||0

S They was happy about it .
A 1 2|||SVA|||were|||REQUIRED|||-NONE-|||0

"""
"""The usual gold with types of CoNLL-2014."""
UNTYPED = CONLL.replace("|||Vt|||", "||||||").replace("|||SVA|||", "||||||").replace("|||Nn|||", "||||||")
ERRANT_OUTPUT = """\
S He go to school yesterday .
A 0 0|||M:ADV|||Then|||REQUIRED|||-NONE-|||0

S I likes apple .
A 1 2|||R:VERB:SVA|||like|||REQUIRED|||-NONE-|||0

S They was happy about it .

"""
"""What a system made, by ERRANT."""
CONTRACTIONS = "He's here.\nI don't know.\n"


def _hoo(original: str, end: int = 5) -> str:
    return (
        f'<edits><edit index="1" type="RV" start="3" end="{end}"><original>{original}</original>'
        "<corrections><correction>goes</correction></corrections></edit></edits>"
    )


def _document(**changed: object) -> str:
    edit = {"start": 3, "end": 5, "original": "go"} | changed
    fields = ",".join(
        f'"{key}":{value}' if isinstance(value, int) else f'"{key}":"{value}"' for key, value in edit.items()
    )
    return (
        '{"format":"gec-jsonl/1","id":"1","text":"He go home .","annotations":[{"annotator":"0","edits":['
        f'{{{fields},"unit":"char","corrections":["goes"],"type":"V","index":"1"}}]}}]}}\n'
    )


_NOT_ALIKE = ("the edits of out.txt were extracted (errata), those of gold.m2 were not", "--extract-gold extracts both")
_TWO = ("two inventories", "types such as Nn, SVA, Vt", "--extract errata and --extract-gold")

CASES = [
    *(
        Case(
            name=f"gold of hand-made edits against extracted ones under {measure}",
            files={"gold.m2": CONLL},
            command=("score", "gold.m2", "out.txt", "--measure", measure, "--extract", "errata"),
            status=0,
            says=(
                f"warning: {measure}: ",
                *_NOT_ALIKE,
                "counts as both wrong and missed, and scores by type are hardly meaningful",
            ),
        )
        for measure in ("errant", "cleme")
    ),
    Case(
        name="gold of hand-made edits in the command difficulty",
        files={"gold.m2": CONLL, "b.txt": "He go to school yesterday .\nI like apples .\nThey were happy about it .\n"},
        command=("difficulty", "gold.m2", "out.txt", "b.txt", "--extract", "errata"),
        status=0,
        says=("warning: difficulty: the edits of out.txt, b.txt were extracted (errata), those of gold.m2 were not",),
    ),
    Case(
        name="gold of hand-made edits in the command explain",
        files={"gold.m2": CONLL},
        command=("explain", "gold.m2", "out.txt", "--sentence", "1", "--measure", "errant", "--extract", "wdiff"),
        status=0,
        says=("the edits of out.txt were extracted (wdiff), those of gold.m2 were not",),
    ),
    Case(
        name="gold with ERRANT's types against edits that another program extracts",
        command=("score", "gold.m2", "out.txt", "--measure", "errant", "--extract", "errata"),
        status=0,
        says=("those of gold.m2 were not; they may segment the same change differently",),
    ),
    Case(
        name="gold without types against extracted edits",
        files={"gold.m2": UNTYPED},
        command=("score", "gold.m2", "out.txt", "--measure", "errant", "--extract", "errata"),
        status=0,
        says=_NOT_ALIKE,
    ),
    Case(
        name="an annotated output against references that are extracted",
        files={
            "src.txt": "He go .\n",
            "ref.txt": "He goes .\n",
            "mine.m2": "S He go .\nA 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0\n\n",
        },
        command=(
            "score",
            "--source",
            "src.txt",
            "--reference",
            "ref.txt",
            "mine.m2",
            "--measure",
            "errant",
            "--extract",
            "errata",
        ),
        status=0,
        says=("were extracted (errata), those of mine.m2 were not", "give outputs as plain text"),
    ),
    Case(
        name="an annotated output against gold that is re-extracted",
        files={"mine.m2": ERRANT_OUTPUT},
        command=("score", "gold.m2", "mine.m2", "--measure", "errant", "--extract", "errata", "--extract-gold"),
        status=0,
        says=("the edits of gold.m2 were extracted (errata), those of mine.m2 were not", "give outputs as plain text"),
    ),
    Case(
        name="two annotated files with types of two inventories",
        files={"gold.m2": CONLL, "mine.m2": ERRANT_OUTPUT},
        command=("score", "gold.m2", "mine.m2", "--measure", "errant"),
        status=0,
        says=("mine.m2 have types such as M:ADV, R:VERB:SVA, those of gold.m2 types such as Nn, SVA, Vt",),
    ),
    *(
        Case(
            name=f"two inventories by {facet}",
            files={"gold.m2": CONLL, "mine.m2": ERRANT_OUTPUT},
            command=("score", "gold.m2", "mine.m2", "--measure", "errant", "--by", facet),
            says=(f"cannot be broken down by {facet}", "the output types such as M:ADV", *_TWO),
        )
        for facet in ("type", "category", "operation")
    ),
    Case(
        name="gold without types by type",
        files={"gold.m2": UNTYPED, "mine.m2": ERRANT_OUTPUT},
        command=("score", "gold.m2", "mine.m2", "--measure", "errant", "--by", "type"),
        says=("the gold has no types, the output types such as M:ADV",),
    ),
    Case(
        name="types without operation by operation",
        files={"gold.m2": CONLL, "mine.m2": CONLL},
        command=("score", "gold.m2", "mine.m2", "--measure", "errant", "--by", "operation"),
        says=("that is part of types such as R:VERB:SVA, but there are types such as Nn, SVA, Vt", "by type"),
    ),
    Case(
        name="gold to be re-extracted by nothing",
        command=("score", "gold.m2", "out.txt", "--measure", "errant", "--extract-gold"),
        says=("--extract-gold re-extracts the edits of the gold", "such as --extract errata"),
    ),
    Case(
        name="gold re-extracted for a measure that does not compare edits",
        command=("score", "gold.m2", "out.txt", "--measure", "m2", "--extract", "errata", "--extract-gold"),
        status=0,
        says=("--extract-gold changes nothing: no measure here compares the edits",),
    ),
    Case(
        name="gold re-extracted that loses alternatives and overlaps",
        files={
            "gold.m2": "S a b c\nA 0 2|||R:X|||x||y|||REQUIRED|||-NONE-|||0\nA 1 2|||R:X|||z|||REQUIRED|||-NONE-|||0\n"
            "\n",
            "out.txt": "x c\n",
        },
        command=("score", "gold.m2", "out.txt", "--measure", "errant", "--extract", "errata", "--extract-gold"),
        status=0,
        says=("1 edit cannot be applied together with others", "1 edit keeps only the first of its alternatives"),
    ),
    Case(
        name="documents whose gold is to be re-extracted",
        files={"g/0001.xml": _hoo("go"), "s/0001.xml": _hoo("go")},
        command=("score", "g", "s", "--extract-gold"),
        says=("--extract-gold is for sentences", "holds documents"),
    ),
    Case(
        name="tokens for sentences that have theirs",
        command=("convert", "gold.m2", "b.m2", "--tokens", "treebank"),
        says=("--tokens treebank tokenises plain text and documents, but gold.m2 holds sentences", "He go to school"),
    ),
    Case(
        name="tokens for a text made of edits",
        command=("convert", "gold.m2", "b.txt", "--tokens", "marks"),
        says=("--tokens marks says how texts become sentences of tokens, but OUT holds plain text (text)",),
    ),
    Case(
        name="a file of tokens for plain text",
        files={"a.txt": CONTRACTIONS},
        command=("convert", "a.txt", "b.txt", "--tokens", "out.txt"),
        says=("--tokens out.txt is for one document", "a.txt is plain text", "space, marks, treebank"),
    ),
    Case(
        name="an unknown way to cut plain text",
        files={"a.txt": CONTRACTIONS},
        command=("convert", "a.txt", "b.txt", "--tokens", "treebnk"),
        says=("--tokens must be one of space, marks, treebank",),
    ),
    Case(
        name="tokens for documents that stay documents",
        files={"a.jsonl": _document()},
        command=("convert", "a.jsonl", "b.jsonl", "--tokens", "treebank"),
        says=("OUT holds records (jsonl); add --unit token",),
    ),
    Case(
        name="HOO files that contradict each other's originals",
        files={"g/0001.xml": _hoo("go"), "s/0001.xml": _hoo("we")},
        command=("score", "g", "s", "--measure", "hoo"),
        says=("s, document 0001: edit 1 at 3 to 5 should change 'we', but g has 'go' there", "--source"),
    ),
    Case(
        name="a JSON Lines document whose original is not there",
        files={"gold.jsonl": _document(), "mine.jsonl": _document(original="we")},
        command=("score", "gold.jsonl", "mine.jsonl", "--measure", "hoo"),
        says=("mine.jsonl, line 1: the edit at 3 to 5 should change 'we', but the text has 'go' there",),
    ),
    Case(
        name="a JSON Lines document whose offsets are shifted, looked at",
        files={"gold.jsonl": _document(start=4, end=6)},
        command=("validate", "gold.jsonl"),
        status=1,
        says=("gold.jsonl, line 1: the edit at 4 to 6 should change 'go', but the text has 'o ' there",),
    ),
    Case(
        name="a JSON Lines document that changes nothing where something is",
        files={"gold.jsonl": _document(original="")},
        command=("convert", "gold.jsonl", "b.xml", "--to", "hoo"),
        says=("gold.jsonl, line 1: the edit at 3 to 5 should change '', but the text has 'go' there",),
    ),
]
