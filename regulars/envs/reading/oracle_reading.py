"""The reading `oracle`: the scripted assistant understands what stands in its context, and nothing else.

It understands every question. What stands in the context (`standing.py`) is a part of the ledger, and the answer is
resolved from that part by the function that resolves gold from the whole. So the answer is right where the evidence
stands in the context, stale where only the former value does, and an abstention where nothing does. Tables of answers
then measure the memory and not the reader.

Only the scripted assistants of an evaluation and the fixed readers of `regulars:Remember-v0` and `regulars:Writer-v0`
receive it. No memory and no policy can reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from regulars.agents.assistant.answering import fitting, may_pass_on
from regulars.agents.assistant.context_reader import Offer, Understood
from regulars.agents.assistant.multiple_choice import choose
from regulars.agents.assistant.question_parsing import Question, question_in
from regulars.agents.assistant.reading import Reading, best_sentence
from regulars.dialogue import Phase
from regulars.envs.ledger import Ledger
from regulars.envs.life.life import Life
from regulars.envs.probes.gold import AskedProbe
from regulars.envs.probes.questions import question_of
from regulars.envs.probes.resolution import resolve
from regulars.envs.reading.consulted import Consulted
from regulars.envs.reading.standing import Standing, StandingWords, names_attribute
from regulars.envs.told_in_ledger import ToldInLedger, written
from regulars.memory.context_line import read_context
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.heard import says
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of
from regulars.scenarios.world import Probe
from regulars.values import resolve_value

_RECORDED = (Form.TEXT, Form.MANNER)
"""Forms without a value in the ledger: the sentence nearest to the question is quoted."""


class OracleReading:
    """Reads messages and contexts with the ledger of the running episode.

    Args:
        life: Returns the running episode.
        consulted: Notes what of a context is looked at; None if that does not matter.
    """

    def __init__(self, life: Callable[[], Life], consulted: Consulted | None = None) -> None:
        self._life = life
        self._noted = consulted
        self._words = StandingWords(life, consulted)

    def __repr__(self) -> str:
        return "OracleReading()"

    def use_language(self, language: Language) -> None:
        """Does nothing: the episode decides the language."""

    def requests(self, message: str) -> bool:
        """Whether a question or a request is open, or the message looks like one."""
        life = self._life()
        return life.pending is not None or bool(self._consulted(life)) or life.language.requests(message)

    def consulted(self, message: str) -> str:
        """The domain of the plan that is asked for; empty if none."""
        life = self._life()
        if life.pending is not None:
            return ""
        return self._consulted(life) or wishes_of(life.language).consulted_in(message)

    def offered(self, message: str) -> Offer | None:
        """The choice that is open; None for no choice."""
        life = self._life()
        pending = life.pending
        if pending is None:
            return life.language.offered(message)
        return (pending.act.attribute, pending.options) if pending.act is not None and pending.options else None

    def understand(self, observation: Mapping[str, Any], context: str) -> Understood:
        """The open question, and the answer that the context gives.

        A question outside the plan is parsed by the wordings of the language pack and answered alike.
        """
        life = self._life()
        probe, question = self._question(life, observation)
        if probe is not None and probe.form is Form.MENTION:
            return self._reminded(life, probe, context)
        if probe is None or question is None or _is_recorded(probe):
            quotes = observation["phase"] == Phase.PROBE or (probe is not None and probe.form is Form.TEXT)
            lines = read_context(context) if quotes else ()
            if quotes and self._noted is not None:
                self._noted.words = True
            return Understood(reading=best_sentence(observation["message"], lines) if quotes else None)
        return Understood(question, self._read(life, probe, question, context))

    def answer(self, asked: AskedProbe, context: str) -> Reading:
        """The answer that a context gives to any probe, open or not."""
        life = self._life()
        if asked.probe.options:  # of a recording, which no attribute explains
            return Reading()
        return self._read(life, asked.probe, question_of(asked, life.language), context)

    def rests_on(self) -> frozenset[str] | None:
        """The lines on which what was looked at may rest; None if it may rest on any line."""
        return self._words.rests_on()

    def fitting(self, offer: Offer, context: str) -> tuple[str, ...]:
        """The options that no value in the context rules out."""
        life = self._life()
        person = self._person(life)
        return fitting(life.language, *offer, _ToldByLedger(life, self._words.of(context, person), person))

    def value(self, attribute: str, context: str) -> tuple[str, ...]:
        """The present value of an attribute of the person who speaks, if it stands in the context."""
        life = self._life()
        person = self._person(life)
        told = _ToldByLedger(life, self._words.of(context, person), person).disclosures(attribute)
        return (told[-1].value,) if told and not told[-1].over else ()

    def _person(self, life: Life) -> str:
        assert life.running is not None
        return life.running.person

    def _consulted(self, life: Life) -> str:
        act = life.exchange.consulted if life.aside is None else None
        if act is None or life.running is None:
            return ""
        projects = life.persons[life.running.person].projects
        return next((project.domain for project in projects if project.id == act.target), "")

    # ------------------------------------------------------------------ questions

    def _question(self, life: Life, observation: Mapping[str, Any]) -> tuple[Probe | None, Question | None]:
        """The open probe, or one for a question outside the plan, and what it asks for."""
        pending, asked = life.pending, life.asked
        if pending is not None:
            probe = pending.probe
            if probe is None or asked is None:
                return None, None
            return probe, question_of(asked, life.language)
        question = question_in(life.language, observation["message"])
        if question is None or question.form is Form.MENTION:
            return None, None
        return _probe_of(question, observation["speaker"], life), question

    def _read(self, life: Life, probe: Probe, question: Question, context: str) -> Reading:
        """The answer to a question."""
        standing = self._words.of(context, probe.owner)
        told = _ToldByLedger(life, standing, probe.owner, probe)
        if probe.form is Form.OPTION:
            return choose(life.language, question, told)
        if probe.form is Form.PASS_ON:
            return may_pass_on(life.language, probe.context, told)
        if probe.form is Form.CHOICE and not probe.target:
            value, date = told.chosen(probe.attribute)
            return Reading((value,), told=(date,)) if value else Reading()
        ledger = _on_days(standing) if probe.kind == ProbeKind.EPISODIC_CUE else standing.ledger
        found = resolve(probe, ledger, life.ontology, life.language)
        key = found.expectation
        if key is None or not key.answerable:
            return Reading()
        dates = tuple(written(life.told_at(turn)) for turn in (found.evidence[0] if found.evidence else ()))
        if key.over:
            return Reading(over=True, told=dates)
        is_contested = probe.form is Form.VALUE and len(key.gold) > 1
        return Reading((ledger.of(probe.owner, probe.attribute)[-1].value,) if is_contested else key.gold, told=dates)

    def _reminded(self, life: Life, probe: Probe, context: str) -> Understood:
        """The reminder that is due, if the wish stands in the context."""
        turn, attribute = life.ledger.turn_of(probe.target), life.ontology.attribute(probe.attribute)
        acts = self._words.of(context, probe.owner).acts
        is_known = turn is not None and acts(turn, lambda text: names_attribute(text, attribute))
        return Understood(due=probe.attribute if is_known else "")


class _ToldByLedger(ToldInLedger):
    """What stands in a context about a person, from the ledger.

    Args:
        life: The running episode.
        standing: What stands in the context.
        person: The id of the person.
        probe: The open question; None for none.
    """

    def __init__(self, life: Life, standing: Standing, person: str, probe: Probe | None = None) -> None:
        super().__init__(standing.ledger, life.ontology, person)
        self._life = life
        self._standing = standing
        self._probe = probe

    def traits(self, among: Sequence[str]) -> Sequence[str]:
        """The trait of the open question, if a line that shows it stands in the context."""
        probe = self._probe
        turn = self._life.ledger.turn_of(probe.target) if probe is not None else None
        if probe is None or turn is None or probe.value not in among:
            return ()
        shown = self._life.language.lines("traits", probe.value)
        stands = self._standing.acts(turn, lambda text: any(says(text, words) or says(words, text) for words in shown))
        return (probe.value,) if stands else ()


def _probe_of(question: Question, person: str, life: Life) -> Probe:
    """A probe for a question outside the plan."""
    value = question.day
    if question.value and question.attribute in life.ontology:
        value = resolve_value(question.value, life.ontology.domain(question.attribute))
    return Probe(
        "", question.kind, question.form, question.attribute, person, person, "", life.now,
        other=question.other, value=value, context=question.context,
    )  # fmt: skip


def _on_days(standing: Standing) -> Ledger:
    """What stands in lines with the day on which it was told."""
    dated = Ledger()
    for one in standing.ledger.disclosures:
        if one.turn not in standing.undated:
            dated.enter(one)
    return dated


def _is_recorded(probe: Probe) -> bool:
    """Whether a question is answered by quoting: one on manners, in free text, or with options of recorded data."""
    return probe.form in _RECORDED or bool(probe.options)
