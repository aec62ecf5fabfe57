"""Checks the DNS records of the server's address and host."""
