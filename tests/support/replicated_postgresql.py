"""Two PostgreSQL servers with synchronous streaming replication: one takes over for the other."""

import shutil
import subprocess
from contextlib import ExitStack, contextmanager

from sqlalchemy import create_engine

from tests.support.killable_postgresql import START_SECONDS, killable_postgresql
from tests.support.waiting import wait_for

SYNCHRONOUS = "-c", "synchronous_standby_names=*"


class ReplicatedPostgresql:
    """A primary server and its standby, which change places when the primary is killed."""

    def __init__(self, stack):
        made = [stack.enter_context(killable_postgresql(*SYNCHRONOUS)) for _ in range(2)]
        self.primary, self.standby = made
        hosts = ",".join(str(server.host) for server in made)
        query = f"host={hosts}&target_session_attrs=read-write"
        self.url = f"postgresql+psycopg://postgres@/postgres?{query}"
        """As the docs have it; each host is the folder of a socket."""
        self.kills = 0
        self._follow()

    def kill(self):
        """Kills the primary server, with all that is only there."""
        self.primary.kill()
        self.kills += 1

    def start(self):
        """Lets the standby take over, and makes the other one its standby."""
        self._run(self.standby, "pg_ctl", "promote", "-w", "-D", self.standby.folder / "data")
        self.primary, self.standby = self.standby, self.primary
        self._follow()

    def _follow(self):
        """Makes the standby a copy of the primary that follows it; until then nothing commits."""
        self.standby.stop()
        data = self.standby.folder / "data"
        shutil.rmtree(data)
        data.mkdir(mode=0o700)
        if self.standby.user:
            shutil.chown(data, self.standby.user)
        source = f"host={self.primary.host} user=postgres"
        words = "pg_basebackup", "-R", "-X", "stream", "-c", "fast", "-d", source, "-D", data
        self._run(self.standby, *words)
        self.standby.start()
        wait_for(self._is_synchronous, "the standby to follow", START_SECONDS)

    def _run(self, server, program, *words):
        path = server.programs / program
        subprocess.run([path, *words], check=True, capture_output=True, user=server.user)

    def _is_synchronous(self):
        engine = create_engine(self.primary.url)
        try:
            with engine.connect() as connection:
                query = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
                return connection.exec_driver_sql(query).scalar()
        finally:
            engine.dispose()


@contextmanager
def replicated_postgresql():
    """Runs both servers."""
    with ExitStack() as stack:
        yield ReplicatedPostgresql(stack)
