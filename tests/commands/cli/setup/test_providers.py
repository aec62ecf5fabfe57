"""The mail servers that `pbm setup` proposes for an address."""

import pytest

from commands.cli.setup.login_question import SUBMISSION_PORTS
from commands.cli.setup.providers import find_provider, known_providers, look_up, no_lookup
from commands.cli.setup.typed_servers import server_url, user_of, without_user
from commands.settings.groups.mail_in import IMAP_PORTS
from commands.settings.groups.mail_out import MailOutSettings
from mail.server_address import read_server_address
from tests.support.cases import cases
from tests.support.name_server import name_server


def records(**found):
    """Returns a DNS with these records, by kind and name."""
    return lambda name, kind: found.get(f"{kind} {name}", [])


def test_a_known_domain_needs_no_dns():
    """Its provider, with its demands and limits."""

    def lookup(_name, _kind):
        raise AssertionError("nothing is looked up")

    provider = find_provider("GMail.com", lookup)
    assert (provider.mailbox, provider.relay, provider.per_day) == (
        "imaps://imap.gmail.com",
        "submissions://smtp.gmail.com",
        500,
    )
    assert "app password" in provider.demand
    assert find_provider("gmx.de", lookup).replies == "reference"


def test_a_domain_of_somebodys_own_at_a_known_provider():
    """Its MX record tells; a host that only ends alike doesn't."""
    lookup = records(**{"MX example.org": ["10 in1-smtp.messagingengine.com."]})
    assert find_provider("example.org", lookup).name == "Fastmail"
    lookup = records(**{"MX example.org": ["10 mx.notgoogle.com."]})
    assert find_provider("example.org", lookup).name == ""


def test_a_domain_that_names_its_servers():
    """By SRV records, of which the first in order counts; a dot says that there is none."""
    lookup = records(
        **{
            "SRV _imaps._tcp.example.org": ["20 1 993 b.example.org.", "10 1 9993 a.example.org."],
            "SRV _submissions._tcp.example.org": ["0 0 0 ."],
            "SRV _submission._tcp.example.org": ["0 1 587 mail.example.org."],
        }
    )
    provider = find_provider("example.org", lookup)
    assert provider.mailbox == "imaps://a.example.org:9993"
    assert provider.relay == "submission://mail.example.org"


@pytest.mark.parametrize(
    ("host", "relay"),
    [
        ("example.olc.protection.outlook.com", "submission://smtp-mail.outlook.com"),
        ("example-org.mail.protection.outlook.com", "submission://smtp.office365.com"),
    ],
)
def test_dns_is_asked(host, relay):
    """Each question once. Microsoft's mailboxes for persons and for firms have other relays."""
    domain = f"{host.partition('.')[0]}.test"
    with name_server() as names:
        names.records[domain, "MX"] = [f"0 {host}."]
        assert find_provider(domain, look_up).relay == relay
        names.silent = True
        assert find_provider(domain, look_up).relay == relay


def test_any_other_domain_is_guessed():
    """By the usual names."""
    provider = find_provider("example.org", no_lookup)
    assert provider.mailbox == "imaps://imap.example.org"
    assert provider.relay == "submissions://smtp.example.org"


@cases("provider", [each for _, _, each in known_providers()])
def test_the_table_has_settings_that_can_be_used(provider):
    """Of each known provider."""
    assert read_server_address(provider.mailbox, IMAP_PORTS).scheme == "imaps"
    relay = provider.relay.replace("://", "://user@")
    replies = provider.replies or "both"
    MailOutSettings(relay=relay, relay_password_file="x", replies=replies)


@cases(
    ("typed", "url"),
    [
        ("imap.example.org", "imaps://imap.example.org"),
        ("imap.example.org:143", "imap://imap.example.org:143"),
        ("imap.example.org:9993/Games", "imaps://imap.example.org:9993/Games"),
        ("imap://other@imap.example.org/", "imap://imap.example.org"),
    ],
)
def test_servers_are_typed_in_several_ways(typed, url):
    """As a host, with a port that tells the scheme, or as a URL."""
    assert server_url(typed, IMAP_PORTS) == url
    with_user = server_url(typed, IMAP_PORTS, "me@example.org")
    assert user_of(with_user) == "me@example.org"
    assert without_user(with_user) == url


def test_smtp_with_a_login_is_submission():
    """With the port that was typed; 465 has TLS from the start."""
    for typed, url in (
        ("smtp://mail.example.org", "submission://mail.example.org"),
        ("smtp://me@mail.example.org:2587", "submission://mail.example.org:2587"),
        ("smtp://mail.example.org:465", "submissions://mail.example.org:465"),
        ("me@example.org@mail.example.org", "submissions://mail.example.org"),
    ):
        assert server_url(typed, SUBMISSION_PORTS) == url
    assert user_of("me@mail.example.org") == "me"


@cases("typed", ["", "pop3://example.org", "imaps://", "two words"])
def test_what_is_no_server_is_refused(typed):
    with pytest.raises(ValueError, match=r"give the name|use imaps"):
        server_url(typed, IMAP_PORTS)
