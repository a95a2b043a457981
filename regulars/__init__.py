"""regulars: simulated users who keep coming back, and assistants that must remember them.

Importing the package registers its environments with Gymnasium and, if installed, PettingZoo. It loads nothing
heavy: every public name is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from regulars.envs.registration import register_environments

if TYPE_CHECKING:
    from regulars.agents.cast import Cast
    from regulars.dialogue import Feedback, Reply, Turn
    from regulars.envs import life_v0
    from regulars.errors import RegularsError
    from regulars.evaluation.evaluate import evaluate
    from regulars.evaluation.replay import replay

__version__ = "0.1.0"

__all__ = ["Cast", "Feedback", "RegularsError", "Reply", "Turn", "__version__", "evaluate", "life_v0", "replay"]

_HOMES = {
    "Cast": "regulars.agents.cast",
    "Feedback": "regulars.dialogue",
    "RegularsError": "regulars.errors",
    "Reply": "regulars.dialogue",
    "Turn": "regulars.dialogue",
    "evaluate": "regulars.evaluation.evaluate",
    "replay": "regulars.evaluation.replay",
}


def __getattr__(name: str) -> Any:
    if name == "life_v0":
        value: Any = import_module("regulars.envs.life_v0")
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module 'regulars' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))


register_environments()
