"""Files named on a command line."""

import os
import threading
from pathlib import Path

import pytest
from tests.support import write_file

from errata import FormatError
from errata.cli.inputs import read_gold, system_name
from errata.formats import guess_format

M2 = "S a b\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n"


def test_systems_are_called_by_their_files() -> None:
    """Without any suffix of a format or of packing."""
    names = ("runs/AMU.txt", "AMU.ndjson", "AMU.m2.gz", "AMU.sgml", "AMU")
    assert {system_name(name) for name in names} == {"AMU"}
    assert system_name("v1.2.txt") == "v1.2"


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    """As gold it is M2, and it cannot be guessed."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(M2,))
    writer.start()
    assert len(read_gold(pipe)) == 1
    writer.join()
    with pytest.raises(FormatError, match="cannot be guessed, it can be read only once"):
        guess_format(pipe)


def test_gold_must_be_annotated_and_not_empty(tmp_path: Path) -> None:
    """Plain text and an empty file are refused."""
    file = write_file(tmp_path)
    with pytest.raises(FormatError, match=r"src\.txt is plain text, but GOLD, the first file, must be annotated"):
        read_gold(file("src.txt", "a b\n"))
    with pytest.raises(FormatError, match=r"empty\.m2 has no sentences"):
        read_gold(file("empty.m2", ""))
    assert len(read_gold(file("gold.m2", M2))) == 1
