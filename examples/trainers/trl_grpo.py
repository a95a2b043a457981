"""GRPO of TRL on simulated users: a tiny random model lives two batches of lives on the CPU.

The model, its tokenizer and the lives are made here, so nothing is downloaded. Put a model of yours in their place, and
leave out `most_steps`.

Needs the extra trl: pip install 'regulars[trl]'

Run: python examples/trainers/trl_grpo.py
"""

from __future__ import annotations

import os
import tempfile
from typing import Any

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")

import torch  # the variables above are read on import
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

from regulars.integrations import trl_rollouts

TEMPLATE = (
    "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}<end>{% endfor %}"
    "{% if add_generation_prompt %}assistant: {% endif %}"
)


def tiny_tokenizer() -> PreTrainedTokenizerFast:
    """A tokenizer with one token for each byte."""
    letters = ["<pad>", "<end>", *sorted(pre_tokenizers.ByteLevel.alphabet())]
    made = Tokenizer(models.BPE(vocab={letter: number for number, letter in enumerate(letters)}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens(["<pad>", "<end>"])
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", eos_token="<end>", chat_template=TEMPLATE, padding_side="left"
    )


def tiny_model(tokenizer: PreTrainedTokenizerFast) -> LlamaForCausalLM:
    """A random model with two layers."""
    torch.manual_seed(0)
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(tokenizer), hidden_size=32, intermediate_size=64, num_hidden_layers=2,
            num_attention_heads=2, max_position_embeddings=8192, bos_token_id=None,
            pad_token_id=tokenizer.pad_token_id, eos_token_id=tokenizer.eos_token_id,
        )
    )  # fmt: skip


def trained(steps: int = 2) -> GRPOTrainer:
    """Trains for some steps; each is a group of four members that live the same life."""
    torch.set_num_threads(1)  # more threads only slow a tiny model down
    tokenizer = tiny_tokenizer()
    lives: dict[str, Any] = trl_rollouts(range(8), task="smoke@train", most_steps=6, reply_tokens=12)
    with tempfile.TemporaryDirectory() as folder:
        settings = GRPOConfig(
            output_dir=folder, max_steps=steps, per_device_train_batch_size=4, num_generations=4,
            max_completion_length=2000, learning_rate=1e-3, logging_steps=1, report_to=[], save_strategy="no",
            use_cpu=True, bf16=False, disable_tqdm=True, seed=0,
            generation_kwargs={"sequence_bias": [[[tokenizer.eos_token_id], 3.5]]},  # short replies, some of them empty
        )  # fmt: skip
        trainer = GRPOTrainer(model=tiny_model(tokenizer), args=settings, processing_class=tokenizer, **lives)
        trainer.train()
    return trainer


if __name__ == "__main__":
    rows = [row for row in trained().state.log_history if "reward" in row]
    print(f"{'step':>4} {'reward':>8} {'std':>7} {'cost':>7} {'choice':>7} {'gradient':>9}")
    for number, row in enumerate(rows, 1):
        cost, choice = row["rewards/cost/mean"], row["rewards/choice/mean"]
        print(
            f"{number:>4} {row['reward']:>8.3f} {row['reward_std']:>7.3f} {cost:>7.3f} {choice:>7.3f} "
            f"{row['grad_norm']:>9.4f}"
        )
