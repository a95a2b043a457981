"""Feedback travels from the person through the environment to policy, memory and record."""

from __future__ import annotations

import importlib
import json
import pickle
from collections import Counter
from functools import cache
from pathlib import Path

import gymnasium
import pytest
from traces import plain

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.dialogue import FeedbackAction, Phase, feedback_in
from regulars.scenarios.generator import generate
from regulars.scenarios.suites import load_suite


@cache
def scenario():
    """A life with standing rules."""
    return generate(**load_suite("core").scenarios(3)[0])


class Learner:
    """A memory that keeps the feedback that it gets."""

    def __init__(self):
        self.got = []

    def observe(self, turn):
        pass

    def recall(self, cue):
        return []

    def feedback(self, feedback, recollections):
        self.got.append(feedback)


def lived(feedback, assistant=None, *, of=None, seed=0, **options):
    """A life to its end: the environment, what the assistant saw, and what its memory was given."""
    env = life_v0.raw_env(scenario=of or scenario(), feedback=feedback, reward_to="nobody", **options)
    seen, memory = [], Learner()
    inner = assistant or ScriptedAssistant(lambda: memory)

    class Watched:
        branches = True

        def begin(self, episode_id, seed):
            getattr(inner, "begin", lambda *_: None)(episode_id, seed)

        def act(self, observation):
            seen.append(observation)
            return inner.act(observation) if hasattr(inner, "act") else inner(observation)

    cast = Cast(env, assistant=Watched())
    cast.reset(seed=seed)
    cast.run()
    return env, seen, memory


def curt(observation):
    return "" if observation["phase"] == Phase.CLOSING else "I see."


def waited(life):
    """For each feedback, how many lines of the person came between the reply and the line that brought it."""
    lines = [turn for turn in life.transcript if turn.speaker != "assistant"]
    place = {turn.id: number for number, turn in enumerate(life.transcript)}
    found = []
    for one in life.signals.feedbacks:
        answering = next(n for n, turn in enumerate(lines) if place[turn.id] > place[one.about])
        brought = next(n for n, turn in enumerate(lines) if turn.time == one.time)
        found.append(brought - answering)
    return found


@pytest.mark.parametrize("policy", ["silent", "sealed", "placebo:of=silent"])
def test_nothing_reaches_the_assistant_where_all_is_withheld(policy):
    env, seen, memory = lived(policy)
    assert not env.life.signals.feedbacks
    assert not memory.got
    assert not any(o["rated"] or o["remark"] or o["about"] or o["rating"] for o in seen)


def test_withheld_feedback_is_withheld_for_every_user_policy():
    env = life_v0.raw_env(sessions=1, feedback="silent", played=("evaluator",))
    env.reset(seed=1)
    env.step("Hello.")
    env.step("Good day.")
    env.step({"message": "Well.", "rating": 1, "satisfaction": 8.0, "remark": "Splendid."})
    assert env.observe("assistant_0")["remark"] == ""


def test_a_users_remark_arrives_unchanged():
    env = life_v0.raw_env(sessions=1, played=("evaluator",))
    env.reset(seed=1)
    env.step("Hello.")
    env.step("Good day.")
    env.step({"message": "Well.", "remark": "Shorter, please 🙂"})
    seen = env.observe("assistant_0")
    assert (seen["rated"], seen["about"], seen["remark"]) == (1, "s001.t02", "Shorter, please 🙂")
    assert env.life.transcript[-1].text == "Well."


def test_the_same_feedback_reaches_policy_memory_and_record():
    env, seen, memory = lived("instructive+noisy:rate=.2+delayed:turns=1")
    there = env.life.signals.feedbacks
    assert len(there) > 30
    assert any(one.text for one in there)
    assert [feedback_in(observation) for observation in seen if observation["rated"]] == there
    assert memory.got == there
    record = episode_record(env.life, key=EpisodeKey("", 0, ""), config=EpisodeConfig())
    assert list(record.feedback) == there
    assert record.feedback_policy.carries == "instructive"


def test_strictness_and_each_persons_policy_are_recorded():
    env, _, _ = lived("mixed:evaluative=1;drifting=1+noisy", of=generate(4, users=2, sessions=8), seed=4)
    policy = episode_record(env.life, key=EpisodeKey("", 0, ""), config=EpisodeConfig()).feedback_policy
    for person, own in policy.people.items():
        assert own.spec in (
            "evaluative+noisy:rate=0.05",
            "evaluative+drifting:first=-1;last=2;over=10+noisy:rate=0.05",
        )
        if "drifting" in own.spec:
            sessions = sum(session.person == person for session in env.life.sessions)
            assert list(own.strictness) == pytest.approx([-1 + 0.3 * n for n in range(sessions)])


# ---------------------------------------------------------------------- late


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_feedback_delayed_by_turns_arrives_when_it_is_due(turns):
    now, _, _ = lived("instructive", curt)
    late, _, _ = lived(f"instructive+delayed:turns={turns}", curt)
    early, there = now.life.signals.feedbacks, late.life.signals.feedbacks
    assert waited(now.life) == [0] * len(early)
    assert waited(late.life) == [turns] * len(there)
    content = [(one.about, one.action, one.satisfaction, one.text) for one in early]
    assert [(one.about, one.action, one.satisfaction, one.text) for one in there] == content[: len(there)]
    assert 0 <= len(early) - len(there) <= turns


def test_feedback_delayed_by_sessions_arrives_in_order_from_the_due_session_on():
    env, _, _ = lived("evaluative+delayed:sessions=2", curt)
    there = env.life.signals.feedbacks
    assert len(there) > 20
    assert [one.about for one in there] == sorted(one.about for one in there)
    times = [one.time for one in there]
    assert len(set(times)) == len(times)
    for one in there:
        session = int(one.about[1:4])
        came = next(turn.session for turn in env.life.transcript if turn.time == one.time)
        assert came >= session + 2
    first = there[0]
    opening = next(turn for turn in env.life.transcript if turn.session == int(first.about[1:4]) + 2)
    assert first.time == opening.time


def test_pending_feedback_survives_state_and_pickle():
    def run(env, cast, steps):
        for _ in range(steps):
            if env.ending is None:
                agent = env.agent_selection
                env.step(cast[agent](env.observe(agent)))

    env = life_v0.raw_env(scenario=scenario(), feedback="instructive+delayed:turns=3")
    cast = Cast(env, assistant=ScriptedAssistant("recency"))
    cast.reset(seed=0)
    while not cast.seats["user_0"].state.outbox.waiting:
        run(env, cast, 1)
    state = cast.get_state()
    carried = pickle.loads(pickle.dumps(cast))
    run(env, cast, 10_000)
    after = list(env.life.signals.feedbacks)
    cast.set_state(state)
    run(env, cast, 10_000)
    assert env.life.signals.feedbacks == after
    run(carried.env, carried, 10_000)
    assert carried.env.unwrapped.life.signals.feedbacks == after


# ---------------------------------------------------------------------- chance


def by_line(life):
    """What was shown of replies, by session and words of the line that each answers, if said once in it."""
    said = Counter((turn.session, turn.text) for turn in life.transcript)
    shown = {one.about: (one.action, one.satisfaction, one.text) for one in life.signals.feedbacks}
    found = {}
    for line, reply in zip(life.transcript, life.transcript[1:], strict=False):
        place = line.session, line.text
        if reply.speaker == "assistant" and said[place] == 1:
            found[place] = shown.get(reply.id)
    return found


@cache
def thumbed():
    """The first life whose person gives thumbs to some of the replies of `curt`, and none to others."""
    planned = (generate(**load_suite("core").scenarios(seed)[0]) for seed in range(10))
    return next(one for one in planned if len(actions_in(lived("evaluative", curt, of=one)[0].life)) > 1)


def actions_in(life):
    """The actions in the feedback of a life."""
    return {one.action for one in life.signals.feedbacks}


@cache
def shown_to_two(policy):
    """What is shown to an assistant without a memory, and to one with a memory, by the person's line."""
    assistants = curt, ScriptedAssistant("bm25-turn")
    return [by_line(lived(policy, assistant, of=thumbed())[0].life) for assistant in assistants]


@pytest.mark.parametrize("policy", ["evaluative+noisy:rate=.5", "instructive+sparse:rate=.5", "placebo:of=instructive"])
def test_two_assistants_meet_the_same_chance_in_the_acts_that_both_reach(policy):
    """What is found alike of both is shown alike; a placebo is shown alike whatever is found."""
    straight = policy.partition("+")[0] if "+" in policy else "instructive"
    found, bent = shown_to_two(straight), shown_to_two(policy)
    assert found[0] != found[1]
    compared = differs = 0
    for line in found[0].keys() & found[1].keys():
        both = [one[line] for one in found]
        if both[0] == both[1] or (policy.startswith("placebo") and all(both)):
            assert bent[0][line] == bent[1][line], line
            compared += 1
            differs += both[0] != both[1] or bent[0][line] != both[0]
    assert compared > 20
    assert differs > 3


def test_chance_is_the_same_in_every_run_and_another_under_another_seed():
    runs = [lived("instructive+noisy:rate=.3", curt, seed=seed)[0].life.signals.feedbacks for seed in (1, 1, 2)]
    assert runs[0] == runs[1]
    ratings = [{one.about: (one.action, one.satisfaction) for one in run} for run in runs]
    both = ratings[0].keys() & ratings[2].keys()
    assert any(ratings[0][about] != ratings[2][about] for about in both)


@pytest.mark.parametrize("policy", ["placebo:of=evaluative", "evaluative+noisy:rate=.5", "instructive", "silent"])
def test_only_the_channel_is_bent_and_what_people_say_stays(policy):
    """Lines, ledger and dates are those of an evaluative person, whatever goes beside them."""
    assistants = [ScriptedAssistant("none") for _ in range(2)]
    one, other = (lived(p, a)[0].life for p, a in zip(("evaluative", policy), assistants, strict=True))
    assert other.transcript == one.transcript
    assert other.ledger.disclosures == one.ledger.disclosures
    assert [outcome.verdict for outcome in other.outcomes] == [outcome.verdict for outcome in one.outcomes]


def test_a_placebo_comes_with_the_same_lines_as_what_it_stands_for():
    real, placebo = (lived(p, curt)[0].life.signals.feedbacks for p in ("instructive", "placebo:of=instructive"))
    assert [(one.about, one.time) for one in real] == [(one.about, one.time) for one in placebo]
    assert [one.action for one in real] != [one.action for one in placebo]


# ---------------------------------------------------------------------- spaces and views


def test_sampled_remarks_are_legal_and_what_is_seen_lies_in_the_space():
    env = life_v0.raw_env(sessions=2, played=("evaluator",))
    env.reset(seed=1)
    env.action_space("user_0").seed(3)
    rated = 0
    while env.ending is None:
        agent = env.agent_selection
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        rated += bool(agent == "assistant_0" and seen["rated"])
        env.step(env.action_space(agent).sample())
    assert rated


def test_the_gymnasium_view_shows_remarks_and_its_spec_survives_a_file():
    env = gymnasium.make("regulars:Life-v0", sessions=6, feedback=" instructive+noisy:rate=.1 ", scenario=None)
    assert env.unwrapped.aec.options.feedback == "instructive+noisy:rate=.1"
    assert json.loads(env.spec.to_json())["kwargs"]["feedback"].strip() == "instructive+noisy:rate=.1"
    assistant, remarks, over = ScriptedAssistant("none"), 0, False
    observation, _ = env.reset(seed=1)
    while not over:
        remarks += bool(observation["remark"])
        observation, _, terminated, truncated, _ = env.step(assistant.act(observation))
        assert json.dumps(plain(observation))
        over = terminated or truncated
    assert remarks


@pytest.mark.parametrize("value", [3, None, ["evaluative"], "evaluative+noisy:rate=7"])
def test_an_option_that_is_no_spec_is_refused(value):
    from regulars.errors import ConfigurationError

    with pytest.raises(ConfigurationError):
        life_v0.raw_env(feedback=value)


def test_a_rating_alone_is_feedback_without_words():
    env, seen, _ = lived("evaluative", curt, of=thumbed())
    assert {one.text for one in env.life.signals.feedbacks} == {""}
    assert {o["remark"] for o in seen} == {""}
    assert actions_in(env.life) > {FeedbackAction.NONE}


def test_the_transcripts_of_the_docs_are_what_the_example_prints(monkeypatch):
    root = Path(__file__).resolve().parents[2]
    monkeypatch.syspath_prepend(str(root / "examples"))
    example = importlib.import_module("feedback_policies")
    page = (root / "docs" / "simulated_user.md").read_text("utf-8")
    conversation = example.said(example.live("core", 0, "silent"), 8, 18)
    assert "\n".join(conversation) in page
    for policy in ("instructive", "placebo:of=instructive"):
        shown = example.shown(example.live("core", 0, policy), 8, 18)
        assert len(shown) == 8
        assert "\n".join([policy, *(f"  {line}" for line in shown)]) in page
