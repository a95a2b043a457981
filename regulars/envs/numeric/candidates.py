"""The candidate replies of a step: what a policy in the assistant's seat can choose from.

`candidates` makes them from the message and from what was told so far, and never from gold. Four of them are always
there: an abstention, a question back, an acknowledgement, and the reply that the matter is over. The others are
contents, of the form that the message asks for. Where a question wants a value they are single values and a pair of
them; where it wants several, lists; where it wants a number, numbers. Among them are the present value, former values,
values of other people and values that were never told, as far as there are any. An answer that was never told is
drawn in the same way as the wrong ones, so their number, kinds and lengths do not show whether a question can be
answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Any, TypeVar

from regulars.agents.assistant.wording import plan_in_words
from regulars.dialogue import Phase, PlanAct
from regulars.envs.numeric.contents import Making, ReplyContent
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.errors import ConfigurationError
from regulars.seeding import Draws, SeedTree

if TYPE_CHECKING:
    from regulars.scenarios.language.packs import Language

T = TypeVar("T")

CANDIDATES = 8
"""The default number of candidates."""

FEWEST, MOST = 6, 32
"""The range of the number of candidates."""

KEPT = 32768
"""The number of contents whose wordings are cached."""


class CandidateKind(IntEnum):
    """What a candidate reply does."""

    VALUE = 0
    """It states values, or writes them into a message."""
    CONFIRM = 1
    """It chooses an option for the person."""
    OVER = 2
    """It says that the matter is over."""
    ABSTAIN = 3
    """It says that this was never told."""
    ASK = 4
    """It asks back."""
    ACKNOWLEDGE = 5
    """It takes note of what was said."""
    REMIND = 6
    """It brings up a matter by itself."""
    ADVISE = 7
    """It lays out a plan."""


@dataclass(frozen=True, slots=True)
class CandidateReply:
    """One candidate reply.

    Attributes:
        text: The words.
        kind: What it does.
        attribute: The attribute that its values belong to; empty for none.
        values: Its canonical values; empty for none.
        form: The form of the answer, a `Form`; empty for none.
    """

    text: str
    kind: CandidateKind
    attribute: str = ""
    values: tuple[str, ...] = ()
    form: str = ""


_KIND = {
    PlanAct.ANSWER: CandidateKind.VALUE,
    PlanAct.CONFIRM: CandidateKind.CONFIRM,
    PlanAct.REMIND: CandidateKind.REMIND,
    PlanAct.ADVISE: CandidateKind.ADVISE,
    PlanAct.ABSTAIN: CandidateKind.ABSTAIN,
    PlanAct.ASK: CandidateKind.ASK,
    PlanAct.ACKNOWLEDGE: CandidateKind.ACKNOWLEDGE,
}
_OVER = "over"
_ALWAYS = (
    ReplyContent(PlanAct.ABSTAIN),
    ReplyContent(PlanAct.ASK),
    ReplyContent(PlanAct.ACKNOWLEDGE),
    ReplyContent(PlanAct.ANSWER, form=_OVER),
)
WORDINGS = 60
"""The number of wordings that are drawn from; a multiple of the number of phrases of each act."""


def candidates(
    observation: Mapping[str, Any], told: ToldSoFar, *, k: int = CANDIDATES, seeds: SeedTree | None = None
) -> tuple[CandidateReply, ...]:
    """Returns candidate replies to the message in an observation, in random order.

    Args:
        observation: What the assistant sees in `regulars:Life-v0`.
        told: What was told so far.
        k: The number of candidates, 6 to 32.
        seeds: The seed tree that decides wordings, wrong values and the order. Each reply has its own draws, named by
            its id.

    Returns:
        At most `k` candidates, with different texts. There are fewer only if no more values exist.

    Raises:
        ConfigurationError: `k` is out of range.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("regulars:Life-v0")
        >>> observation, _ = env.reset(seed=7)
        >>> life = env.unwrapped.aec.life
        >>> told = ToldSoFar(life.language)
        >>> told.take(life)
        >>> len(candidates(observation, told))
        8
    """
    check_count(k)
    message, language = observation["message"], told.language
    name = str(observation["reply_id"] or f"{observation['date']} {message}")
    asked = told.asked_in(message)
    draws = (seeds if seeds is not None else SeedTree(0)).draws(name, "contents")
    wording = draws.integer(WORDINGS)
    making = Making(asked, told, observation["speaker"], message, draws)
    opening = observation["phase"] == Phase.OPENING
    found = dict(_always(language, asked.domain, wording))
    for content in making.contents(k - len(_ALWAYS), opening=opening, scope=observation["scope"]):
        candidate = _worded(content, language, wording)
        found.setdefault(candidate.text, candidate)
    order = list(found.values())
    draws.shuffle(order)
    return tuple(order)


@lru_cache(maxsize=1024)
def _always(language: Language, domain: str, wording: int) -> dict[str, CandidateReply]:
    """The candidates that are always there, by their texts."""
    worded = (_worded(content, language, wording) for content in (_ALWAYS if not domain else _asking_how(domain)))
    return {candidate.text: candidate for candidate in worded}


def _worded(content: ReplyContent, language: Language, wording: int) -> CandidateReply:
    """The candidate that says a content, in the drawn one of its wordings."""
    kept = _kept(content, language)
    found = kept[wording % len(kept)] if kept else None
    if found is None:
        draws = _OneWording(wording)
        text = plan_in_words(content.plan, language, draws)
        kept += [None] * (draws.count - len(kept))
        found = kept[wording % draws.count] = _reply(text, content)
    return found


@lru_cache(maxsize=KEPT)
def _kept(content: ReplyContent, language: Language) -> list[CandidateReply | None]:
    """A place for each different wording of a content, which `_worded` makes and fills."""
    return []


def _reply(text: str, content: ReplyContent) -> CandidateReply:
    kind = CandidateKind.OVER if content.form == _OVER else _KIND[content.act]
    if kind is CandidateKind.ADVISE:
        return CandidateReply(text, kind)
    return CandidateReply(text, kind, content.attribute, content.values, content.form if content.values else "")


class _OneWording(Draws):
    """Draws that choose the phrase of one number from every list, so that all candidates of a step are worded alike.

    Attributes:
        count: The number of different wordings: after it, the same phrases come again.
    """

    __slots__ = ("_number", "count")

    def __init__(self, number: int) -> None:
        super().__init__(b"")
        self._number = number
        self.count = 1

    def choice(self, items: Sequence[T]) -> T:
        """The item of that number."""
        self.count = lcm(self.count, len(items))
        return items[self._number % len(items)]


def _asking_how(domain: str) -> tuple[ReplyContent, ...]:
    """The candidates that are always there, with a question back about how to proceed."""
    return tuple(one._replace(domain=domain) if one.act is PlanAct.ASK else one for one in _ALWAYS)


def check_count(k: Any) -> None:
    """Raises `ConfigurationError` if `k` is no valid number of candidates."""
    if not isinstance(k, int) or isinstance(k, bool) or not FEWEST <= k <= MOST:
        raise ConfigurationError(f"k is {k!r}", where="candidates", expected=f"a whole number from {FEWEST} to {MOST}")
