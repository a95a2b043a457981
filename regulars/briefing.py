"""What a seat knows privately: typed and whole, filtered by time. The environment makes briefings, policies read them.

A briefing is made anew each time it is asked for and nobody else holds it, so it need not be frozen, which would make
it several times as dear.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime

from regulars.dialogue import Phase, Verdict
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.world import Act, Fact, Person, Probe, Session, StandingRule


@dataclass(frozen=True, slots=True)
class Pending:
    """A question or request that waits for the assistant's reply.

    Attributes:
        act: The user's act, None for a probe out of band.
        probe: The probe, None for a `delegate` act.
        expectation: What a right answer would be; None where nothing can be right (a void probe, a delegation).
        options: For a `delegate` act: what may be chosen.
        attempt: 1 for the first time of asking, 2 after a correction.
    """

    act: Act | None
    probe: Probe | None
    expectation: Expectation | None
    options: tuple[str, ...] = ()
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a choice of the assistant's.

    Attributes:
        fact: What is so since then.
        went_wrong: Whether the choice overlooked what the assistant had been told.
    """

    fact: Fact
    went_wrong: bool


@dataclass(slots=True)
class UserBriefing:
    """What the user knows at this moment.

    Attributes:
        person: Persona and name, without the life.
        facts: The facts of the life that have begun by now, by id; later ones are not there.
        session: This session, with its agenda.
        phase: Whether the session opens, runs or must close.
        now: The moment.
        feedback: The feedback policy's spec; under `sealed` no verdict is given.
        reactive: Whether the person reacts to what the assistant does; False under scripted disclosure.
        reply: The last reply's words in this session, empty at its opening.
        verdict: The evaluator's verdict on the last reply, None if nothing was judged or it is sealed.
        pending: What the last reply was to answer, None if nothing.
        told: Ids of the facts that the assistant has been told.
        offered: Acts of earlier sessions that offered something on request, oldest first.
        effects: What the assistant's choices brought about, by the act that left the choice to it.
        phrasing: `open` or `held_out`: in which phrases the person speaks.
        language: The language pack.
        reply_id: The last reply's id, which feedback is about.
        held_back: Ids of the acts of this session's agenda that it is too early for: what they come after was not done,
            or not long enough ago.
        slips: Ids of the facts of which another value was said and not taken back.
    """

    person: Person
    facts: Mapping[str, Fact]
    session: Session | None
    phase: Phase
    now: datetime
    feedback: str
    reactive: bool
    reply: str
    verdict: Verdict | None
    pending: Pending | None
    told: Set[str]
    offered: Sequence[Act]
    effects: Mapping[str, Effect] = field(default_factory=dict)
    phrasing: str = "open"
    language: str = "english"
    reply_id: str = ""
    held_back: Set[str] = frozenset()
    slips: Set[str] = frozenset()


@dataclass(slots=True)
class EvaluatorBriefing:
    """What the evaluator judges.

    Attributes:
        pending: The open question with its key, None if nothing is to be judged.
        reply: The reply's words.
        answer: Its structured answer, None if not declared.
        commitment: For a `delegate` act: the option that the reply chose, empty if none.
        phase: Talk, closing or probe.
        session_verdicts: In a closing round: the verdicts of this session.
        rules: The standing rules in force of the person who is replied to.
        occasion: What they are checked against, beside the reply.
        question: What was asked, in the asker's words; empty where nothing is to be judged.
    """

    pending: Pending | None
    reply: str
    answer: str | None
    commitment: str
    phase: Phase
    session_verdicts: tuple[Verdict, ...] = ()
    rules: tuple[StandingRule, ...] = ()
    occasion: Occasion | None = None
    question: str = ""
