"""The parts of the program, and the processes of `pbm serve` with their supervisor."""
