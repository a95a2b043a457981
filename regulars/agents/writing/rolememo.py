"""Writes questions that need two memories, by RoleMemo's pipeline: insights, facts and question, dialogues, gates.

An insight about a character follows from two facts together and from neither alone. Each fact is told in passing, in
one turn of one conversation; the question comes after all of them. A sample is kept if it passes three gates.
Necessity: a model without memory cannot answer it. Difficulty: each fact stands in exactly one User's turn and is never
echoed, which code checks. Safety: a model finds it publishable. Dropped samples are listed in the scenario's issues.

Source: RoleMemo / DualMem. The prompts are this package's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from regulars.agents.evaluator.judges import AnswerJudge
from regulars.agents.models.structured import ask, words_of
from regulars.agents.seats.flow import Flow
from regulars.agents.writing.drafts import INSIGHT_TYPES, Conversation, DraftInsights, Insight, Safety, Sample, Spoken
from regulars.agents.writing.persona_file import PersonaFile
from regulars.agents.writing.recording import RecordedQuestion, WrittenSession, days_from, recording
from regulars.agents.writing.workshop import Workshop
from regulars.errors import ModelOutputError, ScenarioError
from regulars.rewards.metrics.token_f1 import stems
from regulars.scenarios.world import Scenario
from regulars.values import normalise

ECHO = 0.6
"""The share of a fact's longer words that makes a turn an echo of it."""

LONGER = 4
"""The minimum number of letters of a longer word."""

TURNS = (6, 12)
"""The minimum and maximum number of turns of a dialogue."""

VERSION = "rolememo-written@1"

FLOW = Flow("writer", ("insights", "samples", "dialogues", "gates", "assemble"))


@dataclass(slots=True)
class Written:
    """One insight with its sample and dialogues, and why it was dropped; empty if it was kept."""

    insight: Insight
    sample: Sample
    dialogues: list[list[Spoken]] = field(default_factory=list)
    dropped: str = ""


@dataclass(slots=True)
class RoleMemoState:
    """The parts written so far."""

    insights: DraftInsights | None = None
    written: list[Written] = field(default_factory=list)
    scenario: Scenario | None = None


class RoleMemoWriter:
    """Writes one scenario by RoleMemo's pipeline.

    Args:
        workshop: The folder and the model.
        start: The first day.
        each: The number of insights of each of the four types.
        language: The language of the conversations.
        hints: Wishes about the character.
        persona: A character to write about, with insights that are taken before others are written.
    """

    flow = FLOW

    def __init__(
        self,
        workshop: Workshop,
        start: datetime,
        *,
        each: int = 1,
        language: str = "english",
        hints: str = "",
        persona: PersonaFile | None = None,
    ) -> None:
        self.workshop = workshop
        self.start = start
        self.each = each
        self.language = language
        self.hints = hints
        self.persona = persona

    def work(self) -> RoleMemoState:
        """Starts a scenario."""
        return RoleMemoState()

    # ------------------------------------------------------------------ nodes

    def insights(self, work: RoleMemoState) -> None:
        """Writes a character and insights about it, or takes them from the persona."""
        given = self._given()
        if given is not None:
            work.insights = given
            return
        about = self.hints if self.persona is None else f"{self.hints} The character: {self.persona.description}"
        messages = self.workshop.prompts["write_insights"].messages(
            each=str(self.each), language=self.language, hints=about.strip()
        )

        def check(draft: DraftInsights) -> list[str]:
            counts = {kind: sum(one.type == kind for one in draft.insights) for kind in INSIGHT_TYPES}
            return [
                f"there are {count} insights of type {kind} instead of {self.each}"
                for kind, count in counts.items()
                if count != self.each
            ]

        work.insights = self.workshop.step("insights", DraftInsights, messages, check)

    def samples(self, work: RoleMemoState) -> None:
        """Writes two facts for each insight, and the question that needs both."""
        character = _begun(work)
        for number, insight in enumerate(character.insights, 1):
            messages = self.workshop.prompts["write_sample"].messages(
                persona=character.persona, type=insight.type, insight=insight.insight, language=self.language
            )
            sample = self.workshop.step(f"sample-{number}", Sample, messages, _sample_problems)
            work.written.append(Written(insight, sample))

    def dialogues(self, work: RoleMemoState) -> None:
        """Writes a conversation for each fact that tells it in passing; drops the sample if none passes."""
        for number, one in enumerate(work.written, 1):
            found = self.workshop.note(f"dialogues-{number}", partial(self._told, work, number, one))
            one.dropped = found["dropped"]
            one.dialogues = [[Spoken.model_validate(turn) for turn in turns] for turns in found["dialogues"]]

    def gates(self, work: RoleMemoState) -> None:
        """Checks necessity and safety with a model, and difficulty over all conversations with code."""
        for number, one in enumerate(work.written, 1):
            if not one.dropped:
                one.dropped = self.workshop.note(f"gate-{number}", partial(self._gate, one, number))
        for one in work.written:
            others = [turn for other in work.written if other is not one for turns in other.dialogues for turn in turns]
            if not one.dropped and any(_holds(turn.text, part) for part in one.sample.fragments for turn in others):
                one.dropped = "difficulty: a fact is told in another conversation too"

    def assemble(self, work: RoleMemoState) -> None:
        """Builds the scenario from the samples that were kept.

        Raises:
            ScenarioError: No sample was kept.
        """
        character = _begun(work)
        kept = [one for one in work.written if not one.dropped]
        issues = [f"dropped: {one.insight.insight} ({one.dropped})" for one in work.written if one.dropped]
        if not kept:
            raise ScenarioError("no sample passed the gates", where="rolememo", expected="; ".join(issues))
        told = [(one, place) for one in kept for place in range(len(one.dialogues))]
        order = list(told)
        self.workshop.seeds.draws("order").shuffle(order)
        days = days_from(self.start, len(order), self.workshop.seeds.draws("days"))
        sessions = [
            WrittenSession(day, "conversation", one.dialogues[place])
            for day, (one, place) in zip(days, order, strict=True)
        ]
        asked = []
        for one in kept:
            evidence = [
                (number, _carrier(one.dialogues[place], one.sample.fragments[place]))
                for number, (other, place) in enumerate(order, 1)
                if other is one
            ]
            asked.append(RecordedQuestion(one.insight.type, one.sample.question, one.sample.answer, evidence))
        marks = {"writer": self.workshop.model.name, "pipeline": "rolememo"}
        work.scenario = recording(
            character.name,
            character.persona,
            sessions,
            asked,
            suite=VERSION,
            language=self.language,
            marks=marks,
            issues=issues,
        )

    # ------------------------------------------------------------------ parts of nodes

    def _given(self) -> DraftInsights | None:
        """The persona with its own insights, if it has enough of each type."""
        if self.persona is None:
            return None
        taken = []
        for kind in INSIGHT_TYPES:
            own = [words for one, words in self.persona.insights if one == kind][: self.each]
            if len(own) < self.each:
                return None
            taken += [Insight.model_validate({"type": kind, "insight": words}) for words in own]
        name, description = self.persona.name or "User", self.persona.description
        return DraftInsights(name=name, persona=description, insights=taken)

    def _told(self, work: RoleMemoState, number: int, one: Written) -> dict[str, Any]:
        """The two dialogues of a sample, or the reason why there are none."""
        dialogues = []
        for place, fragment in enumerate(one.sample.fragments, 1):
            messages = self.workshop.prompts["write_fragment_dialogue"].messages(
                language=self.language,
                least=str(TURNS[0]),
                most=str(TURNS[1]),
                persona=_begun(work).persona,
                fragment=fragment,
            )

            def check(draft: Conversation, fragment: str = fragment) -> list[str]:
                return fragment_problems(draft.turns, fragment)

            try:
                draft = self.workshop.step(f"dialogue-{number}-{place}", Conversation, messages, check)
            except ModelOutputError as error:
                return {"dropped": f"difficulty: {error.what}", "dialogues": []}
            dialogues.append([turn.model_dump() for turn in draft.turns])
        return {"dropped": "", "dialogues": dialogues}

    def _gate(self, one: Written, number: int) -> str:
        """Why a sample is dropped; empty if it is kept."""
        shop, sample = self.workshop, one.sample
        seed = shop.seeds.seed("gate", number) & 0x7FFFFFFF
        messages = shop.prompts["write_unaided"].messages(question=sample.question)
        said = words_of(shop.model.complete(messages, seed=seed, purpose="necessity"), f"model {shop.model.name}")
        judge = AnswerJudge(shop.model, shop.prompts)
        if judge.judge(sample.question, sample.answer, said, seed=seed).right:
            return "necessity: it can be answered without memory"
        text = "\n".join(f"{turn.speaker}: {turn.text}" for turns in one.dialogues for turn in turns)
        messages = shop.prompts["write_safety"].messages(text=f"{text}\nUser: {sample.question}")
        safety = ask(shop.model, messages, Safety, seed=seed, purpose="safety", prompts=shop.prompts)
        return "" if safety.verdict == "yes" else f"safety: {safety.reason}"


def fragment_problems(turns: Sequence[Spoken], fragment: str) -> list[str]:
    """The difficulty gate: reasons why a conversation does not tell a fact exactly once, in passing.

    Args:
        turns: The conversation.
        fragment: The sentence that tells the fact.
    """
    problems = []
    if not TURNS[0] <= len(turns) <= TURNS[1]:
        problems.append(f"it has {len(turns)} turns instead of {TURNS[0]} to {TURNS[1]}")
    carriers = [place for place, turn in enumerate(turns) if turn.speaker == "User" and _holds(turn.text, fragment)]
    if len(carriers) != 1:
        problems.append(f"the sentence stands in {len(carriers)} of the User's turns instead of one")
    for place, turn in enumerate(turns):
        if place not in carriers[:1] and (_holds(turn.text, fragment) or _overlap(turn.text, fragment) >= ECHO):
            problems.append(f"turn {place + 1} repeats what the sentence says")
    return problems


def _sample_problems(sample: Sample) -> list[str]:
    problems = [
        f"the question gives away {fragment!r}"
        for fragment in sample.fragments
        if _overlap(sample.question, fragment) >= ECHO
    ]
    if normalise(sample.fragments[0]) == normalise(sample.fragments[1]):
        problems.append("the two facts are one")
    return problems


def _begun(work: RoleMemoState) -> DraftInsights:
    assert work.insights is not None
    return work.insights


def _carrier(turns: Sequence[Spoken], fragment: str) -> int:
    """The number of the turn that tells a fact, from 1."""
    return next(place for place, turn in enumerate(turns, 1) if turn.speaker == "User" and _holds(turn.text, fragment))


def _holds(text: str, fragment: str) -> bool:
    return f" {normalise(fragment)} " in f" {normalise(text)} "


def _overlap(text: str, fragment: str) -> float:
    """The share of a fact's longer words that a text contains."""
    wanted = {word for word in stems(fragment) if len(word) >= LONGER}
    return len(wanted & set(stems(text))) / len(wanted) if wanted else 0.0
