"""Human noise in lives: what is told, what the ledger and the records hold, and that no noise changes nothing."""

from __future__ import annotations

import importlib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from core_plays import until, with_other_untold_facts
from small_lives import begun, scenario, session
from test_ledger_laws import Knowing, _keys

from regulars import Cast, life_v0, registry
from regulars.agents import roster
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.validate import find_spoken_future, validate_record
from regulars.dialogue import VerdictKind
from regulars.envs.probes.gold import ProbeStatus
from regulars.envs.probes.resolution import resolve
from regulars.errors import ConfigurationError
from regulars.evaluation.systems.oracles import told, true_now
from regulars.scenarios.kinds import ActKind, DisclosureMode, NoiseKind
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Act

assert roster.__name__
ALL = "typos:.05+vague-dates:.2+changed-minds:.2+contradictions:.3+omissions:.3"
LIVES = 20


def _begun(seed, noise="", *, stance="asker", look_up=None, users=1, **options):
    env = life_v0.raw_env(sessions=9, probes="fork", users=users, noise=noise, **options)
    given = {"memory": "recency"} if stance == "asker" else {}
    assistant = Knowing(env, stance, look_up) if look_up else registry.build("assistant", stance, **given)
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=seed)
    return env, cast


def _lived(seed, noise="", **given):
    env, cast = _begun(seed, noise, **given)
    cast.run()
    return env.life


def _noisy_begun(seed):
    return _begun(seed, ALL, users=1 + seed % 2)


@cache
def _noisy(seed):
    env, cast = _noisy_begun(seed)
    cast.run()
    return env.life


def _record(life):
    return episode_record(life, key=EpisodeKey("", 0, ""), config=EpisodeConfig())


def test_off_is_off():
    for seed in range(3):
        plain = _record(_lived(seed))
        assert plain.noise is None
        assert not any(outcome.noise for probe in plain.probes for outcome in probe.outcomes)
        for off in ("", " ", "typos:0+omissions:0"):
            assert _record(_lived(seed, off)).hash == plain.hash


def test_same_seed_same_bytes_and_another_seed_other_noise():
    first, again = _record(_lived(4, ALL)), _record(_lived(4, ALL))
    assert first.hash == again.hash
    assert _record(_lived(5, ALL)).noise != first.noise


def test_two_assistants_meet_the_same_noise_in_every_act_that_they_reach():
    one, other = _lived(6, ALL, stance="acknowledger"), _lived(6, ALL, stance="fabricator")
    assert one.scenario == other.scenario
    told = {t.act: t.value for t in one.ledger.disclosures if t.how == "slip"}
    both = [t for t in other.ledger.disclosures if t.how == "slip" and t.act in told]
    assert both
    assert all(told[t.act] == t.value for t in both)


@pytest.mark.slow
def test_each_kind_occurs_is_marked_and_the_records_are_sound():
    ontology, marked, rests = load_ontology(), Counter(), Counter()
    for seed in range(3 * LIVES):
        life = _noisy(seed)
        record = _record(life)
        assert validate_record(record, ontology) == []
        assert list(find_spoken_future(record, ontology)) == []
        assert life.unresolved == []
        turns = {turn.id for turn in record.transcript}
        notes = record.noise.turns
        assert {note.turn for note in notes} <= turns
        assert record.noise.touched == bool(notes)
        marked.update(note.kind for note in notes)
        outcomes = [outcome for probe in record.probes for outcome in probe.outcomes]
        rests.update(kind for outcome in outcomes for kind in outcome.noise)
    assert set(marked) == set(rests) == {kind.value for kind in NoiseKind}
    assert min(marked.values()) >= 10, marked


def test_vague_days_are_known_by_their_month():
    """In 80 lives; those that plan no such day are not played."""
    seen = 0
    for seed in range(4 * LIVES):
        scenario = _noisy_begun(seed)[0].life.scenario
        acts = {act.fact: act for session in scenario.sessions for act in session.agenda}
        if not any(act.noise is NoiseKind.VAGUE_DATES for act in acts.values()):
            continue
        life = _noisy(seed)
        for disclosure in life.ledger.disclosures:
            if disclosure.fact in acts and acts[disclosure.fact].noise is NoiseKind.VAGUE_DATES:
                assert len(disclosure.value) == 7
                seen += 1
    assert seen > 10


def test_after_a_changed_mind_the_first_value_is_stale():
    changed = stale = 0
    for seed in range(LIVES):
        life = _noisy(seed)
        minds = {a.id for s in life.scenario.sessions for a in s.agenda if a.noise is NoiseKind.CHANGED_MINDS}
        for slip in (one for one in life.ledger.disclosures if one.how == "slip" and one.act in minds):
            later = [t for t in life.ledger.disclosures if t.fact == slip.fact and t.how == "mended"]
            if not later:
                continue
            changed += 1
            place = life.ledger.disclosures.index
            assert place(slip) < place(later[0])
            assert slip.value != later[0].value
            assert slip not in life.ledger.of(slip.person, slip.attribute)
            for outcome in life.outcomes:
                probe, key = outcome.probe, outcome.expectation
                if (probe.owner, probe.attribute) == (slip.person, slip.attribute) and key and probe.form == "value":
                    assert slip.value not in key.gold or outcome.mark[0] <= place(later[0]) or len(key.gold) > 1
                    stale += slip.value in key.stale
    assert changed > 20
    assert stale > 5


def test_after_a_contradiction_either_is_right_until_it_is_mended():
    either = mended = 0
    ontology = load_ontology()
    for seed in range(LIVES):
        life = _noisy(seed)
        slips = {a.id: a for s in life.scenario.sessions for a in s.agenda if a.kind is ActKind.SLIP}
        disclosures = life.ledger.disclosures
        for place, slip in enumerate(disclosures):
            if slip.act not in slips or slip.how != "slip":
                continue
            probe = next((p for p in life.scenario.probes if p.form == "value" and p.attribute == slip.attribute), None)
            if probe is None or probe.owner != slip.person or probe.kind in ("episodic-cue", "multi-hop"):
                continue
            then = resolve(probe, life.ledger.at((place + 1, 0)), ontology).expectation
            true = next(t.value for t in disclosures if t.fact == slip.fact and t.how != "slip")
            assert set(then.gold) == {true, slip.value}
            either += 1
            end = next((n for n, t in enumerate(disclosures) if t.fact == slip.fact and t.how == "mended"), None)
            if end is not None:
                after = resolve(probe, life.ledger.at((end + 1, 0)), ontology).expectation
                assert after.gold == (true,)
                assert slip.value in after.stale
                mended += 1
    assert either > 3
    assert mended


def test_omitted_facts_are_told_when_asked_and_unanswerable_otherwise():
    seen = Counter()
    for stance in ("asker", "acknowledger"):
        for seed in range(6):
            life = _lived(seed, "omissions:1", stance=stance)
            left = {a.fact: a for s in life.scenario.sessions for a in s.agenda if a.noise is NoiseKind.OMISSIONS}
            for disclosure in life.ledger.disclosures:
                if disclosure.fact in left and disclosure.how == "asked":
                    seen[stance] += 1
                    assert disclosure.after == ()
            for outcome in life.outcomes:
                if outcome.noise and outcome.status is ProbeStatus.UNANSWERABLE:
                    seen["unanswerable"] += 1
    assert seen["asker"] > 5
    assert seen["acknowledger"] == 0
    assert seen["unanswerable"]


def test_scripted_disclosure_omits_nothing():
    life = _lived(1, "omissions:1", stance="acknowledger", disclosure="scripted")
    assert not life.ledger.noise


class _AsksLater:
    """Acknowledges everything in the first session, and asks about the car in the second."""

    def act(self, observation):
        return roster.Reply("What is your car?" if observation["session"] > 1 else "I see.")


def test_a_mind_may_change_over_what_an_earlier_session_offered():
    """Grounding finds the slip, its correction and the noise, as in the session of the offer."""
    offer = Act(
        "t1", ActKind.TELL, "f-car", "car", DisclosureMode.ASKED, noise=NoiseKind.CHANGED_MINDS, slip="Toyota Yaris"
    )
    env = begun(scenario(session(1, offer), session(2, *(Act(f"s{n}", ActKind.SMALL_TALK) for n in range(3)))))
    cast = Cast(env, assistant=_AsksLater())
    cast.reset(seed=0)
    cast.run()
    told = [one for one in env.life.ledger.disclosures if one.attribute == "car"][:2]
    assert [(one.value, one.how, one.act, one.session) for one in told] == [
        ("Toyota Yaris", "slip", "t1", 2),
        ("Fiat Panda", "mended", "t1", 2),
    ]
    assert {(note.kind, note.turn) for note in env.life.ledger.noise} == {("changed-minds", told[0].turn)}
    assert env.life.unresolved == []


def test_anchors_are_told_in_every_run_alike():
    for seed in range(8):
        said = []
        for stance in ("acknowledger", "interrogator"):
            life = _lived(seed, ALL, stance=stance)
            anchors = {a.fact: a for s in life.scenario.sessions for a in s.agenda if a.anchor}
            kinds = {act.noise for act in anchors.values()}
            assert kinds <= {None, NoiseKind.VAGUE_DATES, NoiseKind.CHANGED_MINDS}
            texts = {turn.id: turn.text for turn in life.transcript}
            said.append(
                {t.fact: texts[t.turn] for t in life.ledger.disclosures if t.fact in anchors and t.session == 1}
            )
        assert said[0] == said[1]


@pytest.mark.parametrize("stance", ["acknowledger", "asker", "fabricator", "interrogator"])
def test_the_laws_of_the_ledger_hold_with_noise(stance):
    """Untold invariance and cut, as without noise; the noise of the other life is planned already."""
    ontology = load_ontology()
    for seed in range(4):
        life = _lived(seed, ALL, stance=stance)
        for outcome in life.outcomes:
            cut = resolve(outcome.probe, until(life, outcome), ontology)
            assert (cut.status, cut.expectation, cut.evidence) == (
                outcome.status,
                outcome.expectation,
                outcome.evidence,
            )
        other = with_other_untold_facts(life.scenario, {disclosure.fact for disclosure in life.ledger.disclosures})
        again = _lived(seed, stance=stance, scenario=other)
        assert _keys(again) == _keys(life)
        assert again.transcript == life.transcript


@pytest.mark.parametrize("users", [1, 2])
def test_the_ideal_listener_is_right_and_omniscience_does_not_pay(users):
    right = {told: Counter(), true_now: Counter()}
    asked = {told: Counter(), true_now: Counter()}
    for look_up, counts in right.items():
        for seed in range(10):
            for outcome in _lived(seed, ALL, look_up=look_up, users=users).outcomes:
                if outcome.expectation is not None and outcome.attempt == 1:
                    for kind in outcome.noise or ("plain",):
                        asked[look_up][kind] += 1
                        counts[kind] += outcome.verdict.kind is VerdictKind.CORRECT
    assert set(asked[told]) == {"plain", *(kind.value for kind in NoiseKind)}
    for kind, count in asked[told].items():
        assert right[told][kind] == count, kind
        assert right[true_now][kind] <= asked[true_now][kind]
    assert right[true_now]["vague-dates"] < asked[true_now]["vague-dates"]
    assert sum(right[true_now].values()) / sum(asked[true_now].values()) < 1


def test_a_declared_noise_that_is_none_is_unresolved():
    env = life_v0.raw_env(sessions=2)
    env.reset(seed=0)
    env.step({"message": "Hi.", "noise": "typos shouting"})
    assert [note.kind for note in env.life.ledger.noise] == ["typos"]
    assert env.life.unresolved == ["noise shouting"]


@pytest.mark.parametrize(
    "value", [3, None, "typo:.1", "typos", "typos:2", "typos:.1+typos:.2", "omissions:.7+changed-minds:.7"]
)
def test_invalid_noise_specs_are_rejected(value):
    with pytest.raises(ConfigurationError):
        life_v0.raw_env(noise=value)


def test_the_example_of_the_docs_is_what_the_script_prints(monkeypatch):
    root = Path(__file__).resolve().parents[2]
    monkeypatch.syspath_prepend(str(root / "examples"))
    example = importlib.import_module("human_noise")
    page = (root / "docs" / "simulated_user.md").read_text("utf-8")
    assert "\n".join(example.shown(example.live())) in page
