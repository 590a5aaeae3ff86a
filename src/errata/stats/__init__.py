"""What chance does to scores: resampling, intervals, tests of significance, ranks and correlations."""

MAX_SAMPLES = 10_000_000
MAX_SEED = 2**63 - 1
