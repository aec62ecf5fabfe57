"""The checks of DKIM and DMARC, and of the name of the host that sends our mail."""

from commands.cli.doctor.dns_checks.domain import sending_addresses
from commands.cli.doctor.dns_checks.lookups import (
    addresses,
    names_of,
    pointer_name,
    resolve,
    texts,
)
from commands.cli.doctor.finding import Finding, broken, consider, ok
from commands.settings import Settings

DMARC = "v=dmarc1"
POLICIES = ("none", "quarantine", "reject")


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


def check_dmarc(host: str, _settings: Settings) -> Finding:
    """Checks the DMARC record of the domain, or of the nearest one above it that has one."""
    labels = host.split(".")
    for level in range(len(labels) - 1):
        name = ".".join(labels[level:])
        found = [each for each in texts(f"_dmarc.{name}") if _is_dmarc(each)]
        if found:
            return _check_policy(host, name, found)
    return consider(
        f"{host} has no DMARC record, which large receivers ask for.", _dmarc_line(host)
    )


def _check_policy(host: str, name: str, records: list[str]) -> Finding:
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
    return ok(f"{name} has a DMARC record with the policy {policy.lower()}.")


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
