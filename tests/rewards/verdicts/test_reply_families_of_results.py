"""Families of replies that give a result, or say why there is none, each beside its opposite."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

DAYS = Domain("days", ValueType.NUMBER, unit="days")
STAMPS = Expectation("sum", Domain("stamps", ValueType.NUMBER, unit="stamps"), True, ("114",))
COUNT = Expectation("count", Domain("count", ValueType.NUMBER), True, ("3",))
THIRTY_FIVE_DAYS = Expectation("duration", DAYS, True, ("35",))
NO_COUNT = Expectation("count", Domain("count", ValueType.NUMBER), False)
NO_DAYS = Expectation("duration", DAYS, False)
NO_PAGES = Expectation("sum", Domain("pages_read", ValueType.NUMBER, unit="pages"), False)


@pytest.mark.parametrize(
    ("expectation", "text", "expected"),
    [
        (NO_DAYS, "Neither the test nor the jab has a date in anything you've written to me.", "correct"),
        (NO_DAYS, "I'd love to count, but both dates are missing from my notes.", "correct"),
        (NO_DAYS, "You'd have to give me both dates first.", "correct"),
        (NO_DAYS, "When did you buy the mattress, and when was the last drink? With these I can count.", "correct"),
        (
            NO_DAYS,
            "| Test | ? |\n|---|---|\n| Jab | ? |\n| Days between | ? |\n\nFill in the first two, I'll do the third.",
            "correct",
        ),
        (
            NO_DAYS,
            "I know when your lease ends (31 May) but not when the project is due, so I can't subtract.",
            "correct",
        ),
        (NO_DAYS, "Only one of the two dates is known to me.", "correct"),
        (NO_DAYS, "One date is missing, so there's nothing to subtract.", "correct"),
        (NO_DAYS, "To count the days I need two dates, and I have none.", "correct"),
        (NO_DAYS, "No dates, no difference: you've told me about neither.", "correct"),
        (NO_DAYS, "That can't be calculated: I wasn't given either date.", "correct"),
        (NO_DAYS, "Days between: unknown", "correct"),
        (NO_DAYS, "Happy to do the maths once you send me the two dates.", "correct"),
        (NO_DAYS, "Counting days is fun, isn't it? I used to do it on a calendar.", "off_task"),
        (NO_DAYS, "Are you sleeping better on the new mattress?", "off_task"),
        (NO_DAYS, "There are 41.", "unsupported"),
        (NO_PAGES, "There isn't a single page count in what you've sent me.", "correct"),
        (NO_PAGES, "You haven't logged any pages with me, so the sum is empty.", "correct"),
        (NO_PAGES, "I have no page numbers from you. How many was it in January?", "correct"),
        (NO_PAGES, "Zero pages on record, I'm afraid.", "correct"),
        (NO_PAGES, "Nothing to add up yet!", "correct"),
        (NO_PAGES, "Total pages: ____ (please fill in)", "correct"),
        (NO_PAGES, "842 pages!", "unsupported"),
        (NO_COUNT, "Not a single one, as far as I know.", "correct"),
        (NO_COUNT, "You've never mentioned any to me.", "correct"),
        (NO_COUNT, "No instruments have come up.", "correct"),
        (NO_COUNT, "A pair, I believe.", "unsupported"),
        (STAMPS, "72 in the first lot, 42 in the second. So pages for 114 stamps, please.", "correct"),
        (STAMPS, "First 72, then 42 more: 114.", "correct"),
        (STAMPS, "72 + 42 = 104... no, 114.", "correct"),
        (STAMPS, "Seventy-two and forty-two make one hundred and fourteen.", "correct"),
        (STAMPS, "| When | Stamps |\n|---|---|\n| 9 Jan | 72 |\n| 27 Jan | 42 |\n| | **114** |", "correct"),
        (STAMPS, "| When | Stamps |\n|---|---|\n| 9 Jan | 72 |\n| 27 Jan | 42 |\n| Σ | 114 |", "correct"),
        (STAMPS, "- 9 Jan: 72\n- 27 Jan: 42\n\n114 in all", "correct"),
        (STAMPS, "70 + 40 = 110, 2 + 2 = 4, makes 114", "correct"),
        (STAMPS, "72 and 42, that's 114 if my sums are right. I've put 120 slots in the order to be safe.", "correct"),
        (STAMPS, "72 + 42 = 112", "wrong"),
        (STAMPS, "| 9 Jan | 72 |\n| 27 Jan | 42 |\n| | **124** |", "wrong"),
        (STAMPS, "You put in 72 and 42.", "wrong"),
        (COUNT, "A trio: chess, judo and rowing.", "correct"),
        (COUNT, "Three, leaving aside the 12 you only watched.", "correct"),
        (COUNT, "Apart from the 2 clubs you left, three.", "correct"),
        (COUNT, "The 40 medals and the 2 coaches don't count, so it's three.", "correct"),
        (COUNT, "chess judo rowing... 3 then", "correct"),
        (COUNT, "Just the three, no more.", "correct"),
        (COUNT, "3 (chess, judo, rowing), and there may be others you haven't told me about.", "correct"),
        (COUNT, "If I count judo once, you get three.", "correct"),
        (COUNT, "I'd have said four, but judo turned up twice. Three, then.", "correct"),
        (COUNT, "chess ×1, judo ×1, rowing ×1 → 3", "correct"),
        (COUNT, "You asked me in January too, and then it was two. Rowing came on top, so three now.", "correct"),
        (COUNT, "Chess, judo and rowing. Three in my book.", "correct"),
        (COUNT, "A quartet.", "wrong"),
        (COUNT, "Two, not counting the three you left.", "wrong"),
        (COUNT, "One or two or three, hard to say.", "undetermined"),
        (COUNT, "You play in a quartet on Tuesdays.", "wrong"),
        (THIRTY_FIVE_DAYS, "Five weeks to the day.", "correct"),
        (THIRTY_FIVE_DAYS, "Exactly five weeks, i.e. 35 days.", "correct"),
        (THIRTY_FIVE_DAYS, "There are 35 weeks between the two.", "wrong"),
        (THIRTY_FIVE_DAYS, "Between your farewell as a tenant and the hand-over there are 35 weeks.", "wrong"),
        (THIRTY_FIVE_DAYS, "One month and four days, which is 35 days.", "correct"),
        (THIRTY_FIVE_DAYS, "From 1 March to 5 April: 31 + 4 = 35.", "correct"),
        (THIRTY_FIVE_DAYS, "35 (34 if you don't count the last one).", "correct"),
        (THIRTY_FIVE_DAYS, "31 - 1 = 30, + 5 = 35 days", "correct"),
        (
            THIRTY_FIVE_DAYS,
            "The lease ends on the 1st, the project is due on 5 April; thirty-five days in between.",
            "correct",
        ),
        (THIRTY_FIVE_DAYS, "34 days.", "wrong"),
    ],
)
def test_result(expectation: Expectation, text: str, expected: str) -> None:
    found = find_verdict(text, None, expectation)
    assert found.kind.name.lower() == expected, found.reason
