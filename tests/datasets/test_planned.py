"""The planned answers of a scenario made by hand: as if all people told exactly what is planned."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from regulars.datasets.planned import planned_choices, planned_resolutions
from regulars.scenarios.checks.files import Choice
from regulars.scenarios.kinds import ActKind, Band, DisclosureMode, DisclosurePhrasing, Form, ScenarioOrigin
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Act, Fact, Person, Probe, Scenario, Session

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
ONTOLOGY = load_ontology()


def at(days):
    return DAY + timedelta(days=days)


FACTS = (
    Fact("f1", "p1", "home_city", "Lyon", at(-900), at(2)),
    Fact("f2", "p1", "home_city", "Bergen", at(2)),
    Fact("f3", "p1", "flatmate", "Tobias", at(-30), at(3)),
    Fact("f4", "p1", "warranty_end", "2026-08-14", at(-30)),
    Fact("f5", "p1", "salary", "4111", at(-30)),
    Fact("f6", "p1", "hobby", "archery", at(-30)),
)
TELL = ActKind.TELL


def scenario(*sessions, probes=()):
    planned = tuple(Session(number, "p1", at(number), agenda=tuple(acts)) for number, acts in enumerate(sessions))
    person = Person("p1", "Ada", "p1", facts=FACTS)
    return Scenario("s", ScenarioOrigin.GENERATED, "own", "english", DAY, (person,), planned, tuple(probes))


def asked(attribute, days, form=Form.VALUE, **given):
    return Probe(f"{attribute}@{days}", "knowledge-update", form, attribute, "p1", "p1", "", at(days), **given)


def golds(*sessions, probes, forms=tuple(Form)):
    found = planned_resolutions(scenario(*sessions, probes=probes), ONTOLOGY, forms)
    return {
        probe.id: (resolution.status.value, resolution.expectation and resolution.expectation.gold)
        for probe, resolution in found
    }


def test_a_probe_knows_the_sessions_that_began_before_it_and_no_other():
    """Asked at the moment of a session, it comes before the session."""
    sessions = [Act("a1", TELL, "f1", "home_city")], [], [Act("a2", TELL, "f2", "home_city")]
    probes = [asked("home_city", 2.5), asked("home_city", 2), asked("home_city", 0), asked("home_city", 0.5)]
    assert golds(*sessions, probes=probes) == {
        "home_city@0": ("unanswerable", ()),
        "home_city@0.5": ("asked", ("Lyon",)),
        "home_city@2": ("asked", ("Lyon",)),
        "home_city@2.5": ("asked", ("Bergen",)),
    }


def test_what_a_disclosure_implies_is_told_with_it():
    assert golds([Act("a1", TELL, "f2", "home_city")], probes=[asked("country", 1)]) == {
        "country@1": ("asked", ("Norway",))
    }


def test_a_date_is_told_as_exactly_as_the_act_plans():
    for granularity, value in (("year", "2026"), ("month", "2026-08"), ("day", "2026-08-14"), ("", "2026-08-14")):
        act = Act("a1", TELL, "f4", "warranty_end", granularity=granularity)
        assert golds([act], probes=[asked("warranty_end", 1)]) == {"warranty_end@1": ("asked", (value,))}


def test_ends_forgetting_and_outcomes_leave_no_value():
    acts = [
        Act("a1", TELL, "f3", "flatmate"),
        Act("a2", TELL, "f5", "salary"),
        Act("a3", TELL, "f6", "hobby", mode=DisclosureMode.OUTCOME),  # depends on a choice: nothing is planned
        Act("a4", TELL, "unknown", "job"),
        Act("a5", TELL, "f1", "home_city", phrasing=DisclosurePhrasing.UNMARKED, reason="love"),
    ]
    later = [Act("b1", ActKind.END, "f3", "flatmate"), Act("b2", ActKind.FORGET, attribute="salary")]
    resolutions = {
        probe.id: resolution
        for probe, resolution in planned_resolutions(
            scenario(acts, later, probes=[
                asked(name, days) for days in (0.5, 1.5) for name in ("flatmate", "salary", "hobby", "job", "home_city")
            ]),
            ONTOLOGY,
        )
    }  # fmt: skip
    told = {id: found.expectation.gold for id, found in resolutions.items()}
    assert told == {
        "flatmate@0.5": ("Tobias",), "salary@0.5": ("4111",), "hobby@0.5": (), "job@0.5": (),
        "home_city@0.5": ("Lyon",),
        "flatmate@1.5": (), "salary@1.5": (), "hobby@1.5": (), "job@1.5": (), "home_city@1.5": ("Lyon",),
    }  # fmt: skip
    assert resolutions["flatmate@1.5"].expectation.over
    assert not resolutions["salary@1.5"].expectation.over
    assert resolutions["flatmate@1.5"].expectation.stale == ("Tobias",)
    # the turns of a plan are numbered by session and place, from 0
    assert resolutions["home_city@0.5"].evidence == (("s000.t04",),)


def test_a_choice_is_planned_as_the_first_option():
    delegated = Act("a1", ActKind.DELEGATE, attribute="boat_name", options=("Zephyr", "Kittiwake"))
    empty = Act("a2", ActKind.DELEGATE, attribute="boat_name")
    chosen = asked("boat_name", 1, Form.CHOICE, target="a1")
    void = Probe("void", "choice", Form.CHOICE, "boat_name", "p1", "p1", "", at(1), target="a2")
    assert golds([delegated, empty], probes=[chosen, void]) == {
        "boat_name@1": ("asked", ("Zephyr",)),
        "void": ("void", None),
    }


def test_reminders_are_said():
    remind = Act("a2", ActKind.REMIND, attribute="warranty_end")
    probe = Probe(
        "m", "proactive", Form.MENTION, "warranty_end", "p1", "p1", "", at(1), session=1, band=Band.IN, target="a2"
    )
    tell = Act("a1", TELL, "f4", "warranty_end")
    said, unsaid = (golds(agenda, probes=[probe])["m"] for agenda in ([tell, remind], [tell]))
    assert said == ("asked", (ONTOLOGY.attribute("warranty_end").label,)), "the thing to bring up, not its date"
    assert unsaid[0] != "asked"


def test_only_the_wanted_forms_are_resolved_in_the_order_of_time():
    probes = [asked("hobby", 3), asked("salary", 2), asked("flatmate", 1, Form.COUNT)]
    sessions = [Act("a1", TELL, "f3", "flatmate")]
    assert list(golds(sessions, probes=probes, forms=(Form.VALUE,))) == ["salary@2", "hobby@3"]
    assert list(golds(sessions, probes=probes)) == ["flatmate@1", "salary@2", "hobby@3"]


def test_planned_choices_give_the_options_and_the_right_one():
    gossip = Act("a3", ActKind.GOSSIP, attribute="home_city", options=("Graz", "Porto"))
    told = [Act("a1", TELL, "f1", "home_city")], [Act("a2", TELL, "f2", "home_city"), gossip]
    probe = Probe("q", "latest-preference", Form.OPTION, "home_city", "p1", "p1", "", at(3))
    value = asked("home_city", 3)
    (resolution,) = (found for one, found in planned_resolutions(scenario(*told, probes=[probe]), ONTOLOGY))
    options, letter = resolution.expectation.options, resolution.expectation.gold[0]
    (right,) = (option for option in options if "Bergen" in option)
    assert options["ABCD".index(letter)] == right
    assert planned_choices(scenario(*told, probes=[value, probe]), ONTOLOGY) == [Choice("q", options, right)]
    assert {city for city in ("Graz", "Porto") for option in options if city in option} == {"Graz", "Porto"}
    assert planned_choices(scenario(probes=[probe]), ONTOLOGY) == [], "a void one has no right option"
