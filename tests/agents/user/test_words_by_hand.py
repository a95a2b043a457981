"""The words of a person's lines: style by its draws, the check of reworded lines, the rules' file at its bounds."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from importlib.resources import files

import pytest
from briefed import ASK, BEFORE, CITY, EMPLOYER, ENGLISH, TALK, briefed, person, user

from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.user.behaviour import load_behaviour
from regulars.agents.user.future_leaks import find_future
from regulars.agents.user.manner import AFTER, LEAST_LETTERS, in_manner
from regulars.agents.user.manner import BEFORE as ODDS_BEFORE
from regulars.agents.user.model import ModelUser
from regulars.agents.user.paraphrase_check import find_losses, find_strangers, verbatim_parts
from regulars.agents.user.phrasing import Phrasing, SpokenLine
from regulars.briefing import Effect
from regulars.dialogue import VerdictKind
from regulars.errors import DataError, ModelOutputError
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.personas.tables import load_voices
from regulars.scenarios.world import Act, Fact, Persona, Project, Style
from regulars.seeding import SeedTree

VOICES = load_voices()
LINE = "I live in Lyon, as before."


# ---------------------------------------------------------------------- style


def expected_manner(text: str, style: Style, seed: int) -> str:
    """An opener, or else a marker, joined to a line that begins with `I`; then a tail. Each is drawn by its odds."""
    draws, voice = SeedTree(seed).draws(), load_voices().by_formality[style.formality]
    found = []
    for pool, chance in zip((voice.openers, style.markers), ODDS_BEFORE[style.length], strict=True):
        if draws.uniform() < chance:
            found.append(draws.choice(pool))
    tail = [draws.choice(voice.tails)] if draws.uniform() < AFTER[style.length] else []
    if found:
        found[0] = {"Well!": "Well,"}.get(found[0], f"{found[0][:1].upper()}{found[0][1:]},")
    return " ".join([*found[:1], text, *tail])


@pytest.mark.parametrize("length", ["short", "plain", "long"])
@pytest.mark.parametrize("formality", ["casual", "formal"])
def test_a_style_adds_sentences_by_its_odds(length, formality) -> None:
    style = Style(length, formality, ("you know", "Well!"))
    said = {seed: in_manner(LINE, style, SeedTree(seed).draws()) for seed in range(90)}
    assert said == {seed: expected_manner(LINE, style, seed) for seed in range(90)}
    assert len({*said.values()}) > 3


def test_the_odds_of_each_length() -> None:
    assert ODDS_BEFORE == {"short": (0.02, 0.03), "plain": (0.06, 0.08), "long": (0.12, 0.16)}
    assert AFTER == {"short": 0.05, "plain": 0.3, "long": 0.6}
    assert LEAST_LETTERS == 4


def test_the_default_style_and_an_empty_line_stay_as_they_are() -> None:
    assert in_manner(LINE, Style(), SeedTree(4).draws()) == LINE
    assert in_manner("", Style("long", "formal"), SeedTree(4).draws()) == ""


def test_a_greeting_gets_nothing_before_it_and_a_goodbye_nothing_after() -> None:
    style = Style("long", "casual")
    for seed in range(60):
        greeted = in_manner("Hello again. I live in Lyon.", style, SeedTree(seed).draws())
        parted = in_manner("That's all from me, bye.", style, SeedTree(seed).draws())
        assert greeted.startswith("Hello again.")
        assert parted.endswith("That's all from me, bye.")
    assert any(not in_manner(LINE, style, SeedTree(seed).draws()).endswith(LINE) for seed in range(60))
    assert any(not in_manner(LINE, style, SeedTree(seed).draws()).startswith(LINE) for seed in range(60))


def mistyped(word: str, kind: int, place: int) -> str:
    """A letter dropped, doubled, or swapped with the next; at the last place but one it is doubled."""
    letters = list(word)
    if kind == 0:
        del letters[place]
    elif kind == 1 or place + 2 >= len(word):
        letters.insert(place, letters[place])
    else:
        letters[place], letters[place + 1] = letters[place + 1], letters[place]
    return "".join(letters)


def test_typing_errors_by_their_draws() -> None:
    """Words of four letters and more, in small letters: for each a draw against the share, the kind and the place."""
    text = "some words here, don't Mind 1234word or the river."
    words = ["some", "words", "here", "river"]
    changed = set()
    for seed in range(40):
        draws, line = SeedTree(seed).draws(), text
        for word in words:
            hit, kind, place = draws.uniform() < 0.5, draws.integer(3), draws.integer(len(word) - 2) + 1
            if hit:
                line = re.sub(rf"\b{word}\b", mistyped(word, kind, place), line)
                changed.add((kind, place))
        assert in_manner(text, Style(typos=0.5), SeedTree(seed).draws()) == line
    assert {kind for kind, _ in changed} == {0, 1, 2}


def test_no_error_touches_what_must_be_typed_correctly() -> None:
    for seed in range(20):
        line = in_manner("some words here", Style(typos=1.0), SeedTree(seed).draws(), ["WORDS h"])
        assert "words here" in line
        assert "some" not in line


def test_an_error_style_alone_adds_no_sentences() -> None:
    for seed in range(30):
        assert len(in_manner(LINE, Style(typos=0.3), SeedTree(seed).draws()).split()) == len(LINE.split())


@pytest.mark.parametrize("act", [ASK, Act("a-tell", ActKind.TELL, EMPLOYER.id, "employer")])
def test_a_persons_errors_spare_values_labels_and_questions(act) -> None:
    shaky = person(persona=Persona(style=Style(typos=1.0)))
    for seed in range(15):
        action = user(seed=seed).act(None, briefed(agenda=(act,), person=shaky, facts=(CITY, EMPLOYER)))
        line = action["message"]
        if act is ASK:
            assert line in ENGLISH.ontology.attribute("home_city").phrases["ask"]
            assert "noise" not in action
        else:
            assert "Drumlock" in line


# ---------------------------------------------------------------------- reworded lines


@pytest.mark.parametrize(
    ("text", "draft", "strangers"),
    [
        ("Lyon is my home.", "I live in Lyon.", []),
        ("Graz is my home.", "I live in Lyon.", ["Graz"]),
        ("Lyon, then Graz, then Porto.", "I live in Lyon.", ["Graz", "Porto"]),
        ("Graz and Graz again.", "I live in Lyon.", ["Graz"]),
        ("On 3 May 2031.", "I live in Lyon.", ["3 May 2031"]),
        ("In May 2031.", "On 3 May 2031.", []),  # coarser, and it agrees
        ("On 4 May 2031.", "On 3 May 2031.", ["4 May 2031"]),
        ("On 3 May 2031, or 5 June 2031.", "On 3 May 2031 or 5 June 2031.", []),
        ("I pay 900.", "I pay.", []),  # a bare number counts for nothing
    ],
)
def test_values_and_dates_that_a_draft_does_not_name(text, draft, strangers) -> None:
    assert find_strangers(text, draft, ENGLISH.ontology) == strangers


def test_a_value_within_a_longer_one_is_not_named_too() -> None:
    """A town named Drumlock, and an employer named Drumlock Mills, of which the other is a part."""
    known = ENGLISH.ontology

    def listing(name: str, *values: str) -> Attribute:
        attribute = known.attribute(name)
        return replace(attribute, domain=replace(attribute.domain, aliases=dict.fromkeys(values, ())))

    attributes = (listing("home_city", "Drumlock", "Lyon"), listing("employer", "Drumlock Mills"))
    ontology = Ontology({attribute.name: attribute for attribute in attributes})
    assert find_strangers("Drumlock Mills, near Lyon.", "Nothing.", ontology) == ["Drumlock Mills", "Lyon"]
    assert find_strangers("Drumlock, not Lyon.", "Nothing.", ontology) == ["Drumlock", "Lyon"]
    assert find_strangers("Lyon, or Drumlock Mills of Drumlock.", "Lyon.", ontology) == ["Drumlock Mills", "Drumlock"]


def test_a_number_with_its_unit_is_a_value() -> None:
    unit = ENGLISH.ontology.attribute("commute").domain.unit
    assert find_strangers(f"It takes me 40 {unit}.", "It takes me a while.", ENGLISH.ontology) == ["40"]
    assert find_strangers(f"It takes me 40 {unit}.", f"I need 40 {unit}.", ENGLISH.ontology) == []


def losses(text: str, draft: str, carried, facts=(CITY,)) -> list[str]:
    return find_losses(text, draft, carried, {fact.id: fact for fact in facts}, ENGLISH.ontology)


def test_what_a_draft_conveys_must_be_conveyed_as_exactly() -> None:
    told = [("I live in Bergen.", (CITY.id,))]
    assert losses("Bergen is my home.", "I live in Bergen.", told) == []
    assert losses("My home is up north.", "I live in Bergen.", told) == ["Bergen"]
    day = Fact("f-day", "p", "race_day", "2025-09-05", BEFORE)
    draft = "My race is on 5 September 2025."
    for text, lost in (("The race? 5 September 2025!", []), ("The race? September 2025!", ["2025-09-05"])):
        assert losses(text, draft, [(draft, (day.id,))], (day,)) == lost
    assert losses("Nothing.", "My race is soon.", [("My race is soon.", (day.id,))], (day,)) == []


def test_questions_and_words_that_count_stay_word_for_word() -> None:
    carried = [("I live in Bergen.", (CITY.id,)), ("Where do I live?", ("a-ask",)), ("It is cheaper.", ())]
    assert verbatim_parts(carried, {CITY.id: CITY}) == ["Where do I live?", "It is cheaper."]
    mixed = [("I live in Bergen, do I?", (CITY.id, "a-ask")), ("Bergen, Drumlock.", (CITY.id, EMPLOYER.id))]
    assert verbatim_parts(mixed, {CITY.id: CITY, EMPLOYER.id: EMPLOYER}) == ["I live in Bergen, do I?"]
    draft = "I live in Bergen. Where do I live? It is cheaper."
    assert losses("Bergen. Where  do I live?\nIt is cheaper.", draft, carried) == []
    assert losses("Bergen. Where is my home? It is cheaper.", draft, carried) == ["Where do I live?"]
    assert losses("Porto. So?", draft, carried) == ["Where do I live?", "It is cheaper.", "Bergen"]


def test_a_line_notes_what_it_conveys() -> None:
    line = SpokenLine()
    line.say("Hello.")
    line.say("I live in Bergen.", "f1", "f2")
    line.say("It is cheaper.", exact=True)
    assert line.parts == ["Hello.", "I live in Bergen.", "It is cheaper."]
    assert line.tells == ["f1", "f2"]
    assert line.carried == [("I live in Bergen.", ("f1", "f2")), ("It is cheaper.", ())]


# ---------------------------------------------------------------------- a model's words

TELL = Act("a-tell", ActKind.TELL, EMPLOYER.id, "employer")
SEEN = {"reply_id": "s001.t02", "turn_id": "s001.t03"}


def worded(*answers, agenda=(TELL,), awaited=False, **changes):
    """The action, and the calls that were made for it."""
    model = ScriptedChat(list(answers))
    seat = ModelUser(model)
    seat.begin("user_0", 3)
    known = briefed(agenda=agenda, **changes)
    action = asyncio.run(seat.aact(SEEN, known)) if awaited else seat.act(SEEN, known)
    return action, model.calls


@pytest.mark.parametrize("awaited", [False, True])
def test_a_model_rewords_the_draft_and_declares_the_same(awaited) -> None:
    action, (call,) = worded(" Drumlock pays my wages. ", awaited=awaited)
    assert (action["message"], action["tells"]) == ("Drumlock pays my wages.", EMPLOYER.id)
    assert (call.purpose, call.seed) == ("user", SeedTree(3).seed("model", "s001.t02", 0) & 0x7FFFFFFF)
    prompt = "\n".join(message.content for message in call.messages)
    draft = user(seed=3).act(None, briefed(agenda=(TELL,)))["message"]
    for part in ("Anna", "Monday 2025-03-03T09:00+00:00", draft, "nothing in particular is known"):
        assert part in prompt
    assert "plain lines" in prompt


def test_a_line_that_adds_or_loses_something_goes_back_with_the_reason() -> None:
    answers = ("I work in Graz.", "Drumlock, since 3 May 2031.", "Drumlock it is.")
    action, calls = worded(*answers)
    assert action["message"] == "Drumlock it is."
    assert [call.seed for call in calls] == [SeedTree(3).seed("model", "s001.t02", n) & 0x7FFFFFFF for n in range(3)]
    first, second, third = ("\n".join(message.content for message in call.messages) for call in calls)
    reasons = (
        "it mentions 'Graz', which the draft does not",
        "it speaks of what is still to come: ",
        "it lacks 'Drumlock'",
    )
    assert all(reason in second for reason in reasons)
    assert "I work in Graz." in second
    assert "it mentions '3 May 2031', which the draft does not" in third
    assert "Graz" not in first + third


def test_four_lines_that_fail_are_the_seats_fault() -> None:
    with pytest.raises(ModelOutputError, match="no usable line after 4 attempts: it lacks 'Drumlock'"):
        worded(*["I have a job."] * 4)
    assert worded(*["I have a job."] * 3, "Drumlock it is.")[0]["message"] == "Drumlock it is."


def test_a_persons_own_name_is_no_stranger() -> None:
    named = replace(person(), name="Lyon Berg")
    assert worded("Lyon here: Drumlock it is.", person=named)[0]["message"] == "Lyon here: Drumlock it is."
    with pytest.raises(ModelOutputError, match="it mentions 'Lyon'"):
        worded(*["Lyon here: Drumlock it is."] * 4)


def test_a_question_that_must_stay_whole_is_said_as_drafted() -> None:
    question = user(seed=3).act(None, briefed(agenda=(ASK,)))["message"]
    action, calls = worded("Where is my home?", agenda=(ASK,))
    assert action["message"] == question
    assert calls == []


def test_who_a_person_is_and_how_they_speak_is_told_to_the_model() -> None:
    persona = Persona(
        notes="A baker.", stage="parent", traits=("calm", "witty"), style=Style("long", "formal", ("you know",))
    )
    _, calls = worded("Drumlock it is.", person=person(persona=persona))
    prompt = "\n".join(message.content for message in calls[0].messages)
    assert "A baker; parent; calm, witty" in prompt
    assert "long lines, formal tone; likes to say you know" in prompt


def test_errors_of_typing_are_not_declared_for_a_models_words() -> None:
    shaky = person(persona=Persona(style=Style(typos=1.0)))
    action, _ = worded("So it goes.", agenda=(TALK,), person=shaky)
    assert "noise" not in action


def test_a_long_line_is_shown_again_and_quoted_in_part() -> None:
    long = "m" * 1500
    _, calls = worded(long, "Drumlock it is.")
    prompt = "\n".join(message.content for message in calls[1].messages)
    assert ("m" * 1000 in prompt, "m" * 1001 in prompt) == (True, False)
    with pytest.raises(ModelOutputError) as caught:
        worded(*[long] * 4)
    assert ("m" * 200 in str(caught.value), "m" * 201 in str(caught.value)) == (True, False)


def test_a_scripted_person_may_be_awaited() -> None:
    known = briefed(agenda=(TELL,))
    assert asyncio.run(user(seed=3).aact(None, known)) == user(seed=3).act(None, known)


GRAZ = Fact("f-graz", "p", "holiday_place", "Graz", BEFORE)


@pytest.mark.parametrize(
    "known",
    [
        {"reply": "Do you mean Graz?"},
        {"person": replace(person(), name="Graz Berg")},
        {"person": person(projects=(Project("j", "travel", "a week in Graz", BEFORE),))},
        {"agenda": (replace(ASK, other="Graz"),)},
        {"offered": (Act("o", ActKind.DELEGATE, attribute="home_city", options=("Graz", "Porto")),)},
        {"effects": {"a": Effect(replace(GRAZ, attribute="home_city"), False)}},
        {"facts": (replace(GRAZ, attribute="home_city"),)},
    ],
)
def test_what_a_person_knows_heard_or_plans_is_no_future(known) -> None:
    assert [problem.message for problem in find_future("It is Graz.", briefed())]
    assert find_future("It is Graz.", briefed(**known)) == []
    assert find_future("It is Porto.", briefed(**known) if "offered" not in known else briefed())


# ---------------------------------------------------------------------- the rules' file

RULES = (files("regulars.agents.user") / "behaviour.toml").read_text(encoding="utf-8")


def changed(tmp_path, field: str, value: str):
    """The rules with one line changed."""
    text, count = re.subn(rf"(?m)^{re.escape(field)} = \S+", f"{field} = {value}", RULES, count=1)
    assert count == 1
    path = tmp_path / f"{field}{value}.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("field", "attribute", "good", "bad"),
    [
        ("start", "start_trust", (0, 1), (-0.01, 1.01)),
        ("broken_rule", "broken_rule", (-1, 0), (-1.01, 0.01)),
        ("asked_again", "asked_again", (-1, 0), (-1.01, 0.01)),
        ("question", "question", (-1, 0), (-1.01, 0.01)),
        ("known", "known", (-1, 0), (-1.01, 0.01)),
        ("free_questions", "free_questions", (0, 1000), (-1, 1001, 1.5)),
        ("growth", "growth", (-1, 0), (-1.01, 0.01)),
        ("base", "base", (0, 1), (-0.01, 1.01)),
        ("sensitivity", "sensitivity", (0, 1), (-0.01, 1.01)),
        ("candour", "candour", (0, 1), (-0.01, 1.01)),
        ("leaves_at", "leaves_at", (-10, 10), (-10.01, 10.01)),
        ("impatient_below", "impatient_below", (-10, 10), (-10.01, 10.01)),
        ("requests_from", "requests_from", (0, 1), (-0.01, 1.01)),
        ("thanked", "thanked", (0, 1), (-0.01, 1.01)),
        ("attempts", "attempts", (1, 2), (0, 3)),
    ],
)
def test_numbers_of_the_rules_at_and_beyond_their_bounds(tmp_path, field, attribute, good, bad) -> None:
    for value in good:
        assert getattr(load_behaviour(changed(tmp_path, field, str(value))), attribute) == value
    for value in bad:
        with pytest.raises(DataError, match=field):
            load_behaviour(changed(tmp_path, field, str(value)))


def test_the_built_in_rules_are_those_of_the_file() -> None:
    rules = load_behaviour()
    wrong = (VerdictKind.STALE, VerdictKind.WRONG, VerdictKind.UNSUPPORTED)
    assert rules.trust == {VerdictKind.CORRECT: 0.1, **dict.fromkeys(wrong, -0.15), VerdictKind.LEAKED: -0.4}
    assert rules.patience == {
        VerdictKind.PARTIAL: -0.1, VerdictKind.ABSTAINED: -0.15, VerdictKind.OFF_TASK: -0.2,
        **dict.fromkeys(wrong, -0.2), VerdictKind.LEAKED: -0.5,
    }  # fmt: skip
    assert rules.reactions == {**dict.fromkeys(wrong, "reaction_wrong"), VerdictKind.ABSTAINED: "reaction_abstained"}
    assert (rules.base, rules.sensitivity, rules.candour, rules.attempts) == (0.4, 0.1, 0.4, 2)


@pytest.mark.parametrize(
    "table", ["trust", "trust.verdicts", "patience", "patience.verdicts", "disclosure", "limits", "reactions"]
)
def test_every_table_of_the_rules_refuses_unknown_fields(tmp_path, table) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(RULES.replace(f"[{table}]", f"[{table}]\ncharm = 0.5", 1), encoding="utf-8")
    load_behaviour.cache_clear()
    with pytest.raises(DataError, match="charm"):
        load_behaviour(path)


def test_the_rules_are_named_by_their_file(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(RULES.replace("start = 0.5", "start = 5"), encoding="utf-8")
    with pytest.raises(DataError, match=r"mine\.toml:5"):
        load_behaviour(path)
    with pytest.raises(DataError, match=r"rules as in behaviour\.toml") as caught:
        load_behaviour(tmp_path / "none.toml")
    assert str(tmp_path / "none.toml") in str(caught.value)


def test_unknown_verdicts_and_reactions_are_refused(tmp_path) -> None:
    for old, new in (
        ('stale = "reaction_wrong"', 'stale = "thanks"'),
        ('stale = "reaction_wrong"', 'splendid = "reaction_wrong"'),
        ("correct = 0.10", "splendid = 0.10"),
        ("partial = -0.10", "partial = -1.01"),
    ):
        path = tmp_path / "rules.toml"
        path.write_text(RULES.replace(old, new), encoding="utf-8")
        load_behaviour.cache_clear()
        with pytest.raises(DataError):
            load_behaviour(path)


def test_a_question_put_again_takes_words_from_the_far_end() -> None:
    ask = Act("a", ActKind.ASK, attribute="home_city", probe="q")
    draws = (SeedTree(3).draws("wordings", "ask", "home_city") for _ in range(6))
    order = [ENGLISH.raise_probe(ask, each, "plain", number) for number, each in enumerate(draws)]
    assert len(set(order)) == 6
    for number in (0, 1):
        spoken = Phrasing(ENGLISH, SeedTree(3), briefed(wordings={"a": number}))
        said = []
        for attempt in (1, 2):
            line = SpokenLine()
            spoken.raised(line, ask, attempt)
            said += line.parts
        assert said == [order[number], order[-1 - number]]
