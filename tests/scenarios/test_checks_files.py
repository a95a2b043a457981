"""The exact counts from which a file of scenarios gives its answers away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_plan import ONTOLOGY, act, asks, found, scenario, tell

from regulars.scenarios.checks.files import Choice, lint_file
from regulars.scenarios.kinds import ActKind, Form, ScenarioOrigin

VALUE = Form.VALUE


def _lengths(*sorts):
    """The problems with this many multiple choices of each sort: options, the right one, the number."""
    choices = [Choice("c", tuple(options.split()), right) for options, right, number in sorts for _ in range(number)]
    return [code for code, _ in found(lint_file([], ONTOLOGY, choices))]


@pytest.mark.parametrize(("right", "rest"), [("dddd", "bb"), ("a", "bb")])
@pytest.mark.parametrize(("number", "of", "codes"), [(18, 40, 0), (19, 40, 1), (160, 400, 0), (161, 400, 1)])
def test_the_longest_or_shortest_option_is_right_in_two_fifths_at_most(right, rest, number, of, codes):
    # Four options: chance is 1/4. Of 40, three deviations above it are .455, so that 18 (.45) pass and 19 (.475) do
    # not. Of 400 the share itself counts: 160 (.40) pass, 161 do not.
    problems = _lengths(("a bb ccc dddd", right, number), ("a bb ccc dddd", rest, of - number))
    assert problems == ["option-length"] * codes


def test_forty_choices_of_three_options_are_needed():
    assert _lengths(("a bb ccc dddd", "a", 39)) == []
    assert _lengths(("a bb ccc dddd", "a", 40)) == ["option-length"]
    assert _lengths(("a bb ccc", "a", 40)) == ["option-length"]
    assert _lengths(("a bb", "a", 400)) == []
    assert _lengths(("a bb", "a", 400), ("a bb ccc dddd", "a", 39)) == []


def test_tied_options_share_the_credit():
    # Of two longest options a guess wins half: .5 of 40 choices is above the .455 that chance allows, .45 is not.
    assert _lengths(("a bb ccc ddd", "ddd", 40)) == ["option-length"]
    assert _lengths(("a bb ccc ddd", "ddd", 36), ("a bb ccc ddd", "bb", 4)) == []
    # A level question gives nothing away.
    assert _lengths(("aa bb cc dd", "aa", 400)) == []


# ---------------------------------------------------------------- the place of the only option left

NUTS, FISH = tell("allergy", "nuts"), tell("allergy", "fish")


def _left(first, of, offered="trout|pesto"):
    """The problems of scenarios with a choice each. Nuts rule out pesto in `first` of them, fish trout elsewhere."""
    scenarios = []
    for number in range(of):
        asked = asks("single-session-preference", Form.ANY, "dish", 5, value=offered)
        scenarios.append(scenario({2: [NUTS if number < first else FISH]}, asked, id=f"s{number}"))
    return [code for code, _ in found(lint_file(scenarios, ONTOLOGY))]


@pytest.mark.parametrize(
    ("first", "of", "codes"),
    [(12, 15, 0), (13, 15, 1), (2, 15, 1), (3, 15, 0), (11, 11, 0), (12, 12, 1), (10, 12, 1), (9, 12, 0)],
)
def test_the_only_option_left_is_in_one_place_in_four_fifths_at_most(first, of, codes):
    assert _left(first, of) == ["gold-place"] * codes


def test_messages_give_the_place_the_value_and_the_counts():
    def said(scenarios, choices=()):
        return [problem.message for problem in lint_file(scenarios, ONTOLOGY, choices)]

    asked = asks("single-session-preference", Form.ANY, "dish", 5, value="trout|pesto")
    second = [scenario({2: [FISH]}, asked, id=f"s{n}") for n in range(15)]
    assert said(second) == [
        "the only option left is number 2 in 15 of 15 choices under a constraint; expected at most 80%"
    ]
    graz = [scenario({2: [tell("city", "Graz")]}, asks("single-hop", VALUE, "city", 5), id=f"s{n}") for n in range(30)]
    assert said(graz) == ["'Graz' is the answer in 30 of the 30 lives that are asked for it; expected at most 35%"]
    short = [Choice("c", ("a", "bb", "ccc", "dddd"), "a")] * 40
    assert said([], short) == ["the shortest option is right in 100% of 40 multiple choices; expected at most 40%"]


def test_a_choice_that_leaves_several_options_has_no_place():
    assert _left(15, 15, "trout|pesto|risotto") == []
    assert _left(15, 15, "goulash|risotto") == []


def test_only_what_is_told_before_the_choice_rules_out():
    late = [
        scenario(
            {2: [NUTS], 8: [FISH]},
            asks("single-session-preference", Form.ANY, "dish", 5, value="trout|pesto"),
            id=f"s{n}",
        )
        for n in range(15)
    ]
    assert [code for code, _ in found(lint_file(late, ONTOLOGY))] == ["gold-place"]
    early = [replace(one, probes=(replace(one.probes[0], time=one.start),)) for one in late]
    assert found(lint_file(early, ONTOLOGY)) == []


# ---------------------------------------------------------------- one answer in most lives


def _lives(same, of, *, asked=None, days=None):
    """The problems of lives of which `same` tell Graz, and the others Oslo, Bergen and Linz in turn."""
    scenarios = []
    for number in range(of):
        city = "Graz" if number < same else ("Oslo", "Bergen", "Linz")[number % 3]
        probe = asked or asks("single-session-user", VALUE, "city", 5)
        scenarios.append(scenario(days or {2: [tell("city", city)]}, probe, id=f"s{number}"))
    return found(lint_file(scenarios, ONTOLOGY))


@pytest.mark.parametrize(
    ("same", "of", "sound"),
    [(10, 30, True), (11, 30, False), (14, 40, True), (15, 40, False), (29, 29, True), (30, 30, False)],
)
def test_one_value_is_the_answer_in_35_of_100_lives_at_most(same, of, sound):
    assert _lives(same, of) == ([] if sound else [("gold-value", "city")])


def test_a_question_without_a_planned_answer_does_not_count():
    early = asks("abstention", VALUE, "city", 1)
    assert _lives(30, 30, asked=early) == []
    both = asks("multi-hop", VALUE, "city", 5, other="pet", value="Graz")
    assert _lives(30, 30, asked=both) == []
    over = {2: [tell("city", "Graz")], 4: [act(ActKind.END, "city", value="Graz")]}
    assert _lives(30, 30, days=over) == []
    assert _lives(30, 30, asked=asks("recall-facts", Form.OPTION, "city", 5)) == []


def test_all_counts_are_compared_together():
    def counted(name, values, number):
        asked = asks("count", Form.COUNT, name, 5)
        return scenario(
            {2: [tell(name, value, f"t{n}") for n, value in enumerate(values)]}, asked, id=f"{name} {number}"
        )

    hobbies = [counted("hobby", ("chess", "karate", "chess"), number) for number in range(15)]
    cities = [counted("city", ("Graz", "Oslo"), number) for number in range(15)]
    assert found(lint_file([*hobbies, *cities], ONTOLOGY)) == [("gold-value", "count")]
    assert found(lint_file([*hobbies, *cities[1:]], ONTOLOGY)) == []
    three = [counted("hobby", ("chess", "karate", "pottery"), number) for number in range(15, 35)]
    # Two in 30 of 50 lives, three in 20.
    assert found(lint_file([*hobbies, *cities, *three], ONTOLOGY)) == [("gold-value", "count")]
    ones = [counted("hobby", ("chess",), number) for number in range(50, 65)]
    twos, threes, fewer = hobbies[:10], three[:10], ones[:10]
    # A third each.
    assert found(lint_file([*twos, *threes, *fewer], ONTOLOGY)) == []


def test_each_life_counts_once_with_its_last_question():
    # Graz until day 4, then one of three others: asked twice, the later answer counts.
    scenarios = []
    for number in range(30):
        later = ("Oslo", "Bergen", "Linz")[number % 3]
        probes = [asks("single-session-user", VALUE, "city", at, id=f"p{at}") for at in (3, 5)]
        days = {2: [tell("city", "Graz")], 4: [tell("city", later)]}
        scenarios.append(scenario(days, *probes, id=f"s{number}"))
    assert found(lint_file(scenarios, ONTOLOGY)) == []
    first = [replace(one, probes=one.probes[:1]) for one in scenarios]
    assert found(lint_file(first, ONTOLOGY)) == [("gold-value", "city")]


def test_two_people_of_a_scenario_are_two_lives():
    scenarios = [
        scenario(
            {2: [tell("city", "Graz")]},
            asks("single-hop", VALUE, "city", 5, id="a"),
            asks("single-hop", VALUE, "city", 5, id="b", owner="bo"),
            others={3: [tell("city", "Oslo")]},
            id=f"s{number}",
        )
        for number in range(15)
    ]
    # 15 of 30 each: .50.
    assert found(lint_file(scenarios, ONTOLOGY)) == [("gold-value", "city")]
    assert found(lint_file(scenarios[:14], ONTOLOGY)) == []


# ---------------------------------------------------------------- the file


def test_a_scenario_stands_in_a_file_once():
    one, other = scenario({2: [NUTS]}, id="a"), scenario({2: [NUTS]}, id="b")
    assert found(lint_file([one, other], ONTOLOGY)) == []
    assert found(lint_file([one, other, one, one], ONTOLOGY)) == [("duplicate-scenario", "a")]


def test_recorded_scenarios_have_no_planned_answers():
    recorded = [
        replace(
            scenario({2: [tell("city", "Graz")]}, asks("single-hop", VALUE, "city", 5), id=f"s{number}"),
            source=ScenarioOrigin.RECORDED,
        )
        for number in range(30)
    ]
    assert found(lint_file(recorded, ONTOLOGY)) == []
    assert found(lint_file([*recorded, recorded[0]], ONTOLOGY)) == [("duplicate-scenario", "s0")]
