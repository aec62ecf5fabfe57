"""Moves in words: dictated, told by their pieces, or told by directions."""
