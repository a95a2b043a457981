"""The files of the viewer by their addresses, whether they are written to a folder or served.

`index.html` is the page, `run.js` the list of episodes, and `episodes/DIGEST.js` one episode, which the page loads when
it is opened. `DIGEST` comes from the bytes of the record, so a changed record has another address. A search loads
`words/KEY.js`, the words of a block of episodes, some of the parts of their index, `words/KEY-N.js`, and for the lines
that it shows `lines/DIGEST.js`. Data files are scripts that hand a string of JSON to the page: pages from a disk may
load scripts, and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from regulars.cli.escapes import escaped
from regulars.cli.pages.page import element, own, page, theme_choice
from regulars.cli.pages.viewer.bundle import PACKAGE, joined_script
from regulars.cli.pages.viewer.episode_data import episode_data
from regulars.cli.pages.viewer.spoken_lines import WordIndex, blocks_of, spoken_lines
from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import ConfigurationError, RegularsError
from regulars.evaluation.explain import explain
from regulars.evaluation.runs.index import EpisodeSummary
from regulars.evaluation.runs.recorded import RecordedRun, open_run

PAGE, RUN = "index.html", "run.js"
EPISODE_FOLDER, LINE_FOLDER, WORD_FOLDER = "episodes", "lines", "words"
_TOLD_AFTER = 100
"""Episodes that are written between two messages."""

_EPISODE = re.compile(r"episodes/([0-9a-f]{16})\.js")
_LINES = re.compile(r"lines/([0-9a-f]{16})\.js")
_WORDS = re.compile(r"words/([0-9a-f]{16})(?:-(\d{1,6}))?\.js")
_REBUILT = re.compile(r"rebuilt/([0-9a-f]{16})-(\d{1,6})\.js")
_DATA = {EPISODE_FOLDER: _EPISODE, LINE_FOLDER: _LINES, WORD_FOLDER: _WORDS}
"""The folders of data files, and the addresses in them."""
_LOADED_SCRIPTS = {"script-src": "'strict-dynamic'"}
"""The page may load the scripts with the data of episodes; markup in it may not."""
_SERVED = {**_LOADED_SCRIPTS, "connect-src": "'self'"}


def put(address: str, value: Any) -> bytes:
    """A script that hands `value` to the page under `address`. It holds a string of JSON in ASCII, and no code."""
    text = json.dumps(_visible(msgspec.to_builtins(value, str_keys=True)), ensure_ascii=False, allow_nan=False)
    return f"regularsPut({json.dumps(address)}, {json.dumps(text)});\n".encode("ascii")


def _visible(value: Any) -> Any:
    """`value` with the control characters and marks of direction in its texts escaped, and without numbers like NaN."""
    if isinstance(value, str):
        return escaped(value, lines=True)
    if isinstance(value, dict):
        return {escaped(str(key)): _visible(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_visible(one) for one in value]
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return str(value)
    return value


@dataclass(frozen=True, slots=True)
class ViewedRun:
    """The files of the viewer for one state of a run.

    Attributes:
        folder: The folder of the run.
        run: The run; None if it cannot be opened.
        problem: Why it cannot be opened.
        served: Whether a server can rebuild memories and tell about changes.
        summaries: The episodes.
        places: The index of each episode in the run, from 0, by the digest of its record.
        blocks: The digests of the episodes whose words are indexed together, by the key of their block.
        indexes: The indexes of words that were made so far, by the key of their block.
    """

    folder: Path
    run: RecordedRun | None
    problem: str = ""
    served: bool = False
    summaries: Sequence[EpisodeSummary] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    blocks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    indexes: dict[str, WordIndex] = field(default_factory=dict)

    @classmethod
    def opened(cls, folder: Path, *, served: bool = False, before: ViewedRun | None = None) -> ViewedRun:
        """The run in a folder. A folder that holds no run, or a torn one, gives a page that says so.

        Args:
            folder: The folder of the run.
            served: Whether a server can rebuild memories and tell about changes.
            before: An earlier state of the run, whose indexes of words are used again.
        """
        try:
            run = open_run(folder)
            summaries = run.index.summaries()
        except RegularsError as error:
            return cls(folder, None, str(error), served)
        places = {one.digest: one.number - 1 for one in summaries}
        blocks = {_key(block): block for block in blocks_of([one.digest for one in summaries])}
        made = {} if before is None else {key: one for key, one in before.indexes.items() if key in blocks}
        return cls(folder, run, "", served, summaries, places, blocks, made)

    def file(self, address: str) -> bytes | None:
        """The file at an address; None if there is none."""
        if address == PAGE:
            return viewer_page(self.title, "main", served=self.served)
        if address == RUN:
            return self._run()
        found = _EPISODE.fullmatch(address)
        if found is not None:
            place = self.places.get(found[1])
            return None if place is None else put(address, episode_data(self._record(place), place + 1))
        found = _LINES.fullmatch(address)
        if found is not None:
            place = self.places.get(found[1])
            return None if place is None else put(address, spoken_lines(self._record(place)))
        found = _WORDS.fullmatch(address)
        if found is not None:
            return self._words(address, found[1], found[2])
        found = _REBUILT.fullmatch(address)
        if found is not None and self.served:
            return self._rebuilt(address, found[1], int(found[2]))
        return None

    @property
    def title(self) -> str:
        """The title of the page."""
        return f"Episodes of {self.folder.name or self.folder.resolve().name}"

    def _record(self, place: int) -> EpisodeRecord:
        assert self.run is not None
        return self.run.records[place]

    def _run(self) -> bytes:
        names: dict[str, int] = {}
        episodes = [
            {
                "number": one.number, "name": str(one.key), "life": f"{one.key.scenario}/{one.key.seed}",
                "system": one.key.system, "digest": one.digest, "ending": one.ending or "", "fault": one.fault,
                "people": one.people,
                "questions": [
                    [*(names.setdefault(name, len(names)) for name in (count.kind, count.verdict, count.stage)),
                     count.questions]
                    for count in one.questions
                ],
            }
            for one in self.summaries
        ]  # fmt: skip
        manifest = None if self.run is None else self.run.manifest
        planned = 0 if manifest is None else len(manifest.units)
        rejected = [] if self.run is None else [str(one) for one in self.run.rejected]
        return put(RUN, {
            "folder": str(self.folder), "problem": self.problem, "served": self.served, "planned": planned,
            "rejected": rejected, "names": list(names), "episodes": episodes, "blocks": list(self.blocks),
        })  # fmt: skip

    def _words(self, address: str, key: str, part: str | None) -> bytes | None:
        """The words of a block, or a part of its index."""
        if key not in self.blocks:
            return None
        index = self._index(key)
        if part is None:
            return put(address, index.head())
        return put(address, index.part(int(part))) if int(part) < index.parts else None

    def _index(self, key: str) -> WordIndex:
        if key not in self.indexes:
            self.indexes[key] = WordIndex(
                (digest, spoken_lines(self._record(self.places[digest]))) for digest in self.blocks[key]
            )
        return self.indexes[key]

    def _rebuilt(self, address: str, digest: str, number: int) -> bytes | None:
        """The explanation of one question with the words and scores of the rebuilt memory."""
        place = self.places.get(digest)
        if place is None or self.run is None or not 1 <= number <= len(self._record(place).probes):
            return None
        try:
            return put(address, {"explanation": explain(self.run, place, number - 1), "problem": ""})
        except RegularsError as error:
            return put(address, {"explanation": None, "problem": str(error)})

    def addresses(self) -> Iterator[str]:
        """The addresses of all files of a static viewer."""
        yield PAGE
        yield RUN
        for one in self.summaries:
            yield f"{EPISODE_FOLDER}/{one.digest}.js"
        for one in self.summaries:
            yield f"{LINE_FOLDER}/{one.digest}.js"
        for key in self.blocks:
            yield f"{WORD_FOLDER}/{key}.js"
            yield from (f"{WORD_FOLDER}/{key}-{part}.js" for part in range(self._index(key).parts))
            del self.indexes[key]  # a large run has many


def _key(digests: Sequence[str]) -> str:
    """The key of a block of episodes, which changes with any of them."""
    return blake2b("".join(digests).encode(), digest_size=8).hexdigest()


def viewer_page(title: str, entry: str, *, served: bool) -> bytes:
    """The page that runs one module of the front end.

    Args:
        title: The title of the page.
        entry: The module.
        served: Whether the page may ask the server that it comes from.
    """
    masthead = element("header", element("h1", title), theme_choice(), class_="masthead")
    text = page(
        title,
        masthead,
        element("noscript", element("p", "This page needs JavaScript.", class_="note")),
        element("p", id="status", role="status", class_="soft"),
        element("div", id="view"),
        styles=(own("front/viewer.css", PACKAGE),),
        scripts=(joined_script(entry),),
        sources=_SERVED if served else _LOADED_SCRIPTS,
    )
    return text.encode()


def write_site(viewed: ViewedRun, folder: Path, tell: Callable[[int, int], None]) -> None:
    """Writes all files of a static viewer.

    Args:
        viewed: The run.
        folder: The folder, which may hold an earlier viewer. Episodes that the run holds no more are removed.
        tell: Told from time to time how many episodes of how many are written.

    Raises:
        ConfigurationError: The folder cannot be written.
    """
    files, count = 0, len(viewed.summaries)
    try:
        for name in _DATA:
            (folder / name).mkdir(parents=True, exist_ok=True)
        written = set()
        for address in viewed.addresses():
            content = viewed.file(address)
            assert content is not None
            (folder / address).write_bytes(content)
            written.add(address)
            files += address.startswith(EPISODE_FOLDER)
            if address.startswith(EPISODE_FOLDER) and files % _TOLD_AFTER == 0:
                tell(files, count)
        for old in (path for name in _DATA for path in (folder / name).glob("*.js")):
            address = f"{old.parent.name}/{old.name}"
            if address not in written and any(ours.fullmatch(address) for ours in _DATA.values()):
                old.unlink()
    except OSError as error:
        raise ConfigurationError(
            f"the pages cannot be written: {error.strerror}", where=str(error.filename or folder),
            remedy="name another folder with --out",
        ) from error  # fmt: skip
