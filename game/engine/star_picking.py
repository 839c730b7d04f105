"""Many points at once: where they are on the screen, and which one lies under a ray.

Called by worlds made of points. Rays and points share one space; it knows no stars.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from panda3d.core import LMatrix4f, NodePath, PerspectiveLens


def pick_sphere(
    origin: ArrayLike, direction: ArrayLike, centres: NDArray[np.float32], slope: float, radius: float = 0.0
) -> int:
    """The number of the sphere a ray meets best, or -1.

    A sphere's radius is `radius` plus `slope` for each unit of distance along the ray, so with
    `slope = pixels / focal length in pixels` it is that many pixels wide on the screen. Of several the
    one whose middle is nearest to the ray wins; what lies behind the origin is never met.
    """
    if not len(centres):
        return -1
    start = np.asarray(origin, np.float64)
    ahead = np.asarray(direction, np.float64)
    ahead = ahead / np.linalg.norm(ahead)
    offset = centres - start
    along = offset @ ahead
    aside = np.sqrt(np.maximum(np.einsum("ij,ij->i", offset, offset) - along**2, 0.0))
    reach = radius + slope * along
    share = np.where((along > 0) & (aside <= reach), aside / np.maximum(reach, 1e-9), np.inf)
    best = int(np.argmin(share))
    return best if np.isfinite(share[best]) else -1


def project_points(
    camera: NodePath, lens: PerspectiveLens, window: tuple[int, int], points: NDArray[np.float32]
) -> NDArray[np.float64]:
    """(N, 3): pixel x, pixel y (down) and distance ahead of the camera, for (N, 3) points in world space.

    Points behind the camera have a distance of 0 or less, and their pixels mean nothing.
    """
    world_to_clip = LMatrix4f(camera.get_top().get_mat(camera)) * lens.get_projection_mat()
    matrix = np.asarray([[world_to_clip.get_cell(i, j) for j in range(4)] for i in range(4)])
    clip = np.column_stack([points, np.ones(len(points))]) @ matrix
    ahead = clip[:, 3]
    safe = np.where(np.abs(ahead) < 1e-9, 1e-9, ahead)
    x = (clip[:, 0] / safe + 1) / 2 * window[0]
    y = (1 - clip[:, 1] / safe) / 2 * window[1]
    return np.column_stack([x, y, ahead])
