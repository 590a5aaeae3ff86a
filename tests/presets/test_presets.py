"""The declarations of corpora are whole, and known golds are named by their fingerprints."""

import re
from pathlib import Path

import pytest
from tests.support import run, shared

import errata
from errata.errors import FileError, UnknownNameError
from errata.measures.known import KNOWN
from errata.presets import available_presets, cache_folder, get_preset, preset_folder
from errata.presets.fetching import fetch


def test_every_declaration_is_whole() -> None:
    """Each preset says what it is, where it comes from, and has all files that it names."""
    for name, preset in available_presets().items():
        named = {item.name for item in preset.files} | ({preset.gold} if preset.merge else set())
        assert {*([preset.gold] if preset.gold else []), *preset.references, *preset.merge} <= named, name
        assert bool(preset.archive) + bool(preset.base) + bool(preset.ask) == 1, name
        assert all(re.fullmatch(r"[0-9a-f]{64}|", item.sha256) for item in preset.files), name
        assert all((preset.about, preset.home, preset.licence, preset.citation)), name
        assert not preset.fingerprint or KNOWN[preset.fingerprint] == name
    assert set(KNOWN.values()) == {item.name for item in available_presets().values() if item.fingerprint}


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("conll14", {"gold.m2": "conll14/gold.m2"}),
        ("conll14-alt", {"gold.m2": "conll14/official-2014.combined-withalt.m2"}),
        ("jfleg-dev", {f"dev.{part}": f"jfleg/dev.{part}" for part in ("src", "ref0", "ref1", "ref2", "ref3")}),
        ("jfleg-test", {f"test.{part}": f"jfleg/test.{part}" for part in ("src", "ref0", "ref1", "ref2", "ref3")}),
        ("ua-gec", {"gec-only.test.m2": "more/uk_ua-gec/gec-only.test.m2"}),
        ("ua-gec-fluency", {"gec-fluency.test.m2": "more/uk_ua-gec/gec-fluency.test.m2"}),
    ],
)
def test_the_true_files_are_taken_and_named(
    name: str, files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The field's own files have the declared sums, and a run on them names the corpus in its signature."""
    monkeypatch.setenv("ERRATA_DATA", str(tmp_path / "cache"))
    copy = tmp_path / "copy"
    copy.mkdir()
    for kept, path in files.items():
        (copy / kept).write_bytes(shared(f"data/{path}").read_bytes())
    preset = get_preset(name)
    assert fetch(preset, copy).unverified == ()
    (copy / "out.txt").write_text("\n".join(["x"] * (preset.sentences or 0)) + "\n", encoding="utf-8")
    done = run("score", "--data", name, str(copy / "out.txt"), "--measure", "exact", "--format", "jsonl", "--as-is")
    assert f"|gold:{preset.fingerprint}={name}" in done.out


@pytest.mark.parametrize(
    ("name", "prefix"),
    [("seeda", "human/seeda_"), ("gjg15", "human/gjg15_")],
)
def test_the_true_judgements_are_taken(name: str, prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The field's own judgements have the declared sums, and can be read."""
    monkeypatch.setenv("ERRATA_DATA", str(tmp_path / "cache"))
    preset = get_preset(name)
    for item in preset.files:
        (tmp_path / item.name).write_bytes(shared(f"data/{prefix}{item.name}").read_bytes())
    got = fetch(preset, tmp_path)
    assert (got.unverified, sorted(got.sums)) == ((), sorted(item.name for item in preset.files))
    assert all(errata.read_judgements(got.folder / item.name) for item in preset.files)


def test_a_corpus_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A preset that was not fetched, one that has no gold and one that does not exist are refused with a remedy."""
    monkeypatch.setenv("ERRATA_DATA", str(tmp_path))
    with pytest.raises(FileError, match="errata data get conll14"):
        preset_folder(get_preset("conll14"))
    with pytest.raises(UnknownNameError, match="did you mean 'conll14'"):
        get_preset("conll41")
    with pytest.raises(FileError, match="no gold to score against"):
        get_preset("gjg15").paths(tmp_path)
    assert "no gold to score against" in run("score", "--data", "gjg15", "out.txt").err  # before it is fetched, too


def test_the_cache_follows_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """ERRATA_DATA wins; else each system has its place."""
    monkeypatch.delenv("ERRATA_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    monkeypatch.setattr("sys.platform", "linux")
    assert cache_folder() == Path("/x/errata")
    monkeypatch.setattr("sys.platform", "darwin")
    assert cache_folder() == Path.home() / "Library" / "Caches" / "errata"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert cache_folder() == Path("/local/errata")


def test_unknown_golds_keep_the_plain_fingerprint() -> None:
    """Only corpora of the field get a name."""
    made = errata.score(sources=["a b"], references=[["a c"]], outputs=["a c"], measures=["exact"])
    assert re.search(r"\|gold:[0-9a-f]{8}(\||$)", made.scores[0].signature)
