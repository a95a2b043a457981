"""What a panel of judges makes of the matcher's verdict, by hand for every kind of verdict and every vote."""

from __future__ import annotations

import pytest

from regulars.agents.evaluator.opinions import Opinion
from regulars.agents.evaluator.panel import majority, settled
from regulars.dialogue import Verdict, VerdictKind, VerdictSource
from regulars.rewards.verdicts.expectation import Expectation
from regulars.values import Domain

CITY = Domain("home_city")
TOLD = Expectation("value", CITY, True, ("Bergen",))
UNTOLD = Expectation("value", CITY, False)


def opinions(votes: str) -> list[Opinion]:
    """`y`, `n`, `f` and `u` as judges who vote yes or no, fail or are unreadable, with reasons by place."""
    names = {"y": "yes", "n": "no", "f": "failed", "u": "unreadable"}
    return [Opinion(f"m{place}", names[vote], f"reason {place}") for place, vote in enumerate(votes)]


@pytest.mark.parametrize(
    ("votes", "right"),
    [
        ("y", True), ("n", False), ("yn", None), ("yyn", True), ("nny", False), ("yynn", None), ("f", None),
        ("fu", None), ("fyu", True), ("unf", False), ("yfffff", True), ("", None),
    ],
)  # fmt: skip
def test_the_side_with_more_votes_is_the_majority(votes, right) -> None:
    assert majority(opinions(votes)) is right


MODEL = VerdictSource.MODEL


@pytest.mark.parametrize(
    ("known", "votes", "kind", "score", "reason"),
    [
        # A yes is correct whatever the matcher says, but a leak stays a leak. The reason is that of the winning side.
        (VerdictKind.WRONG, "nyy", VerdictKind.CORRECT, 1.0, "reason 1"),
        (VerdictKind.STALE, "yny", VerdictKind.CORRECT, 1.0, "reason 0"),
        (VerdictKind.NONE, "fy", VerdictKind.CORRECT, 1.0, "reason 1"),
        (VerdictKind.LEAKED, "nyy", VerdictKind.LEAKED, 0.25, "reason 1"),
        # For a no the matcher's kind stays where it says what is wrong, with its score.
        (VerdictKind.STALE, "ynn", VerdictKind.STALE, 0.25, "reason 1"),
        (VerdictKind.PARTIAL, "un", VerdictKind.PARTIAL, 0.25, "reason 1"),
        (VerdictKind.LEAKED, "n", VerdictKind.LEAKED, 0.25, "reason 0"),
        (VerdictKind.CORRECT, "ynn", VerdictKind.WRONG, 0.0, "reason 1"),
        (VerdictKind.UNDETERMINED, "n", VerdictKind.WRONG, 0.0, "reason 0"),
        (VerdictKind.NONE, "n", VerdictKind.WRONG, 0.0, "reason 0"),
    ],
)
def test_the_majority_and_the_matcher_together_make_the_verdict(known, votes, kind, score, reason) -> None:
    matched = Verdict(known, ("Oslo",), score=0.25, reason="matched")
    found = settled(matched, TOLD, "In Oslo.", opinions(votes))
    assert found == Verdict(kind, ("Oslo",), score=score, reason=reason, source=MODEL)


@pytest.mark.parametrize(
    ("expectation", "reply", "kind"),
    [
        (TOLD, "In Oslo.", VerdictKind.WRONG),
        (TOLD, "I don't know.", VerdictKind.ABSTAINED),
        (UNTOLD, "In Oslo.", VerdictKind.UNSUPPORTED),
        (UNTOLD, "I don't know.", VerdictKind.UNSUPPORTED),  # the judges say that even this is wrong
    ],
)
def test_a_no_is_named_by_the_reply_and_by_what_was_told(expectation, reply, kind) -> None:
    assert settled(Verdict(VerdictKind.UNDETERMINED), expectation, reply, opinions("n")).kind is kind


@pytest.mark.parametrize(
    ("votes", "reason", "source"),
    [
        ("yn", "the judges are evenly divided", VerdictSource.MATCHER),
        ("fyn", "the judges are evenly divided", VerdictSource.MATCHER),
        ("uf", "reason 0", VerdictSource.UNREADABLE),
        ("f", "reason 0", VerdictSource.UNREADABLE),
    ],
)
def test_without_a_majority_the_verdict_of_the_matcher_stays(votes, reason, source) -> None:
    matched = Verdict(VerdictKind.STALE, ("Oslo",), score=0.25, reason="matched")
    found = settled(matched, TOLD, "In Oslo.", opinions(votes))
    assert found == Verdict(VerdictKind.STALE, ("Oslo",), score=0.25, reason=reason, source=source)
