"""Answers an email without a command by three lines that the sender can reply with."""

import re
from collections.abc import Sequence
from datetime import date

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.context.robots import ROBOT_LEVELS
from commands.inbound.service.request_answers import topic_actions
from commands.language.userids import check_userid
from commands.players.reserved_addresses import named_admin
from commands.players.welcome import HOW_TO_SEND, games_by_family, served_games
from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no
from commands.replies.server.complete_lines import game_in
from commands.replies.server.questions.newcomer_answers import (
    asks_for_old_account,
    newcomer_answers,
)
from commands.replies.server.questions.plain_questions import wished_name
from commands.replies.server.sign_ups import signup_name
from commands.replies.server.topic_commands import FOR_STRANGERS
from commands.system.secrets.secret import NONE
from commands.system.stored_types import UnitOfWork
from pbm import games
from pbm.errors import UserError
from pbm.wording import filled

NOT_RECOGNIZED = "We didn't recognize a command in your email."
GAME_NAMED = "You can play {} here, against other players or a robot."
PLACEHOLDER = "USERID"
"""Used if no userid can be suggested."""
CHOOSE_USERID = 'Or reply "sign me up", and we\'ll choose a userid for you.'
HOW_TO_MOVE = "Nothing has changed. To move, reply to the latest email about your game."
ALL_GAMES = Action(label="See all games that you can play", line="list")
MAX_SUGGESTION = 20
"""Maximum length of a suggested userid before a number is appended."""


def greeting_mail(
    work: UnitOfWork, address: str, text: str, today: date, *, reply: str, host: str
) -> TextMessage:
    """Returns the greeting for the player or the stranger with this address.

    `text`: the subject and text of their email. The greeting names the commands for the services in
    it.
    `reply`: the text of their reply, or "" if the email isn't a reply.
    `host`: the part of the server's address after the "@".
    """
    owners = work.reachability.owners(address)
    if owners and yes_or_no([reply]) is YesOrNo.YES:
        return _nothing_to_confirm(owners[0].userid)
    if owners:
        userid = owners[0].userid
        # the subject of a reply is ours, so it counts only if the reply itself names nothing
        named = topic_actions(work, reply, userid, today) if reply else ()
        return _to_player(userid, named or topic_actions(work, text, userid, today))
    userid = _wished_userid(work, text, address) or suggest_userid(work, address) or PLACEHOLDER
    named = topic_actions(work, text, userid, today, only=FOR_STRANGERS)
    if asks_for_old_account(text):
        named = (_move_account(address), *named)
    answers = "\n\n".join(map(filled, newcomer_answers(text, address)))
    return _to_stranger(userid, named, game_in(text), answers.replace("{admin}", named_admin(host)))


def _move_account(address: str) -> Action:
    return Action(
        label="Move your account to this address (replace USERID and PASSWORD)",
        line=f"change address USERID PASSWORD {address}",
    )


def _wished_userid(work: UnitOfWork, text: str, address: str) -> str:
    """Returns the userid that a stranger asks for, if it is free: "Mein Name soll Karl sein"."""
    wished = wished_name(text) or signup_name(text, address)
    return wished if wished and _is_free(work, wished) else ""


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


def _to_stranger(userid: str, named: Sequence[Action], wished: str, answers: str) -> TextMessage:
    """Returns the greeting of a stranger.

    `wished`: the name of the game that their email names, or "".
    `answers`: the answers to the questions in their email, or "".
    """
    game = games.games().get(wished) or next(iter(games.games().values()))
    # the players aren't named, because some of them are hidden from strangers
    to_player = Action(
        label="Play another player once you've signed up (replace WHO)",
        line=f"{game.name} challenge {userid} WHO",
    )
    begin = (
        f"{served_games()}To play, sign up first. You don't need a password: the "
        f'"{NONE}" in the line below stands for "no password".'
    )
    opening = GAME_NAMED.format(game.title) if wished else NOT_RECOGNIZED
    lead = f"{answers}\n\n{filled(begin)}" if answers else f"{opening} {begin}"
    face = Face(
        banner="Welcome!",
        lead=lead,
        primary=Action(label="Sign up", line=f"signup {userid} {NONE}"),
        quiet=(
            *named,
            *((to_player,) if wished else ()),
            Action(
                label="Play a robot once you've signed up",
                line=f"{game.name} robot challenge 1 {userid}",
            ),
            Action(label=f"Read the rules of {game.title}", line=f"help {game.name}"),
            ALL_GAMES,
            Action(label="Get help", line="help"),
        ),
    )
    paragraphs = [CHOOSE_USERID, filled(f"{HOW_TO_SEND} {ROBOT_LEVELS}"), *games_by_family()]
    return TextMessage(subject="Hello", text="\n\n".join(paragraphs), face=face)


def _to_player(userid: str, named: Sequence[Action]) -> TextMessage:
    if named:
        return _with_services(userid, named)
    game = next(iter(games.games().values()))
    face = Face(
        banner=f"Hello, {userid}. {NOT_RECOGNIZED}",
        lead=HOW_TO_MOVE,
        primary=_see_games(userid),
        quiet=(
            Action(label="Play a robot", line=f"{game.name} robot challenge 1 {userid}"),
            Action(label="Find an opponent", line=f"{game.name} challenge"),
            Action(label="See the standings", line=f"{game.name} standings"),
            Action(
                label="Pause your clocks (replace UNTIL with a date)",
                line=f"vacation {userid} {NONE} UNTIL",
            ),
            ALL_GAMES,
            Action(label="Get help", line="help"),
        ),
    )
    return TextMessage(subject="Hello", text=filled(f"{HOW_TO_SEND} {ROBOT_LEVELS}"), face=face)


def _with_services(userid: str, named: Sequence[Action]) -> TextMessage:
    """Returns the greeting of a player whose email names services of the server."""
    others = () if any(each.line == ALL_GAMES.line for each in named) else (ALL_GAMES,)
    face = Face(
        banner=f"Hello, {userid}. {NOT_RECOGNIZED}",
        lead=f"Nothing has changed. {HOW_TO_SEND}",
        quiet=(*named, *others, Action(label="Get help", line="help")),
    )
    return TextMessage(subject="Hello", text="", face=face)


def _nothing_to_confirm(userid: str) -> TextMessage:
    """Returns the answer to a yes without a question."""
    banner = f"Hello, {userid}. There's nothing to confirm."
    face = Face(banner=banner, lead=HOW_TO_MOVE, primary=_see_games(userid))
    return TextMessage(subject="Hello", text="", face=face)


def _see_games(userid: str) -> Action:
    return Action(label="See the games that are waiting for you", line=f"all show {userid}")
