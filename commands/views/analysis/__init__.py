"""Analysis of games and positions, as text and data."""
