"""What may be concluded from scores: tests of significance."""
