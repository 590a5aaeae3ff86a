"""The I-measure (Felice and Briscoe 2015)."""
