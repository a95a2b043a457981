"""`regulars show`: prints a recorded life as one reads it, with verdicts, feedback and what was recalled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from regulars.cli.escapes import escaped, shortened
from regulars.cli.run_commands.options import RunPath
from regulars.counted import counted
from regulars.errors import UnknownNameError

if TYPE_CHECKING:
    from regulars.evaluation.conversation import Passage

_DAY = "%A, %d %B %Y, %H:%M"


def show(
    run: RunPath,
    episode: Annotated[str, typer.Argument(help="Number or SCENARIO/SEED/SYSTEM of an episode.")],
    session: Annotated[int | None, typer.Option(help="Session to print. Default: the whole life.")] = None,
) -> None:
    """Print a life as a transcript: the conversation, what was told, verdicts, feedback, and what was recalled.

    Out-of-band questions appear where they were asked. With --session, those asked between it and the next session
    are printed too.
    """
    from regulars.cli.run_commands.opening import open_and_note
    from regulars.evaluation.conversation import passages_of
    from regulars.evaluation.runs.recorded import find_episode

    recorded = open_and_note(run)
    record = recorded.records[find_episode(recorded, episode)]
    found = passages_of(record)
    if session is not None:
        known = sorted({passage.session for passage in found if passage.session})
        if session not in known:
            raise UnknownNameError(
                f"no session {session} in {record.key}", where="--session",
                expected=f"a number from {known[0]} to {known[-1]}" if known else "a life with a session",
            )  # fmt: skip
        found = _of_session(found, session)
    print(escaped(f"{record.key}: {record.ending or 'not ended'}, {counted(len(record.sessions), 'session')}"))
    for line in lines_of(found):
        print(escaped(line, lines=True))
    if record.fault:
        print(escaped(shortened(f"\nended by: {record.fault}")))


def _of_session(passages: Iterable[Passage], session: int) -> list[Passage]:
    """The passages of a session, with the questions beside the conversation up to the next one."""
    found, current = [], 0
    for passage in passages:
        current = passage.session or current
        if current == session:
            found.append(passage)
    return found


def lines_of(passages: Iterable[Passage], after: str = "") -> Iterator[str]:
    """The lines of passages, with a heading for each session.

    Args:
        passages: The passages in order.
        after: The heading of the passage before them; empty at the beginning.
    """
    for passage in passages:
        heading = heading_of(passage)
        if heading != after:
            yield f"\n{heading}{f', {passage.time:{_DAY}}' if passage.session else ''}"
        after = heading
        for who, text in passage.lines:
            yield f"{who}: {shortened(text)}"
        for note in passage.notes:
            yield f"    [{shortened(note)}]"


def heading_of(passage: Passage) -> str:
    """The session of a passage, or the time of a question beside the conversation."""
    return f"Session {passage.session}" if passage.session else f"Beside the conversation, {passage.time:{_DAY}}"
