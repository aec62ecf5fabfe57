"""Searches without tables."""
