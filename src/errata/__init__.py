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

from errata._version import __version__

# Those that only plug-ins need are told of on the page about them (docs/extending.md).
_HOMES = {
    "errata.api.agreement": (
        "HumanRanking",
        "HumanScore",
        "MeasureAgreement",
        "MetaEvaluation",
        "SystemLevel",
        "Window",
    ),
    "errata.api.compare": ("Agreement", "Comparison", "MeasureComparison", "compare"),
    "errata.api.consensus": ("Consensus", "consensus"),
    "errata.api.documents": ("Blocks", "score_documents", "split_documents"),
    "errata.api.explain": ("Explanations", "explain"),
    "errata.api.metaeval": ("metaevaluate",),
    "errata.api.review": ("Review", "review"),
    "errata.api.reward": ("Reward", "reward"),
    "errata.api.score": ("Result", "score"),
    "errata.api.segmenting": ("segment_documents",),
    "errata.api.sentences": ("Scorer", "sentence_scores"),
    "errata.api.statistics": ("AnnotatorStatistics", "CorpusStatistics", "PairStatistics", "corpus_statistics"),
    "errata.api.sweep": ("Sweep", "sweep"),
    "errata.check.examination": ("validate",),
    "errata.errors": (
        "ErrataError",
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
    "errata.extract": ("Extractor", "annotate", "get_extractor", "retype"),
    "errata.extract.documents": ("extract_documents",),
    "errata.findings": ("ErrataWarning", "Finding", "Notes", "Place", "Remedy"),
    "errata.formats": ("Format", "available_formats", "read", "read_lines", "write"),
    "errata.formats.conversion": ("to_corpus", "to_document"),
    "errata.formats.datasets": ("read_documents", "read_sources", "write_documents"),
    "errata.formats.essays": ("read_essays",),
    "errata.formats.files": ("document_number", "open_text", "refusing"),
    "errata.formats.judgements": ("read_judgements",),
    "errata.formats.losses": ("Loss", "Losses"),
    "errata.formats.offsets": ("OffsetTable",),
    "errata.formats.strict_json": ("parse_json", "to_json"),
    "errata.formats.writing": ("one_line", "write_lines", "write_text"),
    "errata.formats.xml": ("XmlHandler", "read_xml"),
    "errata.measures": ("available_measures", "parse_measure"),
    "errata.measures.base": ("Measure", "Properties"),
    "errata.measures.cleme.measure": ("Cleme",),
    "errata.measures.data": (
        "Breakdown",
        "GoldBlock",
        "GroupScore",
        "Interval",
        "Score",
        "Selections",
        "SentenceScore",
        "Table",
    ),
    "errata.measures.difficulty.analysis": ("DifficultyAnalysis", "analyse_difficulty"),
    "errata.measures.difficulty.measure": ("Difficulty",),
    "errata.measures.difficulty.weights": ("Weights", "read_weights", "write_weights"),
    "errata.measures.errant.measure": ("Errant",),
    "errata.measures.exact.measure": ("Exact",),
    "errata.measures.gain.constants": ("Constants", "learn_constants", "read_constants", "write_constants"),
    "errata.measures.gain.measure": ("Gain",),
    "errata.measures.gleu.measure": ("Gleu",),
    "errata.measures.green.measure": ("Green",),
    "errata.measures.hoo.measure": ("Hoo",),
    "errata.measures.imeasure.measure": ("IMeasure",),
    "errata.measures.m2.measure": ("M2",),
    "errata.measures.options": ("option",),
    "errata.measures.pt_errant.measure": ("PtErrant",),
    "errata.measures.pt_m2.measure": ("PtM2",),
    "errata.measures.wer.measure": ("Wer",),
    "errata.measures.working": (
        "Alignment",
        "Case",
        "Explanation",
        "Formula",
        "Listing",
        "MeasureExplanation",
        "Picture",
        "Replacement",
        "Working",
    ),
    "errata.model": (
        "Corpus",
        "Edit",
        "Layer",
        "Output",
        "Part",
        "Reference",
        "Text",
        "Token",
        "apply_edits",
        "as_annotator",
        "order_by_text",
    ),
    "errata.model.judgements": ("HumanScores", "Judgements", "RankedGroup", "Ranking"),
    "errata.model.merging": ("merge",),
    "errata.report.figures.canvas": ("Figure",),
    "errata.similarity": ("Similarity", "Weigher"),
    "errata.similarity.models": ("Model", "read_model"),
    "errata.stats.closeness": ("CorrelationInterval", "MeasureTest"),
    "errata.stats.paired": ("PValue", "PairTest"),
    "errata.stats.plan": ("Resampling",),
    "errata.stats.preferences": ("AgreementInterval", "RankPairAgreement", "SentenceLevel"),
    "errata.stats.ranks": ("Standing",),
    "errata.stats.ttest": ("TTest", "against_baseline", "paired_t_test"),
    "errata.text.raw": ("Raw",),
}
"""Where the public names live; `__init__.pyi` has the same for type checkers."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME_OF)]


def __getattr__(name: str) -> object:
    """Load a public name on first access, so that importing the package stays fast."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'errata' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
