"""Adapters for other libraries: lives for trainers and evaluators, roles as graphs, an MCP server for a memory.

Each adapter is thin and loads its library when it is used. Other modules of this folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.integrations.chat_life import ChatLife
    from regulars.integrations.inspect_task import inspect_task
    from regulars.integrations.mcp_server import memory_server
    from regulars.integrations.openenv_app import openenv_app
    from regulars.integrations.role_graphs import assistant_graph, evaluator_graph, memory_graph, user_graph
    from regulars.integrations.role_states import LifeTalk
    from regulars.integrations.trl_rollouts import trl_rollouts

__all__ = [
    "ChatLife",
    "LifeTalk",
    "assistant_graph",
    "evaluator_graph",
    "inspect_task",
    "memory_graph",
    "memory_server",
    "openenv_app",
    "trl_rollouts",
    "user_graph",
]

open_face(__name__)
