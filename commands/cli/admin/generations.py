"""Implements `pbm admin new-generation`, which continues with an older copy of the database."""

from commands.cli.admin.act import admin_act
from commands.cli.arguments import Reason
from commands.cli.database.new_generation import begin_new_generation, report_lines
from commands.security.keys.key_ring import UnusableKeyError
from pbm.errors import NotAllowedError


def new_generation(reason: Reason) -> None:
    """Go on with an older copy of the database.

    A new generation of it begins.

    Do it after you have restored a backup by hand, before anything else runs. Mails about what
    happened after the backup can then no longer be answered by reply, so that no such answer acts
    on something else; those about boards that are still as they were can. New boards get numbers
    that weren't in use.

    What "pbm restore" does, this does too: mails that waited are paused, as they may have been sent
    since; the time since the last sign of the server is given back to the players; and each player
    with a running game is told once how the boards stand.

    Example: pbm admin new-generation --reason "restored the backup of May 2nd"
    """
    with admin_act(reason, may_be_older=True, check_key=False) as act:
        try:
            begun = begin_new_generation(act.database, act.work, act.context, act.mailer)
        except UnusableKeyError as error:
            raise NotAllowedError(str(error)) from None
        act.record("new-generation", "database", f"generation {begun.generation.number}")
        act.report = "\n".join([*report_lines(begun), "Start the server now."])
