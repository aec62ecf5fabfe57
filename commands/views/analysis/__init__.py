"""What is known of games and positions, as text and data."""
