"""Looks up the DNS records that receiving and sending mail depend on."""

import ipaddress
import socket
from collections.abc import Callable

import dns.exception
import dns.resolver
import dns.reversename
from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT

from commands.server.health.check import CheckSkipped, Finding, consider
from commands.settings import Settings
from mail.delivery.relay_address import read_relay_address
from mail.server_address import ServerAddress

SECONDS = 5.0
PRIVATE_ENDS = ("test", "example", "invalid", "localhost", "local", "internal", "lan", "home.arpa")
"""Suffixes of names that aren't in the public DNS (RFC 6761, 6762 and 8375, and common practice).
"""
NOWHERE = ("192.0.2.1", "2001:db8::1")
"""Addresses reserved for documentation. Connecting a UDP socket to one reveals this machine's own
address without sending anything.
"""
DnsCheck = Callable[[str, Settings], Finding]
"""Checks DNS records of a domain."""


class LookupFailed(Exception):
    """Raised when no name server answers or a lookup fails. The message is the reason."""


def resolve(name: str, kind: str) -> list[object] | None:
    """Returns the records of a type, or None if the name doesn't exist.

    Raises LookupFailed.
    """
    try:
        answer = dns.resolver.get_default_resolver().resolve(
            name, kind, lifetime=SECONDS, search=False, raise_on_no_answer=False
        )
    except dns.resolver.NXDOMAIN:
        return None
    except dns.resolver.LifetimeTimeout:
        raise LookupFailed(f"no name server answers queries for {name}") from None
    except (dns.exception.DNSException, OSError) as error:
        raise LookupFailed(f"{name} can't be looked up: {type(error).__name__}") from None
    return list(answer.rrset or ())


def addresses(name: str) -> list[str]:
    return [str(each) for kind in ("A", "AAAA") for each in resolve(name, kind) or ()]


def texts(name: str) -> list[str]:
    """Returns the TXT records of a name. The parts of each record are joined."""
    records = resolve(name, "TXT") or ()
    return [
        b"".join(each.strings).decode("utf-8", "replace")
        for each in records
        if isinstance(each, TXT)
    ]


def mail_servers(name: str) -> list[str]:
    """Returns the hosts in a domain's MX records, preferred ones first.

    The host "." means that the domain accepts no mail.
    """
    records = [each for each in resolve(name, "MX") or () if isinstance(each, MX)]
    records.sort(key=lambda each: each.preference)
    return [each.exchange.to_text(omit_final_dot=True) or "." for each in records]


def names_of(address: str) -> list[str]:
    """Returns the names in an IP address's PTR records."""
    records = resolve(pointer_name(address), "PTR") or ()
    return [str(each).rstrip(".") for each in records]


def pointer_name(address: str) -> str:
    """Returns the DNS name for an IP address, such as 1.2.0.192.in-addr.arpa."""
    return str(dns.reversename.from_address(address)).rstrip(".")


def dns_check(check: DnsCheck) -> Callable[[Settings], Finding]:
    """Wraps a check so that it is skipped if the admin doesn't control the DNS zone."""

    def run(settings: Settings) -> Finding:
        if reason := why_not_ours(settings):
            raise CheckSkipped(reason)
        try:
            return check(settings.host.lower(), settings)
        except LookupFailed as error:
            return consider(
                f"The DNS lookup failed: {error}.",
                "Check that this machine has a name server (/etc/resolv.conf) and try again.",
            )

    return run


def uses_dns(settings: Settings) -> bool:
    """Whether the DNS of the server's address is checked."""
    return not why_not_ours(settings)


def why_not_ours(settings: Settings) -> str:
    """Returns why the DNS of the server's address isn't checked. Empty if it is."""
    host = settings.host.lower().rstrip(".")
    if settings.mailbox:
        return f"mail comes from a mailbox, and its provider manages the DNS of {host}"
    if "." not in host or host.endswith(tuple(f".{end}" for end in PRIVATE_ENDS)):
        return f"the domain {host} isn't public"
    if settings.outbox_folder:
        return "emails go to a Maildir on this machine"
    return ""


def sending_addresses(settings: Settings) -> list[str]:
    """Returns the public IP addresses from which outgoing mail comes.

    The list is empty if the addresses are unknown.

    A relay on this machine uses the machine's addresses. A relay elsewhere that needs no login is
    assumed to send from the addresses of its host name. A relay that needs a login belongs to a
    provider, and its addresses are unknown.
    """
    relay = read_relay_address(settings.relay)
    if not isinstance(relay, ServerAddress) or relay.user:
        return []
    senders = own_addresses() if relay.is_loopback else addresses(relay.host)
    return list(filter(is_public, senders))


def is_public(address: str) -> bool:
    return ipaddress.ip_address(address).is_global


def own_addresses() -> list[str]:
    """Returns this machine's addresses for outgoing connections."""
    addresses = []
    for family, nowhere in zip((socket.AF_INET, socket.AF_INET6), NOWHERE, strict=True):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as connection:
                connection.connect((nowhere, 9))
                addresses.append(connection.getsockname()[0])
        except OSError:
            continue
    return addresses
