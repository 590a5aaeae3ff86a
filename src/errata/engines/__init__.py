"""Where counting runs: in this process, or shared out to worker processes."""
