"""Standing rules and their checks: examples, judging a person's rules, and replies that keep them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import combinations
from pathlib import Path
from statistics import mean

import pytest

from regulars.agents.assistant.wording import agent_phrases
from regulars.agents.style.apply import BASES, apply_style, compose_witness, has_witness
from regulars.agents.style.repairs import REPAIRS
from regulars.agents.style.rules import RuleBook, default_book, lint_rules, witness_occasion
from regulars.dialogue import PlanAct, VerdictKind
from regulars.errors import ConfigurationError
from regulars.rewards.style_checks.checks import CHECKS
from regulars.rewards.style_checks.compliance import compliance
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.content import opening
from regulars.scenarios.rules.standing import draw_rules, load_rules
from regulars.scenarios.world import StandingRule
from regulars.seeding import SeedTree
from regulars.testing.reply_sets import read_replies

BOOK = RuleBook()
SETTINGS = [setting for kind in BOOK.rules.values() for setting in kind.settings.values()]
NOW = datetime(2025, 6, 2, 9, 30, tzinfo=UTC)
TOLD = (date(2025, 3, 3),)
NAMED = [(text, replace(occasion, name="Anna", date=NOW, told=TOLD)) for text, occasion in BASES]
SETS = 300
RANDOM_PEOPLE = 100
RULES_EACH = 4
BEYOND_REPAIR = {"word_length.short"}
"""Where what is to be said is itself what breaks the rule."""
VALUES = {
    "answer_value": ("Bergen", "1250 euros", "14 May 2025", "35 kilometres", "a nurse", "forty minutes"),
    "answer_set": ("Bergen, Oslo and Graz", "pottery and chess"),
    "answer_count": ("3", "two"),
    "answer_choice": ("Blue Heron",),
    "confirm": ("Madeira", "pottery"),
    "acknowledge": ("",) * 2,
    "abstain": ("",) * 3,
}
"""What the scripted assistant's phrases are filled with."""


def default_replies() -> list[tuple[str, Occasion]]:
    rows = tomllib.loads(Path(__file__).with_name("default_replies.toml").read_text("utf-8"))
    return [
        (reply, Occasion(message, "Anna", NOW, part == "openings", PlanAct(act), "?" in message, TOLD))
        for part in ("openings", "talk")
        for act, message, reply in rows[part]
    ]


def scripted_replies() -> list[tuple[str, Occasion]]:
    around = [occasion for _, occasion in default_replies()]
    said = [
        (phrase.format(value=value, values=value, label="trip", asked="where to go"), PlanAct(name.split("_")[0]))
        for name, values in VALUES.items()
        for phrase in agent_phrases()[name]
        for value in values
    ]
    return [
        (text, replace(around[place % len(around)], act=act, opening=place % 6 == 0))
        for place, (text, act) in enumerate(said)
    ]


def shares(replies: list[tuple[str, Occasion]], rules: list[tuple[str, str]]) -> list[float]:
    standing = [
        StandingRule(f"{style_attribute}.{name}", style_attribute, name, datetime(2025, 1, 1, tzinfo=UTC))
        for style_attribute, name in rules
    ]
    found = compliance(BOOK.judge(reply, occasion, standing) for reply, occasion in replies)
    return [one.share for one in found.values() if one.share is not None]


def test_nothing_is_wrong_with_the_built_in_rules():
    assert [str(fault) for fault in lint_rules()] == []


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.id)
def test_a_rule_is_kept_and_broken_by_its_examples(setting):
    occasion = witness_occasion(setting)
    assert all(BOOK.keeps(reply, occasion, setting.style_attribute, setting.name) is True for reply in setting.keeps)
    assert all(BOOK.keeps(reply, occasion, setting.style_attribute, setting.name) is False for reply in setting.breaks)
    assert BOOK.keeps("", occasion, setting.style_attribute, setting.name) is None


@pytest.mark.parametrize(
    ("changes", "where", "names"),
    [
        ({"check": "count"}, "check", "did you mean 'counts'"),
        ({"opportunity": "alway"}, "opportunity", "did you mean 'always'"),
        ({"parameters": {"of": "sentences", "at_most": 1, "at_mst": 1}}, "parameters", "does not read 'at_mst'"),
        ({"parameters": {"at_most": 1}}, "parameters", "'of' is missing"),
        ({"keeps": ("One. Two.", "One.")}, "keeps", "'One. Two.' breaks it"),
        ({"breaks": ("One.", "One. Two.")}, "breaks", "'One.' keeps it"),
        ({"keeps": ("...", "One.")}, "keeps", "gives no opportunity"),
        ({"witness": {"mood": "merry"}}, "witness", "unknown field 'mood'"),
        ({"witness": {"act": "sing"}}, "witness", "cannot be used"),
    ],
)
def test_faults_of_a_rule_are_reported_with_their_line(changes, where, names):
    kind = BOOK.rules["length"]
    broken = replace(kind.settings["one_sentence"], **changes)
    (fault,) = lint_rules({"length": replace(kind, settings={"one_sentence": broken})})
    assert re.search(re.escape(names), fault.message)
    assert fault.file == "length.toml"
    assert fault.line == broken.lines.get(where, broken.lines[""])


def test_a_persons_rules_are_judged():
    since = datetime(2025, 6, 1, tzinfo=UTC)
    rules = [
        StandingRule("r1", "length", "one_sentence", since),
        StandingRule("r2", "address", "first_name", since),
        StandingRule("r3", "apology", "none", since),
        StandingRule("r4", "emoji", "wanted", datetime(2025, 7, 1, tzinfo=UTC)),
        StandingRule("r5", "emoji", "wanted", datetime(2025, 5, 1, tzinfo=UTC), until=since),
        StandingRule("r6", "procedure", "book pack leave", since, domain="trip"),
    ]
    occasion = Occasion("Where do I live?", "Anna", NOW, asked=True)
    assert BOOK.judge("It is Bergen.", occasion, rules) == (("r1",), ("r2",))
    assert BOOK.judge("It is Bergen.", replace(occasion, date=None), rules) == (("r1",), ("r2", "r4", "r5"))
    assert BOOK.judge("", occasion, rules) == ((), ())
    assert BOOK.judge("Yes.", occasion, []) == ((), ())


def test_an_unknown_rule_is_named():
    with pytest.raises(ConfigurationError, match="did you mean 'length'"):
        BOOK.setting("lenght", "one_sentence")
    with pytest.raises(ConfigurationError, match="did you mean 'one_sentence'"):
        BOOK.setting("length", "one_sentnce")


def test_every_check_has_a_repair():
    assert set(REPAIRS) == set(CHECKS)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.id)
def test_a_single_rule_can_be_kept_by_any_reply(setting):
    rules = [(setting.style_attribute, setting.name)]
    broken = [] if setting.id in BEYOND_REPAIR else [(text, witness_occasion(setting)) for text in setting.breaks]
    for text, occasion in [*NAMED, *broken]:
        assert compose_witness(rules, occasion, text) is not None, apply_style(text, dict(rules), occasion)


def test_conflicts_are_all_named_so_that_any_two_others_can_be_kept():
    fighting = [
        (one.id, other.id)
        for one, other in combinations(SETTINGS, 2)
        if one.style_attribute != other.style_attribute and other.id not in one.conflicts
        if not has_witness([(one.style_attribute, one.name), (other.style_attribute, other.name)])
    ]
    assert fighting == []


def test_whatever_rules_are_drawn_a_reply_keeps_them_all():
    for seed in range(SETS):
        rules = draw_rules(SeedTree(seed).child("person", 0), RULES_EACH)
        for text, occasion in NAMED:
            reply = apply_style(text, dict(rules), occasion)
            broken = [pair for pair in rules if BOOK.keeps(reply, occasion, *pair) is False]
            assert not broken, (seed, rules, reply)


def test_a_witness_is_composed_for_any_act():
    for act in PlanAct:
        occasion = Occasion("Which of the two shall I take?", "Anna", NOW, act=act)
        assert compose_witness([("address", "first_name"), ("exclamation", "wanted")], occasion)


def test_a_reply_that_keeps_all_is_left_alone():
    for seed in range(100):
        settings = dict(draw_rules(SeedTree(seed), RULES_EACH))
        for text, occasion in NAMED:
            reply = apply_style(text, settings, occasion)
            assert apply_style(reply, settings, occasion) == reply
            assert apply_style(text, settings, occasion) == reply
    assert apply_style("It is Bergen.", {}, NAMED[0][1]) == "It is Bergen."


def test_a_style_keeps_what_a_reply_asserts():
    replies = read_replies(Path(__file__).parents[2] / "rewards" / "verdicts" / "replies.toml").replies
    plain = [
        reply
        for reply in replies
        if reply.phenomenon == "plain" and reply.kind is VerdictKind.CORRECT and reply.expectation.answerable
        if reply.answer is None and not reply.is_known_gap and len(reply.text.split()) > 2
    ][::3]
    occasion = Occasion("Where did I say that all of this is?", "Anna", NOW, asked=True, told=TOLD)
    changed = [
        (setting.id, reply.text, new)
        for setting in SETTINGS
        for reply in plain
        if (new := apply_style(reply.text, {setting.style_attribute: setting.name}, occasion)) != reply.text
        if reply.judged(new).kind is not reply.judged().kind
    ]
    assert len(changed) <= 0.02 * len(SETTINGS) * len(plain), changed


@pytest.mark.parametrize("replies", [default_replies(), scripted_replies()], ids=["model-like", "scripted"])
def test_a_default_style_keeps_about_half_of_a_random_persons_rules(replies):
    assert len(replies) >= 40
    kept = [
        mean(found)
        for seed in range(RANDOM_PEOPLE)
        if (found := shares(replies, draw_rules(SeedTree(seed).child("person"), RULES_EACH)))
    ]
    assert len(kept) >= 0.95 * RANDOM_PEOPLE
    assert 0.3 <= mean(kept) <= 0.7


def test_the_rules_in_force_decide_what_is_kept():
    replies = default_replies()
    assert shares(replies, [("emoji", "none")]) > [0.5] > shares(replies, [("emoji", "wanted")])


def test_load_rules_reads_once():
    assert load_rules() is BOOK.rules


def test_the_book_has_the_rules_of_content_that_is_opened_later():
    before = set(default_book().rules)
    with opening(rules=Path(__file__).resolve().parents[3] / "examples" / "clinic" / "rules"):
        assert set(default_book().rules) - before == {"reassurance", "recovery_wish"}
    assert set(default_book().rules) == before


def test_no_reply_earns_by_rules_that_it_does_not_know() -> None:
    """Whatever a reply says: over the settings that a rule could have, it keeps as much as chance does."""
    replies = default_replies() + [
        (text, witness_occasion(one)) for one in SETTINGS for text in (*one.keeps, *one.breaks)
    ]
    tested = 0
    for reply, occasion in replies:
        for kind in BOOK.rules.values():
            earned = 0.0
            for setting in kind.settings.values():
                found = BOOK.keeps(reply, occasion, kind.style_attribute, setting.name)
                rule = StandingRule("r", kind.style_attribute, setting.name, NOW)
                if found is not None:
                    tested += 1
                    earned += setting.weight * (found - BOOK.chance(reply, occasion, rule))
            assert earned == pytest.approx(0.0), (kind.style_attribute, reply)
    assert tested > 10_000


def test_chance_counts_the_settings_that_a_rule_could_have_by_weight() -> None:
    brief = StandingRule("r", "length", "one_sentence", NOW)
    # Of one, two and at least three sentences, with weights .6, .4 and 1, a reply of one sentence keeps the first two.
    assert BOOK.chance("Noted.", Occasion(), brief) == pytest.approx(0.5)
    assert BOOK.chance("Noted. Thanks.", Occasion(), brief) == pytest.approx(0.2)
    assert BOOK.chance("Noted.", Occasion(), brief, {"length.at_least_three"}) == 1.0
    assert BOOK.chance("Noted.", Occasion(), brief, {"length.two_sentences", "length.one_sentence"}) == pytest.approx(
        0.375
    )
    # A kind with one setting leaves no choice, and neither does a reply that tests this setting alone.
    assert BOOK.chance("Noted.", Occasion(), StandingRule("r", "self", "unnamed", NOW)) == 1.0
    assert BOOK.chance("Noted.", Occasion(), StandingRule("r", "layout", "one_line", NOW)) == 1.0
    with pytest.raises(ConfigurationError, match="cannot be set"):
        BOOK.chance("Noted.", Occasion(), StandingRule("r", "length", "endless", NOW))
