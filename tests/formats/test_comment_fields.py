"""What the comment of a token edit keeps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata import DetailedEdit, Edit
from errata.formats.comment_fields import Fields, read_fields, write_fields

TEXTS = (
    st.none() | st.text(st.sampled_from("ab|;=%\n é"), min_size=1, max_size=5) | st.sampled_from(["cset=7", "null=0"])
)
FIELDS = st.builds(
    Fields,
    corrections=st.none() | st.lists(st.none() | st.sampled_from(["a", "", "b c"]), min_size=1, max_size=3).map(tuple),
    type=st.none() | st.sampled_from(["T", "R:VERB"]),
    index=TEXTS,
    cset=TEXTS,
    joined=TEXTS,
    comment=TEXTS,
    optional=st.booleans(),
)


@given(FIELDS)
def test_everything_comes_back(fields: Fields) -> None:
    """Null, absent and optional corrections, and texts with the separators in them."""
    edit = write_fields(1, 2, "go", fields)
    assert read_fields(edit, "go") == fields
    assert edit.required == (not fields.optional and None not in (fields.corrections or ()))
    assert not set("|\n") & set(edit.comment) or edit.comment == fields.comment


@pytest.mark.parametrize("comment", ["see p. 3", "cset=1;colour=red", "null=x", "index"])
def test_other_comments_are_comments(comment: str) -> None:
    """They stay as they are."""
    edit = Edit(1, 2, ("goes",), "T", True, comment)
    assert read_fields(edit, "go") == Fields(("goes",), "T", comment=comment)
    assert write_fields(1, 2, "go", read_fields(edit, "go")) == edit


def test_scores_and_unknown_fields_need_a_larger_edit() -> None:
    """Only where they are given."""
    assert type(write_fields(1, 2, "go", Fields(("goes",)))) is Edit
    assert write_fields(1, 2, "go", Fields(("goes",)), 0.5, {"x": 1}) == DetailedEdit(
        1, 2, ("goes",), score=0.5, extra={"x": 1}
    )
