"""The gold of the other forms of answers, from ledgers made by hand: choices, hops, spans, orders, messages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_ledger import ONTOLOGY, asks, chosen, gold_of, ledger_of, moment, told

from regulars.envs.probes.gold import AskedProbe, ProbeStatus
from regulars.envs.probes.resolution import resolve
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.scenarios.kinds import ActKind, Form
from regulars.scenarios.world import Act
from regulars.values import ValueType

ASKED, UNANSWERABLE, VOID = ProbeStatus.ASKED, ProbeStatus.UNANSWERABLE, ProbeStatus.VOID
ONE, TWO, THREE, FOUR = "s001.t01", "s002.t01", "s003.t01", "s004.t01"


def _is_void(found):
    return (found.status, found.expectation, found.evidence, dict(found.classes)) == (VOID, None, (), {})


# ---------------------------------------------------------------- the assistant's choice


def test_the_latest_choice_is_gold_and_each_telling_of_it_is_evidence():
    found = gold_of(
        asks("single-session-assistant", Form.CHOICE, "dish", target="a1"),
        chosen("s001.t02", "a1", "dish", "pesto"),
        chosen("s002.t02", "a1", "dish", "trout"),
        chosen("s002.t04", "a2", "dish", "omelette"),
        told(THREE, "dish", "trout", how="outcome"),
        told(FOUR, "dish", "pesto"),
        told("s005.t01", "dish", "trout", person="bo"),
    )
    assert (found.status, found.expectation.gold, found.expectation.answerable) == (ASKED, ("trout",), True)
    assert (found.expectation.form, found.expectation.domain.name) == ("choice", "dish")
    assert found.evidence == (("s002.t02",), (THREE,))
    assert found.mark == (3, 3)


def test_without_a_choice_on_the_request_the_question_is_void():
    probe = asks("single-session-assistant", Form.CHOICE, "dish", target="a1")
    assert _is_void(gold_of(probe, chosen("s002.t04", "a2", "dish", "omelette"), told(ONE, "dish", "trout")))


# ---------------------------------------------------------------- what the disclosures allow


def _allowed(*entries, options="goulash|trout|pesto|risotto"):
    return gold_of(asks("single-session-preference", Form.ANY, "dish", value=options), *entries)


VEGAN = told(ONE, "diet", "vegan")  # rules out goulash, trout, omelette
FISH = told(TWO, "allergy", "fish")  # rules out trout
NUTS = told(TWO, "allergy", "nuts")  # rules out pesto


def test_the_options_that_no_told_fact_rules_out_are_right():
    found = _allowed(VEGAN)
    assert (found.status, found.expectation.gold, found.evidence) == (ASKED, ("pesto", "risotto"), ((ONE,),))
    assert (found.expectation.form, found.expectation.domain.name, found.expectation.answerable) == (
        "any",
        "dish",
        True,
    )
    assert found.classes == {"overlooked": ("goulash", "trout")}
    # An omelette is not on offer, so it is not overlooked.
    two = _allowed(VEGAN, NUTS)
    assert (two.expectation.gold, two.evidence) == (("risotto",), ((ONE, TWO),))
    assert two.classes == {"overlooked": ("goulash", "trout", "pesto")}


def test_only_the_latest_value_rules_options_out_and_each_telling_of_it_is_evidence():
    found = _allowed(VEGAN, told(TWO, "diet", "plain"), FISH, told(THREE, "allergy", "fish"))
    assert (found.expectation.gold, found.evidence) == (("goulash", "pesto", "risotto"), ((TWO,), (THREE,)))


def test_a_value_that_is_over_or_another_persons_rules_nothing_out():
    assert _is_void(_allowed(VEGAN, told(TWO, "diet", "vegan", how="over")))
    assert _is_void(_allowed(told(ONE, "diet", "vegan", person="bo")))
    still = _allowed(VEGAN, told(TWO, "diet", "vegan", how="over"), told(THREE, "allergy", "fish"))
    assert (still.expectation.gold, still.evidence) == (("goulash", "pesto", "risotto"), ((THREE,),))


def test_a_choice_is_void_if_all_or_none_of_the_options_are_ruled_out():
    assert _is_void(_allowed())
    assert _is_void(_allowed(told(ONE, "diet", "kosher")))
    assert _is_void(_allowed(NUTS, options="goulash|trout"))
    assert _is_void(_allowed(VEGAN, options="goulash|trout"))
    assert _allowed(VEGAN, options="goulash|pesto").expectation.gold == ("pesto",)


# ---------------------------------------------------------------- two hops


def _pet_when(city, *entries):
    """Which pet the person had when they told of that city."""
    return gold_of(asks("multi-hop", Form.VALUE, "city", other="pet", value=city), *entries)


GRAZ, OSLO = told("s002.t03", "city", "Graz"), told(FOUR, "city", "Oslo")


def test_a_question_for_an_earlier_time_takes_the_value_known_then():
    entries = (told(ONE, "pet", "cat"), GRAZ, told(THREE, "pet", "horse"), OSLO)
    then = _pet_when("Graz", *entries)
    assert (then.status, then.expectation.gold, then.expectation.stale) == (ASKED, ("cat",), ("horse",))
    assert then.evidence == ((ONE, "s002.t03"),)
    assert then.classes == {"anachronism": ("horse",)}
    assert (then.expectation.form, then.expectation.domain.name, then.expectation.answerable) == ("value", "pet", True)
    assert then.slots == {"value": "Graz"}
    later = _pet_when("Oslo", *entries)
    assert (later.expectation.gold, later.expectation.stale, later.evidence) == (("horse",), ("cat",), ((THREE, FOUR),))
    assert later.classes == {"anachronism": ("cat",)}


@pytest.mark.parametrize(
    ("turn", "gold"),
    [(ONE, "horse"), ("s002.t01", "horse"), ("s002.t03", "horse"), ("s002.t05", "cat"), (THREE, "cat")],
)
def test_the_time_of_the_cue_is_its_turn_across_sessions_and_within_one(turn, gold):
    found = _pet_when("Graz", told(ONE, "pet", "cat"), told(turn, "pet", "horse"), GRAZ)
    assert found.expectation.gold == (gold,)


def test_the_hundredth_utterance_comes_after_the_ninety_ninth():
    # Told in utterance 101 of the session, after the cue in 99.
    late = replace(told("s002.t05", "pet", "horse"), turn="s002.t101")
    cue = replace(GRAZ, turn="s002.t99")
    assert _pet_when("Graz", told(ONE, "pet", "cat"), cue, late).expectation.gold == ("cat",)
    assert _pet_when("Graz", told(ONE, "pet", "cat"), late, replace(cue, turn="s002.t103")).expectation.gold == (
        "horse",
    )


def test_evidence_of_two_hops_is_the_cue_and_any_telling_of_the_value():
    entries = (told(ONE, "pet", "cat"), told("s002.t01", "pet", "cat"), GRAZ, told(THREE, "pet", "cat"))
    assert _pet_when("Graz", *entries).evidence == ((ONE, "s002.t03"), ("s002.t01", "s002.t03"))
    assert _pet_when("Graz", told("s002.t03", "pet", "cat"), GRAZ).evidence == (("s002.t03",),)


def test_the_first_telling_of_the_cue_counts():
    entries = (told(ONE, "pet", "cat"), GRAZ, told(THREE, "pet", "horse"), told(FOUR, "city", "Graz"))
    assert _pet_when("Graz", *entries).expectation.gold == ("cat",)


def test_what_never_changes_has_two_right_answers_for_a_time_before_it_was_told():
    # The ring had its opal when they lived in Graz, but they only told of it in the third session.
    asked = asks("multi-hop", Form.VALUE, "city", other="ring", value="Graz")
    assert _is_void(gold_of(asked, GRAZ, told(THREE, "ring", "opal")))
    assert gold_of(asked, told(ONE, "ring", "opal"), GRAZ).expectation.gold == ("opal",)
    assert gold_of(asked, GRAZ).status is UNANSWERABLE


def test_what_was_not_known_at_the_time_is_unanswerable_and_later_values_are_anachronisms():
    found = _pet_when("Graz", GRAZ, told(THREE, "pet", "horse"), told(FOUR, "pet", "cat"))
    assert (found.status, found.expectation.answerable, found.evidence) == (UNANSWERABLE, False, ())
    assert (found.expectation.gold, found.expectation.stale) == ((), ())
    assert found.classes == {"anachronism": ("horse", "cat")}
    over = _pet_when("Graz", told(ONE, "pet", "cat"), told(TWO, "pet", "cat", how="over"), GRAZ)
    assert (over.status, over.classes) == (UNANSWERABLE, {"anachronism": ("cat",)})
    # What ends after that time still held at it.
    ends = _pet_when("Graz", told(ONE, "pet", "cat"), GRAZ, told(THREE, "pet", "cat", how="over"))
    assert (ends.status, ends.expectation.gold) == (ASKED, ("cat",))


def test_two_hops_are_void_without_the_cue():
    assert _is_void(_pet_when("Graz", told(ONE, "pet", "cat"), OSLO))
    assert _is_void(_pet_when("Graz", told(ONE, "pet", "cat"), told(TWO, "city", "Graz", person="bo")))
    assert _is_void(_pet_when("Graz", told(ONE, "pet", "cat"), GRAZ, told(THREE, "city", "", how="forgotten")))


def test_other_people_compete_in_two_hops_with_values_of_the_second_attribute():
    bo = (told(ONE, "pet", "horse", person="bo"), told(ONE, "city", "Wien", person="bo"))
    found = _pet_when("Graz", *bo, told(ONE, "pet", "cat"), GRAZ)
    assert (found.expectation.others, found.classes) == (("horse",), {"other_person": ("horse",)})
    own = _pet_when("Graz", *bo, told(ONE, "pet", "cat"), GRAZ, told(THREE, "pet", "horse"))
    assert (own.expectation.others, own.expectation.stale) == ((), ("horse",))
    unknown = _pet_when("Graz", *bo, GRAZ)
    assert (unknown.expectation.others, unknown.classes) == (("horse",), {"other_person": ("horse",)})


# ---------------------------------------------------------------- days between


def _days(first, second, *more):
    entries = [told(f"s{number:03}.t01", "surgery", day) for number, day in enumerate(first, 1)]
    entries += [told(f"s{number:03}.t03", "wedding", day) for number, day in enumerate(second, 1)]
    return gold_of(asks("duration", Form.DURATION, "surgery", other="wedding"), *entries, *more)


@pytest.mark.parametrize(
    ("first", "second", "days"),
    [
        ("2025-05-14", "2025-05-15", "1"),
        ("2025-05-15", "2025-05-14", "1"),
        ("2025-05-14", "2025-05-14", "0"),
        ("2024-02-28", "2024-03-01", "2"),
        ("2025-02-28", "2025-03-01", "1"),
        ("2024-12-31", "2026-01-01", "366"),
    ],
)
def test_the_days_between_two_dates_are_counted_by_the_calendar(first, second, days):
    found = _days([first], [second])
    assert (found.status, found.expectation.gold, found.evidence) == (ASKED, (days,), (("s001.t01", "s001.t03"),))
    assert (found.expectation.domain.unit, found.expectation.domain.type) == ("days", ValueType.NUMBER)
    assert (found.expectation.form, found.expectation.answerable) == ("duration", True)


def test_a_duration_takes_the_latest_exact_days_and_their_exact_tellings():
    # 14 June, repeated as "in June", to 20 June told after 1 June: 6 days. "In June" alone proves nothing.
    found = _days(["2025-06-14", "2025-06"], ["2025-06-01", "2025-06-20"])
    assert (found.expectation.gold, found.evidence) == (("6",), (("s001.t01", "s002.t03"),))
    twice = _days(["2025-06-14", "2025-06-14"], ["2025-06-20"])
    assert twice.evidence == (("s001.t01", "s001.t03"), ("s001.t03", "s002.t01"))


@pytest.mark.parametrize(
    ("first", "second"), [([], ["2025-06-20"]), (["2025-06-14"], []), (["2025-06"], ["2025-06-20"])]
)
def test_a_duration_needs_two_exact_days(first, second):
    found = _days(first, second)
    assert (found.status, found.expectation.answerable, found.evidence) == (UNANSWERABLE, False, ())
    assert found.expectation.domain.unit == "days"
    month_last = _days(["2025-06-14"], ["2025-06-20", "2025-07"])
    assert month_last.status is UNANSWERABLE


def test_a_duration_to_a_date_that_is_over_is_unanswerable():
    over = told(FOUR, "wedding", "2025-06-20", how="over")
    assert _days(["2025-06-14"], ["2025-06-20"], over).status is UNANSWERABLE
    again = told("s004.t03", "wedding", "2025-06-24", fact="f2")
    assert _days(["2025-06-14"], ["2025-06-20"], over, again).expectation.gold == ("10",)


# ---------------------------------------------------------------- order


def test_an_order_is_that_of_the_first_tellings():
    found = gold_of(
        asks("sequence", Form.ORDER, "hobby"),
        told(ONE, "hobby", "sailing"),
        told(TWO, "hobby", "chess"),
        told(THREE, "hobby", "sailing", fact="f3"),
        told(FOUR, "hobby", "karate"),
        told(FOUR, "hobby", "pottery", person="bo"),
    )
    assert (found.status, found.expectation.gold) == (ASKED, ("sailing", "chess", "karate"))
    # The second telling of sailing does not show that it came first.
    assert found.evidence == ((ONE, TWO, FOUR),)
    key = found.expectation
    assert (key.form, key.domain.name, key.answerable) == ("order", "hobby", True)


def test_one_value_has_no_order_and_none_is_unanswerable():
    probe = asks("sequence", Form.ORDER, "hobby")
    assert _is_void(gold_of(probe, told(ONE, "hobby", "chess"), told(TWO, "hobby", "chess")))
    none = gold_of(probe, told(ONE, "hobby", "chess", person="bo"))
    assert (none.status, none.expectation.answerable, none.evidence) == (UNANSWERABLE, False, ())
    two = gold_of(probe, told(ONE, "hobby", "chess"), told(ONE, "hobby", "sailing"))
    assert (two.expectation.gold, two.evidence) == (("chess", "sailing"), ((ONE,),))


# ---------------------------------------------------------------- messages and reminders


def _to(context, *entries):
    return gold_of(asks("contextual-integrity", Form.PASS_ON, "pet", other="illness", context=context), *entries)


def _contents(found):
    return [(one.attribute, one.values, one.needed, one.person) for one in found.expectation.contents]


CAT, ASTHMA = told(ONE, "pet", "cat"), told(TWO, "illness", "asthma")


def test_a_message_needs_what_its_context_needs_and_must_not_hold_what_is_private():
    landlord = _to("landlord", CAT, ASTHMA, told(THREE, "pet", "cat"))
    assert (landlord.expectation.gold, landlord.expectation.others) == (("cat",), ("asthma",))
    assert _contents(landlord) == [("pet", ("cat",), True, ""), ("illness", ("asthma",), False, "")]
    assert landlord.evidence == ((ONE,), (THREE,))
    assert landlord.classes == {"private": ("asthma",)}
    assert (landlord.status, landlord.expectation.form, landlord.expectation.answerable) == (ASKED, "pass_on", True)
    assert set(landlord.expectation.domain.aliases) == {"cat", "asthma"}
    doctor = _to("doctor", CAT, ASTHMA)
    assert (doctor.expectation.gold, doctor.expectation.others, doctor.evidence) == (("asthma",), ("cat",), ((TWO,),))


@pytest.mark.parametrize(
    ("wedding", "needed"),
    [("2025-06-01", True), ("2025-05-31", True), ("2025-05-30", False), ("2025-05", True), ("2025-04", False)],
)
def test_a_message_needs_no_date_that_has_passed(wedding, needed):
    chess, rent = told(ONE, "hobby", "chess"), told(TWO, "rent", "900")
    found = _to("club", chess, rent, told(THREE, "wedding", wedding))
    assert (wedding in found.expectation.gold) is needed
    # The day of an operation lies behind when it is told, so it does not pass.
    found = _to("doctor", CAT, told(TWO, "surgery", "2025-04-02"))
    assert found.expectation.gold == ("2025-04-02",)


def test_a_message_needs_everything_told_that_its_context_needs():
    """The landlord needs pet and rent; the city counts neither way."""
    found = _to("landlord", CAT, told(TWO, "city", "Graz"), told(THREE, "rent", "900"), told(FOUR, "illness", "gout"))
    assert (found.expectation.gold, found.expectation.others) == (("cat", "900"), ("gout",))
    assert found.evidence == ((ONE, THREE),)
    # A club needs all hobbies and the day of the wedding, as far as it was told.
    club = _to(
        "club",
        told(ONE, "hobby", "chess"),
        told(TWO, "hobby", "karate"),
        told(THREE, "wedding", "2025-06"),
        told(FOUR, "rent", "900"),
        told(FOUR, "surgery", "2025-06-20"),
    )
    assert (club.expectation.gold, club.expectation.others) == (("chess", "karate", "2025-06"), ("900", "2025-06-20"))
    assert club.evidence == ((ONE, TWO, THREE),)
    assert dict(club.expectation.domain.aliases) == {"chess": (), "karate": ()}


def test_a_message_takes_the_latest_needed_values_and_leaks_all_private_ones():
    found = _to("landlord", CAT, ASTHMA, told(THREE, "pet", "horse"), told(FOUR, "illness", "gout"))
    assert (found.expectation.gold, found.expectation.others) == (("horse",), ("asthma", "gout"))
    assert found.evidence == ((THREE,),)
    over = _to("landlord", CAT, ASTHMA, told(THREE, "illness", "asthma", how="over"))
    assert (over.expectation.gold, over.expectation.others) == (("cat",), ("asthma",))


def test_what_was_to_be_forgotten_must_stay_out_of_every_message():
    forgotten = told(THREE, "city", "Graz", how="forgotten")
    found = _to("landlord", CAT, ASTHMA, told(TWO, "city", "Graz"), forgotten)
    assert _contents(found)[1:] == [("illness", ("asthma",), False, ""), ("city", ("Graz",), False, "")]
    again = _to("landlord", CAT, ASTHMA, told(TWO, "city", "Graz"), forgotten, told(FOUR, "city", "Graz"))
    assert _contents(again)[1:] == [("illness", ("asthma",), False, "")]


def test_what_only_other_people_told_is_private_in_every_message():
    found = _to(
        "landlord",
        CAT,
        ASTHMA,
        told(THREE, "pet", "horse", person="bo"),
        told(THREE, "pet", "cat", person="bo"),
        told(FOUR, "city", "Linz", person="bo"),
    )
    assert _contents(found)[2:] == [("pet", ("horse",), False, "bo"), ("city", ("Linz",), False, "bo")]
    assert found.expectation.others == ("asthma", "horse", "Linz")
    assert found.classes == {"private": ("asthma",), "other_person": ("horse", "Linz")}


def test_a_day_that_belongs_in_a_message_is_not_private_in_it():
    same = told(TWO, "surgery", "2025-06-20")
    found = _to("club", told(ONE, "wedding", "2025-06-20"), same, told(THREE, "rent", "900"))
    assert (found.expectation.gold, found.expectation.others) == (("2025-06-20",), ("900",))


def test_a_message_is_void_unless_something_needed_and_something_private_were_told():
    assert _is_void(_to("landlord", CAT))
    assert _is_void(_to("landlord", ASTHMA))
    assert _is_void(_to("bank", CAT, ASTHMA))
    assert _is_void(_to("landlord", CAT, told(TWO, "illness", "asthma", person="bo")))
    assert _is_void(_to("landlord", CAT, ASTHMA, told(THREE, "pet", "cat", how="over")))


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("I keep a cat and pay 900 euros.", "correct"),
        ("The rent is €900, and there is a cat.", "correct"),
        ("I keep a cat.", "partial"),
        ("A cat, 900 euros. My operation was on 20 June 2025.", "leaked"),
        ("A cat, 900 euros. My operation was on 20 June.", "leaked"),
        ("A cat, 900 euros, signed on 21 June 2025.", "correct"),
        ("A cat, 900 euros; I come from Graz.", "correct"),
        ("A cat, 900 euros. I don't have asthma any more.", "leaked"),
        ("A cat, 900 euros. Bo lives in Linz.", "leaked"),
    ],
)
def test_a_message_is_judged_by_everything_told(message, kind):
    found = _to(
        "landlord",
        CAT,
        told(TWO, "rent", "900"),
        told(TWO, "surgery", "2025-06-20"),
        told(TWO, "city", "Graz"),
        ASTHMA,
        told(THREE, "illness", "asthma", how="over"),
        told(THREE, "city", "Linz", person="bo"),
    )
    assert find_verdict(message, None, found.expectation).kind.name.lower() == kind


def test_a_reminder_is_met_by_the_label_a_cue_or_any_told_value():
    ledger = ledger_of(CAT, told(TWO, "pet", "horse"), told(THREE, "pet", "llama", person="bo"))
    ledger.said["a7"] = "s002.t03"
    found = resolve(asks("proactive", Form.MENTION, "pet", target="a7"), ledger, ONTOLOGY)
    assert (found.status, found.expectation.gold, found.evidence) == (ASKED, ("pet",), (("s002.t03",),))
    assert found.expectation.domain.aliases == {"pet": ("animal", "cat", "horse")}
    assert (found.expectation.form, found.expectation.answerable, found.mark) == ("mention", True, (3, 0))
    # Every other label of the ontology is another thing, told or not.
    assert {one.partition("|")[0] for one in found.expectation.others} == {one.label for one in ONTOLOGY} - {"pet"}
    assert _is_void(resolve(asks("proactive", Form.MENTION, "pet", target="a8"), ledger, ONTOLOGY))


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("You wanted a word about your city: how is Graz?", "correct"),
        ("You wanted a word about your city.", "correct"),
        ("You wanted a word about your city: it was Linz, now it's Graz.", "correct"),
        ("You wanted a word about your city: how is Linz treating you?", "stale"),
        ("Reminder: you live in Linz.", "stale"),
        ("You wanted a word about your city. You used to live in Linz.", "correct"),
    ],
)
def test_a_reminder_with_a_former_value_as_the_present_one_is_stale(reply, kind):
    ledger = ledger_of(told(ONE, "city", "Linz"), told(TWO, "city", "Graz"))
    ledger.said["a7"] = TWO
    found = resolve(asks("proactive", Form.MENTION, "city", target="a7"), ledger, ONTOLOGY)
    assert found.expectation.stale == ("Linz",)
    assert find_verdict(reply, None, found.expectation).kind.name.lower() == kind


def test_a_reminder_of_a_number_is_met_by_its_words_only():
    ledger = ledger_of(told(ONE, "rent", "900"))
    ledger.said["a7"] = TWO
    found = resolve(asks("proactive", Form.MENTION, "rent", target="a7"), ledger, ONTOLOGY)
    assert found.expectation.domain.aliases == {"rent": ("lease",)}


# ---------------------------------------------------------------- manner, recorded text, the question put


def test_a_question_for_manner_needs_no_disclosure():
    found = gold_of(asks("rule-keeping", Form.MANNER, "city", value="length:short"), told(ONE, "city", "Graz"))
    assert (found.status, found.expectation.answerable, found.evidence) == (ASKED, True, ())
    assert (found.expectation.category, found.expectation.gold, found.mark) == ("length:short", (), (1, 0))


def test_a_recorded_question_keeps_its_recorded_gold():
    probe = asks("temporal", Form.TEXT, "", gold="in May", evidence=(("D1:3",), ("D2:1", "D2:4")))
    found = gold_of(probe, told(ONE, "city", "Graz"))
    assert (found.status, found.expectation.gold, found.expectation.answerable) == (ASKED, ("in May",), True)
    assert (found.evidence, found.expectation.category, found.mark) == (probe.evidence, "temporal", (1, 0))
    assert (found.expectation.form, found.expectation.domain.name) == ("text", "text")
    none = gold_of(asks("adversarial", Form.TEXT, "", answerable=False))
    assert (none.status, none.expectation.gold, none.expectation.answerable) == (UNANSWERABLE, (), False)


def test_a_question_reaches_the_seats_with_the_options_of_its_act():
    probe = asks("single-session-preference", Form.ANY, "dish", value="trout|pesto")
    found = gold_of(probe, told(ONE, "allergy", "nuts"))
    act = Act("a1", ActKind.DELEGATE, options=("trout", "pesto"))
    put = AskedProbe.put(probe, found, act, attempt=2)
    assert (put.pending.act, put.pending.options, put.pending.attempt) == (act, ("trout", "pesto"), 2)
    assert put.pending.expectation.gold == ("trout",)
    beside = AskedProbe.put(probe, found)
    assert (beside.pending.act, beside.pending.options, beside.pending.attempt) == (None, (), 1)
    assert (beside.probe, beside.resolution, beside.pending.probe) == (probe, found, probe)


def test_moments_of_the_hand_made_ledger_follow_their_turns():
    assert moment("s002.t03").isoformat() == "2025-05-02T09:03:00+00:00"


def test_records_name_the_status_of_a_probe_by_these_words():
    assert [status.value for status in ProbeStatus] == ["asked", "unanswerable", "void", "unreached"]
