"""Where counting runs: in this process, or shared out to worker processes."""

MAX_WORKERS = 256
