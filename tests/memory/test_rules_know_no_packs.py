"""The default reader of statements is made from no language pack; `test_general_patterns.py` compares its words."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from regulars import registry
from regulars.errors import UnknownNameError
from regulars.memory.parts.extraction import rules
from regulars.memory.parts.extraction.rules import RuleReader
from regulars.memory.parts.extraction.statements import statement_reader


def test_the_module_imports_nothing_of_scenarios():
    """Neither the reader's module nor those of its folder import the lives; words are in `english_words.toml`."""
    folder = Path(rules.__file__).parent
    imported = [
        node.module
        for name in ("rules", "predicates", "sentence_claims", "clauses", "english_words")
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text("utf-8")))
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
