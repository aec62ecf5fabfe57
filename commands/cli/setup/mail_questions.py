"""The questions for the ways in which mail comes and goes out, with servers and passwords."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from commands.cli.doctor.mail import check_mailbox, check_relay, mailbox_start
from commands.cli.doctor.round_trip import BY_REFERENCE, check_round_trip
from commands.cli.setup.answers import SECRETS, Answers, remember
from commands.cli.setup.dialogue import (
    ask,
    ask_secret,
    ask_until_it_works,
    choose,
    tell,
    told,
    try_listening,
)
from commands.cli.setup.providers import Lookup, find_provider
from commands.health.check import Finding, LeftOut, State, broken, ok, sentence
from commands.settings import Settings
from commands.settings.mail import IMAP_PORTS
from mail.smtp.listen_addresses import TcpPort, read_listen_address
from mail.smtp.tls import Certificate
from pbm.wording import listing

# Servers as they are typed: a host, a host and a port, or a URL.


def server_url(text: str, usual_ports: Mapping[str, int], user: str = "") -> str:
    """Returns the URL of a server, with the name of a user.

    Its scheme is the first, or that of its port, unless it was typed; smtp:// with a login is
    submission://. Raises ValueError.
    """
    if "://" in text:
        parts = urlsplit(text)
        scheme, place, path = parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/")
        if scheme == "smtp" and scheme not in usual_ports and "submission" in usual_ports:
            scheme = "submissions" if place.endswith(":465") else "submission"
        if scheme not in usual_ports or not parts.hostname:
            schemes = listing([f"{each}://HOST" for each in usual_ports], "or")
            raise ValueError(f"{schemes} is needed")
    else:
        place, slash, rest = text.rpartition("@")[2].partition("/")
        if not place or " " in place:
            raise ValueError("the name of a server is needed, such as mail.example.org")
        _, _, port = place.partition(":")
        by_port = (each for each, usual in usual_ports.items() if port == str(usual))
        scheme, path = next(by_port, next(iter(usual_ports))), f"{slash}{rest}"
    name = f"{quote(user, safe='')}@" if user else ""
    return f"{scheme}://{name}{place}{path}"


def user_of(url: str) -> str:
    """Returns the user in a URL, or before a host; empty if there is none."""
    return unquote(urlsplit(url if "://" in url else f"//{url}").username or "")


def without_user(url: str) -> str:
    """Returns a URL without its user."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if rest else ""


# The questions for a server, and for the name and the password or token of a login.

SUBMISSION_PORTS = {"submissions": 465, "submission": 587}
LOGINS: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "mailbox": ("IMAP server", IMAP_PORTS),
    "relay": ("Submission server", SUBMISSION_PORTS),
}
"""The question for a server, and its usual ports, by the setting that will name it."""


def _ask_login(answers: Answers, typed: str, setting: str, usual: str) -> Answers:
    """Asks for a server, which the setting will name, and for the login there.

    `typed`: the server, if it was typed already; `usual`: the one that is proposed, unless the
    setting names one.
    """
    title, usual_ports = LOGINS[setting]
    file = f"{setting}_password_file"
    present = str(answers.values.get(setting, ""))
    present = present if urlsplit(present).scheme in usual_ports else ""

    def check(text: str) -> None:
        url = server_url(text, usual_ports, "user")
        login = {f"{setting}_password_file": "-", f"{setting}_token_command": None}
        answers.check(**{setting: url, **login})

    server = ask(title, without_user(present) or usual, check, typed)
    mailbox_user = user_of(answers.values.get("mailbox", ""))
    usual_user = user_of(server) or user_of(present) or mailbox_user or answers.values["address"]
    user = ask("Name for the login", usual_user)
    answers = answers.having(**{setting: server_url(server, usual_ports, user)})
    remember(answers.having(**{file: answers.values.get(file, SECRETS[file])}))
    return _ask_secret_of(answers, setting, "mailbox" if user == mailbox_user else "")


def _ask_secret_of(answers: Answers, server: str, like: str) -> Answers:
    """Asks for the secret of a login; `server`: the setting that names the server.

    `like`: another such setting, whose secret may be used here as well.
    """
    file, command = f"{server}_password_file", f"{server}_token_command"
    if _has_secret(answers, server):
        other, kept = "keeps the one before", answers
    elif like and _has_secret(answers, like):
        other, kept = f"takes that of the {like}", _alike(answers, server, like)
    else:
        other, kept = "asks for a command instead", None
    password = ask_secret(f"Password (it isn't shown; Enter alone {other})")
    if password:
        return answers.having_secret(file, password).having(**{command: None})
    if kept:
        return kept
    typed = ask(
        "Command that prints an access token",
        check=lambda text: _check_command(answers, server, text),
    )
    return answers.having(**{command: typed, file: None})


def _has_secret(answers: Answers, server: str) -> bool:
    file = str(answers.values.get(f"{server}_password_file", ""))
    is_there = f"{server}_password_file" in answers.secrets or (file and Path(file).is_file())
    return bool(is_there or answers.values.get(f"{server}_token_command"))


def _alike(answers: Answers, server: str, like: str) -> Answers:
    secrets = ("password_file", "token_command")
    return answers.having(
        **{f"{server}_{each}": answers.values.get(f"{like}_{each}") for each in secrets}
    )


def _check_command(answers: Answers, server: str, text: str) -> None:
    if not text:
        raise ValueError("a command is needed, or a password before")
    answers.check(**{f"{server}_token_command": text, f"{server}_password_file": None})


# The question for the way in which mail comes.

WAYS_IN = {
    "mailbox": "from a mailbox at a provider, which is read by IMAP",
    "server": "from a mail server of yours, by LMTP or a pipe",
    "direct": "from everywhere, by SMTP: pbm listens itself",
    "none": "not at all: players use the shell of this machine",
}
LMTP = "127.0.0.1:2424"
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
    """Asks how mail comes, and tries it."""
    way = choose(WAYS_IN, _usual_way_in(answers))
    if way == "mailbox":
        return _ask_mailbox(answers.having(**NO_LISTENERS), lookup)
    answers = answers.having(**NO_MAILBOX, replies=None)
    if way == "server":
        return _ask_lmtp(answers.having(smtp_port=OFF, smtp_host=None))
    if way == "direct":
        return _ask_port(answers.having(lmtp=None))
    return answers.having(**NO_LISTENERS)


def _usual_way_in(answers: Answers) -> str:
    values = answers.values
    if values.get("lmtp"):
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
        tell(f"{provider.name} wants {provider.demand}.")
    tell("Mail that is in the mailbox already is left alone.")
    found = ask_until_it_works(
        answers,
        lambda last, typed: _ask_login(last, typed, "mailbox", provider.mailbox),
        "IMAP server",
        check_mailbox,
        "Logging in ...",
    )
    replies = provider.replies or found.values.get("replies")
    return found.having(replies=replies, mailbox_start=_start(answers, found))


def _start(before: Answers, found: Answers) -> str | None:
    """Returns the first mail to read, so that none is missed that comes before the first serve.

    `before`: the answers that were proposed, whose start stays with their mailbox.
    """
    if before.values.get("mailbox") == found.values["mailbox"] and "mailbox_start" in before.values:
        return str(before.values["mailbox_start"])
    with found.tried() as settings:
        return mailbox_start(settings) or None


def _ask_lmtp(answers: Answers) -> Answers:
    tell(
        "Where is pbm to listen for LMTP: unix:PATH or HOST:PORT? Or is it pipe, as your mail "
        "server runs pbm receive for each mail? docs/hosting.md has lines for Postfix."
    )
    return ask_until_it_works(answers, _ask_lmtp_once, "place", _try_lmtp)


def _ask_lmtp_once(answers: Answers, typed: str) -> Answers:
    present = answers.values.get("lmtp") or LMTP

    def check(text: str) -> None:
        if text != PIPE:
            answers.check(lmtp=text)

    place = ask("LMTP", present, check, typed)
    return answers.having(lmtp=None if place == PIPE else place)


def _try_lmtp(settings: Settings) -> Finding:
    if not settings.lmtp:
        return ok("Nothing listens, and pbm receive takes each mail.")
    return try_listening(read_listen_address(settings.lmtp))


def _ask_port(answers: Answers) -> Answers:
    tell("The MX record of the address must lead to this machine, and port 25 be open.")
    answers = ask_until_it_works(answers, _ask_port_once, "HOST:PORT", _try_port)
    tell(
        "With a certificate for the host of the address, others can hand mail over by TLS: a file "
        "in PEM with its chain. Without one, answer none."
    )
    return ask_until_it_works(answers, _ask_certificate, "file", _try_certificate)


def _ask_port_once(answers: Answers, typed: str) -> Answers:
    host = answers.values.get("smtp_host", Settings.model_fields["smtp_host"].default)
    port = answers.values.get("smtp_port", OFF)
    present = EVERYWHERE if port == OFF else f"{host}:{port}"
    place = read_listen_address(ask("Listen on HOST:PORT", present, _check_port, typed))
    assert isinstance(place, TcpPort)  # noqa: S101 - it was checked
    return answers.having(smtp_host=place.host, smtp_port=place.port)


def _check_port(text: str) -> None:
    place = read_listen_address(text)
    if not isinstance(place, TcpPort) or not place.port:
        raise ValueError("a host and a port are needed, such as 0.0.0.0:25")


def _try_port(settings: Settings) -> Finding:
    return try_listening(TcpPort(settings.smtp_host, settings.smtp_port or 0))


def _ask_certificate(answers: Answers, typed: str) -> Answers:
    present = answers.values.get("tls_certificate", NONE)
    certificate = ask("Certificate", present, None, typed)
    if certificate == NONE:
        return answers.having(**NO_CERTIFICATE)
    usual = answers.values["tls_key"] if certificate == present else certificate
    key = ask("Its key, a file in PEM", usual)
    return answers.having(tls_certificate=certificate, tls_key=key)


def _try_certificate(settings: Settings) -> Finding:
    if not settings.tls_certificate:
        return ok("Mail comes without TLS.")
    try:
        Certificate(Path(settings.tls_certificate), Path(settings.tls_key))
    except OSError as error:
        return broken(f"{error.filename}: {error.strerror}.", "Name files that pbm may read.")
    except ValueError as error:
        return broken(sentence(str(error)), "Name two files in PEM, a certificate and its key.")
    return ok("The certificate and its key can be used.")


# The question for the way in which mail goes out.

WAYS_OUT = {
    "provider": "through a provider, which asks for a name and a password",
    "server": "through a mail server of yours, which asks for none",
    "files": "into files: no mail leaves this machine",
}
SMTP_PORTS = {"smtp": 25}
LOCAL_SERVER = "smtp://127.0.0.1:25"
NO_LOGIN = dict.fromkeys(("relay_password_file", "relay_token_command"))
NO_PROVIDER = dict.fromkeys(("envelope_sender", "relay_per_day"))
BROKEN_PLUS = "Mail to plus addresses is lost there, so replies are known by what they refer to."


def ask_mail_out(answers: Answers, lookup: Lookup) -> Answers:
    """Asks how mail goes out, and tries it."""
    way = choose(WAYS_OUT, _usual_way_out(answers))
    if way == "files":
        return answers.having(**NO_LOGIN, **NO_PROVIDER, relay=None)
    if way == "server":
        answers = answers.having(**NO_LOGIN, **NO_PROVIDER)
        answers = ask_until_it_works(
            answers, _ask_server_out, "SMTP server", check_relay, "Connecting ..."
        )
    else:
        answers = _ask_provider(answers, lookup)
    return _try_round_trip(answers) if answers.values.get("mailbox") else answers


def _usual_way_out(answers: Answers) -> str:
    values = answers.values
    relay = str(values.get("relay", ""))
    if relay.startswith("submission") or values.get("mailbox"):
        return "provider"
    is_off = values.get("smtp_port") == "off" and not values.get("lmtp")
    return "files" if is_off and not relay.startswith("smtp:") else "server"


def _ask_provider(answers: Answers, lookup: Lookup) -> Answers:
    provider = find_provider(answers.values["address"].partition("@")[2], lookup)
    tell("Mails have the server's address as their envelope sender, as providers take no other.")
    found = ask_until_it_works(
        answers.having(envelope_sender="address"),
        lambda last, typed: _ask_login(last, typed, "relay", provider.relay),
        "submission server",
        check_relay,
        "Logging in ...",
    )
    if not provider.per_day or without_user(found.values["relay"]) != provider.relay:
        return found
    tell(f"{provider.name} takes {provider.per_day} mails a day, so no more are sent to it.")
    return found.having(relay_per_day=provider.per_day)


def _ask_server_out(answers: Answers, typed: str) -> Answers:
    """Asks for a server without a login; one that was typed with a USER@ gets one all the same."""
    present = str(answers.values.get("relay", ""))
    default = present if present.startswith("smtp:") else LOCAL_SERVER

    def check(text: str) -> None:
        if "@" not in text:
            answers.check(relay=server_url(text, SMTP_PORTS))

    server = ask("SMTP server", default, check, typed)
    if "@" not in server:
        return answers.having(relay=server_url(server, SMTP_PORTS))
    tell("A login is made by submission, with TLS.")
    server = server if "://" in server else f"submission://{server}"
    return _ask_login(answers, server, "relay", "")


def _try_round_trip(answers: Answers) -> Answers:
    """Sends mails to ourselves; returns the answers that suit the way in which they come back."""
    tell("A mail to ourselves is sent, and waited for, for a minute at most ...")
    with answers.tried() as settings:
        try:
            finding, *_ = check_round_trip(settings)
        except LeftOut as error:
            tell(f"It couldn't be tried: {error}.")
            return answers
        loses_plus = finding.state is State.BROKEN and finding.advice == BY_REFERENCE
        if loses_plus and settings.mailbox:
            tell(BROKEN_PLUS)
            return answers.having(replies="reference", envelope_sender="address")
        tell(told(finding, settings))
    return answers
