"""Engines: players that are other people's programs. Each runs as a process in a sandbox."""
