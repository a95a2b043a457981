"""The rules of a person's behaviour: changes of trust and patience, corrections, and repeated questions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from regulars import Cast, Reply, life_v0
from regulars.agents.user.behaviour import load_behaviour
from regulars.dialogue import Phase, VerdictKind
from regulars.errors import DataError
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.language.packs import Language

RULES = load_behaviour()
ENGLISH = Language.load("english")
QUESTION = next(
    question
    for question in (f"What is your {attribute.label}?" for attribute in ENGLISH.ontology if attribute.project)
    if ENGLISH.asked_of_user(question)
)
"""After what no life without projects holds."""


class Answering:
    """Gives what `of` makes of whatever is pending."""

    branches = True

    def __init__(self, env, of):
        self.env, self.of = env, of

    def act(self, observation):
        return self.of(self.env.life, observation)


def lived(of, seed=0, scenario=None, rules=RULES, **options):
    """A life with such an assistant, and trust and patience of the first person after each line of theirs."""
    env = life_v0.raw_env(scenario=scenario or generate(seed, sessions=6), reward_to="nobody", **options)
    cast = Cast(env, assistant=Answering(env, of))
    cast.reset(seed=seed)
    cast.seats["user_0"].behaviour = rules
    felt = []
    while env.ending is None:
        agent = env.agent_selection
        env.step(cast[agent](env.observe(agent)))
        if agent == "user_0":
            state = cast.seats["user_0"].state
            felt.append((env.life.running.number if env.life.running else 0, state.trust, state.patience))
    return env.life, felt


def patient(scenario, patience=9.0):
    """The scenario, its people with that patience; as it stands nobody leaves."""
    people = tuple(replace(p, persona=replace(p.persona, patience=patience)) for p in scenario.persons)
    return replace(scenario, persons=people)


def asked(life):
    """Whether the assistant is asked something that has an answer."""
    pending = life.pending
    return pending is not None and pending.expectation is not None


def phrases(life, kind):
    """How many lines hold a phrase of that kind."""
    return sum(any(line in turn.text for line in ENGLISH.lines("phrases", kind)) for turn in life.transcript)


# ---------------------------------------------------------------- the file


def test_the_file_names_what_is_wrong_in_it(tmp_path):
    bad = tmp_path / "rules.toml"
    bad.write_text("[trust]\nstart = 2\ncharm = 1\n[trust.verdicts]\nsplendid = 1\n[patience]\nquestion = 0.4\n")
    with pytest.raises(DataError) as caught:
        load_behaviour(bad)
    for part in ("rules.toml:2", "charm", "splendid", "question", "disclosure"):
        assert part in str(caught.value)
    with pytest.raises(DataError, match="cannot be read"):
        load_behaviour(tmp_path / "none.toml")


def test_a_file_of_ones_own_is_read_and_followed(tmp_path):
    from importlib.resources import files

    own = tmp_path / "rules.toml"
    text = (files("regulars.agents.user") / "behaviour.toml").read_text(encoding="utf-8")
    own.write_text(text.replace("start = 0.5", "start = 0.9"), encoding="utf-8")
    assert load_behaviour(own) == replace(RULES, start_trust=0.9)


# ---------------------------------------------------------------- trust and patience


def test_every_verdict_moves_trust_and_patience_by_its_rule():
    """Each step of trust and patience in a life of wrong answers is one that the file has."""
    _, felt = lived(lambda life, seen: Reply("It is this.", answer="nothing at all") if asked(life) else "I see.", 3)
    steps = {round(b[1] - a[1], 6) for a, b in pairwise(felt) if b[1] > 0}
    assert steps <= {0.0, RULES.trust[VerdictKind.WRONG], RULES.broken_rule}
    assert RULES.trust[VerdictKind.WRONG] in steps


def test_repeated_questions_cost_more_and_more_patience():
    costs = [RULES.asking_costs(number) for number in range(1, 12)]
    assert costs[: RULES.free_questions] == [RULES.question] * RULES.free_questions
    further = [round(b - a, 6) for a, b in pairwise(costs[RULES.free_questions - 1 :])]
    assert set(further) == {RULES.growth}


def test_the_count_of_questions_restarts_with_each_session():
    """Where nothing is asked of the assistant but it asks each time, patience falls by the rule of each question."""
    scenario = patient(generate(1, sessions=6))
    idle = (ActKind.ASK, ActKind.REQUEST, ActKind.DELEGATE)
    sessions = tuple(replace(s, agenda=tuple(a for a in s.agenda if a.kind not in idle)) for s in scenario.sessions)
    rules = replace(RULES, free_questions=2)
    _, felt = lived(lambda life, seen: QUESTION, 1, replace(scenario, sessions=sessions, probes=()), rules)
    steps = {n: [p for s, _, p in felt if s == n] for n in {s for s, _, _ in felt if s}}
    costs = [[round(b - a, 6) for a, b in pairwise(patience)] for patience in steps.values()]
    assert len(costs) >= 4
    assert max(map(len, costs)) > rules.free_questions + 1
    assert all(own == [rules.asking_costs(number) for number in range(1, len(own) + 1)] for own in costs)


def test_asking_what_was_told_costs_trust_and_more_patience():
    def again(life, seen):
        known = [t.attribute for t in life.ledger.disclosures if ENGLISH.ontology.attribute(t.attribute).type == "term"]
        label = ENGLISH.ontology.attribute(known[0]).label if known else ""
        return f"What is your {label}?" if label and not asked(life) else "I see."

    life, felt = lived(again, 2)
    assert phrases(life, "already_told")
    steps = Counter(round(b[1] - a[1], 6) for a, b in pairwise(felt))
    assert steps[RULES.asked_again] > 0


# ---------------------------------------------------------------- reactions


def of_kind(life, kind):
    return [outcome for outcome in life.outcomes if outcome.verdict is not None and outcome.verdict.kind is kind]


def test_of_half_an_answer_the_rest_is_asked_for_and_not_told():
    """An evaluator finds every first answer half right: the person says so, asks again, and tells nothing."""
    met = 0
    for seed in range(3):
        env = life_v0.raw_env(scenario=patient(generate(seed, sessions=6)), reward_to="nobody")

        def halved(observation, env=env):
            pending = env.life.pending
            first = pending is not None and pending.attempt == 1
            kind = VerdictKind.PARTIAL if first else VerdictKind.CORRECT
            return {"verdict": int(kind if pending is not None else VerdictKind.NONE), "score": 0.5}

        cast = Cast(env, assistant=Answering(env, lambda life, seen: "I see."), evaluator=halved)
        cast.reset(seed=seed)
        cast.run()
        halves = [o for o in of_kind(env.life, VerdictKind.PARTIAL) if o.expectation.form not in ("pass_on", "mention")]
        assert {o.probe.id for o in halves} <= {o.probe.id for o in env.life.outcomes if o.attempt == 2}
        assert not any(disclosure.how == "correction" for disclosure in env.life.ledger.disclosures)
        met += phrases(env.life, "half_answer")
    assert met >= 6


def test_wrong_stale_and_leaked_answers_are_corrected():
    class Leaking:
        seen = 0

    def leak(life, seen):
        key = life.pending.expectation if asked(life) else None
        if key is not None and key.others:
            Leaking.seen += 1
            return Reply(f"It is {key.others[0]}.", answer=key.others[0])
        if key is not None and key.stale:
            return Reply(f"It is {key.stale[-1]}.", answer=key.stale[-1])
        return Reply("It is this.", answer="nothing at all") if key is not None else "I see."

    said = Counter()
    for seed in range(6):
        life, _ = lived(leak, seed, generate(seed, users=2, sessions=12))
        said["leaked"] += phrases(life, "leaked")
        said["wrong"] += phrases(life, "reaction_wrong")
        said["corrections"] += sum(t.how == "correction" for t in life.ledger.disclosures)
        said["stale"] += len(of_kind(life, VerdictKind.STALE))
    assert all(said[name] for name in ("wrong", "corrections", "stale")), said
    assert bool(said["leaked"]) == bool(Leaking.seen)


def test_an_ignored_request_is_repeated_before_the_session_closes():
    answerable = set()
    for seed in range(4):
        scenario = patient(generate(seed, sessions=6))
        life, _ = lived(lambda life, seen: "Lovely weather today.", seed, scenario)
        requests = {a.probe for s in scenario.sessions for a in s.agenda if a.kind is ActKind.REQUEST}
        again = {o.probe.id for o in life.outcomes if o.attempt == 2}
        cut = {s.number for s in life.sessions if s.ending != "closed"}
        for outcome in of_kind(life, VerdictKind.OFF_TASK):
            if outcome.probe.id in requests and outcome.probe.session not in cut:
                assert outcome.probe.id in again
                answerable.add(outcome.expectation.answerable)
    assert answerable == {True, False}


def test_people_leave_whose_patience_is_gone_and_say_so():
    impatient = gone = 0
    for seed in range(12):
        touchy = patient(generate(seed, sessions=6), 0.45)
        life, _ = lived(lambda life, seen: Reply("It is this.", answer="nothing at all"), seed, touchy)
        left = [s for s in life.sessions if s.ending == "left"]
        assert phrases(life, "leaving") == len(left)
        gone += len(left)
        impatient += phrases(life, "impatience")
    assert gone
    assert impatient


def test_the_sealed_feel_nothing():
    _, felt = lived(lambda life, seen: QUESTION, 6, feedback="sealed")
    assert {trust for _, trust, _ in felt} == {RULES.start_trust}
    assert len({patience for session, _, patience in felt if session}) == 1


# ---------------------------------------------------------------- disclosure


def test_candour_lowers_what_trust_has_to_reach():
    assert RULES.threshold(2, 0.9) < RULES.threshold(2) < RULES.threshold(2, 0.1)
    counts = {}
    for candour in (0.05, 0.95):
        told = planned = 0
        for seed in range(6):
            scenario = generate(seed, sessions=8)
            people = tuple(
                replace(p, persona=replace(p.persona, candour=candour, patience=9.0)) for p in scenario.persons
            )
            life, _ = lived(lambda life, seen: "I see.", seed, replace(scenario, persons=people))
            trusted = {a.fact for s in scenario.sessions for a in s.agenda if a.mode is DisclosureMode.TRUSTED}
            planned += len(trusted)
            told += len(trusted & life.ledger.told)
        counts[candour] = told / planned
    assert counts[0.95] > counts[0.05] + 0.2


def test_no_requests_without_trust():
    scenario = generate(0, sessions=6)
    rude = replace(RULES, start_trust=0.0, trust={})
    env = life_v0.raw_env(scenario=scenario, reward_to="nobody")
    cast = Cast(env, assistant=Answering(env, lambda life, seen: "I see."))
    cast.reset(seed=0)
    cast.seats["user_0"].behaviour = rude
    cast.seats["user_0"].state.trust = 0.0
    cast.run()
    requested = {a.probe for s in scenario.sessions for a in s.agenda if a.kind is ActKind.REQUEST}
    assert requested
    assert not requested & {outcome.probe.id for outcome in env.life.outcomes if outcome.turn}
    assert env.life.phase is not Phase.PROBE
