"""Memories that learn from feedback: the laws of credit, values and use."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace

import pytest
from rated import replied, shown, tell, wish

from regulars.dialogue import Feedback, FeedbackAction, turn_id
from regulars.errors import ConfigurationError
from regulars.memory import build_memory
from regulars.memory.composition.compose import compose
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.learning.experiences import EXPERIENCE, Attempt, Experience, Experiences, Said
from regulars.memory.parts.learning.lesson_counts import believed
from regulars.memory.parts.learning.q_table import ByValue, ClosestPairs, QTable, rewards_of
from regulars.memory.parts.learning.recalled_lessons import contradicted
from regulars.memory.parts.learning.utility import DISTILLED, UselessGone, distilled, uses_of
from regulars.memory.parts.learning.wish_posterior import Prior

TEACHING = ("lesson-counts", "rememberer", "rememberer:double=true", "reme", "exprag", "exprecent", "remem")
STATED = "One sentence is all I need, please."


def taught(memory, make_cue, **options) -> dict[str, float]:
    return {f"{one.style_attribute}={one.value}": one.confidence for one in memory.recall(make_cue(**options)).lessons}


# ---------------------------------------------------------------------- all that teach


@pytest.mark.parametrize("name", TEACHING)
def test_what_was_stated_as_feedback_is_taught_and_what_was_said_in_conversation_is_not(name, make_turn, make_cue):
    memory, deaf = build_memory(name), build_memory(name)
    for number in range(0, 8, 2):
        tell(memory, make_turn, number, "I see. Very well. So be it.", action=FeedbackAction.DISLIKE, text=wish())
        tell(deaf, make_turn, number, "I see. Very well. So be it.", message=wish())
    assert taught(memory, make_cue)["length=one_sentence"] >= 0.5
    assert taught(deaf, make_cue) == {}


@pytest.mark.parametrize("name", TEACHING)
def test_feedback_on_what_no_assistant_said_or_that_shows_nothing_teaches_nothing(name, make_turn, make_cue):
    memory = build_memory(name)
    tell(memory, make_turn, 0, "I see.")
    before = memory.snapshot()
    memory.feedback(shown(0, make_turn, action=FeedbackAction.DISLIKE, text=wish()), None)
    memory.feedback(Feedback("s999.t01", FeedbackAction.LIKE), None)
    memory.feedback(shown(1, make_turn), None)
    assert memory.snapshot() == before


@pytest.mark.parametrize("name", [*TEACHING, "rmm"])
def test_learnt_state_is_restored_replayed_forked_and_forgotten(name, make_turn, make_cue):
    memory, never = build_memory(name), build_memory(name)
    for number in range(0, 12, 2):
        about = {"action": FeedbackAction.DISLIKE, "text": wish()} if number == 4 else {"action": FeedbackAction.LIKE}
        tell(memory, make_turn, number, "I see. You live in Bergen.", **about)
        if number % 4 == 2:
            memory.close_session(make_turn(number + 1).time)
    fresh = build_memory(name)
    fresh.restore(memory.snapshot())
    replica = pickle.loads(pickle.dumps(memory))
    probe = make_cue(purpose="probe")
    assert memory.recall(probe) == fresh.recall(probe) == replica.recall(probe)
    assert fresh.snapshot() == memory.snapshot()
    memory.forget("p1", [make_turn(number).id for number in range(12)])
    assert memory.recall(probe).lessons == never.recall(probe).lessons == ()
    assert b"one_sentence" not in memory.snapshot().split(b'"ops"')[1]


@pytest.mark.parametrize("name", TEACHING)
def test_one_persons_lessons_are_not_anothers(name, make_turn, make_cue):
    memory = build_memory(name)
    tell(memory, make_turn, 0, "I see. Very well.", action=FeedbackAction.DISLIKE, text=wish())
    memory.observe(make_turn(0, "Hello", "p2"))
    assert taught(memory, make_cue, scope="p2") == {}


def test_a_memory_without_a_reader_of_lessons_learns_nothing(make_turn, make_cue):
    memory = build_memory("lesson-counts:reader=none")
    tell(memory, make_turn, 0, "I see.", action=FeedbackAction.DISLIKE, text=wish())
    assert taught(memory, make_cue) == {}


# ---------------------------------------------------------------------- counts


def tried(
    task: str = "note", kept=(), broken=(), displeased: float | None = None, said: Sequence[Said] = ()
) -> Experience:
    return Experience(task, tuple(kept), tuple(broken), displeased, tuple(said))


def test_a_like_clears_what_was_broken_and_a_dislike_blames_it():
    liked, disliked = (believed([tried(broken=["a=x"], displeased=one)], Prior()) for one in (0.0, 1.0))
    assert liked.mean("a=x") < Prior().wanted / 3.5 < disliked.mean("a=x")


def test_a_wish_that_was_lifted_is_taught_no_more():
    said = [tried(said=[Said("a=x", "stated")]), tried(said=[Said("a=x", "lifted")])]
    assert believed(said[:1], Prior()).mean("a=x") > 0.5 > believed(said, Prior()).mean("a=x")


def test_pooled_lessons_reach_newcomers_without_quoting_people(make_turn, make_cue):
    pooled, own = build_memory("lesson-counts:pool=true"), build_memory("lesson-counts")
    for memory in (pooled, own):
        for scope in ("p1", "p2"):
            said = {"action": FeedbackAction.DISLIKE, "text": wish()}
            tell(memory, make_turn, 0, "I see. Very well.", "My secret is safe", scope, **said)
        memory.observe(make_turn(0, "Hello", "p3"))
    assert taught(own, make_cue, scope="p3") == {}
    assert taught(pooled, make_cue, scope="p3")["length=one_sentence"] > 0.5
    assert all("secret" not in item.text for item in pooled.journal.items("*"))
    assert all(not lesson.sources for lesson in pooled.recall(make_cue(scope="p3")).lessons)
    pooled.forget("p1", [make_turn(1).id])
    pooled.forget("p2", [make_turn(1).id])
    assert taught(pooled, make_cue, scope="p3") == {}


def test_the_wish_of_one_person_is_no_lesson_for_newcomers(make_turn, make_cue):
    memory = build_memory("lesson-counts:pool=true")
    for number in range(4):
        said = {"text": wish(), "action": FeedbackAction.DISLIKE} if number == 0 else {"action": FeedbackAction.LIKE}
        for place in range(0, 12, 2):
            tell(memory, make_turn, place, "I see. Very well. All right then.", scope=f"p{number}", **said)
    assert taught(memory, make_cue, scope="p9").get("length=one_sentence", 0.0) < 0.5


# ---------------------------------------------------------------------- values


def table(**settings) -> QTable:
    return QTable(HashedEmbedder(64), **settings)


def fed(values: QTable, *rewards: float, session: int = 1, text: str = "walk", ended: bool = False) -> QTable:
    """A table after replies that kept `a=x` and were rewarded."""
    from regulars.memory.journal.items import Item

    for reward in rewards:
        one = tried(kept=["a=x"], displeased=(1 - reward) / 2)
        place = sum(record.visits for record in values.records("p1")) + 1
        draft = Draft("p1", session, None, "", text, (turn_id(session, place),), EXPERIENCE, extra=one.to_json())
        values.follow(Op("ADD", f"p1#{place}", draft), None)
    if ended:
        values.follow(Op("TOUCH", f"p1#{place}", why="the session is over"), Item(f"p1#{place}", place, draft))
    return values


def test_values_are_means_or_move_by_a_constant_step():
    assert fed(table(), 1.0, 0.0, -1.0, 1.0).records("p1")[0].values()["a=x"] == (pytest.approx(0.25), 4)
    assert fed(table(alpha=0.1), 1.0, 0.0).records("p1")[0].values()["a=x"] == (pytest.approx(0.9), 2)


def test_an_n_step_return_discounts_later_rewards_and_is_cut_short_where_the_session_ends():
    values = fed(table(steps=2, gamma=0.5), 1.0, 1.0)
    assert values.waits("p1")
    assert values.records("p1")[0].values() == {}
    fed(values, ended=False)
    ended = fed(table(steps=2, gamma=0.5), 1.0, 1.0, ended=True)
    assert not ended.waits("p1")
    assert ended.records("p1")[0].values()["a=x"] == (pytest.approx((1.5 + 1.0) / 2), 2)
    onward = fed(table(steps=1, gamma=0.5), 1.0, 1.0, ended=True)
    assert onward.records("p1")[0].values()["a=x"][0] == pytest.approx((1.0 + 1.0) / 2)
    bootstrapped = fed(fed(table(gamma=0.5), 1.0, ended=True), 0.0, 0.0, session=2, ended=True)
    assert bootstrapped.records("p1")[0].values()["a=x"][0] == pytest.approx((1.0 + 0.5 * 1.0 + 0.0) / 3)


def test_a_new_session_ends_the_returns_of_the_last_one_once_and_begins_its_own():
    """Without a mark for the end: the first return is 1 + .5 * 0; in the next session .4 + .5 * 1, then -1."""
    values = fed(fed(table(gamma=0.5), 1.0), 0.4, session=2, text="run")
    fed(fed(values, -1.0, session=2), 0.0, session=3, text="swim")
    found = {record.text: record.values().get("a=x") for record in values.records("p1")}
    assert found == {
        "walk": (pytest.approx((1.0 - 1.0) / 2), 2),
        "run": (pytest.approx(0.4 + 0.5 * 1.0), 1),
        "swim": None,
    }


def test_of_two_tables_each_learns_in_turn_and_both_are_read():
    """The published merge reads the first table twice."""
    record = fed(table(double=True), 1.0, -1.0, 1.0, -1.0).records("p1")[0]
    assert sorted(one["a=x"][0] for one in record.tables) == [-1.0, 1.0]
    assert record.values()["a=x"] == (0.0, 4)


def test_words_reward_the_lesson_they_name_and_a_rating_all_that_was_kept_and_broken():
    assert rewards_of(tried(kept=["a=x"], said=[Said("b=y", "complaint")])) == {"b=y": 1.0, "-b=y": -1.0}
    assert rewards_of(tried(said=[Said("b=y", "lifted")])) == {"b=y": -1.0, "-b=y": 1.0}
    assert rewards_of(tried(kept=["a=x"], broken=["b=y"], displeased=1.0)) == {"a=x": -1.0, "-b=y": -1.0}
    assert rewards_of(tried(kept=["a=x"])) == {}


def test_the_less_visited_of_the_closest_pair_goes(make_turn):
    """The published code drops the more visited, by similarities that were never filled in."""
    memory = compose(
        indexes=(Recent(),),
        trackers=(table(),),
        learn=Experiences(EverySentence()),
        forget=ClosestPairs(2),
        teach=ByValue(),
    )
    said = [
        "I walked the dog at noon",
        "I walked the dog at noon",
        "I walked the dogs at noon",
        "Opera tickets are dear",
    ]
    for number, message in enumerate(said):
        tell(memory, make_turn, 2 * number, "I see.", message, action=FeedbackAction.LIKE)
    memory.close_session(make_turn(8).time)
    left = [record.text for record in memory.derived.tracker("q-table").records("p1")]
    assert left == ["I walked the dog at noon", "Opera tickets are dear"]


class EverySentence:
    """A reader for which each reply keeps one thing, and that any rating is about."""

    def __repr__(self) -> str:
        return "EverySentence()"

    def attempt(self, message, reply, opens) -> Attempt:
        return Attempt("note", (f"words={len(reply.text.split())}",))

    def said(self, remark, attempt) -> Sequence[Said]:
        return ()

    def displeased(self, feedback, attempt) -> float | None:
        return 0.0 if feedback.action is FeedbackAction.LIKE else 1.0


@pytest.mark.parametrize(
    "spec",
    [
        "rememberer:steps=0",
        "rememberer:gamma=2",
        "rememberer:double=maybe",
        "reme:alpha=0",
        "exprag:k=0",
        "rmm:shown=0",
    ],
)
def test_settings_out_of_range_are_refused(spec):
    with pytest.raises(ConfigurationError):
        build_memory(spec)


# ---------------------------------------------------------------------- use


def test_lessons_are_distilled_from_words_successes_and_comparisons():
    good = tried(kept=["a=x", "b=y"], broken=["c=z"], displeased=0.0)
    bad = tried(kept=["b=y"], broken=["a=x", "c=z"], displeased=1.0)
    assert distilled(good, [bad]) == distilled(bad, [good]) == {"a=x": "comparison"}
    assert distilled(good, [replace(bad, task="question")]) == {}
    assert distilled(tried(said=[Said("a=x", "complaint"), Said("b=y", "lifted")]), []) == {"a=x": "told"}
    assert distilled(tried("plan", kept=["procedure.travel=a b"], displeased=0.0), []) == {
        "procedure.travel=a b": "success"
    }


def test_a_lesson_is_taught_once_validated_and_deleted_when_it_is_used_often_and_helps_seldom(make_turn, make_cue):
    memory = build_memory("reme:alpha=3;beta=0.34")
    tell(memory, make_turn, 0, "I see. Very well.", action=FeedbackAction.DISLIKE, text=wish())
    (lesson,) = [item for item in memory.journal.items("p1") if item.kind == DISTILLED]
    for number, action in enumerate((FeedbackAction.LIKE, FeedbackAction.DISLIKE, FeedbackAction.DISLIKE)):
        memory.observe(make_turn(4 * number + 4, "I went for a walk"))
        brought = memory.recall(make_cue(as_of=make_turn(4 * number + 4).time))
        assert "length=one_sentence" in {f"{one.style_attribute}={one.value}" for one in brought.lessons}
        memory.observe(replied(make_turn, 4 * number + 5, "I see."))
        memory.feedback(
            shown(4 * number + 5, make_turn, action=action, satisfaction=9.0 if number == 0 else 1.0), brought
        )
        assert uses_of(lesson) == (number + 1, 1)
    assert "length=one_sentence" not in taught(memory, make_cue)
    with pytest.raises(ConfigurationError):
        UselessGone(beta=1.5)


def test_refining_drops_what_was_contradicted_later():
    first, later = tried(said=[Said("a=x", "stated")]), tried(said=[Said("a=x", "lifted")])
    assert contradicted(first, [later])
    assert not contradicted(later, [])
    assert not contradicted(first, [first])
