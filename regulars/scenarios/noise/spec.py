"""Specs of noise such as `typos:.1+vague-dates:.2`, and the rules of the kinds (`noise.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

from regulars.data_faults import raise_faults
from regulars.errors import ConfigurationError, UnknownNameError
from regulars.scenarios.kinds import NoiseKind
from regulars.scenarios.toml_tables import Table, TomlFile

_WHERE = "noise"
_EXAMPLE = "typos:.1+vague-dates:.2"


@dataclass(frozen=True, slots=True)
class Noise:
    """How much noise of each kind.

    Attributes:
        shares: By kind, 0 to 1. For typos it is the share of mistyped words; for other kinds, of the disclosures that
            the kind can change. Missing kinds have a share of 0.
    """

    shares: Mapping[NoiseKind, float] = field(default_factory=dict)

    @property
    def spec(self) -> str:
        """The spec, with kinds in a fixed order; empty for no noise."""
        return "+".join(f"{kind}:{self.shares[kind]:g}" for kind in NoiseKind if self.share(kind))

    def share(self, kind: NoiseKind) -> float:
        """The share of a kind, 0 to 1."""
        return self.shares.get(kind, 0.0)


@lru_cache(maxsize=64)
def read_noise(spec: str) -> Noise:
    """Reads the noise that a spec names; an empty spec means none.

    Args:
        spec: Kinds with their shares, joined by plus signs.

    Raises:
        UnknownNameError: A kind is unknown; the message names all kinds.
        ConfigurationError: A kind occurs twice or without a share, a share is out of range, or the shares of all kinds
            but typos add up to more than 1. A disclosure has at most one of those kinds.

    Example:
        >>> read_noise("vague-dates:.2+typos:.10").spec
        'typos:0.1+vague-dates:0.2'
    """
    shares: dict[NoiseKind, float] = {}
    for part in (part.strip() for part in spec.split("+")) if spec.strip() else ():
        kind, share = _part(part)
        if kind in shares:
            raise ConfigurationError(f"{kind.value!r} is twice in {spec!r}", where=_WHERE, remedy="leave one out")
        shares[kind] = share
    planned = sum(share for kind, share in shares.items() if kind is not NoiseKind.TYPOS)
    if planned > 1 + 1e-9:
        raise ConfigurationError(
            f"the shares of {spec!r} add up to {planned:g} without typos",
            where=_WHERE,
            expected="at most 1, since a disclosure has at most one kind of noise",
        )
    return Noise(shares)


def _part(part: str) -> tuple[NoiseKind, float]:
    name, _, written = part.partition(":")
    known = [kind.value for kind in NoiseKind]
    if name.strip() not in known:
        raise UnknownNameError(
            f"unknown noise {name.strip()!r}",
            where=_WHERE,
            expected=f"one of {', '.join(known)}",
            remedy=f"write it as in {_EXAMPLE}",
        )
    try:
        share = float(written)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ConfigurationError(
            f"the share of {name.strip()!r} is {written.strip()!r}",
            where=_WHERE,
            expected="0 to 1",
            remedy=f"write it as in {_EXAMPLE}",
        )
    return NoiseKind(name.strip()), share


@dataclass(frozen=True, slots=True)
class NoiseRules:
    """The rules of the kinds of noise.

    Attributes:
        rules: Each kind's rule, in a sentence.
        loose: Share of vague dates that name only their month.
        next_line: Share of changed minds that are corrected in the next line.
        days: Range of the number of days between the wrong day and the true one.
        months: Range of the number of months between the wrong month and the true one.
        mended: Share of contradictions that are corrected later.
    """

    rules: Mapping[NoiseKind, str]
    loose: float
    next_line: float
    days: tuple[int, int]
    months: tuple[int, int]
    mended: float


@cache
def load_noise_rules() -> NoiseRules:
    """Loads the rules of `noise.toml`.

    Raises:
        DataError: The file does not follow the schema.
    """
    source = TomlFile((files("regulars.scenarios") / "noise" / "noise.toml").read_text("utf-8"), "noise.toml")
    tables = {kind: source.table(kind.value) for kind in NoiseKind}
    found = NoiseRules(
        {kind: table.word("rule") for kind, table in tables.items()},
        tables[NoiseKind.VAGUE_DATES].number("loose", 0, 1),
        tables[NoiseKind.CHANGED_MINDS].number("next_line", 0, 1),
        _range(tables[NoiseKind.CHANGED_MINDS], "days"),
        _range(tables[NoiseKind.CHANGED_MINDS], "months"),
        tables[NoiseKind.CONTRADICTIONS].number("mended", 0, 1),
    )
    raise_faults(source.faults, "the rules of noise")
    return found


def _range(table: Table, field: str) -> tuple[int, int]:
    """Two whole numbers from 1, the smaller first."""
    match table.fields.get(field):
        case [int(least), int(greatest)] if 1 <= least <= greatest:
            return least, greatest
    table.fault(field, "is not a pair of whole numbers from 1, the smaller first")
    return 1, 1
