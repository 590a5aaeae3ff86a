"""What the command line calls and users import: score, compare, explain; the front page lists the names."""
