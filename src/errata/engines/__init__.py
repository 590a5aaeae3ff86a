"""Where counting runs: in this process, or distributed to worker processes."""

MAX_WORKERS = 256
MEMORY = 1024
"""Megabytes of rows held in memory before they go to a file, by default."""
