"""The settings with their sources, secrets masked."""

from functools import partial
from pathlib import Path

import pytest

from commands.settings import Settings
from commands.settings.reading import read_settings, read_sourced
from commands.settings.shown_values import shown_value
from commands.settings.sources import Source
from commands.settings.stored_settings import StoredSettings
from pbm.errors import UsageError
from tests.support.cases import cases


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    """A folder without settings."""
    monkeypatch.chdir(tmp_path)


def by_name(kept=None):
    return {each.name: each for each in read_sourced(StoredSettings(kept or {}))[0]}


def test_a_stored_address_is_told_with_the_source_of_the_other(tmp_path, monkeypatch):
    """Where it would have to be removed."""
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "pbm_address").write_text("b@example.org\n")

    def refusal():
        with pytest.raises(UsageError) as refused:
            read_settings().with_stored(StoredSettings({"address": "a@b.example"}), force=False)
        return refused.value.text.splitlines()

    Path("pbm.toml").write_text('address = "c@example.org"\n')
    first, advice = refusal()
    assert first == (
        "PBM_ADDRESS is c@example.org, but the value stored in this database is a@b.example."
    )
    assert advice == (
        f'Remove the line "address = ..." from {tmp_path / "pbm.toml"} to use the stored value. To '
        "store the new value instead, run: pbm serve --force"
    )
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "secrets"))
    assert f"Remove the credential {tmp_path / 'secrets' / 'pbm_address'} to use" in refusal()[1]
    monkeypatch.setenv("PBM_ADDRESS", "d@example.org")
    assert refusal()[1].startswith("Unset PBM_ADDRESS to use")


@cases(
    ("given", "told"),
    [
        ({"relay": "submissions://me@b.example"}, "PBM_RELAY: the user's password is missing: set"),
        (
            {"relay_token_command": "x"},
            "PBM_RELAY: the username is missing: use SCHEME://USER@HOST",
        ),
        ({"mailbox": "imaps://me@b.example"}, "PBM_MAILBOX: the user's password is missing: set"),
    ],
)
def test_a_login_is_told_by_the_server(given, told):
    """It is the setting that was given, and not the last that could complete it."""
    with pytest.raises(UsageError) as refused:
        read_settings(**given)
    assert told in refused.value.text


@cases("user", ["pbm@example.org", "pbm%40example.org"])
def test_an_address_as_a_user_is_written_in_two_ways(user):
    """As it is, or with the @ encoded."""
    settings = Settings(
        mailbox=f"imaps://{user}@imap.example.org",
        mailbox_password_file="x",
        relay=f"submissions://{user}@smtp.example.org",
        relay_password_file="x",
    )
    assert settings.mailbox_address.user == "pbm@example.org"
    assert settings.mailbox_address.host == "imap.example.org"


def test_each_setting_has_the_source_that_counts(tmp_path, monkeypatch):
    """Environment before credential, before pbm.toml, before what is kept with the data."""
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "pbm_admin").write_text("a@example.org\n")
    (tmp_path / "secrets" / "pbm_tls_key").write_text("key")
    (tmp_path / "secrets" / "pbm_tls_certificate").write_text("certificate")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "secrets"))
    monkeypatch.setenv("PBM_SMTP_PORT", "off")
    Path("pbm.toml").write_text('admin = "b@example.org"\nname = "Games"\nsmtp_port = 25\n')
    found = by_name({"address": "pbm@example.org", "relay": "maildir:"})
    told = {name: (found[name].source, found[name].place) for name in found}
    assert told["smtp_port"] == (Source.ENVIRONMENT, "PBM_SMTP_PORT")
    assert told["admin"] == (Source.CREDENTIAL, str(tmp_path / "secrets" / "pbm_admin"))
    assert told["name"] == (Source.FILE, str(tmp_path / "pbm.toml"))
    assert told["address"] == (Source.DATA, "")
    assert told["lmtp"] == (Source.DEFAULT, "")
    assert found["smtp_port"].value is None
    assert found["admin"].value == "a@example.org"
    assert found["address"].value == "pbm@example.org"
    assert found["tls_key"].value == str(tmp_path / "secrets" / "pbm_tls_key")


def test_wrong_settings_are_told_beside_the_others(monkeypatch):
    """The values are those that were given; unknown names come apart."""
    monkeypatch.setenv("PBM_ADDRESS", "nonsense")
    monkeypatch.setenv("PBM_ADRESS", "S3cret")
    Path("pbm.toml").write_text("smtp_port = 99999\nnaem = 1\n")
    sourced, unknown = read_sourced(StoredSettings())
    found = {each.name: each for each in sourced}
    assert "isn't a plain email address" in found["address"].error
    assert found["address"].value == "nonsense"
    assert "less than or equal to 65535" in found["smtp_port"].error
    assert found["name"].error == ""
    assert [str(each).split(":")[0] for each in unknown] == ["PBM_ADRESS", "pbm.toml"]
    assert "S3cret" not in "".join(map(str, unknown))


def test_a_value_that_differs_from_the_servers_is_wrong(monkeypatch):
    """All commands refuse it, so it is told here as well."""
    monkeypatch.setenv("PBM_ADDRESS", "other@example.org")
    found = by_name({"address": "pbm@example.org", "relay": "maildir:"})
    assert found["address"].error == "the database has a different value: pbm@example.org"
    assert found["relay"].error == ""


@pytest.mark.parametrize("content", [b"address = ", b"\xff\xfe"])
def test_a_file_that_cant_be_read_is_an_error(content):
    """It names the file."""
    Path("pbm.toml").write_bytes(content)
    with pytest.raises(UsageError, match=r"pbm\.toml can't be read"):
        read_sourced(StoredSettings())


def test_what_is_no_file_is_an_error():
    """Else a server would start with other settings where the disk of its own is missing."""
    file = Path("pbm.toml")
    for make in (file.mkdir, partial(file.symlink_to, "gone/x"), partial(file.symlink_to, file)):
        make()
        with pytest.raises(UsageError, match=r"pbm\.toml can't be read"):
            read_settings()
        file.unlink() if file.is_symlink() else file.rmdir()


def test_a_file_that_may_not_be_read_is_an_error(monkeypatch):
    """As that of another user."""
    Path("pbm.toml").write_text("")
    monkeypatch.setattr("builtins.open", _refuse)
    with pytest.raises(UsageError, match=r"pbm\.toml can't be read: Permission denied"):
        read_sourced(StoredSettings())


def _refuse(*_args, **_more):
    raise PermissionError(13, "Permission denied")


@cases(
    ("name", "value", "shown"),
    [
        ("database", "postgresql+psycopg://u:S3cret@h/n", "postgresql+psycopg://u:***@h/n"),
        ("database", "postgresql://u:S3@c/r:e?t@h:5432/n", "postgresql://u:***@h:5432/n"),
        ("database", "postgresql://:S3cret@h/n", "postgresql://:***@h/n"),
        ("database", "postgresql://h/n?password=S3cret&a=b", "postgresql://h/n?password=***&a=b"),
        ("database", "postgresql://u@h:5432/n", "postgresql://u@h:5432/n"),
        ("mailbox", "imaps://me:S3cret@imap.example.org", "imaps://me:***@imap.example.org"),
        ("mailbox", "imaps://me@imap.example.org/Games", "imaps://me@imap.example.org/Games"),
        ("mailbox", "imaps://me@example.org:S3@cret@h:993", "imaps://me@example.org:***@h:993"),
        ("mailbox", "imaps://me@example.org@h:993/Games", "imaps://me@example.org@h:993/Games"),
        ("mailbox", "me:S3cret@h", "me:***@h"),
        ("mailbox", "imaps://me@h:S3cret", "imaps://me@h:***"),
        ("mailbox", "imap://[::1]:143", "imap://[::1]:143"),
        ("relay", "smtp://h:S3cret/x", "smtp://h:***"),
        ("relay", "maildir:/var/mail/a@b", "maildir:/var/mail/a@b"),
        ("database", "sqlite:////var/pbm/a.db", "sqlite:////var/pbm/a.db"),
        ("database", "host=h user=x password=S3cret", "host=h user=x password=***"),
        ("name", "pbm: games @ home", "pbm: games @ home"),
        ("relay_token_command", "SECRET=S3cret oauth", "*** ..."),
        ("relay_token_command", "/usr/bin/oauth --secret S3cret", "oauth ..."),
        ("mailbox_token_command", "token", "token"),
        ("smtp_port", None, "off"),
        ("confirm", True, "true"),
        ("solve_seconds", 60.0, "60"),
    ],
)
def test_values_are_shown_without_secrets(name, value, shown):
    """Passwords in URLs, and the words of commands."""
    assert shown_value(name, value) == shown
