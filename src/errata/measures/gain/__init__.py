"""GAIN: what an output gains over its source, calibrated on how references agree with each other (experimental)."""
