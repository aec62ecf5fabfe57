"""Read and write game records as readable text, with the same data as the JSON object."""

import json
import re
from collections.abc import Sequence

from pbm.board.records.record import DATES, Document, Record, read_record
from pbm.errors import ParseError


def write_text(document: Document) -> str:
    """Returns a record as text. `read_text` is the inverse."""
    header = document["header"]
    lines = [f"Game: {header['game']['name']}", f"Site: {header['site']['name']}"]
    lines += [f"Board: {header['site']['gameid']}"]
    lines += [f"{key}: {header[key]}" for key in DATES if key in header]
    lines += [
        f"Player: {player['name']} ({player['seat']}){_scored(player)}"
        for player in header["players"]
    ]
    lines += [f"Option: {word}" for word in header["options"]]
    lines += [f"Term: {word}" for word in header["terms"]]
    lines += [f"Rules: {header['rules']}", f"Unrated: {'yes' if header['unrated'] else 'no'}"]
    lines += [f"Seed: {header['seed']}"] if "seed" in header else []
    lines += ["", "Moves:", *_numbered(document["moves"])]
    lines += ["", "Log:", *header["log"], "", f"SHA-256: {header['sha256']}"]
    return "\n".join(lines) + "\n"


def read_text(text: str) -> Document:
    """Returns the JSON object for a record in text form."""
    head, moves, log, checksum = _sections(text)
    fields = [tuple(line.split(": ", 1)) for line in head]
    values: dict[str, list[str]] = {}
    for key, value in fields:
        values.setdefault(key, []).append(value)
    header: Document = {
        "game": {"name": values["Game"][0], "variants": values.get("Option", [])},
        "site": {"name": values["Site"][0], "gameid": values["Board"][0]},
        **{key: values[key][0] for key in DATES if key in values},
        "unrated": values["Unrated"][0] == "yes",
        "players": [_player(line) for line in values["Player"]],
        "options": values.get("Option", []),
        "terms": values.get("Term", []),
        "rules": int(values["Rules"][0]),
        **({"seed": int(values["Seed"][0])} if "Seed" in values else {}),
        "log": log,
        "sha256": checksum,
    }
    return {"header": header, "moves": [_round(line) for line in moves]}


def _scored(player: Document) -> str:
    return f" {player['result']}" if "result" in player else ""


def _player(line: str) -> Document:
    match = re.fullmatch(r"(\S+) \((.+)\)(?: (\d+))?", line)
    if not match:
        raise ValueError(f'"{line}" isn\'t a valid player line')
    result = {"result": int(match[3])} if match[3] else {}
    return {"name": match[1], "userid": match[1], "seat": match[2], **result}


def _numbered(rounds: Sequence[Sequence[str | None]]) -> list[str]:
    return [
        f"{number}. {' '.join(move or '-' for move in row)}" for number, row in enumerate(rounds, 1)
    ]


def _round(line: str) -> list[str | None]:
    return [None if move == "-" else move for move in line.split(" ")[1:]]


def _sections(text: str) -> tuple[list[str], list[str], list[str], str]:
    """Returns the lines of the head, of the moves and of the log, and the checksum."""
    match = re.fullmatch(
        r"(.+?)\n\nMoves:\n(.*?)\n?\nLog:\n(.*?)\n?\nSHA-256: (\w+)",
        text.replace("\r\n", "\n").strip(),
        re.DOTALL,
    )
    if not match:
        raise ValueError("expected JSON, or a record in text form")
    head, moves, log = (part.split("\n") if part else [] for part in match.group(1, 2, 3))
    return head, moves, log, match[4]


def read_any(content: str) -> Record:
    """Returns the record in a file's content, JSON or text. Raises ParseError."""
    try:
        document = json.loads(content) if content.lstrip().startswith("{") else read_text(content)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ParseError(f"This isn't a record of a game: {error}.") from None
    return read_record(document)
