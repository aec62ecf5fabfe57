"""The texts of the help pages."""
