"""Finds wishes and plain questions of a registered player in an email to the server."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.content.banners_and_actions import Action
from commands.replies.command_lines import CommandLine
from commands.replies.server.complete_lines import RequestFacts, cancels_seek, game_in, games_in
from commands.replies.server.games.game_wishes import GameWish, wished_game
from commands.replies.server.misspelt_requests import respelt
from commands.replies.server.plain_questions import (
    PRIVACY,
    asks_who_sees,
    hides_games,
    plain_answer,
)
from commands.replies.server.server_request_error import ServerAnswer
from commands.replies.vocabulary.server import nouns
from commands.system.secrets.secret import NONE
from commands.system.stored_types import UnitOfWork

MAX_STANDINGS = 3
"""Maximum number of games whose standings one email gets."""
NO_SEEK = "You have no open challenge."


@dataclass(frozen=True)
class MailWishes:
    """Finds what an email without a command wishes or asks."""

    work: UnitOfWork
    text: str
    facts: RequestFacts
    """Facts about the sender."""

    def lines(self, topics: Sequence[str], *, is_read: bool) -> tuple[CommandLine, ...]:
        """Returns the commands that the email asks for, or none if there is no such wish.

        Raises ServerAnswer for a question that no command answers.

        `topics`: the services that the email names.
        `is_read`: whether plain questions are answered.
        """
        if line := self._about_visibility():
            return (line,)
        if wish := self._wished_game(topics):
            return (self._start(wish),)
        if is_read and (answer := plain_answer(self.text, self.facts.userid)):
            raise answer
        if nouns.SEEK in topics and cancels_seek(self.text):
            return self._ended_seek()
        games = games_in(self.text) if nouns.STANDINGS in topics else []
        shown = games[:MAX_STANDINGS] if len(games) > 1 else []
        return tuple(CommandLine(f"{game} standings", in_body=True) for game in shown)

    def _about_visibility(self) -> CommandLine | None:
        """Returns the command that hides the sender's games, or the help on who sees them."""
        if hides_games(self.text):
            line = f"change visibility {self.facts.me} private"
            return CommandLine(line, in_body=True, guessed=True)
        return CommandLine(PRIVACY, in_body=True) if asks_who_sees(self.text) else None

    def _wished_game(self, topics: Sequence[str]) -> GameWish | None:
        texts = (self.text, respelt(self.text))
        return next(filter(None, (wished_game(topics, each, self.facts) for each in texts)), None)

    def _start(self, wish: GameWish) -> CommandLine:
        """Returns the command of a wish. Raises ServerAnswer if it lacks something."""
        if wish.note:
            start = Action(label="Start the game", line=wish.line)
            userid = self.facts.userid
            raise ServerAnswer(wish.note, (), self.text, userid=userid, actions=(start,))
        return CommandLine(wish.line, in_body=True, guessed=True)

    def _ended_seek(self) -> tuple[CommandLine, ...]:
        """Returns the lines that withdraw the sender's open challenges, of the named game if any.

        Raises ServerAnswer if there are none.
        """
        userid = self.facts.userid
        player, game = self.work.players.find(userid), game_in(self.text)
        sought = {each.game for each in self.work.seeks.of(player)} if player else set()
        withdrawn = sorted(sought & {game} if game else sought)
        if not withdrawn:
            raise ServerAnswer(NO_SEEK, [nouns.SEEK], self.text, userid=userid)
        lines = (f"{each} seek {userid} {NONE} 0" for each in withdrawn)
        return tuple(CommandLine(each, in_body=True, guessed=True) for each in lines)
