"""Files, logging and child processes."""
