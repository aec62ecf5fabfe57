"""Any bytes that come to a bounce address are understood, or are `other`."""

from mail.reading.bounces import read_bounce_report
from tests.fuzz.repeating import Brief, expanded


def check(content: bytes) -> None:
    """A report, whose addresses can be looked up, within a second."""
    with Brief():
        report = read_bounce_report(expanded(content))
    assert (report.kind in ("hard", "soft")) == bool(report.addresses)
    assert all(address.isascii() for address in report.addresses)
