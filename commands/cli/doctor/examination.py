"""Runs the health checks of `pbm doctor`. A check that can't run is skipped with a reason."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from commands.cli.database_errors import problem_of
from commands.cli.doctor.checks import DATA, DATA_CHECKS, FINAL_CHECKS, LOCAL_CHECKS, NETWORK_CHECKS
from commands.cli.doctor.database import examined_database, is_remote
from commands.cli.doctor.settings_check import read_and_check
from commands.server.health.check import Check, CheckSkipped, Examined, Finding, State, broken
from commands.server.health.registry import SHARED
from commands.settings import SETTINGS_FILE, Settings
from pbm.clock import SystemClock
from pbm.wording import listing

OFFLINE = "not checked because of --offline"
CHECKS_OF_DATABASE = (*SHARED, *DATA_CHECKS)
DATABASE_CHECK_NAMES = tuple(check.name for check in CHECKS_OF_DATABASE)


@dataclass
class Report:
    """The findings by name, and the reasons for skipped checks."""

    found: dict[str, Finding] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    def names(self, state: State) -> list[str]:
        """Returns the names of the findings with this state."""
        return [name for name, finding in self.found.items() if finding.state is state]

    def add(self, name: str, result: Mapping[str, Finding] | str) -> None:
        """Adds the findings of a check, or the reason why it was skipped."""
        if isinstance(result, str):
            self.skipped[name] = result
        else:
            self.found |= result


def examine(*, fix: bool, offline: bool) -> Report:
    """Runs all checks and returns their results."""
    read = read_and_check()
    report = Report({"settings": read.finding})
    runner = _Runner(read.unusable, offline=offline, fix=fix)
    settings, now = read.settings, SystemClock().now()
    runner.run(LOCAL_CHECKS, Examined(settings, now, ""), report)
    if reason := runner.obstacle(DATA, uses_network=is_remote(settings)):
        report.skipped |= dict.fromkeys(["database", *DATABASE_CHECK_NAMES], reason)
    else:
        with examined_database(settings) as (findings, examined):
            report.found |= findings
            runner.run(CHECKS_OF_DATABASE, examined, report, one_transaction=True)
        settings = examined.settings
    runner.run_together(NETWORK_CHECKS, Examined(settings, now, ""), report)
    runner.run(FINAL_CHECKS, Examined(settings, now, ""), report)
    return report


@dataclass(frozen=True, slots=True)
class _Runner:
    """Runs checks and adds their results to a report."""

    unusable: frozenset[str]
    """Names of settings that can't be used."""
    offline: bool
    fix: bool
    failed: list[str] = field(default_factory=list)
    """Names of checks that failed themselves. Checks that only found a problem aren't included."""

    def run(
        self,
        checks: Sequence[Check],
        examined: Examined,
        report: Report,
        *,
        one_transaction: bool = False,
    ) -> None:
        """Runs checks one after another.

        `one_transaction`: whether they share a transaction. After a check fails, for example
        because the connection broke, the transaction is useless, and the other checks are skipped.
        """
        failed_before = len(self.failed)
        for check in checks:
            wrong = [each for each in check.relies_on if each in report.names(State.BROKEN)]
            if one_transaction:
                wrong += self.failed[failed_before:]
            reason = f"depends on {listing(wrong)}, which must be fixed first" if wrong else ""
            report.add(check.name, reason or self._result(check, examined))

    def run_together(self, checks: Sequence[Check], examined: Examined, report: Report) -> None:
        """Runs checks in parallel, because each may wait for a server."""
        with ThreadPoolExecutor(len(checks)) as pool:
            results = pool.map(lambda check: self._result(check, examined), checks)
            for check, result in zip(checks, results, strict=True):
                report.add(check.name, result)

    def obstacle(self, needs: Sequence[str], *, uses_network: bool) -> str:
        """Returns the reason to skip a check. Empty if it can run."""
        if needs and self.unusable == Settings.model_fields.keys():
            return f"{SETTINGS_FILE} can't be read"
        if wrong := sorted(self.unusable.intersection(needs)):
            return (
                f"depends on {listing([f'PBM_{name.upper()}' for name in wrong])}, which must be "
                "fixed first"
            )
        return OFFLINE if self.offline and uses_network else ""

    def _result(self, check: Check, examined: Examined) -> Mapping[str, Finding] | str:
        uses_network = check.uses_network(examined.settings)
        if reason := self.obstacle(check.needs, uses_network=uses_network):
            return reason
        try:
            findings = check.findings(examined)
            fixes = [finding.fix for finding in findings.values() if finding.fix]
            if self.fix and fixes:
                for fix in fixes:
                    fix()
                return check.findings(examined)
        except CheckSkipped as reason:
            return str(reason)
        except PermissionError as error:
            return f"you aren't allowed to read {error.filename}"
        except Exception as error:  # noqa: BLE001 - the other checks must run
            self.failed.append(check.name)
            return {check.name: _failed(error)}
        return findings


def _failed(error: Exception) -> Finding:
    """Returns the finding for a check that failed itself. Only database errors are quoted."""
    if problem := problem_of(error):
        return broken(problem, 'Run "pbm admin verify" to look for damage.')
    return broken(
        f"The check itself failed: {type(error).__name__}.",
        "This is a bug in pbm. Please report it.",
    )
