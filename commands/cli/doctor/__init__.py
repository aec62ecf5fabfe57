"""The command `pbm doctor`, and the checks that it alone makes."""
