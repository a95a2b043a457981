"""Boosted trees (Friedman 2001): the chance that something is so, from numbers that are known by name.

The chance is the logistic function of a base and one leaf of each tree. A tree is a leaf, a number, or a list `[sign,
threshold, low, high]`: `low` follows where the sign is at most the threshold, else `high`. All trees are walked at
once, a step at a time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, fsum, inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    _nodes: _Nodes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_nodes", _nodes_of(self.trees))

    def chance(self, signs: Mapping[str, float]) -> float:
        """The chance, from 0 to 1. A sign that is missing is 0."""
        row = np.array([signs.get(name, 0.0) for name in self.signs])
        nodes = self._nodes
        at = np.arange(len(self.trees))
        for _ in range(nodes.depth):
            at = nodes.low.take(at) + (row.take(nodes.sign.take(at)) > nodes.threshold.take(at))
        total = fsum((self.base, *nodes.leaf.take(at).tolist()))
        return 1.0 / (1.0 + exp(-total))


@dataclass(frozen=True, slots=True)
class _Nodes:
    """The nodes of all trees: their roots first, the two branches of a node side by side.

    Attributes:
        sign: The place of each node's sign.
        threshold: The threshold of each node; infinite for a leaf.
        low: The place of each node's low branch, right before its high one; for a leaf its own place.
        leaf: The number of each leaf; 0 for other nodes.
        depth: The most steps from a root to a leaf.
    """

    sign: NDArray[np.intp]
    threshold: NDArray[np.float64]
    low: NDArray[np.intp]
    leaf: NDArray[np.float64]
    depth: int


def _nodes_of(trees: Sequence[Tree]) -> _Nodes:
    made: list[tuple[int, float, int, float]] = []
    level, depth = list(trees), -1
    while level:
        depth += 1
        upto = len(made) + len(level)
        below: list[Tree] = []
        for tree in level:
            if isinstance(tree, list):
                sign, threshold, low, high = tree
                made.append((sign, threshold, upto + len(below), 0.0))
                below += [low, high]
            else:
                made.append((0, inf, len(made), tree))
        level = below
    signs, thresholds, lows, leaves = zip(*made, strict=True) if made else ((), (), (), ())
    return _Nodes(
        np.array(signs, np.intp), np.array(thresholds, float), np.array(lows, np.intp), np.array(leaves, float), depth
    )


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
