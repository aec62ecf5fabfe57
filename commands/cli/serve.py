"""The command `pbm serve`."""

from typing import Annotated

import typer

from commands.cli.forced import is_forced
from commands.server import supervisor
from commands.settings import read_settings
from commands.system.logging import configure_logging


def serve(
    *,
    force: Annotated[
        bool, typer.Option("--force", help="change the address or relay kept with the data")
    ] = False,
) -> None:
    """Receive, answer and deliver mail, until SIGTERM or Ctrl-C.

    The address and the relay are kept with the data, and then hold for all commands.

    Example: PBM_SMTP_PORT=2525 pbm serve
    """
    configure_logging()
    supervisor.serve(read_settings(), force=force or is_forced())
