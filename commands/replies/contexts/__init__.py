"""Determines what a reply is about, a board or a message, from the token in its address."""
