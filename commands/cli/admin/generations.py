"""Implements `pbm admin new-generation`, which continues with an older copy of the database."""

from commands.cli.admin.act import admin_act
from commands.cli.arguments import Reason
from commands.cli.database.new_generation import begin_new_generation, report_lines
from commands.security.keys.key_ring import UnusableKeyError
from pbm.errors import NotAllowedError


def new_generation(reason: Reason) -> None:
    """Continue with an older copy of the database.

    This begins a new generation of it.

    Run this after you have restored a backup by hand, before anything else runs. Players can then
    no longer reply to emails about events after the backup, so that no such reply acts on something
    else. Replies to emails about boards that haven't changed since still work. New boards get
    numbers that were never used.

    It also does the same as "pbm restore". It pauses all waiting mail, because it may have been
    sent since. It gives the time since the server's last sign of life back to the players. It sends
    each player with a running game one email that shows the state of their boards.

    Example: pbm admin new-generation --reason "restored the backup of May 2nd"
    """
    with admin_act(reason, may_be_older=True, check_key=False) as act:
        try:
            begun = begin_new_generation(act.database, act.work, act.context, act.mailer)
        except UnusableKeyError as error:
            raise NotAllowedError(str(error)) from None
        act.record("new-generation", "database", f"generation {begun.generation.number}")
        act.report = "\n".join([*report_lines(begun), "Start the server now."])
