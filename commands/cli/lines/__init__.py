"""Runs lines that admins type in the shell, in the server or in this process."""
