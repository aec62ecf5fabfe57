"""The main process of `pbm serve`: it starts and checks the other processes."""
