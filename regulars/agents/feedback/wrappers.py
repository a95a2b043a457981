"""How what is shown is wrapped: less of it, wrong, late, too kind, too hard, always kind, turned round, changing.

A bend is a policy around another. Each draw is named by the bend and its place in the stack, so that two bends of one
kind do not share their luck.
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

__all__ = [
    "Adversarial",
    "Delayed",
    "Drifting",
    "Flattering",
    "Lenient",
    "Noisy",
    "Sparse",
    "Strict",
    "Wrapper",
]  # fmt: skip


@dataclass(frozen=True)
class Wrapper(FeedbackPolicy):
    """A policy around another; as it stands it changes nothing.

    Args:
        of: What is bent.
        place: Its place in the stack, from 1.
    """

    of: FeedbackPolicy
    place: int

    def __post_init__(self) -> None:
        if not isinstance(self.of, FeedbackPolicy) or not isinstance(self.place, int):
            raise ConfigurationError(
                f"{self.name!r} takes no argument 'of' or 'place'",
                where="feedback",
                remedy=f"what is bent stands before it: evaluative+{self.name}",
            )

    @property
    def name(self) -> str:
        """As it is registered."""
        return type(self).__name__.lower()

    @property
    def carries(self) -> Carries:  # type: ignore[override]  # of a bend it follows from what is wrapped
        """What is bent decides."""
        return self.of.carries

    @property
    def withheld(self) -> bool:  # type: ignore[override]  # likewise
        """Whether nothing is ever shown."""
        return self.of.withheld

    @property
    def spec(self) -> str:
        """What is bent, and behind a plus the bend with its arguments."""
        own = [(one.name, getattr(self, one.name)) for one in fields(self) if one.name not in ("of", "place")]
        arguments = ";".join(f"{name}={value:g}" for name, value in own)
        return f"{self.of.spec}+{self.name}{':' if arguments else ''}{arguments}"

    def occurs(self, moment: Moment, node: SeedTree) -> bool:
        """Where what is bent is shown."""
        return self.of.occurs(moment, node)

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """As what is bent."""
        return self.of.content(moment, node)

    def settle(self, person: SeedTree) -> FeedbackPolicy:
        """What is bent, as one person has it, bent alike."""
        settled = self.of.settle(person)
        return self if settled is self.of else replace(self, of=settled)

    def strictness(self, session: int) -> float:
        """What is bent decides."""
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
    """Shows a share of it only, which is drawn by the act.

    Args:
        of: What is bent.
        place: Its place in the stack.
        rate: The share that is shown.
    """

    rate: float = 0.3

    def __post_init__(self) -> None:
        super().__post_init__()
        self._number("rate", 0, 1)

    def occurs(self, moment: Moment, node: SeedTree) -> bool:
        """A share of the time."""
        return self.of.occurs(moment, node) and node.draws(self.name, self.place).uniform() < self.rate


@dataclass(frozen=True)
class Noisy(Wrapper):
    """Errs at a rate: likes what it dislikes and the other way, or finds fault with the wrong thing.

    The two happen by themselves: with `rate` a like becomes a dislike or the other way, with the satisfaction that goes
    with it, and where there is neither the satisfaction is another; with `rate` the remark is on another error, rule
    and value than the true ones. What comes of it is what others show in earnest, so that it does not give itself away.

    Args:
        of: What is bent.
        place: Its place in the stack.
        rate: The odds of each.
    """

    rate: float = 0.05

    def __post_init__(self) -> None:
        super().__post_init__()
        self._number("rate", 0, 1)

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """With an error or two, or none."""
        shown = self.of.content(moment, node)
        draws = node.draws(self.name, self.place)
        flips, errs = draws.uniform() < self.rate, draws.uniform() < self.rate
        if errs and shown.remark:
            remark = self.of.content(mistaken(moment, node.child(self.name, self.place)), node).remark
            shown = replace(shown, remark=remark)
        return flipped(shown, draws) if flips else shown


@dataclass(frozen=True)
class Delayed(Wrapper):
    """Lets it arrive later, about the reply that it was about.

    Args:
        of: What is bent.
        place: Its place in the stack.
        turns: Lines of the person later.
        sessions: Sessions of the person later, one piece a line from the first on.
    """

    turns: int = 0
    sessions: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._number("turns", 0, 10_000, whole=True)
        self._number("sessions", 0, 10_000, whole=True)
        if not self.turns and not self.sessions:
            raise ConfigurationError(
                "a delay of nothing", where="feedback", remedy="write delayed:turns=2 or delayed:sessions=1"
            )

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """The same, later."""
        shown = self.of.content(moment, node)
        return replace(shown, due=Due(shown.due.turns + self.turns, shown.due.sessions + self.sessions))


@dataclass(frozen=True)
class Strict(Wrapper):
    """Is harder to please: less satisfied by some points, the action where that makes a difference.

    Args:
        of: What is bent.
        place: Its place in the stack.
        by: Points of satisfaction.
    """

    by: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._number("by", 0, HIGHEST)

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """Some points lower."""
        return moved(self.of.content(moment, node), -self.by)

    def strictness(self, session: int) -> float:
        """What is bent, and these points."""
        return self.of.strictness(session) + self.by


@dataclass(frozen=True)
class Lenient(Strict):
    """Is easier to please: more satisfied by some points, the action where that makes a difference."""

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """Some points higher."""
        return moved(self.of.content(moment, node), self.by)

    def strictness(self, session: int) -> float:
        """What is bent, less these points."""
        return self.of.strictness(session) - self.by


@dataclass(frozen=True)
class Drifting(Wrapper):
    """Changes how hard it is to please, evenly over sessions.

    Args:
        of: What is bent.
        place: Its place in the stack.
        first: Points of satisfaction taken off in the person's first session; below 0 they are added.
        last: The points taken off at the end.
        over: Sessions that it takes.
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
        """By the session."""
        return moved(self.of.content(moment, node), -self._points(moment.session))

    def strictness(self, session: int) -> float:
        """What is bent, and the points of the session."""
        return self.of.strictness(session) + self._points(session)

    def _points(self, session: int) -> float:
        gone = min(max(session - 1, 0) / self.over, 1.0)
        return round(self.first + (self.last - self.first) * gone, 6)


@dataclass(frozen=True)
class Flattering(Wrapper):
    """Likes everything, and has nothing to remark."""

    carries = Carries.NOTHING

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """A like, and full satisfaction."""
        return replace(self.of.content(moment, node), action=FeedbackAction.LIKE, satisfaction=HIGHEST, remark="")


@dataclass(frozen=True)
class Adversarial(Wrapper):
    """Shows what it would of the contrary: dislikes what is right, complains of rules that were kept, misdirects."""

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """As of the contrary."""
        return self.of.content(inverted(moment, node.child(self.name, self.place)), node)
