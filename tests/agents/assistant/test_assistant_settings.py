"""The settings of the built-in policies: what is registered, what reaches the memory, what may be branched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regulars import registry
from regulars.agents import roster
from regulars.agents.assistant.ideal_observer import IdealObserver
from regulars.agents.assistant.learners import MOST_SETTINGS, BanditAssistant, FixedAssistant
from regulars.agents.assistant.model import ModelAssistant
from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.dialogue import Phase, PlanAct
from regulars.memory import Cue, Recollections

SEEN = {
    "message": "Which city do I live in?", "speaker": "p", "name": "Anna", "scope": "s", "phase": int(Phase.TALK),
    "session": 2, "turn": 1, "turn_id": "s002.t01", "reply_id": "s002.t02", "date": "2025-06-02T09:30:00+00:00",
    "time": 0.0, "gap": -1.0, "rated": 0, "about": "", "rating": 0, "satisfaction": -1.0, "briefing": "", "remark": "",
}  # fmt: skip


class Asked:
    """A memory that notes what it is asked and recalls nothing."""

    journals = True

    def __init__(self) -> None:
        self.cues: list[Cue] = []

    def observe(self, turn: Any) -> tuple[()]:
        return ()

    close_session = observe

    def recall(self, cue: Cue) -> Recollections:
        self.cues.append(cue)
        return Recollections((), "")

    def feedback(self, feedback: Any, recollections: Any) -> tuple[()]:
        return ()

    def snapshot(self) -> bytes:
        return b""

    def restore(self, state: bytes) -> None:
        """Nothing to restore."""


def model_assistant(memory: Any, **settings: Any) -> ModelAssistant:
    return ModelAssistant(ScriptedChat(lambda call: "So."), memory=memory, **settings)


def observer(memory: Any, **settings: Any) -> IdealObserver:
    """One wish for each person, so that there are few sets of wishes."""
    return IdealObserver(memory, rules=1, **settings)


@pytest.mark.parametrize(
    "make", [ScriptedAssistant, roster.Asker, FixedAssistant, BanditAssistant, observer, model_assistant]
)
@pytest.mark.parametrize(("given", "asked"), [({}, (10, 1024)), ({"k": 3, "budget": 77}, (3, 77))])
def test_items_and_tokens_wanted_reach_the_memory(make: Callable[..., Any], given, asked) -> None:
    memory = Asked()
    seat = make(lambda: memory, **given)
    seat.begin("assistant_0", 0)
    seat.act(SEEN)
    assert [(cue.k, cue.budget, cue.purpose, cue.scope) for cue in memory.cues] == [(*asked, "answer", "s")]


@pytest.mark.parametrize(
    "make", [ScriptedAssistant, roster.Asker, FixedAssistant, BanditAssistant, IdealObserver, ModelAssistant]
)
def test_the_memory_is_bm25_over_turns_unless_given(make) -> None:
    seat = make(ScriptedChat([])) if make is ModelAssistant else make()
    assert type(seat.memory) is type(registry.build("memory", "bm25-turn"))
    assert seat._make == "bm25-turn"


@pytest.mark.parametrize("make", [ScriptedAssistant, roster.Asker, FixedAssistant, BanditAssistant, IdealObserver])
def test_the_memory_may_be_named_and_all_else_must_be(make) -> None:
    seat = make(memory="none", k=3, budget=77)
    assert (seat._make, seat.k, seat.budget) == ("none", 3, 77)
    with pytest.raises(TypeError, match="positional"):
        make("none", 3)


def test_a_model_assistant_takes_the_model_by_place_and_the_memory_by_name() -> None:
    seat = ModelAssistant(ScriptedChat([]), memory="none", k=3, budget=77)
    assert (seat._make, seat.k, seat.budget) == ("none", 3, 77)


def test_learners_keep_at_most_12_settings_unless_told() -> None:
    assert MOST_SETTINGS == 12
    for make in (BanditAssistant, IdealObserver):
        assert make("none").most == 12
        assert make("none", most=2).most == 2
    assert IdealObserver("none").rules == 4
    assert IdealObserver("none", rules=1).rules == 1
    reader = BanditAssistant("none").reader
    assert BanditAssistant("none", reading=reader).reader is reader
    # A share of .05 of ratings says the opposite.
    assert BanditAssistant("none").prior.noise == 0.05
    assert BanditAssistant("none", noise=0.2).prior.noise == 0.2


def test_a_plain_assistant_neither_explores_nor_asks() -> None:
    plain = ScriptedAssistant("none")
    assert (plain.sure, plain.explore, plain.curiosity) == (0.5, 0.0, 0.0)
    assert roster.Asker("none").curiosity == 1.0
    given = ScriptedAssistant("none", sure=0.7, explore=0.2, curiosity=0.1)
    assert (given.sure, given.explore, given.curiosity) == (0.7, 0.2, 0.1)


def test_a_choice_is_made_without_a_memory_too() -> None:
    """A work of which memory was not asked has no recollections: any option fits."""
    seat = ScriptedAssistant("none")
    message = seat.language.delegate("retirement_gift", ("sundial", "hammock"), seat._seeds.draws("d"))
    plan = seat.intent(AssistantWork({**SEEN, "message": message}, Phase.TALK))
    assert plan.act is PlanAct.CONFIRM
    assert plan.content[0] in ("sundial", "hammock")
    assert plan.settings == {"attribute": "retirement_gift"}


@pytest.mark.parametrize("make", [roster.Acknowledger, roster.Fabricator, roster.Interrogator])
def test_policies_without_a_memory_can_be_probed_at_any_time(make) -> None:
    assert make.branches is True


@pytest.mark.parametrize(
    ("phase", "said"), [("TALK", "I see."), ("OPENING", "I see."), ("CLOSING", ""), ("LISTEN", "")]
)
def test_the_acknowledger_says_one_thing(phase, said) -> None:
    assert roster.Acknowledger().act({**SEEN, "phase": int(Phase[phase])}).text == said


def test_what_is_registered_for_each_seat() -> None:
    """Names in order; whether the name of something else follows, and what the command line may add."""
    memory, prompted = {"memory": True}, {"memory": True, "prompted": True}
    listed = {
        "assistant": [
            ("scripted", False, memory), ("asker", False, memory), ("acknowledger", False, {}),
            ("fabricator", False, {}), ("interrogator", False, {}), ("fixed", False, memory), ("bandit", False, memory),
            ("ideal-observer", False, memory), ("openai", True, prompted), ("replay", True, prompted),
        ],
        "user": [("scripted", False, {}), ("openai", True, {}), ("replay", True, {})],
        "evaluator": [("scripted", False, {}), ("openai", True, {}), ("replay", True, {})],
        "model": [("openai", True, {}), ("replay", True, {})],
    }  # fmt: skip
    for kind, expected in listed.items():
        built_in = [entry for entry in registry.entries(kind) if entry.name in {name for name, *_ in expected}]
        assert [(entry.name, entry.provider, dict(entry.marks)) for entry in built_in] == expected
        assert all(entry.summary for entry in built_in)
        assert len({entry.summary for entry in built_in}) == len(built_in)


@pytest.mark.parametrize("make", [ScriptedAssistant, BanditAssistant, observer])
def test_a_saved_state_holds_memory_session_replies_and_beliefs(make) -> None:
    """A state of another seat is taken over whole: what it recalls, whom it speaks to, and what may be rated."""
    said = {**SEEN, "message": "I live in Bergen.", "phase": int(Phase.OPENING)}
    rated = {**SEEN, "message": "I see.", "turn_id": "s002.t03", "reply_id": "s002.t04", "rated": 1,
             "about": "s002.t02", "rating": 1, "satisfaction": 9.0}  # fmt: skip
    lived, fresh = make("bm25-turn"), make("bm25-turn")
    lived.begin("assistant_0", 3)
    fresh.begin("assistant_0", 4)
    empty = fresh.get_state()
    lived.act(said)
    lived.act(rated)
    fresh.set_state(lived.get_state())
    assert fresh.get_state() == lived.get_state() != empty
    asked = {**SEEN, "phase": int(Phase.PROBE), "reply_id": ""}
    assert "Bergen" in fresh.act(asked).text
    assert fresh.act(asked) == lived.act(asked)
    fresh.set_state(empty)
    assert "Bergen" not in fresh.act(asked).text
