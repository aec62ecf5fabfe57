"""The games that are served, and commands that try one."""
