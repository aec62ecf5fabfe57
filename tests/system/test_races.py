"""Many moves for one board at once, by all ways in: one is played, and all are answered."""

import json
import re
import smtplib
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from commands.content.reply_claims import claims_of
from storage import open_database
from tests.support.keys import token_signer
from tests.support.server_process import Server
from tests.support.site import ADDRESS, PLAYERS, simple_mail

pytestmark = pytest.mark.slow  # many programs at once

SMTP, LMTP, SHELL = 14, 3, 3
CAME = re.compile(r"event='mail in' .* outcome='(.*)'")
TIMEOUT_SECONDS = 300


class Race:
    """A server on which alice and bob play, and concurrent senders of moves for them."""

    def __init__(self, folder, url):
        self.server = Server(folder, database=url, lmtp=f"unix:{folder / 'lmtp'}")
        self.database = open_database(url)
        self.shells = []
        self._start = threading.Barrier(SMTP + LMTP + SHELL)

    def begin(self):
        self.server.start()
        for name in ("alice", "bob"):
            self.server.send(name, f"signup {name} PASSWORD")
        self.server.send("alice", "knightpanic challenge -size=9 alice bob")
        self.shells = [self.server.shell("--json", "-") for _ in range(SHELL)]
        assert all(self._typed(each, "list") for each in self.shells)

    def board(self):
        with self.database.work() as work:
            return work.boards.find("knightpanic", 101)

    def run(self, board):
        """Sends all moves at once; returns the numbers of played and refused ones."""
        seen = len(CAME.findall(self.server.log()))
        racers = [self._by_smtp] * SMTP + [self._by_lmtp] * LMTP + [self._by_shell] * SHELL
        with ThreadPoolExecutor(len(racers)) as pool:
            moves = (board.match.legal[n % len(board.match.legal)] for n in range(len(racers)))
            running = [
                pool.submit(racer, board, move, number)
                for number, (racer, move) in enumerate(zip(racers, moves, strict=True))
            ]
            by_shell = [each.result(TIMEOUT_SECONDS) for each in running][-SHELL:]
        by_mail = [
            outcome == "knightpanic move: done"
            for outcome in CAME.findall(self.server.log())[seen:]
        ]
        return by_mail + by_shell

    def _by_smtp(self, board, move, number):
        with smtplib.SMTP("127.0.0.1", self.server.port, local_hostname="client") as client:
            self._send(client, board, move, number)

    def _by_lmtp(self, board, move, number):
        with smtplib.LMTP(str(self.server.folder / "lmtp"), local_hostname="mta") as client:
            self._send(client, board, move, number)

    def _send(self, client, board, move, number):
        """Sends every other move by reply; raises the server's refusals."""
        (password, author), ply = PLAYERS[board.mover.userid], board.match.ply + 1
        line = f"knightpanic move 101 {board.mover.userid} {password} {move}#{ply}"
        to, subject, body = (
            (self._reply_to(board), "Re:", move) if number % 2 else (ADDRESS, line, "")
        )
        content = simple_mail(author, subject, body, Message_ID=f"<{ply}.{number}@x>")
        client.ehlo()
        self._start.wait(TIMEOUT_SECONDS)
        assert client.sendmail(author, [to], content) == {}

    def _reply_to(self, board):
        tokens = token_signer(self.database, self.server.data)
        token = tokens.reply(claims_of(board).for_seat(board.match.to_move))
        return ADDRESS.replace("@", f"+{token}@")

    def _by_shell(self, board, move, number):
        """Sends the move by a shell that has been running for long."""
        process, name = self.shells[-number % SHELL], board.mover.userid
        line = f"knightpanic move 101 {name} {PLAYERS[name][0]} {move}#{board.match.ply + 1}"
        self._start.wait(TIMEOUT_SECONDS)
        return self._typed(process, line)

    def _typed(self, process, line):
        print(line, file=process.stdin, flush=True)
        return json.loads(process.stdout.readline())["ok"]

    def close(self):
        for process in self.shells:
            process.communicate(timeout=TIMEOUT_SECONDS)
        self.server.close()
        self.database.close()


def test_one_of_many_moves_is_played(tmp_path, database_url):
    """Moves by reply and password, over SMTP, LMTP and the shell, are refused except one."""
    with closing(Race(tmp_path, database_url)) as race:
        race.begin()
        for ply in range(2):
            before = race.board()
            outcomes = race.run(before)
            assert len(outcomes) == SMTP + LMTP + SHELL
            assert sum(outcomes) == 1
            assert race.board().match.ply == ply + 1
            assert race.board().match.moves[:ply] == before.match.moves
        assert race.server.stop() == 0
        assert "Traceback" not in race.server.log()
