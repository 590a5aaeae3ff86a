"""What chance does to scores: resampling, intervals, tests of significance, ranks and correlations.

`errata compare` tests pairs of systems with `paired`; `ttest` is for callers who have sentence scores.
"""

MAX_SAMPLES = 10_000_000
MAX_SEED = 2**63 - 1
LEVELS = (0.01, 0.9999)
"""Beyond, an interval is a point, or asks for more than samples can tell."""
