"""Feedback and rewards stay separate: what reaches the assistant, and what does not."""

from __future__ import annotations

import json

import gymnasium
import pytest
from traces import plain

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.dialogue import FeedbackAction, Phase, VerdictKind
from regulars.evaluation.systems.oracles import KnowingAssistant, told
from regulars.rewards.metrics.reward_terms import feedback_reward
from regulars.scenarios.canary import plant
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology

TOKEN = "CANARY7f3a"


class SwapsOneAnswer:
    """Answers rightly, except that the n-th judged answer is swapped for a wrong one of as many words."""

    branches = True

    def __init__(self, env, swap):
        self.env, self.swap, self.judged, self.seen = env, swap, 0, []
        self.honest = KnowingAssistant(lambda: env.life, Language.load("english"), told)

    def act(self, observation):
        self.seen.append(json.dumps(plain(observation)))
        pending = self.env.life.pending
        reply = self.honest.act(observation)
        if pending is not None and pending.probe is not None and pending.expectation and pending.expectation.answerable:
            self.judged += 1
            if self.judged == self.swap:
                self.swapped_at = len(self.seen)
                return f"That is {_wrong(pending.expectation)}."
        return reply


def _wrong(key):
    """A value of the domain that is neither right nor known to anybody."""
    if key.domain.type == "date":
        return "3 March 1999"
    grid = load_ontology().attribute(key.domain.name).grid() if key.domain.name != "count" else ("77",)
    return next(value for value in grid if value not in (*key.gold, *key.stale, *key.others))


def _heard(feedback, swap, seed):
    env = life_v0.raw_env(sessions=5, feedback=feedback, reward_to="nobody")
    assistant = SwapsOneAnswer(env, swap)
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=seed)
    cast.run()
    return assistant


@pytest.mark.parametrize("seed", range(6))
def test_under_sealed_a_right_and_a_wrong_answer_reach_the_assistant_as_the_same_bytes(seed):
    right, wrong = _heard("sealed", 0, seed), _heard("sealed", 1, seed)
    assert wrong.judged
    assert right.seen == wrong.seen


@pytest.mark.parametrize("seed", range(6))
def test_under_silent_they_are_the_same_up_to_the_users_next_line(seed):
    right, wrong = _heard("silent", 0, seed), _heard("silent", 1, seed)
    assert right.seen[: wrong.swapped_at] == wrong.seen[: wrong.swapped_at]
    after = [json.loads(line) for line in (right.seen[wrong.swapped_at], wrong.seen[wrong.swapped_at])]
    without_words = [{k: v for k, v in one.items() if k not in ("message", "phase")} for one in after]
    assert without_words[0] == without_words[1]


@pytest.mark.parametrize("seed", range(6))
def test_under_evaluative_the_rating_differs(seed):
    right, wrong = _heard("evaluative", 0, seed), _heard("evaluative", 1, seed)
    after = [json.loads(line) for line in (right.seen[wrong.swapped_at], wrong.seen[wrong.swapped_at])]
    assert after[0]["rating"] in (FeedbackAction.LIKE, FeedbackAction.COPY)
    assert after[1]["rating"] == FeedbackAction.DISLIKE
    assert after[0]["about"] == after[1]["about"] != ""


def test_sealed_freezes_trust_and_patience():
    env = life_v0.raw_env(sessions=5, feedback="sealed")
    cast = Cast(env, assistant=lambda observation: "It is Nothingatall.")
    cast.reset(seed=1)
    cast.run()
    state = cast.seats["user_0"].state
    assert state.trust == 0.5
    assert state.patience == env.scenario.persons[0].persona.patience


class KeepsAllItSees:
    """Keeps all that reaches it, and follows it into every object."""

    branches = True

    def __init__(self):
        self.seen = []

    def act(self, observation):
        self.seen.append(repr(plain(observation)))
        return "I see." if observation["phase"] != Phase.CLOSING else ""


@pytest.mark.parametrize("users", [1, 2])
@pytest.mark.parametrize("seed", range(10))
def test_no_canary_is_ever_seen_by_an_assistant(seed, users):
    scenario = plant(generate(seed, users=users, sessions=6), TOKEN)
    assert TOKEN in repr(scenario)
    env = life_v0.raw_env(scenario=scenario, probes="fork")
    spy = KeepsAllItSees()
    cast = Cast(env, assistant=spy)
    cast.reset(seed=seed)
    infos = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        if agent == "assistant_0":
            infos.append(repr(info))
        env.step(None if terminated or truncated else cast[agent](observation))
    assert len(spy.seen) > 30
    assert not any(TOKEN in text for text in spy.seen + infos)
    assert env.briefing("assistant_0") is None


def test_the_second_episode_begins_without_a_word_of_the_first():
    env = life_v0.env(sessions=2)
    cast = Cast(env, assistant=lambda o: "A secret word: xyzzy.")
    cast.reset(seed=1)
    cast.run()
    cast.reset()
    for seat in env.agents:
        assert "xyzzy" not in repr(env.observe(seat))


def _lives_somewhere(env):
    """Seeds of lives in which a home city is true from the start, with the fact."""
    for seed in range(60):
        env.reset(seed=seed)
        for fact in env.briefing("user_0").facts.values():
            if fact.attribute == "home_city":
                yield seed, fact


def test_a_fact_told_in_the_last_turn_of_the_last_session_is_recalled():
    env = life_v0.raw_env(sessions=1, probes="off", played=("evaluator",))
    seed, fact = next(_lives_somewhere(env))
    assistant = ScriptedAssistant("bm25-turn")
    cast = Cast(env, assistant=assistant, user=lambda observation: "")
    cast.reset(seed=seed)
    env.step({"message": f"Just so you know, I live in {fact.value}. Bye.", "tells": fact.id, "close": 1})
    closing = env.observe("assistant_0")
    assert closing["phase"] == Phase.CLOSING
    env.step(cast["assistant_0"](closing))
    assert [disclosure.value for disclosure in env.ledger.disclosures if disclosure.how != "implied"] == [fact.value]
    asked = {**closing, "phase": int(Phase.PROBE), "message": "Which city do I live in?", "turn_id": "", "reply_id": ""}
    assert fact.value in assistant.act(asked).text


def test_the_last_rating_arrives():
    arrived = 0
    for seed in range(8):
        env = life_v0.raw_env(sessions=3, played=("evaluator",))
        seen = []

        def listen(observation, seen=seen):
            seen.append(observation)
            return "I see."

        cast = Cast(env, assistant=listen)
        cast.reset(seed=seed)
        cast.run()
        rated = {observation["about"] for observation in seen if observation["rated"]}
        assert rated == {feedback.about for feedback in env.life.signals.feedbacks}
        last = env.life.signals.feedbacks[-1] if env.life.signals.feedbacks else None
        arrived += last is not None and last.about in rated
    assert arrived


def test_a_rating_in_the_closing_line_reaches_the_assistant():
    env = life_v0.raw_env(sessions=1, played=("evaluator",))
    env.reset(seed=1)
    env.step("Hello.")
    env.step("Good day.")
    env.step({"message": "Thanks, bye.", "close": 1, "rating": 1, "satisfaction": 8.0})
    seen = env.observe("assistant_0")
    assert (seen["phase"], seen["rated"], seen["rating"], float(seen["satisfaction"])) == (Phase.CLOSING, 1, 1, 8.0)
    assert seen["about"] == "s001.t02"


def _rewards(reward_to):
    env = gymnasium.make("regulars:Life-v0", sessions=4, reward_to=reward_to)
    env.reset(seed=2)
    total, over = 0.0, False
    assistant = ScriptedAssistant("bm25-turn")
    assistant.begin("assistant_0", 0)
    observation, _ = env.reset(seed=2)
    while not over:
        observation, reward, terminated, truncated, _ = env.step(assistant.act(observation))
        total += reward
        over = terminated or truncated
    return total, env.unwrapped.aec.life


def test_reward_goes_to_whom_it_is_said_to_go():
    trainer, life = _rewards("trainer")
    recorded = sum(sum(n.terms.values()) for n in life.signals.reward_notes if n.seat == "assistant")
    assert trainer == pytest.approx(recorded, abs=1e-9)
    assert trainer != 0
    nobody, silent_life = _rewards("nobody")
    assert nobody == 0
    assert silent_life.signals.reward_notes == life.signals.reward_notes
    feedback, rated = _rewards("feedback")
    assert feedback == pytest.approx(sum(feedback_reward(f) for f in rated.signals.feedbacks), abs=1e-9)


def test_reward_terms_in_infos_sum_to_the_reward():
    env = life_v0.raw_env(sessions=5)
    cast = Cast(env)
    cast.reset(seed=3)
    seen = 0.0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if agent != "evaluator_0":
            assert sum(v for k, v in info.items() if k.startswith("reward_")) == pytest.approx(reward, abs=1e-9)
            seen += abs(reward)
        env.step(None if terminated or truncated else cast[agent](observation))
    assert seen


def test_reward_terms_through_gymnasium_sum_to_each_steps_reward():
    env = gymnasium.make("regulars:Life-v0", sessions=6)
    assistant = ScriptedAssistant("bm25-turn")
    observation, _ = env.reset(seed=3)
    over, rewarded = False, 0
    while not over:
        observation, reward, terminated, truncated, info = env.step(assistant.act(observation))
        assert sum(v for k, v in info.items() if k.startswith("reward_")) == pytest.approx(reward, abs=1e-9)
        rewarded += reward != 0
        over = terminated or truncated
    assert rewarded


def test_a_person_is_not_told_what_other_people_told():
    env = life_v0.raw_env(users=2, sessions=10)
    cast = Cast(env)
    cast.reset(seed=2)
    held = 0
    while env.ending is None:
        agent = env.agent_selection
        briefing = env.briefing(agent)
        if agent.startswith("user") and briefing.pending is not None and briefing.pending.expectation is not None:
            assert briefing.pending.expectation.others == ()
            held += 1
        env.step(cast[agent](env.observe(agent)))
    assert held


def test_a_fault_ends_all_seats_together_with_nothing_scored():
    from regulars.envs.life.outcomes import Ending

    env = life_v0.env(sessions=3)
    cast = Cast(env)
    cast.reset(seed=1)
    for _, agent in zip(range(12), env.agent_iter(), strict=False):
        env.step(cast[agent](env.last()[0]))
    env.unwrapped.abort(Ending.ASSISTANT_ERROR)
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert all(info["valid"] == 0.0 for info in env.infos.values())
    assert set(env.rewards.values()) == {0.0}


@pytest.mark.parametrize("stance", ["interrogator", "acknowledger"])
def test_every_ending_ends_all_seats_with_one_flag(stance):
    from regulars import registry

    env = life_v0.env(sessions=12, users=2)
    cast = Cast(env, assistant=registry.build("assistant", stance))
    cast.reset(seed=4)
    over = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            over.append((terminated, truncated))
        env.step(None if terminated or truncated else cast[agent](observation))
    assert over == [(True, False)] * 4
    assert env.unwrapped.ending in ("completed", "abandoned")


def test_an_assistant_left_three_times_in_a_row_is_abandoned():
    env = life_v0.raw_env(sessions=6)
    cast = Cast(env, user=lambda o: {"message": "Enough.", "close": 2}, assistant=lambda o: "I see.")
    cast.reset(seed=1)
    cast.run()
    assert env.ending == "abandoned"
    assert [session.ending for session in env.life.sessions] == ["left"] * 3


def test_sessions_end_by_turns_and_by_time():
    env = life_v0.raw_env(sessions=2, played=("evaluator",))
    cast = Cast(env, user=lambda o: "And another thing.", assistant=lambda o: "I see.")
    cast.reset(seed=1)
    cast.run()
    assert {session.ending for session in env.life.sessions} == {"turn_limit"}
    env = life_v0.raw_env(sessions=2, played=("evaluator",))
    cast = Cast(env, user=lambda o: "Well?", assistant=lambda o: "hm " * 20_000)
    cast.reset(seed=1)
    cast.run()
    assert {session.ending for session in env.life.sessions} == {"out_of_time"}
    for lived, session in zip(env.life.sessions, env.scenario.sessions, strict=True):
        assert lived.ended <= session.start + session.budget


def _what_is_said(seed, waited):
    """All words and disclosures of a life with an assistant that knows nothing and waits before each reply."""

    def unknowing(observation):
        text = "I don't know that; you have not told me." if "?" in observation["message"] else "I see."
        return {"message": text, "elapsed": waited}

    env = life_v0.raw_env(sessions=6, probes="end")
    cast = Cast(env, assistant=unknowing)
    cast.reset(seed=seed)
    cast.run()
    verdicts = [(one.probe.id, one.status, one.verdict and one.verdict.kind) for one in env.life.outcomes]
    return [(turn.id, turn.text) for turn in env.transcript], sorted(env.ledger.told), verdicts


@pytest.mark.parametrize("seed", [1, 2])
def test_an_assistant_that_waits_an_hour_before_each_reply_hears_the_same_and_is_judged_the_same(seed):
    at_once = _what_is_said(seed, 0.0)
    assert at_once[1]
    assert _what_is_said(seed, 3600.0) == at_once


def test_every_session_has_a_closing_round_that_the_assistant_sees():
    env = life_v0.raw_env(sessions=6, users=2)
    phases = {}

    def listen(observation):
        phases.setdefault(int(observation["session"]), []).append(observation["phase"])
        return "I see."

    cast = Cast(env, assistant=listen)
    cast.reset(seed=5)
    cast.run()
    assert len(phases) == 6
    for seen in phases.values():
        assert seen[0] in (Phase.OPENING, Phase.CLOSING)
        assert seen[-1] == Phase.CLOSING
        assert seen.count(Phase.CLOSING) == 1
    assert all(verdict.kind is not VerdictKind.NONE for verdict in (o.verdict for o in env.life.outcomes) if verdict)
