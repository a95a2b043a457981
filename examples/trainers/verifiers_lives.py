"""Lives as an environment of verifiers: four lives at once, with a local endpoint in place of a model.

`uv run eval regulars-life -m MODEL` of the library loads the same environment by its id.

Needs the extra verifiers: pip install 'regulars[verifiers]'

Run: python examples/trainers/verifiers_lives.py
"""

from __future__ import annotations

import asyncio
import subprocess
import sys

import verifiers.v1 as vf

from regulars_life import load_environment


async def main(url: str) -> None:
    environment = load_environment(
        suite="smoke@validation", lives=4, memory="bm25-turn", history="session", most_steps=60
    )
    context = vf.ModelContext(model="scripted", client=vf.EvalClientConfig(base_url=url), sampling=vf.SamplingConfig())
    async with environment.serving():
        slots = [slot for task in environment.taskset for slot in environment.slots(task)]
        episodes = await asyncio.gather(*(environment.run_slot(slot, context) for slot in slots))
    print(f"{'life':20} {'reward':>7} {'recall':>7} {'accuracy':>9} {'answers':>8} {'branches':>9}")
    for episode in episodes:
        trace = episode.traces[0]
        print(
            f"{episode.task.key:20} {trace.reward:>7.2f} {trace.rewards['recall'].score:>7.2f} "
            f"{trace.metrics['accuracy']:>9.2f} {trace.num_turns:>8} {len(trace.branches):>9}"
        )


if __name__ == "__main__":
    command = [sys.executable, "-m", "regulars.cli.main", "serve-scripted", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = next(word for line in server.stdout for word in line.split() if word.startswith("http"))
            asyncio.run(main(address))
        finally:
            server.terminate()
