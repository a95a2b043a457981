"""The parts of a plan, with every bound reached over many draws: incidents, projects, rules, values, calendars."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hand_plan import ONTOLOGY, act, attribute, day, tell

from regulars.errors import ConfigurationError, ScenarioError
from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, Form, ProbeKind, RuleDisclosure
from regulars.scenarios.ontology.attribute import Change
from regulars.scenarios.ontology.attributes import Ontology, load_ontology
from regulars.scenarios.ontology.exclusions import even_pair, rivals
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.personas.tables import load_stages
from regulars.scenarios.planning import projects
from regulars.scenarios.planning.agenda import plan_delegations, plan_tells, plan_unsaid
from regulars.scenarios.planning.calendar import PlannedSession, moments_between, plan_calendar
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.gossip import plan_gossip
from regulars.scenarios.planning.incidents import places_behind, plan_incidents
from regulars.scenarios.planning.latents import HalfValues, Latents, given_rules, plan_consultations, with_way
from regulars.scenarios.planning.lives import LifePlan
from regulars.scenarios.planning.projects import Outline, outcomes_told, outline_projects, plan_projects, told_slots
from regulars.scenarios.planning.rules import always_applies, plan_rules
from regulars.scenarios.planning.schedule import Schedule, Slot, halved, plan_schedule
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Fact, Persona, Project, StandingRule, Style
from regulars.seeding import SeedTree
from regulars.values import ValueType

TIMES = 300
NODES = [SeedTree(number) for number in range(TIMES)]


def _about(share, number, of=TIMES):
    """Whether a number is the share of them, within four standard deviations."""
    return abs(number - of * share) <= 4 * (of * share * (1 - share)) ** 0.5


def _with(*attributes):
    return Ontology({**{one.name: one for one in ONTOLOGY}, **{one.name: one for one in attributes}})


# ---------------------------------------------------------------- incidents


def _incidents(node, slots, places=5, sure=None, never=(), ontology=ONTOLOGY, behind=None, **wanted):
    options = GenerationOptions(**wanted)
    sure = {slot.attribute for slot in slots} if sure is None else sure
    return plan_incidents(ontology, node, Values(ontology, node, 1), slots, never, places, options, sure, behind)


PET, CITY, RENT = Slot("pet", 0, 1), Slot("city", 0, 0), Slot("rent", 0, 1)


def test_a_thing_is_forgotten_in_a_session_after_its_disclosure():
    plans = [_incidents(node, [PET, Slot("pet", 1, 2)], forgets=2) for node in NODES]
    # The pet is last told in session 2 of 0 to 4.
    assert Counter(plan.forgotten["pet"] for plan in plans).keys() == {3, 4}
    for plan in plans:
        ((place, forget),) = plan.acts
        assert (place, forget.kind, forget.attribute) == (plan.forgotten["pet"], ActKind.FORGET, "pet")


def test_only_a_sure_single_lasting_value_that_is_no_anchor_and_no_project_is_forgotten():
    club = attribute("club", "a b c d", project=True)
    job = replace(attribute("job", "a1 b1 c1 d1"), change=Change.ENDS)
    ontology = _with(club, job)
    slots = [Slot("hobby", 0, 1), replace_anchor(PET), Slot("city", 0, 4), Slot("club", 0, 1), Slot("job", 0, 1)]
    assert _incidents(NODES[0], slots, ontology=ontology, forgets=9).forgotten == {}
    assert _incidents(NODES[0], [PET], sure=set(), forgets=9).forgotten == {}
    both = _incidents(NODES[0], [PET, RENT], forgets=9).forgotten
    assert set(both) == {"pet", "rent"}
    # A term comes before a number.
    assert {tuple(_incidents(node, [PET, RENT], forgets=1).forgotten) for node in NODES} == {("pet",)}
    assert _incidents(NODES[0], [PET, RENT], forgets=0).forgotten == {}


def replace_anchor(slot):
    return slot._replace(anchor=True)


def test_claims_alternate_between_told_and_untold_attributes_and_are_false():
    never = ["illness", "hobby", "rent", "wedding"]
    for node in NODES[:40]:
        one = _incidents(node, [PET], never=never, relays=1)
        assert set(one.claimed) == {"pet"}
        two = _incidents(node, [PET], never=["diet", *never[1:]], relays=2)
        assert set(two.claimed) == {"pet", "diet"}
        for name, (place, value) in two.claimed.items():
            assert value == Values(ONTOLOGY, node, 1).spare(name)
            assert 1 <= place <= 4
        assert {(place, one.kind, one.attribute, one.other) for place, one in two.acts} == {
            (place, ActKind.RELAY, name, value) for name, (place, value) in two.claimed.items()
        }
    # A second claim about the pet is not made.
    assert set(_incidents(NODES[0], [PET], never=[], relays=3).claimed) == {"pet"}
    places = {_incidents(node, [PET], never=never, relays=1).claimed["pet"][0] for node in NODES}
    assert places == {1, 2, 3, 4}
    alone = _incidents(NODES[0], [Slot("pet", 0, 0)], places=1, never=["diet"], relays=2)
    assert {place for place, _ in alone.claimed.values()} == {0}


def test_what_is_claimed_is_not_forgotten():
    for node in NODES[:40]:
        plan = _incidents(node, [PET, CITY], relays=1, forgets=2)
        assert set(plan.forgotten) == {"pet", "city"} - set(plan.claimed)


def test_a_reminder_lies_between_the_disclosure_and_the_session_before_the_last():
    plans = [_incidents(node, [PET], reminders=1) for node in NODES]
    # Told in session 1, wished in 2 or 3, met in the session after that.
    assert Counter(plan.acts[0][0] for plan in plans).keys() == {2, 3}
    for plan in plans:
        (place, remind), (asked,) = plan.acts[0], plan.asked
        assert (remind.kind, remind.attribute) == (ActKind.REMIND, "pet")
        assert (asked.place, asked.act.kind, asked.act.attribute) == (place + 1, ActKind.GREET, "pet")
        assert (asked.kind, asked.form, asked.target) == (ProbeKind.PROACTIVE, Form.MENTION, remind.id)
    assert _incidents(NODES[0], [Slot("pet", 0, 3)], reminders=1).acts == []
    assert len(_incidents(NODES[0], [Slot("pet", 0, 2)], reminders=1).acts) == 1


def test_a_reminder_is_met_before_the_thing_lies_behind():
    # Told in session 1 and over in 4: wished in 2, met in 3. Over in 3, there is no session left to wish for it.
    assert {_incidents(node, [PET], behind={"pet": {4}}, reminders=1).acts[0][0] for node in NODES} == {2}
    assert _incidents(NODES[0], [PET], behind={"pet": {3, 4}}, reminders=1).acts == []
    assert {_incidents(node, [PET], behind={"city": {3, 4}}, reminders=1).acts[0][0] for node in NODES} == {2, 3}


def test_a_thing_lies_behind_once_it_is_over_or_its_day_has_come():
    days = [f"2025-05-{number:02}" for number in range(1, 6)]
    slots = (Slot("pet", 0, 0), Slot("wedding", 0, 0), Slot("surgery", 0, 1), Slot("wedding", 1, 2))

    def behind(surgery, *weddings):
        dated = {"pet": ["cat"], "surgery": [surgery], "wedding": weddings}
        facts = {name: tuple(Fact("f", "ada", name, one, day(1)) for one in some) for name, some in dated.items()}
        return places_behind(ONTOLOGY, Schedule(slots, (), (), (("pet", 3),)), LifePlan((), (), facts), days)

    # The last date told counts: the 4th of May is the day of session 3. Sessions are numbered from 0.
    assert behind("2025-05-05", "2025-05-02", "2025-05-04") == {"pet": {3, 4}, "wedding": {3, 4}, "surgery": {4}}
    # A date after the last session never lies behind, and one before its own session always did.
    assert behind("2025-05-02", "2025-05-02", "2025-06-01") == {"pet": {3, 4}}


def test_plans_lie_behind_once_what_they_rest_on_is_over():
    ontology = _with(replace(ONTOLOGY.attribute("pet"), unsettles=("rent",)))
    schedule = Schedule((CITY, PET, RENT), (), (), (("pet", 3),))
    assert places_behind(ontology, schedule, LifePlan((), (), {}), ["2025-05-01"] * 5) == {
        "pet": {3, 4},
        "rent": {3, 4},
    }


def test_what_a_change_unsettles_lies_behind_until_it_is_told_again():
    ontology = _with(replace(ONTOLOGY.attribute("pet"), unsettles=("rent",)))
    slots = (Slot("pet", 0, 0), Slot("rent", 0, 1), Slot("pet", 1, 2), Slot("rent", 1, 4), Slot("city", 0, 5))
    days = ["2025-05-01"] * 6
    assert places_behind(ontology, Schedule(slots, (), ()), LifePlan((), (), {}), days) == {"rent": {2, 3, 4}}


def test_reminders_share_no_session_and_are_as_many_as_wanted():
    slots = [PET, CITY, RENT, Slot("diet", 0, 1), Slot("illness", 0, 1)]
    for node in NODES[:40]:
        plan = _incidents(node, slots, reminders=3)
        # Sessions 1 to 3 are free for the city, 2 and 3 for the others: two or three reminders.
        places = [place for place, _ in plan.acts]
        assert len(places) == len(set(places))
        assert len(places) in (2, 3)
        assert len(_incidents(node, slots, reminders=1).acts) == 1
        assert _incidents(node, slots).acts == []


def test_a_message_needs_something_needed_and_something_private_told_before():
    # The pet is not private to doctors, so that only the landlord can get a message.
    ontology, slots = _with(replace(ONTOLOGY.attribute("pet"), private={})), [PET, Slot("illness", 0, 2)]
    plans = [_incidents(node, slots, ontology=ontology, messages=1) for node in NODES]
    assert Counter(plan.asked[0].place for plan in plans).keys() == {3, 4}
    for plan in plans:
        (asked,) = plan.asked
        assert (asked.act.kind, asked.act.attribute, asked.act.other) == (ActKind.REQUEST, "pet", "landlord")
        assert (asked.kind, asked.form, asked.other, asked.context) == (
            ProbeKind.CONTEXTUAL_INTEGRITY,
            Form.PASS_ON,
            "illness",
            "landlord",
        )
    harmless = _with(replace(ONTOLOGY.attribute("illness"), private={}), replace(ONTOLOGY.attribute("pet"), private={}))
    assert _incidents(NODES[0], slots, ontology=harmless, messages=1).asked == []
    assert _incidents(NODES[0], slots, ontology=ontology).asked == []
    late = [PET, Slot("illness", 0, 3)]
    assert {_incidents(node, late, ontology=ontology, messages=1).asked[0].place for node in NODES[:20]} == {4}
    assert _incidents(NODES[0], [PET, Slot("illness", 0, 4)], ontology=ontology, messages=1).asked == []


def test_no_message_is_planned_in_a_context_that_needs_what_is_to_be_forgotten():
    # What belongs to a project is never forgotten, so the pet is. A message to the doctor needs the illness, and is
    # planned unless it needs the pet too.
    doctor = {"doctor": "She has a reason."}
    illness = replace(ONTOLOGY.attribute("illness"), private={}, needed=doctor, project=True)
    debt = attribute("debt", "k l m n", private=doctor, project=True)
    slots = [PET, Slot("illness", 0, 1), Slot("debt", 0, 1)]
    for needed, contexts in (({"landlord": "He has a reason."}, ["doctor"]), (doctor, [])):
        ontology = _with(replace(ONTOLOGY.attribute("pet"), private={}, needed=needed), illness, debt)
        for node in NODES[:40]:
            plan = _incidents(node, slots, ontology=ontology, forgets=1, messages=2)
            assert set(plan.forgotten) == {"pet"}
            assert [asked.context for asked in plan.asked] == contexts


def test_messages_use_each_attribute_once():
    for node in NODES[:40]:
        plan = _incidents(node, [PET, Slot("illness", 0, 2)], ontology=ONTOLOGY, messages=2)
        assert len(plan.asked) == 1


def test_as_many_messages_are_planned_as_wanted_and_any_pair_may_come_first():
    landlord, bank = {"landlord": "He has a reason."}, {"bank": "It has a reason."}
    more = [attribute("bike", "a b c d", needed=bank), attribute("debt", "k l m n", private=bank)]
    flat = replace(ONTOLOGY.attribute("pet"), private={}), replace(ONTOLOGY.attribute("illness"), needed={})
    ontology = _with(*flat, *more)
    slots = [PET, Slot("illness", 0, 2), Slot("bike", 0, 1), Slot("debt", 0, 1)]
    for node in NODES[:40]:
        assert len(_incidents(node, slots, ontology=ontology, messages=1).asked) == 1
        assert len(_incidents(node, slots, ontology=ontology, messages=2).asked) == 2
        assert len(_incidents(node, slots, ontology=ontology, messages=3).asked) == 2
    first = {_incidents(node, slots, ontology=ontology, messages=1).asked[0].act.attribute for node in NODES[:40]}
    assert first == {"pet", "bike"}
    # A context gets one message, however many things it needs.
    one = _with(*flat, attribute("bike", "a b c d", needed=landlord), attribute("debt", "k l m n", private=landlord))
    assert {len(_incidents(node, slots, ontology=one, messages=2).asked) for node in NODES[:40]} == {1}
    # Nothing of this is private to either, so nothing has to stay out.
    assert _incidents(NODES[0], [PET, Slot("bike", 0, 1)], ontology=ontology, messages=2).asked == []


def test_any_thing_may_be_the_one_that_is_to_be_brought_up():
    names = {_incidents(node, [PET, CITY, RENT], reminders=1).acts[0][1].attribute for node in NODES[:60]}
    assert names == {"pet", "city", "rent"}


# ---------------------------------------------------------------- projects

STARTS = [day(number) for number in range(1, 9)]
TRAVEL = load_domains()["travel"]


def _outline(*pairs, states=(), places=(1, 3, 5)):
    return Outline(TRAVEL, "to see the sea", places, tuple(pairs), tuple(states))


DIET, ALLERGY, DISH = (ONTOLOGY.attribute(name) for name in ("diet", "allergy", "dish"))


SWAPS = attribute(
    "diet", "vegan kosher plain", excludes={"dish": {"vegan": ("goulash", "trout"), "plain": ("pesto", "risotto")}}
)
"""Vegan and plain rule out what the other one allows; kosher rules out nothing."""


def _planned(outline, hand=("trout", "goulash", "pesto", "risotto"), limits=None, node=NODES[0]):
    return plan_projects(node, [outline], limits or {"diet": "vegan"}, {"dish": list(hand)}, STARTS)


def _outlines(places, wanted=3, node=NODES[0], **fields):
    return outline_projects(load_ontology(), node, places, wanted, **fields)


def test_a_project_comes_up_again_after_its_cooldown():
    for node in NODES[:20]:
        outlines = _outlines(20, node=node)
        assert len(outlines) == 3
        for number, outline in enumerate(outlines):
            step = outline.domain.cooldown + 1
            assert step > 1
            assert outline.places == tuple(range(number, 20, step))
        assert len({outline.domain.name for outline in outlines}) == 3


def test_in_a_short_life_a_project_comes_up_in_every_session_and_needs_three():
    for node in NODES[:20]:
        for outline in _outlines(4, node=node):
            # There is no room for the cooldown.
            assert outline.places == (0, 1, 2, 3)
            assert len(outline.pairs) == 1
        (first, *_) = _outlines(3, node=node)
        assert (first.places, len(first.pairs)) == ((0, 1, 2), 1)
        assert {len(outline.pairs) for outline in _outlines(5, 9, node) if outline.places == (0, 1, 2, 3, 4)} <= {2}
        assert _outlines(2, node=node) == []


def test_wanted_domains_come_first():
    for node in NODES[:20]:
        names = [outline.domain.name for outline in _outlines(20, 2, node, before=("cooking", "travel"))]
        assert set(names) == {"cooking", "travel"}
    assert len({_outlines(20, 1, node)[0].domain.name for node in NODES[:40]}) > 5


def test_constraints_are_told_and_choices_follow_by_a_quarter_of_the_sessions():
    seen = set()
    for node in NODES[:60]:
        for outline in _outlines(24, 1, node):
            at = outline.places
            pairs = outline.pairs
            # Half of the sessions but the first at most, and as many pairs as the domain has.
            assert 1 <= len(pairs) <= (len(at) - 1) // 2
            for number, (limit, choice, told, asked) in enumerate(pairs):
                assert (told, asked) == (at[number], at[number + 1 + len(at) // 4])
                assert choice.name in limit.excludes
                assert limit.category == outline.domain.name
            last = max(asked for *_, asked in pairs)
            states = {state: place for place, state in outline.states}
            seen |= set(states)
            assert set(states) <= {"suspend", "resume", "update", "downgrade", "cancel", "finish"}
            assert not ({"suspend"} & set(states)) or states["suspend"] < states["resume"]
            ends = [place for state, place in states.items() if state in ("cancel", "finish")]
            assert ends == ([at[-1]] if at[-1] > last else [])
            chosen = {asked for *_, asked in pairs}
            middle = {place for state, place in states.items() if state not in ("cancel", "finish")}
            assert middle <= set(at[1:-1]) - chosen
    assert seen == {"suspend", "resume", "update", "downgrade", "cancel", "finish"}


def test_nothing_is_chosen_while_a_project_rests_and_it_goes_on_for_a_while():
    rests = 0
    for node in NODES[:60]:
        for outline in _outlines(40, 1, node):
            states, at = {state: place for place, state in outline.states}, list(outline.places)
            if "suspend" not in states:
                continue
            rests += 1
            pause = range(states["suspend"], states["resume"] + 1)
            assert not [asked for *_, asked in outline.pairs if asked in pause]
            assert at.index(states["resume"]) - at.index(states["suspend"]) >= 1
            assert at[-1] - states["resume"] >= 2 * (outline.domain.cooldown + 1)
    assert rests > 10


def test_nobody_who_has_retired_pursues_a_career():
    def domains(stage, **fields):
        return {outline.domain.name for node in NODES[:40] for outline in _outlines(20, 3, node, stage=stage, **fields)}

    assert domains("family") - domains("retired") == {"career"}
    assert "career" in domains("retired", before=("career",))


def test_a_project_begins_and_moves_at_its_places():
    plan = _planned(_outline(states=((3, "update"), (5, "finish"))))
    (project,) = plan.projects
    assert (project.domain, project.goal, project.since) == ("travel", "to see the sea", STARTS[1])
    assert [(place, one.kind, one.other, one.target) for place, one in plan.acts] == [
        (place, ActKind.PLAN, state, project.id) for place, state in ((1, "create"), (3, "update"), (5, "finish"))
    ]
    assert project.steps == tuple(one.id for _, one in plan.acts)


def test_a_goal_and_an_option_give_way_where_a_fact_speaks_against_them():
    suited = replace(TRAVEL, unfit={"to see the sea": {"pet": ("cat",)}, "pesto": {"pet": ("cat",)}})
    outline = replace(_outline((SWAPS, DISH, 1, 3)), domain=suited)
    for pet, is_fit in (("dog", True), ("cat", False)):
        facts = [Fact("f", "ada", "pet", pet, day(1))]
        chosen = Counter()
        for node in NODES:
            plan = plan_projects(node, [outline], {"diet": "vegan"}, {"dish": ["pesto", "risotto"]}, STARTS, facts)
            assert (plan.projects[0].goal == "to see the sea") is is_fit
            chosen.update(option for one in plan.asked for option in one.act.options)
        assert chosen["risotto"]
        assert bool(chosen["pesto"]) is is_fit


@pytest.fixture
def all_delegated(monkeypatch):
    """No choice of a project is left for a recommendation."""
    monkeypatch.setattr(projects, "RECOMMENDED", 0.0)


def test_some_choices_are_left_for_recommendations_and_none_of_them_was_refused():
    outline = _outline((SWAPS, DISH, 1, 5))
    plans = [_planned(outline, limits={"diet": "vegan"}, node=node) for node in NODES[:400]]
    left = [plan for plan in plans if not plan.asked and not plan.refused]
    assert 0.1 * len(plans) < len(left) < 0.3 * len(plans)
    assert all(not plan.refused or not plan.asked for plan in plans)


@pytest.mark.usefixtures("all_delegated")
def test_a_choice_is_between_one_allowed_value_and_one_that_the_constraint_rules_out():
    outline = _outline((SWAPS, DISH, 1, 5))
    for diet, out in (("vegan", {"goulash", "trout"}), ("plain", {"pesto", "risotto"})):
        seen = set()
        for node in NODES[:100]:
            plan = _planned(outline, limits={"diet": diet}, node=node)
            (asked,) = plan.asked
            options = asked.act.options
            assert len(options) == 2
            assert len(set(options) & out) == 1
            seen.add(options)
            assert (asked.place, asked.act.kind, asked.act.attribute) == (5, ActKind.DELEGATE, "dish")
            assert (asked.form, asked.value) == (Form.ANY, "|".join(options))
            assert plan.choices == {"dish": (5, asked.act.id)}
            assert plan.projects[0].steps[-1] == asked.act.id
        # Two allowed values, two ruled out, in either order: the same eight choices under both diets.
        assert len(seen) == 8


@pytest.mark.usefixtures("all_delegated")
def test_the_same_choices_are_offered_under_the_constraint_that_reverses_them():
    """Metamorphic: with the other diet, each pair of dishes comes as often, so that the pair shows no diet."""
    outline = _outline((SWAPS, DISH, 1, 5))
    counts = [
        Counter(frozenset(_planned(outline, limits={"diet": diet}, node=node).asked[0].act.options) for node in NODES)
        for diet in ("vegan", "plain")
    ]
    assert all(len(count) == 4 for count in counts)
    assert all(_about(0.25, number) for count in counts for number in count.values())


@pytest.mark.usefixtures("all_delegated")
def test_the_allowed_value_is_the_persons_own_if_the_hand_has_one():
    outline = _outline((SWAPS, DISH, 1, 5))
    for hand, allowed in ((["trout", "pesto"], {"pesto"}), (["trout"], {"pesto", "risotto"})):
        options = {one for node in NODES[:60] for one in _planned(outline, hand, node=node).asked[0].act.options}
        assert options == {"goulash", "trout"} | allowed


def test_without_a_constraint_that_reverses_it_there_is_no_choice():
    alone = replace(DIET, excludes={"dish": {"vegan": ("goulash", "trout", "omelette")}})
    for limit, limits in ((SWAPS, {"diet": "kosher"}), (SWAPS, {"allergy": "fish"}), (alone, {"diet": "vegan"})):
        plan = _planned(_outline((limit, DISH, 1, 5)), limits=limits)
        assert (plan.asked, plan.choices, len(plan.projects)) == ([], {}, 1)


def test_a_pair_of_values_is_drawn_as_often_from_either_end():
    # a allows what b and c rule out; b and c allow the same. So a has two rivals, b and c one each: from a, each is
    # drawn half of the time, and from b, a is refused half of the time.
    tool = attribute("tool", "ax saw")
    limit = attribute("limit", "a b c", excludes={"tool": {"a": ("saw",), "b": ("ax",), "c": ("ax",)}})
    assert (rivals(limit, tool, "a"), rivals(limit, tool, "b")) == (["b", "c"], ["a"])
    drawn = {value: [even_pair(limit, tool, value, node.draws()) for node in NODES] for value in "abc"}
    assert set(drawn["a"]) == {("ax", "saw")}
    for value in "bc":
        assert set(drawn[value]) == {("saw", "ax"), None}
        assert _about(0.5, drawn[value].count(None))
    assert all(even_pair(limit, tool, "a", node.draws(), barred=("ax",)) is None for node in NODES[:20])


def test_rivals_follow_the_attributes_themselves_and_belong_to_the_caller():
    tool = attribute("tool", "ax saw")
    limit = attribute("limit", "a b", excludes={"tool": {"a": ("saw",), "b": ("ax",)}})
    # Of the same name, as in another language: b rules nothing out, so no value has a rival.
    namesake = attribute("limit", "a b", excludes={"tool": {"a": ("saw",)}})
    found = rivals(limit, tool, "a")
    assert (found, rivals(namesake, tool, "a")) == (["b"], [])
    found.append("mine")
    assert rivals(limit, tool, "a") == ["b"]


@pytest.mark.parametrize("language", ["english", "chinese"])
def test_a_pair_of_options_shows_no_limit(language):
    """For each pair of options, as much speaks for the one as for the other, whatever one knows of the ontology."""
    ontology = load_ontology("", language)
    pairs = [(limit, ontology.attribute(name)) for limit in ontology for name in limit.excludes]
    assert len(pairs) >= 6
    for limit, choice in pairs:
        weight: dict[tuple[str, str], float] = {}
        degree = {value: len(rivals(limit, choice, value)) for value in limit.grid()}
        out = {value: set(limit.excludes[choice.name].get(value, ())) & set(choice.grid()) for value in limit.grid()}
        for value in limit.grid():
            for rival in rivals(limit, choice, value):
                right, wrong = out[rival] - out[value], out[value] - out[rival]
                for one in right:
                    for other in wrong:
                        share = 1 / max(degree[value], degree[rival]) / len(right) / len(wrong)
                        weight[one, other] = weight.get((one, other), 0.0) + share
        for (one, other), share in weight.items():
            assert weight[other, one] == pytest.approx(share), (limit.name, one, other)


@pytest.mark.usefixtures("all_delegated")
def test_choices_of_a_project_are_explicit_and_implicit_in_turn():
    dessert = attribute("dessert", "cake ice jelly fruit")
    limit = attribute("sweet", "no yes", excludes={"dessert": {"no": ("cake", "ice"), "yes": ("fruit", "jelly")}})
    outline = _outline((SWAPS, DISH, 1, 5), (limit, dessert, 3, 5))
    hands = {"dish": ["trout", "goulash", "pesto"], "dessert": ["cake", "ice", "fruit"]}
    plan = plan_projects(NODES[0], [outline], {"diet": "vegan", "sweet": "no"}, hands, STARTS)
    assert [asked.kind for asked in plan.asked] == [
        ProbeKind.SINGLE_SESSION_PREFERENCE,
        ProbeKind.IMPLICIT_PREFERENCE,
    ]
    assert told_slots([outline]) == [Slot("diet", 0, 1), Slot("sweet", 0, 3)]


# ---------------------------------------------------------------- gossip


def _gossip(occasions, node=NODES[0], facts=(), offered=None, places=6, share=1.0, ontology=None):
    ontology = ontology or _with(attribute("tool", "a b c d e f g h"))
    values = Values(ontology, node, 1)
    return plan_gossip(ontology, node, values, 0, occasions, facts, offered or {}, places, share), values


def test_gossip_names_two_of_four_values_that_are_nobodys():
    sizes = set()
    for node in NODES[:60]:
        own = Values(_with(attribute("tool", "a b c d e f g h")), node, 1).hand("tool", 0)[:2]
        facts = [Fact(value, "p", "tool", value, day(1)) for value in own]
        acts, values = _gossip([("tool", 0), ("tool", 2), ("tool", 3)], node, facts)
        # Eight tools: two are spare, two the person's own, four are left.
        free = set(values.hand("tool", 0)) - set(own)
        assert len(free) == 4
        places = [at for at, _ in acts]
        assert len(set(places)) == len(places) >= 2  # two of the three occasions may fall into one session
        sizes.add(len(places))
        for _, one in acts:
            assert (one.kind, one.attribute, len(set(one.options))) == (ActKind.GOSSIP, "tool", 2)
            assert set(one.options) < free
    assert sizes == {2, 3}


def test_gossip_comes_up_to_two_sessions_after_the_disclosure():
    places = [_gossip([("tool", 1)], node)[0][0][0] for node in NODES]
    assert set(places) == {1, 2, 3}
    assert all(_about(1 / 3, places.count(place)) for place in (1, 2, 3))
    assert {_gossip([("tool", 5)], node)[0][0][0] for node in NODES[:20]} == {5}


def test_the_share_of_gossip_is_a_share_of_the_disclosures():
    counts = [len(_gossip([("tool", 0)], node, share=0.5)[0]) for node in NODES]
    assert _about(0.5, sum(counts))
    assert _gossip([("tool", 0)], share=0.0)[0] == []


def test_offered_options_dates_and_values_without_company_are_no_gossip():
    for node in NODES[:20]:
        hand = Values(_with(attribute("tool", "a b c d e f g h")), node, 1).hand("tool", 0)
        ((_, one),) = _gossip([("tool", 0)], node, offered={"tool": hand[:3]})[0]
        assert len(one.options) == 2
        assert set(one.options) < set(hand[3:])
        assert _gossip([("tool", 0)], node, offered={"tool": hand[:5]})[0] == []
    assert _gossip([("wedding", 0)])[0] == []


def test_two_persons_gossip_about_different_values():
    ontology = _with(attribute("tool", "a b c d e f g h i j"))
    for node in NODES[:20]:
        values = Values(ontology, node, 2)
        said = [
            {value for _, one in plan_gossip(ontology, node, values, index, [("tool", 0)] * 3, (), {}, 4, 1.0)
             for value in one.options}
            for index in range(2)
        ]  # fmt: skip
        assert said[0]
        assert not said[0] & said[1]


def test_an_outcome_is_told_in_the_second_half_of_the_sessions_after_the_choice():
    choices = {"dish": (2, "a1"), "dessert": (6, "a2"), "tea": (7, "a3"), "cake": (4, "a4")}
    places = {"dish": set(), "dessert": set(), "cake": set()}
    for node in NODES:
        told = outcomes_told(node, choices, 8)
        assert told.keys() == places.keys()  # no session follows the choice of the tea
        for name, (place, one) in told.items():
            places[name].add(place)
            fields = (one.kind, one.attribute, one.mode, one.target, one.fact)
            assert fields == (ActKind.TELL, name, DisclosureMode.OUTCOME, choices[name][1], "")
    assert places == {"dish": {5, 6, 7}, "dessert": {7}, "cake": {6, 7}}


def _consulted(*states, domains=("travel",), places=6):
    acts = [(place, act(ActKind.PLAN, target="j", id=state, other=state)) for place, state in states]
    acts.append((0, act(ActKind.PLAN, target="k", id="other", other="finish")))
    project = Project("j", "travel", "x", day(1))
    asked = plan_consultations(NODES[0], [project], acts, domains, places)
    assert all((one.kind, one.target) == (ActKind.CONSULT, "j") for _, one in asked)
    return [place for place, _ in asked]


def test_people_ask_how_to_proceed_between_the_beginning_and_the_end():
    assert _consulted((1, "create")) == [2, 3, 4, 5]
    assert _consulted((1, "create"), (4, "finish")) == [2, 3]
    assert _consulted((1, "create"), (3, "cancel"), (5, "finish")) == [2]
    assert _consulted((1, "create"), (3, "suspend")) == [2]
    assert _consulted((1, "create"), (3, "suspend"), (5, "resume")) == [2, 5]
    assert _consulted((1, "create"), (2, "finish")) == []
    assert _consulted((1, "create"), domains=("cooking",)) == []


# ---------------------------------------------------------------- rules


def test_rules_begin_end_and_become_known_in_their_shares():
    shown, begun, ended = Counter(), Counter(), Counter()
    for node in NODES:
        rules, acts = plan_rules(node, STARTS, 1)
        (rule,) = rules
        shown[rule.shown] += 1
        begun[STARTS.index(rule.since)] += 1
        ended[None if rule.until is None else STARTS.index(rule.until) - STARTS.index(rule.since)] += 1
        wishes = [(place, one.kind, one.other, one.target) for place, one in acts]
        first = STARTS.index(rule.since)
        said = [] if rule.shown is RuleDisclosure.NEVER else [(first, ActKind.WISH, rule.shown.value, rule.id)]
        if rule.until is not None and rule.shown is RuleDisclosure.STATED:
            said.append((STARTS.index(rule.until), ActKind.WISH, "lifted", rule.id))
        assert wishes == said
    assert _about(0.3, shown[RuleDisclosure.STATED])
    assert _about(0.2, shown[RuleDisclosure.HINTED])
    # A quarter begins in one of the first four of eight sessions; that may be the first one.
    assert set(begun) == {0, 1, 2, 3}
    assert _about(0.25 * 0.75, TIMES - begun[0])
    # A fifth ends, four sessions after the beginning at the earliest; an end after the last session is none.
    assert set(ended) <= {None, 4, 5, 6, 7}
    assert {4, 5, 6, 7} & set(ended)
    assert TIMES * 0.2 * 0.9 >= TIMES - ended[None] >= TIMES * 0.2 * 0.5


def test_no_rules_are_planned_where_none_are_wanted_and_settings_may_be_left_out():
    assert plan_rules(NODES[0], STARTS, 0) == ((), [])
    assert len(plan_rules(NODES[0], STARTS, 4)[0]) == 4
    first = plan_rules(NODES[0], STARTS, 1)[0][0]
    without = plan_rules(NODES[0], STARTS, 1, [f"{first.kind}.{first.setting}"])[0][0]
    assert (without.kind, without.setting) != (first.kind, first.setting)


def test_only_a_lasting_rule_that_every_reply_can_keep_applies_always():
    rule = StandingRule("r", "address", "none", day(1))
    always = [
        (kind, name)
        for kind in ("address", "greeting", "emoji", "length", "advice")
        for name in _settings(kind)
        if always_applies(replace(rule, kind=kind, setting=name))
    ]
    assert always
    kind, name = always[0]
    assert not always_applies(replace(rule, kind=kind, setting=name, until=day(9)))
    assert not always_applies(replace(rule, kind="procedure", setting="papers"))


def _settings(kind):
    return load_rules()[kind].settings if kind in load_rules() else ()


def test_given_rules_hold_from_the_first_session_and_keep_their_ids():
    latents = Latents((("address", "title"), ("greeting", "wanted")), {"travel": ("season", "papers")})
    rules, acts = given_rules(NODES[0], "ada", STARTS, latents)
    assert [(rule.kind, rule.setting, rule.domain) for rule in rules] == [
        ("address", "title", ""), ("greeting", "wanted", ""), ("procedure", "season papers", "travel"),
    ]  # fmt: skip
    assert {(rule.since, rule.until) for rule in rules} == {(STARTS[0], None)}
    assert rules[2].shown is RuleDisclosure.NEVER
    said = [rule for rule in rules if rule.shown is not RuleDisclosure.NEVER]
    assert [(place, one.other, one.target) for place, one in acts] == [(0, rule.shown.value, rule.id) for rule in said]
    # The ids are the person's: they are the same in another life, and another person has others.
    again, _ = given_rules(NODES[1], "ada", STARTS, latents)
    assert [rule.id for rule in again] == [rule.id for rule in rules]
    assert [rule.shown for rule in again] == [rule.shown for rule in rules]
    other, _ = given_rules(NODES[0], "bo", STARTS, latents)
    assert {rule.id for rule in other}.isdisjoint(rule.id for rule in rules)


def test_given_rules_become_known_in_their_shares_unless_nothing_is_told():
    latents = Latents((("address", "title"),))
    shown = Counter(given_rules(NODES[0], f"p{n}", STARTS, latents)[0][0].shown for n in range(TIMES))
    assert _about(0.3, shown[RuleDisclosure.STATED])
    assert _about(0.2, shown[RuleDisclosure.HINTED])
    silent = replace(latents, tells=False)
    rules = [given_rules(NODES[0], f"p{n}", STARTS, silent) for n in range(20)]
    assert {(rule.shown, len(acts)) for (rule,), acts in rules} == {(RuleDisclosure.NEVER, 0)}


def test_a_way_of_speaking_is_put_on_the_style():
    persona = Persona(style=Style("long", "formal"))
    assert with_way(persona, "north").style == Style("long", "formal", way="north")
    assert with_way(persona, "") is persona


# ---------------------------------------------------------------- values

LETTERS = "a b c d e f g h i j"


def _deal(values, users, node=NODES[0]):
    ontology = _with(attribute("x", values))
    dealt = Values(ontology, node, users)
    return [dealt.hand("x", person) for person in range(users)], dealt.spare("x")


def test_values_are_dealt_in_turn_and_two_stay_unused():
    hands, spare = _deal(LETTERS, 3)
    # Ten values without two spare ones among three people: 3, 3 and 2.
    assert [len(hand) for hand in hands] == [3, 3, 2]
    dealt = [value for hand in hands for value in hand]
    assert len(set(dealt)) == 8
    assert spare in set(LETTERS.split()) - set(dealt)
    assert _deal(LETTERS, 1)[0] != _deal(LETTERS, 1, NODES[1])[0]
    assert Values(ONTOLOGY, NODES[0], 1).spare("wedding") == ""
    assert Values(ONTOLOGY, NODES[0], 1).hand("wedding", 0) == []


def test_numbers_that_drift_are_dealt_in_runs_of_neighbours():
    number = attribute("x", type=ValueType.NUMBER, low=100, high=200, step=10)
    ontology = _with(replace(number, change=Change.DRIFTS))
    spares = set()
    for node in NODES[:60]:
        values = Values(ontology, node, 2)
        hands = [sorted(map(int, values.hand("x", person))) for person in (0, 1)]
        # Eleven numbers without two: five and four neighbours, in either order.
        assert sorted(map(len, hands)) == [4, 5]
        assert all(hand == list(range(hand[0], hand[0] + 10 * len(hand), 10)) for hand in hands)
        assert set(hands[0]).isdisjoint(hands[1])
        left = set(range(100, 210, 10)) - set(hands[0]) - set(hands[1])
        assert int(values.spare("x")) in left
        spares.add(tuple(sorted(left)))
    # Two spare numbers at the ends: both below, one on each side, or both above.
    assert spares == {(100, 110), (100, 200), (190, 200)}


def _dates(span, *, taken=0, avoided=(), node=NODES[0]):
    made = attribute("x", type=ValueType.DATE, span=span)
    values = Values(_with(made), node, 1)
    for _ in range(taken):
        values.day(made, node.draws("earlier"), date(2025, 5, 10), set())
    months = set(avoided)
    return date.fromisoformat(values.day(made, node.draws("day"), date(2025, 5, 10), months)), months


def test_a_date_lies_in_its_span_both_ends_included():
    days = {_dates((3, 5), node=node)[0] for node in NODES[:60]}
    assert days == {date(2025, 5, 13), date(2025, 5, 14), date(2025, 5, 15)}
    assert {_dates((-2, -2), node=node)[0] for node in NODES[:5]} == {date(2025, 5, 8)}


def test_dates_of_an_attribute_lie_in_different_months():
    # 20 to 40 days from 10 May: 30 and 31 May, and 1 to 19 June.
    for node in NODES[:60]:
        made = attribute("x", type=ValueType.DATE, span=(20, 40))
        values = Values(_with(made), node, 1)
        days = [values.day(made, node.draws("day", number), date(2025, 5, 10), set()) for number in range(2)]
        assert {one[:7] for one in days} == {"2025-05", "2025-06"}
        with pytest.raises(ScenarioError, match="no month is left"):
            values.day(made, node.draws("third"), date(2025, 5, 10), set())


def test_a_month_of_another_date_of_the_life_is_avoided_if_possible():
    for node in NODES[:60]:
        found, months = _dates((20, 40), avoided={(2025, 6)}, node=node)
        assert (found.year, found.month) == (2025, 5)
        assert months == {(2025, 6), (2025, 5)}
        found, _ = _dates((25, 40), avoided={(2025, 6)}, node=node)
        assert (found.year, found.month) == (2025, 6)


def test_two_halves_of_a_stream_share_no_value_but_the_spare_ones():
    def halves(number, users=1):
        names = " ".join(f"v{n}" for n in range(number))
        ontology = _with(attribute("x", names))
        dealt = [HalfValues(ontology, node, users, SeedTree(9), half) for half, node in enumerate(NODES[:2])]
        return [{v for person in range(users) for v in one.hand("x", person)} for one in dealt], [
            one.spare("x") for one in dealt
        ]

    # Eight values: three for each half, as many as a choice has options, and two spare ones.
    hands, spares = halves(8)
    assert [len(hand) for hand in hands] == [3, 3]
    assert hands[0].isdisjoint(hands[1])
    assert spares[0] == spares[1]
    assert not {spares[0]} & (hands[0] | hands[1])
    # Of seven values only five remain, too few for two halves: each half deals them all.
    assert [len(hand) for hand in halves(7)[0]] == [5, 5]
    assert [len(hand) for hand in halves(14, users=2)[0]] == [6, 6]
    assert [len(hand) for hand in halves(13, users=2)[0]] == [11, 11]


# ---------------------------------------------------------------- modes, phrasings, reasons, choices


def _tells(node, slots, ontology=None, **options):
    """The planned disclosures of these slots, each of which has a fact."""
    ontology = ontology or _with(*(attribute(f"x{n}", "a b c d") for n in range(10)))
    versions = {}
    for slot in slots:
        fact = Fact(f"{slot.attribute}{slot.version}", "ada", slot.attribute, "a", day(1))
        versions[slot.attribute] = (*versions.get(slot.attribute, ()), fact)
    life, schedule = LifePlan((), (), versions), Schedule(tuple(slots), (), ())
    options = GenerationOptions(**options)
    return plan_tells(ontology, node, life, schedule, Values(ontology, node, 1), Persona(), options)


OPEN, ASKED, TRUSTED, RELEVANT = (
    DisclosureMode.OPEN,
    DisclosureMode.ASKED,
    DisclosureMode.TRUSTED,
    DisclosureMode.RELEVANT,
)
MODES = {OPEN: 0.4, ASKED: 0.3, TRUSTED: 0.2, RELEVANT: 0.1}
TEN = [Slot(f"x{number}", 0, number) for number in range(10)]


def test_modes_are_quotas_and_anchors_are_open():
    for node in NODES[:40]:
        told = _tells(node, TEN, modes=MODES)
        assert Counter(one.mode for _, one in told) == {OPEN: 4, ASKED: 3, TRUSTED: 2, RELEVANT: 1}
        assert [(slot, one.fact, one.attribute) for slot, one in told] == [
            (slot, f"{slot.attribute}0", slot.attribute) for slot in TEN
        ]
    anchored = [replace_anchor(slot) if slot.place < 4 else slot for slot in TEN]
    modes = [one.mode for _, one in _tells(NODES[0], anchored, modes=MODES)]
    assert modes[:4] == [OPEN] * 4
    assert Counter(modes[4:]) == {ASKED: 3, TRUSTED: 2, RELEVANT: 1}
    assert [one.anchor for _, one in _tells(NODES[0], anchored)] == [True] * 4 + [False] * 6


def test_the_most_sensitive_attributes_are_told_on_trust_and_projects_openly():
    ontology = _with(
        *(
            replace(attribute(f"x{n}", "a b c d"), sensitivity=3 if n in (2, 7) else 0, project=n == 5)
            for n in range(10)
        )
    )
    for node in NODES[:40]:
        modes = [one.mode for _, one in _tells(node, TEN, ontology, modes=MODES)]
        # Sensitivity 3 is above any sum of 0 and a draw below 1.5.
        assert [place for place, mode in enumerate(modes) if mode is TRUSTED] == [2, 7]
        assert modes[5] is OPEN


def test_a_little_sensitivity_mostly_decides():
    ontology = _with(attribute("x0", "a b c d"), replace(attribute("x1", "a b c d"), sensitivity=1))
    plain = 0
    for node in NODES:
        modes = [one.mode for _, one in _tells(node, TEN[:2], ontology, modes={OPEN: 0.5, TRUSTED: 0.5})]
        assert sorted(modes) == [OPEN, TRUSTED]
        plain += modes[0] is TRUSTED
    # 1.5 u is more than 1 + 1.5 v in one of 18 cases.
    assert plain
    assert _about(1 / 18, plain)


def test_modes_that_are_not_wanted_are_not_planned():
    assert {one.mode for _, one in _tells(NODES[0], TEN, modes={OPEN: 1.0})} == {OPEN}
    assert {one.mode for _, one in _tells(NODES[0], TEN, modes={OPEN: 0.5, RELEVANT: 0.5})} == {OPEN, RELEVANT}


def test_an_attribute_is_told_in_one_mode_as_far_as_the_quotas_allow():
    slots = [Slot(f"x{number // 2}", number % 2, number) for number in range(10)]
    for node in NODES[:40]:
        told = _tells(node, slots, modes={OPEN: 0.4, ASKED: 0.2, TRUSTED: 0.2, RELEVANT: 0.2})
        modes = [one.mode for _, one in told]
        assert all(modes[at] is modes[at + 1] for at in range(0, 10, 2))


def test_phrasings_are_quotas_among_the_disclosures_that_have_phrases_for_them():
    phrases = {"in_passing": ("{value}, no?",), "assumed": ("Not {other}, {value}.",)}
    fields = {"phrases": phrases, "piecemeal": (("One.", "It is {value}."),)}
    ontology = _with(*(attribute(f"x{n}", "a b c d", **(fields if n < 8 else {})) for n in range(10)))
    kinds = DisclosurePhrasing
    shares = {kinds.DIRECT: 0.4, kinds.IN_PASSING: 0.3, kinds.PIECEMEAL: 0.1, kinds.ASSUMED: 0.2}
    for node in NODES[:40]:
        told = [one for _, one in _tells(node, TEN, ontology, phrasings=shares)]
        assert Counter(one.phrasing for one in told) == {
            kinds.DIRECT: 4, kinds.IN_PASSING: 3, kinds.PIECEMEAL: 1, kinds.ASSUMED: 2,
        }  # fmt: skip
        assert {one.phrasing for one in told[8:]} == {kinds.DIRECT}
        spare = Values(ontology, node, 1).spare
        assert all((one.other == spare(one.attribute)) is (one.phrasing is kinds.ASSUMED) for one in told)
        anchored = [one for _, one in _tells(node, [replace_anchor(slot) for slot in TEN], ontology, phrasings=shares)]
        assert {one.phrasing for one in anchored} == {kinds.DIRECT}


def test_a_change_is_told_directly_and_any_first_value_may_be_told_in_passing():
    ontology = _with(*(attribute(f"x{n}", "a b c d", phrases={"in_passing": ("{value}, no?",)}) for n in range(10)))
    passing = {DisclosurePhrasing.DIRECT: 0.0, DisclosurePhrasing.IN_PASSING: 1.0}
    slots = [Slot("x0", 0, 0), Slot("x0", 1, 1), Slot("x0", 2, 2)]
    told = [one.phrasing for _, one in _tells(NODES[0], slots, ontology, phrasings=passing)]
    assert told == [DisclosurePhrasing.IN_PASSING, DisclosurePhrasing.DIRECT, DisclosurePhrasing.DIRECT]
    tenth = {DisclosurePhrasing.DIRECT: 0.9, DisclosurePhrasing.IN_PASSING: 0.1}
    places = set()
    for node in NODES[:100]:
        told = [one.phrasing for _, one in _tells(node, TEN, ontology, phrasings=tenth)]
        places.add(told.index(DisclosurePhrasing.IN_PASSING))
    assert places == set(range(10))


def test_only_a_changed_value_is_told_unmarked_or_with_a_reason():
    more = replace(ONTOLOGY.attribute("hobby"), change=Change.ACCUMULATES)
    ontology = _with(more, attribute("x0", "a b c d"), attribute("x1", "a b c d"))
    slots = [Slot("x0", 0, 0), Slot("x0", 1, 3), Slot("x1", 0, 1), Slot("hobby", 0, 2), Slot("hobby", 1, 4)]
    unmarked = {DisclosurePhrasing.DIRECT: 0.0, DisclosurePhrasing.UNMARKED: 1.0}
    told = [one for _, one in _tells(NODES[0], slots, ontology, phrasings=unmarked, reasons=1.0)]
    assert [one.phrasing is DisclosurePhrasing.UNMARKED for one in told] == [False, True, False, False, False]
    assert [bool(one.reason) for one in told] == [False] * 5
    told = [one for _, one in _tells(NODES[0], slots, ontology, reasons=1.0)]
    assert [bool(one.reason) for one in told] == [False, True, False, False, False]
    settled = replace(ontology.attribute("x0"), phrases={"quoted": ("Somebody else has {value}.",)})  # never planned
    told = _tells(NODES[0], slots, _with(more, settled, attribute("x1", "a b c d")), reasons=1.0)
    assert not any(one.reason for _, one in told)
    given = [bool(_tells(node, slots, ontology, reasons=0.5)[1][1].reason) for node in NODES]
    assert _about(0.5, sum(given))
    assert [bool(one.reason) for _, one in _tells(NODES[0], slots, ontology)] == [False] * 5


def test_a_date_is_told_at_one_of_its_granularities():
    told = {_tells(node, [Slot("wedding", 0, 0), Slot("surgery", 0, 1)])[0][1].granularity for node in NODES[:40]}
    assert told == {"day", "month"}
    assert {_tells(node, [Slot("surgery", 0, 1)])[0][1].granularity for node in NODES[:10]} == {"day"}
    assert _tells(NODES[0], [Slot("pet", 0, 0)])[0][1].granularity == ""


def test_what_is_never_told_has_modes_like_what_is_told():
    ontology = _with(*(attribute(f"x{n}", "a b c d") for n in range(10)))
    slots = [replace_anchor(TEN[0]), *TEN[1:]]
    for node in NODES[:40]:
        unsaid = plan_unsaid(
            ontology,
            node,
            Schedule((), (), (), unsaid=tuple(slots), unsaid_endings=(("x3", 5),)),
            Persona(),
            GenerationOptions(modes=MODES),
        )
        # Six of ten are not open, none of them the anchor.
        assert [one.attribute for one in unsaid] == [f"x{n}" for n in range(10)]
        assert sum(not one.is_open for one in unsaid) == 6
        assert [one.anchor for one in unsaid] == [True] + [False] * 9
        assert unsaid[0].is_open
        assert [one.over for one in unsaid] == [None] * 3 + [5] + [None] * 6


def test_a_delegated_choice_offers_three_of_the_persons_values():
    schedule = Schedule((), (("dish", 2), ("pet", 4)), ())
    hands = {"dish": ["trout", "pesto", "risotto", "omelette"], "pet": ["cat", "horse", "newt"]}
    seen = set()
    for node in NODES[:60]:
        (at, dish), (later, pet) = plan_delegations(node, hands, schedule)
        assert (at, dish.kind, dish.attribute, later) == (2, ActKind.DELEGATE, "dish", 4)
        assert len(set(dish.options)) == 3
        assert set(pet.options) == {"cat", "horse", "newt"}
        seen |= set(dish.options)
    assert seen == set(hands["dish"])


# ---------------------------------------------------------------- calendars

MONDAY = datetime(2025, 5, 5, tzinfo=UTC)


def test_sessions_lie_one_to_four_days_apart_in_a_window_of_the_day():
    gaps, minutes = set(), set()
    for node in NODES[:100]:
        planned = plan_calendar(node, 1, 6, MONDAY)
        days = [MONDAY.date(), *(one.start.date() for one in planned)]
        gaps |= {(after - before).days for before, after in pairwise(days)}
        minutes |= {60 * one.start.hour + one.start.minute for one in planned}
        assert [(one.index, one.place, one.person) for one in planned] == [(n, n, 0) for n in range(6)]
        assert all(one.start.tzinfo is UTC and one.start.second == 0 for one in planned)
    assert gaps == {1, 2, 3, 4}
    # Half an hour fits before the end of each window: 7-10, 11-14, 16-19, 19-22.
    windows = [range(420, 571), range(660, 811), range(960, 1111), range(1140, 1291)]
    assert minutes <= {minute for window in windows for minute in window}
    for window in windows:
        seen = [minute for minute in minutes if minute in window]
        assert min(seen) - window[0] < 8
        assert window[-1] - max(seen) < 8


def test_persons_take_turns_and_count_their_own_sessions():
    orders = set()
    for node in NODES[:20]:
        planned = plan_calendar(node, 3, 7, MONDAY)
        assert sorted(one.person for one in planned[:3]) == sorted(one.person for one in planned[3:6]) == [0, 1, 2]
        assert [one.place for one in planned] == [0, 0, 0, 1, 1, 1, 2]
        orders.add(tuple(one.person for one in planned[:3]))
    assert len(orders) > 3


def _by_persona(*personas, start=MONDAY, sessions=6, nodes=60):
    return [one for node in NODES[:nodes] for one in plan_calendar(node, 1, sessions, start, personas)]


def test_a_person_comes_within_its_own_windows_and_zone():
    clocks = {one.start.strftime("%H:%M") for one in _by_persona(Persona(zone="Asia/Tokyo", windows=("9-10",)))}
    assert min(clocks) == "09:00"
    assert max(clocks) == "09:30"
    assert len(clocks) == 31
    assert {one.start.utcoffset() for one in _by_persona(Persona(zone="Asia/Tokyo"), nodes=5)} == {timedelta(hours=9)}
    planned = plan_calendar(NODES[0], 1, 6, MONDAY, [Persona()])
    assert [(one.index, one.person, one.place) for one in planned] == [(n, 0, n) for n in range(6)]
    two = {one.start.hour for one in _by_persona(Persona(windows=("9-10", "18-19")))}
    assert two == {9, 18}


def test_nobody_comes_on_a_holiday_into_an_engagement_or_near_a_change_of_the_clock():
    winter = datetime(2024, 12, 20, tzinfo=UTC)
    days = {one.start.date() for one in _by_persona(Persona(windows=("9-10",)), start=winter)}
    assert {date(2024, 12, 24), date(2024, 12, 26), date(2024, 12, 31), date(2025, 1, 2)} <= days
    assert days.isdisjoint({date(2024, 12, 25), date(2025, 1, 1)})
    busy = Persona(windows=("9-10",), engagements=("every week on wednesday 9-10 from 2025-01-01",))
    assert {one.start.weekday() for one in _by_persona(busy)} == {0, 1, 3, 4, 5, 6}
    # In Oslo the clock went forward on Sunday, 30 March 2025, from two to three.
    march = datetime(2025, 3, 25, tzinfo=UTC)
    night = {one.start.date() for one in _by_persona(Persona(zone="Europe/Oslo", windows=("1-2",)), start=march)}
    assert {date(2025, 3, 29), date(2025, 3, 31)} <= night
    assert date(2025, 3, 30) not in night
    noon = {one.start.date() for one in _by_persona(Persona(zone="Europe/Oslo", windows=("12-13",)), start=march)}
    assert date(2025, 3, 30) in noon


def test_an_hour_of_rest_lies_between_people_of_different_zones():
    personas = [Persona(zone="Asia/Tokyo"), Persona(zone="America/Los_Angeles")]
    gaps = []
    for node in NODES:
        planned = plan_calendar(node, 2, 6, MONDAY, personas)
        assert planned[0].start >= MONDAY
        gaps += [after.start - before.start for before, after in pairwise(planned)]
    assert min(gaps) >= timedelta(minutes=90)
    assert min(gaps) < timedelta(hours=8)


def test_unreadable_zones_and_windows_are_rejected():
    with pytest.raises(ConfigurationError, match="unknown zone"):
        plan_calendar(NODES[0], 1, 1, MONDAY, [Persona(zone="Mars/Olympus")])
    with pytest.raises(ConfigurationError, match="cannot be read"):
        plan_calendar(NODES[0], 1, 1, MONDAY, [Persona(windows=("9-10", "late"))])


def test_a_stage_of_life_decides_how_readily_people_come_on_weekends():
    stages = load_stages()
    rare = min(stages.values(), key=lambda stage: stage.weekends)
    free = _by_persona(Persona(windows=("9-10",)), nodes=TIMES)
    bound = _by_persona(Persona(windows=("9-10",), stage=rare.name), nodes=TIMES)
    shares = [sum(one.start.weekday() > 4 for one in planned) / len(planned) for planned in (free, bound)]
    assert shares[1] < shares[0] * (1 + rare.weekends) / 2
    assert 2 / 7 - 0.05 < shares[0] < 2 / 7 + 0.05


def test_moments_lie_in_the_middle_of_the_time_between_sessions():
    first = PlannedSession(0, 0, 0, day(2, 9))
    second = PlannedSession(1, 0, 1, day(3, 9) + timedelta(minutes=30))
    third = PlannedSession(2, 0, 2, day(9, 9))
    shares = []
    for node in NODES:
        between, *rest = moments_between(node, [first, second])
        # A day lies between half past nine of day 2 and of day 3.
        shares.append((between - day(2, 9, 30)) / timedelta(days=1))
        assert (between.second, between.microsecond) == (0, 0)
        assert rest == [day(4, 9, 30)]
    assert 0.299 <= min(shares) < 0.32
    assert 0.68 < max(shares) <= 0.7
    moments = moments_between(NODES[0], [first, second, third], extra=2)
    assert len(moments) == 5
    assert moments[2:] == [day(10, 9), day(11, 9), day(12, 9)]


# ---------------------------------------------------------------- schedules


def _schedule(node, places, anchors=0, users=1, **fields):
    return plan_schedule(load_ontology(), SeedTree(5), node, 0, users, places, anchors, **fields)


@pytest.mark.parametrize(("places", "told"), [(4, 10), (5, 13), (8, 20), (9, 23)])
def test_two_and_a_half_things_are_told_in_a_session(places, told):
    # 12.5 and 22.5 are rounded up. A value that fits nowhere is left out, so there may be fewer.
    counts = [Counter(slot.place for slot in _schedule(node, places).slots) for node in NODES[:60]]
    assert max(one.total() for one in counts) == told
    assert min(one.total() for one in counts) >= told - 4
    assert {number for one in counts for number in one.values()} <= {1, 2, 3}


def test_people_of_a_scenario_tell_as_many_values_as_their_shares_of_a_deck_hold():
    ontology, most = load_ontology(), Counter()
    for node in NODES[:30]:
        told = Counter(slot.attribute for slot in _schedule(node, 12, users=4).slots)
        for name, number in told.items():
            grid = ontology.attribute(name).grid()
            low, high = ontology.attribute(name).span
            hand = (len(grid) - 2) // 4 if grid else (high - low) // 31 // 4
            assert number <= max(1, hand)
            most[hand] = max(most[hand], number)
    # Somebody tells all three values of a hand of three.
    assert most[3] == 3


def test_versions_of_an_attribute_follow_each_other_in_later_sessions():
    for node in NODES[:10]:
        reached = {}
        for slot in _schedule(node, 8, 3).slots:
            version, place = reached.get(slot.attribute, (-1, -1))
            assert slot.version == version + 1
            assert slot.place > place
            reached[slot.attribute] = (slot.version, slot.place)


@pytest.mark.parametrize(
    ("places", "delegated"), [(2, [0, 0, 0]), (3, [0, 0, 1]), (4, [0, 0, 1, 1]), (6, [0, 1, 2, 3]), (9, [0, 1, 3, 4])]
)
def test_choices_are_spread_over_the_first_two_thirds(places, delegated):
    # Three choices in a short life, else four, at n * spread // number, where spread is 2/3 of the sessions.
    schedule = _schedule(NODES[0], places)
    assert [place for _, place in schedule.delegations] == delegated
    ontology = load_ontology()
    assert all(
        ontology.attribute(name).is_chosen and not ontology.attribute(name).project for name, _ in schedule.delegations
    )


@pytest.mark.parametrize(("places", "most"), [(3, 0), (4, 1), (7, 1), (8, 2), (12, 2)])
def test_some_attributes_change_once_more_untold(places, most):
    ontology, seen = load_ontology(), set()
    for node in NODES[:120]:
        schedule = _schedule(node, places)
        last = {slot.attribute: slot.place for slot in schedule.slots}
        for name, place in schedule.silent:
            assert last[name] < place < places
            assert ontology.attribute(name).changes_value
        seen.add(len(schedule.silent))
    assert max(seen) == most


def _last(schedule, names):
    """The places at which some attributes are told."""
    return [slot.place for slot in schedule.slots if slot.attribute in names]


@pytest.mark.parametrize(("days", "most"), [(75, 2), (700, 2), (800, 3)])
def test_what_lasts_changes_as_often_as_a_life_has_room_for_told_and_untold(days, most):
    ontology, seen, often = load_ontology(), Counter(), set()
    for node in NODES[:40]:
        schedule = _schedule(node, 60, changes=4, days=days)
        for slots in (schedule.slots, schedule.unsaid):
            values = Counter(slot.attribute for slot in slots)
            yearly = [name for name in values if ontology.attribute(name).lasts == 365]
            seen.update(values[name] for name in yearly)
            often |= {name for name in values if values[name] > 4 and ontology.attribute(name).changes_value}
        for name, _ in schedule.silent:
            lasts = ontology.attribute(name).lasts
            assert not lasts or Counter(slot.attribute for slot in schedule.slots)[name] <= max(1, days // lasts)
    assert max(seen) == most
    assert seen[1] > 20
    assert "blood_pressure" in often  # it is measured again every two weeks


def test_what_lasts_is_not_replaced_in_the_sessions_after_it_was_told():
    ontology = load_ontology()
    apart = set()
    for node in NODES[:20]:
        told = {}
        for slot in _schedule(node, 60, changes=4, days=150).slots:
            if slot.version and ontology.attribute(slot.attribute).lasts >= 30:
                apart.add(slot.place - told[slot.attribute])
            told[slot.attribute] = slot.place
    assert min(apart) == 10  # a sixth of the life, which is shorter than 30 of 150 days


def test_plans_for_a_wedding_are_told_before_a_separation():
    ontology, plans = load_ontology(), load_ontology().attribute("partner_name").unsettles
    assert "wedding_date" in plans
    separated = 0
    for node in NODES[:200]:
        schedule = _schedule(node, 30)
        for name, place in schedule.endings:
            if name == "partner_name":
                separated += bool(_last(schedule, plans))
                assert all(told < place for told in _last(schedule, plans))
                assert not {silent for silent, _ in schedule.silent} & set(plans)
    assert separated > 10
    assert ontology.attribute("partner_name").change is Change.ENDS


def test_what_ends_is_told_to_be_over_in_a_later_session():
    ontology, gaps = load_ontology(), set()
    for node in NODES[:120]:
        schedule = _schedule(node, 5)
        first = {s.attribute: s.place for s in schedule.slots if ontology.attribute(s.attribute).change is Change.ENDS}
        # Half of them do, rounded up. The end comes after all that it puts in doubt.
        after = {name: max(_last(schedule, (name, *ontology.attribute(name).unsettles))) for name in first}
        able = [name for name, place in after.items() if place < 4]
        assert len(schedule.endings) == -(-len(able) // 2)
        assert all(name in able and place > after[name] for name, place in schedule.endings)
        gaps |= {(first[name], place) for name, place in schedule.endings}
    assert all(told < over <= 4 for told, over in gaps)
    assert {over - told for told, over in gaps} == {1, 2, 3, 4}


def test_anchors_are_spread_over_the_life_and_hold_a_date_and_a_change():
    ontology = load_ontology()
    for node in NODES[:20]:
        slots = [slot for slot in _schedule(node, 8, 3).slots if slot.anchor]
        first = [slot for slot in slots if slot.version == 0]
        # Position n of three is told in session n * 6 // 3.
        assert [slot.place for slot in first] == [0, 2, 4]
        assert any(ontology.attribute(slot.attribute).type is ValueType.DATE for slot in first)
        # One changes, four sessions after its first disclosure, in the last session but one at the latest.
        (change,) = [slot for slot in slots if slot.version]
        begun = next(slot.place for slot in first if slot.attribute == change.attribute)
        assert begun in (0, 2)
        assert change.place == min(6, begun + 4)
        short = [slot for slot in _schedule(node, 5, 3).slots if slot.anchor]
        assert [(slot.place, slot.version) for slot in short] == [(0, 0), (1, 0), (2, 0)]


def test_what_is_never_told_is_planned_like_what_is_told():
    for node in NODES[:10]:
        schedule = _schedule(node, 6, 2)
        said = {slot.attribute for slot in schedule.slots}
        assert said.isdisjoint(slot.attribute for slot in schedule.unsaid)
        assert 12 <= len(schedule.unsaid) <= 15
        assert sum(slot.anchor for slot in schedule.unsaid) in (2, 3)


def test_attributes_reserved_for_tests_are_told_in_tests_only():
    ontology = load_ontology()

    def reserved(attributes):
        told = {slot.attribute for node in NODES[:10] for slot in _schedule(node, 4, attributes=attributes).slots}
        return {ontology.is_reserved(name) for name in told}

    assert reserved("train") == {False}
    assert True in reserved("test")
    assert reserved("all") == {False, True}


def test_given_disclosures_are_added_and_anchors_come_first_in_their_session():
    given = [Slot("travel_transport_limit", 0, 1)]
    schedule = _schedule(NODES[0], 4, 3, given=given)
    assert given[0] in schedule.slots
    assert {slot for slot in schedule.slots if slot not in given} == set(_schedule(NODES[0], 4, 3).slots)
    for place in range(4):
        flags = [slot.anchor for slot in schedule.slots if slot.place == place]
        assert flags == sorted(flags, reverse=True)


def test_a_disclosure_of_the_hand_made_plans_names_its_fact():
    assert tell("pet", "cat").fact == "pet=cat"


def test_half_of_each_sort_is_told_and_each_attribute_half_of_the_time():
    able = list(load_ontology().told)
    told = Counter()
    for number in range(TIMES):
        halves = halved(SeedTree(number).draws("halves"), able)
        assert sorted(one.name for half in halves for one in half) == sorted(one.name for one in able)
        sorts = [Counter((one.type, one.cardinality, one.change) for one in half) for half in halves]
        assert all(abs(sorts[0][sort] - sorts[1][sort]) <= 1 for sort in sorts[0] | sorts[1])
        told.update(one.name for one in halves[0])
    assert all(_about(0.5, told[one.name]) for one in able)


def test_what_is_never_told_would_have_been_told_as_often():
    totals, ends = Counter(), Counter()
    for node in NODES[:60]:
        schedule = _schedule(node, 12)
        totals.update(told=len(schedule.slots), unsaid=len(schedule.unsaid))
        ends.update(told=len(schedule.endings), unsaid=len(schedule.unsaid_endings))
        assert not {slot.attribute for slot in schedule.slots} & {slot.attribute for slot in schedule.unsaid}
    assert abs(totals["told"] - totals["unsaid"]) < 0.1 * totals["told"]
    assert abs(ends["told"] - ends["unsaid"]) < 0.3 * ends["told"]
