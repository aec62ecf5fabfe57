"""Settings that players depend on are the database's while nodes run on it."""

import pytest

from commands.server.app.opening import open_app
from commands.server.membership import Membership
from commands.settings import Settings, read_settings
from commands.settings.stored_settings import SHARED, StoredSettings, read_shared, written
from pbm.errors import UsageError
from pbm.process.leases import LEASE


@pytest.fixture
def node(database_url, tmp_path, monkeypatch):
    """Returns a function that starts a node with these settings, as far as its settings go."""
    for name in ("PBM_ADDRESS", "PBM_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "master-key"

    def start(node, /, *, force=False, **settings):
        own = {"node": node, "data": tmp_path / node, "relay": "smtp://127.0.0.1:9"}
        made = Settings(database=database_url, master_key_file=str(file), **own | settings)
        with open_app(made, folder_id=node, force=force) as app:
            Membership(app, node, []).enter()
            return app.settings

    return start


def silence(database_url, tmp_path, name):
    """Lets a node look like one that was killed long ago."""
    made = Settings(
        database=database_url, data=tmp_path / name, master_key_file=f"{tmp_path}/master-key"
    )
    with open_app(made, force=True) as app, app.database.work() as work:
        work.nodes.change(name, seen=app.clock.now() - 2 * LEASE)


on_postgresql = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@on_postgresql
def test_a_node_with_other_settings_is_refused(node):
    """The refusal names each, and the nodes; what wasn't given is the database's."""
    node("one", confirm=False, emails_per_address=7, name="Games")
    with pytest.raises(UsageError) as refused:
        node("two", confirm=True, emails_per_address=8, name="Games")
    assert "differ from those of the other nodes (one)" in refused.value.text
    assert "PBM_CONFIRM is true on this node, but false on the others" in refused.value.text
    assert "PBM_EMAILS_PER_ADDRESS is 8 on this node, but 7 on the others" in refused.value.text
    assert "PBM_NAME" not in refused.value.text
    joined = node("two", confirm=False)
    assert (joined.confirm, joined.emails_per_address, joined.name) == (False, 7, "Games")


@on_postgresql
def test_the_last_node_to_start_may_change_them(node, database_url, tmp_path):
    """With no other that runs, all its own hold, also those that aren't given."""
    node("one", confirm=False, emails_per_address=7)
    changed = node("one", emails_per_address=8)
    assert (changed.confirm, changed.emails_per_address) == (True, 8)
    silence(database_url, tmp_path, "one")
    assert node("two", vacation_days=1).emails_per_address == 300
    assert node("three").vacation_days == 1


@on_postgresql
def test_force_changes_them_node_by_node(node):
    """Each that is started so uses its own, and those after it must fit."""
    node("one", confirm=False)
    assert node("two", confirm=True, force=True).confirm
    with pytest.raises(
        UsageError, match="PBM_CONFIRM is false on this node, but true on the others"
    ):
        node("three", confirm=False)


@on_postgresql
def test_commands_use_those_of_the_nodes(node, database_url, tmp_path, monkeypatch):
    """Whatever the shell has; its own once no node runs."""
    node("one", emails_per_address=7)
    monkeypatch.setenv("PBM_DATABASE", database_url)
    monkeypatch.setenv("PBM_MASTER_KEY_FILE", str(tmp_path / "master-key"))
    monkeypatch.setenv("PBM_EMAILS_PER_ADDRESS", "9")
    with open_app(read_settings()) as app:
        assert app.settings.emails_per_address == 7
    with open_app(read_settings(), force=True) as app:
        assert app.settings.emails_per_address == 9
    silence(database_url, tmp_path, "one")
    with open_app(read_settings()) as app:
        assert app.settings.emails_per_address == 9


def test_each_value_comes_back_as_it_was():
    """Numbers, words and yes or no; what this version can't read is left out."""
    given = Settings(
        confirm=False, emails_per_address=7, name="A game", replies="both", authserv_id=""
    )
    kept = {name: written(getattr(given, name)) for name in SHARED}
    assert read_shared(Settings, kept) == {name: getattr(given, name) for name in SHARED}
    assert read_shared(Settings, {"emails_per_address": "0", "confirm": "x", "else": "1"}) == {}
    assert Settings().with_stored(StoredSettings({"else": "1"}, ["one"]), force=False) == Settings()
