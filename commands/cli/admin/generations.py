"""Going on with an older database: `pbm admin new-generation`."""

from commands.cli.admin.act import admin_act
from commands.cli.arguments import Reason


def new_generation(reason: Reason) -> None:
    """Go on with an older copy of the database: begin a new generation of it.

    Do it after you have restored a backup by hand, before anything else runs. Mails about what
    happened after the backup can then no longer be answered by reply, so that no such answer acts
    on something else; those about boards that are still as they were can. New boards get numbers
    that weren't in use.

    Example: pbm admin new-generation --reason "restored the backup of May 2nd"
    """
    with admin_act(reason, may_be_older=True, check_key=False) as act:
        begun = act.database.begin_generation(act.work, act.context.now())
        act.record("new-generation", "database", f"generation {begun.number}")
        act.report = f"Generation {begun.number} has begun. Start the server now."
