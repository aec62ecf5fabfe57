"""The JSON schemas of the data that programs read: the JSON part of emails, and game records.

The docstrings of these classes are part of the schemas.
"""

import json
from typing import Annotated

from pydantic import BaseModel, Field
from pydantic.json_schema import GenerateJsonSchema

from commands.views.json.mail_data import Data, MailData


class RecordGame(Data):
    """The game of a record."""

    name: str
    """The game's title."""
    variants: tuple[str, ...]
    """The options of the game, the same as in the header."""


class RecordSite(Data):
    """The server on which the game was played."""

    name: str
    """The server's email address."""
    gameid: str
    """The board, such as `knightpanic 101`."""


class RecordPlayer(Data):
    """A player. A record lists the players in the order of their seats."""

    name: str
    userid: str
    """The same as `name`. For a deleted account, it is `former-player` and a number."""
    seat: str
    result: int | None = None
    """The number of players minus the player's place. Missing while the game is running."""


class RecordSignature(Data):
    """The server's signature. `pbm import --verify` checks it."""

    key: str
    """The public Ed25519 key, in base64."""
    value: str


class RecordHeader(Data):
    """Everything except the moves."""

    game: RecordGame
    site: RecordSite
    start: Annotated[str, Field(alias="date-start")]
    """When the game began. All times in a record are ISO times in UTC."""
    end: Annotated[str | None, Field(alias="date-end")] = None
    """When the game ended. Missing while it is running."""
    generated: Annotated[str, Field(alias="date-generated")]
    """When the record was written. In exports, the time of the last event."""
    unrated: bool
    players: tuple[RecordPlayer, ...]
    options: tuple[str, ...]
    """The options of the game, with all defaults and random choices filled in."""
    terms: tuple[str, ...]
    """The time limits of the challenge that differ from the defaults."""
    rules: int
    """The version of the game's rules."""
    seed: int | None = None
    """The seed of the random choices. Missing in games without random choices."""
    log: tuple[str, ...]
    """The events with their times and authors, such as moves, resignations and draws."""
    sha256: str
    """The checksum of compact JSON with sorted keys, without the checksum and the signature."""
    signature: RecordSignature | None = None


class GameRecord(Data):
    """A game, as returned by `GAME record BOARD json` and as each line of `pbm export`."""

    header: RecordHeader
    moves: tuple[tuple[str | None, ...], ...]
    """The moves by round, then by seat. Null for a seat without a move."""


class _WithoutTitles(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def mail_schema() -> str:
    return _written(MailData)


def record_schema() -> str:
    return _written(GameRecord)


def _written(model: type[BaseModel]) -> str:
    schema = model.model_json_schema(mode="serialization", schema_generator=_WithoutTitles)
    return f"{json.dumps(schema, indent=1)}\n"
