"""`pbm serve` with a provider's submission server as its relay."""

import subprocess
import sys

import pytest

from tests.support.certificates import Authority
from tests.support.server_process import Server
from tests.support.site import PLAYERS, simple_mail
from tests.support.smtp_sink import PASSWORD, USER, sink
from tests.support.waiting import wait_for

ALICE = PLAYERS["alice"][1]
pytestmark = pytest.mark.slow


def status(server):
    """Returns what `pbm status` says, in one line."""
    words = [sys.executable, "-m", "commands", "status"]
    done = subprocess.run(
        words,
        cwd=server.folder,
        env=server.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return " ".join(done.stdout.split())


def test_a_password_that_is_mended(tmp_path, monkeypatch):
    """Mail waits, `pbm status` says why; a fixed file is enough, and nothing shows its secret."""
    authority = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    password = tmp_path / "password"
    password.write_text("wrong\n")
    password.chmod(0o644)
    with sink(tls=authority.tls(), password=PASSWORD) as provider:
        relay = f"submission://{USER}@localhost:{provider.port}"
        server = Server(tmp_path, relay=relay, relay_password_file=password).start()
        try:
            server.deliver(ALICE, simple_mail(ALICE, "help"))
            wait_for(lambda: "relay unavailable" in server.log(), "the refusal")
            wait_for(lambda: "rejected the login" in status(server), "the problem")
            assert (
                f"other users can read the data (run: pbm doctor --fix)' path='{password}'"
                in server.log()
            )
            assert provider.logins == [("PLAIN", False)]
            password.write_text(f"{PASSWORD}\n")
            wait_for(lambda: provider.mails, "the answer")
            wait_for(lambda: "rejected the login" not in status(server), "its end")
            assert server.stop() == 0
        finally:
            server.close()
    stored = b"".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file())
    for shown in (server.log().encode(), stored):
        assert PASSWORD.encode() not in shown
    assert [mail[1] for mail in provider.mails] == [ALICE]
