"""Answers an email without a command by three lines that the sender can reply with."""

import re
import textwrap

from commands.content.faces import Action
from commands.content.messages import TextMessage
from commands.context.robots import ROBOT_LEVELS
from commands.language.userids import check_userid
from commands.system.stored_types import UnitOfWork
from pbm import games
from pbm.errors import UserError
from pbm.wording import filled, listing

PLACEHOLDER = "USERID"
"""Used if no userid can be suggested."""
MAX_SUGGESTION = 20
"""Maximum length of a suggested userid before a number is appended."""


def greeting_mail(work: UnitOfWork, address: str) -> TextMessage:
    """Returns the greeting for the player or the stranger with this address."""
    owners = work.reachability.owners(address)
    if owners:
        return _to_player(owners[0].userid)
    return _to_stranger(suggest_userid(work, address) or PLACEHOLDER)


def suggest_userid(work: UnitOfWork, address: str) -> str:
    """Returns an unused userid that resembles the name in an address, or ""."""
    name = re.sub(r"[^a-z0-9_.-]", "", address.lower().rpartition("@")[0].partition("+")[0])
    name = re.sub(r"^[^a-z]+", "", name)[:MAX_SUGGESTION].rstrip("_.-")
    candidates = [name.partition(".")[0], name, *(f"{name}{number}" for number in range(2, 10))]
    return next((userid for userid in candidates if _is_free(work, userid)), "")


def _is_free(work: UnitOfWork, userid: str) -> bool:
    try:
        check_userid(userid)
    except UserError:
        return False
    return not (work.userids.taken(userid) or work.userids.is_mistakable(userid))


def _to_stranger(userid: str) -> TextMessage:
    game = next(iter(games.games().values()))
    titles = listing([each.title for each in games.games().values()])
    opening = (
        f"Hello. Here {titles} are played by mail, one line of a mail at a time. Your mail has no "
        "such line, so here are three to send, each as the subject of a mail of its own. To sign "
        "up, you may also reply: sign me up"
    )
    return _greeting(
        opening,
        (f"signup {userid} -", "makes you a player; a password may stand in the dash's place"),
        (f"{game.name} robot challenge 1 {userid}", "then begins a game against a robot"),
        (f"help {game.name}", f"the rules of {game.title}; help alone gives an overview"),
    )


def _to_player(userid: str) -> TextMessage:
    game = next(iter(games.games().values()))
    opening = (
        f"Hello, {userid}. No command was found in your mail, so nothing was done. To move, reply "
        "to the newest mail about the board. For anything else, send one of these lines as the "
        "subject, or in the text:"
    )
    return _greeting(
        opening,
        (f"all show {userid}", "the boards that wait for you"),
        (f"{game.name} robot challenge 1 {userid}", "a new game against a robot"),
        (f"{game.name} standings", "who plays this game, and who seeks another one"),
        (f"vacation {userid} - UNTIL", "no clock of yours runs until that day"),
        ("help", "gives an overview; help and a game's name, its rules"),
    )


def _greeting(opening: str, *lines: tuple[str, str]) -> TextMessage:
    choices = textwrap.indent("\n".join(f"{line}\n    {why}" for line, why in lines), "  ")
    text = f"{filled(opening)}\n\n{choices}\n\n{filled(ROBOT_LEVELS)}"
    suggestions = tuple(Action(label=why, line=line) for line, why in lines)
    return TextMessage(subject="Hello", text=text, suggestions=suggestions)
