"""The command `pbm doctor`, and its checks."""
