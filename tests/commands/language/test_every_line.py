"""Every line of the language, typed once in the shell and once in a mail, with the same effect."""

import re

import pytest
from sqlalchemy import inspect

from commands.language import registry
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site
from tests.support.site_tournaments import add

SETTING = """\
knightpanic challenge alice bob
knightpanic move 101 ALICE a1-c5
knightpanic move 101 BOB a7-c3
knightpanic challenge bob alice
trailblazer challenge -size=3 -unrated alice bob
trailblazer move 101 ALICE right
trailblazer move 101 BOB left
madknights challenge -start=c3,f6,d5 alice bob carol
trailblazer challenge -unrated alice bob
knightpanic move 102 BOB propose
knightsdance challenge alice bob
knightsdance move 101 ALICE e3
knightsdance move 101 BOB c3
knightsdance resign 101 ALICE
knightpanic seek CAROL -size=6
knightpanic preview 101 ALICE save trick c1-g3
trailblazer ladder join ALICE
deputy ALICE bob 2026-03-11
deputy BOB carol 2026-03-12
"""

LINES = """\
help
help knightpanic
help commands
help tutorial
help ratings
help mail
help privacy
signup dave Pw4dave-1 dave@example.org
add dave Pw4dave-1 dave@example.org
change password ALICE New4alice
change format ALICE classic
change format ALICE spoken nocalendar
change format ALICE json
change calendar ALICE off
change zone ALICE Europe/Berlin
change sleep ALICE 22-7
change autovacation ALICE off
change echo ALICE on
change tournaments ALICE on
change visibility ALICE members
change comments ALICE published
change delivery ALICE daily 18 Europe/Berlin
change delivery ALICE urgent
list
list knightpanic
message ALICE bob carol
all show alice
all show alice active
all games
all games alice all
vacation ALICE 2026-03-10
vacation ALICE from 2026-03-10 until 2026-03-20
deputy ALICE
deputy ALICE carol 2026-03-10
deputy ALICE off
deputy CAROL for bob 2026-03-12
deputy CAROL off bob
mydata ALICE
block ALICE bob
unblock ALICE bob
signoff ALICE yes
unsubscribe
delete ALICE yes
knightpanic help
knightpanic rules
knightpanic standings
knightpanic ratings
knightpanic history
knightpanic games alice
knightpanic games alice bob inactive
knightpanic show 101
knightpanic show 101#1 102
knightpanic show alice next
knightpanic describe 101
knightpanic describe 101#0
knightpanic showas ALICE 101
knightpanic showas ALICE all
knightpanic challenge -3d alice bob
knightpanic challenge -private alice bob
knightpanic challenge
knightpanic chall -pair --nagtime=3 alice bob
knightpanic robot challenge 3 -size=5 alice
knightpanic accept ALICE
knightpanic reject ALICE
knightpanic limit ALICE 3
knightpanic limit ALICE
knightpanic seek ALICE 2 -size=5 --rating=1400..1700 --seat=first
knightpanic join 1 BOB
knightpanic seeks
knightpanic ladder
knightpanic ladder join ALICE
trailblazer ladder leave ALICE
seeks
tournaments
tournament spring-2026
tournament spring-2026 join CAROL
tournament spring-2026 mute ALICE
tournament spring-2026 leave ALICE
knightpanic move 101 ALICE c1-g3#3
knightpanic board 101 ALICE c1-g3
knightpanic mvoe board 101 ALICE c1 to g3
knightpanic move 101 ALICE propose
knightpanic move 101 ALICE undo
knightpanic move 102 ALICE accept
knightpanic move 102 ALICE reject
knightpanic move 101 ALICE resign
knightpanic queue 101 BOB e7-a5
knightpanic qmove 101 BOB if c1-g3 e7-a5 if e1-a3 c7-e3
knightpanic moveq 101 BOB none
knightpanic submit 101 ALICE c1-g3
knightpanic preview 101 c1-g3
knightpanic preview 101 ALICE save fork c1-g3
knightpanic preview 101 ALICE save fork2 c1-g3 c7-e3
knightpanic preview 101 ALICE list
knightpanic preview 101 ALICE show trick
knightpanic preview 101 ALICE drop trick
knightpanic prev new -3d a1-c5 c7-e3
knightpanic chat 101 ALICE
knightpanic note 101 ALICE
knightpanic mute 101 ALICE
knightpanic unmute 101 ALICE
knightpanic resign 101 BOB
knightpanic resign 102 ALICE
knightpanic subscribe 101 CAROL
knightpanic sub all CAROL
knightpanic unsub all CAROL
knightpanic notify CAROL 101
knightpanic notify CAROL
knightpanic record 101
knightpanic record 101 text
knightpanic legal 101
knightpanic legal 101#1 a7-c3
knightpanic legal new -size=5
knightsduel solve -size=4 (3,2)
trailblazer solve 101
knightpanic explore -3d
knightsdance review 101
knightsdance rematch 101 ALICE
trailblazer hint 102 ALICE
trailblazer move 101 ALICE down
madknights move 101 ALICE random
""".splitlines()

TEXT = "Hello there."
OF_MAILS = {"identity", "job", "last_mail", "limit_count", "outbox"}
"""The tables that differ, as a mail is counted, and answered; reviews are for a shell at once."""


def _typed(line: str) -> str:
    """Returns the line with userid and password for each name in capitals."""
    for name, (password, _) in PLAYERS.items():
        line = line.replace(name.upper(), f"{name} {password}")
    return line


def _sender(line: str) -> str:
    named = next((name for name in PLAYERS if name.upper() in line), "alice")
    return PLAYERS[named][1]


def _prepared() -> Site:
    """Returns a server with the prepared boards and an empty outbox."""
    site = Site()
    site.sign_up(*PLAYERS)
    site.begin(*map(_typed, SETTING.splitlines()))
    add(site, players=["alice"])
    return site


def _effect(site: Site, line: str) -> dict[str, str]:
    """Returns the rows of all tables but the tables of mails; passwords have a salt.

    A mail that lists one search has a code: the reply yes joins it.
    """
    with site.database.engine.connect() as connection:
        tables = set(inspect(connection).get_table_names()) - OF_MAILS
        tables -= {"code"} if "seeks" in line.split() else set()
        rows = {name: connection.exec_driver_sql(f"SELECT * FROM {name}").all() for name in tables}
    return {name: re.sub(r"\$argon2[^']*", "", str(found)) for name, found in rows.items()}


def _told(mails, asker: str) -> list[tuple[str, str]]:
    """Returns recipient and subject of the mails to others."""
    return sorted((mail["To"], mail["Subject"]) for mail in mails if mail["To"] != asker)


@pytest.mark.slow
@cases("line", LINES)
def test_a_line_does_the_same_in_shell_and_mail(line):
    """What is stored, and mails to others, are the same in shell and mail."""
    shell, mail = _prepared(), _prepared()
    asker = _sender(line)
    typed = shell.say(_typed(line), read=lambda: TEXT)
    by_shell = shell.mails()
    by_mail = mail.mail(
        asker, _typed(line), TEXT if {"chat", "note", "message"} & {*line.split()} else ""
    )
    assert typed.ok, typed
    assert "Error" not in by_mail[0]["Subject"]
    assert _told(by_shell, asker) == _told(by_mail, asker)
    assert _effect(shell, line) == _effect(mail, line)
    for site in (shell, mail):
        site.close()


def test_every_verb_is_typed():
    """Every verb is typed, except those that need the output of an earlier line."""
    elsewhere = {"broadcast", "confirm", "forgot", "multiple", "reset"}
    words = {word for line in LINES for word in line.split()[:2]}
    for kind in registry.commands():
        assert words & {*kind.names, *kind.also} or elsewhere & set(kind.names), kind.names
