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
        bool, typer.Option("--force", help="change the stored address or relay")
    ] = False,
    roles: Annotated[
        str,
        typer.Option("--roles", help="roles of this node (overrides PBM_ROLES)"),
    ] = "",
    take_old: Annotated[
        bool, typer.Option("--take-old", help="also take mail that was in the mailbox before")
    ] = False,
) -> None:
    """Receive, answer and deliver mail, until SIGTERM or Ctrl-C.

    pbm ignores mail that was in the mailbox (PBM_MAILBOX) before it first read it. Use --take-old
    to run the commands in that mail, too.

    Several nodes (servers on one PostgreSQL database) can share the work. --roles (PBM_ROLES) sets
    the roles of this node: smtp, lmtp, mailbox, delivery, clocks, robots and solver. The default is
    all of them.

    pbm stores the address and the relay with the data and uses them for all commands.

    Example: PBM_SMTP_PORT=2525 pbm serve
    """
    configure_logging()
    overrides = {"roles": roles} if roles else {}
    settings = read_settings(**overrides)
    check_names()
    supervisor.serve(settings, force=force or is_forced(), take_old=take_old)
