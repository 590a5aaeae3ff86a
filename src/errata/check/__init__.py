"""The doctor: reads past mistakes, says what it finds, repairs."""
