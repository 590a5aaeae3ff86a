"""Files named on a command line."""

import os
import threading
from argparse import Namespace
from pathlib import Path

import pytest
from tests.support import EXAMPLES, NOOP, m2_edit, run, write_file

from errata import FormatError, Green, InputError, Resampling
from errata.api.files import system_name
from errata.cli.inputs import (
    check_columns,
    name_systems,
    parse_columns,
    read_gold,
    read_inputs,
    read_output,
    read_table_inputs,
    resampling,
)
from errata.cli.options import add_inputs, add_presentation, add_resampling_options, add_tables, command_parser
from errata.formats import guess_format
from errata.formats.files import InputFile

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
    plain = read_output("x", InputFile(write("x.txt", "He goes\n")))
    assert (plain.texts, plain.edits, plain.name) == (["He goes"], None, "x")
    annotated = read_output("x", InputFile(write("x.m2", f"S He go\n{NOOP}0\n\n")))
    assert (list(annotated.texts), annotated.edits is None) == (["He go"], False)
    for column in ("output", "hypothesis"):
        table = read_output("x", InputFile(write("x.tsv", f"source\t{column}\nHe go\tHe goes\n")))
        assert (table.texts, table.edits) == (["He goes"], None)
    with pytest.raises(
        FormatError, match=r"x.tsv has the columns source, reference_1; no column is known to be the outp"
    ):
        read_output("x", InputFile(write("x.tsv", "source\treference_1\nHe go\tHe goes\n")))


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    """Its format is told by what is read, so not by whoever reads nothing then; M2 need not have an edit."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for content in (M2, "S a b\n\n"):
        writer = threading.Thread(target=pipe.write_text, args=(content,))
        writer.start()
        assert len(read_gold(InputFile(pipe), "GOLD")) == 1
        writer.join()
    with pytest.raises(FormatError, match="can be read only once, so its format cannot be detected"):
        guess_format(pipe)


def test_gold_must_be_annotated_and_not_empty(tmp_path: Path) -> None:
    """Plain text and an empty file are refused."""
    file = write_file(tmp_path)
    gold, source, broken = (
        InputFile(file(name, text)) for name, text in (("gold.m2", M2), ("src.txt", "a b\n"), ("broken.xml", "<a"))
    )
    with pytest.raises(
        FormatError, match=r"src\.txt is plain text, but GOLD must be annotated \(such as M2\); or else$"
    ):
        read_gold(source, "GOLD", [source, broken, InputFile("nowhere.m2")], "; or else")
    with pytest.raises(FormatError, match=r"must be annotated \(such as M2\); .*gold\.m2 is: are the two swapped\?$"):
        read_gold(source, "GOLD", [source, gold], "; or else")
    with pytest.raises(FormatError, match=r"empty\.m2 has no sentences"):
        read_gold(InputFile(file("empty.m2", "")), "GOLD")
    with pytest.raises(FormatError, match=r"empty\.txt is empty; GOLD must be annotated"):
        read_gold(InputFile(file("empty.txt", "")), "GOLD")
    assert len(read_gold(gold, "GOLD")) == 1


def test_columns_are_said_once(tmp_path: Path) -> None:
    """As ours=theirs, for a file that is a table."""
    assert parse_columns(None) == {}
    assert parse_columns("source = src,output=mine") == {"source": "src", "output": "mine"}
    for text in ("", "source", "=src", "source=", "source=src,"):
        with pytest.raises(InputError, match=f"--columns is {text!r}; write, for example, source=src"):
            parse_columns(text)
    with pytest.raises(InputError, match="--columns names two columns as 'source': 'a' and 'b'"):
        parse_columns("source=a,source=b")
    plain, table = (InputFile(write_file(tmp_path)(name, "a\n")) for name in ("x.txt", "x.tsv"))
    check_columns({}, [plain])
    check_columns({"source": "a"}, [plain, table])
    with pytest.raises(InputError, match="--columns applies to tables"):
        check_columns({"source": "a"}, [plain])


GOLD, GOOD = str(EXAMPLES / "gold.m2"), str(EXAMPLES / "good.txt")


def options(*arguments: str) -> Namespace:
    parser = command_parser("score", "GOLD OUTPUT", "")
    add_inputs(parser)
    add_presentation(parser)
    add_resampling_options(parser.add_argument_group(), 1000)
    add_tables(parser, arguments)
    return parser.parse_args(arguments)


def test_files_are_read_and_measures_made() -> None:
    """No measure asked for is left to scoring to choose."""
    asked = read_inputs(options(GOLD, f"mine={GOOD}", "--measure", "green:n=2", "--extract", "errata"))
    assert asked.gold.unit == "tokens"
    assert list(asked.outputs) == ["mine"]
    assert (asked.measures, asked.extract) == ([Green(n=2)], "errata")
    assert read_inputs(options(GOLD, GOOD)).measures is None


def test_edits_of_documents_are_extracted_while_reading(tmp_path: Path) -> None:
    """So nothing is left to extract."""
    write = write_file(tmp_path)
    edit = '<edit index="1" start="3" end="5"><original>go</original></edit>'
    gold, source = write("0001.xml", f"<edits>{edit}</edits>\n"), write("0001.txt", "He go.")
    corrected = write("0001new.txt", "He goes.")
    asked = read_inputs(options(str(gold), str(corrected), "--source", str(source), "--extract", "wdiff"))
    assert asked.gold.unit == "characters"
    assert asked.extract is None
    [output] = asked.outputs.values()
    assert [edit.corrections for document in output.documents for edit in document.edits] == [("goes.",)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--lenient-control"], "--lenient-control only applies with --control; add --control FILE"),
        (["--by-type"], r"--control, --types, --by-type and --with-all are for documents \(HOO\)"),
    ],
)
def test_what_only_tables_know_is_checked(arguments: list[str], message: str) -> None:
    """Before or after the files are read."""
    with pytest.raises(InputError, match=message):
        read_table_inputs(options(GOLD, GOOD, *arguments), None)


def test_how_to_resample(tmp_path: Path) -> None:
    """What is not given is the command's or the plan's; 0 is given."""
    assert resampling(options(GOLD, GOOD), 300) == Resampling(samples=300)
    clusters = write_file(tmp_path)("c.txt", "x\ny\n")
    given = options(GOLD, GOOD, "--samples", "20", "--seed", "0", "--level", "0.9", "--clusters", str(clusters))
    assert resampling(given, 300) == Resampling(samples=20, seed=0, level=0.9, clusters=["x", "y"])


IN_ORDER = ["He go home .", "She sleep well .", "They is late ."]
CORRECTED = ["He goes home .", "She sleeps well .", "They are late ."]


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("zero.jsonl", ['{{"id":2,"output":"{2}"}}', '{{"id":0,"output":"{0}"}}', '{{"id":1,"output":"{1}"}}']),
        ("one.csv", ["id,output", "1,{0}", "3,{2}", "2,{1}"]),
        ("sources.csv", ["source,output", "They is late .,{2}", "She sleep well .,{1}", "He go home .,{0}"]),
    ],
)
def test_rows_are_matched_beside_plain_sources_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, table: list[str]
) -> None:
    """By number or source in every command, with the warning that annotated gold gives."""
    monkeypatch.chdir(tmp_path)
    write = write_file(tmp_path)
    write("src.txt", "\n".join(IN_ORDER) + "\n")
    write("ref.txt", "\n".join(CORRECTED) + "\n")
    write(name, "\n".join(table).format(*CORRECTED) + "\n")
    by = "sources" if "source" in table[0] else "ids, the numbers of sentences"
    warning = f"{name}: its sentences were put into the order of src.txt, by their {by}"
    given = ("--source", "src.txt", "--reference", "ref.txt")
    for raw in ((), ("--raw",)):
        ran = run("score", *given, name, "--measure", "exact", "--score-only", *raw)
        assert ran.out == "100.00\n"
        assert warning in ran.err
    ran = run("compare", *given, name, "other=ref.txt", "--measure", "exact", "--samples", "10")
    assert warning in ran.err
    ran = run("rerank", "--source", "src.txt", name, "ref.txt")
    assert ran.out.splitlines() == CORRECTED
    assert warning in ran.err
    ran = run("convert", name, "out.txt", "--source", "src.txt", "--raw")
    assert warning in ran.err
    assert Path("out.txt").read_text().splitlines() == CORRECTED


def test_ids_that_are_no_numbers_say_nothing_beside_plain_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows stay where they are."""
    monkeypatch.chdir(tmp_path)
    write = write_file(tmp_path)
    write("src.txt", "\n".join(IN_ORDER) + "\n")
    write("ref.txt", "\n".join(CORRECTED) + "\n")
    rows = [f'{{"id":"{id}","output":"{text}"}}' for id, text in zip("cab", CORRECTED, strict=True)]
    write("out.jsonl", "\n".join(rows) + "\n")
    ran = run("score", "--source", "src.txt", "--reference", "ref.txt", "out.jsonl", "--measure", "exact", "-b")
    assert (ran.out, "order" in ran.err) == ("100.00\n", False)


@pytest.mark.parametrize("files", [["gold.m2", "out.txt"], ["out.txt"]])
def test_references_without_a_source_are_refused_with_a_measure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: list[str]
) -> None:
    """As they are without one."""
    monkeypatch.chdir(tmp_path)
    write = write_file(tmp_path)
    write("gold.m2", M2)
    write("out.txt", "a b\n")
    ran = run("score", "--reference", "out.txt", *files, "--measure", "green")
    assert ran.status == 2
    assert ran.err == run("score", "--reference", "out.txt", *files).err


@pytest.mark.parametrize(
    ("column", "form"), [("index", "{}"), ("idx", "{}"), ("custom_id", '"request-{}"'), ("custom_id", '"{}"')]
)
def test_other_columns_that_number_rows_in_disorder_are_ids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str, form: str
) -> None:
    """Only where all numbers are there, and rows are out of order: the column may be anything."""
    monkeypatch.chdir(tmp_path)
    write = write_file(tmp_path)
    write("src.txt", "\n".join(IN_ORDER) + "\n")
    write("ref.txt", "\n".join(CORRECTED) + "\n")
    command = ("score", "--source", "src.txt", "--reference", "ref.txt", "out.jsonl", "--measure", "exact", "-b")

    def put(numbers: list[int], places: list[int]) -> None:
        rows = [
            f'{{"{column}":{form.format(number)},"output":"{CORRECTED[place]}"}}'
            for number, place in zip(numbers, places, strict=True)
        ]
        write("out.jsonl", "\n".join(rows) + "\n")

    for first in (0, 1):
        put([first + 2, first, first + 1], [2, 0, 1])
        ran = run(*command)
        assert (ran.out, "by their ids, the numbers of sentences" in ran.err) == ("100.00\n", True)
    for numbers in ([0, 1, 2], [7, 3, 5], [2, 2, 1]):
        put(numbers, [0, 1, 2])
        ran = run(*command)
        assert (ran.out, "order of" in ran.err) == ("100.00\n", False)


def test_a_json_array_is_refused_with_what_makes_json_lines_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On one line or printed over several."""
    monkeypatch.chdir(tmp_path)
    write = write_file(tmp_path)
    write("gold.m2", M2)
    for text in ('[{"id":0,"output":"a b"}]\n', '[\n {"id": 0,\n  "output": "a b"}\n]\n'):
        write("out.json", text)
        ran = run("score", "gold.m2", "out.json")
        assert ran.status == 2
        assert "rewrite it: jq -c '.[]' IN > OUT" in ran.err
        assert "--from" not in ran.err


def test_a_record_without_output_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The columns of the others are known."""
    monkeypatch.chdir(tmp_path)
    write = write_file(tmp_path)
    write("gold.m2", f"{M2}\n{M2}")
    write("out.jsonl", '{"id":0,"output":"a b"}\n{"id":1,"error":"timeout"}\n')
    ran = run("score", "gold.m2", "out.jsonl")
    assert ran.status == 2
    assert "out.jsonl, line 2: the record has no 'output', which the records before it have, only id, error" in ran.err
    assert "--columns" not in ran.err
