"""What the comment of a token edit keeps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata import Edit
from errata.formats.comment_fields import pack, unpack
from errata.model import EditDetails

TEXTS = (
    st.none() | st.text(st.sampled_from("ab|;=%\n é"), min_size=1, max_size=5) | st.sampled_from(["cset=7", "null=0"])
)
SAID = st.builds(
    Edit.of,
    st.just(1),
    st.just(2),
    st.just(""),
    st.lists(st.none() | st.sampled_from(["a", "", "b c"]), max_size=3),
    type=st.none() | st.sampled_from(["T", "R:VERB"]),
    index=TEXTS,
    cset=TEXTS,
    comment=TEXTS,
    score=st.none() | st.just(0.5),
    optional=st.booleans(),
    extra=st.none() | st.just({"x": 1}),
)


@given(SAID, TEXTS)
def test_everything_comes_back(plain: Edit, joined: str | None) -> None:
    """Null, absent and optional corrections, and texts with the separators in them."""
    said = plain.with_details(joined=joined)
    edit = pack(said, "go")
    assert unpack(edit, "go") == said
    assert edit.required == (not said.optional and not said.nulls)
    assert not set("|\n") & set(edit.comment) or edit.comment == said.comment
    assert edit.details == EditDetails(score=said.score, extra=said.extra)


@pytest.mark.parametrize("comment", ["see p. 3", "cset=1;colour=red", "null=x", "index"])
def test_other_comments_are_comments(comment: str) -> None:
    """They stay as they are."""
    edit = Edit(1, 2, ("goes",), "T", True, comment)
    assert unpack(edit, "go") == edit
    assert pack(edit, "go") == edit
