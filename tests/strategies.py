"""Random texts and corpora for property tests."""

from typing import Any

from hypothesis import strategies as st

from errata import (
    Corpus,
    Edit,
    Layer,
    Part,
    Text,
    Token,
)
from errata.model import Extra
from errata.testing import Texts
from errata.text.words import word_ranges

WORDS = st.sampled_from(["a", "b", "c", "the", "dog", "é", "e\u0301", "狗", "𝒳", "x|y", "S", "-"])
LINES = st.lists(WORDS, max_size=8).map(" ".join)
RAW_LINES = st.text(st.characters(exclude_characters="\n\r\0", exclude_categories=["Cs"]), max_size=20) | st.lists(
    WORDS, max_size=5
).map(" ".join)

FIELDS = st.one_of(
    st.text(st.sampled_from("abé:/ R=;."), max_size=6),
    st.text(st.sampled_from("ab|"), max_size=4),
    st.sampled_from(["noop", "-NONE-", "1", "||"]),
)
CORRECTIONS = st.lists(FIELDS, max_size=3).map(tuple)
EDITS = st.builds(
    Edit,
    start=st.integers(-1, 9),
    end=st.integers(-1, 9),
    corrections=CORRECTIONS,
    type=FIELDS,
    required=st.booleans(),
    comment=FIELDS,
)
ANNOTATORS = st.integers(0, 12) | st.sampled_from(["ann", "zoë"]) | FIELDS


@st.composite
def sentences(draw: st.DrawFn) -> Text:
    """Draw a sentence with the layers of some annotators."""
    annotators = draw(st.lists(ANNOTATORS, unique=True, max_size=3))
    layers = tuple(Layer(who, tuple(draw(st.lists(EDITS, max_size=3)))) for who in annotators)
    return Text(draw(RAW_LINES), layers)


CORPORA = st.lists(sentences(), max_size=4).map(lambda items: Corpus(tuple(items)))


@st.composite
def scored_texts(draw: st.DrawFn) -> Texts:
    """Draw sources, reference sets and outputs of one length."""
    n = draw(st.integers(1, 4))
    k = draw(st.integers(1, 3))
    lines = st.lists(LINES, min_size=n, max_size=n)
    return Texts(draw(lines), [draw(lines) for _ in range(k)], draw(lines))


XML_TEXT = st.text(st.sampled_from("ab é\t\n\r<&>\"'\u2028😀\ufeff ]"), max_size=5)
CHARACTER_EDITS = st.builds(
    lambda start, length, original, corrections, type, index, part, cset: Edit.of(
        start, start + length, original, corrections, type, index, part, cset
    ),
    start=st.integers(0, 12),
    length=st.integers(0, 4),
    original=XML_TEXT,
    corrections=st.none() | st.lists(st.none() | XML_TEXT, min_size=1, max_size=3).map(tuple),
    type=st.none() | st.sampled_from(["RV", "MT", "a b"]),
    index=st.none() | XML_TEXT,
    part=st.none() | st.sampled_from(["1", "2"]),
    cset=st.none() | st.sampled_from(["1", "x"]),
)


@st.composite
def apart(draw: st.DrawFn, text: str) -> tuple[Edit, ...]:
    """Draw edits of a text that do not overlap, in text order."""
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    edits: list[Edit] = []
    for start, end in zip(places[::2], places[1::2], strict=False):
        if edits and start == edits[-1].start:  # two edits of one range overlap, unless both are points
            continue
        made = draw(st.none() | st.lists(st.none() | XML_TEXT, min_size=1, max_size=3).map(tuple))
        index, type_ = draw(st.none() | st.sampled_from(["1", "2-3"])), draw(st.none() | st.sampled_from(["RV", "a&b"]))
        cset = draw(st.none() | st.sampled_from(["7", "a;b=c"]))
        edits.append(Edit.of(start, end, text[start:end], made, type_, index, None, cset))
    return tuple(edits)


@st.composite
def texts_with_edits(draw: st.DrawFn) -> tuple[str, tuple[Edit, ...]]:
    """Draw a text and edits of it that do not overlap."""
    text = draw(st.text(st.sampled_from("ab é,.  \n\r<&😀"), max_size=14))
    return text, draw(apart(text))


@st.composite
def document_layers(draw: st.DrawFn, *, absent: bool = False, comments: bool = False) -> Text:
    """Draw a document with the edits of several annotators, each with one correction at most, as corpora have them."""
    text = draw(st.text(st.sampled_from('ab é,.  \n\r<&>"😀{'), max_size=14))
    layers = []
    for who in draw(st.lists(st.integers(0, 3) | st.sampled_from(["ann", "a b", "<"]), unique=True, max_size=3)):
        edits = []
        for _ in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, len(text)))
            end = draw(st.integers(start, len(text)))
            made = draw(st.none() | XML_TEXT) if absent else draw(XML_TEXT)
            edits.append(
                Edit.of(
                    start,
                    end,
                    text[start:end],
                    None if made is None else (made,),
                    draw(st.none() | st.sampled_from(["SVA", "a b"])),
                    comment=draw(st.none() | XML_TEXT) if comments else None,
                )
            )
        layers.append(Layer(who, tuple(edits)))
    meta = draw(st.none() | st.dictionaries(st.sampled_from(["l1", "age"]), XML_TEXT, min_size=1))
    return Text.document(draw(XML_TEXT), text, layers=layers, meta=meta)


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text("aé\n😀"),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text("xy", max_size=2), inner, max_size=2),
    max_leaves=3,
)
EXTRAS = st.none() | st.dictionaries(st.sampled_from(["x", "y", "é z"]), JSON_VALUES, min_size=1, max_size=2)
ANY_TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
SCORES = st.none() | st.floats(allow_nan=False, allow_infinity=False)
PACKED_COMMENTS = FIELDS | st.sampled_from(
    ["cset=7;index=1", "index=1;cset=7", "null=5", "null=0+2", "optional=yes", "comment=a"]
)


def _detailed(score: float | None, extra: Extra | None, **values: Any) -> Edit:
    return Edit(**values).with_details(score=score, extra=extra)


ANY_EDITS = st.builds(
    _detailed,
    start=st.integers(-1, 9),
    end=st.integers(-1, 9),
    corrections=CORRECTIONS,
    type=FIELDS | st.just("UNK"),
    required=st.booleans(),
    comment=PACKED_COMMENTS,
    raw=st.none() | st.just("-NONE-"),
    score=SCORES,
    extra=EXTRAS,
)
NAMED = st.integers(-3, 12) | st.sampled_from(["ann", "zoë", "007", "+1"])


@st.composite
def tokenised(draw: st.DrawFn) -> tuple[str, tuple[Token, ...]]:
    """Draw a text with tokens that may touch, some in another form."""
    text, tokens = "", []
    for word in draw(st.lists(WORDS, max_size=4)):
        text += draw(st.sampled_from(["", " ", "  ", "\n"]))
        form = draw(st.none() | st.sampled_from(["-LRB-", "``"]))
        tokens.append(Token(len(text), len(text) + len(word), form))
        text += word
    return text, tuple(tokens)


@st.composite
def segments(draw: st.DrawFn) -> Text:
    """Draw a sentence with everything that files may say of one."""
    source, text, tokens = draw(RAW_LINES | LINES), None, None
    if draw(st.booleans()):
        text, tokens = draw(tokenised())
        source = " ".join(text[start:end] if form is None else form for start, end, form in tokens)
        if not any(token.form for token in tokens) and word_ranges(text) == [token[:2] for token in tokens]:
            source, text = text, None
    annotators = draw(st.lists(NAMED, unique=True, max_size=3))
    unknown = st.none() | st.just({"x": 1})
    layers = tuple(Layer(who, tuple(draw(st.lists(ANY_EDITS, max_size=3))), draw(unknown)) for who in annotators)
    references = tuple(draw(st.lists(LINES, max_size=2)))
    id, meta, extra = draw(st.none() | ANY_TEXT), draw(EXTRAS), draw(EXTRAS)
    if tokens is None and id is None and meta is None and extra is None:
        return Text(source, layers, references)
    return Text.of(source, layers, references, id=id, text=text, ranges=tokens, meta=meta, extra=extra)


FULL_EDITS = st.builds(
    Edit.of,
    start=st.integers(-1, 12),
    end=st.integers(-1, 12),
    original=ANY_TEXT,
    alternatives=st.none() | st.lists(st.none() | ANY_TEXT, min_size=1, max_size=3).map(tuple),
    type=st.none() | ANY_TEXT,
    index=st.none() | ANY_TEXT,
    part=st.none() | st.sampled_from(["1", "2"]),
    cset=st.none() | ANY_TEXT,
    file=st.none() | ANY_TEXT,
    comment=st.none() | ANY_TEXT,
    score=SCORES,
    optional=st.booleans(),
    extra=EXTRAS,
)


@st.composite
def full_documents(draw: st.DrawFn) -> Text:
    """Draw a document with everything that files may say of one; where the text is known, originals stand in it."""
    parts: list[Part] = []
    ids: list[str | None] = draw(st.sampled_from([[], [None], ["1"], ["1", "2"]]))
    for id in ids:
        text, tokens = draw(tokenised())
        parts.append(Part(id, text, tokens if draw(st.booleans()) else None, draw(EXTRAS)))
    texts = {part.id: part.text for part in parts}

    def fitted(edit: Edit) -> Edit:
        text = texts.get(edit.part)
        if text is None or not 0 <= edit.start <= edit.end <= len(text):
            return edit
        return edit.with_details(original=text[edit.start : edit.end])

    layers = tuple(
        Layer(who, tuple(draw(st.lists(FULL_EDITS.map(fitted), max_size=3))), draw(EXTRAS))
        for who in draw(st.lists(NAMED, unique=True, max_size=3))
    )
    return Text.document(
        draw(ANY_TEXT), parts, file=draw(st.none() | ANY_TEXT), layers=layers, meta=draw(EXTRAS), extra=draw(EXTRAS)
    )
