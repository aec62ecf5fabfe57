"""The command `pbm setup`: five questions, each answer tried, and files that are its owner's."""

import fcntl
import os
import re
import signal
import socket
import stat
import tomllib
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme

from commands.cli.setup import main as setup_main
from commands.cli.setup import settings_file
from commands.cli.setup.setting_words import in_questions
from commands.server.app.opening import open_app
from commands.server.health.check import ok
from commands.server.health.mail import mailbox_advice, relay_advice
from commands.settings import Settings, read_settings
from tests.support.mail_provider import mail_provider
from tests.support.smtp_sink import sink
from tests.support.terminal import Terminal

PASSWORD = "s3cret wörd"
SHELL_ONLY = "\n\nnone\nfiles\n\n\n"
"""Answers: the default address and name, no mail in or out, the default folder, no admin."""


@pytest.fixture(autouse=True)
def _no_dns(monkeypatch):
    """DNS knows nothing."""
    monkeypatch.setattr(setup_main, "look_up", lambda _name, _kind: [])


def written():
    return tomllib.loads(Path("pbm.toml").read_text())


def permissions(name):
    return stat.S_IMODE(os.lstat(name).st_mode)


def test_defaults_ask_nothing(shell):
    """SMTP on this machine, a Maildir, and data in pbm-data: those of a server without settings."""
    status, out, err = shell("setup", "--defaults")
    assert (status, err) == (0, "")
    assert written() == {}
    assert "\n  pbm serve\n" in out
    assert permissions("pbm.toml") == 0o600
    settings = read_settings()
    assert (settings.smtp_host, settings.smtp_port, settings.relay) == (
        "127.0.0.1",
        2525,
        "maildir:",
    )


def test_a_server_without_mail(shell, monkeypatch):
    """The answers come from a pipe; the settings can be used, and differ from defaults alone."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    status, out, _ = shell("setup", stdin=SHELL_ONLY)
    assert status == 0
    assert written() == {"smtp_port": "off"}
    assert read_settings().smtp_port is None
    assert "pbm signup alice PASSWORD alice@example.org" in out


def test_each_setting_has_a_comment(shell):
    """It says what the setting does."""
    shell("setup", stdin=f"pbm@example.net\n\nnone{SHELL_ONLY[6:-1]}me@example.org\n")
    lines = Path("pbm.toml").read_text().splitlines()
    about_admin = "# The admin's email address, for problem reports."
    assert any(line.startswith(about_admin) for line in lines)
    for number, line in enumerate(lines):
        assert " = " not in line or lines[number - 1].startswith("# ")


def test_wrong_answers_are_asked_again_with_the_reason(shell):
    """Of each question."""
    answers = (
        "nonsense\npbm@example.net\n\n7\nnone\nnothing\nfiles\nhttp://x\n\npbm@example.net\n\n"
    )
    status, out, _ = shell("setup", stdin=answers)
    told = " ".join(out.split())
    assert status == 0
    assert "isn't a plain email address. Use one such as pbm@example.org" in told
    assert "Type a number from 1 to 4, or the word next" in told
    assert "Type a number from 1 to 3, or the word next" in told
    assert "Enter a folder" in told
    assert "which is one of pbm's own addresses" in told
    assert written() == {"address": "pbm@example.net", "smtp_port": "off"}


def test_paragraphs_fit_a_narrow_terminal(shell, monkeypatch):
    """Of 40 columns; words stay whole."""
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = shell("setup", stdin=f"nonsense\n{SHELL_ONLY}")
    assert "\nPlayers send emails to this address, and\npbm reads all of them as commands" in out
    assert " such as pbm@example.org." in " ".join(out.split())


def test_an_end_of_the_input_leaves_the_answers_alone(shell, tmp_path):
    """After any number of answers; once a setup is through, they are forgotten."""
    lines = ["pbm@example.net", "Knights", "none", "files", "games", "me@b.example"]
    for number in range(len(lines)):
        status, _, err = shell("setup", stdin="".join(f"{line}\n" for line in lines[:number]))
        assert status == 1
        assert err.strip().startswith(("Nothing was written", "Setup is unfinished"))
        found = [path.name for path in tmp_path.iterdir()]
        assert found == (["pbm-setup.toml"] if number else [])
    assert permissions("pbm-setup.toml") == 0o600
    status, out, _ = shell("setup", stdin="\n\n\n\n\nme@b.example\n")
    assert status == 0
    assert "The last setup wasn't finished. Your answers in pbm-setup.toml" in out
    assert written() == {
        "address": "pbm@example.net",
        "admin": "me@b.example",
        "data": "games",
        "name": "Knights",
        "smtp_port": "off",
    }
    assert [path.name for path in tmp_path.iterdir()] == ["pbm.toml"]


def test_nothing_is_overwritten(shell, tmp_path):
    """Neither settings nor a password, nor what a link leads to, without --force."""
    for name in ("pbm.toml", "mailbox-password"):
        (tmp_path / name).write_text("mine")
        status, _, err = shell("setup", "--defaults")
        assert status == 1
        assert f"{name} already" in err
        assert (tmp_path / name).read_text() == "mine"
        (tmp_path / name).unlink()
    (tmp_path / "pbm.toml").symlink_to("elsewhere")
    assert shell("setup", "--defaults")[0] == 1
    assert not (tmp_path / "elsewhere").exists()


def test_force_never_writes_through_a_link(shell, tmp_path):
    """The link is replaced, and what it led to stays."""
    (tmp_path / "elsewhere").write_text("# mine\n")
    (tmp_path / "pbm.toml").symlink_to("elsewhere")
    assert shell("setup", "--force", stdin=SHELL_ONLY)[0] == 0
    assert (tmp_path / "elsewhere").read_text() == "# mine\n"
    assert not (tmp_path / "pbm.toml").is_symlink()
    assert permissions("pbm.toml") == 0o600


def test_a_file_made_meanwhile_stays(shell, tmp_path, monkeypatch):
    """Nothing else stays then."""
    monkeypatch.setattr(settings_file, "check_target", lambda **_: None)
    monkeypatch.setattr(setup_main, "check_target", lambda **_: None)
    Path("pbm.toml").write_text("# of somebody else\n")
    status, _, err = shell("setup", "--defaults")
    assert status == 1
    assert "Another program has just created" in err
    assert Path("pbm.toml").read_text() == "# of somebody else\n"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_system_without_links(shell, monkeypatch):
    """It takes the files, too, and none replaces one that was made meanwhile."""

    def refuse(_source, _target):
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    assert shell("setup", "--defaults")[0] == 0
    Path("pbm.toml").write_text("# of somebody else\n")
    monkeypatch.setattr(setup_main, "check_target", lambda **_: None)
    assert "Another program has just created" in shell("setup", "--defaults")[2]
    assert [path.name for path in Path().iterdir()] == ["pbm.toml"]
    assert Path("pbm.toml").read_text() == "# of somebody else\n"


def test_force_keeps_other_settings_and_comments(shell):
    """The values that were there are the defaults; a setting that is dropped takes its comment."""
    Path("pbm.toml").write_text('# mine\nconfirm = false\naddress = "pbm@example.net"\nlog = 7\n')
    assert shell("setup", "--force", stdin=SHELL_ONLY[:-1] + "me@b.example\n")[0] == 0
    assert written() == {
        "address": "pbm@example.net",
        "admin": "me@b.example",
        "confirm": False,
        "smtp_port": "off",
    }
    assert Path("pbm.toml").read_text().startswith("# mine\nconfirm = false\n")
    first = Path("pbm.toml").read_text()
    assert shell("setup", "--force", stdin=SHELL_ONLY)[0] == 0
    assert Path("pbm.toml").read_text() == first


def test_what_the_environment_sets_isnt_asked(shell, monkeypatch):
    """It counts more than pbm.toml, and isn't written there."""
    monkeypatch.setenv("PBM_ADDRESS", "pbm@example.net")
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    status, out, _ = shell("setup", stdin="none\nfiles\n\n")
    assert status == 0
    assert "Already set by PBM_ADDRESS" in out
    assert "Already set by PBM_DATA" in out
    assert written() == {"smtp_port": "off"}


@pytest.mark.parametrize("words", [(), ("--force",)])
def test_a_wrong_variable_is_told_before_any_question(shell, monkeypatch, words):
    """No answer could fix it."""
    if words:
        Path("pbm.toml").write_text('address = "pbm@example.net"\n')
    monkeypatch.setenv("PBM_MAILBOX", "imaps://pbm@imap.example.net")
    status, out, err = shell("setup", *words, stdin=SHELL_ONLY)
    assert (status, out) == (1, "")
    assert "PBM_MAILBOX" in err


def test_places_to_listen_are_tried(shell, tmp_path):
    """A port that is taken, a folder that is missing; what was tried leaves nothing."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answers = (
            f"\n\nserver\n127.0.0.1:{port}\ny\nunix:missing/lmtp\nunix:{tmp_path}/lmtp\nfiles\n\n\n"
        )
        status, out, _ = shell("setup", stdin=answers)
    told = " ".join(out.split())
    assert status == 0
    assert f"pbm can't listen on 127.0.0.1 (port {port}): Address already in use." in told
    assert "pbm can't listen on missing/lmtp: No such file or directory." in told
    assert written() == {"lmtp": f"unix:{tmp_path}/lmtp", "smtp_port": "off"}
    assert [path.name for path in tmp_path.iterdir()] == ["pbm.toml"]


def test_another_servers_socket_stays(shell, tmp_path):
    """It is told that somebody listens there."""
    path = tmp_path / "lmtp"
    with socket.socket(socket.AF_UNIX) as taken:
        taken.bind(str(path))
        taken.listen()
        status, out, _ = shell("setup", stdin=f"\n\nserver\nunix:{path}\nno\nfiles\n\n\n")
        assert path.is_socket()
    assert status == 0
    assert "another server is already listening on this socket" in " ".join(out.split())


def test_a_relay_is_tried(shell):
    """What doesn't work may be kept anyway."""
    with sink() as relay:
        answers = f"\n\nserver\npipe\nserver\n127.0.0.1:1\n127.0.0.1:{relay.port}\n\n\n"
        status, out, _ = shell("setup", stdin=answers)
    assert status == 0
    assert "Failed: " in out
    assert written() == {"relay": f"smtp://127.0.0.1:{relay.port}", "smtp_port": "off"}
    assert 'type "keep" to use this answer anyway' in " ".join(out.split())
    answers = "\n\nserver\npipe\n\n127.0.0.1:1\nkeep\n\n\n"
    assert shell("setup", "--force", stdin=answers)[0] == 0
    assert written()["relay"] == "smtp://127.0.0.1:1"


def test_mail_that_comes_by_a_pipe_is_told_even_if_none_leaves(shell):
    """No setting records the pipe; the answers to emails are written to files."""
    status, out, _ = shell("setup", stdin="games@example.net\n\nserver\npipe\nfiles\n\n\n")
    told = " ".join(out.split())
    assert (status, written()) == (0, {"address": "games@example.net", "smtp_port": "off"})
    assert 'Then send an email with the subject "help" to games@example.net. pbm writes' in told
    assert "its answer to pbm-data/outbox, and sends no mail. To check everything, run:" in told
    assert "Players use the shell" not in told


def test_a_relay_alone_lets_no_mail_in(shell):
    """A server without incoming mail may still send some."""
    with sink() as relay:
        answers = f"\n\nnone\nserver\n127.0.0.1:{relay.port}\n\n\n"
        status, out, _ = shell("setup", stdin=answers)
    assert status == 0
    assert "Players use the shell on this machine." in " ".join(out.split())


def test_data_of_another_server_is_told(shell, monkeypatch):
    """The address is kept with it, and commands with another are refused."""
    monkeypatch.setenv("PBM_ADDRESS", "pbm@example.org")
    with open_app(read_settings()) as app, app.database.work() as work:
        app.keep_settings(work)
    monkeypatch.delenv("PBM_ADDRESS")
    status, out, _ = shell("setup", stdin=SHELL_ONLY.replace("\n", "pbm@example.net\n", 1))
    assert status == 0
    told = " ".join(out.split())
    assert "Warning: The data in pbm-data is from a server with the address pbm@" in told
    assert "still contains the old settings: the address pbm@example.org. To store" in told
    assert "\n  pbm serve --force\n" in out
    assert "PBM_" not in out
    shown = " ".join(shell("status")[1].split())
    assert "run: pbm serve --force" in shown
    assert "Check the database" not in shown
    refused = shell("list")[2]
    assert f'Remove the line "address = ..." from {Path("pbm.toml").absolute()} to use' in refused


@contextmanager
def held(folder):
    """Lets a server of another process seem to run on this data."""
    with Path(folder, "pbm.db-server").open("w+") as file:
        file.write("1\n")
        file.flush()
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def test_a_running_server_must_be_started_again(shell):
    """It has the settings of before; nothing else is told of its data if they fit."""
    assert shell("signup", "alice", "Xa1ice-X", "alice@example.org")[0] == 0
    assert "Start the server in this folder" in " ".join(
        shell("setup", stdin=SHELL_ONLY)[1].split()
    )
    with held("pbm-data"):
        _, out, _ = shell("setup", "--force", stdin=SHELL_ONLY)
    assert "Stop the running server, and start it again in this folder" in " ".join(out.split())
    assert "\n  pbm serve\n" in out
    assert "Warning" not in out


def test_an_admin_can_be_removed(shell):
    """By "none"; Enter keeps the one that was given."""
    assert shell("setup", stdin=f"{SHELL_ONLY[:-1]}me@b.example\n")[0] == 0
    out = shell("setup", "--force", stdin=SHELL_ONLY)[1]
    assert "Admin's address [me@b.example]" in out
    assert written()["admin"] == "me@b.example"
    assert shell("setup", "--force", stdin=f"{SHELL_ONLY[:-1]}None\n")[0] == 0
    assert "admin" not in written()


def test_an_address_is_no_folder(shell):
    """Such as the one that the next question asks for."""
    answers = "\n\nnone\nfiles\ndana@example.net\n\ndana@example.net\n"
    status, out, _ = shell("setup", stdin=answers)
    assert status == 0
    assert "Enter a folder, not an email address." in " ".join(out.split())
    assert written() == {"smtp_port": "off", "admin": "dana@example.net"}


def test_a_host_that_is_unknown_is_told_before_the_password(shell, monkeypatch):
    """The name can be corrected, or used anyway; if the DNS doesn't answer, nothing is told."""
    number = socket.EAI_NONAME

    def refuse(*_):
        raise socket.gaierror(number, "no")

    monkeypatch.setattr("commands.cli.setup.login_question.socket.getaddrinfo", refuse)
    monkeypatch.setattr("commands.cli.setup.mail_in.check_mailbox", lambda _: ok("It works."))
    monkeypatch.setattr("commands.cli.setup.mail_in.mailbox_start", lambda _: "")
    first = "pbm@example.net\n\nmailbox\n"
    _, out, _ = shell("setup", stdin=f"{first}imap.exmaple.net\nimap.example.net\n\n")
    assert out.count("There is no host named") == 2
    assert out.index('no host named "imap.example.net"') < out.index("User name")
    number = socket.EAI_AGAIN
    assert "There is no host" not in shell("setup", stdin="\n\nmailbox\nimap.else.example\n\n")[1]


def test_advice_speaks_of_answers():
    """No advice on a mailbox or a relay names a setting that was asked, or a file that isn't."""
    cases = {"": {}, "token": {"_token_command": "x"}, "password": {"_password_file": "x"}}
    for kind in ("connect", "tls", "folder", "login", "sender"):
        for ends in cases.values():
            values = {f"{way}{end}": x for way in ("mailbox", "relay") for end, x in ends.items()}
            settings = Settings.model_construct(**values)
            for advice in (mailbox_advice, relay_advice):
                assert "PBM_" not in in_questions(advice(settings, kind))
    said = relay_advice(Settings.model_construct(), "sender")
    assert (
        in_questions(said)
        == 'Keep this answer, and later set envelope_sender = "address" in pbm.toml.'
    )


def test_a_certificate_is_named(shell, tmp_path):
    """It is tried with its key; answering none does without."""
    made = trustme.CA().issue_cert("localhost")
    made.private_key_and_cert_chain_pem.write_to_path(tmp_path / "both.pem")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    first = f"\n\ndirect\n127.0.0.1:{port}\n"
    status, out, _ = shell("setup", stdin=f"{first}missing.pem\n\nboth.pem\n\nfiles\n\n\n")
    assert status == 0
    assert "Failed: missing.pem: No such file or directory." in out
    assert written() == {
        "smtp_port": port,
        "tls_certificate": "both.pem",
        "tls_key": "both.pem",
    }
    assert shell("setup", "--force", stdin="\n\n\n\nnone\nfiles\n\n\n")[0] == 0
    assert written() == {"smtp_port": port}


def test_a_mail_server_that_wants_a_login(shell):
    """Named as smtp:// with a user, it is reached by submission, and the password is asked."""
    answers = "\n\nserver\npipe\nserver\nsmtp://me@127.0.0.1:1\n\ns3cret\nno\n\n\n"
    status, out, _ = shell("setup", stdin=answers)
    assert status == 0
    assert "User name [me]" in out
    assert written()["relay"] == "submission://me@127.0.0.1:1"
    assert Path("relay-password").read_text() == "s3cret\n"
    assert "PBM_" not in out


@pytest.mark.slow
@pytest.mark.parametrize("end", ["\x03", "\x04", signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_setup_is_gone_on_with(tmp_path, end):
    """By Ctrl-C, Ctrl-D or a signal, while the password is asked for."""
    with Terminal(tmp_path, "setup", "--offline", TMPDIR=str(tmp_path)) as terminal:
        terminal.answer("Address", "pbm@example.net")
        terminal.answer("Sender name")
        terminal.answer("Your choice", "mailbox")
        terminal.answer("IMAP server", "imap://127.0.0.1:1")
        terminal.answer("User name")
        terminal.expect("Password")
        terminal.expect(": ")
        if isinstance(end, str):
            terminal.type(end)
        else:
            terminal.signal(end)
        assert terminal.end() == 1
        assert "Setup is unfinished." in terminal.shown
    assert [path.name for path in tmp_path.iterdir()] == ["pbm-setup.toml"]
    with Terminal(tmp_path, "setup", "--offline") as terminal:
        terminal.answer("Address [pbm@example.net]")
        terminal.answer("Sender name")
        terminal.answer("Your choice [mailbox]")
        terminal.answer("IMAP server [imap://127.0.0.1:1]")
        terminal.answer("User name [pbm@example.net]")
        terminal.expect("Password (hidden; if your provider uses OAuth, press Enter)")


@pytest.mark.slow
def test_a_mailbox_at_a_provider(tmp_path):
    """A wrong password is told and asked again; none is shown, and one file has it."""
    with (
        mail_provider() as provider,
        Terminal(tmp_path, "setup", "--offline", **provider.environment) as terminal,
    ):
        terminal.answer("Address", "pbm@example.net")
        terminal.answer("Sender name that players see [pbm]", "Knights")
        terminal.answer("Your choice [mailbox]")
        terminal.answer("IMAP server [imaps://imap.example.net]", provider.mailbox)
        terminal.answer("User name [pbm@example.net]")
        terminal.answer("Password", "wrong-one")
        terminal.expect("To type the password")
        terminal.answer("Press Enter to correct your answers")
        terminal.answer("IMAP server")
        terminal.answer("User name")
        terminal.answer("Password", PASSWORD)
        terminal.expect("OK: ")
        terminal.expect("pbm will ignore all mail that is already in this mailbox.")
        terminal.answer("Your choice [provider]")
        terminal.answer("Outgoing mail server [submissions://smtp.example.net]", provider.relay)
        terminal.answer("User name [pbm@example.net]")
        terminal.answer("Password")
        terminal.expect("OK: localhost (port")
        terminal.expect("Sending a test email to pbm@example.net, and waiting")
        terminal.expect("A test email to the server arrived")
        terminal.answer("Folder [pbm-data]")
        terminal.answer("Admin's address", "me@example.org")
        assert terminal.end() == 0
        assert PASSWORD not in terminal.shown
        assert "wrong-one" not in terminal.shown
        assert provider.server.mails() == {}
        with Terminal(tmp_path, "setup", "--force", **provider.environment) as again:
            for question in ("Address", "Sender", "Your choice", "IMAP", "User name", "Password"):
                again.answer(question)
            again.expect("Your choice [provider]")
            assert "pbm will ignore" not in again.shown
    assert (tmp_path / "mailbox-password").read_text() == f"{PASSWORD}\n"
    assert permissions(tmp_path / "mailbox-password") == 0o600
    text = (tmp_path / "pbm.toml").read_text()
    found = tomllib.loads(text)
    assert re.fullmatch("[0-9]+ 1 pbm@example.net@localhost/INBOX", found.pop("mailbox_start"))
    assert found == {
        "address": "pbm@example.net",
        "admin": "me@example.org",
        "envelope_sender": "address",
        "mailbox": provider.mailbox.replace("://", "://pbm%40example.net@"),
        "mailbox_password_file": "mailbox-password",
        "name": "Knights",
        "relay": provider.relay.replace("://", "://pbm%40example.net@"),
        "relay_password_file": "mailbox-password",
        "smtp_port": "off",
    }
    assert PASSWORD not in text


@pytest.mark.slow
def test_a_provider_that_loses_plus_addresses(shell, monkeypatch):
    """Replies are known by what they refer to, then."""
    with mail_provider(has_plus=False) as provider:
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("commands.cli.doctor.round_trip.round_trip.WAIT_SECONDS", 0)
        answers = (
            f"pbm@example.net\n\n\n{provider.mailbox}\n\n{PASSWORD}\n\n{provider.relay}\n\n\n\n\n"
        )
        status, out, _ = shell("setup", "--offline", stdin=answers)
    assert status == 0
    assert "The provider drops mail to plus addresses" in out
    assert written()["replies"] == "reference"


@pytest.mark.slow
def test_a_running_server_with_another_address_gets_no_test_email(shell, monkeypatch):
    """It doesn't read the new mailbox, so setup looks there itself."""
    with open_app(read_settings()) as app, app.database.work() as work:
        app.keep_settings(work)
    answers = f"pbm@example.net\n\n\nMAILBOX\n\n{PASSWORD}\n\nRELAY\n\n\n\n\n"
    with mail_provider() as provider, held("pbm-data"):
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        stdin = answers.replace("MAILBOX", provider.mailbox).replace("RELAY", provider.relay)
        told = " ".join(shell("setup", "--offline", stdin=stdin)[1].split())
    assert "OK: A test email to the server arrived" in told
    assert "settings: the address pbm@localhost and outgoing mail to files. To store" in told


def test_a_certificate_of_an_own_issuer_can_be_named():
    """As the problem may be met in setup first, for incoming and for outgoing mail."""
    settings = Settings()
    for advice in (mailbox_advice(settings, "tls"), relay_advice(settings, "tls")):
        assert "SSL_CERT_FILE" in in_questions(advice)


def test_back_returns_to_the_question_before(shell):
    """In the details of incoming mail, to the way; after each question, to the one before."""
    first = "back\npbm@exmaple.net\nback\npbm@exmaple.net\n\n"
    mail_in = "server\nback\nback\npbm@example.net\n\nnone\n"
    others = "server\nsmtp://127.0.0.1:1\nback\nfiles\nback\nfiles\n\nback\n\nme@example.org\n"
    status, out, _ = shell("setup", stdin=first + mail_in + others)
    assert status == 0
    assert written() == {
        "address": "pbm@example.net",
        "admin": "me@example.org",
        "smtp_port": "off",
    }
    assert re.findall(r"^(\d) of 5\.", out, re.MULTILINE) == list("1112123434545")


def test_an_address_is_kept_before_the_question_ends(shell):
    """The next setup suggests it."""
    assert shell("setup", stdin="pbm@example.net\n")[0] == 1
    assert "Address [pbm@example.net]" in shell("setup", stdin="")[1]
