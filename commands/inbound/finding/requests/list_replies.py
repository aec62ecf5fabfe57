"""Reads replies to the lists of the server: to the open challenges, and to a ladder.

"I'll take Carol's Go" joins Carol's open challenge. "I'd like to challenge Dan" below the Chess
ladder is a ladder challenge at Chess. Both are held until their writer confirms them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from commands.content.banners_and_actions import Action
from commands.inbound.requests.request import Request
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.sentences.stemmed_phrases import mentions, word_set, words_of
from commands.replies.server.complete_lines import MAX_SHORT_NAME, game_in
from commands.replies.server.server_request_error import ServerAnswer
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.server.denials import DENYING
from commands.replies.vocabulary.server.games import game_wishes
from commands.system.secrets.secret import NONE
from commands.system.stored_types import UnitOfWork
from pbm import games
from pbm.board.ladder import REACH, rank
from pbm.board.players import Player
from pbm.stored_values import Seek

OPEN_CHALLENGES = re.compile(r"\bOpen challenges\b")
"""The subjects of lists of open challenges."""
LADDER = re.compile(r"(?:^|: ?)([^:]{1,40}) Ladder$")
"""The subjects of emails that show a ladder."""
MAX_WORDS = 30
"""Maximum number of words among which a player is looked up."""
CLAUSE = re.compile(r"[^.,!?;&()\n]+")
AND = re.compile(r"\b(?:and|und|et|y|e|en|i|och|og|и|ve|plus)\b", re.IGNORECASE)
SEVERAL = (
    "Several open challenges fit your email. Each command joins one of them, for one game. Send "
    "the one that you mean."
)
OUT_OF_REACH = (
    f"On a ladder, you can challenge only players up to {REACH} places above you. You can play "
    "{} outside of the ladder."
)
NOT_ON_LADDER = "You're not on this ladder. Join it before you challenge somebody on it."


@dataclass(frozen=True)
class ListReplies:
    """Reads a reply of a registered player to a list."""

    work: UnitOfWork
    request: Request
    player: Player
    today: date

    def commands(self) -> FoundCommands | None:
        """Returns the commands that the reply asks for, or None if it asks for none.

        Raises ServerAnswer if it asks for something that isn't possible or isn't clear.
        """
        parsed_mail = self.request.parsed_mail
        if OPEN_CHALLENGES.search(parsed_mail.subject):
            lines = tuple(dict.fromkeys(self._joins()))
        elif ladder := LADDER.search(parsed_mail.subject):
            lines = self._ladder_challenge(ladder[1])
        else:
            return None
        found = (CommandLine(line, in_body=True, guessed=True) for line in lines)
        return FoundCommands(tuple(found)) if lines else None

    @property
    def _text(self) -> str:
        return "\n".join(self.request.parsed_mail.blocks)[:MAX_LENGTH]

    def _joins(self) -> Iterator[str]:
        """Yields the commands that join the open challenges which the reply names."""
        begin_of_day = datetime.combine(self.today, time(), UTC)
        every = self.work.seeks.all(begin_of_day)
        seeks = [each for each in every if each.player_id != self.player.id]
        owners = {each.id: each.userid.lower() for each in self._owners(seeks)}
        for clause in (part for each in CLAUSE.findall(self._text) for part in AND.split(each)):
            if not word_set(DENYING).isdisjoint(words_of(clause)):
                continue
            lines = [self._join(each) for each in _named(clause, seeks, owners)]
            if len(lines) > 1:
                raise self._several(lines)
            yield from lines

    def _owners(self, seeks: Sequence[Seek]) -> Sequence[Player]:
        return self.work.players.by_ids([*{each.player_id for each in seeks}])

    def _join(self, seek: Seek) -> str:
        return f"{seek.game} join {seek.number} {self.player.userid} {NONE}"

    def _several(self, lines: Sequence[str]) -> ServerAnswer:
        actions = tuple(Action(label="Join an open challenge", line=line) for line in lines)
        return ServerAnswer(
            SEVERAL, (), self._text, userid=self.player.userid, actions=actions, is_repeated=False
        )

    def _ladder_challenge(self, title: str) -> tuple[str, ...]:
        """Returns the ladder challenge that the reply asks for, if any."""
        wanted = title.strip().casefold()
        all_games = games.games().values()
        game = next((each.name for each in all_games if each.title.casefold() == wanted), "")
        clauses = [
            each
            for each in CLAUSE.findall(self._text)
            if word_set(DENYING).isdisjoint(words_of(each))
        ]
        challenge = next((each for each in clauses if mentions(each, game_wishes.PLAYING)), "")
        others = [other for word in words_of(challenge)[:MAX_WORDS] if (other := self._other(word))]
        if not game or len(others) != 1 or game_in(challenge) not in ("", game):
            return ()
        self._check_reach(game, others[0])
        return (f"{game} challenge -ladder {self.player.userid} {others[0].userid}",)

    def _other(self, word: str) -> Player | None:
        other = self.work.players.find(word) if len(word) > 1 else None
        return None if other is None or other.id == self.player.id else other

    def _check_reach(self, game: str, other: Player) -> None:
        """Raises ServerAnswer if the ladder doesn't allow the challenge."""
        ladder = self.work.ladders.find(game)
        own, theirs = rank(ladder, self.player.id), rank(ladder, other.id)
        userid = self.player.userid
        outside = Action(
            label=f"Play {other.userid} outside of the ladder",
            line=f"{game} challenge {userid} {other.userid}",
        )
        join = Action(label="Join the ladder", line=f"{game} ladder join {userid} {NONE}")
        if own is None:
            raise ServerAnswer(
                NOT_ON_LADDER, (), self._text, userid=userid, actions=(join, outside)
            )
        if theirs is None or not 0 < own - theirs <= REACH:
            answer = OUT_OF_REACH.format(other.userid)
            raise ServerAnswer(answer, (), self._text, userid=userid, actions=(outside,))


def _named(clause: str, seeks: Sequence[Seek], owners: dict[int, str]) -> list[Seek]:
    """Returns the open challenges that a clause names by their player or game."""
    words, game = {*words_of(clause)}, game_in(clause)
    theirs = [each for each in seeks if owners.get(each.player_id) in words]
    of_game = [each for each in theirs or seeks if each.game == game]
    if theirs:
        return of_game or theirs
    # "go" is also a verb
    is_named = game and (len(game) > MAX_SHORT_NAME or games.games()[game].title in clause)
    return of_game if is_named else []
