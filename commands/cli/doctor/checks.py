"""The checks of `pbm doctor`, in the order in which they run."""

from collections.abc import Mapping, Sequence

from commands.cli.doctor.check import Check, single
from commands.cli.doctor.clock_check import check_clock
from commands.cli.doctor.database_checks import check_database, is_remote
from commands.cli.doctor.dns_checks.domain import DnsCheck, dns_check, uses_dns
from commands.cli.doctor.dns_checks.receiving import check_mx
from commands.cli.doctor.dns_checks.signatures import check_dkim, check_dmarc, check_ptr
from commands.cli.doctor.dns_checks.spf import check_spf
from commands.cli.doctor.engine_checks import check_isolation, check_user
from commands.cli.doctor.file_checks import check_data, check_secrets
from commands.cli.doctor.health_checks import NAMES, check_admin, check_disk, check_health
from commands.cli.doctor.machine_checks import check_python
from commands.cli.doctor.mailbox_check import check_mailbox
from commands.cli.doctor.relay_check import check_relay
from commands.cli.doctor.round_trip.check import CLOCK_NAME as MAILBOX_CLOCK
from commands.cli.doctor.round_trip.check import NAME as ROUND_TRIP
from commands.cli.doctor.round_trip.check import check_round_trip
from commands.cli.doctor.site_check import check_site
from commands.settings import Settings

MAILBOX = ("mailbox", "mailbox_password_file", "mailbox_token_command")
RELAY = ("relay", "relay_password_file", "relay_token_command")
DATA = ("data", "database")
DNS_CHECKS: Mapping[str, DnsCheck] = {
    "MX": check_mx,
    "SPF": check_spf,
    "DKIM": check_dkim,
    "DMARC": check_dmarc,
    "PTR": check_ptr,
}


def _has_mailbox(settings: Settings) -> bool:
    return bool(settings.mailbox)


def _has_server(settings: Settings) -> bool:
    return settings.outbox_folder is None


LOCAL_CHECKS: Sequence[Check] = (
    single("python", check_python),
    single("clock", check_clock, "data"),
    single("data", check_data, *DATA),
    single("secrets", check_secrets, *MAILBOX, *RELAY, "database", "tls_key"),
    single("disk", check_disk, *DATA, "relay", "disk_free_percent", "disk_free_megabytes"),
    single("site", check_site, *DATA, "site", "site_url"),
    Check(("database", "kept settings"), check_database, frozenset(DATA), is_remote),
    Check(
        tuple(NAMES.values()),
        check_health,
        frozenset({*DATA, "downtime_hours", "queue_hours", "failures_per_day"}),
        is_remote,
    ),
    single("admin", check_admin, "admin", "address"),
    single("engines", check_isolation),
    single("engines' user", check_user, "bot_user", "bot_memory"),
)
"""The checks of this machine."""

NETWORK_CHECKS: Sequence[Check] = (
    single("mailbox", check_mailbox, *MAILBOX, uses_network=_has_mailbox),
    single("relay", check_relay, *RELAY, "address", uses_network=_has_server),
    *(
        single(f"DNS: {name}", dns_check(check), *RELAY, *MAILBOX, "address", uses_network=uses_dns)
        for name, check in DNS_CHECKS.items()
    ),
)
"""The checks that wait for servers."""

LAST_CHECKS: Sequence[Check] = (
    Check(
        (ROUND_TRIP, MAILBOX_CLOCK),
        check_round_trip,
        frozenset({*MAILBOX, *RELAY, *DATA, "address", "replies", "envelope_sender"}),
        _has_server,
        ("mailbox", "relay", "kept settings"),
    ),
)
"""The checks that come last, as they rely on the others."""
