"""What memories learn from feedback: compliance by the number of judged replies, and what newcomers owe to others.

Run: python benchmarks/memory_learning.py [--persons 8] [--rows lesson-counts,reme] [--part lives|rise|plans|newcomers]
The lives are those of the suite `procedural` at several seeds, each person met once, with the scripted assistant and
`explore=.1`. Newcomers are the last people of streams of one cohort, all of whose people follow its rules (rho = 1) or
have rules of their own (rho = 0). Intervals are 95 % bootstrap intervals over persons. Checked:
- under `sealed`, `placebo` and `placebo:of=instructive` every memory is flat: its means stay within the interval of its
  first replies, and it does not gain from its first to its last replies, paired by person;
- under `diagnostic` and `instructive` each of them but `rmm`, which has no lessons, keeps more over a life than under
  `sealed`, paired by person;
- under `diagnostic` each memory with lessons rises from a person's first replies, which no feedback came before, to the
  later ones, paired by person;
- pooled lessons help newcomers where rho = 1, and do not where rho = 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import mean

from learning_curve import BANDS, Curve, curve, interval, overall, persons, shares, shown
from rich.progress import track

from regulars import Cast, registry
from regulars.agents import roster
from regulars.envs.aec import LifeAEC
from regulars.envs.life.life import Life
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.world import Scenario

assert roster.__name__

ROWS = ("none", "lesson-counts", "rememberer", "rememberer:double=true", "reme", "exprag", "exprecent", "remem", "rmm")
POLICIES = ("sealed", "placebo", "placebo:of=instructive", "evaluative", "diagnostic", "instructive")
NOTHING = ("sealed", "placebo", "placebo:of=instructive")
TEACHING = ("diagnostic", "instructive")
UNTAUGHT = ("none", "rmm")
EXPLORE = 0.1
EARLY = ((0, 2), (2, 4), (4, 10), (10, 90))
VETERANS = 3
FIRST = 20


def live(scenario: Scenario, row: str, policy: str, explore: float = EXPLORE) -> Life:
    """One life with the scripted assistant and a memory."""
    env = LifeAEC(scenario=scenario, reward_to="nobody", feedback=policy)
    cast = Cast(env, assistant=registry.build("assistant", f"scripted:explore={explore}", memory=row))
    cast.reset(seed=0)
    cast.run()
    return env.life


def gained(curves: Sequence[Curve]) -> list[float]:
    """Of each person the compliance in the last band less that in the first."""
    first, last = BANDS[0], BANDS[-1]
    return [
        one[last][0] / one[last][1] - one[first][0] / one[first][1] for one in curves if one[first][1] and one[last][1]
    ]


def report_lives(number: int, rows: Sequence[str]) -> bool:
    """Prints compliance by row, policy and judged replies. Returns whether the bars are met."""
    lives = persons(number)
    good = True
    print(f"lives: procedural, {number} persons, explore={EXPLORE}; compliance by judged replies before")
    print(f"{'row':24}{'policy':24}" + "".join(f"{f'{low} to {high - 1}':>20}" for low, high in BANDS))
    for row in rows:
        base: list[float] = []
        for policy in POLICIES:
            curves = [curve(live(life, row, policy)) for life in track(lives, f"{row} {policy}", transient=True)]
            print(f"{row:24}{policy:24}" + "".join(f"{shown(shares(curves, band), row):>20}" for band in BANDS))
            whole = [overall(one) for one in curves]
            base = base or whole
            gain = interval(gained(curves), policy)
            over = interval([here - there for here, there in zip(whole, base, strict=True)], policy)
            verdict = ""
            if policy in NOTHING:
                means = [mean(shares(curves, band)) for band in BANDS]
                _, least, most = interval(shares(curves, BANDS[0]), row)
                met = gain[1] <= 0 and all(least <= one <= most for one in means)
                verdict = f"flat: {'yes' if met else 'NO'}"
                good &= met
            elif policy in TEACHING and row not in UNTAUGHT:
                verdict = f"keeps more than sealed: {'yes' if over[1] > 0 else 'NO'}"
                good &= over[1] > 0
            print(
                f"{'':32}gain {gain[0]:+.2f} [{gain[1]:+.2f}, {gain[2]:+.2f}], over sealed "
                f"{over[0]:+.2f} [{over[1]:+.2f}, {over[2]:+.2f}] {verdict}",
                flush=True,
            )
    return good


def shares_by_reply(life: Life) -> list[float]:
    """Of each judged reply that tested a rule on manner: the share that it kept."""
    procedures = {rule.id for person in life.scenario.persons for rule in person.rules if rule.kind == "procedure"}
    notes = [
        note for note in life.conduct if not procedures & {*note.kept, *note.broken} and (note.kept or note.broken)
    ]
    return [len(note.kept) / (len(note.kept) + len(note.broken)) for note in notes]


def report_rise(number: int, rows: Sequence[str]) -> bool:
    """Prints compliance in a person's first replies and later. Returns whether the bars are met."""
    lives = persons(number)
    good = True
    print(f"\nrise: procedural, {number} persons, diagnostic, explore={EXPLORE}; compliance by judged replies before")
    print(f"{'row':24}" + "".join(f"{f'{low} to {high - 1}':>20}" for low, high in EARLY))
    for row in rows:
        found = [shares_by_reply(live(life, row, "diagnostic")) for life in track(lives, row, transient=True)]
        cells = [[mean(one[low:high]) for one in found] for low, high in EARLY]
        rise = interval([after - before for before, after in zip(cells[0], cells[-1], strict=True)], row)
        rises = rise[1] > 0
        good &= rises or row in UNTAUGHT
        print(f"{row:24}" + "".join(f"{shown(values, row):>20}" for values in cells))
        print(f"{'':24}rise {rise[0]:+.2f} [{rise[1]:+.2f}, {rise[2]:+.2f}]: {'yes' if rises else 'no'}", flush=True)
    return good


def report_plans(number: int, rows: Sequence[str]) -> None:
    """Prints how many plans were as their person wanted them."""
    lives = persons(number)
    print(f"\nplans: procedural, {number} persons, explore={EXPLORE}; plans that followed the person's procedure")
    for row in rows:
        for policy in ("sealed", "diagnostic", "instructive"):
            kept = judged = 0
            for life in track([live(one, row, policy) for one in lives], f"{row} {policy}", transient=True):
                plans = {rule.id for one in life.scenario.persons for rule in one.rules if rule.kind == "procedure"}
                kept += sum(len(plans & {*note.kept}) for note in life.conduct)
                judged += sum(len(plans & {*note.kept, *note.broken}) for note in life.conduct)
            print(f"{row:24}{policy:24}{kept} of {judged}", flush=True)


def newcomer(seed: int, rho: float, pool: bool) -> float:
    """Compliance of the first replies to a newcomer, after others were met by the same memory."""
    stream = generate_stream(
        seed, blocks=1, people=VETERANS + 1, cohorts=1, rho=rho, language=False, sessions=6, regulars=0.0
    )
    seat = registry.build("assistant", "scripted", memory=f"lesson-counts:pool={'true' if pool else 'false'}")
    env = LifeAEC(scenario=stream.blocks[0].train[0], reward_to="nobody", feedback="instructive")
    cast = Cast(env, assistant=seat)
    for place, scenario in enumerate(stream.blocks[0].train):
        keep = ("assistant_0",) if place else ()
        cast.reset(seed=seed, options={"scenario": scenario}, keep=keep)
        cast.run()
    notes = env.life.conduct[:FIRST]
    kept = sum(len(note.kept) for note in notes)
    return kept / max(1, kept + sum(len(note.broken) for note in notes))


def report_newcomers(number: int) -> bool:
    """Prints what pooling does for newcomers. Returns whether the bars are met."""
    good = True
    print(f"\nnewcomers: {number} streams, after {VETERANS} others; compliance of the first {FIRST} judged replies")
    for rho in (1.0, 0.0):
        pairs = [
            (newcomer(seed, rho, False), newcomer(seed, rho, True))
            for seed in track(range(number), f"rho={rho}", transient=True)
        ]
        own, pooled = [one for one, _ in pairs], [other for _, other in pairs]
        gain = interval([after - before for before, after in pairs], "newcomers")
        helps = gain[1] > 0
        good &= helps is (rho == 1.0)
        print(
            f"rho={rho:.0f}  own {shown(own, 'own')}  pooled {shown(pooled, 'pooled')}  "
            f"difference {gain[0]:+.2f} [{gain[1]:+.2f}, {gain[2]:+.2f}], helps: {'yes' if helps else 'no'}",
            flush=True,
        )
    return good


def main() -> int:
    """Runs the parts. Returns 0 if the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--persons", type=int, default=8, help="persons whose lives are played, and streams")
    parser.add_argument("--rows", default=",".join(ROWS), help="memories, parted by commas")
    parser.add_argument("--part", choices=("lives", "rise", "plans", "newcomers"), help="one part only")
    given = parser.parse_args()
    good = True
    rows = given.rows.split(",")
    if given.part in (None, "lives"):
        good &= report_lives(given.persons, rows)
    if given.part in (None, "rise"):
        good &= report_rise(given.persons, rows)
    if given.part in (None, "plans"):
        report_plans(given.persons, rows)
    if given.part in (None, "newcomers"):
        good &= report_newcomers(given.persons)
    print("bars met" if good else "a bar is missed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
