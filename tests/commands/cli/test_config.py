"""The command `pbm config`."""

import json
from pathlib import Path

import pytest

from commands.server.app.opening import open_app
from commands.settings import Settings, read_settings

URL = "postgresql+psycopg://pbm:S3cret@db.example.org/pbm"


def found(out, name):
    return next(each for each in json.loads(out)["settings"] if each["name"] == name)


def test_every_setting_is_shown_by_subject(shell, monkeypatch):
    """On a terminal of 80 columns, with its source; defaults are told as such."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PBM_ADMIN", "a.person.with.a.rather.long.name@department.example.org")
    Path("pbm.toml").write_text('name = "Games"\nrelay = "smtp://127.0.0.1:25"\n')
    status, out, err = shell("config")
    assert (status, err) == (0, "")
    for name in Settings.model_fields:
        assert f"\nPBM_{name.upper()} " in out
    assert "Outgoing mail\n" in out
    table = out.partition("\npbm.toml: ")[0]
    assert max(map(len, table.splitlines())) == 80
    rows = [line.split() for line in out.splitlines()]
    assert ["PBM_NAME", "Games", "pbm.toml"] in rows
    assert ["PBM_SMTP_PORT", "2525", "default"] in rows
    assert f"pbm.toml: {Path('pbm.toml').absolute()}" in out


def test_json_has_values_of_their_kind(shell, monkeypatch):
    """With the source of each, and its place."""
    monkeypatch.setenv("PBM_SMTP_PORT", "off")
    status, out, _ = shell("config", "--json")
    assert status == 0
    assert json.loads(out)["ok"] is True
    assert found(out, "smtp_port") == {
        "name": "smtp_port",
        "variable": "PBM_SMTP_PORT",
        "value": None,
        "source": "environment",
        "place": "PBM_SMTP_PORT",
        "error": "",
    }
    assert found(out, "confirm")["value"] is True


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_no_secret_is_shown(shell, monkeypatch, flags):
    """Not of a credential, nor of a command that prints tokens, nor of wrong settings."""
    Path("secrets").mkdir()
    Path("secrets", "pbm_database").write_text(URL)
    Path("secrets", "password").write_text("S3cret")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", "secrets")
    monkeypatch.setenv("PBM_RELAY", "submissions://me@mail.example.org")
    monkeypatch.setenv("PBM_RELAY_TOKEN_COMMAND", "/usr/bin/oauth --secret S3cret")
    status, out, err = shell("config", *flags)
    assert "S3cret" not in out + err
    assert "oauth ..." in out
    monkeypatch.setenv("PBM_MAILBOX", "imaps://me:S3cret@mail.example.org")
    monkeypatch.setenv("PBM_RELAY_PASSWRD", "S3cret")
    status, out, err = shell("config", *flags)
    assert status == 1
    assert "S3cret" not in out + err
    assert "***@mail.example.org" in out
    assert "PBM_RELAY_PASSWRD: this setting doesn't exist" in out


def test_wrong_settings_are_shown_with_their_errors(shell, monkeypatch):
    """All other commands would only refuse them."""
    monkeypatch.setenv("PBM_ADDRESS", "nonsense")
    status, out, _ = shell("config")
    assert status == 1
    assert "isn't a plain email address. Use one such as pbm@example.org" in " ".join(out.split())
    assert "nonsense" in out
    status, out, _ = shell("config", "--json")
    assert (status, json.loads(out)["ok"]) == (1, False)
    assert found(out, "address")["error"].startswith('"nonsense" isn\'t')


def test_a_file_that_cant_be_read_is_told(shell):
    """In JSON as well."""
    Path("pbm.toml").write_text("address = ")
    assert "pbm.toml can't be read" in shell("config")[1]
    status, out, _ = shell("config", "--json")
    assert (status, json.loads(out)["settings"]) == (1, [])


def test_some_settings_are_asked_for_by_name(shell):
    """As in the environment or in pbm.toml; a misspelt one is refused."""
    out = shell("config", "PBM_DATA", "relay")[1]
    assert "PBM_DATA" in out
    assert "PBM_RELAY " in out
    assert "PBM_ADDRESS" not in out
    status, _, err = shell("config", "adress")
    assert (status, err) == (2, 'The setting "adress" doesn\'t exist. Did you mean "address"?\n')


def test_what_is_kept_with_the_data_counts(shell, monkeypatch):
    """It is shown as such, and what differs from it is wrong; nothing is made or changed."""
    shell("config")
    assert not Path("pbm-data").exists()
    monkeypatch.setenv("PBM_ADDRESS", "pbm@example.org")
    with open_app(read_settings()) as app, app.database.work() as work:
        app.keep_settings(work)
    monkeypatch.delenv("PBM_ADDRESS")
    row = found(shell("config", "--json")[1], "address")
    assert (row["value"], row["source"]) == ("pbm@example.org", "data")
    monkeypatch.setenv("PBM_ADDRESS", "pbm@other.example.org")
    status, out, _ = shell("config", "address")
    assert status == 1
    assert "the database has a different value: pbm@example.org" in " ".join(out.split())


def test_a_database_out_of_reach_is_told(shell, monkeypatch):
    """What it keeps isn't known then; all else is shown."""
    monkeypatch.setenv("PBM_DATABASE", "postgresql+psycopg://pbm:S3cret@127.0.0.1:1/pbm")
    status, out, _ = shell("config")
    assert status == 1
    assert "pbm can't read the settings in the database: the database can't be opened" in out
    assert "PBM_RELAY " in out
    assert "S3cret" not in out
