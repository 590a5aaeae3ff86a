"""GLEU (Napoles et al. 2015, 2016)."""
