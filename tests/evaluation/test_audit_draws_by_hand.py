"""Which probes an audit draws from a few made by hand, and how it refuses what it cannot draw or read."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from played_runs import faulty, life, question

from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import ConfigurationError, DataError, UnknownNameError
from regulars.evaluation import audit
from regulars.evaluation.audit import KeyVerdict, append_verdict, draw_probes, read_verdicts

THERE = {"sum": 1, "count": 3, "update": 5}
"""The probes that the lives asked, by kind."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Probes with a kind and an id, in place of those of played lives."""
    probes = [
        SimpleNamespace(id=f"{kind}{number}", probe=SimpleNamespace(kind=kind))
        for kind, count in THERE.items()
        for number in range(count)
    ]
    monkeypatch.setattr(audit, "_asked", lambda suite, seed, progress: list(probes))
    return probes


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(
    ("n", "drawn"),
    [
        (3, {"sum": 1, "count": 1, "update": 1}),
        (5, {"sum": 1, "count": 2, "update": 2}),
        (7, {"sum": 1, "count": 3, "update": 3}),
        (8, {"sum": 1, "count": 3, "update": 4}),
        (9, THERE),
        (100, THERE),
    ],
)
def test_every_kind_gets_as_many_as_the_others_until_it_has_no_more(asked, n, drawn, seed) -> None:
    found = draw_probes("own", n, seed)
    assert Counter(one.probe.kind for one in found) == drawn
    assert [one.id for one in found] == sorted({one.id for one in found})


@pytest.mark.parametrize(
    ("n", "kinds", "drawn"),
    [
        (4, ["update"], {"update": 4}),
        (4, ["update", "update"], {"update": 4}),
        (4, ["sum"], {"sum": 1}),
        (4, ["update", "sum"], {"update": 3, "sum": 1}),
        (1, ["sum"], {"sum": 1}),
    ],
)
def test_of_wanted_kinds_alone_probes_are_drawn(asked, n, kinds, drawn) -> None:
    assert Counter(one.probe.kind for one in draw_probes("own", n, 0, kinds)) == drawn


def test_a_draw_follows_seed_and_suite_and_not_the_order_of_the_wish(asked) -> None:
    def ids(suite: str, seed: int, *kinds: str) -> list[str]:
        return [one.id for one in draw_probes(suite, 3, seed, kinds)]

    assert ids("own", 0, "update", "count") == ids("own", 0, "count", "update")
    assert len({tuple(ids("own", seed, "update")) for seed in range(20)}) > 5  # of 10 threes out of five
    assert len({tuple(ids(f"own-{number}", 0, "update")) for number in range(20)}) > 5


def test_what_cannot_be_drawn_says_why(asked) -> None:
    with pytest.raises(ConfigurationError) as caught:
        draw_probes("own", 0)
    assert str(caught.value) == "n = 0: is too small; expected a number from 1 on."
    with pytest.raises(UnknownNameError) as unknown:
        draw_probes("own", 3, 0, ["sum", "cuont"])
    assert str(unknown.value) == "own: no probe of kind 'cuont' was asked; did you mean 'count'?"


def test_lives_that_ask_nothing_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "_asked", lambda suite, seed, progress: [])
    with pytest.raises(ConfigurationError) as caught:
        draw_probes("own", 3)
    assert str(caught.value) == "own: the lives ask no probes; choose another suite or seed."


def test_probes_with_a_key_of_sound_lives_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lives of the suite are played once by a memory that recalls everything, in a folder of their own."""
    plan = question("q2", right=False)
    void = replace(plan, id="q3", outcomes=(replace(plan.outcomes[0], expectation=None),))
    unreached = replace(plan, id="q4", status=ProbeStatus.UNREACHED, outcomes=())
    sound = life(0, "full-context", [True, plan, void, unreached])
    broken = replace(faulty(0, "full-context"), probes=(plan,))
    scenario, played = SimpleNamespace(id="core"), []
    monkeypatch.setattr(
        audit, "load_suite", lambda name: SimpleNamespace(named=lambda seed: [(f"{name}-1/{seed}", scenario)])
    )
    monkeypatch.setattr(audit, "evaluate", lambda *given, **options: played.append((given, options)))
    monkeypatch.setattr(audit, "open_run", lambda folder: SimpleNamespace(records=[sound, broken]))
    found = list(audit._asked("own", 7, print))
    assert [(one.id, one.record, one.probe.id, one.outcome) for one in found] == [
        ("own-1/7#7:q1", sound, "q1", sound.probes[0].outcomes[0]),
        ("own-1/7#7:q2", sound, "q2", plan.outcomes[0]),
    ]
    ((given, options),) = played
    assert given == ("full-context",)
    assert Path(options.pop("out")).name
    assert options == {"data": [scenario], "seeds": 1, "references": False, "progress": print}


def test_a_line_that_is_no_verdict_is_named_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "v.jsonl"
    one = KeyVerdict(id="a", verdict="ambiguous", note="ö")
    append_verdict(path, one)
    append_verdict(path, KeyVerdict(id="b", verdict="right"))
    assert path.read_text("utf-8") == ('{"id":"a","verdict":"ambiguous","note":"ö"}\n{"id":"b","verdict":"right"}\n')
    assert read_verdicts(path)["a"] == one
    path.write_text('\n{"id": "a", "verdict": "right"}\n \n{"id": 3}\n', "utf-8")
    with pytest.raises(DataError) as caught:
        read_verdicts(path)
    assert caught.value.where == f"{path}:4"
    assert caught.value.what.startswith("is not a verdict: ")
    assert caught.value.expected == '{"id": "...", "verdict": "right|wrong|ambiguous", "note": "..."}'
    with pytest.raises(DataError) as unread:
        read_verdicts(tmp_path)
    assert str(unread.value).startswith(f"{tmp_path}: cannot be read: ")
