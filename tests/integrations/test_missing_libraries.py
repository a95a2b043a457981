"""Without its library, an adapter says which extra to install."""

from __future__ import annotations

import sys

import pytest

from regulars.errors import ConfigurationError
from regulars.integrations import inspect_task, openenv_app, trl_rollouts


@pytest.mark.parametrize(
    ("adapter", "module", "extra"),
    [
        (lambda: inspect_task(), "inspect_ai", "inspect"),
        (lambda: openenv_app(), "openenv.core.env_server.http_server", "openenv"),
        (lambda: trl_rollouts([0]), "datasets", "trl"),
    ],
)
def test_an_adapter_without_its_library_names_the_extra(monkeypatch, adapter, module, extra):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ConfigurationError, match=rf"pip install 'regulars\[{extra}\]'"):
        adapter()
