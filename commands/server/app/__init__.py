"""The parts of the program, made from its settings."""
