"""What a compiled graph keeps between calls, for one episode: its checkpoints and the items of its store.

A graph is shared by all episodes, since it cannot be copied deeply. Each episode gets a shallow copy with an empty
checkpointer in memory and a store in memory that begins with the items of the graph's store. So episodes never meet,
the graph's own checkpointer and store stay as they are, and the state can be saved, restored and branched.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

_PAGE = 1000

Items = dict[tuple[tuple[str, ...], str], dict[str, Any]]
"""The items of a store, by namespace and key."""


class GraphState:
    """A graph for one episode, and its state.

    Args:
        graph: A compiled graph, or another object with `invoke`, which then has no state that is known.

    Attributes:
        graph: The graph to run.
        keeps_threads: Whether it has a checkpointer.
        is_whole: Whether all of its state is known; False for a store outside of this process.
    """

    def __init__(self, graph: Any) -> None:
        self.graph = graph
        self.keeps_threads = bool(getattr(graph, "checkpointer", None))
        self._saver: Any = None
        self._store: Any = None
        store = getattr(graph, "store", None)
        self.is_whole = store is None
        own: dict[str, Any] = {}
        if self.keeps_threads:
            from langgraph.checkpoint.memory import InMemorySaver

            self._saver = own["checkpointer"] = InMemorySaver(serde=getattr(graph.checkpointer, "serde", None))
        if store is not None:
            from langgraph.store.memory import InMemoryStore

            if isinstance(store, InMemoryStore):
                self.is_whole = True
                self._store = own["store"] = InMemoryStore(index=store.index_config)
                _put(self._store, dict(_items(store)))
        if own:
            self.graph = graph.copy(own)

    def take(self) -> tuple[Any, ...]:
        """The state, for `put_back`. It can be pickled, and later calls do not change it."""
        saver = self._saver
        kept = None
        if saver is not None:
            kept = (
                {thread: {ns: dict(one) for ns, one in spaces.items()} for thread, spaces in saver.storage.items()},
                {place: dict(writes) for place, writes in saver.writes.items()},
                dict(saver.blobs),
            )
        return kept, None if self._store is None else dict(_items(self._store))

    def put_back(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `take`."""
        kept, items = state
        saver = self._saver
        if saver is not None:
            storage, writes, blobs = kept
            for held in (saver.storage, saver.writes, saver.blobs):
                held.clear()
            for thread, spaces in storage.items():
                saver.storage[thread] = defaultdict(dict, {ns: dict(one) for ns, one in spaces.items()})
            saver.writes.update({place: dict(one) for place, one in writes.items()})
            saver.blobs.update(blobs)
        if self._store is not None:
            now = dict(_items(self._store))
            for namespace, key in now.keys() - items.keys():
                self._store.delete(namespace, key)
            _put(self._store, {place: value for place, value in items.items() if now.get(place) != value})


def _items(store: Any) -> Iterator[tuple[tuple[tuple[str, ...], str], dict[str, Any]]]:
    for namespace in _namespaces(store):
        start = 0
        while found := store.search(namespace, limit=_PAGE, offset=start):
            for item in found:
                if item.namespace == namespace:  # a search also finds what lies below a namespace
                    yield (namespace, item.key), copy.deepcopy(item.value)
            start += _PAGE


def _namespaces(store: Any) -> Iterator[tuple[str, ...]]:
    start = 0
    while found := store.list_namespaces(limit=_PAGE, offset=start):
        yield from found
        start += _PAGE


def _put(store: Any, items: Items) -> None:
    for (namespace, key), value in items.items():
        store.put(namespace, key, value)
