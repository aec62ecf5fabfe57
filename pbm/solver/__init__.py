"""Exact values of positions, and the tablebases they come from."""
