"""Which standing rules, projects and questions about them the checks reject."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_plan import DAY, ONTOLOGY, SECOND, act, asks, day, found, scenario

from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.rules import check_rules
from regulars.scenarios.kinds import ActKind, Form, RuleDisclosure
from regulars.scenarios.world import Person, Persona, Project, StandingRule

WISH, PLAN, CONSULT, TALK = ActKind.WISH, ActKind.PLAN, ActKind.CONSULT, ActKind.SMALL_TALK
STATED, HINTED, NEVER = RuleDisclosure.STATED, RuleDisclosure.HINTED, RuleDisclosure.NEVER
TITLE = StandingRule("r1", "address", "title", day(2), day(4))


def _problems(days, *probes, rules=(), projects=(), tastes=None, others=None, bo=()):
    made = scenario(days, *probes, others=others)
    persona = Persona(tastes=tastes or {})
    ada = Person("ada", "Ada", "ada", persona, rules=tuple(rules), projects=tuple(projects))
    persons = (ada, Person("bo", "Bo", "bo", rules=tuple(bo)))
    return found(check_rules(Planned(replace(made, persons=persons), ONTOLOGY)))


def _rules(*rules, **fields):
    return _problems({2: [act(TALK)]}, rules=rules, **fields)


# ---------------------------------------------------------------- rules


def test_a_rule_lasts_some_time():
    assert _rules(TITLE) == _rules(replace(TITLE, until=None)) == []
    assert _rules(replace(TITLE, until=day(2) + SECOND)) == []
    for until in (day(2), day(2) - SECOND):
        assert _rules(replace(TITLE, until=until)) == [("rule-interval", "r1")]


@pytest.mark.parametrize(("kind", "setting"), [("hat", "title"), ("address", "duke"), ("address", "")])
def test_a_rule_has_a_known_setting_of_a_known_style_attribute(kind, setting):
    assert _rules(replace(TITLE, kind=kind, setting=setting)) == [("unknown-rule", "r1")]


@pytest.mark.parametrize(
    ("domain", "steps", "sound"),
    [
        ("travel", "season budget papers", True),
        ("travel", "papers", True),
        ("travel", "", False),
        ("travel", "season oven", False),
        ("alchemy", "season", False),
        ("", "season", False),
    ],
)
def test_a_procedure_holds_steps_of_its_domain(domain, steps, sound):
    procedure = StandingRule("r1", "procedure", steps, day(2), domain=domain)
    assert _rules(procedure) == ([] if sound else [("unknown-rule", "r1")])


def test_two_settings_of_one_style_attribute_never_hold_together():
    first_name = StandingRule("r2", "address", "first_name", day(4))
    assert _rules(TITLE, first_name) == []
    assert _rules(TITLE, replace(first_name, since=day(4) - SECOND)) == [("rule-conflict", "r1")]
    assert _rules(replace(TITLE, until=None), first_name) == [("rule-conflict", "r1")]
    assert _rules(TITLE, bo=[replace(first_name, since=day(2))]) == []


@pytest.mark.parametrize(
    ("one", "other"), [("sign_off.wanted", "closing_word.over"), ("closing_word.over", "sign_off.wanted")]
)
def test_settings_that_exclude_each_other_never_hold_together_in_whichever_order(one, other):
    (kind, setting), (kind2, setting2) = one.split("."), other.split(".")
    first, second = StandingRule("r1", kind, setting, day(2)), StandingRule("r2", kind2, setting2, day(3))
    assert _rules(first, second) == [("rule-conflict", "r1")]
    assert _rules(replace(first, until=day(3)), second) == []
    assert _rules(first, StandingRule("r2", "greeting", "none", day(3))) == []


def test_a_domain_has_one_procedure_at_a_time():
    one, other = (StandingRule(f"r{n}", "procedure", "papers", day(2), domain="travel") for n in (1, 2))
    assert _rules(one, other) == [("rule-conflict", "r1")]
    assert _rules(one, replace(other, domain="cooking", setting="recipe")) == []
    assert _rules(one, TITLE) == _rules(TITLE, one) == []


def test_a_rule_agrees_with_the_persons_tastes():
    assert _rules(TITLE, tastes={"address.title": "0.8"}) == []
    assert _rules(TITLE, tastes={"address.title": "-0.8"}) == [("rule-taste", "r1")]
    assert _rules(TITLE, tastes={"address.first_name": "0.8"}) == [("rule-taste", "r1")]
    assert _rules(TITLE, tastes={"address.first_name": "-0.8"}) == []


# ---------------------------------------------------------------- wishes


def _said(*wishes, rule=TITLE, at=3):
    return _problems(
        {at: [act(WISH, target="r1", id=f"w{n}", other=other) for n, other in enumerate(wishes)]}, rules=[rule]
    )


@pytest.mark.parametrize("how", [STATED, HINTED])
def test_a_rule_is_said_as_it_is_shown(how):
    other = HINTED if how is STATED else STATED
    shown = replace(TITLE, shown=how)
    assert _said(how.value, rule=shown) == []
    assert _said(other.value, rule=shown) == [("rule-unsaid", "r1")]
    assert _said(rule=shown) == [("rule-unsaid", "r1")]
    assert _said(how.value, other.value, rule=shown) == []


@pytest.mark.parametrize(
    ("at", "sound"), [(day(2), True), (day(2) - SECOND, False), (day(4) - SECOND, True), (day(4), False)]
)
def test_a_rule_is_said_while_it_holds_and_lifted_once_it_has_ended(at, sound):
    """Session 1 is on day 3 at nine; the rule's interval moves around it."""
    shift = day(3) - at
    rule = replace(TITLE, since=TITLE.since + shift, until=TITLE.until + shift)
    assert _said("stated", rule=rule) == ([] if sound else [("wish-time", "w0")])
    has_ended = at >= day(4)
    assert _said("lifted", rule=rule) == ([] if has_ended else [("wish-time", "w0")])


def test_a_rule_without_an_end_is_never_lifted():
    assert _said("lifted", rule=replace(TITLE, until=None)) == [("wish-time", "w0")]
    assert _said("hinted", rule=replace(TITLE, until=None)) == []


def test_a_wish_is_about_a_rule_of_its_person_in_a_known_manner():
    assert _said("sung") == [("wish-rule", "w0")]
    wish = act(WISH, target="r2", id="w", other="stated")
    assert _problems({3: [wish]}, rules=[TITLE]) == [("wish-rule", "w")]
    assert _problems({3: [wish]}, rules=[TITLE], bo=[replace(TITLE, id="r2")]) == [("wish-rule", "w")]
    assert _problems({2: [act(TALK)]}, rules=[TITLE], bo=[replace(TITLE, id="r2")], others={3: [wish]}) == []


def test_a_question_for_manner_names_a_rule_that_holds_at_its_time():
    def asked(at, value="address:title", **fields):
        probe = asks("rule-keeping", Form.MANNER, "city", at, value=value, **fields)
        return _problems({2: [act(TALK)]}, probe, rules=[TITLE])

    wrong = [("probe-rule", "p")]
    assert asked(day(2)) == asked(day(4) - SECOND) == []
    assert asked(day(2) - SECOND) == asked(day(4)) == wrong
    assert asked(day(3), "address:first_name") == wrong
    assert asked(day(3), owner="bo") == wrong
    later = replace(TITLE, id="r2", since=day(6), until=None)
    probe = asks("rule-keeping", Form.MANNER, "city", day(7), value="address:title")
    assert _problems({2: [act(TALK)]}, probe, rules=[TITLE, later]) == []


# ---------------------------------------------------------------- projects

TRIP = Project("j", "travel", "to see the sea", day(2))


def _state(other, id="", target="j"):
    return act(PLAN, target=target, id=id or other, other=other)


def _project(days, project=TRIP, **fields):
    return _problems(days, projects=[project], **fields)


def test_a_project_has_a_domain_a_goal_and_steps_that_are_acts():
    days = {2: [_state("create")]}
    assert _project(days, replace(TRIP, steps=("create",))) == []
    for changes in ({"domain": "alchemy"}, {"goal": ""}, {"steps": ("create", "gone")}):
        assert _project(days, replace(TRIP, **changes)) == [("unknown-project", "j")], changes


def test_a_state_is_of_a_project_of_the_person_and_has_a_name():
    assert _project({2: [_state("create"), _state("sung", "x")]}) == [("plan-project", "x")]
    assert _project({2: [_state("create"), _state("update", "x", "k")]}) == [("plan-project", "x")]
    assert _project({2: [_state("sung", "x"), _state("sung", "y")]}) == [("plan-project", "x"), ("plan-project", "y")]
    assert _project({2: [_state("create")]}, others={4: [_state("update", "x")]}) == [("plan-project", "x")]


def test_a_project_is_begun_first_and_left_alone_once_it_is_over():
    order = [("plan-order", "x")]
    assert _project({2: [_state("create")], 4: [_state("update", "x")], 6: [_state("finish")]}) == []
    assert _project({2: [_state("update", "x")], 4: [_state("create")]}) == order
    assert _project({2: [_state("update", "x")]}) == order
    for end in ("finish", "cancel"):
        assert _project({2: [_state("create")], 4: [_state(end)], 6: [_state("update", "x")]}) == order
        assert _project({2: [_state("create")], 4: [_state(end), _state("update", "x")]}) == []
    for pause in ("suspend", "downgrade", "resume"):
        assert _project({2: [_state("create")], 4: [_state(pause)], 6: [_state("update", "x")]}) == []


def test_nothing_is_said_of_a_project_before_its_moment():
    assert _project({2: [_state("create")]}, replace(TRIP, since=day(2) + SECOND)) == [("plan-order", "create")]
    assert _project({2: [_state("create")]}, replace(TRIP, since=day(2) - DAY)) == []


def test_people_ask_how_to_proceed_with_a_running_project_of_their_own():
    ask = act(CONSULT, target="j", id="c")
    assert _project({2: [_state("create")], 4: [ask]}) == []
    assert _project({2: [_state("create"), ask]}) == []
    late = [("consult-time", "c")]
    assert _project({2: [ask, _state("create")]}) == late
    assert _project({2: [ask], 4: [_state("create")]}) == late
    for end in ("finish", "cancel"):
        assert _project({2: [_state("create")], 4: [_state(end)], 6: [ask]}) == late
        assert _project({2: [_state("create")], 4: [ask, _state(end)]}) == []
        assert _project({2: [_state("create")], 4: [_state(end), ask]}) == late
    assert _project({2: [_state("create")], 4: [_state("suspend"), ask]}) == []
    assert _project({2: [_state("create")], 4: [replace(ask, target="k")]}) == [("consult-project", "c")]
    assert _project({2: [_state("create")]}, others={4: [ask]}) == [("consult-project", "c")]
