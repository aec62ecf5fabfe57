"""Renders reviews, proofs, explored positions and saved lines as text and JSON data."""
