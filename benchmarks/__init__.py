"""The speed suite: every claim of speed is measured here."""
