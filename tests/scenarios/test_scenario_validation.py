"""The validator accepts what the generator makes, and finds every seeded fault."""

from __future__ import annotations

import ast
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
from mutations import FAULTS, consulted, distasteful_rule
from scenario_edits import DAY, ONTOLOGY, first, term_fact, with_fact, with_probe, with_session

import regulars
from regulars.errors import ScenarioError
from regulars.scenarios.checks.lives import check_lives
from regulars.scenarios.checks.validate import check_playable, validate_scenario
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Fact, Person, Probe, RecordedFeedback, RecordedTurn, Scenario, Session


@cache
def pool() -> tuple[Scenario, ...]:
    """Sound scenarios with everything in them, the larger ones first."""
    return tuple(life for seed in range(4) for life in load_suite("core").generate(seed)[::-1])


@pytest.mark.parametrize("suite", ["smoke", "core"])
@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 10))])
def test_generated_scenarios_are_clean(suite, seed):
    for arguments in load_suite(suite).scenarios(seed):
        problems = validate_scenario(generate(**arguments), ONTOLOGY)
        assert problems == [], problems[:3]


@pytest.mark.parametrize("users", [1, 2, 3])
def test_generated_lives_of_other_sizes_are_clean(users):
    for seed in range(15):
        scenario = generate(seed, users=users, sessions=4 * users, disclosure="scripted" if seed % 2 else "default")
        assert validate_scenario(scenario, ONTOLOGY) == []


# ---------------------------------------------------------------- one fault each


def spoiled(code):
    """The first scenario of the pool in which the fault can be seeded, with it."""
    for scenario in pool():
        try:
            return FAULTS[code](scenario)
        except LookupError:
            continue
    raise AssertionError(f"no scenario of the pool can be spoiled with {code}")


@pytest.mark.parametrize("code", FAULTS)
def test_each_seeded_fault_is_found(code):
    problems = validate_scenario(spoiled(code), ONTOLOGY)
    assert code in {problem.code for problem in problems}, problems[:5]
    assert all(problem.where and problem.message and problem.code in str(problem) for problem in problems)


def test_a_scenario_with_a_fault_is_not_played():
    with pytest.raises(ScenarioError, match="unknown-value"):
        check_playable(spoiled("unknown-value"), ONTOLOGY)


UNREACHED = (
    "knowledge-update", "multi-session", "recall-facts", "order-recall", "decision-guidance", "new-scenario",
    "latest-preference", "update-reason", "interpretive-attribution",
)  # fmt: skip


@pytest.mark.parametrize("kind", UNREACHED)
def test_a_probe_before_its_disclosure_is_found(kind):
    """Moved to the beginning, when nothing was told, no kind can keep what it promises."""
    scenario, asked = first((s, p) for s in pool() for p in s.probes if p.kind == kind and not p.session)
    problems = validate_scenario(with_probe(scenario, asked, time=scenario.start, contrast=""), ONTOLOGY)
    found = [problem for problem in problems if problem.code == "probe-unreachable"]
    assert asked.id in [problem.where for problem in found]
    assert kind in found[0].message


def test_a_message_names_what_was_expected():
    (found,) = [p for p in validate_scenario(spoiled("told-granularity"), ONTOLOGY) if p.code == "told-granularity"]
    assert "decade" in found.message
    assert "expected" in found.message


def test_a_rule_against_what_is_liked_is_found():
    for scenario in pool():
        try:
            spoiled_person = distasteful_rule(scenario, 0.6)
        except LookupError:
            continue
        (found,) = validate_scenario(spoiled_person, ONTOLOGY)
        assert found.code == "rule-taste"
        assert "(0.6)" in found.message
        return
    raise AssertionError("nobody in the pool has a rule that conflicts with a setting")


def test_consulting_on_a_project_that_is_over_is_found():
    scenario = first(s for s in pool() for o in s.sessions for a in o.agenda if a.other in ("cancel", "finish"))
    (found,) = validate_scenario(consulted(scenario, late=True), ONTOLOGY)
    assert found.code == "consult-time"
    assert "is over" in found.message


def test_values_that_can_be_mixed_up_are_found():
    alike = replace(ONTOLOGY.domain("job"), aliases={"cook": (), "pastry cook": ()})
    ontology = type(ONTOLOGY)({"job": replace(ONTOLOGY.attribute("job"), domain=alike)})
    since = datetime(2024, 1, 1, tzinfo=UTC)
    jobs = (Fact("f1", "p", "job", "cook", since, since + DAY), Fact("f2", "p", "job", "pastry cook", since + DAY))
    scenario = replace(pool()[0], persons=(Person("p", "Ada", "p", facts=jobs),), sessions=(), probes=())
    assert "alike-values" in [problem.code for problem in check_lives(scenario, ontology)]


# ---------------------------------------------------------------- recordings


def recording(**changes):
    start = datetime(2024, 5, 1, 9, tzinfo=UTC)
    turns = tuple(
        RecordedTurn(f"s001.t0{n}", speaker, f"words {n}", start + timedelta(minutes=n))
        for n, speaker in enumerate(("a", "assistant", "a"), 1)
    )
    probe = Probe(
        id="q1",
        kind="single-hop",
        form=Form.TEXT,
        attribute="",
        owner="a",
        asker="a",
        purpose="",
        time=start + DAY,
        before="",
        question="What?",
        gold="words",
        evidence=(("s001.t01",),),
    )
    scenario = Scenario(
        id="r",
        source=ScenarioOrigin.RECORDED,
        suite="data",
        language="english",
        start=start,
        persons=(Person("a", "Ada", "a"),),
        sessions=(Session(1, "a", start, turns=turns),),
        probes=(probe,),
    )
    if "turns" in changes:
        scenario = with_session(scenario, 1, turns=changes.pop("turns")(turns))
    return with_probe(scenario, probe, **changes) if changes else scenario


RECORDED_FAULTS = {
    "evidence-unknown": {"evidence": (("s001.t09",),)},
    "evidence-later": {"before": "s001.t01", "evidence": (("s001.t03",),)},
    "before-unknown": {"before": "s009.t01"},
    "duplicate-id": {"turns": lambda turns: (*turns, turns[-1])},
    "time-backwards": {"turns": lambda turns: turns[::-1]},
    "unknown-speaker": {"turns": lambda turns: (replace(turns[0], speaker="z"), *turns[1:])},
    "feedback-unknown": {"turns": lambda turns: rated(turns, RecordedFeedback("s001.t09", 1))},
    "feedback-value": {"turns": lambda turns: rated(turns, RecordedFeedback("s001.t02", 7, 11.0))},
}


def rated(turns, feedback):
    """The turns with feedback that comes with the third of them."""
    return (*turns[:2], replace(turns[2], feedback=feedback), *turns[3:])


def test_a_good_recording_is_clean():
    assert validate_scenario(recording(), ONTOLOGY) == []
    with_feedback = recording(turns=lambda turns: rated(turns, RecordedFeedback("s001.t02", 1, 9.0)))
    assert validate_scenario(with_feedback, ONTOLOGY) == []
    assert scenario_from_json(scenario_to_json(with_feedback), "line 1") == with_feedback


@pytest.mark.parametrize("code", RECORDED_FAULTS)
def test_faults_of_recordings_are_found(code):
    problems = validate_scenario(recording(**RECORDED_FAULTS[code]), ONTOLOGY)
    assert code in {problem.code for problem in problems}


# ---------------------------------------------------------------- fillers


@cache
def stretched() -> Scenario:
    """A scenario whose history is filled up."""
    return generate(3, sessions=4, tokens=8000)


def filled(change):
    chosen = first(session for session in stretched().sessions if session.filler)
    return with_session(stretched(), chosen.number, **change(chosen))


def filler_naming_a_value():
    """A history in which a word of a filler is the value of a fact."""
    from regulars.scenarios.history.fillers import Fillers

    session = first(session for session in stretched().sessions if session.filler)
    said = " ".join(line for _, line in Fillers.load("english").render(session.filler))
    word = max((w.strip(".,!?;:") for w in said.split()), key=len)
    return with_fact(stretched(), term_fact(stretched()), value=word)


FILLER_FAULTS = {
    "filled-twice": lambda: filled(lambda s: {"turns": TURN}),
    "unknown-filler": lambda: filled(lambda s: {"filler": "f1:nothing:0"}),
    "duplicate-filler": lambda: filled(lambda s: {"filler": [o.filler for o in stretched().sessions if o.filler][-1]}),
    "filler-overlap": lambda: filled(lambda s: {"budget": timedelta(days=20)}),
    "filler-names-value": filler_naming_a_value,
}
TURN = (RecordedTurn("t1", "assistant", "Hello.", datetime(2025, 1, 6, tzinfo=UTC)),)


@pytest.mark.parametrize("code", FILLER_FAULTS)
def test_faults_of_fillers_are_found(code):
    assert validate_scenario(stretched(), ONTOLOGY) == []
    assert code in {problem.code for problem in validate_scenario(FILLER_FAULTS[code](), ONTOLOGY)}


# ---------------------------------------------------------------- all of them


ELSEWHERE = {
    "alike-values": "seeded above, in an ontology of its own",
    "no-fillers": "a language pack that has no fillers: there is none yet",
    "duplicate-scenario": "test_scenario_lint.py",
    "option-length": "test_scenario_lint.py",
    "gold-place": "test_scenario_lint.py",
    "gold-value": "test_scenario_lint.py",
    "future-value": "tests/agents/user/test_horizon.py",
    "future-date": "tests/agents/user/test_horizon.py",
    "future-event": "tests/agents/user/test_horizon.py",
}


def codes_in(folder: str) -> set[str]:
    """All codes of problems that the modules of a room can report: the texts of `Problem(...)` and `code = ...`."""
    found: set[str] = set()
    for path in (Path(regulars.__file__).parent / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem" and node.args:
                given = node.args[0]
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code":
                given = node.value
            else:
                continue
            found |= {one.value for one in ast.walk(given) if isinstance(one, ast.Constant) and "-" in str(one.value)}
            found |= {given.value} if isinstance(given, ast.Constant) else set()
    return found


def test_every_code_of_the_checks_has_a_seeded_fault():
    assert codes_in("scenarios") == {*FAULTS, *RECORDED_FAULTS, *FILLER_FAULTS, *ELSEWHERE}
