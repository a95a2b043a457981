"""The report of `benchmarks/user_fidelity.py` on a model in people's seats, with figures worked out by hand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from regulars.errors import ConfigurationError

MINE = """
import json, re
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.user.model import ModelUser

def answered(call):
    if call.schema:
        return json.dumps({"reason": "Fine.", "rating": "like", "satisfaction": 9})
    words = call.messages[-1].content
    draft = re.search("<draft>(.*?)</draft>", words, re.DOTALL)[1]
    first = "cannot be said" not in words
    return f"Kraków it is. {draft}" if first and "FAULTY" in FLAGS else f"Well now then, listen to this: {draft}"

def user(language=None, prompts=None):
    rater = "model" if "RATES" in FLAGS else "scripted"
    return ModelUser(ScriptedChat(answered, name="mine"), language, feedback=rater)
"""


@pytest.fixture(scope="module")
def fidelity() -> ModuleType:
    path = Path(__file__).resolve().parents[3] / "benchmarks" / "user_fidelity.py"
    specification = importlib.util.spec_from_file_location("user_fidelity", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["user_fidelity"] = module  # its dataclasses look themselves up there
    specification.loader.exec_module(module)
    return module


def mine(tmp_path: Path, flags: str) -> str:
    (tmp_path / "mine.py").write_text(f"FLAGS = {flags!r}\n{MINE}", "utf-8")
    return f"{tmp_path / 'mine.py'}:user"


def test_likeness_counts_the_words_that_stand_in_both_in_order(fidelity) -> None:
    assert fidelity.likeness("a b c d", "a b c d") == 1.0
    # Two words of four on either side: 2 * 2 / 8.
    assert fidelity.likeness("a b c d", "a b x y") == 0.5
    assert fidelity.likeness("a b", "c d") == 0.0


def test_a_fact_is_lost_if_the_ledger_did_not_take_it_from_the_line_that_means_it(fidelity) -> None:
    one = fidelity.Spoken(meant=[{"f1", "f2"}, set(), {"f3"}], entered=[{"f1"}, {"f2"}, {"f3", "f4"}])
    assert one.lost == 1


def test_drift_is_in_spreads_between_people(fidelity) -> None:
    """Only the words a line differ: 1 and 1 for one person, 3 and 5 for the other. Their mean is 2.5.

    The spread of 1, 1, 3, 5 is the root of (2.25 + 2.25 + .25 + 6.25) / 4 = 2.75, which is 1.658. The second person
    moves by 2 / 1.658 in one of five features, the first by nothing.
    """
    short, long = ["aa", "aa"], ["aa aa aa", "aa aa aa aa aa"]
    moved, itself = fidelity.drift([short, long])
    assert moved == pytest.approx((0 + 2 / 2.75**0.5 / 5) / 2)
    assert itself == 1.0


def test_people_who_change_places_are_not_recognised(fidelity) -> None:
    """Each speaks in the second half as the other did in the first."""
    assert fidelity.drift([["aa", "aa aa aa"], ["aa aa aa", "aa"]])[1] == 0.0


def test_a_faithful_model_passes_at_the_first_try_and_loses_nothing(fidelity, tmp_path) -> None:
    report = "\n".join(fidelity.fidelity_lines(mine(tmp_path, "RATES"), 2))
    assert "(100.0%); later: 0; never: 0" in report
    assert "lives that ended by the model's fault: 0 of 2" in report
    assert "facts lost: scripted 0 of " in report
    assert ", model 0 of " in report
    assert "feedback like: agrees with the rule on " in report
    assert "kappa 0.00" in report, "a rater that likes everything agrees by chance alone"


def test_a_faulty_model_passes_at_a_later_try(fidelity, tmp_path) -> None:
    first, later = "passed at the first try: 0 of ", "; never: 0"
    (line,) = [one for one in fidelity.fidelity_lines(mine(tmp_path, "FAULTY"), 1) if "first try" in one]
    assert first in line
    assert line.endswith(later)
    assert "later: 0;" not in line


def test_a_user_without_a_model_has_no_report(fidelity) -> None:
    with pytest.raises(ConfigurationError, match="'scripted' plays without a model"):
        fidelity.fidelity_lines("scripted", 1)
