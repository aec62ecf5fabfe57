"""Runs the checks: those of this machine one by one, those of the network side by side."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from commands.cli.database_errors import problem_of
from commands.cli.doctor.check import Check, LeftOut
from commands.cli.doctor.finding import Finding, State, broken
from commands.settings import SETTINGS_FILE, Settings
from pbm.wording import listing

OFFLINE = "it needs the network, and --offline was given"


@dataclass
class Report:
    """The findings by check, and the checks that were left out with the reason."""

    found: dict[str, Finding] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    def names(self, state: State) -> list[str]:
        """Returns the names of the checks with this state."""
        return [name for name, finding in self.found.items() if finding.state is state]

    def is_broken(self, name: str) -> bool:
        """Returns True if a check has found something broken."""
        return name in self.names(State.BROKEN)

    def add(self, names: Iterable[str], result: Mapping[str, Finding] | str) -> None:
        """Adds findings, or the reason for which these checks were left out."""
        if isinstance(result, str):
            self.left_out |= dict.fromkeys(names, result)
        else:
            self.found |= result


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs checks on these settings."""

    settings: Settings
    unusable: frozenset[str]
    """The settings that can't be used."""
    offline: bool
    mend: bool

    def run(self, checks: Sequence[Check], report: Report) -> None:
        """Adds the results of checks that run one by one."""
        for check in checks:
            broken_ones = [each for each in check.relies_on if report.is_broken(each)]
            reason = f"{listing(broken_ones)}: broken, see there" if broken_ones else ""
            report.add(check.names, reason or self._result(check))

    def run_together(self, checks: Sequence[Check], report: Report) -> None:
        """Adds the results of checks that run side by side, as each may wait for a server."""
        with ThreadPoolExecutor(len(checks)) as pool:
            for check, result in zip(checks, pool.map(self._result, checks), strict=True):
                report.add(check.names, result)

    def _result(self, check: Check) -> Mapping[str, Finding] | str:
        if reason := self._obstacle(check):
            return reason
        try:
            found = check.run(self.settings)
            mends = [finding.mend for finding in found.values() if finding.mend]
            if self.mend and mends:
                for mend in mends:
                    mend()
                return check.run(self.settings)
        except LeftOut as reason:
            return str(reason)
        except PermissionError as error:
            return f"you may not read {error.filename}"
        except Exception as error:  # noqa: BLE001 - the other checks must run
            return dict.fromkeys(check.names, _failed(error))
        return found

    def _obstacle(self, check: Check) -> str:
        """Returns the reason to leave a check out; empty if there is none."""
        if check.needs and self.unusable == Settings.model_fields.keys():
            return f"{SETTINGS_FILE} can't be read"
        if wrong := sorted(check.needs & self.unusable):
            return f"{listing([f'PBM_{name.upper()}' for name in wrong])} can't be used"
        return OFFLINE if self.offline and check.uses_network(self.settings) else ""


def _failed(error: Exception) -> Finding:
    """Returns the finding of a check that failed itself; only a database's error is quoted."""
    if problem := problem_of(error):
        return broken(problem, "Run pbm admin verify, which lists what is damaged.")
    return broken(
        f"The check itself failed: {type(error).__name__}.",
        "That is a mistake in pbm: please report it.",
    )
