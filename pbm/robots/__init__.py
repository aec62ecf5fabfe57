"""Robots: built-in players of every game, at several levels."""
