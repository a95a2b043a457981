"""The AEC environment: simulated users, an assistant and an evaluator take turns through a life.

`regulars.envs.life` holds the rules of a life. This module adds PettingZoo's seats, turns, rewards and state. The
Gymnasium and parallel views wrap it and add no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gymnasium import spaces
from pettingzoo import AECEnv

from regulars.dialogue import ASSISTANT, Turn
from regulars.envs.actions import Action, read_action
from regulars.envs.ledger import Ledger
from regulars.envs.life.exchange import ASIDE
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import Ending
from regulars.envs.options import LifeOptions, warn_misspelt
from regulars.envs.render import rendered
from regulars.envs.saved_state import AgentTurns, Episode, SavedState, StateStore
from regulars.envs.scenario_source import EpisodeChoice, ScenarioSource, check_fits, not_before
from regulars.envs.seats.briefings import evaluator_briefing, user_briefing
from regulars.envs.seats.infos import add_terms, seat_info, verdict_in_numbers
from regulars.envs.seats.names import ASSISTANT_SEAT, EVALUATOR_SEAT, SEAT_AT, played_seats
from regulars.envs.seats.observations import assistant_view, evaluator_view, user_view
from regulars.envs.seats.played import PlayedSeats, user_seats
from regulars.envs.spaces import action_space, observation_space
from regulars.errors import ActionError, ConfigurationError, OrderError, did_you_mean
from regulars.scenarios.language.packs import Language
from regulars.scenarios.noise import read_noise, with_noise
from regulars.scenarios.pack_files import language_packs
from regulars.scenarios.world import Scenario
from regulars.seeding import SeedTree, content_hash, fresh_episode_id

if TYPE_CHECKING:
    from regulars.briefing import EvaluatorBriefing, UserBriefing


_PROCESS = fresh_episode_id()
"""Part of the ids of episodes that are reset without one, so that another process has other ids."""


class LifeAEC(AECEnv[str, "dict[str, Any]", Any]):
    """The AEC environment: simulated users who come back, an assistant, and an evaluator.

    The seats are `user_0`, `user_1`, ..., `assistant_0` and `evaluator_0`. `LifeOptions` documents the arguments, and
    `regulars.envs.spaces` documents observations and actions. An action may also be a plain string or a
    `regulars.Reply`.

    Attributes:
        options: The options.
        source: Where the scenarios of episodes come from.

    Raises:
        ConfigurationError: An option is unknown or has an invalid value.
    """

    metadata = {  # noqa: RUF012  # PettingZoo wants a plain class attribute
        "name": "regulars_life_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": True,
    }

    def __init__(self, **options: Any) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # untyped in PettingZoo
        self.options = LifeOptions.read(options)
        self.render_mode = self.options.render_mode
        self._language = Language.load(self.options.language)
        self._ontology = self._language.ontology
        self.source = ScenarioSource(self.options)
        users = user_seats(max(self.source.people))
        seats = [*users, ASSISTANT_SEAT, EVALUATOR_SEAT]
        played = played_seats(self.options.played, seats)
        self.possible_agents = [seat for seat in seats if seat not in played]
        self.agents = []
        self._played = PlayedSeats(played, users, self._language)
        if len(self.source.people) > 1 and not self._played.every_user:
            raise ConfigurationError(
                "the lives have different numbers of people",
                where=str(self.options.suite or self.options.scenario),
                expected="the same number of people in all lives, if people are agents",
                remedy="let the environment play the users with played='user', or make one environment for each number",
            )
        if ASSISTANT_SEAT in played and self.options.probes == "fork":
            raise ConfigurationError(
                "probes='fork' branches an assistant that is an agent, and the environment plays it",
                where="regulars.life_v0",
                remedy="use probes='end' or 'off', or regulars.Cast",
            )
        roles = len({seat.rpartition("_")[0] for seat in self.possible_agents})
        cycles = self.options.max_cycles
        self._most_steps = self.options.max_steps if cycles is None else cycles * roles
        self._episode: Episode | None = None
        self._states = StateStore(self.options, self._chosen)
        self._forker = False

    # ------------------------------------------------------------------ making

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:  # type: ignore[override]  # settable in PettingZoo
        """The observation space of each seat. Built on first use, because runs with a cast need no spaces."""
        return {seat: observation_space() for seat in self.possible_agents}

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:  # type: ignore[override]  # settable in PettingZoo
        """The action space of each seat. Built on first use."""
        return {seat: action_space() for seat in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of a seat; the same object on every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of a seat; the same object on every call."""
        return self.action_spaces[agent]

    # ------------------------------------------------------------------ reset

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts an episode.

        Args:
            seed: The root of the seed tree; None starts the next episode of the current tree.
            options: `scenario` plays that scenario. `stream=True` continues the calendar and the session numbers of the
                last episode. `episode` is the id that seats see in their observations; a `Cast` gives a new one at
                every reset. By default it follows from the seed and the process, so that two resets of a process with
                one seed give one id; in a stream it is the last one's.
                Unknown keys are ignored, with a warning if the key resembles a known one.
        """
        options = options or {}
        warn_misspelt(options)
        if self.options.probes == "fork" and not self._forker:
            raise ConfigurationError(
                "probes='fork' needs a cast that can branch the assistant",
                where="reset",
                remedy="put the seats into a regulars.Cast, or use probes='end' or probes='off'",
            )
        choice, sessions = self._next_episode(seed, stream=bool(options.get("stream")))
        seeds = choice.seeds
        given = options.get("scenario")
        scenario = self._chosen(choice) if given is None else self._with_noise(self._given(given, choice), seeds)
        life = Life(
            scenario,
            self._spoken(scenario).ontology,
            self._spoken(scenario),
            seeds,
            probes=self.options.probes,
            feedback=self.options.feedback,
            noise=self.options.noise,
            reactive=self.options.disclosure != "scripted",
            weights=self.options.weights,
            reward_to=self.options.reward_to,
            horizon=self.options.horizon,
            first_session=sessions + 1,
            episode_id=self._episode_id(options, seeds),
        )
        life.begin()
        seats = user_seats(len(scenario.persons))
        seat_of = {person.id: seat for person, seat in zip(scenario.persons, seats, strict=True)}
        person_of = {seat: person for person, seat in seat_of.items()}
        self._episode = Episode(life, choice, given is not None, sessions, seat_of, person_of)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {seat: self.info(seat) for seat in self.agents}
        self.__dict__["_skip_agent_selection"] = None  # PettingZoo's record of dead steps, which this reset cuts short
        self._played.seat_people(len(scenario.persons))
        self._played.begin(life.language, life.episode_id, self.seat_seed)
        self._select(self._episode)

    def _episode_id(self, options: dict[str, Any], seeds: SeedTree) -> str:
        """The id that seats see in the coming episode."""
        if given := options.get("episode"):
            return str(given)
        if options.get("stream") and self._episode is not None:
            return self._episode.life.episode_id
        return content_hash(f"{_PROCESS} {seeds.key.hex()}", 32)

    def _chosen(self, choice: EpisodeChoice) -> Scenario:
        """The scenario that the choice decides, with the noise of the options."""
        return self._with_noise(self.source.scenario(choice), choice.seeds)

    def _given(self, scenario: Any, choice: EpisodeChoice) -> Scenario:
        """The scenario that the caller of `reset` gave, checked."""
        seats = None if self._played.every_user else max(self.source.people)
        return not_before(check_fits(scenario, seats), choice.after)

    def _with_noise(self, scenario: Scenario, seeds: SeedTree) -> Scenario:
        """The scenario with the noise of the options, drawn from its own branch of the seed tree."""
        noise, reactive = read_noise(self.options.noise), self.options.disclosure != "scripted"
        return with_noise(scenario, noise, seeds.child("noise"), self._spoken(scenario).ontology, reactive=reactive)

    def _next_episode(self, seed: int | None, *, stream: bool) -> tuple[EpisodeChoice, int]:
        """What decides the coming episode's scenario, and the number of sessions in the stream before it.

        A seed begins a new tree; otherwise the tree's next episode comes.
        """
        last = self._episode
        going_on = last if stream else None
        after = None if going_on is None else going_on.life.last_moment
        sessions = 0 if going_on is None else going_on.stream_sessions + len(going_on.life.scenario.sessions)
        return self.source.following(None if last is None else last.choice, seed, after), sessions

    # ------------------------------------------------------------------ stepping

    def step(self, action: Any) -> None:
        """Takes the action of the selected seat.

        Args:
            action: A string, a `regulars.Reply`, or a dict of the action space's fields; None for a seat that has
                ended.

        Raises:
            OrderError: No episode is under way.
            ActionError: The action is invalid. The state of the environment is unchanged.
        """
        episode = self._episode
        if episode is None or not self.agents:
            raise OrderError(
                "a step before reset" if episode is None else "a step after the end",
                where="step",
                remedy="call env.reset() first",
            )
        seat, life = self.agent_selection, episode.life
        if life.ending is not None:
            if action is not None:
                raise ActionError(
                    f"an action of type {type(action).__name__} for a seat that has ended",
                    where=seat,
                    expected="None",
                    remedy="pass None once env.last() says terminated or truncated",
                )
            self._was_dead_step(None)
            return
        read = read_action(action, seat)
        self._cumulative_rewards[seat] = 0.0
        if episode.judged:
            episode.judged.pop(seat, None)
        rewards = self.rewards
        for agent in rewards:
            rewards[agent] = 0.0
        limit = self._most_steps
        if limit is not None and life.stage not in ASIDE:
            episode.steps += 1
        self._act(episode, read)
        if limit is not None and episode.steps >= limit:
            life.abort(Ending.STEP_LIMIT)
        self._select(episode)

    def _act(self, episode: Episode, action: Action) -> None:
        life = episode.life
        running, signals = life.running, life.signals
        notes = signals.reward_notes
        noted = len(notes)
        life.act(action)
        if running is None:
            return
        user = episode.seat_of[running.person]
        if signals.rewards:
            self._reward(signals.rewards, user)
        if signals.judgement is not None:
            said = verdict_in_numbers(signals.judgement.kind, signals.judgement.question)
            for seat in (user, ASSISTANT_SEAT, EVALUATOR_SEAT):
                episode.judged.setdefault(seat, {}).update(said)
        if len(notes) > noted:
            add_terms(notes[noted:], user, episode.judged)

    def _reward(self, rewards: Mapping[str, float], user: str) -> None:
        for role, reward in rewards.items():
            seat = ASSISTANT_SEAT if role == ASSISTANT else user
            if seat in self.rewards:
                self.rewards[seat] += reward
                self._cumulative_rewards[seat] += reward

    def _select(self, episode: Episode) -> None:
        """Selects the next seat. Seats that the environment plays act at once."""
        life = episode.life
        while life.ending is None:
            seat = SEAT_AT.get(life.stage)
            if seat is None:
                assert life.running is not None, "a person speaks in a session"
                seat = episode.seat_of[life.running.person]
            if seat not in self._played.policies:
                self.agent_selection = seat
                self.infos[seat] = seat_info(episode, seat)
                break
            self._act(episode, read_action(self._played.act(seat, self.observe, self.briefing), seat))
        else:
            self._end(episode, life.ending)
        if self.render_mode == "human":
            self.render()

    def _end(self, episode: Episode, ending: Ending) -> None:
        flags = self.terminations if ending.terminates else self.truncations
        for seat in self.agents:
            flags[seat] = True
            self.infos[seat] = seat_info(episode, seat)
        self.agent_selection = self.agents[0]

    def abort(self, ending: Ending) -> None:
        """Ends the episode because of a fault of a seat or a used-up budget.

        All seats are truncated together and their rewards are 0. After a fault, `info["valid"]` is 0.0.
        """
        episode = self._require("abort")
        if episode.life.ending is None:
            episode.life.abort(ending)
            for seat in self.agents:
                self.rewards[seat] = self._cumulative_rewards[seat] = 0.0
            self._end(episode, ending)

    def info(self, seat: str) -> dict[str, float]:
        """The seat's info, as numbers under constant keys.

        `valid` is 0 after a fault. `session` and `turn` say where the episode stands. `ending` is 0 while it runs, then
        `Ending.number`. `judged` says whether an answer was judged since the seat last acted, and `verdict` (the number
        of its `VerdictKind`), `attempt` (1, or 2 for a repeated question) and `answerable` (0 if abstaining was right)
        say how; they are 0 if none was. `reward_...` are the seat's reward terms since it last acted.
        """
        return seat_info(self._require("info"), seat)

    # ------------------------------------------------------------------ looking

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of `agent`. Works for every seat at any time, without side effects."""
        episode = self._episode or self._require("observe")
        if agent == ASSISTANT_SEAT:
            return assistant_view(episode.life)
        if agent == EVALUATOR_SEAT:
            return evaluator_view(episode.life)
        person = episode.person_of.get(agent)
        if person is None:
            raise ConfigurationError(
                f"there is no seat {agent!r}", where="observe", remedy=did_you_mean(agent, self.possible_agents)
            )
        return user_view(episode.life, person)

    def briefing(self, seat: str) -> UserBriefing | EvaluatorBriefing | None:
        """The complete private knowledge of a seat; None for the assistant, which has none."""
        episode = self._require("briefing")
        if seat == EVALUATOR_SEAT:
            return evaluator_briefing(episode.life, worded=True)
        person = episode.person_of.get(seat)
        return None if person is None else user_briefing(episode.life, person)

    @property
    def life(self) -> Life:
        """The current episode, for runners. Never pass any of it to an assistant."""
        return self._require("life").life

    @property
    def scenario(self) -> Scenario:
        """The scenario of the current episode."""
        return self._require("scenario").life.scenario

    @property
    def transcript(self) -> list[Turn]:
        """All turns so far."""
        return self._require("transcript").life.transcript

    @property
    def ledger(self) -> Ledger:
        """The disclosures and commitments so far."""
        return self._require("ledger").life.ledger

    @property
    def ending(self) -> Ending | None:
        """How the episode ended, None while it runs."""
        return self._require("ending").life.ending

    def person_of(self, seat: str) -> str:
        """The id of the person in a user's seat in this episode; empty for other seats."""
        return self._require("person_of").person_of.get(seat, "")

    def seat_seed(self, seat: str) -> int:
        """The seed of a seat in this episode; for a user it belongs to the person."""
        return self._require("seat_seed").life.seeds.seed("seat", self.person_of(seat) or seat)

    def _require(self, call: str) -> Episode:
        if self._episode is None:
            raise OrderError(f"{call} before reset", where=call, remedy="call env.reset() first")
        return self._episode

    def render(self) -> str | None:
        """Returns the running session as text (`ansi`), or prints its new turns (`human`)."""
        return rendered(self._require("render"), self.render_mode)

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""

    # ------------------------------------------------------------------ state

    def let_fork(self) -> None:
        """Declares that the caller forks the assistant for probes, as `probes="fork"` requires. A cast calls it."""
        self._forker = True

    def get_state(self) -> bytes:
        """The state of the environment and of the seats that it plays, as bytes."""
        episode = self._require("get_state")
        saved = SavedState(episode, AgentTurns.of(self), self._played.get_state())
        return self._states.pack(saved, self.possible_agents)

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options or seats, or to a scenario
                that this environment does not play. Nothing has changed.
        """
        saved = self._states.unpack(state, self.possible_agents, self._played.fits, self._episode)
        self._episode = saved.episode
        saved.turns.put_into(self)
        self._played.set_state(saved.policies)
        self._equip()

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("_ontology", "_language", "_states")
        return {key: value for key, value in self.__dict__.items() if key not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._states = StateStore(self.options, self._chosen)
        self._language = Language.load(self.options.language)
        self._ontology = self._language.ontology
        self._equip()

    def _equip(self) -> None:
        if self._episode is not None:
            language = self._spoken(self._episode.life.scenario)
            self._episode.life.equip(language.ontology, language)

    def _spoken(self, scenario: Scenario) -> Language:
        """The scenario's language in its phrasing; the environment's language if that pack is missing."""
        known = scenario.language in language_packs()
        return Language.load(scenario.language if known else self.options.language, scenario.phrasing)
