"""Tournaments, carried on by the clocks."""
