"""Writing to all players."""

from dataclasses import dataclass
from typing import ClassVar

from commands.accounts.preferences import NO_BROADCAST
from commands.context.context import Session
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.messages.response import Answer, Notice, plain
from commands.play.changes import tidy_comment
from commands.play.matchmaking import strangers
from commands.security.rate_limits import count_message
from commands.verbs.message import check_text, letter
from pbm.board import Player
from pbm.errors import NotAllowed
from pbm.wording import counted

OPT_OUT = "To get no more such mails: block USERID PASSWORD broadcast"


@dataclass(frozen=True)
class Broadcast(Command):
    """Sends the mail's body to all players who didn't opt out.

    The admin must have allowed it (PBM_BROADCAST). Opting out: `block USERID PASSWORD broadcast`.
    """

    names: ClassVar = ("broadcast",)
    example: ClassVar = "broadcast alice PASSWORD"

    userid: Userid
    password: Password

    def run(self, session: Session) -> Answer:
        """Refuses where it isn't allowed; the admin's own are."""
        player = session.prove(self.userid, self.password)
        if not session.policy.broadcast and not session.speaker.admin:
            raise NotAllowed("This server sends no broadcasts. To some players: message")
        readers = _readers(session, player)
        text = tidy_comment("", session.text(), self.password)
        check_text(text)
        count_message(session, player)
        said = letter(player, f"{player.userid} to all players", f"{text}\n\n{OPT_OUT}")
        notices = tuple(
            Notice(reader.addresses, said.model_copy(update={"unsubscribe": (reader.id, 0)}))
            for reader in readers
        )
        answer = f"Sent to {counted(len(readers), 'player')}:\n\n{text}"
        sent = plain("Broadcast sent", answer, {"players": len(readers)})
        return Answer(sent.said, sent.data, notices)


def _readers(session: Session, player: Player) -> list[Player]:
    out = {wish.player for wish in session.work.preferences.named(NO_BROADCAST)}
    others = (other for other in session.work.players.everybody() if other.id != player.id)
    return [
        other
        for other in others
        if other.id not in out and not strangers(session, other, (player,))
    ]
