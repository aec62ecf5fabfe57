"""`pbm doctor` doesn't complain of what it has advised itself."""

import pytest

from tests.support.smtp_sink import PASSWORD, USER, sink


def put(monkeypatch, **settings):
    for name, value in settings.items():
        monkeypatch.setenv(f"PBM_{name.upper()}", value)


def test_a_private_server_without_mail_has_nothing_to_consider(findings):
    """All defaults: mails go into a Maildir."""
    status, found = findings()
    assert status == 0
    assert {each["state"] for each in found.values() if "state" in each} == {"ok"}


@pytest.mark.parametrize("sender", ["verp", "null"])
def test_an_advised_sender_is_taken(findings, monkeypatch, sender):
    """A relay that refuses the null sender takes the address that is advised."""
    put(monkeypatch, address="pbm@club.internal", admin="me@example.org", envelope_sender=sender)
    with sink(MAIL=lambda address: "" if address else "501 5.5.4 no null sender") as relay:
        put(monkeypatch, relay=f"smtp://127.0.0.1:{relay.port}")
        assert (found := findings()[1]["relay"])["state"] == "broken"
        assert found["advice"] == "Set PBM_ENVELOPE_SENDER=address."
        put(monkeypatch, envelope_sender="address")
        assert findings()[1]["relay"]["state"] == "ok"


def test_an_advised_login_is_taken(findings, monkeypatch, tmp_path):
    """A relay that wants a login takes the one that is advised."""
    put(monkeypatch, address="pbm@club.internal", admin="me@example.org")
    with sink(password=PASSWORD) as relay:
        put(monkeypatch, relay=f"smtp://127.0.0.1:{relay.port}")
        found = findings()[1]["relay"]
        assert "PBM_RELAY_PASSWORD_FILE" in found["advice"]
        (tmp_path / "password").write_text(PASSWORD)
        (tmp_path / "password").chmod(0o600)
        user = USER.replace("@", "%40")
        put(monkeypatch, relay=f"smtp://{user}@127.0.0.1:{relay.port}")
        put(monkeypatch, relay_password_file="password")
        found = findings()[1]
        assert found["relay"]["state"] == "ok"
        assert found["secrets"]["state"] == "ok"
        put(monkeypatch, mailbox=f"imaps://{user}@127.0.0.1:1", mailbox_password_file="password")
        assert findings("--offline")[1]["secrets"]["text"] == "Not every user may read password."


def test_an_advised_admin_is_taken(findings, monkeypatch):
    """PBM_ADMIN is asked for where mail leaves, and not once it is set."""
    put(monkeypatch, address="pbm@club.internal")
    with sink() as relay:
        put(monkeypatch, relay=f"smtp://127.0.0.1:{relay.port}")
        assert findings()[1]["admin"]["state"] == "consider"
        put(monkeypatch, admin="me@example.org")
        assert findings()[1]["admin"]["state"] == "ok"
