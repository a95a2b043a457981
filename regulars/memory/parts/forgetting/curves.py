"""Forgetting by a curve: unused items fade, and used items fade more slowly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Op
from regulars.memory.parts.forgetting.touch import last_use, recalls
from regulars.memory.parts.scope_statistics import statistics_of
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import MemoryEvent, View, delete


def retention(days: float, strength: float, scale: float = 1.0) -> float:
    """The retained share of a memory, `R = exp(-t / (scale * S))`, in (0, 1].

    It falls with time and rises with strength. Source: H. Ebbinghaus, Memory (1885), in the form of Zhong et al.,
    MemoryBank (AAAI 2024). A public implementation writes `exp(-t / 5 * S)`, with which stronger items fade faster;
    `scale=5` gives the intended curve.

    Args:
        days: The days since it was learned or last recalled, at least 0.
        strength: At least 1.
        scale: The days in which an item of strength 1 falls to 1 / e, above 0.
    """
    return exp(-days / (scale * strength))


@dataclass(frozen=True, slots=True)
@checked(scale=(0.01, 10_000.0), threshold=(0.0, 1.0))
class Ebbinghaus:
    """A rule when a session begins: keeps each item with the probability of its retention.

    The strength is 1 plus the number of recalls; time is whole days since the last recall. The item and the day name
    the draw, so it is the same in every run, whatever else is drawn.

    Source: Zhong et al., MemoryBank (AAAI 2024), which forgets when the memory is loaded.

    Attributes:
        scale: See `retention`; 0.01 to 10,000 days.
        threshold: If above 0, items retained to at least this share are kept and all others deleted, without a draw; 0
            to 1.
        kinds: The kinds of items that can be forgotten.
    """

    scale: float = 1.0
    threshold: float = 0.0
    kinds: tuple[str, ...] = (TURN,)

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Deletes the faded items."""
        if event.kind != "turn" or not statistics_of(view).opens(view.scope):
            return
        for item in view.items(*self.kinds):
            if item is not event.item and not self.keeps(item, view):
                yield delete(item, "it has faded")

    def keeps(self, item: Item, view: View) -> bool:
        """Whether an item is kept now."""
        days = max(0, (view.now.date() - last_use(item).date()).days)
        retained = retention(days, 1 + len(recalls(item)), self.scale)
        if self.threshold:
            return retained >= self.threshold
        return retained >= view.draws("keep", item.id, view.now.date().isoformat()).uniform()
