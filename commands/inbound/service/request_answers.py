"""Names the commands that fit a request to the server in people's own words."""

from collections.abc import Sequence
from datetime import date

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.inbound.requests.request import Request
from commands.players.reserved_addresses import named_admin
from commands.replies.sentences.stemmed_phrases import word_set, words_of
from commands.replies.server.complete_lines import RequestFacts, among, game_in, who_in
from commands.replies.server.misspelt_requests import respelt
from commands.replies.server.server_request_error import ServerAnswer, ServerRequestError
from commands.replies.server.topic_commands import TopicLines
from commands.replies.server.topics import MAX_LENGTH, clear_topics, topics_of
from commands.replies.vocabulary.requests.suspected_words import WISHES
from commands.replies.vocabulary.server import nouns, verbs
from commands.system.stored_types import UnitOfWork
from pbm import games
from pbm.wording import filled, listing

DID_YOU_MEAN = "Your reply seems to ask the server for something."
NOT_SENT = "We haven't carried out any command, and we haven't sent your reply to {}."
IF_MEANT = " If you meant it for {}, send it again {}."
NOTHING_DONE = "We haven't carried out any command."
ABOUT_YOUR_EMAIL = "About your email"
MAX_WISH_WORDS = 30
"""Maximum number of words among which a player is looked up who is to play."""
MAX_ORDER_WORDS = 3
"""Maximum number of words of an order such as "play bob"."""
ABOUT_ANY_GAME = {nouns.GAMES, nouns.CATALOG}
"""Services that say nothing about a game that an email names."""
BELOW_CHAT = 'below the line "chat"'
IN_OTHER_WORDS = "in other words"
ADMIN = "{admin}"
"""Stands for the admin and their address in answers."""


def named_commands(request: Request, error: ServerRequestError) -> TextMessage:
    """Returns the answer to a reply that asks for a service: the commands that fit."""
    replying, message = request.replying, request.message
    reader = replying.player if replying else message.reader if message else None
    reader = request.digest.reader if request.digest and not reader else reader
    others = replying.others if replying else [message.writer] if message else []
    game = game_in(error.words) or (replying.board.game.name if replying else _first_game())
    answer = error if isinstance(error, ServerAnswer) else None
    userid = reader.userid if reader else answer.userid if answer else ""
    lines = TopicLines(
        game,
        userid or "USERID",
        replying.board.number if replying else None,
        who=error.who,
        tournament=answer.tournament if answer else "",
    )
    how = BELOW_CHAT if replying else IN_OTHER_WORDS
    names = listing([each.userid for each in others])
    lead = NOT_SENT.format(names) if names else "" if answer else NOTHING_DONE
    is_for_one = bool(replying and error.who and nouns.MESSAGE in error.topics)
    lead += IF_MEANT.format(names, how) if names and not is_for_one else ""
    admin = named_admin(request.host)
    note = error.note.replace(ADMIN, admin)
    lead = "\n\n".join(map(filled, filter(None, (lead, note))))
    banner = answer.answer.replace(ADMIN, admin) if answer else DID_YOU_MEAN
    actions = (*(answer.actions if answer else ()), *lines.actions(error.topics))
    face = Face(banner=banner, lead=lead, quiet=actions)
    subject = ABOUT_YOUR_EMAIL if answer else "Did you mean to send a command?"
    return TextMessage(subject=subject, text="", face=face, refusal=not answer)


def topics_with_tournament(work: UnitOfWork, text: str) -> list[str]:
    """Returns the services that a text names. The name of a tournament is enough."""
    topics = topics_of(text) or topics_of(respelt(text))
    if nouns.CHALLENGE not in topics and _wants_game(work, text):
        topics = [nouns.CHALLENGE, *topics]
    named = nouns.TOURNAMENT not in topics and among(work.tournaments.names(), text)
    return [nouns.TOURNAMENT, *topics] if named else topics


def _wants_game(work: UnitOfWork, text: str) -> bool:
    """Whether a text wants to play with a player: "I want to play Bob at chess", "play bob"."""
    words = words_of(text[:MAX_LENGTH])[:MAX_WISH_WORDS]
    if word_set(verbs.PLAY).isdisjoint(words):
        return False
    is_wish = "?" not in text and not word_set(WISHES).isdisjoint(words)
    is_order = len(words) <= MAX_ORDER_WORDS
    return (is_wish or is_order) and any(work.players.find(word) for word in words)


def topic_actions(
    work: UnitOfWork, text: str, userid: str, today: date, only: Sequence[str] = ()
) -> tuple[Action, ...]:
    """Returns the commands for the services that an email to the server names.

    `only`: if given, all other services are left out, and so are words that also mean others.
    """
    names = work.tournaments.names()
    facts = RequestFacts(userid, today, is_player=lambda word: work.players.find(word) is not None)
    tournament = among(names, text)
    lines = TopicLines(
        game_in(text) or _first_game(), userid, who=who_in(text, facts), tournament=tournament
    )
    topics = topics_with_tournament(work, text)
    if game_in(text) and ABOUT_ANY_GAME.issuperset(topics):
        topics = [nouns.ROBOT, nouns.CHALLENGE, nouns.RULES, *topics]
    if only:
        topics = [topic for topic in clear_topics(text) if topic in only]
    return lines.actions(topics)


def _first_game() -> str:
    return next(iter(games.games()))
