"""The fixed reader: the scripted assistant with `reading=oracle`, which is handed its recollections and stores nothing.

An environment in which the policy is the memory needs a reader that is the same for every policy. So what a policy
earns depends on what it kept and recalled, and never on how well it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.dialogue import Phase, Reply
from regulars.envs.life.life import Life
from regulars.envs.reading.consulted import Consulted
from regulars.envs.reading.oracle_reading import OracleReading
from regulars.memory import Hit, Recollections

_NOTHING = Recollections()


class FixedReader(ScriptedAssistant):
    """Answers from the lines that it is handed, abstains without an answer, and acknowledges everything else.

    Args:
        life: Returns the running episode.
    """

    def __init__(self, life: Callable[[], Life]) -> None:
        self._given = _NOTHING
        self._consulted = Consulted()
        self._reading = OracleReading(life, self._consulted)
        super().__init__("none", reading=self._reading)

    def answer(self, observation: dict[str, Any], lines: Sequence[str], sources: Sequence[str]) -> Reply:
        """The reply to a message.

        Args:
            observation: What the assistant sees.
            lines: The recalled lines, in order of time.
            sources: The ids of the turns that they come from, in rank order.
        """
        hits = tuple(Hit(id, 1.0 / (rank + 1), (id,)) for rank, id in enumerate(sources))
        self._given = Recollections(hits, "\n".join(lines))
        self._consulted.clear()
        return self.act(observation)

    def rests_on(self) -> frozenset[str] | None:
        """The lines on which the last answer rests: it is the same without all others. None if it may rest on any line.

        This holds for lines of whole turns as they were said.
        """
        return self._reading.rests_on()

    def recall(self, work: AssistantWork) -> str | None:
        """Takes the lines that were handed over, if the message may need them."""
        if work.phase in (Phase.LISTEN, Phase.CLOSING):
            return "remember"
        if self.needs_memory(work.observation):
            work.recollections = self._given
        return None

    def needs_memory(self, observation: dict[str, Any]) -> bool:
        """Whether the reply depends on the lines that are handed over."""
        phase = observation["phase"]
        return phase == Phase.PROBE or (phase not in (Phase.LISTEN, Phase.CLOSING) and self.wants_memory(observation))

    def remember(self, work: AssistantWork) -> None:
        """Stores nothing."""
