"""The DNS of our address: MX, SPF, DKIM, DMARC and PTR, each with the line to add to the zone."""

import ipaddress
import socket
from collections.abc import Callable

import dns.exception
import dns.resolver
import dns.reversename
from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT

from commands.server.health.check import Finding, LeftOut, consider
from commands.settings import Settings
from mail.delivery.relay_address import read_relay_address
from mail.server_address import ServerAddress

SECONDS = 5.0
PRIVATE_ENDS = ("test", "example", "invalid", "localhost", "local", "internal", "lan", "home.arpa")
"""The ends of names that aren't in the DNS of the Internet (RFC 6761, 6762, 8375 and use)."""
NOWHERE = ("192.0.2.1", "2001:db8::1")
"""Addresses for documentation: a UDP socket to them tells our own address, and sends nothing."""
DnsCheck = Callable[[str, Settings], Finding]
"""Checks records of this domain."""


class LookupFailed(Exception):
    """Raised when no name server answers, or when it can't; the message is the reason."""


def resolve(name: str, kind: str) -> list[object] | None:
    """Returns the records of a kind; None if there is no such name. Raises LookupFailed."""
    try:
        answer = dns.resolver.get_default_resolver().resolve(
            name, kind, lifetime=SECONDS, search=False, raise_on_no_answer=False
        )
    except dns.resolver.NXDOMAIN:
        return None
    except dns.resolver.LifetimeTimeout:
        raise LookupFailed(f"no name server answers a question about {name}") from None
    except (dns.exception.DNSException, OSError) as error:
        raise LookupFailed(f"{name} can't be looked up: {type(error).__name__}") from None
    return list(answer.rrset or ())


def addresses(name: str) -> list[str]:
    """Returns the IP addresses of a host."""
    return [str(each) for kind in ("A", "AAAA") for each in resolve(name, kind) or ()]


def texts(name: str) -> list[str]:
    """Returns the texts of a name, the parts of each joined."""
    found = resolve(name, "TXT") or ()
    return [
        b"".join(each.strings).decode("utf-8", "replace") for each in found if isinstance(each, TXT)
    ]


def mail_servers(name: str) -> list[str]:
    """Returns the hosts of the MX records, the preferred ones first; "." says: no mail."""
    found = [each for each in resolve(name, "MX") or () if isinstance(each, MX)]
    found.sort(key=lambda each: each.preference)
    return [each.exchange.to_text(omit_final_dot=True) or "." for each in found]


def names_of(address: str) -> list[str]:
    """Returns the names to which an IP address points back."""
    found = resolve(pointer_name(address), "PTR") or ()
    return [str(each).rstrip(".") for each in found]


def pointer_name(address: str) -> str:
    """Returns the name of an IP address in the DNS, such as 1.2.0.192.in-addr.arpa."""
    return str(dns.reversename.from_address(address)).rstrip(".")


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
    found = own_addresses() if relay.is_loopback else addresses(relay.host)
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
