"""Exact values: proved at once, with patience, or as jobs; and the tables that are kept."""
