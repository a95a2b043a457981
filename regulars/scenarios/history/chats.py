"""Reads a user's own chats, to fill a history with them.

A file holds one chat on each line, in one of three shapes: `{"messages": [{"role", "content"}]}`, `{"conversations":
[{"from", "value"}]}`, or `{"data": ["question", "answer", ...]}`, in which two people take turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regulars.dialogue import ASSISTANT
from regulars.errors import DataError
from regulars.scenarios.history.fillers import USER
from regulars.strict_json import strict_loads

_ROLES = {
    "user": USER, "human": USER, "prompter": USER,
    "assistant": ASSISTANT, "gpt": ASSISTANT, "bot": ASSISTANT, "chatgpt": ASSISTANT, "model": ASSISTANT,
}  # fmt: skip
_UNHEARD = ("system", "tool", "function", "developer")
_SHAPES = (("messages", "role", "content"), ("conversations", "from", "value"))
_EXPECTED = '{"messages": [{"role": "user", "content": "..."}]}, one chat a line'


@dataclass(frozen=True, slots=True)
class Chat:
    """One chat.

    Attributes:
        where: File and line.
        lines: Pairs of speaker (`user`, `assistant`) and text.
    """

    where: str
    lines: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """All lines, joined by line breaks."""
        return "\n".join(text for _, text in self.lines)

    @property
    def asked(self) -> str:
        """The user's lines, joined by line breaks."""
        return "\n".join(text for speaker, text in self.lines if speaker == USER)


def read_chats(path: str | Path, issues: list[str]) -> Iterator[Chat]:
    """Reads the chats in a file, one by one.

    Args:
        path: The file; `~` is expanded.
        issues: Gets a note for each chat that is left out, because it is empty or has an unknown speaker.

    Raises:
        DataError: The file cannot be read, or a line is not JSON or has another shape.
    """
    place = Path(path).expanduser()
    try:
        with place.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    where = f"{place.name}, line {number}"
                    said = _said(_object(line, where), where)
                    unknown = next((role for role, _ in said if role not in _ROLES), None)
                    if unknown is not None:
                        issues.append(f"{where}: {unknown!r} speaks in it, left out")
                    elif not said:
                        issues.append(f"{where}: left out, because it is empty")
                    else:
                        yield Chat(where, tuple((_ROLES[role], text) for role, text in said))
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", where=str(place), remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise DataError("is not UTF-8 text", where=str(place), expected=_EXPECTED) from error


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        chat = strict_loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError("is not complete JSON", where=where, expected=_EXPECTED) from error
    if not isinstance(chat, dict):
        raise DataError("is not an object", where=where, expected=_EXPECTED)
    return chat


def _said(chat: dict[str, Any], where: str) -> list[tuple[str, str]]:
    """Roles and texts, without empty texts and system messages."""
    for field, by, words in _SHAPES:
        if field in chat:
            turns = chat[field]
            if not isinstance(turns, list) or not all(
                isinstance(turn, dict) and isinstance(turn.get(by), str) and isinstance(turn.get(words), str)
                for turn in turns
            ):
                raise DataError(f"{field!r} is not a list of {by!r} and {words!r}", where=where, expected=_EXPECTED)
            said = [(turn[by].strip().lower(), turn[words].strip()) for turn in turns]
            return [(role, text) for role, text in said if text and role not in _UNHEARD]
    texts = chat.get("data")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise DataError("holds no chat", where=where, expected=_EXPECTED)
    return [((USER, ASSISTANT)[place % 2], text.strip()) for place, text in enumerate(texts) if text.strip()]
