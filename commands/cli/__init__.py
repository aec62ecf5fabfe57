"""The program `pbm` as typed: its own commands, lines of the language, and `pbm admin`."""
