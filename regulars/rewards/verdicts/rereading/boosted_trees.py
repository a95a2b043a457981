"""Boosted trees (Friedman 2001): the chance that something is so, from numbers that are known by name.

The chance is the logistic function of a base and one leaf of each tree. A tree is a leaf, a number, or a list `[sign,
threshold, low, high]`: `low` follows where the sign is at most the threshold, else `high`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any

from regulars.errors import DataError

Tree = Any
"""A leaf, or `[sign, threshold, low, high]`, where a sign is the place of its name."""


@dataclass(frozen=True, slots=True)
class BoostedTrees:
    """Learned trees.

    Attributes:
        base: The logit before any tree.
        signs: The names of the numbers.
        trees: The trees.

    Example:
        >>> trees = BoostedTrees(0.0, ("hedged",), ([0, 0.5, 2.0, -2.0],))
        >>> round(trees.chance({}), 2), round(trees.chance({"hedged": 1.0}), 2)
        (0.88, 0.12)
    """

    base: float
    signs: tuple[str, ...]
    trees: tuple[Tree, ...]

    def chance(self, signs: Mapping[str, float]) -> float:
        """The chance, from 0 to 1. A sign that is missing is 0."""
        row = [signs.get(name, 0.0) for name in self.signs]
        total = self.base
        for tree in self.trees:
            while isinstance(tree, list):
                tree = tree[2] if row[tree[0]] <= tree[1] else tree[3]
            total += tree
        return 1.0 / (1.0 + exp(-total))


def read_trees(path: Path) -> BoostedTrees:
    """Reads trees from a JSON file with `base`, `signs` and `trees`.

    Raises:
        DataError: The file is no such file.
    """
    try:
        read = json.loads(path.read_text("utf-8"))
        return BoostedTrees(float(read["base"]), tuple(read["signs"]), tuple(read["trees"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"the trees cannot be read ({error!r})", where=str(path), expected="JSON with base, signs and trees"
        ) from error
