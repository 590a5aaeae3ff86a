"""Pure algorithms on tokens and spans: no files, no measures."""
