"""The DNS of our address: MX, SPF, DKIM, DMARC and PTR, each with the line to add to the zone."""

import ipaddress
import socket
import warnings
from collections.abc import Callable

import dns.exception
import dns.resolver
import dns.reversename
from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT

from commands.health.check import Finding, LeftOut, broken, consider, ok
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


# The checks of MX, SPF, DKIM, DMARC and PTR, each with the line to add to the zone.

NO_MAIL = "."
SPF = "v=spf1"
SPF_SECONDS = 10
DMARC = "v=dmarc1"
POLICIES = ("none", "quarantine", "reject")
NULL_SENDER = (
    "Answers pass it only if the relay signs them (DKIM): they have a null sender, which SPF can't "
    "check, so without a signature they fail where mails about boards pass."
)


def check_mx(host: str, _settings: Settings) -> Finding:
    """Checks that the domain has mail servers, and that these exist."""
    servers = mail_servers(host)
    if not servers:
        return _without_mx(host)
    if servers == [NO_MAIL]:
        return broken(
            f"The MX of {host} says that it takes no mail.",
            f"Replace it by a line with your mail server: {host}. IN MX 10 mail.{host}.",
        )
    known = {server: addresses(server) for server in servers}
    lost = [server for server in servers if not known[server]]
    if len(lost) == len(servers):
        return broken(
            f"The mail server {lost[0]} of {host} has no address.",
            f"Add it to the zone: {lost[0]}. IN A {_own_or_example()}",
        )
    if lost:
        return consider(
            f"The mail server {lost[0]} of {host} has no address.",
            f"Take it out of the MX records of {host}, or give it an address.",
        )
    here = set(own_addresses()) & {each for found in known.values() for each in found}
    which = "this machine" if here else "its mail server, which must pass mail on to pbm"
    return ok(f"{host} has {', '.join(f'{name} ({known[name][0]})' for name in servers)}: {which}.")


def _without_mx(host: str) -> Finding:
    found = addresses(host)
    line = f"{host}. IN MX 10 {host}."
    if found:
        return consider(
            f"{host} has no MX; mail goes to its address {found[0]} instead.",
            f"Add this line to its zone: {line}",
        )
    return broken(
        f"{host} has neither MX nor address: no mail comes from elsewhere.",
        f"Add these lines to its zone: {line} and {host}. IN A {_own_or_example()}",
    )


def _own_or_example() -> str:
    return next(iter(own_addresses()), "ADDRESS")


def check_spf(host: str, settings: Settings) -> Finding:
    """Checks the SPF record, and evaluates it for our senders."""
    records = sorted(text for text in texts(host) if text.lower().split(" ")[0] == SPF)
    senders = sending_addresses(settings)
    if not records:
        return consider(
            f"{host} has no SPF record: many receivers take its mail for spam.",
            _spf_line(host, f"{SPF} {_named(senders)}-all"),
        )
    if len(records) > 1:
        return broken(
            f"{host} has {len(records)} SPF records, and so none counts.",
            f"Make them one. {_spf_line(host, _joined(records))}",
        )
    if lax := [term for term in records[0].split() if term.lower() in ("all", "+all")]:
        return consider(
            f"The SPF record of {host} lets everybody send in its name ({lax[0]}).",
            _spf_line(host, records[0].replace(lax[0], "-all")),
        )
    if not senders:
        return ok(
            f'{host} has "{records[0]}"; from which address our mail goes out isn\'t known here, '
            "so whether it is among these isn't checked."
        )
    return _spf_result(host, records[0], senders)


def _spf_result(host: str, record: str, senders: list[str]) -> Finding:
    """Returns what receivers find, for the worst of the addresses."""
    for address in senders:
        result, reason = _evaluate_spf(host, address)
        line = _spf_line(host, _with(record, address))
        if result == "permerror":
            return broken(f"The SPF record of {host} is wrong: {reason}.", line)
        if result == "temperror":
            raise LookupFailed(reason)
        if result == "fail":
            return broken(
                f"The SPF record of {host} forbids {address}, from which our mail goes out.", line
            )
        if result != "pass":
            return consider(
                f"The SPF record of {host} doesn't name {address}, from which our mail goes out.",
                line,
            )
    return ok(f"{host} lets {', '.join(senders)} send its mail.")


def _evaluate_spf(host: str, address: str) -> tuple[str, str]:
    """Returns the result by RFC 7208 for a mail of ours from this IP address, and the reason."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer Pythons warn of an escape in the library
        import spf  # noqa: PLC0415 - seldom needed

    spf.DNSLookup = _look_up  # its own way uses what dnspython has given up
    try:
        result, reason = spf.check2(i=address, s=f"pbm@{host}", h=host, querytime=SPF_SECONDS)
    except LookupFailed as error:
        return "temperror", str(error)
    return str(result), str(reason)


def _look_up(name: str, kind: str, *_: object) -> list[tuple[tuple[str, str], object]]:
    """Returns records in the form that the library wants: key and value of each."""
    if kind == "SPF":  # a type of its own, which no record has any more (RFC 7208, 3.1)
        return []
    found = resolve(name, kind) or ()
    return [((name, kind), _value(record)) for record in found]


def _value(record: object) -> object:
    if isinstance(record, MX):
        return record.preference, record.exchange.to_text(omit_final_dot=True)
    return record.strings if isinstance(record, TXT) else str(record).rstrip(".")


def _spf_line(host: str, record: str) -> str:
    return f'The line for its zone: {host}. IN TXT "{record}"'


def _named(senders: list[str]) -> str:
    """Returns the terms for IP addresses; mail servers of the domain if none is known."""
    return "".join(f"{_term(each)} " for each in senders) or "mx "


def _term(address: str) -> str:
    return f"ip{ipaddress.ip_address(address).version}:{address}"


def _with(record: str, address: str) -> str:
    """Returns the record with an IP address before all others."""
    return f"{SPF} {_term(address)} {record[len(SPF) :].strip()}".strip()


def _joined(records: list[str]) -> str:
    """Returns one record with the terms of all; the last `all` counts."""
    terms = [term for record in records for term in record.split()[1:]]
    first = [term for term in dict.fromkeys(terms) if not term.lower().endswith("all")]
    last = [term for term in terms if term.lower().endswith("all")][-1:]
    return " ".join([SPF, *first, *last])


def check_dkim(host: str, _settings: Settings) -> Finding:
    """Checks that there are keys for signatures; selectors can't be listed, so none is read.

    Below a name that isn't there, no other is (RFC 8020).
    """
    if resolve(f"_domainkey.{host}", "TXT") is not None:
        return ok(f"{host} has keys for DKIM; only who signs knows their selectors.")
    return consider(
        f"{host} has no keys for DKIM: many receivers take unsigned mail for spam.",
        "Have the mail server sign (OpenDKIM, rspamd, or the provider), and add the line that it "
        f'prints for the zone, such as: SELECTOR._domainkey.{host}. IN TXT "v=DKIM1; k=rsa; p=KEY"',
    )


def check_dmarc(host: str, settings: Settings) -> Finding:
    """Checks the DMARC record of the domain, or of the nearest one above it that has one."""
    labels = host.split(".")
    for level in range(len(labels) - 1):
        name = ".".join(labels[level:])
        found = [each for each in texts(f"_dmarc.{name}") if _is_dmarc(each)]
        if found:
            return _check_policy(host, name, found, settings)
    return consider(
        f"{host} has no DMARC record, which large receivers ask for.", _dmarc_line(host)
    )


def _check_policy(host: str, name: str, records: list[str], settings: Settings) -> Finding:
    if len(records) > 1:
        return broken(
            f"{name} has {len(records)} DMARC records, and so none counts.",
            "Take all but one out of its zone.",
        )
    tags = dict(_tags(records[0]))
    policy = (tags.get("sp") if name != host else None) or tags.get("p", "")
    if policy.lower() not in POLICIES:
        return broken(
            f'The DMARC record of {name} has no policy: "{records[0]}".', _dmarc_line(name)
        )
    unsigned = "" if settings.envelope_sender == "address" else f" {NULL_SENDER}"
    return ok(f"{name} has a DMARC record with the policy {policy.lower()}.{unsigned}")


def _is_dmarc(text: str) -> bool:
    return text.replace(" ", "").lower().startswith(DMARC)


def _tags(record: str) -> list[tuple[str, str]]:
    parts = (part.partition("=") for part in record.split(";"))
    return [(name.strip().lower(), value.strip()) for name, _, value in parts if name.strip()]


def _dmarc_line(host: str) -> str:
    return f'The line for its zone: _dmarc.{host}. IN TXT "v=DMARC1; p=none"'


def check_ptr(_host: str, settings: Settings) -> Finding:
    """Checks that the sending addresses have names that lead back to them."""
    senders = sending_addresses(settings)
    if not senders:
        return ok("From which address our mail goes out isn't known here: nothing to check.")
    for address in senders:
        names = names_of(address)
        line = f"{pointer_name(address)}. IN PTR mail.{settings.host.lower()}."
        ask = f"Ask whoever gave you the address for this line: {line}"
        if not names:
            return consider(
                f"{address}, from which our mail goes out, has no name (PTR): many receivers "
                "refuse its mail.",
                ask,
            )
        if not any(address in addresses(name) for name in names):
            kind = "AAAA" if ":" in address else "A"
            return consider(
                f"{address}, from which our mail goes out, is called {names[0]}, which doesn't "
                "lead back to it: many receivers refuse its mail.",
                f"Add this line to the zone of {names[0]}: {names[0]}. IN {kind} {address}",
            )
    return ok(f"{', '.join(senders)}: the name leads back to it.")
