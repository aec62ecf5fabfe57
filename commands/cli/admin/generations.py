"""Implements `pbm admin new-generation`, which continues with an older copy of the database."""

from commands.cli.admin.admin_actions import admin_act
from commands.cli.arguments import Reason
from commands.cli.database.backups.new_generation import begin_new_generation, report_lines
from commands.security.keys.key_ring import UnusableKeyError
from pbm.errors import NotAllowedError


def new_generation(reason: Reason) -> None:
    """Continue with an older copy of the database.

    Run this after you have restored a backup by hand, and before anything else uses the database.
    It begins a new generation of the database, as "pbm restore" does:

    Players can no longer reply to emails about events after the backup, because a reply might
    affect the wrong game or move. Replies about boards that haven't changed since the backup still
    work. New boards get numbers that were never used.

    pbm pauses all waiting mail, because it may have been sent since the backup. It gives the
    downtime back to the players. It also emails the current state of their games to all players
    with games in progress.

    Example: pbm admin new-generation --reason "restored the backup of May 2nd"
    """
    with admin_act(reason, may_be_older=True, check_key=False) as act:
        try:
            begun = begin_new_generation(act.database, act.work, act.context, act.mailer)
        except UnusableKeyError as error:
            raise NotAllowedError(str(error)) from None
        act.record("new-generation", "database", f"generation {begun.generation.number}")
        act.report = "\n".join([*report_lines(begun), "Start the server now."])
