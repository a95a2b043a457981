"""Puts mentions into words: talk that names a value without telling it.

A mention quotes a telling of the attribute, in the first person, inside a frame that says whose words they are or that
they no longer hold. So a value is said in the very words that tell it, and only the frame says that it is not told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from regulars.chinese_text import count_words
from regulars.data_faults import raise_faults
from regulars.scenarios.language.slots import filled
from regulars.scenarios.pack_files import PACKS
from regulars.scenarios.toml_tables import Table, TomlFile

if TYPE_CHECKING:
    from regulars.scenarios.language.packs import Language
    from regulars.seeding import Draws

SHORT = 5
"""Number of an attribute's shortest tellings that are quoted, except as somebody else's words."""

_SLOT = re.compile(r"\{(\w+)\}")


class MentionSort(StrEnum):
    """Why a value that is named is not told."""

    FORMER = "former"
    """It held earlier, and its end was told."""
    PLANNED = "planned"
    """It may hold some day."""
    IMAGINED = "imagined"
    """It is of nobody: a joke, an exercise, a story."""
    QUOTED = "quoted"
    """It is somebody else's."""
    AGAIN = "again"
    """It is told, and was told before."""


class MentionFrames:
    """The frames of one language pack. Immutable; made by `load_frames`.

    Args:
        source: The pack's file.

    Attributes:
        unplanned: Attributes that change without anybody's plan.
    """

    def __init__(self, source: TomlFile) -> None:
        top = Table(source, (), source.data)
        self._people: Sequence[str] = top.words("people")
        self.unplanned: Set[str] = frozenset(top.words("unplanned"))
        self._open = {sort: top.words(sort.value) for sort in MentionSort}
        held_out = source.table("held_out")
        self._held_out = {sort: held_out.words(sort.value) for sort in MentionSort}
        for path, lines in (((), self._open), (("held_out",), self._held_out)):
            for sort, frames in lines.items():
                wanted = set() if sort is MentionSort.AGAIN else {"line"}
                for frame in frames:
                    if {*_SLOT.findall(frame)} - {"who"} != wanted:
                        source.fault((*path, sort.value), f"{frame!r} has other slots than {{line}} and {{who}}")

    def lines(self, sort: MentionSort, phrasing: str = "open") -> Sequence[str]:
        """The frames of a sort, in the open or the held-out wordings."""
        return (self._held_out if phrasing == "held_out" else self._open)[sort]

    def all(self) -> Mapping[MentionSort, Sequence[str]]:
        """The open and held-out frames of each sort."""
        return {sort: (*self._open[sort], *self._held_out[sort]) for sort in MentionSort}

    def say(self, sort: MentionSort, line: str, draws: Draws, phrasing: str = "open") -> str:
        """A frame with the words in it.

        Args:
            sort: The sort of mention.
            line: The telling that it quotes; unused for `again`.
            draws: Decide frame and person.
            phrasing: `open` or `held_out`.
        """
        frame = draws.choice(self.lines(sort, phrasing))
        return filled(frame, {"who": draws.choice(self._people)}).replace("{line}", line)


@lru_cache(maxsize=8)
def load_frames(language: str) -> MentionFrames | None:
    """The frames of a language pack, read once; None if it has none.

    Raises:
        DataError: The file does not follow the schema.
    """
    file = f"{language}.toml"
    path = PACKS.joinpath("mentions", file)
    if not path.is_file():
        return None
    source = TomlFile(path.read_text("utf-8"), f"mentions/{file}")
    frames = MentionFrames(source)
    raise_faults(source.faults, f"the mentions of {language}")
    return frames


def mention(language: Language, attribute: str, sort: MentionSort, value: str, draws: Draws) -> str:
    """A line that names a value without telling it; empty if the language has no frames.

    Args:
        language: The language pack.
        attribute: The attribute.
        sort: The sort of mention, any but `again`.
        value: The canonical value.
        draws: Decide the wording.
    """
    frames = load_frames(language.name)
    if frames is None:
        return ""
    lines = sorted(
        (line for line in language.tellings(attribute) if "?" not in line and '"' not in line), key=count_words
    )
    line = draws.choice(lines[: None if sort is MentionSort.QUOTED else SHORT])
    said = filled(line, {"value": language.value_words(attribute, value)})
    return frames.say(sort, said, draws, language.phrasing)


def told_again(language: Language, attribute: str, value: str, draws: Draws) -> tuple[str, str]:
    """An introduction, and the person's own telling once more, which contradicts nobody."""
    frames = load_frames(language.name)
    said = language.correct(attribute, value, draws, mild=True)
    return (frames.say(MentionSort.AGAIN, "", draws, language.phrasing) if frames is not None else "", said)
