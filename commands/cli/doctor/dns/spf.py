"""Evaluates the SPF record for our sending addresses as receivers do.

Findings include the line to add.
"""

import ipaddress
import warnings

from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT

from commands.cli.doctor.dns.dns_lookups import LookupFailed, resolve, sending_addresses, texts
from commands.server.health.check import Finding, broken, consider, ok
from commands.settings import Settings
from pbm.wording import listing

SPF = "v=spf1"

SPF_SECONDS = 10


def check_spf(host: str, settings: Settings) -> Finding:
    """Checks the SPF record and evaluates it for our sending addresses."""
    records = sorted(text for text in texts(host) if text.lower().split(" ")[0] == SPF)
    senders = sending_addresses(settings)
    if not records:
        return consider(
            f"{host} has no SPF record. Many receivers treat its mail as spam.",
            _spf_line(host, f"{SPF} {_named(senders)}-all"),
        )
    if len(records) > 1:
        return broken(
            f"{host} has {len(records)} SPF records, so receivers ignore all of them.",
            f"Combine them into one. {_spf_line(host, _joined(records))}",
        )
    if lax := [term for term in records[0].split() if term.lower() in ("all", "+all")]:
        return consider(
            f"The SPF record of {host} allows anyone to send mail from {host}, because it "
            f'contains "{lax[0]}".',
            _spf_line(host, records[0].replace(lax[0], "-all")),
        )
    if not senders:
        return ok(
            f'The SPF record of {host} is "{records[0]}". pbm can\'t check whether it includes '
            "the IP address that sends pbm's mail, because pbm doesn't know that address."
        )
    return _spf_result(host, records[0], senders)


def _spf_result(host: str, record: str, senders: list[str]) -> Finding:
    """Returns the finding for the first sending address that fails, or a success."""
    for address in senders:
        result, reason = _evaluate_spf(host, address)
        line = _spf_line(host, _with(record, address))
        if result == "permerror":
            return broken(f"The SPF record of {host} is invalid: {reason}.", line)
        if result == "temperror":
            raise LookupFailed(reason)
        if result == "fail":
            return broken(
                f"The SPF record of {host} doesn't allow {address}, which sends pbm's mail.", line
            )
        if result != "pass":
            return consider(
                f"The SPF record of {host} doesn't include {address}, which sends pbm's mail.",
                line,
            )
    return ok(f"The SPF record of {host} allows {listing(senders)} to send pbm's mail.")


def _evaluate_spf(host: str, address: str) -> tuple[str, str]:
    """Evaluates SPF (RFC 7208) for an email of ours from this IP address.

    Returns the result and the reason.
    """
    with warnings.catch_warnings():
        # Newer versions of Python warn about an escape sequence in the library.
        warnings.simplefilter("ignore")
        import spf  # noqa: PLC0415 - seldom needed

    spf.DNSLookup = _look_up  # The library's own lookup uses a removed function of dnspython.
    try:
        result, reason = spf.check2(i=address, s=f"pbm@{host}", h=host, querytime=SPF_SECONDS)
    except LookupFailed as error:
        return "temperror", str(error)
    return str(result), str(reason)


def _look_up(name: str, kind: str, *_: object) -> list[tuple[tuple[str, str], object]]:
    """Looks up DNS records for the SPF library. Returns each record as a key and a value."""
    if kind == "SPF":  # The SPF record type is obsolete (RFC 7208, 3.1).
        return []
    records = resolve(name, kind) or ()
    return [((name, kind), _value(record)) for record in records]


def _value(record: object) -> object:
    if isinstance(record, MX):
        return record.preference, record.exchange.to_text(omit_final_dot=True)
    return record.strings if isinstance(record, TXT) else str(record).rstrip(".")


def _spf_line(host: str, record: str) -> str:
    return f'Use this line in the DNS zone: {host}. IN TXT "{record}"'


def _named(senders: list[str]) -> str:
    """Returns SPF terms for IP addresses.

    If none is known, returns the term for the domain's mail servers.
    """
    return "".join(f"{_term(each)} " for each in senders) or "mx "


def _term(address: str) -> str:
    return f"ip{ipaddress.ip_address(address).version}:{address}"


def _with(record: str, address: str) -> str:
    """Returns the record with an IP address inserted before all other terms."""
    return f"{SPF} {_term(address)} {record[len(SPF) :].strip()}".strip()


def _joined(records: list[str]) -> str:
    """Merges records into one. Only the last term `all` is kept."""
    terms = [term for record in records for term in record.split()[1:]]
    first = [term for term in dict.fromkeys(terms) if not term.lower().endswith("all")]
    last = [term for term in terms if term.lower().endswith("all")][-1:]
    return " ".join([SPF, *first, *last])
