"""The gold of multiple choice, from ledgers made by hand: the right option, the wrong ones by class, the evidence."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hand_ledger import (
    LANGUAGE,
    ONTOLOGY,
    asks,
    attribute,
    gold_of,
    ledger_of,
    option_texts,
    pack,
    right_text,
    told,
    wrong_texts,
)

from regulars.envs.probes.gold import ProbeStatus
from regulars.envs.probes.resolution import resolve
from regulars.scenarios.insights.entries import Interpretation, Leg
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.ontology.attributes import Ontology

VOID = ProbeStatus.VOID
ONE, TWO, THREE, FOUR = "s001.t01", "s002.t01", "s003.t01", "s004.t01"
IDS = [f"p{number}" for number in range(400)]


def _asked(kind, name, *entries, id="p", other="", language=LANGUAGE):
    return gold_of(asks(kind, Form.OPTION, name, id=id, other=other), *entries, language=language)


def _is_void(found):
    return (found.status, found.expectation, found.evidence) == (VOID, None, ())


def _city(*values):
    return [told(f"s{number:03}.t01", "city", value) for number, value in enumerate(values, 1)]


# ---------------------------------------------------------------- which statement is right


def test_options_are_the_latest_value_the_one_before_another_persons_and_untold_ones():
    # Five cities: Bergen is the latest, Oslo the one before, Graz too old to be offered, Wien first told by another.
    entries = (*_city("Graz", "Oslo", "Bergen"), told(ONE, "city", "Wien", "bo"), told(TWO, "city", "Linz", "bo"))
    # Linz is bo's too, so no untold city is left for the fourth option.
    assert _is_void(_asked("recall-facts", "city", *entries))
    found = _asked("recall-facts", "city", *entries[:-1])
    assert right_text(found) == "My city is Bergen."
    assert wrong_texts(found) == {
        "stale": {"My city is Oslo."},
        "other_person": {"My city is Wien."},
        "generic": {"My city is Linz."},
    }
    assert (found.status, found.evidence, found.mark) == (ProbeStatus.ASKED, ((THREE,),), (4, 0))
    key = found.expectation
    assert (key.form, key.answerable, key.domain.name, key.stale, key.others) == ("option", True, "letters", (), ())
    assert list(option_texts(found)) == ["A", "B", "C", "D"]


def test_the_letters_and_the_question_list_the_same_options():
    found = _asked("recall-facts", "city", *_city("Graz", "Oslo"))
    listed = " ".join(f"{letter}) {text}" for letter, text in option_texts(found).items())
    assert dict(found.slots) == {"options": listed}
    assert set(found.classes["generic"]) | {*found.classes["stale"], *found.expectation.gold} == set("ABCD")


def test_each_telling_of_the_latest_value_is_evidence_for_an_option():
    entries = _city("Bergen", "Oslo", "Bergen", "Bergen")
    found = _asked("recall-facts", "city", *entries)
    assert (right_text(found), found.evidence) == ("My city is Bergen.", ((THREE,), (FOUR,)))
    assert wrong_texts(found)["stale"] == {"My city is Oslo."}


def test_a_value_taken_back_is_no_untold_option():
    # Of five cities Graz is right, Linz was taken back, and three are left.
    entries = (
        told(ONE, "city", "Graz", fact="f1"),
        told(TWO, "city", "Linz", fact="f1", how="slip"),
        told(THREE, "city", "Graz", fact="f1", how="mended"),
    )
    found = _asked("recall-facts", "city", *entries)
    assert wrong_texts(found) == {"generic": {"My city is Oslo.", "My city is Bergen.", "My city is Wien."}}
    assert found.evidence == ((ONE,), (THREE,))


def test_the_persons_own_value_is_never_another_persons_option():
    found = _asked("recall-facts", "city", *_city("Graz", "Oslo"), told(ONE, "city", "Graz", person="bo"))
    assert set(wrong_texts(found)) == {"stale", "generic"}


def test_without_enough_values_or_for_dates_or_after_the_end_there_is_no_question():
    assert _is_void(_asked("recall-facts", "city"))
    assert _is_void(_asked("recall-facts", "pet", told(ONE, "pet", "cat")))
    assert _is_void(_asked("recall-facts", "wedding", told(ONE, "wedding", "2025-06-14")))
    graz = told(ONE, "city", "Graz")
    assert _is_void(_asked("recall-facts", "city", graz, told(TWO, "city", "Graz", how="over")))
    assert not _is_void(_asked("recall-facts", "city", graz))
    again = _asked("recall-facts", "city", graz, told(TWO, "city", "Graz", how="over"), told(THREE, "city", "Graz"))
    assert again.evidence == ((THREE,),)


@pytest.mark.parametrize("kind", ["recall-facts", "latest-preference", "new-scenario"])
def test_a_latest_preference_needs_two_different_values(kind):
    once, same, two = _city("Graz"), _city("Graz", "Graz"), _city("Graz", "Oslo")
    needs_two = kind == "latest-preference"
    assert _is_void(_asked(kind, "city", *once)) is needs_two
    assert _is_void(_asked(kind, "city", *same)) is needs_two
    assert right_text(_asked(kind, "city", *two)) == "My city is Oslo."


def test_numbers_among_options_have_their_unit():
    found = _asked("recall-facts", "rent", told(ONE, "rent", "900"), told(TWO, "rent", "1000"))
    assert right_text(found) == "My rent is 1000 euros."
    assert wrong_texts(found)["stale"] == {"My rent is 900 euros."}


# ---------------------------------------------------------------- what would be new


def _hobbies(*values):
    return [told(f"s{number:03}.t01", "hobby", value) for number, value in enumerate(values, 1)]


def test_the_only_untold_value_is_new_among_three_told_ones():
    entries = (*_hobbies("chess", "sailing", "pottery", "chess"), told(ONE, "hobby", "chess", person="bo"))
    found = _asked("suggest-new", "hobby", *entries)
    assert right_text(found) == "Karate"
    assert wrong_texts(found) == {"told": {"Chess", "Sailing", "Pottery"}}
    # Each told option needs one of its tellings; chess has two. Bo's is not one of them.
    assert set(found.evidence) == {(ONE, TWO, THREE), (TWO, THREE, FOUR)}


def test_nothing_is_new_without_three_told_values_or_an_untold_one():
    assert _is_void(_asked("suggest-new", "hobby", *_hobbies("chess", "sailing", "chess")))
    assert _is_void(_asked("suggest-new", "hobby", *_hobbies("chess", "sailing", "pottery", "karate")))
    others = told(ONE, "hobby", "karate", person="bo")
    assert _is_void(_asked("suggest-new", "hobby", *_hobbies("chess", "sailing", "pottery"), others))


# ---------------------------------------------------------------- how it went


def test_a_history_of_three_values_stands_among_its_other_orders():
    found = _asked("full-evolution", "city", *_city("Graz", "Graz", "Oslo", "Bergen"))
    assert right_text(found) == "It went Graz, then Oslo, then Bergen."
    (wrong,) = wrong_texts(found).values()
    orders = {
        "It went Graz, then Bergen, then Oslo.", "It went Oslo, then Graz, then Bergen.",
        "It went Oslo, then Bergen, then Graz.", "It went Bergen, then Graz, then Oslo.",
        "It went Bergen, then Oslo, then Graz.",
    }  # fmt: skip
    assert set(found.classes) == {"order"}
    assert len(wrong) == 3
    assert wrong < orders
    assert set(found.evidence) == {(ONE, THREE, FOUR), (TWO, THREE, FOUR)}


def test_a_history_of_two_values_stands_beside_its_reverse_and_untold_values():
    # Graz, then Oslo. Bo told Bergen, so Linz and Wien are the untold ones; each replaces one end.
    entries = (*_city("Graz", "Oslo"), told(ONE, "city", "Bergen", person="bo"))
    found = _asked("full-evolution", "city", *entries)
    assert right_text(found) == "It went Graz, then Oslo."
    (wrong,) = wrong_texts(found).values()
    assert "It went Oslo, then Graz." in wrong
    assert wrong - {"It went Oslo, then Graz."} in (
        {"It went Graz, then Linz.", "It went Wien, then Oslo."},
        {"It went Graz, then Wien.", "It went Linz, then Oslo."},
    )
    assert found.evidence == ((ONE, TWO),)


def test_a_history_of_five_values_is_cut_to_the_last_four():
    found = _asked("full-evolution", "city", *_city("Graz", "Oslo", "Bergen", "Linz", "Wien"))
    assert right_text(found) == "It went Oslo, then Bergen, then Linz, then Wien."
    assert found.evidence == ((TWO, THREE, FOUR, "s005.t01"),)


def test_there_is_no_history_of_one_value_of_a_return_or_of_dates():
    assert _is_void(_asked("full-evolution", "city", *_city("Graz", "Graz")))
    assert _is_void(_asked("full-evolution", "city", *_city("Graz", "Oslo", "Graz")))
    assert _is_void(_asked("full-evolution", "pet", told(ONE, "pet", "cat"), told(TWO, "pet", "horse")))
    days = (told(ONE, "wedding", "2025-06-14"), told(TWO, "wedding", "2025-06-20"), told(THREE, "wedding", "2025-07"))
    assert _is_void(_asked("full-evolution", "wedding", *days))
    over = told(THREE, "city", "Oslo", how="over")
    assert _is_void(_asked("full-evolution", "city", *_city("Graz", "Oslo"), over))


# ---------------------------------------------------------------- why it changed


def _moves(*reasons):
    cities = ("Graz", "Oslo", "Bergen", "Linz")
    pairs = zip(cities, reasons, strict=False)
    return [told(f"s{number:03}.t01", "city", city, reason=why) for number, (city, why) in enumerate(pairs, 1)]


def test_the_reason_of_the_last_change_that_has_one_is_right():
    found = _asked("update-reason", "city", *_moves("", "money", "health", ""))
    assert right_text(found) == "For health"
    assert found.slots["value"] == "Bergen"
    assert found.evidence == ((THREE,),)
    assert wrong_texts(found) == {
        "other_reason": {"To spend less"},
        "generic": {"Because of noise", "Since all praised it"},
    }


def test_the_latest_other_reason_of_the_person_is_a_wrong_option():
    # Reasons of the person: money, then noise (for a pet), and health, asked for. Bo's praise is not the person's.
    entries = (
        *_moves("", "money", "health"),
        told("s003.t03", "pet", "cat", reason="noise"),
        told("s003.t05", "pet", "horse", person="bo", reason="praise"),
    )
    five = pack(
        money=("It is cheaper.", "to spend less"),
        health=("My body asked.", "for health"),
        noise=("It was loud.", "because of noise"),
        praise=("All praised it.", "since all praised it"),
        time=("I was short of hours.", "for lack of time"),
    )
    found = _asked("update-reason", "city", *entries, language=five)
    # Money was another reason too, but an earlier one: neither the other reason nor an unused one.
    assert wrong_texts(found) == {
        "other_reason": {"Because of noise"},
        "generic": {"Since all praised it", "For lack of time"},
    }


def test_a_change_without_a_reason_or_an_ended_value_gives_no_question():
    assert _is_void(_asked("update-reason", "city", *_moves("", "")))
    assert _is_void(_asked("update-reason", "city", *_moves("", "money"), told(THREE, "city", "Oslo", how="over")))


# ---------------------------------------------------------------- what fits


def test_of_the_dishes_one_that_no_told_fact_rules_out_is_right():
    # Vegan rules out goulash, trout and omelette, nuts rules out pesto; risotto is left.
    found = _asked("aligned-recommendation", "dish", told(ONE, "diet", "vegan"), told(TWO, "allergy", "nuts"))
    assert right_text(found) == "Risotto"
    assert wrong_texts(found) == {"overlooked": {"Goulash", "Trout", "Omelette"}}
    assert found.evidence == ((ONE,),)


def test_a_dish_that_an_earlier_value_ruled_out_is_never_right():
    # Nuts held once. Pesto may be allowed by now, but a listener could doubt it.
    entries = (told(ONE, "allergy", "nuts"), told(TWO, "allergy", "fish"), told(THREE, "diet", "vegan"))
    found = _asked("aligned-recommendation", "dish", *entries)
    assert (right_text(found), found.evidence) == ("Risotto", ((THREE,),))


def test_less_than_three_dishes_ruled_out_give_no_question():
    assert _is_void(_asked("aligned-recommendation", "dish", told(ONE, "allergy", "fish")))
    assert _is_void(_asked("aligned-recommendation", "dish"))
    vegan = told(ONE, "diet", "vegan")
    assert _is_void(_asked("aligned-recommendation", "dish", vegan, told(TWO, "diet", "plain")))
    assert _is_void(_asked("aligned-recommendation", "dish", vegan, told(TWO, "diet", "vegan", how="over")))
    assert _is_void(_asked("aligned-recommendation", "dish", told(ONE, "diet", "vegan", person="bo")))


# ---------------------------------------------------------------- what came first, what was more


def test_the_attribute_told_first_is_right_by_its_first_telling():
    entries = (told(TWO, "pet", "cat"), told("s002.t03", "city", "Graz"), told(FOUR, "pet", "horse"))
    lines = ("My city: Graz.", "My pet: cat.", "On my city you heard Graz.", "On my pet you heard cat.")
    for probe in (
        asks("order-recall", Form.OPTION, "city", other="pet"),
        asks("order-recall", Form.OPTION, "pet", other="city"),
    ):
        found = gold_of(probe, *entries)
        assert right_text(found) in (lines[1], lines[3])
        assert wrong_texts(found)["later"] < {lines[0], lines[2]}
        assert found.evidence == ((TWO, "s002.t03"),)
        assert len(found.expectation.options) == 2
        assert found.expectation.gold[0] in "AB"
    # Each option has a wording of its own.
    assert {text.split()[0] for text in option_texts(found).values()} == {"My", "On"}


def test_an_order_across_sessions_goes_by_the_session():
    entries = (told("s001.t09", "city", "Graz"), told("s002.t03", "pet", "cat"))
    assert "city" in right_text(_asked("order-recall", "pet", *entries, other="city"))


def test_an_order_within_a_long_session_goes_by_the_number_of_the_utterance():
    late, early = (
        replace(told(ONE, "city", "Graz"), turn="s001.t101"),
        replace(told(ONE, "pet", "cat"), turn="s001.t99"),
    )
    assert "cat" in right_text(_asked("order-recall", "city", early, late, other="pet"))


def test_there_is_no_order_in_one_turn_of_dates_or_of_what_is_over_or_untold():
    graz, cat = told(ONE, "city", "Graz"), told(ONE, "pet", "cat")
    assert _is_void(_asked("order-recall", "city", graz, cat, other="pet"))
    assert _is_void(_asked("order-recall", "city", graz, other="pet"))
    assert _is_void(_asked("order-recall", "city", graz, told(TWO, "wedding", "2025-06-14"), other="wedding"))
    horse = told(TWO, "pet", "horse")
    assert not _is_void(_asked("order-recall", "city", graz, horse, other="pet"))
    assert _is_void(_asked("order-recall", "city", graz, horse, told(THREE, "pet", "horse", how="over"), other="pet"))


def _rents(*values):
    return [told(f"s{number:03}.t01", "rent", value) for number, value in enumerate(values, 1)]


@pytest.mark.parametrize(
    ("rents", "right"),
    [
        (("900", "1000"), "The last number."),
        (("1000", "900"), "The first number."),
        # 900 is more than the last but one, 500, and less than the last, 1000.
        (("900", "500", "1000"), "The last number."),
        # 600 is less than the second, 800, and more than the last, 300.
        (("600", "800", "300"), "The first number."),
    ],
)
def test_a_comparison_is_between_the_first_and_the_last_number(rents, right):
    found = _asked("compare", "rent", *_rents(*rents))
    assert right_text(found) == right
    both = {"The first number.", "The last number."}
    assert wrong_texts(found) == {"reversed": both - {right}}
    assert found.evidence == ((ONE, f"s00{len(rents)}.t01"),)
    assert len(found.expectation.options) == 2


def test_equal_numbers_one_number_or_words_are_not_compared():
    assert _is_void(_asked("compare", "rent", *_rents("900")))
    assert _is_void(_asked("compare", "rent", *_rents("900", "1000", "900")))
    assert _is_void(_asked("compare", "city", *_city("Graz", "Oslo")))
    assert _is_void(_asked("compare", "rent", *_rents("900", "1000"), told(FOUR, "rent", "1000", how="over")))


# ---------------------------------------------------------------- two facts and a trait together

KINDS = ("decision-guidance", "interpretive-attribution", "value-judgment", "contradiction")
QUIET, LOUD = "act quiet", "act loud"


def _entry(kind="contradiction"):
    """A cat or a rent up to 500 euros suits the quiet; a horse or a higher rent suits the loud."""
    pets = Leg("pet", {"small": frozenset({"cat"}), "large": frozenset({"horse"})})
    rents = Leg("rent", {"low": frozenset({"400", "500"}), "high": frozenset({"900"})})
    right = {
        ("small", "low", "quiet"): 0, ("large", "high", "loud"): 0,
        ("large", "low", "quiet"): 1, ("small", "high", "loud"): 1,
        ("small", "high", "quiet"): 2, ("large", "low", "loud"): 2,
        ("large", "high", "quiet"): 3, ("small", "low", "loud"): 3,
    }  # fmt: skip
    texts = ("Both suit me.", "Only the home does.", "Only the pet does.", "Neither does.")
    return Interpretation("home", ProbeKind(kind), "Which suits me?", pets, rents, ("quiet", "loud"), texts, right)


def _days():
    right = {
        ("wedding", "quiet"): 0, ("surgery", "quiet"): 1, ("wedding", "loud"): 2, ("surgery", "loud"): 3,
    }  # fmt: skip
    texts = ("Softly, the feast.", "Softly, the knife.", "Noisily, the feast.", "Noisily, the knife.")
    legs = Leg("wedding", {}), Leg("surgery", {})
    return Interpretation("days", ProbeKind.VALUE_JUDGMENT, "What first?", *legs, ("quiet", "loud"), texts, right)


CAT, RENT = told(ONE, "pet", "cat"), told(THREE, "rent", "500")


def _interpreted(*entries, entry=None, trait="quiet", shown=TWO, act=QUIET, id="p"):
    """The gold of an interpretation of ada, of whom `act` has shown a trait in the turn `shown`."""
    entry = entry or _entry()
    language = LANGUAGE.over(ONTOLOGY)
    language.insights = {entry.name: entry}
    ledger = ledger_of(*entries)
    if shown:
        ledger.said[act] = shown
    probe = asks(
        entry.kind.value, Form.OPTION, entry.first.attribute, id=id, other=entry.second.attribute, value=trait,
        target=QUIET if trait == "quiet" else LOUD, context=entry.name,
    )  # fmt: skip
    return resolve(probe, ledger, ONTOLOGY, language)


@pytest.mark.parametrize("kind", KINDS)
def test_a_conclusion_follows_from_two_facts_and_a_trait(kind):
    found = _interpreted(CAT, RENT, entry=_entry(kind))
    assert right_text(found) == "Both suit me."
    # A horse would make it the home alone, a high rent the pet alone; a loud person would find that neither suits.
    assert wrong_texts(found) == {
        "other_fact": {"Only the home does.", "Only the pet does."},
        "other_trait": {"Neither does."},
    }
    assert found.evidence == ((ONE, TWO, THREE),)
    assert len(found.expectation.options) == 4


def test_either_other_fact_or_the_other_trait_changes_the_right_conclusion():
    horse, dear = told(ONE, "pet", "horse"), told(THREE, "rent", "900")
    assert right_text(_interpreted(horse, RENT)) == "Only the home does."
    assert right_text(_interpreted(CAT, dear)) == "Only the pet does."
    assert right_text(_interpreted(CAT, RENT, trait="loud", act=LOUD)) == "Neither does."
    assert right_text(_interpreted(horse, dear, trait="loud", act=LOUD)) == "Both suit me."


def test_the_last_told_value_counts_and_each_telling_of_it_is_evidence():
    cat_again = told("s005.t01", "pet", "cat")
    found = _interpreted(told(ONE, "pet", "horse"), told(THREE, "pet", "cat"), told(FOUR, "rent", "400"), cat_again)
    assert right_text(found) == "Both suit me."
    assert set(found.evidence) == {(TWO, THREE, FOUR), (TWO, FOUR, "s005.t01")}


def test_a_fact_told_in_two_pieces_needs_both_turns():
    found = _interpreted(CAT, told("s003.t03", "rent", "500", how="piecemeal", after=("s003.t01",)))
    assert found.evidence == ((ONE, TWO, "s003.t01", "s003.t03"),)


def test_without_a_fact_or_before_the_trait_is_shown_there_is_no_question():
    assert not _is_void(_interpreted(CAT, RENT))
    assert _is_void(_interpreted(CAT))
    assert _is_void(_interpreted(RENT))
    assert _is_void(_interpreted(CAT, RENT, shown=""))
    # The quiet trait was asked for, and only the loud one was shown.
    assert _is_void(_interpreted(CAT, RENT, act=LOUD))
    assert _is_void(_interpreted(CAT, RENT, told(FOUR, "pet", "cat", how="over")))
    assert _is_void(_interpreted(CAT, RENT, told(FOUR, "pet", "cat", how="forgotten")))


def test_while_a_contradiction_about_a_fact_stands_there_is_no_question():
    slip = told(FOUR, "pet", "horse", fact=CAT.fact, how="slip")
    assert _is_void(_interpreted(CAT, RENT, slip))
    mended = told("s005.t01", "pet", "cat", fact=CAT.fact, how="mended")
    assert right_text(_interpreted(CAT, RENT, slip, mended)) == "Both suit me."


def test_values_on_no_side_and_facts_of_one_turn_give_no_question():
    assert _is_void(_interpreted(CAT, told(THREE, "rent", "600")))
    assert _is_void(_interpreted(CAT, told(ONE, "rent", "500")))
    assert _is_void(_interpreted(CAT, RENT, trait="shy"))


@pytest.mark.parametrize(
    ("wedding", "surgery", "right"),
    [
        ("2025-06-14", "2025-06-15", "Softly, the feast."),
        ("2025-06-14", "2025-06-13", "Softly, the knife."),
        ("2025-06", "2025-07-01", "Softly, the feast."),
        ("2025-07", "2025-06", "Softly, the knife."),
    ],
)
def test_the_earlier_of_two_dates_counts_as_exactly_as_both_were_told(wedding, surgery, right):
    found = _interpreted(told(ONE, "wedding", wedding), told(THREE, "surgery", surgery), entry=_days())
    assert right_text(found) == right
    # The two facts decide the day together, so either of them changes the same conclusion.
    assert {name: len(texts) for name, texts in wrong_texts(found).items()} == {
        "other_fact": 1, "other_trait": 1, "other_both": 1,
    }  # fmt: skip


def test_dates_that_may_be_the_same_give_no_question():
    june = told(ONE, "wedding", "2025-06")
    for surgery in ("2025-06", "2025-06-30"):
        assert _is_void(_interpreted(june, told(THREE, "surgery", surgery), entry=_days()))


def test_the_letter_of_a_conclusion_is_drawn():
    letters = Counter(_interpreted(CAT, RENT, id=id).expectation.gold[0] for id in IDS)
    assert all(_about(0.25, letters[letter]) for letter in "ABCD"), letters


# ---------------------------------------------------------------- letters and lengths give nothing away

TOOLS = "a ab abc abcd abcde abcdef abcdefg"


def _over_ids(values, *entries, kind="recall-facts", other="", **more):
    """The golds of one question under 400 ids, in an ontology whose tools have names of these lengths."""
    attributes = {"tool": attribute("tool", values, cardinality=Cardinality.MANY), "pet": ONTOLOGY.attribute("pet")}
    ontology = Ontology({**attributes, **more})
    ledger = ledger_of(*entries)
    probes = [asks(kind, Form.OPTION, "tool", id=id, other=other) for id in IDS]
    return [resolve(probe, ledger, ontology, LANGUAGE) for probe in probes]


def _about(share, number):
    """Whether a number of 400 is the share, within four standard deviations."""
    return abs(number - 400 * share) <= 4 * (400 * share * (1 - share)) ** 0.5


def test_the_right_option_is_as_often_the_shortest_as_the_longest():
    # Three tools are shorter than abcd and three are longer, so each of the four ranks is possible.
    ranks, letters = Counter(), Counter()
    for found in _over_ids(TOOLS, told(ONE, "tool", "abcd")):
        ranks[sorted(found.expectation.options, key=len).index("My tool is abcd.")] += 1
        letters[found.expectation.gold[0]] += 1
    assert all(_about(0.25, ranks[rank]) for rank in range(4)), ranks
    assert all(_about(0.25, letters[letter]) for letter in "ABCD"), letters


def test_options_of_equal_length_fill_up_after_the_wanted_side():
    # A rank from 0 to 3 is drawn. Rank 0: the longer tool, then the two equal ones. Rank 1: the shorter, the longer,
    # one equal. Ranks 2 and 3: the shorter, then both equal ones.
    sorts = Counter()
    for found in _over_ids("abc abcd efgh ijkl abcde", told(ONE, "tool", "abcd")):
        wrong = wrong_texts(found)["generic"]
        sorts["My tool is abc." in wrong, "My tool is abcde." in wrong] += 1
    assert set(sorts) == {(False, True), (True, True), (True, False)}
    assert _about(0.25, sorts[False, True])
    assert _about(0.25, sorts[True, True])
    assert _about(0.5, sorts[True, False])


def test_what_is_new_is_as_often_the_shortest_as_the_longest():
    # Told: ab, abcd, abcdef. Untold: a (shortest), abc, abcde, abcdefg (longest); each has a rank of its own.
    entries = [told(ONE, "tool", "ab"), told(TWO, "tool", "abcd"), told(THREE, "tool", "abcdef")]
    new = Counter(right_text(found) for found in _over_ids(TOOLS, *entries, kind="suggest-new"))
    assert set(new) == {"A", "Abc", "Abcde", "Abcdefg"}
    assert all(_about(0.25, count) for count in new.values()), new


def test_the_rank_is_drawn_before_the_text():
    # One untold tool is shorter than all told ones, three are longer. Rank 0 gives the short one (1/4), rank 3 a long
    # one, and ranks 1 and 2, which no tool has, any of the four (2/4 x 1/4): 3/8 in all.
    entries = [told(ONE, "tool", "ab"), told(TWO, "tool", "abc"), told(THREE, "tool", "abcd")]
    short = [right_text(found) for found in _over_ids("a ab abc abcd abcde fghij klmno", *entries, kind="suggest-new")]
    assert _about(3 / 8, short.count("A"))
    assert len(set(short)) == 4


def test_three_of_the_values_ruled_out_are_offered_and_all_take_turns():
    limit = attribute("limit", "four two", excludes={"tool": {"four": ("ab", "abc", "abcd", "x"), "two": ("a", "ab")}})
    wrong, right = Counter(), Counter()
    for found in _over_ids(TOOLS, told(ONE, "limit", "four"), kind="aligned-recommendation", limit=limit):
        assert len(found.expectation.options) == 4
        (texts,) = wrong_texts(found).values()
        wrong.update(texts)
        right[right_text(found)] += 1
    # "x" is no tool, so the other three are always offered.
    assert wrong == {"Ab": 400, "Abc": 400, "Abcd": 400}
    assert set(right) == {"A", "Abcde", "Abcdef", "Abcdefg"}
    more = replace(limit, excludes={"tool": {"four": ("ab", "abc", "abcd", "a")}})
    wrong = Counter()
    for found in _over_ids(TOOLS, told(ONE, "limit", "four"), kind="aligned-recommendation", limit=more):
        (texts,) = wrong_texts(found).values()
        assert len(texts) == 3
        wrong.update(texts)
    assert set(wrong) == {"A", "Ab", "Abc", "Abcd"}
    assert all(_about(0.75, count) for count in wrong.values())
    two = _over_ids(TOOLS, told(ONE, "limit", "two"), kind="aligned-recommendation", limit=limit)
    assert all(_is_void(found) for found in two[:5])
    both = {
        "limit": attribute("limit", "x", excludes={"tool": {"x": ("a", "ab", "abc")}}),
        "rest": attribute("rest", "y", excludes={"tool": {"y": ("abcd",)}}),
    }
    entries = (told(ONE, "limit", "x"), told(TWO, "rest", "y"))
    assert _is_void(_over_ids("a ab abc abcd", *entries, kind="aligned-recommendation", **both)[0])
    one_left = _over_ids("a ab abc abcd e", *entries, kind="aligned-recommendation", **both)[0]
    assert right_text(one_left) == "E"


def test_the_wordings_of_an_order_take_turns():
    entries = (told(ONE, "city", "Graz"), told(TWO, "pet", "cat"))
    texts = {right_text(_asked("order-recall", "city", *entries, id=id, other="pet")) for id in IDS[:40]}
    assert texts == {"My city: Graz.", "On my city you heard Graz."}


def test_one_probe_has_the_same_options_at_every_time_of_asking():
    entries = _city("Graz", "Oslo")
    first = _asked("recall-facts", "city", *entries, id="p7")
    assert _asked("recall-facts", "city", *entries, id="p7") == first
    assert {_asked("recall-facts", "city", *entries, id=id).expectation.gold for id in IDS[:20]} == {
        ("A",), ("B",), ("C",), ("D",),
    }  # fmt: skip


def test_the_hand_made_ontology_limits_dishes_by_two_attributes():
    assert [one.name for one in ONTOLOGY.limiting("dish")] == ["diet", "allergy"]


def test_a_dish_in_doubt_is_neither_right_nor_wrong():
    # Vegan rules out three of five dishes. Of the other two, readers may disagree about the pesto.
    doubt = replace(ONTOLOGY.attribute("diet"), doubtful={"dish": {"vegan": ("pesto",)}})
    ontology = Ontology({one.name: doubt if one.name == "diet" else one for one in ONTOLOGY})
    ledger = ledger_of(told(ONE, "diet", "vegan"))
    for id in IDS[:20]:
        found = resolve(asks("aligned-recommendation", Form.OPTION, "dish", id=id), ledger, ontology, LANGUAGE)
        assert sorted(found.expectation.options) == ["Goulash", "Omelette", "Risotto", "Trout"]
        assert right_text(found) == "Risotto"
    unsure = replace(doubt, doubtful={"dish": {"vegan": ("pesto", "risotto")}})
    ontology = Ontology({one.name: unsure if one.name == "diet" else one for one in ONTOLOGY})
    assert _is_void(resolve(asks("aligned-recommendation", Form.OPTION, "dish"), ledger, ontology, LANGUAGE))
