"""Implements `pbm serve`, which runs the server."""

from typing import Annotated

import typer

from commands.cli.games.served_games import check_names
from commands.cli.typer_app import is_forced
from commands.server.supervision import supervisor
from commands.settings import read_settings
from commands.system.logs.logging import configure_logging


def serve(
    *,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="replace the stored address and relay with the values in the settings"
        ),
    ] = False,
    roles: Annotated[
        str,
        typer.Option("--roles", help="roles of this node (overrides PBM_ROLES)"),
    ] = "",
    include_old: Annotated[
        bool, typer.Option("--include-old", help="also read mail that is already in the mailbox")
    ] = False,
) -> None:
    """Run the server until SIGTERM or Ctrl-C.

    When pbm first reads the mailbox (PBM_MAILBOX), it ignores all mail that is already there. Use
    --include-old to run the commands in that mail, too.

    Several nodes (servers on one PostgreSQL database) can share the work. --roles (PBM_ROLES)
    selects the roles of this node: smtp, lmtp, mailbox, delivery, clocks, robots and solver. By
    default, it has all of them.

    pbm stores the server's address and relay in the database, and every command uses the stored
    values.

    Example: PBM_SMTP_PORT=2525 pbm serve
    """
    configure_logging()
    overrides = {"roles": roles} if roles else {}
    settings = read_settings(**overrides)
    check_names()
    supervisor.serve(settings, force=force or is_forced(), include_old=include_old)
