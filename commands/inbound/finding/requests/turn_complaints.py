"""Answers players who ask for more time, or say that they moved although it's their turn."""

from commands.inbound.finding.tournaments.tournament_requests import asks_to_extend
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.sentences.addressees import addresses, sentences_of
from commands.replies.sentences.sentence_subjects import is_for_others
from commands.replies.sentences.word_tables import has_phrase, has_word
from commands.replies.server.composed_topics import asks_for_days
from commands.replies.server.server_request_error import ServerRequestError
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server import nouns
from commands.replies.vocabulary.server.own_moves import MOVED
from commands.replies.vocabulary.server.sentences import ALREADY

STILL_YOUR_TURN = "It's still your turn: we have received no move from you{}."
MORE_TIME = (
    "We can't extend a deadline. If you need more time, go on vacation: your clocks stop while you "
    "are away."
)


def check_turn(replying: ReplyContext, text: str) -> None:
    """Raises ServerRequestError for a text that asks for more time, or complains about the turn."""
    board = replying.board
    if asks_for_days(text) or any(_asks_to_extend(each, replying) for each in sentences_of(text)):
        raise ServerRequestError([nouns.VACATION], text, note=MORE_TIME)
    if board.mover == replying.player and any(map(_says_moved, sentences_of(text))):
        last = f" after {board.match.moves[-1]}" if board.match.moves else ""
        topics = [nouns.REMINDERS, nouns.POSITION]
        raise ServerRequestError(topics, text, note=STILL_YOUR_TURN.format(last))


def _asks_to_extend(sentence: str, replying: ReplyContext) -> bool:
    names = {player.userid.lower() for player in replying.others}
    is_theirs = is_for_others(plain_words(sentence)) or addresses(sentence, names)
    return asks_to_extend(sentence) and not is_theirs


def _says_moved(sentence: str) -> bool:
    words = plain_words(sentence)
    return "?" not in sentence and has_phrase(words, MOVED) and has_word(words, ALREADY)
