"""Candidates that do not belong together, and requests that contradict themselves."""

from tests.nonsense.case import OUTPUT, Case

_TWO = ("rerank", "out.txt", "two.txt")
_FILES = {"two.txt": OUTPUT.replace("went", "goes"), "src.txt": OUTPUT.replace("went", "go")}

CASES = [
    Case(name="candidates of nothing", command=_TWO, files=_FILES, says=("Give --source SOURCE, or --gold GOLD",)),
    Case(
        name="a single candidate",
        command=("rerank", "out.txt", "--gold", "gold.m2"),
        says=("nothing to choose", "out.txt", "--n-best K"),
    ),
    Case(
        name="a candidate with a line too few",
        command=(*_TWO, "--gold", "gold.m2"),
        files={"two.txt": OUTPUT.split("\n", 1)[1]},
        says=("two.txt has 2 lines but gold.m2 has 3 sentences",),
    ),
    Case(
        name="raw text among candidates",
        command=(*_TWO, "--gold", "gold.m2"),
        files={"two.txt": OUTPUT.replace(" .", ".")},
        says=("two.txt", "untokenised", "--raw --source"),
    ),
    Case(
        name="candidates of several lines",
        command=("rerank", "out.txt", "two.jsonl", "--gold", "gold.m2"),
        files={"two.jsonl": '{"output": "a\\nb"}\n' * 3},
        says=("two.jsonl, sentence 1: the text has several lines", "--raw --source"),
    ),
    Case(
        name="an n-best list of another length",
        command=("rerank", "out.txt", "--n-best", "2", "--gold", "gold.m2"),
        says=("out.txt has 3 lines for 3 sources", "--n-best 2 takes 6"),
    ),
    Case(
        name="an oracle without references",
        command=(*_TWO, "--source", "src.txt", "--method", "oracle"),
        files=_FILES,
        says=("oracle compares with references", "--gold GOLD"),
    ),
    Case(
        name="references for a vote",
        command=(*_TWO, "--source", "src.txt", "--reference", "out.txt", "--method", "vote"),
        files=_FILES,
        says=("--reference only applies to --method oracle",),
    ),
    Case(
        name="gold and references to choose by",
        command=(*_TWO, "--gold", "gold.m2", "--reference", "out.txt", "--method", "oracle"),
        files=_FILES,
        says=("--reference cannot be combined with GOLD (gold.m2)",),
    ),
    Case(
        name="two files of sources",
        command=(*_TWO, "--gold", "gold.m2", "--source", "src.txt"),
        files=_FILES,
        says=("gold.m2 has sources; give --gold or --source",),
    ),
    Case(
        name="votes without a vote",
        command=(*_TWO, "--gold", "gold.m2", "--votes", "2"),
        files=_FILES,
        says=("--votes only applies to --method vote",),
    ),
    Case(
        name="more votes than candidates",
        command=(*_TWO, "--gold", "gold.m2", "--votes", "3", "--method", "vote"),
        files=_FILES,
        says=("votes must be 1 to 2 with at most 2 candidates, not 3",),
    ),
    Case(
        name="a vote by a measure",
        command=(*_TWO, "--gold", "gold.m2", "--method", "vote", "--measure", "m2"),
        files=_FILES,
        says=("--measure is for mbr and oracle",),
    ),
    Case(
        name="the chosen text over a candidate",
        command=(*_TWO, "--gold", "gold.m2", "-o", "two.txt"),
        files=_FILES,
        says=("--output two.txt would overwrite an input",),
    ),
    Case(
        name="plain text as the gold of candidates",
        command=(*_TWO, "--gold", "src.txt"),
        files=_FILES,
        says=("src.txt is plain text, but --gold must be annotated",),
    ),
    Case(
        name="a measure of documents to choose by",
        command=(*_TWO, "--gold", "gold.m2", "--measure", "hoo"),
        files=_FILES,
        says=("hoo scores documents",),
    ),
]
