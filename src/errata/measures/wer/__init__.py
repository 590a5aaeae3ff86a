"""Word and character error rate: edits for each word or character of the reference."""
