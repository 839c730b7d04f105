"""Thins a surface out to fewer triangles whose corners are points of the full surface.

`cli` calls it for the coarse cortex: since only chosen points stay, every value the full surface has (pial, white,
inflated, shading, labels) is simply taken over. It knows no files and no anatomy.
"""

import fast_simplification
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def thin_out(points: Floats, faces: Ints, target: int) -> tuple[Ints, Ints]:
    """Return (kept, triangles): indices of kept points, and about `target` triangles over them.

    Quadric decimation decides which points fall together; each group is then represented by its own point that
    lies nearest to the place decimation chose. Triangles that collapse are dropped.
    """
    small = points.astype(np.float32)
    _, _, collapses = fast_simplification.simplify(
        small, faces.astype(np.int32), target_count=target, return_collapses=True
    )
    placed, triangles, group = fast_simplification.replay_simplification(
        small, faces.astype(np.int32), collapses
    )
    away = np.linalg.norm(points - placed[group], axis=1)
    order = np.lexsort((away, group))
    first = np.unique(group[order], return_index=True)[1]
    chosen = order[first]
    triangles = triangles.astype(np.int64)
    a, b, c = triangles.T
    triangles = triangles[(a != b) & (b != c) & (a != c)]
    used, compact = np.unique(triangles, return_inverse=True)
    return chosen[used], compact.reshape(-1, 3)
