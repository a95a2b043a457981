"""A life that a person plays in a browser, as the user, who sees a life and an agenda and talks to the assistant.

The life runs in its own thread, like any episode of a run, and waits there for the person's next line. Its record
therefore holds what a run records, such as the recalls and the operations of the memory.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from regulars.briefing import UserBriefing
from regulars.cli.escapes import escaped
from regulars.cli.pages.viewer.played_life import PLAYER, YOUR_LIFE, PlayedPages
from regulars.cli.pages.viewer.server import serve_pages
from regulars.cli.play_user import act_words, fact_words, life_with_user, recognised, typed_action
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.dialogue import FeedbackAction, Phase
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.evaluation.play.episodes import live
from regulars.evaluation.play.jobs import Conditions
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.world import Act

_RATINGS = {"like": FeedbackAction.LIKE, "dislike": FeedbackAction.DISLIKE}


class PlayedUser(PlayedPages):
    """A life whose user is a person.

    Args:
        folder: A folder for the record.
        seed: The seed of the life.
        sessions: The number of sessions.
        feedback: The feedback policy of the environment.
        assistant: The spec of the assistant.

    Raises:
        ConfigurationError: The assistant is asynchronous.
    """

    briefed = True

    def __init__(self, folder: Path, *, seed: int, sessions: int, feedback: str, assistant: str) -> None:
        super().__init__("user", folder)
        self._env, self._cast = life_with_user(
            seed=seed, sessions=sessions, feedback=feedback, assistant=assistant, user=self
        )
        self._config = EpisodeConfig(feedback=feedback, user=PLAYER)
        self._key = EpisodeKey("played", seed, assistant)
        self._about: dict[str, Any] = {}
        self._done: set[str] = set()
        self._carried: set[str] = set()
        self._claimed = ""
        self._told = 0
        self._next: tuple[str, FeedbackAction | None, bool, str] | None = None
        self._waits = False
        self._failed = False
        Thread(target=self._live, daemon=True).start()
        with self._changed:
            self._changed.wait_for(self._is_still)

    # ------------------------------------------------------------------ the thread of the life

    def _live(self) -> None:
        try:
            record = live(
                self._env, self._cast, self._cast.seats[ASSISTANT_SEAT], self._key, self._config,
                Conditions(options={"feedback": self._config.feedback}),
            )  # fmt: skip
        except Exception as error:  # the page waits for this thread
            with self._changed:
                self._add("fault", "The life ended with an error", str(error))
                self._failed = True
                self._changed.notify_all()
            return
        with self._changed:
            self._end(record)
            self._changed.notify_all()

    def act(self, observation: dict[str, Any], briefing: UserBriefing) -> dict[str, object]:
        """Shows the person what the user sees, and waits for the next line."""
        with self._changed:
            self._hear(observation, briefing)
            self._waits = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._next is not None)
            assert self._next is not None
            (text, rating, closes, tells), self._next = self._next, None
            self._waits, self._claimed = False, tells
            return typed_action(text, str(observation["turn_id"]), rating=rating, closes=closes, tells=tells)

    def _hear(self, seen: dict[str, Any], briefing: UserBriefing) -> None:
        disclosures = self._env.ledger.disclosures[self._told :]
        self._told += len(disclosures)
        pending = briefing.pending
        acts = [one.act for one in disclosures] + ([pending.act.id] if pending is not None and pending.act else [])
        self._done.update(acts, self._env.ledger.said or ())
        for found in recognised(disclosures, pending):
            self._add("note", "", found)
        if self._claimed in briefing.facts and self._claimed not in briefing.told:
            self._add("note", "", f"not told: your line does not name {fact_words(briefing, self._claimed)}")
        if seen["message"]:
            self._add("line", "Assistant", str(seen["message"]))
        self._head(seen)
        agenda = briefing.session.agenda if briefing.session is not None else ()
        carried = {act.id: _carried(act, briefing) for act in agenda}
        self._carried = set(carried.values())
        self._about = {
            "person": escaped(briefing.person.name),
            "facts": [[escaped(fact_words(briefing, id)), id in briefing.told] for id in briefing.facts],
            "agenda": [[escaped(act_words(briefing, act)), act.id in self._done, carried[act.id]] for act in agenda],
            "closing": seen["phase"] == Phase.CLOSING,
            "rates": bool(seen["turn_id"]),
        }

    # ------------------------------------------------------------------ the threads of the server

    def _is_still(self) -> bool:
        """Whether the life waits for the person, or has ended."""
        return self._waits or self._failed or self._review is not None

    def _take(self, text: str, rating: str, closes: bool, tells: str) -> None:
        if not self._waits or self._next is not None:
            return
        given = _RATINGS.get(rating) if self._about["rates"] else None
        self._add("reply", "You", text.strip() or "(closes the session)")
        if given is not None:
            self._add("feedback", "", rating)
        self._next, self._waits = (text, given, closes, tells if tells in self._carried else ""), False
        self._changed.notify_all()
        self._changed.wait_for(self._is_still)

    def _shown(self) -> dict[str, Any]:
        return {**self._about, "waits": self._is_still()}


def _carried(act: Act, briefing: UserBriefing) -> str:
    """The id by which a line can declare that it carries an act; empty for acts without content."""
    if act.kind in (ActKind.GREET, ActKind.SMALL_TALK, ActKind.CLOSE):
        return ""
    return act.fact if act.fact in briefing.facts else act.id


def play_user_in_browser(*, seed: int, sessions: int, feedback: str, assistant: str) -> None:
    """Serves a life until Ctrl-C. The arguments are those of `regulars.cli.play_user.play_user`."""
    with TemporaryDirectory(prefix="regulars-") as folder:
        life = PlayedUser(
            Path(folder) / YOUR_LIFE, seed=seed, sessions=sessions, feedback=feedback, assistant=assistant
        )
        serve_pages(0, life.file, life.obey)
