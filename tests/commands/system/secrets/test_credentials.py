"""Settings that come as credentials of systemd, or as secrets of a container."""

import os
from pathlib import Path

import pytest

from commands.settings import engine_limits, read_settings
from pbm.engines.visible_files import visible_files
from pbm.errors import UsageError

URL = "postgresql+psycopg://pbm:S3cret@db.example.org/pbm"


@pytest.fixture
def credentials(tmp_path, monkeypatch):
    """A folder of credentials, and an empty one to work in."""
    folder = tmp_path / "credentials"
    folder.mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(folder))
    return folder


def test_a_secret_setting_comes_from_a_credential(credentials, monkeypatch):
    """The environment takes precedence over it, and it over pbm.toml; line ends don't count."""
    Path("pbm.toml").write_text('database = "sqlite:///other"\n')
    (credentials / "pbm_database").write_text(f"{URL}\n")
    (credentials / "another-service").write_text("its own")
    assert read_settings().database == URL
    monkeypatch.setenv("PBM_DATABASE", "sqlite:///third")
    assert read_settings().database == "sqlite:///third"


def test_a_certificate_is_used_where_it_lies(credentials):
    """The settings that name a file name the credential itself, whatever is in it."""
    for name in ("pbm_tls_certificate", "pbm_tls_key"):
        (credentials / name).write_bytes(b"\xff")
    settings = read_settings()
    assert settings.tls_key == str(credentials / "pbm_tls_key")
    assert settings.tls_certificate == str(credentials / "pbm_tls_certificate")


def test_a_credential_that_cant_be_used_is_told_without_its_content(credentials):
    """Misspelt, unreadable or of a wrong value: the error names it."""
    (credentials / "pbm_databse").write_text("S3cret")
    with pytest.raises(UsageError, match="PBM_DATABSE: this setting doesn't exist"):
        read_settings()
    (credentials / "pbm_databse").rename(credentials / "pbm_database")
    with pytest.raises(UsageError, match="PBM_DATABASE: expected a URL") as told:
        read_settings()
    (credentials / "pbm_database").write_bytes(b"S3cret\xff")
    with pytest.raises(UsageError, match="pbm_database can't be read: it isn't text") as told_too:
        read_settings()
    assert "S3cret" not in told.value.text + told_too.value.text


@pytest.mark.parametrize(
    "make",
    [
        Path.mkdir,
        os.mkfifo,
        lambda path: path.symlink_to("nowhere"),
        lambda path: path.symlink_to(path.name),
    ],
    ids=["folder", "pipe", "dangling", "loop"],
)
def test_a_credential_that_is_no_file_isnt_passed_over(credentials, make):
    """The server would use another database, without a word."""
    make(credentials / "pbm_database")
    with pytest.raises(UsageError, match="pbm_database can't be read: it isn't a file"):
        read_settings()


def test_a_link_to_a_credential_is_followed(credentials):
    """Also out of the folder."""
    (credentials.parent / "secret").write_text(URL)
    (credentials / "pbm_database").symlink_to(credentials.parent / "secret")
    assert read_settings().database == URL


def test_no_credentials_are_no_error(credentials, monkeypatch):
    """Neither an empty folder, nor one that isn't there."""
    assert read_settings().database == ""
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(credentials / "missing"))
    assert read_settings().database == ""


def test_engines_see_no_credentials(credentials):
    """Not even one whose program lies beside them."""
    program = credentials.parent / "engine"
    program.write_text("#!/bin/sh\n")
    hidden = [Path(path) for path in engine_limits(read_settings()).hidden]
    seen = visible_files((str(program),), hidden, as_other_user=False)
    assert str(program) in seen
    assert not any(credentials.is_relative_to(path) for path in seen)
