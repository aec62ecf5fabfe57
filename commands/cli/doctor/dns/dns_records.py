"""Checks MX, DKIM, DMARC and PTR records.

Each finding includes the line to add to the zone.
"""

from commands.cli.doctor.dns.dns_lookups import (
    addresses,
    mail_servers,
    names_of,
    own_addresses,
    pointer_name,
    resolve,
    sending_addresses,
    texts,
)
from commands.server.health.check import CheckSkipped, Finding, broken, consider, ok
from commands.settings import Settings
from pbm.wording import listing

NO_MAIL = "."
DMARC = "v=dmarc1"
POLICIES = ("none", "quarantine", "reject")
NULL_SENDER = (
    "pbm's replies to commands have an empty envelope sender, which SPF can't check. They pass "
    "DMARC only if the relay signs them with DKIM."
)


def check_mx(host: str, _settings: Settings) -> Finding:
    """Checks that the domain has mail servers and that their addresses exist."""
    servers = mail_servers(host)
    if not servers:
        return _without_mx(host)
    if servers == [NO_MAIL]:
        return broken(
            f"The MX record of {host} says that the domain accepts no mail.",
            f"Replace it with your mail server: {host}. IN MX 10 mail.{host}.",
        )
    by_server = {server: addresses(server) for server in servers}
    lost = [server for server in servers if not by_server[server]]
    if len(lost) == len(servers):
        return broken(
            f"The MX record of {host} points to {lost[0]}, which has no IP address.",
            f"Add this line to the DNS zone: {lost[0]}. IN A {_own_or_example()}",
        )
    if lost:
        return consider(
            f"An MX record of {host} points to {lost[0]}, which has no IP address.",
            f"Remove this MX record, or give {lost[0]} an IP address.",
        )
    here = set(own_addresses()) & {each for found in by_server.values() for each in found}
    which = "this machine" if here else "another machine, which must forward mail to pbm"
    named = listing([f"{name} ({by_server[name][0]})" for name in servers])
    return ok(f"The MX record of {host} points to {named}: {which}.")


def _without_mx(host: str) -> Finding:
    host_addresses = addresses(host)
    line = f"{host}. IN MX 10 {host}."
    if host_addresses:
        return consider(
            f"{host} has no MX record, so mail goes to its IP address {host_addresses[0]}.",
            f"Add this line to the DNS zone: {line}",
        )
    return broken(
        f"{host} has no MX record and no IP address, so it can't receive mail.",
        f"Add these lines to the DNS zone: {line} and {host}. IN A {_own_or_example()}",
    )


def _own_or_example() -> str:
    return next(iter(own_addresses()), "ADDRESS")


def check_dkim(host: str, _settings: Settings) -> Finding:
    """Checks that the domain has keys for signatures.

    No key is read, because the selectors of keys can't be listed.
    """
    # If a name doesn't exist, no name below it exists either (RFC 8020).
    if resolve(f"_domainkey.{host}", "TXT") is not None:
        return ok(f"{host} has DKIM keys.")
    return consider(
        f"{host} has no DKIM keys. Many receivers treat unsigned mail as spam.",
        "Set up DKIM on your mail server (with OpenDKIM or rspamd) or at your provider. Then add "
        f"the DNS record that it generates to the zone of {host}. It looks like this: "
        f'SELECTOR._domainkey.{host}. IN TXT "v=DKIM1; k=rsa; p=KEY"',
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
        f"{host} has no DMARC record, but large receivers expect one.", _dmarc_line(host)
    )


def _check_policy(host: str, name: str, records: list[str], settings: Settings) -> Finding:
    if len(records) > 1:
        return broken(
            f"{name} has {len(records)} DMARC records, so receivers ignore all of them.",
            "Remove all but one of them from the DNS zone.",
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
    return f'Add this line to the DNS zone: _dmarc.{host}. IN TXT "v=DMARC1; p=none"'


def check_ptr(_host: str, settings: Settings) -> Finding:
    """Checks that each sending address has a name that resolves to the same address."""
    senders = sending_addresses(settings)
    if not senders:
        raise CheckSkipped("pbm doesn't know which IP address sends its mail")
    for address in senders:
        names = names_of(address)
        line = f"{pointer_name(address)}. IN PTR mail.{settings.host.lower()}."
        ask = f"Ask the provider of this IP address to add this DNS record: {line}"
        if not names:
            return consider(
                f"{address}, which sends pbm's mail, has no PTR record. Many receivers refuse mail "
                "from such addresses.",
                ask,
            )
        if not any(address in addresses(name) for name in names):
            kind = "AAAA" if ":" in address else "A"
            return consider(
                f"The PTR record of {address}, which sends pbm's mail, is {names[0]}, but that "
                "name has a different address. Many receivers refuse mail from such addresses.",
                f"Add this line to the zone of {names[0]}: {names[0]}. IN {kind} {address}",
            )
    text = "PTR records of {} are" if len(senders) > 1 else "PTR record of {} is"
    return ok(f"The {text.format(listing(senders))} correct.")
