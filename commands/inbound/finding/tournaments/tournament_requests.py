"""Reads replies to emails about tournaments: "stop", which ends them, and "leave"."""

import re
from collections.abc import Sequence

from commands.content.thread_ids import read_tournament_thread_id
from commands.inbound.requests.request import Request
from commands.players.preferences import MUTE, UNMUTE
from commands.replies.command_lines import CommandLine
from commands.replies.requests.worded_requests import LEAVE as UNSUBSCRIBE
from commands.replies.requests.worded_requests import LEAVE_TOURNAMENT, requested_word
from commands.replies.sentences.greetings import first_words
from commands.replies.sentences.sentence_subjects import clause_words, is_about_other
from commands.replies.sentences.stemmed_phrases import whole_phrases, word_set, words_of
from commands.replies.server.composed_topics import is_about_sending
from commands.replies.server.topics import clear_topics
from commands.replies.vocabulary.requests.suspected_words import WISHES
from commands.replies.vocabulary.sentence_words import IF_WORDS
from commands.replies.vocabulary.server import nouns, sentences, tournaments, verbs
from commands.replies.vocabulary.server.sentences import MISSING
from commands.system.secrets.secret import NONE

MAX_BEFORE_QUESTION = 2
"""Number of words at the beginning of a text of which one begins a question: "so who plays"."""
SUBJECT = re.compile(r"\bTournament ([^\s:]+)(?=:|$| was canceled$)")
"""The subjects of emails about a tournament."""
ABOUT_PLAYER = {nouns.DEPUTY, nouns.VACATION, nouns.ZONE, nouns.SLEEP, nouns.DATA, nouns.PASSWORD}
"""Services of which a question isn't about the tournament."""
VERBS = {UNSUBSCRIBE: MUTE, MUTE: MUTE, UNMUTE: UNMUTE, LEAVE_TOURNAMENT: "leave"}
"""The verbs of `tournament NAME ...` by the requests that they carry out."""


def tournament_replied_to(request: Request) -> str:
    """Returns the name of the tournament that an email replies to, or "".

    Some mail programs leave out the references, but keep the subject.
    """
    if request.replying or request.message or request.labels:
        return ""
    parsed_mail = request.parsed_mail
    names = map(read_tournament_thread_id, parsed_mail.references)
    subject = SUBJECT.search(parsed_mail.subject) if parsed_mail.is_reply else None
    return next(filter(None, names), subject[1] if subject else "")


def tournament_line(request: Request, userid: str, name: str = "") -> CommandLine | None:
    """Returns the command that a reply to a tournament's email asks for, or None.

    Leaving is only a guess, so the server asks the player to confirm it.

    `name`: the tournament's name. By default, the name in the thread's references.
    """
    name = name or tournament_replied_to(request)
    first = first_words("\n".join(request.parsed_mail.blocks).split("\n")) if name else ""
    if not (first and userid):
        return None
    verb = VERBS.get(requested_word(first), "") or _verb(first)
    if not verb and not (_asks(first) and ABOUT_PLAYER.isdisjoint(clear_topics(first))):
        return None
    if not verb:
        return CommandLine(f"tournament {name}")
    line = f"tournament {name} {verb} {userid} {NONE}"
    return CommandLine(line, guessed=verb == VERBS[LEAVE_TOURNAMENT])


def ends_emails(text: str) -> bool:
    """Whether a text asks us to stop sending emails, such as "keine Turnier-Mails mehr"."""
    words = words_of(text)
    is_against = not {*words}.isdisjoint(word_set(f"{verbs.AGAINST} {verbs.UNSUBSCRIBE}"))
    if is_against and not {nouns.DELIVERY, nouns.LEAVE}.isdisjoint(clear_topics(text)):
        return True
    if _unlists(words) and not accepts(text):
        return True
    is_stopped = _phrase_in(words, tournaments.STOPPING) is not None
    if not is_stopped or accepts(text) or not word_set(MISSING).isdisjoint(words):
        return False
    return is_about_sending(words) or not word_set(tournaments.ANNOUNCEMENTS).isdisjoint(words)


def _unlists(words: Sequence[str]) -> bool:
    """Whether the words ask to be taken off the mailing list.

    Requests to be taken off the list of players don't count.
    """
    is_listed = _phrase_in(words, tournaments.UNLISTING) is not None
    return is_listed and word_set(tournaments.PLAYER_LIST).isdisjoint(words)


def declines(text: str) -> bool:
    """Whether a reply to an announcement says that its writer won't join: "Maybe next year"."""
    words = words_of(text)
    if "?" in text or accepts(text):
        return False
    buts = [at for at, word in enumerate(words) if word in word_set(tournaments.BUT)]
    return _phrase_in(words[buts[-1] :] if buts else words, tournaments.DECLINING) is not None


def accepts(text: str) -> bool:
    """Whether a reply to an announcement joins, whatever else it says: "No doubt, count me in"."""
    return _phrase_in(words_of(text), tournaments.ACCEPTING) is not None


def _verb(text: str) -> str:
    words = {*words_of(text)}
    if ends_emails(text):
        return MUTE
    if _phrase_in(words_of(text), tournaments.TAKING_OUT) is not None:
        return "" if _supposes(text) else VERBS[LEAVE_TOURNAMENT]
    is_leaving = any(map(_leaves, clause_words(text)))
    stays = not words.isdisjoint(word_set(verbs.STAY)) or "?" in text
    return VERBS[LEAVE_TOURNAMENT] if is_leaving and not stays else ""


def leaves_tournament(text: str) -> bool:
    """Whether a reply about a game in a tournament leaves the tournament, and not only the game."""
    if "?" in text or _supposes(text) or nouns.TOURNAMENT not in clear_topics(text):
        return False
    return any(map(_leaves, clause_words(text)))


def asks_about_leaving(text: str) -> bool:
    """Whether a text asks what leaving does: "What happens if I leave halfway through?"."""
    words = words_of(text)
    is_leaving = not word_set(f"{verbs.QUIT} {tournaments.DROPPING_OUT}").isdisjoint(words)
    return "?" in text and is_leaving and _supposes(text)


def asks_to_extend(text: str) -> bool:
    """Whether a text asks for more time: "Could the round be extended by a month?"."""
    words = words_of(text)
    is_asked = "?" in text or not word_set(f"{nouns.PLEASE} {WISHES}").isdisjoint(words)
    return is_asked and _phrase_in(words, tournaments.EXTENDING) is not None


def _supposes(text: str) -> bool:
    """Whether a text is about what might be: "if I leave", "what happens when I leave"."""
    words = words_of(text)
    is_asked = _phrase_in(words, tournaments.WHAT_HAPPENS) is not None
    return is_asked or not IF_WORDS.isdisjoint(words)


def _leaves(clause: Sequence[str]) -> bool:
    """Whether the words of a clause say that its writer leaves: "I have to pull out"."""
    words = [" ".join(words_of(word)) for word in clause]
    ends = [at for at, word in enumerate(words) if word in word_set(verbs.QUIT)]
    phrase = _phrase_in(words, tournaments.WITHDRAWING)
    ends += [] if phrase is None else [phrase]
    is_denied = not word_set(tournaments.NEVER).isdisjoint(words)
    return not is_denied and any(not is_about_other(clause, end) for end in ends)


def _phrase_in(words: Sequence[str], table: str) -> int | None:
    """Returns the index of the first word of a phrase of the table, or None."""
    text = f" {' '.join(words)} "
    found = (text.find(phrase) for phrase in whole_phrases(table))
    starts = [len(text[:start].split()) for start in found if start >= 0]
    return min(starts, default=None)


def _asks(text: str) -> bool:
    """Whether a text asks about the tournament, or names its standings."""
    is_question = text.rstrip().endswith(("?", "\uff1f")) or not word_set(
        f"{verbs.QUESTION} {sentences.WHO}"
    ).isdisjoint(words_of(text)[:MAX_BEFORE_QUESTION])
    return is_question or nouns.STANDINGS in clear_topics(text)


def ending_invitations(topics: Sequence[str], text: str, userid: str) -> CommandLine | None:
    """Returns the command for a text that wants no more invitations to tournaments, or None."""
    if nouns.TOURNAMENT not in topics or not ends_emails(text):
        return None
    off = f"change tournaments {userid} {NONE} off"
    return CommandLine(off, in_body=True, guessed=True)
