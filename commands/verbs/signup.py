"""Registering a player."""

import re
from dataclasses import dataclass
from typing import Annotated, ClassVar

from email_validator import EmailNotValidError, validate_email

from commands import verbs
from commands.answer import Answer, Notice
from commands.command import Command
from commands.grammar import SELECTORS, Many, NewPassword, Userid
from commands.said import Plain
from commands.session import Session
from pbm import games
from pbm.refusal import NotAllowed, Unreadable, Usage

USERID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,23}")
MOST_ADDRESSES = 5


@dataclass(frozen=True)
class Signup(Command):
    """Registers a player.

    A userid begins with a letter and has up to 24 letters, digits, _ . and -; capitals don't
    matter when it is used. Passwords have no spaces, quotes or colons. The address is the
    sender's when none is given; up to five may be.
    """

    names: ClassVar = ("signup", "add")
    example: ClassVar = "signup alice PASSWORD alice@example.org"

    userid: Userid
    password: NewPassword
    addresses: Annotated[tuple[str, ...], Many("[ADDRESS...]")]

    def run(self, session: Session) -> Answer:
        """Refusals quote no word: a password may stand in the place of any."""
        check_userid(self.userid)
        addresses = _addresses(self.addresses or _sender(session))
        if session.work.players.taken(self.userid):
            raise NotAllowed("That userid is taken; please choose another.")
        hashed = session.passwords.hash(session.secret(self.password))
        player = session.work.players.add(self.userid, hashed, addresses, session.now())
        said = Plain(subject=f"Welcome {player.userid}", text=_welcome(player.userid, addresses))
        data = {"userid": player.userid, "addresses": list(addresses)}
        return Answer(said, data, (Notice(addresses, said),))


def check_userid(userid: str) -> None:
    """Refuses what can't be a userid."""
    if not USERID.fullmatch(userid):
        raise Unreadable(
            "A userid begins with a letter and has up to 24 letters (a to z), digits, _ . and -."
        )
    if userid.lower() in reserved():
        raise NotAllowed("That userid is a word of the command language; please choose another.")


def reserved() -> set[str]:
    """Words that can't be userids: games, verbs, selectors."""
    words = {*SELECTORS, *verbs.general(), *verbs.about_games(), *games.names()}
    return words | {"new", "none", "admin", "server", "nobody"}


def _sender(session: Session) -> tuple[str, ...]:
    """The address that the mail came from, if it came by mail."""
    address = session.speaker.address
    try:
        return (_address(address),) if address else ()
    except Unreadable:
        raise Unreadable(
            "The address that you write from can't be used; please give another."
        ) from None


def _addresses(given: tuple[str, ...]) -> tuple[str, ...]:
    if not given:
        raise Usage(
            "In the shell there is no sender, so the address must be given:\n"
            "  signup USERID PASSWORD ADDRESS"
        )
    if len(given) > MOST_ADDRESSES:
        raise NotAllowed(f"A player has at most {MOST_ADDRESSES} addresses.")
    return tuple(dict.fromkeys(_address(word) for word in given))


def _address(word: str) -> str:
    try:
        found = validate_email(
            word, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False
        )
    except EmailNotValidError:
        raise Unreadable(
            "A word in the place of ADDRESS is no mail address such as alice@example.org."
        ) from None
    return found.normalized


def _welcome(userid: str, addresses: tuple[str, ...]) -> str:
    return (
        f"Welcome, {userid}.\n\n"
        f"Your mail goes to {', '.join(addresses)}.\n\n"
        "What to send next, as the subject of a mail or as a line of its text:\n\n"
        "  list                     the games that are played here\n"
        "  help GAME                the rules of one\n"
        f"  GAME challenge {userid} OPPONENT\n"
        "                           begins a game\n"
        "  help                     what else can be said"
    )
