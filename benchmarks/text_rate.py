"""How long it takes to judge, check, search and phrase a sentence, beside splitting the same text into words.

Run: python benchmarks/text_rate.py [--number 500] [--rounds 7]

The peer is the least that anybody does with a text: `re.findall` of its folded words. Own and peer are timed in turn,
on the time of the processor. A figure is the median over rounds. Prints microseconds, the ratio to the peer, the bar,
and whether it is met.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from itertools import count
from statistics import median
from time import process_time
from timeit import timeit

from regulars.dialogue import PlanAct
from regulars.rewards.style_checks.checks import CHECKS
from regulars.rewards.style_checks.compliance import comply
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.style_checks.reply_text import MEASURES
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree
from regulars.values import Domain, ValueType, told_value

BARS = {"judging": 100.0, "checking": 12.0, "measuring": 6.0, "finding": 12.0, "phrasing": 6.0}
"""How many times as long as its peer each may take."""

ANSWER = "You told me that you live in Bergen, so I would start looking for a dentist there."
REPLY = (
    "You mentioned on 3 March that your rent is 1,250 euros a month, and that you pay it on the first of each month. "
    "I would keep an eye on it, since it's going up quickly in Bergen. If you like, we can look at the forty numbers "
    "and see where there is room to save. Would Tuesday at 17:30 suit you?"
)
CITY = Domain("city", aliases={"New York City": ("NYC", "New York"), "York": (), "Bergen": (), "Oslo": ()})
SAID = (
    ("I moved to Bergen last week, by the way.", "Bergen", CITY),
    ("My rent is 1250 euros now, by the way.", "1250", Domain("rent", ValueType.NUMBER, unit="euros")),
    ("I have 12 of them now, by the way.", "12", Domain("count", ValueType.NUMBER)),
    ("We marry on 14 May 2025, by the way.", "2025-05-14", Domain("wedding", ValueType.DATE)),
)
OCCASION = Occasion(
    "Where did I meet my ex?", "Anna", datetime(2025, 6, 2, tzinfo=UTC), True, PlanAct.ANSWER, True, (date(2025, 3, 3),)
)
PARAMETERS = {
    "of": "bold", "at_least": 1, "at_most": 12, "phrases": ("sorry", "I", "e.g.", ";"), "place": "start",
    "instead": {"color": "colour", "I am": "we are"}, "letters": 8, "besides": 1, "sentences": 1, "given": True,
    "hours": 24, "cited": True, "own_words": True, "contracted": True, "asked": True, "when": ("ex",),
}  # fmt: skip
STYLES = {"address": "first_name", "currency_style": "sign", "number_style": "words", "thousands_style": "plain"}
WORD = re.compile(r"\w+")
NUMBERS = count()
LETTERS = str.maketrans("01", "ab")

Work = tuple[str, str, Callable[[], object], str]
"""The kind of work, what it is done for, the work, and the text that the peer splits."""


def fresh(text: str) -> str:
    """The text with a word at its end that it has not had before, so that nothing is remembered of it."""
    return f"{text} {format(next(NUMBERS), 'b').translate(LETTERS)}"


def works() -> Iterator[Work]:
    """All that is timed."""
    expectation = Expectation("city", CITY, True, ("Bergen",), ("Oslo",))
    yield "judging", "an answer", lambda: judge(fresh(ANSWER), None, expectation), ANSWER
    for check in CHECKS:
        parameters = {**PARAMETERS, "style": STYLES.get(check, "iso")}

        def checked(check: str = check, parameters: dict[str, object] = parameters) -> object:
            return comply(fresh(REPLY), OCCASION, check, "always", parameters)

        yield "checking", check, checked, REPLY
    for name, measure in MEASURES.items():
        yield "measuring", name, lambda measure=measure: measure(fresh(REPLY)), REPLY
    for text, value, domain in SAID:
        found = told_value(text, value, domain)
        assert found == value
        yield (
            "finding",
            domain.name,
            lambda text=text, value=value, domain=domain: told_value(fresh(text), value, domain),
            text,
        )
    language, draws = Language.load("english"), SeedTree(1).draws()
    said = language.tell("home_city", "Bergen", "", draws, "Lyon")
    yield "phrasing", "home_city", lambda: language.tell("home_city", "Bergen", "", draws, "Lyon"), said


def times(work: Callable[[], object], text: str, number: int, rounds: int) -> tuple[float, float]:
    """Seconds for the work, and the ratio to the peer."""
    work()
    pairs = []
    for _ in range(rounds):
        own = timeit(work, number=number, timer=process_time) / number
        peer = timeit(lambda: WORD.findall(text.casefold()), number=number, timer=process_time) / number
        pairs.append((own, own / peer))
    return median(own for own, _ in pairs), median(ratio for _, ratio in pairs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=500, help="how often each is done in a round")
    parser.add_argument("--rounds", type=int, default=7, help="how often own and peer are measured in turn")
    given = parser.parse_args()
    met = True
    slowest: dict[str, tuple[float, float, str]] = {}
    for kind, name, work, text in works():
        own, ratio = times(work, text, given.number, given.rounds)
        slowest[kind] = max(slowest.get(kind, (0.0, 0.0, "")), (ratio, own, name))
    print(f"{'work':12}{'slowest':20}{'time':>12}{'ratio':>10}{'bar':>8}")
    for kind, (ratio, own, name) in slowest.items():
        met &= ratio <= BARS[kind]
        verdict = "met" if ratio <= BARS[kind] else "MISSED"
        print(f"{kind:12}{name:20}{own * 1e6:9.1f} us{ratio:8.1f} x{BARS[kind]:6.0f} x  {verdict}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
