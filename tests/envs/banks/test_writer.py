"""In `regulars:Writer-v0` a policy writes the memory bank; rewards follow from what was told, by hand."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from functools import cache

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from small_lives import ANN, ASKS_CITY, BEN, CITY, IN_CITY, LONG_AGO, aside, scenario, session

from regulars.envs.banks.groups import advantages
from regulars.envs.banks.operations import FaultKind
from regulars.envs.banks.writer import WriterEnv
from regulars.envs.life.outcomes import Ending
from regulars.errors import ActionError, ConfigurationError, OrderError, StateError
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Act, Fact
from regulars.values import ValueType

ENGLISH = Language.load("english")

ID = "regulars:Writer-v0"
TELLS_CITY = Act("t-city", ActKind.TELL, attribute="home_city", fact="f-city")
TELLS_CAR = Act("t-car", ActKind.TELL, attribute="car", fact="f-car")
FORGETS = Act("g-city", ActKind.FORGET, attribute="home_city")
SHORT = scenario(session(1, TELLS_CITY, TELLS_CAR), session(2, ASKS_CITY), probes=(IN_CITY, aside("q-far", 1.5)))

WORKOUT = Fact("f-workout", "p1", "workout", "tai chi", LONG_AGO)
RUN = Fact("f-run", "p1", "weekly_run", "73", LONG_AGO)
PATIENT = replace(ANN, facts=(CITY, WORKOUT, RUN), persona=replace(ANN.persona, traits=("patient",)))
SHOWN = scenario(
    session(1, Act("t-workout", ActKind.TELL, attribute="workout", fact="f-workout"),
            Act("s-patient", ActKind.SHOW, other="patient")),
    session(2, Act("t-run", ActKind.TELL, attribute="weekly_run", fact="f-run")),
    persons=(PATIENT,),
)  # fmt: skip
"""The entry `trainers_offer` follows in session 2: tai chi is slow, 73 is far, and the trait is patient."""


def made(planned=SHORT, **options) -> WriterEnv:
    env = WriterEnv(scenario=planned, **options)
    env.reset(seed=0)
    return env


def add(*texts):
    return [{"op": "add_fact", "text": text} for text in texts]


def write(env, *operations):
    _, reward, *_, info = env.step(json.dumps(operations))
    return reward, info


def people(env):
    """The lines of people in the conversation."""
    return [line for line in env.observe()[0]["conversation"].split("\n") if "Assistant:" not in line]


def holding(lines, word):
    return next(line for line in lines if word in line)


# ---------------------------------------------------------------- chunks


def test_a_chunk_is_a_session_and_the_line_that_waits_for_a_reply_comes_later():
    env = made()
    env.reset(seed=4)
    conversation = env.observe()[0]["conversation"].split("\n")
    assert [turn.id for turn in env.aec.life.transcript if turn.session == 1] == [
        f"s001.t{number:02d}" for number in range(1, len(conversation) + 1)
    ]
    observation, *_ = env.step("[]")
    opening = next(turn.text for turn in env.aec.life.transcript if turn.session == 2)
    assert ENGLISH.asked_attribute(opening)[0] == ASKS_CITY.attribute
    assert observation["conversation"].split("\n")[0].endswith(f"Ann: {opening}")


def test_chunks_of_some_turns_hold_what_a_session_holds():
    whole, parts = made(), made(turns=1)
    lines = [whole.observe()[0]["conversation"]]
    pieces = [parts.observe()[0]["conversation"]]
    while parts.observe()[1]["session"] == 1 and not parts.step("[]")[2]:
        pieces.append(parts.observe()[0]["conversation"])
    assert "\n".join(pieces).startswith(lines[0])
    assert len(pieces) > 2


def test_the_last_chunk_is_written_before_the_episode_ends():
    env = made()
    *_, terminated, truncated, info = env.step("[]")
    assert (terminated, truncated, info["valid"], info["ending"]) == (False, False, 1.0, 0.0)
    observation, _, terminated, truncated, info = env.step("[]")
    assert (observation["conversation"], terminated, truncated) == ("", True, False)
    assert (info["valid"], info["ending"]) == (1.0, Ending.COMPLETED.number)
    with pytest.raises(OrderError, match="after the end"):
        env.step("[]")


def test_a_limit_of_steps_truncates():
    env = made(max_steps=2)
    *_, terminated, truncated, info = env.step("[]")
    assert (terminated, truncated) == (False, True)
    assert (info["valid"], info["ending"]) == (1.0, Ending.STEP_LIMIT.number)


@pytest.mark.parametrize(("rounds", "steps"), [(2, 1), (3, 1), (6, 2)])
def test_a_step_holds_several_rounds(rounds, steps):
    env, truncated = made(max_cycles=rounds), []
    while not truncated or not truncated[-1]:
        truncated.append(env.step("[]")[3])
    assert len(truncated) == steps


# ---------------------------------------------------------------- the reward by hand


def test_all_told_values_in_facts_that_tell_something_are_the_whole_part():
    reward, info = write(made(), *add("Ann's home city is Bergen.", "Ann's car is a Fiat Panda."))
    assert (info["facts"], info["insight"], info["safety"], info["told"], info["due"]) == (1, 0, 1, 2, 0)
    assert reward == pytest.approx(0.3 + 0.1)


def test_half_of_the_values_and_half_of_the_facts_are_an_f1_of_one_half():
    reward, info = write(made(), *add("Ann's home city is Bergen.", "Ann was in a hurry."))
    assert info["facts"] == 0.5
    assert reward == pytest.approx(0.3 * 0.5 + 0.1)


def test_a_quoted_line_tells_what_it_told():
    env = made()
    assert write(env, *add(holding(people(env), "Bergen"), holding(people(env), "Panda")))[1]["facts"] == 1.0


def test_a_value_without_its_matter_tells_nothing():
    assert write(made(), *add("Bergen.", "Panda."))[0] == 0.0


def test_an_empty_bank_earns_nothing():
    assert write(made())[0] == 0.0


def test_values_that_were_never_told_lower_safety():
    _, info = write(made(), *add("Ann's home city is Bergen.", "Ann's home city is Lyon."))
    assert info["safety"] == 0.5


def test_what_was_to_be_forgotten_lowers_safety_until_it_is_deleted():
    env = made(scenario(session(1, TELLS_CITY, TELLS_CAR), session(2, FORGETS)))
    _, info = write(env, *add("Ann's home city is Bergen.", "Ann's car is a Fiat Panda."))
    assert info["safety"] == 1.0
    _, info = write(env)
    assert (info["told"], info["safety"]) == (0.0, 0.5)
    env = made(scenario(session(1, TELLS_CITY, TELLS_CAR), session(2, FORGETS)))
    write(env, *add("Ann's home city is Bergen.", "Ann's car is a Fiat Panda."))
    assert write(env, {"op": "delete_fact", "id": "f1"})[1]["safety"] == 1.0


def insight_of(*refs):
    """The part `insight` after session 2, for an insight that rests on some of the three facts."""
    env = made(SHOWN)
    first = people(env)
    write(
        env,
        *add(holding(first, "tai chi"), next(line for line in first if "tai chi" not in line and "later" not in line)),
    )
    run = holding(people(env), "73")
    insight = {"op": "add_insight", "refs": [*refs], "text": "Slow sport and long runs suit Ann."}
    return write(env, {"op": "add_fact", "id": "run", "text": run}, *([insight] if refs else []))


def test_an_insight_that_rests_on_both_facts_and_the_trait_is_the_whole_part():
    reward, info = insight_of("f1", "f2", "run")
    assert (info["insight"], info["due"]) == (1.0, 1.0)
    assert reward == pytest.approx(0.3 + 0.6 + 0.1)


@pytest.mark.parametrize("refs", [("f1", "run"), ("f2", "run"), ("f1", "f2"), ()])
def test_an_insight_without_one_of_its_legs_supports_nothing(refs):
    reward, info = insight_of(*refs)
    assert (info["insight"], info["due"]) == (0.0, 1.0)
    assert reward == pytest.approx(0.3 + 0.1)


def test_the_reader_answers_from_the_bank_and_from_what_is_not_written_yet():
    for operations, right in ((add("Ann's home city is Bergen."), 2.0), ([], 0.0)):
        _, info = write(made(), *operations)
        assert (info["asked"], info["right"]) == (2.0, right)
    env = made(scenario(session(1, TELLS_CITY, ASKS_CITY), probes=(IN_CITY,)))
    assert (env.observe()[1]["asked"], env.observe()[1]["right"]) == (1.0, 1.0)


def test_lives_of_two_people_are_kept_apart():
    tells_other = Act("t-2", ActKind.TELL, attribute="home_city", fact="f-city-2")
    both = scenario(session(1, TELLS_CITY), session(2, tells_other, person="p2"), persons=(ANN, BEN))
    env = made(both, users=2)
    assert write(env, *add("Ann's home city is Bergen."))[1]["facts"] == 1.0
    assert write(env, *add("Ann's home city is Lyon."))[1]["facts"] == 0.0


# ---------------------------------------------------------------- faults


def test_an_action_that_cannot_be_carried_out_earns_nothing_and_life_goes_on():
    env = made()
    write(env, *add("Ann's home city is Bergen."))
    bank = env.bank
    observation, reward, *_, info = env.step('[{"op": "add_fact", "text": "x"}, {"op": "forget"}]')
    assert (reward, env.bank, FaultKind(int(info["fault"]))) == (0.0, bank, FaultKind.UNKNOWN_OPERATION)
    assert info["why"].startswith("operation 2: op is 'forget'; expected one of add_fact")
    assert json.loads(observation["bank"])["facts"] == [{"id": "f1", "text": "Ann's home city is Bergen."}]


@pytest.mark.parametrize("action", [None, 3, ["[]"], b"[]", float("nan"), np.array("[]")])
def test_an_action_that_is_no_text_raises_and_changes_nothing(action):
    env = made()
    before = env.observe()
    with pytest.raises(ActionError):
        env.step(action)
    assert env.observe() == before


# ---------------------------------------------------------------- states and groups


def test_a_restored_state_goes_on_as_the_first_did():
    env = made()
    write(env, *add("Ann's home city is Bergen."))
    state, seen = env.get_state(), env.observe()
    first = env.step("[]")
    env.set_state(state)
    assert env.observe() == seen
    assert env.step("[]") == first
    copy = pickle.loads(pickle.dumps(made()))
    assert copy.step("[]") == made().step("[]")
    for foreign in (b"no", pickle.dumps((9, b"", (1, 2, 3, 4, 5, 6)))):
        with pytest.raises(StateError):
            env.set_state(foreign)


def test_a_group_rolls_out_from_one_state_and_returns_to_it():
    env = made()
    actions = ["[]", json.dumps(add("Ann's home city is Bergen.", "Ann's car is a Fiat Panda.")), "no JSON", "[]"]
    seen = env.observe()
    members = env.groups(4, lambda observation, member: actions[member])
    assert [sum(one.rewards) for one in members] == pytest.approx([0.0, 0.4, 0.0, 0.0])
    # mean .1, population's standard deviation sqrt((3 * .01 + .09) / 4) = sqrt(.03)
    assert [one.advantage for one in members] == pytest.approx([-(1 / 3**0.5), 3**0.5, -(1 / 3**0.5), -(1 / 3**0.5)])
    assert {one.prompts for one in map(_frozen, members)} == {_frozen(members[0]).prompts}
    assert env.observe() == seen
    assert members[1].records("g0") == [
        {"group": "g0", "prompt": seen[0], "response": actions[1], "reward": pytest.approx(0.4),
         "advantage": pytest.approx(3**0.5)}
    ]  # fmt: skip


def _frozen(member):
    return replace(member, prompts=tuple(json.dumps(one) for one in member.prompts))


def test_the_members_of_a_group_can_take_several_steps():
    env = made()
    member = env.groups(2, lambda observation, member: "[]", steps=9)[0]
    assert (len(member.responses), len(member.prompts), len(member.rewards)) == (2, 2, 2)
    with pytest.raises(ConfigurationError):
        env.groups(1, lambda observation, member: "[]")
    with pytest.raises(ConfigurationError):
        env.groups(2, lambda observation, member: "[]", steps=0)


def test_a_policy_that_fails_leaves_the_state_as_it_was():
    env, before = made(), made().observe()

    def fails(observation, member):
        raise RuntimeError("out of tokens")

    with pytest.raises(RuntimeError):
        env.groups(2, fails)
    assert env.observe() == before


def test_advantages_are_normalised_and_zero_without_spread():
    assert advantages([1.0, 2.0, 3.0]) == pytest.approx([-(1.5**0.5), 0.0, 1.5**0.5])
    assert advantages([0.3] * 8) == [0.0] * 8
    assert advantages([]) == []


# ---------------------------------------------------------------- Gymnasium


def test_it_is_registered_and_passes_gymnasiums_check():
    check_env(gymnasium.make(ID, sessions=2).unwrapped, skip_render_check=True)
    env = gymnasium.make(ID, sessions=2, render_mode="ansi")
    check_env(env.unwrapped)
    assert gymnasium.make(type(env.spec).from_json(env.spec.to_json())).action_space == env.action_space


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_vectors_work_with_every_autoreset_mode(kind, mode):
    settings = {"autoreset_mode": mode, **({"shared_memory": False} if kind == "async" else {})}
    envs = gymnasium.make_vec(ID, 2, vectorization_mode=kind, vector_kwargs=settings, sessions=2)
    observations, _ = envs.reset(seed=0)
    ended = np.zeros(2, dtype=bool)
    for _ in range(5):
        if mode is AutoresetMode.DISABLED and ended.any():
            envs.reset(options={"reset_mask": ended})
        observations, _, terminated, truncated, infos = envs.step(("[]", "no"))
        ended = terminated | truncated
    assert all(isinstance(one, str) for one in observations["bank"])
    assert infos["fault"].shape == (2,)
    envs.close()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_vector_says_whose_episode_failed(mode):
    envs = gymnasium.make_vec(ID, 3, sessions=1, autoreset_mode=mode)
    envs.reset(seed=0)
    with pytest.warns(UserWarning, match="environment 1 failed"):
        *_, truncated, infos = envs.step(["[]", 3, "[]"])
    assert truncated.tolist() == [False, True, False]
    if mode is AutoresetMode.SAME_STEP:
        assert infos["valid"].tolist() == [1.0, 1.0, 1.0]
        infos = infos["final_info"]
        assert (infos["valid"][1], infos["_valid"].tolist()) == (0.0, [True, True, True])
    else:
        assert infos["valid"].tolist() == [1.0, 0.0, 1.0]
        assert infos["ending"][1] == Ending.ASSISTANT_ERROR.number
    assert infos["error"][1] == "ActionError: step: an action of type int; expected a string."
    envs.close()


# ---------------------------------------------------------------- writing without reading earns little


def lived(env, policy, seed):
    """The mean reward of a policy over a life."""
    observation, _ = env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        observation, reward, terminated, truncated, _ = env.step(json.dumps(policy(env, observation)))
        rewards.append(reward)
        over = terminated or truncated
    return sum(rewards) / len(rewards)


def only_the_newest(env, observation):
    """Deletes all facts and writes every line of the chunk."""
    held = [{"op": "delete_fact", "id": id} for id in env.bank.facts]
    return (held + add(*(line[:240] for line in people(env))))[:64]


def told_only(env, observation):
    """Writes the lines that told something; for a full bank over the oldest."""
    told = {turn for one in env.aec.life.ledger.disclosures for turn in one.turns}
    said = {turn.text for turn in env.aec.life.transcript if turn.id in told}
    lines = [line[:240] for line in people(env) if line.partition(": ")[2] in said]
    over = max(0, len(env.bank.facts) + len(lines) - 64)
    return [*({"op": "delete_fact", "id": id} for id in list(env.bank.facts)[:over]), *add(*lines)]


def refers(env, observation):
    """Makes insights of any facts."""
    ids = list(env.bank.facts)[:4]
    return [
        *only_the_newest(env, observation)[len(env.bank.facts) :],
        {"op": "add_insight", "refs": ids, "text": "So."},
    ][: 64 - len(ids)]


def once(*texts):
    """Writes these facts in the first chunk, and no others."""
    return lambda env, observation: add(*texts) if not env.bank.facts else []


def some(choose):
    """Writes the chosen lines of people; for a full bank over the oldest facts."""

    def policy(env, observation):
        lines = [line[:240] for line in choose(people(env))][:30]
        over = max(0, len(env.bank.facts) + len(lines) - 64)
        return [*({"op": "delete_fact", "id": id} for id in list(env.bank.facts)[:over]), *add(*lines)]

    return policy


def words_of(line):
    """What a line says, without its moment and speaker."""
    return line.partition("] ")[2].partition(": ")[2]


def packed(texts, room=240):
    """Texts one after the other, in as few facts as hold them."""
    facts = [""]
    for text in (one[:room] for one in texts):
        joined = f"{facts[-1]} {text}".strip()
        facts = [*facts[:-1], joined] if len(joined) <= room else [*facts, text]
    return facts


def told_first(env):
    """The first line of fewer than 120 characters that told something; empty if there is none."""
    told = {one.turn for one in env.aec.life.ledger.disclosures if one.how != "implied"}
    return next((turn.text for turn in env.aec.life.transcript if turn.id in told and len(turn.text) < 120), "")


def prefixed(env, observation):
    """Puts one told line before everything that people say."""
    told = told_first(env)
    facts = [f"{told} {text}".strip() for text in packed(map(words_of, people(env)), 239 - len(told))]
    return some(lambda lines: facts)(env, observation)


def every_value():
    """A full bank that names every value of as many attributes as it holds, the shortest first."""
    terms = [one for one in ENGLISH.ontology if one.type is ValueType.TERM and one.is_told]
    lines = sorted((f"{one.label}: {', '.join(one.grid())}." for one in terms), key=len)
    return packed(lines)[:64]


HACKS = {
    "packing people's lines": some(packed),
    "packing people's words": some(lambda lines: packed(map(words_of, lines))),
    "packing without full stops": some(lambda lines: packed(words_of(line).replace(".", "") for line in lines)),
    "a told line before everything": prefixed,
    "always one option": once("My home city is Bergen."),
    "mining order: every other line": some(lambda lines: lines[::2]),
    "mining order: the first line": some(lambda lines: lines[:1]),
    "hedging": once("My home city is Bergen.", "My home city is Lyon.", "My car is a Fiat Panda."),
    "dumping": only_the_newest,
    "every value of the world": once(*every_value()),
    "flattering": some(lambda lines: ["You are wonderful, and I am glad to know you."]),
    "waiting": lambda env, observation: only_the_newest(env, observation) if env.aec.life.number >= 5 else [],
    "silence": lambda env, observation: [],
    "closing early": lambda env, observation: add(*people(env)) if not env.bank.facts else [],
    "references without reason": refers,
}
FLOOR = 0.25
"""A quarter of the greatest reward."""


@cache
def earned(policy):
    """The mean reward of a chunk in three lives."""
    env = WriterEnv(sessions=6)
    return sum(lived(env, policy, seed) for seed in range(3)) / 3


@pytest.mark.parametrize("name", HACKS)
def test_hacks_earn_at_most_the_floor(name):
    assert earned(HACKS[name]) <= FLOOR


def test_a_sentence_that_also_names_what_never_came_up_tells_nothing():
    assert len(every_value()) == 64
    assert earned(HACKS["every value of the world"]) < 0.01
    for city in ("Bergen, Lyon, Graz", "Bergen, and not Graz"):
        _, info = write(made(), *add(f"Ann's home city is {city}.", "Ann's car is a Fiat Panda."))
        assert info["facts"] == pytest.approx(0.5)


def test_writing_what_was_told_earns_more_than_the_floor():
    assert earned(told_only) > FLOOR
