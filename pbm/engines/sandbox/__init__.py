"""The sandbox of an engine: a process that loads nothing but the standard library.

Limits must hold before the engine's first instruction, and code between fork and exec isn't safe
in the server, which has threads.
"""
