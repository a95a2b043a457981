"""Standing rules: their files, their linter, and how they are drawn."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from regulars.errors import ConfigurationError, DataError
from regulars.scenarios.rules.standing import LEAST_PHRASES, draw_rules, load_rules, parse_rules
from regulars.seeding import SeedTree

RULES = load_rules()
SETTINGS = [setting for kind in RULES.values() for setting in kind.settings.values()]
DRAWS = 1000

WHOLE = """
[loudness]
summary = "how loud"
check = "counts"
opportunity = "always"
parameters = { of = "exclamations" }

[loudness.settings.none]
parameters = { at_most = 0 }
conflicts = ["mood.merry"]
stated = ["No shouting.", "Do not shout."]
hinted = ["My ears.", "I am not deaf."]
complaint = ["You shouted."]
lifted = ["Shout if you like."]
keeps = ["Yes.", "No."]
breaks = ["Yes!", "No!"]

[mood]
summary = "which mood"
check = "counts"
opportunity = "always"

[mood.settings.merry]
parameters = { of = "exclamations", at_least = 1 }
stated = ["Be merry.", "Be of good cheer."]
hinted = ["How dull.", "Are we at a funeral, I wonder."]
complaint = ["You were not merry."]
lifted = ["You need not be merry."]
keeps = ["Yes!", "No!"]
breaks = ["Yes.", "No."]
"""


def line_of(text: str, beginning: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(beginning))


def test_there_are_many_kinds_in_several_families():
    assert len(RULES) >= 30
    assert len({kind.family for kind in RULES.values()}) >= 7
    assert all(kind.settings and kind.summary for kind in RULES.values())


def test_every_setting_has_phrases_for_all_that_is_said_of_it():
    for setting in SETTINGS:
        for name, least in LEAST_PHRASES.items():
            assert len(set(getattr(setting, name))) >= least, (setting.id, name)


def test_a_remark_that_hints_does_not_state():
    stated = {phrase.casefold() for setting in SETTINGS for phrase in (*setting.stated, *setting.complaint)}
    assert not stated & {phrase.casefold() for setting in SETTINGS for phrase in setting.hinted}


def test_conflicts_hold_on_both_sides():
    by_id = {setting.id: setting for setting in SETTINGS}
    for setting in SETTINGS:
        for other in setting.conflicts:
            assert setting.id in by_id[other].conflicts


def test_a_file_by_hand_is_read():
    kinds = parse_rules([("loud.toml", WHOLE)])
    none = kinds["loudness"].settings["none"]
    assert (none.id, none.weight, none.parameters) == ("loudness.none", 1.0, {"of": "exclamations", "at_most": 0})
    assert kinds["mood"].settings["merry"].conflicts == {"loudness.none"}


@pytest.mark.parametrize(
    ("old", "new", "line", "names"),
    [
        ('["No shouting.", "Do not shout."]', '["No shouting."]', "stated", "at least 2"),
        ('complaint = ["You shouted."]', "complaint = []", "complaint", "at least 1"),
        ('"mood.merry"', '"mood.mery"', "conflicts", "did you mean 'mood.merry'"),
        ('"mood.merry"', '"loudness.none"', "conflicts", "same style attribute"),
        ('keeps = ["Yes.", "No."]', 'keep = ["Yes.", "No."]', "keep", "unknown field"),
        ("Do not shout.", "Could you not shout?", "stated", "is a question"),
        ("Do not shout.", "At most 3 shouts.", "stated", "digits"),
        ("parameters = { at_most = 0 }", "parameters = 0", "parameters = 0", "not a table"),
        ('summary = "how loud"', "", "[loudness]", "missing"),
    ],
)
def test_a_fault_is_named_with_file_and_line(old, new, line, names):
    text = WHOLE.replace(old, new, 1)
    with pytest.raises(DataError, match=re.escape(names)) as raised:
        parse_rules([("loud.toml", text)])
    assert f"loud.toml:{line_of(text, line)}:" in str(raised.value)


def test_one_phrase_cannot_name_two_wishes():
    with pytest.raises(DataError, match=r"is said of loudness.none too"):
        parse_rules([("loud.toml", WHOLE.replace("Be merry.", "No shouting."))])


def test_a_style_attribute_stands_in_one_file():
    with pytest.raises(DataError, match=r"is also in loud.toml"):
        parse_rules([("loud.toml", WHOLE), ("more.toml", WHOLE)])


def test_no_rules_of_one_person_fight():
    for seed in range(DRAWS):
        drawn = draw_rules(SeedTree(seed).child("person", 0), 4)
        assert len({style_attribute for style_attribute, _ in drawn}) == 4
        for (style_attribute, name), (other, set_to) in combinations(drawn, 2):
            assert f"{other}.{set_to}" not in RULES[style_attribute].settings[name].conflicts


def test_draws_depend_on_their_node_alone():
    node = SeedTree(5).child("person", 3)
    assert draw_rules(node, 5) == draw_rules(node, 5)
    assert draw_rules(node, 5)[:3] == draw_rules(node, 3)
    assert draw_rules(node, 5) != draw_rules(SeedTree(5).child("person", 4), 5)


def test_every_setting_is_drawn_as_often_as_its_weight_says():
    drawn = Counter(draw_rules(SeedTree(seed), 1)[0] for seed in range(8000))
    total = sum(setting.weight for setting in SETTINGS)
    assert {f"{style_attribute}.{name}" for style_attribute, name in drawn} == {
        setting.id for setting in SETTINGS if setting.weight
    }
    common = max(SETTINGS, key=lambda setting: setting.weight)
    assert drawn[common.style_attribute, common.name] / 8000 == pytest.approx(common.weight / total, rel=0.35)


def test_excluded_rules_are_not_drawn():
    barred = ["length", "emoji.none"]
    drawn = {pair for seed in range(300) for pair in draw_rules(SeedTree(seed), 4, without=barred)}
    assert not {pair for pair in drawn if pair[0] == "length" or pair == ("emoji", "none")}
    assert ("emoji", "wanted") in drawn


def test_a_conflicting_set_of_rules_is_drawn_again():
    drawn = draw_rules(SeedTree(1), 2, fits=lambda pairs: ("length", "one_sentence") in pairs)
    assert ("length", "one_sentence") in drawn
    with pytest.raises(ConfigurationError, match="no 2 rules"):
        draw_rules(SeedTree(1), 2, fits=lambda pairs: False)


def test_no_more_rules_are_drawn_than_there_are():
    kinds = parse_rules([("loud.toml", WHOLE)])
    assert len(draw_rules(SeedTree(1), 1, rules=kinds)) == 1
    with pytest.raises(ConfigurationError):
        draw_rules(SeedTree(1), 2, rules=kinds)
