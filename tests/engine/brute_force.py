"""The slow, plain reference for picking: every triangle against every ray, in numpy."""

from __future__ import annotations

import numpy as np

from game.engine.picking import GHOST, OPAQUE, PickMesh


def brute_force(parts: list[PickMesh], start, end, appearance) -> tuple[int, float] | None:
    """Column and fraction of what the rule says is picked; the rule in its plainest form."""
    ray = np.subtract(end, start).astype(float)
    best: dict[int, tuple[float, int]] = {}
    for part in parts:
        a, b, c = (part.vertices[part.triangles[:, k]].astype(float) for k in range(3))
        e1, e2 = b - a, c - a
        p = np.cross(ray, e2)
        det = np.einsum("ij,ij->i", e1, p)
        safe = np.where(np.abs(det) < 1e-12, np.inf, det)
        t = np.subtract(start, a)
        u = np.einsum("ij,ij->i", t, p) / safe
        q = np.cross(t, e1)
        v = (q @ ray) / safe
        along = np.einsum("ij,ij->i", e2, q) / safe
        facing = np.cross(e1, e2) @ ray < 0
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (along >= 0) & (along <= 1) & facing & np.isfinite(safe)
        for index in np.nonzero(hit)[0]:
            column = int(part.columns[index])
            look = int(appearance[column])
            counts = look == OPAQUE or (look == GHOST and column)
            if counts and (look not in best or along[index] < best[look][0]):
                best[look] = (float(along[index]), column)
    for look in (OPAQUE, GHOST):
        if look in best:
            return best[look][1], best[look][0]
    return None
