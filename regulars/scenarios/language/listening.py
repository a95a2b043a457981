"""Listens in a language: finds what people tell, ask and offer, and what replies ask.

`packs.Language` is a listener that also speaks. Known wordings are recognised in `recognition`, and in
`unspaced_recognition` for a language without spaces between words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from regulars.scenarios.language.recognition import Recognition
from regulars.scenarios.language.unspaced_recognition import UnspacedRecognition
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import Mention

KEPT = 2048
"""The number of texts whose requests and offers are cached. A step asks several times about one line."""


def recognition_of(pack: Mapping[str, Any], ontology: Ontology) -> Recognition:
    """The recognition of known wordings, by a pack's tables and the attributes."""
    given = ontology, pack["recalls"], pack["asks_openly"], pack["asks_how"]
    return UnspacedRecognition(*given, pack["listening"]) if "listening" in pack else Recognition(*given)


class Listener:
    """The listening half of a language pack.

    Args:
        recognition: Recognises the known wordings.
    """

    def __init__(self, recognition: Recognition) -> None:
        self.recognition = recognition

    def patterns(self, attribute: str) -> tuple[re.Pattern[str], ...]:
        """The patterns of an attribute's disclosures, with the group `value`."""
        return self.recognition.patterns(attribute)

    def read(self, attribute: str, sentence: str) -> list[Mention]:
        """The values that `sentence` tells in a pattern of the attribute, in order.

        An implied attribute is read from the attribute that implies it.
        """
        return self.recognition.read(attribute, sentence)

    def attributes_in(self, text: str) -> list[str]:
        """The attributes that `text` may tell, or whose end it may tell, in the ontology's order.

        This quick test looks for the longest words of each known wording. It never misses an attribute that is told.
        """
        return self.recognition.attributes_in(text)

    def told_in(self, attribute: str, text: str) -> list[str]:
        """The canonical values of the attribute that `text` tells, in order."""
        return [mention.value for mention in self.recognition.read(attribute, text)]

    def ended_in(self, attribute: str, text: str) -> bool:
        """Whether `text` tells in a known phrase that the attribute is over."""
        return self.recognition.ended_in(attribute, text)

    def chosen_in(self, attribute: str, text: str) -> list[str]:
        """The value that a reply chooses: the only value of the attribute in it."""
        return self.recognition.chosen_in(attribute, text)

    def offered(self, message: str) -> tuple[str, tuple[str, ...]] | None:
        """The attribute and the canonical options of a choice that `message` offers; None for no choice."""
        return _offered(self.recognition, message)

    def asked_attribute(self, text: str) -> tuple[str, str] | None:
        """The attribute that a person's question or request is about, and the form of its answer.

        Known wordings are recognised at the beginning of any sentence. Other wordings count if they are short questions
        in the first person that hold a cue of the attribute.
        """
        return self.recognition.asked_attribute(text)

    def requests(self, text: str) -> bool:
        """Whether a person asks for something: with a question mark, in a known wording, or by an imperative.

        Example:
            >>> from regulars.scenarios.language.packs import Language
            >>> language = Language.load("english")
            >>> language.requests("Write a note for the neighbours, please."), language.requests("Good to be back.")
            (True, False)
        """
        return _requests(self.recognition, text)

    def asks_about(self, text: str, attribute: str) -> bool:
        """Whether a sentence of a reply ends in `?` and holds the attribute's label or a cue."""
        return self.recognition.asks_about(text, attribute)

    def asked_of_user(self, reply: str) -> str | None:
        """The attribute that a reply asks the person about, found by the longest cue; None for none."""
        return self.recognition.asked_of_user(reply)

    def asks_openly(self, reply: str) -> bool:
        """Whether a reply asks for more without naming anything, as after a hint."""
        return self.recognition.asks_openly(reply)

    def asks_how(self, text: str) -> bool:
        """Whether a person's question asks for a way to proceed."""
        return self.recognition.asks_how(text)


@lru_cache(maxsize=KEPT)
def _requests(recognition: Recognition, text: str) -> bool:
    return recognition.requests(text)


@lru_cache(maxsize=KEPT)
def _offered(recognition: Recognition, message: str) -> tuple[str, tuple[str, ...]] | None:
    return recognition.offered(message)
