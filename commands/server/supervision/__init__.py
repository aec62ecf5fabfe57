"""The supervision of the processes of `pbm serve`: what the main process starts and checks."""
