"""Questions about what can end ask how things stand, so that one answer is right once it is over."""

from __future__ import annotations

import re

import pytest

from regulars.scenarios.ontology.attributes import load_ontology

ENDING = [attribute for attribute in load_ontology() if "ended" in attribute.phrases]
PAST = re.compile(
    r"\b(?:did I (?!say\b|tell\b)|was it\b(?! again)|I (?:pawned|lent|gave|got|borrowed|took)\b|lent me\b"
    r"|who borrowed\b|what did it)",
    re.IGNORECASE,
)
"""Words about how it began, which stay true after it has ended."""


@pytest.mark.parametrize("name", [attribute.name for attribute in ENDING])
def test_no_question_asks_how_it_began(name: str) -> None:
    attribute = load_ontology().attribute(name)
    asked = [
        phrase
        for kind in ("ask", "request")
        for phrase in (*attribute.phrases.get(kind, ()), *attribute.held_out.get(kind, ()))
    ]
    assert asked
    assert not [phrase for phrase in asked if PAST.search(phrase)]
