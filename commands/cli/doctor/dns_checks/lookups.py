"""Lookups in the DNS, by the resolver of this machine."""

import dns.exception
import dns.resolver
import dns.reversename
from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT

SECONDS = 5.0


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
