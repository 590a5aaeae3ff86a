"""Explain the score of single sentences: what was counted, and how the counts make the score."""
