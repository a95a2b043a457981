"""Reads statements by general English patterns, without a list of attributes: "my X is Y", "I moved to Y".

The patterns are those of English grammar: a first person, auxiliaries, a verb of a common kind and its object;
possession and copulas; verbs before other verbs ("started to", "used to"). Words are in `english_words.toml`; no
phrase of a language pack is among them. An attribute is the head noun after "my", the base of a verb (`visit`), or a
plain word for a kind of verbs (`home`, `job`, `like`, `plan`). Values are the original words without articles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.clauses import head, singular
from regulars.memory.parts.extraction.english_words import BASE, ING, PARTICIPLE, PAST, S
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.predicates import REACH, Predicates
from regulars.memory.parts.extraction.sentence_claims import HAVE, LIKE, STATE, Manner
from regulars.memory.parts.extraction.statements import Statement
from regulars.memory.parts.text.sentences import sentences

_ASKS = ("?", "？")
_SHORT = 1000
"""Greatest number of characters of a sentence whose claims are kept."""
_FINITE = ("aux", "be", "can")
_FORGET = re.compile(
    r"\b(?:forget|delete|erase|remove)\b[^.;!?]{0,80}?\b(?:my|our) (?P<noun>[^,.;:!?]{1,40}?)(?=[,.;:!?]|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RuleReader:
    """Reads statements by general English patterns. Text in other languages gives sentences without claims."""

    def statements(self, part: Draft) -> Sequence[Statement]:
        """A person's sentences, except questions, each with its claims."""
        if said_by_assistant(part):
            return ()
        said = (sentence for sentence in sentences(part.text) if not sentence.endswith(_ASKS))
        return tuple(Statement(sentence, _claims(part.name, sentence)) for sentence in said)

    def unwanted(self, part: Draft) -> Sequence[str]:
        """The head nouns of the things that a turn asks to forget or delete."""
        if said_by_assistant(part):
            return ()
        found = (match for sentence in sentences(part.text) for match in _FORGET.finditer(sentence.replace("’", "'")))
        return tuple(dict.fromkeys(noun for match in found if (noun := head(match["noun"]))))


def _claims(name: str, sentence: str) -> tuple[Claim, ...]:
    """The claims of a sentence; those of a short one are kept, because guards read them at every recall."""
    return _kept_claims(name, sentence) if len(sentence) <= _SHORT else _Reading(name, sentence).claims()


@lru_cache(maxsize=16384)
def _kept_claims(name: str, sentence: str) -> tuple[Claim, ...]:
    return _Reading(name, sentence).claims()


class _Reading(Predicates):
    """Reads one sentence from left to right: finds subjects and what is said of them."""

    def claims(self) -> tuple[Claim, ...]:
        """The claims of the sentence, in order."""
        at = 0
        while at < len(self.said):
            at = max(self._step(at), at + 1)
        return tuple(self.found.values())

    def _step(self, at: int) -> int:
        """Reads what starts at a position, and returns where to go on."""
        said, word = self.said, self.said[at]
        if word in self.sets["unsure"]:
            self.unsure = True
        elif word in self.sets["first"]:
            self.seen, self.last = True, None
            return at + 1 if self.unsure else self.predicate(at + 1, Manner(of=at))
        elif word == "call" and said[at + 1] == "me" and not self.seen:
            return self.span("name", at + 2, said.end(at + 2))
        elif word in ("my", "our") or (word == "the" and self._kin(at + 1) and not said.verb(at - 1)):
            return self._possession(at)
        elif said.isa(at, "bare") and said[at + 1] in ("'s", "has") and said[at + 2] == "been" and not self.unsure:
            self._of_noun(word, at + 1)
        elif word == "me":
            self._about_me(at)
        elif word in self.sets["others"]:
            self.seen, self.last = True, None
        elif word in self.sets["pictures"] and said[at + 1] == "of":
            return self._pictured(at + 2)
        elif (
            word in self.sets["good"]
            and not self.unsure
            and said[at + 1] == "to"
            and said[at + 2] == "have"
            and PARTICIPLE not in self.forms(at + 3)
        ):
            return self.span(HAVE, at + 3, said.end(at + 3))
        elif word in self.sets["good"] and not self.unsure and ING in self.forms(at + 1) and self.seen:
            return self.action(LIKE, at + 1, Manner())
        elif said.isa(at - 1, "joins") or said.is_sign(at - 1):
            return self._without_subject(at)
        return at + 1

    def _pictured(self, at: int) -> int:
        """What a picture shows: "a photo of me climbing"."""
        said = self.said
        if said[at] in ("my", "our"):
            self._possession(at)
            at = said.end(at)
        elif said[at] in ("me", "us", "them"):
            at += 1
        return self.inner(at, Manner(), "do") if said[at].endswith("ing") and said[at - 1] != "of" else at

    def _without_subject(self, at: int) -> int:
        """A further verb of the last subject ("and bought a car"), or a first person left out ("Bought a car")."""
        said = self.said
        start = said.skip(at)
        verb, word = said.verb(start) or said.guessed(start), said[start]
        if self.last is not None:
            if word in ("have", "'ve", "had", "was", "am") and self.last.of >= 0:
                return self.predicate(start, replace(self.last, attribute="", bare=False))
            if verb is not None and verb.forms & self.last.forms:
                return self.predicate(start, self.last)
            if self.last.bare and BASE in self.last.forms and verb is None and said.is_base(start):
                return self.predicate(start, self.last)
            return at + 1
        if self.seen or self.unsure or said[at - 1] in ("and", "or"):
            return at + 1
        if verb is not None and PAST in verb.forms and BASE not in verb.forms:
            return self.predicate(start, Manner())
        if word in ("been", "gonna", "gotta", "never") or (
            word in ("have", "can", "did") and said.isa(start + 1, "not")
        ):
            return self.predicate(start, Manner())
        if verb is not None and verb.forms & {BASE} and verb.base in {"love", "like", "hate", "miss", "prefer"}:
            return self.predicate(start, Manner())
        if word == "being" and said[start + 1] in ("a", "an"):
            return self.span(STATE, start + 1, said.end(start + 1, action=True))
        if verb is not None and ING in verb.forms:
            return self._gerund(start)
        return at + 1

    def _gerund(self, at: int) -> int:
        """An action without a subject: liked ("Running is my escape"), or done ("Working on a song")."""
        said = self.said
        ahead = range(at + 1, at + REACH)
        finite = next((k for k in ahead if any(said.isa(k, name) for name in _FINITE) or self._finite(k)), 0)
        rest = said.words[finite : finite + REACH]
        mine = any(word in ("me", "my", "experience", "i") for word in rest)
        if said.isa(finite, "be") and said[finite] != "was" and mine and any(word in self.sets["fun"] for word in rest):
            return self.span(LIKE, at, finite)
        if not finite or (mine and said[finite] in ("was", "were", "changed", "gave", "helped", "improved")):
            return self.predicate(at, Manner())
        return at + 1

    def _finite(self, at: int) -> bool:
        verb = self.said.verb(at)
        return (verb is not None and bool(verb.forms & {PAST, S}) and BASE not in verb.forms) or self.said[at] in (
            "changed",
            "helps",
            "makes",
        )

    def _possession(self, at: int) -> int:
        """What is said of "my X": that it is something, that it did something, or that there is one."""
        said = self.said
        stop = at + 1
        while stop < min(at + 7, len(said)) and not said.is_sign(stop) and not said.isa(stop, "have"):
            if said.isa(stop, "be") and not self._owns(stop):
                break
            if said[stop] in ("and", "or") or said.isa(stop, "ends") or said.isa(stop, "cuts"):
                break
            if stop > at + 1 and (
                self._finite(stop) or said.is_time(stop) or said.is_adverb(stop) or self._kin_acts(stop)
            ):
                break
            stop += 1
        noun = head(" ".join(self._join(at + 1, stop)))
        kin = next((k for k in range(at + 1, stop) if self._kin(k)), 0)
        if kin and said.is_name(kin + 1):
            noun = singular(said[kin])
        if said[stop] == "and" and said.isa(stop + 1, "first"):
            self._mention(said[at], kin)
            self.seen = True
            return self.predicate(stop + 2, Manner(of=at))
        before = len(self.found)
        called = next((k for k in range(at + 2, stop) if said[k] in ("called", "named") and said.is_name(k + 1)), 0)
        if called:
            self.span(head(said.value(at, called)), called + 1, called + 2)
            return called + 2
        following = said.skip(stop)
        said_of = (
            said.isa(following, "be")
            or said.isa(following, "have")
            or self._finite(following)
            or said.isa(following, "died")
        )
        said_of |= bool(kin) and BASE in self.forms(following)
        leads = said.isa(at - 1, "joins") or said.is_sign(at - 1) or said.isa(at - 1, "leads") or said.is_adverb(at - 1)
        if noun and leads and said_of and not self.unsure and not said.isa(stop - 1, "pronouns"):
            self.seen, self.last = True, None
            self._of_noun(noun, following)
        if len(self.found) == before or (kin and not said.isa(following, "be")):
            self._mention(said[at], kin)
        if len(self.found) == before and not self.unsure:
            if said.isa(at - 1, "be") and said.isa(at - 2, "points") and not kin:
                return self.span(HAVE, at, said.end(at))
            if said.isa(at - 1, "be") and not self.seen:
                self._subject_of(noun, at - 1)
            elif said.isa(at + 1, "own") and at >= self.until and not said.is_sign(at + 2):
                self.add(HAVE, said.value(at, said.end(at)))
        return max(self.until, at + 1)

    def _owns(self, at: int) -> bool:
        """Whether "'s" marks an owner: "my sister's dog"."""
        said = self.said
        if (
            said[at] != "'s"
            or said.is_adverb(at + 1)
            or said.is_sign(at + 1)
            or said[at + 1] in ("a", "the", "been", "not")
        ):
            return False
        return any(said.isa(k, "be") or said.isa(k, "have") or self._finite(k) for k in range(at + 2, at + 5))

    def _join(self, start: int, stop: int) -> list[str]:
        words: list[str] = []
        for at in range(start, stop):
            if self.said[at] == "'s" and words:
                words[-1] += "'s"
            else:
                words.append(self.said[at])
        return words

    def _kin(self, at: int) -> bool:
        return self.said.isa(at, "family") or self.said.isa(at, "pets")

    def _kin_acts(self, at: int) -> bool:
        """Whether a verb follows family members or animals: "my parents live"."""
        said = self.said
        return self._kin(at - 1) and (BASE in self.forms(at) or said.isa(at, "died"))

    def _mention(self, determiner: str, kin: int) -> None:
        """A family member or an animal: its name, or that it exists."""
        said = self.said
        if kin and said.is_name(kin + 1):
            self.add(singular(said[kin]), said.value(kin + 1, kin + 2))
        elif kin and determiner != "the":
            self.add("family" if said.isa(kin, "family") else "pet", said[kin])

    def _of_noun(self, noun: str, at: int) -> None:
        """What is said of a noun of the speaker's."""
        said = self.said
        holds, start, be = True, at, False
        while (
            said.isa(start, "be")
            or said.isa(start, "have")
            or said.isa(start, "not")
            or (said.is_adverb(start) and not be)
        ):
            if said.isa(start, "have") and not (
                said.isa(start + 1, "be") or said.is_adverb(start + 1) or said.isa(start + 1, "not")
            ):
                break
            be |= said.isa(start, "be")
            holds &= not said.isa(start, "not")
            start += 1
        start += be and said[start] == "to"
        if said.isa(start, "died"):
            self.add(noun, said[start], holds=holds)
        elif said[start] == "passed" and said[start + 1] == "away":
            self.add(noun, "passed away", holds=holds)
        elif be:
            start += said[start] in ("called", "named")
            kin = noun in self.sets["family"] or noun in self.sets["pets"]
            kin &= said[at - 1] != "name"
            self.span(noun, start, said.end(start, action=True), holds=holds, many=kin or ING in self.forms(start))
        else:
            self.predicate(at, Manner(attribute=noun, of=at))

    def _about_me(self, at: int) -> None:
        """What something does to the speaker: "reminds me of", "helps me", "makes me happy", "key for me"."""
        said, before = self.said, self.said[at - 1]
        if self.unsure:
            return
        if before in ("reminds", "reminded", "remind") and said[at + 1] == "of":
            self.span("remind", at + 2, said.end(at + 2))
        elif before in ("helps", "helped"):
            self.action("help", at + 2 if said[at + 1] == "to" else at + 1, Manner())
        elif before in ("gave", "gives") and said[at + 1] in ("a", "an", "the", "some", "two", "this"):
            self.span("get", at + 1, said.end(at + 1))
        elif before in ("got", "gets") and said[at + 1] == "thinking":
            self.span("think", at + 3, said.end(at + 3))
        elif before in self.sets["heartening"] and any(said.isa(k, "glad") for k in range(at + 1, at + 4)):
            self._subject_of(LIKE, at - 1)
        elif before in ("for", "to") and (said.isa(at - 2, "worth") or said[at - 2] in ("most", "lot")):
            start = at - 3
            while said.is_adverb(start) or said[start] in ("the", "a"):
                start -= 1
            if said.isa(start, "be") or said[start] in ("matter", "matters", "mean", "means"):
                self._subject_of(LIKE, start)

    def _subject_of(self, attribute: str, stop: int) -> None:
        """Claims the subject that ends at a position, unless it is a pronoun."""
        said, start = self.said, stop
        while start > 0 and stop - start < 10 and not said.is_sign(start - 1) and said[start - 1] not in ("and", "but"):
            start -= 1
        start = said.skip(start)
        self.span(attribute, start, stop)
