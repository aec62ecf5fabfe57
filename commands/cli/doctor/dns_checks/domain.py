"""The domain of the server's address: whether its DNS is ours, and which hosts send its mail."""

import ipaddress
import socket
from collections.abc import Callable

from commands.cli.doctor.check import LeftOut
from commands.cli.doctor.dns_checks import lookups
from commands.cli.doctor.dns_checks.lookups import LookupFailed
from commands.cli.doctor.finding import Finding, consider
from commands.settings import Settings
from mail.delivery.relay_address import read_relay_address
from mail.servers.address import ServerAddress

PRIVATE_ENDS = ("test", "example", "invalid", "localhost", "local", "internal", "lan", "home.arpa")
"""The ends of names that aren't in the DNS of the Internet (RFC 6761, 6762, 8375 and use)."""
NOWHERE = ("192.0.2.1", "2001:db8::1")
"""Addresses for documentation: a UDP socket to them tells our own address, and sends nothing."""

DnsCheck = Callable[[str, Settings], Finding]
"""Checks records of this domain."""


def dns_check(check: DnsCheck) -> Callable[[Settings], Finding]:
    """Returns a check that is left out where the DNS isn't ours."""

    def run(settings: Settings) -> Finding:
        if reason := why_not_ours(settings):
            raise LeftOut(reason)
        try:
            return check(settings.host.lower(), settings)
        except LookupFailed as error:
            return consider(
                f"The DNS doesn't answer: {error}.",
                "See that this machine has a name server (/etc/resolv.conf), then try again.",
            )

    return run


def uses_dns(settings: Settings) -> bool:
    """Returns True if the DNS of the address is to be checked."""
    return not why_not_ours(settings)


def why_not_ours(settings: Settings) -> str:
    """Returns the reason for which the DNS of the address isn't checked; empty if it is ours."""
    host = settings.host.lower().rstrip(".")
    if settings.mailbox:
        return f"mail comes from a mailbox at a provider, to whom the DNS of {host} belongs"
    if "." not in host or host.endswith(tuple(f".{end}" for end in PRIVATE_ENDS)):
        return f"{host} isn't a name of the Internet"
    if settings.outbox_folder:
        return "mails are written into a Maildir, and none leaves this machine"
    return ""


def sending_addresses(settings: Settings) -> list[str]:
    """Returns the public IP addresses from which our mail goes out; none if they aren't known.

    A relay on this machine sends from its own; another one by smtp:// is taken to send itself. Who
    logs in sends by a provider, whose addresses nobody knows.
    """
    relay = read_relay_address(settings.relay)
    if not isinstance(relay, ServerAddress) or relay.user:
        return []
    found = own_addresses() if relay.is_loopback else lookups.addresses(relay.host)
    return list(filter(is_public, found))


def is_public(address: str) -> bool:
    """Returns True for an IP address that others can see."""
    return ipaddress.ip_address(address).is_global


def own_addresses() -> list[str]:
    """Returns the addresses from which this machine connects to others."""
    found = []
    for family, nowhere in zip((socket.AF_INET, socket.AF_INET6), NOWHERE, strict=True):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as made:
                made.connect((nowhere, 9))
                found.append(made.getsockname()[0])
        except OSError:
            continue
    return found
