"""`pbm serve`: its processes and their supervisor."""
