"""What a standing rule pays in a life: only what the reply could not have kept by chance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from small_lives import ANN, ASKS_CITY, IN_CITY, LONG_AGO, begun, say, scenario, session

from regulars.scenarios.world import Person, StandingRule

ASK = {"message": "Which city do I live in?", "tells": "a-city"}
NO_EMOJI = StandingRule("r1", "emoji", "none", LONG_AGO)


def rules_pay(person: Person, *lines: Any) -> float:
    """The term `rules` of the last reply, in a life whose evaluator is the scripted one."""
    env = begun(scenario(session(1, ASKS_CITY), persons=(person,), probes=(IN_CITY,)), played="evaluator")
    for line, reply in zip(lines[::2], lines[1::2], strict=True):
        say(env, line, reply)
    return env.info("assistant_0")["reward_rules"]


@pytest.mark.parametrize(("reply", "paid"), [("Noted.", 0.05), ("Noted 🙂", -0.05), ("", 0.0)])
def test_of_two_opposite_settings_each_is_kept_by_chance_in_half_of_all_replies(reply: str, paid: float) -> None:
    assert rules_pay(replace(ANN, rules=(NO_EMOJI,)), {"message": "Well."}, reply) == pytest.approx(paid)


def test_a_setting_that_another_rule_excludes_is_none_that_the_rule_could_have() -> None:
    # Letters end in a greeting, so nobody wants that beside a last word "over".
    unsigned, over = (
        StandingRule("r1", "sign_off", "none", LONG_AGO),
        StandingRule("r2", "closing_word", "over", LONG_AGO),
    )
    assert rules_pay(replace(ANN, rules=(unsigned,)), {"message": "Well."}, "Noted.") == pytest.approx(0.05)
    both = rules_pay(replace(ANN, rules=(unsigned, over)), {"message": "Well."}, "Noted.")
    alone = rules_pay(replace(ANN, rules=(over,)), {"message": "Well."}, "Noted.")
    assert both == pytest.approx(alone)


def test_a_setting_that_the_person_dislikes_is_none_that_the_rule_could_have() -> None:
    persona = replace(ANN.persona, tastes={"emoji.wanted": "-0.50"})
    assert rules_pay(replace(ANN, persona=persona, rules=(NO_EMOJI,)), {"message": "Well."}, "Noted.") == 0.0


def test_a_rule_on_how_to_say_that_one_does_not_know_is_tested_by_every_abstention() -> None:
    person = replace(ANN, rules=(StandingRule("r1", "apology", "wanted", LONG_AGO),))
    assert rules_pay(person, ASK, "I'm sorry, I don't know that.") == pytest.approx(0.05)
    assert rules_pay(person, ASK, "I don't know that.") == pytest.approx(-0.05)
    assert rules_pay(person, ASK, "You live in Bergen.") == 0.0
    assert rules_pay(person, {"message": "Well."}, "I don't know that.") == 0.0


def test_a_rule_with_a_setting_that_no_book_has_pays_nothing() -> None:
    person = replace(ANN, rules=(StandingRule("r1", "emoji", "sometimes", LONG_AGO),))
    env = begun(scenario(session(1, ASKS_CITY), persons=(person,), probes=(IN_CITY,)))
    say(env, {"message": "Well."}, "Noted.", {"verdict": 0, "kept": "r1"})
    assert env.info("assistant_0")["reward_rules"] == 0.0
    assert [note.kept for note in env.life.conduct] == [("r1",)]
