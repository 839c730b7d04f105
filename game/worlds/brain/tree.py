"""The brain as a tree: hemisphere > lobe > region, deep > basal ganglia > ..., opened level by level.

model.py owns a PartsTree; tree_view.py draws its rows. Pure: it knows the atlas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from game.core.atlas import SIDE_WORDS, Atlas, Region

_CORTEX = "Cerebral cortex"
_HEMISPHERES = {"L": "Left hemisphere", "R": "Right hemisphere"}


@dataclass(frozen=True)
class Node:
    """A part: its id, its words, the regions in it, and its children. A leaf is one region."""

    id: str
    words: str
    regions: tuple[str, ...]
    children: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Row:
    """A line of the opened tree: the node, how deep it lies, whether it is open."""

    node: Node
    depth: int
    is_open: bool


class PartsTree:
    """See the module text. `has` says whether a region can be drawn."""

    def __init__(self, atlas: Atlas, has: Callable[[str], bool]) -> None:
        self._atlas, self._has = atlas, has
        self.open: set[str] = set()

    @cached_property
    def roots(self) -> tuple[Node, ...]:
        """The uppermost nodes, made when the tree is first looked at."""
        return _roots(self._atlas, [region for region in self._atlas.regions if self._has(region.id)])

    def rows(self) -> list[Row]:
        """The lines that can be seen, from top to bottom."""
        found: list[Row] = []

        def walk(nodes: tuple[Node, ...], depth: int) -> None:
            for node in nodes:
                is_open = node.id in self.open
                found.append(Row(node, depth, is_open))
                if is_open:
                    walk(node.children, depth + 1)

        walk(self.roots, 0)
        return found

    def toggle(self, node_id: str) -> None:
        """Open a closed node or close an open one; leaves have nothing to open."""
        node = self.find(node_id)
        if node is not None and node.children:
            self.open ^= {node_id}

    def find(self, node_id: str) -> Node | None:
        """The node of that id, or None."""
        return next((node for node in self._every() if node.id == node_id), None)

    def parent(self, node_id: str) -> Node | None:
        """The node that holds another, or None."""
        return next((n for n in self._every() if any(c.id == node_id for c in n.children)), None)

    def reveal(self, region: str) -> None:
        """Open everything that leads to a region."""
        for node in self._every():
            if node.children and region in node.regions:
                self.open.add(node.id)

    def _every(self) -> Iterator[Node]:
        waiting = list(self.roots)
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children


def _roots(atlas: Atlas, regions: list[Region]) -> tuple[Node, ...]:
    paths: dict[tuple[str, ...], list[Region]] = {}
    for region in regions:
        group = atlas.structure_of(region.id).group
        if group and group[0] == _CORTEX:
            group = (_HEMISPHERES.get(region.side, group[0]), *group[1:])
        paths.setdefault(group, []).append(region)
    return _level(atlas, paths, ())


def _level(
    atlas: Atlas, paths: dict[tuple[str, ...], list[Region]], above: tuple[str, ...]
) -> tuple[Node, ...]:
    depth = len(above)
    nodes: list[Node] = []
    below = {path: own for path, own in paths.items() if path[:depth] == above}
    hemisphere = bool(above) and above[0] in _HEMISPHERES.values()
    for name in dict.fromkeys(path[depth] for path in below if len(path) > depth):
        children = _level(atlas, paths, (*above, name))
        nodes.append(_group("/".join((*above, name)), name, children))
    leaves = [region for path, own in below.items() if len(path) == depth for region in own]
    nodes += [Node(region.id, _leaf_words(atlas, region, hemisphere), (region.id,)) for region in leaves]
    if not above:
        order = [*_HEMISPHERES.values()]
        nodes.sort(key=lambda node: order.index(node.words) if node.words in order else len(order))
    return tuple(nodes)


def _group(node_id: str, words: str, children: tuple[Node, ...]) -> Node:
    """A group; one that holds a single group of its own is that group."""
    return Node(node_id, words, tuple(region for child in children for region in child.regions), children)


def _leaf_words(atlas: Atlas, region: Region, hemisphere: bool) -> str:
    name = atlas.structure_of(region.id).english
    side = SIDE_WORDS[region.side]
    return name if hemisphere or not side else f"{name}, {side.lower()}"
