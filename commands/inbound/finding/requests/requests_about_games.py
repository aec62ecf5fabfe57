"""Finds the commands of replies that want to begin, end or repeat a game."""

from dataclasses import dataclass, replace

from commands.inbound.finding.requests.ending_wishes import ending_line
from commands.inbound.finding.requests.turn_complaints import check_turn
from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.reply_commands import ReplyCommands
from commands.replies.requests.resignations import asks_to_cancel
from commands.replies.requests.suspected_requests import without_courtesy
from commands.replies.requests.worded_requests import REMATCH
from commands.replies.sentences.addressees import mentions_only, sentences_of
from commands.replies.sentences.sentence_subjects import is_for_others
from commands.replies.server.complete_lines import RequestFacts
from commands.replies.server.games.game_wishes import (
    SAME_TERMS,
    has_other_terms,
    wished_game,
    wished_rematch,
)
from commands.replies.server.questions.player_questions import asks_games_together
from commands.replies.server.server_request_error import ServerRequestError
from commands.replies.server.topics import asks_again, requested_topics, topics_of
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server import nouns

MAX_AGAIN_WORDS = 4
"""Maximum number of words of a text that only asks for another game."""


@dataclass(frozen=True)
class GameRequests:
    replying: ReplyContext | None
    """The reply about a board, or None for a reply to a message."""
    facts: RequestFacts

    def again(self, text: str) -> CommandLine | None:
        """Returns the command that starts a finished game again, or None.

        Other words of the text go with it.
        """
        replying = self.replying
        if not replying or replying.board.active or not asks_again(text):
            return None
        line = ReplyCommands(replying.board, replying.player).again()
        is_more = len(text.split()) > MAX_AGAIN_WORDS and not requested_topics(text, replying.names)
        return replace(line, comment=text if is_more else "")

    def line(self, text: str) -> CommandLine | None:
        """Returns the command that begins or ends a game as the text asks, or None.

        Raises ServerRequestError for a complaint or a wish that no command fulfills.
        """
        replying = self.replying
        if line := self._rematch(text) or self._wished_game(text):
            return line
        if replying and (line := ending_line(replying, text)):
            return line
        if replying and replying.board.active:
            check_turn(replying, text)
        return None

    def beside(self, line: CommandLine, text: str) -> tuple[CommandLine, ...]:
        """Returns the lines that a text asks for together with another one.

        They are the review before a rematch, the end of a game before another one, and the games
        against each other next to the ratings.
        """
        if not (replying := self.replying):
            return ()
        verb, board = line.text.split()[1:2], replying.board
        if verb == [nouns.CHALLENGE] and asks_to_cancel(text):
            ending = ending_line(replying, text)
            return (replace(ending, comment=""),) if ending else ()
        if verb == [REMATCH] and nouns.REVIEW in requested_topics(text, replying.names):
            return (CommandLine(f"{board.game.name} review {board.number}", in_body=True),)
        if verb == ["standings"] and asks_games_together(text):
            userids = " ".join(player.userid for player in board.players)
            return (CommandLine(f"all games {userids} inactive", in_body=True),)
        return ()

    def _rematch(self, text: str) -> CommandLine | None:
        """Returns the challenge for another game on terms that the finished one didn't have.

        Returns None for any other text. Raises ServerRequestError if the terms aren't clear.
        """
        if self.replying is None or self.replying.board.active:
            return None
        if line := wished_rematch(text, self.facts):
            return CommandLine(line, in_body=True, guessed=True)
        if has_other_terms(text):
            others = self.facts.others
            who = next(iter(others)) if len(others) == 1 else ""
            topics = [nouns.REMATCH, nouns.CHALLENGE]
            raise ServerRequestError(topics, text, who, SAME_TERMS)
        return None

    def _wished_game(self, text: str) -> CommandLine | None:
        """Returns the challenge that a text asks the server for, or None.

        A text that doesn't name its reader, or that addresses them, may be for them.
        """
        names = {each.lower() for each in self.facts.others}
        if not mentions_only(text, names) or any(map(_speaks_to_reader, sentences_of(text))):
            return None
        wish = wished_game(topics_of(text), text, self.facts)
        return CommandLine(wish.line, in_body=True, guessed=True) if wish else None


def _speaks_to_reader(sentence: str) -> bool:
    return is_for_others(without_courtesy(plain_words(sentence)))
