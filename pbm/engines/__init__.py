"""Engines, which are other people's programs: sandbox, process, protocol and referee."""
