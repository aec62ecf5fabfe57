"""The command language: the grammar of every verb, and the answers to misspelt lines."""

import re

import pytest

from commands.cli.main import command_words
from commands.language import registry
from commands.language.parser import readings
from commands.language.tokenizer import tokenize
from commands.language.userids import reserved_words
from pbm import games
from pbm.errors import UsageError
from tests.support.cases import cases

USAGES = """\
all games USERID* [all|active|inactive|next]
all show USERID [next|active]
help [SUBJECT...]
block|unblock USERID PASSWORD WHO
broadcast USERID PASSWORD
change address USERID PASSWORD [ADDRESS...]
change autovacation USERID PASSWORD on|off
change calendar USERID PASSWORD on|off
change sleep USERID PASSWORD HOURS|off
change zone USERID PASSWORD ZONE
change comments USERID PASSWORD published|unpublished
change delivery USERID PASSWORD each|daily|urgent [HOUR] [ZONE]
change echo USERID PASSWORD on|off
change format USERID PASSWORD both|text|spoken|classic|json [calendar|nocalendar]
change password USERID CURRENT NEW
change tournaments USERID PASSWORD on|off
change visibility USERID PASSWORD public|members|private
forgot USERID|ADDRESS
list [GAME...]
message USERID PASSWORD TO+
multiple
mydata USERID PASSWORD
reset USERID CODE NEWPASSWORD
signoff|delete USERID PASSWORD [yes]
signup|add USERID PASSWORD [ADDRESS...]
GAME accept|reject USERID PASSWORD
GAME limit USERID PASSWORD [N]
GAME ladder
GAME ladder join|leave USERID PASSWORD
GAME seek USERID PASSWORD [N] [-OPTION...] [--TIMEOPTION=DAYS...]
GAME join NUMBER USERID PASSWORD
GAME seeks [PAGE]
seeks [PAGE]
tournament NAME
tournament NAME join USERID PASSWORD
tournament NAME leave USERID PASSWORD [yes]
tournament NAME mute|unmute USERID PASSWORD
tournaments [PAGE]
unsubscribe
deputy USERID PASSWORD
deputy USERID PASSWORD WHO UNTIL
deputy USERID PASSWORD for USERID UNTIL
deputy USERID PASSWORD off [USERID]
vacation USERID PASSWORD [from START] until END
vacation USERID PASSWORD off
GAME challenge [-OPTION[=VALUE]...] [--TIMEOPTION=DAYS...] USERID OPPONENT [OPPONENT]
GAME challenge [-OPTION[=VALUE]...] [--TIMEOPTION=DAYS...]
GAME chat BOARD USERID PASSWORD
GAME confirm BOARD USERID PASSWORD
GAME note BOARD USERID PASSWORD
GAME mute|unmute BOARD USERID PASSWORD
GAME notify USERID PASSWORD [BOARD...]
GAME queue BOARD USERID PASSWORD MOVE[#NUMBER]|if REPLY MOVE [if REPLY MOVE...]|none
GAME showas USERID PASSWORD BOARD+
GAME showas USERID PASSWORD [all|active|inactive|next]
GAME submit BOARD USERID PASSWORD MOVE[#NUMBER]
GAME subscribe BOARD|all USERID PASSWORD
GAME unsubscribe BOARD|all USERID PASSWORD
GAME games USERID* [all|active|inactive|next]
GAME help|rules [COMMAND]
GAME hint BOARD USERID PASSWORD
GAME history [PAGE]
GAME describe BOARD[#NUMBER]
GAME legal BOARD[#NUMBER]|new [-OPTION...] [MOVE+]
GAME move BOARD USERID PASSWORD MOVE[#NUMBER]
GAME preview BOARD[#NUMBER]|new [-OPTION...] MOVE+
GAME preview BOARD USERID PASSWORD save NAME MOVE+
GAME preview BOARD USERID PASSWORD list
GAME preview BOARD USERID PASSWORD show|drop NAME
GAME record BOARD [json|text]
GAME rematch BOARD USERID PASSWORD
GAME resign BOARD USERID PASSWORD
GAME review BOARD
GAME robot challenge LEVEL [-OPTION[=VALUE]...] [--TIMEOPTION=DAYS...] [USERID]
GAME show BOARD[#NUMBER]+
GAME show USERID+ [all|active|inactive|next]
GAME solve [BOARD[#NUMBER]|new] [-OPTION...] [MOVE+]
GAME explore [BOARD[#NUMBER]|new] [-OPTION...] [MOVE+]
GAME standings|ratings [PAGE]
"""


def test_usage_lines_are_those_of_the_language():
    """Usage lines derive from the fields of commands and are those that LANGUAGE.md prints."""
    assert sorted(kind.usage() for kind in registry.commands()) == sorted(USAGES.splitlines())


@cases("kind", registry.commands())
def test_every_command_is_explained(kind):
    """A command has help, and an example that parses as that command."""
    assert kind.help().endswith(".")
    assert not re.search(r"\d{4}-\d\d", kind.example)  # a date is over one day
    for game in games.games().values():
        read = [type(command) for command in readings(tokenize(kind.sample(game)), proven=False)]
        assert kind in read or {other.names for other in read} == {kind.names}


def test_first_words_never_collide():
    """The program's own words, the general verbs and the games' names are all different."""
    first_words = [*command_words(), *registry.general_verbs(), *games.names()]
    assert len(first_words) == len(set(first_words))


def test_words_of_the_language_are_no_userids():
    """Verbs, games and selectors are reserved."""
    assert {"move", "list", "knightpanic", "panic", "next", "mvoe"} <= reserved_words()


@cases(
    "line",
    [
        "knightpanic show 101",
        "Knight Panic show 101",
        "Knight-Panic SHOW 101",
        "panic show board 101",
        "knightpanic show ** 101",
    ],
)
def test_generous_spellings_mean_the_same(line):
    """Capitals, hyphens, inner spaces, aliases and filler words don't matter."""
    (expected,) = readings(["knightpanic", "show", "101"], proven=False)
    assert list(readings(tokenize(line), proven=False)) == [expected]


@cases(
    ("line", "said"),
    [
        ("", "The line is empty"),
        ("lsit", 'Did you mean "list"?'),
        ("knightpanik show 101", 'Did you mean "knightpanic"?'),
        ("knight panik show 101", 'Did you mean "knightpanic"?'),
        ("knightpanic", "Add a command after"),
        ("knightpanic chalenge alice bob", 'Did you mean "challenge"?'),
        ("knightpanic show", "Some words are missing"),
        ("knightpanic show 101 #x", '"#x" isn\'t a board'),
        ("knightpanic resign 101 alice pw extra", "too many words"),
        ("knightpanic resign x alice pw", "Give a board number"),
        ("knightpanic move 101 alice pw", "Some words are missing"),
        ("signup alice", "Some words are missing"),
        ("multiple x", "too many words"),
    ],
)
def test_lines_that_fit_no_grammar_are_refused(line, said):
    """The refusal says what was wrong and shows how to do it right."""
    with pytest.raises(UsageError) as refusal:
        list(readings(tokenize(line), proven=False))
    assert said in refusal.value.text


def test_refusals_show_the_usage():
    """Wrong words bring the verb's grammar and an example."""
    with pytest.raises(UsageError) as refusal:
        list(readings(["panic", "resign", "101"], proven=False))
    assert "knightpanic resign BOARD USERID PASSWORD" in refusal.value.text
    assert "knightpanic resign 101 alice PASSWORD" in refusal.value.text
