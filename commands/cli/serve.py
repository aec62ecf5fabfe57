"""The command `pbm serve`."""

from commands.server import supervisor
from commands.settings import read_settings
from commands.system.logging import configure_logging


def serve() -> None:
    """Receive, answer and deliver mail, until SIGTERM or Ctrl-C.

    Example: PBM_SMTP_PORT=2525 pbm serve
    """
    configure_logging()
    supervisor.serve(read_settings())
