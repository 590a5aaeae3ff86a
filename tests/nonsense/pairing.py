"""Files that do not belong together, or stand in each other's place."""

from tests.nonsense.case import GOLD, OUTPUT, Case

_SCORE = ("score", "gold.m2", "out.txt", "--measure", "m2")

CASES = [
    Case(
        name="a line missing in the output",
        command=_SCORE,
        files={"out.txt": OUTPUT.split("\n", 1)[1]},
        says=("out.txt has 2 lines but gold.m2 has 3 sentences",),
    ),
    Case(
        name="gold and output swapped",
        command=("score", "out.txt", "gold.m2"),
        says=("out.txt is plain text", "swapped"),
    ),
    Case(
        name="an empty output file",
        command=_SCORE,
        files={"out.txt": ""},
        says=("out.txt", "0 lines", "3 sentences"),
    ),
    Case(
        name="an output that is not there",
        command=("score", "gold.m2", "outt.txt"),
        says=("outt.txt",),
    ),
    Case(
        name="two systems of one name",
        command=("score", "gold.m2", "out.txt", "a/out.txt"),
        files={"a/out.txt": OUTPUT},
        says=("two systems are called 'out'",),
    ),
    Case(
        name="gold with an edit past the end of its sentence",
        command=_SCORE,
        files={"gold.m2": GOLD.replace("A 1 2|||R:VERB:TENSE", "A 1 20|||R:VERB:TENSE")},
        status=0,
        says=("warning",),
    ),
]
