"""What the candidates of each kind of message say: the contents, worked out by hand from what was told."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import permutations

import pytest
from small_lives import NOON
from told_by_hand import ENGLISH, ONTOLOGY, Extreme, question, say, seen, told_to

from regulars.dialogue import Phase, PlanAct
from regulars.envs.ledger import FORGOTTEN, MENDED, OVER, SLIP, Commitment
from regulars.envs.numeric.asking import Asking, asking
from regulars.envs.numeric.candidates import CandidateKind, candidates
from regulars.envs.numeric.contents import Making, ReplyContent, subsets
from regulars.envs.numeric.near_values import WIDEST, base_value, near_numbers, near_values
from regulars.envs.numeric.replying import due_reminder, told_plan
from regulars.scenarios.kinds import ProbeKind
from regulars.scenarios.projects.domains import every_domain
from regulars.seeding import SeedTree

CITIES = ONTOLOGY.attribute("home_city").grid()


def contents(told, asked, count=4, *, message="?", opening=False, draws=None):
    making = Making(asked, told, "p1", message, draws or SeedTree(0).draws("contents"))
    return making.contents(count, opening=opening, scope="scope")


def values(found):
    return [one.values for one in found]


def numbers(found):
    return [int(one.values[0]) for one in found]


# ---------------------------------------------------------------------- values

CITY = [
    ("p1", "home_city", "Kaunas", "direct"),
    ("p1", "home_city", "", FORGOTTEN),
    ("p2", "home_city", "Porto", "direct"),
    ("p1", "home_city", "Bergen", "direct"),
    ("p3", "home_city", "Graz", "direct"),
    ("p1", "home_city", "Tartu", SLIP, "f-now"),
    ("p1", "home_city", "Lyon", MENDED, "f-now"),
    ("p1", "job", "baker", "direct"),
]


def told_cities():
    told = told_to(*CITY)
    for value, person in (("Ghent", "p1"), ("Utrecht", "p2"), ("Malmö", "p1")):
        told.ledger.commit(Commitment(f"act {value}", person, "home_city", value, "s001.t02", 1, NOON))
    for value, person in (("Brno", "p1"), ("Aarhus", "p2"), ("Galway", "p1")):
        told.ledger.mention(person, "home_city", value, "s001.t01")
    return told


MISLEADING = ["Lyon", "Malmö", "Graz", "Bergen", "Ghent", "Porto", "Galway", "Brno", "Tartu", "Kaunas"]
"""The present value; then the latest of the own, the chosen and others' values in turn; hearsay; slips; forgotten."""


@pytest.mark.parametrize("count", range(3, 12))
def test_the_most_misleading_values_come_first(count):
    *singles, pair = values(contents(told_cities(), question("value"), count))
    assert sorted(singles) == sorted((value,) for value in MISLEADING[: count - 1])
    assert pair == singles[0] + singles[1]


def test_two_contents_are_two_values_without_a_pair():
    assert values(contents(told_cities(), question("value"), 2)) == [("Lyon",), ("Malmö",)]


def test_beyond_what_came_up_stand_values_that_came_up_in_no_way():
    *singles, pair = contents(told_cities(), question("value"), 15)
    drawn = {one.values[0] for one in singles} - set(MISLEADING)
    assert (len(singles), len(drawn)) == (14, 4)
    assert drawn <= set(CITIES) - set(MISLEADING)
    assert (pair.form, pair.attribute) == ("set", "home_city")
    assert {(one.act, one.form, one.attribute) for one in singles} == {(PlanAct.ANSWER, "value", "home_city")}


def test_no_content_stands_there_twice_though_there_are_too_few():
    # 10 own values are there, and 16 cities in all, of which `Utrecht` and `Aarhus` count as not yet named.
    found = contents(told_cities(), question("value"), 40)
    assert len(found) == len(set(found)) == 17
    assert {one.values[0] for one in found[:-1]} == set(CITIES)


def test_a_value_that_the_question_names_comes_before_others():
    message = "Do I still live in Tampere?"
    asked = question("value", value="Tampere")
    singles = values(contents(told_cities(), asked, 3, message=message))[:-1]
    assert sorted(singles) == [("Lyon",), ("Tampere",)]
    for other in (question("value"), question("value", "home_city", value="")):
        assert ("Tampere",) not in values(contents(told_cities(), other, 3, message=message))


def test_a_choice_is_answered_as_a_choice_and_all_else_as_a_value():
    for form, said in (("choice", "choice"), ("any", "value"), ("value", "value")):
        *singles, _ = contents(told_cities(), question(form), 4)
        assert {one.form for one in singles} == {said}


def test_the_wanted_attribute_of_two_hops_is_the_second():
    told = told_to(("p1", "home_city", "Bergen", "direct"), ("p1", "job", "baker", "direct"))
    found = contents(told, question("value", kind=ProbeKind.MULTI_HOP, other="job", value="Bergen"), 4)
    assert {one.attribute for one in found} == {"job"}


# ---------------------------------------------------------------------- numbers


def test_a_sum_stands_among_sums_nearby_in_steps_of_the_attribute():
    told = told_to(("p1", "stamps", "40", "direct"), ("p1", "stamps", "30", "direct"), ("p2", "stamps", "7", "direct"))
    found = contents(told, question("sum", "stamps"), 6)
    assert numbers(found)[0] == 70
    assert len(set(numbers(found))) == 6
    assert all((one - 70) % ONTOLOGY.attribute("stamps").step == 0 and one >= 0 for one in numbers(found))
    assert {(one.form, one.attribute) for one in found} == {("sum", "stamps")}


def test_a_count_and_a_duration_stand_among_numbers_in_steps_of_one():
    told = told_to(*(("p1", "guild", value, "direct") for value in ("a", "b", "a")))
    # All are drawn to lie below, where there is room for two.
    assert numbers(contents(told, question("count", "guild"), 3, draws=Extreme(greatest=True))) == [2, 1, 0]
    days = told_to(("p1", "lease_end", "2025-03-01", "direct"), ("p1", "wedding_date", "2025-03-31", "direct"))
    asked = question("duration", "lease_end", kind="duration", other="wedding_date")
    assert numbers(contents(days, asked, 4, draws=Extreme(greatest=True))) == [30, 24, 18, 12]
    assert numbers(contents(days, asked, 4, draws=Extreme(greatest=False))) == [30, 31, 32, 33]


@pytest.mark.parametrize(("form", "name", "least", "greatest"), [
    ("count", "guild", 1, 6),
    ("duration", "lease_end", 1, 120),
    ("sum", "stamps", 32, 4 * 142),  # one part of the least, or four of the greatest of 32, 42, ... 142
])  # fmt: skip
def test_a_number_of_which_nothing_was_told_is_drawn_from_its_range(form, name, least, greatest):
    told = told_to(("p1", "job", "baker", "direct"))
    for extreme, expected in ((False, least), (True, greatest)):
        assert numbers(contents(told, question(form, name), 4, draws=Extreme(extreme)))[0] == expected


def test_near_numbers_are_so_many_steps_apart():
    assert near_numbers(100, 10, 3, Extreme(greatest=False)) == [110, 120, 130]
    assert near_numbers(100, 10, 3, Extreme(greatest=True)) == [40, 10, 0]
    assert near_numbers(60, 10, 1, Extreme(greatest=True)) == [0]
    assert near_numbers(59, 10, 1, Extreme(greatest=True)) == [9]
    assert near_numbers(15, 10, 3, Extreme(greatest=True)) == [5, 75, 135]  # there is room for one below


@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_small_number_has_each_rank_among_near_ones_as_often(number: int):
    draws = SeedTree(0).draws("near")
    ranks = Counter(sum(other < number for other in near_numbers(number, 1, 3, draws)) for _ in range(4000))
    assert sorted(ranks) == [0, 1, 2, 3]
    assert max(ranks.values()) < 1.2 * min(ranks.values())


# ---------------------------------------------------------------------- lists


def test_a_list_holds_all_told_values_and_the_others_differ():
    told = told_to(*(("p1", "guild", value, "direct") for value in ("a", "b", "c")), ("p2", "guild", "z", "direct"))
    found = contents(told, question("set", "guild"), 4)
    assert set(found[0].values) == {"a", "b", "c"}
    assert len({frozenset(one.values) for one in found}) == 4
    assert {one.form for one in found} == {"set"}


def test_a_list_of_which_nothing_was_told_has_1_to_4_values_and_an_order_2_to_4():
    told = told_to(("p1", "job", "baker", "direct"))
    for form, least, greatest in (("set", 1, 4), ("order", 2, 4)):
        for extreme, size in ((False, least), (True, greatest)):
            found = contents(told, question(form, "home_city"), 4, draws=Extreme(extreme))
            assert len(found[0].values) == len(set(found[0].values)) == size


def test_an_order_stands_among_its_other_orders_and_there_are_no_more_than_there_are():
    told = told_to(*(("p1", "home_city", value, "direct") for value in ("Bergen", "Graz", "Porto")))
    found = contents(told, question("order", kind="sequence"), 4)
    assert found[0].values == ("Bergen", "Graz", "Porto")
    assert len({one.values for one in found}) == 4
    assert {tuple(sorted(one.values)) for one in found} == {("Bergen", "Graz", "Porto")}
    orders = [one.values for one in contents(told, question("order", kind="sequence"), 9) if one.form == "order"]
    assert sorted(orders) == sorted(permutations(("Bergen", "Graz", "Porto")))


def test_subsets_of_one_right_value_are_single_values_and_a_pair():
    draws = Extreme(greatest=False)
    assert subsets(["a"], ["x", "y", "z"], 4, draws) == [["a"], ["x"], ["y"], ["a", "x"]]
    assert subsets(["a"], ["x", "y", "z"], 2, draws) == [["a"], ["x"]]
    assert subsets(["a"], ["x"], 4, draws) == [["a"], ["x"], ["a", "x"]]
    assert subsets(["a"], [], 4, draws) == [["a"]]


def test_subsets_of_several_right_values_are_all_combinations_of_a_few():
    # Two values are in or out for four lists, three for five. With no right one among them, two or three wrong ones.
    assert subsets(["a", "b"], ["x", "y", "z"], 4, Extreme(greatest=False)) == [
        ["a", "b"], ["a", "b", "x", "y"], ["a", "b", "x"], ["a", "b", "y"]
    ]  # fmt: skip
    assert len(subsets(["a", "b"], ["x", "y", "z"], 5, Extreme(greatest=False))) == 5
    # Right ones that may be out are at most all but one: here one of two, and one wrong one.
    assert subsets(["a", "b"], ["x", "y", "z"], 4, Extreme(greatest=True)) == [
        ["a", "b"], ["a", "b", "x"], ["b", "x"], ["b"]
    ]  # fmt: skip
    # Without wrong values all that change are right ones; there are fewer lists then.
    assert subsets(["a", "b", "c"], [], 4, Extreme(greatest=False)) == [["a", "b", "c"], ["a", "c"], ["b", "c"], ["c"]]
    assert subsets(["a", "b"], [], 4, Extreme(greatest=False)) == [["a", "b"], ["b"]]
    assert subsets(["a", "b"], ["x"], 1, Extreme(greatest=False)) == [["a", "b"]]


# ---------------------------------------------------------------------- options, quotes, messages


def test_of_multiple_choice_the_letters_are_the_answers():
    told = told_to(("p1", "job", "baker", "direct"))
    asked = question("option", options=("x", "y", "z"))
    found = contents(told, asked, 4)
    assert [(one.form, one.values) for one in found[:3]] == [("option", (letter,)) for letter in "ABC"]
    assert (len(found), found[3].form, found[3].attribute) == (4, "value", "home_city")
    assert values(contents(told, asked, 2)) == [("A",), ("B",)]


def test_a_free_text_is_answered_by_the_nearest_lines_of_people():
    told = told_to(("p1", "home_city", "Bergen", "direct"), ("p1", "job", "baker", "direct"))
    say(told, "Bergen is rainy, and Bergen is old.", 3)
    found = contents(told, question("text"), 2, message="Bergen rainy?")
    assert values(found) == [("Bergen is rainy, and Bergen is old.",), ("It is Bergen.",)]
    assert {(one.act, one.form, one.attribute) for one in found} == {(PlanAct.ANSWER, "text", "")}
    assert values(contents(told, question("value", "no_such"), 1, message="rainy")) == [
        ("Bergen is rainy, and Bergen is old.",)
    ]


TOLD_FOR_A_DOCTOR = [
    ("p1", "allergy", "pollen", "direct"),
    ("p1", "allergy", "latex", "direct"),
    ("p1", "birthday", "1990-05-14", "direct"),
    ("p1", "job", "baker", "direct"),
    ("p2", "allergy", "nickel", "direct"),
]


def parts(content):
    """The values of a message by attribute."""
    found: dict[str, set[str]] = {}
    for name, _, value in (pair.partition("=") for pair in content.values):
        found.setdefault(name, set()).add(value)
    return found


@pytest.mark.parametrize("seed", range(20))
def test_messages_to_another_person_give_the_same_attributes_and_no_value_twice(seed):
    draws = SeedTree(seed).draws("contents")
    found = contents(told_to(*TOLD_FOR_A_DOCTOR), question("pass_on", "", context="doctor"), 4, draws=draws)
    assert {(one.form, one.attribute) for one in found} == {("pass_on", "")}
    right, *wrong = map(parts, found)
    assert right == {"allergy": {"pollen", "latex"}, "birthday": {"1990-05-14"}}
    assert len(wrong) == 3
    for one in wrong:
        assert [(name, len(given)) for name, given in one.items()] == [(name, len(own)) for name, own in right.items()]
    for name in right:
        assert len(set.union(*(one[name] for one in (right, *wrong)))) == 4 * len(right[name])
    assert any("nickel" in one["allergy"] for one in wrong)  # what another person told misleads most


def test_a_former_value_stands_in_a_wrong_message():
    told = told_to(("p1", "job", "cook", "direct"), ("p1", "job", "baker", "direct"))
    found = values(contents(told, question("pass_on", "", context="recruiter"), 4))
    assert (found[0], len(set(found))) == (("job=baker",), 4)
    assert ("job=cook",) in found[1:]


def test_a_message_for_which_nothing_was_told_gives_drawn_values_of_what_it_needs():
    told = told_to(("p1", "hobby", "chess", "direct"))
    for seed in range(20):
        draws = SeedTree(seed).draws("contents")
        found = contents(told, question("pass_on", "", context="car_insurer"), 4, draws=draws)
        names = {tuple(parts(one)) for one in found}
        assert len(names) == 1
        assert len(set(values(found))) == 4
        assert all("car_insurer" in ONTOLOGY.attribute(name).needed for name in names.pop())


def test_offered_options_can_be_confirmed_and_others_of_their_kind():
    told = told_to(("p1", "job", "baker", "direct"))
    asked = Asking(attribute="home_city", options=("Lyon", "Graz"))
    found = contents(told, asked, 5)
    assert values(found[:2]) == [("Lyon",), ("Graz",)]
    assert {one.values[0] for one in found[2:]} < set(CITIES) - {"Lyon", "Graz"}
    assert len(set(found)) == 5
    assert {(one.act, one.attribute, one.form) for one in found} == {(PlanAct.CONFIRM, "home_city", "")}
    assert values(contents(told, asked, 2)) == [("Lyon",), ("Graz",)]


def test_plans_name_half_of_the_steps_of_their_project():
    found = contents(told_to(), Asking(domain="travel"), 4)
    steps = every_domain()["travel"].steps
    assert [len(one.values) for one in found] == [len(steps) // 2] * 4
    assert all(set(one.values) < set(steps) and len(set(one.values)) == 5 for one in found)
    assert {(one.act, one.domain, one.attribute) for one in found} == {(PlanAct.ADVISE, "travel", "")}
    assert len({one.values for one in found}) == 4


# ---------------------------------------------------------------------- other messages


def test_at_an_opening_wishes_come_first_then_what_was_talked_about_then_other_matters():
    told = told_to(*CITY)
    told.wished = {"p1": ["salary", "street", "salary"], "p2": ["rent"]}
    found = contents(told, Asking(), 7, opening=True)
    assert [one.attribute for one in found[:2]] == ["salary", "street"]
    wish = ONTOLOGY.attribute("salary")
    alike = [one for one in found[2:] if ONTOLOGY.attribute(one.attribute).type is wish.type]
    assert all(ONTOLOGY.attribute(one.attribute).change is wish.change for one in alike)
    assert len(alike) == 5
    assert len({one.attribute for one in found}) == 7
    assert {one.act for one in found} == {PlanAct.REMIND}
    assert all(ONTOLOGY.attribute(one.attribute).is_told for one in found)
    assert [one.attribute for one in contents(told, Asking(), 2, opening=True)] == ["salary", "street"]


def test_later_what_the_person_told_last_is_the_topic():
    told = told_to(*CITY, ("p2", "rent", "600", "direct"))
    found = contents(told, Asking(), 4)
    assert {(one.act, one.form, one.attribute) for one in found} == {(PlanAct.ANSWER, "value", "job")}
    assert ("baker",) in values(found)
    assert len(set(found)) == 4
    drawn = contents(told_to(("p2", "rent", "600", "direct")), Asking(), 2, draws=Extreme(greatest=False))
    assert {one.attribute for one in drawn} == {"home_city"}  # the first that people tell


def test_the_plan_of_a_content_has_its_settings_and_no_empty_ones():
    plan = ReplyContent(PlanAct.ANSWER, "job", ("baker",), "value", "").plan
    assert (plan.act, plan.content, plan.settings) == (
        PlanAct.ANSWER,
        ("baker",),
        {"form": "value", "attribute": "job"},
    )
    assert ReplyContent(PlanAct.ASK, domain="travel").plan.settings == {"domain": "travel"}


# ---------------------------------------------------------------------- candidates

KINDS = {
    PlanAct.ANSWER: CandidateKind.VALUE, PlanAct.CONFIRM: CandidateKind.CONFIRM, PlanAct.REMIND: CandidateKind.REMIND,
    PlanAct.ADVISE: CandidateKind.ADVISE,
}  # fmt: skip
ALWAYS = {CandidateKind.ABSTAIN, CandidateKind.ASK, CandidateKind.ACKNOWLEDGE, CandidateKind.OVER}


@pytest.mark.parametrize(
    ("asked", "phase", "act"),
    [
        (question("value"), Phase.TALK, PlanAct.ANSWER),
        (Asking(attribute="home_city", options=("Lyon", "Graz")), Phase.TALK, PlanAct.CONFIRM),
        (Asking(domain="travel"), Phase.TALK, PlanAct.ADVISE),
        (Asking(), Phase.OPENING, PlanAct.REMIND),
        (Asking(), Phase.TALK, PlanAct.ANSWER),
    ],
)
def test_of_k_candidates_four_are_always_there_and_the_others_are_contents(asked, phase, act):
    told = told_to(*CITY)
    told.asking = asked
    for k in (6, 8, 13):
        found = candidates(seen(phase=phase), told, k=k)
        others = [one for one in found if one.kind not in ALWAYS]
        assert (len(found), len({one.text for one in found})) == (k, k)
        assert sorted(one.kind for one in found if one.kind in ALWAYS) == sorted(ALWAYS)
        assert {one.kind for one in others} == {KINDS[act]}
        if act is PlanAct.ADVISE:
            assert {(one.attribute, one.values, one.form) for one in others} == {("", (), "")}
        else:
            assert all(one.attribute for one in others)
            assert {bool(one.values) for one in others} == {act is not PlanAct.REMIND}
            assert {one.form for one in others} <= ({"value", "set"} if act is PlanAct.ANSWER else {""})


def test_the_reply_id_names_the_draws_and_without_one_the_date_and_the_message():
    told = told_to(*CITY)
    told.asking = question("value")

    def of(**more):
        return [one.text for one in candidates(seen(**more), told)]

    assert of() == of(date="another") == [one.text for one in candidates(seen(), told, seeds=SeedTree(0))]
    assert of() != [one.text for one in candidates(seen(), told, seeds=SeedTree(1))]
    assert of() != of(reply_id="s009.t04")
    assert of(reply_id="", date="a") != of(reply_id="", date="b")
    assert of(reply_id="", message="a") != of(reply_id="", message="b")


# ---------------------------------------------------------------------- near values


def test_near_terms_are_other_terms():
    attribute, draws = ONTOLOGY.attribute("home_city"), SeedTree(0).draws("near")
    found = near_values(attribute, "Lyon", 5, {"Lyon", "Graz"}, "", draws)
    assert len(set(found)) == 5
    assert set(found) <= set(CITIES) - {"Lyon", "Graz"}
    assert set(near_values(attribute, "", 99, {"Lyon"}, "", draws)) == set(CITIES) - {"Lyon"}


def test_near_numbers_and_dates_begin_with_the_anchor_unless_it_is_taken():
    stamps, lease = ONTOLOGY.attribute("stamps"), ONTOLOGY.attribute("lease_end")
    least, most = Extreme(greatest=False), Extreme(greatest=True)
    assert near_values(stamps, "50", 3, (), "", least) == ["50", "60", "70"]
    assert near_values(stamps, "50", 3, {"50", "60"}, "", least) == ["70", "80", "90"]
    assert near_values(stamps, "", 2, (), "", least) == ["32", "42"]
    assert near_values(lease, "2025-05-14", 3, {"2025-05-14"}, "", least) == ["2025-05-15", "2025-05-16", "2025-05-17"]
    assert near_values(lease, "2025-05-14", 1, {"2025-05-14"}, "", most) == ["2025-05-08"]  # 6 days before
    assert near_values(lease, "2025-05", 2, {"2025-05"}, "", least) == ["2025-06", "2025-07"]
    assert near_values(lease, "2025", 2, {"2025"}, "", least) == ["2026", "2027"]
    assert near_values(lease, "--05-14", 3, {"--05-14"}, "", least) == []


class Below(Extreme):
    """Draws by which all near values lie below, each one step from the next."""

    def __init__(self):
        super().__init__(greatest=False)

    def integer(self, stop):
        return 0 if stop == WIDEST else stop - 1


def test_the_months_and_years_before_one_follow_each_other():
    lease = ONTOLOGY.attribute("lease_end")
    assert near_values(lease, "2025-05", 4, {"2025-05"}, "", Below()) == ["2025-04", "2025-03", "2025-02", "2025-01"]
    assert near_values(lease, "2025-01-02", 2, {"2025-01-02"}, "", Below()) == ["2025-01-01", "2024-12-31"]
    assert near_values(lease, "2025", 1, {"2025"}, "", Below()) == ["2024"]


def test_a_drawn_date_lies_in_the_span_of_its_attribute():
    lease = ONTOLOGY.attribute("lease_end")
    low, high = lease.span

    class Between(Extreme):
        def between(self, first, last):
            assert (first, last) == (min(low, high), max(low, high))
            return last if self.greatest else first

    for greatest, days in ((False, min(low, high)), (True, max(low, high))):
        day = (NOON.date() + timedelta(days=days)).isoformat()
        length = {"day": 10, "month": 7, "year": 4}[lease.granularities[-1 if greatest else 0]]
        assert base_value(lease, "2025-03-03", Between(greatest)) == day[:length]
    assert base_value(ONTOLOGY.attribute("home_city"), "", Extreme(greatest=False)) == "Bergen"


# ---------------------------------------------------------------------- the perfect listener

WISH = "Please remind me of my home city next time."


def reminding(name):
    """A wish to be reminded of an attribute, in the words of the pack."""
    return ENGLISH.act("remind", SeedTree(0).draws(name), label=ONTOLOGY.attribute(name).label)


def test_a_reminder_is_due_in_the_next_session_of_its_person_alone():
    told = told_to()
    say(told, reminding("job"), 1)
    say(told, reminding("home_city"), 3)
    say(told, "Fine.", 3)
    say(told, reminding("street"), 4, person="p2")
    say(told, reminding("salary"), 5)
    assert due_reminder(told, "p1") == "home_city"  # of session 3, the last before this one
    assert due_reminder(told, "p2") == "street"
    say(told, "Nice.", 6)
    assert due_reminder(told, "p1") == "salary"
    say(told, "Hello.", 7)
    assert due_reminder(told, "p1") == ""  # session 6 wished nothing, and what session 5 wished is past


def test_of_two_wishes_of_a_session_the_later_is_due():
    told = told_to()
    say(told, reminding("job"), 1)
    say(told, reminding("home_city"), 1)
    say(told, "Hello.", 2)
    assert due_reminder(told, "p1") == "home_city"


def plan_of(asked, *entries, phase=Phase.TALK, lines=()):
    told = told_to(*entries)
    for session, line in enumerate(lines, 1):
        say(told, line, session)
    told.asking = asked
    plan, when = told_plan(seen("Bergen rainy?", phase), told)
    return plan.act, plan.content, plan.settings, when


def test_what_a_perfect_listener_replies():
    city = ("p1", "home_city", "Bergen", "direct")
    over = ("p1", "home_city", "Bergen", OVER)
    first = "2025-03-03 12:00"
    options = Asking(attribute="favourite_dish", options=("goulash", "risotto", "ramen"))
    fits = (PlanAct.CONFIRM, ("risotto",), {"attribute": "favourite_dish"}, ())
    assert plan_of(options, ("p1", "diet", "vegetarian", "direct")) == fits
    assert plan_of(Asking(domain="travel")) == (PlanAct.ASK, (), {"domain": "travel"}, ())
    asked = {"form": "value", "attribute": "home_city"}
    assert plan_of(question("value"), city) == (PlanAct.ANSWER, ("Bergen",), asked, (first,))
    assert plan_of(question("value")) == (PlanAct.ABSTAIN, (), {}, ())
    assert plan_of(question("value"), over)[:3] == (PlanAct.ANSWER, (), {"form": "over"})
    assert plan_of(question("text"), city) == (PlanAct.ANSWER, ("It is Bergen.",), {"form": "text"}, ())
    assert plan_of(question("text")) == (PlanAct.ABSTAIN, (), {}, ())
    lines = (reminding("job"), "Hello.")
    assert plan_of(Asking(), phase=Phase.OPENING, lines=lines) == (PlanAct.REMIND, (), {"attribute": "job"}, ())
    assert plan_of(Asking(), phase=Phase.TALK, lines=lines) == (PlanAct.ACKNOWLEDGE, (), {}, ())
    assert plan_of(Asking(), phase=Phase.OPENING, lines=("Hi.", "Hello.")) == (PlanAct.ACKNOWLEDGE, (), {}, ())


# ---------------------------------------------------------------------- what a message asks for


def test_the_words_say_what_is_asked_for():
    assert (asking(ENGLISH, "").form, asking(ENGLISH, "Nice weather.").form) == ("", "")
    plain = asking(ENGLISH, "What is my home city?")
    assert (plain.form, plain.wanted, plain.options, plain.domain) == ("value", "home_city", (), "")
    assert (question("set").form, question("set").wanted) == ("set", "home_city")
    read = asking(ENGLISH, "Can you pick a name for my boat? The shortlist is Narcissa, Zephyr or Kittiwake.")
    assert (read.form, read.wanted, read.question) == ("offer", "boat_name", None)
    assert read.options == ("Narcissa", "Zephyr", "Kittiwake")
    offered = Asking(attribute="job", options=("a", "b"))
    assert (offered.form, offered.wanted) == ("offer", "job")
    assert (Asking(domain="travel").form, Asking(domain="travel").wanted) == ("plan", "")
    two = question("value", kind=ProbeKind.MULTI_HOP, other="job")
    assert two.wanted == "job"
