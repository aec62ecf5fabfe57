"""Finds the mail servers for an address. They are a known provider's, found in DNS, or guessed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

Lookup = Callable[[str, str], list[str]]
"""Returns the DNS records of a name and a type as text. Empty if there are none."""

IMAP_SERVICES = {"_imaps._tcp": ("imaps", 993), "_imap._tcp": ("imap", 143)}
SUBMISSION_SERVICES = {
    "_submissions._tcp": ("submissions", 465),
    "_submission._tcp": ("submission", 587),
}
"""The service names of RFC 6186 and RFC 8314, with our URL schemes and the default ports."""


@dataclass(frozen=True, slots=True)
class Provider:
    """The mail servers of a provider, and its special requirements."""

    mailbox: str
    """The mailbox's server as SCHEME://HOST or SCHEME://HOST:PORT."""
    relay: str
    name: str = ""
    """Empty if only the servers are known or guessed."""
    per_day: int = 0
    """Number of emails that it accepts from one mailbox in 24 hours. It is 0 if unknown."""
    replies: str = ""
    """The value for PBM_REPLIES. Empty if the default works."""
    demand: str = ""
    """Requirements for a login in addition to the user name. Empty if an ordinary password is
    enough.
    """


def find_provider(domain: str, lookup: Lookup) -> Provider:
    domain = domain.lower()
    for domains, _, provider in known_providers():
        if domain in domains:
            return provider
    return _by_mail_exchanger(domain, lookup) or _by_service(domain, lookup)


@cache
def look_up(name: str, kind: str) -> list[str]:
    """Returns DNS records, which are cached.

    The list is empty if there are no records or no name server answers.
    """
    from commands.cli.doctor.dns.dns_lookups import LookupFailed, resolve  # noqa: PLC0415 - slow to load

    try:
        return [str(each) for each in resolve(name, kind) or ()]
    except LookupFailed:
        return []


def no_lookup(_name: str, _kind: str) -> list[str]:
    """Returns no records. Used for `--offline`."""
    return []


def _by_mail_exchanger(domain: str, lookup: Lookup) -> Provider | None:
    """Returns the known provider whose mail servers the domain uses, or None."""
    hosts = [record.split()[-1].rstrip(".").lower() for record in lookup(domain, "MX")]
    for _, exchangers, provider in known_providers():
        if any(f".{host}".endswith(f".{end}") for host in hosts for end in exchangers):
            return provider
    return None


def _by_service(domain: str, lookup: Lookup) -> Provider:
    """Returns the servers in the domain's SRV records, or a guess if there are none."""
    return Provider(
        next(_services(domain, IMAP_SERVICES, lookup), f"imaps://imap.{domain}"),
        next(_services(domain, SUBMISSION_SERVICES, lookup), f"submissions://smtp.{domain}"),
    )


def _services(domain: str, services: dict[str, tuple[str, int]], lookup: Lookup) -> Iterator[str]:
    for service, (scheme, usual) in services.items():
        records = [record.split() for record in lookup(f"{service}.{domain}", "SRV")]
        for _, _, port, target in sorted(records, key=lambda record: int(record[0])):
            # A single dot means that the domain doesn't offer the service.
            if host := target.rstrip("."):
                yield f"{scheme}://{host}" + (f":{port}" if int(port) != usual else "")


@cache
def known_providers() -> list[tuple[list[str], list[str], Provider]]:
    """Returns the domains, mail servers and provider in each line of the table."""
    text = (files("commands.cli.setup") / "providers.tsv").read_text("utf-8")
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return [_read(["" if word == "-" else word for word in line]) for line in lines]


def _read(words: list[str]) -> tuple[list[str], list[str], Provider]:
    name, domains, exchangers, mailbox, relay, per_day, replies, demand = words
    provider = Provider(mailbox, relay, name, int(per_day or 0), replies, demand)
    return domains.split(), exchangers.split(), provider
