"""Messages that arrive together, or in parts."""

import os
from multiprocessing import Pipe

from commands.server.processes.arrived_messages import arrived_messages


def test_messages_that_arrive_together_are_read_together():
    ours, theirs = Pipe()
    sent = ["first", ("second", 2), "last"]
    for message in sent:
        theirs.send(message)
    theirs.close()
    assert list(arrived_messages(ours)) == [sent]


def test_a_message_in_parts(monkeypatch):
    """The last message is incomplete because its process died."""
    ours, theirs = Pipe()
    sent = ["first", "x" * 30_000]
    for message in sent:
        theirs.send(message)
    os.write(theirs.fileno(), b"\0\0\1\0cut off")
    theirs.close()
    monkeypatch.setattr("commands.server.processes.arrived_messages.CHUNK_BYTES", 3)
    assert [message for messages in arrived_messages(ours) for message in messages] == sent
