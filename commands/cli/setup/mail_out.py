"""Asks how emails are sent, and tries the answer."""

from contextlib import suppress

from commands.cli.doctor.mail import check_relay
from commands.cli.doctor.round_trip.round_trip import check_round_trip
from commands.cli.doctor.round_trip.trip_findings import BY_REFERENCE
from commands.cli.setup.answer_checks import ask_until_it_works, finding_words
from commands.cli.setup.answers import Answers
from commands.cli.setup.dialogue import GoBack, ask, choose, tell
from commands.cli.setup.login_question import ask_login
from commands.cli.setup.mail_in import LOCAL_SERVER
from commands.cli.setup.providers import Lookup, find_provider
from commands.cli.setup.typed_servers import server_url, without_user
from commands.server.health.check import CheckSkipped, State

WAYS_OUT = {
    "provider": "through a provider, with a user name and a password",
    "server": "through your own mail server, with or without a login",
    "files": "to files, so no mail leaves this machine",
}
SMTP_PORTS = {"smtp": 25}
NO_LOGIN = dict.fromkeys(("relay_password_file", "relay_token_command"))
NO_PROVIDER = dict.fromkeys(("envelope_sender", "relay_per_day"))
BROKEN_PLUS = "The provider drops mail to plus addresses, so pbm won't use them."


def ask_mail_out(answers: Answers, lookup: Lookup) -> Answers:
    """Asks for the way and its details. BACK in the details returns to the way."""
    while True:
        way = choose(WAYS_OUT, _usual_way_out(answers))
        with suppress(GoBack):
            return _ask_details(way, answers, lookup)


def _ask_details(way: str, answers: Answers, lookup: Lookup) -> Answers:
    if way == "files":
        return answers.with_values(**NO_LOGIN, **NO_PROVIDER, relay=None)
    if way == "server":
        answers = answers.with_values(**NO_LOGIN, **NO_PROVIDER)
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
    tell(
        "Type your provider's server for outgoing mail, such as smtp.example.net or "
        "smtp.example.net:465. To use the server in brackets, press Enter."
    )
    completed = ask_until_it_works(
        answers.with_values(envelope_sender="address"),
        lambda last, typed: ask_login(last, typed, "relay", provider.relay),
        "server",
        check_relay,
        "Logging in ...",
    )
    if not provider.per_day or without_user(completed.values["relay"]) != provider.relay:
        return completed
    tell(f"{provider.name} accepts {provider.per_day} emails a day, so pbm won't send more.")
    return completed.with_values(relay_per_day=provider.per_day)


def _ask_server_out(answers: Answers, typed: str) -> Answers:
    """Asks for a server without a login.

    If the user types USER@HOST, also asks for a password.
    """
    present = str(answers.values.get("relay", ""))
    default = present if present.startswith("smtp:") else LOCAL_SERVER

    def check(text: str) -> None:
        if "@" not in text:
            answers.check(relay=server_url(text, SMTP_PORTS))

    if not typed:
        tell("If the server requires a login, type USER@HOST.")
    server = ask("SMTP server", default, check, typed)
    if "@" not in server:
        return answers.with_values(relay=server_url(server, SMTP_PORTS))
    tell("pbm will log in over TLS (mail submission).")
    server = server if "://" in server else f"submission://{server}"
    return ask_login(answers, server, "relay", "")


def _try_round_trip(answers: Answers) -> Answers:
    """Sends test emails to the server itself.

    Returns the answers, adapted if plus addresses don't work.
    """
    address = answers.values["address"]
    tell(f"Sending a test email to {address}, and waiting up to a minute for it to arrive ...")
    with answers.tried() as settings:
        try:
            finding, *_ = check_round_trip(settings)
        except CheckSkipped as error:
            tell(f"pbm couldn't run the test: {error}.")
            return answers
        loses_plus = finding.state is State.BROKEN and finding.advice == BY_REFERENCE
        if loses_plus and settings.mailbox:
            tell(BROKEN_PLUS)
            return answers.with_values(replies="reference", envelope_sender="address")
        tell(finding_words(finding, settings))
    return answers
