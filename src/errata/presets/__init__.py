"""Corpora by name: where each comes from, what its files must be, and how errata reads them.

presets.toml   the declarations
archives.py    safe extraction from folders, tar and zip archives
fetching.py    download or copy, verify, install in the cache
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from errata.errors import FileError, UnknownNameError, suggest
from errata.findings import remedy
from errata.records import dataclass

if TYPE_CHECKING:
    from pathlib import Path  # slow to load


@dataclass(frozen=True)
class PresetFile:
    """A file of a preset: its name in the cache, its origin, and its SHA-256 if known."""

    name: str
    origin: str
    sha256: str = ""


@dataclass(frozen=True)
class Preset:
    """A corpus that can be scored by name."""

    name: str
    about: str
    home: str
    licence: str
    citation: str
    files: tuple[PresetFile, ...]
    archive: str = ""
    """The address of an archive with all files."""
    base: str = ""
    """Or the address of the folder that contains each file."""
    ask: str = ""
    """What users must do first, if the data cannot be downloaded freely."""
    gold: str = ""
    """The file to score against; otherwise a source and references."""
    source: str = ""
    references: tuple[str, ...] = ()
    merge: tuple[str, ...] = ()
    """Files with one annotator each, merged into the gold."""
    sentences: int | None = None
    fingerprint: str = ""

    @property
    def is_verified(self) -> bool:
        """Whether the official files are known byte for byte."""
        return all(item.sha256 for item in self.files)

    @property
    def installed(self) -> tuple[str, ...]:
        """The names of all files in the cache."""
        return (*(item.name for item in self.files), *([self.gold] if self.merge else []))

    def paths(self, folder: "Path") -> list[str]:
        """Return the files to score against: the gold, or the source and the references."""
        if self.gold:
            return [str(folder / self.gold)]
        if not self.source:
            raise FileError(f"{self.name} has no gold to score against: {self.about}")
        return [str(folder / self.source), *(str(folder / name) for name in self.references)]


def available_presets() -> Mapping[str, Preset]:
    """Return every preset by name.

    >>> available_presets()["conll14"].sentences
    1312
    """
    import tomllib
    from pathlib import Path

    text = (Path(__file__).parent / "presets.toml").read_text(encoding="utf-8")
    return {name: _declared(name, said) for name, said in tomllib.loads(text).items()}


def _declared(name: str, said: dict[str, object]) -> Preset:
    listed: Sequence[dict[str, str]] = said.pop("files")  # type: ignore[assignment]  # our own file, tested whole
    files = tuple(PresetFile(item["name"], item.get("from", item["name"]), item.get("sha256", "")) for item in listed)
    settings = {key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}
    return Preset(name=name, files=files, **settings)  # type: ignore[arg-type]


def get_preset(name: str) -> Preset:
    """Return the preset of that name."""
    presets = available_presets()
    if name not in presets:
        raise UnknownNameError(f"no corpus is called {name!r}; {suggest(name, presets)} (see 'errata data list')")
    return presets[name]


def cache_folder() -> "Path":
    """Return where presets are kept: the folder in ERRATA_DATA, or else the user's cache folder."""
    import os
    import sys
    from pathlib import Path

    if os.environ.get("ERRATA_DATA"):
        return Path(os.environ["ERRATA_DATA"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "errata"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "errata"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "errata"


def preset_folder(preset: Preset) -> "Path":
    """Return the folder of an installed preset; refuse one that is not installed."""
    folder = cache_folder() / preset.name
    missing = [name for name in preset.installed if not (folder / name).is_file()]
    if missing:
        raise FileError(
            f"{preset.name} is not in {cache_folder()} (no {missing[0]})",
            remedy("run 'errata data get {name}', with {copy} if you have a copy", name=preset.name),
        )
    return folder
