"""Acknowledgements suit the kind of message, and choices read well for everything that is left to the assistant."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from regulars import Cast, life_v0
from regulars.agents.assistant.acknowledging import HINT, kind_of, tells_half, without_quotes
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.assistant.wording import agent_phrases, plan_in_words
from regulars.dialogue import PlanAct, ReplyPlan
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.choices.choice import chosen
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree

PACKS = [Language.load(name) for name in ("english", "chinese")]
ENGLISH = PACKS[0]
EVERYDAY = {"a", "an", "and", "as", "for", "i'd", "my", "on", "the", "to", "your", "in"}
"""Words that may stand twice in one line."""


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("Please forget what I told you about my rent.", "forget"),
        ("Hey. i'd rather you didn't have anything about my commute in your notes, so please delete it...", "forget"),
        ("The next time we talk, please start by telling me what you know about my rent.", "remind"),
        ("Hey, me again. Please call me Ann from now on.", "name"),
        ("No questions at the end of your replies, please.", "rule"),
        ("You ended with a question again.", "complaint"),
        ("You can end with a question again.", "lifted"),
        ("I asked you what to call my boat, and you said Calypso. I haven't regretted it for a second.", "good"),
        ("When I didn't know how to wind down, you said gong baths, and I'm afraid that wasn't a good choice.", "bad"),
        (
            "The last ticket arrived, so the planning for the trip is done. All that's left is to look forward to it.",
            "good",
        ),
        ("Got a question for you.", "vague"),
        ("There's news on the pet front.", HINT),
        ("I moved to Bergen last week.", ""),
        ("Okay, no harm done...", "settled"),
        ("that helps, thanks", "settled"),
        ("Never mind.", "settled"),
        ("Never mind. Anyway, I moved to Bergen last week.", ""),
        ("Whatever you think works best.", "question"),
        ("I've signed up for lessons, and the topic is sailing knots. Will you help me keep up?", "project"),
        # The last of several counts.
        ("Please call me Ann from now on. Anyway, there's news on the pet front.", HINT),
    ],
)
def test_the_kind_of_a_message_is_that_of_its_last_known_wording(message: str, kind: str) -> None:
    assert kind_of(ENGLISH, message) == kind


def test_a_question_that_others_asked_is_no_question_of_the_person() -> None:
    quoted = """I wrote 'sorry, how are you?' and she wrote "Who's that?" It's fine."""
    assert "?" not in without_quotes(quoted)
    assert without_quotes("My friend's late. What's a good excuse?") == "My friend's late. What's a good excuse?"


@pytest.mark.parametrize("language", PACKS, ids=lambda pack: pack.name)
def test_every_wording_of_an_act_has_its_kind(language: Language) -> None:
    slots = {"label": "rent", "name": "Ann", "value": "Calypso", "asked": "what to call my boat"}
    for act, kind in (("forget", "forget"), ("remind", "remind"), ("renamed", "name"), ("outcome_bad", "bad")):
        for line in language.lines("acts", act):
            assert kind_of(language, line.format(**slots)) == kind
    for attribute in language.ontology:
        assert {kind_of(language, line) for line in attribute.phrases.get("hint", ())} <= {HINT}


@pytest.mark.parametrize("language", PACKS, ids=lambda pack: pack.name)
def test_each_kind_has_its_own_words_which_neither_ask_nor_abstain(language: Language) -> None:
    phrases = agent_phrases(language.name)
    kinds = [name for name in phrases if name.startswith("acknowledge_")]
    assert len(kinds) == 12
    for name in kinds:
        assert len(set(phrases[name])) == len(phrases[name]) == 6
        for line in phrases[name]:
            assert not language.requests(line)
            assert not abstains(line)
            plan = ReplyPlan(PlanAct.ACKNOWLEDGE, (), {"to": name.removeprefix("acknowledge_")})
        said = {plan_in_words(plan, language, SeedTree(seed).draws()) for seed in range(60)}
        assert said == set(phrases[name])


@pytest.mark.parametrize("language", PACKS, ids=lambda pack: pack.name)
def test_people_hear_a_question_in_every_line_that_asks_about_a_hint(language: Language) -> None:
    assert all(language.asks_openly(line) for line in agent_phrases(language.name)["ask"])


@pytest.mark.parametrize("language", PACKS, ids=lambda pack: pack.name)
def test_a_choice_is_understood_and_doubles_no_word(language: Language) -> None:
    for attribute in language.ontology:
        if not attribute.is_chosen:
            continue
        values = attribute.grid()
        for place, value in enumerate(values):
            plan = ReplyPlan(PlanAct.CONFIRM, (value,), {"attribute": attribute.name})
            line = plan_in_words(plan, language, SeedTree(place).draws())
            assert chosen(line, None, (value, values[place - 1]), attribute.domain) == value, line
            words = Counter(re.findall(r"[a-z'-]+", line.lower().replace("book club", "")))
            assert not [word for word, count in words.items() if count > 1 and word not in EVERYDAY], line


def test_half_an_answer_is_asked_about_once_and_then_told_in_full() -> None:
    asks, halves = agent_phrases("english")["ask"], 0
    for seed in range(12):
        scenario = generate(seed, sessions=12, modes={"open": 0.4, "asked": 0.6}, personas=True)
        env = life_v0.env(scenario=scenario)
        cast = Cast(env, assistant=ScriptedAssistant())
        cast.reset(seed=seed)
        cast.run()
        told = {one.turn for one in env.unwrapped.life.ledger.disclosures}
        for asked, said, reply, rest in windows(env.unwrapped.transcript, 4):
            if asked.text in asks and said.session == rest.session and tells_half(ENGLISH, said.text):
                halves += 1
                assert reply.text in asks, said.text
                assert rest.id in told, rest.text
        assert not any(
            {one.text, two.text, three.text} <= {*asks}
            for one, _, two, _, three in windows(env.unwrapped.transcript, 5)
        )
    assert halves > 10


def windows(turns, size):
    return zip(*(turns[first:] for first in range(size)), strict=False)


def test_a_first_piece_that_no_question_came_before_is_not_asked_about() -> None:
    for language in PACKS:
        pieces = [first for attribute in language.ontology for first, _ in attribute.piecemeal]
        assert all(tells_half(language, f"Hello. {piece}") for piece in pieces)
        assert not any(tells_half(language, f"{piece} Bergen.") for piece in pieces)
    replies = []
    for seed in range(6):
        env = life_v0.env(scenario=generate(seed, sessions=8, phrasings={"piecemeal": 1.0}, modes={"open": 1.0}))
        cast = Cast(env, assistant=ScriptedAssistant())
        cast.reset(seed=seed)
        cast.run()
        replies += [two.text for one, two in windows(env.unwrapped.transcript, 2) if tells_half(ENGLISH, one.text)]
    assert len(replies) > 15
    assert not {*replies} & {*agent_phrases("english")["ask"]}
