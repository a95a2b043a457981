"""The assistants' turns, node by node: cues, plans, words, what is remembered, what a model is shown."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from regulars import registry
from regulars.agents import roster
from regulars.agents.assistant.answering import answer
from regulars.agents.assistant.lessons import Guidance, read_lessons
from regulars.agents.assistant.model import ModelAssistant, context_words
from regulars.agents.assistant.question_parsing import question_in
from regulars.agents.assistant.reading import Reading
from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant, recalled
from regulars.agents.assistant.told import ToldInLines
from regulars.agents.assistant.wording import agent_phrases, occasion_of, plan_in_words, styled
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.style.rules import default_book
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Phase, PlanAct, Reply, ReplyPlan, Turn
from regulars.errors import ConfigurationError
from regulars.memory import Cue, Lesson, Recollections
from regulars.memory.context_line import read_context
from regulars.memory.protocol import Hit
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.rules.standing import load_rules
from regulars.seeding import SeedTree

assert roster.__name__
ENGLISH = Language.load("english")
WORDS = agent_phrases()
WHERE = "Which city do I live in?"
LINE = "[2025-06-01 09:30] Anna: I live in Lyon."
NOON = datetime(2025, 6, 2, 9, 30, tzinfo=UTC)
TRAVEL = list(every_domain()["travel"].steps)[:3]


def observed(message: str = "I was out today.", phase: Phase = Phase.TALK, **changes: Any) -> dict[str, Any]:
    return {
        "message": message, "speaker": "p", "name": "Anna", "scope": "s", "phase": int(phase), "session": 2,
        "turn": 1, "turn_id": "s002.t01", "reply_id": "" if phase is Phase.PROBE else "s002.t02",
        "date": "2025-06-02T09:30:00+00:00", "time": 0.0, "gap": -1.0, "rated": 0, "about": "", "rating": 0,
        "satisfaction": -1.0, "briefing": "", "remark": "",
    } | changes  # fmt: skip


class Noting:
    """Recalls what it is given and notes what happens to it."""

    journals = True

    def __init__(self, context: str = "", lessons: tuple[Lesson, ...] = (), *, teaches: bool = False) -> None:
        self.found = Recollections(
            (Hit("i", 1.0, ("s001.t03", "s001.t01")), Hit("j", 0.5, ("s001.t01", "s001.t05"))), context
        )
        if lessons:
            self.found = Recollections((), context, lessons=lessons)
        self.teaches = teaches
        self.log: list[Any] = []

    def observe(self, turn: Turn) -> tuple[()]:
        self.log.append(turn)
        return ()

    def close_session(self, time: datetime) -> tuple[()]:
        self.log.append(("closed", time))
        return ()

    def recall(self, cue: Cue) -> Recollections:
        self.log.append(cue)
        return self.found

    def feedback(self, feedback: Feedback, recollections: Recollections | None) -> None:
        self.log.append((feedback, recollections))

    def snapshot(self) -> bytes:
        return b""

    def restore(self, state: bytes) -> None:
        self.log.append("restored")


def seated(
    context: str = "", *lessons: Lesson, teaches: bool = False, **options: Any
) -> tuple[ScriptedAssistant, list]:
    memory = Noting(context, lessons, teaches=teaches)
    return ScriptedAssistant(lambda: memory, **options), memory.log


def cues(log: list) -> list[Cue]:
    return [one for one in log if isinstance(one, Cue)]


# ---------------------------------------------------------------------- recall


@pytest.mark.parametrize(
    ("message", "phase", "teaches", "asked"),
    [
        ("Where do I live?", Phase.TALK, False, True),
        ("I was out today.", Phase.TALK, False, False),
        ("I was out today.", Phase.TALK, True, True),
        ("I was out today.", Phase.OPENING, False, True),
        ("I was out today.", Phase.PROBE, False, True),
        ("Where do I live?", Phase.CLOSING, True, False),
        ("Where do I live?", Phase.LISTEN, True, False),
    ],
)
def test_memory_is_asked_for_questions_openings_probes_and_lessons(message, phase, teaches, asked) -> None:
    seat, log = seated(teaches=teaches)
    seat.act(observed(message, phase))
    assert bool(cues(log)) is asked


def test_the_cue_is_the_message_at_its_moment_and_scope() -> None:
    seat, log = seated(k=4, budget=99)
    seat.act(observed("Where do I live?"))
    seat.act(observed("Where do I live?", Phase.PROBE))
    given = ("Where do I live?", NOON, "s")
    assert cues(log) == [Cue(*given, "answer", 4, 99), Cue(*given, "probe", 4, 99)]
    assert (ScriptedAssistant("none").k, ScriptedAssistant("none").budget) == (10, 1024)


def test_an_opening_line_also_asks_for_what_is_due_unless_it_is_a_question() -> None:
    seat, log = seated()
    seat.act(observed("Hello.", Phase.OPENING))
    seat.act(observed("Where do I live?", Phase.OPENING))
    assert [cue.text for cue in cues(log)] == [
        "Hello. next time we talk, please bring up and remind me about", "Where do I live?",
    ]  # fmt: skip


def test_a_reply_declares_the_turns_behind_it_once_each_in_rank_order() -> None:
    seat, _ = seated(LINE)
    assert seat.act(observed("Where do I live?")).recalled == ("s001.t03", "s001.t01", "s001.t05")
    assert seat.act(observed()).recalled is None
    assert recalled(Recollections()) == ()


def test_feedback_reaches_memory_with_the_recollections_of_its_reply() -> None:
    seat, log = seated(LINE)
    seat.act(observed("Where do I live?"))
    first = seat.last
    seat.act(observed(reply_id="s002.t04", rated=1, about="s002.t02", rating=2, satisfaction=2.0, remark="No."))
    seat.act(observed(reply_id="s002.t06", rated=1, about="s002.t04", rating=1, satisfaction=-1.0))
    seat.act(observed("What is it?", Phase.PROBE, rated=1, about="s002.t02", rating=1))
    told = [one for one in log if isinstance(one, tuple) and isinstance(one[0], Feedback)]
    assert told == [
        (Feedback("s002.t02", FeedbackAction.DISLIKE, 2.0, "No.", NOON), first),
        (Feedback("s002.t04", FeedbackAction.LIKE, None, "", NOON), None),  # nothing was recalled for it
    ]


def test_recollections_are_kept_for_sixteen_replies() -> None:
    seat, log = seated(LINE)
    for number in range(17):
        seat.act(observed("Where do I live?", reply_id=f"r{number}"))
    for about in ("r0", "r1"):
        seat.learn(Feedback(about))
    assert [found is not None for _, found in (one for one in log if isinstance(one, tuple) and len(one) == 2)] == [
        False, True,
    ]  # fmt: skip


# ---------------------------------------------------------------------- remember


def test_both_sides_of_a_turn_are_remembered_in_order() -> None:
    seat, log = seated()
    seat.act(observed())
    reply = seat.act(observed("I see.", turn_id="s002.t03", reply_id="s002.t04")).text
    turns = [one for one in log if isinstance(one, Turn)]
    assert [(turn.id, turn.speaker, turn.name) for turn in turns] == [
        ("s002.t01", "p", "Anna"),
        ("s002.t02", ASSISTANT, "Assistant"),
        ("s002.t03", "p", "Anna"),
        ("s002.t04", ASSISTANT, "Assistant"),
    ]
    assert turns[-1] == Turn("s002.t04", "s", "p", ASSISTANT, "Assistant", 2, reply, NOON)
    assert turns[0].text == "I was out today."


def test_a_closing_line_is_remembered_without_a_reply_and_ends_the_session() -> None:
    seat, log = seated()
    assert seat.act(observed("Bye.", Phase.CLOSING)) == Reply("")
    assert [one.text if isinstance(one, Turn) else one for one in log] == ["Bye.", ("closed", NOON)]
    seat.act(observed(session=3))
    assert log.count(("closed", NOON)) == 1


def test_recorded_turns_are_remembered_and_their_session_closes_with_the_next() -> None:
    seat, log = seated()
    seat.act(observed("Hello.", Phase.LISTEN, session=1))
    seat.act(observed("Hi.", Phase.LISTEN, session=1, speaker=ASSISTANT, name="Assistant", turn_id="s001.t02"))
    later = "2025-06-03T09:30:00+00:00"
    seat.act(observed("Again.", Phase.LISTEN, session=2, date=later))
    assert [one.text if isinstance(one, Turn) else one for one in log] == ["Hello.", "Hi.", ("closed", NOON), "Again."]
    turns = [one for one in log if isinstance(one, Turn)]
    assert [(turn.person, turn.speaker, turn.session) for turn in turns] == [
        ("p", "p", 1),
        ("p", ASSISTANT, 1),
        ("p", "p", 2),
    ]


def test_a_probe_is_not_remembered() -> None:
    seat, log = seated(LINE)
    seat.act(observed("Where do I live?", Phase.PROBE))
    assert [type(one) for one in log] == [Cue]


def test_the_state_of_a_seat_is_restored() -> None:
    seat, log = seated(LINE, Lesson("mood", "merry", 0.9))
    seat.act(observed("Where do I live?"))
    state = seat.get_state()
    seat.act(observed("Where do I live?", session=5, reply_id="s005.t02", speaker="q"))
    seat.set_state(state)
    assert (seat.ignored["mood"], log[-1]) == (1, "restored")
    log.clear()
    seat.learn(Feedback("s005.t02"))
    seat.learn(Feedback("s002.t02"))
    assert [found is None for _, found in log] == [True, False]
    seat.act(observed(session=2, speaker=ASSISTANT))
    assert [one.person for one in log if isinstance(one, Turn)] == ["p", "p"]
    assert not any(isinstance(one, tuple) and one[0] == "closed" for one in log)


def test_a_marked_factory_gets_the_seed() -> None:
    seeds = []

    def make(seed: int = -1) -> Noting:
        seeds.append(seed)
        return Noting()

    ScriptedAssistant(make).begin("assistant_0", 7)
    make.seeded = True  # type: ignore[attr-defined]
    ScriptedAssistant(make).begin("assistant_0", 7)
    assert seeds == [-1, -1, 0, 7]


# ---------------------------------------------------------------------- read and plan


def plan_of(act: PlanAct, *content: str, **settings: str) -> ReplyPlan:
    return ReplyPlan(act, content, settings)


def planned(message: str, context: str = "", phase: Phase = Phase.TALK, *lessons: Lesson, **options: Any) -> ReplyPlan:
    seat, _ = seated(context, *lessons, **options.pop("seat", {}))
    work = seat.work(observed(message, phase, **options))
    for node in ("recall", "read", "plan"):
        getattr(seat, node)(work)
    return work.plan


ENDED = ENGLISH.ontology.attribute("scholarship").phrases["ended"][0].replace("{old}", "Copernicus")
GONE = f"[2025-06-01 09:30] Anna: {ENDED}"
HARP = "[2025-06-01 09:30] Anna: The harp sang."
REMIND = "[2025-06-01 09:30] Anna: The next time we talk, please start by telling me what you know about my home city."


@pytest.mark.parametrize(
    ("message", "context", "phase", "plan"),
    [
        (WHERE, LINE, Phase.TALK, plan_of(PlanAct.ANSWER, "Lyon", form=Form.VALUE, attribute="home_city")),
        (WHERE, "", Phase.TALK, plan_of(PlanAct.ABSTAIN)),
        ("What is my scholarship?", GONE, Phase.TALK, plan_of(PlanAct.ANSWER, form="over")),
        ("I was out today.", LINE, Phase.TALK, plan_of(PlanAct.ACKNOWLEDGE)),
        ("What of the harp?", HARP, Phase.PROBE, plan_of(PlanAct.ANSWER, "The harp sang.", form=Form.TEXT)),
        ("What of the harp?", HARP, Phase.TALK, plan_of(PlanAct.ACKNOWLEDGE, to="question")),
        ("There's news on the pet front.", LINE, Phase.TALK, plan_of(PlanAct.ASK)),
        ("What of the violin?", LINE, Phase.PROBE, plan_of(PlanAct.ABSTAIN)),
    ],
)
def test_the_plan_follows_from_message_and_context(message, context, phase, plan) -> None:
    assert planned(message, context, phase) == plan


def test_the_wanted_attribute_of_a_question_over_two_is_the_second() -> None:
    commute = ENGLISH.ontology.attribute("commute")
    told = commute.phrases["tell"][0].replace("{value}", f"40 {commute.domain.unit}")
    written = ENGLISH.value_words("commute", "40")
    message = f"When I told you that my {commute.label} was {written}, what did you already know about my home city?"
    plan = planned(message, f"{LINE}\n[2025-06-01 09:31] Anna: {told}")
    assert (plan.content, plan.settings["attribute"]) == (("Lyon",), "home_city")


@pytest.mark.parametrize(
    ("phase", "message", "gap", "due"),
    [
        (Phase.OPENING, "Hello.", 24.0, True),  # the last session ended at 09:30 on the day before
        (Phase.OPENING, "Hello.", -1.0, False),
        (Phase.OPENING, "Hello.", 0.0, False),
        (Phase.OPENING, "How are you?", 24.0, False),
        (Phase.TALK, "Hello.", 24.0, False),
    ],
)
def test_a_reminder_is_due_when_the_next_session_opens(phase, message, gap, due) -> None:
    plan = planned(message, f"{LINE}\n{REMIND}", phase, gap=gap)
    if due:
        assert plan == ReplyPlan(PlanAct.REMIND, ("Lyon",), {"attribute": "home_city"})
    else:
        assert plan.act is PlanAct.ACKNOWLEDGE


def test_a_reminder_of_what_memory_lost_names_no_value() -> None:
    assert planned("Hello.", REMIND, Phase.OPENING, gap=24.0).content == ()


def test_a_choice_is_drawn_among_the_options_that_fit() -> None:
    lines = ENGLISH.ontology.attribute("retirement_gift").phrases["delegate"]
    options = ENGLISH.ontology.attribute("retirement_gift").grid()[:3]
    message = lines[0].replace("{options}", f"{options[0]}, {options[1]} or {options[2]}")
    chosen = SeedTree(0).draws("reply", "s002.t02").choice(options)
    assert planned(message) == ReplyPlan(PlanAct.CONFIRM, (chosen,), {"attribute": "retirement_gift"})


def test_an_option_that_what_was_told_rules_out_is_not_chosen() -> None:
    limit, name, excluded = next(
        (one, name, excluded)
        for one in ENGLISH.ontology
        for name, excluded in one.excludes.items()
        if "tell" in one.phrases and ENGLISH.ontology.attribute(name).is_chosen
    )
    value, out = next((value, out) for value, out in excluded.items() if out)
    chosen = ENGLISH.ontology.attribute(name)
    free = next(option for option in chosen.grid() if option not in out)
    message = chosen.phrases["delegate"][0].replace("{options}", f"{out[0]} or {free}")
    told = f"[2025-06-01 09:30] Anna: {limit.phrases['tell'][0].replace('{value}', value)}"
    for number in range(8):
        plan = planned(message, told, reply_id=f"r{number}")
        assert plan == plan_of(PlanAct.CONFIRM, free, attribute=name)


def test_a_plan_for_a_project_follows_the_lesson_or_asks() -> None:
    travel = every_domain()["travel"]
    message = travel.lines("ask_plan")[0].replace("{goal}", travel.goals[0])
    lesson, style = Lesson("procedure.travel", f"{TRAVEL[1]} {TRAVEL[0]}", 0.9), Lesson("length", "one_sentence", 0.9)
    assert planned(message) == ReplyPlan(PlanAct.ASK, (), {"domain": "travel"})
    # rules on style do not apply to a plan
    advice = ReplyPlan(PlanAct.ADVISE, (TRAVEL[1], TRAVEL[0]), {"domain": "travel"})
    assert planned(message, "", Phase.TALK, lesson, style) == advice
    name, domain = next((name, domain) for name, domain in every_domain().items() if name != "travel")
    other = Lesson(f"procedure.{name}", next(iter(domain.steps)), 0.9)
    assert planned(message, "", Phase.TALK, other).act is PlanAct.ASK


def test_lessons_add_their_settings_to_the_plan() -> None:
    lesson, unsure = Lesson("length", "one_sentence", 0.5), Lesson("emoji", "wanted", 0.49)
    plan = planned("Which city do I live in?", LINE, Phase.TALK, lesson, unsure)
    assert plan.settings == {"form": Form.VALUE, "attribute": "home_city", "length": "one_sentence"}
    sure = planned("Which city do I live in?", LINE, Phase.TALK, lesson, unsure, seat={"sure": 0.51})
    assert "length" not in sure.settings


def test_curiosity_is_drawn_by_the_reply() -> None:
    asked = set()
    for number in range(20):
        hit = SeedTree(0).draws("curious", f"r{number}").uniform() < 0.5
        plan = planned("I was out today.", reply_id=f"r{number}", seat={"curiosity": 0.5})
        assert plan.act is (PlanAct.ASK if hit else PlanAct.ACKNOWLEDGE)
        asked.add(hit)
    assert asked == {True, False}
    assert planned("Which city do I live in?", seat={"curiosity": 1.0}).act is PlanAct.ABSTAIN


def test_exploring_is_drawn_by_person_style_attribute_and_reply() -> None:
    plan = planned("I was out today.", seat={"explore": 0.2})
    expected = {}
    for name, kind in load_rules().items():
        draws = SeedTree(0).draws("explore", "p", name, "s002.t02")
        if draws.uniform() < 0.2:
            expected[name] = draws.choice(list(kind.settings))
    assert plan.settings == expected
    assert 3 <= len(expected) <= 20


def test_ignored_lessons_are_counted_outside_probes() -> None:
    seat, _ = seated("", Lesson("mood", "merry", 0.9))
    seat.act(observed("Where do I live?"))
    seat.act(observed("Where do I live?", Phase.PROBE))
    assert seat.ignored == {"mood": 1}


# ---------------------------------------------------------------------- lessons


@pytest.mark.parametrize(
    ("lessons", "guidance"),
    [
        ([("length", "one_sentence", 0.5)], Guidance({"length": "one_sentence"})),
        ([("length", "one_sentence", 0.49)], Guidance()),
        ([("length", "one_sentence", 0.6), ("length", "two_sentences", 0.7)], Guidance({"length": "two_sentences"})),
        ([("length", "one_sentence", 0.7), ("length", "two_sentences", 0.7)], Guidance({"length": "one_sentence"})),
        ([("sign_off", "wanted", 0.7), ("closing_word", "over", 0.6)], Guidance({"sign_off": "wanted"})),
        ([("mood", "merry", 0.9), ("length", "merry", 0.1)], Guidance(ignored=("mood", "length"))),
        ([("length", "one_sentence", 0.4), ("mood", "merry", 0.1)], Guidance(ignored=("mood",))),
        ([("procedure.travel", " ".join(TRAVEL), 0.5)], Guidance(steps={"travel": tuple(TRAVEL)})),
        ([("procedure.travel", "", 0.9)], Guidance(ignored=("procedure.travel",))),
        ([("procedure.moon", TRAVEL[0], 0.9)], Guidance(ignored=("procedure.moon",))),
        ([("procedure.travel", f"{TRAVEL[0]} fly", 0.9)], Guidance(ignored=("procedure.travel",))),
        (
            [("procedure.travel", TRAVEL[0], 0.6), ("procedure.travel", TRAVEL[1], 0.8)],
            Guidance(steps={"travel": (TRAVEL[1],)}),
        ),
        (
            [(f"step.travel.{TRAVEL[0]}", "10", 0.9), (f"step.travel.{TRAVEL[1]}", "9", 0.8)],
            Guidance(steps={"travel": (TRAVEL[1], TRAVEL[0])}),
        ),
        (
            [
                (f"step.travel.{TRAVEL[0]}", "1", 0.6),
                (f"step.travel.{TRAVEL[0]}", "3", 0.9),
                (f"step.travel.{TRAVEL[1]}", "2", 0.7),
            ],
            Guidance(steps={"travel": (TRAVEL[1], TRAVEL[0])}),
        ),
        (
            [(f"step.travel.{TRAVEL[0]}", "1", 0.9), ("procedure.travel", TRAVEL[2], 0.5)],
            Guidance(steps={"travel": (TRAVEL[2],)}),
        ),
        ([(f"step.travel.{TRAVEL[0]}", "first", 0.9)], Guidance(ignored=(f"step.travel.{TRAVEL[0]}",))),
        ([(f"step.moon.{TRAVEL[0]}", "1", 0.9)], Guidance(ignored=(f"step.moon.{TRAVEL[0]}",))),
        ([("step.travel.fly", "1", 0.9)], Guidance(ignored=("step.travel.fly",))),
    ],
)  # fmt: skip
def test_the_surest_lessons_that_are_sure_enough_decide(lessons, guidance) -> None:
    assert read_lessons([Lesson(*one) for one in lessons], 0.5) == guidance


# ---------------------------------------------------------------------- words


ANSWER, GIFT = PlanAct.ANSWER, "retirement_gift"


@pytest.mark.parametrize(
    ("plan", "kind", "slots"),
    [
        (plan_of(ANSWER, "Lyon", attribute="home_city", form=Form.VALUE), "answer_value", {"value": "Lyon"}),
        (plan_of(ANSWER, "2025-09-05", attribute="race_day"), "answer_value", {"value": "5 September 2025"}),
        (plan_of(ANSWER, "a", "b", "c", attribute="hobby", form=Form.SET), "answer_set", {"values": "a, b and c"}),
        (plan_of(ANSWER, "a", "b", attribute="hobby", form=Form.ORDER), "answer_order", {"values": "a and b"}),
        (plan_of(ANSWER, "3", attribute="commute", form=Form.COUNT), "answer_count", {"value": "3"}),
        (plan_of(ANSWER, "3", attribute="race_day", form=Form.DURATION), "answer_duration", {"value": "3"}),
        (plan_of(ANSWER, "B", attribute="commute", form=Form.OPTION), "answer_option", {"value": "B"}),
        (plan_of(ANSWER, "sundial", attribute=GIFT, form=Form.CHOICE), "answer_choice", {"value": "a sundial"}),
        (plan_of(ANSWER, form="over"), "answer_over", {}),
        (plan_of(PlanAct.ABSTAIN), "abstain", {}),
        (plan_of(PlanAct.ACKNOWLEDGE), "acknowledge", {}),
        (plan_of(PlanAct.ASK), "ask", {}),
        (plan_of(PlanAct.ASK, domain="travel"), "ask_procedure", {}),
        (
            plan_of(PlanAct.REMIND, "Lyon", attribute="home_city"),
            "remind_value",
            {"value": "Lyon", "label": "home city"},
        ),
        (plan_of(PlanAct.REMIND, attribute="home_city"), "remind", {"label": "home city"}),
        (
            plan_of(PlanAct.CONFIRM, "sundial", attribute=GIFT),
            "confirm",
            {"value": "a sundial", "asked": "what to give your colleague as a retirement present"},
        ),
    ],
)
def test_a_plan_is_put_into_a_phrase_of_its_act(plan, kind, slots) -> None:
    line = SeedTree(3).draws("x").choice(WORDS[kind])
    assert plan_in_words(plan, ENGLISH, SeedTree(3).draws("x")) == line.format(**slots)


def test_a_message_lists_what_it_passes_on() -> None:
    plan = ReplyPlan(PlanAct.ANSWER, ("home_city=Lyon", "race_day=2025-09-05"), {"form": Form.PASS_ON, "attribute": ""})
    text = plan_in_words(plan, ENGLISH, SeedTree(3).draws("x"))
    label = ENGLISH.ontology.attribute("race_day").label
    assert f"the home city is Lyon and the {label} is 5 September 2025" in text
    pets = ReplyPlan(PlanAct.ANSWER, ("pet=Ziggy", "pet=Mochi"), {"form": Form.PASS_ON, "attribute": ""})
    assert "the pets are Ziggy and Mochi" in plan_in_words(pets, ENGLISH, SeedTree(3).draws("x"))
    quoted = ReplyPlan(PlanAct.ANSWER, ("Word for word.",), {"form": Form.TEXT})
    assert plan_in_words(quoted, ENGLISH, SeedTree(3).draws("x")) == "Word for word."


def test_advice_says_each_step_in_order() -> None:
    steps = every_domain()["travel"].steps
    text = plan_in_words(
        ReplyPlan(PlanAct.ADVISE, (TRAVEL[1], TRAVEL[0]), {"domain": "travel"}), ENGLISH, SeedTree(1).draws()
    )
    places = [max(text.find(words) for words in steps[step].say) for step in (TRAVEL[1], TRAVEL[0])]
    assert -1 < places[0] < places[1]


@pytest.mark.parametrize(
    ("message", "phase", "plan", "consulted", "act", "asked"),
    [
        ("Hello.", Phase.TALK, ReplyPlan(PlanAct.ACKNOWLEDGE), "", PlanAct.ACKNOWLEDGE, False),
        ("Where?", Phase.TALK, ReplyPlan(PlanAct.ABSTAIN), "", PlanAct.ANSWER, True),
        ("Hello.", Phase.PROBE, ReplyPlan(PlanAct.ABSTAIN), "", PlanAct.ANSWER, True),
        ("Which?", Phase.TALK, ReplyPlan(PlanAct.CONFIRM, ("a",)), "", PlanAct.ADVISE, True),
        ("How?", Phase.TALK, ReplyPlan(PlanAct.ASK), "travel", PlanAct.ADVISE, True),
        ("Hello.", Phase.OPENING, ReplyPlan(PlanAct.REMIND), "", PlanAct.ANSWER, True),
    ],
)
def test_the_occasion_is_what_was_wanted_and_not_what_was_done(message, phase, plan, consulted, act, asked) -> None:
    told = ("2025-06-01 09:30", "last week", "2025-05-01")
    assert occasion_of(observed(message, phase), plan, told, consulted, ENGLISH) == Occasion(
        message, "Anna", NOON, phase is Phase.OPENING, act, asked, (date(2025, 6, 1), date(2025, 5, 1)), consulted
    )


def test_a_reply_is_styled_by_its_settings_and_nothing_else() -> None:
    plain, _ = seated(LINE)
    smiling, _ = seated(LINE, Lesson("emoji", "wanted", 0.9))
    assert plain.act(observed("Which city do I live in?")).text.isascii()
    assert not smiling.act(observed("Which city do I live in?")).text.isascii()


def test_an_abstention_is_rewritten_as_one_although_an_answer_was_wanted() -> None:
    """As an abstention it may be replaced whole; the same words as an answer may not."""
    wanted = Occasion("Where do I live?", "Anna", NOON, act=PlanAct.ANSWER, asked=True)
    words, settings = "I don't know that; you have not told me.", {"banned_word": "know"}
    assert styled(words, PlanAct.ABSTAIN, settings, wanted) == "I have nothing on that."
    assert styled(words, PlanAct.ANSWER, settings, wanted) != "I have nothing on that."


def test_the_occasion_names_the_days_behind_a_reading() -> None:
    seat, _ = seated(LINE)
    work = AssistantWork(observed("Which city do I live in?"), Phase.TALK)
    assert seat.occasion(work, ReplyPlan(PlanAct.ANSWER)).told == ()
    work.reading = Reading(("Lyon",), told=("2025-06-01 09:30",))
    assert seat.occasion(work, ReplyPlan(PlanAct.ANSWER)).told == (date(2025, 6, 1),)


# ---------------------------------------------------------------------- a model in the seat


class Remembering(Noting):
    def __init__(self) -> None:
        super().__init__()
        self.found = Recollections(
            (), LINE, lessons=(Lesson("length", "one_sentence", 0.9), Lesson("a_b", "c_d", 0.756))
        )


def test_a_model_sees_the_context_the_lessons_and_the_message() -> None:
    model = ScriptedChat(["Lyon."])
    seat = ModelAssistant(model, memory=Remembering)
    seat.begin("assistant_0", 5)
    assert seat.act(observed("I was out today.")).text == "Lyon."
    (call,) = model.calls
    system, user = call.messages
    assert LINE.replace("[", "[Sun ") in user.content
    assert "- length: one sentence (90% sure)\n- a b: c d (76% sure)" in user.content
    assert "personal assistant of Anna" in system.content
    assert "<date>Monday, 2 June 2025, 09:30</date>" in user.content
    assert "<message>I was out today.</message>" in user.content
    assert (call.seed, call.purpose) == (SeedTree(5).seed("model", "s002.t02") & 0x7FFFFFFF, "assistant")


def test_a_probes_call_is_named_by_its_question() -> None:
    model = ScriptedChat(["Lyon."])
    seat = ModelAssistant(model, memory="none")
    seat.act(observed("Where do I live?", Phase.PROBE))
    assert model.calls[0].seed == SeedTree(0).seed("model", "Where do I live?") & 0x7FFFFFFF
    assert model.calls[0].messages[-1].content.count("(nothing)") == 2  # neither context nor lessons


async def test_notes_are_taken_before_the_reply_and_kept_to_itself() -> None:
    answer = json.dumps({"notes": ["Lyon since 2025."], "reply": "You live in Lyon."})
    model = ScriptedChat([answer] * 2)
    seat = ModelAssistant(model, memory=Remembering, mode="note")
    assert seat.act(observed("Where do I live?")).text == "You live in Lyon."
    seat.begin("assistant_0", 0)
    assert (await seat.aact(observed("Where do I live?"))).text == "You live in Lyon."
    assert [call.purpose for call in model.calls] == ["assistant note"] * 2
    assert model.calls[0].messages == model.calls[1].messages
    plain = ModelAssistant(ScriptedChat(["Lyon."] * 2), memory=Remembering)
    assert (await plain.aact(observed("Where do I live?"))).text == plain.act(observed("Where do I live?")).text


@pytest.mark.parametrize(
    ("context", "form", "words"),
    [
        ("", "text", "(nothing)"),
        ("", "json", "(nothing)"),
        (LINE, "text", LINE),
        (LINE, "json", '[{"date": "2025-06-01 09:30", "name": "Anna", "text": "I live in Lyon."}]'),
        ("plain words", "json", '[{"text": "plain words"}]'),
        ("[2025-06-01 09:30] Zoë: Malmö.", "json", '[{"date": "2025-06-01 09:30", "name": "Zoë", "text": "Malmö."}]'),
    ],
)
def test_the_context_in_words(context, form, words) -> None:
    assert context_words(context, form) == words


@pytest.mark.parametrize(("name", "value"), [("mode", "notes"), ("context", "yaml")])
def test_unknown_modes_and_contexts_are_refused(name, value) -> None:
    with pytest.raises(ConfigurationError, match=f"unknown {name} '{value}'"):
        ModelAssistant(ScriptedChat([]), **{name: value})


# ---------------------------------------------------------------------- simple policies


def test_the_roster_says_who_takes_a_memory_and_prompts() -> None:
    marks = {
        (kind, entry.name): (entry.provider, *(bool(entry.marks.get(mark)) for mark in ("memory", "prompted")))
        for kind in ("assistant", "user", "evaluator", "model")
        for entry in registry.entries(kind)
    }
    with_memory = dict.fromkeys(("scripted", "asker", "fixed", "bandit", "ideal-observer"), (False, True, False))
    plain = dict.fromkeys(("acknowledger", "fabricator", "interrogator"), (False, False, False))
    models = dict.fromkeys(("openai", "replay"), (True, True, True))
    wanted = with_memory | plain | models
    assert {name: marks["assistant", name] for name in wanted} == wanted
    others = {"scripted": (False, False, False), "openai": (True, False, False), "replay": (True, False, False)}
    assert marks["model", "openai"] == marks["model", "replay"] == (True, False, False)
    for role in ("user", "evaluator"):
        assert {name: marks[role, name] for name in others} == others


def test_the_acknowledger_says_one_thing_and_is_silent_at_the_end() -> None:
    seat = registry.build("assistant", "acknowledger")
    said = {phase: seat.act(observed(phase=phase)).text for phase in Phase}
    silent = (Phase.CLOSING, Phase.LISTEN)
    assert said == {phase: "" if phase in silent else "I see." for phase in Phase}


def test_the_asker_asks_where_the_scripted_one_acknowledges() -> None:
    seat = registry.build("assistant", "asker", memory="none")
    assert (seat.curiosity, seat.k, seat.budget) == (1.0, 10, 1024)
    assert seat.act(observed()).text in WORDS["ask"]


def test_the_interrogator_asks_about_one_thing_after_the_other() -> None:
    seat = registry.build("assistant", "interrogator")
    seat.begin("assistant_0", 3)
    labels = [attribute.label for attribute in ENGLISH.ontology if attribute.is_told]
    said = [seat.act(observed()).text for _ in range(3)]
    assert said == [WORDS["again"][0].format(label=label) for label in labels[:3]]
    assert seat.act(observed(phase=Phase.PROBE)).text == WORDS["think"][0]
    assert seat.act(observed(phase=Phase.CLOSING)).text == seat.act(observed(phase=Phase.LISTEN)).text == ""
    assert labels[3] in seat.act(observed()).text
    seat.begin("assistant_0", 3)
    assert labels[0] in seat.act(observed()).text
    assert labels[0] in registry.build("assistant", "interrogator").act(observed()).text  # before any episode begins
    for _ in labels[1:]:
        seat.act(observed())
    assert labels[0] in seat.act(observed()).text  # after the last one it begins again


def test_the_fabricator_makes_up_a_value_of_what_is_asked() -> None:
    seat = registry.build("assistant", "fabricator")
    seat.begin("assistant_0", 3)

    def draws():
        return SeedTree(3).draws("lie", "s002.t02")

    city = draws().choice(ENGLISH.ontology.attribute("home_city").grid())
    assert seat.act(observed("Which city do I live in?")).text == WORDS["is"][0].format(value=city)
    options = ENGLISH.ontology.attribute("retirement_gift").grid()[:2]
    offer = (
        ENGLISH.ontology.attribute("retirement_gift").phrases["delegate"][0].replace("{options}", " or ".join(options))
    )
    assert seat.act(observed(offer)).text == WORDS["choose"][0].format(value=draws().choice(options))
    assert seat.act(observed("Lovely weather.")).text == WORDS["see"][0]
    assert seat.act(observed("Lovely weather.", Phase.CLOSING)).text == ""
    day = ENGLISH.ontology.attribute("race_day").phrases["ask"][0]
    for number in range(12):
        drawn = SeedTree(3).draws("lie", f"r{number}")
        made = f"20{drawn.between(31, 60)}-{drawn.between(10, 12)}-{drawn.between(10, 28)}"
        written = ENGLISH.value_words("race_day", made)
        assert seat.act(observed(day, reply_id=f"r{number}")).text == WORDS["is"][0].format(value=written)
    count = next(one for one in ENGLISH.ontology if "count_question" in one.phrases)
    question = count.phrases["count_question"][0]
    for number in range(12):
        made = SeedTree(3).draws("lie", f"r{number}").between(7, 30)
        assert seat.act(observed(question, reply_id=f"r{number}")).text == WORDS["is"][0].format(value=str(made))


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("Which city do I live in?", True),
        ("Write a note for the pet sitter that lists each of my pets by name.", True),
        ("The trains were late again.", False),
    ],
)
def test_memory_is_asked_for_requests_without_a_question_mark(message, asks) -> None:
    """In the middle of a session; its first line asks anyway."""
    seat = ScriptedAssistant("recency")
    assert seat.wants_memory(observed(message, Phase.TALK)) is asks
    assert seat.wants_memory(observed(message, Phase.OPENING)) is True


def test_a_request_without_a_question_mark_is_answered_from_the_context() -> None:
    request = "Write a note for the pet sitter that lists each of my pets by name."
    told = ENGLISH.ontology.attribute("pet").phrases["tell"][0].replace("{value}", "Ziggy")
    asked = question_in(ENGLISH, request)
    assert asked is not None
    assert (asked.attribute, asked.form) == ("pet", Form.SET)
    assert answer(ENGLISH, asked, ToldInLines(ENGLISH, read_context(f"[2025-06-01 09:30] Anna: {told}"))).values == (
        "Ziggy",
    )


@pytest.mark.parametrize("name", default_book().rules)
def test_an_abstention_in_any_style_still_abstains(name: str) -> None:
    wanted = Occasion("What is my boat called?", "Anna", NOON, act=PlanAct.ANSWER, asked=True)
    for words in agent_phrases()["abstain"]:
        for setting in default_book().rules[name].settings:
            assert abstains(styled(words, PlanAct.ABSTAIN, {name: setting}, wanted)), (words, setting)
