"""Exact match: the share of sentences that equal a reference."""
