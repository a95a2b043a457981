"""Rendering and recognition: what is said is found again, and nothing else."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace

import pytest

from regulars.errors import ScenarioError, UnknownNameError
from regulars.scenarios.kinds import ActKind, Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.recognition import requested_form
from regulars.scenarios.language.slots import contradicts, filled, is_news
from regulars.scenarios.ontology.attribute import Cardinality, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Act
from regulars.seeding import SeedTree
from regulars.values import ValueType, told_value

LANGUAGE = Language.load("english")
ONTOLOGY = LANGUAGE.ontology
TOLD = [a for a in ONTOLOGY if a.is_told]
DATES = ("1990-02-03", "2025-05-14", "2025-11-30", "2026-03-01")


def some_values(attribute):
    return attribute.grid() or DATES


def all_lines(make, tries=12):
    return {make(SeedTree(seed).draws("line")) for seed in range(tries)}


@pytest.mark.parametrize("attribute", TOLD, ids=lambda a: a.name)
def test_disclosures_are_bound_and_read_again(attribute):
    values = some_values(attribute)
    for position, value in enumerate(values):
        old = values[position - 1]
        for granularity in attribute.granularities or ("",):
            for before in ("", old):
                for line in all_lines(
                    lambda d, v=value, g=granularity, b=before: LANGUAGE.tell(attribute.name, v, g, d, b)
                ):
                    meant = value[:7] if granularity == "month" else value
                    assert told_value(line, value, attribute.domain) == meant, line
                    assert LANGUAGE.told_in(attribute.name, f"Hello. {line} Bye.") == [meant], line


@pytest.mark.parametrize("attribute", [a for a in ONTOLOGY if not a.is_chosen], ids=lambda a: a.name)
def test_corrections_are_read_again_at_their_own_granularity(attribute):
    for value in [*some_values(attribute), *(["2025-05"] if attribute.type is ValueType.DATE else [])]:
        for line in all_lines(lambda d, v=value: LANGUAGE.correct(attribute.name, v, d)):
            assert LANGUAGE.told_in(attribute.name, line) == [value], line


def test_a_disclosure_is_read_for_its_own_attribute_only():
    for attribute in TOLD:
        for seed in range(12):
            draws = SeedTree(seed).draws("x")
            value = draws.choice(some_values(attribute))
            line = LANGUAGE.tell(attribute.name, value, (attribute.granularities or ("",))[0], draws)
            readers = {other.name for other in ONTOLOGY if LANGUAGE.told_in(other.name, line)}
            assert readers == {attribute.name} | set(attribute.implies), line


def test_an_update_says_the_old_value_only_where_one_is_given():
    for seed in range(20):
        line = LANGUAGE.tell("home_city", "Bergen", "", SeedTree(seed).draws())
        assert "{" not in line
        assert "Lyon" not in line
    updates = all_lines(lambda d: LANGUAGE.tell("home_city", "Bergen", "", d, "Lyon"), 30)
    assert any("Lyon" in line for line in updates)
    assert all("{" not in line for line in updates)


@pytest.mark.parametrize("phrasing", ["open", "held_out"])
@pytest.mark.parametrize("pack", ["english", "chinese"])
def test_an_update_before_a_reason_gives_none_itself(pack, phrasing):
    language = Language.load(pack, phrasing)

    def updates(attribute, value, old, reason_follows):
        return all_lines(
            lambda draws: language.tell(attribute, value, "", draws, old, reason_follows=reason_follows), 60
        )

    changing = [one for one in language.ontology if one.is_told and one.changes_value and one.grid()]
    for attribute in changing:
        value, old = attribute.grid()[:2]
        decided = "planned" in attribute.phrases or {"quoted", "of_others"}.isdisjoint(attribute.phrases)
        if decided and language.fitting_reasons(attribute.name):
            said = updates(attribute.name, value, old, reason_follows=True)
            assert not any(map(language.gives_a_cause, said)), attribute.name
            assert len(said) >= 3, attribute.name
    every = [line for one in changing for line in updates(one.name, *one.grid()[:2], reason_follows=False)]
    assert any(map(language.gives_a_cause, every))


def test_a_cause_is_known_by_the_words_that_join_it():
    english, chinese = Language.load("english"), Language.load("chinese")
    for line in (
        "Since they moved, it's {value}.",
        "It's shut, so I'm at {value}.",
        "Too far for me. It's {value} now.",
    ):
        assert english.gives_a_cause(line), line
    for line in (
        "It's {value} now, and so far I like it.",
        "I've left {old} for {value}.",
        "It's {value} now, me too!",
    ):
        assert not english.gives_a_cause(line), line
    assert chinese.gives_a_cause("因为路远，换成{value}了。")
    assert not chinese.gives_a_cause("从{old}换成{value}了。")


def test_a_reason_suits_the_change():
    language = Language.load("english")
    assert set(language.fitting_reasons("gym")) == set(language.names("reasons"))
    assert {"money", "time", "stress", "discontent"}.isdisjoint(language.fitting_reasons("wall_colour"))
    assert language.fitting_reasons("salary") == ()  # who is paid less or more has not decided it
    known = {attribute.name for attribute in language.ontology}
    assert {name for kind in language.names("misfits") for name in language.lines("misfits", kind)} <= known
    assert set(language.names("misfits")) <= set(language.names("reasons"))
    assert Language.load("chinese").fitting_reasons("pet_name") == ()


def test_no_reason_suits_an_attribute_whose_updates_all_give_a_cause():
    gym = ONTOLOGY.attribute("gym")
    for updates, fitting in (
        (("{old} was too loud. It's {value} now.",), ()),
        (("{old} was too loud. It's {value} now.", "It's {value} now."), LANGUAGE.fitting_reasons("gym")),
    ):
        changed = replace(gym, phrases={**gym.phrases, "update": updates})
        assert LANGUAGE.over(Ontology({"gym": changed})).fitting_reasons("gym") == fitting


def test_a_reason_follows_the_sentence_with_the_value():
    language = Language.load("english", "held_out")
    lines = all_lines(lambda draws: language.tell("wall_colour", "taupe", "", draws, "ochre", reason_follows=True), 60)
    assert lines == {
        "My bedroom walls used to be ochre. It took me a whole weekend to paint them taupe.",
        "The walls round my bed have turned taupe.",
        "My bedroom has been stripped of its ochre and given a fresh coat of taupe.",
        "The old shade is gone from my bedroom, a friend and I have painted the walls taupe.",
        "There's still paint in my eyebrows. I've covered up the ochre on my bedroom walls with taupe, and when I "
        "opened my eyes this morning I had no idea where I was.",
    }


def test_a_month_is_told_with_in_and_a_day_with_on():
    lines = all_lines(lambda d: LANGUAGE.tell("wedding_date", "2025-05-14", "month", d))
    assert not any("14" in line or "on May" in line for line in lines)
    assert any("in May 2025" in line for line in lines)
    assert any(
        "on 14 May 2025" in line for line in all_lines(lambda d: LANGUAGE.tell("wedding_date", "2025-05-14", "day", d))
    )


def test_a_country_is_read_from_the_city_that_implies_it():
    assert LANGUAGE.told_in("country", "I've moved from Lyon to Bergen, boxes everywhere!") == ["Norway"]
    mention = LANGUAGE.read("home_city", "Well, I live in  krakow, by the way.")[0]
    assert (mention.value, mention.start, mention.end) == ("Kraków", 17, 23)


@pytest.mark.parametrize(
    "text",
    ["I don't live in Bergen.", "Do I live in Bergen?", "Somebody lives in Bergen.", "Bergen is rainy.", ""],
)
def test_lines_that_tell_nothing_are_not_read(text):
    assert LANGUAGE.told_in("home_city", text) == []


def test_patterns_have_the_value_in_a_group():
    patterns = LANGUAGE.patterns("rent")
    rent = ONTOLOGY.attribute("rent")
    kinds = ("tell", "update", "correct", "assumed", "in_passing")
    assert len(patterns) == sum(len(rent.phrases.get(kind, ())) for kind in kinds)
    assert all("value" in pattern.groupindex for pattern in patterns)
    assert LANGUAGE.patterns("boat_name") == ()


FORMS = {
    "ask": Form.VALUE,
    "set_question": Form.SET,
    "count_question": Form.COUNT,
    "sum_question": Form.SUM,
    "recall_choice": Form.CHOICE,
}


@pytest.mark.parametrize("attribute", ONTOLOGY, ids=lambda a: a.name)
def test_every_question_and_request_is_recognised(attribute):
    for kind, form in FORMS.items():
        for line in attribute.phrases.get(kind, ()):
            assert LANGUAGE.asked_attribute(line) == (attribute.name, form)
            assert LANGUAGE.asked_attribute(f"Exactly, thank you. {line}") == (attribute.name, form)
    for line in attribute.phrases.get("request", ()):
        form = requested_form(attribute)
        assert LANGUAGE.asked_attribute(f"I told you that already. {line}") == (attribute.name, form)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Where do I live? I mean my home city.", None),
        ("What's my home city?", ("home_city", "value")),
        ("Do you remember my dentist's name?", ("dentist", "value")),
        ("How many pets have I?", ("pet", "count")),
        ("What hobbies do I have?", ("hobby", "set")),
        ("What did you call my boat?", ("boat_name", "choice")),
        ("I like my dentist.", None),
        ("Good day. Remind me of my dentist's name.", ("dentist", "value")),
        ("The next time we talk, please start by telling me what you know about my dentist.", None),
        ("When did Caroline go on the trip?", None),
        ("The weather is bad, isn't it?", None),
    ],
)
def test_other_wordings_are_recognised_by_cues_in_short_questions_of_ones_own(text, asked):
    assert LANGUAGE.asked_attribute(text) == asked


@pytest.mark.parametrize(
    ("text", "requested"),
    [
        ("Where do I live?", True),
        ("Draft a status email about my project, please, and say when it's due.", True),
        ("Thanks, that's right. Write a note for the pet sitter that lists each of my pets by name.", True),
        ("I'm booking a table, so tell them in a line what I can't eat.", True),
        ("A sign for my front door, please.", True),
        ("I need a line for the form that states where I was born.", True),
        ("Remind me which gym I joined.", True),
        ("I write letters to my aunt.", False),
        ("Word is that it will rain.", False),
        ("My diet has changed, so please note that I'm vegan.", False),
        ("Please forget what I told you about my car.", False),
        ("Hello, Ada here. The trains were late again.", False),
    ],
)
def test_what_asks_for_something_is_known_without_a_question_mark(text, requested):
    assert LANGUAGE.requests(text) is requested


def test_every_open_question_and_request_asks_for_something_and_most_held_out_ones_do():
    kinds = ("ask", "request", "set_question", "count_question", "sum_question", "recall_choice")
    asked = [line for a in ONTOLOGY for kind in kinds for line in a.phrases.get(kind, ())]
    assert [line for line in asked if not LANGUAGE.requests(line)] == []
    hidden = [line for a in ONTOLOGY for kind in kinds for line in a.held_out.get(kind, ())]
    assert sum(map(LANGUAGE.requests, hidden)) >= 0.9 * len(hidden)
    told = [line for a in TOLD for kind in ("tell", "also", "update", "hint") for line in a.phrases.get(kind, ())]
    assert sum(map(LANGUAGE.requests, told)) <= 0.02 * len(told)


@pytest.mark.parametrize("language", [LANGUAGE, Language.load("english", "held_out")], ids=["open", "held out"])
def test_no_news_is_told_again(language):
    repeatable = [attribute for attribute in TOLD if language.can_repeat(attribute.name)]
    for attribute in repeatable:
        value = some_values(attribute)[0]
        news = {filled(line, {"value": language.value_words(attribute.name, value)}) for line in attribute.news}
        again = all_lines(lambda d, a=attribute.name, v=value: language.tell(a, v, "", d, again=True))
        assert again.isdisjoint(news)
        assert not any(map(is_news, again))
    assert len(repeatable) > 0.7 * len(TOLD)


def test_what_nobody_got_wrong_is_told_again_without_contradiction():
    """Counters aside, which a second telling would add to."""
    for attribute in TOLD:
        if attribute.cardinality is not Cardinality.COUNTER:
            value = some_values(attribute)[0]
            mild = all_lines(lambda d, a=attribute.name, v=value: LANGUAGE.correct(a, v, d, mild=True))
            tells = {
                filled(line, {"value": LANGUAGE.value_words(attribute.name, value)})
                for line in attribute.phrases["tell"]
            }
            assert all(line in tells or not contradicts(line) for line in mild), mild
            assert all(LANGUAGE.told_in(attribute.name, line) == [value] for line in mild), mild


@pytest.mark.parametrize(
    ("line", "contradicting"),
    [
        ("No, my pet's name is {value}.", True),
        ("You've got that mixed up, it's {value}.", True),
        ("That was last year, it's {value} now.", True),
        ("My pet is called {value}, as I told you.", False),
        ("It's {value} that I put on everything.", False),
    ],
)
def test_a_correction_contradicts_if_it_speaks_of_a_mistake(line, contradicting):
    assert contradicts(line) is contradicting


def test_in_chinese_what_asks_has_a_question_mark():
    chinese = Language.load("chinese")
    assert chinese.requests("我住在哪个城市？")
    assert not chinese.requests("请记住。")


def test_fixed_lines_ask_for_nothing_and_tell_nothing():
    for line in LANGUAGE.fixed_lines():
        assert LANGUAGE.asked_attribute(line) is None
        assert LANGUAGE.offered(line) is None
        assert not [a.name for a in ONTOLOGY if LANGUAGE.told_in(a.name, line)]


def test_hints_tell_nothing():
    for attribute in TOLD:
        for line in attribute.phrases["hint"]:
            assert not [a.name for a in ONTOLOGY if LANGUAGE.told_in(a.name, line)]


@pytest.mark.parametrize("attribute", [a for a in ONTOLOGY if a.is_chosen], ids=lambda a: a.name)
def test_an_offer_is_recognised_with_its_options(attribute):
    for size in (2, 3):
        options = attribute.grid()[:size]
        for line in all_lines(lambda d, o=options: LANGUAGE.delegate(attribute.name, o, d)):
            assert LANGUAGE.offered(f"Thanks, that's right. {line}") == (attribute.name, options)
            assert LANGUAGE.requests(line)
    assert LANGUAGE.offered("Pick a name for my dog: Rex or Bello?") is None


def test_a_choice_is_read_where_exactly_one_is_named():
    assert LANGUAGE.chosen_in("boat_name", "I would go with Calypso.") == ["Calypso"]
    assert LANGUAGE.chosen_in("boat_name", "Calypso or Petrel, both are fine.") == []
    assert LANGUAGE.chosen_in("boat_name", "Good to know.") == []


@pytest.mark.parametrize("attribute", [a for a in ONTOLOGY if not a.is_chosen], ids=lambda a: a.name)
def test_a_listener_who_asks_by_the_label_is_understood(attribute):
    for question in (f"What is your {attribute.label}?", f"Noted. Would you tell me your {attribute.label}?"):
        assert LANGUAGE.asks_about(question, attribute.name)
        assert LANGUAGE.asked_of_user(question) == attribute.name


@pytest.mark.parametrize(
    "reply",
    ["I see.", "Your home city is nice.", "You have not told me about your home city.", "Shall we begin?", ""],
)
def test_a_reply_that_asks_for_nothing_is_not_taken_for_a_question(reply):
    assert not LANGUAGE.asks_about(reply, "home_city")
    assert LANGUAGE.asked_of_user(reply) is None


def test_cues_count_as_whole_words_only():
    assert not LANGUAGE.asks_about("Is it about capacity?", "home_city")
    assert not LANGUAGE.asks_about("Do you care?", "car")


@pytest.mark.parametrize("reply", ["Oh, tell me more.", "What happened?", "Go on!"])
def test_open_questions_are_recognised(reply):
    assert LANGUAGE.asks_openly(reply)
    assert not LANGUAGE.asks_openly("I see, thank you.")


@pytest.mark.parametrize(
    ("kind", "attribute", "form"),
    [
        (ActKind.ASK, "car", "value"),
        (ActKind.REQUEST, "car", "value"),
        (ActKind.ASK, "pet", "set"),
        (ActKind.REQUEST, "pet", "set"),
        (ActKind.ASK, "boat_name", "choice"),
        (ActKind.ASK, "stamps", "sum"),
        (ActKind.REQUEST, "stamps", "sum"),
    ],
)
def test_an_act_raises_the_question_that_its_attribute_calls_for(kind, attribute, form):
    act = Act("a", kind, attribute=attribute)
    for seed in range(6):
        assert LANGUAGE.asked_attribute(LANGUAGE.raise_probe(act, SeedTree(seed).draws())) == (attribute, form)


def test_slots_are_filled_and_unknown_ones_ignored():
    greetings = all_lines(lambda d: LANGUAGE.phrase("greeting", d, name="Ada", mood="good"), 30)
    assert any("Ada" in line for line in greetings)
    assert not any("{" in line for line in greetings)


def test_equal_draws_give_equal_words():
    one, other = (LANGUAGE.tell("job", "plumber", "", SeedTree(5).draws("act"), "") for _ in range(2))
    assert one == other


def test_wrong_names_are_reported_with_a_remedy():
    with pytest.raises(UnknownNameError, match="did you mean 'greeting'"):
        LANGUAGE.phrase("greetings", SeedTree(0).draws())
    with pytest.raises(UnknownNameError, match=r"'englisch'.*did you mean 'english'"):
        Language.load("englisch")
    with pytest.raises(ScenarioError, match="'pet' has no phrases of kind 'ask'"):
        LANGUAGE.ask("pet", SeedTree(0).draws())


def test_a_language_survives_a_pickle_as_the_same_object():
    assert pickle.loads(pickle.dumps(LANGUAGE)) is LANGUAGE


def test_values_are_put_into_words():
    assert LANGUAGE.value_words("rent", "980") == "980 euros"
    assert LANGUAGE.value_words("wedding_date", "2025-05") == "May 2025"
    assert LANGUAGE.value_words("boat_name", "Calypso") == "Calypso"


def test_no_template_is_left_with_a_slot():
    slot = re.compile(r"[{}]")
    draws = SeedTree(2).draws()
    for attribute in TOLD:
        value = some_values(attribute)[0]
        lines = [LANGUAGE.tell(attribute.name, value, "", draws, value) for _ in range(8)]
        lines += [LANGUAGE.hint(attribute.name, draws), LANGUAGE.request(attribute.name, draws)]
        assert not [line for line in lines if slot.search(line)]


# ---------------------------------------------------------------- values that join others

PACKS = [Language.load(name) for name in ("english", "chinese")]
JOINING = [
    (pack, attribute)
    for pack in PACKS
    for attribute in pack.ontology
    if attribute.is_told and attribute.change is Change.ACCUMULATES
]


@pytest.mark.parametrize(("pack", "attribute"), JOINING, ids=lambda one: one.name)
def test_values_that_join_others_are_told_in_words_of_their_own(pack, attribute):
    """The first value is told plainly, and the next ones as additions, each in other words while these last."""
    additions = attribute.phrases["also"]
    assert len(additions) >= 5
    values = attribute.grid()[: len(additions) + 1]
    for seed in range(4):
        draws = SeedTree(seed)
        lines = [pack.tell(attribute.name, values[0], "", draws.draws("first"))]
        lines += [
            pack.tell(attribute.name, value, "", draws.draws("also"), more=more)
            for more, value in enumerate(values[1:], 1)
        ]
        written = [pack.value_words(attribute.name, value) for value in values]
        skeletons = [line.replace(words, "{value}") for line, words in zip(lines, written, strict=True)]
        assert len(set(skeletons)) == len(lines)
        assert skeletons[0] in attribute.phrases["tell"]
        assert set(skeletons[1:]) == set(additions)
        assert [pack.told_in(attribute.name, line) for line in lines] == [[value] for value in values]


def test_a_value_that_joins_others_is_told_in_held_out_words_too():
    held_out = Language.load("english", "held_out")
    hobby = ONTOLOGY.attribute("hobby")
    said = {held_out.tell("hobby", "archery", "", SeedTree(seed).draws("x"), more=1) for seed in range(60)}
    assert said == {filled(line, {"value": "archery"}) for line in hobby.held_out["also"]}


def test_an_attribute_with_one_value_has_no_words_for_more():
    draws = [SeedTree(1).draws("x") for _ in range(2)]
    plain, more = (LANGUAGE.tell("spice", "sumac", "", draws[n], more=n) for n in range(2))
    assert plain == more


def test_a_telling_is_read_before_a_question_mark_only_where_its_own_wording_asks():
    assert LANGUAGE.told_in("home_city", "My home is in Bergen, as of this week?") == []
    asking = next(
        line for line in ONTOLOGY.attribute("trip").phrases["in_passing"] if line.split("{value}")[1].count("?")
    )
    said = asking.replace("{value}", ONTOLOGY.attribute("trip").grid()[0])
    assert LANGUAGE.told_in("trip", said) == [ONTOLOGY.attribute("trip").grid()[0]]
