"""Construction of the objects that make up the program, from its settings."""
