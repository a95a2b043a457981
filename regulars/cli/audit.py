"""`regulars audit`: shows probes with their keys to a reader, takes verdicts, and prints the shares by kind."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from regulars.cli.escapes import escaped
from regulars.cli.progress import showing
from regulars.counted import counted
from regulars.errors import ConfigurationError
from regulars.evaluation.audit import (
    JUDGEMENTS,
    AuditedProbe,
    KeyVerdict,
    append_verdict,
    draw_probes,
    read_verdicts,
    shares_by_kind,
    shares_table,
)
from regulars.evaluation.audit_sheet import pages, sheet
from regulars.evaluation.whole_files import write_whole

_PROMPT = "right, wrong, ambiguous, skip or quit? [r/w/a/s/q] "


def audit(
    suite: str, n: int, seed: int, kinds: Sequence[str], verdicts: Path | None, out: Path | None, *, ask: bool
) -> None:
    """Draws probes, asks for verdicts where none are given, and prints the table of shares.

    Args:
        suite: The suite.
        n: The number of probes.
        seed: The seed of lives and draw.
        kinds: The kinds of probes; empty for all.
        verdicts: The file of verdicts; None keeps none.
        out: The Markdown file for the sheets; None prints sheets that are neither asked about nor written.
        ask: Whether a reader at the terminal gives verdicts.
    """
    if ask and verdicts is None:
        raise ConfigurationError("has no file for the verdicts", where="audit", remedy="add --verdicts FILE.jsonl")
    known = read_verdicts(verdicts) if verdicts is not None else {}
    with showing() as show:
        drawn = draw_probes(suite, n, seed, kinds, show)
    if len(drawn) < n:
        print(f"{counted(len(drawn), 'probe')} of these kinds, not {n}", file=sys.stderr)
    if ask and verdicts is not None:
        known = _asked(drawn, known, verdicts)
    elif out is None:
        print(escaped("\n".join(pages(drawn, known)), lines=True))
    table = shares_table(shares_by_kind(drawn, known))
    elsewhere = len(known.keys() - {one.id for one in drawn})
    if elsewhere:
        print(
            f"{counted(elsewhere, 'verdict is', 'verdicts are')} about probes that were not drawn, and do not count",
            file=sys.stderr,
        )
    if out is not None:
        title = f"# {len(drawn)} audited keys of `{suite}`, seed {seed}\n"
        text = "\n".join((title, table, *pages(drawn, known)))
        write_whole(out, escaped(text, lines=True).encode())
        print(f"wrote {out}", file=sys.stderr)
    if known:
        print(table, end="")


def _asked(drawn: Sequence[AuditedProbe], known: Mapping[str, KeyVerdict], path: Path) -> dict[str, KeyVerdict]:
    """Asks for a verdict on each probe that has none, and keeps each one at once."""
    found = dict(known)
    open_ = [one for one in drawn if one.id not in found]
    print(f"{len(drawn) - len(open_)} of {len(drawn)} probes have a verdict; {len(open_)} to read")
    for number, one in enumerate(open_, 1):
        print(f"\n{number} of {len(open_)}\n\n{escaped(sheet(one), lines=True)}")
        word = _answer()
        if word == "quit":
            break
        if word == "skip":
            continue
        note = "" if word == "right" else _line("note: ").strip()
        judgement = next(one for one in JUDGEMENTS if one == word)
        found[one.id] = KeyVerdict(id=one.id, verdict=judgement, note=note, kind=one.probe.kind)
        append_verdict(path, found[one.id])
    return found


def _answer() -> str:
    """The reader's answer in full; `quit` at the end of the input."""
    words = (*JUDGEMENTS, "skip", "quit")
    while True:
        said = _line(_PROMPT, "quit").strip().casefold()
        match = [word for word in words if said and word.startswith(said)]
        if match:
            return match[0]


def _line(prompt: str, end: str = "") -> str:
    try:
        return input(prompt)
    except EOFError:
        return end
