"""Answers the questions that people ask before they sign up, such as "Does it cost anything?"."""

import re

from commands.replies.sentences.stemmed_phrases import mentions, word_set, words_of
from commands.replies.sentences.wrapped_lines import unwrapped
from commands.replies.server.questions.plain_questions import QUESTION_MARKS
from commands.replies.server.sign_ups import names_somebody_else, wants_to_register
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.server import newcomers as tables

FREE = "Signing up and playing are free. Nothing on this server costs money."
ANY_PROGRAM = (
    "You don't need a special program. You play by email: we send you the board, and you reply "
    "with your move."
)
UNSEEN = (
    "Other players never see your email address or your real name. They know you by your userid, "
    "and can send you challenges and messages through this server. You can block a player."
)
NO_DATA = (
    "No account has your email address, so there is no account that we could show you or delete."
)
OLD_ACCOUNT = (
    "We can't move an account to this address without proof that the account is yours. Send the "
    "command from the old address, or with your password. If you can do neither, write to {admin}."
)
ONE_EACH = (
    "We can sign up only the person who writes to us. Anybody else must sign up by writing to us "
    "from their own address."
)
ANSWERS = (
    (tables.COST, FREE),
    (tables.PROGRAM, ANY_PROGRAM),
    (tables.SEEN_BY_OTHERS, UNSEEN),
)
"""Answers to questions, each after its words."""

SENTENCE = re.compile(r"[^.!?;\n]+[.!?;]*")


def newcomer_answers(text: str, address: str) -> list[str]:
    """Returns the answers to what the email of somebody who isn't registered asks.

    `address`: the sender's address.
    """
    text = unwrapped(text[:MAX_LENGTH])
    asked = " ".join(filter(_asks, SENTENCE.findall(text)))
    found = [answer for table, answer in ANSWERS if mentions(asked, table)]
    if mentions(text, tables.STORED):
        found.append(NO_DATA)
    elif asks_for_old_account(text):
        found.append(OLD_ACCOUNT)
    if wants_to_register(text) and names_somebody_else(text, address):
        found.append(ONE_EACH)
    return found


def asks_for_old_account(text: str) -> bool:
    """Whether somebody writes from a new address about the account of an old one."""
    return mentions(text[:MAX_LENGTH], tables.OLD_ADDRESS)


def _asks(sentence: str) -> bool:
    is_asked = any(mark in sentence for mark in QUESTION_MARKS)
    return is_asked or not word_set(tables.QUESTION_WORDS).isdisjoint(words_of(sentence)[:1])
