"""Each numeric setting of a memory decides what comes out of some small conversation, at its value and a notch beside.

The value a paper gives stands in the case, so a changed default gives another outcome. `FREE` lists the settings that
no case holds, with the reason.
"""

from __future__ import annotations

from importlib import import_module

import pytest
from published import CASES, Case

for _family in ("search", "facts", "graphs", "levels", "forgetting", "learning"):
    import_module(f"published_{_family}")


def _named(case: Case) -> str:
    return f"{case.memory}-{case.setting}-{case.play.__name__.strip('_')}"


@pytest.mark.parametrize("case", CASES, ids=_named)
def test_a_setting_decides_what_comes_out(case: Case):
    assert case.outcome() == case.outcomes[case.value]
    for value, outcome in case.outcomes.items():
        assert case.outcome(value) == outcome, f"{case.setting}={value}"
    assert len({repr(outcome) for outcome in case.outcomes.values()}) > 1
