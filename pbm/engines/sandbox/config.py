"""The configuration that the server hands to the sandbox."""

from typing import Any

FIRST_OWN_USER = 1_900_000_000
"""Users without an account: this number and a process id make one that no other engine has."""
MEGABYTE = 2**20
Config = dict[str, Any]
"""The fields of `EngineLimits`, and

`control`: the file descriptor of the control socket
`folder`: the path of the engine's folder, which the sandbox makes and removes
`isolation`: NAMESPACES, LANDLOCK or NONE
`visible`: the files and folders that the engine may read
"""
