"""What is learned from feedback: posteriors, values, credits and lessons with figures worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from by_hand import Scored, Vectors, at, cue, draft, happening, holding, ids, looking, scored

from regulars.dialogue import Feedback, FeedbackAction
from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import Op
from regulars.memory.parts.learning.citations import (
    Citations,
    InReply,
    LearnedRanking,
    Reranker,
    ScopeWeights,
    pleasure,
)
from regulars.memory.parts.learning.credit import Credited, approval, credits, used
from regulars.memory.parts.learning.experiences import (
    Attempt,
    Experience,
    Experiences,
    Said,
    exchange,
    experience_of,
    experiences,
    reply_and_message,
)
from regulars.memory.parts.learning.lesson_counts import ByCounts, WishCounts, as_lessons, believed, take_in
from regulars.memory.parts.learning.q_table import ByValue, ClosestPairs, QTable, rewards_of
from regulars.memory.parts.learning.recalled_lessons import OfAlike, OfLast, Pruned, Refined, contradicted
from regulars.memory.parts.learning.utility import (
    DID_NOT,
    HELPED,
    ByUse,
    Distil,
    UselessGone,
    contrasted,
    distilled,
    support_of,
    uses_of,
)
from regulars.memory.parts.learning.wish_posterior import WORDS, Prior, WishPosterior
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.protocol import Hit, Lesson, Recollections


def turn(text: str, hours: float = 0.0, session: int = 1, **options):
    return draft(text, hours=hours, session=session, kind="turn", **options)


def reply(text: str, hours: float = 0.0, session: int = 1):
    return draft(text, hours=hours, session=session, kind="turn", name="Assistant", by="assistant")


def touch(one: int, why: str, hours: float = 500) -> Op:
    return Op("TOUCH", f"p1#{one}", why=why, time=at(hours))


def one(kept="", broken="", displeased=None, *said: str, task="t") -> Experience:
    """An experience: kept and broken lessons separated by spaces, and words such as `a=1 lifted`."""
    words = tuple(Said(*each.split()) for each in said)
    return Experience(task, tuple(kept.split()), tuple(broken.split()), displeased, words)


def lived(made: Experience, text: str = "x", hours: float = 0.0, session: int = 1, scope: str = "p1", **extra: object):
    """A draft of an experience."""
    return draft(
        text, hours=hours, session=session, kind="experience", scope=scope, name="", **{**made.to_json(), **extra}
    )


def told(lessons) -> list[tuple[str, str, float]]:
    return [(one.style_attribute, one.value, round(one.confidence, 6)) for one in lessons]


# ---------------------------------------------------------------------- what feedback shows


@pytest.mark.parametrize(
    ("shown", "pleased", "approved"),
    [
        ({"satisfaction": 5.0}, 0.0, 0),
        ({"satisfaction": 7.5}, 0.5, 0),
        ({"satisfaction": 0.0}, -1.0, 0),
        ({"action": FeedbackAction.LIKE}, 1.0, 1),
        ({"action": FeedbackAction.COPY}, 1.0, 1),
        ({"action": FeedbackAction.DISLIKE}, -1.0, -1),
        ({"action": FeedbackAction.LIKE, "satisfaction": 2.5}, -0.5, 1),
        ({"text": "Thanks"}, None, 0),
    ],
)
def test_pleasure_and_approval(shown, pleased, approved):
    feedback = Feedback("r", **shown)
    assert (pleasure(feedback), approval(feedback)) == (pleased, approved)


def test_a_reply_cites_an_item_by_a_word_that_is_not_in_the_message_or_a_name():
    items = looking(holding(draft("Ann grows red roses"), draft("the roses of May"))).items()
    message = turn("what about roses")
    cites = InReply()
    assert cites(reply("Red ones"), message, items[0]) is True
    assert cites(reply("Roses, Ann"), message, items[0]) is False  # the message's word and a name
    assert cites(reply("In May"), message, items[0]) is False
    assert cites(reply("In May"), message, items[1]) is True


def test_the_message_is_the_turn_before_the_reply_in_its_session():
    def found(about, *turns):
        result = reply_and_message(looking(holding(*turns)), about)
        return None if result is None else (result[0].text, result[1].text if result[1] else None, result[2])

    first = [turn("hi"), reply("hello", 1)]
    assert found("s001.t10", *first) == ("hello", "hi", True)
    assert found("s001.t00", *first) is None  # not the assistant's
    assert found("s009.t90", *first) is None
    more = [*first, turn("and", 2), reply("so", 3)]
    assert found("s001.t30", *more) == ("so", "and", False)
    assert found("s001.t10", *more) == ("hello", "hi", True)
    twice = [*first, reply("more", 2)]
    assert found("s001.t20", *twice) == ("more", None, False)  # the assistant spoke before
    later = [*more, reply("morning", 30, session=2)]
    assert found("s002.t300", *later) == ("morning", None, True)  # another session's turns do not count
    assert exchange(looking(holding(*later)), "s002.t300") is None
    assert [part.text for part in exchange(looking(holding(*more)), "s001.t30")] == ["so", "and"]
    merged = holding(
        turn("hi"),
        Op("MERGE", "p1#1", reply("hello", 1), time=at(1)),
        turn("and", 2),
        Op("MERGE", "p1#2", reply("so", 3), time=at(3)),
    )
    result = reply_and_message(looking(merged), "s001.t30")
    assert (result[0].text, result[1].text, result[2]) == ("so", "and", False)


def answered(*items, action=FeedbackAction.LIKE, about="s001.t91", recalled=(1, 2)):
    """Items, a message and a reply about red roses, and the feedback on it."""
    memory = holding(*items, turn("what about roses", 9), reply("Red ones", 9.1))
    hits = tuple(Hit(f"p1#{n}", 1.0, ()) for n in recalled)
    return looking(memory), happening("feedback", feedback=Feedback(about, action), recollections=Recollections(hits))


def test_credit_goes_to_cited_items_or_to_all_shown():
    red, may = draft("red roses"), draft("roses of May")
    view, event = answered(red, may)
    assert [(op.id, op.why) for op in Credited()(view, event)] == [("p1#1", "liked")]
    view, event = answered(may, draft("June"), action=FeedbackAction.DISLIKE)
    assert [(op.id, op.why) for op in Credited()(view, event)] == [("p1#1", "disliked"), ("p1#2", "disliked")]
    view, event = answered(red, may, action=FeedbackAction.NONE)
    assert list(Credited()(view, event)) == []
    view, event = answered(red, may, about="s001.t77")
    assert [item.id for item in used("s001.t77", event.recollections, InReply(), view)] == ["p1#1", "p1#2"]


def test_credits_are_likes_minus_dislikes_up_to_five():
    def of(*why):
        return credits(looking(holding(draft("a"), *[touch(1, each) for each in why])).items()[0])

    assert of("liked", "liked", "disliked", "recalled at rank 1") == 1
    assert of(*["liked"] * 6) == 5
    assert of(*["disliked"] * 6) == -5


# ---------------------------------------------------------------------- the learned ranking


class Known:
    """A rule of citations that is written down, by the item's text."""

    def __call__(self, reply, message, item):
        return {"red roses": True, "roses of May": False, "odd": None}[item.text]

    def __repr__(self) -> str:
        return "Known()"


def cited(*items, credit="feedback", recalled=(1, 2), **shown):
    memory = holding(
        *items, turn("what about roses", 9), reply("Red ones", 9.1), indexes=(Scored("dense", n1=0.9, n2=0.8, n3=0.7),)
    )
    hits = tuple(Hit(f"p1#{n}", 1.0, ()) for n in recalled)
    event = happening("feedback", feedback=Feedback("s001.t91", **shown), recollections=Recollections(hits))
    return list(Citations(cites=Known(), credit=credit)(looking(memory), event))


def test_shown_and_cited_items_are_kept_with_the_pleasure():
    items = [turn("red roses"), turn("roses of May", 1), turn("third", 2)]
    (op,) = cited(*items, satisfaction=10.0)
    assert dict(op.draft.extra) == {
        "rewards": {"s001.t00": 1.0, "s001.t10": -1.0},
        "pleased": 1.0,
        "pool": ["s001.t00", "s001.t10", "s001.t20"],
    }
    assert (op.draft.kind, op.draft.text, op.draft.sources) == ("retrieval", "what about roses", ("s001.t91",))
    assert op.draft.basis == ("s001.t90", "s001.t00", "s001.t10", "s001.t20")
    assert cited(*items, text="Thanks") == []
    (op,) = cited(*items, credit="citations", text="Thanks")
    assert op.draft.extra["rewards"] == {"s001.t00": 1.0, "s001.t10": -1.0}
    assert "pleased" not in op.draft.extra


def test_the_pool_is_nominated_beside_the_message_and_the_reply():
    items = [turn("red roses"), turn("roses of May", 1), turn("third", 2)]
    memory = holding(
        *items,
        turn("what about roses", 9),
        reply("Red ones", 9.1),
        indexes=(Scored("dense", n4=0.9, n5=0.8, n3=0.7, n2=0.6, n1=0.5),),
    )
    event = happening(
        "feedback",
        feedback=Feedback("s001.t91", satisfaction=10.0),
        recollections=Recollections((Hit("p1#1", 1.0, ()),)),
    )
    # The message and the reply are nearest and do not count: the shown first item, and one or two of the others.
    for pool, expected in ((1, ["s001.t00", "s001.t20"]), (2, ["s001.t00", "s001.t20", "s001.t10"])):
        (op,) = Citations(cites=Known(), pool=pool)(looking(memory), event)
        assert op.draft.extra["pool"] == expected
        assert op.draft.basis == ("s001.t90", *expected)


def test_without_citations_all_share_the_feedback_and_citations_alone_teach_nothing():
    items = [turn("roses of May"), turn("odd", 1)]
    (op,) = cited(*items, satisfaction=0.0)
    assert (op.draft.extra["rewards"], op.draft.extra["pleased"]) == ({"s001.t00": 1.0}, -1.0)
    assert cited(*items, credit="citations", satisfaction=0.0) == []
    assert cited(items[1], items[1], satisfaction=0.0) == []  # nothing is known about any of them
    assert cited(*items, recalled=(), satisfaction=0.0) == []


def test_one_step_of_reinforce_with_diagonal_weights():
    weights = ScopeWeights(2, full=False)
    query, items = np.array([1.0, 2.0]), np.array([[1.0, 0.0], [0.0, 0.5]])
    assert weights.scores(query, items).tolist() == [1.0, 1.0]
    weights.learn(query, items, {0: 1.0}, rate=0.1, temperature=0.5)
    # Equal scores: chances 1/2 each. pull = (1 - 0) * (+.5, -.5) * .1 / .5 = (.1, -.1).
    # of_query += (.1 * [1, 0] - .1 * [0, .5]) * query = (.1, -.1); of_items += query * (.1, -.05) = (.1, -.1).
    assert weights.of_query.tolist() == pytest.approx([0.1, -0.1])
    assert weights.of_items.tolist() == pytest.approx([0.1, -0.1])
    assert (weights.baseline, weights.seen) == (1.0, 1)
    # q' = (1.1, 1.8), m' = (1.1, 0) and (0, .45): 1.21 and .81.
    assert weights.scores(query, items).tolist() == pytest.approx([1.21, 0.81])
    weights.learn(query, items, {0: 1.0, 1: 0.0}, rate=0.0, temperature=0.5)
    assert (weights.baseline, weights.seen) == (pytest.approx(2 / 3), 3)


def test_one_step_of_reinforce_with_matrices():
    weights = ScopeWeights(2, full=True)
    query, items = np.array([1.0, 2.0]), np.array([[1.0, 0.0], [0.0, 0.5]])
    weights.learn(query, items, {1: -1.0}, rate=0.1, temperature=0.5)
    # pull = -1 * (-.5, .5) * .2 = (.1, -.1); towards = (.1, -.05): W_q = towards query'; W_m = query (.1, -.05)'.
    assert weights.of_query.tolist() == [pytest.approx([0.1, 0.2]), pytest.approx([-0.05, -0.1])]
    assert weights.of_items.tolist() == [pytest.approx([0.1, -0.05]), pytest.approx([0.2, -0.1])]
    # q' = q + W_q q = (1.5, 1.75); m' = m + W_m m: (1.1, .2) and (-.025, .45).
    assert weights.scores(query, items).tolist() == pytest.approx([1.5 * 1.1 + 1.75 * 0.2, -1.5 * 0.025 + 1.75 * 0.45])


def test_a_baseline_takes_the_expected_reward_away():
    weights = ScopeWeights(2, full=False)
    weights.baseline, weights.seen = 1.0, 1
    weights.learn(np.array([1.0, 1.0]), np.eye(2), {0: 1.0}, rate=0.1, temperature=1.0)
    assert not weights.of_query.any()


COMPASS = Vectors({"q": (1, 0), "Ann a": (1, 0), "Ann b": (0.6, 0.8), "Ann a Ann b": (0, 1), "Ann c": (0, 1)})


def retrieval(rewards: dict[str, float], pool: list[str], hours: float = 5.0, **extra):
    return draft("q", kind="retrieval", hours=hours, name="", rewards=rewards, pool=pool, **extra)


def reranker(*ops, **settings) -> Reranker:
    return holding(turn("a"), turn("b", 1), *ops, trackers=(Reranker(COMPASS, **settings),)).tracker("reranker")


def test_the_reranker_scores_by_words_and_learns_from_retrievals():
    assert reranker().scores("p1", "q", ["p1#1", "p1#2"]).tolist() == [1.0, 0.6]
    learned = reranker(retrieval({"s001.t00": -1.0}, ["s001.t00", "s001.t10"]), rate=0.5, temperature=1.0)
    assert learned.baseline("p1") == -1.0
    assert learned.baseline("p2") == 0.0
    # Chances e^1 : e^.6 = .598688 : .401312. pull = -1 * (.401312, -.401312) * .5 = (-.200656, .200656).
    # towards = (-.200656 + .120394, .160525), times q: of_query = (-.080262, 0); of_items = q' * .. = (-.080262, 0).
    # q' = (.919738, 0); m' = (.919738, 0) and .6 * .919738: .845918 and .507551.
    assert learned.scores("p1", "q", ["p1#1", "p1#2"]).tolist() == [0.84592, 0.50755]
    assert learned.scores("p2", "q", ["p1#1", "p1#2"]).tolist() == [1.0, 0.6]
    assert repr(learned.blank()) == repr(learned)
    assert learned.blank().scores("p1", "q", []).tolist() == []


def test_items_that_were_merged_or_deleted_do_not_count():
    merged = reranker(Op("MERGE", "p1#1", other="p1#2", time=at(2)))
    assert merged.scores("p1", "q", ["p1#1", "p1#2"]).tolist() == [0.0, 0.0]  # "Ann a Ann b" is at right angles to q
    gone = reranker(Op("DELETE", "p1#1", time=at(2)), retrieval({"s001.t00": 1.0}, ["s001.t00", "s001.t10"]))
    assert gone.baseline("p1") == 0.0
    changed = reranker(Op("UPDATE", "p1#1", turn("c", 2), time=at(2)))
    assert changed.scores("p1", "q", ["p1#1"]).tolist() == [0.0]
    grown = reranker(Op("MERGE", "p1#1", turn("b", 2), time=at(2)))
    assert grown.scores("p1", "q", ["p1#1"]).tolist() == [0.0]


def test_feedback_is_worth_what_it_is_beyond_its_mean():
    pool = ["s001.t00", "s001.t10"]
    first = retrieval({"s001.t00": 1.0}, pool, pleased=0.5)
    assert reranker(first).baseline("p1") == 0.0  # the first is its own mean: nothing is learned
    second = retrieval({"s001.t00": 1.0}, pool, hours=6.0, pleased=-0.5)
    assert reranker(first, second).baseline("p1") == -1.0  # -.5 - .5
    third = retrieval({"s001.t00": -1.0}, pool, hours=7.0, pleased=1.0)
    # The mean of .5 and -.5 is 0: worth 1, reward -1. The baseline is the mean of -1 and -1.
    assert reranker(first, second, third).baseline("p1") == -1.0
    fourth = retrieval({"s001.t10": 1.0}, pool, hours=8.0, pleased=1.0)
    # Mean of .5, -.5, 1 is 1/3: worth 2/3. (-1 - 1 + 2/3) / 3.
    assert reranker(first, second, third, fourth).baseline("p1") == pytest.approx(-4 / 9)


@pytest.mark.parametrize("settings", [{"rate": 10.1}, {"temperature": 0.0}, {"full": 1}])
def test_the_reranker_rejects_settings_out_of_range(settings):
    with pytest.raises(ConfigurationError, match=f"{next(iter(settings))} is"):
        Reranker(COMPASS, **settings)
    plain = Reranker(COMPASS)
    assert (plain.rate, plain.full, plain.temperature) == (0.001, False, 0.02)


def ranking(rule, k=10):
    memory = holding(
        turn("a"),
        turn("b", 1),
        turn("c", 2),
        draft("d"),
        indexes=(Scored("dense", n4=0.95, n3=0.9, n2=0.8, n1=0.7),),
        trackers=(Reranker(COMPASS),),
    )
    return rule(cue("q", k=k), looking(memory))


def test_the_learned_ranking_returns_the_best_of_its_pool():
    quiet = LearnedRanking(noise=0.0)
    assert scored(ranking(quiet)) == [("p1#1", 1.0), ("p1#2", 0.6), ("p1#3", 0.0)]
    assert dict(ranking(quiet)[0].retrievers) == {"dense": 0.7, "reranker": 1.0}
    assert ids(ranking(LearnedRanking(noise=0.0, pool=3))) == ["p1#1", "p1#2", "p1#3"]
    assert ids(ranking(LearnedRanking(noise=0.0, pool=2))) == ["p1#2", "p1#3"]
    assert ids(ranking(LearnedRanking(noise=0.0, shown=1))) == ids(ranking(quiet, k=1)) == ["p1#1"]
    noisy = ranking(LearnedRanking())
    # Gumbel noise has the mean .577 and the deviation 1.28; times the temperature .02 it hardly moves a score.
    assert [round(hit.score, 0) for hit in noisy] == [1.0, 1.0, 0.0]
    assert scored(noisy) != scored(ranking(quiet))
    assert (LearnedRanking().pool, LearnedRanking().shown, LearnedRanking().noise) == (20, 5, 1.0)
    empty = looking(holding(turn("a"), indexes=(Scored("dense"),), trackers=(Reranker(COMPASS),)))
    assert LearnedRanking()(cue("q"), empty) == ()


# ---------------------------------------------------------------------- experiences


def test_an_experience_and_its_reward_survive_json():
    made = one("a=1", "b=2", 0.25, "c=3 stated", task="trip")
    assert made.reward == 0.5
    assert one().reward == 0.0
    assert one(displeased=1.0).reward == -1.0
    assert experience_of(lived(made)) == made
    assert experience_of(draft("x", kind="experience")) is None
    assert experience_of(draft("x", **made.to_json())) is None  # another kind
    view = looking(holding(lived(made), draft("y", kind="experience"), draft("z")))
    assert [(item.id, found) for item, found in experiences(view)] == [("p1#1", made)]


@dataclass(frozen=True)
class Reads:
    """A lesson reader that reads what is written."""

    def attempt(self, message, reply, opens):
        return Attempt("opening" if opens else "later", (f"kept={reply.text}",), (message.text if message else "none",))

    def said(self, remark, attempt):
        return (Said("a=1", remark),) if remark != "hm" else ()

    def displeased(self, feedback, attempt):
        return {1: 0.0, 2: 1.0}.get(int(feedback.action))


def rated(about="s001.t10", worded=True, **shown):
    view = looking(holding(turn("hi"), reply("hello", 1), turn("and", 2), reply("so", 3)), hours=8)
    rule = Experiences(Reads(), worded)
    return [op.draft for op in rule(view, happening("feedback", feedback=Feedback(about, **shown)))]


def test_feedback_on_a_reply_becomes_an_experience():
    (made,) = rated(action=FeedbackAction.LIKE)
    assert experience_of(made) == one("kept=hello", "hi", 0.0, task="opening")
    assert (made.text, made.name, made.sources, made.basis, made.time) == (
        "hi",
        "",
        ("s001.t10",),
        ("s001.t00",),
        at(8),
    )
    (made,) = rated("s001.t30", worded=False, text="stated")
    assert (made.text, experience_of(made)) == ("", one("kept=so", "and", None, "a=1 stated", task="later"))
    assert rated(text="hm") == rated() == rated("s001.t00", text="stated") == rated("s009.t90", text="stated") == []
    (made,) = rated(text="hm", action=FeedbackAction.DISLIKE)
    assert experience_of(made).displeased == 1.0


# ---------------------------------------------------------------------- wishes


def test_the_prior_of_a_wish():
    prior = Prior()
    assert (prior.wanted, prior.unwanted, prior.neutral, prior.noise) == (0.5, 3.0, (1.0, 9.0), 0.05)
    assert (prior.blame, prior.clear) == (2.0, 2.0)
    assert WishPosterior(prior).mean("a=1") == pytest.approx(1 / 7)  # .5 / 3.5
    assert {kind: tuple(counts) for kind, counts in WORDS.items()} == {
        "stated": (20.0, 0.0),
        "complaint": (8.0, 0.0),
        "lifted": (0.0, 20.0),
    }


def test_a_dislike_is_shared_by_the_noisy_or():
    known = WishPosterior(Prior(), {"a=1": (1.0, 1.0), "b=1": (1.0, 3.0)})
    known.learn(["a=1", "b=1"], 1.0)
    # Means 1/2 and 1/4; harmless .375; disliked .95 * .625 + .05 * .375 = .6125. Guilt .5 * .95 / .6125 = .775510 and
    # .387755; each adds twice that.
    assert known.beta("a=1") == pytest.approx((1 + 1.5510204, 1.0))
    assert known.beta("b=1") == pytest.approx((1 + 0.7755102, 3.0))


def test_a_like_clears_and_doubt_does_some_of_both():
    known = WishPosterior(Prior(), {"a=1": (1.0, 1.0)})
    known.learn(["a=1"], 0.0)
    assert known.beta("a=1") == (1.0, 3.0)
    known = WishPosterior(Prior(), {"a=1": (1.0, 1.0)})
    known.learn(["a=1"], 0.25)
    # Guilt .5 * .95 / .5 = .95: + .25 * 2 * .95, + .75 * 2.
    assert known.beta("a=1") == pytest.approx((1.475, 2.5))
    known.learn([], 1.0)
    assert list(known.counts()) == ["a=1"]
    known.hear("b=1", "complaint")
    known.be_told("b=1", 1.0, 2.0)
    assert known.beta("b=1") == (9.5, 5.0)


def test_copies_of_counts_are_not_shared():
    given = {"a=1": (1.0, 1.0)}
    known = WishPosterior(Prior(), given)
    known.be_told("a=1", 1.0)
    known.counts()["a=1"] = (0.0, 0.0)
    assert (given["a=1"], known.beta("a=1")) == ((1.0, 1.0), (2.0, 1.0))


def test_words_count_before_ratings_and_plans_have_ratings_of_their_own():
    known = WishPosterior(Prior())
    take_in(known, one("procedure.x=1", "b=1", 1.0, "a=1 stated"))
    assert known.counts() == {"a=1": (20.5, 3.0)}
    known = WishPosterior(Prior())
    take_in(known, one("procedure.x=1 c=1", "b=1", 0.25), weight=3.0)
    # The plan: 3 * 2 * .75 for, 3 * 2 * .25 against; b is blamed: guilt .95 / 7 / (.95 / 7 + .05 * 6 / 7).
    guilt = (0.95 / 7) / (0.95 / 7 + 0.05 * 6 / 7)
    assert known.beta("procedure.x=1") == (5.0, 4.5)
    assert known.beta("b=1") == pytest.approx((0.5 + 0.5 * guilt, 4.5))
    assert list(known.counts()) == ["procedure.x=1", "b=1"]
    take_in(known, one("procedure.y=1", "d=1"))  # neither words nor a rating
    assert list(known.counts()) == ["procedure.x=1", "b=1"]
    assert believed([one("", "", None, "a=1 stated"), one("", "", None, "a=1 lifted")], Prior()).beta("a=1") == (
        20.5,
        23.0,
    )


def test_lessons_are_the_sure_ones_the_most_confident_and_then_the_latest_first():
    means = {"a=1": 0.3, "b=x y": 0.8, "c=1": 0.3, "d=1": 0.2999999, "e=1": 0.29}
    lessons = as_lessons(means, 0.3, {"a=1": ["s1"]})
    assert told(lessons) == [("b", "x y", 0.8), ("d", "1", 0.3), ("c", "1", 0.3), ("a", "1", 0.3)]
    assert [one.sources for one in lessons] == [(), (), (), ("s1",)]


def wishes(*drafts):
    return holding(*drafts, trackers=(WishCounts(),))


def test_wishes_are_counted_by_person_pooled_or_not():
    stated, disliked = one("", "", None, "a=1 stated"), one("", "b=1", 0.0)
    memory = wishes(
        lived(stated), lived(disliked, hours=1), lived(stated, scope="*", of="p2"), lived(stated, hours=1, scope="p3")
    )
    counts = memory.tracker("wishes")
    assert counts.of("p1").counts() == {"a=1": (20.5, 3.0), "b=1": (0.5, 5.0)}
    assert counts.of("p2").counts() == {"a=1": (20.5, 3.0)}
    assert counts.of("p9").counts() == {}
    assert (counts.sources("p1", "a=1"), counts.sources("p1", "b=1")) == (["s001.t00"], ())
    # Others than p1 on a=1: p2 and p3, each 20 learned counts: weight 20 / 25 = .8, mean 20.5 / 23.5.
    votes = counts.votes("p1")
    assert votes == {"a=1": pytest.approx((1.6 * 20.5 / 23.5, 1.6 * 3 / 23.5))}
    # Others than p3 on b=1: p1 with 2 counts: 2 / 7, mean .5 / 5.5.
    assert counts.votes("p3")["b=1"] == pytest.approx((2 / 7 / 11, 2 / 7 * 10 / 11))


def test_the_last_three_turns_of_words_are_the_sources():
    memory = wishes(*[lived(one("", "", None, "a=1 stated"), hours=n) for n in range(4)])
    assert memory.tracker("wishes").sources("p1", "a=1") == ["s001.t10", "s001.t20", "s001.t30"]


def test_lessons_by_counts_with_and_without_the_votes_of_others():
    stated, disliked = one("", "", None, "a=1 stated"), one("", "b=1", 1.0)
    memory = wishes(lived(stated, scope="p2"), lived(disliked))
    view = looking(memory)
    # Own: b=1 was disliked: guilt .760 of 2 counts: 2.02 / 5.02.
    guilt = (0.95 / 7) / (0.95 / 7 + 0.05 * 6 / 7)
    own = (0.5 + 2 * guilt) / (3.5 + 2 * guilt)
    assert told(ByCounts()(cue(), view)) == [("b", "1", round(own, 6))]
    assert told(ByCounts(floor=0.5)(cue(), view)) == []
    # p2's vote of .8 on a=1 weighs 8 counts with the mean 20.5 / 23.5, beside the prior .5 and 3.
    pooled = (0.5 + 8 * 20.5 / 23.5) / 11.5
    assert told(ByCounts(pooled=True)(cue(), view)) == [("a", "1", round(pooled, 6)), ("b", "1", round(own, 6))]
    weak = (0.5 + 4 * 20.5 / 23.5) / 7.5
    assert told(ByCounts(pooled=True, strength=5.0)(cue(), view))[0] == ("a", "1", round(weak, 6))
    assert (ByCounts().strength, ByCounts().floor) == (10.0, 0.3)


# ---------------------------------------------------------------------- recalled lessons


def test_words_are_contradicted_only_if_all_of_them_are():
    stated = one("", "", None, "a=1 stated", "b=1 stated")
    assert not contradicted(stated, [one("", "", None, "a=1 lifted")])
    assert contradicted(stated, [one("", "", None, "a=1 lifted"), one("", "", None, "b=1 lifted")])
    assert not contradicted(stated, [one("", "", None, "a=1 complaint", "b=1 stated")])
    assert contradicted(one("", "", None, "a=1 lifted"), [one("", "", None, "a=1 stated")])
    assert not contradicted(one("a=1", "", 1.0), [one("", "", None, "a=1 lifted")])


def recalling(*drafts, **scores):
    return looking(holding(*drafts, indexes=(Scored("dense", **scores),), score=Single("dense")))


def test_the_last_or_the_most_alike_experiences_teach():
    a, b, c = (lived(one("", "", None, f"{name}=1 stated"), hours=hour) for hour, name in enumerate("abc"))
    view = recalling(a, b, c, draft("x"), n1=0.9, n4=0.8, n3=0.7, n2=0.1)
    sure = round(20.5 / 23.5, 6)
    assert told(OfLast(2)(cue(), view)) == [("c", "1", sure), ("b", "1", sure)]
    assert told(OfAlike(2)(cue(), view)) == [("c", "1", sure), ("a", "1", sure)]
    assert [one.sources for one in OfLast(1)(cue(), view)] == [("s001.t20",)]
    # An item that cannot be read as an experience teaches nothing.
    odd = recalling(draft("x", kind="experience"), a, n1=0.9, n2=0.8)
    assert told(OfAlike()(cue(), odd)) == told(OfLast()(cue(), odd)) == [("a", "1", sure)]
    assert OfLast().k == OfAlike().k == Refined().k == 20


def test_refining_recalls_three_times_as_many_and_puts_words_first():
    words = lived(one("", "", None, "a=1 stated"))
    over = lived(one("", "", None, "b=1 stated"), hours=1)
    lifted = lived(one("", "", None, "b=1 lifted"), hours=2)
    dull = lived(one("", "c=1", 0.6), hours=3)  # a reward of -.2 is nearly neutral
    bad = lived(one("", "d=1", 0.95), hours=4)
    scores = {"n5": 0.9, "n4": 0.8, "n2": 0.7, "n3": 0.6, "n1": 0.5}
    view = recalling(words, over, lifted, dull, bad, **scores)
    sure = round(20.5 / 23.5, 6)
    # k = 2 recalls six and keeps the words of a and the lifting of b; the bad rating is third.
    assert told(Refined(2)(cue(), view)) == [("a", "1", sure)]
    assert [one.style_attribute for one in Refined(3)(cue(), view)] == ["a", "d"]
    # k = 1 recalls only three: the lifting is not among them.
    assert told(Refined(1)(cue(), view)) == [("b", "1", sure)]
    # Two ratings of .61 give c a mean of .354, and two of .6 are nearly neutral.
    for displeased, taught in ((0.61, ["c"]), (0.6, [])):
        twice = [lived(one("", "c=1", displeased), hours=n) for n in (3, 4)]
        assert [each.style_attribute for each in Refined(2)(cue(), recalling(*twice, n1=0.9, n2=0.8))] == taught


def test_words_that_state_and_lift_in_one_breath_are_not_contradicted_later():
    both = lived(one("", "", None, "a=1 stated", "a=1 lifted"))
    # 20 counts for and 20 against, beside the prior .5 and 3.
    taught = [("a", "1", round(20.5 / 43.5, 6))]
    assert told(Refined(1)(cue(), recalling(both, n1=0.9))) == taught
    # The same words again contradict the first ones, and the second ones teach.
    again = recalling(both, replace(both, time=at(1)), n1=0.9, n2=0.8)
    assert told(Refined(1)(cue(), again)) == taught
    assert pruned(both) == []


def pruned(*drafts, most=200, kind="session") -> list[str]:
    return [op.id for op in Pruned(most)(looking(holding(*drafts)), happening(kind))]


def test_pruning_keeps_the_latest_of_equal_words_and_few_without_words():
    said = [lived(one("", "", None, "a=1 stated"), hours=n) for n in (0, 1)]
    lifted = [lived(one("", "", None, "b=1 stated"), hours=2), lived(one("", "", None, "b=1 lifted"), hours=3)]
    rated = [lived(one("c=1", "", 0.0), hours=n) for n in (4, 5, 6)]
    assert pruned(*said, *lifted, *rated) == ["p1#1", "p1#3"]
    assert pruned(*rated, most=2) == ["p1#1"]
    assert pruned(said[1], *rated, most=2) == ["p1#2"]  # words are kept beside them
    assert pruned(*rated, most=3) == pruned(*said, kind="turn") == []


# ---------------------------------------------------------------------- distilled lessons


def test_lessons_are_distilled_from_words_success_and_comparison():
    assert distilled(one("a=1", "", 0.0, "b=1 stated", "c=1 lifted", "d=1 complaint"), []) == {
        "b=1": "told",
        "d=1": "told",
    }
    assert distilled(one("a=1", "", 0.49), []) == {"a=1": "success"}
    assert distilled(one("a=1", "", 0.5), []) == {}
    assert distilled(one("a=1", "b=1", 0.0), []) == {}
    bad = one("", "a=1", 0.9)
    assert distilled(one("a=1", "b=1", 0.1), [bad]) == {"a=1": "comparison"}
    assert distilled(one("a=1", "", 0.1), [bad]) == {"a=1": "success"}
    assert distilled(one("", "a=1", 0.9), [one("a=1", "b=1", 0.1)]) == {"a=1": "comparison"}
    assert distilled(one("a=1"), [bad]) == {}


def test_experiences_are_compared_on_one_task_with_few_differences():
    good, bad = one("a=1 b=1 c=1", "d=1", 0.1), one("", "a=1 b=1 c=1", 0.9)
    assert contrasted(good, bad) == contrasted(bad, good) == ["a=1", "b=1", "c=1"]
    assert contrasted(one("a=1 b=1 c=1 d=1", "", 0.1), one("", "a=1 b=1 c=1 d=1", 0.9)) == ()
    assert contrasted(good, one("", "a=1", 0.9, task="other")) == ()
    assert contrasted(good, one("", "a=1", 0.4)) == contrasted(good, one("", "a=1", None)) == ()
    assert contrasted(good, one("", "a=1", 0.9, "x=1 stated")) == ()


def lesson(written: str, how: str, hours: float = 0.0):
    return draft("", kind="lesson", hours=hours, lesson=written, how=how)


def distilling(*drafts, lessons=(), window=20, about="s001.t90", kind="feedback"):
    view = looking(holding(*drafts))
    recalled = Recollections(lessons=tuple(lessons))
    event = happening(kind, feedback=Feedback(about), recollections=recalled)
    ops = Distil(window)(view, event)
    return [
        (op.verb, op.id, f"{op.draft.extra['lesson']} {op.draft.extra['how']}" if op.draft else op.why) for op in ops
    ]


def test_a_new_experience_adds_or_supports_lessons_and_counts_uses():
    new = lived(one("a=1", "", 0.1), hours=9)
    assert distilling(new) == [("ADD", "", "a=1 success")]
    assert distilling(lesson("a=1", "success"), new) == [("MERGE", "p1#1", "a=1 success")]
    taught = [Lesson("a", "1", 0.5)]
    assert distilling(lesson("a=1", "told"), new, lessons=taught)[0] == ("TOUCH", "p1#1", HELPED)
    assert distilling(lesson("a=1", "told"), new, lessons=[Lesson("a", "1", 0.49)]) == [
        ("MERGE", "p1#1", "a=1 success")
    ]
    half = lived(one("a=1", "", 0.5), hours=9)
    assert distilling(lesson("a=1", "told"), half, lessons=taught) == [("TOUCH", "p1#1", DID_NOT)]
    broke = lived(one("", "a=1", 0.9), hours=9)
    assert distilling(lesson("a=1", "told"), broke, lessons=taught) == []
    lifted = lived(one("", "", None, "a=1 lifted"), hours=9)
    assert distilling(lesson("a=1", "told"), lifted) == [("DELETE", "p1#1", "it was lifted")]
    assert distilling(new, about="s001.t80") == distilling(new, kind="session") == distilling() == []


def test_comparisons_look_back_over_a_window():
    bad, other = lived(one("", "a=1", 0.9), hours=1), lived(one("", "", 0.9), hours=2)
    new = lived(one("a=1", "b=1", 0.1), hours=9)
    assert distilling(bad, other, new) == [("ADD", "", "a=1 comparison")]
    assert distilling(bad, other, new, window=2) == [("ADD", "", "a=1 comparison")]
    assert distilling(bad, other, new, window=1) == distilling(bad, other, new, window=0) == []
    view = looking(holding(bad, other, new))
    (op,) = Distil()(view, happening("feedback", feedback=Feedback("s001.t90")))
    assert (op.draft.sources, op.draft.basis) == (("s001.t90",), ("s001.t10",))
    assert (Distil().window, Distil().sure) == (20, 0.5)


def supported(*how: str, uses=()):
    ops = [lesson("a=1", how[0])]
    ops += [Op("MERGE", "p1#1", lesson("a=1", each, hours=n), time=at(n)) for n, each in enumerate(how[1:], start=1)]
    return looking(holding(*ops, *[touch(1, HELPED if helped else DID_NOT) for helped in uses]))


def test_lessons_are_taught_once_told_or_supported_often_enough():
    # told counts three: (3 + 0 + 1) / (3 + 0 + 2) = .8.
    assert told(ByUse()(cue(), supported("told"))) == [("a", "1", 0.8)]
    assert told(ByUse()(cue(), supported("success", "comparison"))) == []
    assert told(ByUse()(cue(), supported("success", "comparison", "success"))) == [("a", "1", 0.8)]
    assert told(ByUse(validated=2)(cue(), supported("success", "success"))) == [("a", "1", 0.75)]
    # Support 4, taught three times and helped once: (4 + 1 + 1) / (4 + 3 + 2).
    view = supported("told", "success", uses=(True, False, False))
    assert told(ByUse()(cue(), view)) == [("a", "1", 0.666667)]
    (item,) = view.items()
    assert (dict(support_of(item)), uses_of(item)) == ({"told": 1, "success": 1}, (3, 1))
    assert [one.sources for one in ByUse()(cue(), view)] == [("s001.t10",)]
    assert ByUse().validated == 3


def test_a_lesson_that_seldom_helps_is_deleted():
    def gone(helped, missed, **settings):
        view = supported("told", uses=(True,) * helped + (False,) * missed)
        return [op.id for op in UselessGone(**settings)(view, happening("feedback"))]

    assert gone(1, 4) == ["p1#1"]  # 1 of 5
    assert gone(1, 3) == []  # four uses
    assert gone(2, 3) == []  # .4
    assert gone(3, 7) == ["p1#1"]  # exactly .3
    assert gone(0, 2, alpha=2, beta=0.0) == ["p1#1"]
    assert list(UselessGone()(supported("told", uses=(False,) * 9), happening("session"))) == []
    assert (UselessGone().alpha, UselessGone().beta) == (5, 0.3)


# ---------------------------------------------------------------------- values


def test_rewards_of_words_and_ratings():
    assert rewards_of(one("a=1", "b=1", 0.25)) == {"a=1": 0.5, "-b=1": 0.5}
    assert rewards_of(one("a=1", "b=1", 0.25, "c=1 stated", "d=1 lifted")) == {
        "c=1": 1.0,
        "-c=1": -1.0,
        "d=1": -1.0,
        "-d=1": 1.0,
    }
    assert rewards_of(one("a=1", "b=1")) == {}


AROUND = Vectors({"x": (1, 0), "y": (0.6, 0.8), "z": (0, 1)})


def table(*drafts, ops=(), **settings) -> QTable:
    return holding(*drafts, *ops, trackers=(QTable(AROUND, **settings),)).tracker("q-table")


def values(found: QTable) -> dict[tuple[str, str], dict[str, tuple[float, int]]]:
    return {
        (each.task, each.text): {action: (round(value, 6), count) for action, (value, count) in each.values().items()}
        for each in found.records("p1")
    }


def test_values_are_means_of_rewards_by_situation():
    drafts = [
        lived(one("a=1", "", 0.0)),
        lived(one("a=1", "", 0.75), hours=1),
        lived(one("a=1", "", 0.0), "y", hours=2),
    ]
    # 1, then -.5: the mean is .25; y is another situation.
    assert values(table(*drafts)) == {("t", "x"): {"a=1": (0.25, 2)}, ("t", "y"): {"a=1": (1.0, 1)}}
    # A constant step of .2 from the second on: 1 + .2 (-.5 - 1) = .7.
    assert values(table(*drafts, alpha=0.2))["t", "x"] == {"a=1": (0.7, 2)}
    other = lived(one("a=1", "", 0.0, task="u"), hours=3)
    assert list(values(table(*drafts, other))) == [("t", "x"), ("t", "y"), ("u", "x")]


def test_returns_of_two_rewards_wait_for_the_next():
    drafts = [
        lived(one("a=1", "", 0.0)),
        lived(one("a=1", "", 0.25), "y", hours=1),
        lived(one("a=1", "", 0.5), "z", hours=2),
    ]
    settings = {"steps": 2, "gamma": 0.5}
    # The first: 1 + .5 * .5 + .25 * max Q of the situation nearest to z, which is y: no values yet, 0: 1.25.
    assert values(table(*drafts, **settings)) == {("t", "x"): {"a=1": (1.25, 1)}, ("t", "y"): {}, ("t", "z"): {}}
    assert table(*drafts, **settings).waits("p1")
    over = [touch(3, "the session is over", 3)]
    ended = table(*drafts, ops=over, **settings)
    # The second: .5 + .5 * 0; the third: 0.
    assert values(ended) == {
        ("t", "x"): {"a=1": (1.25, 1)},
        ("t", "y"): {"a=1": (0.5, 1)},
        ("t", "z"): {"a=1": (0.0, 1)},
    }
    assert not ended.waits("p1")
    later = lived(one("a=1", "", 1.0), "x", hours=30, session=2)
    assert values(table(*drafts, later, **settings))["t", "z"] == {"a=1": (0.0, 1)}  # a new session ends the last one


def test_a_one_step_return_takes_the_best_value_of_the_next_situation():
    drafts = [
        lived(one("a=1", "", 0.0)),
        lived(one("a=1", "", 0.25), "y", hours=1),
        lived(one("a=1", "", 0.5), hours=2),
        lived(one("b=1", "", 0.5), hours=3),
    ]
    # x: 1 + .5 * 0 (y is met for the first time; the nearest known one is x, without values). y: .5 + .5 * Q(x) = 1.
    # Then x again: 0 + .5 * max Q(x), which is 1: the mean of 1 and .5.
    assert values(table(*drafts, gamma=0.5)) == {("t", "x"): {"a=1": (0.75, 2)}, ("t", "y"): {"a=1": (1.0, 1)}}


def test_the_best_value_is_that_of_the_best_action():
    drafts = [
        lived(one(kept, "", displeased), hours=hour)
        for hour, (kept, displeased) in enumerate((("a=1", 0.0), ("b=1", 1.0), ("c=1", 0.5), ("d=1", 0.5)))
    ]
    # One situation throughout. a: 1 + .5 * 0; b: -1 + .5 * 1; c: 0 + .5 * max(1, -.5); d still waits.
    assert values(table(*drafts, gamma=0.5)) == {("t", "x"): {"a=1": (1.0, 1), "b=1": (-0.5, 1), "c=1": (0.5, 1)}}


def test_an_action_of_one_table_has_the_value_in_that_table():
    drafts = [lived(one("a=1", "", 0.0)), lived(one("b=1", "", 0.5), hours=1), lived(one("a=1 b=1", "", 1.0), hours=2)]
    assert values(table(*drafts[:2], double=True)) == {("t", "x"): {"a=1": (1.0, 1), "b=1": (0.0, 1)}}
    # The third goes to the table of the first: a has the mean of 1 and -1 there, b has 0 in one and -1 in the other.
    assert values(table(*drafts, double=True)) == {("t", "x"): {"a=1": (0.0, 2), "b=1": (-0.5, 2)}}


def test_two_tables_are_updated_in_turn_and_read_as_their_mean():
    drafts = [lived(one("a=1", "", 0.0)), lived(one("a=1", "", 0.5), hours=1), lived(one("a=1", "", 1.0), hours=2)]
    # The first and third go to one table: the mean of 1 and -1 is 0; the second to the other: 0. Count 3.
    found = table(*drafts[:2], double=True)
    assert values(found) == {("t", "x"): {"a=1": (0.5, 2)}}
    assert values(table(*drafts, double=True)) == {("t", "x"): {"a=1": (0.0, 3)}}
    (record,) = table(*drafts, double=True).records("p1")
    assert sorted(each["a=1"] for each in record.tables) == [(0.0, 1), (0.0, 2)]


def test_each_table_takes_the_next_value_from_the_other_one():
    drafts = [lived(one("a=1", "", 0.0)), *[lived(one("a=1", "", 0.5), hours=hour) for hour in (1, 2)]]
    found = table(*drafts, ops=[touch(3, "the session is over", 3)], double=True, gamma=0.5)
    # The first goes to table 1: 1 + .5 * 0. The second to table 0: 0 + .5 * 1, the value in table 1. The third to table
    # 1, with nothing after it: the mean of 1 and 0.
    (record,) = found.records("p1")
    assert [each["a=1"] for each in record.tables] == [(0.5, 1), (0.5, 2)]


def test_situations_are_alike_by_task_and_words():
    found = table(
        lived(one("a=1", "", 0.0)),
        lived(one("a=1", "", 0.0, task="u"), "y", hours=1),
        lived(one("a=1", "", 0.0, task="u"), "y", hours=2),
    )
    alike = [(record.text, score) for record, score in found.alike("p1", "u", "x")]
    # y: .5 * 1 + .5 * .6; x: .5 * 0 + .5 * 1.
    assert alike == [("y", 0.8), ("x", 0.5)]
    assert [
        (record.text, score) for record, score in table(lived(one("a=1", "", 0.0)), task=0.2).alike("p1", "t", "y")
    ] == [("x", 0.68)]
    assert found.alike("p2", "u", "x") == []
    assert found.similarities("p1").tolist() == [[1.0, 0.3], [0.3, 1.0]]
    frequent = table(lived(one("a=1", "", 0.0)), *[lived(one("a=1", "", 0.0, task="u"), hours=n) for n in (1, 2)])
    assert [record.task for record, _ in frequent.alike("p1", "v", "x")] == ["u", "t"]


def test_a_deleted_experience_takes_its_situation_along():
    drafts = [lived(one("a=1", "", 0.0)), lived(one("a=1", "", 0.0), hours=1), lived(one("a=1", "", 0.0), "y", hours=2)]
    assert list(values(table(*drafts, ops=[Op("DELETE", "p1#2", time=at(3))]))) == [("t", "y")]


@pytest.mark.parametrize("settings", [{"steps": 0}, {"gamma": 1.1}, {"alpha": -0.1}, {"task": 1.1}, {"double": 1}])
def test_the_table_rejects_settings_out_of_range(settings):
    with pytest.raises(ConfigurationError, match=f"{next(iter(settings))} is"):
        QTable(AROUND, **settings)
    plain = QTable(AROUND)
    assert (plain.steps, plain.gamma, plain.alpha, plain.double, plain.task) == (1, 0.0, 0.0, False, 0.5)
    assert repr(QTable(AROUND, 2, 0.5, 0.1, True, 0.2).blank()) == repr(QTable(AROUND, 2, 0.5, 0.1, True, 0.2))


def test_lessons_by_the_advantage_of_keeping_over_breaking():
    drafts = [lived(one("a=1", "b=1", 0.0)), lived(one("", "a=1", 1.0), "y", hours=1)]
    view = looking(holding(*drafts, trackers=(QTable(AROUND),)))
    # Asked x without a task: x is alike by .5, y by .3. Weights 1.0 and .8.
    # a: keep 1 * 1 / (1 + 1) = .5, break -.8 / (.8 + 1) = -.444444: .5 + .944444 / 2; b: 0 - .5: .25.
    assert told(ByValue()(cue("x"), view)) == [("a", "1", 0.972222)]
    assert told(ByValue(floor=0.25)(cue("x"), view)) == [("a", "1", 0.972222), ("b", "1", 0.25)]
    # Without doubt: 1 and -1, so .5 + 2 / 2, at most 1.
    assert told(ByValue(doubt=0.0)(cue("x"), view)) == [("a", "1", 1.0)]
    assert told(ByValue(records=1)(cue("x"), view)) == [("a", "1", 0.75)]
    assert (ByValue().records, ByValue().doubt, ByValue().floor) == (64, 1.0, 0.6)


@pytest.mark.parametrize(
    ("name", "held", "rejected"),
    [("records", (1, 1000), (0, 1001)), ("doubt", (0.0, 100.0), (-0.1, 100.1)), ("floor", (0.0, 1.0), (-0.1, 1.1))],
)
def test_lessons_by_value_reject_settings_out_of_range(name, held, rejected):
    assert [getattr(ByValue(**{name: value}), name) for value in held] == list(held)
    for value in rejected:
        with pytest.raises(ConfigurationError, match=f"{name} is"):
            ByValue(**{name: value})


def closest(*drafts, capacity, kind="session", **settings) -> list[str]:
    memory = holding(*drafts, trackers=(QTable(AROUND, **settings),))
    grown = memory.replayed(memory.journal)
    view = looking(grown)
    return [
        f"{op.verb} {op.id}"
        for op in grown._apply_all(ClosestPairs(capacity)(view, happening(kind)), "p1", view.now, "")
    ]


def test_of_the_two_closest_situations_the_rarer_or_the_older_goes():
    x, y, z = (lived(one("a=1", "", 0.0), text, hours=hour) for hour, text in enumerate("xyz"))
    # Cosines: x-y .6, y-z .8, x-z 0. So y or z: equally frequent, the older.
    assert closest(x, y, z, capacity=2) == ["DELETE p1#2"]
    again = lived(one("a=1", "", 0.0), "y", hours=3)
    assert closest(x, y, z, again, capacity=2) == ["DELETE p1#3"]
    assert closest(x, y, z, capacity=1) == ["DELETE p1#2", "DELETE p1#1"]
    assert closest(x, y, z, capacity=3) == closest(x, y, z, capacity=1, kind="turn") == []
    assert closest(x, y, capacity=9, gamma=0.5) == ["TOUCH p1#2"]
