"""Answers replies to an offer that neither accept nor decline it: conditions, questions, wishes.

An offer is the question whether a player joins a tournament or an open challenge, or moves for
another player. The answer is added to the question, which stays open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from commands.content.banners_and_actions import Action
from commands.context.context import Context
from commands.inbound.finding.tournaments.tournament_answers import LEAVING
from commands.inbound.finding.tournaments.tournament_requests import asks_about_leaving
from commands.players.pending_lines import PendingAction, PendingLine
from commands.replies.sentences.stemmed_phrases import mentions, words_of
from commands.replies.server.complete_lines import SENTENCE, game_in
from commands.replies.server.games.rules_questions import asks_rules
from commands.replies.server.questions.newcomer_answers import newcomer_answers
from commands.replies.server.questions.plain_questions import wished_name
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.answers import offer_reply_words as tables
from commands.system.secrets.secret import NONE

FIXED_SEEK = "You can join an open challenge only on its terms."
FIXED_TOURNAMENT = "You can join a tournament only on its terms."
FIXED_DEPUTY = "{0} has set the date. If you accept, you can still stop at any time."
ABOUT_RATINGS = 'For what a rating means, send "help ratings".'
OTHER_NAME = "If you want another userid, don't confirm this one."
ABOUT_US = (
    "On this server, people play board games by email. You don't need a special program. If you "
    "don't confirm, we delete your address."
)
READ_PRIVACY = Action(label="Read what others see and what we store", line="help privacy")
JOINED, NOT_JOINED = "{} has joined the tournament.", "{} hasn't joined the tournament."
MAX_NAMES = 30
"""Maximum number of words among which players are looked up."""
SIGNUP = "signup "
QUESTION_MARKS = ("?", "\uff1f")


@dataclass(frozen=True)
class Remarks:
    """Notes and actions that are added to a question that we ask again."""

    notes: Sequence[str] = ()
    actions: Sequence[Action] = ()


NO_REMARKS = Remarks()


@dataclass(frozen=True)
class Offer:
    """The offer that a pending line accepts."""

    userid: str
    """The player to whom it is made."""
    kind: str
    """`seek`, `tournament` or `deputy`."""
    game: str = ""
    """The name of its game, or ""."""
    who: str = ""
    """The userid of the player who makes it, or ""."""
    name: str = ""
    """The name of the tournament, or ""."""


def remarks_on(context: Context, text: str, waiting: Sequence[PendingAction]) -> Remarks:
    """Returns what a reply's text needs next to the repeated question."""
    action = waiting[0].action if len(waiting) == 1 else None
    if waiting[0].title.startswith(SIGNUP) and (name := wished_name(text)):
        return _with_other_name(name)
    if waiting[0].title.startswith(SIGNUP) and any(mark in text for mark in QUESTION_MARKS):
        address = waiting[0].asked[0] if waiting[0].asked else ""
        return Remarks((ABOUT_US, *newcomer_answers(text, address)), (READ_PRIVACY,))
    offer = _offer(context, waiting[0], action) if isinstance(action, PendingLine) else None
    if offer is None:
        return NO_REMARKS
    text = text[:MAX_LENGTH]
    is_question = any(mark in text for mark in QUESTION_MARKS)
    notes: list[str] = []
    actions: list[Action] = []
    if has_condition(text):
        notes.append(_fixed(offer))
        actions += _on_other_terms(offer)
    if is_question and offer.kind == "seek" and mentions(text, tables.RATED):
        notes.append(ABOUT_RATINGS)
    if is_question and offer.kind == "deputy":
        actions.append(Action(label="Read what a deputy does", line="help deputy"))
    if offer.kind == "tournament":
        notes += _on_tournament(context, text, offer.name, is_question=is_question)
    if offer.game and asks_rules(text):
        actions.append(_rules(game_in(text) or offer.game))
    if other := _other_game(text, offer.game):
        actions += _find(other, offer.userid)
    return Remarks(notes, actions)


def _on_tournament(context: Context, text: str, name: str, *, is_question: bool) -> Iterator[str]:
    if is_question:
        yield from _entries(context, text, name)
    if asks_about_leaving(text):
        yield LEAVING


def _entries(context: Context, text: str, name: str) -> Iterator[str]:
    """Yields whether the players whom the text names have joined the tournament: "Is Ben in?"."""
    stored = context.work.tournaments.find(name)
    found = map(context.work.players.find, dict.fromkeys(words_of(text)[:MAX_NAMES]))
    named = {player.id: player.userid for player in found if player}
    visible = context.work.players.visible([*named], context.viewer)
    for id, userid in named.items():
        if stored and id in visible:
            is_in = id in stored.tournament.active
            yield (JOINED if is_in else NOT_JOINED).format(userid)


def _with_other_name(userid: str) -> Remarks:
    """Returns the answer to somebody who wants another userid: "Ja, aber nennt mich Lissy"."""
    sign_up = Action(label=f"Sign up as {userid} instead", line=f"signup {userid} {NONE}")
    return Remarks((OTHER_NAME,), (sign_up,))


def has_condition(text: str) -> bool:
    """Whether a text accepts only on a condition: "Yes, but only until Wednesday"."""
    return mentions(text[:MAX_LENGTH], tables.CONDITIONS)


def _offer(context: Context, waiting: PendingAction, line: PendingLine) -> Offer | None:
    words, userid = line.words, waiting.player.userid
    if words[:1] == ("tournament",) and words[2:3] == ("join",):
        stored = context.work.tournaments.find(words[1])
        game = stored.tournament.terms.game if stored else ""
        return Offer(userid, "tournament", game, name=words[1])
    if words[1:2] == ("join",):
        return Offer(userid, "seek", words[0], _seeker(context, words[0], words[2]))
    if words[:1] == ("deputy",) and words[3:4] == ("for",):
        return Offer(userid, "deputy", who=words[4])
    return None


def _seeker(context: Context, game: str, number: str) -> str:
    """Returns the userid of the player who posted an open challenge, or "" if it is gone."""
    seeks = context.work.seeks.all(context.now())
    ids = [each.player_id for each in seeks if (each.game, str(each.number)) == (game, number)]
    return next((each.userid for each in context.work.players.by_ids(ids)), "")


def _fixed(offer: Offer) -> str:
    fixed = {"seek": FIXED_SEEK, "tournament": FIXED_TOURNAMENT, "deputy": FIXED_DEPUTY}
    return fixed[offer.kind].format(offer.who)


def _on_other_terms(offer: Offer) -> Iterator[Action]:
    if offer.kind == "seek" and offer.who:
        label = f'Play {offer.who} on your own terms (for the options, send "help clocks")'
        yield Action(label=label, line=f"{offer.game} challenge {offer.userid} {offer.who}")
    if offer.kind == "deputy":
        line = f"deputy {offer.userid} {NONE} off {offer.who}"
        yield Action(label="Stop later, once you've accepted", line=line)


def _other_game(text: str, own: str) -> str:
    """Returns another game than the offered one that a sentence of the text names, or ""."""
    named = map(game_in, SENTENCE.findall(text)) if own else ()
    return next((game for game in named if game and game != own), "")


def _find(game: str, userid: str) -> Sequence[Action]:
    return (
        Action(label="See who is looking for an opponent", line=f"{game} challenge"),
        Action(label="Find an opponent", line=f"{game} seek {userid} {NONE}"),
    )


def _rules(game: str) -> Action:
    return Action(label="Read the rules", line=f"{game} help")
