"""Puts a user's acts into words: disclosures, questions, wishes, plans.

The words of an act are drawn at a node named by the act, so two runs that reach an act use the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from regulars.agents.feedback import Shown
from regulars.agents.user.leads import joins, led_by
from regulars.briefing import UserBriefing
from regulars.errors import ScenarioError
from regulars.scenarios.kinds import ActKind, DisclosurePhrasing, Form, MentionSort, NoiseKind, RuleDisclosure
from regulars.scenarios.language.exchanges import TalkMoment
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.slots import is_news, of_length, says_forgotten
from regulars.scenarios.language.wordings import said_alike, taken
from regulars.scenarios.noise import load_noise_rules
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Act, Fact
from regulars.seeding import Draws, SeedTree
from regulars.values import told_value

_HEARSAY = {ActKind.GOSSIP: "of_others", ActKind.RELAY: "rumour"}
"""Acts that say values without telling them, and the kinds of phrases for them."""

UNMARKED = 0.4
"""Share of the lines telling something once more that do not say so."""

_TRIES = 5
"""Hints are drawn until one differs from another, and what is told again until it is no news."""


@dataclass(slots=True)
class SpokenLine:
    """An utterance under construction.

    Attributes:
        parts: Its sentences.
        tells: The ids of the facts that it means to convey.
        close: 1 to close the session, 2 to leave it.
        shown: The feedback that comes with it; None if there is none.
        moves: How the person dealt with the assistant in it: `answer.` and an `AnswerManner`, `error.` and an
            `ErrorReaction`, `bundle`, `vague`, `pause`.
        carried: The parts that convey something, with what they convey; an empty list if the words themselves count.
        led: Whether words of its own already join it to what was said before.
        gives_up: Whether it gives up a question or request that got no good answer.
    """

    parts: list[str] = field(default_factory=list)
    tells: list[str] = field(default_factory=list)
    close: int = 0
    shown: Shown | None = None
    moves: list[str] = field(default_factory=list)
    carried: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    led: bool = False
    gives_up: bool = False

    def say(self, text: str, *tells: str, exact: bool = False) -> None:
        """Adds a sentence and what it conveys; `exact` if its exact words are searched for later."""
        self.parts.append(text)
        self.tells.extend(tells)
        if tells or exact:
            self.carried.append((text, tells))

    def join(self, other: SpokenLine) -> None:
        """Adds the sentences of another line, with what they convey."""
        self.parts += other.parts
        self.tells += other.tells
        self.carried += other.carried

    def lead(self, place: int, words: str, language: Language) -> bool:
        """Begins the part at `place` with words such as `Anyway,`; a part that asks, or has such words already, stays.

        Returns:
            Whether the words stand there now.
        """
        part = self.parts[place]
        led = led_by(words, part, language)
        if led == part or joins(part) or language.requests(part):
            return False
        self.parts[place] = led
        self.carried = [(led if text == part else text, tells) for text, tells in self.carried]
        return True


class Phrasing:
    """A user's words for acts.

    Args:
        language: The language pack.
        seeds: The person's node of the seed tree.
        briefing: What the person knows now.
    """

    def __init__(self, language: Language, seeds: SeedTree, briefing: UserBriefing) -> None:
        self.language = language
        self.seeds = seeds
        self.briefing = briefing
        self.length = briefing.person.persona.style.length

    def tell(self, line: SpokenLine, act: Act, begun: str = "", *, shortly: bool = False) -> str:
        """Says a planned disclosure. Returns the act's id if only its first piece was said, else an empty string.

        Args:
            line: The line so far.
            act: The disclosure.
            begun: The act whose first piece was in the previous line.
            shortly: Whether to use one of the shortest wordings, as after a hint with a story of its own.
        """
        briefing = self.briefing
        fact = briefing.facts[act.fact]
        draws = self.seeds.draws(act.id)
        if act.noise is NoiseKind.CHANGED_MINDS:
            return self._changing(line, act, fact, begun)
        if act.phrasing is DisclosurePhrasing.PIECEMEAL:
            pieces = self.language.pieces(fact.attribute, fact.value, act.granularity, draws)
            if pieces is not None and begun != act.id:
                line.say(pieces[0], act.id)
                return act.id
            if pieces is not None:
                line.say(pieces[1], fact.id)
                line.led = True
                return ""
        self._plainly(line, act, fact, fact.value, fact.id, "short" if shortly else self.length)
        self._reason(line, act, fact)
        return ""

    def _plainly(self, line: SpokenLine, act: Act, fact: Fact, value: str, tells: str, length: str = "") -> None:
        """Says a value in one sentence; a date vaguely if that is planned."""
        vague = ""
        if act.noise is NoiseKind.VAGUE_DATES:
            part = self.seeds.draws(act.id, "vague")
            vague = self.language.vague(fact.attribute, value, part, load_noise_rules().loose)
        if act.words:
            line.say(self.language.in_words(act.words, fact.attribute, value, act.granularity, vague), tells)
            return
        old, more = self._told_before(fact), self._joined(fact)
        order, wording = self._wording(act, self.seeds.draws(act.id))
        sentence = self.language.tell(
            fact.attribute, value, act.granularity, self.seeds.draws("also", fact.attribute) if more else order, old,
            act.phrasing, act.other, vague, more, length or self.length, bool(act.reason), wording=wording,
        )  # fmt: skip
        line.say(sentence, tells)

    def _joined(self, fact: Fact) -> int:
        """How many values this one joins: those told before of an attribute whose values add up."""
        if self.language.ontology.attribute(fact.attribute).cardinality is Cardinality.ONE:
            return 0
        told = (other for other in self.briefing.facts.values() if other.id in self.briefing.told)
        return sum(other.attribute == fact.attribute and other.id != fact.id for other in told)

    def _reason(self, line: SpokenLine, act: Act, fact: Fact) -> None:
        """Says why something changed, unless the attribute's own words have said it."""
        explained = not act.words and self.language.explains_itself(fact.attribute)
        if act.reason and self._told_before(fact) and not explained:
            line.say(self.language.lines("reasons", act.reason)[0], exact=True)

    def _changing(self, line: SpokenLine, act: Act, fact: Fact, begun: str) -> str:
        """Says a wrong value, then the true one that corrects it in the same words; in pieces, one a line."""
        if begun != act.id:
            self._plainly(line, act, fact, act.slip, act.id)
            if act.phrasing is DisclosurePhrasing.PIECEMEAL:
                return act.id
        line.say(self.seeds.draws(act.id, "changed").choice(self.language.lines("noise", "changed")))
        self._plainly(line, act, fact, fact.value, fact.id)
        self._reason(line, act, fact)
        return ""

    def begin(self, line: SpokenLine, act: Act) -> None:
        """Says the first piece of a disclosure whose second piece is left out."""
        fact = self.briefing.facts[act.fact]
        pieces = self.language.pieces(fact.attribute, fact.value, act.granularity, self.seeds.draws(act.id))
        assert pieces is not None, "an omission is planned where there are pieces"
        line.say(pieces[0], act.id)

    def _told_before(self, fact: Fact) -> str:
        """The value that this one replaces, if it was disclosed."""
        old = ""
        for other in self.briefing.facts.values():
            if other.attribute == fact.attribute and other.until == fact.since and other.id in self.briefing.told:
                old = other.value
        return old

    def told_end(self, attribute: str, old: str, draws: Draws) -> str:
        """Words for the end of something that was told before: none of news, if the attribute has others."""
        return _not_news(self.language.end(attribute, old, draws) for _ in range(_TRIES))

    def told_facts(self, attribute: str, gold: Sequence[str], form: str) -> list[tuple[Fact, str]]:
        """The facts behind the gold answer, each with its value as disclosed; for a count, all disclosed facts.

        If an answer only follows from a disclosed fact, that fact is said again.
        """
        briefing, ontology = self.briefing, self.language.ontology
        domain = ontology.domain(attribute)
        found: dict[str, Fact] = {}
        source = ontology.attribute(attribute).implied_by
        if source:
            implied = ontology.attribute(source).implies[attribute]
            told = [fact for fact in briefing.facts.values() if fact.attribute == source and fact.id in briefing.told]
            return [(fact, fact.value) for fact in told if implied.get(fact.value) in gold][-1:]
        for fact in briefing.facts.values():
            if fact.attribute != attribute or fact.id not in briefing.told:
                continue
            if form == Form.COUNT:
                found[fact.value] = fact
                continue
            for value in gold:
                if fact.value == value or fact.value.startswith(value + "-") or told_value(value, fact.value, domain):
                    found[value] = fact
        return [(fact, value) for value, fact in found.items()]

    def raised(self, line: SpokenLine, act: Act, attempt: int, *, shortly: bool = False) -> None:
        """Says a question, request or delegation; `shortly` without an occasion of its own, right after the answer."""
        draws = self.seeds.draws(act.id, attempt)
        if act.kind is ActKind.DELEGATE:
            line.say(self.language.delegate(act.attribute, act.options, draws), act.id)
        else:
            length = "short" if shortly else self.length
            order, wording = self._wording(act, draws)
            if wording is None or shortly:
                asked = (self.language.raise_probe(act, draws, length) for _ in range(_TRIES if shortly else 1))
                words = _first(asked, lambda one: not says_forgotten(one))
            else:
                again = attempt > 1  # from the far end, so that the next question does not repeat these words
                words = self.language.raise_probe(act, order, length, 1 - wording - attempt if again else wording)
            line.say(words, act.id)

    def half(self, act: Act) -> str:
        """The first piece of a disclosure, which tells nothing yet; empty if the disclosure has no pieces.

        What replaces or joins something that was told has none.
        """
        fact = self.briefing.facts[act.fact]
        if self._told_before(fact) or self._joined(fact):
            return ""
        draws = self.seeds.draws(act.id, "half")
        pieces = self.language.pieces(fact.attribute, fact.value, act.granularity, draws)
        return pieces[0] if pieces is not None else ""

    def tell_half(self, line: SpokenLine, act: Act) -> None:
        """Says that there is something to tell: the first piece of the disclosure, or a new hint. Neither tells it."""
        line.say(self.half(act) or self._hint(act, self.seeds.draws(act.id, "half"), but=self.hint(act)))

    def hint(self, act: Act) -> str:
        """The first hint that there is something to tell."""
        return self._hint(act, self.seeds.draws(act.id, "hint"))

    def _hint(self, act: Act, draws: Draws, but: str = "") -> str:
        """A hint, if possible another one than `but`."""
        drawn = (self.language.hint(act.attribute, draws) for _ in range(_TRIES))
        return next((line for line in drawn if line != but), but)

    def small_talk(self, act: Act) -> tuple[str, ...]:
        """The messages of the act's exchange. An act that names none draws one that is new in the session."""
        return self.language.exchange(act.other or self._drawn_exchange(act)).messages

    def _drawn_exchange(self, act: Act) -> str:
        """The id of an exchange that suits the person and the time, and comes in no earlier act of the session."""
        session, named = self.briefing.session, set[str]()
        start = session.start if session is not None else self.briefing.now
        moment = TalkMoment.of(self.briefing.person.persona, start)
        fitting = [id for id, one in self.language.small_talk.items() if one.suits(moment)]
        for one in session.agenda if session is not None else (act,):
            if one.kind is ActKind.SMALL_TALK:
                free = [id for id in fitting if id not in named] or fitting
                named.add(id := one.other or self.seeds.draws(one.id).choice(free))
                if one.id == act.id:
                    return id
        raise ScenarioError(f"{act.id} is not an act of this session", where=self.briefing.person.id)

    def says(self, line: SpokenLine, act: Act) -> bool:
        """Says an act of another kind, such as an ending, a wish, a trait, a plan, a claim, gossip or a mention.

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
        elif act.kind is ActKind.SLIP:
            if act.fact not in self.briefing.told:
                return False
            line.say(self.language.tell(act.attribute, act.slip, "", draws), act.id)
        elif act.kind is ActKind.MEND:
            fact = self.briefing.facts.get(act.fact)
            if fact is None or fact.id not in self.briefing.slips:
                return False
            label = self.language.ontology.attribute(act.attribute).label
            line.say(draws.choice(self.language.lines("noise", "mended")).replace("{label}", label))
            line.say(self.language.tell(act.attribute, fact.value, "", draws), act.id)
        elif act.kind is ActKind.SAY:
            line.say(act.words, act.id)
        elif act.kind is ActKind.WISH:
            if act.other == RuleDisclosure.HINTED:
                line.say(self.language.phrase("in_general", self.seeds.draws(act.id, "in general")))
            line.say(self._wish(act, draws), act.id)
        elif act.kind is ActKind.MENTION:
            return self._mentioned(line, act, draws)
        elif act.kind in _HEARSAY and (said := self._hearsay(act, draws)):
            line.say(said, act.id)
        elif act.kind is ActKind.SHOW:
            line.say(draws.choice(of_length(self.language.lines("traits", act.other), self.length)), act.id)
        elif act.kind is ActKind.PLAN:
            line.say(self._plan(act, draws, act.other), act.id)
        elif act.kind is ActKind.CONSULT:
            line.say(self._plan(act, draws, "ask_plan"), act.id)
        else:
            order, wording = self._wording(act, draws)
            line.say(self.language.act(act.kind.value, order, wording, **self._slots(act)), act.id)
        return True

    def _mentioned(self, line: SpokenLine, act: Act, draws: Draws) -> bool:
        """Names a value without telling it, or tells one again. False where what it rests on was not told."""
        sort, told = MentionSort(act.other), self.briefing.told
        known = [fact for fact in self.briefing.facts.values() if fact.attribute == act.attribute and fact.id in told]
        fact = self.briefing.facts.get(act.target)
        if sort is MentionSort.AGAIN:
            if fact is None or fact not in known or known[-1] is not fact:
                return False
            order, wording = self._wording(act, draws)
            said = self.language.tell(act.attribute, fact.value, "", order, length="short", again=True, wording=wording)
            words = self.language.act(sort.value, draws, line=said)
            if not self.language.can_repeat(act.attribute) or self.seeds.draws(act.id, "unmarked").uniform() < UNMARKED:
                words = said
            elif said not in words:
                words = led_by(words, said, self.language)
            line.say(words, fact.id)
            line.led = True
            return True
        if sort is MentionSort.FORMER and (fact not in known or known[-1] is fact):
            return False
        said = self.language.hearsay(act.attribute, sort.value, act.options, *self._wording(act, draws))
        if said:
            line.say(said, act.id)
        return bool(said)

    def _hearsay(self, act: Act, draws: Draws) -> str:
        """Gossip or a false claim in the attribute's own words; empty if it has none."""
        values = act.options if act.kind is ActKind.GOSSIP else (act.other,)
        return self.language.hearsay(act.attribute, _HEARSAY[act.kind], values, *self._wording(act, draws))

    def _wording(self, act: Act, draws: Draws) -> tuple[Draws, int | None]:
        """What decides the wording of an act: the order of all of them and its number there, or `draws` alone."""
        number = self.briefing.wordings.get(act.id)
        return (draws, None) if number is None else (self.seeds.draws("wordings", *said_alike(act)), number)

    def _slots(self, act: Act) -> Mapping[str, str]:
        value = self.language.standing_words(act.attribute, act.other) if act.other else ""
        label = self.language.ontology.attribute(act.attribute).label if act.attribute else ""
        options = [self.language.standing_words(act.attribute, option) for option in act.options]
        values = self.language.listed(options) if options else ""
        return {"label": label, "value": value, "values": values, "name": self.briefing.person.name}

    def _outcome(self, line: SpokenLine, act: Act, draws: Draws) -> bool:
        """Says how the assistant's choice turned out, if it made one."""
        effect = self.briefing.effects.get(act.target)
        if effect is None or effect.fact.id not in self.briefing.facts:
            return False
        kind = "outcome_bad" if effect.went_wrong else "outcome_good"
        value = self.language.standing_words(act.attribute, effect.fact.value)
        attribute = self.language.ontology.attribute(act.attribute)
        said = self.language.act(kind, draws, value=value, label=attribute.label, asked=attribute.asked)
        line.say(said, effect.fact.id)
        return True

    def _wish(self, act: Act, draws: Draws) -> str:
        rule = next(rule for rule in self.briefing.person.rules if rule.id == act.target)
        setting = load_rules()[rule.kind].settings[rule.setting]
        return draws.choice(self.language.wish(setting, act.other))

    def _plan(self, act: Act, draws: Draws, kind: str) -> str:
        project = next(project for project in self.briefing.person.projects if project.id == act.target)
        lines = every_domain()[project.domain].lines(kind, self.language.phrasing)
        return taken(lines, *self._wording(act, draws), self.length).replace("{goal}", project.goal)


def _not_news(drawn: Iterable[str]) -> str:
    """The first of several sentences that does not sound like news; the last of them if all do."""
    return _first(drawn, lambda one: not is_news(one))


def _first(drawn: Iterable[str], fits: Callable[[str], bool]) -> str:
    """The first of several sentences that fits; the last of them if none does."""
    said = ""
    for said in drawn:
        if fits(said):
            break
    return said
