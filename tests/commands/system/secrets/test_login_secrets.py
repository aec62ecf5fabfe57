"""Passwords in files, and access tokens of commands: read when needed, and shown nowhere."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from commands.system.secrets.login_secrets import PasswordFile, TokenCommand, make_login
from mail.login import SecretError
from mail.server_address import ServerAddress, read_server_address
from tests.support.cases import cases
from tests.support.waiting import wait_for

SECRET = "s3cret wörd"
NO_DATA = Path("no-data")


class TestPasswordFile:
    @cases("content", [SECRET, f"{SECRET}\n", f"{SECRET}\r\nnotes\n"])
    def test_the_first_line_is_the_password(self, tmp_path, content):
        """Spaces within belong to it, the line's end and all after it don't."""
        file = tmp_path / "password"
        file.write_bytes(content.encode())
        assert PasswordFile(file).read() == SECRET

    @cases(
        ("content", "reason"),
        [
            (None, "can't be read: No such file"),
            (b"", "is empty"),
            (b"\xff\n", "isn't a text file"),
        ],
    )
    def test_a_file_without_a_password(self, tmp_path, content, reason):
        """The error names the file and the reason, and quotes nothing."""
        file = tmp_path / ("no-file" if content is None else "password")
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(SecretError, match=reason) as failed:
            PasswordFile(file).read()
        assert str(file) in str(failed.value)

    def test_a_change_is_seen(self, tmp_path):
        """After a refusal another password may be read once the file has changed."""
        file = tmp_path / "password"
        file.write_text("old\n")
        secret = PasswordFile(file)
        secret.read()
        assert not secret.refused()
        file.write_text("new\n")
        assert secret.refused()
        assert secret.read() == "new"
        assert not secret.refused()


class TestTokenCommand:
    def test_a_token_is_kept_until_it_is_refused(self, tmp_path):
        """The command runs once for many logins, and again once the token has expired."""
        count = tmp_path / "count"
        secret = TokenCommand(f'sh -c \'echo x >> "{count}"; wc -l < "{count}"\'', NO_DATA)
        assert [secret.read(), secret.read()] == ["1", "1"]
        secret.accepted()
        assert secret.refused()
        assert secret.read() == "2"

    def test_a_command_that_fails_is_not_run_on_and_on(self):
        """Only a token that was taken may have expired, and only once."""
        secret = TokenCommand("false", NO_DATA)
        for _ in range(2):
            with pytest.raises(SecretError, match="false failed with exit status 1"):
                secret.read()
            assert not secret.refused()
        secret.accepted()
        assert [secret.refused(), secret.refused()] == [True, False]

    @cases(
        ("command", "reason"),
        [
            ("echo two words", "only an access token, as one word"),
            ("true", "only an access token, as one word"),
            ("/no/such/program", "can't be run: No such file"),
            ("echo 's3cret", "has an unclosed quote"),
            (" ", "is empty"),
            ("KEY=s3cret oauth", "the command can't be run"),
            ("sh -c 'echo s3cret >&2; exit 3'", "sh failed with exit status 3"),
        ],
    )
    def test_a_command_without_a_token(self, command, reason):
        """The error names the program alone: its arguments and its output may be secret."""
        with pytest.raises(SecretError, match=reason) as failed:
            TokenCommand(command, NO_DATA).read()
        assert "s3cret" not in str(failed.value)

    @pytest.mark.slow
    def test_a_command_that_prints_without_end(self, tmp_path, monkeypatch):
        """It is killed with what it has started, and little of it is kept."""
        monkeypatch.setattr("commands.system.secrets.login_secrets.COMMAND_SECONDS", 0.5)
        group = tmp_path / "group"
        with pytest.raises(SecretError, match="printed no token within"):
            TokenCommand(f"sh -c 'echo $$ > {group}; yes; true'", NO_DATA).read()
        wait_for(lambda: not _lives(int(group.read_text())))


def _lives(group):
    with suppress(ProcessLookupError):
        os.killpg(group, 0)
        return True
    return False


def test_no_secret_is_shown(tmp_path):
    """A login can be printed, with what was read."""
    file = tmp_path / "password"
    file.write_text(SECRET)
    address = ServerAddress("submission", "h", 587, "me")
    for login in (
        make_login(address, str(file), "", NO_DATA),
        make_login(address, "", f"sh -c 'echo {SECRET.split(maxsplit=1)[0]}'", NO_DATA),
    ):
        secret = login.secret.read()
        login.secret.accepted()
        shown = f"{login} {login!r} {login.secret!r}".replace("sh -c 'echo s3cret'", "")
        assert secret not in shown


@cases(
    "url",
    [
        "submission://me:hunter2@h",
        "submission://me:hunter2/x@h",
        "submission://me:hunter2#x@h",
        "submission://me:hunter2?x@h",
        "submission://me:hunter2",
        "smtp://hunter2",
        "submission://me:99hunter2@h:99999",
        "submission://me@h/?password=hunter2",
    ],
)
def test_no_password_in_an_address_is_quoted(url):
    """Whatever is wrong with the address, the error doesn't show what may be a password."""
    with pytest.raises(ValueError, match=r"server|password|port") as failed:
        read_server_address(url, {"submission": 587})
    assert "hunter2" not in str(failed.value).replace("smtp://hunter2", "")
