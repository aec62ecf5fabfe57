"""Benchmarks aren't tests: they run only when asked for."""


def pytest_ignore_collect(config):
    return None if config.getoption("benchmark_enable") else True
