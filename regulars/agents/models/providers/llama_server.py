"""Runs the server of `llama-cpp-python` with its own options, but without repacked weights where they crash it.

Run: python -m regulars.agents.models.providers.llama_server --model FILE.gguf ...

On processors with AMX, llama.cpp repacks weights into buffers with which it crashes at the first prompt
(https://github.com/ggml-org/llama.cpp/issues/20824). Neither the server nor `Llama` has an option against that, so the
default parameters of a model are changed before the server reads them.
"""

from __future__ import annotations

import importlib
import runpy
from typing import Any

SERVER = "llama_cpp.server"


AMX = b"AMX_INT8 = 1"
"""What the library says of a processor for which it repacks weights with AMX."""


def without_amx(library: Any) -> None:
    """On a processor with AMX, makes the library leave weights as they are in the file.

    Args:
        library: The module `llama_cpp.llama_cpp`.
    """
    if AMX not in library.llama_print_system_info():
        return
    default = library.llama_model_default_params

    def plain() -> Any:
        parameters = default()
        parameters.use_extra_bufts = False
        return parameters

    library.llama_model_default_params = plain


if __name__ == "__main__":
    without_amx(importlib.import_module("llama_cpp.llama_cpp"))
    runpy.run_module(SERVER, run_name="__main__", alter_sys=True)
