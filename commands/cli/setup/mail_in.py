"""Asks how emails arrive, and tries the answer."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from commands.cli.doctor.mail import check_mailbox, mailbox_start
from commands.cli.setup.answer_checks import ask_until_it_works, try_listening
from commands.cli.setup.answers import Answers, read_file
from commands.cli.setup.dialogue import GoBack, ask, choose, tell
from commands.cli.setup.login_question import ask_login
from commands.cli.setup.providers import Lookup, find_provider
from commands.server.health.check import Finding, broken, ok, sentence
from commands.settings import Settings
from commands.settings.groups.mail_in import IMAP_PORTS
from mail.server_address import read_server_address
from mail.smtp.certificate import Certificate
from mail.smtp.listen_addresses import TcpPort, read_listen_address

WAYS_IN = {
    "mailbox": "pbm reads a mailbox at a provider (IMAP)",
    "server": "your own mail server forwards mail (LMTP or a pipe)",
    "direct": "pbm is the mail server, and accepts mail from anywhere (SMTP)",
    "none": "there is no mail, and players use the shell on this machine",
}
LMTP = "127.0.0.1:2424"
LOCAL_SERVER = "smtp://127.0.0.1:25"
EVERYWHERE = "0.0.0.0:25"
PIPE = "pipe"
OFF = "off"
NONE = "none"
NO_CERTIFICATE = dict.fromkeys(("tls_certificate", "tls_key"))
NO_MAILBOX = dict.fromkeys(
    ("mailbox", "mailbox_password_file", "mailbox_token_command", "mailbox_start")
)
NO_LISTENERS = {"smtp_port": OFF, "smtp_host": None, "lmtp": None}


def ask_mail_in(answers: Answers, lookup: Lookup) -> Answers:
    """Asks for the way and its details. BACK in the details returns to the way."""
    while True:
        way = choose(WAYS_IN, _usual_way_in(answers))
        with suppress(GoBack):
            return _ask_details(way, answers, lookup)


def _ask_details(way: str, answers: Answers, lookup: Lookup) -> Answers:
    answers = replace(answers, has_pipe=False)
    if way == "mailbox":
        return _ask_mailbox(answers.with_values(**NO_LISTENERS), lookup)
    answers = answers.with_values(**NO_MAILBOX, replies=None)
    if way == "server":
        return _ask_lmtp(answers.with_values(smtp_port=OFF, smtp_host=None))
    if way == "direct":
        return _ask_port(answers.with_values(lmtp=None))
    return answers.with_values(**NO_LISTENERS)


def _usual_way_in(answers: Answers) -> str:
    values = answers.values
    is_pipe = values.get("smtp_port") == OFF and str(values.get("relay", "")).startswith("smtp:")
    if values.get("lmtp") or (is_pipe and not values.get("mailbox")):
        return "server"
    if values.get("smtp_port", OFF) != OFF:
        return "direct"
    if values.get("mailbox"):
        return "mailbox"
    has_host = "." in values["address"].partition("@")[2]
    return "mailbox" if has_host and values.get("smtp_port") != OFF else "none"


def _ask_mailbox(answers: Answers, lookup: Lookup) -> Answers:
    provider = find_provider(answers.values["address"].partition("@")[2], lookup)
    if provider.demand:
        tell(f"{provider.name} requires {provider.demand}.")
    guess = "" if provider.name else " (a guess)"
    tell(
        f"Type your provider's IMAP server, such as imap.example.net or imap.example.net:993. To "
        f"use the server in brackets{guess}, press Enter."
    )
    completed = ask_until_it_works(
        answers,
        lambda last, typed: ask_login(last, typed, "mailbox", provider.mailbox),
        "IMAP server",
        check_mailbox,
        "Logging in ...",
    )
    if _mailbox_name(completed) != _mailbox_name(read_file()):
        tell("pbm will ignore all mail that is already in this mailbox.")
    replies = provider.replies or completed.values.get("replies")
    return completed.with_values(replies=replies, mailbox_start=_start(answers, completed))


def _mailbox_name(answers: Answers) -> str:
    """Returns the identity of the mailbox. Empty if there is none."""
    url = answers.values.get("mailbox")
    return read_server_address(str(url), IMAP_PORTS).mailbox_name if url else ""


def _start(before: Answers, completed: Answers) -> str | None:
    """Returns the position in the mailbox after which the server will handle emails.

    Because setup records this position, the server also handles emails that arrive before the first
    `pbm serve`.

    `before`: the proposed answers. If they are about the same mailbox, their position is kept.
    """
    if (
        before.values.get("mailbox") == completed.values["mailbox"]
        and "mailbox_start" in before.values
    ):
        return str(before.values["mailbox_start"])
    with completed.tried() as settings:
        return mailbox_start(settings) or None


def _ask_lmtp(answers: Answers) -> Answers:
    tell(
        'Where should pbm accept LMTP connections? Type unix:PATH or HOST:PORT. Type "pipe" if '
        'your mail server runs "pbm receive" for each email instead. To configure Postfix, '
        "see docs/hosting.md."
    )
    return ask_until_it_works(answers, _ask_lmtp_once, "address", _try_lmtp)


def _ask_lmtp_once(answers: Answers, typed: str) -> Answers:
    present = answers.values.get("lmtp") or LMTP

    def check(text: str) -> None:
        if text != PIPE:
            answers.check(lmtp=text)

    place = ask("LMTP", present, check, typed)
    if place != PIPE:
        return replace(answers.with_values(lmtp=place), has_pipe=False)
    # no setting records a pipe, but a relay shows that mail comes and goes
    answers = replace(answers, has_pipe=True)
    return answers.with_values(lmtp=None, relay=answers.values.get("relay") or LOCAL_SERVER)


def _try_lmtp(settings: Settings) -> Finding:
    if not settings.lmtp:
        return ok('Your mail server will run "pbm receive" for each email.')
    return try_listening(read_listen_address(settings.lmtp))


def _ask_port(answers: Answers) -> Answers:
    tell("The MX record of your domain must point to this machine, and port 25 must be open.")
    answers = ask_until_it_works(answers, _ask_port_once, "HOST:PORT", _try_port)
    tell(
        "If pbm has a TLS certificate, other servers can encrypt mail to it. Give the PEM file "
        'with the certificate and its chain, or type "none".'
    )
    return ask_until_it_works(answers, _ask_certificate, "file", _try_certificate)


def _ask_port_once(answers: Answers, typed: str) -> Answers:
    host = answers.values.get("smtp_host", Settings.model_fields["smtp_host"].default)
    port = answers.values.get("smtp_port", OFF)
    present = EVERYWHERE if port == OFF else f"{host}:{port}"
    place = read_listen_address(ask("Listen on HOST:PORT", present, _check_port, typed))
    assert isinstance(place, TcpPort)  # noqa: S101 - it was checked
    return answers.with_values(smtp_host=place.host, smtp_port=place.port)


def _check_port(text: str) -> None:
    place = read_listen_address(text)
    if not isinstance(place, TcpPort) or not place.port:
        raise ValueError("give a host and a port, such as 0.0.0.0:25")


def _try_port(settings: Settings) -> Finding:
    return try_listening(TcpPort(settings.smtp_host, settings.smtp_port or 0))


def _ask_certificate(answers: Answers, typed: str) -> Answers:
    present = answers.values.get("tls_certificate", NONE)
    certificate = ask("Certificate", present, None, typed)
    if certificate == NONE:
        return answers.with_values(**NO_CERTIFICATE)
    usual = answers.values["tls_key"] if certificate == present else certificate
    key = ask("PEM file with its private key", usual)
    return answers.with_values(tls_certificate=certificate, tls_key=key)


def _try_certificate(settings: Settings) -> Finding:
    if not settings.tls_certificate:
        return ok("Other servers will send mail without TLS.")
    try:
        Certificate(Path(settings.tls_certificate), Path(settings.tls_key))
    except OSError as error:
        return broken(f"{error.filename}: {error.strerror}.", "Give files that pbm can read.")
    except ValueError as error:
        return broken(sentence(str(error)), "Give two PEM files, a certificate and its key.")
    return ok("The certificate and its key are valid.")
