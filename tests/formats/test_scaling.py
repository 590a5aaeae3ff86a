"""Every reader takes time in proportion to its file, whatever the file is made of."""

import gc
import json
import warnings
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from errata import ErrataError, validate
from errata.formats import get_format
from errata.measures.difficulty.weights import read_weights
from errata.measures.hoo.control import read_control

_LARGER = 8
_ALLOWED = 20
"""How many times as long the larger file may take; a quadratic reader takes 64 times."""
_LEAST = 0.004
"""Seconds that count as nothing: below, the clock tells more of the machine than of the reader."""

_Make = Callable[[int], str]


def _m2(edits: str, source: str = "a b c") -> str:
    return f"S {source}\n{edits}\n"


_M2 = {
    "edits": lambda n: _m2("A 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n" * n),
    "annotators": lambda n: _m2("".join(f"A 0 1|||T|||x|||REQUIRED|||-NONE-|||{i}\n" for i in range(n))),
    "sentences of one annotator each": lambda n: "".join(
        _m2(f"A 0 1|||T|||x|||REQUIRED|||-NONE-|||{i}\n") for i in range(n)
    ),
    "long line": lambda n: _m2("", "a " * 40 * n),
    "separators": lambda n: _m2("A 0 1|||T|||" + "|||" * 10 * n),
    "alternatives": lambda n: _m2("A 0 1|||T|||" + "x||" * 10 * n + "y|||REQUIRED|||-NONE-|||0\n"),
    "comment": lambda n: _m2("A 0 1|||T|||x|||REQUIRED|||" + ";a=b" * 10 * n + "|||0\n"),
    "no source": lambda n: "A 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n" * n,
    "sources": lambda n: "S a\n" * 4 * n,
    "empty lines": lambda n: "S a\n" + "\n" * 20 * n,
    "returns": lambda n: "S a\r\n" * 4 * n,
    "noops": lambda n: _m2("A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n" * n),
}
_TEXT = {
    "lines": lambda n: "a b c\n" * 10 * n,
    "empty lines": lambda n: "\n" * 50 * n,
    "long line": lambda n: "a " * 50 * n,
    "returns": lambda n: "\r" * 50 * n + "\n",
}


def _markup(root: str, content: str, attributes: str = "") -> str:
    return f"<{root}{attributes}>{content}</{root}>"


def _hostile(root: str) -> dict[str, _Make]:
    """Return what any XML may hold, within or before an outermost element."""
    return {
        "newlines in a comment": lambda n: _markup(root, f"<!--{chr(10) * 40 * n}-->"),
        "newlines in an attribute": lambda n: _markup(root, "", f" x='{chr(10) * 40 * n}'"),
        "newlines in an instruction": lambda n: _markup(root, f"<?x {chr(10) * 40 * n}?>"),
        "newlines in CDATA": lambda n: _markup(root, f"<![CDATA[{chr(10) * 40 * n}]]>"),
        "newlines in a tag": lambda n: _markup(root, "", chr(10) * 40 * n),
        "newlines before": lambda n: f"<!--{chr(10) * 40 * n}-->{_markup(root, '')}",
        "newlines in an open comment": lambda n: f"<{root}><!--{chr(10) * 40 * n}",
        "comments": lambda n: _markup(root, "<!-- -->" * 8 * n),
        "comments before": lambda n: "<!-- -->" * 8 * n + _markup(root, ""),
        "instructions before": lambda n: "<?a b?>\n" * 8 * n + _markup(root, ""),
        "attributes": lambda n: _markup(root, "", "".join(f" a{i}=''" for i in range(4 * n))),
        "entities": lambda n: _markup(root, "&amp;" * 10 * n),
        "entities in an attribute": lambda n: _markup(root, "", f" x='{'&amp;' * 10 * n}'"),
        "open tags": lambda n: f"<{root}>" + "<a>" * 10 * n,
        "a tag never closed": lambda n: f"<{root} " + "<a " * 10 * n,
        "declarations": lambda n: f"<!DOCTYPE {root} [" + "] " * 10 * n,
        "brackets": lambda n: "<!DOCTYPE a [" * 4 * n,
        "questions": lambda n: "<?" * 20 * n,
    }


_HOO_EDIT = (
    '<edit type="T" index="{0}" start="{0}" end="{0}"><original>a</original><corrections>{1}</corrections></edit>'
)
_HOO = {
    **_hostile("edits"),
    "edits": lambda n: _markup("edits", "".join(_HOO_EDIT.format(i, "<correction>b</correction>") for i in range(n))),
    "corrections": lambda n: _markup("edits", _HOO_EDIT.format(0, "<correction>b</correction>" * 4 * n)),
    "empty elements": lambda n: _markup("edits", _HOO_EDIT.format(0, "<correction><empty/></correction>" * 4 * n)),
}


def _inline(body: str) -> str:
    return f'<HOO><HEAD></HEAD><BODY><PART id="1"><P>{body}</P></PART></BODY></HOO>'


_INLINE_EDIT = (
    '<edit type="T" index="{}"><original>a</original><corrections><correction>b</correction></corrections></edit>'
)
_HOO_INLINE = {
    **_hostile("HOO"),
    "edits": lambda n: _inline("".join(_INLINE_EDIT.format(i) for i in range(n))),
    "words": lambda n: _inline("a " * 40 * n),
    "paragraphs": lambda n: _inline("a</P><P>" * 4 * n),
    "parts": lambda n: _inline("a</P></PART>" + "".join(f'<PART id="{i}"><P>' + "b</P></PART>" for i in range(2, n))),
}


def _imeasure(errors: str, text: str = "a b c", numann: str = "1") -> str:
    return (
        f'<scripts><script id="1"><sentence id="1" numann="{numann}">\n<text>{text}</text>\n'
        f"<error-list>{errors}</error-list></sentence></script></scripts>"
    )


_C = '<c start="0" end="1">x</c>'
_ALT = '<alt ann="{}"><c start="0" end="1">x</c></alt>'
_IMEASURE = {
    **_hostile("scripts"),
    "errors": lambda n: _imeasure(
        "".join(f'<error id="{i}" req="yes" type="T">{_ALT.format(0)}</error>\n' for i in range(n))
    ),
    "errors without numbers": lambda n: _imeasure(f'<error id="x" req="yes" type="T">{_ALT.format(0)}</error>' * n),
    "alternatives": lambda n: _imeasure(
        f'<error id="1" req="yes" type="T">{"".join(_ALT.format(i) for i in range(n))}</error>'
    ),
    "corrections": lambda n: _imeasure(f'<error id="1" req="yes" type="T"><alt ann="0">{_C * n}</alt></error>'),
    "silent annotators": lambda n: _imeasure("", numann=str(n)),
    "long text": lambda n: _imeasure("", "a " * 40 * n),
    "lines of text": lambda n: _imeasure("", "a\n" * 40 * n),
}


def _nucle(paragraphs: str, mistakes: str = "") -> str:
    return f'<DOC nid="1">\n<TEXT>\n{paragraphs}</TEXT>\n<ANNOTATION teacher_id="1">\n{mistakes}</ANNOTATION>\n</DOC>\n'


_MISTAKE = (
    '<MISTAKE start_par="{0}" start_off="0" end_par="{0}" end_off="1">\n<TYPE>T</TYPE>\n<CORRECTION>b</CORRECTION>\n'
    "</MISTAKE>\n"
)
_NUCLE = {
    **_hostile("DOC"),
    "paragraphs": lambda n: _nucle("<P>\na\n</P>\n" * 2 * n),
    "mistakes": lambda n: _nucle("<P>\na b\n</P>\n", _MISTAKE.format(0) * n),
    "paragraphs with mistakes": lambda n: _nucle("<P>\na b\n</P>\n" * n, "".join(_MISTAKE.format(i) for i in range(n))),
    "documents": lambda n: _nucle("<P>\na\n</P>\n", _MISTAKE.format(0)) * n,
    "teachers": lambda n: _nucle(
        "<P>\na\n</P>\n",
        "".join(f'</ANNOTATION><ANNOTATION teacher_id="{i}">{_MISTAKE.format(0)}' for i in range(2, n)),
    ),
    "long paragraph": lambda n: _nucle(f"<P>\n{'a ' * 40 * n}\n</P>\n"),
    "entities in a paragraph": lambda n: _nucle(f"<P>\n{'&amp; ' * 10 * n}\n</P>\n", _MISTAKE.format(0)),
    "a document never closed": lambda n: "<DOC>" + "<P>" * 10 * n,
    "spaces in an end": lambda n: "<DOC></DOC" + " " * 40 * n,
    "unfinished attribute": lambda n: f"<DOC {'a' * 40 * n}></DOC>",
}


def _bea(text: str, edits: list[object], n: int = 1) -> str:
    line = json.dumps({"text": text, "id": "1", "userid": "u", "cefr": "A1", "edits": edits})
    return "\n".join([line] * n) + "\n"


_BEA = {
    "edits": lambda n: _bea("a " * n, [[0, [[2 * i, 2 * i + 1, "b"] for i in range(n)]]]),
    "annotators": lambda n: _bea("a", [[i, [[0, 1, "b"]]] for i in range(n)]),
    "documents": lambda n: _bea("a", [[0, [[0, 1, "b"]]]], n),
    "lines of a text": lambda n: _bea("a\n" * n, [[0, [[2 * i, 2 * i + 1, "b"] for i in range(n)]]]),
    "open brackets": lambda n: "[" * 20 * n,
    "open objects": lambda n: '{"a":' * 10 * n,
    "keys": lambda n: json.dumps({f"k{i}": 1 for i in range(4 * n)}) + "\n",
    "escapes": lambda n: _bea("\u00e9" * 20 * n, []),
}
_BRAT = {
    "edits": lambda n: "".join(f"T{i}\tX 0 1\ta\n#{i}\tAnnotatorNotes T{i}\tb\n" for i in range(1, n)),
    "notes of one edit": lambda n: "T1\tX 0 1\ta\n" + "".join(f"#{i}\tAnnotatorNotes T1\tb{i}\n" for i in range(1, n)),
    "attributes of one edit": lambda n: "T1\tX 0 1\ta\n" + "".join(f"A{i}\tCset T1 x{i}\n" for i in range(1, n)),
    "fragments": lambda n: f"T1\tX {';'.join(f'{i} {i + 1}' for i in range(n))}\ta\n",
    "relations": lambda n: "".join(f"R{i}\tSame Arg1:T1 Arg2:T2\n" for i in range(1, n)),
    "lines": lambda n: "?\n" * 10 * n,
    "long line": lambda n: "T1\tX 0 1\t" + "a" * 40 * n,
}
_UA_GEC = {
    "edits": lambda n: "{a=>b:::error_type=T} " * n,
    "arrows": lambda n: "{a=>b=>c} " * n,
    "arrows on lines": lambda n: "{a=>b=>c}\n" * n,
    "arrows in one group": lambda n: "{a" + "=>b" * 10 * n + "}",
    "open braces": lambda n: "{" * 20 * n,
    "open braces with arrows": lambda n: "{=>" * 10 * n,
    "closed braces": lambda n: "}" * 20 * n,
    "pairs": lambda n: "{a=>b" + "".join(f":::k{i}=v" for i in range(4 * n)) + "}",
    "pairs of braces": lambda n: "{a} " * 10 * n,
    "braces in braces": lambda n: "{" * 10 * n + "}" * 10 * n,
    "alternatives": lambda n: "{a=>" + "b|" * 10 * n + "}",
    "colons": lambda n: "{a=>b" + ":" * 20 * n + "}",
}


def _match(offset: int) -> dict[str, object]:
    return {
        "offset": offset,
        "length": 1,
        "replacements": [{"value": "b"}],
        "rule": {"id": "R", "category": {"id": "C"}},
    }


_LANGUAGETOOL = {
    "matches": lambda n: json.dumps({"matches": [_match(2 * i) for i in range(n)]}),
    "matches that overlap": lambda n: json.dumps({"matches": [_match(0) for _ in range(n)]}),
    "replacements": lambda n: json.dumps({"matches": [{**_match(0), "replacements": [{"value": "b"}] * 4 * n}]}),
    "open brackets": lambda n: "[" * 20 * n,
}
_WEIGHTS = {
    "sentences": lambda n: "3\n" + "1 0 2\n" * 4 * n,
    "chunks": lambda n: "3\n" + "1 " * 40 * n + "\n",
    "json": lambda n: json.dumps({"n_systems": 3, "weights": [[1, 2]] * n}),
}
_CONTROL = {
    "lines": lambda n: "".join(f"aggregate N{i} T{i}\n" for i in range(4 * n)),
    "types": lambda n: "aggregate N " + " ".join(f"T{i}" for i in range(10 * n)) + "\n",
    "unknown lines": lambda n: "what\n" * 10 * n,
}


def _layers(n: int) -> str:
    return ",".join(f'{{"annotator":"{number}","edits":[]}}' for number in range(n))


_CSV = {
    "a cell of many lines": lambda n: 'source\n"' + "a\n" * 20 * n + '"\n',
    "columns": lambda n: "source," + ",".join(map(str, range(4 * n))) + "\n" + "a," * 4 * n + "a\n",
    "annotators": lambda n: "text,annotator,start,end,unit\n" + "".join(f"a,x{k},0,1,token\n" for k in range(2 * n)),
}
_TSV = {
    "references": lambda n: (
        "source\t" + "\t".join(f"reference_{k + 1}" for k in range(4 * n)) + "\n" + "a\t" * 4 * n + "a\n"
    ),
}
_JSONL = {
    "annotators": lambda n: f'{{"format":"gec-jsonl/1","text":"a","annotations":[{_layers(4 * n)}]}}\n',
    "brackets": lambda n: '{"source": "a", "x": [' + "[]," * 10 * n + "[]]}\n",
}

_READ: dict[str, tuple[str, dict[str, _Make]]] = {
    "m2": ("x.m2", _M2),
    "text": ("x.txt", _TEXT),
    "hoo": ("x.xml", _HOO),
    "hoo-inline": ("x.xml", _HOO_INLINE),
    "imeasure-xml": ("x.xml", _IMEASURE),
    "nucle": ("x.sgml", _NUCLE),
    "bea": ("x.json", _BEA),
    "brat": ("x.ann", _BRAT),
    "ua-gec": ("x.ann", _UA_GEC),
    "languagetool": ("x.json", _LANGUAGETOOL),
    "csv": ("x.csv", _CSV),
    "tsv": ("x.tsv", _TSV),
    "jsonl": ("x.jsonl", _JSONL),
    "weights": ("x.txt", _WEIGHTS),
    "control": ("x.txt", _CONTROL),
}
_N = {"m2": 1500, "bea": 1000, "languagetool": 1000}
"""How many of a structure the smaller file holds; files of 20 to 200 KB."""
_USUAL = 600


def _read(form: str, path: Path) -> object:
    if form == "weights":
        return read_weights(path)
    if form == "control":
        return read_control(path)
    if form in {"brat", "languagetool"}:
        return list(get_format(form).read_items(path, text=path.with_name("text.txt")))
    return list(get_format(form).read_items(path))


def _seconds(read: Callable[[], object]) -> float:
    """Return the time of the processor, with what the reader warns of and refuses."""
    gc.collect()
    gc.disable()  # its passes grow with what is alive, which is not the reader's doing
    start = process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            read()
    except ErrataError:
        pass
    finally:
        gc.enable()
    return process_time() - start


def _ratio(make: _Make, n: int, path: Path, read: Callable[[], object]) -> float:
    path.write_text(make(n), encoding="utf-8", newline="")
    path.with_name("text.txt").write_text("a " * n * _LARGER, encoding="utf-8")
    small = min(_seconds(read) for _ in range(2))
    path.write_text(make(_LARGER * n), encoding="utf-8", newline="")
    return _seconds(read) / max(small, _LEAST)


def _check(form: str, structure: str, path: Path, read: Callable[[], object]) -> None:
    _, structures = _READ[form]
    ratios = []
    for _ in range(3):
        ratios.append(_ratio(structures[structure], _N.get(form, _USUAL), path, read))
        if ratios[-1] <= _ALLOWED:
            return
    pytest.fail(f"{form}, {structure}: {_LARGER} times the file takes {min(ratios):.0f} times as long")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "structure"), [(form, structure) for form, (_, structures) in _READ.items() for structure in structures]
)
def test_readers_are_linear(form: str, structure: str, tmp_path: Path) -> None:
    """Of each structure that could make a reader look back, eight times as many take about eight times as long."""
    path = tmp_path / _READ[form][0]
    _check(form, structure, path, lambda: _read(form, path))


@pytest.mark.slow
@pytest.mark.parametrize("structure", _M2)
def test_validate_is_linear(structure: str, tmp_path: Path) -> None:
    """What looks for mistakes compares edits with one another, but not all with all."""
    path = tmp_path / "x.m2"
    _check("m2", structure, path, lambda: validate(path))
