"""What admins do: `pbm admin ...`."""

from commands.cli.admin.main import app

__all__ = ["app"]
