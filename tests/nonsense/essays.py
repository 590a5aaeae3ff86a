"""Whole text documents that are malformed, do not pair, or stand where sentences are expected."""

from tests.nonsense.case import Case

_SOURCE = "### essay_id = a\nHe go home. It rain.\n\n### essay_id = b\nShe like tea.\n"
_RIGHT = "### essay_id = a\nHe goes home. It rains.\n\n### essay_id = b\nShe likes tea.\n"
_FILES = {"src.md": _SOURCE, "ref.md": _RIGHT, "out.md": _RIGHT}
_GIVEN = ("--documents", "--source", "src.md", "--reference", "ref.md")
_SCORE = ("score", *_GIVEN, "out.md", "--measure", "green", "--tokens", "marks")


def _case(name: str, *says: str, command: tuple[str, ...] = _SCORE, status: int = 2, **files: str) -> Case:
    given = _FILES | {f"{key}.md": content for key, content in files.items()}
    return Case(name=name, command=command, files=given, status=status, says=says)


CASES = [
    _case("an essay missing", "out.md lacks document b; src.md has 2 documents", out=_RIGHT.split("\n\n")[0]),
    _case(
        "an essay too many", "out.md has document c, which src.md does not have", out=f"{_RIGHT}\n### essay_id = c\nx\n"
    ),
    _case("an essay twice", "has the document 'b' twice, in lines 4 and 6", out=f"{_RIGHT}### essay_id = b\nx\n"),
    _case("an essay without a reference", "no reference has document b of src.md", ref=_RIGHT.split("\n\n")[0]),
    _case("essays in another order", "in a different order from src.md: document 1 is", out=_RIGHT[42:] + _RIGHT[:42]),
    _case("essays without a heading", "out.md, line 1: no heading", out="He goes home.\n"),
    _case("an empty file of essays", "out.md has no document with a text", out=""),
    _case("a text before the first heading", "line 1: no heading", out=f"My answer:\n\n{_RIGHT}"),
    _case("essays with glued punctuation", "punctuation is glued to words", status=0, command=_SCORE[:-2]),
    _case("essays as sentences", "holds whole text documents", "--documents", command=("score", "src.md", "out.md")),
    _case(
        "essays as lines",
        "src.md holds whole text documents",
        "--documents --source SOURCE",
        command=("score", "--source", "src.md", "--reference", "ref.md", "out.txt"),
    ),
    _case(
        "essays that are not the gold's",
        "less than half of the words of documents a, b are in gold.m2, in this order",
        command=("score", "gold.m2", "--documents", "out.md"),
    ),
    _case(
        "blocks without documents",
        "--blocks only applies to text documents; add --documents",
        command=("score", "gold.m2", "out.txt", "--blocks", "document"),
    ),
    _case(
        "blocks written over an output",
        "--write-blocks out.md would overwrite",
        command=(*_SCORE, "--write-blocks", "out.md"),
    ),
    _case(
        "essays with clusters",
        "--clusters cannot be combined with --documents: documents are resampled whole",
        command=(*_SCORE, "--interval", "--clusters", "out.txt"),
    ),
    _case(
        "essays with columns", "--columns cannot be combined with --documents", command=(*_SCORE, "--columns", "a=b")
    ),
    _case("essays and no output", "no system output given", command=("score", *_GIVEN)),
    _case("one system of essays compared", "at least two systems", command=("compare", *_GIVEN, "out.md")),
    Case(
        name="a folder without texts as documents",
        command=("score", *_GIVEN, "folder"),
        files={**_FILES, "folder/a.doc": "x"},
        says=("folder has no files *.txt",),
    ),
    Case(
        name="records without an id as documents",
        command=("score", *_GIVEN, "out.jsonl"),
        files={**_FILES, "out.jsonl": '{"text": "He goes home."}\n'},
        says=("out.jsonl, line 1: the record has the keys text; a document has one of id",),
    ),
]
