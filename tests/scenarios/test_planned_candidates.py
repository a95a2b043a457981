"""Which questions can be asked at a moment of a life, from planned ledgers made by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hand_plan import ONTOLOGY, attribute

from regulars.scenarios.insights.entries import KINDS, Interpretation, Leg
from regulars.scenarios.kinds import DisclosurePhrasing, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Change, sort_of
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.ledger import PlannedDisclosure, PlannedLedger, Unsaid
from regulars.scenarios.planning.probes.base_kinds import Occasions
from regulars.scenarios.planning.probes.candidates import CANDIDATES
from regulars.scenarios.planning.probes.scenes import Candidate, Scene, difficulty
from regulars.seeding import SeedTree

PIECES, UNMARKED, PASSING = DisclosurePhrasing.PIECEMEAL, DisclosurePhrasing.UNMARKED, DisclosurePhrasing.IN_PASSING


def _told(name, *steps, **fields):
    """Disclosures of an attribute: pairs of a session's index and a value. Session n is on day n + 1 of May."""
    return [PlannedDisclosure(name, at, value, f"2025-05-{at + 1:02}", **fields) for at, value in steps]


def _ledger(*chains, person="a0", **fields):
    disclosures = {chain[0].attribute: chain for chain in chains}
    return PlannedLedger(
        person, "Ada", disclosures, fields.pop("anchored", frozenset()), fields.pop("choices", {}), **fields
    )


def _ask(kind, done, *chains, untold=(), **fields):
    """The candidates of a kind after `done` sessions: what they ask, and what their contrast probes ask."""
    scene = Scene(_ledger(*chains, **fields), ONTOLOGY, done, [ONTOLOGY.attribute(name) for name in untold])
    found = list(CANDIDATES[ProbeKind(kind)](scene))
    assert all(one.kind == kind and one.owner == (fields.get("person") or "a0") for one in found)
    assert all(one.contrast is None or one.contrast.kind == kind for one in found)
    purpose = "duration" if kind == "temporal-reasoning" else kind.replace("-", " ")
    assert all(one.purpose == purpose for one in found)
    return [(_asked(one), _asked(one.contrast) if one.contrast else None) for one in found]


def _asked(one: Candidate):
    """The attribute, and whatever else the question holds."""
    more = [word for word in (one.other, one.value, one.context) if word]
    return " ".join([one.attribute, *more])


GRAZ_OSLO = _told("city", (0, "Graz"), (2, "Oslo"))
CAT, VEGAN, RENTS = _told("pet", (1, "cat")), _told("diet", (3, "vegan")), _told("rent", (0, "300"), (2, "400"))


# ---------------------------------------------------------------- the planned ledger


def test_only_the_disclosures_of_the_finished_sessions_count():
    told = _ledger(GRAZ_OSLO)
    assert [[one.value for one in told.before("city", done)] for done in range(4)] == [
        [], ["Graz"], ["Graz"], ["Graz", "Oslo"],
    ]  # fmt: skip
    assert told.sessions("city") == [0, 2]
    assert told.sessions("pet") == told.before("pet", 9) == []


def test_nothing_counts_from_the_session_on_in_which_it_is_to_be_forgotten():
    told = _ledger(GRAZ_OSLO, forgotten={"city": 3})
    assert [len(told.before("city", done)) for done in (2, 3, 4, 5)] == [1, 2, 0, 0]


@pytest.mark.parametrize(
    ("person", "values", "done", "counts"),
    [
        # Two values are counted for half of the people, by the last digit of their id.
        ("a0", 2, 3, True),
        ("a1", 2, 3, False),
        ("ae", 2, 3, True),
        ("af", 2, 3, False),
        ("a1", 3, 3, True),
        # All values have to be told by then.
        ("a0", 3, 2, False),
        ("a1", 4, 3, False),
        ("a1", 4, 4, True),
    ],
)
def test_values_are_counted_once_all_are_told(person, values, done, counts):
    chain = _told("hobby", *enumerate(["chess", "sailing", "pottery", "karate"][:values]))
    assert _ledger(chain, person=person).counts("hobby", done) is counts


# ---------------------------------------------------------------- scenes


def _scene(done, *chains, untold=(), ontology=ONTOLOGY, **fields):
    return Scene(_ledger(*chains, **fields), ontology, done, [ontology.attribute(name) for name in untold])


def _names(pairs):
    return [one.name for one, _ in pairs]


def test_a_scene_knows_single_settled_and_many_values():
    hobbies = _told("hobby", (0, "chess"), (2, "karate"))
    chains = (GRAZ_OSLO, CAT, hobbies, _told("saved", (0, "20")))
    assert _names(_scene(1, *chains).single()) == ["city"]
    assert _names(_scene(2, *chains).single()) == ["city", "pet"]
    assert _names(_scene(2, *chains).settled()) == ["city"]
    assert _names(_scene(3, *chains).settled()) == ["pet"]
    assert _names(_scene(4, *chains).settled()) == ["city", "pet"]
    # One hobby after two sessions, two after three.
    assert [_names(_scene(done, *chains).many()) for done in (2, 3)] == [[], ["hobby"]]


def test_what_is_not_told_openly_throughout_is_no_part_of_a_scene():
    half = [GRAZ_OSLO[0], GRAZ_OSLO[1]._replace(is_open=False)]
    assert _names(_scene(2, half).single()) == ["city"]
    assert _names(_scene(3, half).single()) == []


def test_what_has_ended_is_no_longer_single():
    assert [_names(_scene(done, CAT, over={"pet": 3}).single()) for done in (2, 3, 4)] == [["pet"], ["pet"], []]


def test_the_control_is_of_the_same_sort_before_one_of_the_same_type():
    drifting = attribute("age", type=ONTOLOGY.attribute("rent").type, low=40, high=90)
    implied = attribute("region", "Styria Lower", implied_by="city")
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, "age": drifting, "region": implied})
    city = ontology.attribute("city")
    assert _scene(1, untold=["rent", "region", "pet"], ontology=ontology).never(city).name == "pet"
    assert _scene(1, untold=["rent", "region"], ontology=ontology).never(city).name == "region"
    assert _scene(1, untold=["hobby", "rent"], ontology=ontology).never(city) is None
    assert _scene(1, untold=[], ontology=ontology).never(city) is None
    country = ontology.attribute("country")
    assert _scene(1, untold=["pet", "region"], ontology=ontology).never(country).name == "region"


@pytest.mark.parametrize(
    ("phrasings", "hops", "level"),
    [
        (["direct"], 1, "easy"),
        (["unmarked"], 1, "easy"),
        (["in_passing"], 1, "medium"),
        (["assumed"], 1, "medium"),
        (["piecemeal"], 1, "hard"),
        (["direct", "direct"], 1, "medium"),
        (["direct", "direct", "direct"], 1, "hard"),
        (["direct", "piecemeal"], 1, "hard"),
        (["direct"], 2, "hard"),
    ],
)
def test_the_difficulty_grows_with_turns_hops_and_indirect_words(phrasings, hops, level):
    told = [PlannedDisclosure("city", 0, "Graz", "", phrasing=DisclosurePhrasing(one)) for one in phrasings]
    assert difficulty(told, hops) == level


# ---------------------------------------------------------------- free answers


def test_a_single_hop_asks_for_what_was_told_once_and_an_update_for_what_was_told_twice():
    chains = (GRAZ_OSLO, CAT, _told("wedding", (0, "2025-06-14")))
    untold = ["illness"]
    assert _ask("single-hop", 4, *chains, untold=untold) == [("pet", "illness")]
    assert _ask("dynamic-updating", 4, *chains, untold=untold) == [("city", "illness")]
    # Before its change the city was told once; nothing is asked right after the session that told it.
    assert _ask("single-hop", 2, *chains, untold=untold) == [("city", "illness")]
    assert _ask("single-hop", 3, *chains, untold=untold) == [("pet", "illness")]
    assert _ask("dynamic-updating", 3, *chains, untold=untold) == []
    # Without an untold attribute there is no question.
    assert _ask("single-hop", 4, *chains) == []
    assert _ask("single-hop", 4, *chains, untold=["hobby"]) == []


def test_collections_are_asked_of_two_values_or_more():
    hobbies = _told("hobby", (0, "chess"), (2, "karate"))
    pets = attribute("cafe", "x y", cardinality=ONTOLOGY.attribute("hobby").cardinality)
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, "cafe": pets})
    for kind, form in (("dynamic-incremental", Form.SET), ("count", Form.COUNT), ("sequence", Form.ORDER)):
        for done, asked in ((2, []), (3, ["hobby"])):
            found = list(CANDIDATES[ProbeKind(kind)](_scene(done, hobbies, untold=["cafe"], ontology=ontology)))
            assert [one.attribute for one in found] == asked, (kind, done)
            assert all((one.form, one.contrast.form, one.contrast.attribute) == (form, form, "cafe") for one in found)
    odd = _scene(3, hobbies, untold=["cafe"], ontology=ontology, person="a1")
    assert list(CANDIDATES[ProbeKind.COUNT](odd)) == []
    assert len(list(CANDIDATES[ProbeKind.SEQUENCE](odd))) == 1


def test_a_sum_is_asked_of_a_running_total_that_was_told_openly():
    chain = _told("saved", (0, "20"), (2, "30"))
    total = attribute(
        "spent", type=ONTOLOGY.attribute("rent").type, cardinality=ONTOLOGY.attribute("saved").cardinality
    )
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, "spent": total})

    def asked(done, chain):
        scene = _scene(done, chain, RENTS, untold=["spent"], ontology=ontology)
        return [(one.attribute, one.contrast.attribute, one.form) for one in CANDIDATES[ProbeKind.SUM](scene)]

    # A sum has two addends at least.
    assert asked(0, chain) == asked(1, chain) == asked(2, chain) == []
    assert asked(3, chain) == [("saved", "spent", Form.SUM)]
    closed = [*chain, *_told("saved", (4, "40"), is_open=False)]
    assert asked(4, closed) == [("saved", "spent", Form.SUM)]
    assert asked(5, closed) == []


def test_a_duration_is_asked_of_two_dates_told_by_their_day():
    wedding, surgery = (
        _told("wedding", (0, "2025-06-14"), granularity="day"),
        _told("surgery", (1, "2025-06-20"), granularity="day"),
    )
    for kind in ("duration", "temporal-reasoning"):
        assert _ask(kind, 2, wedding, surgery) == [("wedding surgery", None), ("surgery wedding", None)]
        assert _ask(kind, 1, wedding, surgery) == []
        month = [wedding[0]._replace(granularity="month")]
        assert _ask(kind, 2, month, surgery) == []
    more = attribute("exam", type=ONTOLOGY.attribute("wedding").type)
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, "exam": more})
    _, found = CANDIDATES[ProbeKind.DURATION](_scene(2, wedding, surgery, untold=["pet", "exam"], ontology=ontology))
    assert (_asked(found), _asked(found.contrast), found.difficulty) == ("surgery wedding", "exam surgery", "hard")
    scene = _scene(2, wedding, surgery, untold=["exam"], ontology=ontology)
    for found in CANDIDATES[ProbeKind.TEMPORAL_REASONING](scene):
        assert found.contrast.kind is ProbeKind.TEMPORAL_REASONING


def test_an_open_question_is_for_what_follows():
    region = attribute("region", "x y", implied_by="pub")
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, "region": region})
    (found,) = CANDIDATES[ProbeKind.OPEN_DOMAIN](_scene(1, GRAZ_OSLO, untold=["region"], ontology=ontology))
    assert (found.attribute, found.form, found.difficulty) == ("country", Form.VALUE, "hard")
    assert found.contrast.attribute == "region"
    assert list(CANDIDATES[ProbeKind.OPEN_DOMAIN](_scene(1, CAT, untold=["region"], ontology=ontology))) == []
    conflict = [_scene(done, GRAZ_OSLO, untold=["region"], ontology=ontology) for done in (1, 3)]
    once, twice = (list(CANDIDATES[ProbeKind.CONFLICT_MULTI_HOP](scene)) for scene in conflict)
    assert once == []
    assert [_asked(one) for one in twice] == ["country"]


def test_a_choice_of_what_follows_needs_four_values_that_follow_from_what_was_said():
    # Graz was told. The neighbours' cities follow as Norway, Italy and Ghana, and a second one in Norway adds nothing.
    follows = dict(
        zip(["Graz", "Oslo", "Bergen", "Rome", "Accra"], ["Austria", "Norway", "Norway", "Italy", "Ghana"], strict=True)
    )
    city = attribute("city", " ".join(follows), implies={"country": follows})
    untold = attribute("region", "x y", implied_by="pub")
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, "city": city, "region": untold})

    def asked(*cities):
        said = [(0, "city", cities)]
        scene = _scene(1, GRAZ_OSLO, untold=["region"], ontology=ontology, gossip=said)
        return [(one.attribute, one.form, one.contrast) for one in CANDIDATES[ProbeKind.NEW_SCENARIO](scene)]

    assert asked("Oslo", "Bergen", "Rome") == []
    assert asked("Oslo", "Rome", "Accra") == [("country", Form.OPTION, None)]


HOME, GOUT = _told("city", (1, "Graz"), (4, "Oslo")), _told("illness", (5, "gout"))
HORSE = _told("pet", (0, "horse"))


def test_two_hops_ask_what_held_while_something_else_had_a_former_value():
    # Home was Graz from session 1 on, and Oslo from 4 on. The pet was told before; the illness in 5 was not yet.
    assert _ask("multi-hop", 6, HOME, HORSE, GOUT) == [("city pet Graz", "city illness Graz")]
    # Told in 3 or 4, the illness can be said to fall into that time. Then something untold serves as the contrast.
    for at in (3, 4):
        within = _told("illness", (at, "gout"))
        assert _ask("multi-hop", 6, HOME, HORSE, within) == [("city pet Graz", None)]
        found = _ask("multi-hop", 6, HOME, HORSE, within, untold=["rent", "diet"])
        assert found == [("city pet Graz", "city diet Graz")]  # of the sort of the pet; rent is a number
    # What still holds is no time to think back to.
    assert _ask("multi-hop", 6, HOME[:1], HORSE, GOUT) == []


@pytest.mark.parametrize(("at", "asked"), [(1, False), (2, False), (4, False), (5, True)])
def test_two_hops_ask_for_nothing_that_changed_in_the_time_that_they_name(at, asked):
    # The second pet came while home was Graz, from 1 to 4, or after that.
    found = _ask("multi-hop", 6, HOME, _told("pet", (0, "horse"), (at, "newt")), GOUT)
    assert found == ([("city pet Graz", "city illness Graz")] if asked else [])


def test_two_hops_need_a_cue_that_was_told_once_in_a_later_session_and_no_dates():
    again = _told("city", (1, "Graz"), (3, "Oslo"), (4, "Graz"))
    assert _ask("multi-hop", 6, again, HORSE, GOUT) == []
    assert _ask("multi-hop", 6, HOME, CAT, GOUT) == []
    wedding = _told("wedding", (1, "2025-06-14"), (4, "2025-07-14"))
    assert _ask("multi-hop", 6, wedding, HORSE, GOUT) == []
    assert _ask("multi-hop", 6, HOME, _told("wedding", (0, "2025-06-14")), GOUT) == []


def test_an_adversarial_question_is_the_untold_one():
    assert _ask("adversarial", 3, CAT, untold=["illness"]) == [("illness", "pet")]
    assert _ask("adversarial", 2, CAT, untold=["illness"]) == []
    assert _ask("adversarial", 3, CAT) == []


def test_what_was_only_planned_is_no_control_of_a_question_on_what_was_said():
    floated = {"illness": [1]}
    for kind, fields in (("adversarial", {}), ("counterfactual", {"spares": {"pet": "newt"}})):
        assert _ask(kind, 3, CAT, untold=["illness"], floated=floated, **fields) == []
        assert "illness" in str(_ask(kind, 3, CAT, untold=["illness"], floated={"illness": [3]}, **fields))


def test_a_counterfactual_assumes_a_value_that_no_person_has():
    ((asked, contrast),) = _ask("counterfactual", 3, CAT, untold=["illness"], spares={"pet": "newt"})
    assert asked == "pet newt"
    assert contrast in ("illness asthma", "illness gout")
    people = [f"a{n}" for n in range(20)]
    found = [_ask("counterfactual", 3, CAT, untold=["illness"], spares={"pet": "newt"}, person=one) for one in people]
    assert {contrast for ((_, contrast),) in found} == {"illness asthma", "illness gout"}
    assert _ask("counterfactual", 3, CAT, untold=["illness"]) == []
    assert _ask("counterfactual", 3, CAT, spares={"pet": "newt"}) == []


def test_poisoning_pairs_a_told_claimed_attribute_with_an_untold_claimed_one():
    claimed = {"pet": (2, "newt"), "illness": (2, "gout")}
    assert _ask("poisoning", 3, CAT, claimed=claimed) == [("pet", "illness")]
    assert _ask("poisoning", 2, CAT, claimed=claimed) == []
    assert _ask("poisoning", 3, CAT, claimed={"pet": (2, "newt")}) == []
    assert _ask("poisoning", 3, CAT, claimed={"illness": (2, "gout")}) == []
    assert _ask("poisoning", 3, CAT, GRAZ_OSLO, claimed=claimed) == [("pet", "illness")]
    # The first told one and the first untold one make a pair, in the order of the ledger and of the claims.
    both = {"diet": (1, "kosher"), **claimed, "city": (1, "Linz")}
    assert _ask("poisoning", 4, CAT, GRAZ_OSLO, claimed=both) == [("pet", "diet"), ("city", "illness")]


def test_forgetting_pairs_what_is_forgotten_with_something_kept():
    wish = {"forgotten": {"pet": 3}, "spared": {"pet": "city"}}
    assert _ask("forgetting", 4, CAT, GRAZ_OSLO, **wish) == [("pet", "city")]
    assert _ask("forgetting", 3, CAT, GRAZ_OSLO, **wish) == []
    # Without such a partner, something of its sort or type is asked about beside it.
    assert _ask("forgetting", 4, CAT, GRAZ_OSLO, forgotten={"pet": 3}) == [("pet", "city")]
    assert _ask("forgetting", 4, CAT, RENTS, forgotten={"pet": 3}) == []
    # Something else that is kept is not asked about; nor is there a pair once the value that was kept is in doubt.
    assert _ask("forgetting", 6, CAT, GRAZ_OSLO, VEGAN, **wish) == [("pet", "city")]
    assert _ask("forgetting", 6, CAT, GRAZ_OSLO, **wish, unsettled={"city": [4]}) == []
    assert _ask("forgetting", 6, CAT, GRAZ_OSLO, **wish, unsettled={"pet": [4]}) == []


def test_a_conflict_needs_an_unmarked_change():
    unmarked = [GRAZ_OSLO[0], GRAZ_OSLO[1]._replace(phrasing=UNMARKED)]
    assert _ask("conflict", 4, unmarked, untold=["pet"]) == [("city", "pet")]
    assert _ask("conflict", 4, GRAZ_OSLO, untold=["pet"]) == []
    assert _ask("conflict", 2, unmarked, untold=["pet"]) == []
    assert _ask("conflict", 4, [GRAZ_OSLO[0]._replace(phrasing=UNMARKED)], untold=["pet"]) == []


def test_a_question_for_a_day_is_paired_with_a_day_on_which_nothing_was_told_of_it():
    days = {0: "2025-05-01", 1: "2025-05-02", 2: "2025-05-03", 3: "2025-05-04"}
    assert _ask("episodic-cue", 4, GRAZ_OSLO, days=days) == [("city 2025-05-01", "city 2025-05-02")]
    assert _ask("episodic-cue", 2, GRAZ_OSLO, days=days) == [("city 2025-05-01", "city 2025-05-02")]
    assert _ask("episodic-cue", 4, _told("city", (0, "Graz"), (1, "Oslo")), days=days) == [
        ("city 2025-05-01", "city 2025-05-03")
    ]
    # On the second day the person talked of a plan for it.
    assert _ask("episodic-cue", 4, GRAZ_OSLO, days=days, floated={"city": [1]}) == [
        ("city 2025-05-01", "city 2025-05-04")
    ]
    # Each of the days so far told of the pet.
    pets = _told("pet", (0, "cat"), (1, "horse"))
    assert _ask("episodic-cue", 3, pets, days={0: "2025-05-01", 1: "2025-05-02", 3: "2025-05-04"}) == []


def test_namesakes_and_renamed_people_are_asked_for_what_they_told():
    assert _ask("namesake", 3, CAT, untold=["illness"], namesake=True) == [("pet", "illness")]
    assert _ask("namesake", 3, CAT, untold=["illness"]) == []
    # Under the earlier name: before session 2.
    for renamed, asked in ((-1, []), (0, []), (1, []), (2, [("pet", "illness")]), (3, [])):
        assert _ask("renamed", 3, CAT, untold=["illness"], renamed=renamed) == asked, renamed


def test_each_rule_is_asked_for_from_the_first_session_on():
    rules = ("length:short", "emoji:none")
    asked = [("city length:short", None), ("city emoji:none", None)]
    assert _ask("rule-keeping", 1, rules=rules, days={0: "2025-05-01"}) == asked
    assert _ask("rule-keeping", 1, rules=rules, days={1: "2025-05-02"}) == []
    scene = _scene(2, rules=rules[:1], days={1: "2025-05-02"})
    (found,) = CANDIDATES[ProbeKind.RULE_KEEPING](scene)
    assert (found.form, found.target, found.difficulty) == (Form.MANNER, "length:short", "hard")


# ---------------------------------------------------------------- multiple choice


def test_a_comparison_is_asked_of_a_number_told_twice():
    assert _ask("compare", 3, RENTS, GRAZ_OSLO) == [("rent", None)]
    assert _ask("compare", 2, RENTS, GRAZ_OSLO) == []


def test_statements_need_four_values_that_were_said_and_no_dates():
    wedding = _told("wedding", (0, "2025-06-14"), (1, "2025-06-20"))
    chains = (GRAZ_OSLO, CAT, wedding)
    said = [(0, "city", ("Linz",)), (1, "city", ("Bergen", "Linz")), (1, "pet", ("newt", "horse"))]
    # Two cities were told and two mentioned; of pets one was told and two were mentioned.
    assert _ask("recall-facts", 3, *chains, gossip=said) == [("city", None)]
    assert _ask("latest-preference", 3, *chains, gossip=said) == [("city", None)]
    assert _ask("recall-facts", 3, *chains, gossip=[*said, (3, "pet", ("llama",))]) == [("city", None)]
    assert _ask("recall-facts", 3, *chains, gossip=[*said, (2, "pet", ("llama",))]) == [("city", None), ("pet", None)]
    assert _ask("recall-facts", 3, *chains) == []
    # After two sessions only Graz was told, among three.
    assert _ask("recall-facts", 2, *chains, gossip=said) == []
    assert _ask("latest-preference", 3, _told("city", (0, "Graz"), (1, "Graz")), gossip=said) == []


def test_a_history_is_asked_of_two_values_that_are_no_dates():
    wedding = _told("wedding", (0, "2025-06-14"), (1, "2025-06-20"))
    assert _ask("full-evolution", 3, GRAZ_OSLO, CAT, wedding) == [("city", None)]
    assert _ask("full-evolution", 2, GRAZ_OSLO, CAT, wedding) == []
    assert _ask("full-evolution", 3, _told("city", (0, "Graz"), (1, "Graz"))) == []


def test_numbers_that_drift_are_no_choice():
    drifting = replace(ONTOLOGY.attribute("rent"), change=Change.DRIFTS)
    ontology = Ontology({one.name: drifting if one.name == "rent" else one for one in ONTOLOGY})
    for kind in ("recall-facts", "latest-preference", "full-evolution"):
        found = [
            [one.attribute for one in CANDIDATES[ProbeKind(kind)](
                _scene(3, RENTS, ontology=some, gossip=[(0, "rent", ("700", "800"))])
            )]
            for some in (ONTOLOGY, ontology)
        ]  # fmt: skip
        assert found == [["rent"], []]


def test_something_new_is_asked_of_three_different_values_and_one_that_was_mentioned():
    hobbies = _told("hobby", (0, "chess"), (1, "karate"), (2, "sailing"))
    said = [(1, "hobby", ("pottery",))]
    assert [_ask("suggest-new", done, hobbies, gossip=said) for done in (2, 3)] == [[], [("hobby", None)]]
    assert _ask("suggest-new", 3, hobbies) == []
    twice = _told("hobby", (0, "chess"), (1, "karate"), (2, "chess"))
    assert _ask("suggest-new", 3, twice, gossip=said) == []


def test_a_reason_is_asked_once_it_was_given():
    reasoned = [GRAZ_OSLO[0], GRAZ_OSLO[1]._replace(reason="money")]
    assert [_ask("update-reason", done, reasoned) for done in (2, 3)] == [[], [("city", None)]]
    assert _ask("update-reason", 3, GRAZ_OSLO) == []


BOTH = {"vegan": ("goulash", "trout"), "plain": ("pesto", "risotto")}


def _recommended(done, *chains, out=BOTH, **fields):
    swaps = replace(ONTOLOGY.attribute("diet"), excludes={"dish": out})
    ontology = Ontology({one.name: swaps if one.name == "diet" else one for one in ONTOLOGY})
    scene = _scene(done, *chains, ontology=ontology, **fields)
    return [one.attribute for one in CANDIDATES[ProbeKind.ALIGNED_RECOMMENDATION](scene)]


def test_a_recommendation_needs_a_last_value_that_another_one_reverses():
    assert _recommended(4, VEGAN) == ["dish"]
    assert _recommended(3, VEGAN) == []
    # Fish rules out trout and nuts rule out pesto, so each allergy reverses the other.
    assert _recommended(4, _told("allergy", (0, "nuts"))) == ["dish"]
    assert _recommended(5, _told("diet", (1, "vegan"), (3, "kosher"))) == []
    assert _recommended(5, _told("diet", (1, "kosher"), (3, "vegan"))) == ["dish"]
    assert _recommended(4, VEGAN, choices={"dish": (1, "a1")}) == []
    assert _recommended(4, VEGAN, _told("dish", (0, "pesto"))) == []
    # Without a diet that rules out as many dishes, nothing reverses vegan.
    assert _recommended(4, VEGAN, out={"vegan": ("goulash", "trout", "omelette")}) == []


def _home(kind="contradiction", name="home"):
    """A cat or a rent up to 300 euros suits the quiet; a horse or a rent of 400 suits the loud."""
    pets = Leg("pet", {"small": frozenset({"cat"}), "large": frozenset({"horse"})})
    rents = Leg("rent", {"low": frozenset({"300"}), "high": frozenset({"400"})})
    right = {
        (pet, rent, trait): [pet == "small", rent == "low"].count(True) + 2 * (trait == "quiet")
        for pet in pets.sides
        for rent in rents.sides
        for trait in ("quiet", "loud")
    }
    return Interpretation(name, ProbeKind(kind), "Which?", pets, rents, ("quiet", "loud"), ("", "", "", ""), right)


@pytest.mark.parametrize("kind", KINDS)
def test_an_interpretation_needs_two_covered_facts_of_different_sessions_and_a_shown_trait(kind):
    def asked(done, *chains, traits=None):
        shown = {"quiet": (2, "act")} if traits is None else traits
        scene = Scene(_ledger(*chains, traits=shown), ONTOLOGY, done, [], [_home(kind), _home("contradiction", "den")])
        found = [one for one in CANDIDATES[ProbeKind(kind)](scene) if one.context == "home"]
        assert all((one.form, one.target, one.difficulty) == (Form.OPTION, "act", "hard") for one in found)
        return [_asked(one) for one in found]

    dear = _told("rent", (0, "400"))
    assert asked(3, CAT, dear) == ["pet rent quiet home"]
    # The trait is shown in the third session.
    assert asked(2, CAT, dear) == []
    assert asked(3, CAT, dear, traits={"shy": (0, "act")}) == []
    assert asked(3, CAT) == []
    # Both told in the second session; a newt on no side; a rent that was told to be over.
    assert asked(3, CAT, _told("rent", (1, "400"))) == []
    assert asked(3, _told("pet", (1, "newt")), dear) == []
    assert asked(3, CAT, _told("rent", (0, "400"), (1, "500"))) == []


FIRST_OF_TWO = Interpretation(
    "first", ProbeKind.DECISION_GUIDANCE, "Which?", Leg("wedding", {}), Leg("surgery", {}), ("quiet", "loud"),
    ("", "", "", ""), dict(zip(product(("wedding", "surgery"), ("quiet", "loud")), range(4), strict=True)),
)  # fmt: skip
"""Rests on which of two dates comes first."""


@pytest.mark.parametrize(
    ("today", "granularity", "asked"),
    [
        ("2025-06-13", "day", True),
        ("2025-06-14", "day", False),
        ("2025-07-02", "day", False),
        ("2025-05-31", "month", True),
        ("2025-06-01", "month", False),
    ],
)
def test_the_first_of_two_dates_is_asked_for_while_both_lie_ahead(today, granularity, asked):
    # The wedding is on the 14th of June, or in June; the surgery on the 1st of July.
    wedding = _told("wedding", (0, "2025-06-14"), granularity=granularity)
    surgery = _told("surgery", (1, "2025-07-01"), granularity="day")
    for chains in ((wedding, surgery), (surgery, wedding)):
        told = _ledger(*chains, traits={"quiet": (1, "act")})
        scene = Scene(told, ONTOLOGY, 2, [], [FIRST_OF_TWO], today)
        found = [_asked(one) for one in CANDIDATES[ProbeKind.DECISION_GUIDANCE](scene)]
        assert found == (["wedding surgery quiet first"] if asked else [])


def test_an_order_is_asked_of_two_of_one_sort_told_first_in_different_sessions():
    gout = _told("illness", (0, "gout"))
    chains = (GRAZ_OSLO, CAT, gout, VEGAN)
    # In the order of the ledger: city (0), pet (1), illness (0), diet (3).
    assert _ask("order-recall", 4, *chains) == [("city pet", None), ("pet illness", None), ("illness diet", None)]
    assert _ask("order-recall", 4, GRAZ_OSLO, gout, CAT) == [("illness pet", None)]
    # What never changes is mostly told later than the first value of what does.
    still = replace(ONTOLOGY.attribute("pet"), change=Change.STATIC)
    ontology = Ontology({one.name: still if one.name == "pet" else one for one in ONTOLOGY})
    found = CANDIDATES[ProbeKind.ORDER_RECALL](_scene(4, GRAZ_OSLO, CAT, VEGAN, ontology=ontology))
    assert [_asked(one) for one in found] == ["city diet"]
    # The domain of a project shows how early its constraint is told.
    limit = replace(ONTOLOGY.attribute("diet"), project=True)
    ontology = Ontology({one.name: limit if one.name == "diet" else one for one in ONTOLOGY})
    found = CANDIDATES[ProbeKind.ORDER_RECALL](_scene(4, GRAZ_OSLO, CAT, VEGAN, ontology=ontology))
    assert [_asked(one) for one in found] == ["city pet"]


def test_a_message_needs_something_needed_and_something_private():
    open_ = replace(ONTOLOGY.attribute("illness"), private={})
    ontology = Ontology({one.name: open_ if one.name == "illness" else one for one in ONTOLOGY})
    gout = _told("illness", (0, "gout"))

    def asked(ontology, *chains):
        return [
            _asked(one) for one in CANDIDATES[ProbeKind.CONTEXTUAL_INTEGRITY](_scene(4, *chains, ontology=ontology))
        ]

    assert asked(ONTOLOGY, CAT, gout) == ["pet illness landlord", "illness pet doctor"]
    assert asked(ontology, CAT, gout) == ["illness pet doctor"]
    assert asked(ONTOLOGY, CAT) == asked(ONTOLOGY, gout) == []


def test_no_message_needs_what_is_to_be_forgotten():
    # The landlord needs to know of the bike too, and the request names it; the doctor does not.
    bike = attribute("bike", "a b", needed=ONTOLOGY.attribute("pet").needed)
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, "bike": bike})
    chains = (CAT, _told("illness", (0, "gout")), _told("bike", (0, "a")))
    found = CANDIDATES[ProbeKind.CONTEXTUAL_INTEGRITY](_scene(4, *chains, ontology=ontology, forgotten={"bike": 1}))
    assert [_asked(one) for one in found] == ["illness pet doctor"]


LEVELS = {
    "single-hop": "easy", "dynamic-updating": "medium", "dynamic-incremental": "medium", "count": "medium",
    "sequence": "hard", "sum": "medium", "duration": "hard", "temporal-reasoning": "hard", "open-domain": "hard",
    "multi-hop": "hard", "adversarial": "easy", "counterfactual": "medium", "poisoning": "medium",
    "forgetting": "medium", "conflict": "medium", "conflict-multi-hop": "hard", "episodic-cue": "medium",
    "namesake": "easy", "renamed": "easy", "rule-keeping": "hard", "contextual-integrity": "medium",
    "compare": "medium", "recall-facts": "medium", "latest-preference": "medium", "full-evolution": "medium",
    "new-scenario": "hard", "suggest-new": "hard", "update-reason": "medium", "aligned-recommendation": "hard",
    "order-recall": "medium", "decision-guidance": "hard", "interpretive-attribution": "hard",
    "value-judgment": "hard", "contradiction": "hard",
}  # fmt: skip


@pytest.mark.parametrize("kind", LEVELS)
def test_each_kind_has_its_difficulty(kind):
    """A life with something for every kind: one turn, told directly, is easy; two are medium; more or hops are hard."""
    secret = replace(ONTOLOGY.attribute("illness"), sensitivity=1)
    follows = {"Graz": "Austria", "Oslo": "Norway", "Linz": "Italy", "Bergen": "Ghana"}
    more = [
        attribute("city", " ".join(follows), implies={"country": follows}),
        replace(ONTOLOGY.attribute("diet"), excludes={"dish": {"vegan": ("trout",), "plain": ("pesto",)}}),
        attribute("region", "x y", implied_by="pub"),
        attribute("cafe", "x y", cardinality=ONTOLOGY.attribute("hobby").cardinality),
        attribute("spent", type=ONTOLOGY.attribute("rent").type, cardinality=ONTOLOGY.attribute("saved").cardinality),
        attribute("exam", type=ONTOLOGY.attribute("wedding").type),
        attribute("club", "x y"),
        secret,
    ]
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, **{one.name: one for one in more}})
    moved = [GRAZ_OSLO[0], GRAZ_OSLO[1]._replace(phrasing=UNMARKED, reason="money")]
    size = 3 if kind == "suggest-new" else 2
    chains = [
        moved,
        _told("illness", (1, "gout")),
        RENTS,
        _told("hobby", *enumerate(["chess", "karate", "sailing"][:size])),
        _told("saved", (0, "20"), (2, "30")),
        _told("wedding", (0, "2025-06-14"), granularity="day"),
        _told("surgery", (1, "2025-06-20"), granularity="day"),
        CAT,
        VEGAN,
    ]
    if kind == "contextual-integrity":  # an operation says something of an illness
        chains = [chain for chain in chains if chain[0].attribute != "surgery"]
    if kind in ("single-hop", "adversarial", "namesake", "renamed"):
        chains = [CAT]
    if kind == "multi-hop":
        chains = [CAT, _told("city", (2, "Graz"), (3, "Oslo"))]
    fields = {
        "claimed": {"city": (1, "Linz"), "club": (1, "x")} if kind == "poisoning" else {},
        "forgotten": {"pet": 4} if kind == "forgetting" else {},
        "spared": {"pet": "city"} if kind == "forgetting" else {},
        "spares": {"city": "Bergen"},
        "rules": ("length:short",),
        "days": {at: f"2025-05-{at + 1:02}" for at in range(5)},
        "renamed": 4,
        "namesake": True,
        "gossip": [(0, "city", ("Linz", "Bergen")), (0, "hobby", ("pottery",))],
    }
    untold = [name for name in ("club", "region", "cafe", "spent", "exam") if name != "club" or kind != "poisoning"]
    if kind in KINDS:
        fields["traits"] = {"quiet": (0, "act")}
    scene = _scene(5, *chains, untold=untold, ontology=ontology, **fields)
    scene.insights = [_home(kind)] if kind in KINDS else []
    found = [one for one in CANDIDATES[ProbeKind(kind)](scene) if one.attribute not in ("saved", "club")]
    found = found or list(CANDIDATES[ProbeKind(kind)](scene))
    assert found[0].difficulty == LEVELS[kind]


def test_every_kind_has_a_level():
    assert set(LEVELS) == {kind.value for kind in CANDIDATES}


# ---------------------------------------------------------------- base kinds


def _occasions(*chains, unsaid=(), **fields):
    ledger = _ledger(*chains, unsaid=[Unsaid(name, is_open) for name, is_open in unsaid], **fields)
    return Occasions(ONTOLOGY, SeedTree(1), ledger)


def _beside(done, *chains, **fields):
    return {(one.attribute, one.kind.value, one.form.value) for one in _occasions(*chains, **fields).beside(done)}


def test_a_value_is_first_absent_then_known_then_updated():
    absent, known = ("city", "abstention", "value"), ("city", "single-session-user", "value")
    follows = [("country", *row[1:]) for row in (absent, known)]
    assert _beside(0, GRAZ_OSLO) == {absent, follows[0]}
    assert _beside(1, GRAZ_OSLO) == _beside(2, GRAZ_OSLO) == {known, follows[1]}
    updated = ("city", "knowledge-update", "value")
    assert _beside(3, GRAZ_OSLO) == _beside(9, GRAZ_OSLO) == {updated, ("country", *updated[1:])}
    # One disclosure and its end make an update, too.
    over = {"over": {"pet": 3}}
    assert [_beside(done, CAT, **over) for done in (1, 2, 3, 4)] == [
        {("pet", "abstention", "value")},
        {("pet", "single-session-user", "value")},
        {("pet", "single-session-user", "value")},
        {("pet", "knowledge-update", "value")},
    ]


def test_dates_collections_and_totals_have_their_own_kinds():
    assert _beside(1, _told("wedding", (0, "2025-06-14"))) == {("wedding", "temporal", "value")}
    hobbies = _told("hobby", (0, "chess"), (2, "karate"))
    assert _beside(0, hobbies) == {("hobby", "abstention", "set"), ("hobby", "abstention", "count")}
    assert _beside(1, hobbies) == set()
    assert _beside(3, hobbies) == {("hobby", "multi-session", "set"), ("hobby", "multi-session", "count")}
    assert _beside(3, hobbies, person="a1") == {("hobby", "multi-session", "set")}
    savings = _told("saved", (0, "20"), (2, "30"))
    assert [_beside(done, savings) for done in (0, 1, 3)] == [
        {("saved", "abstention", "sum")}, set(), {("saved", "multi-session", "sum")},
    ]  # fmt: skip


def test_a_choice_is_asked_for_after_the_session_of_its_request():
    choices = {"dish": (2, "a1")}
    assert [_beside(done, choices=choices) for done in (2, 3)] == [
        set(), {("dish", "single-session-assistant", "choice")},
    ]  # fmt: skip
    (found,) = _occasions(choices=choices).beside(3)
    assert (found.target, found.is_sure) == ("a1", True)


def test_what_is_claimed_or_to_be_forgotten_is_left_to_the_special_kinds():
    assert _beside(2, CAT, claimed={"pet": (4, "newt")}) == _beside(2, CAT, forgotten={"pet": 4}) == set()


def test_controls_are_untold_attributes_that_could_have_been_told():
    # Also what would not have been told openly: else sensitive matters would be asked about only where they were told.
    assert _beside(3, CAT, unsaid=[("illness", True), ("diet", False)]) == {
        ("pet", "single-session-user", "value"), ("illness", "abstention", "value"), ("diet", "abstention", "value"),
    }  # fmt: skip
    assert _beside(3, unsaid=[("city", True)]) == {("city", "abstention", "value"), ("country", "abstention", "value")}
    assert _beside(3, CAT, unsaid=[("pet", True)]) == {("pet", "single-session-user", "value")}
    assert _beside(3, unsaid=[("illness", True)], claimed={"illness": (1, "gout")}) == set()
    # What follows from a told city is told.
    assert _occasions(GRAZ_OSLO, unsaid=[("country", True)]).controls == ()
    assert ("country", "abstention", "value") not in _beside(3, GRAZ_OSLO, unsaid=[("city", True)])


def test_without_other_projects_people_with_projects_have_other_attributes_of_projects_as_controls():
    more = [
        attribute("club", "x y", project=True),
        attribute("team", "x y", project=True),
        attribute("trip", "x y", project=True, phrases={"delegate": ("Which {options}?",)}),
    ]
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, **{one.name: one for one in more}})

    def controls(*chains, unsaid=()):
        ledger = _ledger(*chains, unsaid=[Unsaid(name) for name in unsaid])
        return set(Occasions(ontology, SeedTree(1), ledger).controls)

    # What the assistant chooses is never told, so nobody is asked whether they told it.
    club = _told("club", (0, "x"))
    assert controls(club) == {"team"}
    assert controls(club, unsaid=["diet"]) == {"diet", "team"}
    assert controls(club, unsaid=["diet", "team"]) == {"diet", "team"}
    # People without projects are asked about none: the mention of one would show that there is no answer.
    assert controls(CAT) == set()
    assert controls(CAT, unsaid=["diet"]) == {"diet"}


def test_what_is_never_told_is_asked_when_it_could_be_if_it_had_been_told():
    def occasions(**unsaid):
        return Occasions(ONTOLOGY, SeedTree(1), _ledger(unsaid=[Unsaid(**unsaid)]))

    def beside(done, **unsaid):
        return {(one.attribute, one.form.value, one.twin) for one in occasions(**unsaid).beside(done)}

    rent = {"attribute": "rent", "sessions": (2, 4)}
    once, twice = ProbeKind.SINGLE_SESSION_USER, ProbeKind.KNOWLEDGE_UPDATE
    assert [beside(done, **rent) for done in (2, 3, 4, 5)] == [
        set(), {("rent", "value", once)}, {("rent", "value", once)}, {("rent", "value", twice)},
    ]  # fmt: skip
    pet = {"attribute": "pet", "sessions": (1,), "over": 3}
    assert [beside(done, **pet) for done in (1, 2, 4)] == [
        set(), {("pet", "value", once)}, {("pet", "value", twice)},
    ]  # fmt: skip
    hobbies = {"attribute": "hobby", "sessions": (0, 2)}
    many = ProbeKind.MULTI_SESSION
    assert [beside(done, **hobbies) for done in (1, 3)] == [
        set(), {("hobby", "set", many), ("hobby", "count", many)},
    ]  # fmt: skip
    assert beside(1, attribute="wedding") == {("wedding", "value", ProbeKind.TEMPORAL)}
    # In the conversation not in the session that would have told it.
    talked = occasions(**rent)
    assert [len(talked.within(session)) for session in range(1, 6)] == [0, 0, 1, 0, 1]


def test_each_told_attribute_has_a_control_of_its_own():
    told = _ledger(_told("city", (0, "Graz")), _told("pet", (1, "cat")))
    more = [attribute(name, "x y") for name in ("club", "team")]
    ontology = Ontology({**{one.name: one for one in ONTOLOGY}, **{one.name: one for one in more}})
    untold = [ontology.attribute(name) for name in ("club", "team")]
    scene = Scene(told, ontology, 3, untold)
    same = [one for one in ("city", "pet") if sort_of(ontology.attribute(one)) == sort_of(untold[0])]
    controls = [scene.never(ontology.attribute(name)).name for name in same]
    assert len(set(controls)) == len(controls)
    # One that would have been told as often comes first.
    often = Scene(_ledger(GRAZ_OSLO, unsaid=[Unsaid("club"), Unsaid("team", sessions=(0, 1))]), ontology, 3, untold)
    assert often.never(ontology.attribute("city")).name == "team"


def test_a_question_is_sure_if_all_disclosures_are_open():
    half = [GRAZ_OSLO[0], GRAZ_OSLO[1]._replace(is_open=False)]
    assert {one.is_sure for one in _occasions(GRAZ_OSLO).beside(1)} == {True}
    assert {one.is_sure for one in _occasions(half).beside(1)} == {False}


def test_purposes_say_why_and_absence_before_the_disclosure_is_marked():
    purposes = [{one.purpose for one in _occasions(GRAZ_OSLO).beside(done)} for done in (0, 1, 3)]
    assert purposes == [{"absence before the telling"}, {"recall"}, {"latest value"}]
    assert {one.purpose for one in _occasions(unsaid=[("pet", True)]).beside(1)} == {"absence"}


def _within(session, *chains, **fields):
    able = _occasions(*chains, **fields).within(session)
    return {(one.attribute, one.form.value) for one in able}


def test_in_the_conversation_nothing_is_asked_that_the_session_tells():
    chains = (GRAZ_OSLO, CAT)
    # Session 1 tells the pet, session 2 the city; questions before a disclosure are not asked.
    assert _within(0, *chains) == set()
    assert _within(1, *chains) == {("city", "value"), ("country", "value")}
    assert _within(2, *chains) == {("pet", "value")}
    assert _within(3, *chains) == {("city", "value"), ("country", "value"), ("pet", "value")}
    assert _within(3, *chains, again={"city": [3]}) == {("pet", "value")}


def test_in_the_conversation_only_sure_values_are_asked_and_no_anchor_count_or_fresh_choice():
    half = [GRAZ_OSLO[0]._replace(is_open=False)]
    assert _within(1, half) == set()
    assert _within(1, GRAZ_OSLO[:1], anchored=frozenset({"city"})) == set()
    hobbies = _told("hobby", (0, "chess"), (1, "karate"))
    assert _within(2, hobbies) == {("hobby", "set")}
    choices = {"dish": (2, "a1")}
    # A choice may be asked for from the next session on, until its outcome is told.
    assert _within(2, choices=choices) == set()
    assert _within(3, choices=choices) == {("dish", "choice")}
    told = {session: _within(session, choices=choices, outcomes={"dish": 4}) for session in (3, 4, 5)}
    assert told == {3: {("dish", "choice")}, 4: set(), 5: set()}
    assert _within(2, unsaid=[("pet", True)]) == {("pet", "value")}
    anchored = _ledger(unsaid=[Unsaid("pet", True, True)])
    assert Occasions(ONTOLOGY, SeedTree(1), anchored).within(2) == []


def test_the_questions_about_one_attribute_are_found_by_name():
    occasions = _occasions(GRAZ_OSLO, CAT, anchored=frozenset({"city"}))
    assert [(one.kind.value, one.anchor) for one in occasions.of("city", 1)] == [("single-session-user", True)]
    assert [(one.kind.value, one.anchor) for one in occasions.of("country", 3)] == [("knowledge-update", True)]
    assert [one.anchor for one in occasions.of("pet", 3)] == [False]
    assert occasions.of("diet", 3) == ()
    assert [one.target for one in _occasions(_told("wedding", (0, "2025-06-14"))).of("wedding", 1)] == ["wedding"]


def test_a_recommendation_needs_a_value_that_is_neither_ruled_out_nor_in_doubt():
    for doubtful, asked in ((("pesto",), 1), (("pesto", "risotto"), 0)):
        out = {"vegan": ("goulash", "trout"), "kosher": ("pesto", "risotto")}
        doubt = replace(ONTOLOGY.attribute("diet"), excludes={"dish": out}, doubtful={"dish": {"vegan": doubtful}})
        ontology = Ontology({one.name: doubt if one.name == "diet" else one for one in ONTOLOGY})
        found = list(CANDIDATES[ProbeKind.ALIGNED_RECOMMENDATION](_scene(4, VEGAN, ontology=ontology)))
        assert len(found) == asked
