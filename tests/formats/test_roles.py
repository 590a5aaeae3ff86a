"""Which column of a table plays which role."""

import re
from typing import Any

import pytest
from tests.support import ROOT

from errata import FormatError, InputError, OptionError, Text
from errata.formats.registry import BESIDE
from errata.formats.roles import IDS, OUTPUTS, REFERENCES, SOURCES, Roles, find_roles, is_header


@pytest.mark.parametrize("name", " ".join(OUTPUTS).split())
def test_names_of_outputs(name: str) -> None:
    """Each is known where an output is wanted, however it is written."""
    for written in (name, name.upper(), name.replace("_", " ").title(), name.replace("_", "-")):
        assert find_roles(["source", written], {}, "x.csv", "output") == Roles("source", output=written)


@pytest.mark.parametrize("name", ["reference", "reference_1", *" ".join(REFERENCES).split()])
def test_names_of_references(name: str) -> None:
    """Each is known where gold is wanted, also if nothing is said of what is wanted."""
    for role in ("gold", None):
        assert find_roles(["source", name], {}, "x.csv", role) == Roles("source", (name,))


@pytest.mark.parametrize(
    ("header", "columns", "role", "expected"),
    [
        # A better name wins over one that may be either.
        ("source target prediction", {}, "output", Roles("source", output="prediction")),
        ("source target prediction", {}, "gold", Roles("source", ("target",))),
        ("source target reference_1", {}, "output", Roles("source", output="target")),
        ("source corrected reference_2 reference_1", {}, "gold", Roles("source", ("reference_1", "reference_2"))),
        ("source hypothesis output", {"output": "output"}, "output", Roles("source", output="output")),
        ("system output", {}, "output", Roles(None, output="output")),
        ("source input output", {}, "output", Roles("source", output="output")),
        ("src references id", {}, "gold", Roles("src", listed="references", id="id")),
        # An output need not say its source; what is read for nothing in particular needs no references.
        ("id pred", {}, "output", Roles(None, output="pred", id="id")),
        ("source pred", {}, None, Roles("source")),
        # What the user says wins; what is said of other files may be missing.
        ("source a b", {"source": "a", "output": "b"}, "output", Roles("a", output="b")),
        ("source a b", {"source": "a", "hypothesis": "b"}, "output", Roles("a", output="b")),
        ("x y z", {"source": "x", "output": "y", "reference": "z"}, "gold", Roles("x", ("z",), output="y")),
        ("x z", {"source": "x", "output": "y", "reference": "z"}, "gold", Roles("x", ("z",))),
        ("x y", {"source": "x", "output": "y", "reference": "z"}, "output", Roles("x", output="y")),
        ("s a b", {"source": "s", "reference_2": "a", "reference_1": "b"}, "gold", Roles("s", ("b", "a"))),
        ("s target a", {"source": "s", "references": "a"}, "gold", Roles("s", listed="a")),
        # Several references in one go, unless a column is called so.
        ("s a b", {"source": "s", "reference": "a + b"}, "gold", Roles("s", ("a", "b"))),
        ("s a+b b", {"source": "s", "reference": "a+b"}, "gold", Roles("s", ("a+b",))),
        ("s o", {"source": "s", "reference": "a+b", "output": "o"}, "output", Roles("s", output="o")),
        ("n o", {"source": "s", "id": "n", "output": "o"}, "output", Roles(None, output="o", id="n")),
    ],
)
def test_which_column_is_which(header: str, columns: dict[str, str], role: str | None, expected: Roles) -> None:
    """By name, and by what is said."""
    assert find_roles(header.split(), columns, "x.csv", role) == expected


@pytest.mark.parametrize(
    ("header", "columns", "role", "message"),
    [
        ("source foo", {}, "output", "x has the columns source, foo; no column is known to be the output of a system"),
        ("source reference_1", {}, "output", "x has the columns source, reference_1; no column is known to be the out"),
        ("source output", {}, "gold", "x has the columns source, output; no column is known to be a reference"),
        ("pred target", {}, "gold", "x has the columns pred, target; a table of sentences has 'source'"),
        ("source pred hyp", {}, "output", "'pred' and 'hyp' may both be the output. Name .*: columns output=NAME"),
        ("source target corrected", {}, "gold", "'corrected' and 'target' may both be the reference"),
        ("source target target_2", {}, "gold", "'target' and 'target_2' may both be references"),
        ("source ref ref2", {}, None, "'ref' and 'ref2' may both be references"),
        ("input original output", {}, "output", "'input' and 'original' may both be the source"),
        ("source references reference_1", {}, "gold", "'reference_1' and 'references' both give references: keep one"),
        ("source reference reference_1", {}, "gold", "'reference_1' and 'reference' both give references: keep one"),
        ("source reference_2", {}, "gold", "x has the columns reference_2; references are numbered from 1"),
        ("source Output output", {}, "output", "x has two columns 'output'; names must differ"),
        ("source foo", {"output": "fooo"}, "output", "x has no column 'fooo'; it has: source, foo"),
        ("n o", {"source": "s", "output": "o"}, "output", "x has no column 's'; it has: n, o"),
        ("source foo", {"sorce": "foo"}, "output", "sorce=foo: a table of sentences has the columns source, reference"),
        ("source foo", {"output": "foo", "source": "foo"}, "output", "x: the column 'foo' is given two roles"),
        (" ".join(map("c{}".format, range(30))), {}, "gold", r"x has the columns c0, .*, c19 \(30 in all\); a table"),
    ],
)
def test_what_cannot_be_told_is_refused(header: str, columns: dict[str, str], role: str | None, message: str) -> None:
    """With the columns there are and what to say."""
    with pytest.raises((FormatError, InputError), match=message):
        find_roles(header.split(), columns, "x", role)


@pytest.mark.parametrize("name", ["corrected", "Target Text", "edited"])
def test_one_column_is_not_both_reference_and_output(name: str) -> None:
    """Of a table that is gold and output at once: it would have the highest score."""
    with pytest.raises(FormatError, match=f"'{name}' would be both the reference and the output. Name .*: columns out"):
        find_roles(["source", name, "t5"], {}, "x", BESIDE)
    assert find_roles(["source", name, "t5"], {"output": "t5"}, "x", BESIDE).output == "t5"
    assert find_roles(["source", name, "reference"], {}, "x", BESIDE).output == name


def test_unknown_columns_beside_an_output_are_listed() -> None:
    """Unless the user chose the output; what is said of references is known."""
    header = ["source", "output", "gpt4", "ours", "reference_2", "id"]
    assert find_roles(header, {}, "x", "output").unknown == ("gpt4", "ours")
    assert find_roles(header, {"reference": "ours"}, "x", "output").unknown == ("gpt4",)
    assert find_roles(header, {"output": "gpt4"}, "x", "output").unknown == ()


def test_an_unknown_role_is_refused() -> None:
    """There are two."""
    with pytest.raises(OptionError, match="role is 'system'; a table is read for 'gold' or 'output'"):
        find_roles(["source"], {}, "x", "system")


@pytest.mark.parametrize(
    ("roles", "cells", "expected"),
    [
        (Roles("s"), {"s": "a"}, Text("a")),
        (Roles("s", ("r",)), {"s": "a", "r": "b"}, Text("a", (), ("b",))),
        (Roles("s", id="n"), {"s": "a", "n": 7}, Text.of("a", id="7")),
        (Roles("s", id="n"), {"s": "a", "n": ""}, Text.of("a")),
        (Roles("s"), {"s": "a", "x": 1}, Text.of("a", extra={"x": 1})),
        (Roles("s", output="o"), {"s": "a", "o": "b", "x": ""}, Text.of("a", extra={"x": "", "output": "b"})),
        (Roles(None, output="o"), {"o": "b"}, Text.of("", extra={"output": "b"})),
        (Roles("s", listed="r"), {"s": "a", "r": "b"}, Text("a", (), ("b",))),
        (Roles("s", listed="r"), {"s": "a", "r": ["b", "c"]}, Text("a", (), ("b", "c"))),
        (Roles("s", listed="r"), {"s": "a", "r": '["b", "c"]'}, Text("a", (), ("b", "c"))),
    ],
)
def test_the_sentence_of_a_row(roles: Roles, cells: dict[str, Any], expected: Text) -> None:
    """A text is never taken apart, an output is called so."""
    found = roles.sentence(cells)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("roles", "cells", "message"),
    [
        (Roles("s"), {"s": None}, "the column 's' holds null, not a text"),
        (Roles("s"), {}, "the column 's' holds null, not a text"),
        (Roles("s", output="o"), {"s": "a", "o": ["b"]}, r"the column 'o' holds \['b'\], not a text"),
        (Roles("s", listed="r"), {"s": "a", "r": "['b', 'c']"}, "the column 'r' holds .* which is not a list in JSON"),
        (Roles("s", listed="r"), {"s": "a", "r": [["b"]]}, "the column 'r' holds .* not a text or a list of texts"),
        (Roles("s", id="n"), {"s": "a", "n": 1.5}, "the column 'n' holds 1.5, not a text or a whole number"),
        (Roles("s", id="n"), {"s": "a", "n": True}, "the column 'n' holds True, not a text or a whole number"),
    ],
)
def test_cells_that_are_not_texts_are_refused(roles: Roles, cells: dict[str, Any], message: str) -> None:
    """With the column and what it holds."""
    with pytest.raises(ValueError, match=message):
        roles.sentence(cells)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (
            ["Well , she go .", "Well , she goes ."],
            "the first row looks like a sentence ('Well , she go .'), so a header",
        ),
        (["it is so that he go home", "a"], "the first row looks like a sentence ('it is so that he go home'), so a"),
        (
            ["Title of the essay", "Title of the essay"],
            "the first row looks like a sentence ('Title of the essay'), so",
        ),
        (["my source", "my source"], "x has two columns 'my source'; names must differ"),
        (['"source"', '"output"'], "x has quotes around the names of its columns, as in CSV, which TSV does not have"),
        (["wrong", '"right"'], 'x has the columns wrong, "right"; a table of sentences has'),
        (["what the learner wrote", "right"], "x has the columns what the learner wrote, right; a table of sentences"),
    ],
)
def test_a_missing_header_is_recognised(header: list[str], said: str) -> None:
    """Where a table would be refused anyway; a question may be the name of a column."""
    with pytest.raises(FormatError, match=re.escape(said)):
        find_roles(header, {}, "x", "gold")
    columns = {"source": "What did the learner of English write ?", "output": "o"}
    assert find_roles([*columns.values()], columns, "x", "output").source == columns["source"]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["source", "output"], True),
        (['"Source"', " Model Output ", "t5"], True),
        (["source", "t5"], False),
        (["This text", "is right ."], False),
        (["text", "output", "and so they went there every day ."], False),
    ],
)
def test_the_names_of_a_header_are_known(cells: list[str], expected: bool) -> None:
    """Two of them, and nothing beside them that is a sentence."""
    assert is_header(cells) == expected


def test_the_column_source_holds_the_sources_unless_another_is_said_to() -> None:
    """A slip would score the sources as an output."""
    header = ["source", "prediction", "src"]
    with pytest.raises(InputError, match="columns says that the column 'source' is the output"):
        find_roles(header, {"output": "source"}, "x.csv", "output")
    with pytest.raises(InputError, match="the column 'Source' is the reference"):
        find_roles(["Source", "src"], {"reference": "Source"}, "x.csv", "gold")
    said = {"output": "source", "source": "src"}
    assert find_roles(header, said, "x.csv", "output") == Roles("src", output="source")


def test_every_name_is_documented() -> None:
    """In the table of the page on formats, and no others."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (source|output|reference|either|id) \| (.*) \|$", page, re.MULTILINE))
    told = {role: set(re.findall("`([a-z_]+)`", row)) for role, row in rows.items()}
    assert told == {
        "source": set(" ".join(SOURCES).split()),
        "output": set(" ".join(OUTPUTS[:-1]).split()),
        "reference": {"reference", "references", *REFERENCES[0].split()},
        "either": set(OUTPUTS[-1].split()),
        "id": set(" ".join(IDS).split()),
    }
