"""GRPO of TRL on lives: two steps with a tiny random model, and what its completions hold.

Run: pip install -e '.[test,trl]' && pytest -m rl
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from regulars.errors import ConfigurationError
from regulars.integrations import ChatLife, trl_rollouts
from regulars.integrations.chat_episode import TERMS

pytestmark = pytest.mark.rl
trl = pytest.importorskip("trl", reason="needs the extra trl")

EXAMPLES = Path(__file__).parents[2] / "examples" / "trainers"
SUITE = "smoke@train"


@pytest.fixture(scope="module")
def example() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        yield importlib.import_module("trl_grpo")


class Trainer:
    """What a rollout function sees of the trainer, with replies that are known."""

    def __init__(self, tokenizer: Any, limit: int) -> None:
        self.processing_class = tokenizer
        self.args = type("Arguments", (), {"max_completion_length": limit})()


def rolled_out(example: Any, replies: list[str], limit: int = 4000, template: str = "", **options: Any) -> Any:
    tokenizer = example.tiny_tokenizer()
    tokenizer.chat_template = template or tokenizer.chat_template
    said = iter(replies)

    def generate(trainer: Any, given: list[list[int]], most: int) -> list[list[int]]:
        words = next(said)
        assert all(tokenizer.decode(tokens).endswith("assistant: ") for tokens in given)
        return [tokenizer(words, add_special_tokens=False)["input_ids"][:most] for _ in given]

    parts = trl_rollouts(range(2), task=SUITE, reply_tokens=40, generate=generate, **options)
    prompts = parts["train_dataset"]["prompt"]
    return tokenizer, parts, parts["rollout_func"](prompts, Trainer(tokenizer, limit))


@pytest.mark.parametrize("end", ["<end>", ""])
def test_a_completion_is_the_conversation_and_only_replies_are_trained_on(example, end):
    replies = [f"I don't know.{end}", f"That's Bergen.{end}", f"Okay.{end}"]
    tokenizer, _, made = rolled_out(example, replies, most_steps=3)
    for seed in range(2):
        life = ChatLife()
        life.reset(seed, SUITE)
        for reply in replies[:2]:
            life.step(reply.removesuffix("<end>"))
        whole = tokenizer.decode(made["prompt_ids"][seed] + made["completion_ids"][seed])
        shown = tokenizer.apply_chat_template(life.messages, add_generation_prompt=True, tokenize=False)
        assert whole == shown + replies[2]
        pairs = zip(made["completion_ids"][seed], made["env_mask"][seed], strict=True)
        assert tokenizer.decode([token for token, own in pairs if own]) == "".join(replies)
        life.step("Okay.")
        assert made["terms"][seed] == life.episode.terms


def test_a_life_is_left_where_no_further_reply_fits(example):
    reply = "I don't know.<end>"
    _, _, short = rolled_out(example, [reply] * 400, limit=400)
    tokenizer, _, longer = rolled_out(example, [reply] * 400, limit=1200)
    for few, more in zip(short["completion_ids"], longer["completion_ids"], strict=True):
        assert 0 < len(few) <= 400 < len(more) <= 1200
        assert more[: len(few)] == few
        following = tokenizer.decode(more[len(few) :]).index(reply)
        assert len(few) + following > 400 - 40
    assert all(mask[-1] == 1 for mask in short["env_mask"])


def test_each_term_is_a_reward_function_of_its_own(example):
    _, parts, made = rolled_out(example, ["word " * 10] * 6, most_steps=6)
    assert tuple(function.__name__ for function in parts["reward_funcs"]) == TERMS
    for function in parts["reward_funcs"]:
        assert function(terms=made["terms"], prompts=[]) == [one[function.__name__] for one in made["terms"]]


def test_two_steps_of_grpo_change_the_model(example):
    trainer = example.trained(steps=2)
    logged = [row for row in trainer.state.log_history if "reward" in row]
    assert len(logged) == 2
    assert all(f"rewards/{term}/mean" in row for row in logged for term in TERMS)
    assert all(row["reward"] == pytest.approx(sum(row[f"rewards/{term}/mean"] for term in TERMS)) for row in logged)
    assert any(row["grad_norm"] > 0 for row in logged)


def test_a_template_that_hides_replies_is_refused(example):
    with pytest.raises(ConfigurationError, match="does not show an assistant's message"):
        rolled_out(example, ["Okay.<end>"] * 2, template="{% for m in messages %}{% endfor %}assistant: ", most_steps=2)


def test_wrong_options_and_prompts_are_refused(example):
    for options in ({"memory": "recency"}, {"history": "session"}, {"reply_tokens": 0}, {"most_steps": 0}):
        with pytest.raises(ConfigurationError):
            trl_rollouts([0], **options)
    with pytest.raises(ConfigurationError, match="max_completion_length is 30"):
        rolled_out(example, [], limit=30)
    rollouts = trl_rollouts([0])["rollout_func"]
    for prompt in ("Hello", "smoke@train#x", [{"role": "user", "content": "Hello"}]):
        with pytest.raises(ConfigurationError, match="names no life"):
            rollouts([prompt], Trainer(example.tiny_tokenizer(), 400))
