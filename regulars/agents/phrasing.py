"""Puts a person's acts into words: what is told, asked, wished, planned, and in whose manner.

The words of an act are drawn at a node named by the act, so that an act that two runs reach is worded alike in both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from regulars.agents.briefing import UserBriefing
from regulars.agents.feedback import Shown
from regulars.errors import ScenarioError
from regulars.scenarios.language.packs import Language
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Act, ActKind, Fact, Way
from regulars.seeding import Draws, SeedTree

__all__ = ["Line", "Phrasing"]


@dataclass(slots=True)
class Line:
    """An utterance in the making.

    Attributes:
        parts: Its sentences.
        tells: What it means to carry.
        close: 1 to close the session, 2 to leave it.
        shown: The feedback that comes with it, None if none does.
        carried: The parts that carry something, with what they carry; with nothing, a part that counts by its words.
    """

    parts: list[str] = field(default_factory=list)
    tells: list[str] = field(default_factory=list)
    close: int = 0
    shown: Shown | None = None
    carried: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def say(self, text: str, *tells: str, exact: bool = False) -> None:
        """Adds a sentence, and what it means to carry; `exact` where its very words are looked for."""
        self.parts.append(text)
        self.tells.extend(tells)
        if tells or exact:
            self.carried.append((text, tells))


class Phrasing:
    """A person's words for acts.

    Args:
        language: The pack.
        seeds: The person's node.
        briefing: What the person knows now.
    """

    def __init__(self, language: Language, seeds: SeedTree, briefing: UserBriefing) -> None:
        self.language = language
        self.seeds = seeds
        self.briefing = briefing

    def tell(self, line: Line, act: Act, begun: str = "") -> str:
        """A planned telling. Returns the act's id where only its first piece was said, else nothing.

        Args:
            line: What is said.
            act: The telling.
            begun: The act whose first piece was said a line ago.
        """
        briefing = self.briefing
        fact = briefing.facts[act.fact]
        draws = self.seeds.draws(act.id)
        if act.way is Way.PIECEMEAL:
            pieces = self.language.pieces(fact.attribute, fact.value, act.grain, draws)
            if pieces is not None and begun != act.id:
                line.say(pieces[0], act.id)
                return act.id
            if pieces is not None:
                line.say(pieces[1], fact.id)
                return ""
        old = self._told_before(fact)
        line.say(self.language.tell(fact.attribute, fact.value, act.grain, draws, old, act.way, act.other), fact.id)
        if act.reason and old:
            line.say(self.language.lines("reasons", act.reason)[0], exact=True)
        return ""

    def _told_before(self, fact: Fact) -> str:
        """The value that this one replaces, if that was told."""
        old = ""
        for other in self.briefing.facts.values():
            if other.attribute == fact.attribute and other.until == fact.since and other.id in self.briefing.told:
                old = other.value
        return old

    def raised(self, line: Line, act: Act, attempt: int) -> None:
        """A question, request or delegation."""
        draws = self.seeds.draws(act.id, attempt)
        if act.kind is ActKind.DELEGATE:
            line.say(self.language.delegate(act.attribute, act.options, draws), act.id)
        else:
            line.say(self.language.raise_probe(act, draws), act.id)

    def small_talk(self, act: Act) -> str:
        """A line of small talk that none of the session's earlier ones is."""
        session, said = self.briefing.session, set[str]()
        for one in session.agenda if session is not None else (act,):
            if one.kind is not ActKind.SMALL_TALK:
                continue
            draws = self.seeds.draws(one.id)
            words = self.language.phrase("small_talk", draws)
            while words in said and len(said) < len(self.language.lines("phrases", "small_talk")):
                words = self.language.phrase("small_talk", draws)
            if one.id == act.id:
                return words
            said.add(words)
        raise ScenarioError(f"{act.id} is no act of this session", where=self.briefing.person.id)

    def says(self, line: Line, act: Act) -> bool:
        """An act of another kind: an ending, a wish, a plan, a reminder, something to forget, a claim, an outcome.

        Returns:
            Whether there was anything to say.
        """
        draws = self.seeds.draws(act.id)
        if act.kind is ActKind.TELL:
            return self._outcome(line, act, draws)
        if act.kind is ActKind.END:
            fact = self.briefing.facts.get(act.fact)
            if fact is None or fact.id not in self.briefing.told:
                return False
            line.say(self.language.end(fact.attribute, fact.value, draws), act.id)
        elif act.kind is ActKind.WISH:
            line.say(self._wish(act, draws), act.id)
        elif act.kind is ActKind.PLAN:
            line.say(self._plan(act, draws, act.other), act.id)
        elif act.kind is ActKind.CONSULT:
            line.say(self._plan(act, draws, "ask_plan"), act.id)
        else:
            line.say(self.language.act(act.kind.value, draws, **self._slots(act)), act.id)
        return True

    def _slots(self, act: Act) -> Mapping[str, str]:
        value = self.language.value_words(act.attribute, act.other) if act.other else ""
        label = self.language.ontology.attribute(act.attribute).label if act.attribute else ""
        return {"label": label, "value": value, "name": self.briefing.person.name}

    def _outcome(self, line: Line, act: Act, draws: Draws) -> bool:
        """How the assistant's choice turned out, if it made one."""
        consequence = self.briefing.outcomes.get(act.target)
        if consequence is None or consequence.fact.id not in self.briefing.facts:
            return False
        kind = "outcome_bad" if consequence.went_wrong else "outcome_good"
        value = self.language.value_words(act.attribute, consequence.fact.value)
        label = self.language.ontology.attribute(act.attribute).label
        line.say(self.language.act(kind, draws, value=value, label=label), consequence.fact.id)
        return True

    def _wish(self, act: Act, draws: Draws) -> str:
        rule = next(rule for rule in self.briefing.person.rules if rule.id == act.target)
        setting = load_rules()[rule.kind].settings[rule.setting]
        return draws.choice(self.language.wish(setting, act.other))

    def _plan(self, act: Act, draws: Draws, kind: str) -> str:
        project = next(project for project in self.briefing.person.projects if project.id == act.target)
        lines = every_domain()[project.domain].lines(kind, self.language.phrasing)
        return draws.choice(lines).replace("{goal}", project.goal)
