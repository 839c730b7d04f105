"""Thins a surface out to fewer triangles, and carries everything the full surface has over to them.

`build` calls it for the coarse cortex. It knows no files and no anatomy.
"""

from dataclasses import dataclass

import fast_simplification
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, csr_matrix, diags

from game.devtools.bake.ordering import spatial_order

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Thinned:
    """A coarse surface: where decimation placed its points (V, 3), its faces, the full points that fell together."""

    placed: Floats
    faces: Ints
    nearest: Ints
    mean: csr_matrix

    def average(self, values: Floats) -> Floats:
        """Return the means (V, ...) of the full surface's values over the points that fell together."""
        return np.asarray(self.mean @ values)


def thin_out(points: Floats, faces: Ints, target: int) -> Thinned:
    """Return about `target` triangles in place of `faces`, by quadric decimation.

    `nearest` is the full point that lies nearest to each placed one.
    """
    small = points.astype(np.float32)
    whole = faces.astype(np.int32)
    _, _, collapses = fast_simplification.simplify(small, whole, target_count=target, return_collapses=True)
    placed, triangles, group = fast_simplification.replay_simplification(small, whole, collapses)
    order = spatial_order(placed.astype(np.float64))
    place = np.argsort(order)
    placed, group = placed[order].astype(np.float64), place[group]
    away = np.linalg.norm(points - placed[group], axis=1)
    by_group = np.lexsort((away, group))
    nearest = by_group[np.unique(group[by_group], return_index=True)[1]]
    members = coo_matrix((np.ones(len(group)), (group, np.arange(len(group)))))
    mean = diags(1.0 / np.bincount(group)) @ members.tocsr()
    return Thinned(placed, place[triangles.astype(np.int64)], nearest, mean)
