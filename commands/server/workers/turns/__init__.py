"""Turns of robots and engines, each under a lease."""
