"""`pbm serve`: construction of its parts, its processes, and their supervision."""
