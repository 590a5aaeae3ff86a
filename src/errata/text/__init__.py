"""Tokens and vocabulary, tokenisers, token edits, Unicode forms, wording of messages; `raw`: raw text to tokens."""
