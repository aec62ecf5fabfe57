"""Errors about the terms and the events of tournaments, with their texts."""

from pbm.errors import IllegalError
from pbm.tournaments.events import Pairing
from pbm.wording import counted

STATES = {
    "open": "hasn't begun yet",
    "running": "has begun",
    "ended": "is over",
    "cancelled": "was canceled",
}
"""The end of a sentence on the state of a tournament, by its stored status."""


def joined_already() -> IllegalError:
    return IllegalError("The player has already joined.")


def full(most: int) -> IllegalError:
    return IllegalError(f"The tournament is full: it has {most} players.")


def entries_closed(status: str) -> IllegalError:
    return IllegalError(f"Entries are closed, because the tournament {STATES[status]}.")


def not_joined() -> IllegalError:
    return IllegalError("The player hasn't joined.")


def out_already(earlier: str) -> IllegalError:
    """`earlier`: the reason why the player is out."""
    return IllegalError(f"The player is already out: {earlier}.")


def other_players_seeded() -> IllegalError:
    return IllegalError("The seeding must name exactly the players who joined.")


def too_few_players(least: int, joined: int) -> IllegalError:
    return IllegalError(
        f"The tournament needs at least {counted(least, 'player')}, but only {joined} joined."
    )


def not_running(status: str) -> IllegalError:
    return IllegalError(f"The tournament {STATES[status]}.")


def over_already(status: str) -> IllegalError:
    text = {"ended": "is already over", "cancelled": "was already canceled"}[status]
    return IllegalError(f"The tournament {text}.")


def wrong_round(number: int, last: int) -> IllegalError:
    return IllegalError(f"Round {number} can't follow round {last}. The next round is {last + 1}.")


def unordered_pairings() -> IllegalError:
    return IllegalError(
        "A round must have at least one pairing, and its byes must come after the games."
    )


def wrong_pairing(pairing: Pairing, seats: int) -> IllegalError:
    return IllegalError(f'"{pairing.write()}" isn\'t a pairing of {seats} players.')


def stranger_paired(pairing: Pairing) -> IllegalError:
    return IllegalError(f'"{pairing.write()}" names a player who isn\'t in the tournament.')


def no_round() -> IllegalError:
    return IllegalError("No round is in progress.")


def other_round(number: int) -> IllegalError:
    return IllegalError(f"Round {number} isn't in progress.")


def round_incomplete(number: int, games: int) -> IllegalError:
    return IllegalError(f"Round {number} still has {counted(games, 'game')} without a result.")


def no_such_game(round: int, game: int) -> IllegalError:
    return IllegalError(f"Round {round} has no game {game}.")


def wrong_places(places: tuple[int, ...]) -> IllegalError:
    return IllegalError(f"The result {places} doesn't give each seat a place.")


def wrong_kind(kind: str, seats: int, game: str, players: int) -> IllegalError:
    return IllegalError(
        f"--kind={kind} is for games with {seats} players, but {game} has {players}."
    )


def wrong_game_terms() -> IllegalError:
    return IllegalError("Tournament games can't be private, and can't have -hints or -ladder.")


def pair_of_many(kind: str) -> IllegalError:
    return IllegalError(
        f"-pair is for games of two players, so it doesn't work with --kind={kind}."
    )


def rounds_given(kinds: tuple[str, str], kind: str) -> IllegalError:
    """`kinds`: the kinds that allow a number of rounds."""
    return IllegalError(f"--rounds works only with {' and '.join(kinds)}, not {kind}.")


def wrong_min_players(least: int, seats: int, most: int) -> IllegalError:
    return IllegalError(
        f"--min-players={least} must be from {seats} to {most}, the value of --max-players."
    )


def groups_given(grouped: str, kind: str) -> IllegalError:
    """`grouped`: the kind that has groups."""
    return IllegalError(f"--group and --promoted work only with {grouped}, not {kind}.")


def too_many_promoted(group: int) -> IllegalError:
    return IllegalError(
        "At most half of a group can advance. For example, use "
        f"--group={group} --promoted={group // 2}."
    )
