"""Checks of the DNS of the server's address, where it is ours."""
