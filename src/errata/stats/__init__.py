"""The influence of chance on scores: resampling, intervals, significance tests, ranks and correlations.

`errata compare` tests pairs of systems with `paired`; `ttest` is for callers with sentence scores.
"""

MAX_SAMPLES = 10_000_000
MAX_SEED = 2**63 - 1
LEVELS = (0.01, 0.9999)
"""Outside these levels, an interval is a point, or needs more than samples can tell."""
