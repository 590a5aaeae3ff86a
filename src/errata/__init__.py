"""Evaluate text correction: measures, their intervals and explanations, exact and fast.

>>> import errata
>>> result = errata.score(
...     sources=["She go to school every day ."],
...     references=[["She goes to school every day ."], ["She goes to school each day ."]],
...     outputs={"mine": ["She goes to school every day ."]},
...     measures=["green"],
... )
>>> result["mine", "green"].score
1.0
"""

from typing import TYPE_CHECKING

from errata._version import __version__

if TYPE_CHECKING:  # the same names once more, where type checkers look for them
    from errata.measures.difficulty.analysis import DifficultyAnalysis as DifficultyAnalysis
    from errata.measures.difficulty.analysis import analyse_difficulty as analyse_difficulty
    from errata.api.compare import Agreement as Agreement
    from errata.api.compare import Comparison as Comparison
    from errata.api.compare import MeasureComparison as MeasureComparison
    from errata.api.compare import compare as compare
    from errata.corpus import Corpus as Corpus
    from errata.corpus import Output as Output
    from errata.corpus import merge as merge
    from errata.check.examination import validate as validate
    from errata.check.findings import Finding as Finding
    from errata.check.findings import Place as Place
    from errata.document_sets import DocumentSet as DocumentSet
    from errata.document_sets import merge_documents as merge_documents
    from errata.documents import CharacterEdit as CharacterEdit
    from errata.documents import Document as Document
    from errata.documents import Layer as Layer
    from errata.documents import Part as Part
    from errata.documents import Token as Token
    from errata.errors import ErrataError as ErrataError
    from errata.errors import ErrataWarning as ErrataWarning
    from errata.errors import FileError as FileError
    from errata.errors import FormatError as FormatError
    from errata.errors import InputError as InputError
    from errata.errors import LengthError as LengthError
    from errata.errors import LossError as LossError
    from errata.errors import MissingExtraError as MissingExtraError
    from errata.errors import OptionError as OptionError
    from errata.errors import UnknownNameError as UnknownNameError
    from errata.errors import WorkerError as WorkerError
    from errata.api.explain import explain as explain
    from errata.measures.working import Alignment as Alignment
    from errata.measures.working import Case as Case
    from errata.measures.working import Explanation as Explanation
    from errata.measures.working import Formula as Formula
    from errata.measures.working import Listing as Listing
    from errata.measures.working import MeasureExplanation as MeasureExplanation
    from errata.measures.working import Replacement as Replacement
    from errata.measures.working import Working as Working
    from errata.extract import Extractor as Extractor
    from errata.extract import annotate as annotate
    from errata.extract import get_extractor as get_extractor
    from errata.extract.documents import extract_documents as extract_documents
    from errata.formats import Format as Format
    from errata.formats import available_formats as available_formats
    from errata.formats import read as read
    from errata.formats import read_lines as read_lines
    from errata.formats import write as write
    from errata.formats.conversion import to_corpus as to_corpus
    from errata.formats.conversion import to_document as to_document
    from errata.formats.datasets import read_documents as read_documents
    from errata.formats.datasets import read_sources as read_sources
    from errata.formats.datasets import write_documents as write_documents
    from errata.formats.losses import Loss as Loss
    from errata.formats.weights import Weights as Weights
    from errata.formats.weights import read_weights as read_weights
    from errata.formats.weights import write_weights as write_weights
    from errata.measures import available_measures as available_measures
    from errata.measures import parse_measure as parse_measure
    from errata.measures.base import Measure as Measure
    from errata.measures.base import Properties as Properties
    from errata.measures.blocks import GoldBlock as GoldBlock
    from errata.measures.breakdown import Breakdown as Breakdown
    from errata.measures.breakdown import GroupScore as GroupScore
    from errata.measures.cleme.measure import Cleme as Cleme
    from errata.measures.difficulty.measure import Difficulty as Difficulty
    from errata.measures.errant.measure import Errant as Errant
    from errata.measures.gleu.measure import Gleu as Gleu
    from errata.measures.green.measure import Green as Green
    from errata.measures.hoo.measure import Hoo as Hoo
    from errata.measures.imeasure.measure import IMeasure as IMeasure
    from errata.measures.m2.measure import M2 as M2
    from errata.measures.options import option as option
    from errata.measures.results import Interval as Interval
    from errata.measures.results import Score as Score
    from errata.measures.results import SentenceScore as SentenceScore
    from errata.measures.tables import Selections as Selections
    from errata.measures.tables import Table as Table
    from errata.records import DetailedEdit as DetailedEdit
    from errata.records import Segment as Segment
    from errata.api.score import Result as Result
    from errata.api.score import score as score
    from errata.sentences import Annotation as Annotation
    from errata.sentences import Edit as Edit
    from errata.sentences import Reference as Reference
    from errata.sentences import Sentence as Sentence
    from errata.sentences import apply_edits as apply_edits
    from errata.stats.paired import PValue as PValue
    from errata.stats.paired import PairTest as PairTest
    from errata.stats.plan import Resampling as Resampling
    from errata.stats.ranks import Standing as Standing
    from errata.stats.ttest import TTest as TTest
    from errata.stats.ttest import against_baseline as against_baseline
    from errata.stats.ttest import paired_t_test as paired_t_test

# Of these only plug-ins need Extractor, Format, GoldBlock, Measure, Properties, Selections, Table and option.
_HOMES = {
    "errata.measures.difficulty.analysis": ("DifficultyAnalysis", "analyse_difficulty"),
    "errata.api.compare": ("Agreement", "Comparison", "MeasureComparison", "compare"),
    "errata.corpus": ("Corpus", "Output", "merge"),
    "errata.check.examination": ("validate",),
    "errata.check.findings": ("Finding", "Place"),
    "errata.document_sets": ("DocumentSet", "merge_documents"),
    "errata.documents": ("CharacterEdit", "Document", "Layer", "Part", "Token"),
    "errata.errors": (
        "ErrataError",
        "ErrataWarning",
        "FileError",
        "FormatError",
        "InputError",
        "LengthError",
        "LossError",
        "MissingExtraError",
        "OptionError",
        "UnknownNameError",
        "WorkerError",
    ),
    "errata.api.explain": ("explain",),
    "errata.measures.working": (
        "Alignment",
        "Case",
        "Explanation",
        "Formula",
        "Listing",
        "MeasureExplanation",
        "Replacement",
        "Working",
    ),
    "errata.extract": ("Extractor", "annotate", "get_extractor"),
    "errata.extract.documents": ("extract_documents",),
    "errata.formats": ("Format", "available_formats", "read", "read_lines", "write"),
    "errata.formats.conversion": ("to_corpus", "to_document"),
    "errata.formats.datasets": ("read_documents", "read_sources", "write_documents"),
    "errata.formats.losses": ("Loss",),
    "errata.formats.weights": ("Weights", "read_weights", "write_weights"),
    "errata.measures": ("available_measures", "parse_measure"),
    "errata.measures.base": ("Measure", "Properties"),
    "errata.measures.blocks": ("GoldBlock",),
    "errata.measures.breakdown": ("Breakdown", "GroupScore"),
    "errata.measures.cleme.measure": ("Cleme",),
    "errata.measures.difficulty.measure": ("Difficulty",),
    "errata.measures.errant.measure": ("Errant",),
    "errata.measures.gleu.measure": ("Gleu",),
    "errata.measures.green.measure": ("Green",),
    "errata.measures.hoo.measure": ("Hoo",),
    "errata.measures.imeasure.measure": ("IMeasure",),
    "errata.measures.m2.measure": ("M2",),
    "errata.measures.options": ("option",),
    "errata.measures.results": ("Interval", "Score", "SentenceScore"),
    "errata.measures.tables": ("Selections", "Table"),
    "errata.records": ("DetailedEdit", "Segment"),
    "errata.api.score": ("Result", "score"),
    "errata.sentences": ("Annotation", "Edit", "Reference", "Sentence", "apply_edits"),
    "errata.stats.paired": ("PValue", "PairTest"),
    "errata.stats.plan": ("Resampling",),
    "errata.stats.ranks": ("Standing",),
    "errata.stats.ttest": ("TTest", "against_baseline", "paired_t_test"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME_OF)]


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, so that importing the package stays quick."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'errata' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
