"""Certificates of the values of starts, which independent programs can check."""
