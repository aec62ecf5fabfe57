"""The sockets of the SMTP processes, which outlive each of them."""

import os
import socket

import pytest

from commands.server.smtp.listeners import process_kind
from commands.server.smtp.sockets import SmtpSockets
from commands.settings import Settings
from pbm.errors import UsageError


@pytest.fixture
def sockets(tmp_path):
    settings = Settings(data=tmp_path, smtp_port=0, lmtp=f"unix:{tmp_path / 'lmtp'}")
    made = SmtpSockets(settings.model_copy(update={"smtp_workers": 2}))
    yield made
    made.release(0)
    made.release(1)


def ports(files):
    """Returns the addresses of the descriptors that are sockets, without closing them."""
    found = []
    for each in files[1:]:
        with socket.socket(fileno=os.dup(each)) as listening:
            found.append(listening.getsockname())
    return found


def test_processes_get_the_same_sockets(sockets, tmp_path):
    """They stay open for a process that takes another's place, and close with the last one."""
    protocols, files = sockets.take(0)
    assert protocols == ["pipe", "lmtp", "smtp"]
    assert sockets.take(1) == (protocols, files)
    addresses = ports(files)
    sockets.release(0)
    assert ports(sockets.take(0)[1]) == addresses
    sockets.release(0)
    socket.create_connection(addresses[-1]).close()
    sockets.release(1)
    assert not (tmp_path / "lmtp").exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(addresses[-1])


def test_a_dead_process_has_no_connections(sockets):
    """What it had written into the table is forgotten, and what others have is kept."""
    table = sockets.take(0)[1][0]
    sockets.take(1)
    size = os.fstat(table).st_size
    os.pwrite(table, b"x" * size, 0)
    sockets.forget(1)
    assert os.pread(table, size, 0) == b"x" * (size // 2) + bytes(size // 2)


def test_an_address_in_use(tmp_path):
    """The sentence names it, and nothing stays open."""
    lmtp = tmp_path / "lmtp"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        made = SmtpSockets(Settings(data=tmp_path, smtp_port=port, lmtp=f"unix:{lmtp}"))
        with pytest.raises(UsageError, match=f"pbm can't listen on 127.0.0.1 \\(port {port}\\)"):
            made.take(0)
    assert not lmtp.exists()


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"smtp_port": 0, "lmtp": "127.0.0.1:0"}, "smtp"),
        ({"smtp_port": "off", "lmtp": "127.0.0.1:0"}, "lmtp"),
        ({"smtp_port": "off"}, "receive"),
    ],
)
def test_processes_are_named_after_what_they_take(settings, name, tmp_path):
    """A server whose SMTP is turned off doesn't show an SMTP process."""
    assert process_kind(Settings(data=tmp_path, **settings)) == name
