"""The rules of a person's behaviour in whole lives; single replies are in `test_trust_and_patience.py`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from regulars import Cast, Reply, life_v0
from regulars.agents.user.behaviour import load_behaviour
from regulars.dialogue import VerdictKind
from regulars.errors import DataError
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind
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


# ---------------------------------------------------------------- reactions


def of_kind(life, kind):
    return [outcome for outcome in life.outcomes if outcome.verdict is not None and outcome.verdict.kind is kind]


def _false(key):
    """A false value for an answer: another person's, a former one, or one that nobody told."""
    never = (one for one in key.domain.aliases if one not in (*key.gold, *key.stale, *key.others))
    return next(iter((*key.others, *key.stale[-1:])), None) or next(never, "nothing at all")


def test_wrong_stale_and_leaked_answers_are_corrected():
    leaking = 0

    def errs(life, seen):
        nonlocal leaking
        key = life.pending.expectation if asked(life) else None
        if key is None:
            return "I see."
        leaking += bool(key.others)
        return Reply(f"It is {_false(key)}.", answer=_false(key))

    said = Counter()
    for seed in range(6):
        for users in (1, 2):
            life, _ = lived(errs, seed, generate(seed, users=users, sessions=12))
            said["leaked"] += phrases(life, "leaked")
            said["wrong"] += phrases(life, "reaction_wrong")
            said["corrections"] += sum(t.how == "correction" for t in life.ledger.disclosures)
            said["stale"] += len(of_kind(life, VerdictKind.STALE))
    assert all(said[name] for name in ("wrong", "corrections", "stale")), said
    assert bool(said["leaked"]) == bool(leaking)


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
