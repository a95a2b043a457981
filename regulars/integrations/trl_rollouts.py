"""Lives for TRL's GRPO trainer: a rollout function, a reward function for each term, and a data set of lives.

A completion is a whole conversation. The model's tokens stay as they were sampled, and what people say between its
replies is masked out of the loss (`env_mask`).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from regulars.errors import ConfigurationError
from regulars.integrations.chat_episode import TERMS, ChatMessage
from regulars.integrations.chat_life import ALL, ChatLife
from regulars.integrations.chat_play import check_count

_WHERE = "trl_rollouts"
_MARK = "#"
"""Stands in a prompt between the suite and the seed."""

_SAID = "(what the assistant said)"
"""Stands for a reply while the chat template is asked what comes after one."""

Tokens = list[int]
Generate = Callable[[Any, list[Tokens], int], list[Tokens]]
"""From the trainer, the tokens so far and the most new tokens to the tokens of one reply for each."""


def trl_rollouts(
    seeds: Iterable[int],
    *,
    task: str = "",
    most_steps: int | None = None,
    reply_tokens: int = 64,
    generate: Generate | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Makes the arguments of `trl.GRPOTrainer` that let a model talk with simulated users.

    The members of a group live the same life. A life is stopped when the next reply would not fit into the trainer's
    `max_completion_length`; it keeps the reward earned so far. The rewards are the terms of the environment, one
    function for each, so the trainer logs and weights them by name.

    Args:
        seeds: The seeds of the lives to train on.
        task: A suite, such as `core@train`; empty for the lives that the options decide.
        most_steps: The number of replies after which a life is stopped; None for no limit.
        reply_tokens: The maximum number of tokens in one reply.
        generate: Samples replies; by default `generate` of the trainer's model. Pass your own for an engine such as
            vLLM.
        options: The options of `ChatLife`; only one conversation (`history="all"`), and no tools.

    Returns:
        `rollout_func`, `reward_funcs` and `train_dataset`.

    Raises:
        ConfigurationError: The package `trl` is not installed, or an option is wrong.
    """
    try:
        from datasets import Dataset
    except ImportError as error:
        raise ConfigurationError(f"TRL is missing: {error}", remedy="pip install 'regulars[trl]'") from error
    check_count("reply_tokens", reply_tokens, _WHERE)
    if most_steps is not None:
        check_count("most_steps", most_steps, _WHERE)
    if options.get("memory") is not None or options.get("history", ALL) != ALL:
        raise ConfigurationError(
            "a completion is one conversation without tools", where=_WHERE, expected="history='all' and no memory"
        )
    ChatLife(**options).reset(task=task)  # a wrong option is found before the training begins
    return {
        "rollout_func": _Rollouts(most_steps, reply_tokens, generate or _generated, options),
        "reward_funcs": [_paying(name) for name in TERMS],
        "train_dataset": Dataset.from_list([{"prompt": f"{task}{_MARK}{seed}"} for seed in seeds]),
    }


def _paying(term: str) -> Callable[..., list[float]]:
    """The reward function of a term."""

    def reward(terms: Sequence[dict[str, float]], **_: Any) -> list[float]:
        return [one[term] for one in terms]

    reward.__name__ = term
    return reward


class _Rollouts:
    """The rollout function: plays the lives of a batch side by side."""

    __name__ = "rollouts"

    def __init__(self, most_steps: int | None, reply_tokens: int, generate: Generate, options: dict[str, Any]) -> None:
        self._most_steps = most_steps
        self._reply_tokens = reply_tokens
        self._generate = generate
        self._options = options
        self._lives: list[ChatLife] = []

    def __call__(self, prompts: Sequence[str], trainer: Any) -> dict[str, list[Any]]:
        limit = trainer.args.max_completion_length
        if limit is None or limit < self._reply_tokens:
            raise ConfigurationError(
                f"max_completion_length is {limit}", where="GRPOConfig",
                expected=f"at least the tokens of one reply ({self._reply_tokens})",
            )  # fmt: skip
        self._lives += [ChatLife(**self._options) for _ in range(len(prompts) - len(self._lives))]
        talks = [
            _Talk(life, *_named(prompt), trainer.processing_class)
            for life, prompt in zip(self._lives, prompts, strict=False)
        ]
        while running := [talk for talk in talks if talk.goes_on(self._most_steps, limit - self._reply_tokens)]:
            replies = self._generate(trainer, [talk.prompt + talk.tokens for talk in running], self._reply_tokens)
            for talk, reply in zip(running, replies, strict=True):
                talk.answer(reply[: self._reply_tokens])
        return {
            "prompt_ids": [talk.prompt for talk in talks],
            "completion_ids": [talk.tokens[: talk.said] for talk in talks],
            "logprobs": None,  # type: ignore[dict-item]  # the trainer then computes them itself
            "env_mask": [talk.mask[: talk.said] for talk in talks],
            "terms": [dict(talk.life.episode.terms) for talk in talks],
        }


class _Talk:
    """One life as tokens. `said` is where the model's last reply ends."""

    def __init__(self, life: ChatLife, task: str, seed: int, tokenizer: Any) -> None:
        self.life = life
        self.tokens: Tokens = []
        self.mask: list[int] = []
        self.said = 0
        self._tokenizer = tokenizer
        self.prompt = self._encoded(self._rendered(life.reset(seed, task)))

    def goes_on(self, most_steps: int | None, room: int) -> bool:
        """Whether another reply is due, and fits."""
        steps = self.life.episode.steps
        return not self.life.is_over and (most_steps is None or steps < most_steps) and len(self.tokens) <= room

    def answer(self, reply: Tokens) -> None:
        """Takes the tokens of a reply, and lets the life go on."""
        self._add(reply, 1)
        self.said = len(self.tokens)
        step = self.life.step(self._tokenizer.decode(reply, skip_special_tokens=True))
        if step.messages:
            self._add(self._encoded(self._between(step.messages, reply)), 0)

    def _add(self, tokens: Tokens, own: int) -> None:
        self.tokens = self.tokens + tokens
        self.mask = self.mask + [own] * len(tokens)

    def _between(self, messages: Sequence[ChatMessage], reply: Tokens) -> str:
        """What the chat template puts between a reply and the next one."""
        talk = [{"role": "user", "content": ""}, {"role": "assistant", "content": _SAID}, *messages]
        _, found, after = self._rendered(talk).partition(_SAID)
        if not found or _SAID in after:
            raise ConfigurationError(
                "the chat template does not show an assistant's message as it is", where=_WHERE,
                expected="a template that shows each message once, unchanged",
            )  # fmt: skip
        ended = bool(reply) and reply[-1] == self._tokenizer.eos_token_id
        return after.removeprefix(self._tokenizer.eos_token) if ended else after

    def _rendered(self, messages: Sequence[ChatMessage]) -> str:
        text: str = self._tokenizer.apply_chat_template(list(messages), add_generation_prompt=True, tokenize=False)
        return text

    def _encoded(self, text: str) -> Tokens:
        return list(self._tokenizer(text, add_special_tokens=False)["input_ids"])


def _named(prompt: Any) -> tuple[str, int]:
    """The suite and the seed that a prompt names."""
    task, found, seed = prompt.rpartition(_MARK) if isinstance(prompt, str) else ("", "", "")
    if not found or not seed.isdecimal():
        raise ConfigurationError(
            f"the prompt {prompt!r} names no life", where=_WHERE, expected=f"SUITE{_MARK}SEED",
            remedy="use the train_dataset of trl_rollouts",
        )  # fmt: skip
    return task, int(seed)


def _generated(trainer: Any, given: list[Tokens], most: int) -> list[Tokens]:
    """Replies of the trainer's model, each up to its end token."""
    import torch

    tokenizer = trainer.processing_class
    model = trainer.accelerator.unwrap_model(trainer.model)
    width = max(map(len, given))
    pads = [[tokenizer.pad_token_id] * (width - len(tokens)) for tokens in given]
    ids = torch.tensor([pad + tokens for pad, tokens in zip(pads, given, strict=True)], device=model.device)
    mask = torch.tensor([[0] * len(pad) + [1] * (width - len(pad)) for pad in pads], device=model.device)
    config = copy.copy(trainer.generation_config)
    config.max_new_tokens = most
    was_training = model.training
    model.eval()
    try:
        with torch.no_grad():
            made = model.generate(input_ids=ids, attention_mask=mask, generation_config=config)
    finally:
        model.train(was_training)
    return [_ended(row, tokenizer.eos_token_id) for row in made[:, width:].tolist()]


def _ended(row: Tokens, end: int) -> Tokens:
    """The tokens up to the end token, with it."""
    return row[: row.index(end) + 1] if end in row else row
