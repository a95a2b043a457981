"""Reads chat messages as recorded scenarios: OpenAI messages and ShareGPT, as JSON or JSON lines.

A line or list entry with `messages` (OpenAI) or `conversations` (ShareGPT) is a session. Sessions with the same `user`
form one conversation; a session without one is a conversation of its own. A file may also be one list of messages.
The formats have no questions, so a reader of your own adds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from regulars.datasets.readers.fields import Field, shown
from regulars.datasets.recording import RecordedTalk, Recording
from regulars.datasets.source import open_source
from regulars.dialogue import ASSISTANT
from regulars.scenarios.world import Scenario

LICENCE = "not stated"

SPEAKERS = {
    "user": "user", "human": "user", "assistant": ASSISTANT, "gpt": ASSISTANT, "chatgpt": ASSISTANT, "bard": ASSISTANT,
    "bing": ASSISTANT, "model": ASSISTANT,
}  # fmt: skip
"""The roles that speak. Messages of other roles, such as `system` and `tool`, are left out and noted."""

TIMES = ("timestamp", "created_at", "create_time", "created", "time", "date")
"""The keys of a message or session that may hold a time, as ISO 8601 or as seconds since 1970."""

FIRST = datetime(2024, 1, 1, 9, tzinfo=UTC)
"""The start of the first session of data without times; each further one begins a day later."""

_EXPECTED = "chat messages: objects with messages (role, content) or conversations (from, value), or a list of messages"
_LISTS = ("messages", "conversations")
_NAMES = (("role", "content"), ("from", "value"))
_USER = "User"
"""The name of users whom the data does not name."""
_LAST = 4_102_444_800
"""The first second of 2100. Larger numbers are milliseconds."""


def read(path: str | Path) -> list[Scenario]:
    """Reads the file.

    Args:
        path: A JSON or JSON-lines file.

    Returns:
        One scenario per conversation, without probes, in the order of the file.

    Raises:
        DataError: The file cannot be read, or an entry is no chat. The message names the line and the key.
    """
    source = open_source(path)
    entries = [(Field(where, _EXPECTED), entry) for where, entry in source.records(_EXPECTED)]
    whole = Field(str(source.path), _EXPECTED)
    if not entries:
        raise whole.wrong("the file holds an empty list")
    if isinstance(entries[0][1], dict) and not any(key in entries[0][1] for key in _LISTS):
        entries = [(whole, {"messages": [entry for _, entry in entries]})]
    made: dict[str, _Chat] = {}
    for number, (where, entry) in enumerate(entries, 1):
        session = {"messages": entry} if isinstance(entry, list) else where.object(entry)
        user = session.get("user", session.get("user_id"))
        name = f"user {user}" if isinstance(user, (str, int)) and user != "" else f"conversation {number}"
        if name not in made:
            marks = {"sample_id": name, "sha256": source.sha256}
            made[name] = _Chat(Recording(f"chat@{source.sha256[:8]}", name, licence=LICENCE, marks=marks))
        made[name].add(where, session)
    return [chat.scenario() for chat in made.values() if chat.has_words(whole, len(made))]


class _Chat:
    """Fills the recording of one conversation."""

    def __init__(self, made: Recording) -> None:
        self.made = made
        self.persons: dict[str, str] = {}
        self.sessions = 0
        self.spoken = 0

    def has_words(self, place: Field, conversations: int) -> bool:
        """Whether somebody says something. A file whose only conversation is silent is an error."""
        if not self.spoken and conversations == 1:
            raise place.wrong("no message has words of a user or an assistant")
        return bool(self.spoken)

    def scenario(self) -> Scenario:
        """The finished conversation. One in which only the assistant speaks has a silent user."""
        if not self.persons:
            self._person(_USER)
        return self.made.scenario()

    def add(self, where: Field, session: Mapping[str, Any]) -> None:
        """Adds a session."""
        key = next((key for key in _LISTS if key in session), "messages")
        messages: list[Any] = where.need(session, key, list)
        times = [_time_of(where.at(f"message {number}"), one) for number, one in enumerate(messages, 1)]
        given = _time_of(where, session) or next((time for time in times if time is not None), None)
        if given is None:
            self.made.marks |= {"times": "not in the data"}
        start = given or FIRST + timedelta(days=self.sessions)
        self.sessions += 1
        talk = self.made.session(start, str(self.sessions))
        for number, (message, time) in enumerate(zip(messages, times, strict=True), 1):
            self._say(where.at(f"message {number}"), talk, message, number, time)

    def _say(self, where: Field, talk: RecordedTalk, message: Any, number: int, time: datetime | None) -> None:
        role, content = next((names for names in _NAMES if names[0] in where.object(message)), _NAMES[0])
        said = where.need(message, role, str)
        speaker = SPEAKERS.get(said.lower())
        if speaker is None:
            self.made.note("turn left out", f"message {number} of session {talk.id} has the role {shown(said)}")
            return
        if speaker != ASSISTANT:
            speaker = self._person(where.name(message, "name") if message.get("name") else _USER)
        text = self._text(where, message, content, f"message {number} of session {talk.id}")
        talk.say(speaker, text, f"{talk.id}/{number}", time)
        self.spoken += bool(text.strip())

    def _person(self, name: str) -> str:
        if name not in self.persons:
            self.persons[name] = self.made.person(name)
        return self.persons[name]

    def _text(self, where: Field, message: Mapping[str, Any], key: str, place: str) -> str:
        """The words of a message: a text, a list of parts, or null for a call of a tool."""
        content = message.get(key)
        if key not in message and "tool_calls" not in message:
            raise where.wrong(f"the key {key!r} is missing")
        if content is None:
            return ""
        if not isinstance(content, list):
            return str(where.need(message, key, str))
        texts: list[str] = []
        for part in content:
            if isinstance(part, str):
                texts.append(part)
            elif where.object(part).get("type") in ("text", "input_text", "output_text"):
                texts.append(where.need(part, "text", str))
            else:
                self.made.note("turn left out", f"{place} has a part of type {shown(part.get('type'))}")
        return "\n".join(texts)


def _time_of(where: Field, holder: Any) -> datetime | None:
    """The time that an object names by one of the keys `TIMES`; None if it names none."""
    if not isinstance(holder, Mapping):
        return None
    key = next((key for key in TIMES if holder.get(key) is not None), None)
    if key is None:
        return None
    written = holder[key]
    if isinstance(written, str):
        return _read_time(where, key, written)
    if isinstance(written, bool) or not isinstance(written, (int, float)) or not 0 <= written < _LAST * 1000:
        raise where.wrong(f"the key {key!r} holds {shown(written)}, which is not a time")
    return datetime.fromtimestamp(written / 1000 if written >= _LAST else written, UTC)


def _read_time(where: Field, key: str, written: str) -> datetime:
    try:
        found = datetime.fromisoformat(written.strip())
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise where.wrong(
            f"the key {key!r} holds {shown(written)}, which is not a time in ISO 8601 such as 2025-03-01T18:00:00Z"
        ) from None
