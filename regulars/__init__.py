"""regulars: simulated users who keep coming back, and assistants that must remember them.

Importing the package registers its environments with Gymnasium, and with PettingZoo if that has a registry. Nothing
heavy is loaded: each public name is imported on first use.

The public names are in `regulars`, `regulars.envs`, `regulars.agents`, `regulars.memory`, `regulars.scenarios`,
`regulars.rewards`, `regulars.datasets`, `regulars.evaluation` and `regulars.testing`. Import from these only. All other
modules may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.envs.views.registration import register_environments
from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.agents.cast import Cast
    from regulars.dialogue import (
        ASSISTANT,
        Feedback,
        FeedbackAction,
        Phase,
        PlanAct,
        Reply,
        ReplyPlan,
        Turn,
        Verdict,
        VerdictKind,
        count_tokens,
    )
    from regulars.envs import life_v0
    from regulars.errors import (
        ConfigurationError,
        DataError,
        InfrastructureError,
        RegularsError,
        RegularsWarning,
        SeatError,
    )
    from regulars.evaluation.evaluate import evaluate
    from regulars.evaluation.replay import replay
    from regulars.registry import build, register
    from regulars.scenarios.worlds import world

__version__ = "0.1.0"

__all__ = [
    "ASSISTANT",
    "Cast",
    "ConfigurationError",
    "DataError",
    "Feedback",
    "FeedbackAction",
    "InfrastructureError",
    "Phase",
    "PlanAct",
    "RegularsError",
    "RegularsWarning",
    "Reply",
    "ReplyPlan",
    "SeatError",
    "Turn",
    "Verdict",
    "VerdictKind",
    "__version__",
    "build",
    "count_tokens",
    "evaluate",
    "life_v0",
    "register",
    "replay",
    "world",
]

open_face(__name__)
register_environments()
