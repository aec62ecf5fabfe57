"""Decides whether the words around a move leave it unclear that the writer means the move."""
