"""Tablebases: how to number positions, find their values, and store and check them."""
