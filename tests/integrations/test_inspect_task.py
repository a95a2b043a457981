"""Lives as a task of Inspect, evaluated by the library itself with its model of canned outputs."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from regulars.errors import ConfigurationError
from regulars.integrations import ChatLife, inspect_task

inspect_ai = pytest.importorskip("inspect_ai", reason="needs the extra inspect")

SUITE = "smoke@train"
ABSTAINS = "I don't know."


def model(answer: Any = None, call: Any = None) -> Any:
    """Inspect's model without a network: `answer` to a person, `call` of a tool first where one is offered."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.tool import ToolCall

    def said(messages: list[Any], tools: list[Any], choice: Any, config: Any) -> Any:
        output = ModelOutput.from_content("mockllm/model", answer or ABSTAINS)
        if call is not None and tools and messages[-1].role == "user":
            output.message.tool_calls = [ToolCall(id="c1", **call)]
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return get_model("mockllm/model", custom_outputs=said)


def evaluated(tmp_path: Any, task: Any, **options: Any) -> Any:
    return inspect_ai.eval(task, model=model(**options), log_dir=str(tmp_path), display="none")[0]


def test_samples_score_what_the_lives_earn(tmp_path):
    log = evaluated(tmp_path, inspect_task(range(2), task=SUITE))
    assert log.status == "success", log.error
    assert [sample.id for sample in log.samples] == [f"{SUITE}#0", f"{SUITE}#1"]
    for seed, sample in enumerate(log.samples):
        life = ChatLife()
        life.reset(seed, SUITE)
        while not life.is_over:
            life.step(ABSTAINS)
        score = sample.scores["regulars_life"]
        episode = life.episode
        assert score.value == {"reward": episode.reward, "accuracy": episode.accuracy, **episode.terms}
        assert score.metadata == {"verdicts": episode.verdicts, "faults": {}}
        shown = [(message.role, message.text) for message in sample.messages]
        assert shown == [(message["role"], message["content"]) for message in life.messages[: len(shown)]]
    means = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert means["reward"] == sum(sample.scores["regulars_life"].value["reward"] for sample in log.samples) / 2


@pytest.mark.parametrize(
    ("call", "faults"),
    [
        ({"function": "search_memory", "arguments": {"query": "where"}}, {}),
        ({"function": "look_up", "arguments": {}}, {"unknown_tool": 5}),
        ({"function": "search_memory", "arguments": {}, "parse_error": "Expecting ',' delimiter"}, {"not_json": 5}),
    ],
)
def test_tools_are_offered_and_faulty_calls_are_counted(tmp_path, call, faults):
    task = inspect_task([0], task=SUITE, memory="bm25-turn", history="session", most_steps=10)
    log = evaluated(tmp_path, task, call=call)
    assert log.status == "success", log.error
    sample = log.samples[0]
    assert sample.scores["regulars_life"].metadata["faults"] == faults
    results = [message for message in sample.messages if message.role == "tool"]
    assert results
    assert all(("error" in json.loads(message.text)) == bool(faults) for message in results)


def test_a_life_in_which_nothing_was_judged_is_not_scored_for_accuracy(tmp_path):
    log = evaluated(tmp_path, inspect_task([7], sessions=2, most_steps=1))
    accuracy = next(score for score in log.results.scores if score.name == "accuracy")
    assert math.isnan(log.samples[0].scores["regulars_life"].value["accuracy"])
    assert (accuracy.scored_samples, accuracy.unscored_samples) == (0, 1)


def test_a_limit_before_the_first_answer_leaves_a_life_without_reward(tmp_path):
    task = inspect_task([7], sessions=2)
    log = inspect_ai.eval(task, model=model(), log_dir=str(tmp_path), display="none", token_limit=1)[0]
    assert log.status == "success", log.error
    sample = log.samples[0]
    assert (sample.error, sample.limit.type) == (None, "token")
    score = sample.scores["regulars_life"]
    assert score.value["reward"] == 0
    assert math.isnan(score.value["accuracy"])
    assert score.explanation == "0 answers, left before its end"


def test_a_model_that_fails_is_an_error_and_no_score(tmp_path):
    from inspect_ai.model import get_model

    failing = get_model("mockllm/model", custom_outputs=[])
    log = inspect_ai.eval(
        inspect_task([7], sessions=2), model=failing, log_dir=str(tmp_path), display="none", fail_on_error=True
    )[0]
    assert log.status == "error"
    assert log.samples[0].error is not None
    assert not log.samples[0].scores


def test_wrong_options_are_refused_before_the_first_sample():
    with pytest.raises(ConfigurationError, match="unknown option 'sesions'"):
        inspect_task(sesions=2)
    with pytest.raises(ConfigurationError, match="most_steps is 0"):
        inspect_task(most_steps=0)
