"""Outputs that would be lost, take the place of something else, or have no place to go."""

from tests.nonsense.case import GOLD, Case

_DIFFICULTY = ("difficulty", "gold.m2", "one.m2", "two.m2")
_SYSTEMS = {"one.m2": GOLD, "two.m2": GOLD}
_GOTOSCORER = ("compat", "gotoscorer", "-ref", "gold.m2", "-hyp", "one.m2")
_TO_HOO = ("convert", "gold.m2", "edits.xml", "--to", "hoo", "--text")
_CRLF = "He went .\r\nI like it .\r\n"
_LONG = "x" * 256

CASES = [
    Case(
        name="a page and weights to one file",
        command=(*_DIFFICULTY, "--html", "x.json", "--write-weights", "x.json"),
        files=_SYSTEMS,
        says=("--html and --write-weights would both be written to x.json", "give each its own name"),
    ),
    Case(
        name="a page and weights to one file, spelled in two ways",
        command=(*_DIFFICULTY, "--html", "a/../x.json", "--write-weights", "./x.json"),
        files={**_SYSTEMS, "a/there": ""},
        says=("--html and --write-weights would both be written to ./x.json",),
    ),
    Case(
        name="a page and weights to standard output",
        command=(*_DIFFICULTY, "--html", "-", "--write-weights", "-"),
        files=_SYSTEMS,
        says=("would both be written to standard output",),
    ),
    Case(
        name="a page in the place of an output that is read",
        command=(*_DIFFICULTY, "--html", "./two.m2"),
        files=_SYSTEMS,
        says=("--html ./two.m2 would overwrite an input",),
    ),
    Case(
        name="a page in the place of notes",
        command=(*_DIFFICULTY, "--html", "notes.txt"),
        files={**_SYSTEMS, "notes.txt": "mine\n"},
        says=("--html notes.txt would overwrite a file that is not an HTML page",),
    ),
    Case(
        name="constants in the place of gold",
        command=("constants", "gold.m2", "./gold.m2"),
        says=("CONSTANTS ./gold.m2 would overwrite an input",),
    ),
    Case(
        name="constants in the place of notes",
        command=("constants", "gold.m2", "notes.txt"),
        files={"notes.txt": "mine\n"},
        says=("CONSTANTS notes.txt would overwrite a file that holds no constants",),
    ),
    Case(
        name="weights in the place of notes",
        command=(*_DIFFICULTY, "--write-weights", "notes.txt"),
        files={**_SYSTEMS, "notes.txt": "mine\n"},
        says=("--write-weights notes.txt would overwrite a file that holds no weights",),
    ),
    Case(
        name="a page to a folder that is not there",
        command=(*_DIFFICULTY, "--html", "nowhere/map.html", "--quiet"),
        files=_SYSTEMS,
        says=("nowhere/map.html cannot be written: No such file or directory",),
    ),
    Case(
        name="weights in the place of a folder",
        command=(*_DIFFICULTY, "--write-weights", "folder", "--quiet"),
        files={**_SYSTEMS, "folder/there": ""},
        says=("folder is a folder; give a file",),
    ),
    Case(
        name="a heat map and a drawing to one file",
        command=(*_GOTOSCORER, "-heat", "x.html", "-cv", "x.html"),
        files=_SYSTEMS,
        says=("-heat and -cv would both be written to x.html",),
    ),
    Case(
        name="weights and a drawing to one file once the suffix is added",
        command=(*_GOTOSCORER, "-gen_w_file", "x", "-cv", "x.txt"),
        files=_SYSTEMS,
        says=("-gen_w_file and -cv would both be written to x.txt",),
    ),
    Case(
        name="edits and their text to one file",
        command=(*_TO_HOO, "edits.xml"),
        says=("OUT and --text would both be written to edits.xml",),
    ),
    Case(
        name="edits and their text to standard output",
        command=("convert", "gold.m2", "-", "--to", "hoo", "--text", "-"),
        says=("OUT and --text would both be written to standard output",),
    ),
    Case(
        name="a conversion in the place of its input",
        command=("convert", "gold.m2", "./gold.m2"),
        says=("OUT ./gold.m2 would overwrite an input",),
    ),
    Case(
        name="a conversion in the place of a folder",
        command=("convert", "gold.m2", "folder", "--to", "jsonl"),
        files={"folder/there": ""},
        says=("folder is a folder; give a file",),
    ),
    Case(
        name="a conversion to a folder that is not there",
        command=("convert", "gold.m2", "nowhere/gold.jsonl"),
        says=("nowhere/gold.jsonl cannot be written: No such file or directory",),
    ),
    Case(
        name="a conversion to a folder that is a file",
        command=("convert", "gold.m2", "out.txt/gold.jsonl"),
        says=("out.txt/gold.jsonl cannot be written: Not a directory",),
    ),
    Case(
        name="a conversion to a name longer than the system allows",
        command=("convert", "gold.m2", f"{_LONG}.jsonl"),
        says=(f"{_LONG}.jsonl", "File name too long"),
    ),
    Case(
        name="a conversion to a full device",
        command=("convert", "gold.m2", "/dev/full", "--to", "jsonl"),
        says=("/dev/full cannot be written: No space left on device",),
    ),
    Case(
        name="a conversion without a place to go",
        command=("convert", "gold.m2", "", "--to", "jsonl"),
        says=("is a folder; give a file",),
    ),
    Case(
        name="a repaired copy in the place of notes",
        command=("validate", "crlf.txt", "--fix", "notes.txt"),
        files={"crlf.txt": _CRLF, "notes.txt": "mine\n"},
        says=("the copy of crlf.txt would overwrite notes.txt", "holds something else", "remove notes.txt"),
    ),
    Case(
        name="repaired copies in a folder that has another file of that name",
        command=("validate", "--apart", "crlf.txt", "out.txt", "--fix", "fixed"),
        files={"crlf.txt": _CRLF, "fixed/out.txt": "mine\n"},
        says=("the copy of out.txt would overwrite fixed/out.txt", "give --fix another folder or name"),
    ),
    Case(
        name="a repaired copy in the place of a packed file that is damaged",
        command=("validate", "crlf.txt", "--fix", "notes.txt.gz"),
        files={"crlf.txt": _CRLF, "notes.txt.gz": b"not packed"},
        says=("would overwrite notes.txt.gz", "holds something else"),
    ),
    Case(
        name="repaired copies of two files in one file",
        command=("validate", "gold.m2", "out.txt", "--fix", "notes.txt"),
        files={"notes.txt": "mine\n"},
        says=("notes.txt is a file, but copies of 2 files need a folder",),
    ),
    Case(
        name="a repaired copy below a file",
        command=("validate", "crlf.txt", "--fix", "notes.txt/fixed/"),
        files={"crlf.txt": _CRLF, "notes.txt": "mine\n"},
        says=("notes.txt/fixed", "Not a directory"),
    ),
    Case(
        name="a repaired copy in the place of its original, by a longer way",
        command=("validate", "a/../crlf.txt", "--fix", "./"),
        files={"crlf.txt": _CRLF, "a/there": ""},
        says=("the copy of a/../crlf.txt would overwrite a/../crlf.txt",),
    ),
]
