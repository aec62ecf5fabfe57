"""The command `pbm doctor`, and the health checks that no other command uses."""
