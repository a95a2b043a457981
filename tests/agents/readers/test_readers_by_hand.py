"""Readers on single turns: which sentence carries which claim, by rules, by annotations and by a model."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.readers.lessons import LessonsInWords
from regulars.agents.readers.model import ModelReader
from regulars.agents.readers.model_extraction import Extraction, FactExtractor
from regulars.agents.readers.oracle import Annotation, NoisyOracleReader, OracleReader
from regulars.agents.readers.packs import PackReader, language_of
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn
from regulars.errors import ModelOutputError
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import verbatim
from regulars.memory.parts.extraction.statements import Statement
from regulars.memory.parts.learning.experiences import Attempt, Said
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.rules.standing import load_rules
from regulars.seeding import SeedTree

NOW = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
ONTOLOGY = load_ontology()


def part(text: str, name: str = "Ada", turn: str = "t1") -> Draft:
    return Draft("p1", 1, NOW, name, text, (turn,))


def by_assistant(text: str) -> Draft:
    return verbatim(Turn("t1", "p1", "p1", ASSISTANT, "Assistant", 1, text, NOW))[0]


def city(value: str) -> Claim:
    return Claim("Ada", "home_city", value, sensitivity=1)


def country(value: str) -> Claim:
    return Claim("Ada", "country", value, sensitivity=1)


# ---------------------------------------------------------------------- by rules

PACKS = PackReader()


def test_a_claim_belongs_to_the_sentence_that_makes_it() -> None:
    found = PACKS.statements(part("Hello there. I live in Lyon. Is it far? It rains."))
    assert found == (
        Statement("Hello there.", ()),
        Statement("I live in Lyon.", (city("Lyon"), country("France"))),
        Statement("It rains.", ()),
    )


def test_a_question_that_discloses_something_is_a_statement() -> None:
    passing = ONTOLOGY.attribute("home_city").phrases["in_passing"][0].replace("{value}", "Graz")
    found = PACKS.statements(part(passing))
    assert [(city("Graz") in said.claims, said.text.endswith("?")) for said in found if said.claims] == [(True, False)]
    assert not any(said.text.endswith("?") for said in found)


def test_a_disclosure_that_is_repeated_is_read_in_both_sentences() -> None:
    said = Statement("I live in Lyon.", (city("Lyon"), country("France")))
    assert PACKS.statements(part("I live in Lyon. I live in Lyon.")) == (said, said)


def test_a_value_that_a_sentence_names_twice_is_one_claim() -> None:
    (said,) = PACKS.statements(
        part("As of this week I live in Lyon; goodbye Graz: as of this week my home is in Lyon.")
    )
    assert said.claims == (city("Lyon"), country("France"))


def test_an_ending_is_a_claim_that_holds_no_more_unless_a_value_is_told_too() -> None:
    known = ONTOLOGY.attribute("scholarship")
    ended = known.phrases["ended"][0].replace("{old}", "Copernicus")
    (said,) = PACKS.statements(part(ended))
    assert said.claims == (Claim("Ada", "scholarship", holds=False, sensitivity=known.sensitivity),)
    told = known.phrases["tell"][0].replace("{value}", "Copernicus")
    claims = [claim for said in PACKS.statements(part(told)) for claim in said.claims]
    assert claims == [Claim("Ada", "scholarship", "Copernicus", sensitivity=known.sensitivity)]


def test_claims_carry_cardinality_and_sensitivity() -> None:
    hobby, island = ONTOLOGY.attribute("hobby"), ONTOLOGY.attribute("allergy")
    for attribute in (hobby, island):
        told = attribute.phrases["tell"][0].replace("{value}", attribute.grid()[0])
        claims = [
            claim for said in PACKS.statements(part(told)) for claim in said.claims if claim.attribute == attribute.name
        ]
        assert [(one.value, one.many, one.sensitivity, one.holds) for one in claims] == [
            (attribute.grid()[0], True, attribute.sensitivity, True)
        ]


def test_the_assistant_states_nothing() -> None:
    for reader in (PACKS, OracleReader(Told(t1=(Annotation("home_city", "Lyon"),)))):
        assert reader.statements(by_assistant("I live in Lyon.")) == ()
        assert reader.unwanted(by_assistant("Please forget what I told you about my home city.")) == ()


def test_wishes_to_forget_are_read_once_each_by_their_label() -> None:
    wish = "Please forget what I told you about my {}."
    assert PACKS.unwanted(part(wish.format("home city"))) == ("home_city",)
    assert PACKS.unwanted(part(wish.format("HOME CITY"))) == ("home_city",)
    assert PACKS.unwanted(part(wish.format("moon"))) == ()
    both = f"{wish.format('home city')} Actually, please remove anything about my employer from your notes."
    assert {*PACKS.unwanted(part(both))} == {"home_city", "employer"}
    twice = f"{wish.format('home city')} Actually, please remove anything about my home city from your notes."
    assert PACKS.unwanted(part(twice)) == ("home_city",)
    assert PACKS.unwanted(part("I live in Lyon.")) == ()


def test_the_script_of_a_text_decides_its_language() -> None:
    assert (language_of("I live in Lyon.").name, language_of("我住在成都。").name) == ("english", "chinese")


# ---------------------------------------------------------------------- by annotations


class Told(dict):
    """What turns say, by hand."""

    def of(self, turn: str):
        return self.get(turn, ())


def test_an_oracle_places_each_claim_in_the_first_sentence_that_tells_it() -> None:
    told = Told(t1=(Annotation("home_city", "Lyon"), Annotation("employer", "Drumlock")))
    found = OracleReader(told).statements(part("Is it Lyon? Lyon it is. Drumlock pays me. And now?"))
    assert [(said.text, [claim.value for claim in said.claims]) for said in found] == [
        ("Is it Lyon?", ["Lyon"]),  # a question that says something
        ("Lyon it is.", []),
        ("Drumlock pays me.", ["Drumlock"]),
    ]


def test_what_no_sentence_tells_is_a_statement_of_the_whole_text() -> None:
    told = Told(t1=(Annotation("home_city", "Graz"), Annotation("employer", "Drumlock")))
    found = OracleReader(told).statements(part("Drumlock pays me.\nAnd now?"))
    assert [(said.text, [claim.value for claim in said.claims]) for said in found] == [
        ("Drumlock pays me.", ["Drumlock"]),
        ("Drumlock pays me. And now?", ["Graz"]),
    ]


def test_annotations_of_another_turn_are_not_read() -> None:
    told = Told(t2=(Annotation("home_city", "Lyon"), Annotation("job", forgotten=True)))
    reader = OracleReader(told)
    assert reader.statements(part("Lyon it is.")) == (Statement("Lyon it is.", ()),)
    assert reader.unwanted(part("Lyon it is.")) == ()
    assert reader.unwanted(part("Lyon it is.", turn="t2")) == ("job",)
    assert [claim.attribute for said in reader.statements(part("Lyon it is.", turn="t2")) for claim in said.claims] == [
        "home_city"
    ]


def test_an_ending_has_no_value_and_keeps_its_cardinality() -> None:
    told = Told(t1=(Annotation("hobby", "archery", over=True),))
    (said,) = OracleReader(told).statements(part("No more archery."))
    assert said.claims == (Claim("Ada", "hobby", "", False, True, ONTOLOGY.attribute("hobby").sensitivity),)


@pytest.mark.parametrize(("recall", "precision"), [(0.8, 0.9), (0.4, 0.5), (1.0, 1.0), (0.0, 0.5)])
def test_a_noisy_reading_is_drawn_by_turn_attribute_and_value(recall, precision) -> None:
    """The first draw below `recall` reads it; wrong values make up recall (1 - precision) / precision on average.

    For .8 and .9 that is .0889 of a statement: a missed one is mistaken for another in .0889 / .2 = .444 of cases.
    For .4 and .5 it is .4 of .6 missed: .667.
    """
    wrong, missed = recall * (1 - precision) / precision, 1 - recall
    mistaken_if_missed = wrong / missed if missed else 0.0
    cities = ONTOLOGY.attribute("home_city").grid()
    seen = set()
    for seed in range(40):
        draws = SeedTree(seed).draws("noisy-oracle", "p1", "t1", "home_city", "Lyon", 0)
        read, mistaken = draws.uniform() < recall, draws.uniform() < mistaken_if_missed
        reader = NoisyOracleReader(recall, precision, seed, Told(t1=(Annotation("home_city", "Lyon"),)))
        values = [claim.value for said in reader.statements(part("So it is.")) for claim in said.claims]
        if read:
            assert values == ["Lyon"]
        elif mistaken:
            (value,) = values
            assert value in cities
            assert value != "Lyon"
        else:
            assert values == []
        seen.add((read, bool(values)))
    assert len(seen) == {0.0: 1, 1.0: 1}.get(recall, 3)


def test_more_wrong_values_than_missed_ones_stand_beside_right_ones() -> None:
    """Recall 1 and precision 1/3: two wrong values beside every right one."""
    for seed in range(12):
        reader = NoisyOracleReader(1.0, 1 / 3, seed, Told(t1=(Annotation("home_city", "Lyon"),)))
        values = [claim.value for said in reader.statements(part("So it is.")) for claim in said.claims]
        assert (len(values), len({*values}), values.count("Lyon")) == (3, 3, 1)
        assert "Lyon" in (values[0], values[-1])


def test_a_mistaken_year_is_drawn_among_the_five_before_and_after() -> None:
    """Recall 0 and precision .5 would leave nothing; at recall .5 a missed year is always mistaken."""
    for seed in range(12):
        draws = SeedTree(seed).draws("noisy-oracle", "p1", "t1", "birthday", "1979", 0)
        read, _ = draws.uniform() < 0.5, draws.uniform()
        others = [str(year) for year in range(1974, 1985) if year != 1979]
        expected = ["1979"] if read else draws.sample(others, 1)
        reader = NoisyOracleReader(0.5, 0.5, seed, Told(t1=(Annotation("birthday", "1979"),)))
        found = [claim.value for said in reader.statements(part("So it is.")) for claim in said.claims]
        assert found == expected


def test_an_ending_is_read_or_missed_and_never_mistaken() -> None:
    for seed in range(20):
        draws = SeedTree(seed).draws("noisy-oracle", "p1", "t1", "home_city", "Lyon", 1)
        told = Told(t1=(Annotation("home_city", "Lyon", over=True), Annotation("job", forgotten=True)))
        reader = NoisyOracleReader(0.5, 0.4, seed, told)
        claims = [claim for said in reader.statements(part("So it is.")) for claim in said.claims]
        assert len(claims) == (draws.uniform() < 0.5)
        assert all((claim.value, claim.holds) == ("", False) for claim in claims)
        assert reader.unwanted(part("So it is.")) == ("job",)


@pytest.mark.parametrize(
    ("day", "near"),
    [
        ("1979-11-27", {f"1979-11-{number:02d}" for number in range(1, 29)}),
        ("1979-11", {f"1979-{number:02d}" for number in range(1, 13)}),
        ("1979", {str(year) for year in range(1974, 1985)}),
    ],
)
def test_a_date_is_mistaken_for_a_near_one_of_its_granularity(day, near) -> None:
    """Recall 1 and precision 1/1000 ask for 999 wrong values: all that there are."""
    reader = NoisyOracleReader(1.0, 0.001, 1, Told(t1=(Annotation("birthday", day),)))
    values = [claim.value for said in reader.statements(part("So it is.")) for claim in said.claims]
    assert {*values} == near | {day}
    assert len(values) == len(near)


# ---------------------------------------------------------------------- by a model


def answer(*claims: tuple[object, ...], unwanted: tuple[str, ...] = ()) -> str:
    fields = ("sentence", "attribute", "value", "holds", "many")
    return json.dumps({"claims": [dict(zip(fields, one, strict=True)) for one in claims], "unwanted": unwanted})


def test_a_models_claims_take_what_is_known_of_their_attribute() -> None:
    """A known label wins over the model's own cardinality; an unknown one keeps it."""
    model = ScriptedChat([
        answer(
            (1, "  HOME   city ", "krakow", True, True),
            (1, "hobby", "archery", True, False),
            (1, "Shoe size", "41", True, True),
            (1, "employer", "Drumlock", False, False),
            (1, "employer", "a start-up", True, False),
        )
    ])  # fmt: skip
    (said,) = ModelReader(model).statements(part("All of it."))
    assert said.claims == (
        city("Kraków"),
        Claim("Ada", "hobby", "archery", True, True, 0),
        Claim("Ada", "shoe size", "41", True, True),
        Claim("Ada", "employer", "", False, False, 1),
        Claim("Ada", "employer", "a start-up", True, False, 1),  # a value that the attribute does not list stays
    )


def test_a_question_is_a_statement_only_if_the_model_finds_a_claim_in_it() -> None:
    text = "Where is Lyon? Is it far? It rains."
    found = ModelReader(ScriptedChat([answer((1, "home city", "Lyon", True, False))])).statements(part(text))
    assert [(said.text, len(said.claims)) for said in found] == [("Where is Lyon?", 1), ("It rains.", 0)]


@pytest.mark.parametrize(("number", "fails"), [(3, False), (4, True)])
def test_a_model_may_name_the_last_sentence_and_none_beyond(number, fails) -> None:
    reader = ModelReader(ScriptedChat([answer((number, "job", "nurse", True, False))]))
    text = part("One. Two. Three.")
    if fails:
        with pytest.raises(ModelOutputError) as caught:
            reader.statements(text)
        assert str(caught.value) == (
            "reader scripted: the model finds a claim in sentence 4 of 3; "
            "expected numbers of the sentences that it is shown."
        )
    else:
        assert [len(said.claims) for said in reader.statements(text)] == [0, 0, 1]


def test_a_model_is_not_asked_about_silence_or_the_assistant() -> None:
    model = ScriptedChat([])
    reader = ModelReader(model)
    for one in (by_assistant("I live in Lyon."), part("  ")):
        assert reader.statements(one) == reader.unwanted(one) == ()
    assert model.calls == []


def test_a_turn_of_another_person_is_asked_about_anew() -> None:
    model = ScriptedChat([answer(), answer(unwanted=("Shoe size", "employer"))])
    reader = ModelReader(model)
    reader.statements(part("It rains."))
    reader.statements(part("It rains.", turn="t9"))
    assert len(model.calls) == 1
    assert reader.unwanted(part("It rains.", name="Bo")) == ("shoe size", "employer")
    assert [call.purpose for call in model.calls] == ["read", "read"]
    assert "1. It rains." in model.calls[0].messages[-1].content


TURNS = [
    Turn(f"s00{number}.t01", "p1", "p1", "p1", name, number, words, NOW + timedelta(days=number))
    for number, (name, words) in enumerate((("Ada", "I live in Lyon."), ("Bo", "Rain."), ("Cy", "Since May.")), 1)
]


def facts(*pairs: tuple[str, list[int]]) -> str:
    return json.dumps({"facts": [{"text": text, "turns": turns} for text, turns in pairs]})


def test_a_fact_stands_at_the_last_turn_that_supports_it() -> None:
    model = ScriptedChat([facts(("One.", [2]), ("Two.", [3, 1, 3]), ("Three.", [4]), ("Four.", [0]), ("Five.", [3]))])
    found = FactExtractor(model).extract(TURNS, seed=8)
    assert found == Extraction(
        (
            Draft("p1", 2, TURNS[1].time, "Bo", "One.", ("s002.t01",)),
            Draft("p1", 3, TURNS[2].time, "Cy", "Two.", ("s001.t01", "s003.t01")),
            Draft("p1", 3, TURNS[2].time, "Cy", "Five.", ("s003.t01",)),
        ),
        ("Three.", "Four."),
    )
    (call,) = model.calls
    assert (call.seed, call.purpose) == (8, "extract")
    shown = ("1. [2025-03-02 09:30] Ada: I live in Lyon.", "2. [2025-03-03 09:30] Bo: Rain.")
    assert "\n".join((*shown, "3. [2025-03-04 09:30] Cy: Since May.")) in call.messages[-1].content


async def test_without_turns_no_model_is_asked() -> None:
    model = ScriptedChat([])
    assert FactExtractor(model).extract([]) == await FactExtractor(model).aextract([]) == Extraction(())
    assert model.calls == []


# ---------------------------------------------------------------------- lessons

LESSONS = LessonsInWords()


def attempt(message: str | None, reply: str, opens: bool = False) -> Attempt:
    return LESSONS.attempt(None if message is None else part(message, "Anna"), part(reply, "Assistant"), opens)


@pytest.mark.parametrize(
    ("message", "reply", "task"),
    [
        ("I went out today.", "I see.", "note"),
        ("I went out today.", "I don't know that.", "note"),
        ("Where do I live?", "It is Bergen.", "question"),
        ("Where do I live?", "I don't know that.", "unknown"),
        (None, "I see.", "note"),
    ],
)
def test_the_task_of_a_reply_follows_from_its_message(message, reply, task) -> None:
    assert attempt(message, reply).task == task


def test_a_reply_is_read_with_the_name_and_the_opening() -> None:
    assert "address=first_name" in attempt("I went out today.", "I see, Anna.").kept
    assert "address=first_name" in attempt("I went out today.", "I see, Maria.").broken
    assert not {*attempt("I went out today.", "I see.").kept} & {*attempt("I went out today.", "I see.").broken}
    opening = attempt("I went out today.", "Hello! I see.", opens=True)
    later = attempt("I went out today.", "Hello! I see.", opens=False)
    assert {*opening.kept, *opening.broken} != {*later.kept, *later.broken}


TRAVEL = load_domains()["travel"]
STEPS = list(TRAVEL.steps)[:3]


def plan_of(*steps: str) -> Attempt:
    goal = TRAVEL.lines("ask_plan")[0].replace("{goal}", TRAVEL.goals[0])
    return attempt(goal, " ".join(TRAVEL.steps[step].say[0] for step in steps) or "No idea.")


def test_the_steps_of_a_plan_are_read_in_its_order() -> None:
    one, two, three = STEPS
    assert plan_of(two, three, one) == Attempt("procedure.travel", (f"procedure.travel={two} {three} {one}",))
    assert plan_of() == Attempt("procedure.travel")


def test_a_remark_on_a_plan_states_the_steps_that_it_lists() -> None:
    one, two, three = STEPS
    task = Attempt("procedure.travel")
    words = [step.replace("_", " ") for step in (three, one, two)]
    stated = f"I do it in this order: {words[0]}, {words[1]} and {words[2]}."
    assert LESSONS.said(stated, task) == [Said(f"procedure.travel={three} {one} {two}", "stated")]
    assert LESSONS.said("I do it in this order: moonwalk.", task) == []
    assert LESSONS.said("Those aren't my steps, or at least not in my order.", task) == []
    assert LESSONS.said(stated, Attempt("note")) == []


def test_a_remark_on_a_reply_names_its_wishes() -> None:
    rules = load_rules()
    stated, lifted = rules["length"].settings["one_sentence"].stated[0], rules["emoji"].settings["wanted"].lifted[0]
    found = LESSONS.said(f"{stated} {lifted}", Attempt("note"))
    assert {(one.lesson, one.said) for one in found} == {("length=one_sentence", "stated"), ("emoji=wanted", "lifted")}
    assert LESSONS.said(stated, Attempt("procedure.travel")) == []


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("note", 1 / 1.02),  # a dislike of 2: 1 against .02
        ("procedure.travel", 1 / 1.02),
        ("question", 0.02 / (0.02 + 0.2062)),  # as wrong as it may be ugly
        ("unknown", 0.02 / (0.02 + 0.608)),  # only harsh people dislike an abstention that kept every wish
    ],
)
def test_displeasure_with_style_depends_on_what_else_is_rated(task, expected) -> None:
    dislike = Feedback("s001.t02", FeedbackAction.DISLIKE, 2.0)
    assert LESSONS.displeased(dislike, Attempt(task)) == pytest.approx(expected)
