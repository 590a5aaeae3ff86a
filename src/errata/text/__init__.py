"""Tokens and vocabulary, tokenisers, and checks for text that looks wrong."""
