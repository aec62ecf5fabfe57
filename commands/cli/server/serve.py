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
        bool, typer.Option("--force", help="change the address or relay kept with the data")
    ] = False,
    roles: Annotated[
        str,
        typer.Option("--roles", help="the work to take a part in, in place of PBM_ROLES"),
    ] = "",
    take_old: Annotated[
        bool, typer.Option("--take-old", help="take mail that was in the mailbox before, too")
    ] = False,
) -> None:
    """Receive, answer and deliver mail, until SIGTERM or Ctrl-C.

    Mail that was in the mailbox (PBM_MAILBOX) before pbm first read it is left alone, unless
    --take-old says that its commands count, too.

    Several nodes (servers on one PostgreSQL) share the work; --roles (PBM_ROLES) names that of this
    one: smtp, lmtp, mailbox, delivery, clocks, robots and solver. Without it, it does all of it.

    The address and the relay are kept with the data, and then hold for all commands.

    Example: PBM_SMTP_PORT=2525 pbm serve
    """
    configure_logging()
    overrides = {"roles": roles} if roles else {}
    settings = read_settings(**overrides)
    check_names()
    supervisor.serve(settings, force=force or is_forced(), take_old=take_old)
