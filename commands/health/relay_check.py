"""The check of the relay: what keeps all mail waiting, and has to be set right by the admin."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from commands.health.problem import Problem
from commands.settings import Settings
from pbm.wording import counted
from storage.unit_of_work import UnitOfWork

WITHIN = timedelta(hours=2)
"""A failure is over if there was none for so long: each pause is shorter."""
CONSEQUENCES: Mapping[str, str] = {
    "login": "refuses the login, or wants one",
    "tls": "offers no TLS that can be trusted",
    "sender": "refuses to send for us",
}
"""The faults that don't pass by themselves, in words that stand after the relay."""
LOGIN_ADVICE = (
    "See that PBM_RELAY names the right user, and PBM_RELAY_PASSWORD_FILE the right password: many "
    "providers want an app password, made in their settings. It is tried again as soon as that "
    "file changes; after a change of settings, restart pbm serve."
)
NO_LOGIN_ADVICE = (
    "Name the user in PBM_RELAY, as in submissions://USER@HOST, and the file with the password in "
    "PBM_RELAY_PASSWORD_FILE; then restart pbm serve."
)
TLS_ADVICE = (
    "See that PBM_RELAY has the host name for which the certificate was made. A relay of your own "
    "with another issuer: name its certificate in SSL_CERT_FILE. PBM_RELAY_TLS=opportunistic lets "
    "smtp:// do without, so that others on the way may read the mails."
)
SENDER_ADVICE = (
    "See that PBM_ADDRESS is an address for which the relay sends. If it refuses senders with a "
    "plus address, or none, set PBM_ENVELOPE_SENDER=address and restart pbm serve."
)


def check_relay(settings: Settings, work: UnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields a problem if mail waits because the relay refuses what the settings give it."""
    oldest = work.outbox_admin.oldest_untried(now)
    if oldest is None or not oldest.error:
        return
    failures = work.incidents.recent("relay", now - WITHIN)
    latest = max(failures, key=lambda failure: failure.at, default=None)
    if latest is None or latest.subject not in CONSEQUENCES:
        return
    waiting = counted(work.outbox_admin.count(["waiting"]), "mail")
    yield Problem(
        f"The relay ({settings.relay}) {CONSEQUENCES[latest.subject]}: "
        f"{latest.detail.rstrip('.')}. "
        f"Mail waits ({waiting}) until that is set right; none is lost, and no try counts.",
        _advice(settings, latest.subject),
    )


def _advice(settings: Settings, fault: str) -> str:
    """Returns what to do about a fault of the relay."""
    if fault == "tls":
        return TLS_ADVICE
    has_user = "@" in settings.relay
    if fault == "login":
        return LOGIN_ADVICE if has_user else NO_LOGIN_ADVICE
    return SENDER_ADVICE if has_user else f"{SENDER_ADVICE} If it wants a login: {NO_LOGIN_ADVICE}"
