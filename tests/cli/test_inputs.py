"""Files named on a command line."""

import os
import threading
from pathlib import Path

import pytest
from tests.support import NOOP, m2_edit, write_file

from errata import FormatError, InputError
from errata.cli.inputs import check_columns, name_systems, parse_columns, read_gold, read_output, system_name
from errata.formats import guess_format

M2 = f"S a b\n{m2_edit(0, 1)}\n"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("-", "stdin"),
        ("runs/AMU.m2", "AMU"),
        ("runs/AMU.txt.gz", "AMU"),
        ("AMU.ndjson", "AMU"),
        ("v1.2.txt", "v1.2"),
        ("runs/folder", "folder"),
        (".txt", ".txt"),
    ],
)
def test_a_system_is_called_after_its_file(path: str, expected: str) -> None:
    """Without suffixes that are known; others may be part of the name."""
    assert system_name(path) == expected


def test_systems_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NAME=PATH, unless there is a file of that name, or the sign stands in a folder's name."""
    monkeypatch.chdir(tmp_path)
    write_file(tmp_path)("beta=2.txt", "a\n")
    assert name_systems(["mine=a.txt", "beta=2.txt", "runs/n=4/b.txt", "c.txt", "x=y=z.txt"]) == {
        "mine": "a.txt",
        "beta=2": "beta=2.txt",
        "b": "runs/n=4/b.txt",
        "c": "c.txt",
        "x": "y=z.txt",
    }
    with pytest.raises(InputError, match=r"two systems are called 'a': one/a.txt and two/a.txt; name each: NAME=PATH"):
        name_systems(["one/a.txt", "two/a.txt"])


def test_an_output_is_lines_or_edits(tmp_path: Path) -> None:
    """As the content says; the column 'output' or 'hypothesis' of a table is text."""
    write = write_file(tmp_path)
    plain = read_output("x", str(write("x.txt", "He goes\n")))
    assert (plain.texts, plain.edits, plain.name) == (["He goes"], None, "x")
    annotated = read_output("x", str(write("x.m2", f"S He go\n{NOOP}0\n\n")))
    assert (list(annotated.texts), annotated.edits is None) == (["He go"], False)
    for column in ("output", "hypothesis"):
        table = read_output("x", str(write("x.tsv", f"source\t{column}\nHe go\tHe goes\n")))
        assert (table.texts, table.edits) == (["He goes"], None)
    with pytest.raises(
        FormatError, match=r"x.tsv has the columns source, reference_1; no column is known to be the outp"
    ):
        read_output("x", str(write("x.tsv", "source\treference_1\nHe go\tHe goes\n")))


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    """As gold it is M2, and it cannot be guessed."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(M2,))
    writer.start()
    assert len(read_gold(pipe, "GOLD")) == 1
    writer.join()
    with pytest.raises(FormatError, match="cannot be guessed, it can be read only once"):
        guess_format(pipe)


def test_gold_must_be_annotated_and_not_empty(tmp_path: Path) -> None:
    """Plain text and an empty file are refused."""
    file = write_file(tmp_path)
    gold, source, broken = file("gold.m2", M2), file("src.txt", "a b\n"), file("broken.xml", "<a")
    with pytest.raises(
        FormatError, match=r"src\.txt is plain text, but GOLD must be annotated \(such as M2\); or else$"
    ):
        read_gold(source, "GOLD", [str(source), str(broken), "-", "nowhere.m2"], "; or else")
    with pytest.raises(FormatError, match=r"must be annotated \(such as M2\); .*gold\.m2 is: are the two swapped\?$"):
        read_gold(source, "GOLD", [str(source), str(gold)], "; or else")
    with pytest.raises(FormatError, match=r"empty\.m2 has no sentences"):
        read_gold(file("empty.m2", ""), "GOLD")
    with pytest.raises(FormatError, match=r"empty\.txt is empty; GOLD must be annotated"):
        read_gold(file("empty.txt", ""), "GOLD")
    assert len(read_gold(gold, "GOLD")) == 1


def test_columns_are_said_once(tmp_path: Path) -> None:
    """As ours=theirs, for a file that is a table."""
    assert parse_columns(None) == {}
    assert parse_columns("source = src,output=mine") == {"source": "src", "output": "mine"}
    for text in ("", "source", "=src", "source=", "source=src,"):
        with pytest.raises(InputError, match=f"--columns is {text!r}; write such as source=src"):
            parse_columns(text)
    with pytest.raises(InputError, match="--columns says twice which column is 'source': 'a' and 'b'"):
        parse_columns("source=a,source=b")
    plain, table = (str(write_file(tmp_path)(name, "a\n")) for name in ("x.txt", "x.tsv"))
    check_columns({}, [plain])
    check_columns({"source": "a"}, ["-", plain, table])
    with pytest.raises(InputError, match="--columns is about tables"):
        check_columns({"source": "a"}, ["-", plain])
