"""How a Chinese clause means its values: every rule beside a clause to which it just does not apply.

Statuses are given by their first letters in text order: current, past, hypothetical, questioned, denied, foreign; `Q`
is quoted.
"""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain, ValueType

CITY = Domain("home_city", aliases=dict.fromkeys(("成都", "上海", "杭州", "西安"), ()))
RENT = Domain("rent", ValueType.NUMBER, unit="元")
MOVE = Domain("move", ValueType.DATE)


def read(text: str, domain: Domain = CITY) -> str:
    found = assertions(text, domain)
    return " ".join("Q" if one.status is AssertionStatus.QUOTED else one.status.value[0] for one in found)


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        # A list has one status; a comma after what is past or denied ends it.
        ("你住在成都和上海。", "c c", "你住在成都或者上海。", "h h"),
        ("成都、上海或者西安。", "h h h", "成都、上海和西安。", "c c c"),
        ("不是成都和上海。", "d d", "不是成都,上海。", "d c"),
        ("你以前住在成都和上海。", "p p", "你以前住在成都,上海。", "p c"),
        ("可能是成都或者上海。", "h h", "不是成都或者上海。", "d c"),
        ("不是成都,上海或者西安。", "d h h", "是成都,上海或者西安。", "h h h"),
        ("以前住在成都,上海或者西安。", "p h h", "可能住在成都,上海或者西安。", "h h h"),
        ("不是成都就是上海。", "h h", "不是成都而是上海。", "d c"),
        ("是成都而不是上海。", "c d", "是成都而且是上海。", "c c"),
        # From one to the other.
        ("你从成都搬到上海。", "p c", "你从成都看上海。", "c c"),
        ("你在成都,搬到上海。", "c c", "你在成都,后来搬到上海。", "p c"),
        ("你不是从成都,后来上海。", "d c", "你在成都、西安,后来上海。", "p p c"),
        ("你在成都,后来可能在上海。", "c h", "你在成都,后来在上海。", "p c"),
        # Guessed, planned, denied, past: the earlier cue goes on, unless the later one outweighs it.
        ("可能现在在成都。", "h", "现在在成都。", "c"),
        ("可能不在成都。", "d", "可能以前在成都。", "h"),
        ("不是以前的成都。", "d", "以前不是成都。", "d"),
        ("不搬到成都。", "d", "搬到成都。", "c"),
        ("打算搬到成都。", "h", "已经搬到成都。", "c"),
        ("你以前说成都。", "c", "你以前住成都。", "p"),
        # What follows from a condition.
        ("如果没搬,那就是成都。", "h", "已经搬了,那就是成都。", "c"),
        ("如果没搬。那就是成都。", "c", "如果没搬,反正是成都。", "c"),
        ("如果没搬,那就不是成都。", "d", "如果没搬,那就是以前的成都。", "p"),
        ("你从小从成都搬到上海。", "p c", "你从小在成都搬到上海。", "c c"),
        # Behind a value.
        ("成都是错的。", "d", "成都是对的。", "c"),
        ("成都也许吧。", "h", "成都就好。", "c"),
        ("成都是你以前的家。", "p", "成都是你现在的家。", "c"),
        # Another person, and the user behind them.
        ("你姐姐住在成都。", "f", "你住在成都。", "c"),
        ("你姐姐说你住在成都。", "c", "你姐姐说她住在成都。", "f"),
        ("成都是你姐姐的。", "f", "成都是你的。", "c"),
        ("你姐姐不住在成都。", "d", "你姐姐喜欢,成都。", "f"),
        # Asked, in part and as a whole.
        ("你住在成都吗?", "q", "你住在成都。", "c"),
        ("你住在成都吗", "q", "你住在成都呀", "c"),
        ("你住在成都,喜欢上海吗?", "c q", "你住在成都,是吗?", "q"),
        ("你不住在成都吗?", "d", "你可能住在成都吗?", "q"),
        ("你住在成都,还是上海?", "q q", "你住在成都,哪里好?", "c"),
        # Corrected by a later value.
        ("你住在成都,不对,上海。", "d c", "你住在成都,不对。", "d"),
        ("你可能住在成都,不对,上海。", "d c", "你以前住在成都,不对,上海。", "p c"),
        ("你住在成都,口误,可能上海。", "c h", "你住在成都,口误,上海。", "d c"),
        # Quoted, unless only the value is.
        ("你说「成都的房子很不错」。", "Q", "你说「成都」。", "c"),
        ("你说“住在成都呢”。", "Q", "你说“在成都”。", "c"),
    ],
)  # fmt: skip
def test_a_rule_of_a_clause_and_its_counterpart(text: str, found: str, counterpart: str, other: str) -> None:
    assert (read(text), read(counterpart)) == (found, other)


@pytest.mark.parametrize(
    ("text", "domain", "found"),
    [
        ("房租3500元。", RENT, "c"),
        ("房租至少3500元。", RENT, "h"),
        ("房租至少要说3500元。", RENT, "h"),
        ("房租至少我们说3500元。", RENT, "c"),
        ("房租3500元以上。", RENT, "h"),
        ("房租3500元以来。", RENT, "c"),
        ("房租3500元,全年42000元。", RENT, "c h"),
        ("全年42000元。", RENT, "c"),
        ("不是3500元以上。", RENT, "d"),
        # Dates.
        ("是2025年6月20日。", MOVE, "c"),
        ("早于2025年6月20日。", MOVE, "h"),
        ("早于明天,2025年6月20日。", MOVE, "c"),
        ("2025年6月20日之前。", MOVE, "h"),
        ("2025年6月20日前后。", MOVE, "h"),
        ("原定于2025年6月20日。", MOVE, "p"),
        ("原定,是2025年6月20日。", MOVE, "c"),
        ("2025年6月20日取消了。", MOVE, "p"),
        ("以前说2025年6月20日。", MOVE, "c"),
        ("打算2025年6月20日搬。", MOVE, "c"),
        ("可能是2025年6月20日。", MOVE, "h"),
    ],
)
def test_dates_and_numbers(text: str, domain: Domain, found: str) -> None:
    assert read(text, domain) == found


def test_the_date_of_a_telling_is_left_out_beside_another_one():
    def values(text: str) -> list[str]:
        return [one.value for one in assertions(text, MOVE)]

    assert values("2025年5月14日你告诉我是2025年6月20日。") == ["2025-06-20"]
    assert values("2025年5月14日你告诉我的。") == ["2025-05-14"]
    assert values("2025年5月14日和2025年6月20日。") == ["2025-05-14", "2025-06-20"]
