"""The process that keeps the doors of `pbm serve`, when it dies."""

import queue
import smtplib
import threading
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import Pipe

import pytest

from commands.server.smtp_process import SmtpProcess
from commands.server.smtp_worker import WriterPipe
from commands.settings import Settings
from mail.smtp.receiver import Busy
from tests.support.site import ADDRESS, PLAYERS, simple_mail
from tests.support.smtp_sink import PATIENCE_SECONDS

ALICE = PLAYERS["alice"][1]


def test_dead_doors_are_opened_again(servers):
    """By themselves: what was accepted stays, what comes then is taken, and all is done once."""
    server = servers()
    server.sign_up_and_challenge()
    content = server.move("alice", "a1-c5#1")
    server.kill_doors()
    server.deliver(ALICE, content)
    server.move("bob", "e7-c3#2")
    server.expect(8)
    assert server.stop() == 0
    log = server.log()
    assert (log.count("doors died"), log.count("seen before")) == (1, 1)
    assert "Traceback" not in log


class Keeper:
    """Doors at a socket; letters wait here until they are said to be safe."""

    def __init__(self, folder):
        self.place = folder / "lmtp"
        self.letters = queue.Queue()
        settings = Settings(
            data=folder, smtp_port="off", lmtp=f"unix:{self.place}", address=ADDRESS
        )
        self.smtp_process = SmtpProcess(settings, self._receive)

    def _receive(self, mail):
        done = Future()
        self.letters.put((mail.letter.subject, done))
        return done

    def next(self):
        """A letter's subject, and what is done once it is safe."""
        return self.letters.get(timeout=PATIENCE_SECONDS)

    def send(self, subject):
        """A sender who waits, in a thread; whether the letter was said to be safe."""
        heard = Future()
        threading.Thread(target=lambda: heard.set_result(self._is_taken(subject))).start()
        return heard

    def _is_taken(self, subject):
        with suppress(smtplib.SMTPException, OSError):
            with smtplib.LMTP(str(self.place), local_hostname="mta") as client:
                client.sendmail(ALICE, [ADDRESS], simple_mail(ALICE, subject))
            return True
        return False


@pytest.fixture
def keeper(tmp_path):
    made = Keeper(tmp_path)
    made.smtp_process.open()
    yield made
    made.smtp_process.stop()


def test_a_letter_in_hand_when_the_doors_die(keeper):
    """Its sender isn't told that it is safe; what others send to the next doors is theirs alone."""
    early = keeper.send("early")
    subject, done = keeper.next()
    assert subject == "early"
    keeper.smtp_process._process.kill()
    assert early.result(PATIENCE_SECONDS) is False
    keeper.smtp_process._process.join()
    keeper.smtp_process.check()

    late = keeper.send("late")
    subject, other_done = keeper.next()
    done.set_result(None)  # nobody is there to hear it
    assert subject == "late"
    assert not late.done()
    other_done.set_result(None)
    assert late.result(PATIENCE_SECONDS) is True


def test_a_letter_for_a_server_that_has_just_died(capsys):
    """Its sender is told to come again; that is nothing to be alarmed about."""
    ours, theirs = Pipe()
    hatch = WriterPipe(ours, lambda: None)
    theirs.close()
    with pytest.raises(Busy):
        hatch.receive(ALICE, (ADDRESS,), simple_mail(ALICE, "late")).result(PATIENCE_SECONDS)
    assert capsys.readouterr().err == ""
