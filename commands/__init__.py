"""The commands, by mail and in the shell, and the program that runs them."""
