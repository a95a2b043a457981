"""Policies for the seats: scripted users, assistants and evaluators, models, clients, graphs, and feedback policies.

`regulars.Cast` assigns them to seats. Other modules of this folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.agents.assistant.learners import LearningAssistant
    from regulars.agents.assistant.model import ModelAssistant
    from regulars.agents.assistant.scripted import ScriptedAssistant
    from regulars.agents.evaluator.model import ModelEvaluator
    from regulars.agents.evaluator.scripted import ScriptedEvaluator
    from regulars.agents.feedback.moment import FeedbackPolicy
    from regulars.agents.feedback.specs import feedback_policy
    from regulars.agents.models.catalogue import open_model
    from regulars.agents.models.protocol import ChatModel, Completion, Message
    from regulars.agents.models.scripted_chat import ScriptedChat
    from regulars.agents.seats.adapt import Seat, SeatFlags
    from regulars.agents.seats.langgraph import LangGraphSeat
    from regulars.agents.seats.openai_client import ClientSeat
    from regulars.agents.user.model import ModelUser
    from regulars.agents.user.scripted import ScriptedUser

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

open_face(__name__)
