"""What a context tells, as a reader understood it. The same functions answer from it, whoever read the context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from regulars.agents.assistant.disclosures import ReadDisclosure, read_disclosures
from regulars.memory.context_line import ASSISTANT_NAME, ContextLine
from regulars.scenarios.language.heard import says
from regulars.scenarios.language.packs import Language


class Told(Protocol):
    """What a context tells about the person who asks."""

    def disclosures(self, attribute: str) -> Sequence[ReadDisclosure]:
        """The disclosures of an attribute, in the order in which they were told."""
        ...

    def attributes(self) -> Sequence[str]:
        """The attributes that it may tell, each once."""
        ...

    def reasons(self, attribute: str, value: str) -> Sequence[str]:
        """The names of the reasons that were given with a value."""
        ...

    def traits(self, among: Sequence[str]) -> Sequence[str]:
        """Those of the traits that the person shows."""
        ...

    def chosen(self, attribute: str) -> tuple[str, str]:
        """The assistant's last choice and the date of its line; both empty if it shows none."""
        ...


class ToldInLines:
    """What the lines of a context tell in the wordings of a language pack.

    Args:
        language: Provides the wordings.
        lines: The context, in order of time.
    """

    def __init__(self, language: Language, lines: Sequence[ContextLine]) -> None:
        self._language = language
        self._lines = lines

    def disclosures(self, attribute: str) -> Sequence[ReadDisclosure]:
        """The disclosures of an attribute, in the order of the lines."""
        return read_disclosures(self._language, attribute, self._lines)

    def attributes(self) -> Sequence[str]:
        """The attributes with a wording that may occur in the lines."""
        found = (name for line in self._lines for name in self._language.attributes_in(line.text))
        return tuple(dict.fromkeys(found))

    def reasons(self, attribute: str, value: str) -> Sequence[str]:
        """The names of the reasons in the lines that tell the value."""
        language = self._language
        said = [self._lines[one.line].text for one in self.disclosures(attribute) if one.value == value]
        names = language.names("reasons")
        return [name for name in names if any(says(text, language.lines("reasons", name)[0]) for text in said)]

    def traits(self, among: Sequence[str]) -> Sequence[str]:
        """The traits that a line of a person shows."""
        said = [line.text for line in self._lines if line.name != ASSISTANT_NAME]
        return [
            trait
            for trait in among
            if any(says(text, words) for words in self._language.lines("traits", trait) for text in said)
        ]

    def chosen(self, attribute: str) -> tuple[str, str]:
        """The value that the assistant's last line with a choice names."""
        for line in reversed(self._lines):
            found = self._language.chosen_in(attribute, line.text) if line.name == ASSISTANT_NAME else []
            if found:
                return found[-1], line.date
        return "", ""
