"""Shortens replies that nobody would read to the end, so that judging takes no longer than copying them.

What a clause asserts depends on its neighbours, so the time of a reading grows faster than the text. A reply of more
than `LONGEST` characters, some 3,500 words, is therefore read in excerpts: its beginning, its end, and a passage around
each value between them that matters to the question.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 20_000
"""The number of characters up to which a reply is read whole."""
EDGE = 8_000
"""The number of characters that are read at the beginning and at the end of a longer one."""
LONGEST_ANSWER = 2_000
"""The number of characters that are read of a structured answer."""
PASSAGE = 200
"""The number of characters that are read before and after a value between beginning and end."""
MOST_PASSAGES = 8
"""The number of such passages."""
_BREAK = "\n\n"


def excerpt(text: str, values: Iterable[str] = ()) -> str:
    """`text`, or the excerpts of it that are read if it is too long.

    Args:
        text: A reply.
        values: The spellings that matter. Each is looked for between beginning and end, in any case, until there are
            `MOST_PASSAGES` of them.

    Returns:
        At most `LONGEST` characters.
    """
    if len(text) <= LONGEST:
        return text
    middle = text[EDGE:-EDGE]
    lowered = middle.lower()
    if len(lowered) != len(middle):
        middle = lowered
    places = sorted(
        place
        for value in dict.fromkeys(value.lower() for value in values if value)
        if (place := lowered.find(value)) >= 0
    )
    parts, behind = [text[:EDGE]], 0
    for place in places[:MOST_PASSAGES]:
        start, end = max(place - PASSAGE, behind), place + PASSAGE
        if end > start:
            parts.append(middle[start:end])
            behind = end
    return _BREAK.join((*parts, text[-EDGE:]))
