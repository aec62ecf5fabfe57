"""Checks MX, DKIM, DMARC and PTR records.

Each finding includes the line to add to the zone.
"""

from commands.cli.doctor.dns_lookups import (
    addresses,
    mail_servers,
    names_of,
    own_addresses,
    pointer_name,
    resolve,
    sending_addresses,
    texts,
)
from commands.server.health.check import Finding, broken, consider, ok
from commands.settings import Settings

NO_MAIL = "."
DMARC = "v=dmarc1"
POLICIES = ("none", "quarantine", "reject")
NULL_SENDER = (
    "Answers pass it only if the relay signs them (DKIM): they have a null sender, which SPF can't "
    "check, so without a signature they fail where mails about boards pass."
)


def check_mx(host: str, _settings: Settings) -> Finding:
    """Checks that the domain has mail servers and that their addresses exist."""
    servers = mail_servers(host)
    if not servers:
        return _without_mx(host)
    if servers == [NO_MAIL]:
        return broken(
            f"The MX of {host} says that it takes no mail.",
            f"Replace it by a line with your mail server: {host}. IN MX 10 mail.{host}.",
        )
    by_server = {server: addresses(server) for server in servers}
    lost = [server for server in servers if not by_server[server]]
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
    here = set(own_addresses()) & {each for found in by_server.values() for each in found}
    which = "this machine" if here else "its mail server, which must pass mail on to pbm"
    return ok(
        f"{host} has {', '.join(f'{name} ({by_server[name][0]})' for name in servers)}: {which}."
    )


def _without_mx(host: str) -> Finding:
    host_addresses = addresses(host)
    line = f"{host}. IN MX 10 {host}."
    if host_addresses:
        return consider(
            f"{host} has no MX; mail goes to its address {host_addresses[0]} instead.",
            f"Add this line to its zone: {line}",
        )
    return broken(
        f"{host} has neither MX nor address: no mail comes from elsewhere.",
        f"Add these lines to its zone: {line} and {host}. IN A {_own_or_example()}",
    )


def _own_or_example() -> str:
    return next(iter(own_addresses()), "ADDRESS")


def check_dkim(host: str, _settings: Settings) -> Finding:
    """Checks that the domain has keys for signatures.

    No key is read, because the selectors of keys can't be listed.
    """
    # If a name doesn't exist, no name below it exists either (RFC 8020).
    if resolve(f"_domainkey.{host}", "TXT") is not None:
        return ok(f"{host} has keys for DKIM; only who signs knows their selectors.")
    return consider(
        f"{host} has no keys for DKIM: many receivers take unsigned mail for spam.",
        "Have the mail server sign (OpenDKIM, rspamd, or the provider), and add the line that it "
        f'prints for the zone, such as: SELECTOR._domainkey.{host}. IN TXT "v=DKIM1; k=rsa; p=KEY"',
    )


def check_dmarc(host: str, settings: Settings) -> Finding:
    """Checks the DMARC record of the domain, or of its nearest parent domain that has one."""
    labels = host.split(".")
    for level in range(len(labels) - 1):
        name = ".".join(labels[level:])
        records = [each for each in texts(f"_dmarc.{name}") if _is_dmarc(each)]
        if records:
            return _check_policy(host, name, records, settings)
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
    """Checks that each sending address has a name that resolves to the same address."""
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
