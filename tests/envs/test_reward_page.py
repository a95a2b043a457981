"""The page on reward and feedback lists every weight, every key of `info`, and what their numbers mean."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from small_lives import begun, scenario, session

from regulars.dialogue import VerdictKind
from regulars.envs.life.outcomes import Ending
from regulars.rewards import Weights

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reward_and_feedback.md").read_text("utf-8")


def rows(*header: str) -> list[tuple[str, ...]]:
    """The rows of the table with this header."""
    lines = PAGE[PAGE.index(f"| {' | '.join(header)} |") :].splitlines()[2:]
    table = lines[: next(place for place, line in enumerate(lines) if not line.startswith("|"))]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in table]


def test_the_page_lists_every_weight_with_its_default() -> None:
    listed = {name.strip("`"): float(default) for name, default, _ in rows("weight", "default", "what it weighs")}
    assert listed == {one.name: float(getattr(Weights(), one.name)) for one in fields(Weights)}


def test_the_page_lists_the_terms() -> None:
    listed = [term.strip("`") for term, *_ in rows("term", "the question", "pays")]
    assert sorted(listed) == sorted(Weights.terms("assistant"))


def test_the_page_lists_every_key_of_info() -> None:
    listed = [name for keys, _ in rows("key", "value") for name in re.findall(r"`(\w+)`", keys)]
    env = begun(scenario(session(1)))
    assert set(listed) == set(env.info("assistant_0")) | set(env.info("user_0"))
    assert len(listed) == len(set(listed))


def test_the_page_numbers_verdicts_and_endings() -> None:
    values = {keys.strip("`"): text for keys, text in rows("key", "value")}

    def named(text: str) -> dict[int, str]:
        return {int(number): name for number, name in re.findall(r"(\d) ([a-z ]+?)(?=,|;|$)", text)}

    assert named(values["verdict"]) == {int(kind): kind.name.lower().replace("_", " ") for kind in VerdictKind}
    endings = {ending.number: ending.value.replace("_", " ") for ending in Ending}
    assert named(values["ending"].partition("then ")[2]) == endings
    assert sorted(endings) == [1, 2, 3, 4, 5, 6, 7, 8]
