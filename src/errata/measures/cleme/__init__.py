"""CLEME (Ye et al. 2023) and CLEME2.0."""
