"""The program `pbm`: its own commands, lines of the command language, and `pbm admin`."""
