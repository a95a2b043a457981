"""A reply that repeats what people say in conversation is no abstention."""

from __future__ import annotations

import random
from pathlib import Path

import gymnasium as gym
import pytest

from regulars import Phase, Reply, VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.testing.reply_sets import read_replies
from regulars.values import Domain, ValueType

FILE = Path(__file__).with_name("chat_replies_natural.toml")
LIVES = (("smoke", 0), ("smoke", 1), ("smoke", 2), ("smoke", 3), ("core", 0))
DRAWN = 300
READ_AS_ABSTENTIONS = {
    "I need your help": "an assistant that says so in place of an answer does not know it",
    "What is it that I can't": "an assistant that asks so in place of an answer does not know it",
    "Can you name every": "an assistant that asks so in place of an answer does not know it",
    "Can you tell me which": "an assistant that asks so in place of an answer does not know it",
    "Nope, done with this": "an assistant that says so leaves the question unanswered",
    "I haven't told you about": "who says `you` and `I` cannot be told from the words alone",
}
"""Parts of lines of people that are judged as abstentions, each with the reason."""


def untold() -> list[Expectation]:
    """What unanswerable questions of the open set expect, one for each domain and form."""
    every = [one for one in read_replies(FILE).expectations.values() if not one.answerable]
    return list({(one.domain.name, one.form): one for one in every if one.form in ("value", "set", "any")}.values())


UNTOLD = untold()


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Lines that people said in conversation, drawn from whole lives."""
    said: set[str] = set()
    for suite, seed in LIVES:
        env = gym.make("regulars:Life-v0", suite=suite)
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            if observation["phase"] in (Phase.OPENING, Phase.TALK, Phase.CLOSING):
                said.add(observation["message"])
            observation, _, terminated, truncated, _ = env.step(Reply("I see."))
            over = terminated or truncated
    return random.Random(0).sample(sorted(said - {""}), DRAWN)


def abstained(text: str) -> bool:
    """Whether a reply abstains from any of the unanswerable questions."""
    return any(find_verdict(text, None, one).kind is VerdictKind.CORRECT for one in UNTOLD)


def test_no_line_of_a_person_abstains(lines: list[str]) -> None:
    assert len(UNTOLD) >= 10
    found = [line for line in lines if abstained(line)]
    assert [line for line in found if not any(part in line for part in READ_AS_ABSTENTIONS)] == []


@pytest.mark.parametrize(
    "text",
    [
        "I cannot follow films with time travel. I drew arrows on a napkin and I still didn't get it.",
        "There's a clip on the fridge where I could hang it. I didn't find the pen.",
        "I couldn't sleep, there's no rain in sight.",
        "No worries, I'll find out some other way. Something's boiling over, got to go.",
        "My neighbour never told me her name, and I can't remember faces.",
        "I don't want an app that wants to know everything about me.",
        "They called me in at last, and I was missing a form. The form was hanging on the wall.",
        "Okay, but that's not what I asked. I do need an answer to this, though.",
        "My colleague runs 53 kilometres a week before breakfast. I don't know how she does it.",
        "The owner rang to say thanks. There's no other copy of it anywhere.",
        "Why are films so long these days? A friend fell asleep and asked what he'd missed.",
        "Do you know a way to get past the menu quicker? It helps to say nothing at all.",
        "Let's skip that. I don't have a good knife.",
        "Well, anyway, I don't have the time today.",
        'Somebody on a quiz show said "I know nothing about kings and queens", and then she won.',
        'The man next to me told her, "I haven\'t got a record of it", and hung up.',
        "Remind me what you named my sourdough? I don't have it.",
        "Do you want to share a flat with me? I don't have anyone else.",
        "There are whole years I couldn't tell you a thing about, let's forget it.",
    ],
)
def test_stories_and_complaints_are_no_abstentions(text: str) -> None:
    assert not abstained(text)


@pytest.mark.parametrize(
    "text",
    [
        "I don't know.",
        "You never told me that.",
        "I've got nothing on that.",
        "I have no record of it in my notes.",
        "My apologies, that was never mentioned.",
        "I went through our chats, and you didn't say.",
        "A friend of yours came up once, but you haven't told me anything about this.",
        "We've never talked about it.",
        "I'd be guessing. Could you tell me?",
        "I'm afraid I deleted that when you asked me to.",
        "That has never come up between us.",
        "Somebody else may know it, I can't say.",
        "I don't have your city on file; do you want to share it with me?",
        "I don't know your city yet, so let's note it down now.",
        "I haven't got your city; is there any way you could tell me?",
        "I don't know where you live - is there any way to find out?",
        "Well, anyway, you never told me your city.",
        "You haven't told me which city you live in, let's fix that!",
        "I can't say who your dentist is; please fill in the name column yourself.",
        "Remind me who your dentist is? I don't have it.",
        "Your city isn't in my notes, is there any way to look it up?",
        "I don't know what your address is, how do I find it out?",
        "You never told me your city, is it too late to ask?",
        "I can't tell you where you live; can you explain what it's for?",
        "Your city? Let's be honest, I don't know.",
        "I left the field up to you, since you never told me.",
        'My note for you says "I don\'t know that", and nothing else.',
    ],
)
def test_refusals_about_the_question_are_abstentions(text: str) -> None:
    assert all(find_verdict(text, None, one).kind is VerdictKind.CORRECT for one in UNTOLD)


@pytest.mark.parametrize(
    ("reply", "abstains"),
    [
        ("I can't say whether it has changed, because you never told me.", True),
        ("I don't know whether you moved, you never mentioned a city.", True),
        ("No idea, sorry.", True),
        ("No idea - probably the capital.", False),
        ("It's the capital, not a village, as you said.", False),
        ("Your notes say a seaside town, nothing else.", False),
    ],
)
def test_an_abstention_says_that_nothing_was_told_and_offers_nothing(reply, abstains):
    city = Domain("city", ValueType.TERM, {"Oslo": (), "Lyon": ()})
    found = find_verdict(reply, None, Expectation("value", city, False, ()))
    assert (found.kind is VerdictKind.CORRECT) is abstains
