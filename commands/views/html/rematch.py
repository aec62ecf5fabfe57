"""The command that challenges the players of a finished game again."""

from collections.abc import Sequence

from commands.messages.content import BoardSnapshot
from pbm.match import Match
from pbm.options import read_options, write_options

PAIR = "-pair"


def rematch_line(content: BoardSnapshot, match: Match) -> str:
    """Returns a challenge on the same terms, in which the player who moved second begins."""
    return challenge_line(match, content.terms, (*content.players[1:], content.players[0]))


def challenge_line(match: Match, terms: Sequence[str], players: Sequence[str]) -> str:
    """Returns a challenge to a game with the options of a match, on these terms."""
    drawn = _drawn_options(match)
    options = [word for word in write_options(match.options) if _name(word) not in drawn]
    terms = [word for word in terms if word != PAIR]
    return " ".join((match.game.name, "challenge", *options, *terms, *players))


def _drawn_options(match: Match) -> set[str]:
    """Returns the names of the options that are drawn at random for every new board."""
    usual = read_options(match.game.options, (), match.game.title)
    first, second = (set(write_options(match.game.resolve(usual, seed))) for seed in (1, 2))
    return {_name(word) for word in first ^ second}


def _name(word: str) -> str:
    return word.partition("=")[0]
