"""Check the mailbox and the relay: which problems they have, and what the admin can do."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from commands.server.health.check import Examined, Finding, broken, consider
from commands.settings import Settings
from pbm.wording import counted, local_time
from storage.mail.mailboxes import FILING

LOST_FOR = timedelta(hours=2)
"""Time after which an unreachable mailbox is a problem. Providers sometimes restart servers."""
RETRIED_WITHIN = timedelta(minutes=2)
"""Time after the server's start within which it tries the mailbox again."""
REFUSED_WITHIN = timedelta(hours=2)
"""Time since the last refusal after which the relay accepts mail again. Each pause is shorter."""
TRUST = (
    "set the environment variable SSL_CERT_FILE to the certificate of its issuer, and do the same "
    'for "pbm serve".'
)
OPPORTUNISTIC = (
    " PBM_RELAY_TLS=opportunistic allows smtp:// without trusted TLS, but then others might read "
    "the emails."
)
REFUSALS: Mapping[str, str] = {
    "login": "refuses the login or requires one",
    "tls": "doesn't offer trusted TLS",
    "sender": "refuses our sender address",
}
"""Kinds of errors that don't pass by themselves, with a phrase that follows the relay's name."""


def check_mail_in(examined: Examined) -> Iterator[Finding]:
    """Yields a problem if the server can't read the mailbox, or can't move handled emails.

    A lost connection is a problem after LOST_FOR. While no server runs, nothing tries the mailbox,
    so its last problem may be over.
    """
    settings, now = examined.settings, examined.now
    if not settings.mailbox:
        return
    mailbox = examined.work.mailboxes.find(settings.mailbox_address.mailbox_name)
    if not mailbox or not mailbox.trouble_kind or not mailbox.trouble_since:
        return
    started = examined.started
    if started is None or (mailbox.trouble_since < started and now - started < RETRIED_WITHIN):
        return
    since, trouble = local_time(mailbox.trouble_since), mailbox.trouble.rstrip(".")
    advice = mailbox_advice(settings, mailbox.trouble_kind)
    lasts = now - mailbox.trouble_since >= LOST_FOR
    if mailbox.trouble_kind == FILING:
        yield consider(f"The mailbox has had a problem since {since}: {trouble}.", advice)
    elif mailbox.trouble_kind != "connect" or lasts:
        yield broken(
            f"pbm hasn't been able to read the mailbox since {since}: {trouble}. No mail has been "
            "lost.",
            advice,
        )


def mailbox_advice(settings: Settings, kind: str) -> str:
    """Returns advice for a mailbox problem of this kind."""
    if kind == "connect":
        return (
            "Check the host and port in PBM_MAILBOX. Also check that no firewall blocks the "
            "connection."
        )
    if kind == "tls":
        return (
            "Use the host name from the certificate. If your own server has a private certificate, "
            f"{TRUST} Also check this machine's clock, and "
            "whether the server uses implicit TLS (imaps://) or STARTTLS (imap://)."
        )
    if kind == FILING:
        return (
            "Check that the mailbox isn't full and allows new folders. If its server can't move "
            "emails at all, use a mailbox with a different provider."
        )
    if kind == "folder":
        return "Check that the folder exists, or name a different folder at the end of PBM_MAILBOX."
    if settings.mailbox_token_command:
        return "Set PBM_MAILBOX_TOKEN_COMMAND to a command that prints a valid token."
    return (
        f"Correct the password in {settings.mailbox_password_file} (a running server tries it "
        "immediately). Many providers require that you enable IMAP and use an app password."
    )


def check_mail_out(examined: Examined) -> Iterator[Finding]:
    """Yields a problem if mail waits because the relay refuses the configured login or sender."""
    settings, work = examined.settings, examined.work
    oldest = work.outbox_admin.oldest_untried(examined.now)
    if oldest is None or not oldest.error:
        return
    failures = examined.incidents("relay", REFUSED_WITHIN)
    latest = max(failures, key=lambda failure: failure.at, default=None)
    if latest is None or latest.subject not in REFUSALS:
        return
    waiting = counted(work.outbox_admin.count(["waiting"]), "email")
    advice = relay_advice(settings, latest.subject)
    if latest.subject == "sender" and "@" not in settings.relay:
        advice += f" If the relay requires a login: {relay_advice(settings, 'login')}"
    is_login = latest.subject == "login"
    again = "A new password takes effect immediately. After" if is_login else "After"
    yield consider(
        f"The relay ({settings.relay}) {REFUSALS[latest.subject]}: {latest.detail.rstrip('.')}. "
        f"{waiting} will wait until you fix this. No email is lost.",
        f'{advice} {again} you change settings, restart "pbm serve".',
    )


def relay_advice(settings: Settings, fault: str) -> str:
    """Returns advice for a relay problem of this kind."""
    if fault == "tls":
        return (
            "Use the host name from the certificate in PBM_RELAY. If your own relay has a private "
            f"certificate, {TRUST}{OPPORTUNISTIC if settings.relay.startswith('smtp:') else ''}"
        )
    if fault == "sender":
        if settings.envelope_sender != "address":
            return "Set PBM_ENVELOPE_SENDER=address."
        return (
            "Set PBM_ADDRESS to an address that the relay accepts, such as the address that you "
            "log in with."
        )
    if fault != "login":
        return (
            "Check the scheme, host and port in PBM_RELAY. Also check that no firewall blocks "
            "the connection. Many home and cloud networks block port 25."
        )
    if settings.relay_token_command:
        return "Set PBM_RELAY_TOKEN_COMMAND to a command that prints a valid token."
    if settings.relay_password_file:
        return (
            f"Correct the password in {settings.relay_password_file}. Many providers require an "
            "app password."
        )
    return (
        "Set PBM_RELAY to submissions://USER@HOST, and PBM_RELAY_PASSWORD_FILE to a file with the "
        "password."
    )
