"""Makes solid slabs of the cortex: for every region its inner (white) surface and the walls along its borders.

Called by brain_node.py through `PreparedBrain.slabs`, on a loading thread, when one first sees inside. Together with
the pial surface each region is then closed. It knows label borders and surfaces; no nodes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_assets import Split
from game.engine.brain_geometry import MeshPart

_INSIDE_OPEN = 200  # how open the inside is to light, of 255
_WALL_OPEN = 185


def slab(part: MeshPart) -> MeshPart:
    """The inner faces and side walls of a cortex part, as a part of its own ("slab-L" for "cortex-L").

    The medial wall gets none: it is no region.
    """
    regions = part.rows["region"]
    kept = regions[part.triangles[:, 0]] > 0.5
    own = part.triangles[kept]
    inner = _inner(part.rows)
    walls, wall_triangles = _walls(part.rows, own)
    wall_triangles = (wall_triangles + len(inner)).astype(np.uint32)
    place = np.cumsum(kept) - 1
    numbers = np.arange(len(own), len(own) + len(wall_triangles))
    splits = {}
    for name, split in part.splits.items():
        among = kept[split.parents]
        triangles = np.concatenate([split.triangles[among][:, ::-1], wall_triangles])
        parents = np.concatenate([place[split.parents[among]], numbers])
        splits[name] = Split(triangles, parents.astype(np.int32))
    rows = np.concatenate([inner, walls])
    triangles = np.concatenate([own[:, ::-1], wall_triangles])
    return MeshPart(part.name.replace("cortex", "slab"), rows, triangles, (), splits)


def _inner(rows: NDArray[np.void]) -> NDArray[np.void]:
    inner = rows.copy()
    inner["vertex"] = rows["white"]
    inner["normal"] = 1.0 - rows["white_normal"][:, :3] / 127.5
    for name in ("white_normal", "inflated_normal"):
        inner[name][:, :3] = 255 - rows[name][:, :3]
    _as_cut(inner, _INSIDE_OPEN)
    return inner


def _walls(
    rows: NDArray[np.void], triangles: NDArray[np.uint32]
) -> tuple[NDArray[np.void], NDArray[np.uint32]]:
    """Four rows and two triangles for each edge of a region: outer a, outer b, inner a, inner b."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]).astype(
        np.int64
    )
    points = _points(rows)
    count = int(points.max()) + 1
    start, end = points[edges[:, 0]], points[edges[:, 1]]
    region = rows["region"].astype(np.int64)[edges[:, 0]]
    forward, back = (start * count + end) * 512 + region, (end * count + start) * 512 + region
    border = edges[~np.isin(forward, back)]  # no triangle of the same region on the other side
    first, second = border[:, 0], border[:, 1]
    along = rows["vertex"][second] - rows["vertex"][first]
    depth = rows["vertex"][first] - rows["white"][first]
    normal = np.cross(along, depth)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    walls = np.concatenate([rows[first], rows[second], rows[first], rows[second]])
    walls["vertex"][2 * len(border) :] = walls["white"][2 * len(border) :]
    walls["normal"] = np.tile(normal, (4, 1))
    packed = np.rint(np.clip(walls["normal"] * 0.5 + 0.5, 0, 1) * 255)
    walls["white_normal"][:, :3] = walls["inflated_normal"][:, :3] = packed
    _as_cut(walls, _WALL_OPEN)
    number = np.arange(len(border), dtype=np.uint32)
    a, b, c, d = (number + np.uint32(k * len(border)) for k in range(4))
    return walls, np.concatenate([np.stack([a, c, b], axis=1), np.stack([b, c, d], axis=1)])


def _as_cut(rows: NDArray[np.void], openness: int) -> None:
    """Mark rows as faces of a cut: no folds, no border lines, evenly lit."""
    rows["tissue"][:, 0] = 0
    rows["tissue"][:, 1] = openness
    rows["tissue"][:, 2:] = 255
    rows["edges"] = 255


def _points(rows: NDArray[np.void]) -> NDArray[np.int64]:
    """A number for each place, (V,): equal for vertices that were doubled on a border."""
    places = np.ascontiguousarray(np.hstack([rows["vertex"], rows["white"]]))
    _, numbers = np.unique(places.view(np.dtype((np.void, places.itemsize * 6))).ravel(), return_inverse=True)
    return numbers.ravel()
