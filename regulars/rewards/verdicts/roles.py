"""Nouns of roles and things that people have several of, to notice a value that is of another matter."""

from __future__ import annotations

import re

ROLES = (
    frozenset(["dentist"]),
    frozenset(["vet", "veterinarian"]),
    frozenset(["doctor", "gp", "physician", "paediatrician", "surgeon"]),
    frozenset(["lawyer", "solicitor", "attorney", "notary"]),
    frozenset(["landlord", "landlady"]),
    frozenset(["accountant", "adviser", "advisor", "tax"]),
    frozenset(["hairdresser", "barber"]),
    frozenset(["therapist", "physiotherapist", "psychologist"]),
    frozenset(["teacher", "tutor", "coach", "trainer"]),
    frozenset(["boss", "manager", "supervisor"]),
    frozenset(["plumber", "electrician", "gardener", "cleaner"]),
    frozenset(["breakfast"]),
    frozenset(["lunch"]),
    frozenset(["dinner", "supper"]),
    frozenset(["laptop", "computer", "notebook"]),
    frozenset(["phone", "mobile", "smartphone"]),
    frozenset(["tablet"]),
    frozenset(["car"]),
    frozenset(["bike", "bicycle"]),
)
"""Nouns of attributes whose values may be taken for one another; words in one set mean the same."""
HEADS = "|".join(sorted(noun for names in ROLES for noun in names))
OTHER_HEAD = re.compile(
    rf"\b(?:your|ur|the) (?:\w+ )?({HEADS})(?:'s name)?(?: (?:now|still))? (?:is|was)(?: (?:now|still|called"
    rf"|named|an?|the))*"
    r"[\s*_\"']*\N{BULLET}"
)
"""Words that give a value to one of them: `your vet is Lindqvist`."""
ACQUAINTANCES = (
    r"(?:(?:flat|room|house)-?mate|brother|sister|mother|father|mum|dad|aunt|uncle|cousin|colleague|boss|neighbou?r"
    r"|friend|in-law)"
)
"""People whom a user knows, each in the singular."""
_PERSON = (
    rf"(?:(?:my|your|his|her|our|their|the|a|another) (?:\w+ )?(?:{ACQUAINTANCES}|wife|husband|partner|son|daughter"
    r"|person|user)"
    r"|someone(?: else)?|somebody(?: else)?|other people|others|strangers?)"
)
_TELLS = r"(?:told|tells|said|says|claim(?:s|ed)|mention(?:s|ed)|insist(?:s|ed)|report(?:s|ed))"
HEARSAY = re.compile(
    rf"\b{_PERSON} (?:\w+ly |also |once )?{_TELLS}(?: (?:me|us))?(?: (?:about|of|that))?[:,]?(?: it(?:'s| is"
    rf"| was))?[\s*_\"']*\N{{BULLET}}"
    rf"|\N{{BULLET}}(?:\s+(?!is\b|was\b)[a-z]+\b)?[\s*_\"',]*(?:(?:is|was) )?(?:what )?{_PERSON} (?:\w+ly |also "
    rf"|once )?{_TELLS}\b"
)
"""Another person's word for a value, marked by a bullet."""
SPEAKER = re.compile(rf"{_TELLS}|\b(?:{HEADS})\b")
"""A word without which a reply tells of no other person."""
RECOMMENDED = re.compile(
    r"\b(?:i|we)(?:'d|'ve| had| have)? (?:\w+ly )?(?:sent|told|suggested|advised|recommended|named|picked|chose|pointed"
    r"|proposed|steered|urged|talked you|put you|gave|said|went for|came down|settled|decided|argued|voted"
    r"|wanted you|had you (?:try|take|use|go|do|make|pick|get|read))\b"
    r"|\bmy (?:\w+ )?(?:idea|advice|tip|suggestion|pick|choice|recommendation|counsel|word|vote|proposal"
    r"|answer|verdict)\b"
    r"|\byou were (?:to|supposed to)\b|\b(?:on|by|at|following) my (?:advice|suggestion|recommendation|word)\b"
    r"|\bthanks to me\b|\byou (?:have|owe) (?:it |that )?(?:to me|me to thank)\b"
)
"""The assistant's own earlier advice."""
