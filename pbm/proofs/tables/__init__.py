"""Tablebases: how they are made, kept and read."""
