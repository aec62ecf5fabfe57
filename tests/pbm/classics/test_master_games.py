"""Games of masters: ten of chess in PGN, and five of Go in SGF."""

from datetime import UTC, datetime
from pathlib import Path

from pbm.board.records.recorded_match import find_game, recorded_match
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.readers import READERS
from tests.support.classic_games import CLASSICS

FOLDER = Path(__file__).parent / "master_games"
NOON = datetime(2024, 2, 29, 12, tzinfo=UTC)
CHESS = [
    ("Anderssen, Adolf", 45, "Black is checkmated"),
    ("Anderssen, Adolf", 47, "Black is checkmated"),
    ("Morphy, Paul", 33, "Black is checkmated"),
    ("Hamppe, Carl", 36, "the players agreed on a draw"),
    ("Rotlewi, Georg", 50, "White resigned"),
    ("Lasker, Edward", 35, "Black is checkmated"),
    ("Capablanca, José Raúl", 71, "Black resigned"),
    ("Byrne, Donald", 82, "White is checkmated"),
    ("Deep Blue", 37, "Black resigned"),
    ("Kasparov, Garry", 87, "Black resigned"),
]
GO = [
    ("Lee Sedol", 186, "Black resigned"),
    ("Lee Sedol", 176, "Black resigned"),
    ("AlphaGo", 180, "Black resigned"),
    ("Ke Jie", 289, 'the admin decided: the record says "W+0.5"'),
    ("AlphaGo", 155, "White resigned"),
]


def imported(file):
    """Yields what each game in a file contains, and its match."""
    form = file.suffix[1:]
    for notated in READERS[form](file.read_text(encoding="utf-8"), form):
        game, recorded = find_game(notated)
        yield recorded, recorded_match(game, recorded, ("alice", "bob"), NOON)


def test_games_of_masters_have_the_right_result():
    assert {"chess", "go"} <= {*CLASSICS}
    for pattern, expected in (("chess*", CHESS), ("go*", GO)):
        found = [
            (recorded.players[0], match.ply, match.outcome.reason)
            for file in sorted(FOLDER.glob(pattern))
            for recorded, match in imported(file)
        ]
        assert found == expected


def test_games_of_masters_are_written_as_they_were_read():
    """All signs for check and mate are right, because they are made from the positions."""
    file = FOLDER / "chess.pgn"
    texts = file.read_text(encoding="utf-8").split("\n\n")[1::2]
    for text, (recorded, match) in zip(texts, imported(file), strict=True):
        facts = RecordFacts(
            "", 101, ("a", "b"), NOON.date(), match.options, match.moves, match.outcome.places, ""
        )
        body = match.game.standard_record(facts).partition("\n\n")[2]
        assert body.split() == text.split()
        assert [word.rstrip("+#") for word in recorded.moves] == [*match.moves]
