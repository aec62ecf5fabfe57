"""Tournaments: entries, boards, results, and the emails about them."""
