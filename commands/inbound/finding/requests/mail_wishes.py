"""Finds wishes and plain questions of a registered player in an email to the server."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.content.banners_and_actions import Action
from commands.replies.command_lines import CommandLine
from commands.replies.contexts.running_boards import running_boards
from commands.replies.server.appeals import NOTES, appealed
from commands.replies.server.complete_lines import (
    RequestFacts,
    cancels_seek,
    game_in,
    games_in,
    told_player,
    who_in,
)
from commands.replies.server.games.game_wishes import GameWish, wished_game
from commands.replies.server.misspelt_requests import respelt
from commands.replies.server.passwords import ONLY_BY_COMMAND, changes_password, forgot_password
from commands.replies.server.questions.plain_questions import (
    NO_SUCH_GAME,
    PRIVACY,
    asks_who_sees,
    hides_games,
    other_game,
    plain_answer,
)
from commands.replies.server.questions.player_questions import (
    asks_about_robots,
    asks_if_active,
    asks_own_games,
    asks_own_record,
    asks_results,
    asks_who_seeks,
    ends_all_games,
    hides_own_games,
    wants_new_tournament,
    without_own_games,
)
from commands.replies.server.server_request_error import ServerAnswer
from commands.replies.vocabulary.server import nouns
from commands.system.secrets.secret import NONE
from commands.system.stored_types import UnitOfWork
from pbm import games

MAX_STANDINGS = 3
"""Maximum number of games whose standings one email gets."""
MAX_RESIGNED = 10
"""Maximum number of games that one email resigns."""
NO_SEEK = "You have no open challenge."
FOR_SOMEBODY_ELSE = (
    "We never send passwords, and you can't get another player's password. To set a new one, {0} "
    'must send "forgot {0}" from their own address.'
)
ACTIVITY = "Only the ladders show when their players were last active."
ADMINS_TOURNAMENT = (
    "Only the people who run this server can set up a tournament. To ask for one, write to {admin}."
)
ROBOT_HELP = "help robot"


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
        self._check_appeal()
        if wish := self._wished_game(topics):
            return (*self._own_games(), self._start(wish))
        if is_read and (answer := plain_answer(self.text, self.facts.userid)):
            raise answer
        if lines := self._resignations() or self._message() or self._asked(topics):
            return lines
        if nouns.SEEK in topics and cancels_seek(self.text):
            return self._ended_seek()
        named = games_in(self.text) if nouns.STANDINGS in topics else []
        shown = named[:MAX_STANDINGS] if len(named) > 1 else []
        return tuple(CommandLine(f"{game} standings", in_body=True) for game in shown)

    def _check_appeal(self) -> None:
        """Raises ServerAnswer for a text that only the admins can act on."""
        appeal = appealed(self.text)
        note = NOTES.get(appeal) or (ADMINS_TOURNAMENT if wants_new_tournament(self.text) else "")
        if note:
            topics = [appeal or nouns.TOURNAMENT]
            who = who_in(self.text, self.facts)
            raise ServerAnswer(note, topics, self.text, userid=self.facts.userid, who=who)

    def _asked(self, topics: Sequence[str]) -> tuple[CommandLine, ...]:
        """Returns the commands that answer a question, such as for the writer's own games."""
        if nouns.PASSWORD in topics and (reset := self._about_password()):
            return (reset,)
        if asks_if_active(self.text) and (who := who_in(self.text, self.facts)):
            raise self._about_activity(who)
        if own := self._own_games():
            return own
        if asks_own_record(self.text):
            return self._own_record()
        line = "seeks" if asks_who_seeks(self.text) else ""
        line = line or (ROBOT_HELP if asks_about_robots(self.text) else "")
        return (CommandLine(line, in_body=True),) if line else ()

    def _about_password(self) -> CommandLine | None:
        """Returns the command that sends the writer a code for a new password, or None.

        Raises ServerAnswer for another player's password, and for a new one in the text.
        """
        userid = self.facts.userid
        if who := who_in(self.text, self.facts):
            answer = FOR_SOMEBODY_ELSE.format(who)
            raise ServerAnswer(answer, [nouns.HELP], self.text, userid=userid)
        if forgot_password(self.text):
            return CommandLine(f"forgot {userid}", in_body=True)
        if changes_password(self.text):
            raise ServerAnswer(ONLY_BY_COMMAND, [nouns.PASSWORD], self.text, userid=userid)
        return None

    def _about_activity(self, who: str) -> ServerAnswer:
        ladder = game_in(self.text) or next(iter(games.games()))
        actions = (
            Action(label=f"See {who}'s games", line=f"all games {who}"),
            Action(label="See a ladder", line=f"{ladder} ladder"),
        )
        userid = self.facts.userid
        return ServerAnswer(ACTIVITY, (), self.text, userid=userid, actions=actions)

    def _own_games(self) -> tuple[CommandLine, ...]:
        if not asks_own_games(self.text):
            return ()
        return (CommandLine(f"all show {self.facts.userid} active", in_body=True),)

    def _own_record(self) -> tuple[CommandLine, ...]:
        """Returns the standings of the named games, and the writer's finished games if needed."""
        lines = [f"{game} standings" for game in games_in(self.text)[:MAX_STANDINGS]]
        if asks_results(self.text) or not lines:
            lines.append(f"all games {self.facts.userid} inactive")
        return tuple(CommandLine(line, in_body=True) for line in lines)

    def _resignations(self) -> tuple[CommandLine, ...]:
        """Returns the commands that resign all games of a writer who gives up all of them."""
        if not ends_all_games(self.text):
            return ()
        boards = running_boards(self.work, self.facts.userid)[:MAX_RESIGNED]
        lines = (f"{each.game.name} resign {each.number} {self.facts.me}" for each in boards)
        return tuple(CommandLine(line, in_body=True, guessed=True) for line in lines)

    def _message(self) -> tuple[CommandLine, ...]:
        """Returns the message to a player whom the text orders to tell something."""
        body = self.text.partition("\n")[2].strip()
        who = told_player(body, self.facts)
        line = f"message {self.facts.me} {who}" if who else ""
        return (CommandLine(line, body, in_body=True, guessed=True),) if line else ()

    def _about_visibility(self) -> CommandLine | None:
        """Returns the command that hides the sender's games, or the help on who sees them."""
        if hides_games(self.text) or hides_own_games(self.text):
            line = f"change visibility {self.facts.me} private"
            return CommandLine(line, in_body=True, guessed=True)
        return CommandLine(PRIVACY, in_body=True) if asks_who_sees(self.text) else None

    def _wished_game(self, topics: Sequence[str]) -> GameWish | None:
        text = without_own_games(self.text)
        texts = (text, respelt(text))
        return next(filter(None, (wished_game(topics, each, self.facts) for each in texts)), None)

    def _start(self, wish: GameWish) -> CommandLine:
        """Returns the command of a wish. Raises ServerAnswer if it lacks something."""
        other = other_game(self.text)
        note = " ".join(filter(None, (NO_SUCH_GAME.format(other) if other else "", wish.note)))
        if note:
            start = Action(label="Start the game", line=wish.line)
            userid = self.facts.userid
            raise ServerAnswer(note, (), self.text, userid=userid, actions=(start,))
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
