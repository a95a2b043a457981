"""The private knowledge of each seat, without the future. The environment makes briefings, and policies read them.

Each call makes a new briefing for one reader. Briefings are therefore not frozen, which would make them several times
slower to create.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime

from regulars.dialogue import Phase, Verdict
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.world import Act, Fact, Person, Probe, Session, StandingRule
from regulars.speed import filled_directly


@filled_directly
@dataclass(frozen=True, slots=True)
class Pending:
    """A question or request that waits for the assistant's reply.

    Attributes:
        act: The user's act; None for an out-of-band probe.
        probe: The probe; None for a `delegate` act.
        expectation: The gold answer; None for a void probe or a delegation, which have none.
        options: The options of a `delegate` act.
        attempt: 1 at first, 2 after a correction.
    """

    act: Act | None
    probe: Probe | None
    expectation: Expectation | None
    options: tuple[str, ...] = ()
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of one of the assistant's choices.

    Attributes:
        fact: The fact that the choice caused.
        went_wrong: Whether the choice ignored something that the assistant had been told.
    """

    fact: Fact
    went_wrong: bool


@dataclass(slots=True)
class UserBriefing:
    """What the user knows at this moment.

    Attributes:
        person: The person with persona and name, without facts and events.
        facts: The facts that have begun by now, by id.
        session: The current session with its agenda; None between sessions.
        phase: Whether the session opens, runs or must close.
        now: The current moment.
        feedback: The feedback policy's spec; under `sealed` there is no verdict.
        reactive: Whether the person reacts to the assistant; False under scripted disclosure.
        reply: The words of the last reply in this session; empty at its opening.
        verdict: The evaluator's verdict on the last reply; None if nothing was judged, or under `sealed`.
        pending: The question that the last reply answered; None for none.
        told: Ids of the facts that the assistant was told.
        offered: Acts that offered to tell something on request, oldest first.
        effects: The effects of the assistant's choices, by the act that asked for the choice.
        phrasing: The set of phrases that the person uses: `open` or `held_out`.
        language: The language pack.
        reply_id: The last reply's id, which feedback refers to.
        held_back: Ids of acts in this session's agenda that are too early, because an act before them was not done, or
            was done too recently.
        slips: Ids of facts with a wrong value that the person said and did not take back.
        wordings: Numbers, from 0, of acts that take their words from the same list as other acts of the person, in this
            and earlier sessions. They keep a wording from coming again while others are left.
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
    wordings: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class EvaluatorBriefing:
    """What the evaluator judges.

    Attributes:
        pending: The open question with its gold; None if nothing is to be judged.
        reply: The reply's words.
        answer: The reply's structured answer; None if not declared.
        commitment: For a `delegate` act: the option that the reply chose; empty for none.
        phase: The phase: talk, closing or probe.
        session_verdicts: In a closing round: the verdicts of this session.
        rules: The person's standing rules in force.
        occasion: The occasion that the rules are checked against, besides the reply.
        question: The words of the question; empty if nothing is to be judged.
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
