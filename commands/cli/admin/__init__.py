"""The admin's commands: `pbm admin ...`."""

from commands.cli.admin.main import app

__all__ = ["app"]
