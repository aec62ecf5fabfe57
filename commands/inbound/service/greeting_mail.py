"""Answers an email without a command by three lines that the sender can reply with."""

import re
from collections.abc import Sequence
from datetime import date

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.context.robots import ROBOT_LEVELS
from commands.inbound.service.request_answers import topic_actions
from commands.language.userids import check_userid
from commands.players.welcome import HOW_TO_SEND, games_by_family, served_games
from commands.replies.server.topic_commands import FOR_STRANGERS
from commands.system.secrets.secret import NONE
from commands.system.stored_types import UnitOfWork
from pbm import games
from pbm.errors import UserError
from pbm.wording import filled

PLACEHOLDER = "USERID"
"""Used if no userid can be suggested."""
MAX_SUGGESTION = 20
"""Maximum length of a suggested userid before a number is appended."""


def greeting_mail(work: UnitOfWork, address: str, text: str, today: date) -> TextMessage:
    """Returns the greeting for the player or the stranger with this address.

    `text`: the text of their email. The greeting names the commands for the services in it.
    """
    owners = work.reachability.owners(address)
    if owners:
        userid = owners[0].userid
        return _to_player(userid, topic_actions(work, text, userid, today))
    userid = suggest_userid(work, address) or PLACEHOLDER
    named = topic_actions(work, text, userid, today, only=FOR_STRANGERS)
    return _to_stranger(userid, named)


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


def _to_stranger(userid: str, named: Sequence[Action]) -> TextMessage:
    game = next(iter(games.games().values()))
    lead = (
        f"We found no command in your email. {served_games()}"
        "To play, sign up first. You don't need a password."
    )
    text = (
        f'{HOW_TO_SEND} Or reply "sign me up", and we\'ll choose a userid for you. {ROBOT_LEVELS}'
    )
    face = Face(
        banner="Welcome!",
        lead=lead,
        primary=Action(label="Sign up", line=f"signup {userid} {NONE}"),
        quiet=(
            *named,
            Action(
                label="Play a robot once you've signed up",
                line=f"{game.name} robot challenge 1 {userid}",
            ),
            Action(label=f"Read the rules of {game.title}", line=f"help {game.name}"),
            Action(label="Get help", line="help"),
        ),
    )
    text = "\n\n".join([filled(text), *games_by_family()])
    return TextMessage(subject="Hello", text=text, face=face)


def _to_player(userid: str, named: Sequence[Action]) -> TextMessage:
    if named:
        return _with_services(userid, named)
    game = next(iter(games.games().values()))
    face = Face(
        banner=f"Hello, {userid}. We found no command in your email.",
        lead="Nothing has changed. To move, reply to the latest email about your game.",
        primary=Action(label="See the games that are waiting for you", line=f"all show {userid}"),
        quiet=(
            Action(label="Play a robot", line=f"{game.name} robot challenge 1 {userid}"),
            Action(label="Find an opponent", line=f"{game.name} challenge"),
            Action(label="See the standings", line=f"{game.name} standings"),
            Action(
                label="Pause your clocks (replace UNTIL with a date)",
                line=f"vacation {userid} {NONE} UNTIL",
            ),
            Action(label="Get help", line="help"),
        ),
    )
    return TextMessage(subject="Hello", text=filled(f"{HOW_TO_SEND} {ROBOT_LEVELS}"), face=face)


def _with_services(userid: str, named: Sequence[Action]) -> TextMessage:
    """Returns the greeting of a player whose email names services of the server."""
    face = Face(
        banner=f"Hello, {userid}. Your email has no command that we know.",
        lead="Nothing has changed. These commands fit some words in your email. To send one, "
        "write it as the subject of an email to this address.",
        quiet=(*named, Action(label="Get help", line="help")),
    )
    return TextMessage(subject="Hello", text="", face=face)
