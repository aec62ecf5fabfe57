"""The question for the way in which mail comes."""

from commands.cli.doctor.mail import check_mailbox
from commands.cli.setup.answers import Answers
from commands.cli.setup.dialogue import ask, choose, tell
from commands.cli.setup.logins import ask_login
from commands.cli.setup.providers import Lookup, Provider, find_provider
from commands.cli.setup.servers import read_typed_server, user_of, without_user
from commands.cli.setup.trials import ask_until_it_works, try_listening
from commands.health.check import Finding, ok
from commands.settings import Settings
from commands.settings.mail_in import IMAP_PORTS
from mail.smtp.listen_addresses import TcpPort, read_listen_address

WAYS = {
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
    way = choose(WAYS, _usual_way(answers))
    if way == "mailbox":
        return _ask_mailbox(answers.having(**NO_LISTENERS), lookup)
    answers = answers.having(**NO_MAILBOX, replies=None)
    if way == "server":
        return _ask_lmtp(answers.having(smtp_port=OFF, smtp_host=None))
    if way == "direct":
        return _ask_port(answers.having(lmtp=None))
    return answers.having(**NO_LISTENERS)


def _usual_way(answers: Answers) -> str:
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
        answers, lambda last: _ask_server(last, provider), check_mailbox, "Logging in ..."
    )
    return found.having(replies=provider.replies or found.values.get("replies"))


def _ask_server(answers: Answers, provider: Provider) -> Answers:
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
    return try_listening(read_listen_address(settings.lmtp, int(settings.lmtp_mode, 8)))


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
