"""The enums of the world model: acts, probes, answers, disclosures."""

from __future__ import annotations

from enum import StrEnum

PHRASINGS = ("open", "held_out")
"""The phrases that people speak in. No reader is made from the held-out ones."""


class DisclosureMode(StrEnum):
    """When a planned disclosure happens."""

    OPEN = "open"
    """In any reply, whatever the assistant does."""
    ASKED = "asked"
    """Only after a reply that asks for it."""
    TRUSTED = "trusted"
    """Only while trust reaches a threshold, which grows with sensitivity."""
    RELEVANT = "relevant"
    """Only if the reply took up the topic."""
    OUTCOME = "outcome"
    """Only as the outcome of a choice that the assistant made."""


class DisclosurePhrasing(StrEnum):
    """How a disclosure is put into words."""

    DIRECT = "direct"
    IN_PASSING = "in_passing"
    """While asking for something else."""
    PIECEMEAL = "piecemeal"
    """In two lines. Neither tells it alone."""
    ASSUMED = "assumed"
    """By correcting what the listener may assume."""
    UNMARKED = "unmarked"
    """As a new value without a word about the old one. It contradicts the old one, and the later value counts."""


class NoiseKind(StrEnum):
    """Kinds of human noise. `noise/noise.toml` has the rules of each."""

    TYPOS = "typos"
    """Words are mistyped."""
    VAGUE_DATES = "vague-dates"
    """Only the month of a day is told."""
    CHANGED_MINDS = "changed-minds"
    """A wrong value is said first, and taken back in the same line or the next."""
    CONTRADICTIONS = "contradictions"
    """A wrong value is said by mistake after the true one. It may be corrected later."""
    OMISSIONS = "omissions"
    """The second piece of a piecemeal disclosure is left out until a reply asks for it."""


class MentionSort(StrEnum):
    """Why a value that is named is not told. Each but `again` is a kind of phrases of an attribute."""

    FORMER = "former"
    """It held earlier, and its end was told."""
    PLANNED = "planned"
    """It may hold some day."""
    IMAGINED = "imagined"
    """It is of a made-up person: in a joke, an exercise, a story."""
    QUOTED = "quoted"
    """It is another person's, in their words."""
    AGAIN = "again"
    """It is told, and was told before."""


class AnswerManner(StrEnum):
    """How a person answers a question of the assistant."""

    FULL = "full"
    HALF = "half"
    """With a hint or a first piece; the value comes when the assistant asks again."""
    BESIDE = "beside"
    """With something beside the point."""
    SILENT = "silent"
    """Not at all: the person goes on with their own matters."""


class ErrorReaction(StrEnum):
    """How a person takes a wrong answer, or none where the answer had been told."""

    PATIENT = "patient"
    """Says that it is wrong, tells what is right, and asks again."""
    CURT = "curt"
    """Says a short no and asks again, without telling what is right."""
    ACCUSING = "accusing"
    """Blames the assistant, which costs patience, tells what is right, and asks again."""
    LEAVING = "leaving"
    """Leaves the session."""


class Punctuation(StrEnum):
    """How a person ends and begins a line."""

    PLAIN = "plain"
    LIGHT = "light"
    """No full stop at the end, and a small letter at the beginning where the word allows it."""
    DOTS = "dots"
    """Three dots instead of the last full stop."""
    LOUD = "loud"
    """An exclamation mark instead of the last full stop."""


class RuleDisclosure(StrEnum):
    """How a standing rule becomes known."""

    STATED = "stated"
    HINTED = "hinted"
    NEVER = "never"
    """It is learned from feedback only."""


class ActKind(StrEnum):
    """What an agenda asks the user to do."""

    GREET = "greet"
    TELL = "tell"
    SLIP = "slip"
    """Says a wrong value by mistake, after the true one was told."""
    MEND = "mend"
    """Takes a slip back and tells the true value again."""
    END = "end"
    """Tells that a fact is over."""
    WISH = "wish"
    """States or hints how the assistant should reply, or says that this is no longer wanted."""
    PLAN = "plan"
    """Says how a project stands: begun, changed, suspended, downgraded, resumed, cancelled, finished."""
    CONSULT = "consult"
    """Asks how to proceed with a project. The person's procedure for it, if any, judges the reply."""
    REMIND = "remind"
    """Asks to be reminded, next time, of something told."""
    FORGET = "forget"
    """Asks the assistant to forget something told."""
    RELAY = "relay"
    """Passes on a claim that another person makes about this one. It is not a disclosure and not a fact to remember."""
    GOSSIP = "gossip"
    """Mentions values of an attribute that people outside the scenario have. It is not a disclosure."""
    MENTION = "mention"
    """Names a value that is former, planned, imagined or somebody else's; or tells once more what was told."""
    ASK = "ask"
    """Asks the assistant for something told."""
    REQUEST = "request"
    """Asks for a task that needs something told."""
    DELEGATE = "delegate"
    """Asks the assistant to choose. The choice is its commitment and takes effect in the person's life."""
    SHOW = "show"
    """Shows a trait by telling of something that the person does."""
    SMALL_TALK = "small_talk"
    CLOSE = "close"
    SAY = "say"
    """Says a line of imported data, in its own words."""


NOISE_ACTS = frozenset((ActKind.SLIP, ActKind.MEND))
"""Acts that only human noise plans. Suites and scenario files hold none of them."""


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
    """One value of the attribute: the latest one told."""
    SET = "set"
    """All told values."""
    COUNT = "count"
    """The number of different values told."""
    SUM = "sum"
    """The sum of the disclosures of a running total."""
    CHOICE = "choice"
    """The assistant's own earlier choice."""
    ANY = "any"
    """Any one value that the disclosures allow."""
    MANNER = "manner"
    """Any content, in the manner that a standing rule wants."""
    OPTION = "option"
    """One of several texts, named by its letter."""
    DURATION = "duration"
    """The days between two told dates."""
    ORDER = "order"
    """Values in the order of their disclosure."""
    PASS_ON = "pass_on"
    """A message to another person that includes the fact it needs and leaves out a private one."""
    MENTION = "mention"
    """Something that the assistant brings up unasked."""
    TEXT = "text"
    """Free text with a recorded reference answer."""


class Band(StrEnum):
    """Where a probe is asked."""

    IN = "in"
    """By the user, in the conversation."""
    OUT = "out"
    """Outside the conversation. It does not affect the episode."""


class ScenarioOrigin(StrEnum):
    """The origin of a scenario."""

    GENERATED = "generated"
    RECORDED = "recorded"
