"""Tokens and vocabulary, and checks for text that looks wrong."""
