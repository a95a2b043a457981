"""Reference rows that read what no system may: the ledger or the world. They bound what can be reached.

They are built here, at the top of the house, so that nothing below can hold gold; results mark them.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.agents.assistant.wording import agent_phrases
from regulars.agents.style.rules import PROCEDURE
from regulars.dialogue import Feedback, Phase, Reply, Turn, count_tokens
from regulars.envs.life.conduct import in_force
from regulars.envs.life.life import Life
from regulars.envs.probes.resolution import resolve
from regulars.memory import Cue, Draft, Hit, Item, Recollections
from regulars.memory.context_line import context_line
from regulars.memory.systems.learning import rmm
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Person, Probe, StandingRule

LookUp = Callable[[Life, Probe], tuple[str, ...]]


class OracleRecall:
    """A memory that brings back the evidence of the open question, the shortest alternative: the ceiling.

    Args:
        life: Gives the running episode; handed over by the runner.
    """

    traceless = True

    def __init__(self, life: Callable[[], Life]) -> None:
        self.life = life
        self.turns: dict[str, Turn] = {}

    def observe(self, turn: Turn) -> None:
        """Keeps the turn's words for the context."""
        self.turns[turn.id] = turn

    def recall(self, cue: Cue) -> Recollections:
        """The turns of the shortest evidence alternative; nothing where there is none."""
        asked = self.life().asked
        evidence = asked.resolution.evidence if asked is not None else ()
        if not evidence:
            return Recollections(why="the open question has no evidence")
        ids = min(evidence, key=len)
        hits = tuple(Hit(id, 1.0 / (rank + 1), (id,)) for rank, id in enumerate(ids[: cue.k]))
        known = sorted((self.turns[id] for id in ids if id in self.turns), key=lambda turn: (turn.time, turn.id))
        context = "\n".join(context_line(turn.time, turn.name, turn.text) for turn in known)
        return Recollections(hits, context, count_tokens(context))

    def snapshot(self) -> bytes:
        """The turns so far."""
        return pickle.dumps(self.turns)

    def restore(self, state: bytes) -> None:
        """Takes the turns of a snapshot."""
        self.turns = pickle.loads(state)


class KnowingAssistant:
    """An assistant that looks the answer up, and acknowledges the rest.

    Args:
        life: Gives the running episode.
        language: For dates in words.
        look_up: From a life and a probe to the values of the answer, none for an abstention.
    """

    branches = True

    def __init__(self, life: Callable[[], Life], language: Language, look_up: LookUp) -> None:
        self.life = life
        self.language = language
        self.look_up = look_up

    def act(self, observation: dict[str, Any]) -> Reply:
        """The answer to the open question."""
        life = self.life()
        pending = life.pending
        if observation["phase"] == Phase.CLOSING or observation["phase"] == Phase.LISTEN:
            return Reply("")
        probe, key = (pending.probe, pending.expectation) if pending is not None else (None, None)
        if pending is not None and pending.options:
            fitting = [option for option in pending.options if key is None or option in key.gold]
            return Reply(self._say("choose", fitting[0]))
        if probe is None:
            return Reply(self._say("see"))
        if key is not None and key.over and self.look_up is told:
            return Reply(self._say("over"), answer="none")
        if probe.form is Form.MANNER:
            return Reply(self._in_manner(probe))
        values = self.look_up(life, probe)
        if not values:
            return Reply(self._say("unknown"), answer="-")
        listed = life.language.marks["comma"].join(self._words(probe, values))
        return Reply(self._say("that", listed), answer="|".join(values))

    def _say(self, kind: str, value: str = "") -> str:
        return agent_phrases(self.life().language.name)[kind][0].format(value=value)

    def get_state(self) -> None:
        """It keeps nothing: everything is looked up."""

    def set_state(self, state: None) -> None:
        """Nothing to go back to."""

    def _words(self, probe: Probe, values: Sequence[str]) -> list[str]:
        """Values of the attribute as people write them; whatever else, as it is."""
        if probe.form in _PLAIN or probe.kind == ProbeKind.MULTI_HOP:
            return list(values)
        return [self.life().language.value_words(probe.attribute, value) for value in values]

    def _in_manner(self, probe: Probe) -> str:
        """A reply that is known to keep the rule."""
        style_attribute, _, name = probe.value.partition(":")
        return self.life().language.wish(load_rules()[style_attribute].settings[name], "keeps")[0]


class RuleKeepingAssistant(ScriptedAssistant):
    """The scripted assistant with any memory, which is told how each person wants to be replied to.

    It reads the person's rules and procedures that are in force; all else it sees like anybody.

    Args:
        life: Gives the running episode.
        memory: As for the scripted assistant.
        k: As there.
        budget: As there.
    """

    def __init__(
        self,
        life: Callable[[], Life],
        memory: str | Callable[[], Any] = "bm25-turn",
        *,
        k: int = 10,
        budget: int = 1024,
    ) -> None:
        self.life = life
        super().__init__(memory, k=k, budget=budget)

    def settings(self, work: AssistantWork) -> Mapping[str, str]:
        """The person's rules on manner."""
        return {rule.kind: rule.setting for rule in self._rules(work) if rule.kind != PROCEDURE}

    def known_steps(self, work: AssistantWork) -> tuple[str, ...]:
        """The steps of the person's procedure that are needed."""
        found = (rule for rule in self._rules(work) if rule.kind == PROCEDURE and rule.domain == work.consulted)
        return next((tuple(rule.setting.split()) for rule in found), ())

    def _rules(self, work: AssistantWork) -> tuple[StandingRule, ...]:
        life = self.life()
        person = life.persons.get(work.observation["speaker"])
        if person is None:
            return ()
        known = replace(person, rules=self.known_rules(person))
        return in_force(known, datetime.fromisoformat(work.observation["date"]), life.ledger)

    def known_rules(self, person: Person) -> tuple[StandingRule, ...]:
        """What it knows of the person's rules, in force or not: all of them."""
        return person.rules


class LessonOracle(RuleKeepingAssistant):
    """Keeps the rules of everybody who ever rated it, and treats strangers as it was taught last.

    It is the ceiling of what lessons can do: with a person's first rating it is told all of that person's rules and
    procedures, and a learner comes to the same at best. Where nobody rates, as in an exam, it learns nothing. Of facts
    it remembers what `bm25-turn` does.

    Args:
        life: Gives the running episode.
        k: Ranked items that it asks for.
        budget: Tokens of context that it asks for.
    """

    def __init__(self, life: Callable[[], Life], k: int = 10, budget: int = 1024) -> None:
        self.taught: dict[str, tuple[StandingRule, ...]] = {}
        super().__init__(life, k=k, budget=budget)

    def begin(self, seat: str, seed: int) -> None:
        """Starts without lessons."""
        super().begin(seat, seed)
        self.taught = {}

    def get_state(self) -> tuple[Any, ...]:
        """The memory's, and the lessons."""
        return super().get_state(), self.taught

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Goes back to a state from `get_state`."""
        own, taught = state
        super().set_state(own)
        self.taught = dict(taught)

    def learn(self, feedback: Feedback) -> None:
        """Is told the person's rules."""
        super().learn(feedback)
        person = self._person
        rules = self.life().persons[person].rules
        if self.taught.get(person) != rules:
            self.taught.pop(person, None)  # who was taught last comes last
            self.taught[person] = rules

    def known_rules(self, person: Person) -> tuple[StandingRule, ...]:
        """One rule a style attribute or domain: the person's own, or else what was taught last."""
        every = self.taught.get(person.id) or [rule for rules in self.taught.values() for rule in rules]
        return tuple({rule.domain or rule.kind: rule for rule in every}.values())


class GoldEvidence:
    """Says that a reply cites an item where the item holds evidence of what was asked; None where nothing was.

    Args:
        table: By reply: the turns that are evidence. Whoever made it fills it.
    """

    def __init__(self, table: Mapping[str, frozenset[str]]) -> None:
        self._table = table

    def __repr__(self) -> str:
        return "GoldEvidence()"

    def __call__(self, reply: Draft, message: Draft, item: Item) -> bool | None:
        """Whether it does."""
        evidence = self._table.get(reply.sources[0])
        return None if evidence is None else not evidence.isdisjoint(item.sources)


class CreditOracle(ScriptedAssistant):
    """The scripted assistant with `rmm`, whose ranking is credited with the evidence and not with what a reply cites.

    It is what the learned ranking could gain from perfect credit: feedback still says when it learns, gold says what.

    Args:
        life: Gives the running episode.
        k: Ranked items that it asks for.
        budget: Tokens of context that it asks for.
    """

    def __init__(self, life: Callable[[], Life], k: int = 10, budget: int = 1024) -> None:
        self.life = life
        self.evidence: dict[str, frozenset[str]] = {}
        super().__init__(lambda: rmm(cites=GoldEvidence(self.evidence), credit="citations"), k=k, budget=budget)

    def begin(self, seat: str, seed: int) -> None:
        """Starts without credit."""
        self.evidence.clear()
        super().begin(seat, seed)

    def get_state(self) -> tuple[Any, ...]:
        """The memory's, and the evidence of replies on which feedback may come."""
        return super().get_state(), dict(self.evidence)

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Goes back to a state from `get_state`."""
        own, evidence = state
        super().set_state(own)
        self.evidence.clear()
        self.evidence.update(evidence)

    def remember(self, work: AssistantWork) -> None:
        """Notes what would have been evidence for the reply."""
        asked = self.life().asked
        evidence = asked.resolution.evidence if asked is not None else ()
        if evidence and work.phase not in (Phase.LISTEN, Phase.CLOSING):
            found = frozenset(turn for sufficient in evidence for turn in sufficient)
            self.evidence[work.observation["reply_id"]] = found
        super().remember(work)


_PLAIN = (Form.COUNT, Form.TEXT, Form.OPTION, Form.DURATION, Form.MENTION, Form.PASS_ON)


_WORLDLY = (Form.VALUE, Form.SET, Form.COUNT, Form.SUM)
_DATED = (ProbeKind.MULTI_HOP, ProbeKind.EPISODIC_CUE)
"""What can be looked up in a world: values that hold. All else is about what was said, and is looked up there."""


def told(life: Life, probe: Probe) -> tuple[str, ...]:
    """By the ledger: forgets nothing that was told, and knows nothing that was not. The ideal listener's look-up."""
    key = resolve(probe, life.ledger, life.ontology, life.language).expectation
    return key.gold if key is not None and key.answerable else ()


def true_now(life: Life, probe: Probe) -> tuple[str, ...]:
    """By the world: what is true at the moment of asking, told or not. It must score no more than the listener."""
    if probe.form not in _WORLDLY or probe.kind in _DATED:
        return told(life, probe)
    now = max(life.now, probe.time)
    facts = life.persons[probe.owner].facts
    true = [fact.value for fact in facts if fact.attribute == probe.attribute and fact.since <= now]
    if probe.form is Form.COUNT:
        return (str(len(set(true))),) if true else ()
    if probe.form is Form.SUM:
        return (str(sum(int(value) for value in true)),) if true else ()
    return tuple(dict.fromkeys(true)) if probe.form is Form.SET else tuple(true[-1:])
