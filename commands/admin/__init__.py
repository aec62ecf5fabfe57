"""What admins do: `pbm admin ...`."""

from commands.admin.program import app

__all__ = ["app"]
