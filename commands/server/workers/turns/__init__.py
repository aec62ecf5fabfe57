"""Turns of robots and engines. A lease ensures that only one worker plays each turn."""
