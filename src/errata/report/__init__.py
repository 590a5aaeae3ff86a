"""Results as text: tables for people, JSON and TSV for programs."""
