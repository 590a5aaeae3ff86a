"""Human judgements that are malformed, or about something else."""

from tests.nonsense.case import GOLD, OUTPUT, Case

_FILES = ("gold.m2", "A=out.txt", "B=out.txt", "C=c.txt")
_C = OUTPUT.replace("apple", "apples")
_OTHER = OUTPUT.replace(" .", " !")
_ITEM = """\
<ranking-item id="1" src-id="{number}" user="ann">
<translation rank="1" system="C"/>
<translation rank="2" system="A B"/>
</ranking-item>
"""
_ITEMS = "".join(_ITEM.format(number=number) for number in range(3))
_SOUND = f"<appraise-results><ranking-result>\n{_ITEM.format(number=1)}</ranking-result></appraise-results>\n"
_BOMB = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'


def _rankings(items: str) -> str:
    return f"<appraise-results><ranking-result>\n{items}</ranking-result></appraise-results>\n"


def _case(name: str, judgements: str, *says: str, extra: tuple[str, ...] = (), **more: str) -> Case:
    command = ("metaeval", "j.xml", *_FILES, "--measure", "green:n=2", "--html", "page.html", *extra)
    return Case(name=name, command=command, files={"j.xml": judgements, "c.txt": _C, **more}, says=says)


CASES = [
    _case("judgements cut off", _SOUND[:120], "j.xml, line 4", "not well-formed XML"),
    _case("judgements with an XML bomb", _BOMB + _SOUND, "j.xml, line 1", "holds declarations, which are not read"),
    _case("judgements of another kind of XML", "<edits></edits>", "<edits>; human rankings begin with"),
    _case("an empty file of judgements", "", "j.xml has no column 'system' (it is empty)"),
    _case("judgements without any ranking", _rankings(""), "j.xml has no rankings"),
    _case("a rank of 0", _SOUND.replace('"1" system', '"0" system'), "line 3: the rank of C is 0", "from 1"),
    _case("a rank of 9", _SOUND.replace('"2" system', '"9" system'), "the rank of A B is 9", "to 5"),
    _case("a rank that is no number", _SOUND.replace('"2" system', '"x" system'), "rank is 'x', not a whole number"),
    _case("a ranking without a judge", _SOUND.replace(' user="ann"', ""), "without 'user'"),
    _case(
        "a ranking without the number that others have",
        _rankings(_ITEM.format(number=1) + _ITEM.format(number=2).replace(' src-id="2"', "")),
        "line 6: a <ranking-item> without 'src-id', unlike those before it",
    ),
    _case("a ranking without a sentence", _SOUND.replace('id="1" src-id="1" ', ""), "without 'id'"),
    _case("a system ranked twice", _SOUND.replace("A B", "A C"), "'C' appears twice in one <ranking-item>"),
    _case("a translation without a system", _SOUND.replace(' system="C"', ""), "without 'system'"),
    _case("an element that does not belong in judgements", _SOUND.replace("translation", "text"), "<text> in"),
    Case(
        name="gold in the place of judgements",
        command=("metaeval", "gold.m2", "j.xml", "A=out.txt", "B=out.txt", "C=c.txt"),
        files={"j.xml": _SOUND, "c.txt": _C},
        says=("gold.m2 holds no human judgements", "JUDGEMENTS, the first file,", "j.xml is: are the two swapped?"),
    ),
    Case(
        name="judgements without gold",
        command=("metaeval", "j.xml", "out.txt", "c.txt", "gold.m2"),
        files={"j.xml": _SOUND, "c.txt": _C},
        says=("out.txt is plain text, but GOLD, the file after JUDGEMENTS,", "gold.m2 is: are the two swapped?"),
    ),
    Case(
        name="judgements of another corpus",
        command=("metaeval", "j.xml", "gold.m2", "A=out.txt", "B=c.txt", "C=gold.txt", "--measure", "green:n=2"),
        files={"j.xml": _rankings(_ITEM.format(number=1) * 3), "c.txt": _OTHER, "gold.txt": OUTPUT},
        says=("j.xml is not about these outputs: only 0 of 3", "line 2: A and B were shown as one text for sentence 1"),
    ),
    _case(
        "the wrong number of the first sentence",
        _rankings(_ITEMS),
        "line 2: sentence 0 is judged",
        "are numbered 1 to 3",
        extra=("--first", "1"),
    ),
    _case("judgements of too many sentences", _SOUND.replace('src-id="1"', 'src-id="7"'), "sentence 7 is judged"),
    _case("judgements that do not tell where they begin", _SOUND, "0 or 1: both fit", "--first 0 or --first 1"),
    Case(
        name="names that nobody judged",
        command=("metaeval", "j.xml", "gold.m2", "out.txt", "c.txt", "--first", "0"),
        files={"j.xml": _SOUND, "c.txt": _C},
        says=("0 systems both judged and given (none)", "judged: A, B, C; given: c, out"),
    ),
    _case("a judge nobody knows", _SOUND, "has no judge 'bob'", extra=("--judges", "bob", "--first", "0")),
    _case("a system nobody knows", _SOUND, "no system is called 'D'", extra=("--without", "D", "--first", "0")),
    _case(
        "a system asked for without output",
        _SOUND.replace("A B", "A D"),
        "the system 'D' was chosen, but it has no output or scores",
        extra=("--systems", "A,C,D", "--first", "0"),
    ),
    _case(
        "too few systems",
        _SOUND,
        "2 systems chosen (A, B)",
        "both judged and given: A, B, C",
        extra=("--without", "C", "--first", "0"),
    ),
    _case("a window wider than the systems", _SOUND, "window takes", extra=("--window", "4", "--first", "0")),
    _case(
        "sentence numbers beyond the corpus",
        _SOUND,
        "--only lists sentence 3, but the 3 sentences are numbered 0 to 2",
        extra=("--only", "only.txt", "--first", "0"),
        **{"only.txt": "0\n3\n"},
    ),
    _case(
        "sentence numbers that are words",
        _SOUND,
        "only.txt, line 2: 'two' is not a sentence number",
        extra=("--only", "only.txt"),
        **{"only.txt": "0\ntwo\n"},
    ),
    _case(
        "human scores without the column",
        "system\tew\nA\t1\nB\t2\nC\t3\n",
        "no column 'ts'; there are: ew",
        extra=("--human-column", "ts"),
    ),
    _case(
        "human scores of several columns", "system\tew\tts\nA\t1\t2\nB\t2\t3\n", "several columns of numbers (ew, ts)"
    ),
    _case(
        "human scores that are words",
        "system\tew\nA\tgood\nB\t2\nC\t3\n",
        "line 2: 'good' in the column 'ew' is not a number",
        extra=("--human-column", "ew"),
    ),
    _case("human scores of a system twice", "system\tew\nA\t1\nA\t2\n", "line 3: a second row for the system 'A'"),
    _case(
        "scores for some sentences only",
        _SOUND,
        "scores 'x' has no score of 'A' for sentence 1",
        extra=("--scores", "x=x.tsv", "--first", "0"),
        **{"x.tsv": "system\tindex\tscore\nA\t0\t1\nB\t0\t1\nC\t0\t1\n"},
    ),
    _case(
        "scores that are not numbers",
        _SOUND,
        "x.tsv, line 2: the score 'nan' is not a number",
        extra=("--scores", "x=x.tsv"),
        **{"x.tsv": "system\tscore\nA\tnan\n"},
    ),
    _case("samples without intervals", _SOUND, "--samples only applies to intervals", extra=("--samples", "9")),
    _case("runs without TrueSkill", _SOUND, "--runs only applies to TrueSkill", extra=("--runs", "9")),
    Case(
        name="judgements where gold belongs",
        command=("score", "j.xml", "out.txt"),
        files={"j.xml": _SOUND},
        says=("j.xml holds human rankings of outputs, not texts; errata metaeval takes them",),
    ),
    Case(
        name="texts to be written as judgements",
        command=("convert", "gold.m2", "x.xml", "--to", "judgements"),
        files={"gold.m2": GOLD},
        says=("human rankings can only be read, not written",),
    ),
    Case(
        name="scores of systems that are words, examined",
        command=("validate", "h.tsv"),
        files={"h.tsv": "system\tew\nA\tgood\nB\t2\n"},
        status=1,
        says=("unreadable", "h.tsv, line 2: 'good' in the column 'ew' is not a number"),
    ),
    Case(
        name="judgements of other outputs, examined",
        command=("validate", "j.xml", "gold.m2", "A.txt", "B.txt"),
        files={"j.xml": _rankings(_ITEM.format(number=1)), "A.txt": OUTPUT, "B.txt": _OTHER},
        status=1,
        says=("other-outputs", "only 0 of 1 merged groups", "A and B were shown as one text"),
    ),
]
