"""Determine the addresses from which an email really comes, by our own mail server's results.

This follows the rules of DMARC (RFC 7489): SPF or DKIM must have passed for the author's domain, or
for a domain that is aligned with it.
"""

import re
from collections.abc import Iterator, Sequence

from mail.reading.authentication_results import BrokenResultsError, Result, read_results
from mail.reading.parsed_mail import ParsedMail

AUTHOR_METHODS = ("dmarc", "compauth", "dkim-adsp", "sender-id")
"""Methods whose result is about the author of an email."""
FAILURES = ("fail", "hardfail", "softfail", "discard")
"""Results that mean that an email isn't from the domain.

Any other result (`none`, `neutral`, `temperror`, `permerror`, `policy`) proves nothing.
"""
_FAILED = re.compile(rf"=\s*(?:{'|'.join(FAILURES)})\b", re.IGNORECASE)
DOMAIN_PROPERTIES = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}
"""The properties with the domain that each method has checked."""


def authenticated_sender(parsed_mail: ParsedMail, server: str) -> str:
    """Returns the address in From if our mail server has authenticated it, or an empty string.

    `server`: the id of our mail server.

    DMARC must have passed for exactly its domain. If DMARC has no result (`none`, or not checked),
    a DKIM signature of exactly that domain is sufficient. A signature of a parent domain isn't,
    because only a list of public suffixes could tell whether it belongs to the same organization.
    """
    try:
        results = read_results(parsed_mail, server)
    except BrokenResultsError:
        return ""
    domain = _domain(parsed_mail.sole_author)
    return parsed_mail.sole_author if domain and results and _passes(results, domain) else ""


def credible_senders(parsed_mail: ParsedMail, server: str) -> tuple[str, ...]:
    """Returns the addresses, in lower case, from which the email may really come.

    These are its author and its envelope sender, except for addresses that our mail server has
    disproved. If our mail server reports nothing, both are returned.

    `server`: the id of our mail server in Authentication-Results.
    """
    author, sender = parsed_mail.author.lower(), parsed_mail.sender.lower()
    try:
        results = read_results(parsed_mail, server)
    except BrokenResultsError:
        return () if _may_have_failed(parsed_mail) else (author, sender)
    if results is None:
        return author, sender
    credible = []
    if parsed_mail.sole_author and not _fails(results, _domain(author)):
        credible.append(author)
    if sender != author and _has_sent(results, _domain(sender)):
        credible.append(sender)
    return tuple(credible)


def _may_have_failed(parsed_mail: ParsedMail) -> bool:
    """Whether unreadable results contain a failure, or are too long to be searched."""
    header = parsed_mail.authentication_results
    return not header or bool(_FAILED.search(header))


def _passes(results: Sequence[Result], domain: str) -> bool:
    dmarc = [result for result in results if result[0][0] == "dmarc"]
    if len(dmarc) > 1:  # the sender may have crafted one of the results
        return False
    if dmarc and dmarc[0][0][1] != "none":
        return _has_passed(dmarc[0], "dmarc", "header.from", domain)
    return any(_has_passed(result, "dkim", "header.d", domain) for result in results)


def _fails(results: Sequence[Result], domain: str) -> bool:
    """Whether the server reports that the author isn't from this domain.

    Without a result for the author, this is true if SPF or DKIM failed for the domain and neither
    passed.
    """
    verdicts = [result for result in results if result[0][0] in AUTHOR_METHODS]
    if any(result[0][1] in FAILURES or _is_about_another(result, domain) for result in verdicts):
        return True
    if any(result[0] == ("dmarc", "pass") for result in verdicts):
        return False
    aligned = [result[0][1] for result in results if _is_aligned(result, domain)]
    return "pass" not in aligned and any(outcome in FAILURES for outcome in aligned)


def _has_sent(results: Sequence[Result], domain: str) -> bool:
    """Whether SPF has passed for the domain of the envelope sender."""
    return any(
        result[0] == ("spf", "pass") and domain in _checked_domains(result) for result in results
    )


def _is_about_another(result: Result, domain: str) -> bool:
    """Whether the server found another author in the headers than pbm did."""
    checked = [value for key, value in result if key == "header.from"]
    return bool(checked) and result[0][1] == "pass" and _domain(checked[0]) != domain


def _has_passed(result: Result, method: str, name: str, domain: str) -> bool:
    """Whether the method has passed, and has checked only this domain."""
    checked = [value for key, value in result if key == name]
    return result[0] == (method, "pass") and checked == [domain]


def _is_aligned(result: Result, domain: str) -> bool:
    """Whether the method has checked this domain, a parent domain or a subdomain."""
    return any(
        checked == domain or checked.endswith(f".{domain}") or domain.endswith(f".{checked}")
        for checked in _checked_domains(result)
    )


def _checked_domains(result: Result) -> Iterator[str]:
    names = DOMAIN_PROPERTIES.get(result[0][0], ())
    return (_domain(value) for key, value in result if key in names)


def _domain(address: str) -> str:
    """Returns the part after the @ in lower case.

    Without an @, returns the whole text in lower case.
    """
    return address.rpartition("@")[2].lower().rstrip(".")
