"""What is proved about positions, and the searches, reviews and statistics that players ask for."""
