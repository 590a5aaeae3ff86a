"""What the command line calls and users import: score, compare, explain; the package's front page lists the names."""
