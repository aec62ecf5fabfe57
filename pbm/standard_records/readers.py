"""The standard formats, with the functions that read their files."""

from collections.abc import Callable, Iterator, Mapping

from pbm.standard_records.notated_game import NotatedGame
from pbm.standard_records.pgn_reader import read_pgn
from pbm.standard_records.sgf_reader import read_sgf

READERS: Mapping[str, Callable[[str, str], Iterator[NotatedGame]]] = {
    "pgn": read_pgn,
    "pdn": read_pgn,
    "sgf": read_sgf,
}
