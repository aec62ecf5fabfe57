"""The thread ids of boards and tournaments. Mail programs use them to group emails."""

import re

from commands.content.messages import Content, TextMessage
from pbm.generations import Generations

TOURNAMENT_THREAD = "<tournament-"
THREAD_ID = re.compile(r"<([a-z]+)\.([0-9]{1,9})(?:\.g[0-9]{1,12})?@[^>]*>")


def thread_id(board: str, host: str, generations: Generations) -> str:
    """Returns the Message-ID that all emails about a board refer to.

    `board`: the board, such as `knightpanic 101`.
    """
    game, _, number = board.partition(" ")
    return f"<{lasting_name(game, int(number), generations)}@{host}>"


def lasting_name(game: str, number: int, generations: Generations) -> str:
    """Returns a name for a board that no lost board of another generation can have had."""
    generation = generations.of_number(number)
    return f"{game}.{number}" + (f".g{generation}" if generation else "")


def read_thread_id(message_id: str) -> tuple[str, int] | None:
    """Returns the game and number of the board. Returns None for any other Message-ID."""
    match = THREAD_ID.fullmatch(message_id)
    return (match[1], int(match[2])) if match else None


def tournament_of(content: Content) -> str:
    """Returns the name of the tournament that an email is about, or an empty string."""
    return content.tournament if isinstance(content, TextMessage) else ""


def tournament_thread_id(name: str, host: str) -> str:
    """Returns the Message-ID that all emails about a tournament refer to.

    The id contains a dash, to distinguish it from the ids of boards: a tournament's name may be a
    number.
    """
    return f"{TOURNAMENT_THREAD}{name}@{host}>"


def read_tournament_thread_id(message_id: str) -> str:
    """Returns the name of the tournament. Returns "" for any other Message-ID."""
    name, at, _ = message_id.removeprefix(TOURNAMENT_THREAD).partition("@")
    return name if at and message_id.startswith(TOURNAMENT_THREAD) else ""


def is_thread_id(message_id: str) -> bool:
    """Whether a Message-ID is the id of a thread, not of an email."""
    return read_thread_id(message_id) is not None or message_id.startswith(TOURNAMENT_THREAD)


def tournament_list_id(name: str, host: str) -> str:
    """Returns the List-Id of a tournament, with its title."""
    return f"Tournament {name} <tournament-{name}.{host}>"


def list_id(board: str, host: str) -> str:
    """Returns the List-Id of a board, without its title."""
    return f"<{board.replace(' ', '-')}.{host}>"
