"""`errata data` lists, shows and fetches corpora, and `--data` scores against them."""

import shutil
from pathlib import Path

import pytest
from tests.support import EXAMPLES, run, shared


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setenv("ERRATA_DATA", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_list_and_show() -> None:
    """The list has what is fetched and what is verified; `show` has address, licence, citation and sums."""
    listed = run("data", "list").out.splitlines()
    assert next(line for line in listed if line.startswith("conll14 ")).split()[1:3] == ["no", "known"]
    shown = run("data", "show", "bea19-dev").out
    assert "SHA-256 unverified" in shown
    assert "Bryant et al., BEA 2019" in shown


def test_get_path_and_score(cache: Path, tmp_path: Path) -> None:
    """A local copy is installed, its folder printed, and outputs are scored against it."""
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(shared("data/conll14/gold.m2"), copy / "gold.m2")
    assert run("data", "get", "conll14", "--from", str(copy)).out == f"{cache / 'conll14'}\n"
    assert run("data", "path", "conll14").out == f"{cache / 'conll14'}\n"
    amu = str(shared("data/conll14/systems/AMU.txt"))
    plain = run("score", str(copy / "gold.m2"), amu, "--measure", "green").out
    for given in (["--data", "conll14"], ["--data=conll14"]):
        assert run("score", amu, *given, "--measure", "green").out == plain
    assert "gold:9b915584=conll14" in plain


def test_mistakes_are_told() -> None:
    """Unknown names, names without a value and corpora that were not fetched end with status 2."""
    good = str(EXAMPLES / "good.txt")
    for arguments, told in (
        (["data", "get", "conll2014"], "did you mean"),
        (["data", "path", "conll14"], "run 'errata data get conll14'"),
        (["score", good, "--data", "conll14"], "run 'errata data get conll14'"),
        (["score", good, "--data"], "expected one argument"),
    ):
        done = run(*arguments)
        assert (done.status, told in done.err) == (2, True), done.err


@pytest.mark.parametrize("more", [["--data", "conll14-alt"], ["--reference", "x"], ["-r", "x"]])
def test_a_corpus_is_all_there_is_to_score_against(cache: Path, more: list[str]) -> None:
    """Neither a second corpus nor references are passed over."""
    for name in ("conll14", "conll14-alt"):
        (cache / name).mkdir(parents=True)
        (cache / name / "gold.m2").write_text("S a\n\n", encoding="utf-8")
    done = run("score", "--data", "conll14", str(EXAMPLES / "good.txt"), *more)
    told = "--data is given twice" if more[0] == "--data" else f"leave out {more[0]} or --data"
    assert (done.status, told in done.err) == (2, True), done.err
