"""What the assistant spent, by session and by distance: seconds, and calls of models with their tokens and prices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import UNSET

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.usage import SpentNote
from regulars.evaluation.figures.slices import DISTANCE, SESSION, Places

SECONDS = "seconds"
CALLS, TOKENS, COST = "assistant_calls", "assistant_tokens", "assistant_cost"
COSTS = (SECONDS, CALLS, TOKENS, COST)
"""The metrics of this module."""


def costs(record: EpisodeRecord, places: Places) -> Iterator[tuple[str, str, float]]:
    """Yields what an episode cost in its slices, as `(slice, metric, value)`.

    Seconds are values of single replies. Calls, tokens and prices are sums over a session, with all that the assistant
    did in it; by distance, they are values of the replies that answer a question. An episode whose assistant called no
    model has seconds alone, and prices are left out if one call has none. Without slices nothing is yielded.

    Args:
        record: The episode.
        places: Its questions and replies by slice.
    """
    if record.spent is UNSET:
        return
    has_calls = any(note.calls or note.tokens for note in record.spent)
    is_priced = has_calls and all(note.cost is not None for note in record.spent)
    sessions: defaultdict[str, list[SpentNote]] = defaultdict(list)
    for note in record.spent:
        for slice_ in places.of_reply(note.turn, note.probe):
            if note.turn or note.probe:
                yield slice_, SECONDS, note.seconds
            if slice_.startswith(f"{DISTANCE}=") and has_calls:
                yield from _summed(slice_, [note], is_priced=is_priced)
        if places.by_session:
            sessions[f"{SESSION}={note.session}"].append(note)
    for slice_, notes in sessions.items() if has_calls else ():
        yield from _summed(slice_, notes, is_priced=is_priced)


def _summed(slice_: str, notes: list[SpentNote], *, is_priced: bool) -> Iterator[tuple[str, str, float]]:
    yield slice_, CALLS, float(sum(note.calls for note in notes))
    yield slice_, TOKENS, float(sum(note.tokens for note in notes))
    if is_priced:
        yield slice_, COST, sum(note.cost or 0.0 for note in notes)
