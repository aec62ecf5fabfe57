"""Explains how to answer an open offer to the writer of a reply that may be about it."""

from commands.replies.answers.offer_answers import (
    asks_something,
    is_about_draws,
    is_wordless,
    leaves_open,
    mentions_answer,
    names_offer,
)
from commands.replies.answers.unclear_answers import is_unclear_answer
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.answers.offer_phrases import RATING
from commands.replies.vocabulary.sentence_words import plain_words
from pbm.board.board import Board
from pbm.board.draws_and_undos import in_words

ANSWER_OFFER = (
    'The {} is still open: {}. To answer it, reply with only the word "accept" or "reject".'
)
ABOUT_RATINGS = "To read how games change the ratings, reply with only this line: help ratings"


def may_answer(replying: ReplyContext, text: str) -> bool:
    """Whether a text may be about an open offer, or is a reaction to it."""
    if not text or is_wordless(text) or leaves_open(text) or is_about_draws(text):
        return True
    if is_unclear_answer(text):
        return True
    if asks_something(text) and names_offer(text, is_undo=replying.is_undo_asked):
        return True
    return "?" not in text and mentions_answer(text)


def offer_left_open(board: Board, text: str) -> str:
    """Returns how to answer the open offer, and the help on ratings if the text asks about one."""
    noun = board.offer.noun if board.offer else ""
    offered = ANSWER_OFFER.format(noun, _offer_in_words(board))
    is_about_rating = not plain_set(RATING).isdisjoint(plain_words(text))
    return f"{offered}\n{ABOUT_RATINGS}" if is_about_rating else offered


def _offer_in_words(board: Board) -> str:
    """Returns a clause about the open offer, such as `bob asks to take back the last move (c3)`."""
    if board.offer is None:
        return ""
    action = in_words(board, board.offer)
    is_last = board.offer.kind == "undo" and "(" not in action
    move = f" ({board.match.moves[-1]})" if is_last and board.match.moves else ""
    return f"{board.players[board.offer.by].userid} {action}{move}"
