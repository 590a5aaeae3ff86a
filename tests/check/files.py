"""Small files to examine, and random ones in the shape of M2."""

from hypothesis import strategies as st
from tests.support import NOOP


def text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


SOURCES = [f"Sentence {n} tells of thing{n} and of {chr(97 + n) * 4} , too ." for n in range(20)]
PLAIN = text(SOURCES)
UNLIKE = [" ".join(chr(97 + n) * length for length in range(1, 7)) for n in range(20)]
GOLD = "".join(f"S {line}\n{NOOP}0\n\n" for line in SOURCES)


def block(*annotations: str, source: str = "He go home") -> str:
    return text([f"S {source}", *annotations, ""])


def hoo(*edits: str) -> str:
    return f"<edits>\n{''.join(edits)}</edits>\n"


def hoo_edit(start: int, end: int, original: str, correction: str, index: int = 1) -> str:
    return (
        f'<edit type="T" index="{index}" start="{start}" end="{end}"><original>{original}</original>'
        f"<corrections><correction>{correction}</correction></corrections></edit>\n"
    )


PIECES = st.sampled_from(
    [
        *("S ", "S", "A ", "A 0 1", "A 1 0", "A -1 -1", "|||", "||", "T", "noop", "-NONE-", "REQUIRED", "OPTIONAL"),
        *("0", "1", "x", "He goes .", " ", "  ", "\n", "\n\n", "\r\n", "I ", "T0", "T0-A0 ", "٣", "²", "_1", "\u00a0"),
        *("|||T|||x|||REQUIRED|||-NONE-|||0\n", "|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n", "\nS a b\n", "\r", "é"),
        "9" * 5000,
    ]
)
FIELDS = st.tuples(
    st.sampled_from(["0 1", "1 0", "-1 -1", "0 0", "1 2 3", "x 1", "0"]),
    st.sampled_from(["T", "noop", "", "UNK"]),
    st.sampled_from(["x", "", "-NONE-", "x||y", "a b", "||x", "x||-NONE-"]),
    st.sampled_from(["REQUIRED", "OPTIONAL", "||REQUIRED", ""]),
    st.sampled_from(["-NONE-", "note"]),
    st.sampled_from(["0", "1", "Ann", " 2 ", "0|||more", "Ann|||more", "-NONE-"]),
)
LINES = st.one_of(
    FIELDS.map(lambda fields: f"A {'|||'.join(fields)}\n"),
    st.sampled_from(["\nS a b\n", "\nS a  b\u00a0c\n", "\n", "\nS\n", "T0-A0 x\n", "\r\n"]),
)
M2_TEXTS = st.one_of(
    st.lists(PIECES, max_size=30).map("".join), st.lists(LINES, max_size=8).map(lambda lines: "S a\n" + "".join(lines))
)
