"""One noisy life: of each kind of human noise the first lines that have it, and what the ledger makes of them.

Run: python examples/human_noise.py [--seed 0] [--noise SPEC]
"""

from __future__ import annotations

import argparse

from regulars import Cast, build, life_v0
from regulars.envs import Life

SPEC = "typos:.02+vague-dates:.2+changed-minds:.1+contradictions:.4+omissions:.3"
SEED = 0
SESSIONS = 16


def live(seed: int = SEED, noise: str = SPEC) -> Life:
    """The life, with an assistant that asks."""
    env = life_v0.raw_env(sessions=SESSIONS, noise=noise)
    cast = Cast(env, assistant=build("assistant", "asker", memory="bm25-turn"))
    cast.reset(seed=seed)
    cast.run()
    return env.life


def shown(life: Life) -> list[str]:
    """By kind: the lines on the first thing that it touches, each with what it told."""
    texts = {turn.id: turn.text for turn in life.transcript}
    first = {note.kind: note for note in reversed(life.ledger.noise)}
    lines = []
    for kind in dict.fromkeys(note.kind for note in life.ledger.noise):
        about = first[kind].attribute
        lines += ["", kind]
        if not about:
            lines.append(f"  {first[kind].turn}  {texts[first[kind].turn]}")
            continue
        told = [one for one in life.ledger.disclosures if one.attribute == about]
        noted = [note.turn for note in life.ledger.noise if (note.kind, note.attribute) == (kind, about)]
        for turn in sorted({*noted, *(one.turn for one in told)}):
            values = [f"{one.value} ({one.how})" for one in told if one.turn == turn]
            lines.append(f"  {turn}  {texts[turn]}")
            lines.append(f"            ledger: {', '.join(values) or 'nothing'}")
    return lines[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--noise", default=SPEC)
    given = parser.parse_args()
    print("\n".join(shown(live(given.seed, given.noise))))


if __name__ == "__main__":
    main()
