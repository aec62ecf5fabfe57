"""Swiss tournaments by FIDE's Dutch system (Handbook C.04.3, as valid until January 2026).

py4swiss computes the pairings. It reads the values of FIDE's Tournament Report File, so this module
translates a tournament into them.
"""

from typing import TYPE_CHECKING

from pbm.tournaments.encounters import finished_encounters
from pbm.tournaments.events import WITHDRAWN, Pairing
from pbm.tournaments.points import points_of
from pbm.tournaments.tournament import Round, Tournament

if TYPE_CHECKING:
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.results import RoundResult

_PLAYED, _FORFEITED = "0=1", "-?+"
"""FIDE's symbols for results, indexed by twice the points."""


def next_pairings(tournament: Tournament) -> list[Pairing]:
    """Returns the pairings of the next round, beginning with the leaders.

    Returns an empty list after the last round, or if so many players withdrew that no pairing is
    allowed.
    """
    if len(tournament.rounds) >= tournament.planned_rounds or len(tournament.active) < 2:
        return []
    from py4swiss.engines.common import PairingError  # noqa: PLC0415 - megabytes, for few
    from py4swiss.engines.dutch import Engine  # noqa: PLC0415

    try:
        engine_pairings = Engine.generate_pairings(_report(tournament))
    except PairingError:
        return []
    numbers = ([pairing.white, pairing.black] for pairing in engine_pairings)
    pairings = [
        Pairing(tuple(tournament.players[number - 1] for number in pair if number))
        for pair in numbers
    ]
    return sorted(pairings, key=lambda pairing: len(pairing.players) == 1)


def _report(tournament: Tournament) -> "ParsedTrf":
    """Returns the tournament in the pairing library's format.

    Players are numbered by their seeds.
    """
    from py4swiss.trf import ParsedTrf  # noqa: PLC0415
    from py4swiss.trf.codes import PlayerCode  # noqa: PLC0415
    from py4swiss.trf.sections import PlayerSection, XSection  # noqa: PLC0415

    rules = XSection(number_of_rounds=tournament.planned_rounds)
    rules.configuration.first_round_color = tournament.seed % 2 == 0
    numbers = {player: number for number, player in enumerate(tournament.players, 1)}
    rules.zeroed_ids = {numbers[player] for player in tournament.withdrawn}
    sections = []
    for player, number in numbers.items():
        results = [_result(round, player, numbers) for round in tournament.rounds]
        points = sum(map(rules.scoring_point_system.get_points_times_ten, results))
        sections.append(
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                points_times_ten=points,
                rank=number,
                results=results,
            )
        )
    return ParsedTrf(player_sections=sections, x_section=rules)


def _result(round: Round, player: int, numbers: dict[int, int]) -> "RoundResult":
    """Returns a player's result in a round. It may be a bye, or an absence without points."""
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # noqa: PLC0415

    for pairing, result in finished_encounters(round):
        if player in pairing.players:
            seat = pairing.players.index(player)
            signs = _FORFEITED if result.why == WITHDRAWN else _PLAYED
            return RoundResult(
                id=numbers[pairing.players[1 - seat]],
                color=(ColorToken.WHITE, ColorToken.BLACK)[seat],
                result=ResultToken(signs[int(2 * points_of(result.places)[seat])]),
            )
    bye = any(player in pairing.players for pairing in round.byes)
    token = ResultToken.PAIRING_ALLOCATED_BYE if bye else ResultToken.ZERO_POINT_BYE
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)
