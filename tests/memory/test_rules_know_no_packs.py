"""The default reader of statements knows no language pack: neither by import nor by its words."""

from __future__ import annotations

import ast
import inspect
import re
import re._constants as ops
import re._parser as parser
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import regulars.scenarios
from regulars import registry
from regulars.errors import UnknownNameError
from regulars.memory.parts.extraction import rules
from regulars.memory.parts.extraction.rules import RuleReader
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.memory.parts.text.words import content_words

LENGTH = 4
BREAK = "\0"
"""Stands for whatever is not a literal word."""

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_GRAMMAR = content_words(rules._ADVERBS) | {"born", "longer"}
"""Adverbs between subject and verb, and parts of verbs; they are no matter that a phrase could be known by."""


def literals(pattern: str, nodes: Any = None) -> set[str]:
    """All texts that a regular expression spells out, each repetition taken once."""
    found = {""}
    for op, given in parser.parse(pattern) if nodes is None else nodes:
        if op is ops.LITERAL:
            new = {chr(given)}
        elif op is ops.AT:
            new = {""}
        elif op is ops.SUBPATTERN:
            new = literals(pattern, given[3])
        elif op is ops.BRANCH:
            new = set().union(*(literals(pattern, branch) for branch in given[1]))
        elif op in (ops.MAX_REPEAT, ops.MIN_REPEAT):
            new = literals(pattern, given[2]) | ({""} if given[0] == 0 else set())
        elif op is ops.IN and (ops.CATEGORY, ops.CATEGORY_SPACE) in given:
            new = {" "}
        else:
            new = {BREAK}
        found = {before + after for before in found for after in new}
    return found


def four_words(text: str) -> Iterator[tuple[str, ...]]:
    """Every four words in a row."""
    for part in text.lower().split(BREAK):
        words = _WORD.findall(part)
        yield from (tuple(words[at : at + LENGTH]) for at in range(len(words) - LENGTH + 1))


def texts(value: Any) -> Iterator[str]:
    """All strings of a data file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)


def phrases() -> Iterator[str]:
    """All phrases of the packs, with breaks at slots and at the ends of clauses."""
    for file in sorted(Path(regulars.scenarios.__file__).parent.rglob("*.toml")):
        for text in texts(tomllib.loads(file.read_text("utf-8"))):
            yield re.sub(r"\{\w+\}|[.!?;:]", BREAK, text.replace("’", "'"))


@pytest.fixture(scope="module")
def in_packs() -> set[tuple[str, ...]]:
    return {words for text in phrases() for words in four_words(text)}


def test_literals_and_words_are_spelled_out_as_by_hand():
    assert literals(r"\bi (?:live|stay)s? in (?P<x>[^,]+)") == {
        f"i {verb}{end} in {BREAK}" for verb in ("live", "stay") for end in ("", "s")
    }
    assert list(four_words("I don't live in Oslo")) == [("i", "don't", "live", "in"), ("don't", "live", "in", "oslo")]
    assert list(four_words(f"i live in {BREAK} now")) == []


def test_no_pattern_shares_four_words_with_a_phrase_of_a_pack(in_packs):
    """Shared are only a subject and one verb with its particles, as in "I was born in" or "I really want to"."""
    own = {
        words
        for pattern in (*(one.said for one in rules._PATTERNS), rules._FORGET)
        for text in literals(pattern.pattern)
        for words in four_words(text)
    }
    assert len(own) > 1000
    assert len(in_packs) > 100_000
    shared = {words for words in own & in_packs if len(content_words(" ".join(words)) - _GRAMMAR) > 1}
    assert shared == set()


def test_a_pattern_made_from_a_phrase_would_be_found(in_packs):
    copied = literals(r"\bback (?:home|at work) in (?P<value>[^,]+)|\bjust got home to (?P<other>[^,]+)")
    assert any(words in in_packs for text in copied for words in four_words(text))


def test_the_module_imports_nothing_of_scenarios():
    imported = [
        node.module
        for node in ast.walk(ast.parse(inspect.getsource(rules)))
        if isinstance(node, ast.ImportFrom) and node.module
    ]
    assert imported
    assert not [name for name in imported if name.startswith(("regulars.scenarios", "regulars.agents"))]


def test_it_is_the_default_of_every_memory_that_reads():
    read = 0
    for entry in registry.entries("memory"):
        given = inspect.signature(entry.load()).parameters.get("reader")
        if given is not None and not str(entry.marks.get("family")).startswith("learning"):
            assert given.default == "rules", entry.name
            read += 1
    assert read > 20
    assert isinstance(statement_reader("rules"), RuleReader)


def test_the_old_name_is_refused_with_the_new_one():
    with pytest.raises(UnknownNameError, match="it is now called 'rules'"):
        statement_reader("patterns")
