"""Debian's Postfix with a configuration of its own, in front of nodes that take mail by LMTP."""

import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.waiting import wait_for

MAIN = """
compatibility_level = 3.6
config_directory = {folder}/etc
queue_directory = {folder}/spool
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
myhostname = mx.example.net
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtp_address_preference = ipv4
recipient_delimiter = +
relay_domains = example.net
local_recipient_maps =
default_transport = error:no mail leaves by this server
transport_maps = {transport_maps}
smtpd_recipient_restrictions = reject_unauth_destination
minimal_backoff_time = 2s
maximal_backoff_time = 5s
queue_run_delay = 2s
"""
MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """A Postfix that runs; mails that it has accepted reach the nodes later."""

    def __init__(self, folder, port):
        self.folder, self.port = folder, port

    def run(self, *words):
        """Runs one of Postfix's programs on this configuration."""
        name, *options = words
        return subprocess.run(
            [name, "-c", self.folder / "etc", *options], check=True, capture_output=True, text=True
        ).stdout

    def is_empty(self):
        """Returns True if no mail waits."""
        return "is empty" in self.run("postqueue", "-p")

    def log(self):
        return (self.folder / "log").read_text()


@contextmanager
def postfix(transport_maps):
    """Runs Postfix as root; `transport_maps` says where mail for example.net goes."""
    folder = Path(tempfile.mkdtemp(prefix="pbm-postfix-", dir="/tmp"))
    folder.chmod(0o755)
    for name in ("etc", "spool", "data"):
        (folder / name).mkdir()
    shutil.chown(folder / "data", "postfix")
    made = Postfix(folder, free_port())
    values = {"folder": folder, "port": made.port, "transport_maps": transport_maps}
    (folder / "etc" / "main.cf").write_text(MAIN.format(**values))
    (folder / "etc" / "master.cf").write_text(MASTER.format(**values))
    made.run("postfix", "start")
    try:
        wait_for(lambda: _listens(made.port), "Postfix")
        yield made
    finally:
        made.run("postfix", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def _listens(port):
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False
