"""The style's forbidden phrases don't come back."""

import pytest

from tests.project.import_graph import PACKAGES
from tests.project.phrases import forbidden_phrases
from tests.support.paths import ROOT


@pytest.mark.slow
def test_texts_have_no_forbidden_phrases():
    hits = [
        f"{path.relative_to(ROOT)}:{line}: {phrase!r}, better: {advice}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for line, phrase, advice in forbidden_phrases(path)
    ]
    assert hits == []
