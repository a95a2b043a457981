"""An assistant applies lessons: style settings, steps, advice and reminders."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from regulars import Cast
from regulars.agents.assistant.lessons import read_lessons
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.assistant.wording import agent_phrases
from regulars.agents.style.apply import apply_style
from regulars.agents.style.rules import RuleBook, witness_occasion
from regulars.dialogue import Phase, PlanAct, Turn
from regulars.envs.aec import LifeAEC
from regulars.memory import Cue, Lesson, Recollections
from regulars.rewards.style_checks.compliance import compliance
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario

ENGLISH = Language.load("english")
BOOK = RuleBook()
SETTINGS = [setting for kind in BOOK.rules.values() for setting in kind.settings.values()]


class HoldsLessons:
    """A memory that holds lessons and nothing else."""

    teaches = True
    traceless = True

    def __init__(self, *lessons: Lesson) -> None:
        self.lessons = lessons

    def observe(self, turn: Turn) -> None:
        """Keeps nothing."""

    def recall(self, cue: Cue) -> Recollections:
        return Recollections(lessons=self.lessons, why="only lessons")

    def snapshot(self) -> bytes:
        return b""

    def restore(self, state: bytes) -> None:
        """Nothing moves."""


def observation(message: str, **changes: Any) -> dict[str, Any]:
    return {
        "message": message, "speaker": "p1", "name": "Anna", "scope": "p1", "phase": int(Phase.TALK), "session": 1,
        "turn": 1, "turn_id": "s001.t01", "reply_id": "s001.t02", "date": "2025-06-02T09:30:00+00:00", "time": 0.0,
        "gap": -1.0, "rated": 0, "about": "", "rating": 0, "satisfaction": -1.0, "briefing": "", "remark": "",
    } | changes  # fmt: skip


def taught(*lessons: Lesson, **settings: Any) -> ScriptedAssistant:
    return ScriptedAssistant(lambda: HoldsLessons(*lessons), **settings)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.id)
def test_a_lesson_on_any_style_attribute_is_kept_in_the_reply(setting: Any) -> None:
    """In the setting's own occasion; where that wants a word from memory, it has to abstain, and keeps it so."""
    occasion = witness_occasion(setting)
    phase = int(Phase.OPENING if occasion.opening else Phase.TALK)
    seen = observation(occasion.message, phase=phase, name=occasion.name, date=occasion.date.isoformat())
    seat = taught(Lesson(setting.style_attribute, setting.name, 0.9))
    work = seat.work(seen)
    for node in ("recall", "read", "plan", "reply"):
        getattr(seat, node)(work)
    assert work.plan.settings[setting.style_attribute] == setting.name
    own = seat.occasion(work, work.plan)
    assert BOOK.keeps(work.reply.text, own, setting.style_attribute, setting.name) is not False
    for plain in setting.keeps:
        text = apply_style(plain, {setting.style_attribute: setting.name}, occasion)
        assert BOOK.keeps(text, occasion, setting.style_attribute, setting.name) is True


def test_the_surest_lessons_win_and_those_that_fight_them_are_left_out() -> None:
    lessons = [
        Lesson("length", "at_least_three", 0.6),
        Lesson("length", "one_sentence", 0.8),
        Lesson("sign_off", "wanted", 0.7),
        Lesson("closing_word", "over", 0.9),
        Lesson("emoji", "wanted", 0.4),
    ]
    assert read_lessons(lessons, 0.5).settings == {"closing_word": "over", "length": "one_sentence"}


def test_lessons_of_nothing_known_are_ignored_and_counted() -> None:
    seat = taught(
        Lesson("mood", "merry", 0.9),
        Lesson("length", "ninety_words", 0.9),
        Lesson("procedure.travel", "fly_to_the_moon", 0.9),
        Lesson("step.travel", "1", 0.9),
        Lesson("step.travel.luggage", "soon", 0.9),
        Lesson("length", "one_sentence", 0.9),
    )
    seat.act(observation("I was out today."))
    seat.act(observation("I was out again today."))
    assert seat.ignored == Counter(
        {"mood": 2, "length": 2, "procedure.travel": 2, "step.travel": 2, "step.travel.luggage": 2}
    )
    before = seat.get_state()
    seat.act(observation("What helps?", phase=int(Phase.PROBE)))
    assert seat.get_state() == before


def test_steps_come_whole_or_one_by_one() -> None:
    first, second, third = list(load_domains()["travel"].steps)[:3]
    parts = [Lesson(f"step.travel.{second}", "1", 0.9), Lesson(f"step.travel.{first}", "2", 0.8)]
    assert read_lessons(parts, 0.5).steps == {"travel": (second, first)}
    whole = Lesson("procedure.travel", f"{third} {first}", 0.6)
    assert read_lessons([*parts, whole], 0.5).steps == {"travel": (third, first)}


# ---------------------------------------------------------------------- acts


@pytest.mark.parametrize("domain", sorted(load_domains()))
def test_every_known_way_to_ask_for_a_plan_is_recognised_and_answered_by_the_lesson(domain: str) -> None:
    steps = list(load_domains()[domain].steps)[4:1:-1]
    seat = taught(Lesson(f"procedure.{domain}", " ".join(steps), 0.9), Lesson("length", "one_sentence", 0.9))
    stranger = taught()
    for line in load_domains()[domain].lines("ask_plan"):
        message = f"Well. {line.replace('{goal}', load_domains()[domain].goals[0])} Thanks."
        assert wishes_of(ENGLISH).consulted_in(message) == domain
        work = seat.work(observation(message))
        for node in ("recall", "read", "plan", "reply"):
            getattr(seat, node)(work)
        assert (work.plan.act, work.plan.content) == (PlanAct.ADVISE, tuple(steps))
        said = [min(work.reply.text.find(one) % 10_000 for one in load_domains()[domain].steps[s].say) for s in steps]
        assert said == sorted(said)
        assert said[-1] < 9_999
        asked = stranger.act(observation(message)).text
        assert asked in agent_phrases()["ask_procedure"]


def test_no_other_words_of_people_ask_for_a_plan_or_a_reminder() -> None:
    for line in ENGLISH.fixed_lines():
        assert not wishes_of(ENGLISH).consulted_in(line)
        assert not wishes_of(ENGLISH).reminder_in(line)
    for domain in load_domains().values():
        for state in ("create", "update", "suspend", "finish"):
            assert not any(wishes_of(ENGLISH).consulted_in(line) for line in domain.lines(state))


def test_every_phrase_that_names_a_wish_is_recognised_and_no_hint_is() -> None:
    for setting in SETTINGS:
        for said in ("stated", "complaint", "lifted"):
            for phrase in getattr(setting, said):
                found = wishes_of(ENGLISH).named_in(f"Honestly. {phrase} You know.")
                assert (setting.style_attribute, setting.name, said) in {
                    (w.style_attribute, w.setting, w.said) for w in found
                }
                assert {(w.style_attribute, w.setting) for w in found} == {(setting.style_attribute, setting.name)}
        assert not any(wishes_of(ENGLISH).named_in(phrase) for phrase in setting.hinted)


def played(scenario: Scenario, assistant: Any, **options: Any) -> LifeAEC:
    env = LifeAEC(scenario=scenario, reward_to="nobody", **options)
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=0)
    cast.run()
    return env


def test_consults_are_served_by_lessons() -> None:
    for scenario in load_suite("procedural").grown(0).blocks[0].train:
        rules = [rule for rule in scenario.persons[0].rules if rule.kind == "procedure"]
        lessons = [Lesson(f"procedure.{rule.domain}", rule.setting, 0.9) for rule in rules]
        env = played(scenario, taught(*lessons))
        found = compliance((note.kept, note.broken) for note in env.life.conduct)
        shares = [found[rule.id].share for rule in rules if rule.id in found]
        assert shares
        assert all(share == 1.0 for share in shares if share is not None)


def test_what_was_to_be_brought_up_is_and_nothing_is_without_a_memory() -> None:
    served = Counter()
    asked = 0
    for seed in range(8):
        scenario = generate(seed, sessions=10, reminders=3)
        wished = [act for s in scenario.sessions for act in s.agenda if act.kind is ActKind.REMIND]
        asked += len(wished)
        for memory in ("full-context", "none"):
            env = played(scenario, ScriptedAssistant(memory))
            served[memory] += sum(
                outcome.verdict is not None and outcome.verdict.kind.name == "CORRECT"
                for outcome in env.life.outcomes
                if outcome.probe.kind == ProbeKind.PROACTIVE
            )
    assert asked >= 6
    assert served["full-context"] >= 0.9 * asked
    assert served["none"] == 0


def test_a_reminder_is_due_once_in_the_session_that_follows() -> None:
    class HoldsAReminder(HoldsLessons):
        def recall(self, cue: Cue) -> Recollections:
            wish = ENGLISH.lines("acts", "remind")[0].format(label=ENGLISH.ontology.attribute("home_city").label)
            return Recollections(context=f"[2025-06-01 09:00] Anna: {wish}")

    seat = ScriptedAssistant(HoldsAReminder)
    label = ENGLISH.ontology.attribute("home_city").label
    opening = observation("Hi there.", phase=int(Phase.OPENING), gap=24.4)
    assert label in seat.act(opening).text
    assert label not in seat.act({**opening, "gap": 4.0}).text
    assert label not in seat.act({**opening, "phase": int(Phase.TALK)}).text


# ---------------------------------------------------------------------- trying out


def test_style_attributes_are_tried_out_at_their_rate_and_alike_for_one_reply() -> None:
    seat = ScriptedAssistant("none", explore=0.1)
    seat.begin("assistant_0", 3)
    counts: Counter[str] = Counter()
    replies = 200
    for number in range(replies):
        seen = observation("I was out today.", reply_id=f"s001.t{number:03d}")
        drawn = seat.settings(seat.work(seen))
        assert drawn == seat.settings(seat.work(seen))
        counts.update(list(drawn))
    assert set(counts) == set(BOOK.rules)
    assert 0.08 <= sum(counts.values()) / replies / len(BOOK.rules) <= 0.12


def test_an_abstention_is_held_to_what_holds_for_answers() -> None:
    seat = taught(Lesson("bullets", "wanted", 0.9), Lesson("apology", "none", 0.9))
    reply = seat.act(observation("Where did I say that I live now?")).text
    occasion = replace(witness_occasion(BOOK.setting("bullets", "wanted")), act=PlanAct.ANSWER)
    assert BOOK.keeps(reply, occasion, "bullets", "wanted") is True
    assert BOOK.keeps(reply, replace(occasion, act=PlanAct.ABSTAIN), "apology", "none") is not False
