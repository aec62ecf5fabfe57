"""Nodes under strikes whose admin acts meanwhile, and whose engine goes and comes back.

Each act is recorded once. Replies to mails of before a new key or generation act all the same.
A rollback takes back the moves that it names and no others, and tells each player once.
"""

import json
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime

from commands.security.tokens import BOUNCE
from storage import open_database
from tests.crash.boards import ENGINE
from tests.crash.nodes import NodesTest
from tests.support.keys import token_signer
from tests.support.server_process import Server
from tests.support.waiting import wait_for

PROGRAM = '#!/bin/sh\nexec sed -un "s/^[0-9][0-9]*$/random/p"\n'
"""An engine that answers each number of moves with a random one."""
RECENT_MAILS, BACK_PLIES = 50, 4
"""A rollback takes back up to so many moves, on a board of one of so many latest mails."""


class AdminsTest(NodesTest):
    """Three nodes, an engine, and an admin with a data folder of their own."""

    CLOCKS = 0  # a new generation gives time back, and leaves out reminders
    ENGINES = 4

    def prepare(self):
        self.acts = {}
        """The exit status of each act, by its reason."""
        self.admin = Server(self.folder / "admin")
        self.admin.folder.mkdir()
        self.admin.settings |= self.victims[0].settings
        self.folder.chmod(0o755)  # an engine's user is another one
        self._program = self.folder / "program"
        self._program.write_text(PROGRAM)
        self._program.chmod(0o755)
        words = "--game", "knightsduel", "--exec", str(self._program)
        assert self._pbm("robot", "add", ENGINE, *words)[0] == 0
        super().prepare()

    def strike(self, number):
        """Strikes while an admin acts."""
        self._move_program(away=number % 4 < 2)
        acts, reason = (_rotation, self._rollback, _generation), f"act{number}"
        words = acts[number % len(acts)]()
        act = self.admin.shell("admin", *words, "--reason", reason)
        super().strike(number)
        act.communicate()
        self.acts[reason] = act.returncode
        self._retry()

    def _rollback(self):
        """Returns the words that take back some moves of a board on which people play just now."""
        mails = [mail for mail in [*self.players.accepted][-RECENT_MAILS:] if mail.ply]
        if not mails:
            return _rotation()
        mail, back = self.chance.choice(mails), self.chance.randint(1, BACK_PLIES)
        return ["rollback", *mail.board.split(), "--move", str(max(mail.ply - back, 0))]

    def _retry(self):
        """Sends the mails that a new generation has paused, as nothing was lost before it.

        Once the database can be reached again: later mails don't wait for paused ones.
        """
        retry = "admin", "queue", "retry", "--restored", "--reason", "nothing was lost"
        wait_for(lambda: self._pbm(*retry)[0] == 0, "paused mails sent")

    def _move_program(self, *, away):
        """Moves the engine's program to where nobody looks for it, or back."""
        here, there = self._program, self._program.with_suffix(".away")
        old, new = (here, there) if away else (there, here)
        if old.exists():
            old.rename(new)

    def _pbm(self, *words):
        """Returns the exit status and the output of a command of the admin."""
        process = self.admin.shell(*words)
        out, _ = process.communicate()
        return process.returncode, out

    def before_the_end(self):
        self._move_program(away=False)
        self._retry()
        super().before_the_end()

    def check(self):
        _, out = self._pbm("admin", "audit", "--json")
        self._recorded = [act for act in json.loads(out)["acts"] if act["reason"] in self.acts]
        times = Counter(act["reason"] for act in self._recorded)
        for reason, status in self.acts.items():  # a commit that was cut off is an error, too
            assert times[reason] == 1 or (status and not times[reason]), (reason, status, times)
        self.boards.taken_back = Counter(act["subject"] for act in self._acts("rollback"))
        return super().check()

    def _acts(self, name):
        return [act for act in self._recorded if act["act"] == name]

    def check_more(self, checks, boards):
        super().check_more(checks, boards)
        told = Counter((mail.recipient, act) for mail in checks.by_id.values() for act in mail.acts)
        for act in self._acts("rollback"):
            for player in boards[act["subject"]].players:
                expected = 0 if player.robot else 1
                assert told[f"{player.userid}@example.org", act["reason"]] == expected, (
                    act,
                    player,
                )
        generations = len(self._acts("new-generation"))
        restored = Counter(mail.recipient for mail in checks.by_id.values() if mail.is_restored)
        assert not restored or max(restored.values()) <= generations
        self._check_signatures(checks)
        for board in boards.values():  # engines that are absent don't resign
            assert not [event for event in board.match.events if event.text.startswith("leave")]
        with self.engine.connect() as connection:
            query = "SELECT count(*) FROM outbox WHERE state = 'paused'"
            assert connection.exec_driver_sql(query).scalar() == 0

    def _check_signatures(self, checks):
        """Asserts that all nodes signed each mail with the key and generation of its moment."""
        with closing(open_database(self.url)) as database:
            signer = token_signer(database, self.folder)
            for mail in checks.received:
                moment = datetime.fromtimestamp(mail.date, UTC)
                expected = signer.at(moment, mail.number).bounce(mail.number)
                assert expected == BOUNCE + mail.label, mail

    def check_robot(self, name, board, checks):
        if not self.boards.taken_back[name]:
            return super().check_robot(name, board, checks)
        robots = {player.userid for player in board.players if player.robot}
        return sum(event.author in robots for event in board.match.events)

    def figures(self, checks):
        acts = Counter(act["act"] for act in self._recorded)
        return f"{super().figures(checks)}; acts {dict(acts)} of {len(self.acts)}"


def _rotation():
    return ["rotate-key"]


def _generation():
    return ["new-generation"]
