"""Read and write game records, in the format of Abstract Play's records.

A record is a JSON object with a `header` and `moves`. The header also contains data for which
Abstract Play has no field: options, seed, rules version, log, and the SHA-256 of everything else.
`read_record` raises UserError if a record is malformed, illegal or was changed.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pbm import games
from pbm.board.terms import Terms
from pbm.clock import read_moment
from pbm.errors import IllegalError, ParseError, UserError
from pbm.games import AnyGame
from pbm.match.match import Event, Match
from pbm.options import read_options, write_options
from pbm.wording import listing, shown

Document = dict[str, Any]
"""A record as a JSON object."""
PLAYED = "move "
MAX_NUMBER = 999_999_999
"""Maximum board number that commands accept."""
NAME = re.compile(r"[!-~]{1,320}")
"""A userid, or the address of a server."""
SIGNATURE = "signature"
"""Optional header field with the server's signature of the rest of the record."""
DATES = ("date-start", "date-end", "date-generated")


@dataclass(frozen=True, slots=True)
class Record:
    """A game to be exported."""

    site: str
    number: int
    players: tuple[str, ...]
    """Userids by seat."""
    match: Match
    terms: Terms
    begun: datetime
    generated: datetime


def write_record(record: Record) -> Document:
    """Returns the record as a JSON object. `read_record` is the inverse."""
    header = _header(record)
    document: Document = {"header": header, "moves": [row for _, row in record.match.rounds()]}
    header["sha256"] = _checksum(document)
    return document


def read_record(document: Any) -> Record:
    """Returns the record in a JSON object. Raises UserError for wrong moves, result or checksum."""
    try:
        record = _replayed(document)
    except KeyError as error:
        raise ParseError(f"This isn't a record of a game: {error} is missing.") from None
    except (AttributeError, IndexError, OverflowError, TypeError, ValueError) as error:
        raise ParseError(f"This isn't a record of a game: {error}.") from None
    _compare(document, write_record(record))
    return record


def _header(record: Record) -> Document:
    match, options = record.match, list(write_options(record.match.options))
    seed = getattr(match.options, "seed", None)
    ended = {"date-end": _moment(match.events[-1].at)} if match.outcome else {}
    return {
        "game": {"name": match.game.title, "variants": options},
        "site": {"name": record.site, "gameid": f"{match.game.name} {record.number}"},
        "date-start": _moment(record.begun),
        **ended,
        "date-generated": _moment(record.generated),
        "unrated": record.terms.unrated,
        "players": [
            {"name": player, "userid": player, "seat": seat.name, **_result(match, number)}
            for number, (player, seat) in enumerate(
                zip(record.players, match.game.seats, strict=True)
            )
        ],
        "options": options,
        "terms": list(record.terms.write()),
        "rules": match.game.version,
        **({} if seed is None else {"seed": seed}),
        "log": [event.write() for event in match.events],
    }


def _result(match: Match, seat: int) -> Document:
    """Returns the seat's score: the number of seats minus its place, so that higher is better."""
    return {"result": len(match.game.seats) - match.outcome.places[seat]} if match.outcome else {}


def _replayed(document: Any) -> Record:
    header = document["header"]
    game = games.find(header["game"]["name"])
    _check_game(header, game)
    options = game.read_options(header["options"])
    if game.resolve(options, 0) != options:
        raise IllegalError("The options in this record are incomplete.")
    moves = [move for row in document["moves"] for move in row if move is not None]
    match = _match(Match.begin(game, options), [Event.read(line) for line in header["log"]], moves)
    number = int(header["site"]["gameid"].split(" ")[1])
    if not 0 < number <= MAX_NUMBER:
        raise IllegalError(
            f"Board numbers run from 1 to {MAX_NUMBER}. The record has {shown(str(number))}."
        )
    site = header["site"]["name"]
    players = [player["userid"] for player in header["players"]]
    check_names(site, players)
    if unprintable := [line for line in header["log"] if not line.isprintable()]:
        raise IllegalError(f"{ascii(unprintable[0])[:60]} isn't a valid line of a game's log.")
    return Record(
        site=site,
        number=number,
        players=tuple(players),
        match=match,
        terms=read_options(Terms, header["terms"], "A record"),
        begun=read_moment(header["date-start"]),
        generated=read_moment(header["date-generated"]),
    )


def _check_game(header: Any, game: AnyGame) -> None:
    """Raises IllegalError if the record has other seats or rules than the game."""
    if len(header["players"]) != len(game.seats):
        raise IllegalError(
            f"This record lists {len(header['players'])} players, but {game.title} is for "
            f"{len(game.seats)}."
        )
    if header["rules"] != game.version:
        raise IllegalError(
            f"The game in this record was played under version {header['rules']} of the rules of "
            f"{game.title}. This server can import only version {game.version}."
        )


def check_names(site: str, players: Sequence[str]) -> None:
    """Raises IllegalError for an invalid or repeated name.

    `site`: empty for a server without an address.
    """
    for name in [site, *players] if site else players:
        if not NAME.fullmatch(name):
            raise IllegalError(f'"{shown(name)}" isn\'t a valid userid or server name.')
    if len({player.lower() for player in players}) < len(players):
        raise IllegalError(f"The record lists one player twice: {listing(players)}.")


def _match(match: Match, log: Sequence[Event], moves: Sequence[str]) -> Match:
    """Replays the log. Raises IllegalError if it doesn't fit the listed moves."""
    listed = _after_undone(log, moves)
    for number, (event, move) in enumerate(listed, 1):
        if move is not None and event.text != f"{PLAYED}{move}":
            _refuse_move(match, move)
            raise IllegalError(f'Move {match.ply + 1}, "{move}", differs from the move in the log.')
        match = _add(match, event, number)
    if list(match.moves) != list(moves):
        raise IllegalError(f"The record lists {len(moves)} moves, but its log has {match.ply}.")
    return match


def _after_undone(log: Sequence[Event], moves: Sequence[str]) -> Iterator[tuple[Event, str | None]]:
    """Yields each event with the move listed for it.

    The move is None for events that aren't moves, and for moves that were taken back.
    """
    effective: list[int] = []
    for number, event in enumerate(log):
        kind, _, rest = event.text.partition(" ")
        if kind == "undo" and effective:
            effective.pop()
        elif kind == "rollback":
            del effective[int(rest) :]
        elif event.text.startswith(PLAYED):
            effective.append(number)
    listed = dict(zip(effective, moves, strict=False))
    return ((event, listed.get(number)) for number, event in enumerate(log))


def _refuse_move(match: Match, move: str) -> None:
    """Raises IllegalError for a move that the rules don't allow in this position."""
    try:
        match.canonical(str(move))
    except UserError as error:
        raise IllegalError(f'Move {match.ply + 1}, "{move}", is illegal: {error.text}') from None


def _add(match: Match, event: Event, line: int) -> Match:
    if event.text.startswith(PLAYED):
        _refuse_move(match, event.text.removeprefix(PLAYED))
    try:
        return match.add(event)
    except UserError as error:
        raise IllegalError(
            f"Line {line} of the log isn't legal at this point in the game: {error.text}"
        ) from None


def _compare(document: Document, right: Document) -> None:
    """Raises IllegalError if a record differs from the record that its log produces."""
    if document["moves"] != right["moves"]:
        raise IllegalError("The record lists some moves in the wrong round.")
    for key, value in right["header"].items():
        if key != "sha256" and document["header"].get(key) != value:
            what = "result" if key == "players" else key
            raise IllegalError(f"The {what} in the record doesn't match the log.")
    if document["header"].get("sha256") != _checksum(document):
        raise IllegalError(
            "The checksum is wrong, so the record must have been changed after the server "
            "created it."
        )


def _checksum(document: Document) -> str:
    """Returns the SHA-256 of the record as compact sorted JSON, without checksum and signature."""
    left_out = ("sha256", SIGNATURE)
    header = {key: value for key, value in document["header"].items() if key not in left_out}
    content = json.dumps(document | {"header": header}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
