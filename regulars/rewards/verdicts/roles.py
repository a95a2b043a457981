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
