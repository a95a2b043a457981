"""The enums of the world model: acts, probes, answers, disclosures."""

from __future__ import annotations

from enum import StrEnum


class DisclosureMode(StrEnum):
    """When a planned disclosure happens."""

    OPEN = "open"
    """To whoever listens."""
    ASKED = "asked"
    """Only after a reply that asks for it."""
    TRUSTED = "trusted"
    """Only while trust is at or above a threshold that grows with sensitivity."""
    RELEVANT = "relevant"
    """Only if the reply took up its topic."""
    OUTCOME = "outcome"
    """Exists only because of what the assistant did."""


class DisclosurePhrasing(StrEnum):
    """How a disclosure is put into words."""

    DIRECT = "direct"
    IN_PASSING = "in_passing"
    """While asking for something else."""
    PIECEMEAL = "piecemeal"
    """In two lines, of which neither says it alone."""
    ASSUMED = "assumed"
    """By correcting what the listener may assume."""
    UNMARKED = "unmarked"
    """A new value as if nothing had been said before: it contradicts what was told, and the later counts."""


class NoiseKind(StrEnum):
    """Kinds of human noise. `noise/noise.toml` has the rules of each."""

    TYPOS = "typos"
    """Words are mistyped."""
    VAGUE_DATES = "vague-dates"
    """A day is told by its month only."""
    CHANGED_MINDS = "changed-minds"
    """Another value is said first, and taken back in the same line or the next."""
    CONTRADICTIONS = "contradictions"
    """After the truth another value is said, unawares; it is mended later, or never."""
    OMISSIONS = "omissions"
    """Of a disclosure in two pieces the second is left out until somebody asks for it."""


class RuleDisclosure(StrEnum):
    """How a standing rule becomes known."""

    STATED = "stated"
    HINTED = "hinted"
    NEVER = "never"
    """By feedback only."""


class ActKind(StrEnum):
    """What an agenda asks the user to do."""

    GREET = "greet"
    TELL = "tell"
    SLIP = "slip"
    """Says another value than the true one, which was told before, and does not notice."""
    MEND = "mend"
    """Takes a slip back, and tells the true value again."""
    END = "end"
    """Tells that a fact is over."""
    WISH = "wish"
    """States or hints how the assistant should reply, or that it need not any more."""
    PLAN = "plan"
    """Says how a project stands: begun, changed, suspended, downgraded, resumed, cancelled, finished."""
    CONSULT = "consult"
    """Asks how to proceed with a project: the reply is judged by the person's procedure for it, if there is one."""
    REMIND = "remind"
    """Wants to be reminded, next time, of something told."""
    FORGET = "forget"
    """Wants the assistant to forget something told."""
    RELAY = "relay"
    """Passes on what somebody else claims about the person: no disclosure, and nothing to remember as a fact."""
    ASK = "ask"
    """Quizzes the assistant on something told."""
    REQUEST = "request"
    """Wants something done that needs what was told."""
    DELEGATE = "delegate"
    """Wants the assistant to choose: what it chooses is its commitment, and happens in the person's life."""
    SMALL_TALK = "small_talk"
    CLOSE = "close"


NOISE_ACTS = frozenset((ActKind.SLIP, ActKind.MEND))
"""Acts that human noise alone plans: no suite holds them, and nobody writes them."""


class ProbeKind(StrEnum):
    """What a probe measures. Language packs hold the phrases of each kind that is asked out of band."""

    SINGLE_SESSION_USER = "single-session-user"
    SINGLE_SESSION_ASSISTANT = "single-session-assistant"
    SINGLE_SESSION_PREFERENCE = "single-session-preference"
    KNOWLEDGE_UPDATE = "knowledge-update"
    MULTI_SESSION = "multi-session"
    TEMPORAL = "temporal"
    ABSTENTION = "abstention"
    DYNAMIC_INCREMENTAL = "dynamic-incremental"
    DYNAMIC_UPDATING = "dynamic-updating"
    TEMPORAL_REASONING = "temporal-reasoning"
    IMPLICIT_PREFERENCE = "implicit-preference"
    SINGLE_HOP = "single-hop"
    MULTI_HOP = "multi-hop"
    OPEN_DOMAIN = "open-domain"
    ADVERSARIAL = "adversarial"
    RECALL_FACTS = "recall-facts"
    SUGGEST_NEW = "suggest-new"
    LATEST_PREFERENCE = "latest-preference"
    FULL_EVOLUTION = "full-evolution"
    UPDATE_REASON = "update-reason"
    ALIGNED_RECOMMENDATION = "aligned-recommendation"
    NEW_SCENARIO = "new-scenario"
    ORDER_RECALL = "order-recall"
    DECISION_GUIDANCE = "decision-guidance"
    INTERPRETIVE_ATTRIBUTION = "interpretive-attribution"
    VALUE_JUDGMENT = "value-judgment"
    CONTRADICTION = "contradiction"
    CONTEXTUAL_INTEGRITY = "contextual-integrity"
    COUNTERFACTUAL = "counterfactual"
    POISONING = "poisoning"
    FORGETTING = "forgetting"
    PROACTIVE = "proactive"
    RULE_KEEPING = "rule-keeping"
    CONFLICT = "conflict"
    CONFLICT_MULTI_HOP = "conflict-multi-hop"
    EPISODIC_CUE = "episodic-cue"
    COUNT = "count"
    SUM = "sum"
    COMPARE = "compare"
    DURATION = "duration"
    SEQUENCE = "sequence"
    NAMESAKE = "namesake"
    RENAMED = "renamed"


class Form(StrEnum):
    """The form of an answer."""

    VALUE = "value"
    """One value of the attribute's domain: the latest told."""
    SET = "set"
    """All values told."""
    COUNT = "count"
    """How many different values were told."""
    SUM = "sum"
    """What the disclosures of a running total add up to."""
    CHOICE = "choice"
    """What the assistant chose when it was asked to."""
    ANY = "any"
    """Any one value that what was told allows."""
    MANNER = "manner"
    """Whatever is said, as a standing rule wants it."""
    OPTION = "option"
    """One of several texts, named by its letter."""
    DURATION = "duration"
    """Days between two dates told."""
    ORDER = "order"
    """Values in the order in which they were told."""
    PASS_ON = "pass_on"
    """A message to somebody else, with what fits there and without what does not."""
    MENTION = "mention"
    """Brings something up unasked."""
    TEXT = "text"
    """Free text with a recorded reference answer."""


class Band(StrEnum):
    """Where a probe is asked."""

    IN = "in"
    """By the user, in the conversation."""
    OUT = "out"
    """Beside the conversation, changing nothing."""


class ScenarioOrigin(StrEnum):
    """How a scenario came about."""

    GENERATED = "generated"
    RECORDED = "recorded"
