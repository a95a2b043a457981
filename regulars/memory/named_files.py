"""Whether memories use the files and servers that their settings name, which a dry run must leave alone."""

from __future__ import annotations

from contextvars import ContextVar

USES_FILES: ContextVar[bool] = ContextVar("regulars_named_files", default=True)
"""Whether new caches and indexes use what their settings name. In a dry run caches of vectors only pass texts on, since
its vectors are made up, and indexes are in temporary folders."""
