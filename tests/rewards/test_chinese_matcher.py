"""The matcher agrees with what hand-written Chinese replies mean."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from regulars.rewards.abstention import abstains
from regulars.rewards.closed_forms import judge_closed
from regulars.rewards.expectation import Expectation
from regulars.rewards.reply_sets import PHENOMENA, read_replies
from regulars.values import Domain

SET = read_replies(Path(__file__).with_name("replies_chinese.toml"))
BAR = 0.95


def test_the_set_covers_every_phenomenon() -> None:
    assert len(SET.replies) >= 120
    assert set(PHENOMENA) <= set(Counter(reply.phenomenon for reply in SET.replies))


def test_replies_are_read_as_they_mean() -> None:
    wrong = [
        (reply.text, reply.kind.name, found.kind.name)
        for reply in SET.replies
        if (found := reply.judged()).kind is not reply.kind or abs(found.score - reply.score) > 5e-3
    ]
    assert len(wrong) <= (1 - BAR) * len(SET.replies), wrong


def test_small_talk_and_offers_change_nothing() -> None:
    changed = [
        reply.text
        for reply in SET.replies
        for text in ("你好呀。" + reply.text, reply.text.rstrip() + "\n还有别的需要吗？")
        if reply.text and reply.judged(text).kind is not reply.judged().kind
    ]
    assert len(changed) <= 0.05 * len(SET.replies), changed


def test_letters_are_found_among_characters() -> None:
    letters = Domain("letters", aliases=dict.fromkeys("ABCD", ()))
    key = Expectation("option", letters, True, ("B",), options=("甲", "乙", "丙", "丁"))
    assert judge_closed("我选B。", None, key).score == 1.0
    assert judge_closed("应该选A吧。", None, key).score == 0.0


def test_abstentions_are_told_by_script() -> None:
    assert abstains("这个你没跟我说过。")
    assert abstains("I don't know that.")
    assert not abstains("你住在成都。")
