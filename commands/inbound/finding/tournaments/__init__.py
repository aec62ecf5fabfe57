"""Reads replies to emails about tournaments."""
