"""Pure algorithms that bring texts or edits into correspondence."""
