"""Lives as a task of Inspect: a scripted stand-in for a model keeps its memory by tools, and Inspect scores it.

Inspect's model of canned outputs needs no network. With a model of yours the last lines are
`inspect_ai.eval(task, model="openai/MODEL")`.

Needs the extra inspect: pip install 'regulars[inspect]'

Run: python examples/trainers/inspect_lives.py
"""

from __future__ import annotations

import tempfile
from typing import Any

import inspect_ai
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from regulars.integrations import inspect_task

MODEL = "mockllm/model"


def said(messages: list[Any], tools: list[Any], choice: Any, config: Any) -> ModelOutput:
    """Searches the memory for every question, saves every other line, and quotes what it found."""
    last = messages[-1]
    if last.role == "user":
        words = last.text.rpartition("\n")[2]
        name, argument = ("search_memory", "query") if words.endswith("?") else ("save_memory", "text")
        output = ModelOutput.for_tool_call(MODEL, name, {argument: words})
    else:
        found = [line for line in last.text.split('"') if line.startswith("[")]
        output = ModelOutput.from_content(MODEL, found[-1] if found else "I don't know.")
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def main() -> None:
    task = inspect_task(range(4), task="smoke@validation", memory="bm25-turn", history="session")
    with tempfile.TemporaryDirectory() as folder:
        model = get_model(MODEL, custom_outputs=said)
        log = inspect_ai.eval(task, model=model, log_dir=folder, display="none")[0]
    print(f"{'figure':12} {'mean':>7} {'stderr':>7}")
    for score in log.results.scores:
        print(f"{score.name:12} {score.metrics['mean'].value:>7.3f} {score.metrics['stderr'].value:>7.3f}")


if __name__ == "__main__":
    main()
