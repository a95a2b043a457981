"""A ranking that learns from citations and feedback: its gradient, credit and topics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from rated import shown, tell

from regulars.dialogue import Feedback, FeedbackAction
from regulars.errors import ConfigurationError
from regulars.memory import build_memory
from regulars.memory.composition.compose import Composed
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.learning.citations import RETRIEVAL, InReply, Reranker, pleasure
from regulars.memory.parts.learning.credit import credits


def ranking(**settings) -> Composed:
    """Without noise, and credited as published."""
    given = {"noise": 0, "credit": "citations", **settings}
    return build_memory("rmm:" + ";".join(f"{name}={value}" for name, value in given.items()))


@pytest.mark.parametrize("full", ["true", "false"])
def test_cited_items_rise_and_others_fall(full, make_turn, make_cue):
    memory = ranking(full=full, rate=0.002, least=1.0)
    memory.observe(make_turn(0, "My flat is in Bergen near the harbour"))
    memory.observe(make_turn(1, "My flat is in a house with a harbour view"))
    query = "Where is my flat near the harbour?"
    ids = [item.id for item in memory.journal.items("p1")]
    weights = memory.derived.tracker("reranker")
    before = weights.scores("p1", query, ids)
    for number in range(4, 12, 2):
        tell(memory, make_turn, number, "It is Bergen.", query)
        brought = memory.recall(make_cue(query, as_of=make_turn(number + 1).time))
        memory.feedback(shown(number + 1, make_turn, action=FeedbackAction.LIKE), brought)
    weights = memory.derived.tracker("reranker")
    after = weights.scores("p1", query, ids)
    assert after[0] - after[1] > before[0] - before[1]
    assert -1.0 <= weights.baseline("p1") <= 1.0
    assert weights.baseline("nobody") == 0.0


def test_the_step_is_the_gradient_of_the_expected_reward():
    """One step of REINFORCE against finite differences of the sum of (R - b) log p."""
    weights = Reranker(HashedEmbedder(8), rate=1.0, temperature=0.5)._of("p1")
    draws = np.linspace(-1, 1, 8)
    query, items = draws, np.stack([np.cos(draws * n) for n in (1, 2, 3)])
    rewards = {0: 1.0, 2: -1.0}

    def objective(w: np.ndarray) -> float:
        scores = items @ (query + w * query) / 0.5
        log_chances = scores - np.log(np.exp(scores).sum())
        return sum(reward * log_chances[place] for place, reward in rewards.items())

    step = 1e-6
    numeric = [(objective(step * row) - objective(-step * row)) / (2 * step) for row in np.eye(8)]
    weights.learn(query, items, rewards, rate=1.0, temperature=0.5)
    assert weights.of_query == pytest.approx(np.array(numeric), abs=1e-6)


def test_nothing_cited_teaches_nothing_and_noise_is_the_same_for_the_same_question(make_turn, make_cue):
    memory = build_memory("rmm:credit=citations")
    memory.observe(make_turn(0, "My flat is in Bergen"))
    tell(memory, make_turn, 4, "Understood.", "Where is my flat?")
    brought = memory.recall(make_cue("Where is my flat?", as_of=make_turn(5).time))
    memory.feedback(shown(5, make_turn, action=FeedbackAction.LIKE), brought)
    assert not [item for item in memory.journal.items("p1") if item.kind == RETRIEVAL]
    assert memory.recall(make_cue()) == memory.recall(make_cue())
    other = build_memory("rmm:credit=citations;seed=1", seed=1)
    other.observe(make_turn(0, "My flat is in Bergen"))
    assert other.recall(make_cue()).hits[0].score != memory.recall(make_cue()).hits[0].score


def test_citing_is_a_word_of_the_item_that_the_question_does_not_hold(make_turn):
    memory = build_memory("bm25-turn")
    memory.observe(make_turn(0, "I moved to Bergen last week"))
    (item,) = memory.journal.items("p1")
    message, reply = (replace(item.parts[0], text=text, name="") for text in ("Where did I move to?", "It is Bergen."))
    assert InReply()(reply, message, item)
    assert not InReply()(reply, replace(message, text="Do I live in Bergen?"), item)
    assert not InReply()(replace(reply, text="I do not know."), message, item)


def test_credited_by_feedback_a_citation_is_worth_what_the_user_showed_beyond_the_mean(make_turn, make_cue):
    """The first rating says nothing; what was cited falls by a worse one, and rises again by a better one."""
    memory = ranking(credit="feedback", rate=0.002, least=1.0)
    memory.observe(make_turn(0, "My flat is in Bergen near the harbour"))
    memory.observe(make_turn(1, "My flat has a harbour view"))
    query, lead = "Where is my flat near the harbour?", []
    for number, satisfaction in zip((4, 8, 12, 16), (5.0, 5.0, 1.0, 9.0), strict=True):
        tell(memory, make_turn, number, "It is Bergen.", query)
        brought = memory.recall(make_cue(query, as_of=make_turn(number + 1).time))
        memory.feedback(shown(number + 1, make_turn, satisfaction=satisfaction), brought)
        cited, other = memory.derived.tracker("reranker").scores("p1", query, ["p1#1", "p1#2"])
        lead.append(cited - other)
    assert lead[0] == lead[1] > lead[2] < lead[3]


def test_feedback_without_satisfaction_teaches_nothing(make_turn, make_cue):
    memory = ranking(credit="feedback")
    memory.observe(make_turn(0, "My flat is in Bergen"))
    tell(memory, make_turn, 4, "It is Bergen.", "Where is my flat?")
    brought = memory.recall(make_cue("Where is my flat?", as_of=make_turn(5).time))
    memory.feedback(shown(5, make_turn, text="hm"), brought)
    assert not [item for item in memory.journal.items("p1") if item.kind == RETRIEVAL]
    with pytest.raises(ConfigurationError, match="credit"):
        ranking(credit="gold")


@pytest.mark.parametrize(
    ("shows", "value"),
    [
        ({"action": FeedbackAction.LIKE}, 1.0),
        ({"action": FeedbackAction.COPY}, 1.0),
        ({"action": FeedbackAction.DISLIKE}, -1.0),
        ({"action": FeedbackAction.LIKE, "satisfaction": 7.5}, 0.5),
        ({"text": "hm"}, None),
    ],
)
def test_satisfaction_is_read_from_feedback(shows, value):
    assert pleasure(Feedback("s001.t02", **shows)) == value


def test_a_reply_is_based_on_what_it_cites_or_on_all_that_it_was_shown(make_turn, make_cue):
    for reply, liked in (("It is Bergen.", [1, 0]), ("I have no idea.", [1, 1])):
        memory = build_memory("h-mem")
        memory.observe(make_turn(0, "My flat is in Bergen"))
        memory.observe(make_turn(1, "My flat has a view"))
        brought = memory.recall(make_cue("Where is my flat?", as_of=make_turn(1).time))
        tell(memory, make_turn, 4, reply, "Where is my flat?")
        memory.feedback(shown(5, make_turn, action=FeedbackAction.COPY), brought)
        flats = [item for item in memory.journal.items("p1") if item.kind == "turn"][:2]
        assert [credits(item) for item in flats] == liked


def test_a_topic_goes_through_sessions_as_one_item(make_turn):
    memory = build_memory("rmm:least=0.5")
    memory.observe(make_turn(0, "The bakery opens early on Monday"))
    memory.observe(make_turn(1, "Pixel hates the rain"))
    memory.close_session(make_turn(1).time)
    memory.observe(make_turn(4, "The bakery opens early on Tuesday"))
    memory.close_session(make_turn(4).time)
    assert [len(item.parts) for item in memory.journal.items("p1")] == [2, 1]
    before = memory.snapshot()
    assert not memory.close_session(make_turn(4).time)
    assert memory.snapshot() == before


def test_a_ranking_forgets_what_it_learnt_of_a_turn_that_is_forgotten(make_turn, make_cue):
    memory = ranking(rate=0.002, least=1.0)
    memory.observe(make_turn(0, "My flat is in Bergen near the harbour"))
    memory.observe(make_turn(1, "My flat has a view of ships"))
    query = "Where is my flat near the harbour?"
    tell(memory, make_turn, 4, "It is Bergen.", query)
    memory.feedback(shown(5, make_turn, action=FeedbackAction.LIKE), memory.recall(make_cue(query)))
    ids = [item.id for item in memory.journal.items("p1")][:2]
    fresh = ranking(rate=0.002, least=1.0)
    fresh.observe(make_turn(0, "My flat is in Bergen near the harbour"))
    (untaught,) = fresh.derived.tracker("reranker").scores("p1", query, ids[:1])
    assert memory.derived.tracker("reranker").scores("p1", query, ids[:1]) != [untaught]
    memory.forget("p1", [make_turn(1).id])
    assert memory.derived.tracker("reranker").scores("p1", query, ids[:1]) == [untaught]
