"""What a Chinese reply asserts: what stands before a question, the last of several values, what no condition opens."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.values import Domain

CITY = Expectation(
    "value", Domain("home_city", aliases=dict.fromkeys(("成都", "上海", "杭州"), ())), True, ("成都",), ("上海",)
)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        # A value that begins the question is asked about; as a statement it is the answer.
        ("成都吗?", "off_task"),
        ("成都。", "correct"),
        ("你好。成都吗?", "off_task"),
        ("你好。成都。", "correct"),
        # A question that goes on with `还是` began in the clause before it, and not earlier.
        ("你住在成都,还是上海呢?", "off_task"),
        ("你住在成都,上海好玩吗?", "correct"),
        ("你住在成都,你想去上海,还是去杭州呢?", "correct"),
        # A later value ends the earlier ones of its sentence; without the cue they stand side by side.
        ("你住在上海,后来住在成都。", "correct"),
        ("你住在成都,后来住在上海。", "stale"),
        ("你住在杭州、上海,后来住在成都。", "correct"),
        # What follows from a condition of its own sentence is open, and not from one of an earlier sentence.
        ("你好。如果没搬,那么你住在成都。", "undetermined"),
        ("如果没搬,那么你住在成都。", "undetermined"),
        ("你好。如果下雨,我不出门。我看,那么你住在成都。", "correct"),
        ("你好。我看,那么你住在成都。", "correct"),
        # A tag covers its whole statement; a denial stays one.
        ("你住在成都,是吧?", "off_task"),
        ("你不住在上海,你住在成都。", "correct"),
    ],
)
def test_only_what_is_not_asked_is_asserted(reply, kind) -> None:
    assert judge(reply, None, CITY).kind.name.lower() == kind
