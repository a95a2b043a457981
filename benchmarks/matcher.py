"""How often the matcher's verdict is the one that a reply means, on open sets and on sets held out.

Run: python benchmarks/matcher.py [--markdown] [--chinese] [--by kind] [--misread]
The replies are written by hand (`tests/rewards/verdicts/`): `replies` over made-up questions in fifteen classes of
phenomena, `chat_replies` over questions that the suites asked, in fourteen styles of real assistants, each labelled
by its author and by a second reader. The matcher was improved on the open files only, and whoever wrote the others
did not see it. Sets built to be hard come between: `reworded_replies`, where things are named in other words than the
key's, `attribute_replies`, in the words of one attribute, and `tempting_replies`, of which half are right and half name
what is right all the same. In the last two and in `everyday_replies`, replies that are not right are labelled only as
that. A reply is *right* if its true verdict is correct.

* `right found`: the share of right replies that the matcher counts as correct;
* `others passed`: the share of the other replies that it counts as correct;
* `undetermined`: the share of replies that it leaves undetermined although their verdict is another one;
* `exact`: the share of replies with exactly the true verdict and score.

Intervals are Wilson's (1927), 95 %. Leaves with 1 if a bar is missed over all held-out sets, with 2 if there is none.
`--misread` lists the misread replies of the open files.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt
from pathlib import Path

from regulars.dialogue import Verdict, VerdictKind
from regulars.testing.reply_sets import LabelledReply, read_replies

FOLDER = Path(__file__).parents[1] / "tests" / "rewards" / "verdicts"
OPEN = (
    "replies.toml",
    "chat_replies.toml",
    "chat_replies_more.toml",
    "chat_replies_second.toml",
    "chat_replies_natural.toml",
    "chat_replies_natural_second.toml",
    "chat_replies_natural_third.toml",
    "chat_replies_natural_fourth.toml",
    "chat_replies_natural_fifth.toml",
    "chat_replies_natural_sixth.toml",
    "chat_replies_natural_seventh.toml",
    "chat_replies_natural_eighth.toml",
    "chat_replies_natural_ninth.toml",
    "chat_replies_natural_tenth.toml",
    "chat_replies_natural_eleventh.toml",
    "chat_replies_natural_twelfth.toml",
    "chat_replies_natural_thirteenth.toml",
    "chat_replies_natural_fourteenth.toml",
    "chat_replies_natural_fifteenth.toml",
    "chat_replies_natural_sixteenth.toml",
    "chat_replies_natural_seventeenth.toml",
    "chat_replies_natural_eighteenth.toml",
    "chat_replies_natural_nineteenth.toml",
    "chat_replies_natural_twentieth.toml",
    "chat_replies_natural_twenty_first.toml",
    "chat_replies_natural_twenty_second.toml",
    "chat_replies_natural_twenty_third.toml",
    "chat_replies_natural_twenty_fourth.toml",
    "chat_replies_natural_twenty_fifth.toml",
    "chat_replies_natural_twenty_sixth.toml",
    "chat_replies_natural_twenty_seventh.toml",
    "chat_replies_natural_twenty_eighth.toml",
    "chat_replies_natural_twenty_ninth.toml",
    "chat_replies_natural_thirtieth.toml",
)
HELD_OUT = (
    "replies_held_out.toml",
    "chat_replies_held_out.toml",
    "chat_replies_natural_held_out.toml",
    "chat_replies_natural_held_out_third.toml",
    "chat_replies_natural_held_out_fourth.toml",
    "chat_replies_natural_held_out_fifth.toml",
    "chat_replies_natural_held_out_sixth.toml",
    "chat_replies_natural_held_out_seventh.toml",
    "chat_replies_natural_held_out_eighth.toml",
    "chat_replies_natural_held_out_ninth.toml",
    "chat_replies_natural_held_out_tenth.toml",
    "chat_replies_natural_held_out_eleventh.toml",
    "chat_replies_natural_held_out_twelfth.toml",
    "chat_replies_natural_held_out_thirteenth.toml",
    "chat_replies_natural_held_out_fourteenth.toml",
    "chat_replies_natural_held_out_fifteenth.toml",
    "chat_replies_natural_held_out_sixteenth.toml",
    "chat_replies_natural_held_out_seventeenth.toml",
    "chat_replies_natural_held_out_eighteenth.toml",
    "chat_replies_natural_held_out_nineteenth.toml",
    "chat_replies_natural_held_out_twentieth.toml",
    "chat_replies_natural_held_out_twenty_first.toml",
    "chat_replies_natural_held_out_twenty_second.toml",
    "chat_replies_natural_held_out_twenty_third.toml",
)
HARD = (
    "reworded_replies.toml",
    "reworded_replies_held_out.toml",
    "attribute_replies.toml",
    "attribute_replies_held_out.toml",
    "tempting_replies.toml",
    "tempting_replies_held_out.toml",
    "everyday_replies.toml",
    "everyday_replies_second.toml",
)
"""Sets that are built to be hard, open ones and held-out ones, and everyday replies; no bar is set on them."""
CHINESE_OPEN = ("replies_chinese.toml", "replies_chinese_fresh.toml")
CHINESE_HELD_OUT = ("replies_chinese_held_out.toml",)
LEAST_RIGHT_FOUND, MOST_OTHERS_PASSED, MOST_UNDETERMINED = 0.95, 0.02, 0.05
"""Bars on each held-out set."""
NORMAL_95 = 1.96
"""Quantile of the normal distribution for an interval of 95 %."""
COLUMNS = ("right found", "others passed", "undetermined", "exact")
GROUPS: dict[str, Callable[[LabelledReply], str]] = {
    "style": lambda reply: reply.phenomenon,
    "kind": lambda reply: reply.question.kind or reply.phenomenon,
    "form": lambda reply: reply.expectation.form,
    "suite": lambda reply: reply.question.suite or "-",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one reply."""

    reply: LabelledReply
    found: Verdict

    @property
    def is_exact(self) -> bool:
        score = self.reply.score
        return self.found.kind is self.reply.kind and (isnan(score) or abs(self.found.score - score) < 0.005)


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """NaN where there is nothing to count."""
        return self.hits / self.of if self.of else nan

    def wilson(self) -> tuple[float, float]:
        """Wilson's score interval."""
        if not self.of:
            return nan, nan
        z2 = NORMAL_95**2
        middle = (self.value + z2 / (2 * self.of)) / (1 + z2 / self.of)
        half = NORMAL_95 * sqrt(self.value * (1 - self.value) / self.of + z2 / (4 * self.of**2)) / (1 + z2 / self.of)
        return middle - half, middle + half

    def __str__(self) -> str:
        return f"{self.value:.3f}" if self.of else "-"


def shares(rows: Sequence[Outcome]) -> dict[str, Share]:
    """The measures of a table's row, by column."""
    right = [row for row in rows if row.reply.kind is VerdictKind.CORRECT]
    others = [row for row in rows if row.reply.kind is not VerdictKind.CORRECT]
    open_ = [
        row
        for row in rows
        if row.found.kind is VerdictKind.UNDETERMINED and row.reply.kind is not VerdictKind.UNDETERMINED
    ]
    counts = (
        Share(sum(row.found.kind is VerdictKind.CORRECT for row in right), len(right)),
        Share(sum(row.found.kind is VerdictKind.CORRECT for row in others), len(others)),
        Share(len(open_), len(rows)),
        Share(sum(row.is_exact for row in rows), len(rows)),
    )
    return dict(zip(COLUMNS, counts, strict=True))


def table(rows: Sequence[Outcome], group: Callable[[LabelledReply], str], markdown: bool) -> list[str]:
    """A line for each group, in the file's order, and one for all."""
    cells = [["", "n", *COLUMNS]]
    for name in dict.fromkeys(group(row.reply) for row in rows):
        some = [row for row in rows if group(row.reply) == name]
        cells.append([name, str(len(some)), *map(str, shares(some).values())])
    cells.append(["all", str(len(rows)), *map(str, shares(rows).values())])
    if markdown:
        lines = [f"| {' | '.join(line)} |" for line in cells]
        return [lines[0], f"|---{'|---:' * (len(COLUMNS) + 1)}|", *lines[1:]]
    return [f"{line[0]:28}" + "".join(f"{cell:>15}" for cell in line[1:]) for line in cells]


def report(name: str, group: str, markdown: bool, misread: bool = False) -> list[Outcome]:
    """Prints the table of a file and its overall measures; gives what became of its replies."""
    rows = [Outcome(reply, reply.judged()) for reply in read_replies(FOLDER / name).replies]
    print(f"\n### {name}\n" if markdown else f"\n{name}")
    print("\n".join(table(rows, GROUPS[group], markdown)))
    print("\n" + _line(rows))
    for row in rows if misread else ():
        if not row.is_exact:
            reply = row.reply
            print(f"\n[{reply.name} {reply.phenomenon} {reply.expectation.form}] asked: {reply.question.asked}")
            print(f"  key: {reply.expectation.gold or '-'}; picked: {reply.picked or '-'}")
            print(f"  {reply.text!r}\n  is {reply.kind.name}, read as {row.found.kind.name}: {row.found.reason}")
    return rows


def _line(rows: Sequence[Outcome]) -> str:
    return ", ".join(f"{name} {share} {_interval(share)}" for name, share in shares(rows).items())


def _interval(share: Share) -> str:
    low, high = share.wilson()
    return f"[{low:.3f}, {high:.3f}]"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--markdown", action="store_true", help="print the tables as markdown")
    parser.add_argument("--chinese", action="store_true", help="the Chinese sets instead of the English ones")
    parser.add_argument("--by", choices=sorted(GROUPS), default="style", help="what a line of a table is (style)")
    parser.add_argument("--misread", action="store_true", help="list the misread replies of the open files")
    given = parser.parse_args()
    for name in CHINESE_OPEN if given.chinese else OPEN:
        report(name, given.by, given.markdown, given.misread)
    for name in () if given.chinese else HARD:
        report(name, given.by, given.markdown)
    held_out = [name for name in (CHINESE_HELD_OUT if given.chinese else HELD_OUT) if (FOLDER / name).exists()]
    if not held_out:
        print("\nno held-out file is there, so there is no held-out figure", file=sys.stderr)
        return 2
    everything: list[Outcome] = []
    for name in held_out:
        rows = report(name, given.by, given.markdown)
        _verdict(name, rows)
        everything += rows
    print(f"\nall {len(everything)} held-out replies: {_line(everything)}")
    return _verdict("all held-out sets", everything)


def _verdict(name: str, rows: Sequence[Outcome]) -> int:
    right, passed, undetermined, _ = (share.value for share in shares(rows).values())
    met = right >= LEAST_RIGHT_FOUND and passed <= MOST_OTHERS_PASSED and undetermined <= MOST_UNDETERMINED
    bars = f"right found {LEAST_RIGHT_FOUND}, others passed {MOST_OTHERS_PASSED}, undetermined {MOST_UNDETERMINED}"
    print(f"\n{name}: bars {bars}: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
