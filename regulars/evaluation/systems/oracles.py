"""Reference rows that read hidden data, the ledger or the world, and so bound what a system can reach.

They live in this upper room so that no code below can hold gold answers. Results mark these rows.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.agents.assistant.wording import agent_phrases
from regulars.agents.style.rules import PROCEDURE
from regulars.dialogue import Feedback, Phase, Reply, Turn, count_tokens, is_session_id
from regulars.envs.life.conduct import in_force
from regulars.envs.life.life import Life
from regulars.envs.probes.resolution import resolve
from regulars.envs.reading.oracle_reading import OracleReading
from regulars.memory import Cue, Draft, Hit, Item, Recollections
from regulars.memory.context_line import context_line
from regulars.memory.systems.learning import rmm
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Person, Probe, StandingRule

LookUp = Callable[[Life, Probe], tuple[str, ...]]

MATES = 3
"""How many people of a cohort `oracle-lessons` asks at most what a stranger of that cohort may want."""


class OracleRecall:
    """A memory that recalls the smallest sufficient set of evidence for the open question: the ceiling of recall.

    Args:
        life: Returns the running episode.
    """

    traceless = True

    def __init__(self, life: Callable[[], Life]) -> None:
        self.life = life
        self.turns: dict[str, Turn] = {}

    def observe(self, turn: Turn) -> None:
        """Keeps the turn for the context."""
        self.turns[turn.id] = turn

    def recall(self, cue: Cue) -> Recollections:
        """Returns the turns of the smallest set of evidence; nothing without evidence."""
        asked = self.life().asked
        evidence = asked.resolution.evidence if asked is not None else ()
        if not evidence:
            return Recollections(why="the open question has no evidence")
        ids = [turn for id in min(evidence, key=len) for turn in self._turns_of(id)]
        hits = tuple(Hit(id, 1.0 / (rank + 1), (id,)) for rank, id in enumerate(ids[: cue.k]))
        known = sorted((self.turns[id] for id in ids if id in self.turns), key=lambda turn: (turn.time, turn.id))
        context = "\n".join(context_line(turn.time, turn.name, turn.text) for turn in known)
        return Recollections(hits, context, count_tokens(context))

    def _turns_of(self, id: str) -> Iterable[str]:
        """The turn itself; for evidence that names a session, all its turns."""
        return (turn for turn in self.turns if turn.startswith(f"{id}.")) if is_session_id(id) else (id,)

    def snapshot(self) -> bytes:
        """Returns the turns so far."""
        return pickle.dumps(self.turns)

    def restore(self, state: bytes) -> None:
        """Restores the turns of a snapshot."""
        self.turns = pickle.loads(state)


class KnowingAssistant:
    """An assistant that looks up each answer, and acknowledges everything else.

    Args:
        life: Returns the running episode.
        language: The language of dates in words.
        look_up: Returns the values of the answer for a life and a probe; empty for an abstention.
    """

    branches = True

    def __init__(self, life: Callable[[], Life], language: Language, look_up: LookUp) -> None:
        self.life = life
        self.language = language
        self.look_up = look_up

    def act(self, observation: dict[str, Any]) -> Reply:
        """Answers the open question, or acknowledges the message."""
        life = self.life()
        pending = life.pending
        if observation["phase"] in (Phase.CLOSING, Phase.LISTEN):
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
        """Returns None, since the assistant has no state."""

    def set_state(self, state: None) -> None:
        """Does nothing."""

    def _words(self, probe: Probe, values: Sequence[str]) -> list[str]:
        """Values of the attribute as people write them; other answers unchanged."""
        if probe.form in _PLAIN or probe.kind == ProbeKind.MULTI_HOP:
            return list(values)
        return [self.life().language.value_words(probe.attribute, value) for value in values]

    def _in_manner(self, probe: Probe) -> str:
        """A reply that keeps the rule of the probe."""
        style_attribute, _, name = probe.value.partition(":")
        return self.life().language.wish(load_rules()[style_attribute].settings[name], "keeps")[0]


class RuleKeepingAssistant(ScriptedAssistant):
    """The scripted assistant with any memory, plus the standing rules of each person.

    It reads the rules and procedures in force for the person. It sees nothing else that is hidden.

    Args:
        life: Returns the running episode.
        memory: The memory, as for the scripted assistant.
        k: Ranked items per recall.
        budget: Tokens of context per recall.
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
        super().__init__(memory, k=k, budget=budget, reading=OracleReading(life))

    def settings(self, work: AssistantWork) -> Mapping[str, str]:
        """The person's style rules in force."""
        return {rule.kind: rule.setting for rule in self._rules(work) if rule.kind != PROCEDURE}

    def known_steps(self, work: AssistantWork) -> tuple[str, ...]:
        """The steps of the person's procedure for the question."""
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
        """The person's rules that the assistant knows, in force or not: all of them."""
        return person.rules


class LessonOracle(RuleKeepingAssistant):
    """Learns all rules of a person with that person's first rating: the ceiling of learning from feedback.

    To a person without ratings it applies what most of the latest `MATES` people of the person's cohort want. Without
    ratings, as in an exam, it learns nothing. It remembers facts as `bm25-turn` does.

    Args:
        life: Returns the running episode.
        k: Ranked items per recall.
        budget: Tokens of context per recall.
    """

    def __init__(self, life: Callable[[], Life], k: int = 10, budget: int = 1024) -> None:
        self.taught: dict[str, tuple[str, tuple[StandingRule, ...]]] = {}
        super().__init__(life, k=k, budget=budget)

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts without lessons."""
        super().begin(episode_id, seed)
        self.taught = {}

    def get_state(self) -> tuple[Any, ...]:
        """Returns the state of the memory, and the lessons."""
        return super().get_state(), self.taught

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `get_state`."""
        own, taught = state
        super().set_state(own)
        self.taught = dict(taught)

    def learn(self, feedback: Feedback) -> None:
        """Learns the person's rules."""
        super().learn(feedback)
        person = self._person
        taught = self.life().scenario.marks.get("cohort", ""), self.life().persons[person].rules
        if self.taught.get(person) != taught:
            self.taught.pop(person, None)  # the latest rules come last
            self.taught[person] = taught

    def known_rules(self, person: Person) -> tuple[StandingRule, ...]:
        """The person's rules; for strangers one rule per style attribute or domain: what most cohort mates want."""
        if person.id in self.taught:
            return self.taught[person.id][1]
        cohort = self.life().scenario.marks.get("cohort", "")
        mates = [rules for name, rules in reversed(self.taught.values()) if name == cohort][:MATES]
        return shared_rules(mates)


def shared_rules(mates: Sequence[Sequence[StandingRule]]) -> tuple[StandingRule, ...]:
    """The rules that most people want, one per style attribute or project domain; of equally frequent ones the first.

    A style attribute counts against all people, since each could want something of it. A procedure counts against the
    people who have one for its domain.

    Args:
        mates: The rules of each person.
    """
    votes: dict[str, dict[str, list[StandingRule]]] = {}
    for rule in (rule for rules in mates for rule in rules):
        votes.setdefault(rule.domain or rule.kind, {}).setdefault(rule.setting, []).append(rule)
    found = []
    for settings in votes.values():
        wanted = max(settings.values(), key=len)
        asked = len(mates) if not wanted[0].domain else sum(map(len, settings.values()))
        if 2 * len(wanted) >= asked:
            found.append(wanted[0])
    return tuple(found)


class GoldEvidence:
    """Treats an item as cited by a reply if it holds evidence for the question; None if nothing was asked.

    Args:
        table: The evidence turns by reply. `CreditOracle` fills it.
    """

    def __init__(self, table: Mapping[str, frozenset[str]]) -> None:
        self._table = table

    def __repr__(self) -> str:
        return "GoldEvidence()"

    def __call__(self, reply: Draft, message: Draft, item: Item) -> bool | None:
        """Whether the item holds evidence for the reply."""
        evidence = self._table.get(reply.sources[0])
        return None if evidence is None else not evidence.isdisjoint(item.sources)


class CreditOracle(ScriptedAssistant):
    """The scripted assistant with `rmm`, whose ranking learns from gold evidence instead of citations.

    It shows what the learned ranking could gain from perfect credit. Feedback still decides when it learns.

    Args:
        life: Returns the running episode.
        k: Ranked items per recall.
        budget: Tokens of context per recall.
    """

    def __init__(self, life: Callable[[], Life], k: int = 10, budget: int = 1024) -> None:
        self.life = life
        self.evidence: dict[str, frozenset[str]] = {}
        super().__init__(lambda: rmm(cites=GoldEvidence(self.evidence), credit="citations"), k=k, budget=budget,
                         reading=OracleReading(life))  # fmt: skip

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts without credit."""
        self.evidence.clear()
        super().begin(episode_id, seed)

    def get_state(self) -> tuple[Any, ...]:
        """Returns the state of the memory, and the evidence of replies that may still get feedback."""
        return super().get_state(), dict(self.evidence)

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `get_state`."""
        own, evidence = state
        super().set_state(own)
        self.evidence.clear()
        self.evidence.update(evidence)

    def remember(self, work: AssistantWork) -> None:
        """Notes the evidence for the reply."""
        asked = self.life().asked
        evidence = asked.resolution.evidence if asked is not None else ()
        if evidence and work.phase not in (Phase.LISTEN, Phase.CLOSING):
            found = frozenset(turn for sufficient in evidence for turn in sufficient)
            self.evidence[work.observation["reply_id"]] = found
        super().remember(work)


_PLAIN = (Form.COUNT, Form.TEXT, Form.OPTION, Form.DURATION, Form.MENTION, Form.PASS_ON)
"""Forms whose answers are not values of the attribute."""
_WORLDLY = (Form.VALUE, Form.SET, Form.COUNT, Form.SUM)
"""Forms whose answers can be looked up in the world."""
_DATED = (ProbeKind.MULTI_HOP, ProbeKind.EPISODIC_CUE)
"""Kinds of probes about what was said, which only the ledger can answer."""


def told(life: Life, probe: Probe) -> tuple[str, ...]:
    """Looks the answer up in the ledger, as the ideal listener: exactly what was told."""
    key = resolve(probe, life.ledger, life.ontology, life.language).expectation
    return key.gold if key is not None and key.answerable else ()


def true_now(life: Life, probe: Probe) -> tuple[str, ...]:
    """Looks the answer up in the world: what is true now, told or not. It must not score above the ideal listener."""
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
