"""Every error of the environment in full: where, what, what was expected, and what to do."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import timedelta

import gymnasium
import pytest
from refusals import message
from small_lives import ANN, BEN, NOON, begun, close, say, scenario, session

from regulars import Reply, life_v0
from regulars.envs.actions import read_action
from regulars.envs.aec import LifeAEC
from regulars.envs.life.outcomes import Ending
from regulars.envs.options import LifeOptions
from regulars.envs.views.gym import LifeEnv
from regulars.envs.views.parallel import LifeParallel
from regulars.errors import (
    ActionError,
    ConfigurationError,
    OrderError,
    RegularsError,
    SharedMemoryError,
    StateError,
    UnknownOptionError,
)
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.generator import generate

SMALL = scenario(session(1))


@pytest.mark.parametrize(
    ("action", "seat", "text"),
    [
        (7, "user_0", "user_0: an action of type int; expected a string, a regulars.Reply, or a dict of the action "
                      "space's fields."),
        (None, "user_0", "user_0: an action of type NoneType; expected a string, a regulars.Reply, or a dict of the "
                         "action space's fields; pass None only for a seat that has ended."),
        ({"mesage": ""}, "assistant_0", "assistant_0: an action has no field 'mesage'; did you mean 'message'?"),
        ({"message": 3}, "assistant_0", "assistant_0: field 'message' is of type int; expected a string."),
        ({"recalled": ["a"]}, "assistant_0", "assistant_0: field 'recalled' is of type list; expected a string."),
        (Reply("m", recalled="a"), "assistant_0", "assistant_0: field 'recalled' is not a list of ids; expected a list "
                                                  "of turn ids, or None."),
        (Reply("m", evidence="a"), "assistant_0", "assistant_0: field 'evidence' is not a list of ids; expected a list "
                                                  "of turn ids, or None."),
        (Reply("m", answer=1), "assistant_0", "assistant_0: field 'answer' is of type int; expected a string."),
        (Reply(None), "assistant_0", "assistant_0: field 'text' is of type NoneType; expected a string."),
        (Reply("m", elapsed="1"), "assistant_0", "assistant_0: field 'elapsed' is '1'; expected a finite number."),
        ({"verdict": 10}, "evaluator_0", "evaluator_0: field 'verdict' is 10; expected an integer from 0 to 9."),
        ({"score": None}, "evaluator_0", "evaluator_0: field 'score' is None; expected a finite number."),
    ],
)  # fmt: skip
def test_wrong_actions(action, seat, text):
    assert message(lambda: read_action(action, seat), ActionError) == text


def test_wrong_options():
    read = LifeOptions.read
    assert message(lambda: read({"user": 2}), UnknownOptionError) == (
        "regulars.life_v0: unknown option 'user' (unexpected keyword argument 'user'); did you mean 'users'?"
    )
    assert message(lambda: read({"users": 0}), ConfigurationError) == (
        "regulars.life_v0: option 'users' is 0; expected a whole number from 1."
    )
    assert message(lambda: read({"noise": 1}), ConfigurationError) == (
        "regulars.life_v0: option 'noise' is 1; expected kinds of noise with their shares, such as "
        "'typos:.1+vague-dates:.2'."
    )
    assert message(lambda: read({"feedback": 1}), ConfigurationError) == (
        "regulars.life_v0: option 'feedback' is 1; expected the spec of a feedback policy, such as "
        "'evaluative+noisy:rate=.05'."
    )


def test_wrong_seats():
    assert message(lambda: LifeAEC(played=("user", "assistant", "evaluator")), ConfigurationError) == (
        "played: the environment plays all seats; expected at least one seat for an agent; let regulars.Cast(env) fill "
        "the seats of an episode without a learner."
    )
    assert message(lambda: LifeAEC(played="evaluator_1"), ConfigurationError) == (
        "there is no seat 'evaluator_1'; did you mean 'evaluator_0'?"
    )
    assert message(lambda: begun(SMALL).observe("user_1"), ConfigurationError) == (
        "observe: there is no seat 'user_1'; did you mean 'user_0'?"
    )


def test_wrong_resets(tmp_path):
    assert message(lambda: begun(SMALL, probes="fork"), ConfigurationError) == (
        "reset: probes='fork' needs a cast that can branch the assistant; put the seats into a regulars.Cast, or use "
        "probes='end' or probes='off'."
    )
    two = scenario(session(1), persons=(ANN, BEN))
    assert message(lambda: begun(SMALL).reset(options={"scenario": two}), ConfigurationError) == (
        "reset: the scenario does not fit the environment's seats; expected a Scenario of 1 people; make the "
        "environment with played='user' for any number of people."
    )
    env = begun(SMALL)
    close(env)
    assert message(lambda: env.reset(options={"stream": True}), ConfigurationError) == (
        f"reset: the scenario begins at 2025-03-03T12:00:00+00:00, before the stream's last moment; expected a start "
        f"after {(NOON + timedelta(days=1, seconds=20)).isoformat()}; order the scenarios by time, or reset without "
        "stream=True."
    )
    path = tmp_path / "mixed.jsonl"
    write_scenarios(path, [generate(1, sessions=2), generate(1, users=2, sessions=2)])
    assert message(lambda: LifeAEC(scenario=path), ConfigurationError) == (
        f"{path}: the lives have different numbers of people; expected the same number of people in all lives, if "
        "people are agents; let the environment play the users with played='user', or make one environment for each "
        "number."
    )
    write_scenarios(path, [SMALL])
    with pytest.raises(RegularsError) as caught:
        LifeAEC(scenario=path)
    assert caught.value.where == str(path)


def test_wrong_steps():
    env = begun(SMALL, max_steps=1)
    say(env, "Hello.")
    assert message(lambda: env.step("more"), ActionError) == (
        "user_0: an action of type str for a seat that has ended; expected None; pass None once env.last() says "
        "terminated or truncated."
    )
    for _ in range(3):
        env.step(None)
    assert message(lambda: env.step(None), OrderError) == "step: a step after the end; call env.reset() first."
    assert message(lambda: LifeAEC(scenario=SMALL).step("m"), OrderError) == (
        "step: a step before reset; call env.reset() first."
    )
    over = begun(SMALL)
    over.abort(Ending.BUDGET)
    assert message(lambda: over.life.act(read_action("m", "user_0")), OrderError) == (
        "Life.act: an action after the end; call env.reset() first."
    )


def test_wrong_steps_through_the_views():
    parallel = LifeParallel(scenario=SMALL)
    assert message(lambda: parallel.step({}), OrderError) == "step: a step before reset; call env.reset() first."
    parallel.reset(seed=0)
    for actions in ({"assistant_0": "m"}, {}, None, "user_0", ["m"]):
        assert message(lambda actions=actions: parallel.step(actions), ActionError) == (
            "step: no action for user_0; expected a dict with an action of the selected seat; "
            "env.aec.agent_selection names the seat."
        )
    gym = LifeEnv(scenario=SMALL, max_steps=1)
    gym.reset(seed=0)
    gym.step("m")
    assert message(lambda: gym.step("m"), OrderError) == "step: a step after the end; call env.reset() first."
    assert message(lambda: LifeEnv(probes="fork"), ConfigurationError) == (
        "regulars:Life-v0: probes='fork' does not work through Gymnasium; use probes='end' or 'off' here, or "
        "regulars.Cast with regulars.life_v0.env(probes='fork')."
    )
    wrapped = life_v0.env(scenario=SMALL)
    for name, call in (
        ("step", lambda: wrapped.step("m")),
        ("last", wrapped.last),
        ("observe", lambda: wrapped.observe("user_0")),
        ("render", wrapped.render),
        ("agent_iter", wrapped.agent_iter),
    ):
        assert message(call, OrderError) == f"regulars.life_v0: {name}() before reset; call env.reset() first."
    wrapped.reset(seed=0)
    loop = wrapped.agent_iter()
    next(loop)
    assert message(lambda: next(loop), OrderError) == (
        "agent_iter: the loop over agent_iter() continued without a step; call env.step(...) once in each round of the "
        "loop."
    )


def test_wrong_states():
    env = begun(SMALL)
    assert (
        message(lambda: env.set_state(b"?"), StateError)
        == "set_state: the bytes are not a state of an environment of this version."
    )
    kind, saved = pickle.loads(env.get_state())
    version, later = kind.version, replace(kind, version=kind.version + 1)
    assert message(lambda: env.set_state(pickle.dumps((later, saved))), StateError) == (
        f"set_state: a state of version {version + 1}; expected version {version}."
    )
    other = begun(scenario(session(1), persons=(ANN, BEN)), played=("evaluator",))
    assert message(lambda: env.set_state(other.get_state()), StateError) == (
        "set_state: a state of the seats user_0, user_1, assistant_0; expected user_0, assistant_0, evaluator_0; make "
        "the environment with the same users and played seats."
    )


def test_texts_in_shared_memory():
    from gymnasium.vector.utils import shared_memory

    space = LifeAEC(scenario=SMALL).observation_space("user_0")["message"]
    for call in (
        lambda: shared_memory.create_shared_memory(space),
        lambda: shared_memory.read_from_shared_memory(space, None),
        lambda: shared_memory.write_to_shared_memory(space, 0, "", None),
    ):
        assert message(call, SharedMemoryError) == (
            "AsyncVectorEnv: Gymnasium's shared memory cannot hold texts; use shared_memory=False, or "
            "gymnasium.make_vec(..., vectorization_mode='sync')."
        )
    assert isinstance(space, gymnasium.spaces.Text)
