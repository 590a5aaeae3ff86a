"""Word and character error rate: edits per word or character of the reference."""
