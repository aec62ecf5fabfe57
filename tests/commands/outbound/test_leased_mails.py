"""Mails that the delivery workers of several nodes share."""

import asyncio
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from multiprocessing import Pipe

import pytest
from sqlalchemy.exc import OperationalError

from commands.cli.database.backups.new_generation import PAUSED, begin_new_generation
from commands.outbound.addressing import make_address_signer
from commands.outbound.delivery_worker import Deliverer
from commands.security.keys.key_changes import rotate
from mail.delivery.delivery_queue import Deferred, Sent
from mail.delivery.relay_factory import open_relay
from pbm.clock import MINUTE
from pbm.process.leases import LEASE
from storage import open_database
from tests.support.keys import key_ring, master_key
from tests.support.site import ADDRESS, PLAYERS
from tests.support.smtp_sink import sink

MONTH = timedelta(days=30)


@pytest.fixture
def sharing(site):
    """A server with mails to alice and bob, and its outbox as two nodes see it."""
    site.sign_up("alice", "bob")
    now = [0.0]
    queues = [replace(site.queue, holder=name, clock=lambda: now[0]) for name in ("one", "two")]
    site.say("knightpanic challenge alice bob")
    return site, now, *queues


def recipients(messages):
    return {message.recipient for message in messages}


def test_a_dead_nodes_mails_go_on_when_its_leases_end(sharing):
    """Until then nobody else sends them; what it records afterwards counts no more."""
    site, _, one, two = sharing
    held = one.take()
    assert recipients(held) == {PLAYERS["alice"][1], PLAYERS["bob"][1]}
    assert two.take() == []
    site.clock.time += LEASE
    assert two.take() == held
    assert one.renew(held) == frozenset()
    assert two.renew(held) == {message.id for message in held}
    one.record([Deferred(message, MINUTE, "450 later") for message in held])
    two.record([Sent(message) for message in held])
    site.clock.time += MINUTE
    assert (one.take(), two.take()) == ([], [])


def test_mails_of_the_process_before_are_sent_at_once(sharing):
    """What a killed delivery process had leased is its successor's, who waits for no lease."""
    _, _, one, _ = sharing
    held = one.take()
    server, process = Pipe()
    server.close()
    with sink() as relay:
        deliverer = Deliverer(one, open_relay(f"smtp://127.0.0.1:{relay.port}", None))
        asyncio.run(deliverer.run(process))
    assert sorted(mail[1] for mail in relay.mails) == sorted(recipients(held))


def test_a_command_closes_its_connections(sharing):
    _, _, one, _ = sharing
    with sink() as relay:
        Deliverer(one, open_relay(f"smtp://127.0.0.1:{relay.port}", None)).deliver_now()
        assert len(relay.mails) == 2
        assert relay.count["QUIT"] == len(relay.connections)


def test_after_a_failure_of_the_database_holders_come_first(sharing, monkeypatch):
    """All leases may have ended meanwhile, and what was sent couldn't be recorded."""

    @contextmanager
    def failing():
        raise OperationalError("select", {}, Exception("connection lost"))
        yield

    site, now, one, two = sharing
    held = one.take()
    site.clock.time += LEASE
    with monkeypatch.context() as broken:
        broken.setattr(site.database, "work", failing)
        with pytest.raises(OperationalError):
            two.take()
    assert two.take() == []
    one.record([Sent(held[0])])
    now[0] += LEASE.total_seconds()
    assert two.take() == held[1:]


def test_a_mail_is_the_same_after_its_key_was_replaced(sharing, tmp_path):
    """Sent once more by the next holder, it has the same Message-ID: only then is it one mail."""
    site, _, one, two = sharing
    tokens = replace(site.tokens, keys=key_ring(site.database, tmp_path, site.clock))
    signer = make_address_signer(ADDRESS, tokens)
    one, two = (replace(queue, address_signer=signer) for queue in (one, two))
    held = one.take()
    site.clock.time += MINUTE
    with site.database.work() as work:
        rotate(work, master_key(tmp_path), site.clock.now(), MONTH)
    assert two.take() == held


def test_a_mail_is_the_same_in_a_new_generation(sharing):
    """Sent once more by `pbm admin queue retry --restored`, it is the same, byte by byte."""
    site, _, one, two = sharing
    held = one.take()
    site.clock.time += MINUTE
    with site.database.work() as work:
        context = site.services.server_context(work)
        begin_new_generation(site.database, work, context, site.mailer)
    two.take()  # how the boards stand
    with site.database.work() as work:
        work.outbox_admin.retry_paused(PAUSED, site.clock.now())
    assert two.take() == held


def test_another_process_may_replace_the_keys_meanwhile(sharing, tmp_path):
    """Who records what was sent, or leases mails, notices it and does it again at once."""
    site, _, one, two = sharing
    held = one.take()
    for act in (lambda: one.record([Sent(message) for message in held]), one.take):
        site.say("knightpanic challenge alice bob")
        with closing(open_database(site.url)) as other, other.work() as work:
            rotate(work, master_key(tmp_path), site.clock.now(), MONTH)
        taken = act()
    assert recipients(taken) == recipients(held)
    site.clock.time += LEASE
    assert not {message.id for message in held} & {message.id for message in two.take()}
