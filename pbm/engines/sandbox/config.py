"""The configuration that the server passes to the sandbox."""

from typing import Any

FIRST_OWN_USER = 1_900_000_000
"""The first user id for engines. Adding a process id makes one that no other engine has."""
MEGABYTE = 2**20
Config = dict[str, Any]
"""The fields of `EngineLimits`, and these:

`control`: the file descriptor of the control socket
`folder`: the path of the engine's folder, which the sandbox creates and removes
`isolation`: NAMESPACES, LANDLOCK or NONE
`visible`: the files and folders that the engine may read
"""
