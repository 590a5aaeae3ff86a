"""Files made to break or to stop a reader."""

import gzip
import json
import lzma

from tests.nonsense.case import Case

_CONVERT = ("convert", "x.xml", "y.jsonl")
_NEWLINES = "\n" * 1_000_000
_ID = {"format": "gec-jsonl/1", "text": "He go.", "unit": "char", "annotations": []}


def _in_scripts(name: str, content: str) -> Case:
    """Return a file of a megabyte that was read a million times over; behind it stands what cannot be read."""
    return Case(
        name=f"a million line ends in {name}",
        command=_CONVERT,
        files={"x.xml": lambda: f"{content}<what/></scripts>"},
        says=("x.xml, line 1000001: <what> inside <scripts> is not I-measure XML",),
        seconds=60,
    )


def _encoded(name: str) -> Case:
    return Case(
        name=f"XML that says it is in {name}",
        command=_CONVERT,
        files={"x.xml": f'<?xml version="1.0" encoding="{name}"?><edits>{"a" * 200}</edits>'},
        says=(f"x.xml declares the encoding '{name}', which is wrong or unknown",),
    )


CASES = [
    _in_scripts("a comment", f"<scripts><!--{_NEWLINES}-->"),
    _in_scripts("an attribute", f"<scripts x='{_NEWLINES}'>"),
    _in_scripts("an instruction", f"<scripts><?x {_NEWLINES}?>"),
    *map(_encoded, ("idna", "punycode", "unicode_escape", "utf-7", "zlib", "undefined", "utf-16")),
    Case(
        name="an id with NUL becomes a file",
        command=("convert", "x.jsonl", "folder", "--to", "brat"),
        files={"x.jsonl": json.dumps({**_ID, "id": "a\0b"}) + "\n", "folder/note.txt": ""},
        says=("the id 'a\\x00b' cannot be the name of a file; rename the document",),
    ),
    Case(
        name="an id that leaves the folder",
        command=("convert", "x.jsonl", "folder", "--to", "ua-gec"),
        files={"x.jsonl": json.dumps({**_ID, "id": "../x"}) + "\n", "folder/note.txt": ""},
        says=("the id '../x' cannot be the name of a file",),
    ),
    Case(
        name="an output that unpacks a thousandfold",
        command=("score", "gold.m2", "out.txt.gz"),
        files={"out.txt.gz": lambda: gzip.compress((b"a" * 999_999 + b"\n") * 80)},
        says=("out.txt.gz unpacks to more than 64 MiB, over 100 times its size", "ERRATA_MAX_UNPACKED=N"),
        seconds=60,
    ),
    Case(
        name="an output of a single line that unpacks without end",
        command=("score", "gold.m2", "out.txt.xz"),
        files={"out.txt.xz": lambda: lzma.compress(b"a" * (80 << 20), preset=0)},
        says=("out.txt.xz unpacks to more than 64 MiB, over 100 times its size",),
        seconds=60,
    ),
    Case(
        name="groups of UA-GEC with two arrows",
        command=("convert", "x.ann", "y.jsonl", "--from", "ua-gec"),
        files={"x.ann": lambda: "{a=>b=>c}\n" * 100_000},
        status=0,
        says=("100000 braces with '=>' twice (read as text)", "first at line 1"),
        seconds=60,
    ),
    Case(
        name="open braces of UA-GEC",
        command=("convert", "x.ann", "y.jsonl", "--from", "ua-gec"),
        files={"x.ann": lambda: "{=>" * 100_000},
        status=0,
        says=("100000 unclosed braces with '=>' after them",),
        seconds=60,
    ),
]
