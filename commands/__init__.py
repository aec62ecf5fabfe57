"""Everything that can be said, by mail or in the shell, and the program itself."""
