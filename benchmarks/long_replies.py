"""How long replies of megabytes take to be judged, whatever they hold.

Run: python benchmarks/long_replies.py [--megabytes 5]
Each reply repeats one piece of text up to the size, and is judged by every form of answer, scored, read for a choice,
and held against a rule. The table shows the slowest pieces of each path, in seconds of processor time, in all and per
megabyte; the second block plays one short life in which every reply is that long. A last column judges the same piece
at the length up to which replies are read whole. Leaves with 1 if a path takes a second per megabyte or more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from time import process_time

from regulars import Cast, life_v0
from regulars.rewards.choices.choice import chosen
from regulars.rewards.excerpts import LONGEST
from regulars.rewards.metrics.token_f1 import answer_f1
from regulars.rewards.style_checks.compliance import comply
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

BAR = 1.0
"""Seconds per megabyte."""
SHOWN = 3
"""The number of the slowest pieces to show for each path."""
MEGABYTE = 1_000_000

PIECES: Mapping[str, str] = {
    "letters": "x", "spaces": " ", "lines": "\n", "digits": "9", "numbers": "9 ", "figures": "1,", "marks": "?!",
    "values": "Bergen, Oslo and Trondheim, ", "sentences": "You live in Bergen. ", "questions": "Is it Bergen? ",
    "quotes": '"Bergen" \'x\' ', "struck": "~~Bergen~~ ", "table": "| a | Bergen |\n", "labels": "Rent: 400 euros\n",
    "changes": "from Oslo to Bergen ", "denials": "not Bergen, ", "guesses": "maybe Bergen or ",
    "unsure": "I'm not sure ", "abstentions": "I don't know. ", "others": "your brother lives in Oslo, ",
    "dates": "5 May 2025, ", "months": "May ",
    "stamps": "[2025-05-14 10:00] ", "words": "one hundred and ", "money": "$5 ", "euros": "1,250 euros, ",
    "hours": "an hour and a half, ", "accents": "e\u0301", "marks alone": "\u0301", "surrogates": "\ud800",
    "zeros": "\x00", "right to left": "\u202e\u200f", "ansi": "\x1b[31m", "invisible": "\u200b", "growing": "\u0130 ",
    "chinese": "不是上海，", "people": "Oslo is what my brother ", "family": "you live in Oslo with your sister ",
    "tags": "it's Oslo isn't it ",
    "results": "366 + 222 = 588 days. ", "parts": "No globe, no clock, just Bergen. ",
    "list": "1. Bergen\n2. Oslo\n", "letters of options": "Option B, ",
    "dashes": "Option B " + "-" * 12_000, "requests": "let's see which one I don't know, ", "thoughts": "<think>",
    "blanks to fill in": "Bergen: " + "_" * 12_000, "apostrophes": "Bergen: " + "'" * 12_000,
}  # fmt: skip

CITY = Domain("city", aliases={"Bergen": (), "Oslo": ("Christiania",), "Trondheim": (), "上海": ()})
EXPECTED: Mapping[str, Expectation] = {
    "value": Expectation("value", CITY, True, ("Bergen",), ("Oslo",), ("Trondheim",)),
    "set": Expectation("set", CITY, True, ("Bergen", "Oslo")),
    "over": Expectation("value", CITY, True, (), ("Oslo",), over=True),
    "order": Expectation("order", CITY, True, ("Bergen", "Oslo")),
    "message": Expectation("pass_on", CITY, True, ("Bergen",), others=("Oslo",)),
    "mention": Expectation("mention", CITY, True, ("Bergen",)),
    "option": Expectation(
        "option", Domain("option", aliases=dict.fromkeys("ABC", ())), True, ("B",), options=("train", "bus", "walk")
    ),
    "euros": Expectation("value", Domain("rent", ValueType.NUMBER, unit="euros"), True, ("1250",)),
    "minutes": Expectation("value", Domain("commute", ValueType.NUMBER, unit="minutes"), True, ("33",)),
    "date": Expectation("value", Domain("birthday", ValueType.DATE), True, ("2025-05-14",)),
}


def paths() -> dict[str, Callable[[str], object]]:
    """What a reply goes through, by name."""
    made: dict[str, Callable[[str], object]] = {
        f"verdict: {name}": lambda text, one=one: find_verdict(text, None, one) for name, one in EXPECTED.items()
    }
    made["answer: value"] = lambda text: find_verdict("", text, EXPECTED["value"])
    made["choice"] = lambda text: chosen(text, None, ("Bergen", "Oslo"), CITY)
    made["token F1"] = lambda text: answer_f1(text, None, ("Bergen",), "multi-hop")
    made["rule"] = lambda text: comply(text, Occasion(), "counts", "always", {"of": "sentences", "at_most": 2})
    made["numbers"] = lambda text: comply(text, Occasion(), "number_style", "names_number", {"style": "words"})
    return made


def seconds(path: Callable[[str], object], text: str) -> float:
    began = process_time()
    path(text)
    return process_time() - began


def repeated(piece: str, size: int) -> str:
    return (piece * (size // len(piece) + 1))[:size]


def life(text: str) -> float:
    """Plays a life in which every reply is `text`. Returns how many seconds each takes longer than a short one."""
    spent = []
    for reply in ("Yes.", text):
        cast = Cast(life_v0.env(sessions=1), assistant=lambda _, said=reply: said)
        cast.reset(seed=1)
        began = process_time()
        cast.run()
        replies = sum(turn.speaker == "assistant" for turn in cast.env.unwrapped.transcript)
        spent.append((process_time() - began, replies))
    return max(spent[1][0] - spent[0][0], 0.0) / max(spent[1][1], 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=5.0)
    given = parser.parse_args()
    size = int(given.megabytes * MEGABYTE)
    texts = {name: repeated(piece, size) for name, piece in PIECES.items()}
    worst = 0.0
    print(f"{'path':18}{'piece':20}{'seconds':>9}{'per MB':>9}{f'{LONGEST:,} read whole':>22}")
    for path, judges in paths().items():
        judges("You live in Bergen. 5 May 2025, 33 minutes, one of 1,250 euros.")
        spent = {name: seconds(judges, text) for name, text in texts.items()}
        for name in sorted(spent, key=spent.__getitem__, reverse=True)[:SHOWN]:
            per = spent[name] / given.megabytes
            worst = max(worst, per)
            whole = seconds(judges, repeated(PIECES[name], LONGEST))
            print(f"{path:18}{name:20}{spent[name]:9.3f}{per:9.3f}{whole:22.3f}", flush=True)
    print(f"\n{'life with':18}{'seconds a reply':>18}{'per MB':>9}")
    for name in ("sentences", "values", "numbers", "ansi"):
        spent_each = life(texts[name])
        worst = max(worst, spent_each / given.megabytes)
        print(f"{name:18}{spent_each:18.3f}{spent_each / given.megabytes:9.3f}", flush=True)
    print(f"\nbar below {BAR:g} s per megabyte: {'met' if worst < BAR else 'MISSED'} (slowest {worst:.3f})")
    return 0 if worst < BAR else 1


if __name__ == "__main__":
    sys.exit(main())
