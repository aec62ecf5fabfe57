"""Reads the moves in replies: their spelling, their board, and plans for later moves."""
