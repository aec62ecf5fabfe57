"""The tables. Statements are written on `Table` objects: the ORM costs three times as much."""

from storage.tables.boards import (
    boards,
    counters,
    downtimes,
    events,
    hint_agreements,
    nags,
    rating_changes,
    ratings,
    seats,
    watches,
)
from storage.tables.identity import generations, identity
from storage.tables.mail import answers, audit, bounces, held, jobs, letters, marks, outbox, tallies
from storage.tables.players import (
    addresses,
    bans,
    blocks,
    codes,
    former_names,
    players,
    preferences,
    unreachable,
    vacations,
)
from storage.tables.server import server_settings

__all__ = [
    "addresses",
    "answers",
    "audit",
    "bans",
    "blocks",
    "boards",
    "bounces",
    "codes",
    "counters",
    "downtimes",
    "events",
    "former_names",
    "generations",
    "held",
    "hint_agreements",
    "identity",
    "jobs",
    "letters",
    "marks",
    "nags",
    "outbox",
    "players",
    "preferences",
    "rating_changes",
    "ratings",
    "seats",
    "server_settings",
    "tallies",
    "unreachable",
    "vacations",
    "watches",
]
