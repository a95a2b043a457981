"""A life as a chat: what a model sees, what its answers cost, and that many lives run at once without touching."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import pytest

from regulars.agents.assistant.tool_rounds import MOST_CALLS, ROUNDS
from regulars.dialogue import ASSISTANT
from regulars.errors import ActionError, ConfigurationError, OrderError, StateError
from regulars.integrations import ChatLife
from regulars.integrations.chat_episode import TERMS
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.world import Person, Probe, RecordedTurn, Scenario, Session

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SUITE = "smoke@train"
ABSTAINS = "I don't know."


def called(name: str, arguments: Any = None, id: str = "c1") -> dict[str, Any]:
    written = json.dumps(arguments) if isinstance(arguments, dict) else arguments
    return {"id": id, "type": "function", "function": {"name": name, "arguments": written}}


def tool_message(*calls: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def played(life: ChatLife, answers: Iterable[Any] | None = None) -> list[Any]:
    steps = []
    given = iter(answers or ())
    while not life.is_over:
        steps.append(life.step(next(given, ABSTAINS)))
    return steps


# ---------------------------------------------------------------------- what the model sees


def test_the_first_messages_are_instructions_and_a_dated_line():
    life = ChatLife(sessions=2)
    system, user = life.reset(seed=7)
    person = life.messages[1]["content"].split(",")[0].lstrip("(")
    assert system["role"] == "system"
    assert "personal assistant" in system["content"]
    assert "tools" not in system["content"]
    assert user["content"].startswith(f"({person}, ")
    assert life.tools == []


def test_a_conversation_only_grows_and_alternates():
    life = ChatLife()
    before = life.reset(0, SUITE)
    while not life.is_over:
        step = life.step(ABSTAINS)
        assert life.messages[: len(before)] == before
        assert life.messages[len(before) + 1 :] == list(step.messages) or step.done
        before = list(life.messages)
    roles = [message["role"] for message in before]
    assert roles[0] == "system"
    assert all(one != following for one, following in pairwise(roles))


def test_each_session_begins_with_the_name_and_the_moment():
    life = ChatLife()
    life.reset(0, SUITE)
    played(life)
    stamps = [line for message in life.messages for line in message["content"].split("\n") if line.startswith("(")]
    sessions = gymnasium.make("regulars:Life-v0", suite=SUITE).unwrapped
    sessions.reset(seed=0)
    assert len(stamps) == len(sessions.aec.scenario.sessions)


def test_a_history_of_a_session_starts_over_in_each():
    life = ChatLife(history="session")
    life.reset(0, SUITE)
    steps = played(life)
    first = [step for step in steps if step.new_conversation]
    assert len(first) == 7
    assert all([message["role"] for message in step.messages] == ["system", "user"] for step in first)
    whole = ChatLife()
    whole.reset(0, SUITE)
    assert [step.reward for step in played(whole)] == [step.reward for step in steps]


def test_questions_after_the_last_session_are_lines_like_others():
    life = ChatLife(probes="end", sessions=2)
    life.reset(seed=7)
    steps = played(life)
    plain = ChatLife(sessions=2)
    plain.reset(seed=7)
    more = steps[len(played(plain)) :]
    assert more
    assert all(step.verdict for step in more)


def recorded() -> Scenario:
    """A session of Ann's, a question before her second one, and a line of hers."""
    noon = datetime(2025, 3, 3, 12, 0, tzinfo=UTC)
    later = noon + timedelta(days=2)
    first = (
        RecordedTurn("s001.t01", "p1", "The spare key is under the blue pot.", noon),
        RecordedTurn("s001.t02", ASSISTANT, "I'll remember.", noon),
    )
    second = (
        RecordedTurn("s002.t01", ASSISTANT, "Hello again!", later),
        RecordedTurn("s002.t02", "p1", "It is in the shed now.", later),
    )
    sessions = (Session(1, "p1", noon, turns=first), Session(2, "p1", later, turns=second))
    question = Probe(
        "q1", "any", Form.TEXT, "", "p1", "p1", "qa", later, before="s002.t01", question="Where is the key?",
        gold="under the blue pot", evidence=(("s001.t01",),),
    )  # fmt: skip
    ann = Person("p1", "Ann", "p1")
    return Scenario("r", ScenarioOrigin.RECORDED, "tests", "english", noon, (ann,), sessions, (question,))


def test_recorded_turns_are_shown_without_asking_the_model():
    life = ChatLife(scenario=recorded(), probes="end")
    seen = life.reset()[-1]["content"]
    assert seen.split("\n\n") == [
        "(Ann, Monday, 3 March 2025, 12:00)\nAnn: The spare key is under the blue pot.",
        "Assistant: I'll remember.",
        "(Ann, Wednesday, 5 March 2025, 12:00)\nWhere is the key?",
    ]
    assert life.step("Under the blue pot.").done
    assert life.messages[-1]["content"].startswith("(Wednesday, 5 March 2025, 12:00)\nAssistant: Hello again!")


def test_recorded_turns_are_kept_in_the_memory_of_a_model_with_tools():
    life = ChatLife(scenario=recorded(), probes="end", memory="bm25-turn", history="session")
    assert "blue pot" not in life.reset()[-1]["content"]
    assert [tool["function"]["name"] for tool in life.tools] == ["search_memory"]
    found = life.step(tool_message(called("search_memory", {"query": "spare key"}))).messages[0]["content"]
    assert "blue pot" in found
    assert "shed" not in found


# ---------------------------------------------------------------------- rewards


def test_rewards_are_those_of_the_gymnasium_view():
    env = gymnasium.make("regulars:Life-v0", suite=SUITE)
    env.reset(seed=3)
    total, done = 0.0, False
    while not done:
        closing = env.unwrapped.aec.observe("assistant_0")["phase"] == 2
        _, reward, terminated, truncated, _ = env.step("" if closing else ABSTAINS)
        total, done = total + reward, terminated or truncated
    life = ChatLife()
    life.reset(3, SUITE)
    steps = played(life)
    assert sum(step.reward for step in steps) == pytest.approx(total)
    assert life.episode.reward == pytest.approx(total)
    assert total != 0


def test_terms_sum_to_the_reward_of_each_step():
    life, paid = ChatLife(), set()
    life.reset(1, SUITE)
    for number in range(400):
        if life.is_over:
            break
        step = life.step(("That's Bergen.", ABSTAINS, "", "word " * 300)[number % 4])
        assert sum(step.terms.values()) == pytest.approx(step.reward)
        paid |= {name for name, value in step.terms.items() if value}
    assert set(life.episode.terms) == set(TERMS)
    assert sum(life.episode.terms.values()) == pytest.approx(life.episode.reward)
    assert paid >= {"abstention", "cost"}


def test_first_answers_count_and_second_ones_do_not():
    life = ChatLife()
    life.reset(0, SUITE)
    steps = played(life)
    first = [step.verdict for step in steps if step.attempt == 1]
    again = [step for step in steps if step.attempt == 2]
    assert sum(life.episode.verdicts.values()) == len(first)
    assert again
    assert life.episode.accuracy == first.count("correct") / len(first)


def test_a_life_in_which_nothing_was_judged_has_no_accuracy():
    life = ChatLife(sessions=1)
    life.reset(seed=7)
    assert life.episode.accuracy is None


# ---------------------------------------------------------------------- tools


def test_what_is_saved_in_one_session_is_found_in_a_later_one():
    life = ChatLife(memory="bm25-turn", history="session")
    life.reset(0, SUITE)
    saved = life.step(tool_message(called("save_memory", {"text": "The spare key is under the blue pot."})))
    assert saved.messages[0]["role"] == "tool"
    assert saved.reward == 0
    while not life.step(ABSTAINS).new_conversation:
        pass
    found = life.step(tool_message(called("search_memory", {"query": "spare key"}, "c9")))
    assert found.messages[0]["tool_call_id"] == "c9"
    assert "blue pot" in found.messages[0]["content"]
    assert "blue pot" not in life.messages[0]["content"]


def test_a_model_with_tools_is_asked_at_the_end_of_a_session_and_others_are_not():
    with_tools, without = ChatLife(memory="recency"), ChatLife()
    for life in (with_tools, without):
        life.reset(0, SUITE)
    assert len(played(with_tools)) == len(played(without)) + 8


def test_words_at_the_end_of_a_session_are_not_said():
    life = ChatLife(memory="recency", history="session")
    life.reset(0, SUITE)
    quiet = played(life)
    last = [step.new_conversation or step.done for step in quiet]
    assert sum(last) == 8
    life.reset(0, SUITE)
    assert played(life, ["word " * 500 if is_last else ABSTAINS for is_last in last]) == quiet


@pytest.mark.parametrize(
    ("call", "fault", "said"),
    [
        (called("look_up", {"query": "x"}), "unknown_tool", "unknown tool 'look_up'"),
        (called("search_memory", '{"query": "x"'), "not_json", "not JSON"),
        (called("search_memory", None), "wrong_arguments", "no object"),
        (called("search_memory", '["x"]'), "wrong_arguments", "no object"),
        (called("search_memory", {"q": "x"}), "wrong_arguments", "unknown argument 'q'"),
        (called("forget", {"id": "none"}), "unknown_note", "unknown note"),
    ],
)
def test_a_call_that_cannot_be_carried_out_is_answered_with_its_fault(call, fault, said):
    life = ChatLife(memory="bm25-turn")
    life.reset(0, SUITE)
    step = life.step(tool_message(call))
    assert step.fault == fault
    assert said in json.loads(step.messages[0]["content"])["error"]
    assert life.episode.faults == {fault: 1}
    assert life.step(ABSTAINS).fault == ""


def test_without_a_memory_every_call_is_unknown():
    life = ChatLife()
    life.reset(0, SUITE)
    step = life.step(tool_message(called("search_memory", {"query": "x"})))
    assert step.fault == "unknown_tool"
    assert "no tools" in step.messages[0]["content"]


def circling() -> Iterable[dict[str, Any]]:
    while True:
        yield tool_message(called("search_memory", {"query": "x"}))


def wandering() -> Iterable[dict[str, Any]]:
    for number in range(1000):
        yield tool_message(called("search_memory", {"query": str(number)}))


@pytest.mark.parametrize(("answers", "rounds"), [(circling(), 3), (wandering(), ROUNDS + 1)])
def test_a_tool_loop_ends_the_turn_with_an_empty_reply(answers, rounds):
    life = ChatLife(memory="bm25-turn")
    life.reset(0, SUITE)
    silent = life.fork().step("")
    steps = [life.step(next(answers)) for _ in range(rounds)]
    assert [step.fault for step in steps] == [*[""] * (rounds - 1), "tool_loop"]
    assert steps[-1].reward == silent.reward
    assert steps[-1].messages[0]["role"] == "tool"
    assert steps[-1].messages[1:] == silent.messages
    assert life.episode.faults == {"tool_loop": 1}


def test_too_many_calls_at_once_are_a_tool_loop():
    life = ChatLife(memory="bm25-turn")
    life.reset(0, SUITE)
    calls = [called("search_memory", {"query": str(number)}, str(number)) for number in range(MOST_CALLS + 1)]
    assert life.step(tool_message(*calls)).fault == "tool_loop"


def test_every_call_has_its_result_even_in_a_tool_loop():
    life = ChatLife(memory="bm25-turn")
    life.reset(0, SUITE)
    for _ in range(3):
        life.step(tool_message(called("search_memory", {"query": "x"}, "a"), called("recall", {}, "b")))
    open_calls = []
    for message in life.messages:
        open_calls += [call["id"] for call in message.get("tool_calls", ())]
        if message["role"] == "tool":
            open_calls.remove(message["tool_call_id"])
    assert open_calls == []


def test_a_model_that_only_calls_tools_comes_to_the_end_of_its_life():
    life = ChatLife(memory="bm25-turn", sessions=2)
    life.reset(seed=7)
    steps = played(life, wandering())
    assert life.is_over
    assert sum(step.fault == "tool_loop" for step in steps) * (ROUNDS + 1) == len(steps)


# ---------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (None, "builtins.NoneType"),
        (SimpleNamespace(content="Bergen"), "types.SimpleNamespace"),
        (["Bergen"], "builtins.list"),
        ({"role": "user", "content": "Bergen"}, "role 'user'"),
        ({"content": 7}, "content of type int"),
        ({"content": [{"type": "text", "text": 7}]}, "content of type list"),
        ({"content": "", "tool_calls": "search"}, "tool_calls of type str"),
        ({"content": "", "tool_calls": [{"name": "search_memory"}]}, "call 1 of tool_calls has no function"),
    ],
)
def test_an_answer_of_another_framework_is_named_and_changes_nothing(answer, what):
    life = ChatLife(sessions=2)
    life.reset(seed=7)
    before = life.get_state()
    with pytest.raises(ActionError, match=what) as caught:
        life.step(answer)
    assert "OpenAI's form" in str(caught.value)
    assert life.get_state() == before


def test_parts_of_a_content_are_joined_and_arguments_may_be_objects():
    life = ChatLife(memory="bm25-turn")
    life.reset(0, SUITE)
    part = {"type": "text", "text": "That's"}
    life.step({"content": [part, {"type": "reasoning", "text": "hidden"}, {"type": "text", "text": "Bergen."}]})
    assert life.messages[2]["content"] == "That's\nBergen."
    step = life.step({"tool_calls": [{"function": {"name": "search_memory", "arguments": {"query": "x"}}}]})
    assert (step.fault, step.messages[0]["tool_call_id"]) == ("", "call_1")


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"history": "week"}, "history is 'week'"),
        ({"played": "user"}, "the option 'played' is not available"),
        ({"sesions": 2}, "unknown option 'sesions'"),
        ({"probes": "fork"}, "probes='fork'"),
    ],
)
def test_wrong_options_are_refused(options, what):
    with pytest.raises(ConfigurationError, match=what):
        ChatLife(**options)


def test_wrong_seeds_tasks_and_memories_are_refused():
    life = ChatLife()
    for seed in (-1, 1.5, True, "1"):
        with pytest.raises(ConfigurationError, match="seed is"):
            life.reset(seed)
    with pytest.raises(ConfigurationError, match="nowhere"):
        life.reset(0, "nowhere@train")
    with pytest.raises(ConfigurationError, match="suite and sessions contradict"):
        ChatLife(sessions=2).reset(0, SUITE)
    with pytest.raises(ConfigurationError, match="no_such_memory"):
        ChatLife(memory="no_such_memory").reset()


def test_steps_out_of_order_are_refused():
    life = ChatLife(sessions=1)
    with pytest.raises(OrderError, match="before reset"):
        life.step(ABSTAINS)
    with pytest.raises(OrderError, match="before reset"):
        life.get_state()
    life.reset()
    played(life)
    with pytest.raises(OrderError, match="after the end"):
        life.step(ABSTAINS)


# ---------------------------------------------------------------------- state


@pytest.mark.parametrize("history", ["all", "session"])
def test_a_fork_goes_on_as_its_life_would_and_leaves_it_alone(history):
    life = ChatLife(memory="bm25-turn", history=history)
    life.reset(2, SUITE)
    life.step(tool_message(called("save_memory", {"text": "The spare key is under the blue pot."})))
    for _ in range(12):
        life.step(ABSTAINS)
    fork = life.fork()
    other = life.fork()
    other.step(tool_message(called("save_memory", {"text": "The spare key is in the shed."})))
    played(other, ["That's Bergen."] * 30)
    search = tool_message(called("search_memory", {"query": "spare key"}))
    assert "shed" not in life.fork().step(search).messages[0]["content"]
    assert played(fork, [search]) == played(life, [search])
    assert fork.episode == life.episode
    assert fork.messages == life.messages


@pytest.mark.parametrize("memory", ["random", "{yaml}"])
def test_a_fork_draws_as_its_life_does(memory, tmp_path):
    composed = tmp_path / "drawing.yaml"
    composed.write_text((EXAMPLES / "my_memory.yaml").read_text("utf-8"), "utf-8")
    life = ChatLife(memory=memory.format(yaml=composed))
    life.reset(2, SUITE)
    for number in range(12):
        life.step(tool_message(called("save_memory", {"text": f"The key number {number} is here."}, f"c{number}")))
        life.step(ABSTAINS)
    searches = [tool_message(called("search_memory", {"query": f"key {number}"})) for number in range(3)]
    fork = life.fork()
    assert [fork.step(one) for one in searches] == [life.step(one) for one in searches]
    assert played(fork) == played(life)


def test_a_refused_task_leaves_the_life_under_way():
    life = ChatLife(sessions=2)
    life.reset(1)
    with pytest.raises(ConfigurationError, match="contradict"):
        life.reset(1, SUITE)
    assert life.step(ABSTAINS).messages


def test_an_environment_that_cannot_be_reset_leaves_no_life(monkeypatch):
    def fail(env: Any, *, seed: int) -> Any:
        raise OSError("the disk is gone")

    life = ChatLife()
    for task in (SUITE, ""):
        life.reset(1, task)
    monkeypatch.setattr("regulars.envs.views.gym.LifeEnv.reset", fail)
    with pytest.raises(OSError, match="disk"):
        life.reset(2, SUITE)
    with pytest.raises(OrderError, match="before reset"):
        life.step(ABSTAINS)


def test_only_the_environments_of_the_options_and_of_the_last_task_are_kept(monkeypatch):
    made = []
    monkeypatch.setattr("regulars.integrations.chat_life.LifeEnv", lambda **options: made.append(options))
    life = ChatLife()
    for task in ("core@train", "core@train", "core@test", "core@train", "", ""):
        life._env_of(task)
    assert [options.get("suite", "") for options in made] == ["", "core@train", "core@test", "core@train"]


def test_a_state_survives_its_life():
    life = ChatLife(sessions=2)
    life.reset(seed=7)
    life.step(ABSTAINS)
    state, seen = life.get_state(), list(life.messages)
    played(life)
    restored = ChatLife(sessions=2)
    restored.set_state(state)
    assert restored.messages == seen
    assert played(restored)[-1].done
    assert restored.episode == life.episode


@pytest.mark.parametrize("state", [b"", b"\x80\x04N.", ChatLife().__class__.__name__.encode()])
def test_foreign_bytes_are_no_state(state):
    with pytest.raises(StateError, match="not a state"):
        ChatLife().set_state(state)


def test_a_state_with_a_memory_does_not_fit_a_life_without_one():
    life = ChatLife(memory="recency", sessions=2)
    life.reset()
    with pytest.raises(StateError, match="other options"):
        ChatLife(sessions=2).set_state(life.get_state())


# ---------------------------------------------------------------------- a memory of one's own


class Kept:
    """A memory that notes its life cycle in a list of the class."""

    told: list[tuple[str, Any]] = []  # noqa: RUF012  # the list is what the test looks at

    def begin(self, episode_id: str, seed: int) -> None:
        self.told.append(("begin", seed))

    def end(self, reason: str) -> None:
        self.told.append(("end", reason))

    def observe(self, turn: Any) -> None:
        pass

    def recall(self, cue: Any) -> list[str]:
        return []

    def snapshot(self) -> bytes:
        return b""

    def restore(self, state: bytes) -> None:
        pass


def test_a_memory_of_ones_own_is_told_when_a_life_begins_and_ends():
    Kept.told.clear()
    life = ChatLife(sessions=2, memory=Kept)
    life.reset(seed=3)
    life.reset(seed=4)
    played(life)
    other = ChatLife(sessions=2, memory=Kept)
    other.reset(seed=5)
    other.fork()
    begun = [("begin", 3), ("end", "reset"), ("begin", 4), ("end", "completed")]
    assert Kept.told == [*begun, ("begin", 5), ("begin", 5)]
