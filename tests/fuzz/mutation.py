"""Damage files: bytes changed, cut, doubled and mixed, and pieces put in that readers trip over."""

from random import Random

PIECES = (
    *(
        b"\0",
        b"\xff",
        b"\xfe\xff",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        b"\xc3",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\t",
        b" ",
    ),
    *(
        "\u2028".encode(),
        "\u0085".encode(),
        "\u00a0".encode(),
        "😀".encode(),
        "\ufeff".encode(),
        "٣".encode(),
        "İ".encode(),
    ),
    *(b"-1", b"0", b"1", b"99", b"4294967296", b"99999999999999999999", b"1" * 5000, b"1e999", b"NaN", b"0x1", b"1_0"),
    *(b"null", b"true", b"[]", b"{}", b'""', b"\\ud800", b"\\u0000", b"[" * 3000, b'{"a":' * 3000, b'"', b"\\", b","),
    *(
        b"|||",
        b"||",
        b"-NONE-",
        b"noop",
        b"OPTIONAL",
        b"S ",
        b"A 0 1|||",
        b"A ",
        b"cset=7;index=1",
        b"null=0",
        b"null=only2",
    ),
    *(
        b"<",
        b">",
        b"&",
        b"&amp;",
        b"&#0;",
        b"&#1114112;",
        b"&#55296;",
        b"<!--",
        b"<![CDATA[",
        b"<?xml",
        b"<!DOCTYPE a [",
        b"</",
    ),
    *(
        b"<DOC nid='1'>",
        b"</DOC>",
        b"<TEXT>",
        b"<P>",
        b"</P>",
        b"<MISTAKE",
        b"<empty/>",
        b"<edit",
        b"<correction/>",
        b"<a>" * 100,
    ),
    *(
        b"{",
        b"}",
        b"=>",
        b":::",
        b"|",
        b":::error_type=",
        b"{" * 500,
        b"}" * 500,
        b"=",
        b";",
        b"T1\tX 0 1\ta\n",
        b"#1\t",
        b"A1\t",
    ),
    *(b"%", b"%7C", b"+", b"aggregate ", b"#", b"sep=;\n", b"'", b"text", b"edits", b"matches", b"PAR1"),
)


def damage(data: bytes, others: list[bytes], random: Random) -> bytes:
    """Return the data with a few changes; `others` are files to take pieces from."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        data = random.choice(_CHANGES)(data, others, random)
    return data[:200_000]


def _place(data: bytes, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.choice((0, 1, 1, 2, 4, 16, 64)))


def _flip(data: bytes, others: list[bytes], random: Random) -> bytes:
    start, _ = _place(data, random)
    return data[:start] + bytes([random.randrange(256)]) + data[start + 1 :]


def _cut(data: bytes, others: list[bytes], random: Random) -> bytes:
    start, end = _place(data, random)
    return data[:start] + data[end:]


def _double(data: bytes, others: list[bytes], random: Random) -> bytes:
    start, end = _place(data, random)
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 50)) + data[end:]


def _put_in(data: bytes, others: list[bytes], random: Random) -> bytes:
    start, end = _place(data, random)
    return data[:start] + random.choice(PIECES) + data[random.choice((start, end)) :]


def _end_early(data: bytes, others: list[bytes], random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _mix(data: bytes, others: list[bytes], random: Random) -> bytes:
    other = random.choice(others)
    start, end = _place(other, random)
    at, _ = _place(data, random)
    return data[:at] + (other[start:] if random.random() < 0.2 else other[start:end]) + data[at:]


def _move_lines(data: bytes, others: list[bytes], random: Random) -> bytes:
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    line = lines.pop(at)
    lines.insert(random.randint(0, len(lines)), random.choice((line, b"", line + line)))
    return b"\n".join(lines)


def _change_number(data: bytes, others: list[bytes], random: Random) -> bytes:
    places = [at for at, byte in enumerate(data) if 48 <= byte < 58]
    if not places:
        return data
    at = random.choice(places)
    return data[:at] + random.choice((b"9", b"0", b"-", b"77", b"", b"x", b"1.5")) + data[at + 1 :]


def _noise(data: bytes, others: list[bytes], random: Random) -> bytes:
    return random.randbytes(random.choice((0, 1, 8, 200)))


_OFTEN = (
    _flip,
    _cut,
    _double,
    _put_in,
    _put_in,
    _put_in,
    _end_early,
    _mix,
    _move_lines,
    _change_number,
    _change_number,
)
_CHANGES = (*_OFTEN, *_OFTEN, _noise)
