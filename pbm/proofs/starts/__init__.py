"""What is proved of the starts of games."""
