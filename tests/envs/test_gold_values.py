"""The gold of questions for values, from ledgers made by hand: the latest, all, their number, their sum."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_ledger import Mentioned, asks, gold_of, ledger_of, told

from regulars.envs.probes.gold import ProbeStatus, Resolution
from regulars.envs.probes.resolution import resolve
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.values import ValueType

ASKED, UNANSWERABLE, VOID = ProbeStatus.ASKED, ProbeStatus.UNANSWERABLE, ProbeStatus.VOID
VALUE, SET, COUNT, SUM = Form.VALUE, Form.SET, Form.COUNT, Form.SUM
ONE, TWO, THREE, FOUR = "s001.t01", "s002.t01", "s003.t01", "s004.t01"


def _asked(found: Resolution, gold=(), stale=(), others=(), evidence=(), classes=None):
    """Asserts every part of a gold that has an answer. The classes are `stale` and `other_person`, unless given."""
    key = found.expectation
    assert found.status is ASKED
    assert key.answerable is True
    assert (key.gold, key.stale, key.others, found.evidence) == (gold, stale, others, evidence)
    usual = {name: values for name, values in (("stale", stale), ("other_person", others)) if values}
    assert found.classes == (usual if classes is None else classes)


def _city(*entries, kind=ProbeKind.KNOWLEDGE_UPDATE, **fields):
    return gold_of(asks(kind, VALUE, "city", **fields), *entries)


# ---------------------------------------------------------------- the latest value


def test_of_three_values_the_last_is_gold_and_the_others_are_stale():
    found = _city(told(ONE, "city", "Graz"), told(TWO, "city", "Oslo"), told(THREE, "city", "Bergen"))
    _asked(found, ("Bergen",), ("Graz", "Oslo"), evidence=((THREE,),))
    assert found.mark == (3, 0)
    assert found.slots == {}
    assert (found.expectation.form, found.expectation.domain.name, found.expectation.over) == ("value", "city", False)


def test_each_telling_of_the_latest_value_is_evidence_and_no_earlier_one():
    # Graz holds again since session 3. The first telling of it lies before Oslo and proves nothing.
    found = _city(
        told(ONE, "city", "Graz", fact="f1"),
        told(TWO, "city", "Oslo"),
        told(THREE, "city", "Graz", fact="f3"),
        told(FOUR, "city", "Graz", fact="f3", how="correction"),
    )
    _asked(found, ("Graz",), ("Oslo",), evidence=((THREE,), (FOUR,)))


def test_a_value_told_twice_in_one_turn_is_one_piece_of_evidence():
    _asked(_city(told(ONE, "city", "Graz"), told(ONE, "city", "Graz")), ("Graz",), evidence=((ONE,),))


def test_of_two_values_in_one_turn_the_later_counts():
    _asked(_city(told(ONE, "city", "Graz"), told(ONE, "city", "Oslo")), ("Oslo",), ("Graz",), evidence=((ONE,),))


def test_a_piecemeal_disclosure_needs_both_its_turns():
    found = _city(told("s001.t05", "city", "Graz", after=(ONE,)), told(TWO, "city", "Graz"))
    _asked(found, ("Graz",), evidence=((ONE, "s001.t05"), (TWO,)))


def test_a_number_that_begins_with_another_is_another_value():
    found = gold_of(asks("single-session-user", VALUE, "rent"), told(ONE, "rent", "120"), told(TWO, "rent", "1200"))
    _asked(found, ("1200",), ("120",), evidence=((TWO,),))


def test_of_what_is_over_no_value_is_right():
    found = _city(told(ONE, "city", "Graz"), told(TWO, "city", "Oslo"), told(THREE, "city", "Oslo", how="over"))
    _asked(found, (), ("Graz", "Oslo"), evidence=((THREE,),))
    assert found.expectation.over is True
    beside = _city(
        told(ONE, "city", "Wien", person="bo"), told(ONE, "city", "Graz"), told(TWO, "city", "Graz", how="over")
    )
    _asked(beside, (), ("Graz",), ("Wien",), ((TWO,),))


def test_what_is_told_after_the_end_counts_from_then_on():
    graz, over = told(ONE, "city", "Graz"), told(TWO, "city", "Graz", how="over")
    again = _city(graz, over, told(THREE, "city", "Graz", fact="f3"))
    _asked(again, ("Graz",), evidence=((THREE,),))
    assert again.expectation.over is False
    _asked(_city(graz, over, told(THREE, "city", "Oslo")), ("Oslo",), ("Graz",), evidence=((THREE,),))


def test_another_persons_values_compete_unless_the_person_told_them_too():
    found = _city(
        told(ONE, "city", "Wien", person="bo"),
        told(ONE, "city", "Graz", person="cy"),
        told(TWO, "city", "Graz"),
        told(TWO, "city", "Oslo", person="bo"),
        told(TWO, "city", "Linz", person="cy"),
        told(THREE, "city", "Oslo"),
        told(FOUR, "city", "Wien", person="cy"),
        told(FOUR, "pet", "cat", person="bo"),
    )
    # Bo's Wien, cy's Linz and Wien; Graz and Oslo are ada's own.
    _asked(found, ("Oslo",), ("Graz",), ("Wien", "Linz"), ((THREE,),))


def test_a_question_about_another_person_reads_that_persons_disclosures():
    probe = asks("namesake", VALUE, "city", owner="bo")
    found = gold_of(probe, told(ONE, "city", "Wien", person="bo"), told(TWO, "city", "Graz"))
    _asked(found, ("Wien",), (), ("Graz",), ((ONE,),))


def test_an_untold_value_is_unanswerable_and_other_peoples_values_stay_competitors():
    found = _city(told(ONE, "pet", "cat"), told(TWO, "city", "Oslo", person="bo"), told(THREE, "city", "Oslo", "cy"))
    assert found.status is UNANSWERABLE
    key = found.expectation
    assert (key.answerable, key.gold, key.stale, key.others) == (False, (), (), ("Oslo",))
    assert (found.evidence, found.classes) == ((), {"other_person": ("Oslo",)})
    assert found.mark == (3, 0)


def test_an_assumed_value_is_a_competitor_unless_it_is_right():
    graz = told(ONE, "city", "Graz")
    wrong = _city(graz, kind=ProbeKind.COUNTERFACTUAL, value="Linz")
    _asked(wrong, ("Graz",), evidence=((ONE,),), classes={"claimed": ("Linz",)})
    assert wrong.slots == {"value": "Linz"}
    right = _city(graz, kind=ProbeKind.COUNTERFACTUAL, value="Graz")
    _asked(right, ("Graz",), evidence=((ONE,),), classes={})
    untold = _city(kind=ProbeKind.COUNTERFACTUAL, value="Linz")
    assert untold.status is UNANSWERABLE
    assert untold.classes == {"claimed": ("Linz",)}
    rent = gold_of(asks("counterfactual", VALUE, "rent", value="900"))
    assert rent.slots == {"value": "900 euros"}
    wedding = gold_of(asks("counterfactual", VALUE, "wedding", value="2025-06"))
    assert wedding.slots == {"value": "June 2025"}


# ---------------------------------------------------------------- forgotten


def test_what_is_forgotten_is_unanswerable_and_its_values_are_competitors():
    found = _city(
        told(ONE, "city", "Graz"),
        told(TWO, "city", "Oslo"),
        told(TWO, "city", "Graz", fact="f2"),
        told(THREE, "city", "", how="forgotten"),
        told(FOUR, "city", "Wien", person="bo"),
        kind=ProbeKind.FORGETTING,
    )
    assert found.status is UNANSWERABLE
    assert (found.expectation.answerable, found.expectation.gold, found.evidence) == (False, (), ())
    assert found.classes == {"other_person": ("Wien",), "forgotten": ("Graz", "Oslo")}


def test_what_is_told_after_forgetting_is_gold_without_a_stale_value():
    found = _city(told(ONE, "city", "Graz"), told(TWO, "city", "", how="forgotten"), told(THREE, "city", "Oslo"))
    _asked(found, ("Oslo",), evidence=((THREE,),))


def test_what_one_person_wants_forgotten_stays_with_the_other():
    probe = asks("forgetting", VALUE, "city", owner="bo")
    found = gold_of(
        probe,
        told(ONE, "city", "Graz"),
        told(ONE, "city", "Wien", person="bo"),
        told(TWO, "city", "", how="forgotten"),
    )
    # Ada's Graz is gone: no competitor of bo's.
    _asked(found, ("Wien",), evidence=((ONE,),))


# ---------------------------------------------------------------- slips

TRUE = told(ONE, "city", "Graz", fact="f1")
SLIPPED = told(TWO, "city", "Linz", fact="f1", how="slip")
TAKEN_BACK = told(THREE, "city", "Graz", fact="f1", how="mended")


def test_after_a_slip_both_values_are_right():
    _asked(_city(TRUE, SLIPPED), ("Graz", "Linz"), evidence=((ONE,), (TWO,)))


def test_the_true_value_is_named_before_the_slip_in_whatever_order_they_were_told():
    _asked(_city(replace(SLIPPED, turn=ONE), replace(TRUE, turn=TWO)), ("Graz", "Linz"), evidence=((ONE,), (TWO,)))


def test_after_a_slip_the_earlier_facts_are_stale():
    _asked(
        _city(told(ONE, "city", "Wien", fact="f0"), TRUE, SLIPPED), ("Graz", "Linz"), ("Wien",), (), ((ONE,), (TWO,))
    )


def test_a_slip_alone_is_taken_as_it_was_told():
    _asked(_city(SLIPPED), ("Linz",), evidence=((TWO,),))
    _asked(_city(told(ONE, "city", "Graz"), SLIPPED), ("Linz",), ("Graz",), evidence=((TWO,),))
    again = told(THREE, "city", "Wien", fact="f1", how="slip")
    _asked(_city(SLIPPED, again), ("Wien",), ("Linz",), evidence=((THREE,),))


def test_a_slip_taken_back_is_stale_and_both_tellings_of_the_truth_are_evidence():
    _asked(_city(TRUE, SLIPPED, TAKEN_BACK), ("Graz",), ("Linz",), evidence=((ONE,), (THREE,)))


def test_a_new_fact_settles_the_contradiction_before_it():
    _asked(_city(TRUE, SLIPPED, told(THREE, "city", "Oslo")), ("Oslo",), ("Graz", "Linz"), evidence=((THREE,),))


def test_a_slip_taken_back_is_stale_even_if_another_person_told_it():
    found = _city(TRUE, told(ONE, "city", "Linz", person="bo"), SLIPPED, TAKEN_BACK)
    _asked(found, ("Graz",), ("Linz",), (), ((ONE,), (THREE,)))


def test_what_is_over_after_a_slip_is_over():
    found = _city(TRUE, SLIPPED, told(THREE, "city", "Graz", fact="f1", how="over"))
    _asked(found, (), ("Graz", "Linz"), evidence=((THREE,),))


@pytest.mark.parametrize(
    ("probe", "entries"),
    [
        (asks("count", COUNT, "hobby"), ("hobby", "chess", "sailing")),
        (asks("dynamic-incremental", SET, "hobby"), ("hobby", "chess", "sailing")),
        (asks("sequence", Form.ORDER, "hobby"), ("hobby", "chess", "sailing")),
        (asks("sum", SUM, "saved"), ("saved", "20", "30")),
        (asks("compare", Form.OPTION, "rent"), ("rent", "200", "300")),
        (asks("duration", Form.DURATION, "surgery", other="wedding"), ("wedding", "2025-06-01", "2025-06-02")),
        (asks("multi-hop", VALUE, "pet", other="city", value="cat"), ("city", "Graz", "Linz")),
        (asks("multi-hop", VALUE, "city", other="pet", value="Graz"), ("city", "Graz", "Linz")),
    ],
)
def test_questions_for_more_than_one_value_are_void_while_a_contradiction_stands(probe, entries):
    name, true, slip = entries
    base = (
        told(ONE, "pet", "cat"),
        told(TWO, "pet", "horse"),
        told(ONE, "surgery", "2025-05-01"),
        told(ONE, name, true, fact="f1"),
    )
    wrong = told(THREE, name, slip, fact="f1", how="slip")
    found = gold_of(probe, *base, wrong)
    assert (found.status, found.expectation, found.evidence, found.mark) == (VOID, None, (), (5, 0))
    mended = gold_of(probe, *base, wrong, told(FOUR, name, true, fact="f1", how="mended"))
    # One value is left: no order and no comparison; the others have an answer.
    assert mended.status is (VOID if probe.kind in ("sequence", "compare") else ASKED)


# ---------------------------------------------------------------- dates


def _wedding(*days: str) -> Resolution:
    entries = [told(f"s{number:03}.t01", "wedding", day) for number, day in enumerate(days, 1)]
    return gold_of(asks("temporal", VALUE, "wedding"), *entries)


@pytest.mark.parametrize(
    ("days", "gold", "stale", "evidence"),
    [
        (("2025-06",), "2025-06", (), [ONE]),
        (("2025-06", "2025-06-14"), "2025-06-14", (), [TWO]),
        (("2025-06-14", "2025-06"), "2025-06-14", (), [ONE]),
        (("2025", "2025-06-14", "2025-06"), "2025-06-14", (), [TWO]),
        (("2025-06-14", "2025-06", "2025-06-14"), "2025-06-14", (), [ONE, THREE]),
        (("2025-06-14", "2025-07"), "2025-07", ("2025-06-14",), [TWO]),
        (("2025-06-14", "2025-06-20", "2025-06"), "2025-06-20", ("2025-06-14",), [TWO]),
        (("2025-06-14", "2025-06", "2025-06-20"), "2025-06-20", ("2025-06-14",), [THREE]),
        (("2024", "2025"), "2025", ("2024",), [TWO]),
    ],
)
def test_the_most_exact_of_the_latest_dates_that_agree_is_gold(days, gold, stale, evidence):
    _asked(_wedding(*days), (gold,), stale, evidence=tuple((turn,) for turn in evidence))
    assert _wedding(*days).expectation.domain.type is ValueType.DATE


def test_a_date_that_is_over_no_longer_refines_a_later_one():
    day, over = told(ONE, "wedding", "2025-06-14"), told(TWO, "wedding", "2025-06-14", how="over")
    found = gold_of(asks("temporal", VALUE, "wedding"), day, over, told(THREE, "wedding", "2025-06", fact="f2"))
    _asked(found, ("2025-06",), ("2025-06-14",), evidence=((THREE,),))


# ---------------------------------------------------------------- what follows, and what was said on a day


def test_what_is_implied_has_the_evidence_of_what_implies_it():
    found = gold_of(
        asks("open-domain", VALUE, "country"),
        told(ONE, "city", "Oslo"),
        told(ONE, "country", "Norway", how="implied", fact="ada city Oslo"),
        told(TWO, "city", "Graz"),
        told(TWO, "country", "Austria", how="implied", fact="ada city Graz"),
        told(THREE, "city", "Wien"),
        told(THREE, "country", "Austria", how="implied", fact="ada city Wien"),
    )
    _asked(found, ("Austria",), ("Norway",), evidence=((TWO,), (THREE,)))


def _said_on(day: str, *entries, form=VALUE, name="city"):
    return gold_of(asks(ProbeKind.EPISODIC_CUE, form, name, value=day), *entries)


def test_a_question_for_a_day_counts_the_disclosures_of_that_day():
    entries = (
        told(ONE, "city", "Graz"),
        told(TWO, "city", "Oslo"),
        told("s002.t03", "city", "Wien"),
        told(THREE, "city", "Bergen"),
        told(FOUR, "city", "Linz", person="bo"),
    )
    first = _said_on("2025-05-01", *entries)
    _asked(first, ("Graz",), (), ("Linz",), ((ONE,),))
    assert first.slots == {"date": "1 May 2025"}
    _asked(_said_on("2025-05-02", *entries), ("Wien",), ("Oslo",), ("Linz",), (("s002.t03",),))
    none = _said_on("2025-05-04", *entries)
    assert (none.status, none.expectation.others, none.evidence) == (UNANSWERABLE, ("Linz",), ())
    assert none.slots == {"date": "4 May 2025"}


def test_only_questions_about_an_earlier_time_say_so():
    told_city = told(ONE, "city", "Graz")
    assert _said_on("2025-05-01", told_city).expectation.earlier
    assert _said_on("2025-05-04", told_city).expectation.earlier  # nothing was told on that day
    assert not _city(told_city).expectation.earlier
    then = asks(ProbeKind.MULTI_HOP, VALUE, "city", other="country", value="Graz")
    assert gold_of(then, told_city, told(ONE, "country", "Austria")).expectation.earlier


def test_the_persons_own_values_of_other_days_are_not_another_persons():
    entries = (told(ONE, "city", "Graz"), told(TWO, "city", "Oslo"), told(TWO, "city", "Graz", person="bo"))
    assert _said_on("2025-05-02", *entries).expectation.others == ()
    assert _said_on("2025-05-03", *entries).expectation.others == ()


def test_a_question_for_a_day_is_void_if_all_that_was_told_on_it_was_taken_back():
    # Graz on day 1, the slip on day 2, taken back on day 3.
    entries = (TRUE, SLIPPED, TAKEN_BACK)
    assert _said_on("2025-05-02", *entries).status is VOID
    assert _said_on("2025-05-01", *entries).expectation.gold == ("Graz",)
    assert _said_on("2025-05-03", *entries).expectation.gold == ("Graz",)
    assert _said_on("2025-05-04", *entries).status is UNANSWERABLE
    oslo = told("s002.t07", "city", "Oslo", fact="f2")
    assert _said_on("2025-05-02", *entries, oslo).expectation.gold == ("Oslo",)
    # While the slip stands, the question for its day has one answer: what was said on that day.
    _asked(_said_on("2025-05-02", TRUE, SLIPPED), ("Linz",), evidence=((TWO,),))


# ---------------------------------------------------------------- all values, their number, their sum

HOBBIES = (
    told(ONE, "hobby", "chess"),
    told(TWO, "hobby", "sailing"),
    told(THREE, "hobby", "chess", fact="f3"),
    told(FOUR, "hobby", "pottery", person="bo"),
    told(FOUR, "hobby", "chess", person="bo"),
)


def test_all_values_are_gold_and_each_needs_one_of_its_tellings():
    found = gold_of(asks("dynamic-incremental", SET, "hobby"), *HOBBIES)
    _asked(found, ("chess", "sailing"), (), ("pottery",), ((ONE, TWO), (TWO, THREE)))


def test_all_values_of_a_day_are_those_told_on_it_and_the_question_names_the_day():
    # On 1 May chess alone; sailing is ada's own all the same, so it does not compete.
    found = gold_of(
        asks("episodic-cue", SET, "hobby", value="2025-05-01"), *HOBBIES, told(FOUR, "hobby", "sailing", person="cy")
    )
    _asked(found, ("chess",), (), ("pottery",), ((ONE,),))
    assert found.slots == {"date": "1 May 2025"}


def test_a_count_counts_different_values():
    # chess, sailing, chess: two.
    found = gold_of(asks("count", COUNT, "hobby"), *HOBBIES)
    _asked(found, ("2",), evidence=((ONE, TWO), (TWO, THREE)))
    assert (found.expectation.domain.name, found.expectation.domain.type) == ("count", ValueType.NUMBER)
    three = gold_of(asks("count", COUNT, "hobby"), *HOBBIES, told(FOUR, "hobby", "karate"))
    assert three.expectation.gold == ("3",)


def test_a_count_of_nothing_told_is_unanswerable_and_has_no_competitor():
    found = gold_of(asks("abstention", COUNT, "hobby"), told(FOUR, "hobby", "pottery", person="bo"))
    assert (found.status, found.expectation.others, found.classes) == (UNANSWERABLE, (), {})
    assert found.expectation.domain.name == "count"
    listed = gold_of(asks("abstention", SET, "hobby"), told(FOUR, "hobby", "pottery", person="bo"))
    assert (listed.status, listed.expectation.others) == (UNANSWERABLE, ("pottery",))
    assert listed.expectation.domain.name == "hobby"


def test_a_sum_adds_equal_amounts_of_different_facts_and_a_repeated_one_once():
    # 120 + 80 + 80 = 280. The repetition of the first 80 adds nothing; it is another way to know it.
    found = gold_of(
        asks("sum", SUM, "saved"),
        told(ONE, "saved", "120", fact="f1"),
        told(TWO, "saved", "80", fact="f2"),
        told(THREE, "saved", "80", fact="f3"),
        told(FOUR, "saved", "80", fact="f2", how="correction"),
        told(FOUR, "saved", "500", fact="f9", person="bo"),
    )
    _asked(found, ("280",), evidence=((ONE, TWO, THREE), (ONE, THREE, FOUR)))
    assert (found.expectation.domain.name, found.expectation.domain.unit) == ("saved", "euros")


def test_a_sum_leaves_out_a_slip_that_was_taken_back():
    found = gold_of(
        asks("sum", SUM, "saved"),
        told(ONE, "saved", "120", fact="f1"),
        told(TWO, "saved", "900", fact="f2", how="slip"),
        told(THREE, "saved", "90", fact="f2", how="mended"),
    )
    _asked(found, ("210",), evidence=((ONE, THREE),))


def test_evidence_that_contains_other_evidence_is_left_out():
    # Turn 1 tells both. With it, the second telling of sailing is not needed; without it, turns 2 and 3 are.
    found = gold_of(
        asks("dynamic-incremental", SET, "hobby"),
        told(ONE, "hobby", "chess"),
        told(ONE, "hobby", "sailing"),
        told(TWO, "hobby", "sailing", fact="f2"),
        told(THREE, "hobby", "chess", fact="f3"),
    )
    # (1), (2, 3); (1, 2) and (1, 3) contain (1).
    assert set(found.evidence) == {(ONE,), (TWO, THREE)}
    assert len(found.evidence) == 2


def test_evidence_in_one_turn_is_one_alternative():
    both = (told(ONE, "hobby", "chess"), told(ONE, "hobby", "sailing"))
    assert gold_of(asks("count", COUNT, "hobby"), *both).evidence == ((ONE,),)


def test_at_most_64_alternatives_are_listed():
    chess = [told(f"s001.t{number:02}", "hobby", "chess") for number in range(1, 10)]
    sailing = [told(f"s002.t{number:02}", "hobby", "sailing") for number in range(1, 10)]
    found = gold_of(asks("dynamic-incremental", SET, "hobby"), *chess, *sailing)
    # 9 x 9 = 81 pairs; the first 64 begin with the first seven tellings of chess, and one pair of the eighth.
    assert len(found.evidence) == 64
    assert found.evidence[0] == ("s001.t01", "s002.t01")
    assert found.evidence[-1] == ("s001.t08", "s002.t01")


def test_the_built_in_ontology_resolves_alike():
    ledger = ledger_of(told(ONE, "home_city", "Graz"), told(TWO, "home_city", "Bergen"))
    found = resolve(asks("knowledge-update", VALUE, "home_city"), ledger, load_ontology())
    _asked(found, ("Bergen",), ("Graz",), evidence=((TWO,),))


def test_options_are_in_english_unless_a_language_is_given():
    said = (Mentioned("home_city", city) for city in ("Graz", "Porto", "Lyon"))
    ledger = ledger_of(told(ONE, "home_city", "Bergen"), *said)
    probe = asks("recall-facts", Form.OPTION, "home_city")
    found = resolve(probe, ledger, load_ontology())
    assert found == resolve(probe, ledger, load_ontology(), Language.load("english"))
    options = found.expectation.options
    assert [option for option in options if "Bergen" in option] == [options["ABCD".index(found.expectation.gold[0])]]
    assert set(options) <= {
        f"{begins} {city}." for begins in ("It's", "My home city is") for city in ("Bergen", "Graz", "Porto", "Lyon")
    }
