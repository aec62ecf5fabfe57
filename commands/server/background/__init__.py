"""The process of the background workers, and its searches."""
