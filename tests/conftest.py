"""Fixtures shared by all rooms."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from suite_parts import in_part

if TYPE_CHECKING:
    from regulars.agents.loopback.server import Loopback

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
"""The many processes that the tests start compile the package once, and not each of them anew; the same holds for the
test modules, whose assertions pytest rewrites."""


settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


GARBAGE_THRESHOLD = 10_000
"""Allocations minus deallocations before a search for garbage; Python's default is 700."""


def pytest_configure() -> None:
    """Searches for garbage rarely, in the workers and in the process that gathers their reports."""
    gc.set_threshold(GARBAGE_THRESHOLD)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--part", metavar="K/N", help="run part K of N (from 1) of what is selected, divided by test names"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps one part of the tests."""
    given = config.getoption("--part")
    if given is not None:
        config.hook.pytest_deselected(items=[item for item in items if not in_part(given, item.nodeid)])
        items[:] = [item for item in items if in_part(given, item.nodeid)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keeps the collector of garbage from walking, again and again, through what stays until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def earlier_objects_are_not_walked() -> None:
    """Keeps the collector of garbage from walking through all that earlier modules hold."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def temporary_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What a test leaves behind, and what it kills, lies with pytest's own folders, which are cleared away."""
    folder = str(tmp_path_factory.mktemp("temporary"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", folder)
        patch.setattr(tempfile, "tempdir", None)
        yield


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with other people's conversations, which are read in place and never shipped."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"needs the public conversations, which are not at {SHARED_DATA}")
    return SHARED_DATA


@pytest.fixture(scope="session")
def locomo_path(shared_data: Path) -> Path:
    """LoCoMo's `locomo10.json`."""
    path = shared_data / "locomo10.json"
    if not path.is_file():
        pytest.skip(f"needs LoCoMo, which is not at {path}")
    return path


@pytest.fixture(scope="session")
def realmem_folder(shared_data: Path) -> Path:
    """The files of three people of RealMem."""
    folder = shared_data / "realmem"
    if not folder.is_dir():
        pytest.skip(f"needs RealMem, which is not at {folder}")
    return folder


@pytest.fixture(scope="session")
def longmemeval_folder(shared_data: Path) -> Path:
    """Samples of LongMemEval: `oracle_sample.json` and `s_sample.json`."""
    folder = shared_data / "longmemeval"
    if not folder.is_dir():
        pytest.skip(f"needs LongMemEval, which is not at {folder}")
    return folder


@pytest.fixture
def loopback(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    """A well-behaved endpoint on this machine, driven by scripted policies; the environment names it, with a key."""
    from regulars.agents.loopback.server import Loopback

    with Loopback() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-test")
        yield server
