"""What may sit in a seat: scripted users, assistants and evaluators, models, clients, graphs, feedback policies.

`regulars.Cast` puts them there. Other modules of this folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.agents.assistant import ScriptedAssistant
    from regulars.agents.client_seat import ClientSeat
    from regulars.agents.evaluator import ScriptedEvaluator
    from regulars.agents.feedback.moment import FeedbackPolicy
    from regulars.agents.feedback.specs import feedback_policy
    from regulars.agents.langgraph_seat import LangGraphSeat
    from regulars.agents.learners import LearningAssistant
    from regulars.agents.model_assistant import ModelAssistant
    from regulars.agents.model_evaluator import ModelEvaluator
    from regulars.agents.model_user import ModelUser
    from regulars.agents.models.catalogue import open_model
    from regulars.agents.models.protocol import ChatModel, Completion, Message
    from regulars.agents.models.scripted_chat import ScriptedChat
    from regulars.agents.seats import Seat, SeatFlags
    from regulars.agents.user import ScriptedUser

__all__ = [
    "ChatModel",
    "ClientSeat",
    "Completion",
    "FeedbackPolicy",
    "LangGraphSeat",
    "LearningAssistant",
    "Message",
    "ModelAssistant",
    "ModelEvaluator",
    "ModelUser",
    "ScriptedAssistant",
    "ScriptedChat",
    "ScriptedEvaluator",
    "ScriptedUser",
    "Seat",
    "SeatFlags",
    "feedback_policy",
    "open_model",
]

open_face(
    __name__,
    {
        "regulars.agents.assistant": ("ScriptedAssistant",),
        "regulars.agents.client_seat": ("ClientSeat",),
        "regulars.agents.evaluator": ("ScriptedEvaluator",),
        "regulars.agents.feedback.moment": ("FeedbackPolicy",),
        "regulars.agents.feedback.specs": ("feedback_policy",),
        "regulars.agents.langgraph_seat": ("LangGraphSeat",),
        "regulars.agents.learners": ("LearningAssistant",),
        "regulars.agents.model_assistant": ("ModelAssistant",),
        "regulars.agents.model_evaluator": ("ModelEvaluator",),
        "regulars.agents.model_user": ("ModelUser",),
        "regulars.agents.models.catalogue": ("open_model",),
        "regulars.agents.models.protocol": ("ChatModel", "Completion", "Message"),
        "regulars.agents.models.scripted_chat": ("ScriptedChat",),
        "regulars.agents.seats": ("Seat", "SeatFlags"),
        "regulars.agents.user": ("ScriptedUser",),
    },
)
