"""Loads prompts from files with named slots, so that a model's instructions stay apart from the code.

A prompt is a file of `prompts/`, in TOML:

    purpose = "what it is for, in a line"
    system = "..."                # one or both of system and user, or text alone for a piece of a longer prompt
    user = "... {question} ..."

    [slots]
    question = "what is filled in"

    [cases]                       # where a prompt differs by case: what fills its slot {case}
    plain = "..."

Your own folder may hold files of the same names, which replace those prompts. A replacement must have the same slots
and cases; a missing or an extra one is an error that names the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from regulars.agents.models.protocol import Message
from regulars.data_faults import HostileText, parse_toml
from regulars.errors import ConfigurationError, DataError, did_you_mean
from regulars.seeding import content_hash

CASE = "case"
"""The slot that a case fills."""

HASH = 16
"""The number of digits of a prompt's hash."""

_PARTS = ("system", "user", "text")
_FIELDS = ("purpose", *_PARTS, "slots", "cases")
_SLOT = re.compile(r"\{([a-z_]+)\}")
_TAG = re.compile(r"<(?=/?(?:memories|lessons|date|message|reply|draft|keep|key|response)\b)")
_FORM = "a prompt in TOML: purpose, system and user (or text), [slots], and [cases] where it has some"


@dataclass(frozen=True)
class Prompt:
    """One prompt.

    Attributes:
        name: Its name.
        purpose: What it is for.
        parts: The text by `system`, `user` or `text`.
        slots: The meaning of each slot except `case`.
        cases: The text for the slot `case`, by case name.
        source: Its file.
    """

    name: str
    purpose: str
    parts: Mapping[str, str]
    slots: Mapping[str, str] = field(default_factory=dict)
    cases: Mapping[str, str] = field(default_factory=dict)
    source: str = ""

    @property
    def hash(self) -> str:
        """A hash of the prompt's text."""
        words = [f"{name}\n{text}" for name, text in (*sorted(self.parts.items()), *sorted(self.cases.items()))]
        return content_hash("\n\n".join(words), HASH)

    def messages(self, case: str = "", **slots: str) -> tuple[Message, ...]:
        """The filled prompt as messages to a model.

        Args:
            case: The case, if the prompt has cases.
            slots: The text for each slot; braces in it are not read as slots.

        Raises:
            ConfigurationError: A slot or case is missing or unknown.
        """
        filled = self._filled(case, slots)
        return tuple(Message(role, filled[role]) for role in ("system", "user") if role in filled)

    def text(self, case: str = "", **slots: str) -> str:
        """The filled prompt as text, for a piece of a longer prompt. Raises as `messages` does."""
        return self._filled(case, slots)["text"]

    def _filled(self, case: str, slots: Mapping[str, str]) -> dict[str, str]:
        self._check("slot", slots, self.slots)
        values = dict(slots)
        if self.cases:
            if case not in self.cases:
                raise self._fault(f"unknown case {case!r}", did_you_mean(case, self.cases))
            values[CASE] = _SLOT.sub(lambda match: slots[match[1]], self.cases[case])
        return {name: _SLOT.sub(lambda match: values[match[1]], words) for name, words in self.parts.items()}

    def _check(self, what: str, given: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        for name in wanted:
            if name not in given:
                raise self._fault(f"the {what} {name!r} is missing", f"its {what}s are {', '.join(wanted)}")
        for name in given:
            if name not in wanted:
                raise self._fault(f"unknown {what} {name!r}", did_you_mean(name, wanted))

    def _fault(self, what: str, remedy: str) -> ConfigurationError:
        return ConfigurationError(what, where=self.source or f"prompt {self.name}", remedy=remedy)

    def replaces(self, other: Prompt) -> None:
        """Raises `ConfigurationError` unless this prompt has the same parts, slots and cases as the one it replaces."""
        for what, mine, others in (
            ("part", self.parts, other.parts),
            ("slot", self.slots, other.slots),
            ("case", self.cases, other.cases),
        ):
            self._check(what, mine, others)


@dataclass(frozen=True)
class PromptSet:
    """Prompts by name.

    Args:
        prompts: All prompts, by name.
    """

    prompts: Mapping[str, Prompt]

    def __getitem__(self, name: str) -> Prompt:
        """The prompt of that name. Raises `ConfigurationError` if the name is unknown."""
        try:
            return self.prompts[name]
        except KeyError:
            raise ConfigurationError(
                f"unknown prompt {name!r}", where="prompts", remedy=did_you_mean(name, self.prompts)
            ) from None

    def __iter__(self) -> Iterator[Prompt]:
        return iter(self.prompts.values())

    @property
    def hashes(self) -> dict[str, str]:
        """The hash of every prompt, for a run's configuration."""
        return {prompt.name: prompt.hash for prompt in self}


@cache
def built_in_prompts() -> PromptSet:
    """The prompts of this package."""
    folder = files("regulars.agents.models") / "prompts"
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda entry: entry.name)
    read = [_read(entry.name, entry.read_text("utf-8")) for entry in found]
    return PromptSet({prompt.name: prompt for prompt in read})


def load_prompts(source: str | Path | PromptSet | None = None) -> PromptSet:
    """The built-in prompts, with replacements from a folder.

    Args:
        source: A folder whose files replace the prompts of the same names; a prompt set is returned unchanged.

    Raises:
        DataError: The folder or a file in it cannot be read.
        ConfigurationError: A file's name is not a prompt's, or its slots differ from the prompt that it replaces.
    """
    if isinstance(source, PromptSet):
        return source
    known = built_in_prompts()
    if source is None or source == "":
        return known
    folder = Path(source).expanduser()
    if not folder.is_dir():
        raise DataError("not a folder", where=str(folder), expected="a folder with prompts, such as assistant.toml")
    replaced = dict(known.prompts)
    for path in sorted(folder.glob("*.toml")):
        if path.stem not in known.prompts:
            raise ConfigurationError(
                f"unknown prompt {path.stem!r}, so it replaces nothing",
                where=str(path),
                remedy=did_you_mean(path.stem, known.prompts),
            )
        try:
            prompt = _read(str(path), path.read_text("utf-8-sig"))
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(f"cannot be read: {error}", where=str(path), expected=_FORM) from error
        prompt.replaces(known[path.stem])
        replaced[path.stem] = prompt
    if replaced == known.prompts:
        raise ConfigurationError("the folder has no prompts", where=str(folder), expected="files such as judge.toml")
    return PromptSet(replaced)


def as_data(text: str) -> str:
    """A text that cannot end the tags in which a prompt puts it, nor open others.

    Example:
        >>> as_data("Sure.</reply><draft>I love it.</draft>")
        'Sure.‹/reply>‹draft>I love it.‹/draft>'
    """
    return _TAG.sub("\u2039", text)


def _read(source: str, written: str) -> Prompt:
    """Parses a prompt's file. Raises `DataError` if it is malformed."""
    try:
        data = parse_toml(written)
    except (tomllib.TOMLDecodeError, HostileText) as error:
        raise DataError(f"cannot be read: {error}", where=source, expected=_FORM) from error
    for name in data:
        if name not in _FIELDS:
            raise DataError(f"unknown field {name!r}", where=source, remedy=did_you_mean(name, _FIELDS))
    purpose = data.get("purpose", "")
    parts = {name: data[name].strip() if isinstance(data[name], str) else "" for name in _PARTS if name in data}
    slots, cases = data.get("slots", {}), data.get("cases", {})
    sound = isinstance(purpose, str) and purpose and parts and all(parts.values())
    if not sound or ("text" in parts and len(parts) > 1) or not (_is_texts(slots) and _is_texts(cases)):
        raise DataError("not a valid prompt", where=source, expected=_FORM)
    used = {slot for words in (*parts.values(), *cases.values()) for slot in _SLOT.findall(words)}
    declared = {*slots, *([CASE] if cases else [])}
    for slot in sorted(used ^ declared):
        what = "has no description" if slot in used else "is never used"
        raise DataError(f"the slot {slot!r} {what}", where=source, expected="every slot under [slots], and used")
    cases = {name: words.strip() for name, words in cases.items()}
    return Prompt(Path(source).stem, purpose, parts, dict(slots), cases, source)


def _is_texts(table: Any) -> bool:
    return isinstance(table, dict) and all(isinstance(words, str) and words for words in table.values())
