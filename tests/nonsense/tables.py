"""Tables, JSON Lines and Parquet whose columns are missing, ambiguous, of the wrong kind, or of other sentences."""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

from tests.nonsense.case import GOLD, OUTPUT, Case

_SOURCES = [line[2:] for line in GOLD.split("\n") if line.startswith("S ")]
_TEXTS = OUTPUT.splitlines()
_BARE = "".join(f"S {source}\n\n" for source in _SOURCES)


def _table(header: str, *columns: Sequence[object], separator: str = ",") -> str:
    rows = [header.split(), *zip(*columns, strict=True)]
    return "".join(separator.join(map(str, row)) + "\n" for row in rows)


def _lines(*keys: str, values: Sequence[Sequence[object]]) -> str:
    import json

    return "".join(json.dumps(dict(zip(keys, row, strict=True))) + "\n" for row in zip(*values, strict=True))


def _score(output: str, *options: str, gold: str = "gold.m2") -> tuple[str, ...]:
    return ("score", gold, output, "--measure", "m2", *options)


def _parquet(make: Callable[[Any], dict[str, Any]]) -> Callable[[], bytes]:
    """Return what makes a Parquet file of the columns that are made with pyarrow."""

    def made() -> bytes:
        import pyarrow
        import pyarrow.parquet

        stream = BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(make(pyarrow)), stream)
        return stream.getvalue()

    return made


_COLUMNS_OUTPUT = [
    Case(
        name="an output column of an unknown name",
        command=_score("out.csv"),
        files={"out.csv": _table("source my_text", _SOURCES, _TEXTS)},
        says=(
            "out.csv has the columns source, my_text",
            "no column is known to be the output",
            "--columns output=NAME",
        ),
    ),
    Case(
        name="an output column of an unknown name in JSON Lines",
        command=_score("out.jsonl"),
        files={"out.jsonl": _lines("source", "answer", values=[_SOURCES, _TEXTS])},
        says=("out.jsonl, line 1: the record has the columns source, answer", "--columns output=NAME"),
    ),
    Case(
        name="JSON Lines in a file called .txt",
        command=_score("out.txt"),
        files={"out.txt": _lines("source", "answer", values=[_SOURCES, _TEXTS])},
        says=("out.txt, line 1: the record has the columns source, answer",),
    ),
    Case(
        name="references where an output is wanted",
        command=_score("out.tsv"),
        files={"out.tsv": _table("source reference_1", _SOURCES, _TEXTS, separator="\t")},
        says=("out.tsv has the columns source, reference_1", "no column is known to be the output"),
    ),
    Case(
        name="two columns that may be the output",
        command=_score("out.csv"),
        files={"out.csv": _table("source prediction response", _SOURCES, _TEXTS, _SOURCES)},
        says=("'prediction' and 'response' may both be the output",),
    ),
    Case(
        name="a column that is not there in --columns",
        command=_score("out.csv", "--columns", "output=predicton"),
        files={"out.csv": _table("source prediction", _SOURCES, _TEXTS)},
        says=("out.csv has no column 'predicton'; it has: source, prediction",),
    ),
    Case(
        name="the column of sources for the output in --columns",
        command=_score("out.csv", "--columns", "output=source"),
        files={"out.csv": _table("source prediction", _SOURCES, _TEXTS)},
        says=("out.csv: --columns says that the column 'source' is the output", "it holds the sources", "source=NAME"),
    ),
    Case(
        name="the sources for the output in --columns, in JSON Lines",
        command=_score("out.jsonl", "--columns", "output=source"),
        files={"out.jsonl": _lines("source", "prediction", values=(_SOURCES, _TEXTS))},
        says=("out.jsonl", "'source'"),
    ),
    Case(
        name="one column for two things in --columns",
        command=_score("out.csv", "--columns", "source=source,output=source"),
        files={"out.csv": _table("source prediction", _SOURCES, _TEXTS)},
        says=("out.csv: the column 'source' is given two roles",),
    ),
    Case(
        name="a role in --columns that no table has",
        command=_score("out.csv", "--columns", "ouput=prediction"),
        files={"out.csv": _table("source prediction", _SOURCES, _TEXTS)},
        says=("ouput=prediction", "source, reference, output and id"),
    ),
    Case(
        name="--columns without a table",
        command=_score("out.txt", "--columns", "output=prediction"),
        says=("--columns applies to tables", "no file is one"),
    ),
    Case(
        name="--columns that says nothing",
        command=_score("out.csv", "--columns", "output"),
        files={"out.csv": _table("source output", _SOURCES, _TEXTS)},
        says=("--columns is 'output'; write, for example, source=src",),
    ),
    Case(
        name="two columns of one name",
        command=_score("out.csv"),
        files={"out.csv": _table("source output output", _SOURCES, _TEXTS, _TEXTS)},
        says=("out.csv has two columns 'output'",),
    ),
    Case(
        name="an output that is null in one line",
        command=_score("out.jsonl"),
        files={"out.jsonl": _lines("source", "output", values=[_SOURCES, [*_TEXTS[:2], None]])},
        says=("out.jsonl, line 3: the column 'output' holds null, not a text",),
    ),
    Case(
        name="a line of JSON without the output that the first has",
        command=_score("out.jsonl"),
        files={"out.jsonl": '{"source": "a", "output": "b"}\n{"source": "a", "prediction": "b"}\n'},
        says=(
            "out.jsonl, line 2: this record has the columns source and prediction, "
            "but the first one has source and output",
        ),
    ),
    Case(
        name="an output table of other sources",
        command=_score("out.csv"),
        files={"out.csv": _table("source prediction", ["They was sad .", *_SOURCES[1:]], _TEXTS)},
        says=("out.csv, sentence 1: the output is of 'They was sad .'", "'He go to school yesterday .'"),
    ),
    Case(
        name="a TSV with quoted cells",
        command=_score("out.tsv"),
        files={
            "out.tsv": "source\toutput\n" + "".join(f'"{s}"\t"{t}"\n' for s, t in zip(_SOURCES, _TEXTS, strict=True))
        },
        says=(
            "out.tsv has quotes around cells, as in CSV, which TSV does not have: name it .csv, which may have tabs",
        ),
    ),
    Case(
        name="an output table of other sources, explained",
        command=("explain", "gold.m2", "out.csv", "--sentence", "1"),
        files={"out.csv": _table("source prediction", ["They was sad .", *_SOURCES[1:]], _TEXTS)},
        says=("out.csv, sentence 1: the output is of 'They was sad .'",),
    ),
    Case(
        name="an unknown output column, seen by validate",
        command=("validate", "gold.m2", "out.csv"),
        files={"out.csv": _table("source my_text", _SOURCES, _TEXTS)},
        status=1,
        says=("unreadable", "out.csv has the columns source, my_text"),
    ),
    Case(
        name="annotated JSON Lines without a format",
        command=_score("out.jsonl"),
        files={"out.jsonl": '{"text": "He go to school yesterday .", "annotations": []}\n'},
        says=("out.jsonl, line 1: the record does not say its format",),
    ),
    Case(
        name="an M2 output without a single annotation",
        command=_score("out.m2"),
        files={"out.m2": _BARE},
        says=("out.m2 has no output of a system", "noop"),
    ),
]
_IDS = [
    Case(
        name="ids that the gold does not have",
        command=_score("out.csv", gold="gold.csv"),
        files={
            "gold.csv": _table("id source reference", [1, 2, 3], _SOURCES, _TEXTS),
            "out.csv": _table("id output", [1, 2, 4], _TEXTS),
        },
        says=("out.csv does not have the ids of gold.csv", "not in gold.csv: '4'; missing: '3'"),
    ),
    Case(
        name="an id that appears twice",
        command=_score("out.csv", gold="gold.csv"),
        files={
            "gold.csv": _table("id source reference", [1, 2, 3], _SOURCES, _TEXTS),
            "out.csv": _table("id output", [1, 2, 2], _TEXTS),
        },
        says=("missing: '3'; more than once: '2'",),
    ),
    Case(
        name="rows in another order, ids tell",
        command=("score", "gold.csv", "out.jsonl", "--measure", "green"),
        files={
            "gold.csv": _table("id source reference", [1, 2, 3], _SOURCES, _TEXTS),
            "out.jsonl": _lines("id", "prediction", values=[[3, 2, 1], _TEXTS[::-1]]),
        },
        status=0,
        says=("warning", "out.jsonl: its sentences were put into the order of gold.csv, by their ids"),
    ),
    Case(
        name="rows in another order, sources tell",
        command=("score", "gold.m2", "out.jsonl", "--measure", "m2"),
        files={"out.jsonl": _lines("source", "completion", values=[_SOURCES[::-1], _TEXTS[::-1]])},
        status=0,
        says=("warning", "out.jsonl: its sentences were put into the order of gold.m2, by their sources"),
    ),
    Case(
        name="rows in another order, their numbers tell",
        command=("score", "gold.m2", "out.csv", "--measure", "m2"),
        files={"out.csv": _table("id output", [2, 0, 1], [_TEXTS[2], *_TEXTS[:2]])},
        status=0,
        says=("warning", "by their ids, the numbers of sentences"),
    ),
    Case(
        name="a row that is missing, and one of nothing",
        command=_score("out.csv"),
        files={"out.csv": _table("source output", ["Nothing .", *_SOURCES[:1]], _TEXTS[:2])},
        says=("out.csv has 1 sentence that gold.m2 lacks: row 1 ('Nothing .')",),
    ),
    Case(
        name="numbers that are not there",
        command=_score("out.csv"),
        files={"out.csv": _table("id output", [2, 0], _TEXTS[:2])},
        says=("out.csv does not have the ids 0 to 2", "missing: '1'"),
    ),
    Case(
        name="a field inside an object that is not there",
        command=_score("out.jsonl", "--columns", "output=choices.0.text"),
        files={"out.jsonl": _lines("choices", values=[[[{"content": text}] for text in _TEXTS]])},
        says=("out.jsonl, line 1: the record has no column 'choices.0.text'; it has: choices",),
    ),
    Case(
        name="a reference of two columns, one missing",
        command=_score("out.csv", "--columns", "reference=a+c", gold="gold.csv"),
        files={
            "gold.csv": _table("source a b", _SOURCES, _TEXTS, _TEXTS),
            "out.csv": _table("output", _TEXTS),
        },
        says=("gold.csv has no column 'c'; it has: source, a, b",),
    ),
    Case(
        name="rows swapped but not their ids",
        command=_score("out.csv", gold="gold.csv"),
        files={
            "gold.csv": _table("id source reference", [1, 2, 3], _SOURCES, _TEXTS),
            "out.csv": _table("id source output", [1, 2, 3], _SOURCES[::-1], _TEXTS[::-1]),
        },
        says=("out.csv, sentence 1: the output is of 'They was happy about it .'",),
    ),
]
_GOLD = [
    Case(
        name="gold in a table without references",
        command=_score("out.txt", gold="gold.csv"),
        files={"gold.csv": _table("source output", _SOURCES, _TEXTS)},
        says=("gold.csv has the columns source, output", "no column is known to be a reference", "reference=NAME"),
    ),
    Case(
        name="gold in M2 without a single annotation",
        command=_score("out.txt"),
        files={"gold.m2": _BARE},
        says=("gold.m2 has neither annotations nor references",),
    ),
    Case(
        name="gold in our JSON Lines without a single annotation",
        command=("compare", "gold.jsonl", "out.txt", "two.txt"),
        files={
            "gold.jsonl": "".join(
                f'{{"format":"gec-jsonl/1","text":"{source}","annotations":[]}}\n' for source in _SOURCES
            ),
            "two.txt": OUTPUT,
        },
        says=("gold.jsonl has neither annotations nor references",),
    ),
    Case(
        name="gold with empty lists of references",
        command=_score("out.txt", gold="gold.jsonl"),
        files={"gold.jsonl": _lines("source", "references", values=[_SOURCES, [[], [], []]])},
        says=("gold.jsonl has neither annotations nor references",),
    ),
    Case(
        name="gold without annotation, seen by validate",
        command=("validate", "gold.m2", "out.txt"),
        files={"gold.m2": _BARE},
        status=1,
        says=("no-references",),
    ),
    Case(
        name="references in a list and in numbered columns",
        command=_score("out.txt", gold="gold.csv"),
        files={"gold.csv": _table("source references reference_1", _SOURCES, _TEXTS, _TEXTS)},
        says=("'reference_1' and 'references' both give references: keep one",),
    ),
    Case(
        name="references in a list and in numbered keys",
        command=_score("out.txt", gold="gold.jsonl"),
        files={"gold.jsonl": _lines("source", "references", "reference_1", values=[_SOURCES, _TEXTS, _TEXTS])},
        says=("gold.jsonl, line 1", "'reference_1' and 'references' both give references"),
    ),
    Case(
        name="a list of references as Python prints it",
        command=_score("out.txt", gold="gold.tsv"),
        files={
            "gold.tsv": _table("source references", _SOURCES, [f"['{text}']" for text in _TEXTS], separator="\t"),
        },
        says=("gold.tsv, line 2: the column 'references' holds", "which is not a list in JSON"),
    ),
    Case(
        name="a second reference of a name like the first's",
        command=_score("out.txt", gold="gold.csv"),
        files={"gold.csv": _table("source target target_2", _SOURCES, _TEXTS, _TEXTS)},
        says=("'target' and 'target_2' may both be references", "reference_1=target,reference_2=target_2"),
    ),
]


def _odd(name: str, make: Callable[[Any], Any], *says: str) -> Case:
    """Return a case of a Parquet output whose source is of an odd type."""
    return Case(
        name=f"Parquet with {name} as source",
        command=_score("out.parquet"),
        files={"out.parquet": _parquet(lambda pa: {"source": make(pa), "output": _TEXTS})},
        says=("out.parquet: the column 'source' is of the type", *says, "it must hold text"),
        needs="pyarrow",
    )


_PARQUET = [
    _odd("structures", lambda pa: pa.array([{"a": 1}] * 3), "struct<a: int64>"),
    _odd("lists of numbers", lambda pa: pa.array([[1]] * 3), "list<"),
    _odd("bytes", lambda pa: pa.array([b"a"] * 3), "binary"),
    _odd("decimals", lambda pa: pa.array([1, 2, 3]).cast(pa.decimal128(20)), "decimal128"),
    _odd("times", lambda pa: pa.array([1, 2, 3], pa.timestamp("ns")), "timestamp[ns]"),
    _odd("nothing", lambda pa: pa.nulls(3), "null"),
    _odd("truths", lambda pa: pa.array([True, False, True]), "bool"),
    Case(
        name="Parquet with lists of lists as references",
        command=_score("out.txt", gold="gold.parquet"),
        files={
            "gold.parquet": _parquet(lambda _pa: {"source": _SOURCES, "references": [[[text]] for text in _TEXTS]}),
        },
        says=("gold.parquet: the column 'references' is of the type list<", "it must hold text or a list of texts"),
        needs="pyarrow",
    ),
    Case(
        name="Parquet with both forms of references",
        command=_score("out.txt", gold="gold.parquet"),
        files={
            "gold.parquet": _parquet(
                lambda _pa: {"source": _SOURCES, "references": [[text] for text in _TEXTS], "reference_1": _SOURCES}
            ),
        },
        says=("'reference_1' and 'references' both give references",),
        needs="pyarrow",
    ),
    Case(
        name="Parquet with a further column of times",
        command=("score", "gold.m2", "out.parquet", "--measure", "m2"),
        files={
            "out.parquet": _parquet(
                lambda pa: {"source": _SOURCES, "output": _TEXTS, "when": pa.array([1, 2, 3], pa.timestamp("ns"))}
            ),
        },
        status=0,
        says=("warning", "the column 'when' of the type timestamp[ns] was left out"),
        needs="pyarrow",
    ),
    Case(
        name="Parquet whose edits are numbers",
        command=_score("out.parquet"),
        files={"out.parquet": _parquet(lambda _pa: {"text": _SOURCES, "edits": [1, 2, 3]})},
        says=("out.parquet: the column 'edits' is of the type int64; it must hold a list of structures",),
        needs="pyarrow",
    ),
]
_LARGE = [
    Case(
        name="JSON nested 985 deep",
        command=("convert", "x.jsonl", "y.csv"),
        files={"x.jsonl": '{"format":"gec-jsonl/1","text":"a","meta":' + '{"a":' * 985 + "1" + "}" * 986 + "\n"},
        says=("x.jsonl, line 1: the values are nested too deeply (more than 100 levels)",),
        seconds=60,
    ),
    Case(
        name="JSON nested 100,000 deep",
        command=("validate", "x.jsonl"),
        files={"x.jsonl": lambda: '{"source": ' + "[" * 100_000 + "]" * 100_000 + "}\n"},
        status=1,
        says=("nested too deeply",),
        seconds=60,
    ),
    Case(
        name="a CSV cell of 400,000 lines",
        command=_score("out.csv"),
        files={"out.csv": lambda: 'source,output\na,"' + "a\n" * 400_000 + '"\n'},
        says=("out.csv",),
        seconds=60,
    ),
    Case(
        name="a CSV of 60,000 columns",
        command=_score("out.csv"),
        files={"out.csv": lambda: _table(" ".join(map("c{}".format, range(60_000))), *(["a"],) * 60_000)},
        says=("out.csv has the columns c0, c1", "(60000 in all)"),
        seconds=60,
    ),
    Case(
        name="a CSV of 20,000 references",
        command=_score("out.txt", gold="gold.csv"),
        files={
            "gold.csv": lambda: _table(
                " ".join(["source", *map("reference_{}".format, range(1, 20_001))]), *(["a"],) * 20_001
            ),
        },
        says=("out.txt has 3 lines but gold.csv has 1 sentence",),
        seconds=60,
    ),
    Case(
        name="JSON Lines of 20,000 annotators, one of them twice",
        command=_score("out.txt", gold="gold.jsonl"),
        files={
            "gold.jsonl": lambda: (
                '{"format":"gec-jsonl/1","text":"a","annotations":['
                + ",".join(f'{{"annotator":"{number}","edits":[]}}' for number in [*range(20_000), 19_999])
                + "]}\n"
            ),
        },
        says=("gold.jsonl, line 1: annotator 19999 has two layers",),
        seconds=60,
    ),
]
CASES = [*_COLUMNS_OUTPUT, *_IDS, *_GOLD, *_PARQUET, *_LARGE]
