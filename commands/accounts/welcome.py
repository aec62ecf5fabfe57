"""The first mail to a player who may play."""

from commands.messages.content import TextMessage
from pbm.board import Player


def welcome_message(player: Player) -> TextMessage:
    """Returns the first mail to a player who may play."""
    text = (
        f"Welcome, {player.userid}.\n\n"
        f"Your mail goes to {', '.join(player.addresses)}.\n\n"
        "What to send next, as the subject of a mail or as a line of its text:\n\n"
        "  list                     the games that are played here\n"
        "  help GAME                the rules of one\n"
        f"  GAME challenge {player.userid} OPPONENT\n"
        "                           begins a game\n"
        "  help                     what else can be said"
    )
    return TextMessage(subject=f"Welcome {player.userid}", text=text)
