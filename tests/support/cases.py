"""Cases that prove one thing, in one test."""

import functools
import inspect
from collections.abc import Callable, Collection

import pytest

FAILURES = (Exception, BaseExceptionGroup, pytest.fail.Exception)


def cases(names: str | tuple[str, ...], values: Collection) -> Callable:
    """Calls a test once with each of the values, and raises the failures of all together.

    Otherwise as `pytest.mark.parametrize`; but the fixtures, except `monkeypatch`, are made once.
    """
    if isinstance(names, str):
        names, values = (names,), [(value,) for value in values]

    def decorate(test: Callable) -> Callable:
        signature = inspect.signature(test)
        left = [each for name, each in signature.parameters.items() if name not in names]
        signature = signature.replace(parameters=left)

        @functools.wraps(test)
        def run(*args, **kwargs) -> None:
            fixtures, failures = signature.bind(*args, **kwargs).arguments, []
            for value in values:
                case = dict(zip(names, value, strict=True))
                try:
                    with pytest.MonkeyPatch.context() as monkeypatch:
                        own = {"monkeypatch": monkeypatch} if "monkeypatch" in fixtures else {}
                        test(**fixtures | own | case)
                except FAILURES as error:
                    error.add_note(f"Case: {case!r:.300}")
                    failures.append(error)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(values)} cases", failures)

        run.__signature__ = signature
        return run

    return decorate
