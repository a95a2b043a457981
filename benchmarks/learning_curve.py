"""How fast feedback on manner is learnt: compliance by the number of feedbacks, in a toy and in lives.

Run: python benchmarks/learning_curve.py [--seeds 200] [--persons 12] [--rows bandit,fixed] [--part toy|lives]
The toy: 25 style attributes of two settings each, four hidden wishes, a like if all four are kept and a dislike
otherwise, 5 % of them flipped. The lives: those of the suite `procedural` at several seeds, each person met once, under
policies that carry more and more. Intervals are 95 % bootstrap intervals over seeds, and over persons. Checked:
- toy: Thompson sampling reaches .80 after 30 feedbacks and .92 after 70; a fixed style stays where it is;
- lives: under `sealed` and `placebo` the bandit stays flat: its means stay within the interval of its first replies,
  and it does not gain; under `evaluative`, `diagnostic` and `instructive` it gains from its first to its last replies,
  paired by person, and its compliance over the life rises in that order; who knows the rules keeps at least 95 %.
"""

from __future__ import annotations

import argparse
import sys
from bisect import bisect_left
from collections.abc import Sequence
from statistics import mean
from typing import Any

from rich.progress import track

from regulars import Cast, registry
from regulars.agents import roster
from regulars.agents.assistant.thompson import choose_settings
from regulars.envs.aec import LifeAEC
from regulars.envs.life.life import Life
from regulars.evaluation.systems.oracles import RuleKeepingAssistant
from regulars.memory.parts.learning.wish_posterior import Prior, WishPosterior
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario
from regulars.seeding import SeedTree

assert roster.__name__

ATTRIBUTES, WISHES, NOISE, REPLIES = 25, 4, 0.05, 101
SHOWN_AT = (0, 10, 30, 50, 70, 100)
POLICIES = ("sealed", "placebo", "placebo:of=instructive", "evaluative", "diagnostic", "instructive")
LEARNING = ("evaluative", "diagnostic", "instructive")
ROWS = ("fixed", "bandit", "ideal-observer", "oracle-rules")
BANDS = ((0, 10), (10, 20), (20, 40), (40, 60), (60, 90))
SETTINGS = ("on", "off")
RESAMPLES = 2000

Curve = dict[tuple[int, int], tuple[int, int]]


def interval(values: Sequence[float], name: str) -> tuple[float, float, float]:
    """The mean, and a 95 % bootstrap interval."""
    draws = SeedTree(0).draws("bootstrap", name)
    means = sorted(mean(draws.choice(values) for _ in values) for _ in range(RESAMPLES))
    return mean(values), means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]


def shown(values: Sequence[float], name: str) -> str:
    """A mean with its interval, as a cell."""
    if not values:
        return "              -"
    return "{:.2f} [{:.2f}, {:.2f}]".format(*interval(values, name))


# ---------------------------------------------------------------------- the toy


def toy(seed: int) -> dict[str, list[float]]:
    """Shares of four hidden wishes that are kept, by the number of feedbacks before."""
    tree = SeedTree(seed)
    style_attributes = {f"k{number}": SETTINGS for number in range(ATTRIBUTES)}
    wanted = {
        style_attribute: tree.draws("want", style_attribute).choice(SETTINGS)
        for style_attribute in tree.draws("wishes").sample(list(style_attributes), WISHES)
    }
    posterior = WishPosterior(Prior(neutral=None, noise=NOISE))
    style = {
        style_attribute: tree.draws("style", style_attribute).choice(SETTINGS) for style_attribute in style_attributes
    }
    curves: dict[str, list[float]] = {"fixed": [], "thompson": [], "likeliest": []}
    for reply in range(REPLIES):
        chosen = dict(
            choose_settings(
                posterior, style_attributes, lambda style_attribute, n=reply: tree.draws("explore", style_attribute, n)
            )
        )  # type: ignore[misc]
        likeliest = {
            style_attribute: max(SETTINGS, key=lambda one, k=style_attribute: posterior.mean(f"{k}.{one}"))
            for style_attribute in style_attributes
        }  # type: ignore[misc]
        for name, replied in (("fixed", style), ("thompson", chosen), ("likeliest", likeliest)):
            curves[name].append(
                sum(replied[style_attribute] == one for style_attribute, one in wanted.items()) / WISHES
            )
        pleased = all(chosen[style_attribute] == one for style_attribute, one in wanted.items())
        if tree.draws("noise", reply).uniform() < NOISE:
            pleased = not pleased
        broken = [
            f"{style_attribute}.{other}"
            for style_attribute in style_attributes
            for other in SETTINGS
            if other != chosen[style_attribute]
        ]
        posterior.learn(broken, float(not pleased))
    return curves


def report_toy(seeds: int) -> bool:
    """Prints the toy's curves. Returns whether the bars are met."""
    runs = [toy(seed) for seed in track(range(seeds), "toy", transient=True)]
    print(
        f"toy: {ATTRIBUTES} style attributes, {WISHES} wishes, {NOISE:.0%} noise, {seeds} seeds; "
        "compliance after so many feedbacks"
    )
    print(f"{'':12}" + "".join(f"{at:>20}" for at in SHOWN_AT))
    after: dict[str, dict[int, float]] = {}
    for name in ("fixed", "thompson", "likeliest"):
        cells = [[run[name][at] for run in runs] for at in SHOWN_AT]
        after[name] = {at: mean(values) for at, values in zip(SHOWN_AT, cells, strict=True)}
        row = "".join(f"{shown(values, name):>20}" for values in cells)
        print(f"{name:12}{row}")
    good = after["thompson"][30] >= 0.80 and after["thompson"][70] >= 0.92
    return good and after["fixed"][100] == after["fixed"][0]


# ---------------------------------------------------------------------- lives


def live(scenario: Scenario, row: str, policy: str) -> Life:
    """One life with one row in the assistant's seat."""
    env = LifeAEC(scenario=scenario, reward_to="nobody", feedback=policy)
    if row == "oracle-rules":
        seat: Any = RuleKeepingAssistant(lambda: env.life)
    else:
        seat = registry.build("assistant", row, memory="bm25-turn")
    cast = Cast(env, assistant=seat)
    cast.reset(seed=0)
    cast.run()
    return env.life


def curve(life: Life) -> Curve:
    """By band of judged replies before: how many rules on manner were kept, of how many that were tested.

    Judged replies are counted and not feedbacks, since under `sealed` there are none: elsewhere each gives one.
    """
    procedures = {rule.id for person in life.scenario.persons for rule in person.rules if rule.kind == "procedure"}
    found = dict.fromkeys(BANDS, (0, 0))
    judged = 0
    starts = [low for low, _ in BANDS[1:]]
    for note in life.conduct:
        if procedures & {*note.kept, *note.broken}:
            continue
        band = BANDS[bisect_left(starts, judged + 1)]
        if judged < band[1]:
            kept, tested = found[band]
            found[band] = (kept + len(note.kept), tested + len(note.kept) + len(note.broken))
        judged += 1
    return found


def shares(curves: Sequence[Curve], band: tuple[int, int]) -> list[float]:
    """Of each person the compliance in a band, where something was tested."""
    return [one[band][0] / one[band][1] for one in curves if one[band][1]]


def overall(one: Curve) -> float:
    """A person's compliance over all bands."""
    return sum(kept for kept, _ in one.values()) / max(1, sum(tested for _, tested in one.values()))


def persons(number: int) -> list[Scenario]:
    """Lives of different persons, two to a seed of the suite, whose rules differ from seed to seed."""
    found: list[Scenario] = []
    seed = 0
    while len(found) < number:
        found += load_suite("procedural").grown(seed).blocks[0].train[:2]
        seed += 1
    return found[:number]


def report_lives(number: int, rows: Sequence[str]) -> bool:
    """Prints compliance by row, policy and judged replies. Returns whether the bars are met."""
    lives = persons(number)
    good = True
    totals: dict[str, float] = {}
    print(f"\nlives: procedural, {number} persons; compliance by judged replies before")
    print(f"{'row':16}{'policy':24}" + "".join(f"{f'{low} to {high - 1}':>20}" for low, high in BANDS))
    pairs = [
        (row, policy)
        for row in rows
        for policy in (POLICIES if row in ("bandit", "ideal-observer") else ("evaluative",))
    ]
    for row, policy in pairs:
        curves = [curve(live(life, row, policy)) for life in track(lives, f"{row} {policy}", transient=True)]
        print(f"{row:16}{policy:24}" + "".join(f"{shown(shares(curves, band), row):>20}" for band in BANDS), flush=True)
        if row == "bandit":
            gained = [
                b[0] / b[1] - a[0] / a[1] for one in curves if (a := one[BANDS[0]])[1] and (b := one[BANDS[-1]])[1]
            ]
            centre, low, high = interval(gained, policy)
            if policy in LEARNING:
                met, wanted = low > 0, "rises"
            else:
                means = [mean(shares(curves, band)) for band in BANDS]
                _, least, most = interval(shares(curves, BANDS[0]), row)
                met, wanted = low <= 0 and all(least <= one <= most for one in means), "flat"
            print(
                f"{'':40}gain {centre:+.2f} [{low:+.2f}, {high:+.2f}], {wanted}: {'yes' if met else 'no'}", flush=True
            )
            good &= met
            totals[policy] = mean(map(overall, curves))
        if row == "oracle-rules":
            good &= mean(map(overall, curves)) >= 0.95
    if "bandit" not in rows:
        return good
    ordered = [totals[policy] for policy in LEARNING]
    print("bandit over the life: " + ", ".join(f"{policy} {total:.2f}" for policy, total in totals.items()))
    return good and ordered == sorted(ordered)


def main() -> int:
    """Runs both parts. Returns 0 if the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=200, help="seeds of the toy")
    parser.add_argument("--persons", type=int, default=12, help="persons whose lives are played")
    parser.add_argument("--rows", default=",".join(ROWS), help="rows that are played, parted by commas")
    parser.add_argument("--part", choices=("toy", "lives"), help="one part only")
    given = parser.parse_args()
    good = True
    if given.part != "lives":
        good &= report_toy(given.seeds)
    if given.part != "toy":
        good &= report_lives(given.persons, given.rows.split(","))
    print("bars met" if good else "a bar is missed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
