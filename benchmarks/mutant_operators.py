"""The small changes that `mutants.py` puts into a module: those of Cosmic Ray, and a few of our own.

Cosmic Ray turns operators, comparisons, numbers and Booleans over. `OWN` adds what people get wrong in code like this:
a statement that is forgotten, an operand or a filter that is missing, the other branch, a default in place of an
argument, `min` for `max`. A change that compiles to the same program apart from annotations is left out.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from pathlib import Path
from typing import Any

import cosmic_ray.plugins
import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code

COMPARISONS = (
    "Eq_NotEq",
    "NotEq_Eq",
    "Lt_LtE",
    "LtE_Lt",
    "Gt_GtE",
    "GtE_Gt",
    "Lt_GtE",
    "Gt_LtE",
    "Is_IsNot",
    "IsNot_Is",
)
BINARY = (
    "Add_Sub",
    "Sub_Add",
    "Mul_Div",
    "Div_Mul",
    "FloorDiv_Mul",
    "Mod_Mul",
    "Pow_Mul",
    "BitOr_BitAnd",
    "BitAnd_BitOr",
)
OPERATORS = (
    *(f"core/ReplaceComparisonOperator_{each}" for each in COMPARISONS),
    *(f"core/ReplaceBinaryOperator_{each}" for each in BINARY),
    *("core/ReplaceUnaryOperator_USub_UAdd", "core/ReplaceUnaryOperator_Delete_Not", "core/AddNot"),
    *("core/ReplaceTrueWithFalse", "core/ReplaceFalseWithTrue", "core/ReplaceAndWithOr", "core/ReplaceOrWithAnd"),
    *("core/ReplaceBreakWithContinue", "core/ReplaceContinueWithBreak", "core/NumberReplacer"),
    *("core/RemoveDecorator", "core/ZeroIterationForLoop"),
)
"""Of Cosmic Ray's operators, those that give plausible slips: no `**` in place of `+`."""
COUNTERPARTS = {"min": "max", "max": "min", "any": "all", "all": "any"}

Place = tuple[int, int]
Splice = tuple[Place, Place, str]


def statements(node: Any) -> Iterator[Splice]:
    """A call, a raise, or an assignment to an attribute, to an item or in place, that is not carried out."""
    if node.type != "simple_stmt":
        return
    first = node.children[0]
    if first.type == "expr_stmt":
        operator = first.children[1]
        forgets = first.children[0].type == "atom_expr" or (operator.type == "operator" and operator.value != "=")
    else:
        forgets = first.type in ("atom_expr", "raise_stmt")
    if forgets and first.type != "string":
        yield first.start_pos, first.end_pos, "pass"


def operands(node: Any) -> Iterator[Splice]:
    """`a and b` without `a`, and without `b`."""
    if node.type in ("and_test", "or_test"):
        parts = node.children
        yield parts[0].start_pos, parts[2].start_pos, ""
        for at in range(1, len(parts), 2):
            yield parts[at - 1].end_pos, parts[at + 1].end_pos, ""


def filters(node: Any) -> Iterator[Splice]:
    """A comprehension that takes all."""
    if node.type == "comp_if":
        yield node.start_pos, node.children[1].end_pos, ""


def branches(node: Any) -> Iterator[Splice]:
    """`a if c else b` as `a`, and as `b`."""
    if node.type == "test" and len(node.children) == 5:
        yield node.children[0].end_pos, node.children[4].end_pos, ""
        yield node.children[0].start_pos, node.children[4].start_pos, ""


def arguments(node: Any) -> Iterator[Splice]:
    """A keyword argument that is left to its default."""
    if node.type == "arglist" and node.parent.type == "trailer":
        for before, each in zip(node.children, node.children[1:], strict=False):
            if each.type == "argument" and each.children[1] == "=":
                yield before.start_pos, each.end_pos, ""


def counterparts(node: Any) -> Iterator[Splice]:
    """`min` for `max`, `any` for `all`, and the other way round."""
    if node.type == "name" and node.value in COUNTERPARTS and node.parent.type == "atom_expr":
        yield node.start_pos, node.end_pos, COUNTERPARTS[node.value]


OWN: dict[str, Callable[[Any], Iterator[Splice]]] = {
    each.__name__: each for each in (statements, operands, filters, branches, arguments, counterparts)
}


@dataclass(frozen=True, slots=True)
class Site:
    """A place in a module where one operator can change something."""

    path: str
    start: Place
    end: Place
    operator: str
    occurrence: int
    splice: str | None = None
    """Text in place of the range, of an operator of our own."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change.

    Attributes:
        key: Name that outlives edits elsewhere in the module.
        path: Path from the root of the repository.
        lines: Lines of the original that change, from 1.
        source: The whole module, changed.
        difference: The change as a unified diff without context.
    """

    key: str
    path: str
    lines: range
    source: str
    difference: str


def changed(path: str, original: str, source: str, function: str = "") -> Mutant:
    """The mutant that turns one text of a module into another."""
    before, after = original.splitlines(), source.splitlines()
    moved = [
        block for block in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if block[0] != "equal"
    ]
    first, last = moved[0][1], max(moved[-1][2], moved[0][1] + 1)
    lines = list(unified_diff(before, after, n=0, lineterm=""))[2:]
    text = "\n".join(line for line in lines if not line.startswith("@@"))
    place = function or enclosing(original, first + 1)
    repeated = sum(1 for line in before[:first] if line == before[min(first, len(before) - 1)])
    digest = hashlib.sha256(f"{text}|{repeated}".encode()).hexdigest()[:8]
    return Mutant(f"{path}:{place}:{digest}", path, range(first + 1, last + 1), source, text)


def enclosing(source: str, line: int) -> str:
    """Name of the function or class that holds a line, or `module`."""
    name = "module"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first <= line <= (node.end_lineno or 0):
                name = node.name
    return name


def runs_on_import(source: str, line: int) -> bool:
    """Whether a line runs when its module is imported: it is in no function's body."""
    functions = (
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return not any(node.body[0].lineno <= line <= (node.end_lineno or 0) for node in functions)


def sites(path: str, source: str) -> list[Site]:
    """All places of a module, in order of operators and lines."""
    nodes = list(ast_nodes(parso.parse(source)))
    found = []
    for name in OPERATORS:
        operator = cosmic_ray.plugins.get_operator(name)()
        places = (place for node in nodes for place in operator.mutation_positions(node))
        found += [Site(path, start, end, name, at) for at, (start, end) in enumerate(places)]
    for name, own in OWN.items():
        for at, (start, end, text) in enumerate(splice for node in nodes for splice in own(node)):
            found.append(Site(path, start, end, name, at, text))
    return found


def mutant(site: Site, source: str) -> Mutant | None:
    """The module with the change, or `None` if it would not compile or would be the same program."""
    if site.splice is None:
        text = mutate_code(source, cosmic_ray.plugins.get_operator(site.operator)(), site.occurrence)
    else:
        text = spliced(source, site.start, site.end, site.splice)
    if text is None or text == source:
        return None
    try:
        same = meaning(text) == meaning(source)
    except SyntaxError:
        return None
    return None if same else changed(site.path, source, text)


def spliced(source: str, start: Place, end: Place, text: str) -> str:
    """A text with a range of it replaced. Lines count from 1, columns from 0."""
    lines = source.splitlines(keepends=True)
    at = [sum(map(len, lines[: line - 1])) + column for line, column in (start, end)]
    return source[: at[0]] + text + source[at[1] :]


class Unannotated(ast.NodeTransformer):
    """Drops annotations, type aliases and what only type checkers run."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: Any) -> Any:
        node.returns = None
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        if re.fullmatch(r"(typing\.)?TYPE_CHECKING", ast.unparse(node.test)):
            return ast.Pass()
        return self.generic_visit(node)


def meaning(source: str) -> str:
    """A module's program without annotations, to compare."""
    return ast.dump(Unannotated().visit(ast.parse(source)))


def by_hand(entry: dict[str, str], root: Path) -> Mutant:
    """A mutant that somebody wrote: `file`, `old`, `new`, and `nth` (from 1) where `old` stands more than once.

    Raises:
        ValueError: `old` is not in the file, or not so often.
    """
    source = (root / entry["file"]).read_text(encoding="utf-8")
    parts = source.split(entry["old"])
    nth = int(entry.get("nth", 1))
    if len(parts) <= nth or (len(parts) > 2 and "nth" not in entry):
        raise ValueError(f"{entry['file']}: {entry['old']!r} is there {len(parts) - 1} times; expected once, or nth")
    text = entry["old"].join(parts[:nth]) + entry["new"] + entry["old"].join(parts[nth:])
    return changed(entry["file"], source, text)
