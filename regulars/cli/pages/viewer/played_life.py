"""A life that a person plays in a browser, as the assistant. When it ends, the same address shows it in the viewer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition
from typing import Any

from regulars.cli.escapes import escaped
from regulars.cli.pages.viewer.live_run import LiveRun
from regulars.cli.pages.viewer.server import serve_pages
from regulars.cli.pages.viewer.site import PAGE, viewer_page
from regulars.cli.play import life_to_play, told_rating
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EPISODES, EpisodeConfig, EpisodeKey, EpisodeRecord
from regulars.datasets.record_files import append
from regulars.dialogue import Phase, feedback_in
from regulars.envs.aec import LifeAEC
from regulars.envs.seats.names import ASSISTANT_SEAT

STATE, REPLY = "state.json", "reply.json"
"""The addresses of the conversation so far, and of orders with the person's next line."""
YOUR_LIFE = "your life"
"""The name of the folder of the record, which the title of the viewer shows."""
PLAYER = "you"
"""The name of the person in the record."""


class PlayedPages:
    """The pages of a life that a person plays: the conversation so far, and after its end the viewer.

    Args:
        seat: The seat of the person: `assistant` or `user`.
        folder: A folder for the record.
    """

    def __init__(self, seat: str, folder: Path) -> None:
        self._seat, self._folder = seat, folder
        self._changed = Condition()
        self._lines: list[dict[str, str]] = []
        self._session = -1
        self._review: LiveRun | None = None
        self._name = ""

    def file(self, address: str) -> bytes | None:
        """The content at an address: of the conversation, and after its end of the viewer."""
        with self._changed:
            if address == STATE:
                return self._state()
            if self._review is not None:
                return self._review.file(address)
            return viewer_page("A life to play", "play", served=True) if address == PAGE else None

    def obey(self, address: str, body: str) -> bytes | None:
        """Takes the person's next line, and returns the conversation after it.

        A line for an earlier state of the conversation changes nothing.

        Args:
            address: `REPLY`.
            body: JSON with the number of lines that the person has seen, `seen`, the next line, `text`, and from a user
                the `rating` of the last reply, `like` or `dislike`, whether it closes the session, `closes`, and the
                id of what it carries, `tells`.
        """
        if address != REPLY:
            return None
        try:
            order = json.loads(body)
            seen, text = int(order["seen"]), str(order["text"])
            rating, closes = str(order.get("rating", "")), bool(order.get("closes"))
            tells = str(order.get("tells", ""))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            return None
        with self._changed:
            if self._review is None and seen == len(self._lines):
                self._take(text, rating, closes, tells)
            return self._state()

    def _take(self, text: str, rating: str, closes: bool, tells: str) -> None:
        """Plays the person's line, and goes on to the next one. Called with the lock."""
        raise NotImplementedError

    def _shown(self) -> dict[str, Any]:
        """What the page shows beside the conversation, as JSON values."""
        return {}

    def _state(self) -> bytes:
        state = {"seat": self._seat, "lines": self._lines, "ended": self._name, "waits": True}
        return json.dumps({**state, **self._shown()}).encode()

    def _add(self, kind: str, name: str, text: str) -> None:
        self._lines.append({"kind": kind, "name": escaped(name), "text": escaped(text, lines=True)})

    def _head(self, seen: Mapping[str, Any]) -> None:
        """Adds a heading if a session or an out-of-band question begins."""
        aside = seen["phase"] == Phase.PROBE
        if int(seen["session"]) != self._session or aside:
            self._session = int(seen["session"])
            moment = datetime.fromisoformat(str(seen["date"]))
            heading = "An out-of-band question" if aside else f"Session {self._session}"
            self._add("heading", heading, f"{moment:%A %d %B %Y, %H:%M}")

    def _end(self, record: EpisodeRecord) -> None:
        """Keeps the record of the life, which the pages then show."""
        self._folder.mkdir(exist_ok=True)
        append(self._folder / EPISODES, record)
        self._name = str(record.key)
        self._review = LiveRun(self._folder)


class PlayedLife(PlayedPages):
    """A life whose assistant is a person.

    Args:
        env: The environment, reset, in which code plays the other seats.
        config: The settings of the episode, for its record.
        seed: The seed of the life.
        folder: A folder for the record.
    """

    def __init__(self, env: LifeAEC, config: EpisodeConfig, seed: int, folder: Path) -> None:
        super().__init__("assistant", folder)
        self._env, self._config, self._seed = env, config, seed
        self._listen()

    def _take(self, text: str, rating: str, closes: bool, tells: str) -> None:
        self._add("reply", "You", text)
        self._env.step(text)
        self._listen()

    def _listen(self) -> None:
        """Notes what the person hears next. Nothing has to be said after the last line of a session."""
        while self._env.ending is None:
            seen: dict[str, Any] = self._env.observe(ASSISTANT_SEAT)
            self._head(seen)
            shown = feedback_in(seen)
            if shown is not None:
                self._add("feedback", "Feedback", told_rating(shown))
            self._add("line", str(seen["name"]), str(seen["message"]))
            if seen["phase"] != Phase.CLOSING:
                return
            self._env.step("")
        key = EpisodeKey("played", self._seed, PLAYER)
        self._end(episode_record(self._env.life, key=key, config=self._config))


def play_in_browser(*, seed: int, users: int, sessions: int, feedback: str, noise: str, probes: str) -> None:
    """Serves a life until Ctrl-C. The arguments are those of `regulars.cli.play.play`."""
    env = life_to_play(seed=seed, users=users, sessions=sessions, feedback=feedback, noise=noise, probes=probes)
    config = EpisodeConfig(feedback=feedback, noise=noise, probes=probes)
    with TemporaryDirectory(prefix="regulars-") as folder:
        life = PlayedLife(env, config, seed, Path(folder) / YOUR_LIFE)
        serve_pages(0, life.file, life.obey)
