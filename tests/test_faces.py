"""The public face: what users import, that it stands in ten modules, and that all of it is documented and typed."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import regulars
from regulars.face import homes

ROOT = Path(regulars.__file__).parents[1]
PACKAGE = ROOT / "regulars"
ROOMS = ("envs", "agents", "memory", "scenarios", "rewards", "datasets", "evaluation", "integrations", "testing")
FACES = ("regulars", *(f"regulars.{room}" for room in ROOMS))
MOST_NAMES = 134

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").rglob("*.py"))
TEXTS = [
    path
    for folder in ("regulars", "tests", "benchmarks", "examples", "docs")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".md", ".toml", ".yaml")
] + PAGES[:2]

faces = pytest.mark.parametrize("face", FACES)


def names_of(face: str) -> list[str]:
    return list(importlib.import_module(face).__all__)


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(tree: ast.Module) -> list[tuple[int, str, str]]:
    """Line, module and name of all that is imported from the package; no name for `import regulars.x`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.lineno, node.module or "", alias.name) for alias in node.names]
    return [(line, module, name) for line, module, name in found if module.split(".")[0] == "regulars"]


def exported(path: Path) -> list[str]:
    """What a module's `__all__` lists."""
    if "__all__" not in path.read_text("utf-8"):
        return []
    for node in tree_of(path).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return []


# ---------------------------------------------------------------------- the faces themselves


def test_the_faces_hold_few_names():
    counts = {face: len(names_of(face)) for face in FACES}
    assert sum(counts.values()) <= MOST_NAMES, counts


@faces
def test_every_name_opens_and_a_name_that_is_none_does_not(face):
    module = importlib.import_module(face)
    assert set(module.__all__) <= set(dir(module))
    assert all(getattr(module, name) is not None for name in module.__all__)
    with pytest.raises(AttributeError, match="no_such_name"):
        module.no_such_name  # noqa: B018  # the access is what is tested


@faces
def test_every_name_is_imported_for_type_checkers(face):
    assert set(homes(face)) == set(names_of(face)) - {"__version__"}


@faces
def test_every_name_is_documented(face):
    module = importlib.import_module(face)
    assert len(inspect.getdoc(module) or "") > 80
    for name in set(module.__all__) - {"__version__"}:
        thing = getattr(module, name)
        if isinstance(thing, type | ModuleType) or callable(thing):
            own = thing.__doc__
        else:
            home = (PACKAGE.parent / (homes(face)[name].replace(".", "/") + ".py")).read_text("utf-8")
            own = next(iter(re.findall(rf'^{name}\b.*\n"""(.+?)"""', home, re.MULTILINE | re.DOTALL)), None)
        assert own, f"{face}.{name} has no docstring"
        assert not own.startswith(f"{name}("), f"{face}.{name} has only the docstring that dataclasses make"


@faces
def test_every_function_is_typed(face):
    module = importlib.import_module(face)
    for name in module.__all__:
        thing = getattr(module, name)
        if inspect.isfunction(thing):
            signature = inspect.signature(thing)
            annotated = [one.annotation for one in signature.parameters.values()] + [signature.return_annotation]
            assert inspect.Parameter.empty not in annotated, f"{face}.{name}"


def test_a_submodule_does_not_hide_the_name_that_it_is_called_after():
    code = (
        "import regulars.memory.composition.compose, regulars.evaluation.replay;"
        "from regulars.memory import compose; from regulars.evaluation import replay;"
        "print(callable(compose), callable(replay))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]


@faces
def test_a_face_opens_without_what_is_behind_it(face):
    heavy = ("openai", "langgraph", "chromadb", "torch", "pydantic", "pettingzoo.test")
    code = f"import sys, {face}; print(*[name for name in {heavy!r} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""


# ---------------------------------------------------------------------- who imports what


def _is_public(module: str, name: str) -> bool:
    return module in FACES and (not name or name in names_of(module) or f"{module}.{name}" in FACES)


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.name for path in EXAMPLES])
def test_examples_import_from_faces_only(path):
    found = [f"{path.name}:{line}: {module} {name}" for line, module, name in imports(tree_of(path))
             if not _is_public(module, name)]  # fmt: skip
    assert found == []


@pytest.mark.parametrize("path", PAGES, ids=[path.name for path in PAGES])
def test_readme_and_docs_import_from_faces_only(path):
    found = []
    for block in re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
        lines = [line.strip() for line in block.splitlines() if re.match(r"\s*(from|import) regulars\b", line)]
        found += [
            f"{path.name}: {line}"
            for line in lines
            for _, module, name in imports(ast.parse(line))
            if not _is_public(module, name)
        ]
    assert found == []


MAY_IMPORT_A_PRIVATE_NAME = re.compile(
    r"\b(?:from|import)\b[^\n]*(?:[\s.(,]_(?!_)\w|\\\n)|\bimport\s*\((?:[^)#]|#[^\n]*)*?[\s,(]_(?!_)\w"
)
"""Finds all texts that do, and a few others: most texts need not be parsed."""


def private_imports(text: str) -> list[tuple[int, str, str]]:
    """Line, module and name of the private names that a text imports from the package."""
    if not MAY_IMPORT_A_PRIVATE_NAME.search(text):
        return []
    return [
        (line, module, name)
        for line, module, name in imports(ast.parse(text))
        if re.match(r"_(?!_)", name) or re.search(r"\._(?!_)", module)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "from regulars.memory import _made",
        "from regulars.memory import Cue, _made as made",
        "def f():\n    from regulars.memory import (\n        Cue,  # (noqa)\n        _made,\n    )",
        "from regulars.memory import(_made)",
        "from regulars.memory import Cue, \\\n    _made",
        "from regulars.memory \\\n    import _made",
        "import regulars.memory._made",
        "from regulars._made import Cue",
        "if True: from regulars.memory import _made",
    ],
)
def test_a_private_import_is_found_however_it_is_written(text):
    assert len(private_imports(text)) == 1


def test_other_imports_are_not_private():
    assert private_imports("from regulars import __version__\nfrom regulars.memory import Cue\n_made = Cue") == []


def test_no_private_name_is_imported_across_modules():
    paths = [path for folder in ("regulars", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {module} {name}"
        for path in paths
        for line, module, name in private_imports(path.read_text("utf-8"))
    ]
    assert found == []


def test_every_exported_name_is_used_somewhere_else():
    """A name in `__all__` stands in another file too; in the memory's room, a part may be used by its name in YAML."""
    from regulars.memory.composition.compose_file import part_names

    words = {path: set(re.findall(r"\w+", path.read_text("utf-8"))) for path in TEXTS}
    parts = set(part_names())
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in sorted(set(exported(path)) - parts)
        if not any(name in said for other, said in words.items() if other != path)
    ]
    assert found == []
