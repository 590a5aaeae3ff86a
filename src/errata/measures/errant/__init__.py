"""The comparison of edits in ERRANT (Bryant et al. 2017)."""
