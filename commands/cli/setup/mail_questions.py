"""The questions for the ways in which mail comes and goes out, with servers and passwords."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from commands.cli.doctor.mail import check_mailbox, check_relay
from commands.cli.doctor.round_trip import BY_REFERENCE, check_round_trip
from commands.cli.setup.answers import Answers
from commands.cli.setup.dialogue import ask, ask_secret, choose, tell
from commands.cli.setup.providers import Lookup, Provider, find_provider
from commands.cli.setup.trials import ask_until_it_works, told, try_listening
from commands.health.check import Finding, LeftOut, State, ok
from commands.settings import Settings
from commands.settings.mail import IMAP_PORTS
from mail.smtp.listen_addresses import TcpPort, read_listen_address
from pbm.wording import listing

# The questions for passwords, and for commands that print access tokens.

NO_COMMAND = "a command is needed, or a password before"


def ask_login(answers: Answers, server: str, like: str = "") -> Answers:
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
        raise ValueError(NO_COMMAND)
    answers.check(**{f"{server}_token_command": text, f"{server}_password_file": None})


# Servers as they are typed: a host, a host and a port, or a URL.


@dataclass(frozen=True, slots=True)
class TypedServer:
    """A server that was typed."""

    scheme: str
    place: str
    """HOST or HOST:PORT."""
    path: str
    """The text after the place, with its slash; such as an IMAP folder."""

    def url(self, user: str = "") -> str:
        """Returns the URL with the name of a user."""
        name = f"{quote(user, safe='')}@" if user else ""
        return f"{self.scheme}://{name}{self.place}{self.path}"

    def __str__(self) -> str:
        return self.url()


def read_typed_server(text: str, usual_ports: Mapping[str, int]) -> TypedServer:
    """Returns a server; its scheme is the first, or that of its port. Raises ValueError."""
    if "://" in text:
        parts = urlsplit(text)
        place = parts.netloc.rpartition("@")[2]
        if parts.scheme not in usual_ports or not parts.hostname:
            schemes = listing([f"{each}://HOST" for each in usual_ports], "or")
            raise ValueError(f"{schemes} is needed")
        return TypedServer(parts.scheme, place, parts.path.rstrip("/"))
    place, slash, path = text.partition("/")
    if not place or " " in place:
        raise ValueError("the name of a server is needed, such as mail.example.org")
    _, _, port = place.partition(":")
    scheme = next((each for each, usual in usual_ports.items() if port == str(usual)), "")
    return TypedServer(scheme or next(iter(usual_ports)), place, f"{slash}{path}")


def user_of(url: str) -> str:
    """Returns the user in a URL; empty if there is none."""
    return unquote(urlsplit(url).username or "")


def without_user(url: str) -> str:
    """Returns a URL without its user."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if rest else ""


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
NO_MAILBOX = dict.fromkeys(("mailbox", "mailbox_password_file", "mailbox_token_command"))
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
    if values.get("mailbox") or "." in values["address"].partition("@")[2]:
        return "mailbox"
    return "none"


def _ask_mailbox(answers: Answers, lookup: Lookup) -> Answers:
    provider = find_provider(answers.values["address"].partition("@")[2], lookup)
    if provider.demand:
        tell(f"{provider.name} wants {provider.demand}.")
    tell("Mail that is in the mailbox already is left alone.")
    found = ask_until_it_works(
        answers, lambda last: _ask_server_in(last, provider), check_mailbox, "Logging in ..."
    )
    return found.having(replies=provider.replies or found.values.get("replies"))


def _ask_server_in(answers: Answers, provider: Provider) -> Answers:
    present = answers.values.get("mailbox", "")
    server = ask(
        "IMAP server",
        without_user(present) or provider.mailbox,
        lambda text: _check_server(answers, text),
    )
    user = ask("Name for the login", user_of(present) or answers.values["address"])
    url = read_typed_server(server, IMAP_PORTS).url(user)
    return ask_login(answers.having(mailbox=url), "mailbox")


def _check_server(answers: Answers, text: str) -> None:
    url = read_typed_server(text, IMAP_PORTS).url("user")
    answers.check(mailbox=url, mailbox_password_file="-", mailbox_token_command=None)  # noqa: S106


def _ask_lmtp(answers: Answers) -> Answers:
    tell(
        "Where is pbm to listen for LMTP: unix:PATH or HOST:PORT? Or is it pipe, as your mail "
        "server runs pbm receive for each mail? docs/hosting.md has lines for Postfix."
    )
    return ask_until_it_works(answers, _ask_lmtp_once, _try_lmtp)


def _ask_lmtp_once(answers: Answers) -> Answers:
    present = answers.values.get("lmtp") or LMTP
    place = ask("LMTP", present, lambda text: None if text == PIPE else answers.check(lmtp=text))
    return answers.having(lmtp=None if place == PIPE else place)


def _try_lmtp(settings: Settings) -> Finding:
    if not settings.lmtp:
        return ok("Nothing listens, and pbm receive takes each mail.")
    return try_listening(read_listen_address(settings.lmtp))


def _ask_port(answers: Answers) -> Answers:
    tell("The MX record of the address must lead to this machine, and port 25 be open.")
    return ask_until_it_works(answers, _ask_port_once, _try_port)


def _ask_port_once(answers: Answers) -> Answers:
    place = read_listen_address(ask("Listen on HOST:PORT", EVERYWHERE, _check_port))
    assert isinstance(place, TcpPort)  # noqa: S101 - it was checked
    return answers.having(smtp_host=place.host, smtp_port=place.port)


def _check_port(text: str) -> None:
    place = read_listen_address(text)
    if not isinstance(place, TcpPort) or not place.port:
        raise ValueError("a host and a port are needed, such as 0.0.0.0:25")


def _try_port(settings: Settings) -> Finding:
    return try_listening(TcpPort(settings.smtp_host, settings.smtp_port or 0))


# The question for the way in which mail goes out.

WAYS_OUT = {
    "provider": "through a provider, which asks for a name and a password",
    "server": "through a mail server of yours, which asks for none",
    "files": "into files: no mail leaves this machine",
}
SUBMISSION_PORTS = {"submissions": 465, "submission": 587}
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
        answers = ask_until_it_works(answers, _ask_server_out, check_relay, "Connecting ...")
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
        lambda last: _ask_login(last, provider),
        check_relay,
        "Logging in ...",
    )
    if not provider.per_day or without_user(found.values["relay"]) != provider.relay:
        return found
    tell(f"{provider.name} takes {provider.per_day} mails a day, so no more are sent to it.")
    return found.having(relay_per_day=provider.per_day)


def _ask_login(answers: Answers, provider: Provider) -> Answers:
    present = str(answers.values.get("relay", ""))
    present = present if present.startswith("submission") else ""
    server = ask(
        "Submission server",
        without_user(present) or provider.relay,
        lambda text: _check_submission(answers, text),
    )
    user = _usual_user(answers, present)
    user = ask("Name for the login", user)
    url = read_typed_server(server, SUBMISSION_PORTS).url(user)
    like = "mailbox" if user == user_of(answers.values.get("mailbox", "")) else ""
    return ask_login(answers.having(relay=url), "relay", like)


def _usual_user(answers: Answers, present: str) -> str:
    mailbox = answers.values.get("mailbox", "")
    return str(user_of(present) or user_of(mailbox) or answers.values["address"])


def _check_submission(answers: Answers, text: str) -> None:
    url = read_typed_server(text, SUBMISSION_PORTS).url("user")
    answers.check(relay=url, relay_password_file="-", relay_token_command=None)  # noqa: S106


def _ask_server_out(answers: Answers) -> Answers:
    present = str(answers.values.get("relay", ""))
    default = present if present.startswith("smtp:") else LOCAL_SERVER
    server = ask("SMTP server", default, lambda text: _check_smtp(answers, text))
    return answers.having(relay=read_typed_server(server, SMTP_PORTS).url())


def _check_smtp(answers: Answers, text: str) -> None:
    answers.check(relay=read_typed_server(text, SMTP_PORTS).url())


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
