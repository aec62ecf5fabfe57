"""Reads sentences: their subjects, their greetings, and the games that they name."""
