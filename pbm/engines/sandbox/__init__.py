"""The sandbox of an engine: a process that imports only the standard library.

It is a separate process for two reasons. Limits must apply before the engine's first instruction.
And code between fork and exec isn't safe in the server, which has threads.
"""
