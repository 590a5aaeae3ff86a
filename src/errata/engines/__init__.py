"""Where counting runs: in this process, or shared out to worker processes."""

MAX_WORKERS = 256
MEMORY = 1024
"""Megabytes of rows that are held before they go to a file, unless said otherwise."""
