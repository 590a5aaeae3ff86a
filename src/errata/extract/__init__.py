"""From a pair of texts to edits."""
