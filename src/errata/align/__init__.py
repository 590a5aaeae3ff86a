"""Pure algorithms on integer tokens: no text, no files, no measures."""
