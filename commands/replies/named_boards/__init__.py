"""Finds the commands on lines that name their board, in any email."""
