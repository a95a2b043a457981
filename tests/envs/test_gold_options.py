"""The gold of multiple choice, from ledgers made by hand: the right option, the wrong ones by class, the evidence."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hand_ledger import (
    LANGUAGE,
    ONTOLOGY,
    Mentioned,
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
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Cardinality, Change
from regulars.scenarios.ontology.attributes import Ontology, load_ontology

VOID = ProbeStatus.VOID
ONE, TWO, THREE, FOUR = "s001.t01", "s002.t01", "s003.t01", "s004.t01"
IDS = [f"p{number}" for number in range(400)]


DISHES = Ontology(
    {one.name: one for one in ONTOLOGY}
    | {
        "diet": attribute(
            "diet", "vegan kosher plain",
            excludes={"dish": {"vegan": ("goulash", "trout"), "plain": ("pesto", "risotto")}},
        ),
        "allergy": attribute("allergy", "nuts fish", excludes={"dish": {"fish": ("trout",)}}),
    }
)  # fmt: skip
"""Vegan and plain are each other's reverse; no two allergies are."""


def _asked(kind, name, *entries, id="p", other="", language=LANGUAGE, ontology=ONTOLOGY):
    return resolve(asks(kind, Form.OPTION, name, id=id, other=other), ledger_of(*entries), ontology, language)


def _recommended(diet, person):
    """A recommendation to a person who told this diet. Each person is offered a pair of dishes of their own."""
    asked = asks("aligned-recommendation", Form.OPTION, "dish", owner=person)
    return resolve(asked, ledger_of(told(ONE, "diet", diet, person)), DISHES, LANGUAGE)


def _is_void(found):
    return (found.status, found.expectation, found.evidence) == (VOID, None, ())


def _city(*values):
    return [told(f"s{number:03}.t01", "city", value) for number, value in enumerate(values, 1)]


def _neighbours(*values):
    return [Mentioned("city", value) for value in values]


# ---------------------------------------------------------------- which statement is right


def test_options_are_the_latest_value_the_one_before_another_persons_and_one_more_that_was_said():
    # Bergen is the latest city, Oslo the one before, Wien another person's. Graz is an old one, Linz a neighbour's.
    entries = (*_city("Graz", "Oslo", "Bergen"), told(ONE, "city", "Wien", "bo"), Mentioned("city", "Linz"))
    thirds = set()
    for id in IDS[:40]:
        found = _asked("recall-facts", "city", *entries, id=id)
        assert right_text(found) == "My city is Bergen."
        wrong = wrong_texts(found)
        assert "My city is Oslo." in wrong["stale"]
        assert wrong["other_person"] == {"My city is Wien."}
        thirds |= {text for some in wrong.values() for text in some} - {"My city is Oslo.", "My city is Wien."}
    assert thirds == {"My city is Graz.", "My city is Linz."}
    assert (found.status, found.evidence, found.mark) == (ProbeStatus.ASKED, ((THREE,),), (5, 0))
    key = found.expectation
    assert (key.form, key.answerable, key.domain.name, key.stale, key.others) == ("option", True, "letters", (), ())
    assert list(option_texts(found)) == ["A", "B", "C", "D"]


def test_every_option_was_said():
    # Oslo and two neighbours' cities were said beside Graz. Bergen was not, so it is never offered.
    entries = (*_city("Oslo", "Graz"), *_neighbours("Wien", "Linz"))
    for id in IDS[:20]:
        found = _asked("recall-facts", "city", *entries, id=id)
        assert wrong_texts(found) == {
            "stale": {"My city is Oslo."},
            "mentioned": {"My city is Wien.", "My city is Linz."},
        }
    assert _is_void(_asked("recall-facts", "city", *_city("Oslo", "Graz"), *_neighbours("Wien")))
    # What only another person heard of is nothing that this one said.
    assert _is_void(_asked("recall-facts", "city", *entries[:-1], Mentioned("city", "Linz", "bo")))


def test_a_mentioned_value_that_is_the_persons_own_is_no_wrong_option():
    entries = (*_city("Oslo", "Graz"), *_neighbours("Graz", "Oslo", "Wien", "Linz"))
    assert wrong_texts(_asked("recall-facts", "city", *entries))["mentioned"] == {
        "My city is Wien.",
        "My city is Linz.",
    }


def test_the_right_value_is_seldom_the_one_that_was_said_most():
    # Oslo was told once. Of the neighbours' cities, two were mentioned once and two three times. In an order of these
    # four, the second frequent one is the last in three of six cases, and the first one only moves to the front. So
    # both are offered in half of the questions, and one of them in all.
    entries = (*_city("Oslo"), *_neighbours("Wien", "Linz"), *_neighbours(*("Graz", "Bergen") * 3))
    often = Counter()
    for id in IDS:
        wrong = wrong_texts(_asked("recall-facts", "city", *entries, id=id))["mentioned"]
        often[len(wrong & {"My city is Graz.", "My city is Bergen."})] += 1
    assert set(often) == {1, 2}
    assert _about(0.5, often[2])


def test_one_value_that_was_said_more_often_is_offered_in_most_questions():
    # Oslo was told twice, Graz mentioned three times, and three others once. Any three of four are offered in a quarter
    # of the questions, and Graz is sure in the others: 1/4 x 3/4 + 3/4 = 15/16.
    entries = (*_city("Oslo", "Oslo"), *_neighbours("Wien", "Linz", "Bergen"), *_neighbours(*["Graz"] * 3))
    offered = [
        "My city is Graz." in wrong_texts(_asked("recall-facts", "city", *entries, id=id))["mentioned"] for id in IDS
    ]
    assert _about(15 / 16, sum(offered))


def test_what_is_new_was_not_said_most_if_anything_new_was_said_seldom():
    entries = (*_hobbies("chess", "sailing", "pottery"), *[Mentioned("hobby", "rowing")] * 2)
    new = ONTOLOGY.attribute("hobby")
    ontology = Ontology(
        {one.name: one for one in ONTOLOGY}
        | {"hobby": attribute("hobby", "chess sailing pottery karate rowing", cardinality=new.cardinality)}
    )

    def rights(*said):
        return {right_text(_asked("suggest-new", "hobby", *entries, *said, id=id, ontology=ontology)) for id in IDS}

    assert rights(Mentioned("hobby", "karate")) == {"Karate"}
    assert rights() == {"Rowing"}


def test_one_value_that_came_up_later_is_offered_in_most_questions():
    # Graz is right. Oslo, Wien, Linz and Bonn came up before it, and Brno after it.
    early = [Mentioned("city", city) for city in ("Wien", "Linz", "Bonn")]
    entries = (told(ONE, "city", "Oslo"), *early, told(TWO, "city", "Graz"), Mentioned("city", "Brno"))
    offered = Counter(
        "Brno" in " ".join(option_texts(_asked("recall-facts", "city", *entries, id=id)).values()) for id in IDS
    )
    assert offered[True] > 0.7 * len(IDS)


def test_numbers_that_drift_give_no_statement_and_no_history():
    drifting = replace(ONTOLOGY.attribute("rent"), change=Change.DRIFTS)
    ontology = Ontology({one.name: drifting if one.name == "rent" else one for one in ONTOLOGY})
    ledger = ledger_of(*_rents("900", "950", "1000"), *(Mentioned("rent", value) for value in ("300", "400")))
    for kind in ("recall-facts", "latest-preference", "full-evolution"):
        assert not _is_void(resolve(asks(kind, Form.OPTION, "rent"), ledger, ONTOLOGY, LANGUAGE))
        assert _is_void(resolve(asks(kind, Form.OPTION, "rent"), ledger, ontology, LANGUAGE))


def test_the_letters_and_the_question_list_the_same_options():
    found = _asked("recall-facts", "city", *_city("Graz", "Oslo"), *_neighbours("Wien", "Linz"))
    listed = " ".join(f"{letter}) {text}" for letter, text in option_texts(found).items())
    assert dict(found.slots) == {"options": listed}
    assert set(found.classes["mentioned"]) | {*found.classes["stale"], *found.expectation.gold} == set("ABCD")


def test_each_telling_of_the_latest_value_is_evidence_for_an_option():
    entries = (*_city("Bergen", "Oslo", "Bergen", "Bergen"), *_neighbours("Wien", "Linz"))
    found = _asked("recall-facts", "city", *entries)
    assert (right_text(found), found.evidence) == ("My city is Bergen.", ((THREE,), (FOUR,)))
    assert wrong_texts(found)["stale"] == {"My city is Oslo."}


def test_a_value_taken_back_is_no_wrong_option():
    # Of five cities Graz is right, Linz was taken back, and three are the neighbours'.
    entries = (
        told(ONE, "city", "Graz", fact="f1"),
        told(TWO, "city", "Linz", fact="f1", how="slip"),
        told(THREE, "city", "Graz", fact="f1", how="mended"),
        *_neighbours("Linz", "Oslo", "Bergen", "Wien"),
    )
    found = _asked("recall-facts", "city", *entries)
    assert wrong_texts(found) == {"mentioned": {"My city is Oslo.", "My city is Bergen.", "My city is Wien."}}
    assert found.evidence == ((ONE,), (THREE,))


def test_the_persons_own_value_is_never_another_persons_option():
    entries = (*_city("Graz", "Oslo"), told(ONE, "city", "Graz", person="bo"), *_neighbours("Wien", "Linz"))
    assert set(wrong_texts(_asked("recall-facts", "city", *entries))) == {"stale", "mentioned"}


def test_without_enough_values_or_for_dates_or_after_the_end_there_is_no_question():
    said = _neighbours("Wien", "Linz", "Bergen")
    assert _is_void(_asked("recall-facts", "city", *said))
    assert _is_void(_asked("recall-facts", "pet", told(ONE, "pet", "cat"), Mentioned("pet", "horse")))
    assert _is_void(_asked("recall-facts", "wedding", told(ONE, "wedding", "2025-06-14")))
    graz = told(ONE, "city", "Graz")
    assert _is_void(_asked("recall-facts", "city", graz, told(TWO, "city", "Graz", how="over"), *said))
    assert not _is_void(_asked("recall-facts", "city", graz, *said))
    again = (graz, told(TWO, "city", "Graz", how="over"), told(THREE, "city", "Graz"))
    assert _asked("recall-facts", "city", *again, *said).evidence == ((THREE,),)


@pytest.mark.parametrize("kind", ["recall-facts", "latest-preference", "new-scenario"])
def test_a_latest_preference_needs_two_different_values(kind):
    said = _neighbours("Wien", "Linz", "Bergen")
    once, same, two = (*_city("Graz"), *said), (*_city("Graz", "Graz"), *said), (*_city("Graz", "Oslo"), *said)
    needs_two = kind == "latest-preference"
    assert _is_void(_asked(kind, "city", *once)) is needs_two
    assert _is_void(_asked(kind, "city", *same)) is needs_two
    assert right_text(_asked(kind, "city", *two)) == "My city is Oslo."


def test_numbers_among_options_have_their_unit():
    said = (Mentioned("rent", "300"), Mentioned("rent", "400"))
    found = _asked("recall-facts", "rent", told(ONE, "rent", "900"), told(TWO, "rent", "1000"), *said)
    assert right_text(found) == "My rent is 1000 euros."
    assert wrong_texts(found)["stale"] == {"My rent is 900 euros."}


# ---------------------------------------------------------------- what would be new


def _hobbies(*values):
    return [told(f"s{number:03}.t01", "hobby", value) for number, value in enumerate(values, 1)]


def test_a_value_that_came_up_as_somebody_elses_is_new_among_three_told_ones():
    entries = (*_hobbies("chess", "sailing", "pottery", "chess"), told(ONE, "hobby", "chess", person="bo"))
    found = _asked("suggest-new", "hobby", *entries, Mentioned("hobby", "karate"), Mentioned("hobby", "chess"))
    assert right_text(found) == "Karate"
    assert wrong_texts(found) == {"told": {"Chess", "Sailing", "Pottery"}}
    # Each told option needs one of its tellings; chess has two. Bo's is not one of them.
    assert set(found.evidence) == {(ONE, TWO, THREE), (TWO, THREE, FOUR)}
    assert found.expectation.asks_untold


def test_nothing_is_new_without_three_told_values_or_one_that_was_mentioned():
    karate = Mentioned("hobby", "karate")
    assert _is_void(_asked("suggest-new", "hobby", *_hobbies("chess", "sailing", "chess"), karate))
    assert _is_void(_asked("suggest-new", "hobby", *_hobbies("chess", "sailing", "pottery")))
    assert _is_void(_asked("suggest-new", "hobby", *_hobbies("chess", "sailing", "pottery", "karate"), karate))
    others = told(ONE, "hobby", "karate", person="bo")
    assert _is_void(_asked("suggest-new", "hobby", *_hobbies("chess", "sailing", "pottery"), others, karate))


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


def test_a_history_of_two_values_stands_beside_its_reverse_alone():
    # A third value, even one that was said, would show which two belong to the story.
    found = _asked("full-evolution", "city", *_city("Graz", "Oslo"), *_neighbours("Wien"))
    assert right_text(found) == "It went Graz, then Oslo."
    assert wrong_texts(found) == {"order": {"It went Oslo, then Graz."}}
    assert found.evidence == ((ONE, TWO),)


@pytest.mark.parametrize("size", [3, 4])
def test_the_orders_on_offer_are_as_likely_for_each_history(size):
    """Metamorphic: if another of the orders on offer had been told, the same four could have been offered.

    Of the orders of three values, every set of four that holds the right one comes up. So a set says nothing about
    which of its orders is right.
    """
    cities = ("Graz", "Oslo", "Bergen", "Wien")[:size]
    sets, reversed_too = Counter(), 0
    for id in IDS:
        found = _asked("full-evolution", "city", *_city(*cities), id=id)
        orders = {text.removeprefix("It went ").rstrip(".") for text in found.expectation.options}
        assert len(orders) == 4
        assert all(set(order.split(", then ")) == set(cities) for order in orders)
        sets[frozenset(orders)] += 1
        reversed_too += ", then ".join(reversed(cities)) in orders
    if size == 3:
        # Three of the five others: ten sets, each as often as the others. The reverse is in six of them.
        assert len(sets) == 10
        assert all(_about(0.1, count) for count in sets.values())
        assert _about(0.6, reversed_too)
    else:
        assert _about(3 / 23, reversed_too)


def test_a_history_of_five_values_is_cut_to_the_last_four():
    found = _asked("full-evolution", "city", *_city("Graz", "Oslo", "Bergen", "Linz", "Wien"))
    assert right_text(found) == "It went Oslo, then Bergen, then Linz, then Wien."
    assert found.evidence == ((TWO, THREE, FOUR, "s005.t01"),)


def test_there_is_no_history_of_one_value_of_a_return_or_of_dates():
    assert _is_void(_asked("full-evolution", "city", *_city("Graz", "Graz")))
    assert _is_void(_asked("full-evolution", "city", *_city("Graz", "Oslo", "Graz")))
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


def test_of_two_dishes_the_one_that_the_told_diet_allows_is_right():
    # Vegan rules out goulash and trout; plain rules out pesto and risotto, which are right for a vegan.
    meaty, other = {"Goulash", "Trout"}, {"Pesto", "Risotto"}
    for diet, allowed, ruled_out in (("vegan", other, meaty), ("plain", meaty, other)):
        rights, wrongs = set(), set()
        for person in IDS[:60]:
            found = _recommended(diet, person)
            assert found.evidence == ((ONE,),)
            (wrong,) = wrong_texts(found)["overlooked"]
            wrongs.add(wrong)
            rights.add(right_text(found))
        assert (rights, wrongs) == (allowed, ruled_out)


def test_what_a_seat_sees_of_a_person_does_not_say_which_dishes_are_offered():
    """The id of the fact decides, which no seat sees; the person's id, which all see, decides nothing."""
    asked = [asks("aligned-recommendation", Form.OPTION, "dish", owner=person) for person in IDS[:40]]

    def offered(fact):
        ledgers = [ledger_of(told(ONE, "diet", "vegan", probe.owner, fact=fact)) for probe in asked]
        found = [resolve(probe, ledger, DISHES, LANGUAGE) for probe, ledger in zip(asked, ledgers, strict=True)]
        return {frozenset(one.expectation.options) for one in found}

    pairs = [offered(f"f{number}") for number in range(20)]
    assert {len(one) for one in pairs} == {1}
    assert len(set().union(*pairs)) > 1


def test_every_reason_on_offer_suits_the_change():
    ontology, language = load_ontology(), Language.load("english")
    fitting = language.fitting_reasons("radio_station")
    texts = {language.lines("reasons", name)[1].casefold() for name in fitting}
    assert 1 < len(texts) < len(language.names("reasons"))
    old, new = ontology.attribute("radio_station").grid()[:2]
    other = next(one for one in language.names("reasons") if one not in fitting)
    elsewhere = told(ONE, "home_city", "Graz", reason=other)
    entries = (told(ONE, "radio_station", old), elsewhere, told(TWO, "radio_station", new, reason=fitting[0]))
    for id in IDS[:40]:
        found = _asked("update-reason", "radio_station", *entries, id=id, language=language, ontology=ontology)
        assert {option.casefold() for option in found.expectation.options} <= texts


def test_a_pair_of_dishes_is_as_likely_under_the_diet_that_reverses_it():
    """Metamorphic: with the other diet told, the same two dishes are offered as often, and the other one is right."""
    pairs = {"vegan": Counter(), "plain": Counter()}
    for diet, count in pairs.items():
        for person in IDS:
            found = _recommended(diet, person)
            count[frozenset(found.expectation.options)] += 1
    for pair in pairs["vegan"] | pairs["plain"]:
        assert _about(1 / 4, pairs["vegan"][pair])
        assert _about(1 / 4, pairs["plain"][pair])


def test_a_dish_that_another_told_fact_rules_out_is_never_right():
    # Plain makes goulash or trout right. Fish, once told, rules trout out, whether it holds or not.
    entries = (told(ONE, "diet", "plain"), told(ONE, "allergy", "fish"), told(TWO, "allergy", "nuts"))
    rights = {right_text(_asked("aligned-recommendation", "dish", *entries, id=id, ontology=DISHES)) for id in IDS[:60]}
    assert rights == {"Goulash"}


def test_without_a_diet_that_reverses_the_choice_there_is_no_question():
    def dishes(*entries):
        return _asked("aligned-recommendation", "dish", *entries, ontology=DISHES)

    vegan = told(ONE, "diet", "vegan")
    assert _is_void(dishes())
    assert not _is_void(dishes(vegan))
    # Kosher rules out nothing, and what is over or another person's counts for nothing.
    assert _is_void(dishes(vegan, told(TWO, "diet", "kosher")))
    assert _is_void(dishes(vegan, told(TWO, "diet", "vegan", how="over")))
    assert _is_void(dishes(told(ONE, "diet", "vegan", person="bo")))
    # In the ontology without a reverse, vegan alone rules out dishes.
    assert _is_void(_asked("aligned-recommendation", "dish", vegan))


# ---------------------------------------------------------------- what came first, what was more


def test_the_attribute_told_first_is_right_by_its_first_telling():
    entries = (told(TWO, "pet", "cat"), told("s002.t03", "city", "Graz"), told(FOUR, "pet", "horse"))
    lines = ("My city: Graz.", "My pet: cat.", "On my city you heard Graz.", "On my pet you heard cat.")
    for probe in (
        asks("order-recall", Form.OPTION, "city", other="pet"),
        asks("order-recall", Form.OPTION, "pet", other="city"),
    ):
        found = gold_of(probe, *entries)
        number = lines.index(right_text(found))
        assert number in (1, 3)
        assert wrong_texts(found)["later"] == {lines[number - 1]}  # in the same words
        assert found.evidence == ((TWO, "s002.t03"),)
        assert len(found.expectation.options) == 2
        assert found.expectation.gold[0] in "AB"


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
    labels = tuple(ONTOLOGY.attribute(name).label for name in ("pet", "rent"))
    assert found.expectation.compared == (labels if kind == "contradiction" else ())
    assert not found.expectation.asks_untold


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


def _reasons(lengths):
    """How often each reason stands among the options, over 400 ids; the right one has four letters."""
    texts = {f"r{place}": ("Said.", "x" * length) for place, length in enumerate(lengths)}
    right = next(name for name, (_, text) in texts.items() if len(text) == 4)
    language = pack(**texts)
    entries = (told(ONE, "city", "Graz"), told(TWO, "city", "Oslo", reason=right))
    return [_asked("update-reason", "city", *entries, id=id, language=language) for id in IDS]


def test_the_right_reason_is_as_often_the_shortest_as_the_longest():
    # Three reasons are shorter than four letters and three are longer, so each of the four ranks is possible.
    ranks, letters = Counter(), Counter()
    for found in _reasons((1, 2, 3, 4, 5, 6, 7)):
        ranks[sorted(map(len, found.expectation.options)).index(4)] += 1
        letters[found.expectation.gold[0]] += 1
    assert all(_about(0.25, ranks[rank]) for rank in range(4)), ranks
    assert all(_about(0.25, letters[letter]) for letter in "ABCD"), letters


def test_each_mentioned_value_is_offered_as_often():
    # Five tools were mentioned, three are offered beside the told one: each in three of five questions.
    said = [Mentioned("tool", value) for value in ["a", "ab", "abc", "abcde", "abcdef"]]
    offered, letters = Counter(), Counter()
    for found in _over_ids(TOOLS, told(ONE, "tool", "abcd"), *said):
        offered.update(wrong_texts(found)["mentioned"])
        letters[found.expectation.gold[0]] += 1
    assert len(offered) == 5
    assert all(_about(0.6, count) for count in offered.values()), offered
    assert all(_about(0.25, letters[letter]) for letter in "ABCD"), letters


def test_each_mentioned_value_is_new_as_often():
    entries = [told(ONE, "tool", "ab"), told(TWO, "tool", "abcd"), told(THREE, "tool", "abcdef")]
    said = [Mentioned("tool", value) for value in ["a", "abc", "abcde", "ab"]]
    new = Counter(right_text(found) for found in _over_ids(TOOLS, *entries, *said, kind="suggest-new"))
    assert set(new) == {"A", "Abc", "Abcde"}
    assert all(_about(1 / 3, count) for count in new.values()), new


def test_the_wordings_of_an_order_take_turns():
    entries = (told(ONE, "city", "Graz"), told(TWO, "pet", "cat"))
    texts = {right_text(_asked("order-recall", "city", *entries, id=id, other="pet")) for id in IDS[:40]}
    assert texts == {"My city: Graz.", "On my city you heard Graz."}


def test_one_probe_has_the_same_options_at_every_time_of_asking():
    entries = (*_city("Graz", "Oslo"), *_neighbours("Wien", "Linz", "Bergen"))
    first = _asked("recall-facts", "city", *entries, id="p7")
    assert _asked("recall-facts", "city", *entries, id="p7") == first
    assert {_asked("recall-facts", "city", *entries, id=id).expectation.gold for id in IDS[:20]} == {
        ("A",), ("B",), ("C",), ("D",),
    }  # fmt: skip


def test_the_hand_made_ontology_limits_dishes_by_two_attributes():
    assert [one.name for one in ONTOLOGY.limiting("dish")] == ["diet", "allergy"]


def _diets(**doubtful):
    """Vegan allows what kosher rules out, and the reverse."""
    out = {"vegan": ("goulash", "trout"), "kosher": ("pesto", "risotto")}
    diet = replace(ONTOLOGY.attribute("diet"), excludes={"dish": out}, doubtful={"dish": doubtful})
    return Ontology({one.name: diet if one.name == "diet" else one for one in ONTOLOGY})


@pytest.mark.parametrize(
    ("doubtful", "right", "wrong"),
    [
        ({}, {"Pesto", "Risotto"}, {"Goulash", "Trout"}),
        # readers may disagree about the pesto beside vegan, and about the goulash beside kosher
        ({"vegan": ("pesto",)}, {"Risotto"}, {"Goulash", "Trout"}),
        ({"vegan": ("pesto",), "kosher": ("goulash",)}, {"Risotto"}, {"Trout"}),
    ],
)
def test_a_dish_in_doubt_is_neither_right_nor_wrong(doubtful, right, wrong):
    ontology = _diets(**doubtful)
    ledger = ledger_of(told(ONE, "diet", "vegan"))
    asked = resolve(asks("aligned-recommendation", Form.OPTION, "dish"), ledger, ontology, LANGUAGE)
    found = {right_text(asked)}, set(asked.expectation.options) - {right_text(asked)}
    assert found[0] <= right
    assert found[1] <= wrong
    assert len(asked.expectation.options) == 2


def test_no_dish_is_recommended_where_all_are_in_doubt():
    ledger = ledger_of(told(ONE, "diet", "vegan"))
    for doubtful in ({"vegan": ("pesto", "risotto")}, {"kosher": ("goulash", "trout")}):
        asked = asks("aligned-recommendation", Form.OPTION, "dish")
        assert _is_void(resolve(asked, ledger, _diets(**doubtful), LANGUAGE))
