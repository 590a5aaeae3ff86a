"""What chance does to scores: resampling, intervals, tests of significance, ranks and correlations."""
