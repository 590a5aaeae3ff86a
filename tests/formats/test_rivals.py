"""Columns that look like the output of a table and are not read."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from tests.support import run

import errata
from errata import FormatError
from errata.findings import Finding
from errata.formats.rivals import Rivals
from errata.formats.roles import Roles

ROLES = Roles("s", output="o", unknown=("x", "y"))


def said(rows: list[dict[str, Any]]) -> list[Finding]:
    rivals = Rivals(ROLES, "t.csv")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for row in rows:
            if rivals.is_looking:
                rivals.add(row)
        rivals.finish()
    return [warning.message.finding for warning in caught if isinstance(warning.message, errata.ErrataWarning)]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        # Half of the words is enough, in most of the rows.
        ([{"o": "a b c d", "x": "a b e f", "y": ""}], "'x' looks"),
        ([{"o": "a b c d", "x": "a e f g", "y": "a b c d"}], "'y' looks"),
        ([{"o": "a b c d", "x": "d c b a", "y": "a b c d"}], "'x', 'y' look"),
        ([{"o": "a b", "x": "a b"}, {"o": "a b", "x": "c d"}], None),
        # A prompt contains the sentence among many other words; a number or a label is no sentence.
        ([{"o": "a b", "x": "Please correct this : a b", "y": 7}], None),
        ([{"o": "a", "x": "a", "y": "a"}], None),
        # Without spaces, characters are compared.
        ([{"o": "他去学校了", "x": "他去学校", "y": "很好"}], "'x' looks"),
        # Only the first rows count, of those that have an output.
        ([{"o": None, "x": "a b"}] * 9 + [{"o": "a b", "x": "a b"}], "'x' looks"),
        ([{"o": "a b", "x": "c d"}] * 20 + [{"o": "a b", "x": "a b"}] * 50, None),
        ([], None),
    ],
)
def test_which_columns_look_like_the_output(rows: list[dict[str, Any]], found: str | None) -> None:
    """One warning at most, which names what was read and what was not."""
    findings = said(rows)
    assert len(findings) == (found is not None)
    for finding in findings:
        assert (finding.code, finding.file) == ("other-columns", "t.csv")
        assert f"the column 'o' was read as the output; {found}" in finding.message
        assert finding.hint
        assert finding.hint.command.endswith(f"--columns output={str(found)[1]}")


ROWS = [
    {"source": f"He go to place {n} .", "corrected": f"He goes to place {n} .", "t5": f"He went to {n} ."}
    for n in range(4)
]


def write_table(path: Path, rows: list[dict[str, str]] = ROWS) -> str:
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    elif path.suffix == ".parquet":
        pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        pq.write_table(pa.Table.from_pylist(rows), path)
    else:
        mark = "\t" if path.suffix == ".tsv" else ","
        lines = [mark.join(row) for row in [list(rows[0]), *(list(row.values()) for row in rows)]]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("suffix", ["jsonl", "parquet", "tsv", "csv"])
def test_a_table_that_is_gold_and_output_needs_a_column_for_each(tmp_path: Path, suffix: str) -> None:
    """Read whole or in parts; another file with the same columns is only warned about."""
    path, other = write_table(tmp_path / f"x.{suffix}"), write_table(tmp_path / f"y.{suffix}")
    engines = [(), ("--engine", "stream")] if suffix in {"jsonl", "parquet"} else [()]
    for engine in engines:
        ran = run("score", path, path, "--measure", "green", *engine)
        assert (ran.status, ran.out) == (2, "")
        assert (
            "'corrected' would be both the reference and the output. Name the columns: --columns output=NA" in ran.err
        )
        ran = run("score", path, path, "--measure", "green", "--columns", "output=t5", *engine)
        assert (ran.status, ran.err) == (0, "")
    ran = run("score", path, other, "--measure", "green")
    assert ran.status == 0
    assert "the column 'corrected' was read as the output; 't5' looks like a version of the sentence, too" in ran.err
    with pytest.raises(FormatError, match="'corrected' would be both the reference and the output"):
        errata.score(path, path, measures=["green"])
    with pytest.warns(errata.ErrataWarning, match="'t5' looks like a version of the sentence") as caught:
        errata.score(path, {"it": other}, measures=["green"])
    assert len(caught) == 1


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_parts_of_tables_have_the_same_warning(tmp_path: Path, suffix: str) -> None:
    """Streamed, the first rows are enough."""
    path = write_table(tmp_path / f"x.{suffix}", [{**row, "output": row["t5"]} for row in ROWS])
    whole, parts = (run("score", path, path, "--measure", "green", *more) for more in ((), ("--engine", "stream")))
    assert whole == parts
    assert whole.err.count("the column 'output' was read as the output; 't5' looks") == 1
