"""What surrounds every test: variables, signals, collection."""

import gc
import os
import re
import signal
import sys
import time
from contextlib import suppress
from importlib import import_module

import pytest

from tests.support.paths import FOLDER, ROOT

collect_ignore = ["packages"]  # they have tests of their own
# Tests see the same surroundings everywhere; these lines run before any test is imported.
FOREIGN = re.compile(r"PBM_(?!GOLDEN)|PG[A-Z]|(NO|FORCE)_COLOR|NOTIFY_SOCKET|CREDENTIALS_DIRECTORY")
"""Variables that say something to a server, a database's client or a terminal."""
for _name in filter(FOREIGN.match, list(os.environ)):
    del os.environ[_name]
os.environ |= {"COLUMNS": "80", "TERM": "xterm", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
os.environ["PBM_GAMES"] = "-open-spiel"  # tests of classic games serve them
time.tzset()
os.umask(0o022)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each process would compile all of it again
sys.dont_write_bytecode = False
os.environ["PYTEST_DEBUG_TEMPROOT"] = FOLDER  # of `tmp_path`
for _number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
    if signal.getsignal(_number) is signal.SIG_IGN:  # as under nohup; children would inherit it
        signal.signal(_number, lambda *_: None)
gc.set_threshold(10_000, 10, 100)  # most of what a test makes is garbage before it ends


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    """Loads what tests use, except in the process that only distributes them to workers."""
    if not config.pluginmanager.hasplugin("dsession"):
        config.pluginmanager.import_plugin("tests.support.fixtures")


def pytest_collection(session):
    """Every second worker reads the last files first: what it compiles the others needn't."""
    worker = getattr(session.config, "workerinput", {}).get("workerid", "gw0")
    if int(worker.removeprefix("gw")) % 2:
        for path in _test_files(session.config)[::-1]:
            with suppress(Exception):  # collection tells of it
                import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def _test_files(config):
    """Returns the files to be collected, in their order."""
    places = [config.invocation_params.dir / arg.partition("::")[0] for arg in config.args]
    trees = [sorted(place.rglob("test_*.py")) if place.is_dir() else [place] for place in places]
    return [path for tree in trees for path in tree]


def pytest_itemcollected(item):
    """A PostgreSQL server is started for the slow tests alone: it takes seconds for each worker."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    if "_postgresql" in item.fixturenames or "postgresql" in [*values]:
        item.add_marker("slow")


def pytest_collection_finish():
    """Keeps what all tests share out of each collection of garbage: looking at it takes long."""
    gc.collect()
    gc.freeze()
