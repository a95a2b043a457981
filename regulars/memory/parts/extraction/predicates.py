"""Reads what a speaker says of themselves after a subject: auxiliaries, a verb of a kind, and its object."""

from __future__ import annotations

from dataclasses import replace

from regulars.memory.parts.extraction.clauses import head
from regulars.memory.parts.extraction.english_words import BASE, ING, PARTICIPLE, PAST, Verb
from regulars.memory.parts.extraction.sentence_claims import (
    DISLIKE,
    HAVE,
    LIKE,
    NEED,
    PLAN,
    STATE,
    Manner,
    SentenceClaims,
)

REACH = 25
"""How many words on a further verb is looked for."""
DEEPEST = 4
"""How many verbs can stand under one another."""
_NAMES = {"come": "origin", "grow": "origin", "catch": "meet", "own": HAVE, "possess": HAVE}
"""Attributes of verbs that are not called by their base."""
_STATES = {
    ("allergic", "to"): "allergy",
    ("married", "to"): "partner",
    ("engaged", "to"): "partner",
    ("busy", "with"): "busy",
    ("born", "in"): "birth",
    ("born", "on"): "birth",
    ("based", "in"): "home",
    ("based", "at"): "home",
    ("based", "near"): "home",
    ("off", "to"): "go",
    ("headed", "to"): "go",
    ("back", "from"): "visit",
    ("proud", "of"): "proud",
    ("grateful", "for"): "grateful",
    ("thankful", "for"): "thankful",
    ("part", "of"): STATE,
}
"""Attributes after "I am" and these two words."""


class Predicates(SentenceClaims):
    """Reads the predicates of a sentence, and claims what they say."""

    def predicate(self, at: int, manner: Manner) -> int:
        """Reads auxiliaries and the verb after a subject, and returns where to go on."""
        said, start = self.said, at
        be = will = would = can = False
        holds = manner.holds
        while not said.is_sign(at) and at < start + REACH:
            word = said[at]
            if word in self.sets["not"]:
                holds = False
            elif word == "no" and said[at + 1] == "longer":
                holds, at = False, at + 1
            elif word in self.sets["be"]:
                be = True
            elif word in self.sets["will"]:
                will = True
            elif word in ("would", "'d"):
                would = BASE in self.forms(said.skip(at + 1))
            elif word in self.sets["can"]:
                can = True
            elif not (
                said.is_adverb(at)
                or (word in self.sets["have"] and self._helps(at))
                or (word in self.sets["do"] and self._helps(at))
            ):
                break
            at += 1
        manner = replace(manner, holds=holds)
        if can:
            return self._can(at, manner)
        forms = self.forms(at)
        if not forms and (guess := said.guessed(at)) is not None:
            forms = guess.forms
        if would:
            if said[at] in self.words.kinds["likes"] and said[at + 1] == "to":
                self.action("want", at + 2, manner)
            self.last = None
            return max(self.until, at)
        if will and (not be or ING in forms):
            return self._will(at, manner)
        if be and ING not in forms and said[at] not in ("gonna", "gotta"):
            return self._state(at, manner, been="been" in said.words[start:at])
        verb = said.verb(at) or said.guessed(at)
        if said[at] in ("have", "has", "had", "got") and said[at + 1] == "to" and BASE in self.forms(at + 2):
            return self.action(NEED, at + 2, manner)
        if verb is None:
            return self.action(manner.attribute, at, manner) if manner.bare and said.is_base(at) else at
        kept = frozenset((ING,)) if be else frozenset((PAST, PARTICIPLE)) if PAST in forms else frozenset((BASE,))
        return self._verb(at, verb, manner if manner.bare else replace(manner, forms=kept))

    def _helps(self, at: int) -> bool:
        """Whether "have" or "do" stands before another verb."""
        said = self.said
        following = at + 1
        while said.isa(following, "not") or said.is_adverb(following):
            following += 1
        if said.isa(at, "do"):
            return said[following] != "it" and (BASE in self.forms(following) or said.isa(at + 1, "not"))
        if said[following] in ("been", "got"):
            return True
        return (
            said[at] != "having"
            and (PARTICIPLE in self.forms(following) or said.isa(at + 1, "not"))
            and said[following] not in ("a", "an", "any", "the")
        )

    def _can(self, at: int, manner: Manner) -> int:
        """After "can" and the like: only "can't wait" and "can't stand" tell something."""
        said = self.said
        if not manner.holds and said[at] == "wait":
            if said[at + 1] == "to":
                return self.action(PLAN, at + 2, replace(manner, holds=True))
            if said[at + 1] == "for":
                return self.span(PLAN, at + 2, said.end(at + 2))
        elif not manner.holds and said[at] in ("stand", "bear"):
            return self.span(DISLIKE, at + 1, said.end(at + 1, action=ING in self.forms(at + 1)))
        self.last = None
        return at

    def _will(self, at: int, manner: Manner) -> int:
        """After "will": a plan, unless it is an empty act such as "I'll see"."""
        said = self.said
        if said[at] in ("have", "need") and said[at + 1] == "to":
            return self.action(PLAN, at + 2, manner)
        if said[at] == "need":
            return self.span(NEED, at + 1, said.end(at + 1), holds=manner.holds)
        if said[at] == "go" and BASE in self.forms(at + 1):
            at += 1
        self.last = None
        return at if said.isa(at, "empty_acts") else self.action(PLAN, at, manner)

    def _verb(self, at: int, verb: Verb, manner: Manner) -> int:
        """Reads a verb with what belongs to it."""
        said, kinds = self.said, self.words.kinds
        base, following = verb.base, said.skip(at + 1)
        base = HAVE if said[at] == "got" and said[at - 1] in ("have", "'ve", "has") else base
        after = said[following]
        if manner.bare:
            return self.action(manner.attribute, at, manner)
        if said[at] == "used" and after == "to":
            return self.inner(following + 1, replace(manner, holds=False), "do")
        action = after == "to" and (BASE in self.forms(said.skip(following + 1)))
        doing = ING in self.forms(following)
        if base in kinds["likes"] or base in kinds["dislikes"] or base == "miss":
            return self._liked(base, following, action or doing, manner)
        if base == "go" and ING in verb.forms and action:
            return self.action(PLAN, following + 1, manner)
        if base == "gonna":
            return self.action(PLAN, following, manner)
        if base == "look" and after == "forward":
            start = following + 2
            return (
                self.action(PLAN, start, manner)
                if ING in self.forms(start)
                else self.span(PLAN, start, said.end(start))
            )
        if base in kinds["plans"]:
            if action:
                return self.action(PLAN, following + 1, manner)
            if after in ("of", "about", "on") and ING in self.forms(following + 1):
                return self.action(PLAN, following + 1, manner)
            if base in ("plan", "consider", "want"):
                return (
                    self.action(PLAN, following, manner)
                    if doing
                    else self.span(PLAN, following, said.end(following, action=True), holds=manner.holds)
                )
        if base in kinds["needs"]:
            start = following + (after == "to")
            if after == "to" or BASE in self.forms(start):
                return self.action(NEED, start, manner)
            return self.span(NEED, following, said.end(following), holds=manner.holds)
        if base in kinds["stops"] and (doing or (after == "up" and ING in self.forms(following + 1))):
            return self.inner(following + (after == "up"), replace(manner, holds=not manner.holds), "do")
        if base in kinds["stops"] and (base != "give" or after == "up"):
            start = following + (after == "up")
            return self.span(HAVE, start, said.end(start), holds=not manner.holds)
        if base == "try" and action:
            return self.action("try", following + 1, manner)
        if base in kinds["through"] and (action or doing):
            return self.inner(following + (after == "to"), manner, base)
        if base in ("get", "become"):
            if said.isa(following, "conditions") or base == "become":
                return self.span(STATE, following, said.end(following), holds=manner.holds, lists=False)
            if said.isa(following, "events"):
                return self.span(
                    manner.attribute or "get",
                    following,
                    said.end(following, action=True),
                    holds=manner.holds,
                    lists=False,
                )
        if base in ("get", "come") and said[at + 1] == "back" and said[at + 2] == "from":
            return self.span("visit", at + 3, said.end(at + 3, action=True), holds=manner.holds, lists=False)
        if base in ("have", "spend", "go") and not manner.bare and (done := self._light(base, following, manner)):
            return done
        return self._object(base, following, manner)

    def inner(self, at: int, manner: Manner, base: str) -> int:
        """A verb under another one: "started painting"; the action itself if nothing else is claimed."""
        if self._depth == DEEPEST:
            return at
        before = len(self.found)
        self._depth += 1
        reached = self.predicate(at, manner)
        self._depth -= 1
        if len(self.found) > before or base in ("keep", "continue", "manage", "help", "get", "end", "bother", "enjoy"):
            return reached
        return self.action(base, at, manner)

    def _liked(self, base: str, at: int, action: bool, manner: Manner) -> int:
        said, kinds = self.said, self.words.kinds
        attribute = LIKE if base in kinds["likes"] else DISLIKE if base in kinds["dislikes"] else base
        attribute, holds = manner.attribute or attribute, manner.holds
        if not holds and attribute == LIKE and not self._longer:
            attribute, holds = DISLIKE, True
        start = at + (action and said[at] == "to")
        return self.span(attribute, start, said.end(start, action=action), holds=holds)

    def _light(self, base: str, at: int, manner: Manner) -> int:
        """The claim is in what follows: "had a great time at Y", "spent the day doing Y", "went swimming"."""
        said = self.said
        if base == "go":
            return self.action("go", at, manner) if ING in self.forms(at) and said[at] not in ("going",) else 0
        noun = next((k for k in range(at, at + 6) if said.isa(k, "great_time")), 0)
        if not noun or (base == "have" and any(said[k] in ("of", "for") for k in range(at, noun))):
            return 0
        start = said.skip(noun + 1)
        while said[start] == "with":
            if base == "spend":
                self.span("spend", start + 1, said.end(start + 1), holds=manner.holds)
            start = said.end(start + 1)
        if ING in self.forms(start):
            return self.inner(start, manner, base)
        if said[start] in ("at", "in", "on"):
            return self.span("visit", start + 1, said.end(start + 1), holds=manner.holds)
        return start

    def _object(self, base: str, at: int, manner: Manner) -> int:
        """What a verb is about: its object, or what follows its preposition."""
        said, words = self.said, self.words
        takes = words.prepositions.get(base, frozenset())
        attribute = manner.attribute or _NAMES.get(base, base)
        if base == "take" and said[at] == "up":
            attribute = "start"
        start = at
        while (said.isa(start, "particles") and said[start] not in takes) or said.is_adverb(start):
            start += 1
        if base == "work" and said[start] == "as":
            return self.span(manner.attribute or "job", start + 1, said.end(start + 1), holds=manner.holds)
        if said[start] == "from" and "to" in takes:
            start = next((k for k in range(start, start + 6) if said[k] == "to"), start)
            if said[start] == "from" and base == "move":
                return self.span("origin", start + 1, said.end(start + 1), holds=manner.holds)
        if said[start] in takes or (said[start] == "out" and said[start + 1] in takes):
            place = start + 1 + (said[start] == "out")
            place += said[place] == "for" or said[place] == "with"
            name = attribute if manner.attribute else self._named(base, said[start])
            if said.is_void(place):
                return self._without_object(base, place, manner)
            return self.span(
                name,
                place,
                said.end(place),
                holds=manner.holds,
                manner=manner,
            )
        if base not in words.kinds["deeds"] and said.verb(at - 1) is not None:
            return at
        if said.is_void(start):
            return self._without_object(base, start, manner)
        start = self._past_receiver(start)
        end = said.end(start)
        there = said[end] == "to" and not said.verb(end + 1)
        if there and (
            base in ("take", "bring") or (said.isa(end - 1, "ways") and base in ("make", "have", "do", "start"))
        ):
            attribute = manner.attribute or ("go" if said.isa(end - 1, "ways") else "visit")
            start, end = end + 1, said.end(end + 1)
        elif base == "have" and said[start] in ("plan", "plans") and said[start + 1] in ("to", "for"):
            return self.action(PLAN, start + 2, manner)
        elif base == "know" and said[start] not in ("a", "an", "one", "some", "two", "three", "several"):
            return start
        elif base in self.sets["need_determiner"] and not (
            said.isa(start, "determiners") or said[end - 1].endswith("s")
        ):
            self.last = manner
            return start
        called = next((k for k in range(start, end) if said[k] in ("called", "named")), 0)
        if called and base in ("have", "get", "buy", "adopt", "own"):
            return self.span(head(said.value(start, called)), called + 1, end, holds=manner.holds, manner=manner)
        return self.span(attribute, start, end, holds=manner.holds, manner=manner)

    def _past_receiver(self, at: int) -> int:
        """The position after "him" or "my aunt" where a thing follows: "bought my aunt a harp"."""
        said = self.said
        kin = said.isa(at, "determiners") and said.isa(at + 1, "family")
        following = at + 1 + kin
        if (kin or said[at] == "myself" or (said.isa(at, "objects") and said[at] != "me")) and said[following] in (
            "a",
            "an",
            "some",
            "the",
            "two",
        ):
            return following
        return at

    def _named(self, base: str, preposition: str) -> str:
        if base in self.sets["home"]:
            return "home"
        if base == "work" and preposition in ("at", "for"):
            return "employer"
        return _NAMES.get(base, base)

    def _without_object(self, base: str, at: int, manner: Manner) -> int:
        """A verb without an object claims the thing before it ("the cake I made") or the activity ("I hike")."""
        before = len(self.found)
        if manner.of > 0 and not manner.attribute:
            self._related(base, manner)
        if len(self.found) == before and base in self.words.kinds["activities"]:
            self.last = manner
            self.add(manner.attribute or "do", base, holds=manner.holds)
        return at

    def _related(self, base: str, manner: Manner) -> None:
        """The thing before "I made": "the cake I made"."""
        said = self.said
        stop = manner.of - (said[manner.of - 1] in ("that", "which"))
        if said.isa(stop - 1, "clauses"):
            return
        for start in range(stop - 1, max(stop - 6, -1), -1):
            if said.is_sign(start) or said.isa(start, "be"):
                return
            if said[start] in self.sets["determiners"] or said[start] in ("stuff", "things"):
                if said[stop - 1] not in self.sets["times"] and said[stop - 1] not in (
                    "way",
                    "reason",
                    "thing",
                    "moment",
                ):
                    self.span(base, start, stop, holds=manner.holds)
                return

    def _state(self, at: int, manner: Manner, *, been: bool) -> int:
        """What somebody is: "I'm a nurse", "I'm allergic to nuts", "I'm off to Rome"."""
        said, word, after, holds = self.said, self.said[at], self.said[at + 1], manner.holds
        self.last = None
        if been and word in ("to", "on"):
            return self.span("visit" if word == "to" else "go", at + 1, said.end(at + 1), holds=holds)
        if manner.of < 0 or said[manner.of - 1] in ("when", "as", "since", "while", "like"):
            return at
        if (fond := self._fond(at + (word in ("a", "an")), holds)) > 0:
            return fond
        if (word, after) in _STATES:
            return self.span(_STATES[word, after], at + 2, said.end(at + 2), holds=holds)
        if word.isdigit() and (said.is_sign(at + 1) or after in ("years", "now", "and")):
            self.add("age", word, holds=holds)
            return at + 1
        if word == "able" and after == "to":
            return self.inner(at + 2, manner, "able")
        if said.isa(at, "eager") and after == "to":
            return at if said.isa(at + 2, "empty_acts") else self.action(PLAN, at + 2, manner)
        if said.isa(at, "eager") and after in ("for", "about") and word not in ("ready", "set", "going", "due"):
            return self.span(PLAN, at + 2, said.end(at + 2), holds=holds)
        if word in ("from", "originally"):
            start = at + 1 + (word == "originally")
            return self.span("origin", start, said.end(start), holds=holds)
        if word in ("in", "at", "on") and after in ("a", "an", "the", "my", "our"):
            end = said.end(at + 1)
            return (
                at
                if any(said.isa(k, "nowhere") for k in range(at, end))
                else self.span(STATE, at + 1, end, holds=holds)
            )
        if said.isa(at, "events"):
            return self.span("get", at, said.end(at, action=True), holds=holds, lists=False)
        if word in ("a", "an") or said.isa(at, "conditions") or said.isa(at + 1, "conditions"):
            return self.span(STATE, at, said.end(at), holds=holds)
        return at

    def _fond(self, at: int, holds: bool) -> int:
        """Claims what somebody is fond or tired of, and returns where to go on; 0 if they are not said to be."""
        said = self.said
        known = next((k for k in (at, at + 1) if said.isa(k, "fond") or said.isa(k, "averse")), -1)
        if known < 0 or not (said[known] == "into" or said[known + 1] in self.words.prepositions[said[known]]):
            return 0
        start = known + 1 + (said[known] != "into")
        attribute = LIKE if said.isa(known, "fond") else DISLIKE
        return self.span(attribute, start, said.end(start, action=ING in self.forms(start)), holds=holds)
