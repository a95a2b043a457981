"""Small things about a person's lines: talk outside a session, names that a person is called, errors in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from briefed import (
    ASK,
    BEFORE,
    CITY,
    EMPLOYER,
    ENGLISH,
    OLD_CITY,
    REQUEST,
    START,
    TALK,
    briefed,
    found,
    pending,
    person,
    user,
)

from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.user.future_leaks import find_future
from regulars.agents.user.manner import in_manner, spoken
from regulars.agents.user.model import ModelUser
from regulars.agents.user.phrasing import Phrasing, SpokenLine
from regulars.briefing import Effect
from regulars.dialogue import Phase, VerdictKind
from regulars.errors import ModelOutputError, ScenarioError, SeatError, UnknownNameError
from regulars.scenarios.kinds import ActKind, Form
from regulars.scenarios.language.exchanges import TalkMoment
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.ways import in_way, renamed, way_names
from regulars.scenarios.personas.tables import load_voices
from regulars.scenarios.world import Act, Fact, Persona, Project, Session, Style
from regulars.seeding import SeedTree

CHINESE = Language.load("chinese")
TALKS = tuple(Act(f"a-talk{number}", ActKind.SMALL_TALK) for number in range(4))


def phrasing(**changes) -> Phrasing:
    return Phrasing(ENGLISH, SeedTree(0), briefed(**changes))


def drawn(act: Act, taken: Sequence[str] = ()) -> str:
    """The id of the exchange that an act draws at its own node, among those that suit and are not taken."""
    moment = TalkMoment.of(briefed().person.persona, briefed().now)
    suiting = [id for id, one in ENGLISH.small_talk.items() if one.suits(moment)]
    return SeedTree(0).draws(act.id).choice([id for id in suiting if id not in taken])


def messages(*ids: str) -> list[tuple[str, ...]]:
    return [ENGLISH.small_talk[id].messages for id in ids]


def test_small_talk_is_the_exchange_that_its_act_names() -> None:
    named = replace(TALK, other="kitchen-12")
    assert phrasing(agenda=(named,)).small_talk(named) == ENGLISH.small_talk["kitchen-12"].messages
    assert phrasing(session=None).small_talk(named) == ENGLISH.small_talk["kitchen-12"].messages


def test_small_talk_outside_a_session_is_the_draw_of_its_act() -> None:
    for act in TALKS:
        assert phrasing(session=None).small_talk(act) == messages(drawn(act))[0]


def test_small_talk_without_a_name_draws_an_exchange_that_is_new_in_the_session() -> None:
    first, second = drawn(TALKS[0]), drawn(TALKS[0], [drawn(TALKS[0])])
    assert first != second
    # Here the same node draws for an act after one that names what it would have drawn.
    named = Act("a-named", ActKind.SMALL_TALK, other=first)
    assert phrasing(agenda=(ASK, named, TALKS[0])).small_talk(TALKS[0]) == messages(second)[0]
    assert phrasing(agenda=(ASK, TALKS[0], named)).small_talk(TALKS[0]) == messages(first)[0]


def test_with_more_acts_than_exchanges_all_come_once_before_any_comes_twice() -> None:
    count = len(CHINESE.small_talk)
    many = tuple(Act(f"m{number}", ActKind.SMALL_TALK) for number in range(count + 2))
    talker = Phrasing(CHINESE, SeedTree(0), briefed(agenda=many))
    said = [talker.small_talk(act) for act in many]
    assert len(set(said[:count])) == count
    assert set(said[count:]) <= set(said[:count])


def test_an_exchange_that_the_pack_lacks_is_named() -> None:
    with pytest.raises(UnknownNameError, match="language english: unknown exchange 'kitchen-99'"):
        phrasing().small_talk(replace(TALK, other="kitchen-99"))


def test_small_talk_that_is_not_planned_names_act_and_person() -> None:
    with pytest.raises(ScenarioError) as caught:
        phrasing(agenda=(TALK,)).small_talk(Act("stranger", ActKind.SMALL_TALK))
    assert str(caught.value) == "p: stranger is not an act of this session."


def test_a_line_of_a_model_that_fails_is_told_in_full() -> None:
    """The last line is quoted up to 200 characters, with model, person and draft."""
    seat = ModelUser(ScriptedChat(["Oh. " * 60] * 4, name="m"))
    seat.begin("user_0", 3)
    tell = Act("a-tell", ActKind.TELL, EMPLOYER.id, "employer")
    draft = user(seed=3).act(None, briefed(agenda=(tell,)))["message"]
    with pytest.raises(ModelOutputError) as caught:
        seat.act({"reply_id": "s001.t02", "turn_id": "s001.t03"}, briefed(agenda=(tell,)))
    quoted = repr(("Oh. " * 60).strip()[:200])
    assert str(caught.value) == (
        f"model m, person p: no usable line after 4 attempts: it lacks 'Drumlock' ({quoted}); "
        f"expected the draft in other words: {draft!r}."
    )


@pytest.mark.parametrize(
    ("persona", "shown"),
    [
        (Persona(), "nothing in particular is known"),
        (Persona(notes="Likes boats."), "Likes boats"),
        (Persona(stage="retired", traits=("calm", "kind")), "retired; calm, kind"),
        (Persona(notes="Likes boats.", stage="retired."), "Likes boats; retired"),
    ],
)
def test_a_model_is_told_who_speaks(persona, shown) -> None:
    model = ScriptedChat(lambda call: "Drumlock it is.")
    seat = ModelUser(model)
    seat.begin("user_0", 3)
    tell = Act("a-tell", ActKind.TELL, EMPLOYER.id, "employer")
    styled = replace(persona, style=Style("plain", "formal", ("you know", "well")))
    seat.act(SEEN, briefed(agenda=(tell,), person=person(persona=styled)))
    prompt = "\n".join(message.content for message in model.calls[0].messages)
    assert shown in prompt
    assert "plain lines, formal tone; likes to say you know, well" in prompt


SEEN = {"reply_id": "s001.t02", "turn_id": "s001.t03"}


def test_the_value_that_is_replaced_is_the_one_that_ended_when_the_new_one_began() -> None:
    """Another attribute's, another time's, and an untold one do not count; of several the last counts."""
    job = Fact("f-job", "p", "employer", "Quill", BEFORE - timedelta(days=9), BEFORE)
    early = Fact("f-early", "p", "home_city", "Oslo", BEFORE - timedelta(days=9), BEFORE - timedelta(days=5))
    second = Fact("f-second", "p", "home_city", "Porto", BEFORE - timedelta(days=9), BEFORE)
    known = (CITY, OLD_CITY, job, early, second)
    for told, old in (
        ({CITY.id}, ""),
        ({OLD_CITY.id}, "Lyon"),
        ({job.id, early.id}, ""),
        ({OLD_CITY.id, second.id, job.id, early.id}, "Porto"),
    ):
        assert phrasing(facts=known, told=told)._told_before(CITY) == old


@pytest.mark.parametrize(
    ("facts", "told", "gold", "form", "expected"),
    [
        # The facts with a gold value that were told; for a count, every one that was told.
        ("Oslo Porto Lyon", "f0 f1", ("Porto",), Form.VALUE, [("f1", "Porto")]),
        ("Oslo Porto Lyon", "f0 f1", ("Lyon",), Form.VALUE, []),
        ("Oslo Porto Lyon", "f0 f1", ("2",), Form.COUNT, [("f0", "Oslo"), ("f1", "Porto")]),
        ("Oslo Porto Lyon", "f0 f1 f2", ("Lyon", "Oslo"), Form.SET, [("f0", "Oslo"), ("f2", "Lyon")]),
        # Told twice: the later fact stands for the value.
        ("Oslo Porto Oslo", "f0 f1 f2", ("Oslo",), Form.VALUE, [("f2", "Oslo")]),
        ("Oslo Porto Oslo", "f0 f1 f2", ("2",), Form.COUNT, [("f2", "Oslo"), ("f1", "Porto")]),
    ],
)
def test_the_facts_behind_an_answer(facts, told, gold, form, expected) -> None:
    known = [Fact(f"f{number}", "p", "home_city", value, BEFORE) for number, value in enumerate(facts.split())]
    other = Fact("f9", "p", "employer", "Oslo", BEFORE)
    words = phrasing(facts=(*known, other), told={*told.split(), "f9"})
    assert [(fact.id, value) for fact, value in words.told_facts("home_city", gold, form)] == expected


def test_an_answer_that_only_follows_is_backed_by_what_was_told() -> None:
    """Lyon is in France: the last told city of the country stands for it."""
    values = ("Lyon", "Bergen", "Toulouse", "Nantes")
    known = [Fact(f"f{number}", "p", "home_city", value, BEFORE) for number, value in enumerate(values)]
    words = phrasing(facts=known, told={"f0", "f1", "f2"})
    country = ENGLISH.ontology.attribute("home_city").implies["country"]
    french = [fact for fact in known[:3] if country.get(fact.value) == "France"]
    assert [(fact.id, value) for fact, value in words.told_facts("country", ("France",), Form.VALUE)] == [
        (french[-1].id, french[-1].value)
    ]
    assert words.told_facts("country", ("Spain",), Form.VALUE) == []


def test_a_line_may_tell_what_is_known_or_planned_and_nothing_else() -> None:
    one = user()
    for told, session, fails in (
        ("f-city", True, False), ("a-talk", True, False), ("f-city", False, False),
        ("a-talk", False, True), ("f-unknown", True, True),
    ):  # fmt: skip
        known = briefed(agenda=(ASK, TALK)) if session else briefed(session=None)
        work = one.work({}, known)
        work.line = SpokenLine(tells=[CITY.id, told])
        if fails:
            with pytest.raises(SeatError) as caught:
                one.check(work)
            assert str(caught.value) == f"p: a line tells {told!r} before the person knows it."
        else:
            assert one.check(work) is None


def test_a_line_may_carry_an_act_that_an_earlier_session_offered() -> None:
    one = user()
    work = one.work({}, briefed(offered=(Act("a-offer", ActKind.TELL, EMPLOYER.id, "employer"),)))
    work.line = SpokenLine(tells=["a-offer", EMPLOYER.id])
    assert one.check(work) is None


@pytest.mark.parametrize(("days", "tells"), [(-1, False), (0, False), (1, True), (None, True)])
def test_an_offer_stands_until_what_it_offered_is_over(days, tells) -> None:
    until = None if days is None else START + timedelta(days=days)
    employer, offer = replace(EMPLOYER, until=until), Act("a-offer", ActKind.TELL, EMPLOYER.id, "employer")
    line = user().act(None, briefed(reply="What is your employer?", facts=(CITY, employer), offered=(offer,)))
    assert (EMPLOYER.id in line["tells"].split()) is tells
    assert bool(ENGLISH.told_in("employer", line["message"])) is tells


def test_a_user_speaks_in_a_session_only() -> None:
    with pytest.raises(SeatError) as caught:
        user().act({}, briefed(session=None))
    assert str(caught.value) == "p: a user was asked to speak outside their own session."


@pytest.mark.parametrize(
    ("known", "leaks"),
    [
        ({}, True),
        ({"effects": {"a": Effect(Fact("f-e", "p", "home_city", "Graz", BEFORE), went_wrong=False)}}, False),
        ({"reply": "Is it Graz?"}, False),
        ({"facts": (Fact("f", "p", "home_city", "Graz", BEFORE),)}, False),
        ({"person": person(projects=(Project("pr", "travel", "see Graz", START),))}, False),
        ({"agenda": (Act("a", ActKind.RELAY, attribute="home_city", other="Graz"),)}, False),
        ({"agenda": (Act("a", ActKind.SLIP, attribute="home_city", slip="Graz"),)}, False),
        ({"offered": (Act("a", ActKind.DELEGATE, attribute="home_city", options=("Graz", "Oslo")),)}, False),
        ({"session": None}, True),
    ],
)
def test_what_a_person_may_name(known, leaks) -> None:
    """What came of choices, the reply, facts, goals, what is planned or offered now; and nothing else."""
    assert bool(find_future("I moved to Graz.", briefed(**known))) is leaks


@pytest.mark.parametrize("seed", range(6))
def test_typing_errors_touch_sentences_that_the_style_adds_and_no_kept_word(seed) -> None:
    """Every long word outside `kept` gets an error at a share of 1; kept ones are matched without regard to case."""
    style = Style("long", "casual", typos=1.0)
    line = in_manner("some words here.", style, SeedTree(seed).draws(), ("WORDS", ""))
    assert " words " in f" {line} "
    assert " some " not in f" {line} "
    assert " here. " not in f" {line} "
    plain = in_manner("some words here.", replace(style, typos=0.0), SeedTree(seed).draws())
    assert len(line.split()) == len(plain.split())


def test_in_chinese_an_opener_or_marker_is_a_sentence_of_its_own() -> None:
    """A marker that the person's file gives without a full stop gets the one of the language."""
    style, line = Style("long", "plain", ("讲真", "没毛病。", "绝了！")), "我搬家了。"
    said = {in_manner(line, style, SeedTree(seed).draws(), ends=False, language=CHINESE) for seed in range(200)}
    assert all(one.endswith(line) for one in said)
    leads = {one.removesuffix(line) for one in said}
    openers = load_voices("chinese").by_formality["plain"].openers
    assert leads - {"", *openers} == {"讲真。", "没毛病。", "绝了！"}
    assert leads & {*openers}


def test_a_wrong_answer_without_a_probe_is_not_corrected() -> None:
    """Only what a probe asked has a right answer to be told."""
    wrong = {"verdict": found(VerdictKind.WRONG), "agenda": (ASK,), "reply": "You live in Oslo."}
    one = user(position=1, patience=1.0)
    assert CITY.value in one.act({}, briefed(pending=pending(), **wrong))["message"]
    one = user(position=1, patience=1.0)
    action = one.act({}, briefed(pending=pending(probe=None), **wrong))
    assert CITY.value not in action["message"]
    assert action["close"] == 1


def test_the_own_names_of_a_line_are_drawn_at_its_last_question() -> None:
    """A cohort calls things by its own names in the last part of a line that asks."""
    way = way_names()[0]
    one = person(persona=Persona(style=Style(way=way)))
    parts = ["Hello there.", ENGLISH.ontology.attribute("home_city").phrases["request"][0]]
    drawn = set()
    for seed in range(8):
        words = Phrasing(ENGLISH, SeedTree(seed), briefed(person=one, agenda=(ASK, REQUEST)))
        for tells, last in ((["a-ask", "a-request"], "a-request"), (["a-ask"], "a-ask")):
            named = [parts[0], renamed(parts[1], way, words.seeds.draws("names", last))]
            text = " ".join(named)
            expected = in_way(named, way, words.seeds.draws("way", text), asks=True)
            assert spoken(SpokenLine(parts=[*parts], tells=tells), words) == " ".join(expected)
            drawn.add(text)
        line = SpokenLine(parts=[*parts], tells=["f-city"], close=1)
        assert spoken(line, words) == " ".join(parts)
    assert drawn


def test_a_closing_line_ends_the_session_and_leaves_nothing_pending() -> None:
    action = user().act({}, briefed(agenda=(), phase=Phase.OPENING, session=Session(1, "p", START)))
    assert (action["close"], action["tells"]) == (1, "-")
    assert "rating" not in action
    assert "noise" not in action
