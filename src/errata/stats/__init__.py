"""The influence of chance on scores: resampling, intervals, significance tests, ranks and correlations.

`errata compare` tests pairs of systems with `paired`; `ttest` is for callers with sentence scores.
"""

LEAST_SAMPLES, MAX_SAMPLES = 8, 10_000_000
"""With fewer, more than one score in a hundred (2 / 2 ** n) would be outside all its samples, and so its interval."""
MAX_SEED = 2**63 - 1
LEVELS = (0.01, 0.9999)
"""Outside these levels, an interval is a point, or needs more than samples can tell."""
