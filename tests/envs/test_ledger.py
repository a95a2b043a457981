"""The ledger: what counts as told after slips, ends and wishes to forget, and what earlier states held."""

from __future__ import annotations

from hand_ledger import Mentioned, chosen, ledger_of, told


def _values(ledger, person="ada", attribute="city"):
    return [one.value for one in ledger.of(person, attribute)]


def test_disclosures_are_kept_by_person_and_attribute_in_the_order_of_telling():
    ledger = ledger_of(
        told("s001.t01", "city", "Oslo"),
        told("s001.t01", "pet", "cat"),
        told("s001.t03", "city", "Graz", person="bo"),
        told("s002.t01", "city", "Graz"),
        told("s003.t01", "city", "Oslo"),
    )
    assert _values(ledger) == ["Oslo", "Graz", "Oslo"]
    assert _values(ledger, "bo") == ["Graz"]
    assert _values(ledger, "bo", "pet") == []
    assert ledger.attributes("ada") == ["city", "pet"]
    assert ledger.attributes("bo") == ["city"]
    assert list(ledger.tellers("city")) == ["ada", "bo"]
    assert list(ledger.tellers("pet")) == ["ada"]
    assert list(ledger.tellers("rent")) == []


def test_a_disclosure_needs_the_earlier_turns_that_it_rests_on():
    assert told("s001.t05", "city", "Graz", after=("s001.t01", "s001.t03")).turns == (
        "s001.t01",
        "s001.t03",
        "s001.t05",
    )
    assert told("s001.t05", "city", "Graz").turns == ("s001.t05",)


def test_facts_count_as_told_unless_they_were_implied_or_misspoken():
    ledger = ledger_of(
        told("s001.t01", "city", "Graz", fact="f1"),
        told("s001.t01", "country", "Austria", fact="f2", how="implied"),
        told("s001.t03", "rent", "900", fact="f3", how="slip"),
        told("s001.t05", "pet", "cat", fact="f4", how="over"),
    )
    assert ledger.told == {"f1", "f4"}
    assert ledger.slipped == {"f3"}


def test_mending_takes_back_the_slips_on_its_fact_and_no_others():
    ledger = ledger_of(
        told("s001.t01", "city", "Graz", fact="f1"),
        told("s002.t01", "city", "Linz", fact="f1", how="slip"),
        told("s003.t01", "city", "Wien", fact="f2", how="slip"),
        told("s003.t01", "pet", "horse", fact="f1", how="slip"),
        told("s004.t01", "city", "Graz", fact="f1", how="mended"),
    )
    # f1's slip Linz goes, f2's slip Wien stays, and so does the slip on another attribute.
    assert _values(ledger) == ["Graz", "Wien", "Graz"]
    assert [one.value for one in ledger.retracted("ada", "city")] == ["Linz"]
    assert ledger.retracted("ada", "pet") == ledger.retracted("bo", "city") == []
    assert ledger.told == {"f1"}
    assert ledger.slipped == {"f2"}


def test_a_correction_takes_back_no_slip():
    ledger = ledger_of(
        told("s001.t01", "city", "Linz", fact="f1", how="slip"),
        told("s002.t01", "city", "Graz", fact="f1", how="correction"),
    )
    assert _values(ledger) == ["Linz", "Graz"]
    assert ledger.slipped == {"f1"}


def test_forgetting_empties_the_attribute_of_that_person_and_remembers_its_values():
    ledger = ledger_of(
        told("s001.t01", "city", "Linz", fact="f1", how="slip"),
        told("s001.t03", "city", "Graz", fact="f1", how="mended"),
        told("s002.t01", "city", "Oslo", fact="f2"),
        told("s002.t01", "city", "Wien", fact="f3", how="slip"),
        told("s002.t03", "pet", "cat", fact="f4", how="slip"),
        told("s002.t05", "city", "Oslo", person="bo"),
        told("s003.t01", "city", "", how="forgotten"),
    )
    assert _values(ledger) == []
    assert ledger.attributes("ada") == ["pet"]
    # First what counted as told, then what had been taken back.
    assert ledger.forgotten("ada", "city") == ["Graz", "Oslo", "Wien", "Linz"]
    assert ledger.retracted("ada", "city") == []
    assert ledger.slipped == {"f4"}
    assert _values(ledger, "bo") == ["Oslo"]
    assert ledger.forgotten("bo", "city") == ledger.forgotten("ada", "pet") == []


def test_what_is_told_after_forgetting_counts_again_and_forgetting_twice_adds_up():
    ledger = ledger_of(
        told("s001.t01", "city", "Graz"),
        told("s001.t03", "pet", "cat"),
        told("s002.t01", "city", "", how="forgotten"),
        told("s003.t01", "city", "Oslo"),
    )
    assert _values(ledger) == ["Oslo"]
    assert ledger.attributes("ada") == ["pet", "city"]
    ledger.enter(told("s004.t01", "city", "", how="forgotten"))
    assert _values(ledger) == []
    assert ledger.forgotten("ada", "city") == ["Graz", "Oslo"]


def test_a_fact_is_contested_while_both_its_slip_and_its_true_value_stand():
    true = told("s001.t01", "city", "Graz", fact="f1")
    slip = told("s002.t01", "city", "Linz", fact="f1", how="slip")
    other = told("s002.t03", "city", "Oslo", fact="f2")
    over = told("s003.t01", "city", "Graz", fact="f1", how="over")
    mended = told("s003.t01", "city", "Graz", fact="f1", how="mended")
    assert ledger_of(true, slip).is_contested("ada", "city")
    assert ledger_of(slip, true).is_contested("ada", "city")
    assert ledger_of(true, slip, other).is_contested("ada", "city")
    assert not ledger_of(true, slip).is_contested("bo", "city")
    assert not ledger_of(true, slip).is_contested("ada", "pet")
    assert not ledger_of(true).is_contested("ada", "city")
    assert not ledger_of(slip).is_contested("ada", "city")
    assert not ledger_of(slip, other).is_contested("ada", "city")
    assert not ledger_of(slip, over).is_contested("ada", "city")
    assert not ledger_of(true, slip, mended).is_contested("ada", "city")


def test_the_latest_choice_on_a_request_counts():
    ledger = ledger_of(
        chosen("s001.t02", "a1", "dish", "pesto"),
        chosen("s001.t04", "a2", "dish", "trout"),
        chosen("s002.t02", "a1", "dish", "risotto"),
    )
    assert ledger.commitment("a1").value == "risotto"
    assert ledger.commitment("a2").value == "trout"
    assert ledger.commitment("a3") is None
    assert [one.value for one in ledger.commitments] == ["pesto", "trout", "risotto"]


def test_noise_is_found_by_the_persons_attributes_and_by_turns_once_for_each_kind():
    ledger = ledger_of()
    ledger.note_noise("vague-dates", "s001.t01", "ada", "wedding")
    ledger.note_noise("typos", "s001.t03", "ada")
    ledger.note_noise("vague-dates", "s002.t01", "ada", "wedding")
    ledger.note_noise("changed-minds", "s002.t03", "bo", "wedding")
    ledger.note_noise("omissions", "s003.t01", "ada", "pet")
    assert ledger.noise_on("ada", ["wedding"], []) == ("vague-dates",)
    assert ledger.noise_on("bo", ["wedding"], []) == ("changed-minds",)
    # Typos belong to a turn: an empty attribute names none.
    assert ledger.noise_on("ada", ["pet", ""], []) == ("omissions",)
    assert ledger.noise_on("bo", [""], ["s001.t03", "s003.t01"]) == ("typos", "omissions")
    assert ledger.noise_on("ada", ["pet", "wedding"], ["s001.t03"]) == ("vague-dates", "typos", "omissions")
    ledger.note_noise("typos", "s001.t03", "ada")
    assert len(ledger.noise) == 5


def test_a_mark_gives_back_the_ledger_of_that_moment():
    ledger = ledger_of(
        told("s001.t01", "city", "Graz"),
        told("s001.t01", "pet", "cat"),
        chosen("s001.t02", "a1", "dish", "pesto"),
    )
    assert ledger.mark == (2, 1)
    ledger.enter(told("s002.t01", "city", "", how="forgotten"))
    ledger.commit(chosen("s002.t02", "a1", "dish", "trout"))
    ledger.commit(chosen("s002.t02", "a2", "dish", "risotto"))
    assert ledger.mark == (3, 3)
    earlier = ledger.at((2, 1))
    assert _values(earlier) == ["Graz"]
    assert earlier.forgotten("ada", "city") == []
    assert earlier.commitment("a1").value == "pesto"
    assert earlier.commitment("a2") is None
    assert earlier.mark == (2, 1)
    assert ledger.at((1, 3)).commitment("a1").value == "trout"
    assert ledger.at((1, 3)).attributes("ada") == ["city"]


def test_an_earlier_ledger_is_a_copy():
    ledger = ledger_of(told("s001.t01", "city", "Graz"))
    ledger.said["wish"] = "s001.t03"
    ledger.note_noise("typos", "s001.t01", "ada")
    earlier = ledger.at(ledger.mark)
    assert earlier.turn_of("wish") == "s001.t03"
    assert earlier.turn_of("other") is None
    assert earlier.noise_on("ada", [], ["s001.t01"]) == ("typos",)
    earlier.enter(told("s002.t01", "city", "Oslo"))
    earlier.said["other"] = "s002.t01"
    earlier.note_noise("omissions", "s001.t01", "ada")
    assert _values(ledger) == ["Graz"]
    assert ledger.turn_of("other") is None
    assert ledger.noise_on("ada", [], ["s001.t01"]) == ("typos",)


def test_what_was_mentioned_is_no_disclosure_and_is_kept_by_person_and_attribute():
    ledger = ledger_of(
        Mentioned("city", "Graz"),
        told("s001.t01", "city", "Oslo"),
        Mentioned("city", "Linz"),
        Mentioned("city", "Graz"),
        Mentioned("city", "Wien", "bo"),
        Mentioned("pet", "cat"),
    )
    assert ledger.mentioned("ada", "city") == ["Graz", "Linz"]
    assert ledger.mentioned("bo", "city") == ["Wien"]
    assert ledger.mentioned("bo", "pet") == []
    assert _values(ledger) == ["Oslo"]
    assert ledger.mark == (6, 0)
    # The mark counts what was mentioned, in the order of saying.
    assert [ledger.at((size, 0)).mentioned("ada", "city") for size in range(4)] == [
        [],
        ["Graz"],
        ["Graz"],
        ["Graz", "Linz"],
    ]
    assert [_values(ledger.at((size, 0))) for size in range(4)] == [[], [], ["Oslo"], ["Oslo"]]
    assert ledger.at(ledger.mark).hearsay == ledger.hearsay
