"""Check the mailbox and the relay: which problems they have, and what the admin can do."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from commands.server.health.check import Examined, Finding, consider
from commands.settings import Settings
from pbm.wording import counted, local_time

LOST_FOR = timedelta(hours=2)
"""Time after which an unreachable mailbox is a problem. Providers sometimes restart servers."""
REFUSED_WITHIN = timedelta(hours=2)
"""Time since the last refusal after which the relay accepts mail again. Each pause is shorter."""
REFUSALS: Mapping[str, str] = {
    "login": "refuses the login, or wants one",
    "tls": "offers no TLS that can be trusted",
    "sender": "refuses to send for us",
}
"""Kinds of errors that don't pass by themselves, with a phrase that follows the relay's name."""


def check_mail_in(examined: Examined) -> Iterator[Finding]:
    """Yields a problem if the mailbox can't be read. A lost connection is one after LOST_FOR."""
    settings, now = examined.settings, examined.now
    if not settings.mailbox:
        return
    mailbox = examined.work.mailboxes.find(settings.mailbox_address.mailbox_name)
    if not mailbox or not mailbox.trouble_kind or not mailbox.trouble_since:
        return
    lasts = now - mailbox.trouble_since >= LOST_FOR
    if mailbox.trouble_kind != "connect" or lasts:
        yield consider(
            f"The mailbox has had a problem since {local_time(mailbox.trouble_since)}: "
            f"{mailbox.trouble.rstrip('.')}. No mail is lost by that.",
            mailbox_advice(settings, mailbox.trouble_kind),
        )


def mailbox_advice(settings: Settings, kind: str) -> str:
    """Returns advice for a mailbox problem of this kind."""
    if kind == "connect":
        return "See that PBM_MAILBOX has the right host and port, and that nothing is in the way."
    if kind == "tls":
        return (
            "Use the host name that is in the certificate. For a mail server of your own with "
            "another issuer, name its certificate in SSL_CERT_FILE. A wrong clock of this machine "
            "makes certificates invalid, too. "
            "imaps:// has TLS from the start, imap:// begins it by STARTTLS."
        )
    if kind == "folder":
        return "See if the folder is there, or name another one at the end of PBM_MAILBOX."
    if settings.mailbox_token_command:
        return "Put the right command into PBM_MAILBOX_TOKEN_COMMAND, which prints a new token."
    return (
        f"Put the right password into {settings.mailbox_password_file}: a running server tries it "
        "at once. Many providers want an app password here, and that IMAP is switched on."
    )


def check_mail_out(examined: Examined) -> Iterator[Finding]:
    """Yields a problem if mail waits because the relay refuses the configured login or sender."""
    settings, work = examined.settings, examined.work
    oldest = work.outbox_admin.oldest_untried(examined.now)
    if oldest is None or not oldest.error:
        return
    failures = work.incidents.recent("relay", examined.now - REFUSED_WITHIN)
    latest = max(failures, key=lambda failure: failure.at, default=None)
    if latest is None or latest.subject not in REFUSALS:
        return
    waiting = counted(work.outbox_admin.count(["waiting"]), "mail")
    advice = relay_advice(settings, latest.subject)
    if latest.subject == "sender" and "@" not in settings.relay:
        advice += f" If it wants a login: {relay_advice(settings, 'login')}"
    is_login = latest.subject == "login"
    again = "Another password is tried at once; after" if is_login else "After"
    yield consider(
        f"The relay ({settings.relay}) {REFUSALS[latest.subject]}: {latest.detail.rstrip('.')}. "
        f"Mail waits ({waiting}) until that is set right; none is lost, and no try counts.",
        f"{advice} {again} a change of settings, restart pbm serve.",
    )


def relay_advice(settings: Settings, fault: str) -> str:
    """Returns advice for a relay problem of this kind."""
    if fault == "tls":
        return (
            "See that PBM_RELAY has the host name for which the certificate was made. For a relay "
            "of your own with another issuer, name its certificate in SSL_CERT_FILE. "
            "PBM_RELAY_TLS=opportunistic lets smtp:// do without, so that others on the way may "
            "read the mails."
        )
    if fault == "sender":
        if settings.envelope_sender != "address":
            return "Set PBM_ENVELOPE_SENDER=address."
        return "Set PBM_ADDRESS to an address for which the relay sends, such as that of the login."
    if fault != "login":
        return (
            "See that PBM_RELAY has the right scheme, host and port, and that no firewall is in "
            "between; clouds and homes often block port 25."
        )
    if settings.relay_token_command:
        return "Put the right command, which prints a new token, into PBM_RELAY_TOKEN_COMMAND."
    if settings.relay_password_file:
        return (
            f"Put the right password into {settings.relay_password_file}; many providers want an "
            "app password here."
        )
    return (
        "Set PBM_RELAY to submissions://USER@HOST, and PBM_RELAY_PASSWORD_FILE to a file with the "
        "password."
    )
