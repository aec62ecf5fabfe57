"""`pbm serve`: its processes, and what each of them does."""
