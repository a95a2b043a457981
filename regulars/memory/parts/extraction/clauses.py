"""Splits an English sentence into words, and finds in it where a thing or an action ends."""

from __future__ import annotations

import re

from regulars.memory.parts.extraction.english_words import BASE, ING, PARTICIPLE, PAST, Verb, english_words

LONGEST_VALUE = 8
"""The most words of a value; what follows is left out."""

MOST_ADVERBS = 6
"""The most adverbs that are skipped at once."""

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)+|[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")
_SHORT = ("'m", "'re", "'ve", "'d", "'ll", "'s")
_WHOLE = {"can't": ("can", "n't"), "won't": ("will", "n't"), "cannot": ("can", "not"), "shan't": ("shall", "n't")}
_INSIDE = frozenset("\"“”‘’'&/#%$€£")
"""Signs that can stand within a value."""
_QUOTES = frozenset('"“”')
_OBJECTS = frozenset(("it", "this", "that", "them", "him", "her", "me", "us"))
_ARTICLES = frozenset(("a", "an", "the", "my", "our", "some", "another", "any"))
_LOOSE = frozenset(
    (
        "and",
        "or",
        "of",
        "for",
        "from",
        "about",
        "to",
        "with",
        "in",
        "on",
        "at",
        "by",
        "a",
        "the",
        "my",
        "just",
        "really",
    )
)
_NOT_ADVERBS = frozenset(
    ("family", "italy", "july", "early", "daily", "jelly", "belly", "lily", "friendly", "elderly", "lovely", "lonely")
)
_SILENT = ("v", "c", "z", "u", "at", "ang", "us", "uir", "par", "dg", "rg", "bl", "pl")
_AGO = frozenset(("ago", "later", "earlier", "back"))
_NEXT_TIME = frozenset(
    ("last", "next", "this", "these", "all", "each", "one", "for", "over", "a", "two", "three", "some")
)
_YOURS = frozenset(("you", "your", "yours", "yourself"))
_OF = frozenset(("of", "for", "in", "at", "on", "from", "to", "with", "about"))


class Clauses:
    """The words of a sentence, with what they may be. Positions count words and signs from 0.

    Attributes:
        text: The sentence, with plain apostrophes.
        words: Its words and signs in lower case; contractions are split ("I", "'m").
    """

    def __init__(self, sentence: str) -> None:
        self.text = sentence.replace("’", "'")
        self.words: list[str] = []
        self._spans: list[tuple[int, int]] = []
        for match in _TOKEN.finditer(self.text):
            start, end = match.span()
            word = match[0].lower()
            for piece in _pieces(word):
                self.words.append(piece)
                self._spans.append((start, min(start + len(piece), end)))
                start += len(piece)
        known = english_words()
        self._verbs, self._sets = known.verbs, known.sets

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, at: int) -> str:
        """The word at a position; empty beyond the ends."""
        return self.words[at] if 0 <= at < len(self.words) else ""

    def verb(self, at: int) -> Verb | None:
        """The verb that the word may be."""
        return self._verbs.get(self[at])

    def isa(self, at: int, name: str) -> bool:
        """Whether the word belongs to a class of words."""
        return self[at] in self._sets[name]

    def is_sign(self, at: int) -> bool:
        """Whether there is no word: a sign that ends a phrase, or the sentence's end."""
        word = self[at]
        return not word or not (word[0].isalnum() or word in _INSIDE or word in _SHORT or word == "n't")

    def guessed(self, at: int) -> Verb | None:
        """The regular verb that an unknown word must be by its ending: "customized a car"."""
        word = self[at]
        ending = "ing" if word.endswith("ing") else "ed"
        stem = word.removesuffix(ending)
        if word in self._verbs or word in self._sets["feelings"] or stem == word or len(stem) < 3:
            return None
        if not (self.isa(at + 1, "determiners") or self.isa(at + 1, "particles")):
            return None
        if stem[-1] == stem[-2] and stem[-1] not in "lsz":
            stem = stem[:-1]
        elif stem.endswith(_SILENT):
            stem += "e"
        elif stem.endswith("i"):
            stem = f"{stem[:-1]}y"
        return Verb(stem, frozenset((ING,) if ending == "ing" else (PAST, PARTICIPLE)))

    def is_name(self, at: int) -> bool:
        """Whether the word has a capital and is no pronoun."""
        return 0 <= at < len(self) and self.text[self._spans[at][0]].isupper() and self[at] != "i"

    def is_base(self, at: int) -> bool:
        """Whether an unknown word before an object must be a verb: "taste some eels"."""
        word = self[at]
        known = any(word in self._sets[name] for name in ("determiners", "clauses", "pronouns", "cuts", "ends", "aux"))
        return word.isalpha() and not known and self.isa(at + 1, "determiners")

    def _acts(self, at: int) -> bool:
        verb = self.verb(at)
        return self.isa(at, "aux") or (verb is not None and PAST in verb.forms and BASE not in verb.forms)

    def skip(self, at: int) -> int:
        """The position of the first word from here that is no adverb."""
        last = at + MOST_ADVERBS
        while at < last and self.is_adverb(at):
            at += 1
        return at

    def is_adverb(self, at: int) -> bool:
        """Whether the word is an adverb: a known one, or by its ending."""
        word = self[at]
        if word in self._sets["adverbs"]:
            return True
        return len(word) > 4 and word.endswith("ly") and word not in _NOT_ADVERBS and word not in self._verbs

    def end(self, start: int, *, action: bool = False) -> int:
        """Where the thing or the action ends that starts at a position."""
        if self[start] in _QUOTES:
            closed = (at for at in range(start + 1, start + 10) if self[at] in _QUOTES)
            return next(closed, start)
        at = start
        while at < len(self) and at - start < 3 * LONGEST_VALUE:
            if self._stops(start, at, action):
                break
            at += 1
        return at

    def _stops(self, start: int, at: int, action: bool) -> bool:
        word = self[at]
        if self.is_sign(at):
            return True
        if at == start:
            return False
        if word in self._sets["ends"] and not (word in ("then", "together") and action):
            return True
        if word in self._sets["aux"] or (word in self._sets["cuts"] and not action):
            return True
        if word in ("and", "or", "&"):
            return self._splits(start, at)
        return self.is_time(at)

    def _splits(self, start: int, at: int) -> bool:
        """Whether a conjunction begins another action or sentence."""
        following = self.skip(at + 1)
        if (
            self.is_sign(following)
            or self[following] in self._sets["ends"] | self._sets["clauses"]
            or self.isa(following, "aux")
        ):
            return True
        if self[following] in ("my", "our") and any(self.isa(at, "aux") for at in range(following, following + 5)):
            return True
        if self.isa(following, "determiners") and any(self._acts(at) for at in range(following + 2, following + 5)):
            return True
        verb = self.verb(following) or self.guessed(following)
        if verb is None:
            return False
        first = self.verb(start)
        if first is not None and ING in first.forms and ING in verb.forms:
            return False
        return (
            PAST in verb.forms or ING in verb.forms or not (self.is_sign(following + 1) or self[following + 1] == "for")
        )

    def is_void(self, at: int) -> bool:
        """Whether nothing starts here that could be an object."""
        word = self[at]
        return self.is_sign(at) or word in self._sets["cuts"] or word in self._sets["voids"] or self.is_time(at)

    def is_time(self, at: int) -> bool:
        """Whether "last week", "for a year", "two days ago" starts here."""
        times = self._sets["times"]
        if self[at] in _NEXT_TIME and any(self[at + step] in times for step in (1, 2)):
            return self[at] in ("last", "next", "this", "these", "for", "each", "over", "some") or bool(
                _AGO & set(self.words[at + 1 : at + 4])
            )
        return self[at] in times and bool(_AGO & set(self.words[at + 1 : at + 3]))

    def value(self, start: int, end: int) -> str:
        """The words of a thing or action without articles; empty if they name nothing, or are the other's."""
        while start < end and (self[start] in _ARTICLES or self[start] in _INSIDE):
            start += 1
        if self[start] == "one" and self[start + 1] == "of":
            start += 3 if self[start + 2] in _ARTICLES else 2
        kept = [at for at in range(start, end) if self[at] not in _INSIDE or self[at] in "&/$€£#%"][:LONGEST_VALUE]
        while kept and (self[kept[-1]] in _LOOSE or self.is_adverb(kept[-1])):
            kept.pop()
        words = [self[at] for at in kept]
        if words and words[-1] in _OBJECTS and (len(words) == 1 or words[-2] in ("of", "for", "about", "from")):
            return ""
        if words and words[-1] in ("one", "ones"):
            return ""
        if not words or words[0] in _SHORT or _YOURS & set(words):
            return ""
        sets = self._sets
        if words[0] in sets["clauses"] or (words[0] in sets["pronouns"] and not self._determines(kept)):
            return ""
        told = [word for word in words if word not in sets["empty"] and word not in sets["adverbs"]]
        if not [word for word in told if word not in sets["determiners"] and word not in sets["pronouns"]]:
            return ""
        return " ".join(self.text[self._spans[kept[0]][0] : self._spans[kept[-1]][1]].split()).strip("\"'“”")

    def _determines(self, kept: list[int]) -> bool:
        """Whether a pronoun stands before its noun: "this book", "her letter"."""
        return len(kept) > 1 and self[kept[0]] in ("this", "that", "these", "those", "her", "one", "each")


def _pieces(word: str) -> tuple[str, ...]:
    if word in _WHOLE:
        return _WHOLE[word]
    if "'" not in word:
        return (word,)
    if word.endswith("n't"):
        return word[:-3], "n't"
    for short in _SHORT:
        if word.endswith(short):
            return word[: -len(short)], short
    return (word,)


_IES = frozenset(
    ("movies", "cookies", "series", "ties", "pies", "selfies", "brownies", "smoothies", "hoodies", "species")
)


def head(phrase: str) -> str:
    """The head of a noun phrase with its owner: the last word before a preposition, lower-case and singular.

    For a name, the owner is the attribute: "my sister's name" gives `sister`.
    """
    words: list[str] = []
    for match in _TOKEN.finditer(phrase.lower()):
        if match[0] in _OF and words:
            break
        if match[0][0].isalnum():
            words.append(match[0])
    if not words:
        return ""
    owner = next((word.removesuffix("'s") for word in words[:-1] if word.endswith("'s")), "")
    last = singular(words[-1].removesuffix("'s"))
    last = "family" if last == "fam" else last
    return owner if owner and last == "name" else f"{owner} {last}".strip()


def singular(noun: str) -> str:
    """A noun without its plural ending."""
    if len(noun) <= 3 or not noun.endswith("s") or noun.endswith(("ss", "us", "is")):
        return noun
    if noun.endswith("ies") and noun not in _IES:
        return f"{noun[:-3]}y"
    return noun[:-2] if noun.endswith(("shes", "ches", "xes", "sses")) else noun[:-1]
