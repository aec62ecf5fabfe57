"""Debian's PgBouncer in transaction mode, between pbm and a PostgreSQL of the tests."""

import shutil
import subprocess
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from tests.support.waiting import wait_for

PROGRAM = "pgbouncer"
CONFIGURATION = """
[databases]
postgres = host={host} user=postgres

[pgbouncer]
listen_addr =
unix_socket_dir = {folder}
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
"""


@contextmanager
def pgbouncer(database):
    """Runs PgBouncer before a server; yields the URL by which its database is reached."""
    folder = Path(tempfile.mkdtemp(prefix="pbm-pgbouncer-", dir="/tmp"))
    configuration = folder / "pgbouncer.ini"
    configuration.write_text(CONFIGURATION.format(host=database.host, folder=folder))
    folder.chmod(0o755)
    if database.user:  # it refuses to run as root
        shutil.chown(folder, database.user)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [PROGRAM, "-q", configuration], user=database.user, stdout=log, stderr=log
        )
    url = f"postgresql+psycopg://postgres@/postgres?host={folder}&port=6432"
    try:
        wait_for(lambda: _answers(url), "PgBouncer")
        yield url
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


def _answers(url):
    engine = create_engine(url)
    try:
        with closing(engine.connect()):
            return True
    except OperationalError:
        return False
    finally:
        engine.dispose()
