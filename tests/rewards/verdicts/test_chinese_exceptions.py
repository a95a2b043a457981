"""Every exception of reading a Chinese reply beside its counterpart."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.values import Domain, ValueType

CITY = Expectation(
    "value",
    Domain("home_city", aliases=dict.fromkeys(("成都", "上海", "杭州", "西安"), ())),
    True,
    ("成都",),
    ("上海",),
    ("杭州",),
)
UNTOLD = Expectation("value", CITY.domain, False, others=("杭州",))
RENT = Expectation("value", Domain("rent", ValueType.NUMBER, unit="元"), True, ("3500",), ("3000",))
MOVE = Expectation("value", Domain("move", ValueType.DATE), True, ("2025-06-20",), ("2025-05-14",))
TOWNS = Expectation("set", CITY.domain, True, ("成都", "上海"))


def kind(text: str, expectation: Expectation) -> str:
    return judge(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    ("exception", "found", "counterpart", "other"),
    [
        ("你住在成都。", "correct", "你住在上海。", "stale"),
        ("你住在西安。", "wrong", "你住在杭州。", "leaked"),
        # Denied; denied, then asserted.
        ("你不住在成都。", "off_task", "你就住在成都。", "correct"),
        ("不是上海,是成都。", "correct", "不是成都,是上海。", "stale"),
        ("是成都,而不是上海。", "correct", "是上海,而不是成都。", "stale"),
        # Moved, left, used to.
        ("你从上海搬到了成都。", "correct", "你从成都搬到了上海。", "stale"),
        ("你以前住在上海,现在住在成都。", "correct", "你以前住在成都,现在住在上海。", "stale"),
        ("你住在成都,现在不住在上海。", "correct", "你住在上海,现在不住在成都。", "stale"),
        ("你曾经住在成都。", "off_task", "你一直住在成都。", "correct"),
        ("上海是你以前的家。", "off_task", "上海是你现在的家。", "stale"),
        ("你之前说你不住在成都。", "off_task", "你之前说你不住在上海,住在成都。", "correct"),
        ("你之前告诉我你可能住在成都。", "undetermined", "你之前告诉我你住在成都。", "correct"),
        ("你之前说你住在成都。", "correct", "你之前住在成都。", "off_task"),
        # Asked; asked for assent.
        ("你住在成都吗?", "off_task", "你住在成都。", "correct"),
        ("你住在成都,对吗?", "off_task", "你住在成都,对。", "correct"),
        ("你住在成都,喜欢那里吗?", "correct", "你是不是住在成都?", "off_task"),
        # Inside quoted words, and behind them.
        ("你说“成都的房子很不错”,你住在那里。", "undetermined", "你说“这里的房子很不错”,你住在成都。", "correct"),
        # One of two behind a former value: the last one before `就是` is what was denied.
        ("你以前住在西安,不是上海就是成都。", "undetermined", "你以前住在西安,就是成都。", "correct"),
        # Guessed, lightly hedged.
        ("可能是成都。", "undetermined", "应该是成都。", "correct"),
        ("你可能现在不住在成都。", "off_task", "你可能现在住在成都。", "undetermined"),
        ("你也许住在成都。", "undetermined", "我记得你住在成都。", "correct"),
        # Planned.
        ("你打算搬到成都。", "undetermined", "你已经搬到成都。", "correct"),
        ("如果你住在成都,那就好了。", "undetermined", "如果我没记错,你住在成都。", "correct"),
        # One of several.
        ("成都或者上海。", "undetermined", "成都和上海。", "stale"),
        ("上海、成都或者西安。", "undetermined", "上海、成都和西安。", "wrong"),
        ("西安、上海、成都或者杭州。", "undetermined", "西安、上海、成都和杭州。", "leaked"),
        ("「成都」不对。", "off_task", "「成都」对。", "correct"),
        ("不是成都就是上海。", "undetermined", "不是上海就对了,是成都。", "correct"),
        # Taken back.
        ("上海,不对,是成都。", "correct", "成都,不对,是上海。", "stale"),
        # Quoted words, and a value that is highlighted.
        ("你说过「我住在成都」。", "undetermined", "你住在「成都」。", "correct"),
        # Another person.
        ("你姐姐住在西安。", "off_task", "你住在西安。", "wrong"),
        ("你姐姐住在杭州。", "leaked", "你姐姐住在西安。", "off_task"),
        ("你姐姐住在西安,你住在成都。", "correct", "你姐姐说你住在西安。", "wrong"),
        # Abstains; abstains and guesses.
        ("我不知道。", "abstained", "我知道,是成都。", "correct"),
        ("我不确定,可能是成都。", "undetermined", "我不确定。", "abstained"),
    ],
)
def test_an_exception_and_its_counterpart(exception: str, found: str, counterpart: str, other: str) -> None:
    assert kind(exception, CITY) == found
    assert kind(counterpart, CITY) == other


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("你没有告诉过我。", "correct"),
        ("我不知道你住在哪里。", "correct"),
        ("我不确定。", "correct"),
        ("可能是成都。", "undetermined"),
        ("你住在成都。", "unsupported"),
        ("你住在杭州。", "leaked"),
        ("你住在哪里?", "off_task"),
        ("你好。", "off_task"),
    ],
)
def test_what_was_never_told(text: str, found: str) -> None:
    assert kind(text, UNTOLD) == found


@pytest.mark.parametrize(
    ("text", "found", "score"),
    [
        ("成都和上海。", "correct", 1.0),
        ("上海、成都。", "correct", 1.0),
        ("成都。", "partial", 0.5),
        ("成都、上海和西安。", "wrong", 0.0),
        ("成都,不是上海。", "partial", 0.5),
    ],
)
def test_a_set(text: str, found: str, score: float) -> None:
    assert (kind(text, TOWNS), judge(text, None, TOWNS).score) == (found, score)


@pytest.mark.parametrize(
    ("exception", "found", "counterpart", "other"),
    [
        ("你每月付3500元。", "correct", "你每月付3000元。", "stale"),
        ("你每月付三千五百元。", "correct", "你每月付三千四百元。", "wrong"),
        ("至少3500元。", "undetermined", "正好3500元。", "correct"),
        ("3500元以上。", "undetermined", "3500元整。", "correct"),
        ("超过3500元。", "undetermined", "3500元。", "correct"),
        ("从3000元涨到3500元。", "correct", "从3500元降到3000元。", "stale"),
    ],
)
def test_an_exception_of_numbers_and_its_counterpart(exception: str, found: str, counterpart: str, other: str) -> None:
    assert kind(exception, RENT) == found
    assert kind(counterpart, RENT) == other


@pytest.mark.parametrize(
    ("exception", "found", "counterpart", "other"),
    [
        ("2025年6月20日。", "correct", "2025年6月21日。", "wrong"),
        ("6月20日。", "correct", "5月14日。", "stale"),
        ("2025年6月。", "partial", "2025年5月。", "stale"),
        ("你打算6月20日搬家。", "correct", "可能是6月20日。", "undetermined"),
        ("6月20日之前。", "undetermined", "6月20日上午。", "correct"),
        ("从5月14日改到6月20日。", "correct", "从6月20日改到5月14日。", "stale"),
        ("原定于5月14日。搬家是6月20日。", "correct", "搬家是5月14日。", "stale"),
        ("以前说好可能是6月20日。", "undetermined", "以前说好是6月20日。", "correct"),
        ("原定于5月14日,现在是6月20日。", "correct", "原定于6月20日,现在是5月14日。", "stale"),
        ("[2025-05-14T09:30] 小明说在6月20日搬家。", "correct", "[2025-05-14] 小明说要搬家。", "stale"),
        ("[2025-05-14 09:30] 小明说在6月20日搬家。", "correct", "小明说在5月14日搬家。", "stale"),
        ("你5月14日告诉我是6月20日。", "correct", "你告诉我是5月14日。", "stale"),
        ("搬家日期是6月20日,我猜的。", "undetermined", "搬家日期是6月20日,我记得。", "correct"),
    ],
)
def test_an_exception_of_dates_and_its_counterpart(exception: str, found: str, counterpart: str, other: str) -> None:
    assert kind(exception, MOVE) == found
    assert kind(counterpart, MOVE) == other
