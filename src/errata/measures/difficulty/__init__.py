"""Measures weighted by difficulty (Gotou et al. 2020)."""
