"""Feedback wrappers: show less, wrong, late, kinder, stricter, only praise, the opposite, or changing strictness.

A wrapper is a policy around another policy. Its draws are named by the wrapper and its place in the stack, so two
wrappers of one kind draw independently.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from regulars.agents.feedback.judged_replies import inverted, mistaken
from regulars.agents.feedback.moment import Carries, Due, FeedbackPolicy, Moment, Shown
from regulars.agents.feedback.scale import HIGHEST, flipped, moved
from regulars.dialogue import FeedbackAction
from regulars.errors import ConfigurationError

if TYPE_CHECKING:
    from regulars.seeding import SeedTree


@dataclass(frozen=True)
class Wrapper(FeedbackPolicy):
    """A policy around another; the base class changes nothing.

    Args:
        of: The wrapped policy.
        place: Its place in the stack, from 1.
    """

    of: FeedbackPolicy
    place: int

    def __post_init__(self) -> None:
        if not isinstance(self.of, FeedbackPolicy) or not isinstance(self.place, int):
            raise ConfigurationError(
                f"{self.name!r} takes no argument 'of' or 'place'",
                where="feedback",
                remedy=f"write the wrapped policy before it: evaluative+{self.name}",
            )

    @property
    def name(self) -> str:
        """The registered name."""
        return type(self).__name__.lower()

    @property
    def carries(self) -> Carries:  # type: ignore[override]  # it follows from the wrapped policy
        """What the wrapped policy carries."""
        return self.of.carries

    @property
    def withheld(self) -> bool:  # type: ignore[override]  # it follows from the wrapped policy
        """Whether nothing is ever shown."""
        return self.of.withheld

    @property
    def spec(self) -> str:
        """The wrapped policy's spec, a plus, and the wrapper with its arguments."""
        own = [(one.name, getattr(self, one.name)) for one in fields(self) if one.name not in ("of", "place")]
        arguments = ";".join(f"{name}={value:g}" for name, value in own)
        return f"{self.of.spec}+{self.name}{':' if arguments else ''}{arguments}"

    def occurs(self, moment: Moment, node: SeedTree) -> bool:
        """Whether the wrapped policy shows something."""
        return self.of.occurs(moment, node)

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The wrapped policy's feedback."""
        return self.of.content(moment, node)

    def settle(self, person: SeedTree) -> FeedbackPolicy:
        """The wrapper around the policy that one person follows."""
        settled = self.of.settle(person)
        return self if settled is self.of else replace(self, of=settled)

    def strictness(self, session: int) -> float:
        """The wrapped policy's strictness."""
        return self.of.strictness(session)

    def _number(self, name: str, low: float, high: float, *, whole: bool = False) -> None:
        value: Any = getattr(self, name)
        right = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
        if not right or not low <= value <= high:
            kind = "whole number" if whole else "number"
            raise ConfigurationError(
                f"{name!r} of {self.name!r} is {value!r}",
                where="feedback",
                expected=f"a {kind} from {low:g} to {high:g}",
            )


@dataclass(frozen=True)
class Sparse(Wrapper):
    """Shows only a share of the feedback, drawn at the act.

    Args:
        of: The wrapped policy.
        place: Its place in the stack.
        rate: The share that is shown.
    """

    rate: float = 0.3

    def __post_init__(self) -> None:
        super().__post_init__()
        self._number("rate", 0, 1)

    def occurs(self, moment: Moment, node: SeedTree) -> bool:
        """True for a share of the wrapped policy's feedback."""
        return self.of.occurs(moment, node) and node.draws(self.name, self.place).uniform() < self.rate


@dataclass(frozen=True)
class Noisy(Wrapper):
    """Adds errors: flips ratings, and remarks on the wrong fault.

    The two errors are independent. With probability `rate` a like becomes a dislike or the reverse, with a satisfaction
    that fits; if there is neither, the satisfaction changes. With probability `rate` the remark names another error,
    rule and value than the true ones. The result always looks like genuine feedback, so it does not give itself away.

    Args:
        of: The wrapped policy.
        place: Its place in the stack.
        rate: The probability of each error.
    """

    rate: float = 0.05

    def __post_init__(self) -> None:
        super().__post_init__()
        self._number("rate", 0, 1)

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The feedback with none, one or both errors."""
        shown = self.of.content(moment, node)
        draws = node.draws(self.name, self.place)
        flips, errs = draws.uniform() < self.rate, draws.uniform() < self.rate
        if errs and shown.remark:
            remark = self.of.content(mistaken(moment, node.child(self.name, self.place)), node).remark
            shown = replace(shown, remark=remark)
        if not flips:
            return shown
        even = self.of.content(replace(moment, kindness=0.0), node)
        return moved(flipped(replace(even, remark=shown.remark), draws), moment.kindness)


@dataclass(frozen=True)
class Delayed(Wrapper):
    """Delivers the feedback later, about the same reply.

    Args:
        of: The wrapped policy.
        place: Its place in the stack.
        turns: How many lines of the person later.
        sessions: How many sessions of the person later; then one item a line from the first line on.
    """

    turns: int = 0
    sessions: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._number("turns", 0, 10_000, whole=True)
        self._number("sessions", 0, 10_000, whole=True)
        if not self.turns and not self.sessions:
            raise ConfigurationError(
                "the delay is 0", where="feedback", remedy="write delayed:turns=2 or delayed:sessions=1"
            )

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The same feedback, later."""
        shown = self.of.content(moment, node)
        return replace(shown, due=Due(shown.due.turns + self.turns, shown.due.sessions + self.sessions))


@dataclass(frozen=True)
class Strict(Wrapper):
    """Lowers satisfaction by some points; the action follows if it reaches another band.

    Args:
        of: The wrapped policy.
        place: Its place in the stack.
        by: Points of satisfaction.
    """

    by: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._number("by", 0, HIGHEST)

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The feedback, some points lower."""
        return moved(self.of.content(moment, node), -self.by)

    def strictness(self, session: int) -> float:
        """The wrapped policy's strictness plus these points."""
        return self.of.strictness(session) + self.by


@dataclass(frozen=True)
class Lenient(Strict):
    """Raises satisfaction by some points; the action follows if it reaches another band."""

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The feedback, some points higher."""
        return moved(self.of.content(moment, node), self.by)

    def strictness(self, session: int) -> float:
        """The wrapped policy's strictness minus these points."""
        return self.of.strictness(session) - self.by


@dataclass(frozen=True)
class Drifting(Wrapper):
    """Changes strictness linearly over sessions.

    Args:
        of: The wrapped policy.
        place: Its place in the stack.
        first: Points deducted in the person's first session; negative values add points.
        last: Points deducted at the end.
        over: The number of sessions until then.
    """

    first: float = -1.0
    last: float = 2.0
    over: int = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        self._number("first", -HIGHEST, HIGHEST)
        self._number("last", -HIGHEST, HIGHEST)
        self._number("over", 1, 10_000, whole=True)

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The feedback, moved by the points of the session."""
        return moved(self.of.content(moment, node), -self._points(moment.session))

    def strictness(self, session: int) -> float:
        """The wrapped policy's strictness plus the points of the session."""
        return self.of.strictness(session) + self._points(session)

    def _points(self, session: int) -> float:
        gone = min(max(session - 1, 0) / self.over, 1.0)
        return round(self.first + (self.last - self.first) * gone, 6)


@dataclass(frozen=True)
class Flattering(Wrapper):
    """Likes everything and remarks on nothing."""

    carries = Carries.NOTHING

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """A like with full satisfaction."""
        return replace(self.of.content(moment, node), action=FeedbackAction.LIKE, satisfaction=HIGHEST, remark="")


@dataclass(frozen=True)
class Adversarial(Wrapper):
    """Gives the feedback of the opposite verdict: dislikes right answers and teaches wrong values."""

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The feedback on the opposite verdict."""
        return self.of.content(inverted(moment, node.child(self.name, self.place)), node)
