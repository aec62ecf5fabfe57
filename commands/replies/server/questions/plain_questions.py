"""Answers questions and wishes that no command fulfills, such as for another language or name."""

import re

from commands.content.banners_and_actions import Action
from commands.language.userids import check_userid
from commands.replies.sentences.stemmed_phrases import mentions, stemmed_phrases, words_of
from commands.replies.server.complete_lines import game_in
from commands.replies.server.server_request_error import ServerAnswer
from commands.replies.server.topics import MAX_LENGTH, topics_of
from commands.replies.vocabulary.server import nouns
from commands.replies.vocabulary.server.games.game_wishes import PLAYING
from commands.replies.vocabulary.server.questions import plain_questions as tables
from commands.system.secrets.secret import NONE
from pbm.errors import UserError

ENGLISH = (
    "We write only in English. You can write simple requests in your own language. Commands are "
    "always in English."
)
ABOUT_US = (
    "A program reads and answers these emails. It can't forward them. If you need a person, write "
    "to {admin}."
)
FIXED_NAME = "You can't change your userid. You can sign up with another one."
NO_SUCH_GAME = "We don't have {}."
WELCOME = "You're welcome, {}. Have fun!"
PRIVACY = "help privacy"
MAX_THANKS = 40
"""Maximum number of words of a text that only thanks the server."""
QUESTION_MARKS = ("?", "\uff1f")
_NEW_NAME = re.compile(
    r"\b(?:to|into|in|ad|a|en|zu|auf|naar|na|para|por|на)\s+[\"']?([A-Za-z][\w.-]{1,19})"
)


def plain_answer(text: str, userid: str) -> ServerAnswer | None:
    """Returns the answer to a question or wish of a player that no command fulfills, or None."""
    text = text[:MAX_LENGTH]
    is_about_language = mentions(text, tables.LANGUAGES) and mentions(text, tables.ABOUT_LANGUAGE)
    if is_about_language and not game_in(text):
        return ServerAnswer(ENGLISH, [nouns.HELP], text, userid=userid)
    if mentions(text, tables.RENAMING):
        line = f"signup {_new_name(text, userid) or 'USERID'} {NONE}"
        sign_up = Action(label="Sign up with another userid", line=line)
        return ServerAnswer(FIXED_NAME, (), text, userid=userid, actions=(sign_up,))
    if mentions(text, tables.ABOUT_US):
        return ServerAnswer(ABOUT_US, [nouns.HELP], text, userid=userid)
    if not game_in(text) and (other := other_game(text)):
        answer = NO_SUCH_GAME.format(other)
        return ServerAnswer(answer, [nouns.CATALOG], text, userid=userid)
    if thanks_only(text):
        welcome = WELCOME.format(userid)
        return ServerAnswer(welcome, [nouns.HELP], text, userid=userid, is_repeated=False)
    return None


def asks_who_sees(text: str) -> bool:
    """Whether a text asks who sees games or addresses: "Can anybody read my games?"."""
    is_question = any(mark in text for mark in QUESTION_MARKS)
    return is_question and mentions(text[:MAX_LENGTH], tables.WHO_SEES)


def hides_games(text: str) -> bool:
    """Whether a text wants to hide all games of its writer."""
    return mentions(text[:MAX_LENGTH], tables.HIDING)


def thanks_only(text: str) -> bool:
    """Whether a text thanks us, and asks for nothing."""
    words = words_of(text)
    is_short = len(words) <= MAX_THANKS and not any(mark in text for mark in QUESTION_MARKS)
    if not is_short or not mentions(text, tables.THANKS) or mentions(text, tables.ASKING):
        return False
    return {nouns.GAMES, nouns.DELIVERY}.issuperset(topics_of(text)) and not game_in(text)


def wished_name(text: str) -> str:
    """Returns the userid that somebody who signs up wishes for, or "": "call me Karl"."""
    names = [next(filter(None, found)) for found in tables.MY_NAME.findall(text[:MAX_LENGTH])]
    return next((name for each in names if (name := each.rstrip(".-")) and is_userid(name)), "")


def other_game(text: str) -> str:
    """Returns the name of a well-known game that the text names and that we don't have, or ""."""
    words = words_of(text[:MAX_LENGTH])
    if not mentions(text[:MAX_LENGTH], f"{PLAYING}, {tables.HAVING}"):
        return ""
    other_games = stemmed_phrases(tables.OTHER_GAMES)
    found = (at for at in range(len(words)) if any(other_games.at(words, at)))
    return next((words[at].capitalize() for at in found), "")


def _new_name(text: str, userid: str) -> str:
    """Returns the userid that a text wishes for, or ""."""
    names = [name.rstrip(".-") for name in _NEW_NAME.findall(text)]
    return next((name for name in reversed(names) if _is_other(name, userid)), "")


def _is_other(name: str, userid: str) -> bool:
    return is_userid(name) and name.lower() != userid.lower()


def is_userid(name: str) -> bool:
    """Whether a name has the form of a userid."""
    try:
        check_userid(name)
    except UserError:
        return False
    return True
