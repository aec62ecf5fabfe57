"""The machine around the server: files, logging, metrics, clock jumps and child processes."""
