"""Lists the health checks of `pbm doctor`, grouped by their cost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from commands.cli.doctor.dns.dns_lookups import DnsCheck, dns_check, uses_dns
from commands.cli.doctor.dns.dns_records import check_dkim, check_dmarc, check_mx, check_ptr
from commands.cli.doctor.dns.spf import check_spf
from commands.cli.doctor.files import check_data, check_secrets, check_site
from commands.cli.doctor.machine import check_clock, check_isolation, check_python, check_user
from commands.cli.doctor.mail import check_mailbox, check_relay, check_ways_in
from commands.cli.doctor.round_trip.round_trip import check_round_trip
from commands.cli.doctor.settings_check import check_admin
from commands.cli.games.served_games import check_absent, check_games
from commands.server.health.check import Check, Examined, Finding, never, ok
from commands.server.health.registry import DISK
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


def _check(
    name: str,
    run: Callable[[Settings], Finding],
    *needs: str,
    uses_network: Callable[[Settings], bool] = never,
) -> Check:
    """Returns a check with one finding that depends only on the settings."""
    return Check(
        name, lambda examined: [run(examined.settings)], needs=needs, uses_network=uses_network
    )


def _check_disk(examined: Examined) -> Iterator[Finding]:
    """Yields findings on disk space if the data folder or the database exists."""
    settings, file = examined.settings, examined.settings.database_file
    if settings.data.exists() or (file and file.exists()):
        yield from DISK.run(examined)
    else:
        yield ok(f"{settings.data} doesn't exist yet.")


LOCAL_CHECKS: Sequence[Check] = (
    _check("python", check_python),
    _check("clock", check_clock, "data"),
    _check("data", check_data, *DATA),
    _check("secrets", check_secrets, *MAILBOX, *RELAY, "database", "tls_key"),
    replace(DISK, run=_check_disk),
    _check("site", check_site, *DATA, "site", "site_url"),
    _check("games", check_games, "games"),
    _check("engines", check_isolation),
    _check("engine user", check_user, "bot_user", "bot_memory"),
)
"""Quick checks of this machine."""

DATA_CHECKS: Sequence[Check] = (
    _check("admin", check_admin, "admin", "address"),
    Check("games in use", check_absent, "All games in use are installed and enabled."),
    Check(
        "incoming mail",
        check_ways_in,
        needs=("address", "lmtp", "mailbox", "roles", "smtp_host", "smtp_port"),
    ),
)
"""Checks of stored settings and received emails. They need the database."""

NETWORK_CHECKS: Sequence[Check] = (
    _check("mailbox", check_mailbox, *MAILBOX, uses_network=_has_mailbox),
    _check("relay", check_relay, *RELAY, "address", uses_network=_has_server),
    *(
        _check(f"DNS: {name}", dns_check(check), *RELAY, *MAILBOX, "address", uses_network=uses_dns)
        for name, check in DNS_CHECKS.items()
    ),
)
"""Checks that wait for other servers. They run in parallel."""

FINAL_CHECKS: Sequence[Check] = (
    Check(
        "round trip",
        lambda examined: check_round_trip(examined.settings),
        needs=(*MAILBOX, *RELAY, *DATA, "address", "replies", "envelope_sender"),
        uses_network=_has_server,
        relies_on=("mailbox", "relay", "stored settings"),
    ),
)
"""Checks that run last, because they depend on the results of others."""
