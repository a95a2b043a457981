"""Replies in the words of one attribute: what is measured, bid, owned, passed or given up has verbs of its own."""

from __future__ import annotations

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.ontology.attribute import Cardinality


def judged(attribute: str, gold: str, text: str) -> VerdictKind:
    """The verdict where these values, apart from each other by `|`, are right."""
    known = ontology_of("english").attribute(attribute)
    form = "value" if known.cardinality is Cardinality.ONE else "set"
    return find_verdict(text, None, Expectation(form, known.domain, True, tuple(gold.split("|")))).kind


@pytest.mark.parametrize(
    ("attribute", "gold", "text"),
    [
        ("blood_pressure", "150", "Your last reading was 150."),
        ("blood_pressure", "150", "At your last check-up it was 150 mmHg."),
        ("blood_pressure", "150", "You measured 150 on the upper arm."),
        ("blood_pressure", "150", "You were at 150."),
        ("surgery", "heart bypass", "Previous operations: heart bypass"),
        ("surgery", "heart bypass", "You've had a heart bypass in the past."),
        ("given_up_treat", "fudge", "No fudge for the time being."),
        ("given_up_treat", "fudge", "You don't touch fudge any more."),
        ("given_up_treat", "fudge", "I'm not eating fudge these days, so please leave it at the shop."),
        ("relationships_outing_limit", "competitive games", "Competitive games are too much for you."),
        ("house_offer", "309500", "Your bid stands at 309500 pesos."),
        ("house_offer", "309500", "You've bid 309500 pesos so far."),
        ("laptop", "Medion Akoya", "After your old one broke down you bought a Medion Akoya."),
        ("phone_model", "Sony Xperia", "You replaced your old phone with a Sony Xperia."),
        ("emergency_cash", "402", "After you topped it up you had 402 zlotys at home."),
        ("mothers_maiden_name", "Bellefontaine", "Before her wedding your mother's surname was Bellefontaine."),
        ("internet_provider", "Kometel", "It's Kometel; you switched to them in the spring."),
        ("employer", "Elvergate", "I've put Elvergate as your employer, since Ellsmoor is only a client of yours."),
        ("family_doctor", "Tuominen", "It's Dr Tuominen, want me to look up the number?"),
        ("birth_country", "Luxembourg", "That's Luxembourg, isnt it?"),
        ("mother_tongue", "Basque", "Test passed, I hope: Basque."),
        ("bicycle_colour", "fuchsia", "LOST: fuchsia bicycle"),
        ("car", "Nissan Qashqai", "Nissan Qashqai, if you haven't swapped it since."),
        ("job", "stonemason", "You stayed in your job as a stonemason."),
        ("gym", "Torqworks", "I train at Torqworks and can bring someone along."),
        ("second_language", "Macedonian|Burmese", "You took up Macedonian and added Burmese, and people like it."),
        ("allergy", "penicillin|sulphites", "I'm allergic to penicillin and sulphites, so please leave those out."),
        ("travel_transport_limit", "swaying carriages", "You can't stand carriages that sway from side to side."),
        ("learning_spot_limit", "loud chewing", "What distracts you is people who munch loudly."),
        ("home_city", "Bergen", "You live in Bergen, it isn't the cheapest city, though."),
        ("home_city", "Bergen", "You live in Bergen, so that's not the problem."),
        ("employer", "Elvergate", "You work for Elvergate, it isn't the biggest firm in town."),
        ("home_city", "Bergen", "Bergen was just mentioned in your last message, you live there."),
        ("home_city", "Lyon", "You stayed in a hotel in Bergen last week. Home is Lyon."),
        ("moving_date", "2025-02-12", "I don't have access to your calendar. 12 February 2025 is when the van comes."),
        ("car", "Nissan Qashqai", "I don't know the colour. There's a Nissan Qashqai in your garage."),
        ("gym", "Torqworks", "I haven't been told how often you go. Torqworks is where you lift weights."),
        ("job", "plumber", "I don't know your employer. You fix things as a plumber."),
        ("weekly_run", "33", "I've no data on pace. 33 km is your usual total."),
        ("given_up_treat", "fudge", "You love fudge, but you've given it up."),
        ("given_up_treat", "fudge", "You love fudge, but you gave it up."),
        ("gym", "Torqworks", "Your gym is Torqworks, but you never went in June."),
        ("internet_provider", "Kometel", "You're with Kometel, but cancelled the TV add-on."),
        ("employer", "Elvergate", "You work for Elvergate, which means your student discount no longer counts."),
        ("moving_date", "2025-02-12", "You're moving on 12 February 2025, as the old date no longer holds."),
        (
            "home_floor_limit",
            "chilly feet",
            "Chilly feet would not be a problem if the floor had heating, but they are.",
        ),
        ("favourite_dish", "ramen", "You cook a good paella for a quick meal. You love ramen most."),
    ],
)
def test_a_right_value_is_found_in_the_words_of_its_attribute(attribute: str, gold: str, text: str) -> None:
    assert judged(attribute, gold, text) is VerdictKind.CORRECT


@pytest.mark.parametrize(
    ("attribute", "gold", "text"),
    [
        ("blood_pressure", "150", "At first it was 150, but your last reading was 130."),
        ("blood_pressure", "150", "Your last reading was 150, but it has gone up since."),
        ("surgery", "heart bypass", "Previous operations: spinal fusion. A heart bypass was only discussed."),
        ("given_up_treat", "fudge", "You can have fudge."),
        ("given_up_treat", "fudge", "Fudge would be very welcome."),
        ("home_floor_limit", "chilly feet", "Chilly feet won't be a problem for you."),
        ("house_offer", "309500", "Your bid is 314500 pesos. The 309500 is what the seller asks for."),
        ("mother_tongue", "Basque", "You learnt Basque as an adult. Your mother tongue is Maltese."),
        (
            "moving_date",
            "2025-02-12",
            "You signed the lease on 12 February 2025. I haven't been told when you're moving.",
        ),
        ("moving_date", "2025-02-12", "The date of 12 February 2025 which you gave me no longer applies."),
        ("weekly_run", "33", "You haven't told me how far you run in a week. 33 kilometres is the way to your aunt."),
        ("driving_test", "2025-08-25", "25 August 2025 was when your brother got his licence."),
        ("driving_test", "2025-08-25", "You passed on 14 December 2025. 25 August 2025 was your brother's day."),
        (
            "job",
            "paramedic",
            "You thought about becoming a paramedic, but then you stayed in your job as a stonemason.",
        ),
        ("door_codeword", "zeugma", "You thought of zeugma, but found it too hard to spell and settled on umlaut."),
        ("anniversary_restaurant", "Rote Laterne", "You'd booked Rote Laterne, but had to cancel."),
        ("employer", "Ellsmoor", "I've put Elvergate as your employer, since Ellsmoor is only a client of yours."),
        (
            "adoption_agency",
            "Quillow Families",
            "I don't know your adoption agency. You volunteer at Quillow Families.",
        ),
        ("instrument", "theremin|banjo", "You play the theremin. I've left out the banjo, because you sold yours."),
        ("kitchen_machine", "bread slicer|rice cooker", "It's the bread slicer. You gave the rice cooker away, so no."),
        ("houseplant", "hoya|croton", "You only have a hoya now. The croton died in the winter."),
        ("bank_name", "Tessara", "Your previous bank was Tessara."),
        ("birth_town", "Arezzo", "You lived in Arezzo in the past."),
        ("home_city", "Bergen", "You stayed in Bergen last summer."),
        ("home_city", "Bergen", "You stayed with Anna in Bergen."),
        ("given_up_treat", "fudge", "You couldn't give up fudge."),
        ("given_up_treat", "fudge", "You refuse to give up fudge."),
        ("events_act", "foam cannons", "Foam swords for the children."),
        ("home_floor", "vinyl planks", "Vinyl records on the floor."),
        ("allergy", "penicillin", "You're not allergic to penicillin, so leave that as it is."),
        ("allergy", "penicillin", "You are not allergic to penicillin, keep it in the cabinet."),
        ("home_floor_limit", "chilly feet", "You don't mind chilly feet, so skip that."),
        ("weekly_run", "33", "You logged 33 kilometres a week last year; now you run more."),
        ("blood_pressure", "150", "Before the pills you were at 150."),
        ("blood_pressure", "150", "In 2019 you measured 150."),
    ],
)
def test_a_right_value_that_stands_for_another_matter_does_not_pass(attribute: str, gold: str, text: str) -> None:
    assert judged(attribute, gold, text) is not VerdictKind.CORRECT
