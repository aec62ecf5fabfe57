"""The check of the relay that takes outgoing mail."""

from typing import TYPE_CHECKING

from commands.cli.doctor.finding import Finding, broken, consider, ok
from commands.outbound.relay_settings import probe_relay
from commands.settings import Settings
from mail.delivery.relay import DeliveryError

if TYPE_CHECKING:
    from mail.delivery.relay_probe import RelayCapabilities

LARGEST_MAIL = 100_000
"""Bytes that every mail of ours stays below."""
CONNECT_SECONDS = 10
REPLY_SECONDS = 20
"""Relays that look a sender up take their time to reply."""


def check_relay(settings: Settings) -> Finding:
    """Checks that the relay can be used and takes our mails, without sending one."""
    from mail.delivery.smtp_session import Timeouts  # noqa: PLC0415 - its library is slow to load

    timeouts = Timeouts(connect=CONNECT_SECONDS, tls=CONNECT_SECONDS, reply=REPLY_SECONDS)
    try:
        found = probe_relay(settings, timeouts)
    except DeliveryError as error:
        return relay_trouble(settings, error)
    return _tell(settings, found)


def relay_trouble(settings: Settings, error: DeliveryError, sender: str | None = None) -> Finding:
    """Returns the finding of an error of the relay; `sender`: the one of the mail, if any."""
    text = str(error).rstrip(".")
    if error.fault == "rate":
        return consider(
            f"The relay takes no more mails for now: {text}.",
            "They wait, and nothing is lost. Set PBM_RELAY_PER_MINUTE or PBM_RELAY_PER_DAY to what "
            "the provider permits.",
        )
    if not error.in_mail:
        return broken(f"{text[:1].upper()}{text[1:]}.", _advice(settings, error))
    if error.fault == "login":
        return broken(f"The relay wants a login: {text}.", _advice(settings, error))
    if error.fault == "recipient":
        return broken(
            f"The relay takes no mail to {settings.address}: {text}.",
            "See that PBM_ADDRESS is right, and that its mail server knows it.",
        )
    if sender is not None and error.fault in ("sender", "mail"):
        return _refused_sender(settings, sender, text)
    return broken(f"The relay takes no mail: {text}.", _advice(settings, error))


def _refused_sender(settings: Settings, sender: str, text: str) -> Finding:
    if sender == settings.address:
        return broken(
            f"The relay doesn't send for {sender}: {text}.",
            "Set PBM_ADDRESS to the address of the login, or have it permitted at the provider.",
        )
    name = "the null sender <>" if not sender else "senders with a plus address"
    return broken(
        f"The relay refuses {name}, which PBM_ENVELOPE_SENDER={settings.envelope_sender} uses: "
        f"{text}.",
        "Set PBM_ENVELOPE_SENDER=address.",
    )


def _advice(settings: Settings, error: DeliveryError) -> str:
    if error.fault != "login":
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


def _tell(settings: Settings, found: "RelayCapabilities") -> Finding:
    """Tells what a relay offers, and what it means if something is missing."""
    text = found.text[:1].upper() + found.text[1:]
    if settings.outbox_folder:
        return ok(f"{text}.")
    if found.max_size is not None and found.max_size < LARGEST_MAIL:
        return broken(
            f"{text}, but no mail over {found.max_size} bytes: ours have up to {LARGEST_MAIL}.",
            "Use another relay.",
        )
    size = f"; the largest may have {found.max_size} bytes" if found.max_size else ""
    if not found.smtputf8:
        size += "; it can't write to addresses beyond ASCII (no SMTPUTF8)"
    return ok(f"{text}{size}.")
