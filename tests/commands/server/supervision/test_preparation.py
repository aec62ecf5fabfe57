"""What a server prints in a terminal once it has started."""

from commands.server.supervision.preparation import announce_ready
from commands.settings import Settings
from tests.support.cases import cases

SERVER = {"address": "pbm@example.net", "data": "pbm-data"}
MAILBOX = {
    "mailbox": "imaps://pbm%40example.net@imap.example.net",
    "mailbox_password_file": "x",
}
RELAY = {"relay": "submissions://pbm@smtp.example.net", "relay_password_file": "x"}
WRITE = "Send emails to pbm@example.net by SMTP at 127.0.0.1:25."
SENDS = "Outgoing emails go to smtp.example.net."
OPENS = "pbm is logging in to the mailbox pbm@example.net on imap.example.net."


@cases(
    ("settings", "told"),
    [
        ({"smtp_port": "off", **MAILBOX, **RELAY}, f"Started. {SENDS} {OPENS}"),
        (
            {"smtp_port": 25, **MAILBOX},
            f"Started. {WRITE} Outgoing emails go to pbm-data/outbox. {OPENS}",
        ),
        ({"smtp_port": "off", **RELAY}, f"Ready. {SENDS}"),
    ],
)
def test_a_terminal_is_told_where_mail_comes_and_goes(settings, told, monkeypatch, capsys):
    """A mailbox isn't said to be read before the login."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    announce_ready(Settings(**SERVER, **settings))
    assert capsys.readouterr().err == f"{told} Press Ctrl-C to stop.\n"
