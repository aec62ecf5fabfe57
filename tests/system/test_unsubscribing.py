"""Unsubscribing by one click, from the mail of a real server to its effect."""

from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.support.site import PLAYERS, text_of
from tests.support.waiting import wait_for
from tests.system.test_metrics import free_port

pytestmark = pytest.mark.slow  # real processes


def test_one_click_has_urgent_mail_alone_sent(servers):
    """What a provider posts to the address in a board's mail; the log has no token."""
    port = free_port()
    url, listen = "https://games.example.org/x", f"127.0.0.1:{port}"
    server = servers(unsubscribe_listen=listen, unsubscribe_url=url)
    (mail,) = [
        each
        for each in server.sign_up_and_challenge()
        if each["List-Id"] and each["To"] == PLAYERS["bob"][1]
    ]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    by_web, by_mail = (each.strip(" <>") for each in mail["List-Unsubscribe"].split(","))
    assert by_web.startswith(f"{url}/unsubscribe/u.")
    path = urlsplit(by_web).path
    assert path.rpartition("/")[2] in by_mail

    def post(path):
        request = Request(f"http://{listen}{path}", b"List-Unsubscribe=One-Click")
        with urlopen(request, timeout=10) as answer:
            return answer.status, answer.read()

    with urlopen(f"http://{listen}{path}") as looked:
        assert b"<button" in looked.read()
    forged = f"{path[:-4]}aaaa"
    assert post(forged) == post(path)
    (told,) = [each for each in server.expect(5) if each["Subject"] == "Fewer emails, or none"]
    assert told["To"] == PLAYERS["bob"][1]
    assert "From now on, we'll email you about bob's games only" in text_of(told)
    assert "change delivery bob - each" in text_of(told)
    with pytest.raises(HTTPError):
        urlopen(f"http://{listen}/unsubscribe/x")
    server.move("alice", "a1-c5")
    server.expect(6)
    token = path.rpartition("/")[2]
    assert token not in server.log()
    assert token[2:] not in server.log()
    process = server.child(lambda each: each.name() == "pbm unsubscribe")
    process.kill()
    wait_for(lambda: _serves(post, path), "another process")
    assert server.stop() == 0


def _serves(post, path):
    try:
        return post(path)[0] == 200
    except OSError:
        return False
