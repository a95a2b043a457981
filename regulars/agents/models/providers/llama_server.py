"""Runs the server of `llama-cpp-python` without repacked weights, with the server's own options.

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


def without_repacking(library: Any) -> None:
    """Makes the library's default parameters of a model leave weights as they are in the file.

    Args:
        library: The module `llama_cpp.llama_cpp`.
    """
    default = library.llama_model_default_params

    def plain() -> Any:
        parameters = default()
        parameters.use_extra_bufts = False
        return parameters

    library.llama_model_default_params = plain


if __name__ == "__main__":
    without_repacking(importlib.import_module("llama_cpp.llama_cpp"))
    runpy.run_module(SERVER, run_name="__main__", alter_sys=True)
