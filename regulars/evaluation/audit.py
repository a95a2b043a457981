"""Audits the keys of a suite: draws asked probes for a reader, and counts the reader's verdicts.

A benchmark is as good as its keys. An audit plays the lives of a suite, draws probes evenly over kinds, and shows each
with its evidence (`audit_sheet`). A reader says whether the key is right, wrong or ambiguous. Verdicts are lines of a
JSONL file, so an audit can be interrupted, continued and repeated by somebody else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, get_args

import msgspec

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord
from regulars.errors import ConfigurationError, DataError, UnknownNameError, did_you_mean
from regulars.evaluation.evaluate import evaluate
from regulars.evaluation.play.episode_log import Progress
from regulars.evaluation.runs.recorded import open_run
from regulars.scenarios.suites import load_suite
from regulars.seeding import SeedTree

READER = "full-context"
"""The memory of the assistant in audited lives. It recalls everything, so people stay and tell what they planned."""

NORMAL_95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""

Judgement = Literal["right", "wrong", "ambiguous"]
JUDGEMENTS: tuple[Judgement, ...] = get_args(Judgement)


@dataclass(frozen=True, slots=True)
class AuditedProbe:
    """A probe that was asked, with the life in which it was asked.

    Attributes:
        id: The scenario's name in the suite, the seed and the probe's id: `core-14/3#0:4be7c2d09f11`.
        record: The episode.
        probe: The probe.
        outcome: Its first outcome with a key.
    """

    id: str
    record: EpisodeRecord
    probe: ProbeRecord
    outcome: OutcomeRecord


class KeyVerdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A reader's verdict on the key of a probe: one line of a file of verdicts.

    Attributes:
        id: The id of the probe.
        verdict: `right`, `wrong` or `ambiguous`.
        note: What is wrong or ambiguous.
        kind: The kind of the probe, for readers of the file.
    """

    id: str
    verdict: Judgement
    note: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class KeyShares:
    """The verdicts on the keys of one kind.

    Attributes:
        kind: The kind, or `all`.
        drawn: The number of drawn probes.
        counts: The number of verdicts, by verdict.
    """

    kind: str
    drawn: int
    counts: Mapping[Judgement, int]

    @property
    def judged(self) -> int:
        """The number of probes with a verdict."""
        return sum(self.counts.values())


def draw_probes(
    suite: str,
    n: int,
    seed: int = 0,
    kinds: Sequence[str] = (),
    progress: Callable[[Progress], None] | None = None,
) -> list[AuditedProbe]:
    """Plays the lives of a suite and draws asked probes, evenly over kinds.

    Kinds take turns until there are enough probes, so each kind has as many as the others or all that were asked. Void
    and unreached probes have no key and are never drawn. The same arguments give the same probes.

    Args:
        suite: A suite or a split of one.
        n: The number of probes. There may be fewer if fewer were asked.
        seed: The seed of the lives and of the draw.
        kinds: The kinds of probes; empty for all that the lives ask.
        progress: Called after each life.

    Returns:
        The probes, ordered by kind.

    Raises:
        ConfigurationError: The number is below 1, or no probe was asked.
        UnknownNameError: The suite is unknown, or the lives ask no probe of a kind.
    """
    if n < 1:
        raise ConfigurationError("is too small", where=f"n = {n}", expected="a number from 1 on")
    asked: dict[str, list[AuditedProbe]] = defaultdict(list)
    for one in _asked(suite, seed, progress):
        asked[one.probe.kind].append(one)
    for kind in kinds:
        if kind not in asked:
            raise UnknownNameError(
                f"no probe of kind {kind!r} was asked", where=suite, remedy=did_you_mean(kind, asked)
            )
    if not asked:
        raise ConfigurationError("the lives ask no probes", where=suite, remedy="choose another suite or seed")
    draws = SeedTree(seed).child("audit", suite).draws("probes")
    order = sorted(set(kinds) or asked)
    draws.shuffle(order)
    for kind in order:
        draws.shuffle(asked[kind])
    drawn: list[AuditedProbe] = []
    while len(drawn) < n and any(asked[kind] for kind in order):
        drawn += [asked[kind].pop() for kind in order if asked[kind]][: n - len(drawn)]
    return sorted(drawn, key=lambda one: (one.probe.kind, one.id))


def _asked(suite: str, seed: int, progress: Callable[[Progress], None] | None) -> Iterable[AuditedProbe]:
    """All probes that the lives of a suite ask and that have a key, in order."""
    named = load_suite(suite).named(seed)
    names = {scenario.id: name for name, scenario in named}
    with TemporaryDirectory() as folder:
        lives = [scenario for _, scenario in named]
        evaluate(READER, data=lives, seeds=1, references=False, out=folder, progress=progress)
        for record in open_run(folder).records:
            for probe in record.probes:
                if record.valid and probe.first is not None:
                    yield AuditedProbe(f"{names[record.key.scenario]}#{seed}:{probe.id}", record, probe, probe.first)


def read_verdicts(path: Path) -> dict[str, KeyVerdict]:
    """Reads a file of verdicts by the ids of probes; a later line replaces an earlier one. Empty without a file.

    Raises:
        DataError: A line is not a verdict, or the file cannot be read.
    """
    if not path.exists():
        return {}
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read: {error}", where=str(path)) from error
    found: dict[str, KeyVerdict] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            verdict = msgspec.json.decode(line, type=KeyVerdict)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise DataError(
                f"is not a verdict: {error}",
                where=f"{path}:{number}",
                expected=f'{{"id": "...", "verdict": "{"|".join(JUDGEMENTS)}", "note": "..."}}',
            ) from error
        found[verdict.id] = verdict
    return found


def append_verdict(path: Path, verdict: KeyVerdict) -> None:
    """Appends one verdict to a file, so that an interrupted audit loses none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(msgspec.json.encode(verdict).decode() + "\n")


def shares_by_kind(drawn: Iterable[AuditedProbe], verdicts: Mapping[str, KeyVerdict]) -> list[KeyShares]:
    """Counts the verdicts on drawn probes, over all and by kind. Verdicts on other probes do not count."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for one in drawn:
        kinds["all"].append(one.id)
        kinds[one.probe.kind].append(one.id)
    counted = []
    for kind, ids in kinds.items():
        judged = [verdicts[id].verdict for id in ids if id in verdicts]
        counted.append(KeyShares(kind, len(ids), {judgement: judged.count(judgement) for judgement in JUDGEMENTS}))
    return counted


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % score interval of a share; (0, 1) of nothing.

    Source: Wilson, Probable Inference, the Law of Succession, and Statistical Inference (1927).

    Example:
        >>> [round(bound, 3) for bound in wilson(0, 60)]
        [0.0, 0.06]
    """
    if not of:
        return 0.0, 1.0
    share, z2 = hits / of, NORMAL_95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = NORMAL_95 * sqrt(share * (1 - share) / of + z2 / (4 * of**2)) / (1 + z2 / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def shares_table(shares: Sequence[KeyShares]) -> str:
    """The shares by kind as a Markdown table, with Wilson's 95 % intervals."""
    lines = [
        "| kind | drawn | judged | right | wrong | 95 % | ambiguous | 95 % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in shares:
        cells = [one.kind, str(one.drawn), str(one.judged), str(one.counts["right"])]
        for judgement in ("wrong", "ambiguous"):
            hits = one.counts[judgement]
            low, high = wilson(hits, one.judged)
            cells += [str(hits), f"{low:.3f} to {high:.3f}" if one.judged else "-"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
