"""What the assistant was told in an episode so far: the state from which candidates and features are computed.

It holds the lines that were said, the disclosures that they made, and the assistant's own choices. So it contains
nothing that a policy in the assistant's seat could not have known: no plan, no world, no gold.
"""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

from regulars.dialogue import ASSISTANT, Turn
from regulars.envs.ledger import Ledger, Mark
from regulars.envs.numeric.asking import Asking, asking, asking_now
from regulars.envs.numeric.told_about import ToldAbout
from regulars.envs.told_in_ledger import ToldInLedger
from regulars.errors import StateError
from regulars.memory import Cue
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.scenarios.language.wishes import wishes_of

if TYPE_CHECKING:
    from regulars.envs.life.state import LifeState
    from regulars.scenarios.language.packs import Language

_VERSION = 1


class ToldSoFar:
    """The lines and disclosures of an episode so far. It grows with each call of `take`.

    Args:
        language: The language in which people speak.

    Attributes:
        ledger: The disclosures, choices and hearsay so far.
        lines: All turns so far, in order.
        places: The index of each turn in `lines`, by turn id.
        wished: The attributes that each person wished to be reminded of, in order.
        asking: What the last line asks for, if a life supplied it; None if it must be read from the text.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self._empty()

    def _empty(self) -> None:
        self.ledger = Ledger()
        self.lines: list[Turn] = []
        self.places: dict[str, int] = {}
        self.wished: dict[str, list[str]] = {}
        self.asking: Asking | None = None
        self._index = BM25()
        self._indexed = 0
        self._about: dict[tuple[str, str], ToldAbout] = {}
        self._about_at: Mark = self.ledger.mark
        self._life: LifeState | None = None

    def take(self, life: LifeState) -> None:
        """Takes in what was said since the last call; starts over for another life or an earlier state."""
        if life is not self._life or len(life.transcript) < len(self.lines):
            self._empty()
            self._life, self.language = life, life.language
        own, ledger = self.ledger, life.ledger
        if len(ledger.disclosures) > len(own.disclosures):
            for disclosure in ledger.disclosures[len(own.disclosures) :]:
                own.enter(disclosure)
        if len(ledger.commitments) > len(own.commitments):
            for commitment in ledger.commitments[len(own.commitments) :]:
                own.commit(commitment)
        if len(ledger.hearsay) > len(own.hearsay):
            own.hearsay += ledger.hearsay[len(own.hearsay) :]
        for turn in life.transcript[len(self.lines) :]:
            self._hear(turn)
        self.asking = asking_now(life)

    def _hear(self, turn: Turn) -> None:
        self.places[turn.id] = len(self.lines)
        self.lines.append(turn)
        if turn.speaker != ASSISTANT:
            wish = wishes_of(self.language).reminder_in(turn.text)
            if wish:
                self.wished.setdefault(turn.speaker, []).append(wish)

    def asked_in(self, message: str) -> Asking:
        """What a message asks for; it is the last line, or an out-of-band probe."""
        return self.asking if self.asking is not None else asking(self.language, message)

    def by(self, person: str) -> ToldInLedger:
        """What one person told, in the form that the scripted assistant answers from."""
        return ToldInLedger(self.ledger, self.language.ontology, person)

    def about(self, person: str, attribute: str) -> ToldAbout:
        """What one person told about an attribute; cached until more is told, said or chosen."""
        mark = self.ledger.mark
        if mark != self._about_at:
            self._about, self._about_at = {}, mark
        found = self._about.get((person, attribute))
        if found is None:
            found = ToldAbout(self.ledger, self.language.ontology, person, attribute)
            self._about[person, attribute] = found
        return found

    def recall(self, text: str, scope: str, k: int, besides: str = "") -> list[tuple[Turn, float]]:
        """The people's turns in a scope that match a text best by BM25, best first, with their scores.

        Args:
            text: The text.
            scope: The scope of the turns.
            k: The number of turns.
            besides: The id of a turn to leave out, such as the text's own.
        """
        if not self.lines:
            return []
        for turn in self.lines[self._indexed :]:
            if turn.speaker != ASSISTANT:
                self._index.put(turn.scope, turn.id, turn.text)
        self._indexed = len(self.lines)
        found = self._index.search(Cue(text, self.lines[-1].time, scope, k=k + 1))
        return [(self.lines[self.places[id]], score) for id, score in found if id != besides][:k]

    def snapshot(self) -> bytes:
        """The state as bytes, for `restore`."""
        state = (self.language, self.ledger, self.lines, self.asking)
        return pickle.dumps((_VERSION, state))

    def restore(self, state: bytes) -> None:
        """Restores a state from `snapshot`.

        Raises:
            StateError: The bytes are not such a state.
        """
        try:
            version, saved = pickle.loads(state)
            language, ledger, lines, asked = saved
        except Exception as error:  # unpickling foreign bytes may raise anything
            raise StateError("the bytes are not a snapshot", where="ToldSoFar.restore") from error
        if version != _VERSION or not isinstance(ledger, Ledger):
            raise StateError(f"a snapshot of version {version}", where="ToldSoFar.restore", expected=f"{_VERSION}")
        self._empty()
        self.language = language
        self.ledger = ledger
        self.asking = asked
        for turn in lines:
            self._hear(turn)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_life": None, "_about": {}}
