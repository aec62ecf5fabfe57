"""What takes time, measured: see each file for how."""
