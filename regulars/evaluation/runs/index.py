"""An index of a run's records: it finds episodes without reading them.

The index is the SQLite file `episodes.sqlite` beside the records. It also keeps which lines are rejected, so a run is
verified once. It is made again when the records, the manifest or this package changed. In a folder that cannot be
written, it is a temporary file.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from msgspec import Struct

from regulars.datasets.encode_life import versions
from regulars.datasets.episode_record import EpisodeKey, EpisodeRecord
from regulars.datasets.record_files import RecordPlace, StoredRecords
from regulars.envs.life.outcomes import Ending
from regulars.errors import RecordError, UnknownNameError, did_you_mean
from regulars.evaluation.question_lines import RIGHT_STAGES, questions_of
from regulars.evaluation.runs.lock import is_running
from regulars.evaluation.verification import RecordVerifier, RejectedRecord

INDEX = "episodes.sqlite"
SCHEMA: Final = 3

_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -256;
CREATE TABLE source (stamp TEXT NOT NULL);
CREATE TABLE episodes (
    number INTEGER PRIMARY KEY, offset INTEGER NOT NULL, length INTEGER NOT NULL, digest TEXT NOT NULL,
    scenario NOT NULL, seed TEXT NOT NULL, system NOT NULL, suite NOT NULL, ending, fault NOT NULL,
    valid INTEGER NOT NULL, forked INTEGER NOT NULL, unbounded INTEGER NOT NULL,
    regime NOT NULL, half NOT NULL, block INTEGER NOT NULL
);
CREATE TABLE people (episode INTEGER NOT NULL, person NOT NULL);
CREATE TABLE questions (
    episode INTEGER NOT NULL, kind NOT NULL, verdict NOT NULL, stage NOT NULL, failed INTEGER NOT NULL,
    asker NOT NULL, owner NOT NULL
);
CREATE TABLE rejected (line INTEGER NOT NULL, episode NOT NULL, why NOT NULL);
CREATE INDEX episodes_by_life ON episodes (seed, system);
CREATE INDEX episodes_by_system ON episodes (system);
CREATE INDEX people_by_name ON people (person, episode);
CREATE INDEX questions_of_episode ON questions (episode);
CREATE INDEX questions_by_kind ON questions (kind, verdict, episode);
CREATE INDEX questions_by_verdict ON questions (verdict, episode);
"""
"""The tables with their indexes, which would need memory for sorting if they were made later."""

_COLUMNS = {
    "person": "SELECT DISTINCT person FROM people",
    "kind": "SELECT DISTINCT kind FROM questions",
    "verdict": "SELECT DISTINCT verdict FROM questions",
    "system": "SELECT DISTINCT system FROM episodes",
}
"""The queries for all known values of each filter."""


class EpisodeLine(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One episode in a list.

    Attributes:
        number: The number of the episode in the run, from 1.
        episode: The name of the episode.
        questions: The number of its questions, or of those that match the filters.
        failed: How many of them were answered wrongly.
        ending: How the episode ended.
        fault: The fault that ended it; empty for none.
    """

    number: int
    episode: str
    questions: int
    failed: int
    ending: str | None
    fault: str = ""


class QuestionCount(NamedTuple):
    """How many questions of an episode have one kind, verdict and failure stage."""

    kind: str
    verdict: str
    stage: str
    questions: int


class EpisodeSummary(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One episode with counts of its questions.

    Attributes:
        number: The number of the episode in the run, from 1.
        key: The name of the episode.
        digest: 16 hexadecimal digits over its line in the file, which change with any byte of it.
        ending: How the episode ended.
        fault: The fault that ended it; empty for none.
        people: The ids of the people.
        questions: Counts of its questions.
    """

    number: int
    key: EpisodeKey
    digest: str
    ending: str | None
    fault: str
    people: tuple[str, ...]
    questions: tuple[QuestionCount, ...]


@dataclass(slots=True)
class EpisodeIndex:
    """The index of one file of records.

    Attributes:
        episodes: The file of records.
        path: The SQLite file.
    """

    episodes: Path
    path: Path
    _temporary: TemporaryDirectory[str] | None = field(default=None, repr=False)

    @classmethod
    def opened(cls, episodes: Path, verifier: RecordVerifier, settings: bytes) -> EpisodeIndex:
        """The index of a file of records, which is made if it is missing or stale.

        Args:
            episodes: The file of records.
            verifier: Decides which records belong to the run.
            settings: What the verifier depends on: the content of the manifest.

        Raises:
            RecordError: The records cannot be read, or the index can be written nowhere.
        """
        stamp = _stamp(episodes, settings)
        kept = episodes.with_name(INDEX)
        if _is_fresh(kept, stamp):
            return cls(episodes, kept)
        part = kept.with_name(f"{INDEX}.{os.getpid()}.part")
        try:
            _make(part, episodes, verifier, stamp)
            part.replace(kept)
            return cls(episodes, kept)
        except (OSError, sqlite3.Error):  # a folder that cannot be written
            pass
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
                _sweep(kept)
        try:
            temporary = TemporaryDirectory(prefix="regulars-", ignore_cleanup_errors=True)
            path = Path(temporary.name) / INDEX
            _make(path, episodes, verifier, stamp)
        except (OSError, sqlite3.Error) as error:
            raise RecordError(
                f"the index of the run cannot be written: {error}", where=str(kept),
                remedy="make room there or in the folder for temporary files",
            ) from error  # fmt: skip
        return cls(episodes, path, temporary)

    # ------------------------------------------------------------------ what the run holds

    @property
    def records(self) -> StoredRecords:
        """The sound records in the order of the file, each read when it is asked for."""
        rows = self._rows("SELECT offset, length, digest FROM episodes ORDER BY number")
        places = (RecordPlace(offset, length, int(digest, 16)) for offset, length, digest in rows)
        return StoredRecords(self.episodes, places)

    @property
    def rejected(self) -> list[RejectedRecord]:
        """The rejected lines."""
        rows = self._rows("SELECT line, episode, why FROM rejected ORDER BY line")
        return [RejectedRecord(line=line, episode=episode, why=why) for line, episode, why in rows]

    @property
    def names(self) -> list[str]:
        """The names of all episodes in order."""
        return [str(_key(*row)) for row in self._rows("SELECT scenario, seed, system FROM episodes ORDER BY number")]

    @property
    def systems(self) -> dict[str, tuple[bool, bool]]:
        """For each system, in the order of the run: whether all its episodes were forked, and all were unbounded."""
        query = "SELECT system, MIN(forked), MIN(unbounded) FROM episodes GROUP BY system ORDER BY MIN(number)"
        return {system: (bool(forked), bool(unbounded)) for system, forked, unbounded in self._rows(query)}

    @property
    def suites(self) -> list[str]:
        """The labels of the suites in the order of the run."""
        return [suite for (suite,) in self._rows("SELECT suite FROM episodes GROUP BY suite ORDER BY MIN(number)")]

    @property
    def faults(self) -> list[tuple[EpisodeKey, str]]:
        """The episodes that a fault ended, each with its fault."""
        rows = self._rows("SELECT scenario, seed, system, fault FROM episodes WHERE NOT valid ORDER BY number")
        return [(_key(*key), fault) for *key, fault in rows]

    @property
    def cut(self) -> list[EpisodeKey]:
        """The episodes that a limit on model calls ended early."""
        query = "SELECT scenario, seed, system FROM episodes WHERE ending = ? ORDER BY number"
        return [_key(*key) for key in self._rows(query, [str(Ending.BUDGET)])]

    @property
    def regime(self) -> str:
        """The regime of the first episode; empty for single lives."""
        return next((regime for (regime,) in self._rows("SELECT regime FROM episodes ORDER BY number LIMIT 1")), "")

    # ------------------------------------------------------------------ finding

    def find(
        self, *, person: str | None = None, kind: str | None = None, verdict: str | None = None,
        system: str | None = None,
    ) -> list[EpisodeLine]:  # fmt: skip
        """Finds episodes, and counts their questions.

        With `kind` or `verdict`, an episode is found if one of its questions has both, and only such questions
        count. `person` is then the one who asks the question or whom it is about.

        Args:
            person: The id of a person who is in the episode.
            kind: The kind of a question.
            verdict: The verdict on a question, or `-` for none.
            system: The name of the system.

        Raises:
            UnknownNameError: The run has no such person, kind, verdict or system.
        """
        given = {"person": person, "kind": kind, "verdict": verdict, "system": system}
        wanted = {name: value for name, value in given.items() if value is not None}
        for name, value in wanted.items():
            known = [str(one) for (one,) in self._rows(_COLUMNS[name])]
            if value not in known:
                raise UnknownNameError(
                    f"the run has no {name} {value!r}", where=str(self.episodes), remedy=did_you_mean(value, known)
                )
        asked, episodes = ["q.episode = e.number"], []
        values: dict[str, Any] = {name: _stored(value) for name, value in wanted.items()}
        asked += [f"q.{name} = :{name}" for name in ("kind", "verdict") if name in wanted]
        by_question = len(asked) > 1
        if system is not None:
            episodes.append("e.system = :system")
        if person is not None and by_question:
            asked.append(":person IN (q.asker, q.owner)")
        elif person is not None:
            episodes.append("e.number IN (SELECT episode FROM people WHERE person = :person)")
        query = f"""
            SELECT e.number, e.scenario, e.seed, e.system, COUNT(q.episode), COALESCE(SUM(q.failed), 0),
                e.ending, e.fault
            FROM episodes e {"" if by_question else "LEFT "}JOIN questions q ON {" AND ".join(asked)}
            WHERE {" AND ".join(episodes) or "TRUE"}
            GROUP BY e.number ORDER BY e.number
        """
        return [
            EpisodeLine(
                number=number, episode=str(_key(*key)), questions=questions, failed=failed, ending=ending, fault=fault
            )
            for number, *key, questions, failed, ending, fault in self._rows(query, values)
        ]

    def summaries(self) -> list[EpisodeSummary]:
        """Summarises all episodes in order, without reading their records."""
        people: defaultdict[int, list[str]] = defaultdict(list)
        for number, person in self._rows("SELECT episode, person FROM people ORDER BY rowid"):
            people[number].append(person)
        counts: defaultdict[int, list[QuestionCount]] = defaultdict(list)
        groups = "SELECT episode, kind, verdict, stage, COUNT(*) FROM questions GROUP BY episode, kind, verdict, stage"
        for number, *count in self._rows(groups):
            counts[number].append(QuestionCount(*count))
        query = "SELECT number, scenario, seed, system, digest, ending, fault FROM episodes ORDER BY number"
        return [
            EpisodeSummary(
                number=number, key=_key(*key), digest=digest, ending=ending, fault=fault,
                people=tuple(people[number]), questions=tuple(counts[number]),
            )
            for number, *key, digest, ending, fault in self._rows(query)
        ]  # fmt: skip

    def train_episodes(self, key: EpisodeKey) -> list[int]:
        """The indices, from 0, of the train episodes with the seed and the system of an episode."""
        query = "SELECT number FROM episodes WHERE seed = ? AND system = ? AND half = 'train' ORDER BY number"
        return [number - 1 for (number,) in self._rows(query, (str(key.seed), _stored(key.system)))]

    def _rows(self, query: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Iterator[tuple[Any, ...]]:
        with closing(_connected(self.path)) as connection:
            for row in connection.execute(query, values):
                yield tuple(map(_said, row))


def _key(scenario: str, seed: str, system: str) -> EpisodeKey:
    return EpisodeKey(scenario, int(seed), system)


# ---------------------------------------------------------------------- the file


def _sweep(kept: Path) -> None:
    """Removes the parts of indexes that killed processes have left. One whose part is gone makes a temporary index."""
    for part in kept.parent.glob(f"{INDEX}.*.part"):
        process = part.name.split(".")[-2]
        if process.isdecimal() and not is_running(int(process)):
            part.unlink(missing_ok=True)


def _stamp(episodes: Path, settings: bytes) -> str:
    """What an index depends on."""
    try:
        found = episodes.stat()
    except OSError as error:
        raise RecordError(
            f"the episodes cannot be read: {error.strerror}", where=str(episodes),
            remedy="name a folder that evaluate wrote",
        ) from error  # fmt: skip
    manifest = blake2b(settings, digest_size=8).hexdigest()
    return f"{SCHEMA} {versions()['regulars']} {found.st_size} {found.st_mtime_ns} {manifest}"


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _is_fresh(path: Path, stamp: str) -> bool:
    if not path.is_file():
        return False
    try:
        with closing(_connected(path)) as connection:
            return bool(connection.execute("SELECT stamp FROM source").fetchone() == (stamp,))
    except sqlite3.Error:  # it is torn, or no such file
        return False


def _make(path: Path, episodes: Path, verifier: RecordVerifier, stamp: str) -> None:
    """Writes an index from the records."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_TABLES)
        cursor, number = connection.cursor(), 0
        for line in verifier.lines(episodes):
            if line.rejected is not None:
                told = line.rejected
                _insert(cursor, "rejected", [(told.line, told.episode, told.why)])
            if line.record is not None:
                number += 1
                _enter(cursor, number, line.place, line.record)
        connection.execute("INSERT INTO source VALUES (?)", (stamp,))
        connection.commit()


def _enter(cursor: sqlite3.Cursor, number: int, place: RecordPlace, record: EpisodeRecord) -> None:
    key, config, stream = record.key, record.config, record.config.stream
    _insert(cursor, "episodes", [(
        number, place.offset, place.length, f"{place.digest:016x}", key.scenario, str(key.seed), key.system,
        record.scenario.suite, None if record.ending is None else str(record.ending), record.fault,
        record.valid, config.probes == "fork", config.unbounded,
        *(("", "", 0) if stream is None else (stream.regime, stream.half, stream.block)),
    )])  # fmt: skip
    _insert(cursor, "people", [(number, person) for person in record.scenario.persons])
    _insert(cursor, "questions", [
        (number, line.kind, line.verdict, line.failed, line.failed not in RIGHT_STAGES, probe.asker, probe.owner)
        for line, probe in zip(questions_of(record), record.probes, strict=True)
    ])  # fmt: skip


def _insert(cursor: sqlite3.Cursor, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    for row in rows:
        marks = ", ".join("?" * len(row))
        cursor.execute(f"INSERT INTO {table} VALUES ({marks})", tuple(map(_stored, row)))


def _stored(value: Any) -> Any:
    """A value as SQLite keeps it: text with lone surrogates, which UTF-8 has not, becomes bytes."""
    if not isinstance(value, str):
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return b"\0" + value.encode("utf-8", "surrogatepass")
    return str(value)


def _said(value: Any) -> Any:
    return value[1:].decode("utf-8", "surrogatepass") if isinstance(value, bytes) and value[:1] == b"\0" else value
