"""What a server prints in a terminal once it is ready."""

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
READS = "pbm reads the mailbox pbm@example.net on imap.example.net, and"


@cases(
    ("settings", "told"),
    [
        ({"smtp_port": "off", **MAILBOX, **RELAY}, f"{READS} sends mail through smtp.example.net."),
        (
            {"smtp_port": 25, **MAILBOX},
            f"{WRITE} {READS} writes outgoing emails to pbm-data/outbox.",
        ),
        ({"smtp_port": "off", **RELAY}, "Outgoing emails go to smtp.example.net."),
    ],
)
def test_a_terminal_is_told_where_mail_comes_and_goes(settings, told, monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    announce_ready(Settings(**SERVER, **settings))
    assert capsys.readouterr().err == f"Ready. {told} Press Ctrl-C to stop.\n"
