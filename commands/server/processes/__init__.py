"""Start, watch and end the child processes of a server."""
