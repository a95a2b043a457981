"""What numeric environments keep between steps is what they would work out anew."""

from __future__ import annotations

from math import lcm

import numpy as np
from small_lives import NOON
from told_by_hand import say as hear
from told_by_hand import told_to
from told_lives import BERGEN, LYON, WHERE, candidates_in, life, say, told_in

from regulars.agents.assistant.wording import agent_phrases
from regulars.envs.ledger import FORGOTTEN, Commitment, Disclosure
from regulars.envs.numeric.actions import read_numbers
from regulars.envs.numeric.candidates import WORDINGS, CandidateKind
from regulars.envs.numeric.features import TextFeatures
from regulars.envs.numeric.held_items import HeldItem, HeldItems
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of
from regulars.seeding import SeedTree

SEEDS = 240


def by_kind(found):
    """The texts of the candidates that are always there."""
    return {one.kind: one.text for one in found if not one.values}


def test_every_wording_of_a_candidate_occurs_and_one_number_decides_all():
    env = life()
    say(env, BERGEN, LYON, WHERE)
    phrases = agent_phrases("english")
    lists = {
        CandidateKind.ABSTAIN: phrases["abstain"],
        CandidateKind.ACKNOWLEDGE: phrases["acknowledge"],
        CandidateKind.OVER: phrases["answer_over"],
    }
    heard = {kind: set() for kind in lists}
    for seed in range(SEEDS):
        texts = by_kind(candidates_in(env, seed))
        numbers = {}
        for kind, own in lists.items():
            heard[kind].add(texts[kind])
            numbers[kind] = own.index(texts[kind])
        # One number n chooses phrase n % 6 of the acknowledgements, n % 3 of the abstentions and n % 2 of the denials.
        assert numbers[CandidateKind.ACKNOWLEDGE] % 3 == numbers[CandidateKind.ABSTAIN]
        assert numbers[CandidateKind.ACKNOWLEDGE] % 2 == numbers[CandidateKind.OVER]
    assert heard == {kind: set(own) for kind, own in lists.items()}


def test_every_wording_of_a_value_occurs():
    env = life()
    say(env, BERGEN, LYON, WHERE)
    single, texts = agent_phrases("english")["answer_value"], set()
    for seed in range(SEEDS):
        texts |= {one.text for one in candidates_in(env, seed) if one.values == ("Lyon",)}
    assert texts == {phrase.format(value="Lyon", values="Lyon", label="home city") for phrase in single}


def test_the_number_of_wordings_is_a_multiple_of_every_number_of_phrases():
    for language in ("english", "chinese"):
        lists = agent_phrases(language)
        acts = [name for name in lists if name.startswith(("answer_", "confirm", "ask", "abstain", "ackn", "remind"))]
        assert len(acts) > 10
        assert WORDINGS % lcm(*(len(lists[name]) for name in acts)) == 0


def test_wishes_for_reminders_are_those_that_the_lines_hold():
    language, env = Language.load("english"), life()
    wish = "Please remind me of my home city next time."
    spoken = wishes_of(language)
    lines = [{"message": "Nice day."}, *({"message": text} for text in _reminding(language)), BERGEN, {"message": wish}]
    say(env, *lines)
    told = told_in(env)
    own = [turn for turn in told.lines if turn.speaker == "p1"]
    read = [name for turn in own if (name := spoken.reminder_in(turn.text))]
    assert len(read) >= 2
    assert told.wished == {"p1": read}
    again = ToldSoFar(language)
    again.restore(told.snapshot())
    assert again.wished == told.wished


def _reminding(language):
    """Two wishes to be reminded, in the words of the pack."""
    names = ("home_city", "job")
    labels = {name: language.ontology.attribute(name).label for name in names}
    return [language.act("remind", SeedTree(0).draws(name), label=label) for name, label in labels.items()]


def test_read_numbers_are_the_same_for_integers_and_whole_floats():
    sizes = np.array([4, 3, 5])
    for dtype in (np.int8, np.uint64, np.int64, np.float32, np.float64):
        assert read_numbers(np.array([3, 0, 4], dtype=dtype), sizes) == [3, 0, 4]


def test_items_count_since_when_they_are_held_and_how_often_they_were_recalled():
    env = life()
    say(env, BERGEN, LYON, WHERE)
    turns = [turn for turn in env.life.transcript if turn.speaker == "p1"]
    held = HeldItems(4, TextFeatures(width=8))
    held.put(2, HeldItem.of(turns[0]), 0, env.life.language)
    held.put(0, HeldItem.of(turns[1]), 2, env.life.language)
    assert held.count == 2
    lines, ids = held.recall([0, 2, 0])
    assert ids == [turns[1].id, turns[0].id]  # in rank order, each once
    assert [line.endswith(turn.text) for line, turn in zip(lines, turns, strict=False)] == [True, True]  # in time order
    numbers = held.numbers(np.zeros(8, dtype=np.float32), turns[0].scope, turns[0].session + 2, 5)
    scale = np.log1p(1e6)
    assert np.allclose(
        numbers[2, 13:17], [np.log1p(5) / scale, np.log1p(2) / scale, 1.0, np.log1p(1) / scale], atol=1e-6
    )
    assert np.allclose(
        numbers[0, 13:17], [np.log1p(3) / scale, np.log1p(2) / scale, 1.0, np.log1p(1) / scale], atol=1e-6
    )
    assert not numbers[1].any()
    assert not numbers[3].any()


def test_what_was_told_about_an_attribute_is_gathered_anew_whenever_the_ledger_grows():
    told = told_to(("p1", "home_city", "Bergen", "direct"), ("p2", "home_city", "Porto", "direct"))
    first = told.about("p1", "home_city")
    assert told.about("p1", "home_city") is first
    assert (first.plausible, first.others, first.chosen) == (("Bergen", "", "Porto"), {"Porto"}, [])
    told.ledger.commit(Commitment("a", "p1", "home_city", "Ghent", "s003.t02", 3, NOON))
    assert told.about("p1", "home_city").chosen == ["Ghent"]
    told.ledger.mention("p1", "home_city", "Brno", "s003.t03")
    assert told.about("p1", "home_city").mentioned == {"Brno"}
    told.ledger.enter(Disclosure("f", "p1", "home_city", "", FORGOTTEN, "s003.t04", 3, NOON))
    last = told.about("p1", "home_city")
    assert (last.own, last.taken_back, last.is_forgotten) == ([], {"Bergen"}, True)
    assert (first.plausible, first.is_forgotten) == (("Bergen", "", "Porto"), False)
    assert told.about("p2", "home_city").others == frozenset()


def test_lines_are_recalled_alike_whenever_they_were_asked_for_before():
    lines = ("I live in Bergen.", "Bergen is rainy.", "My job is dull.", "I love Bergen in spring.")
    often, once = told_to(), told_to()
    for line in lines:
        for told in (often, once):
            hear(told, line, 1)
        often.recall("Bergen", "scope", 4)
    found = once.recall("Bergen", "scope", 4)
    assert often.recall("Bergen", "scope", 4) == found
    assert sorted(turn.text for turn, _ in found) == sorted(line for line in lines if "Bergen" in line)
