"""The policies of the seats that the environment plays itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.user.scripted import ScriptedUser
from regulars.envs.seats.names import ASSISTANT_SEAT, EVALUATOR_SEAT
from regulars.scenarios.language.packs import Language

if TYPE_CHECKING:
    from regulars.agents.assistant.scripted import ScriptedAssistant

    Policy = ScriptedUser | ScriptedEvaluator | ScriptedAssistant

MEMORY = "bm25-turn"
"""The memory of an assistant that the environment plays."""


class PlayedSeats:
    """Makes, starts, saves and restores the policies of the played seats.

    Args:
        played: The names of the played seats.
        users: The names of all users' seats. If all of them are played, an episode may have any number of people.
        language: The environment's language pack.
    """

    def __init__(self, played: Iterable[str], users: Iterable[str], language: Language) -> None:
        self._language = language
        self.policies: dict[str, Policy] = {seat: self._made(seat) for seat in played}
        self.every_user = self.policies.keys() >= set(users)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_language": self._language.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._language = Language.load(state["_language"])

    def _made(self, seat: str) -> Policy:
        if seat == EVALUATOR_SEAT:
            return ScriptedEvaluator()
        if seat != ASSISTANT_SEAT:
            return ScriptedUser(self._language, self._language.ontology)
        from regulars.agents.assistant.scripted import ScriptedAssistant

        return ScriptedAssistant(MEMORY, language=self._language)

    def seat_people(self, people: int) -> None:
        """Has a policy for each person, if the environment plays all users."""
        for seat in user_seats(people) if self.every_user else ():
            if seat not in self.policies:
                self.policies[seat] = self._made(seat)

    def begin(self, language: Language, episode_id: str, seed_of: Callable[[str], int]) -> None:
        """Starts all policies.

        Args:
            language: The language of the episode's scenario.
            episode_id: The id of the episode.
            seed_of: The seed of a seat.
        """
        for seat, policy in self.policies.items():
            if seat == ASSISTANT_SEAT:
                policy.use_language(language)  # type: ignore[union-attr]  # the assistant's
            policy.begin(episode_id, seed_of(seat))

    def act(self, seat: str, observation: Callable[[str], Any], briefing: Callable[[str], Any]) -> Any:
        """The action of a seat, from what it sees (the assistant) or from its briefing (all others)."""
        policy: Any = self.policies[seat]
        return policy.act(observation(seat)) if seat == ASSISTANT_SEAT else policy.act(None, briefing(seat))

    def get_state(self) -> dict[str, Any]:
        """The states of all policies, by seat."""
        return {seat: policy.get_state() for seat, policy in self.policies.items()}

    def fits(self, seats: Collection[str]) -> bool:
        """Whether these are the seats that `get_state` gives, for any number of people if all users are played."""
        own, others = self.policies.keys(), set(seats)
        return own == others or (self.every_user and {*map(_role, own)} == {*map(_role, others)})

    def set_state(self, states: Mapping[str, Any]) -> None:
        """Restores the states of `get_state`."""
        self.seat_people(sum(seat not in (ASSISTANT_SEAT, EVALUATOR_SEAT) for seat in states))
        for seat, state in states.items():
            self.policies[seat].set_state(state)


def user_seats(people: int) -> list[str]:
    """The names of the seats of that many people."""
    return [f"user_{index}" for index in range(people)]


def _role(seat: str) -> str:
    return seat.rpartition("_")[0]
