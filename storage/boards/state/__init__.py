"""Read and write the state of boards: their rows and their logs."""
