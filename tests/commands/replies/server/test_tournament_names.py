"""The tournament that a request names."""

from commands.replies.server.complete_lines import tournament_in

NAMES = ("Spring-2026", "Autumn-2026", "Beginners-Cup")


def test_a_part_of_its_name_identifies_a_tournament():
    cases = {
        "I want to sign up for the spring tournament": "Spring-2026",
        "Autumn 2026, please": "Autumn-2026",
        "add me to the beginners' tournament": "Beginners-Cup",
        "the 2026 tournament": "",
        "next spring I want to join a tournament": "",
        "spring or autumn tournament, whichever": "",
    }
    assert {text: tournament_in(NAMES, text) for text in cases} == cases
