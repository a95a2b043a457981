"""The scripted user: simulates a person with trust, patience and an agenda of their own.

Each turn runs `perceive -> decide -> phrase -> check -> speak`. The person works through the session's agenda,
discloses what the disclosure modes allow, and reacts to how the assistant used earlier disclosures. After a wrong
answer the person corrects it once and asks again, and leaves when patience runs out. Words are drawn at a node named by
the act, so two runs that reach an act use the same words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from regulars.agents.seats.flow import Flow, arun, run
from regulars.agents.user.behaviour import Behaviour, load_behaviour
from regulars.agents.user.dealings import ASIDES, MOST_AT_ONCE, goes_with, stands_apart
from regulars.agents.user.leads import joins
from regulars.agents.user.manner import spoken
from regulars.agents.user.phrasing import Phrasing, SpokenLine
from regulars.agents.user.reacting import ReactingUser
from regulars.agents.user.state import UserState, UserWork
from regulars.briefing import UserBriefing
from regulars.chinese_text import asks
from regulars.dialogue import Phase
from regulars.errors import SeatError
from regulars.scenarios.kinds import ActKind, AnswerManner, DisclosureMode, MentionSort, NoiseKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.reliving import says_a_line
from regulars.scenarios.world import Act
from regulars.seeding import SeedTree

FLOW = Flow("user", ("perceive", "decide", "phrase", "check", "speak"), jumps={"check": ("phrase",)})

_SAYS = (
    ActKind.TELL, ActKind.END, ActKind.WISH, ActKind.PLAN, ActKind.CONSULT, ActKind.REMIND, ActKind.FORGET,
    ActKind.RELAY, ActKind.GOSSIP, ActKind.MENTION, ActKind.SLIP, ActKind.MEND, ActKind.SHOW,
    ActKind.SAY,
)  # fmt: skip
"""Acts without a probe; a disclosure among them is about something that the assistant caused."""

_LASTS = frozenset({*_SAYS, ActKind.SMALL_TALK}) - {ActKind.PLAN, ActKind.CONSULT}
"""Acts after which a person may say goodbye in the same line: they expect no answer."""


class ScriptedUser(ReactingUser):
    """Plays the person that the briefing describes. Call `begin` before the first `act` of each episode.

    Args:
        language: The language pack in which the person speaks.
        ontology: The attributes of the person's facts.
        behaviour: The rules of trust and patience; the built-in ones by default.
    """

    flow = FLOW
    briefed = True

    def __init__(self, language: Language, ontology: Ontology, behaviour: Behaviour | None = None) -> None:
        self.language = language
        self.ontology = ontology
        self.behaviour = behaviour or load_behaviour()
        self.state = UserState(self.behaviour.start_trust)
        self._seeds = SeedTree(0)

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts a new life with fresh trust."""
        self._seeds = SeedTree(seed)
        self.state = UserState(self.behaviour.start_trust)

    def __getstate__(self) -> tuple[str, tuple[UserState, SeedTree], Behaviour]:
        return self.language.name, self.get_state(), self.behaviour

    def __setstate__(self, state: tuple[str, tuple[UserState, SeedTree], Behaviour]) -> None:
        self.behaviour = state[2]
        self.language = Language.load(state[0])
        self.ontology = self.language.ontology
        self.set_state(state[1])

    def get_state(self) -> tuple[UserState, SeedTree]:
        """The state that changes, for branching."""
        state = self.state
        return replace(state), self._seeds

    def set_state(self, state: tuple[UserState, SeedTree]) -> None:
        """Restores a state from `get_state`."""
        moved, self._seeds = state
        self.state = replace(moved)

    def work(self, observation: Any, briefing: UserBriefing) -> UserWork:
        """Starts a turn."""
        return UserWork(observation, briefing)

    def outcome(self, work: UserWork) -> dict[str, Any]:
        """The action that a turn produced."""
        return work.action

    def act(self, observation: Any, briefing: UserBriefing) -> dict[str, Any]:
        """The person's next line, as an action."""
        work = self.work(observation, briefing)
        run(self, work)
        return work.action

    async def aact(self, observation: Any, briefing: UserBriefing) -> dict[str, Any]:
        """Asynchronous version of `act`."""
        work = self.work(observation, briefing)
        await arun(self, work)
        return work.action

    # ------------------------------------------------------------------ nodes

    def perceive(self, work: UserWork) -> None:
        """Takes in the last reply and its verdict."""
        briefing, state = work.briefing, self.state
        if briefing.session is None:
            raise SeatError("a user was asked to speak outside their own session", where=briefing.person.id)
        if (briefing.language, briefing.phrasing) != (self.language.name, self.language.phrasing):
            self.language = Language.load(briefing.language, briefing.phrasing)
            self.ontology = self.language.ontology
        self._words = Phrasing(self.language, self._seeds, briefing)
        if briefing.phase is Phase.OPENING:
            state.patience = briefing.person.persona.patience
            state.position = 0
            state.hinted = None
            state.begun = ""
            state.talked = 0
            state.annoyed = False
            state.questions = 0
            state.announced = ""
            state.paused = False
        state.outbox = state.outbox.turned(opening=briefing.phase is Phase.OPENING)
        verdict, pending = briefing.verdict, briefing.pending
        if verdict is None or not briefing.reactive:
            return
        if verdict.broken and not state.annoyed:
            state.annoyed = True
            self._feel(self.behaviour.broken_rule, 0.0)
        if pending is None:
            return
        if pending.probe is not None:
            self._feel(self.behaviour.trust.get(verdict.kind, 0.0), 0.0)
        if pending.attempt == 1 or pending.expectation is None or pending.expectation.answerable:
            self._feel(0.0, self.behaviour.patience.get(verdict.kind, 0.0))

    def decide(self, work: UserWork) -> None:
        """Reacts, answers the assistant's question, then takes up the next act on the agenda or closes."""
        briefing, line = work.briefing, work.line
        repeat = self._react(line, briefing)
        line.shown, self.state.outbox = self.state.outbox.taken()
        hinted, self.state.hinted = self.state.hinted, None
        asked = asks(briefing.reply) or (hinted is not None and self.language.asks_openly(briefing.reply))
        if briefing.reactive and briefing.phase is not Phase.OPENING and asked:
            self._answer(line, briefing, hinted)
        self.state.repeated |= {fact for fact in line.tells if fact in briefing.told}
        if hinted is not None and hinted.fact not in line.tells and self.state.hinted is None:
            self.state.dropped |= {hinted.attribute}
        if briefing.phase is Phase.CLOSING:
            line.say(self._phrase(briefing, "closing", "closing"))
        elif self.state.patience <= self.behaviour.leaves_at:
            line.say(self._phrase(briefing, "leaving", "leaving"))
            line.close = 2
        elif repeat is not None:
            if self.state.patience < self.behaviour.impatient_below:
                line.say(self._phrase(briefing, "impatience", repeat.id))
            if repeat.kind is ActKind.REQUEST:
                line.say(self._phrase(briefing, "once_more", repeat.id))
            elif line.tells:
                line.say(self._phrase(briefing, "check_back", repeat.id))
            is_pasted = repeat.kind is ActKind.REQUEST  # a request in the same words, a question in others
            self._words.raised(line, repeat, 1 if is_pasted else 2, shortly=bool(line.tells) and not is_pasted)
        elif self._pauses(line, briefing):
            return
        else:
            if hinted is not None and not line.parts:
                line.say(self._phrase(briefing, "let_go", hinted.id))
            self._go_on(line, briefing)
        self.state.paused = False

    def _pauses(self, line: SpokenLine, briefing: UserBriefing) -> bool:
        """Whether the person leaves it at the reaction, and takes up the next matter in the next line.

        An answer that tells something, or half of it, always has a line of its own.
        """
        if not line.parts or self.state.paused or briefing.phase is not Phase.TALK:
            return False
        number = briefing.session.number if briefing.session else 0
        chance = self._seeds.draws("pause", number, self.state.position).uniform()
        half = f"answer.{AnswerManner.HALF}" in line.moves
        waits = half or line.tells or self._has_consulted(briefing)  # the plan comes first
        if not waits and chance >= briefing.person.persona.conduct.pauses:
            return False
        line.moves.append("pause")
        self.state.paused = not half  # the other half has a line of its own too
        return True

    def phrase(self, work: UserWork) -> None:
        """Puts the line into the person's style."""
        work.text = spoken(work.line, self._words)
        if work.briefing.person.persona.style.typos:
            work.mistyped = work.text != spoken(work.line, self._words, mistyped=False)

    def check(self, work: UserWork) -> str | None:
        """Raises an error if the line mentions a future event."""
        briefing = work.briefing
        planned = (*(briefing.session.agenda if briefing.session else ()), *briefing.offered)
        for id in work.line.tells:
            if id not in briefing.facts and all(id != act.id for act in planned):
                raise SeatError(f"a line tells {id!r} before the person knows it", where=briefing.person.id)
        return None

    def speak(self, work: UserWork) -> None:
        """Builds the action."""
        line = work.line
        self.state.said = work.text
        action = work.action
        action["message"] = work.text
        action["tells"] = " ".join(line.tells) or "-"
        if line.close:
            action["close"] = line.close
        if work.mistyped:
            action["noise"] = NoiseKind.TYPOS.value
        if line.shown is not None:
            shown = line.shown
            satisfaction = -1.0 if shown.satisfaction is None else shown.satisfaction
            action |= {"rating": int(shown.action), "satisfaction": satisfaction, "about": shown.about}
            if shown.remark:
                action["remark"] = shown.remark

    # ------------------------------------------------------------------ the agenda

    def _go_on(self, line: SpokenLine, briefing: UserBriefing) -> None:
        """Takes up the next act. If the line already reacts or answers, a word joins what is new to it."""
        said, corrects, led = len(line.parts), bool(line.tells), line.led
        continues = bool(self.state.begun) or self._is_announced(briefing)
        self._next(line, briefing)
        agenda = briefing.session.agenda if briefing.session else ()
        exact = (act.id for act in agenda if act.kind is ActKind.SHOW or says_a_line(act))
        shows = not set(line.tells).isdisjoint(exact)
        if said and len(line.parts) > said and not (continues or line.close):
            name = f"onward {self.state.position}"
            leads = not shows and (led or not line.led)  # what is told once more has words of its own
            if not (leads and line.lead(said, self._phrase(briefing, "onward", name), self.language)):
                self._turn_away(line, said, briefing, corrects)
        if line.parts and not (line.close or shows):
            self._say_bye(line, briefing)

    def _turn_away(self, line: SpokenLine, place: int, briefing: UserBriefing, corrects: bool) -> None:
        """Leaves what was not answered well: with a sentence before the next matter, unless that joins itself."""
        erred = any(move.startswith("error.") for move in line.moves)
        leaves = corrects or erred or line.gives_up or f"answer.{AnswerManner.BESIDE}" in line.moves
        if leaves and not joins(line.parts[place]):
            line.parts.insert(place, self._phrase(briefing, "apart", f"apart {self.state.position}"))

    def _say_bye(self, line: SpokenLine, briefing: UserBriefing) -> None:
        """Says goodbye in the same line, as people do who tell much at once, if nothing is left to say or to ask."""
        state, agenda = self.state, briefing.session.agenda if briefing.session else ()
        last, left = agenda[state.position - 1], agenda[state.position :]
        known = {*briefing.held_back, *briefing.told, *line.tells}
        done = all(one.kind is ActKind.CLOSE or one.id in known or one.fact in known for one in left)
        if not done or last.kind not in _LASTS or state.begun or state.hinted or self._is_announced(briefing):
            return
        if asks(line.parts[-1]) or any(self.language.requests(part) for part in line.parts):
            return
        if self._chance(briefing, "bye", last) < self.behaviour.says_bye * briefing.person.persona.conduct.bundles:
            line.say(self._phrase(briefing, "closing", "closing"))
            line.close = 1
            line.moves.append("bye")

    def _next(self, line: SpokenLine, briefing: UserBriefing) -> None:
        """Greets, then takes up the next act that is possible; closes if none is left."""
        assert briefing.session is not None
        agenda, state = briefing.session.agenda, self.state
        while state.position < len(agenda):
            act = agenda[state.position]
            state.position += 1
            if act.id in briefing.held_back:
                continue
            kind = act.kind
            state.talked = state.talked if act.id == state.begun else 0
            if kind is ActKind.GREET:
                is_renamed = briefing.person.renamed_at == briefing.session.start
                if is_renamed:
                    draws = self._seeds.draws(act.id, "renamed")
                    greeting = self.language.act("renamed", draws, name=briefing.person.name)
                else:
                    greeting = self._phrase(briefing, "greeting" if briefing.told else "first_greeting", act.id)
                line.say(greeting, *([act.id] if act.probe else ()))
                if act.probe:
                    return
                if is_renamed:
                    line.say(self._phrase(briefing, "apart", f"renamed {act.id}"))
            elif kind is ActKind.TELL and act.mode is not DisclosureMode.OUTCOME:
                if self._take_up(line, act, briefing):
                    self._tell_more(line, act, briefing)
                    return
            elif kind in _SAYS:
                if act.other == MentionSort.AGAIN and act.target in state.repeated:
                    state.repeated -= {act.target}
                elif self._words.says(line, act):
                    if kind in ASIDES:
                        self._talk_on(line, act, briefing)
                    return
            elif kind is ActKind.SMALL_TALK:
                self._talk(line, act)
                if not state.begun:
                    self._talk_on(line, act, briefing)
                return
            elif kind is not ActKind.CLOSE:
                if kind is ActKind.REQUEST and state.trust < self.behaviour.requests_from:
                    continue
                if kind is ActKind.DELEGATE and not briefing.reactive:
                    continue
                if self._announces(line, act, briefing):
                    return
                self._words.raised(line, act, 1)
                return
        line.say(self._phrase(briefing, "closing", "closing"))
        line.close = 1

    def _announces(self, line: SpokenLine, act: Act, briefing: UserBriefing) -> bool:
        """Whether the person only says that there is something; the question or request is in the next line."""
        vague = briefing.person.persona.conduct.vague
        if act.kind is ActKind.DELEGATE or self.state.announced:
            return False
        if self._chance(briefing, "vague", act) >= vague:
            return False
        line.say(self.language.phrase("vague", self._seeds.draws("vague", act.id)))
        line.moves.append("vague")
        self.state.announced = act.id
        self.state.position -= 1
        return True

    def _tell_more(self, line: SpokenLine, act: Act, briefing: UserBriefing) -> None:
        """Tells the next things of the session in the same line, as a person does who tells much at once.

        Only what is open is told so, and nothing of which the words could be taken for each other's.
        """
        assert briefing.session is not None
        said = [act]
        while len(said) < MOST_AT_ONCE and not (self.state.hinted or self.state.begun):
            left = briefing.session.agenda[self.state.position :]
            following = next((one for one in left if goes_with(one, said, briefing, self.ontology)), None)
            if following is None:
                return
            if self._chance(briefing, "bundle", following) >= briefing.person.persona.conduct.bundles:
                return
            before = len(line.parts)
            self._words.tell(line, following)
            line.lead(
                before, self.language.phrase("besides", self._seeds.draws("besides", following.id)), self.language
            )
            line.moves.append("bundle")
            said.append(following)

    def _talk_on(self, line: SpokenLine, aside: Act, briefing: UserBriefing) -> None:
        """After small talk, or a value named in passing: tells own news in the same line, joined by a word or two."""
        assert briefing.session is not None
        share = self.behaviour.talks_on if aside.kind is ActKind.SMALL_TALK else self.behaviour.goes_on
        if self._chance(briefing, "talk on", aside) >= share * briefing.person.persona.conduct.bundles:
            return
        if aside.kind in ASIDES and self.language.requests(line.parts[-1]):
            return  # who has asked for something waits for it; of small talk nothing is expected
        left = briefing.session.agenda[self.state.position :]
        told = (one for one in left if goes_with(one, (), briefing, self.ontology))
        following = next((one for one in told if stands_apart(one, aside, self.ontology)), None)
        if following is None:
            return
        said = SpokenLine()
        self._words.tell(said, following)
        if not said.lead(0, self.language.phrase("onward", self._seeds.draws("onward", following.id)), self.language):
            return  # nothing joins it to what was said before, so it waits for a line of its own
        line.join(said)
        line.moves.append("bundle")

    def _take_up(self, line: SpokenLine, act: Act, briefing: UserBriefing) -> bool:
        """Says a planned disclosure as its mode allows; False if it is left out."""
        if act.fact in briefing.told or act.fact not in briefing.facts:
            return False
        if act.mode is DisclosureMode.ASKED and briefing.reactive:
            if act.attribute in self.state.dropped:
                return False
            line.say(self._words.hint(act))
            self.state.hinted = act
            return True
        if act.mode is DisclosureMode.TRUSTED and briefing.reactive:
            sensitivity = self.ontology.attribute(act.attribute).sensitivity
            candour = briefing.person.persona.candour
            if self.state.trust < self.behaviour.threshold(sensitivity, candour):
                return False
        if act.mode is DisclosureMode.RELEVANT and briefing.reactive and not self._is_relevant(act, briefing):
            return False
        if act.noise is NoiseKind.OMISSIONS and briefing.reactive:
            self._words.begin(line, act)
            self.state.hinted = act
            return True
        self._tell(line, act)
        return True

    def _is_relevant(self, act: Act, briefing: UserBriefing) -> bool:
        """Whether the last reply took up the topic: the attribute's own words, or any of its category."""
        attribute = self.ontology.attribute(act.attribute)
        near = (other for other in self.ontology if other.category == attribute.category)
        lowered = briefing.reply.lower()
        return any(cue in lowered for other in near for cue in (other.label, *other.cues))

    def _tell(self, line: SpokenLine, act: Act) -> None:
        """Says a disclosure; after a first piece the second follows in the next line."""
        self.state.begun = self._words.tell(line, act, self.state.begun)
        if self.state.begun:
            self.state.position -= 1

    def _talk(self, line: SpokenLine, act: Act) -> None:
        """Says the next message of an exchange of small talk; the rest follows in the next lines."""
        state, messages = self.state, self._words.small_talk(act)
        line.say(messages[state.talked])
        state.talked += 1
        state.begun = act.id if state.talked < len(messages) else ""
        if state.begun:
            state.position -= 1

    def _phrase(self, briefing: UserBriefing, kind: str, name: str) -> str:
        number = briefing.session.number if briefing.session else 0
        draws = self._seeds.draws("line", name, number)
        return self.language.phrase(kind, draws, self._words.length, name=briefing.person.name)
