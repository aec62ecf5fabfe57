"""The check of MX: where mail to the server's address is sent."""

from commands.cli.doctor.dns_checks.domain import own_addresses
from commands.cli.doctor.dns_checks.lookups import addresses, mail_servers
from commands.cli.doctor.finding import Finding, broken, consider, ok
from commands.settings import Settings

NO_MAIL = "."


def check_mx(host: str, _settings: Settings) -> Finding:
    """Checks that the domain has mail servers, and that these exist."""
    servers = mail_servers(host)
    if not servers:
        return _without_mx(host)
    if servers == [NO_MAIL]:
        return broken(
            f"The MX of {host} says that it takes no mail.",
            f"Replace it by a line with your mail server: {host}. IN MX 10 mail.{host}.",
        )
    known = {server: addresses(server) for server in servers}
    lost = [server for server in servers if not known[server]]
    if len(lost) == len(servers):
        return broken(
            f"The mail server {lost[0]} of {host} has no address.",
            f"Add it to the zone: {lost[0]}. IN A {_own_or_example()}",
        )
    if lost:
        return consider(
            f"The mail server {lost[0]} of {host} has no address.",
            f"Take it out of the MX records of {host}, or give it an address.",
        )
    here = set(own_addresses()) & {each for found in known.values() for each in found}
    which = "this machine" if here else "its mail server, which must pass mail on to pbm"
    return ok(f"{host} has {', '.join(f'{name} ({known[name][0]})' for name in servers)}: {which}.")


def _without_mx(host: str) -> Finding:
    found = addresses(host)
    line = f"{host}. IN MX 10 {host}."
    if found:
        return consider(
            f"{host} has no MX; mail goes to its address {found[0]} instead.",
            f"Add this line to its zone: {line}",
        )
    return broken(
        f"{host} has neither MX nor address: no mail comes from elsewhere.",
        f"Add these lines to its zone: {line} and {host}. IN A {_own_or_example()}",
    )


def _own_or_example() -> str:
    return next(iter(own_addresses()), "ADDRESS")
